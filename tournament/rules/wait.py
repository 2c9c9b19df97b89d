"""A tile that a hand waits for, with its worth."""

from typing import NamedTuple

from tournament.rules.score import Score
from tournament.tiles.tile import Tile


class Wait(NamedTuple):
    """A tile that completes the thirteen."""

    tile: Tile
    by_discard: Score | None
    """None when all four copies are held already."""
    by_self_draw: Score | None

    @property
    def all_held(self) -> bool:
        """Whether the player holds all four copies: it is waited for in form only (docs/rules.md, C9)."""
        return self.by_discard is None
