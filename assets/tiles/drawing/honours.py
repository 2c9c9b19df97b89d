"""Winds and dragons, full drawings."""

from assets.tiles.drawing.glyphs import BLACK as BLACK_CUT
from assets.tiles.drawing.glyphs import BOLD, glyph
from assets.tiles.drawing.outline import fitted
from assets.tiles.drawing.shapes import BLACK, BLUE, GREEN, RED, Elements, fill, framed_box

_MIDDLE = 36 + 52j
WIND_SIGNS = {"E": "東", "S": "南", "W": "西", "N": "北"}


def wind(letter: str) -> Elements:
    """The wind of ``E``, ``S``, ``W`` or ``N``."""
    return (fill(fitted(glyph(BOLD, WIND_SIGNS[letter]), 44, 54, middle=_MIDDLE), BLACK),)


def red() -> Elements:
    """The centre."""
    return (fill(fitted(glyph(BLACK_CUT, "中"), 46, 56, middle=_MIDDLE), RED),)


def green() -> Elements:
    """The fortune."""
    return (fill(fitted(glyph(BLACK_CUT, "發"), 46, 56, middle=_MIDDLE), GREEN),)


def white() -> Elements:
    """A double frame around nothing."""
    return (
        framed_box(_MIDDLE - 21.5 - 28.5j, 43 + 57j, 4.5, 5, BLUE),
        framed_box(_MIDDLE - 13.5 - 20.5j, 27 + 41j, 1.2, 1.4, BLUE),
    )
