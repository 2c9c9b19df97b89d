"""The page of a player over many events: curves, results, rates, opponents, best hands; and the paper with the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.column import Column
from reports.document import Chart, Document, Section, table_of
from reports.frames.records import Records
from reports.rankings.careers import Career, career_document, career_records
from reports.rankings.events import game_name
from reports.rankings.papers import RESULT_COLUMNS, value_chart
from reports.rankings.season import Season, value_history
from reports.vocabulary import EVENT, VALUE
from tournament.language import Text, mark
from tournament.rankings import RankedPerson
from tournament.rankings.explanation import outlook_explanation
from ui.desktop.dates import now
from ui.desktop.kit.table import TableColumn, TableView, cell_text
from ui.desktop.pages.rankings.season_work import MadeRanking, MadeRating
from ui.desktop.pages.standings.charts import ChartCanvas
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, column, row, stretched


@dataclass(frozen=True, slots=True)
class PlayerPart:
    """One table of a player's page."""

    key: str
    title: Text
    columns: tuple[Column[Any], ...]
    rows: tuple[Any, ...]
    upright: bool = False
    """Whether the only row is shown as a list of headings and values."""


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """What a player's page shows."""

    person: RankedPerson
    state: Text
    charts: tuple[Chart, ...]
    parts: tuple[PlayerPart, ...]


def part_of_records(key: str, title: Text, records: Records) -> PlayerPart:
    """Return a part whose rows are those of ``records``."""
    columns = tuple(each.of(itemgetter(place)) for place, each in enumerate(records.columns))
    return PlayerPart(key, title, columns, tuple(records.rows))


_RESULTS = "results"
_VALUE_STEP = 100
"""Between the values whose places are named."""
_WORTH_COLUMNS: tuple[Column[tuple[str, Text]], ...] = (
    EVENT.of(itemgetter(0)),
    Column(mark("What it can still be worth"), itemgetter(1), flexible=True),
)


def player_shown(person: RankedPerson, season: Season, made: MadeRanking, rated: MadeRating) -> PlayerShown:
    """Return the page of ``person``: the curves of value and rating, results, and what is known of their games."""
    asked, career = made.asked, rated.career_of(person)
    history = value_history(made.events, person.id, asked.rules, asked.day)
    row = next((each for each in made.ranking.rows if each.person.id == person.id), None)
    charts = (value_chart(history, person.name),) if history else ()
    parts = [PlayerPart(_RESULTS, mark("Results"), RESULT_COLUMNS, row.results)] if row is not None else []
    worth = tuple(
        (found.event.name, sentence)
        for found in season.outlooks(asked.game, person.id, asked.rules, asked.day)
        for sentence in outlook_explanation(found, asked.rules.decimals, _VALUE_STEP)
    )
    if worth:
        parts.append(PlayerPart("coming", mark("What comes"), _WORTH_COLUMNS, worth))
    if career is not None:
        charts = (*charts, *_career_paper(career, rated).charts)
        parts += _career_parts(career)
    game = game_name(asked.game)
    if row is not None and row.rank is not None:
        state = mark("{game}, rank {rank}", game=game, rank=row.rank)
    else:
        state = mark("{game}, not ranked", game=game)
    return PlayerShown(person, state, charts, tuple(parts))


def player_document(shown: PlayerShown, rated: MadeRating) -> Document:
    """Return the same as a document."""
    results = tuple(
        Section(table_of(part.columns, part.rows), part.title, part.title)
        for part in shown.parts
        if part.key == _RESULTS
    )
    career = rated.career_of(shown.person)
    if career is not None:
        document = _career_paper(career, rated)
        return replace(document, sections=(*results, *document.sections), charts=shown.charts)
    return Document(event=shown.person.name, title=mark("Career"), state=shown.state, printed=now(),
                    section_name=mark("Part"), sections=results, charts=shown.charts)  # fmt: skip


def _career_paper(career: Career, rated: MadeRating) -> Document:
    return career_document([career], rated.rating.rules.name, now(), translator.language)


