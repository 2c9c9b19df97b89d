"""Points granted for the sessions that a player could not play, because they joined later or sat out.

The event chooses a rule for each (:class:`~tournament.event.settings.GrantedPoints`; docs/rules.md, "Players who join
late" and "Sitting out").
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from typing import assert_never

from msgspec import structs

from tournament.event.settings import FixedPoints, GrantedPoints, Settings
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
    sat_out: bool = False
    """Whether they sat out; otherwise they had not joined yet."""


def grants_of(
    settings: Settings, missed: Mapping[int, Collection[int]], sat_out: Mapping[int, Collection[int]]
) -> tuple[Grants, Grants]:
    """Return what ``settings`` grant to late players and to those who sat out, with their sessions by number."""
    turns = settings.sit_out_points or GrantedPoints.NOTHING
    return (
        Grants(settings.late_points, settings.late_fixed, missed),
        Grants(turns, settings.sit_out_fixed, sat_out, sat_out=True),
    )


def with_granted(tallies: Sequence[Tally], all_grants: Sequence[Grants]) -> Sequence[Tally]:
    """Return ``tallies`` with the granted results added. They must be those of all sessions from the first on."""
    granted: dict[int, dict[int, Result]] = {}
    for grants in all_grants:
        if grants.rule is GrantedPoints.NOTHING:
            continue
        for number, sessions in grants.missed.items():
            model = _granted(number, tallies, grants)
            if model is not None:
                for session in sessions:
                    granted.setdefault(session, {})[number] = structs.replace(model, session=session)
    if not granted:
        return tallies
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
    return Result(0, 0, 0, points, points * PARTS, score, final=True, games=0, granted=True, sat_out=grants.sat_out)


def _rounded(mean: Fraction) -> int:
    """Return ``mean`` rounded to a whole number, halves away from zero."""
    whole = (2 * abs(mean.numerator) + mean.denominator) // (2 * mean.denominator)
    return whole if mean >= 0 else -whole


def granted_text(standings: Standings, settings: Settings) -> Text | None:
    """Return the note that explains the mark after a name, for the foot of a list; None if nobody has the mark."""
    granted = [result for row in standings.rows for result in row.results.values() if result.granted]
    texts = []
    if not all(result.sat_out for result in granted):
        texts.append(_late_note(settings.late_points))
    if any(result.sat_out for result in granted):
        texts.append(_sat_out_note(settings.sit_out_points or GrantedPoints.NOTHING))
    found = [text for text in texts if text is not None]
    return reduce(lambda one, other: mark("{one} {other}", one=one, other=other), found) if found else None


def _sat_out_note(rule: GrantedPoints) -> Text | None:
    match rule:
        case GrantedPoints.NOTHING:
            return None
        case GrantedPoints.AVERAGE:
            return mark("* Sat out: such a session counts as the average of their own.")
        case GrantedPoints.FIXED:
            return mark("* Sat out: such a session counts as fixed points.")
        case _:
            assert_never(rule)


def _late_note(rule: GrantedPoints) -> Text | None:
    match rule:
        case GrantedPoints.NOTHING:
            return None
        case GrantedPoints.AVERAGE:
            return mark("* Joined late: earlier sessions count as the average of their own.")
        case GrantedPoints.FIXED:
            return mark("* Joined late: earlier sessions count as fixed points.")
        case _:
            assert_never(rule)
