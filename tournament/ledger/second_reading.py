"""The second reading of a signed sheet: what another person read on the paper, compared with what was signed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from tournament.event.problem import Gravity, Problem
from tournament.event.seating import LETTERS
from tournament.event.settings import SecondReading
from tournament.language import Text, integer_text, mark, verbatim
from tournament.ledger.facts import PaperReading
from tournament.ledger.sheet import HandLine, Sheet, SheetState


@dataclass(frozen=True, slots=True)
class ReadDifference:
    """A value that was read differently the second time."""

    column: int | None
    """The column of a total; None for the points of a hand."""
    hand: int | None
    """The number of a hand, from 1; None for a total."""
    first: int | None
    """The value that was signed; None if the hand was not played."""
    second: int | None
    """The value that was read the second time."""


def first_totals(sheet: Sheet) -> tuple[int, ...]:
    """The totals that a second reader should find: those typed from the paper, else the computed ones."""
    return tuple(ours if typed is None else typed for typed, ours in zip(sheet.paper, sheet.computed, strict=True))


def first_points(sheet: Sheet) -> tuple[int | None, ...]:
    """The points that a second reader should find, for each hand."""
    return tuple(map(_points, sheet.hands[: sheet.written_rows]))


def differences(sheet: Sheet, reading: PaperReading) -> tuple[ReadDifference, ...]:
    """The differences between ``reading`` and what was typed and signed."""
    if reading.totals is not None:
        pairs = zip(first_totals(sheet), reading.totals, strict=True)
        return tuple(ReadDifference(column, None, *pair) for column, pair in enumerate(pairs) if pair[0] != pair[1])
    points = zip_longest(first_points(sheet), reading.points)  # rows may be repaired after they were read
    return tuple(ReadDifference(None, hand, *pair) for hand, pair in enumerate(points, start=1) if pair[0] != pair[1])


def difference_text(difference: ReadDifference, name: str = "") -> Text:
    """Both values: “Total of A: 54 signed, 45 read”; ``name`` is the player's, else the letter of the column."""
    first, second = value_text(difference.first), value_text(difference.second)
    if difference.column is None:
        return mark("Hand {hand}: {first} signed, {second} read", hand=difference.hand, first=first, second=second)
    player = name or LETTERS[difference.column]
    return mark("Total of {player}: {first} signed, {second} read", player=player, first=first, second=second)


def difference_problem(difference: ReadDifference) -> Problem:
    """The problem of a reading that differs from the signed sheet, which it therefore does not confirm."""
    where = f"points.{difference.hand}" if difference.column is None else f"totals.{LETTERS[difference.column]}"
    return Problem("reading-differs", difference_text(difference), where)


def rejection_remark(difference: ReadDifference) -> Problem:
    """The remark with both values when the sheet is rejected."""
    return replace(difference_problem(difference), gravity=Gravity.REMARK)


def reading_problems(sheet: Sheet, reading: PaperReading, reader: str) -> tuple[Problem, ...]:
    """Why this sheet cannot be read again now, why ``reader`` may not do it, or what is wrong with this ``reading``."""
    problem = _state_problem(sheet) or reader_problem(sheet, reader) or _form_problem(sheet, reading)
    return () if problem is None else (problem,)


def may_read(sheet: Sheet, reader: str) -> bool:
    """Whether ``reader`` may do the second reading. The event may require somebody who typed nothing of the sheet."""
    return reader_problem(sheet, reader) is None


def _state_problem(sheet: Sheet) -> Problem | None:
    if sheet.state is SheetState.TO_READ_AGAIN:
        return None
    if sheet.second_reading is SecondReading.NONE:
        text = mark("The settings of this event have no second reading.")
    elif sheet.state is SheetState.VERIFIED:
        text = mark("The sheet of table {table}, session {session} is already confirmed.", table=sheet.table,
                    session=sheet.session)  # fmt: skip
    else:
        text = mark("The sheet of table {table}, session {session} is not signed: sign it first.", table=sheet.table,
                    session=sheet.session)  # fmt: skip
    return Problem("not-to-read-again", text, "table")


def reader_problem(sheet: Sheet, reader: str) -> Problem | None:
    """Why ``reader`` may not do the second reading. The event may require somebody who typed nothing of the sheet."""
    if not reader.strip():
        return Problem("reader-missing", mark("Enter who reads the paper."), "reader")
    if sheet.second_reading is SecondReading.BY_ANOTHER and sheet.has_typed(reader):
        text = mark(
            "{reader} typed or signed this sheet: somebody else must do the second reading.", reader=reader.strip()
        )
        return Problem("same-reader", text, "reader")
    return None


def seen_problems(sheet: Sheet, reader: str, rejected_by: Iterable[str]) -> tuple[Problem, ...]:
    """Why ``reader`` may not confirm after they rejected the sheet, if the event requires a reader who typed nothing.

    The readers in ``rejected_by`` have seen the signed values beside their own. Undoing the rejection does not change
    that; only signing the sheet again does.
    """
    known = (each.strip().casefold() for each in rejected_by)
    if sheet.second_reading is not SecondReading.BY_ANOTHER or reader.strip().casefold() not in known:
        return ()
    text = mark("{reader} has seen the signed values: somebody else must do the second reading.", reader=reader.strip())
    return (Problem("same-reader", text, "reader"),)


def _form_problem(sheet: Sheet, reading: PaperReading) -> Problem | None:
    if (reading.totals is None) is (not reading.points):
        return Problem("reading-missing", mark("Read the four totals, or the points of every hand."), "totals")
    if reading.points and sheet.totals_only:
        text = mark("Table {table} has only its four totals: read those.", table=sheet.table)
        return Problem("totals-only", text, "points")
    if reading.points and len(reading.points) != sheet.written_rows:
        text = mark("{count} points were read: the sheet has {hands} hands.", count=len(reading.points),
                    hands=sheet.written_rows)  # fmt: skip
        return Problem("points-count", text, "points")
    return None


def _points(line: HandLine) -> int | None:
    return None if line.outcome is None else line.outcome.worth


def value_text(value: int | None) -> Text:
    """A total or points as text; a dash if nothing was played."""
    return verbatim("–" if value is None else integer_text(value))
