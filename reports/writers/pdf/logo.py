"""The logo of the event on its papers: once in the file, shown where a page has free space."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from reports.writers.pdf.fonts import Weight, width
from reports.writers.pdf.pen import BLACK, Align, Pen
from tournament.event.logo import logo_picture

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_GAP = 7.0
"""Points between the picture and its neighbours."""
_LEAST_SIDE, _LEAST_AREA = 6.0, 150.0
"""A smaller picture is useless."""


class Box(NamedTuple):
    """A part of a page, in points from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def wide(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom


@lru_cache(maxsize=64)
def largest_place(area: Box, taken: tuple[Box, ...], aspect: float, most: tuple[float, float]) -> Box | None:
    """The largest box of ``aspect`` (width by height) in ``area`` that overlaps nothing in ``taken``.

    At most as wide and high as ``most``; of equal ones the upper, then the right one. None if there is no space.
    """
    near = [
        Box(each.left - _GAP, each.bottom - _GAP / 2, each.right + _GAP, each.top + _GAP / 2)
        for each in taken
        if each.right > area.left and each.left < area.right and each.top > area.bottom and each.bottom < area.top
    ]
    edges = {area.bottom, area.top}
    edges |= {edge for box in near for edge in (box.bottom, box.top) if area.bottom < edge < area.top}
    best: Box | None = None
    for bottom, top in combinations(sorted(edges), 2):
        for left, right in _gaps(area, [box for box in near if box.bottom < top and box.top > bottom]):
            wide = min(right - left, most[0], aspect * min(top - bottom, most[1]))
            place = Box(right - wide, top - wide / aspect, right, top)
            if min(place.wide, place.high) >= _LEAST_SIDE and wide * place.high >= _LEAST_AREA:
                best = place if best is None or _rank(place) > _rank(best) else best
    return best


def _rank(place: Box) -> tuple[float, float, float]:
    return round(place.wide * place.high, 1), place.top, place.right


def _gaps(area: Box, between: Sequence[Box]) -> list[tuple[float, float]]:
    """The stretches of ``area`` from left to right that contain none of the boxes."""
    gaps, x = [], area.left
    for box in sorted(between, key=lambda box: box.left):
        if box.left > x:
            gaps.append((x, box.left))
        x = max(x, box.right)
    if area.right > x:
        gaps.append((x, area.right))
    return gaps


_NAME = "logo"


def put_logo_into(canvas: "PageCanvas", image: bytes) -> None:
    """Put the picture ``image`` into the file; ValueError if it cannot be decoded."""
    from reportlab.lib.utils import ImageReader

    picture = logo_picture(image)
    if picture is None:
        raise ValueError("no picture that an event can have")
    try:
        canvas.begin_drawing(_NAME, 1, 1)
        canvas.drawImage(ImageReader(BytesIO(image)), 0, 0, 1, 1, mask="auto")
        canvas.end_drawing()
    except (OSError, SyntaxError) as error:
        raise ValueError(str(error)) from error
    canvas.logo_aspect = picture.wide / picture.high


class HeadPen(Pen):
    """A pen that records where it wrote, so that the logo finds a place between the lines."""

    def __init__(self, canvas: "PageCanvas") -> None:
        super().__init__(canvas)
        self._taken: list[Box] = []

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float,
        weight: Weight = Weight.REGULAR,
        grey: float = BLACK,
        align: Align = Align.LEFT,
    ) -> float:
        """Set ``text``, and record its place."""
        end = super().text(x, y, text, size=size, weight=weight, grey=grey, align=align)
        left = x if align is Align.LEFT else x - width(text, weight, size) * align.value
        if end > left:
            self._taken.append(Box(left, y - size * 0.28, end, y + size * 0.78))
        return end

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, thick: float, grey: float = BLACK) -> None:
        """Draw a rule, and record its place."""
        super().rule(x1, y1, x2, y2, thick=thick, grey=grey)
        self.take(Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))

    def take(self, box: Box) -> None:
        """Record that ``box`` is occupied."""
        self._taken.append(box)

    def show_logo(self, area: Box, most: tuple[float, float]) -> Box | None:
        """Show the logo as large as possible in ``area`` beside what was written; return its place, None without
        space."""
        aspect = self.canvas.logo_aspect
        place = None if aspect is None else largest_place(area, tuple(self._taken), aspect, most)
        if place is not None:
            show_in(self, place)
        return place


def show_in(pen: Pen, place: Box) -> None:
    """Show the logo in ``place``; it has no content for a screen reader."""
    with pen.decoration():
        pen.canvas.show_scaled(_NAME, place.left, place.bottom, place.wide, place.high)


def head_pen(pen: Pen) -> Pen:
    """The pen for the head of a page: one that records where it wrote, if there is a logo."""
    return pen if pen.canvas.logo_aspect is None else HeadPen(pen.canvas)


def keep_clear(pen: Pen, area: tuple[float, float, float, float]) -> None:
    """Show no logo in ``area``: left, bottom, right, top."""
    if isinstance(pen, HeadPen):
        pen.take(Box(*area))


def show_logo(pen: Pen, area: tuple[float, float, float, float], *, most: tuple[float, float]) -> None:
    """Show the logo beside what ``pen`` wrote in ``area``: left, bottom, right, top; at most this wide and high."""
    if isinstance(pen, HeadPen):
        pen.show_logo(Box(*area), most)


def centred(aspect: float, middle: float, top: float, *, most: tuple[float, float]) -> Box:
    """The place of a picture of ``aspect``, centred on ``middle`` from ``top`` down, at most this wide and high."""
    wide = min(most[0], most[1] * aspect)
    return Box(middle - wide / 2, top - wide / aspect, middle + wide / 2, top)
