"""The one of bamboos: a bird on its legs, looking right."""

from assets.tiles.drawing.outline import outline
from assets.tiles.drawing.shapes import BLACK, BLUE, FACE, GREEN, RED, Elements, bar, disc, fill

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


def bird() -> Elements:
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
