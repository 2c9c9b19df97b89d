"""What one session brought each player, and the running sums over sessions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.ledger.sheet import Sheet, SheetState

PARTS = 12
"""At most four players share what places are worth, so table points are whole twelfths: sums stay exact and quick."""
Total = tuple[int, int]
"""Twelfths of table points, and score, summed."""
NOTHING: Total = (0, 0)


@dataclass(frozen=True, slots=True)
class Result:
    """What a player got at one table."""

    session: int
    table: int
    column: int
    """0–3: the seat at the start."""
    table_points: Fraction
    parts: int
    """The same in twelfths."""
    score: int
    final: bool
    """False while the sheet is not verified."""


@dataclass(frozen=True, slots=True)
class Tally:
    """One session, added up."""

    session: int
    results: Mapping[int, Result]
    """By player number; players without a recorded sheet have none."""
    sheets: int
    """Sheets that count."""
    expected: int
    """Sheets of the session."""
    hands: int
    """Hands in the sheets that count."""
    final: bool
    """True when every sheet of the session is verified."""


def tally(session: int, sheets: Sequence[Sheet]) -> Tally:
    """Add up the ``sheets`` of one session. Every recorded sheet counts, verified or not."""
    results: dict[int, Result] = {}
    counted = [sheet for sheet in sheets if sheet.counts]
    verified = 0
    for sheet in counted:
        final = sheet.state is SheetState.VERIFIED
        verified += final
        for column, number in enumerate(sheet.players):
            points = sheet.table_points[column]
            parts = points.numerator * (PARTS // points.denominator)
            results[number] = Result(session, sheet.table, column, points, parts, sheet.scores[column], final)
    return Tally(
        session=session,
        results=results,
        sheets=len(counted),
        expected=len(sheets),
        hands=sum(sheet.played for sheet in counted),
        final=verified == len(sheets),
    )


def add_up(before: Mapping[int, Total], session: Tally) -> Mapping[int, Total]:
    """The totals by player number after ``session``, given those ``before`` it."""
    totals = dict(before)
    for number, result in session.results.items():
        parts, score = totals.get(number, NOTHING)
        totals[number] = (parts + result.parts, score + result.score)
    return totals


def running_totals(tallies: Iterable[Tally]) -> tuple[Mapping[int, Total], ...]:
    """The totals before the first session, after it, after the second … : one more than ``tallies``."""
    steps: list[Mapping[int, Total]] = [{}]
    for session in tallies:
        steps.append(add_up(steps[-1], session))
    return tuple(steps)
