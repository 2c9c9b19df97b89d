"""Flowers and seasons, each owned by a wind."""

from enum import IntEnum

from tournament.language import Text
from tournament.tiles.names import flower_name
from tournament.tiles.wind import Wind


class BonusTile(IntEnum):
    """One of the eight, flowers 1 to 4 first; its number is its place among them."""

    PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO = range(4)
    SPRING, SUMMER, AUTUMN, WINTER = range(4, 8)

    @property
    def letter(self) -> str:
        """``a`` to ``h``: in the notation, whatever the language."""
        return "abcdefgh"[self]

    @property
    def owner(self) -> Wind:
        """Whose it is: number 1 East's, 2 South's, 3 West's, 4 North's (FFMJ, Hong Kong memo)."""
        return Wind(self % 4)

    @property
    def label(self) -> Text:
        """Its name in words."""
        return flower_name(self.letter)


FLOWERS = frozenset(BonusTile(number) for number in range(4))
SEASONS = frozenset(BonusTile(number) for number in range(4, 8))
