"""Where a wall is broken, which two throws of dice decide."""

from typing import NamedTuple

from tournament.language import Text, mark
from tournament.tiles.wind import Wind


class WallBreak(NamedTuple):
    """Where a wall is broken."""

    wall: Wind
    """The player before whom it lies."""
    stack: int
    """The stack of two tiles, from 1 at the left of this player."""

    @property
    def text(self) -> Text:
        """The place in one sentence."""
        return mark("The wall of {wind} breaks at stack {stack} from the left.", wind=self.wall.label, stack=self.stack)

    @property
    def members(self) -> dict[str, object]:
        """The place as members of a line for scripts."""
        return {"wall": self.wall.letter, "stack": self.stack}
