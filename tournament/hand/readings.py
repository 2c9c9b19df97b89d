"""Find every way to read a won hand: its shape, its sets, its pair, and what the winning tile completed."""

from collections.abc import Iterator
from enum import IntEnum
from itertools import product
from typing import NamedTuple

from tournament.hand.elements import CHOW, MASKS, tile_order
from tournament.hand.groups import Sets, split, ways
from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind
from tournament.language import Text, mark
from tournament.tiles.packed import EVERY, HONOURS, KNITTED, ORPHANS, UNITS, present

PAIR = 4
"""The place of the pair, after the four sets."""
WHOLE = 5
"""The place of tiles that form no set or pair: the knitted nine, seven pairs, orphans, honours and knitted tiles."""


class Shape(IntEnum):
    """The winning shapes (FFMJ, "Victoire")."""

    SETS = 0
    """Four sets and a pair."""
    KNITTED_STRAIGHT = 1
    """The nine knitted tiles, a set and a pair."""
    SEVEN_PAIRS = 2
    ORPHANS = 3
    """One each of the thirteen terminals and honours, and one twin."""
    HONOURS_AND_KNITTED = 4
    """Fourteen different honours and knitted tiles."""

    @property
    def label(self) -> Text:
        """The name of the shape, for players."""
        return _LABELS[self]


_LABELS = (
    mark("Four sets and a pair"),
    mark("Knitted Straight"),
    mark("Seven Pairs"),
    mark("Thirteen Orphans"),
    mark("Honors and Knitted Tiles"),
)


class Reading(NamedTuple):
    """One way to read a hand."""

    shape: Shape
    sets: Sets
    """Elements: declared sets first, in their order, then concealed sets in tile order."""
    declared: int
    """The number of declared sets."""
    pair: int
    """The kind of the pair; -1 if there is none."""
    completes: int
    """The place of what the winning tile completed: that of a set, ``PAIR`` or ``WHOLE``."""
    knitted: int = -1
    """Which of the six knitted straights it contains, as an index of ``packed.KNITTED``; -1 if none."""


def element_of(meld: Meld) -> int:
    """Return the element of a declared set. A kong is read as its pung."""
    return meld.tile + CHOW if meld.kind is MeldKind.CHOW else int(meld.tile)


def readings(hand: Hand) -> Iterator[Reading]:
    """Yield every reading, in tile order within each shape; none if the hand is not a winning one."""
    melds = tuple([element_of(meld) for meld in hand.melds])
    concealed = hand.packed_concealed + UNITS[hand.winning]
    for sets, pair in divisions(concealed):
        yield from _completed(Shape.SETS, melds, sets, pair, hand.winning)
    if len(melds) < 2:
        yield from _knitted_straights(melds, concealed, hand.winning)
    if not melds:
        yield from _special(concealed)


def divisions(packed: int) -> Iterator[tuple[Sets, int]]:
    """Yield every way to divide concealed tiles into sets and one pair, the sets in tile order."""
    groups = [ways(group, tiles) for group, tiles in enumerate(split(packed))]
    with_pair = [group for group, (_, paired) in enumerate(groups) if paired]
    if len(with_pair) != 1:
        return
    (pairing,) = with_pair
    outer = [sets for group, (sets, _) in enumerate(groups) if group != pairing]
    for inner, pair in groups[pairing][1]:
        for others in product(*outer):
            parts = (*others[:pairing], inner, *others[pairing:])
            yield parts[0] + parts[1] + parts[2] + parts[3], pair


def _completed(
    shape: Shape, melds: Sets, concealed: Sets, pair: int, winning: int, knitted: int = -1
) -> Iterator[Reading]:
    """Yield one reading for each different element that the winning tile may have completed."""
    sets, declared, unit = melds + concealed, len(melds), UNITS[winning]
    before = -1
    for place, element in enumerate(concealed, declared):
        if element != before and MASKS[element] & unit:
            yield Reading(shape, sets, declared, pair, place, knitted)
        before = element
    if pair == winning:
        yield Reading(shape, sets, declared, pair, PAIR, knitted)
    if knitted >= 0 and KNITTED[knitted] & unit:
        yield Reading(shape, sets, declared, pair, WHOLE, knitted)


def _knitted_straights(melds: Sets, concealed: int, winning: int) -> Iterator[Reading]:
    held = present(concealed)
    for way, mask in enumerate(KNITTED):
        if held & mask == mask:
            for sets, pair in divisions(concealed - mask):
                yield from _completed(Shape.KNITTED_STRAIGHT, melds, sets, pair, winning, way)


def _special(concealed: int) -> Iterator[Reading]:
    """Yield the readings of shapes without sets; ``concealed`` are all fourteen tiles."""
    held = present(concealed)
    if not concealed & EVERY:
        yield Reading(Shape.SEVEN_PAIRS, (), 0, -1, WHOLE)
    elif held == ORPHANS and not concealed & ~(ORPHANS | ORPHANS << 1):
        yield Reading(Shape.ORPHANS, (), 0, -1, WHOLE)
    elif held == concealed:
        for way, mask in enumerate(KNITTED):
            if not held & ~(mask | HONOURS):
                full = way if held & mask == mask else -1
                yield Reading(Shape.HONOURS_AND_KNITTED, (), 0, -1, WHOLE, full)
                return


def reading_order(reading: Reading) -> tuple[object, ...]:
    """Return the sort key of readings in tile order: shape, sets, pair, then what was completed."""
    return (reading.shape, sorted(map(tile_order, reading.sets)), reading.pair, reading.completes)