def _career_parts(career: Career) -> list[PlayerPart]:
    records = career_records(career, translator.language)
    return [
        replace(part_of_records("career", mark("Places and rates"), records["career"]), upright=True),
        part_of_records("events", mark("Events"), records["events"]),
        part_of_records("opponents", mark("Opponents"), records["opponents"]),
        part_of_records("hands", mark("Best hands"), records["hands"]),
        part_of_records("fan", mark("Fan"), records["fan"]),
    ]


_CURVES = "curves"


class PlayerView(QWidget):
    """Shows a player until the user leaves."""

    left = Signal()
    save_wanted = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: dict[str, PlayerPart] = {}
        self._name = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.switch = Switch(mark("Shown"))
        self.switch.chosen.connect(self._show_part)
        self.table: TableView[Any] = TableView(mark("Player"), ())
        self._charts = column(spacing=16)
        self._charts.addStretch(1)
        self._curves = Scrolled(boxed(self._charts))
        self._canvases: list[ChartCanvas] = []
        self._stack = QStackedWidget()
        self._stack.addWidget(self._curves)
        self._stack.addWidget(self.table)
        back = LinkButton(mark("Back to the ranking"), hint="Esc", tone=Tone.TEXT2)
        back.clicked.connect(self.left)
        self.save = OutlineButton(mark("Save as…"), shortcut="Ctrl+S")
        self.save.clicked.connect(self.save_wanted)
        for widget in (self.switch, self.table):
            answer_keys(widget, {ESCAPE: self.left.emit})
        head = row(self._name, 4, stretched(self._state), self.save, back, spacing=12)
        column(head, row(self.switch, None), stretched(self._stack), spacing=12, margins=Size.PAGE_MARGIN, on=self)
        self.setFocusProxy(self.switch)

    def show_player(self, shown: PlayerShown) -> None:
        """Show this player, beginning with the curves."""
        self._name.set_text(shown.person.name)
        self._state.set_text(shown.state)
        self._parts = {part.key: part for part in shown.parts if part.rows}
        segments = [Segment(_CURVES, mark("Curves"))] if shown.charts else []
        segments += [Segment(part.key, part.title) for part in self._parts.values()]
        self.switch.set_segments(segments)
        while len(self._canvases) < len(shown.charts):
            canvas = ChartCanvas()
            answer_keys(canvas, {ESCAPE: self.left.emit})
            self._charts.insertWidget(len(self._canvases), canvas)
            self._canvases.append(canvas)
        for place, canvas in enumerate(self._canvases):
            canvas.setVisible(place < len(shown.charts))
            canvas.show_chart(shown.charts[place] if place < len(shown.charts) else None)
        if segments:
            self.switch.set_current(segments[0].key)
            self._show_part(segments[0].key)

    def _show_part(self, key: str) -> None:
        part = self._parts.get(key)
        if part is None:
            self._stack.setCurrentWidget(self._curves)
            return
        columns, rows = _upright(part) if part.upright else (part.columns, part.rows)
        self.table.show_rows(())
        self.table.set_columns([table_column(each) for each in columns])
        self.table.show_rows(rows)
        self._stack.setCurrentWidget(self.table)


def table_column(column: Column[Any], **on_screen: Any) -> TableColumn[Any]:
    """Return ``column`` for a table: with a fixed width, unless it takes what remains."""
    width = 0 if column.flexible else _WIDTHS.get(column.name, _WIDTH)
    return TableColumn.showing(column, **({"width": width} | on_screen))


_WIDTH, _WIDTHS = 84, {"date": 116, "ema_number": 108}
"""In pixels: of most columns, and of some by their names."""


def _upright(part: PlayerPart) -> tuple[Sequence[Column[Any]], Sequence[Any]]:
    """The only row of a part as lines of a heading and a value."""
    only = part.rows[0]
    lines = [(each.heading, _value_of(each, only)) for each in part.columns]
    first: Callable[[Any], Any] = itemgetter(0)
    return (
        (Column(mark("Figure"), first, flexible=True), VALUE.of(itemgetter(1), flexible=True)),
        [line for line in lines if line[1]],
    )


def _value_of(column: Column[Any], row: Any) -> str:
    return cell_text(column.cell(row), column.kind)
