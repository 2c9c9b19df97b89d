"""A tile for which a hand waits, with the score of the hand."""

from typing import NamedTuple

from tournament.rules.score import Score
from tournament.tiles.tile import Tile


class Wait(NamedTuple):
    """A tile that completes the thirteen."""

    tile: Tile
    by_discard: Score | None
    """The score on a discard; None if the hand already contains all four tiles."""
    by_self_draw: Score | None

    @property
    def all_held(self) -> bool:
        """Whether the player already holds all four copies, so that no tile can complete the hand.

        See docs/rules.md, C9.
        """
        return self.by_discard is None
