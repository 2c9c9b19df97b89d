"""Counting one hand: every reading, what each is worth, and the dearest."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournament.hand.elements import CHOW
from tournament.hand.hand import Hand
from tournament.hand.readings import Reading, Shape, reading_order, readings
from tournament.rules.pattern import ExclusionScope
from tournament.rulesets.mcr.facts import HandFacts, ReadingFacts
from tournament.rulesets.mcr.fan_table import FanTable, Joined

_NO_JOINS = Joined(0, (), 0)


class Counting(NamedTuple):
    """What one reading is worth."""

    points: int
    """Without the bonus."""
    kept: int
    """The fans that count, one bit each, the bonus left out."""
    present: int
    """The fans that are there, counted or not, of the joins only the chosen ones."""
    there: list[int]
    """For each fan the mark that is there; of joins a bit for each one chosen."""
    marks: list[int]
    """For each fan the part of that mark that counts."""
    facts: ReadingFacts

    @property
    def reading(self) -> Reading:
        """What was counted."""
        return self.facts.reading


def hand_facts(fan_table: FanTable, hand: Hand) -> HandFacts:
    """The facts of a hand under the switches of the profile."""
    profile = fan_table.profile
    return HandFacts(
        hand,
        exhausted_waits_count=profile.exhausted_waits_count,
        knitted_straight_waits=profile.knitted_straight_waits,
    )


class HandMarks(NamedTuple):
    """What every reading of a hand has in common."""

    facts: HandFacts
    bits: int
    """The fan that every reading has, one bit each, the bonus left out."""
    marks: list[int]
    """For each fan the mark of what makes it in the hand."""


def countings(fan_table: FanTable, hand: Hand) -> Iterator[Counting]:
    """Count every reading; nothing when the hand is not complete."""
    marked: HandMarks | None = None
    for reading in readings(hand):
        if marked is None:
            marked = look_at_hand(fan_table, hand)
        yield count(fan_table, marked, reading)


def count(fan_table: FanTable, marked: HandMarks, reading: Reading) -> Counting:
    """Count one reading."""
    facts = ReadingFacts(marked.facts, reading)
    present, there = look_at_reading(fan_table, marked, facts)
    return strike(fan_table, facts, present, there)


def look_at_hand(fan_table: FanTable, hand: Hand) -> HandMarks:
    """Look for the fan that every reading has."""
    facts = hand_facts(fan_table, hand)
    bits, marks = 0, fan_table.nothing.copy()
    for place, bit, mark in fan_table.on_hand(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    return HandMarks(facts, bits & ~(1 << fan_table.bonus), marks)


def look_at_reading(fan_table: FanTable, marked: HandMarks, facts: ReadingFacts) -> tuple[int, list[int]]:
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


def strike(fan_table: FanTable, facts: ReadingFacts, present: int, there: list[int]) -> Counting:
    """Leave out what dearer fans exclude; a fan left out excludes nothing itself."""
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
    """The dearest reading of a hand, None of none.

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
