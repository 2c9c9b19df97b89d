"""The explanation of a hand: each fan with its tiles, and what is present but not counted, with the reason."""

from tournament.hand.elements import CHOW, tiles_of
from tournament.hand.hand import Hand
from tournament.hand.readings import PAIR, WHOLE, Reading, Shape, readings
from tournament.rules.explanation import Explanation, Group, Instance, LeftOut, Present, ReadAs, Reason
from tournament.rules.pattern import Exclusion, ExclusionScope, MarkKind
from tournament.rules.score import NotComplete
from tournament.rules.selection import Choice, Join, repeats
from tournament.rulesets.mcr.facts import WaitKind
from tournament.rulesets.mcr.fan_table import FanTable
from tournament.rulesets.mcr.fans import Fan
from tournament.rulesets.mcr.profiles import Profile
from tournament.rulesets.mcr.scoring import (
    Counting,
    count,
    dearest,
    fan_table_of,
    look_at_hand,
    preference,
    score_of,
)
from tournament.tiles.packed import KNITTED, kinds_in
from tournament.tiles.tile import TILES

_WAITS = {WaitKind.EDGE: "edge-wait", WaitKind.CLOSED: "closed-wait", WaitKind.SINGLE: "single-wait"}
"""The fan of each wait."""


def explain(hand: Hand, *, profile: Profile | str = "mcr") -> Explanation:
    """Count a hand and explain the result. Raise :class:`NotComplete` if it is not a winning hand."""
    fan_table = fan_table_of(profile)
    marked = look_at_hand(fan_table, hand)
    counted = [count(fan_table, marked, reading) for reading in readings(hand)]
    best = dearest(fan_table, counted)
    if best is None:
        raise NotComplete
    others = [counting for counting in counted if counting.reading != best.reading]
    others.sort(key=lambda counting: preference(fan_table, counting))
    return _Explainer(fan_table, hand, best).explanation(others)


