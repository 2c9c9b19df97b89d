"""Counting one hand: every reading, what each is worth, and the dearest."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournament.hand.elements import CHOW
from tournament.hand.hand import Hand
from tournament.hand.readings import Reading, Shape, reading_order, readings
from tournament.rules.pattern import Scope
from tournament.rulesets.mcr.book import Book, Joined
from tournament.rulesets.mcr.facts import HandFacts, ReadingFacts

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


def hand_facts(book: Book, hand: Hand) -> HandFacts:
    """The facts of a hand under the switches of the profile."""
    profile = book.profile
    return HandFacts(
        hand,
        exhausted_waits_count=profile.exhausted_waits_count,
        knitted_straight_waits=profile.knitted_straight_waits,
    )


class Looked(NamedTuple):
    """What every reading of a hand has in common."""

    facts: HandFacts
    bits: int
    """The fan that every reading has, one bit each, the bonus left out."""
    marks: list[int]
    """For each fan the mark of what makes it in the hand."""


def countings(book: Book, hand: Hand) -> Iterator[Counting]:
    """Count every reading; nothing when the hand is not complete."""
    looked: Looked | None = None
    for reading in readings(hand):
        if looked is None:
            looked = look_at_hand(book, hand)
        yield count(book, looked, reading)


def count(book: Book, looked: Looked, reading: Reading) -> Counting:
    """Count one reading."""
    facts = ReadingFacts(looked.facts, reading)
    present, there = look_at_reading(book, looked, facts)
    return strike(book, facts, present, there)


def look_at_hand(book: Book, hand: Hand) -> Looked:
    """Look for the fan that every reading has."""
    facts = hand_facts(book, hand)
    bits, marks = 0, book.nothing.copy()
    for place, bit, mark in book.on_hand(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    return Looked(facts, bits & ~(1 << book.bonus), marks)


def look_at_reading(book: Book, looked: Looked, facts: ReadingFacts) -> tuple[int, list[int]]:
    """What one reading has, of the joins only the chosen ones: as bits, and the marks."""
    bits, marks = looked.bits, looked.marks.copy()
    for place, bit, mark in book.on_reading(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    if facts.shape <= Shape.KNITTED_STRAIGHT:
        for joined in _joins(book, facts):
            bits |= joined.bits
            for place, times in joined.counts:
                marks[place] = (1 << times) - 1
    return bits, marks


def _joins(book: Book, facts: ReadingFacts) -> tuple[Joined, Joined]:
    """The chosen joins of the chows and of the pungs."""
    chows = sorted([element for element in facts.sets if element >= CHOW])
    pungs = sorted([element for element in facts.sets if element < CHOW]) if len(chows) < 3 else ()
    pair = facts.pair if len(chows) == 4 else -1
    return (
        book.joined(tuple(chows), pair) if len(chows) > 1 else _NO_JOINS,
        book.joined(tuple(pungs), -1) if len(pungs) > 1 else _NO_JOINS,
    )


def strike(book: Book, facts: ReadingFacts, present: int, there: list[int]) -> Counting:
    """Leave out what dearer fans exclude; a fan left out excludes nothing itself."""
    points, kept, left, marks = 0, 0, present, there.copy()
    keeps, plain, values, each = book.keeps, book.plain, book.points, book.each
    while left:
        bit = left & -left
        place = bit.bit_length() - 1
        left = (left ^ bit) & keeps[place]
        kept |= bit
        points += values[place] * marks[place].bit_count() if each[place] else values[place]
        if not plain[place]:
            left = _strike_partly(book, place, present, left, marks)
    return Counting(points, kept, present, there, marks, facts)


def _strike_partly(book: Book, place: int, present: int, left: int, marks: list[int]) -> int:
    for target, scope, beside in book.partial[place]:
        if beside:
            left &= ~(1 << target) if present & beside else -1
            continue
        marks[target] &= ~marks[place] if scope is Scope.SAME_SETS else marks[target] - 1
        if not marks[target]:
            left &= ~(1 << target)
    return left


def dearest(book: Book, counted: Iterable[Counting]) -> Counting | None:
    """The dearest reading of a hand, None of none.

    Equal totals: the list with the dearest fan, compared in order; then the smaller numbers; then
    the first reading in tile order (docs/rules.md, "Equal totals").
    """
    best: Counting | None = None
    for counting in counted:
        if best is None or counting.points > best.points or _preferred(book, counting, best):
            best = counting
    return _fall_back(book, best) if best is not None and not best.points else best


def _preferred(book: Book, counting: Counting, best: Counting) -> bool:
    """Whether ``counting`` comes before the best one so far, which came first."""
    if counting.points < best.points:
        return False
    if counting.marks == best.marks and counting.reading.sets == best.reading.sets:
        return False
    return preference(book, counting) < preference(book, best)


def _fall_back(book: Book, best: Counting) -> Counting:
    """A hand whose dearest reading is worth nothing (docs/rules.md, C15)."""
    marks = best.marks.copy()
    marks[book.fallback] = 1
    return best._replace(points=book.points[book.fallback], kept=1 << book.fallback, marks=marks)


def preference(book: Book, counting: Counting) -> tuple[object, ...]:
    """A key that is smaller for the reading to be preferred."""
    listed = sorted([(-book.points[place], place) for place in expanded(book, counting)])
    return (
        -counting.points,
        [points for points, _ in listed],
        [place for _, place in listed],
        reading_order(counting.reading),
    )


def expanded(book: Book, counting: Counting) -> list[int]:
    """The place of each counted fan, as often as it counts."""
    places, left = [], counting.kept
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        places += [place] * (counting.marks[place].bit_count() if book.each[place] else 1)
    return places
