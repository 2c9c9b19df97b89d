"""The value of a hand in MCR: every reading is counted, and the dearest one counts.

This is the code that runs most often when many hands are counted, hence the bits and caches.
"""

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
    """The points without those of the bonus fan (flowers)."""
    kept: int
    """The fan that count, one bit each, without the bonus fan."""
    present: int
    """The fan that are present, counted or excluded, one bit each. Of joins only the chosen ones."""
    all_marks: list[int]
    """For each fan its mark, whether it counts or not. A join has one bit for each time that it was chosen."""
    marks: list[int]
    """For each fan the part of its mark that counts."""
    facts: ReadingFacts

    @property
    def reading(self) -> Reading:
        """The reading that was counted."""
        return self.facts.reading


class _HandMarks(NamedTuple):
    """The fan of a hand that are the same in every reading."""

    facts: HandFacts
    bits: int
    """These fan, one bit each, without the bonus fan."""
    marks: list[int]
    """For each fan its mark in the hand."""


@lru_cache(16)
def fan_table_of(profile: Profile | str) -> FanTable:
    """Return the fan table of a profile or of its id. Raise KeyError for an unknown id."""
    return FanTable(PROFILES[profile] if isinstance(profile, str) else profile)


def score(hand: Hand, *, profile: Profile | str = "mcr") -> Score:
    """Return the score of a hand in its dearest reading. Raise :class:`NotComplete` if it has none.

    A hand below the minimum is counted too (``minimum_met`` says whether it reached it).
    """
    fan_table = fan_table_of(profile)
    best = dearest(fan_table, countings(fan_table, hand))
    if best is None:
        raise NotComplete
    return score_of(fan_table, best)


def scores(hands: Iterable[Hand], *, profile: Profile | str = "mcr") -> Iterator[Score]:
    """Yield the score of each hand."""
    for hand in hands:
        yield score(hand, profile=profile)


