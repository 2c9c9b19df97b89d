"""Each player's progress through a season, evening by evening."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.format import SeasonRules
from tournament.standings.season import counted_evenings, places, worths
from tournament.standings.tally import Result, Tally


@dataclass(frozen=True, slots=True)
class CourseStep:
    """One evening in which a player took part."""

    session: int
    result: Result
    """All games of the evening together."""
    counted: bool
    """Whether this evening is among those that count after the last one."""
    worth: Fraction
    """The value by which the player was ranked after the evening."""
    rank: int | None
    """The place after it; None while too few evenings were played."""


def courses(tallies: Sequence[Tally], rules: SeasonRules) -> dict[int, tuple[CourseStep, ...]]:
    """Return the course of every player, by number, through the evenings of ``tallies`` from the first on."""
    results: dict[int, dict[int, Result]] = {}
    after: list[tuple[int, Mapping[int, tuple[Fraction, int | None]]]] = []
    for tally in tallies:
        for number, result in tally.results.items():
            results.setdefault(number, {})[tally.session] = result
        after.append((tally.session, _ranks(results, tally.results, rules)))
    return {number: tuple(_steps(number, own, after, rules)) for number, own in results.items()}


def _ranks(
    results: Mapping[int, Mapping[int, Result]], playing: Iterable[int], rules: SeasonRules
) -> dict[int, tuple[Fraction, int | None]]:
    """Return the value and place of each player of this evening, among all who have played so far."""
    all_worths = worths(results, rules)
    place = places(all_worths.values(), rules)
    return {
        number: (own.worth, place[own.worth] if own.is_ranked(rules) else None)
        for number in playing
        for own in (all_worths[number],)
    }


def _steps(
    number: int,
    own: Mapping[int, Result],
    after: Iterable[tuple[int, Mapping[int, tuple[Fraction, int | None]]]],
    rules: SeasonRules,
) -> Iterable[CourseStep]:
    counted = counted_evenings(own, rules)
    for session, ranks in after:
        if session in own:
            worth, rank = ranks[number]
            yield CourseStep(session, own[session], session in counted, worth, rank)
