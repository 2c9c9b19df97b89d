"""The sessions of a journey as rows: table, opponents, place, table points, score."""

from dataclasses import dataclass

from tournament.language import Text, mark, mark_count
from tournament.standings.journey import Journey, JourneyStep
from ui.desktop.pages.standings.lists import Layout
from ui.desktop.pages.standings.rows import Cell, Column
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.delegates import FractionDelegate, NumberDelegate, TextDelegate

RANK = 2


@dataclass(frozen=True, slots=True)
class StepRow:
    """One session, ready to be shown."""

    step: JourneyStep
    played: int
    """Hands recorded at the table."""
    counts: bool
    """The standings in view count this session."""


def step_rows(journey: Journey, played: dict[int, int], after: int) -> list[StepRow]:
    """One row a session; ``played`` are the hands recorded, by session."""
    return [StepRow(step, played.get(step.session, 0), step.session <= after) for step in journey.steps]


def step_layouts() -> list[Layout[StepRow]]:
    """Session, table and opponents, place afterwards, table points, score."""
    return [
        Layout(Column(mark("Session"), _session, silent=True), TextDelegate, 48),
        Layout(Column(mark("Table and opponents"), _table), TextDelegate),
        Layout(Column(mark("Rank"), lambda row: Cell(value=row.step.rank, tone=Tone.TEXT2)), NumberDelegate, 54),
        Layout(Column(mark("TP"), _points), FractionDelegate, 56),
        Layout(Column(mark("Score"), _score), lambda: NumberDelegate(signed=True), 70),
    ]


def _session(row: StepRow) -> Cell:
    tone = Tone.TEXT if row.counts else Tone.TEXT3
    return Cell(mark("S{session}", session=row.step.session), kind=Type.DENSE_TOTAL, tone=tone)


def _table(row: StepRow) -> Cell:
    return Cell(mark("Table {table}", table=row.step.table), second=_second(row), kind=Type.LABEL)


def _second(row: StepRow) -> Text | str:
    result = row.step.result
    if result is not None and not result.final:
        return mark_count("now playing, {count} hand in", "now playing, {count} hands in", row.played)
    return ", ".join(player.first_name or player.last_name for player in row.step.opponents)


def _points(row: StepRow) -> Cell:
    result = row.step.result if row.counts else None
    if result is None:
        return Cell(value=None, tone=Tone.TEXT3)
    return Cell(value=result.table_points, tone=Tone.TEXT if result.final else Tone.TEXT3)


def _score(row: StepRow) -> Cell:
    result = row.step.result
    if result is None:
        return Cell(value=None, tone=Tone.TEXT3)
    return Cell(value=result.score, signed=True, tone=Tone.TEXT2 if result.final else Tone.TEXT3)
