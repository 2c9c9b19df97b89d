"""The place where the wall is broken, which two throws of the dice determine."""

from typing import NamedTuple

from tournament.language import Text, mark
from tournament.tiles.wind import Wind


class WallBreak(NamedTuple):
    """The place where the wall is broken."""

    wall: Wind
    """The wind of the player in front of whom the wall is."""
    stack: int
    """The stack of two tiles, counted from 1 from this player's left."""

    @property
    def text(self) -> Text:
        """The place in one sentence."""
        return mark("The wall of {wind} breaks at stack {stack} from the left.", wind=self.wall.label, stack=self.stack)

    @property
    def members(self) -> dict[str, object]:
        """The place as members of a JSON line."""
        return {"wall": self.wall.letter, "stack": self.stack}
