"""How a hand was won."""

from typing import NamedTuple

from tournament.tiles.wind import Wind


class Situation(NamedTuple):
    """The circumstances of a win that the tiles do not show.

    The default is a win of East on a discard in the East round.
    """

    prevalent: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    self_drawn: bool = False
    last_of_kind: bool = False
    """Whether the three other tiles of the kind are visible: discarded or in exposed sets."""
    last_of_wall: bool = False
    """Whether the winning tile was the last tile of the wall, or the discard that follows it."""
    kong: bool = False
    """If self-drawn, whether the tile was the replacement for a kong (and not for a flower after it); else whether a
    kong was robbed."""

    @property
    def robbed(self) -> bool:
        """Whether it was won on the tile with which another player promoted a pung."""
        return self.kong and not self.self_drawn

    @property
    def replacement(self) -> bool:
        """Whether it was won on the replacement tile of a kong."""
        return self.kong and self.self_drawn


EAST_BY_DISCARD = Situation()
"""The situation if the notation of a hand contains none."""