def score_of(fan_table: FanTable, counting: Counting) -> Score:
    """Return the fan and the points of one counted reading."""
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
    """Return every tile that completes thirteen tiles, in tile order; empty if they are not ready.

    The winds of ``waiting.situation`` and its flag for the last tile of the wall are used. Its flags about the winning
    tile are not, since that tile is not known yet.
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
    """Return the facts of a hand under the settings of the profile."""
    profile = fan_table.profile
    return HandFacts(
        hand,
        exhausted_waits_count=profile.exhausted_waits_count,
        knitted_straight_waits=profile.knitted_straight_waits,
    )


def countings(fan_table: FanTable, hand: Hand) -> Iterator[Counting]:
    """Yield the count of every reading; none if the hand is not complete."""
    marked: _HandMarks | None = None
    for reading in readings(hand):
        if marked is None:
            marked = look_at_hand(fan_table, hand)
        yield count(fan_table, marked, reading)


def count(fan_table: FanTable, marked: _HandMarks, reading: Reading) -> Counting:
    """Return the count of one reading."""
    facts = ReadingFacts(marked.facts, reading)
    present, all_marks = _look_at_reading(fan_table, marked, facts)
    return _remove_excluded(fan_table, facts, present, all_marks)


def look_at_hand(fan_table: FanTable, hand: Hand) -> _HandMarks:
    """Return the fan that are the same in every reading of ``hand``."""
    facts = hand_facts(fan_table, hand)
    bits, marks = 0, fan_table.nothing.copy()
    for place, bit, mark in fan_table.on_hand(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    return _HandMarks(facts, bits & ~(1 << fan_table.bonus), marks)


def _look_at_reading(fan_table: FanTable, marked: _HandMarks, facts: ReadingFacts) -> tuple[int, list[int]]:
    """Return the fan of one reading as bits, and their marks. Of joins only the chosen ones are included."""
    bits, marks = marked.bits, marked.marks.copy()
    for place, bit, mark in fan_table.on_reading(facts.traits):
        found = mark(facts)
        if found:
            bits |= bit
            marks[place] = found
    # Only these shapes have sets that can be joined.
    if facts.shape <= Shape.KNITTED_STRAIGHT:
        for joined in _joins(fan_table, facts):
            bits |= joined.bits
            for place, times in joined.counts:
                marks[place] = (1 << times) - 1
    return bits, marks


def _joins(fan_table: FanTable, facts: ReadingFacts) -> tuple[Joined, Joined]:
    """Return the chosen joins among the chows, and those among the pungs."""
    chows = sorted([element for element in facts.sets if element >= CHOW])
    pungs = sorted([element for element in facts.sets if element < CHOW]) if len(chows) < 3 else ()
    pair = facts.pair if len(chows) == 4 else -1
    return (
        fan_table.joined(tuple(chows), pair) if len(chows) > 1 else _NO_JOINS,
        fan_table.joined(tuple(pungs), -1) if len(pungs) > 1 else _NO_JOINS,
    )


def _remove_excluded(fan_table: FanTable, facts: ReadingFacts, present: int, all_marks: list[int]) -> Counting:
    """Return the count after removing what dearer fan exclude. A removed fan excludes nothing itself."""
    points, kept, left, marks = 0, 0, present, all_marks.copy()
    keeps, plain, values, each = fan_table.keeps, fan_table.plain, fan_table.points, fan_table.each
    while left:
        bit = left & -left
        place = bit.bit_length() - 1
        # The lowest bit is the dearest fan that is left, so a fan is reached only if no dearer one excluded it.
        left = (left ^ bit) & keeps[place]
        kept |= bit
        points += values[place] * marks[place].bit_count() if each[place] else values[place]
        if not plain[place]:
            left = _remove_partly(fan_table, place, present, left, marks)
    return Counting(points, kept, present, all_marks, marks, facts)


def _remove_partly(fan_table: FanTable, place: int, present: int, left: int, marks: list[int]) -> int:
    for target, scope, beside in fan_table.partial[place]:
        if beside:
            left &= ~(1 << target) if present & beside else -1
            continue
        marks[target] &= ~marks[place] if scope is ExclusionScope.SAME_SETS else marks[target] - 1
        if not marks[target]:
            left &= ~(1 << target)
    return left


def dearest(fan_table: FanTable, counted: Iterable[Counting]) -> Counting | None:
    """Return the dearest of these readings; None if there is none.

    Of equal totals it is the one whose list has the dearest fan, compared in order; then that with the smaller numbers;
    then the first reading in tile order (docs/rules.md, "Equal totals").
    """
    best: Counting | None = None
    for counting in counted:
        if best is None or counting.points > best.points or _preferred(fan_table, counting, best):
            best = counting
    return _fall_back(fan_table, best) if best is not None and not best.points else best


def _preferred(fan_table: FanTable, counting: Counting, best: Counting) -> bool:
    """Return whether ``counting`` is preferred to ``best``, which was counted before it."""
    if counting.points < best.points:
        return False
    # Of equal readings the earlier one is preferred. This spares the sort key, which is slow to compute.
    if counting.marks == best.marks and counting.reading.sets == best.reading.sets:
        return False
    return preference(fan_table, counting) < preference(fan_table, best)


def _fall_back(fan_table: FanTable, best: Counting) -> Counting:
    """Return the count of a hand whose dearest reading is worth nothing (docs/rules.md, C15)."""
    marks = best.marks.copy()
    marks[fan_table.fallback] = 1
    return best._replace(points=fan_table.points[fan_table.fallback], kept=1 << fan_table.fallback, marks=marks)


def preference(fan_table: FanTable, counting: Counting) -> tuple[object, ...]:
    """Return a sort key, which is smallest for the preferred reading."""
    listed = sorted([(-fan_table.points[place], place) for place in expanded(fan_table, counting)])
    return (
        -counting.points,
        [points for points, _ in listed],
        [place for _, place in listed],
        reading_order(counting.reading),
    )


def expanded(fan_table: FanTable, counting: Counting) -> list[int]:
    """Return the place of each fan that counts, repeated as often as it counts."""
    places, left = [], counting.kept
    while left:
        bit = left & -left
        left ^= bit
        place = bit.bit_length() - 1
        places += [place] * (counting.marks[place].bit_count() if fan_table.each[place] else 1)
    return places
