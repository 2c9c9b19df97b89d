"""What the tiles of a hand are worth, asked by somebody who knows nothing of tiles."""

from collections.abc import Callable
from typing import NamedTuple

from tournament.language import Text
from tournament.tiles.wind import Wind


class Seated(NamedTuple):
    """What the sheet says of a win, and the tiles therefore need not."""

    prevalent: Wind
    own: Wind
    """The winner's wind in this hand."""
    self_drawn: bool


class Worth(NamedTuple):
    """The value of tiles, or why they have none."""

    tiles: str
    """The notation in its usual form, with what the sheet says; as written when it cannot be read."""
    points: int = 0
    """With flowers."""
    minimum_met: bool = False
    restated: bool = False
    """The notation said another wind, or another way to win, than the sheet."""
    faults: tuple[Text, ...] = ()
    """Everything wrong with the notation; then there are no points."""


Valuing = Callable[[str, Seated], Worth]
"""Counts a hand in the public notation (docs/cli.md) as one rule set does."""
