"""Small documents for the writers, with every kind of cell."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Document, Section, Table
from reports.frames.players import players_records
from tests.examples.events import PRINTED, sample_event
from tournament.language import Text, mark, mark_count


def column(
    heading: Text, kind: Kind = Kind.TEXT, emphasis: Emphasis = Emphasis.PLAIN, *, flexible: bool = False,
    once: bool = False,
) -> Column[Any]:  # fmt: skip
    """A column of a table whose cells are given."""
    return Column(heading, _unread, kind, emphasis, flexible, once)


def _unread(_row: object) -> Cell:
    raise AssertionError("the cells are given")


COLUMNS = (
    column(mark("Rank"), Kind.INTEGER, Emphasis.STRONG),
    column(mark("Moved"), Kind.MOVEMENT),
    column(mark("Player"), Kind.TEXT, Emphasis.NAME, flexible=True),
    column(mark("EMA number"), Kind.CODE, Emphasis.MUTED),
    column(mark("Table points"), Kind.POINTS, Emphasis.STRONG),
    column(mark("Score"), Kind.SIGNED),
)
ROWS: tuple[tuple[Cell, ...], ...] = (
    (1, 2, "Łukasz Żółć", "04000022", Fraction(43, 3), 573),
    (2, -1, "Đorđe Primer", "00000034", Fraction(14), 0),
    (3, 0, "麻将 示例", None, Fraction(1, 2), -331),
    (4, None, "=1+1", "-2+3", Fraction(49, 12), -1),
    (5, 1, "@SUM(A1) & <b>Ampère</b>", "+33", Fraction(0), 12),
)


def document(
    *sections: Section,
    rows: Sequence[tuple[Cell, ...]] = ROWS,
    provisional: bool = False,
    event: str = "Open & Exemple",
) -> Document:
    """A standing with the rows given, or with the sections given."""
    return Document(
        event=event,
        title=mark("Standings after session {session}", session=4),
        state=mark_count("after {count} hand", "after {count} hands", 715),
        printed=PRINTED,
        sections=sections or (Section(Table(COLUMNS, tuple(rows))),),
        aside=(mark("4 of 6 sessions"),),
        note=mark("Table points, then score."),
        section_name=mark("Session") if len(sections) > 1 else None,
        provisional=provisional,
        records=lambda _language: players_records(sample_event()),
        whole=sample_event(),
    )


def section(session: int, heading: Text | None = None) -> Section:
    """One of several sections."""
    return Section(Table(COLUMNS, ROWS), heading or mark("Session {session}", session=session), session)
