"""Many tiles in one integer: four bits for each kind, the count of tile ``n`` at bit ``4 * n``.

Adding tiles is adding integers, and a question about all 34 kinds is one operation. A *mask* is a set of kinds in the
same layout, with one bit for each kind at bit ``4 * n``.
"""

from collections.abc import Iterable

from tournament.tiles.tile import FIRST_DRAGON, FIRST_WIND, KINDS

UNITS = tuple(1 << 4 * kind for kind in range(KINDS))
"""One copy of each kind, packed; also the mask of that kind alone."""
EVERY = sum(UNITS)
"""The mask of every kind."""
_THREES, _EIGHTS = 3 * EVERY, 8 * EVERY


def mask_of(kinds: Iterable[int]) -> int:
    """Return the mask of some kinds."""
    mask = 0
    for kind in kinds:
        mask |= UNITS[kind]
    return mask


SUITS = tuple(mask_of(range(9 * suit, 9 * suit + 9)) for suit in range(3))
SUITED = SUITS[0] | SUITS[1] | SUITS[2]
WINDS = mask_of(range(FIRST_WIND, FIRST_DRAGON))
DRAGONS = mask_of(range(FIRST_DRAGON, KINDS))
HONOURS = WINDS | DRAGONS


def ranks(*wanted: int) -> int:
    """Return the mask of the tiles of these ranks (1 to 9) in all suits."""
    return mask_of(9 * suit + rank - 1 for suit in range(3) for rank in wanted)


TERMINALS = ranks(1, 9)
ORPHANS = TERMINALS | HONOURS
KNITTED = tuple(
    mask_of(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
    for starts in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
)
"""The nine knitted tiles of each of the six ways to give 147, 258 and 369 to the suits."""


def pack(tiles: Iterable[int]) -> int:
    """Return the packed tiles. There may be at most 12 of a kind."""
    return sum(map(UNITS.__getitem__, tiles))


def present(packed: int) -> int:
    """Return the mask of the kinds of which there is a tile. There may be at most seven of a kind."""
    return (packed | packed >> 1 | packed >> 2) & EVERY


def fours(packed: int) -> int:
    """Return the mask of the kinds of which there are four tiles. There may be at most five of a kind."""
    return (packed >> 2) & EVERY


def above_four(packed: int) -> int:
    """Return the mask of the kinds of which there are more than four tiles. There may be at most 12 of a kind."""
    return ((packed + _THREES) & _EIGHTS) >> 3


def kinds_in(mask: int) -> tuple[int, ...]:
    """Return the kinds of a mask in tile order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() >> 2)
        mask ^= low
    return tuple(found)
