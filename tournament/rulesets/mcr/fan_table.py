"""The table of a profile prepared for counting: bits and arrays with one place for each fan."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from tournament.rules.pattern import Exclusion, ExclusionScope, Stage
from tournament.rules.score import CountedPattern
from tournament.rules.selection import Choice, Join, choose
from tournament.rulesets.mcr.facts import JoinFacts
from tournament.rulesets.mcr.fans import Fan
from tournament.rulesets.mcr.profiles import Profile

KEPT = 1 << 13
Asked = tuple[int, int, Callable[[Any], int]]


class Partial(NamedTuple):
    """An exclusion that removes only a part of a fan, or depends on a third one."""

    target: int
    scope: ExclusionScope
    beside: int
    """The bit of the third fan that must be present, or 0."""


class Joined(NamedTuple):
    """The chosen joins of some chows or pungs."""

    bits: int
    """Which fans, one bit each."""
    counts: tuple[tuple[int, int], ...]
    """Fan and count."""
    points: int


class FanTable:
    """The table of one profile; a fan is known by its place in it."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.fans = profile.fans
        self.places = {fan.slug: place for place, fan in enumerate(self.fans)}
        self.points = tuple(fan.points for fan in self.fans)
        self._by_stage = {stage: tuple(fan for fan in self.fans if fan.stage is stage) for stage in Stage}
        self.on_hand = lru_cache(KEPT)(self._on_hand)
        """The place, bit and predicate of the fan that a hand with these traits may have."""
        self.on_reading = lru_cache(KEPT)(self._on_reading)
        """The same for a reading."""
        joins = [(place, fan) for place, fan in enumerate(self.fans) if fan.stage is Stage.JOIN]
        self.joins = tuple(tuple(row for row in joins if row[1].joins == sets) for sets in range(5))
        """For each number of sets the fan that join so many, and their places."""
        self.nothing = [0] * len(self.fans)
        """The marks of a hand without any fan; to be copied."""
        self.each = tuple(fan.each for fan in self.fans)
        """Whether the count is the number of bits of the mark."""
        self.keeps = tuple(~self._struck(fan) for fan in self.fans)
        """For each fan, every bit but those of the fans that it excludes whole."""
        self.strikers = self._strikers()
        """For each fan the places of those that exclude it, ascending, with how they do."""
        self.partial = tuple(self._partial(fan) for fan in self.fans)
        self.plain = tuple(not partial for partial in self.partial)
        self.fallback = self.places[profile.fallback]
        self.bonus = self.places[profile.bonus]
        self.counted = lru_cache(KEPT)(self._counted)
        """The fan at a place, counted so many times."""
        self.joining = lru_cache(KEPT)(self._joining)
        """The places of the fan that join all of these sets."""
        self.joins_among = lru_cache(KEPT)(self._joins_among)
        """Every fan that joins some of these sets (in ascending order, beside a pair), and the choice among them."""
        self.joined = lru_cache(KEPT)(self._joined)
        """The chosen joins of sets in ascending order, beside a pair (-1 when it does not matter)."""

    def _counted(self, place: int, times: int) -> CountedPattern:
        return CountedPattern(self.fans[place], times)

    def _on_hand(self, traits: int) -> tuple[Asked, ...]:
        return self._asked(Stage.HAND, traits)

    def _on_reading(self, traits: int) -> tuple[Asked, ...]:
        return self._asked(Stage.READING, traits)

    def _asked(self, stage: Stage, traits: int) -> tuple[Asked, ...]:
        able = [fan for fan in self._by_stage[stage] if not fan.needs & ~traits]
        return tuple((self.places[fan.slug], 1 << self.places[fan.slug], fan.mark) for fan in able)

    def _struck(self, fan: Fan) -> int:
        whole = (ex for ex in fan.excludes if ex.scope is ExclusionScope.ALL and not ex.beside)
        return sum(1 << self.places[exclusion.slug] for exclusion in whole)

    def _strikers(self) -> list[list[tuple[int, Exclusion]]]:
        strikers: list[list[tuple[int, Exclusion]]] = [[] for _ in self.fans]
        for place, fan in enumerate(self.fans):
            for exclusion in fan.excludes:
                strikers[self.places[exclusion.slug]].append((place, exclusion))
        return strikers

    def _partial(self, fan: Fan) -> tuple[Partial, ...]:
        return tuple(self._as_partial(ex) for ex in fan.excludes if self._is_partial(ex))

    def _is_partial(self, exclusion: Exclusion) -> bool:
        """Joins of the same sets never need it: the choice among joins leaves them out."""
        target = self.fans[self.places[exclusion.slug]]
        return bool(exclusion.beside) or (exclusion.scope is not ExclusionScope.ALL and target.stage is not Stage.JOIN)

    def _as_partial(self, exclusion: Exclusion) -> Partial:
        beside = 1 << self.places[exclusion.beside] if exclusion.beside else 0
        return Partial(self.places[exclusion.slug], exclusion.scope, beside)

    def _joins_among(self, sets: tuple[int, ...], pair: int) -> tuple[tuple[Join, ...], Choice]:
        found = []
        for places, bits in _subsets(len(sets)):
            facts = JoinFacts(tuple([sets[place] for place in places]), pair if len(places) == 4 else -1)
            found += [Join(place, self.points[place], bits) for place in self.joining(facts)]
        return tuple(found), choose(found)

    def _joining(self, facts: JoinFacts) -> tuple[int, ...]:
        return tuple([place for place, fan in self.joins[len(facts.sets)] if fan.mark(facts)])

    def _joined(self, sets: tuple[int, ...], pair: int) -> Joined:
        counts: dict[int, int] = {}
        for join in self.joins_among(sets, pair)[1]:
            counts[join.pattern] = counts.get(join.pattern, 0) + 1
        bits = sum(1 << place for place in counts)
        return Joined(bits, tuple(counts.items()), sum(self.points[place] * n for place, n in counts.items()))


@lru_cache(8)
def _subsets(sets: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The places of every two or more of ``sets`` sets, also as bits."""
    chosen = (places for size in range(2, sets + 1) for places in combinations(range(sets), size))
    return tuple((places, sum(1 << place for place in places)) for places in chosen)
