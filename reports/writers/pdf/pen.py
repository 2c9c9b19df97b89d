"""Drawing on a page: text in runs, rules, boxes. Points, from the lower left corner."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import Enum
from typing import TYPE_CHECKING

from reports.writers.pdf.fonts import Weight
from reports.writers.pdf.structure import Element, Tag

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

BLACK, DARK, GREY, MIDDLE, LIGHT, PALE, BAND = 0.067, 0.267, 0.333, 0.6, 0.733, 0.8, 0.929
"""Grey levels, 0 black: #111, #444, #555, #999, #BBB, #CCC, #EDEDED."""
_SLASH = "\N{FRACTION SLASH}"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Align(Enum):
    """How text is aligned to its point."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0

    __hash__ = object.__hash__  # Enum's own looks up the name each time


_PART_BEFORE = {align: align.value for align in Align}


class Pen:
    """A canvas in this program's own terms."""

    def __init__(self, canvas: "PageCanvas") -> None:
        self.canvas = canvas

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
        """Set ``text`` on the base line ``y``; return where it ends."""
        return self.canvas.set_line(x, y, text, size=size, weight=weight, grey=grey, align=_PART_BEFORE[align])

    @contextmanager
    def group(self, tag: Tag) -> Iterator[Element]:
        """Parts drawn in this context belong to a new part of the document; text by itself is a paragraph or cell."""
        made = Element(tag) if self.canvas.parent is None else self.canvas.parent.add(tag)
        with self.canvas.inside(None if self.canvas.parent is None else made):
            yield made

    def resume(self, element: Element) -> AbstractContextManager[None]:
        """Parts drawn in this context are added to an existing group."""
        return self.canvas.inside(element)

    def part(self, tag: Tag, alternative: str = "") -> AbstractContextManager[None]:
        """Everything drawn in this context is one part; a picture has its ``alternative`` in words."""
        parent = self.canvas.parent
        return self.canvas.inside(parent, None if parent is None else parent.add(tag, alternative))

    def begin_cell(self) -> None:
        """The next drawing is a new cell of the current row."""
        if self.canvas.parent is not None:
            self.canvas.element = self.canvas.parent.add(Tag.CELL)

    def bookmark(self, title: str, top: float, *, level: int = 0) -> None:
        """Add this place to the outline."""
        self.canvas.bookmark(title, top, level=level)

    def decoration(self) -> AbstractContextManager[None]:
        """What is drawn in this context is decoration: the head that every page repeats, its foot."""
        return self.canvas.inside(None)

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, thick: float, grey: float = BLACK) -> None:
        """Draw a straight rule."""
        self.canvas.emit(f"{grey:g} G {thick:g} w {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def line(
        self, points: Sequence[tuple[float, float]], *, thick: float, grey: float, dashes: Sequence[float] = ()
    ) -> None:
        """Draw a line through points."""
        dashed = f"[{' '.join(f'{each:g}' for each in dashes)}] 0 d " if dashes else ""
        solid = " [] 0 d" if dashes else ""
        self.canvas.emit(f"{grey:g} G {thick:g} w {dashed}{_through(points)} S{solid}")

    def area(self, points: Sequence[tuple[float, float]], *, fill: float, outline: float, thick: float) -> None:
        """Fill a closed shape, and draw its outline if ``thick`` is not 0."""
        operator = f"{outline:g} G {thick:g} w {_through(points)} b" if thick else f"{_through(points)} h f"
        self.canvas.emit(f"{fill:g} g {operator}")

    def fill(self, x: float, y: float, wide: float, high: float, *, grey: float, radius: float = 0) -> None:
        """Fill a box."""
        if not radius:
            self.canvas.emit(f"{grey:g} g {x:.2f} {y:.2f} {wide:.2f} {high:.2f} re f")
            return
        self.canvas.mark_picture()
        self.canvas.setFillGray(grey)
        self.canvas.roundRect(x, y, wide, high, radius, stroke=0, fill=1)

    def frames(self, boxes: Sequence[tuple[float, float, float, float]], *, thick: float, grey: float) -> None:
        """Draw the outlines of boxes: left, bottom, width and height of each."""
        drawn = " ".join(f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re" for x, y, wide, high in boxes)
        self.canvas.emit(f"{grey:g} G {thick:g} w {drawn} S")

    def fill_boxes(self, boxes: Sequence[str]) -> None:
        """Fill boxes in black, with one operator each."""
        self.canvas.emit(f"{BLACK} g {' '.join(boxes)} f")

    def frame(self, x: float, y: float, wide: float, high: float, *, thick: float, radius: float = 0) -> None:
        """Draw the outline of a box."""
        self.canvas.mark_picture()
        self.canvas.setStrokeGray(BLACK)
        self.canvas.setLineWidth(thick)
        self.canvas.roundRect(x, y, wide, high, radius, stroke=1, fill=0)


def _through(points: Sequence[tuple[float, float]]) -> str:
    (x, y), *others = points
    return " ".join((f"{x:.2f} {y:.2f} m", *(f"{x:.2f} {y:.2f} l" for x, y in others)))


def small_fraction(text: str) -> str:
    """``5⁄12`` with raised and lowered digits, drawn by the fonts of paper like ``½``."""
    numerator, slash, denominator = text.partition(_SLASH)
    return f"{numerator.translate(_RAISED)}{slash}{denominator.translate(_LOWERED)}" if slash else text
