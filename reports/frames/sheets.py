"""Shared by several frames: every sheet of an event, and columns for the place of a row."""

from collections.abc import Callable, Iterator

from reports.column import Column, Kind, Row, Value
from reports.vocabulary import SESSION, TABLE
from tournament.event.seating import LETTERS
from tournament.language import Text, verbatim
from tournament.ledger.sheet import Sheet
from tournament.use_cases.view import View

LETTER_LABELS = {letter: verbatim(letter) for letter in LETTERS}
"""The four players of a table by the wind they start with: A East, B South, C West, D North."""


def every_sheet(view: View) -> Iterator[Sheet]:
    """The sheets of all sessions drawn, or of all games opened, in the order of sessions and tables."""
    return (sheet for session in view.drawn_sessions for sheet in view.sheets(session))


def place_columns(sheet: Callable[[Row], Sheet]) -> tuple[Column[Row], ...]:
    """Session and table of the ``sheet`` that a row is about."""
    return (
        SESSION.of(lambda row: sheet(row).session),
        TABLE.of(lambda row: sheet(row).table),
    )  # fmt: skip


def by_letter(
    name: str, heading: Callable[[str], Text], value: Callable[[Row, int], Value], meaning: str
) -> tuple[Column[Row], ...]:
    """Four columns of whole numbers, one for each of the players A–D: ``name_a`` to ``name_d``."""

    def of(column: int) -> Callable[[Row], Value]:
        return lambda row: value(row, column)

    return tuple(
        Column(heading(letter), of(column), Kind.INTEGER, name=f"{name}_{letter.lower()}",
               meaning=f"Player {letter}: {meaning}")
        for column, letter in enumerate(LETTERS)
    )  # fmt: skip
