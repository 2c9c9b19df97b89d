"""Points granted for the sessions that a player could not play, because they joined later.

The event chooses the rule (:class:`~tournament.event.settings.GrantedPoints`; docs/rules.md, "Players who join late").
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from tournament.event.settings import FixedPoints, GrantedPoints
from tournament.language import Text, mark
from tournament.standings.ranking import Standings
from tournament.standings.tally import PARTS, Result, Tally, points_of


@dataclass(frozen=True, slots=True)
class Grants:
    """Who is granted points, for which sessions, and how many."""

    rule: GrantedPoints
    fixed: FixedPoints
    missed: Mapping[int, Collection[int]]
    """By number of the player: the sessions that they could not play."""


def with_granted(tallies: Sequence[Tally], grants: Grants) -> Sequence[Tally]:
    """Return ``tallies`` with the granted results added. They must be those of all sessions from the first on."""
    if grants.rule is GrantedPoints.NOTHING or not grants.missed:
        return tallies
    granted: dict[int, dict[int, Result]] = {}
    for number, sessions in grants.missed.items():
        model = _granted(number, tallies, grants)
        if model is not None:
            for session in sessions:
                granted.setdefault(session, {})[number] = replace(model, session=session)
    return [
        replace(tally, results={**tally.results, **granted[tally.session]}) if tally.session in granted else tally
        for tally in tallies
    ]


def _granted(number: int, tallies: Sequence[Tally], grants: Grants) -> Result | None:
    """Return what player ``number`` gets for each session that they could not play; None if they get nothing yet."""
    match grants.rule:
        case GrantedPoints.NOTHING:
            return None
        case GrantedPoints.FIXED:
            points, score = grants.fixed.exact, grants.fixed.score
        case GrantedPoints.AVERAGE:
            found = (tally.results.get(number) for tally in tallies)
            own = [result for result in found if result is not None and not result.substitute]
            if not own:
                return None
            points = points_of(Fraction(sum(result.parts for result in own), len(own)), own)
            score = _rounded(Fraction(sum(result.score - result.penalties for result in own), len(own)))
        case _:
            assert_never(grants.rule)
    return Result(0, 0, 0, points, points * PARTS, score, final=True, games=0, granted=True)


def _rounded(mean: Fraction) -> int:
    """Return ``mean`` rounded to a whole number, halves away from zero."""
    whole = (2 * abs(mean.numerator) + mean.denominator) // (2 * mean.denominator)
    return whole if mean >= 0 else -whole


def granted_text(standings: Standings, rule: GrantedPoints) -> Text | None:
    """Return the note that explains the mark after a name, for the foot of a list; None if nobody has the mark."""
    if not any(row.granted for row in standings.rows):
        return None
    match rule:
        case GrantedPoints.NOTHING:
            return None
        case GrantedPoints.AVERAGE:
            return mark("* Joined late: earlier sessions count as the average of their own.")
        case GrantedPoints.FIXED:
            return mark("* Joined late: earlier sessions count as fixed points.")
        case _:
            assert_never(rule)
