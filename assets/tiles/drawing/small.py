"""The marks of the small cut: 36 units high, from y 48 to 84, and nothing finer than a screen can show."""

from assets.tiles.drawing.flowers import emblem
from assets.tiles.drawing.glyphs import SANS, glyph
from assets.tiles.drawing.honours import WIND_SIGNS
from assets.tiles.drawing.outline import fitted
from assets.tiles.drawing.shapes import BLACK, BLUE, GREEN, RED, Elements, box, disc, fill, framed_box, hoop

_MIDDLE = 36 + 66j


def characters() -> Elements:
    """Ten thousand, in the short form."""
    return _sign("万", RED)


def dots() -> Elements:
    """A ring and its point."""
    return hoop(_MIDDLE, 18, 5.5, BLUE), disc(_MIDDLE, 6, BLUE)


def bamboos() -> Elements:
    """Three jointed sticks; their edges fall on whole pixels at a height of 24."""
    return tuple(box(x + y * 1j, 8 + 16j, 0, GREEN) for x in (20, 32, 44) for y in (48, 68))


def wind(letter: str) -> Elements:
    """The wind's character."""
    return _sign(WIND_SIGNS[letter], BLACK)


def dragon(letter: str) -> Elements:
    """The centre, the fortune in the short form, or a frame."""
    if letter == "P":
        return (framed_box(20 + 48j, 32 + 36j, 2, 6, BLUE),)
    return _sign("中", RED) if letter == "C" else _sign("发", GREEN)


def flower(letter: str) -> Elements:
    """The emblem alone."""
    return emblem(letter, radius=18, middle=_MIDDLE, fine=False)


def _sign(sign: str, ink: str) -> Elements:
    return (fill(fitted(glyph(SANS, sign), 40, 36, middle=_MIDDLE), ink),)
