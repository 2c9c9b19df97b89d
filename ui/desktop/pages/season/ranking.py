"""The list of players by rank."""

from PySide6.QtWidgets import QWidget

from reports.document import Field
from reports.sheets.season import AVERAGE, COUNTED, GAMES, MOVED, WON, evening_score, season_fields
from tournament.language import mark
from tournament.standings.season import SeasonRow, SeasonStandings
from ui.desktop.kit.table import TableColumn, TableView

_NAME, _COLUMN = 190, 72
"""Minimum width in pixels of a name; width of all other columns."""


class SeasonRanking(TableView[SeasonRow]):
    """If space is short, it hides games, games won, average, then the earliest evenings, then the movement."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        self._fields: tuple[Field[SeasonRow], ...] = ()
        self._gives_way: tuple[int, ...] = ()
        super().__init__(mark("Ranking"), (), key=lambda each: each.player.number, parent=parent)

    def show_season(self, season: SeasonStandings, rows: tuple[SeasonRow, ...], *, evenings: bool) -> None:
        """Show ``rows`` of ``season``, with a column for each evening if there are several."""
        one = evening_score(season.after)
        fields = tuple(
            field
            for field in season_fields(season, moved=evenings and season.after > 1)
            if evenings or field not in (one, COUNTED)
        )
        if [field.heading for field in fields] != [field.heading for field in self._fields]:
            self._fields = fields
            first = [place for place, field in enumerate(fields) if field in (GAMES, WON, AVERAGE)]
            last = [place for place, field in enumerate(fields) if field is MOVED]
            scores = [place for place, field in enumerate(fields) if field.heading.context == "evening"]
            self._gives_way = (*first, *scores[:-1], *last)
            self.set_columns([TableColumn.of(field, width=0 if field.flexible else _COLUMN) for field in fields])
        self.show_rows(rows)

    def share_width(self) -> None:
        """Hide the columns that do not fit beside the names."""
        for place in self._gives_way:
            self.setColumnHidden(place, False)
        for place in self._gives_way:
            if self._room_beside(self._wishes) >= _NAME:
                break
            self.setColumnHidden(place, True)
        super().share_width()
