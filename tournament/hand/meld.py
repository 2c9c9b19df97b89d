"""Sets declared before the win."""

from enum import IntEnum
from typing import NamedTuple

from tournament.tiles.tile import Tile


class MeldKind(IntEnum):
    """The kind of a declared set."""

    CHOW = 0
    PUNG = 1
    KONG = 2
    """Claimed from a discard, or a claimed pung promoted: exposed."""
    CONCEALED_KONG = 3


class Meld(NamedTuple):
    """A declared set."""

    kind: MeldKind
    tile: Tile
    """The tile of a pung or kong; the lowest tile of a chow."""
    source: int = 1
    """The tile or the player from which the set was claimed.

    Chow: which of its tiles was claimed, 1 to 3. Pung and kong: 1 from the previous player, 2 from the opposite, 3 from
    the next one; for a kong 5, 6, 7 if a pung from there was promoted. Concealed kong: 0.
    """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles in ascending order."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, Tile(self.tile + 1), Tile(self.tile + 2))
        return (self.tile,) * (3 if self.kind is MeldKind.PUNG else 4)

    @property
    def claimed(self) -> bool:
        """Whether it contains another player's tile. A concealed kong does not, so it leaves the hand concealed."""
        return self.kind is not MeldKind.CONCEALED_KONG

    @property
    def kong(self) -> bool:
        """Whether it is a kong of either kind."""
        return self.kind >= MeldKind.KONG


def sources_of(kind: MeldKind) -> tuple[int, ...]:
    """Return the sources that a meld of this kind can have."""
    if kind is MeldKind.CONCEALED_KONG:
        return (0,)
    return (1, 2, 3, 5, 6, 7) if kind is MeldKind.KONG else (1, 2, 3)
