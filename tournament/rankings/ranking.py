"""The ranking over many events on a day: who is ranked, by which of their results, and where each number comes from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import lcm
from operator import attrgetter, itemgetter
from typing import NamedTuple, assert_never

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
    return RankedSeason(events, rules, day).ranking()


class _Entry(NamedTuple):
    """What one event says of a person."""

    order: tuple[object, ...]
    """Their results are counted in this order.

    Of results of equal value the one that weighs more counts first, then the later one: the rules of MERS leave open
    which of them does.
    """
    person: RankedPerson
    last: tuple[date, str]
    """A person is called as in the last of their events."""
    counted: Counted | None
    """None if it does not count."""


class RankedSeason:
    """The ranking of events that may change: only the people of a changed event are computed again."""

    def __init__(self, events: Iterable[EventPlaces], rules: RankingRules, day: date) -> None:
        self._rules, self._day = rules, day
        self._values: dict[tuple[int, int, int], tuple[tuple[int, Fraction], Fraction]] = {}
        """The value of a place, and how it is ordered, by place, players, and how many share it."""
        self._events: dict[str, EventPlaces] = {}
        self._entries: defaultdict[str, dict[tuple[str, int], _Entry]] = defaultdict(dict)
        """By person, then by event and number in its list."""
        self._rows: dict[str, RankingRow] = {}
        """Without a rank."""
        self._stale: set[str] = set()
        """Whose row is to be computed again."""
        for event in events:
            self.add(event)

    def add(self, event: EventPlaces) -> None:
        """Count ``event``, in place of the one with its id if there is one."""
        self.remove(event.id)
        factor, weight = self._rules.factor(event.ended, self._day), _weight(event, self._rules)
        if event.ended > self._day or not factor:
            return
        self._events[event.id] = event
        effective = _descending(weight * factor)
        sharing, players = Counter(placed.place for placed in event.places), len(event.places)
        last, ended = (event.ended, event.id), -event.ended.toordinal()
        for number, placed in enumerate(event.places):
            person = placed.person
            counted: Counted | None = None
            order: tuple[object, ...] = ()
            if person.number or not self._rules.numbered_only:
                place = placed.place, players, sharing[placed.place]
                if place not in self._values:
                    worth = self._rules.value.of(*place)
                    self._values[place] = _descending(worth), worth
                descending, value = self._values[place]
                counted = Counted(event, placed.place, value, weight, factor)
                order = descending, effective, ended, event.name
            self._entries[person.id][event.id, number] = _Entry(order, person, last, counted)
            self._stale.add(person.id)

    def remove(self, id: str) -> None:
        """Count the event with this id no more; nothing happens if it does not count."""
        event = self._events.pop(id, None)
        for number, placed in enumerate(event.places if event is not None else ()):
            del self._entries[placed.person.id][id, number]
            self._stale.add(placed.person.id)

    def ranking(self) -> Ranking:
        """Return the ranking of the events as they are now."""
        for id in self._stale:
            self._rows.pop(id, None)
            entries = [each for each in self._entries[id].values() if each.counted is not None]
            if entries:
                entries.sort(key=itemgetter(0))
                person = max(self._entries[id].values(), key=attrgetter("last")).person
                self._rows[id] = _row(person, tuple(filter(None, (each.counted for each in entries))), self._rules)
        self._stale.clear()
        rows, least = self._rows.values(), self._rules.least_results
        ranked = _ranked([row for row in rows if len(row.results) >= least])
        others = sorted((row for row in rows if len(row.results) < least), key=_order_of_row)
        return Ranking(self._day, self._rules, (*ranked, *others), _countries(ranked, self._rules))


def _descending(value: Fraction) -> tuple[int, Fraction]:
    """Something that sorts as ``-value`` and is compared faster: integers that only rarely are equal for two values."""
    return -((value.numerator << 64) // value.denominator), -value


def _order_of_row(row: RankingRow) -> tuple[tuple[int, Fraction], str, str]:
    return _descending(row.value), row.person.name, row.person.id


def _weight(event: EventPlaces, rules: RankingRules) -> Fraction:
    if event.weight is not None:
        return event.weight
    return rules.weight.of(
        days=event.days, players=event.players, countries=event.countries, championship=event.championship
    )


def _row(person: RankedPerson, results: tuple[Counted, ...], rules: RankingRules) -> RankingRow:
    """Return a row without a rank; ``results`` are in the order in which they count."""
    parts = tuple(_part(part, results, rules.combination) for part in rules.parts)
    value = sum((each.part.share * each.value for each in parts), Fraction(0))
    return RankingRow(None, person, value, parts, results)


def _part(part: RankingPart, results: Sequence[Counted], combination: Combination) -> PartValue:
    counted = tuple(results[: part.count_of(len(results))])
    filled = max(0, part.best - len(counted)) if part.filled else 0
    # Sums over one denominator are several times as fast as sums of fractions.
    values = [each.value for each in counted]
    weights = [(each.weight.numerator * each.factor.numerator, each.weight.denominator * each.factor.denominator)
               for each in counted]  # fmt: skip
    below_value, below_weight = lcm(*(each.denominator for each in values)), lcm(*(below for _above, below in weights))
    whole = [above * (below_weight // below) for above, below in weights]
    points = sum(value.numerator * (below_value // value.denominator) * heavy
                 for value, heavy in zip(values, whole, strict=True))  # fmt: skip
    total = Fraction(points, below_value * below_weight)
    weight = Fraction(sum(whole), below_weight) + filled
    match combination:
        case Combination.MEAN:
            value = total / weight if weight else Fraction(0)
        case Combination.SUM:
            value = total
        case _:
            assert_never(combination)
    return PartValue(part, counted, filled, total, weight, value)


def _ranked(rows: list[RankingRow]) -> list[RankingRow]:
    rows.sort(key=_order_of_row)
    ranked: list[RankingRow] = []
    for number, row in enumerate(rows, 1):
        shared = bool(ranked) and ranked[-1].value == row.value
        rank = ranked[-1].rank if shared else number
        ranked.append(RankingRow(rank, row.person, row.value, row.parts, row.results))
    return ranked


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
