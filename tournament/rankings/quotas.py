"""The seats of a championship for each country, by the ranking of its players; each seat with its reason."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from tournament.rankings.ranking import Ranking, RankingRow
from tournament.rankings.rules import QuotaRules


class SeatReason(StrEnum):
    """Why a country has a seat, in the order in which seats are given; the value is its name in JSON."""

    MEMBER = "member"
    """Each member country has one."""
    ABOVE = "above"
    """It has a player above the threshold."""
    BEST = "best"
    """It is one of the best in the ranking of the countries."""
    SHARE = "share"
    """By its share of the players, and of those above the threshold."""
    REDISTRIBUTED = "redistributed"
    """Another country gave it back, and it is the next in the ranking of the countries."""


@dataclass(frozen=True, slots=True)
class SeatGiven:
    """One seat that a country was given."""

    country: str
    reason: SeatReason
    count: int = 0
    """Of a seat by share: the how many-th of them it is."""
    held: int = 0
    """Of a seat by share: how many of them the country had before."""


@dataclass(frozen=True, slots=True)
class CountryQuota:
    """A country with its seats."""

    place: int
    """In the order of the countries, from 1; equal ones are in the order of their codes."""
    country: str
    value: Fraction
    """In the ranking of the countries; 0 without a ranked player."""
    players: int
    """Who are ranked."""
    above: int
    """Of them, those above the threshold."""
    share: Fraction
    """Of the seats that are given by share; those of all countries together are 1."""
    limit: int
    """The most seats that it can have."""
    given_back: int
    """Seats above the limit."""
    seats: int


@dataclass(frozen=True, slots=True)
class Quotas:
    """The seats of a championship."""

    total: int
    mean: Fraction
    """Of the values of all ranked players of the member countries."""
    rows: tuple[CountryQuota, ...]
    """The best country first."""
    given: tuple[SeatGiven, ...]
    """All seats in the order in which they were given, among them those given back."""
    left: int
    """Seats that nobody can have, since every country has reached its limit."""


def quotas(ranking: Ranking, rules: QuotaRules, total: int) -> Quotas:
    """Return who has how many of ``total`` seats, by ``rules``.

    Source: “Basics for EMA Quotas”; that the seats by share are given one at a time was decided by the General Assembly
    of 2019.
    """
    ranked: dict[str, list[RankingRow]] = {}
    for row in ranking.rows:
        if row.rank is not None and row.person.country and rules.is_member(row.person.country):
            ranked.setdefault(row.person.country, []).append(row)
    values = {row.country: row.value for row in ranking.countries}
    order = sorted({*ranked, *rules.members}, key=lambda country: (-values.get(country, Fraction(0)), country))
    all_values = [row.value for row in chain.from_iterable(ranked.values())]
    mean = sum(all_values, Fraction(0)) / max(len(all_values), 1)
    players = {country: len(ranked.get(country, ())) for country in order}
    above = {country: _over(ranked.get(country, ()), rules.above) for country in order}
    shares = _shares(players, above)
    limits = {country: max(1, _over(ranked.get(country, ()), mean)) for country in order}

    fixed = list(_fixed(order, above, rules.best))[:total]
    by_share = list(_by_share(order, shares, total - len(fixed)))
    before = Counter(seat.country for seat in (*fixed, *by_share))
    kept = Counter({country: min(before[country], limits[country]) for country in order})
    again = list(_redistributed(order, limits, kept, total - kept.total()))
    held = kept + Counter(seat.country for seat in again)
    rows = tuple(
        CountryQuota(
            place, country, values.get(country, Fraction(0)), players[country], above[country], shares[country],
            limits[country], before[country] - kept[country], held[country],
        )
        for place, country in enumerate(order, 1)
    )  # fmt: skip
    return Quotas(total, mean, rows, (*fixed, *by_share, *again), total - held.total())


def _over(rows: Iterable[RankingRow], threshold: Fraction) -> int:
    return sum(row.value > threshold for row in rows)


def _shares(players: Mapping[str, int], above: Mapping[str, int]) -> dict[str, Fraction]:
    """The mean of the share of players and of that of players above the threshold, if there are any."""
    counted = [counts for counts in (players, above) if sum(counts.values())]
    return {
        country: sum((Fraction(counts[country], sum(counts.values())) for counts in counted), Fraction(0))
        / max(len(counted), 1)
        for country in players
    }


def _fixed(order: Sequence[str], above: Mapping[str, int], best: int) -> Iterator[SeatGiven]:
    yield from (SeatGiven(country, SeatReason.MEMBER) for country in order)
    yield from (SeatGiven(country, SeatReason.ABOVE) for country in order if above[country])
    yield from (SeatGiven(country, SeatReason.BEST) for country in order[:best])


def _by_share(order: Sequence[str], shares: Mapping[str, Fraction], seats: int) -> Iterator[SeatGiven]:
    """Each seat goes to the country that lacks most of its share of as many seats; of equal ones to the better one."""
    held: Counter[str] = Counter()
    if not any(shares.values()):
        return
    for count in range(1, seats + 1):
        country = max(order, key=lambda each: shares[each] * count - held[each])
        yield SeatGiven(country, SeatReason.SHARE, count, held[country])
        held[country] += 1


def _redistributed(
    order: Sequence[str], limits: Mapping[str, int], kept: Mapping[str, int], seats: int
) -> Iterator[SeatGiven]:
    """One seat at a time down the ranking of the countries, past those at their limits, and again from the top."""
    rounds = max((limits[country] - kept[country] for country in order), default=0)
    free = (
        SeatGiven(country, SeatReason.REDISTRIBUTED)
        for turn in range(1, rounds + 1)
        for country in order
        if kept[country] + turn <= limits[country]
    )
    yield from (seat for seat, _ in zip(free, range(seats), strict=False))
