"""Flowers and seasons, each owned by a wind."""

from enum import IntEnum

from tournament.language import Text
from tournament.tiles.names import flower_name
from tournament.tiles.wind import Wind


class BonusTile(IntEnum):
    """One of the eight bonus tiles, flowers 1 to 4 first. Its value is its place among them."""

    PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO = range(4)
    SPRING, SUMMER, AUTUMN, WINTER = range(4, 8)

    @property
    def letter(self) -> str:
        """Its letter in the notation, ``a`` to ``h``, whatever the language."""
        return "abcdefgh"[self]

    @property
    def owner(self) -> Wind:
        """The wind of the player to whom it belongs: 1 East, 2 South, 3 West, 4 North (FFMJ, Hong Kong memo)."""
        return Wind(self % 4)

    @property
    def label(self) -> Text:
        """Its name in words."""
        return flower_name(self.letter)


FLOWERS = frozenset(BonusTile(number) for number in range(4))
SEASONS = frozenset(BonusTile(number) for number in range(4, 8))
