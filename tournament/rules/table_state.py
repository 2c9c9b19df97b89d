"""Where a table stands before a hand, folded over the hands before it; never stored."""

from typing import NamedTuple

from tournament.rules.payment import NO_NET, Net
from tournament.tiles.wind import Wind

Winds = tuple[Wind, Wind, Wind, Wind]
"""The winds of columns A–D."""
FIRST_WINDS: Winds = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)


class TableState(NamedTuple):
    """The state before ``hand``; with the default values before the first."""

    hand: int = 1
    winds: Winds = FIRST_WINDS
    prevalent: Wind | None = Wind.EAST
    """The wind of the round; None where the game knows none."""
    passed: int = 0
    """How many times the deal has passed."""
    totals: Net = NO_NET
    """What the hands so far have moved."""
    over: bool = False
    """The game has ended: there is no further hand."""

    @property
    def dealer(self) -> int:
        """The column of East."""
        return self.winds.index(Wind.EAST)


def passed_on(winds: Winds) -> Winds:
    """The winds after the deal has passed: who was South is East."""
    east, south, west, north = (Wind((wind - 1) % 4) for wind in winds)
    return east, south, west, north
