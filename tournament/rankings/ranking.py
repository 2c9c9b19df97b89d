"""The ranking over many events on a day: who is ranked, by which of their results, and where each number comes from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import assert_never

from tournament.rankings.rules import Combination, RankingPart, RankingRules


@dataclass(frozen=True, slots=True)
class RankedPerson:
    """A player of several events, who is the same in all of them."""

    id: str
    """What identifies them: a number of their federation, or a name."""
    name: str
    country: str = ""
    """ISO 3166 alpha-2; empty if it is not known."""
    number: str = ""
    """Of their federation."""


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The place of one person in an event."""

    person: RankedPerson
    place: int


@dataclass(frozen=True, slots=True)
class EventPlaces:
    """An event with its final places."""

    id: str
    """What identifies it: two files with the same id have the same event."""
    name: str
    game: str
    """What is played, such as ``mcr`` or ``riichi``: each game has its own ranking."""
    ended: date
    days: int
    players: int
    """As many count for its weight; the value of a place depends on the number of ``places`` alone."""
    countries: int
    places: tuple[EventPlace, ...]
    championship: bool = False
    weight: Fraction | None = None
    """If its federation or league has fixed it; else None, and the rules say how much it weighs."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One result of a player, as the ranking counts it."""

    event: EventPlaces
    place: int
    value: Fraction
    """Of the place."""
    weight: Fraction
    """Of the event."""
    factor: Fraction
    """By its age."""

    @property
    def effective(self) -> Fraction:
        """The weight of the event as it is today."""
        return self.weight * self.factor


@dataclass(frozen=True, slots=True)
class PartValue:
    """One part of a player's value, with the results from which it is made."""

    part: RankingPart
    results: tuple[Counted, ...]
    filled: int
    """How many results of value 0 and weight 1 were added."""
    sum: Fraction
    """The values times their weights."""
    weight: Fraction
    """The weights together."""
    value: Fraction


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A player in the ranking."""

    rank: int | None
    """None if they have too few results."""
    person: RankedPerson
    value: Fraction
    parts: tuple[PartValue, ...]
    results: tuple[Counted, ...]
    """All that are not too old, the best first."""


@dataclass(frozen=True, slots=True)
class CountryRow:
    """A country in the ranking of countries."""

    rank: int
    country: str
    value: Fraction
    people: tuple[RankedPerson, ...]
    """Its best players, whose values make its own."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking on a day."""

    day: date
    rules: RankingRules
    rows: tuple[RankingRow, ...]
    """The ranked players by rank, then the others by value; equal ones by name."""
    countries: tuple[CountryRow, ...]


def rank_events(events: Iterable[EventPlaces], rules: RankingRules, day: date) -> Ranking:
    """Return the ranking by ``rules`` on ``day``; events that end later do not count yet."""
    people: dict[str, RankedPerson] = {}
    found: defaultdict[str, list[Counted]] = defaultdict(list)
    for event in sorted((each for each in events if each.ended <= day), key=lambda each: each.ended):
        factor = rules.factor(event.ended, day)
        weight = _weight(event, rules)
        sharing = Counter(placed.place for placed in event.places)
        for placed in event.places:
            people[placed.person.id] = placed.person  # as they are called in the last event
            if factor and (placed.person.number or not rules.numbered_only):
                value = rules.value.of(placed.place, len(event.places), sharing[placed.place])
                found[placed.person.id].append(Counted(event, placed.place, value, weight, factor))
    rows = [_row(people[id], results, rules) for id, results in found.items()]
    ranked = _ranked([row for row in rows if len(row.results) >= rules.least_results])
    others = [row for row in rows if len(row.results) < rules.least_results]
    others.sort(key=lambda row: (-row.value, row.person.name, row.person.id))
    return Ranking(day, rules, (*ranked, *others), _countries(ranked, rules))


def _weight(event: EventPlaces, rules: RankingRules) -> Fraction:
    if event.weight is not None:
        return event.weight
    return rules.weight.of(
        days=event.days, players=event.players, countries=event.countries, championship=event.championship
    )


def _row(person: RankedPerson, results: list[Counted], rules: RankingRules) -> RankingRow:
    """Return a row without a rank.

    Of results of equal value the one that weighs more counts first, then the later one: the rules of MERS leave open
    which of them does.
    """
    results.sort(key=lambda each: (-each.value, -each.effective, -each.event.ended.toordinal(), each.event.name))
    parts = tuple(_part(part, results, rules.combination) for part in rules.parts)
    value = sum((each.part.share * each.value for each in parts), Fraction(0))
    return RankingRow(None, person, value, parts, tuple(results))


def _part(part: RankingPart, results: Sequence[Counted], combination: Combination) -> PartValue:
    counted = tuple(results[: part.count_of(len(results))])
    filled = max(0, part.best - len(counted)) if part.filled else 0
    total = sum((each.value * each.effective for each in counted), Fraction(0))
    weight = sum((each.effective for each in counted), Fraction(filled))
    match combination:
        case Combination.MEAN:
            value = total / weight if weight else Fraction(0)
        case Combination.SUM:
            value = total
        case _:
            assert_never(combination)
    return PartValue(part, counted, filled, total, weight, value)


def _ranked(rows: list[RankingRow]) -> list[RankingRow]:
    rows.sort(key=lambda row: (-row.value, row.person.name, row.person.id))
    ranks: dict[Fraction, int] = {}
    for number, row in enumerate(rows, 1):
        ranks.setdefault(row.value, number)
    return [RankingRow(ranks[row.value], row.person, row.value, row.parts, row.results) for row in rows]


def _countries(ranked: Sequence[RankingRow], rules: RankingRules) -> tuple[CountryRow, ...]:
    best: defaultdict[str, list[RankingRow]] = defaultdict(list)
    for row in ranked:
        if row.person.country and len(best[row.person.country]) < rules.country_best:
            best[row.person.country].append(row)
    values: Mapping[str, Fraction] = {
        country: sum((row.value for row in rows), Fraction(0)) / rules.country_best for country, rows in best.items()
    }
    order = sorted(values, key=lambda country: (-values[country], country))
    ranks: dict[Fraction, int] = {}
    for number, country in enumerate(order, 1):
        ranks.setdefault(values[country], number)
    return tuple(
        CountryRow(ranks[values[country]], country, values[country], tuple(row.person for row in best[country]))
        for country in order
    )
