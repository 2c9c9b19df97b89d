"""What every tile has: its body, seen a little from above, and its corner index."""

from assets.tiles.drawing.glyphs import INDEX, INDEX_BOLD, glyph
from assets.tiles.drawing.outline import Outline, Point, joined, outline
from assets.tiles.drawing.shapes import BACK, EDGE, FACE, FRAME, Elements, box, fill, framed_box

_CAP = 1490
"""Height of a capital in units of the letters' font."""
_FOOT = outline("M1 77L71 77L71 85C71 90.52 66.52 95 61 95L11 95C5.48 95 1 90.52 1 85Z")
"""The thickness of the tile below its face, up to where the face hides it: a box 70 by 94, rounded by 10."""
_TOP, _WHOLE, _UPPER = 1 + 1j, 70 + 94j, 70 + 88j
_FULL_EDGE, _SMALL_EDGE = 1.0, 3.0


def face(*, small: bool = False) -> Elements:
    """A tile face up, without its drawing."""
    edge = _SMALL_EDGE if small else _FULL_EDGE
    return fill(_FOOT, BACK), framed_box(_TOP, _UPPER, 10, edge, EDGE, ground=FACE)


def back(*, small: bool = False) -> Elements:
    """A tile face down: a frame and a lozenge, bolder and alone in the small cut."""
    edge = _SMALL_EDGE if small else _FULL_EDGE
    body = framed_box(_TOP, _WHOLE, 10, edge, EDGE, ground=FACE), box(_TOP, _UPPER, 10, BACK)
    middle = 36 + 45j
    if small:
        return *body, fill(_lozenge(middle, 17), FRAME)
    return (
        *body,
        framed_box(8 + 8j, 56 + 74j, 5, 1.2, FRAME),
        fill(_ring_of(19, 17.2, middle), FRAME),
        fill(_lozenge(middle, 9.5), FRAME),
    )


def _lozenge(middle: Point, half: float) -> Outline:
    return joined(middle - half * 1j, middle + half, middle + half * 1j, middle - half)


def _ring_of(outer: float, inner: float, middle: Point) -> Outline:
    hole = joined(middle - inner * 1j, middle - inner, middle + inner * 1j, middle + inner)
    return Outline(_lozenge(middle, outer).pieces + hole.pieces)


def index(sign: str, ink: str) -> str:
    """The corner index: a capital 12.5 high, its top left at (7.5, 7)."""
    shape = glyph(INDEX, sign).placed(12.5 / _CAP)
    return fill(shape.placed(to=complex(7.5 - shape.box()[0], 19.5)), ink)


def large_index(sign: str, ink: str) -> str:
    """The index of the small cut: 34 high, in the middle of the upper half."""
    shape = glyph(INDEX_BOLD, sign).placed(34 / _CAP)
    left, _, right, _ = shape.box()
    return fill(shape.placed(to=complex(36 - (left + right) / 2, 43)), ink)
