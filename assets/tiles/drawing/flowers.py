"""The eight emblems of flowers and seasons, each in a circle of radius 20 about the origin."""

from collections.abc import Callable
from typing import NamedTuple

from assets.tiles.drawing.glyphs import BOLD, glyph
from assets.tiles.drawing.outline import Outline, Point, fitted, joined, outline, petal, turned
from assets.tiles.drawing.shapes import BLACK, BLUE, FACE, GOLD, GREEN, PLUM, RED, Elements, bar, disc, fill


class Put(NamedTuple):
    """How an emblem is drawn."""

    scale: float
    middle: Point
    """Where its origin comes to lie."""
    fine: bool
    """With the details that only a large drawing can show."""


def flower(letter: str) -> Elements:
    """The emblem and its character below, for ``a`` to ``h``."""
    sign = glyph(BOLD, "梅蘭菊竹春夏秋冬"["abcdefgh".index(letter)])
    return *emblem(letter, radius=20, middle=37 + 41j, fine=True), fill(fitted(sign, 19, 17, middle=37 + 74.5j), BLACK)


def emblem(letter: str, *, radius: float, middle: Point, fine: bool) -> Elements:
    """The emblem alone."""
    return _EMBLEMS[letter](Put(radius / 20, middle, fine))


def ink_of(letter: str) -> str:
    """The ink of the index, that of most of the emblem."""
    return dict(zip("abcdefgh", (RED, PLUM, GOLD, GREEN, GREEN, RED, GOLD, BLUE), strict=True))[letter]


def _shape(put: Put, shape: Outline, ink: str) -> str:
    return fill(shape.placed(put.scale, put.middle), ink)


def _disc(put: Put, middle: Point, radius: float, ink: str) -> str:
    return disc(middle * put.scale + put.middle, radius * put.scale, ink)


def _bar(put: Put, start: Point, end: Point, thick: float, ink: str) -> str:
    return bar(start * put.scale + put.middle, end * put.scale + put.middle, thick * put.scale, ink)


def _plum(put: Put) -> Elements:
    petals = tuple(_disc(put, 11.2 * turned(72 * petal - 90), 8.8, RED) for petal in range(5))
    stamens = tuple(_disc(put, 9.6 * turned(72 * stamen - 54), 1.3, FACE) for stamen in range(5))
    return *petals, _disc(put, 0, 7, RED), *stamens, _disc(put, 0, 5.6, FACE), _disc(put, 0, 2.9, GOLD)


def _orchid(put: Put) -> Elements:
    sepals = (petal(2j, -20j, 10.5, swell=0.6), petal(0, 18.6 + 13j, 9, swell=0.6), petal(0, -18.6 + 13j, 9, swell=0.6))
    wings = (petal(-2, 20 - 7j, 15, swell=0.62), petal(2, -20 - 7j, 15, swell=0.62))
    hood = outline("M-6.4 4C-6.8 -2.6 -3.6 -5.4 0 -5.4C3.6 -5.4 6.8 -2.6 6.4 4C4 6 -4 6 -6.4 4Z")
    lip = outline("M-3 1.6C-7 4.6 -6.6 11.4 0 16C6.6 11.4 7 4.6 3 1.6Z")
    return (
        *(_shape(put, shape, PLUM) for shape in (*sepals, *wings)),
        _shape(put, hood, FACE),
        _shape(put, lip, GOLD),
    )


def _chrysanthemum(put: Put) -> Elements:
    if not put.fine:
        rays = tuple(_ray(put, 36 * ray, 5, 20, 8.4) for ray in range(10))
        return *rays, _disc(put, 0, 10.4, GOLD), _disc(put, 0, 6, FACE), _disc(put, 0, 3, RED)
    outer = tuple(_ray(put, 22.5 * ray, 9, 20, 5.2) for ray in range(16))
    inner = tuple(_ray(put, 30 * ray + 15, 3.4, 10.6, 4.4) for ray in range(12))
    return *outer, *inner, _disc(put, 0, 4, FACE), _disc(put, 0, 2.4, RED)


def _ray(put: Put, degrees: float, near: float, far: float, wide: float) -> str:
    out = turned(degrees - 90)
    return _shape(put, petal(near * out, far * out, wide, swell=0.62), GOLD)


def _bamboo(put: Put) -> Elements:
    joints = ((18, 8.6), (3.4, -6), (-11.2, -17.4))
    stem = tuple(_bar(put, -3 + low * 1j, -3 + high * 1j, 4.6, GREEN) for low, high in joints)
    leaves = (
        petal(0.6 - 5j, 19 - 15.4j, 9.4, swell=0.55),
        petal(0.6 + 8j, 19.6 + 1.6j, 9.4, swell=0.55),
        petal(-6.6 + 2j, -18.6 - 9.6j, 8.4, swell=0.55),
    )
    return *stem, *(_shape(put, leaf, GREEN) for leaf in leaves)


def _sprout(put: Put) -> Elements:
    left = outline("M0 4C-1 -4 -8 -8.6 -19.4 -8C-17.6 1 -10 6.4 0 4Z")
    right = outline("M0 -1C-0.6 -12 7 -18.6 19 -18C19.6 -7 12 -0.6 0 -1Z")
    return (
        _bar(put, -1j, 16j, 3.2, GREEN),
        _shape(put, left, GREEN),
        _shape(put, right, GREEN),
        _bar(put, -11.5 + 18.4j, 11.5 + 18.4j, 2.8, GOLD),
    )


def _sun(put: Put) -> Elements:
    rays = tuple(_bar(put, 13.6 * turned(45 * ray), 18.4 * turned(45 * ray), 3.4, RED) for ray in range(8))
    return _disc(put, 0, 9.2, RED), *rays


_MAPLE = (
    -20j,
    3.6 - 11.4j,
    8.6 - 13.6j,
    7.4 - 6j,
    12.6 - 9j,
    14 - 5.6j,
    20 - 6.4j,
    17 - 0.4j,
    19 + 2j,
    9.6 + 9.4j,
    10 + 12.4j,
    11j,
)
_SIMPLE_MAPLE = (-20j, 5 - 9j, 13.5 - 14j, 12 - 5j, 20 - 3j, 13 + 4j, 14.5 + 11j, 9j)


def _maple(put: Put) -> Elements:
    right = _MAPLE if put.fine else _SIMPLE_MAPLE
    left = tuple(-corner.conjugate() for corner in right[-2:0:-1])
    veins = ((10j, -11j), (7j, 9 - 1.6j), (7j, -9 - 1.6j)) if put.fine else ()
    return (
        _shape(put, joined(*right, *left), GOLD),
        _bar(put, 9j, 18.6j if put.fine else 18j, 2.8 if put.fine else 4, GOLD),
        *(_bar(put, start, end, 1.3, FACE) for start, end in veins),
    )


def _snowflake(put: Put) -> Elements:
    thick, branch, start = (2.8, 2.4, 11) if put.fine else (4.4, 3.6, 12)
    arms = []
    for out in (turned(60 * arm - 90) for arm in range(6)):
        arms.append(_bar(put, 0, 18.6 * out, thick, BLUE))
        arms.extend(_bar(put, start * out, start * out + 6.6 * out * turned(turn), branch, BLUE) for turn in (-52, 52))
    return tuple(arms)


_EMBLEMS: dict[str, Callable[[Put], Elements]] = {
    "a": _plum,
    "b": _orchid,
    "c": _chrysanthemum,
    "d": _bamboo,
    "e": _sprout,
    "f": _sun,
    "g": _maple,
    "h": _snowflake,
}
