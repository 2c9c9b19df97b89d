"""Divide the tiles of one suit, or of the honours, into sets and a pair.

A *group* is 0 to 2 for the suits and 3 for the honours; its tiles come packed from bit 0. Each
result is cached, because only a few ten thousand different groups occur in complete hands. The caches are bounded.
"""

from functools import lru_cache

from tournament.hand.elements import CHOW

Sets = tuple[int, ...]
HONOURS = 3
KEPT = 1 << 13
_GROUP_BITS = 36  # nine kinds of four bits each
_GROUP_MASK = (1 << _GROUP_BITS) - 1


def split(packed: int) -> tuple[int, int, int, int]:
    """Return the four groups of packed tiles."""
    return (
        packed & _GROUP_MASK,
        packed >> _GROUP_BITS & _GROUP_MASK,
        packed >> 2 * _GROUP_BITS & _GROUP_MASK,
        packed >> 3 * _GROUP_BITS,
    )


@lru_cache(KEPT)
def size(tiles: int) -> int:
    """Return the number of packed ``tiles``."""
    count = 0
    while tiles:
        count += tiles & 7
        tiles >>= 4
    return count


@lru_cache(KEPT)
def cuts(group: int, tiles: int) -> tuple[Sets, ...]:
    """Return every way to divide a group into sets, each in tile order; empty if there is none."""
    if not tiles:
        return ((),)
    # The lowest tile is in a pung or in a chow that begins with it; nothing else can contain it.
    low = (tiles & -tiles).bit_length() - 1 >> 2
    shift = 4 * low
    count = tiles >> shift & 7
    found: list[Sets] = []
    first = 9 * group + low
    if count >= 3:
        found += ((first, *rest) for rest in cuts(group, tiles - (3 << shift)))
    if group != HONOURS and low < 7 and tiles >> shift + 4 & 7 and tiles >> shift + 8 & 7:
        found += ((CHOW + first, *rest) for rest in cuts(group, tiles - (0x111 << shift)))
    return tuple(found)


@lru_cache(KEPT)
def paired_cuts(group: int, tiles: int) -> tuple[tuple[Sets, int], ...]:
    """Return every way to divide a group into sets and a pair: the sets, and the kind of the pair."""
    found: list[tuple[Sets, int]] = []
    for rank in range(9):
        if tiles >> 4 * rank & 7 >= 2:
            found += ((sets, 9 * group + rank) for sets in cuts(group, tiles - (2 << 4 * rank)))
    return tuple(found)


@lru_cache(KEPT)
def ways(group: int, tiles: int) -> tuple[tuple[Sets, ...], tuple[tuple[Sets, int], ...]]:
    """Return the ways to divide a group into sets, and into sets and a pair. One of the two is always empty."""
    return cuts(group, tiles), paired_cuts(group, tiles) if size(tiles) % 3 == 2 else ()


@lru_cache(KEPT)
def completed_sets(group: int, tiles: int) -> int:
    """Return the mask (from bit 0) of the tiles that complete the group to sets."""
    return sum(1 << 4 * rank for rank in _ranks(group) if cuts(group, tiles + (1 << 4 * rank)))


@lru_cache(KEPT)
def completed_pair(group: int, tiles: int) -> int:
    """Return the mask (from bit 0) of the tiles that complete the group to sets and a pair."""
    return sum(1 << 4 * rank for rank in _ranks(group) if paired_cuts(group, tiles + (1 << 4 * rank)))


def _ranks(group: int) -> range:
    return range(7 if group == HONOURS else 9)
