"""Where the dice lead (Poilbarbe, 2.3): to the wall of the hand, whose wind is dominant, and to its break."""

from tournament.rules.wall_break import WallBreak
from tournament.tiles.wind import Wind

SUMS = range(2, 13)
"""What two dice add up to."""


def wall_of(total: int) -> Wind:
    """The wall of the hand: East counts the sides from his own, to the right; 5 and 9 are East's."""
    return Wind((total - 1) % 4)


def sums_to(wind: Wind) -> tuple[int, ...]:
    """The sums of the dice that make ``wind`` dominant."""
    return tuple(total for total in SUMS if wall_of(total) is wind)


def wall_break(east: int, dominant: int, *, stacks: int) -> WallBreak:
    """The break where East threw ``east``, and then the dominant wind ``dominant``, with ``stacks`` to a wall.

    Both sums are counted from the left of the wall of the hand, to the right; behind its last stack on the next wall.
    """
    beyond, before = divmod(east + dominant - 1, stacks)
    return WallBreak(Wind((wall_of(east) + beyond) % 4), before + 1)
