"""Shared by several frames: every sheet of an event, and columns for the place of a row."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from reports.frames.column import ColumnType, FrameColumn
from tournament.event.seating import LETTERS
from tournament.language import Text, mark, verbatim
from tournament.ledger.sheet import Sheet
from tournament.use_cases.view import View

Row = TypeVar("Row")

LETTER_LABELS = {letter: verbatim(letter) for letter in LETTERS}
"""The four players of a table by the wind they start with: A East, B South, C West, D North."""


def every_sheet(view: View) -> Iterator[Sheet]:
    """The sheets of all sessions drawn, or of all games opened, in the order of sessions and tables."""
    return (sheet for session in view.drawn_sessions for sheet in view.sheets(session))


def place_columns(sheet: Callable[[Row], Sheet]) -> tuple[FrameColumn[Row], ...]:
    """Session and table of the ``sheet`` that a row is about."""
    return (
        FrameColumn("session", mark("Session"), ColumnType.WHOLE, lambda row: sheet(row).session,
                    "Session, from 1; for a club or a league, the evening."),
        FrameColumn("table", mark("Table"), ColumnType.WHOLE, lambda row: sheet(row).table,
                    "Table, from 1; for a club or a league, the game of that evening."),
    )  # fmt: skip


def by_letter(
    name: str, heading: Callable[[str], Text], value: Callable[[Row, int], object], meaning: str
) -> tuple[FrameColumn[Row], ...]:
    """Four columns of whole numbers, one for each of the players A–D: ``name_a`` to ``name_d``."""

    def of(column: int) -> Callable[[Row], object]:
        return lambda row: value(row, column)

    return tuple(
        FrameColumn(f"{name}_{letter.lower()}", heading(letter), ColumnType.WHOLE, of(column),
                    f"Player {letter}: {meaning}")
        for column, letter in enumerate(LETTERS)
    )  # fmt: skip
