"""Drawing on a page: text in runs, rules, boxes. Points, from the lower left corner."""

from enum import Enum
from typing import TYPE_CHECKING, Final

from reports.writers.pdf.fonts import FALLBACK, Weight, runs, width

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

BLACK, DARK, GREY, MIDDLE, LIGHT, BAND = 0.067, 0.267, 0.333, 0.6, 0.733, 0.929
"""Grey levels, 0 black: #111, #444, #555, #999, #BBB, #EDEDED."""
_HEAVY = (Weight.SEMIBOLD, Weight.BOLD)
_OUTLINE = 0.028
"""Of the size: so thick is the outline that makes the one weight of Chinese a heavy one."""
_FILLED: Final = 0
_FILLED_AND_OUTLINED: Final = 2
"""The PDF's words for how letters are drawn."""
_SLASH = "\N{FRACTION SLASH}"
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Align(Enum):
    """Where text stands about its point."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class Pen:
    """A canvas in this program's own terms."""

    def __init__(self, canvas: "Canvas") -> None:
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
        """Set ``text`` on the base line ``y``; give the place where it ends."""
        set_runs = runs(text, weight)
        wide = width(text, weight, size)
        x -= wide * align.value
        if not set_runs:
            return x
        line = self.canvas.beginText(x, y)
        line.setFillGray(grey)
        if weight in _HEAVY:
            self.canvas.setLineWidth(size * _OUTLINE)
            line.setStrokeGray(grey)
        for font, part in set_runs:
            heavy = font == FALLBACK and weight in _HEAVY
            line.setTextRenderMode(_FILLED_AND_OUTLINED if heavy else _FILLED)
            line.setFont(font, size)
            line.textOut(part)
        line.setTextRenderMode(_FILLED)
        self.canvas.drawText(line)
        return x + wide

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, thick: float, grey: float = BLACK) -> None:
        """Draw a straight rule."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x1, y1, x2, y2)

    def fill(self, x: float, y: float, wide: float, high: float, *, grey: float, radius: float = 0) -> None:
        """Fill a box."""
        self.canvas.setFillGray(grey)
        if radius:
            self.canvas.roundRect(x, y, wide, high, radius, stroke=0, fill=1)
        else:
            self.canvas.rect(x, y, wide, high, stroke=0, fill=1)

    def frame(self, x: float, y: float, wide: float, high: float, *, thick: float, radius: float = 0) -> None:
        """Draw the outline of a box."""
        self.canvas.setStrokeGray(BLACK)
        self.canvas.setLineWidth(thick)
        self.canvas.roundRect(x, y, wide, high, radius, stroke=1, fill=0)


def small_fraction(text: str) -> str:
    """``5⁄12`` with raised and lowered digits, which the fonts of paper draw as they draw ``½``."""
    numerator, slash, denominator = text.partition(_SLASH)
    return f"{numerator.translate(_RAISED)}{slash}{denominator.translate(_LOWERED)}" if slash else text
