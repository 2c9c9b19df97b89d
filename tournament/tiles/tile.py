"""The 34 kinds of tile, in tile order: characters, bamboos, dots, winds, dragons."""

from enum import IntEnum

from tournament.language import Text
from tournament.tiles.wind import Wind


class Suit(IntEnum):
    """A suit, in tile order."""

    CHARACTERS = 0
    BAMBOOS = 1
    DOTS = 2

    @property
    def letter(self) -> str:
        """Its letter in the notation, ``m``, ``s`` or ``p``, whatever the language."""
        return "msp"[self]


class Dragon(IntEnum):
    """A dragon, in tile order."""

    RED = 0
    GREEN = 1
    WHITE = 2

    @property
    def letter(self) -> str:
        """Its letter in the notation, ``C``, ``F`` or ``P``, whatever the language."""
        return "CFP"[self]


class Tile(IntEnum):
    """A kind of tile. Its value is its place in tile order: nine for each suit, then winds and dragons."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(9, 18)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for an honour."""
        return Suit(self // 9) if self < FIRST_WIND else None

    @property
    def rank(self) -> int | None:
        """1 to 9, or None for an honour."""
        return self % 9 + 1 if self < FIRST_WIND else None

    @property
    def wind(self) -> Wind | None:
        """The wind, or None for any other tile."""
        return Wind(self - FIRST_WIND) if FIRST_WIND <= self < FIRST_DRAGON else None

    @property
    def dragon(self) -> Dragon | None:
        """The dragon, or None for any other tile."""
        return Dragon(self - FIRST_DRAGON) if self >= FIRST_DRAGON else None

    @property
    def key(self) -> Text | str:
        """The text with which the tile is typed: its notation, but in French O for West."""
        return self.text if self.wind is None else self.wind.key

    @property
    def text(self) -> str:
        """The notation of the tile alone: ``5m``, ``E``, ``C``."""
        return f"{self % 9 + 1}{'msp'[self // 9]}" if self < FIRST_WIND else HONOUR_LETTERS[self - FIRST_WIND]


KINDS = 34
FIRST_WIND = 27
FIRST_DRAGON = 31
HONOUR_LETTERS = "ESWNCFP"
TILES = tuple(Tile)
"""Every kind in tile order, so that ``TILES[number]`` is the tile of that number."""


def suited(suit: Suit, rank: int) -> Tile:
    """Return the tile of ``suit`` and ``rank``, 1 to 9."""
    return TILES[9 * suit + rank - 1]
