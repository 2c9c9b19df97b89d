"""The list of players by rank."""

from math import ceil

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from reports.document import Field, Kind
from reports.sheets.season import AVERAGE, GAMES, MOVED, WON, season_fields
from tournament.language import Text, mark
from tournament.standings.season import SeasonRow, SeasonStandings
from ui.desktop.kit.table import TableColumn, TableView, cell_text
from ui.desktop.theme import Type
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD

_NAME, _COLUMN, _EVENING = 190, 72, 64
"""In pixels: minimum width of a name, width of a column, and minimum width of an evening's."""


class SeasonRanking(TableView[SeasonRow]):
    """If space is short, it hides games, games won, average, the movement, then evenings: the arrow keys show those."""

    evenings_changed = Signal()
    """Other evenings are shown."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        self._shape: list[tuple[Text, Kind, int]] = []
        """Heading, kind and width of each column."""
        self._gives_way: tuple[int, ...] = ()
        self._evenings: tuple[int, ...] = ()
        """The places of the columns with the scores of the evenings."""
        self._later = 0
        """How many of the last evenings make room for earlier ones."""
        super().__init__(mark("Ranking"), (), key=lambda each: each.player.number, parent=parent)

    @property
    def evenings(self) -> tuple[int, int, int]:
        """The first and the last evening that is shown, and how many there are; zeros if there are none."""
        shown = [number for number, place in enumerate(self._evenings, start=1) if not self.isColumnHidden(place)]
        return (shown[0], shown[-1], len(self._evenings)) if shown else (0, 0, len(self._evenings))

    def show_season(self, season: SeasonStandings, rows: tuple[SeasonRow, ...], *, evenings: bool) -> None:
        """Show ``rows`` of ``season``; with ``evenings`` in a column each."""
        fields = tuple(
            field
            for field in season_fields(season, moved=evenings and season.after > 1, most=season.after)
            if evenings or not _is_evening(field)
        )
        widths = [_width(field, season) for field in fields]
        shape = [(field.heading, field.kind, width) for field, width in zip(fields, widths, strict=True)]
        if shape != self._shape:
            self._shape, self._later = shape, 0
            self._gives_way = tuple(place for place, each in enumerate(fields) if each in (GAMES, WON, AVERAGE, MOVED))
            self._evenings = tuple(place for place, each in enumerate(fields) if _is_evening(each))
            self.set_columns([TableColumn.of(each, width=width) for each, width in zip(fields, widths, strict=True)])
        self.show_rows(rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show earlier evenings on Left, later ones on Right; handle other keys like any table."""
        first, last, count = self.evenings
        match event.key():
            case Qt.Key.Key_Left if first > 1:
                self._later = count - last + 1
            case Qt.Key.Key_Right if 0 < last < count:
                self._later = count - last - 1
            case _:
                super().keyPressEvent(event)
                return
        self.share_width()

    def share_width(self) -> None:
        """Hide the columns that do not fit beside the names."""
        for place in range(self.model().columnCount()):  # other columns may have stood there when some were hidden
            self.setColumnHidden(place, False)
        for place in self._gives_way:
            if self._room_beside(self._wishes) >= _NAME:
                break
            self.setColumnHidden(place, True)
        if self._room_beside(self._wishes) >= _NAME:
            self._later = 0
        later = self._evenings[len(self._evenings) - self._later :]
        for place in (*later, *self._evenings[: len(self._evenings) - self._later - 1]):
            if place not in later and self._room_beside(self._wishes) >= _NAME:
                break
            self.setColumnHidden(place, True)
        super().share_width()
        self.evenings_changed.emit()


def _is_evening(field: Field[SeasonRow]) -> bool:
    return field.heading.context == "evening"


def _width(field: Field[SeasonRow], season: SeasonStandings) -> int:
    """The width of a column: 0 for the one that takes what is left; every score of an evening is whole."""
    if field.flexible or not _is_evening(field):
        return 0 if field.flexible else _COLUMN
    texts = (cell_text(field.cell(row), field.kind) for row in (*season.rows, *season.waiting))
    longest = max((painting.width_of(text, Type.BODY, figures=True) for text in texts), default=0)
    return max(ceil(longest) + 2 * PAD, _EVENING)