class _Explainer:
    """Explains a hand by its best reading."""

    def __init__(self, fan_table: FanTable, hand: Hand, best: Counting) -> None:
        self.fan_table, self.hand, self.best = fan_table, hand, best
        self.groups = groups_of(self.hand, best.reading)
        self.candidates = [*self._joins(chows=True), *self._joins(chows=False)]

    def explanation(self, others: list[Counting]) -> Explanation:
        score = score_of(self.fan_table, self.best)
        return Explanation(
            score,
            read_as(self.fan_table, self.hand, self.best),
            tuple(self._counted()),
            (*self._excluded(), *self._joins_left_out(), *self._waits_left_out()),
            tuple(read_as(self.fan_table, self.hand, other) for other in others),
        )

    def _joins(self, *, chows: bool) -> list[tuple[list[Join], Choice]]:
        """Return the joins that are present among the chows or among the pungs, and the choice among them.

        Their sets are places in the reading, not in the sorted sets from which joins are found.
        """
        if self.best.reading.shape > Shape.KNITTED_STRAIGHT:
            return []
        own = [(element, place) for place, element in enumerate(self.best.facts.sets) if (element >= CHOW) is chows]
        own.sort()
        sets = [element for element, _ in own]
        pair = self.best.facts.pair if len(sets) == 4 else -1
        found, choice = self.fan_table.joins_among(tuple(sets), pair)
        moved = {join: Join(join.pattern, join.points, _moved(join.sets, own)) for join in found}
        return [(list(moved.values()), tuple(moved[join] for join in choice))]

    def _counted(self) -> list[Present]:
        marks, bonus = self.best.marks, self.fan_table.bonus
        counted = [*_places(self.best.kept), bonus] if marks[bonus] else _places(self.best.kept)
        return [Present(self.fan_table.fans[place], tuple(self._instances(place, marks[place]))) for place in counted]

    def _instances(self, place: int, mark: int) -> list[Instance]:
        """Return the tiles of each count of the fan at ``place`` with this ``mark``."""
        fan = self.fan_table.fans[place]
        if fan.joins:
            chosen = [join for _, choice in self.candidates for join in choice if join.pattern == place]
            return [self._sets(join.sets) for join in chosen]
        if fan.made is MarkKind.NUMBER:
            return [()] * mark
        if fan.made is MarkKind.HAND:
            return [()]
        if not fan.each:
            return [self._groups(fan, mark)]
        return [self._groups(fan, bit) for bit in _bits(mark)]

    def _groups(self, fan: Fan, mark: int) -> Instance:
        if fan.made is MarkKind.TILES:
            return tuple((TILES[kind],) * 4 for kind in kinds_in(mark))
        return self._sets(mark)

    def _sets(self, places: int) -> Instance:
        return tuple([self.groups[place] for place in _places(places)])

    def _excluded(self) -> list[LeftOut]:
        """Return the fan that are present but excluded by one that counts."""
        found = []
        for place in _places(self.best.present):
            fan, lost = self.fan_table.fans[place], self._lost(place)
            for mark in _bits(lost) if fan.each and not fan.joins else [lost] * bool(lost):
                by = self._excluder(place, mark)
                found += [LeftOut(fan, instance, Reason.IMPLIED, by) for instance in self._instances(place, mark)]
        return found

    def _lost(self, place: int) -> int:
        """Return the part of a fan's mark that does not count."""
        kept = self.best.marks[place] if self.best.kept >> place & 1 else 0
        return self.best.all_marks[place] & ~int(kept)

    def _excluder(self, place: int, mark: int) -> Fan | None:
        """Return the first fan that counts and excludes the part ``mark`` of the fan at ``place``."""
        for excluder, exclusion in self.fan_table.excluders[place]:
            if self.best.kept >> excluder & 1 and self._applies(exclusion, excluder, mark):
                return self.fan_table.fans[excluder]
        return None

    def _applies(self, exclusion: Exclusion, excluder: int, mark: int) -> bool:
        """Return whether ``exclusion``, by the fan at ``excluder``, removes the part ``mark`` of another fan."""
        if exclusion.beside and not self.best.present >> self.fan_table.places[exclusion.beside] & 1:
            return False
        return exclusion.scope is not ExclusionScope.SAME_SETS or not mark & ~self.best.marks[excluder]

    def _joins_left_out(self) -> list[LeftOut]:
        """Return the joins that are present but were not chosen, in the order of the table."""
        found = []
        for candidates, chosen in self.candidates:
            for join in candidates:
                if join not in chosen:
                    reason, by = self._why(join, chosen)
                    found.append(LeftOut(self.fan_table.fans[join.pattern], self._sets(join.sets), reason, by))
        return sorted(found, key=lambda left: self.fan_table.places[left.pattern.slug])

    def _waits_left_out(self) -> list[LeftOut]:
        """Return the waits that the winning tile seems to make although other tiles complete the hand too."""
        facts = self.best.facts
        if facts.hand.sole_wait():
            return []
        others = tuple(TILES[kind] for kind in kinds_in(facts.hand.completing_tiles) if kind != self.hand.winning)
        found = []
        for wait, place in facts.apparent_waits().items():
            fan = self.fan_table.fans[self.fan_table.places[_WAITS[wait]]]
            found.append(LeftOut(fan, (self.groups[place],), Reason.OTHER_TILES, None, others))
        return sorted(found, key=lambda left: self.fan_table.places[left.pattern.slug])

    def _why(self, join: Join, chosen: Choice) -> tuple[Reason, Fan | None]:
        slug = self.fan_table.fans[join.pattern].slug
        for other in chosen:
            fan = self.fan_table.fans[other.pattern]
            if not join.sets & ~other.sets and any(exclusion.slug == slug for exclusion in fan.excludes):
                return Reason.IMPLIED, fan
        if repeats(join, chosen):
            return Reason.SAME_AGAIN, self.fan_table.fans[join.pattern]
        return Reason.USED_UP, None


def read_as(fan_table: FanTable, hand: Hand, counting: Counting) -> ReadAs:
    """Return the reading of ``counting`` with its tiles in groups, and its score."""
    groups = groups_of(hand, counting.reading)
    return ReadAs(tuple(groups.values()), list(groups).index(counting.reading.completes), score_of(fan_table, counting))


def groups_of(hand: Hand, reading: Reading) -> dict[int, Group]:
    """Return the tiles at each place of a reading, by place."""
    groups: dict[int, Group] = {}
    for place, element in enumerate(reading.sets):
        groups[place] = hand.melds[place].tiles if place < reading.declared else tiles_of(element)
    if reading.pair >= 0:
        groups[PAIR] = (TILES[reading.pair],) * 2
    if reading.knitted >= 0 and reading.shape is Shape.KNITTED_STRAIGHT:
        groups[WHOLE] = tuple([TILES[kind] for kind in kinds_in(KNITTED[reading.knitted])])
    elif reading.pair < 0:
        groups[WHOLE] = tuple(sorted((*hand.concealed, hand.winning)))
    return groups


def _bits(mark: int) -> list[int]:
    return [1 << place for place in _places(mark)]


def _places(bits: int) -> list[int]:
    """Return the positions of the bits that are set, in ascending order."""
    places = []
    while bits:
        low = bits & -bits
        bits ^= low
        places.append(low.bit_length() - 1)
    return places


def _moved(bits: int, own: list[tuple[int, int]]) -> int:
    """Return bits for places among the sorted sets as bits for places in the reading."""
    return sum(1 << place for index, (_, place) in enumerate(own) if bits >> index & 1)
