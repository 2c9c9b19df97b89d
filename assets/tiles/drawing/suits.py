"""The three suits, full drawings."""

from assets.tiles.drawing.glyphs import BLACK as BLACK_CUT
from assets.tiles.drawing.glyphs import BOLD, glyph
from assets.tiles.drawing.outline import Point, fitted, outline, turned
from assets.tiles.drawing.shapes import BLACK, BLUE, FACE, GREEN, RED, Elements, bar, disc, fill, hoop

_Spot = tuple[Point, str]
"""Where a dot or a stick stands, and its ink."""


def characters(rank: int) -> Elements:
    """The numeral above, ten thousand below."""
    numeral = glyph(BOLD, "一二三四五六七八九"[rank - 1])
    high = 32 if rank > 3 else (10, 24, 30)[rank - 1]
    below = fitted(glyph(BLACK_CUT, "萬"), 44, 40, middle=36 + 65j)
    return fill(fitted(numeral, 36, high, middle=38 + 27j), BLACK), fill(below, RED)


def _spots(ink: str, *places: Point) -> tuple[_Spot, ...]:
    return tuple((place, ink) for place in places)


_DOTS: dict[int, tuple[float, tuple[_Spot, ...]]] = {
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


_STICKS: dict[int, tuple[float, float, tuple[_Spot, ...]]] = {
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
        return _bird()
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


_BODY = outline(
    "M50.5 28.5C56 28.5 59.5 32.2 59.5 36.8C59.5 39.6 58.9 41.4 58 43.6C55.6 52 53.5 60.5 46.5 65.8"
    "C40.5 70.2 31 70.2 25.5 66.2C21.5 63 22.5 57.4 26.5 53C31 48.2 37.8 46.6 41 42.4C43 39.6 42 36.6 42.6 34"
    "C43.6 30.4 46.8 28.5 50.5 28.5Z"
)
_TAIL = (
    (outline("M31 55C25 58 13 64 6.5 72.5C5.4 74 6.4 76 8.4 75.6C17 73.8 27 68.5 33 63Z"), GREEN),
    (outline("M30 61C25 66 17 73 13.5 80.4C12.8 82.2 14.4 83.8 16.2 83C23 79.8 30.5 72.5 35 66Z"), BLUE),
    (outline("M33 63C29.5 69 24.4 76.5 23 83C22.7 85 24.8 86 26.4 84.8C31.5 80.6 36 73.5 38.5 66.5Z"), RED),
)
_WING = outline("M45.5 47.5C46.6 55.5 42.5 62.6 33.8 63.4C30.6 63.7 27.6 62.6 26.2 61.2C32 60 34.4 49.4 45.5 47.5Z")
_COVERT = outline("M42.8 51C42.4 56.6 39 60.2 33.6 60.6C36 57.8 38 53 42.8 51Z")
_BILL = outline("M58.6 33.6L66.5 37.2L58.9 39.6Z")


def _bird() -> Elements:
    """Tail in three colours, red crest, wing and bill."""
    feathers = tuple(fill(shape, ink) for shape, ink in _TAIL)
    eyes = tuple(disc(at, 1.5, FACE) for at in (11.6 + 72j, 18 + 79j, 26.8 + 80.4j))
    crest = (
        bar(48.6 + 28.5j, 46.6 + 22.6j, 2.4, RED),
        bar(51 + 28j, 51.4 + 21.4j, 2.4, RED),
        bar(53.2 + 28.5j, 56 + 22.8j, 2.4, RED),
    )
    legs = (
        bar(40 + 68j, 41.4 + 83.8j, 1.8, RED),
        bar(46 + 65j, 50 + 82.6j, 1.8, RED),
        bar(37 + 84.6j, 45.6 + 83.6j, 1.8, RED),
        bar(46.2 + 83.6j, 54.6 + 82j, 1.8, RED),
    )
    return (
        *feathers,
        *eyes,
        *crest,
        *legs,
        fill(_BODY, GREEN),
        fill(_WING, FACE),
        fill(_COVERT, RED),
        fill(_BILL, RED),
        disc(52.6 + 35.4j, 2.9, FACE),
        disc(53 + 35.4j, 1.5, BLACK),
    )
