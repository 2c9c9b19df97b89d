"""What a hand is worth in MCR: every reading is counted, and the dearest one counts."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from tournament.hand.completing import completing
from tournament.hand.elements import CHOW
from tournament.hand.hand import Hand, Waiting
from tournament.hand.readings import Reading, Shape, reading_order, readings
from tournament.rules.pattern import ExclusionScope
from tournament.rules.score import NotComplete, Score
from tournament.rules.wait import Wait
from tournament.rulesets.mcr.facts import HandFacts, ReadingFacts
from tournament.rulesets.mcr.fan_table import FanTable, Joined
from tournament.rulesets.mcr.profiles import PROFILES, Profile
from tournament.tiles.packed import UNITS, fours, kinds_in
from tournament.tiles.tile import TILES, Tile

_NO_JOINS = Joined(0, (), 0)


class Counting(NamedTuple):
    """The value of one reading."""

    points: int
    """Without the bonus."""
    kept: int
    """The fans that count, one bit each, the bonus left out."""
    present: int
    """The fans that are present, counted or not; of joins only the chosen ones. One bit each."""
    there: list[int]
    """For each fan the mark of what makes it; for joins one bit for each chosen one."""
    marks: list[int]
    """For each fan the part of that mark that counts."""
    facts: ReadingFacts

    @property
    def reading(self) -> Reading:
        """The reading that was counted."""
        return self.facts.reading


class _HandMarks(NamedTuple):
    """What is the same in every reading of a hand."""

    facts: HandFacts
    bits: int
    """The fan that every reading has, one bit each, the bonus left out."""
    marks: list[int]
    """For each fan the mark of what makes it in the hand."""


@lru_cache(16)
def fan_table_of(profile: Profile | str) -> FanTable:
    """The fan table of a profile or of its id; KeyError for an unknown id."""
    return FanTable(PROFILES[profile] if isinstance(profile, str) else profile)


def score(hand: Hand, *, profile: Profile | str = "mcr") -> Score:
    """Count a hand as its dearest reading; :class:`NotComplete` when it has none.

    A hand below the minimum is counted all the same (``minimum_met`` says so).
    """
    fan_table = fan_table_of(profile)
    best = dearest(fan_table, countings(fan_table, hand))
    if best is None:
        raise NotComplete
    return score_of(fan_table, best)


def scores(hands: Iterable[Hand], *, profile: Profile | str = "mcr") -> Iterator[Score]:
    """Count many hands, one after the other."""
    for hand in hands:
        yield score(hand, profile=profile)


def score_of(fan_table: FanTable, counting: Counting) -> Score:
    """The list and the points of one counted reading."""
    basic, marks, left = counting.points, counting.marks, counting.kept
    counted, each, fans = fan_table.counted, fan_table.each, []
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        fans.append(counted(place, marks[place].bit_count() if each[place] else 1))
    bonus = marks[fan_table.bonus]
    if bonus:
        fans.append(counted(fan_table.bonus, bonus))
    points = basic + bonus * fan_table.points[fan_table.bonus]
    return Score(points, basic, basic >= fan_table.profile.minimum, tuple(fans), fan_table.profile.id)


def waits(waiting: Waiting, *, profile: Profile | str = "mcr") -> tuple[Wait, ...]:
    """Every tile that completes the thirteen, in tile order; nothing when they are not ready.

    The winds of ``waiting.situation`` and its flag for the last of the wall are kept, its flags for
    the winning tile are not: that tile is not known yet.
    """
    held = fours(waiting.packed)
    found = completing(waiting.packed_concealed, len(waiting.melds))
    return tuple(
        Wait(TILES[kind], None, None) if held & UNITS[kind] else _wait(waiting, TILES[kind], profile)
        for kind in kinds_in(found)
    )


def _wait(waiting: Waiting, tile: Tile, profile: Profile | str) -> Wait:
    by_discard, by_self_draw = (
        score(
            Hand(
                waiting.melds,
                waiting.concealed,
                tile,
                waiting.situation._replace(self_drawn=self_drawn, kong=False, last_of_kind=False),
                waiting.flowers,
            ),
            profile=profile,
        )
        for self_drawn in (False, True)
    )
    return Wait(tile, by_discard, by_self_draw)


def hand_facts(fan_table: FanTable, hand: Hand) -> HandFacts:
    """The facts of a hand under the switches of the profile."""
    profile = fan_table.profile
    return HandFacts(
        hand,
        exhausted_waits_count=profile.exhausted_waits_count,
        knitted_straight_waits=profile.knitted_straight_waits,
    )


def countings(fan_table: FanTable, hand: Hand) -> Iterator[Counting]:
    """Count every reading; nothing when the hand is not complete."""
    marked: _HandMarks | None = None
    for reading in readings(hand):
        if marked is None:
            marked = look_at_hand(fan_table, hand)
        yield count(fan_table, marked, reading)


def count(fan_table: FanTable, marked: _HandMarks, reading: Reading) -> Counting:
    """Count one reading."""
    facts = ReadingFacts(marked.facts, reading)
    present, there = _look_at_reading(fan_table, marked, facts)
    return _strike(fan_table, facts, present, there)


def look_at_hand(fan_table: FanTable, hand: Hand) -> _HandMarks:
    """Find the fan that are the same in every reading."""
    facts = hand_facts(fan_table, hand)
    bits, marks = 0, fan_table.nothing.copy()
    for place, bit, mark in fan_table.on_hand(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    return _HandMarks(facts, bits & ~(1 << fan_table.bonus), marks)


def _look_at_reading(fan_table: FanTable, marked: _HandMarks, facts: ReadingFacts) -> tuple[int, list[int]]:
    """What one reading has, of the joins only the chosen ones: as bits, and the marks."""
    bits, marks = marked.bits, marked.marks.copy()
    for place, bit, mark in fan_table.on_reading(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    if facts.shape <= Shape.KNITTED_STRAIGHT:
        for joined in _joins(fan_table, facts):
            bits |= joined.bits
            for place, times in joined.counts:
                marks[place] = (1 << times) - 1
    return bits, marks


def _joins(fan_table: FanTable, facts: ReadingFacts) -> tuple[Joined, Joined]:
    """The chosen joins of the chows and of the pungs."""
    chows = sorted([element for element in facts.sets if element >= CHOW])
    pungs = sorted([element for element in facts.sets if element < CHOW]) if len(chows) < 3 else ()
    pair = facts.pair if len(chows) == 4 else -1
    return (
        fan_table.joined(tuple(chows), pair) if len(chows) > 1 else _NO_JOINS,
        fan_table.joined(tuple(pungs), -1) if len(pungs) > 1 else _NO_JOINS,
    )


def _strike(fan_table: FanTable, facts: ReadingFacts, present: int, there: list[int]) -> Counting:
    """Remove what dearer fans exclude; a removed fan excludes nothing itself."""
    points, kept, left, marks = 0, 0, present, there.copy()
    keeps, plain, values, each = fan_table.keeps, fan_table.plain, fan_table.points, fan_table.each
    while left:
        bit = left & -left
        place = bit.bit_length() - 1
        left = (left ^ bit) & keeps[place]
        kept |= bit
        points += values[place] * marks[place].bit_count() if each[place] else values[place]
        if not plain[place]:
            left = _strike_partly(fan_table, place, present, left, marks)
    return Counting(points, kept, present, there, marks, facts)


def _strike_partly(fan_table: FanTable, place: int, present: int, left: int, marks: list[int]) -> int:
    for target, scope, beside in fan_table.partial[place]:
        if beside:
            left &= ~(1 << target) if present & beside else -1
            continue
        marks[target] &= ~marks[place] if scope is ExclusionScope.SAME_SETS else marks[target] - 1
        if not marks[target]:
            left &= ~(1 << target)
    return left


def dearest(fan_table: FanTable, counted: Iterable[Counting]) -> Counting | None:
    """Return the dearest of these readings, or None if there is none.

    Equal totals: the list with the dearest fan, compared in order; then the smaller numbers; then
    the first reading in tile order (docs/rules.md, "Equal totals").
    """
    best: Counting | None = None
    for counting in counted:
        if best is None or counting.points > best.points or _preferred(fan_table, counting, best):
            best = counting
    return _fall_back(fan_table, best) if best is not None and not best.points else best


def _preferred(fan_table: FanTable, counting: Counting, best: Counting) -> bool:
    """Whether ``counting`` comes before the best one so far, which came first."""
    if counting.points < best.points:
        return False
    if counting.marks == best.marks and counting.reading.sets == best.reading.sets:
        return False
    return preference(fan_table, counting) < preference(fan_table, best)


def _fall_back(fan_table: FanTable, best: Counting) -> Counting:
    """A hand whose dearest reading is worth nothing (docs/rules.md, C15)."""
    marks = best.marks.copy()
    marks[fan_table.fallback] = 1
    return best._replace(points=fan_table.points[fan_table.fallback], kept=1 << fan_table.fallback, marks=marks)


def preference(fan_table: FanTable, counting: Counting) -> tuple[object, ...]:
    """A key that is smaller for the reading to be preferred."""
    listed = sorted([(-fan_table.points[place], place) for place in expanded(fan_table, counting)])
    return (
        -counting.points,
        [points for points, _ in listed],
        [place for _, place in listed],
        reading_order(counting.reading),
    )


def expanded(fan_table: FanTable, counting: Counting) -> list[int]:
    """The place of each counted fan, as often as it counts."""
    places, left = [], counting.kept
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        places += [place] * (counting.marks[place].bit_count() if fan_table.each[place] else 1)
    return places
