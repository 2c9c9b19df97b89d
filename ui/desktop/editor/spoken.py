"""What tiles, sets and places are called: read by eyes in captions, by ears from a screen reader."""

from tournament.hand.meld import Meld, MeldKind
from tournament.language import Text, mark
from tournament.tiles.tile import FIRST_WIND, Suit, Tile

_SUITED = {
    Suit.CHARACTERS: mark("{rank} of characters"),
    Suit.BAMBOOS: mark("{rank} of bamboos"),
    Suit.DOTS: mark("{rank} of dots"),
}
_HONOURS = (
    mark("East wind"),
    mark("South wind"),
    mark("West wind"),
    mark("North wind"),
    mark("Red dragon"),
    mark("Green dragon"),
    mark("White dragon"),
)
_FLOWERS = (
    mark("Plum blossom"),
    mark("Orchid"),
    mark("Chrysanthemum"),
    mark("Bamboo blossom"),
    mark("Spring"),
    mark("Summer"),
    mark("Autumn"),
    mark("Winter"),
)
_KINDS = {
    MeldKind.CHOW: mark("Chow"),
    MeldKind.PUNG: mark("Pung"),
    MeldKind.KONG: mark("Kong"),
    MeldKind.CONCEALED_KONG: mark("Concealed kong"),
}
PLACES = (mark("the left"), mark("opposite"), mark("the right"))
"""From whom a tile came, where no names are known."""
Sources = tuple[Text | str, Text | str, Text | str]
"""The previous player, the one opposite, the next one."""


def tile_name(tile: Tile) -> Text:
    """``3 of bamboos``, ``East wind``, ``Red dragon``."""
    if tile.suit is None:
        return _HONOURS[tile - FIRST_WIND]
    return Text(_SUITED[tile.suit].message, (("rank", tile.rank),))


def flower_name(letter: str) -> Text:
    """The flower or season ``a`` to ``h``."""
    return _FLOWERS["abcdefgh".index(letter)]


def meld_name(meld: Meld, sources: Sources = PLACES) -> Text:
    """``Pung claimed from …``: what was declared, and whose tile is in it."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return _KINDS[meld.kind]
    source = 1 if meld.kind is MeldKind.CHOW else meld.source
    player = sources[(source - 1) % 4]
    if source > 4:
        return mark("Pung from {player}, promoted", player=player)
    said = {
        MeldKind.CHOW: mark("Chow from {player}", player=player),
        MeldKind.PUNG: mark("Pung from {player}", player=player),
        MeldKind.KONG: mark("Kong from {player}", player=player),
    }
    return said[meld.kind]
