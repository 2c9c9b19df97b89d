"""How a declared set is shown on the table: which tile is turned to show from whom it came, and which are face down."""

from typing import NamedTuple

from tournament.hand.meld import Meld, MeldKind
from tournament.tiles.tile import Tile


class MeldTile(NamedTuple):
    """One tile of a declared set. The tiles are listed from left to right."""

    tile: Tile
    lies: bool = False
    """Whether it is turned by a quarter, because it was claimed."""
    hidden: bool = False
    """Whether it is face down, as the outer tiles of a concealed kong are."""
    doubled: bool = False
    """Whether the tile that promoted the pung is placed on it."""


def meld_tiles(meld: Meld) -> tuple[MeldTile, ...]:
    """Return the tiles of ``meld``.

    The turned tile is at the left if it came from the previous player, in the middle from the one opposite, and at the
    right from the next.
    """
    if meld.kind is MeldKind.CONCEALED_KONG:
        return tuple(MeldTile(meld.tile, hidden=index in (0, 3)) for index in range(4))
    if meld.kind is MeldKind.CHOW:
        claimed = meld.tiles[meld.source - 1]
        return (MeldTile(claimed, lies=True), *(MeldTile(tile) for tile in meld.tiles if tile is not claimed))
    promoted = meld.source > 4
    standing = 3 if meld.kind is MeldKind.KONG and not promoted else 2
    place = (0, 1, standing)[(meld.source - 1) % 4]
    return tuple(
        MeldTile(meld.tile, lies=index == place, doubled=promoted and index == place) for index in range(standing + 1)
    )
