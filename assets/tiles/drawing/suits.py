"""The three suits, full drawings."""

from assets.tiles.drawing.bird import bird
from assets.tiles.drawing.glyphs import BLACK as BLACK_CUT
from assets.tiles.drawing.glyphs import BOLD, glyph
from assets.tiles.drawing.outline import Point, fitted, turned
from assets.tiles.drawing.shapes import BLACK, BLUE, FACE, GREEN, RED, Elements, bar, disc, fill, hoop

Spot = tuple[Point, str]
"""Where a dot or a stick stands, and its ink."""


def characters(rank: int) -> Elements:
    """The numeral above, ten thousand below."""
    numeral = glyph(BOLD, "一二三四五六七八九"[rank - 1])
    high = 32 if rank > 3 else (10, 24, 30)[rank - 1]
    below = fitted(glyph(BLACK_CUT, "萬"), 44, 40, middle=36 + 65j)
    return fill(fitted(numeral, 36, high, middle=38 + 27j), BLACK), fill(below, RED)


def _spots(ink: str, *places: Point) -> tuple[Spot, ...]:
    return tuple((place, ink) for place in places)


_DOTS: dict[int, tuple[float, tuple[Spot, ...]]] = {
    2: (14, ((36 + 34j, GREEN), (36 + 69j, BLUE))),
    3: (10.5, ((20 + 33j, BLUE), (36 + 52.5j, RED), (52 + 72j, GREEN))),
    4: (11, ((23 + 35j, BLUE), (49 + 35j, GREEN), (23 + 70j, GREEN), (49 + 70j, BLUE))),
    5: (9.7, ((19.5 + 33j, BLUE), (52.5 + 33j, GREEN), (36 + 52.5j, RED), (19.5 + 72j, GREEN), (52.5 + 72j, BLUE))),
    6: (9.4, (*_spots(GREEN, 24 + 31j, 48 + 31j), *_spots(RED, 24 + 53j, 48 + 53j, 24 + 74.5j, 48 + 74.5j))),
    7: (
        7.7,
        (
            *_spots(GREEN, 20.5 + 28.4j, 36 + 34.8j, 51.5 + 41.2j),
            *_spots(RED, 25 + 58j, 47 + 58j, 25 + 77j, 47 + 77j),
        ),
    ),
    8: (7.7, _spots(BLUE, *(x + y * 1j for y in (28.2, 45, 61.8, 78.6) for x in (26, 46)))),
    9: (
        8.4,
        tuple((x + y * 1j, ink) for y, ink in ((32, GREEN), (53.5, RED), (75, BLUE)) for x in (15.5, 36, 56.5)),
    ),
}
"""How large the dots of a rank are, and where they stand."""


def dots(rank: int) -> Elements:
    """Rings as on real sets; the one is a wheel."""
    if rank == 1:
        return _wheel(36 + 53j)
    radius, spots = _DOTS[rank]
    return tuple(part for middle, ink in spots for part in _dot(middle, radius, ink))


def _dot(middle: Point, radius: float, ink: str) -> Elements:
    return (
        disc(middle, radius, ink),
        disc(middle, 0.74 * radius, FACE),
        disc(middle, 0.5 * radius, ink),
        disc(middle, 0.17 * radius, FACE),
    )


def _wheel(middle: Point) -> Elements:
    beads = tuple(disc(middle + 19.4 * turned(30 * bead - 90), 3, BLUE if bead % 2 else GREEN) for bead in range(12))
    return hoop(middle, 28, 3, BLUE), *beads, *_dot(middle, 13, RED)


_STICKS: dict[int, tuple[float, float, tuple[Spot, ...]]] = {
    2: (9, 31, _spots(GREEN, 36 + 36.5j, 36 + 69.5j)),
    3: (9, 31, ((36 + 36.5j, RED), *_spots(GREEN, 23 + 69.5j, 49 + 69.5j))),
    4: (9, 31, _spots(GREEN, *(x + y * 1j for y in (36.5, 69.5) for x in (24, 48)))),
    5: (8.4, 30, (*_spots(GREEN, *(x + y * 1j for y in (37.5, 69.5) for x in (18.5, 53.5))), (36 + 53.5j, RED))),
    6: (8.4, 30, _spots(GREEN, *(x + y * 1j for y in (37.5, 69.5) for x in (17.5, 36, 54.5)))),
    7: (
        7.4,
        19.5,
        ((36 + 30j, RED), *_spots(GREEN, *(x + y * 1j for y in (53, 74.5) for x in (18, 36, 54)))),
    ),
    9: (
        7.4,
        19.5,
        tuple((x + y * 1j, ink) for y in (32.5, 54, 75.5) for x, ink in ((17, GREEN), (36, RED), (55, GREEN))),
    ),
}
"""How wide and long the sticks of a rank are, and where they stand."""


def bamboos(rank: int) -> Elements:
    """Sticks as on real sets: the one is a bird, the eight an M over a W."""
    if rank == 1:
        return bird()
    if rank == 8:
        return _eight()
    wide, long, spots = _STICKS[rank]
    half = long / 2 * 1j
    return tuple(part for middle, ink in spots for part in _stick(middle - half, middle + half, wide, ink))


def _eight() -> Elements:
    upper = ((15.5 + 23j, 15.5 + 51.5j), (56.5 + 23j, 56.5 + 51.5j), (22 + 25j, 35 + 50j), (50 + 25j, 37 + 50j))
    lines = (*upper, *((109j + a.conjugate(), 109j + b.conjugate()) for a, b in upper))
    return tuple(part for start, end in lines for part in _stick(start, end, 7, GREEN))


def _stick(start: Point, end: Point, wide: float, ink: str) -> Elements:
    """Two rounded halves with a light slit each, and the knot between them."""
    along = (end - start) / abs(end - start)
    middle = (start + end) / 2
    round_end = wide / 2 * along
    slit = 0.28 * wide
    halves = ((start + round_end, middle - round_end), (middle + round_end, end - round_end))
    parts = [bar(near, far, wide, ink) for near, far in halves]
    knot = (1.24 * wide - 2.4) / 2 * along * 1j
    return (
        *parts,
        bar(middle - knot, middle + knot, 2.4, ink),
        *(bar(near, far, slit, FACE) for near, far in halves),
    )
