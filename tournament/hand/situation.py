"""How a hand was won."""

from typing import NamedTuple

from tournament.tiles.wind import Wind


class Situation(NamedTuple):
    """What the tiles do not show; the default is East's win on a discard in the East round."""

    prevalent: Wind = Wind.EAST
    seat: Wind = Wind.EAST
    self_drawn: bool = False
    last_of_kind: bool = False
    """The three other copies lie discarded or in exposed sets."""
    last_of_wall: bool = False
    """Drawn as the last tile of the wall, or the discard that follows it."""
    kong: bool = False
    """Self-drawn: the replacement for a kong, no flower in between; otherwise: a robbed kong."""

    @property
    def robbed(self) -> bool:
        """Won on the tile that another player promotes a pung with."""
        return self.kong and not self.self_drawn

    @property
    def replacement(self) -> bool:
        """Won on the replacement tile of a kong."""
        return self.kong and self.self_drawn


EAST_BY_DISCARD = Situation()
"""The default of the notation."""
