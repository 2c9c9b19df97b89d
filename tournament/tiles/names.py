"""The names of tiles, and which drawing shows each of them."""

from assets.tiles import FLOWERS, WEST_IN_FRENCH
from tournament.language import Language, Text, mark
from tournament.tiles.tile import Suit, Tile
from tournament.tiles.wind import Wind

_WINDS = (mark("East wind"), mark("South wind"), mark("West wind"), mark("North wind"))
_DRAGONS = (mark("Red dragon"), mark("Green dragon"), mark("White dragon"))
_FLOWERS = (
    mark("Flower 1, plum"),
    mark("Flower 2, orchid"),
    mark("Flower 3, chrysanthemum"),
    mark("Flower 4, bamboo"),
    mark("Season 1, spring"),
    mark("Season 2, summer"),
    mark("Season 3, autumn"),
    mark("Season 4, winter"),
)


def tile_name(tile: Tile) -> Text:
    """Return the name of the tile: ``3 of bamboos``, ``East wind``, ``Red dragon``."""
    if tile.wind is not None:
        return _WINDS[tile.wind]
    if tile.dragon is not None:
        return _DRAGONS[tile.dragon]
    if tile.suit is Suit.CHARACTERS:
        return mark("{rank} of characters", rank=tile.rank)
    if tile.suit is Suit.BAMBOOS:
        return mark("{rank} of bamboos", rank=tile.rank)
    return mark("{rank} of dots", rank=tile.rank)


def flower_name(letter: str) -> Text:
    """Return the name of the flower or season with this letter of the notation, ``a`` to ``h``.

    Raise ValueError for any other letter.
    """
    return _FLOWERS[FLOWERS.index(letter)]


def face_of(tile: Tile, language: Language) -> str:
    """Return the name of the drawing that shows the tile: its notation.

    In languages in which the letter of West is O, that drawing has an O in the corner.
    """
    in_french = tile is Tile.WEST and language.render(Wind.WEST.short) == "O"
    return WEST_IN_FRENCH if in_french else tile.text
