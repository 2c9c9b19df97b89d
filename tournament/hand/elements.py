"""The parts into which a hand is divided, each a small integer.

A pung or kong has the number of its tile (0 to 33); a chow has 34 plus the number of its lowest tile. So properties of
an element can be looked up in tables by its number.
"""

from tournament.tiles.packed import UNITS
from tournament.tiles.tile import FIRST_WIND, KINDS, TILES, Tile

CHOW = KINDS
"""The number of the first chow. Elements from here on are chows; those below are pungs and kongs."""
CHOWS = tuple(CHOW + 9 * suit + rank for suit in range(3) for rank in range(7))
ELEMENTS = (*range(KINDS), *CHOWS)


def first_tile(element: int) -> int:
    """Return the lowest tile of an element."""
    return element - CHOW if element >= CHOW else element


def tiles_of(element: int) -> tuple[Tile, Tile, Tile]:
    """Return the three tiles of a chow or pung."""
    low = first_tile(element)
    return (TILES[low], TILES[low + 1], TILES[low + 2]) if element >= CHOW else (TILES[low],) * 3


def _mask(element: int) -> int:
    low = first_tile(element)
    return UNITS[low] | UNITS[low + 1] | UNITS[low + 2] if element >= CHOW else UNITS[low]


MASKS = tuple(_mask(element) if element in ELEMENTS else 0 for element in range(CHOW + FIRST_WIND))
"""The mask of each element's kinds."""


def tile_order(element: int) -> int:
    """Return the sort key of tile order: by lowest tile, a pung before a chow that starts with the same tile."""
    return 2 * first_tile(element) + (element >= CHOW)
