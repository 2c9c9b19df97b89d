"""The results of the players in one session, and the running totals over sessions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from msgspec import Struct, structs

from tournament.event.format import PLACE_POINTS
from tournament.ledger.sheet import Sheet, SheetState
from tournament.rules.payment import NO_NET, add
from tournament.rules.table_points import Hundredths, share_places

PARTS = 300
"""The parts into which a table point is divided, so that sums are exact and fast.

Table points are whole multiples of 1/300, because at most four players share the points of their places and match
points are hundredths.
"""
Total = tuple[int | Fraction, int]
"""A sum of table points, in parts, and of scores. The parts are whole unless a mean is granted."""
NOTHING: Total = (0, 0)


class GameResult(NamedTuple):
    """One game of an evening."""

    worth: int | Fraction
    """The score, or the table points if an evening counts these."""
    place_points: Fraction
    """What the place at the table is worth in a season that counts places."""
    score: int
    table_points: Fraction


class Result(Struct, frozen=True, gc=False):
    """The result of a player in one session: at one table, or in all games of an evening.

    A struct, because an event has thousands, which are made when it is opened.
    """

    session: int
    table: int
    """The table; for several games, the last one."""
    column: int
    """0–3: the seat at the start."""
    table_points: Fraction
    parts: int | Fraction
    """The table points in units of 1/:data:`PARTS`."""
    score: int
    final: bool
    """Whether every sheet that it comes from is verified."""
    won: int = 0
    """The number of games in which no player had a higher score."""
    games: int = 1
    substitute: bool = False
    """Whether the player was a substitute. The result then counts for nobody's place."""
    by_points: bool = False
    """Whether an evening or a season counts the table points instead of the score."""
    penalties: int = 0
    """The points of the score that come from penalties."""
    granted: bool = False
    """Whether it was granted for a session that the player could not play, without a table or a hand."""
    sat_out: bool = False
    """Whether it was granted because the player sat out."""
    each: tuple[GameResult, ...] = ()
    """Each game of an evening, in the order in which they were opened; empty in an event with a draw."""

    @property
    def worth(self) -> int | Fraction:
        """The value that an evening or a season counts: the table points or the score."""
        return self.table_points if self.by_points else self.score

    def with_earlier(self, earlier: "Result") -> "Result":
        """Return this result combined with an ``earlier`` game of the same evening."""
        return structs.replace(
            self,
            table_points=self.table_points + earlier.table_points,
            parts=self.parts + earlier.parts,
            score=self.score + earlier.score,
            final=self.final and earlier.final,
            won=self.won + earlier.won,
            games=self.games + earlier.games,
            penalties=self.penalties + earlier.penalties,
            each=(*earlier.each, *self.each),
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of one session."""

    session: int
    results: Mapping[int, Result]
    """By player number; players without a recorded sheet are missing."""
    sheets: int
    """The number of sheets that count."""
    expected: int
    """The number of sheets of the session."""
    hands: int
    """The number of hands in the sheets that count."""
    final: bool
    """Whether every sheet of the session is verified."""
    by_points: bool = False
    """Whether an evening or a season counts the table points of the results instead of the scores."""


def tally(
    session: int,
    sheets: Sequence[Sheet],
    substitutes: Collection[int] = (),
    *,
    by_points: bool = False,
    of_games: bool = False,
) -> Tally:
    """Add up the ``sheets`` of one session. Every recorded sheet counts, verified or not, and a player may have
    several.

    ``substitutes`` are the numbers of the players who played it for others. With ``by_points`` an evening counts table
    points, not scores. With ``of_games`` each result also has its single games.
    """
    results: dict[int, Result] = {}
    counted = [sheet for sheet in sheets if sheet.counts]
    verified = 0
    for sheet in counted:
        final = sheet.state is SheetState.VERIFIED
        verified += final
        most = max(sheet.scores)
        fined = reduce(add, (penalty.net for penalty in sheet.penalties), NO_NET)
        placed = share_places(sheet.scores, PLACE_POINTS) if of_games else ()
        for column, number in enumerate(sheet.players):
            points = sheet.table_points[column]
            parts = points.numerator * (PARTS // points.denominator)
            score = sheet.scores[column]
            won = int(score == most)
            result = Result(
                session, sheet.table, column, points, parts, score, final, won,
                by_points=by_points, penalties=fined[column],
            )  # fmt: skip
            if of_games:
                game = GameResult(points if by_points else score, placed[column], score, points)
                result = structs.replace(result, each=(game,))
            if number in substitutes:
                result = structs.replace(result, substitute=True)
            earlier = results.get(number)
            results[number] = result if earlier is None else result.with_earlier(earlier)
    return Tally(
        session=session,
        results=results,
        sheets=len(counted),
        expected=len(sheets),
        hands=sum(sheet.played for sheet in counted),
        final=verified == len(sheets),
        by_points=by_points,
    )


def points_of(parts: int | Fraction, results: Iterable[Result]) -> Fraction:
    """Return the table points of ``parts``.

    They are shown as decimals if those of one of the ``results`` in the sum are.
    """
    decimal = any(isinstance(result.table_points, Hundredths) for result in results)
    points = Fraction(parts, PARTS)
    return Hundredths(points) if decimal else points


def add_up(before: Mapping[int, Total], session: Tally) -> Mapping[int, Total]:
    """Return the totals by player number after ``session``, given those ``before`` it; results of substitutes are left
    out."""
    totals = dict(before)
    for number, result in session.results.items():
        if result.substitute:
            continue
        parts, score = totals.get(number, NOTHING)
        totals[number] = (parts + result.parts, score + result.score)
    return totals


def running_totals(tallies: Iterable[Tally]) -> tuple[Mapping[int, Total], ...]:
    """Return the totals before the first session, after it, after the second, …: one more than ``tallies``."""
    steps: list[Mapping[int, Total]] = [{}]
    for session in tallies:
        steps.append(add_up(steps[-1], session))
    return tuple(steps)
