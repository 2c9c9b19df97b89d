"""The table of fan of a profile, prepared for fast counting.

A fan is known by its place in the table. Sets of fan are bits of one integer, and properties of fan are tuples with one
item for each place.
"""

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
"""How many results of each function of a table are cached."""
Candidate = tuple[int, int, Callable[[Any], int]]


class Partial(NamedTuple):
    """An exclusion that removes only part of a fan, or only applies beside a third fan."""

    target: int
    scope: ExclusionScope
    beside: int
    """The bit of the third fan that must be present, or 0 if none must."""


class Joined(NamedTuple):
    """The chosen joins among some chows or some pungs."""

    bits: int
    """The fan of these joins, one bit each."""
    counts: tuple[tuple[int, int], ...]
    """Each of these fan by its place, with how often it counts."""
    points: int


class FanTable:
    """The table of fan of one profile. A fan is known by its place in it."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.fans = profile.fans
        self.places = {fan.slug: place for place, fan in enumerate(self.fans)}
        self.points = tuple(fan.points for fan in self.fans)
        self._by_stage = {stage: tuple(fan for fan in self.fans if fan.stage is stage) for stage in Stage}
        self.on_hand = lru_cache(KEPT)(self._on_hand)
        """Given the traits of a hand, the place, bit and predicate of each fan that such a hand may have."""
        self.on_reading = lru_cache(KEPT)(self._on_reading)
        """The same for the traits of a reading."""
        joins = [(place, fan) for place, fan in enumerate(self.fans) if fan.stage is Stage.JOIN]
        self.joins = tuple(tuple(row for row in joins if row[1].joins == sets) for sets in range(5))
        """By the number of sets: the fan that join so many sets, each with its place."""
        self.nothing = [0] * len(self.fans)
        """The marks of a hand without any fan, to be copied."""
        self.each = tuple(fan.each for fan in self.fans)
        """For each fan, whether it counts once for each bit of its mark."""
        self.keeps = tuple(~self._excluded_whole(fan) for fan in self.fans)
        """For each fan, all bits except those of the fan that it excludes completely."""
        self.excluders = self._excluders()
        """For each fan, the places of the fan that exclude it, in ascending order, each with its exclusion."""
        self.partial = tuple(self._partial(fan) for fan in self.fans)
        self.plain = tuple(not partial for partial in self.partial)
        self.fallback = self.places[profile.fallback]
        self.bonus = self.places[profile.bonus]
        self.counted = lru_cache(KEPT)(self._counted)
        """The fan at a place as a pattern that counts a number of times."""
        self.joining = lru_cache(KEPT)(self._joining)
        """The places of the fan that join all of the given sets."""
        self.joins_among = lru_cache(KEPT)(self._joins_among)
        """All joins among the given sets, which are in ascending order, beside a pair; and the choice among them."""
        self.joined = lru_cache(KEPT)(self._joined)
        """The chosen joins among the given sets, in ascending order, beside a pair (-1 if it does not matter)."""

    def _counted(self, place: int, times: int) -> CountedPattern:
        return CountedPattern(self.fans[place], times)

    def _on_hand(self, traits: int) -> tuple[Candidate, ...]:
        return self._candidates(Stage.HAND, traits)

    def _on_reading(self, traits: int) -> tuple[Candidate, ...]:
        return self._candidates(Stage.READING, traits)

    def _candidates(self, stage: Stage, traits: int) -> tuple[Candidate, ...]:
        able = [fan for fan in self._by_stage[stage] if not fan.needs & ~traits]
        return tuple((self.places[fan.slug], 1 << self.places[fan.slug], fan.mark) for fan in able)

    def _excluded_whole(self, fan: Fan) -> int:
        whole = (ex for ex in fan.excludes if ex.scope is ExclusionScope.ALL and not ex.beside)
        return sum(1 << self.places[exclusion.slug] for exclusion in whole)

    def _excluders(self) -> list[list[tuple[int, Exclusion]]]:
        excluders: list[list[tuple[int, Exclusion]]] = [[] for _ in self.fans]
        for place, fan in enumerate(self.fans):
            for exclusion in fan.excludes:
                excluders[self.places[exclusion.slug]].append((place, exclusion))
        return excluders

    def _partial(self, fan: Fan) -> tuple[Partial, ...]:
        return tuple(self._as_partial(ex) for ex in fan.excludes if self._is_partial(ex))

    def _is_partial(self, exclusion: Exclusion) -> bool:
        """Return whether an exclusion must be applied in part.

        That is never so for joins of the same sets, since the choice among joins already leaves them out.
        """
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
    """Return the places of every two or more of ``sets`` sets, each time also as bits."""
    chosen = (places for size in range(2, sets + 1) for places in combinations(range(sets), size))
    return tuple((places, sum(1 << place for place in places)) for places in chosen)
