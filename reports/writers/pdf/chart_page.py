"""The charts of a document on paper: drawn as everywhere, each as one picture with alternative text."""

from collections.abc import Sequence
from typing import assert_never

from reports.document import Chart
from reports.writers.chart_drawing import Anchor, Area, ChartDrawing, Ink, Label, Stroke, draw_chart
from reports.writers.pdf.fonts import Weight, width, wrap
from reports.writers.pdf.pen import BLACK, GREY, LIGHT, Align, Pen
from reports.writers.pdf.structure import Tag
from tournament.language import Language

_SIZE = 8.6
_BETWEEN = 26.0
"""Points from one chart to the next."""
_GREYS = {
    Ink.STRONG: BLACK, Ink.PLAIN: BLACK, Ink.MUTED: GREY, Ink.RULE: LIGHT, Ink.PALE: 0.8, Ink.GROUND: 1.0,
}  # fmt: skip
_ALIGNS = {Anchor.START: Align.LEFT, Anchor.MIDDLE: Align.CENTRE, Anchor.END: Align.RIGHT}


class PaperType:
    """The font of paper."""

    def width(self, text: str, size: float, *, strong: bool) -> float:
        """In points."""
        return width(text, _weight(strong=strong), size)

    def wrap(self, text: str, size: float, room: float, lines: int) -> Sequence[str]:
        """With the line breaks of paper."""
        return wrap(text, Weight.SEMIBOLD, size, room, lines=lines)  # the wider one: it fits in either


def chart_pages(charts: Sequence[Chart], language: Language, *, wide: float, high: float) -> list[list[ChartDrawing]]:
    """The charts of each page: as many as fit, one below the other."""
    pages: list[list[ChartDrawing]] = []
    left = 0.0
    for chart in charts:
        drawing = draw_chart(chart, language, PaperType(), wide=wide, size=_SIZE)
        if not pages or drawing.high > left:
            pages.append([])
            left = high
        pages[-1].append(drawing)
        left -= drawing.high + _BETWEEN
    return pages


def show_charts(pen: Pen, drawings: Sequence[ChartDrawing], *, left: float, top: float) -> None:
    """Draw charts from ``top`` down, one below the other."""
    for drawing in drawings:
        _show(pen, drawing, left=left, top=top)
        top -= drawing.high + _BETWEEN


def _show(pen: Pen, drawing: ChartDrawing, *, left: float, top: float) -> None:
    pen.bookmark(drawing.title, top, level=1)
    with pen.part(Tag.FIGURE, drawing.words):
        for part in drawing.parts:
            match part:
                case Label():
                    weight, align = _weight(strong=part.strong), _ALIGNS[part.anchor]
                    pen.text(left + part.x, top - part.y, part.text, size=part.size, weight=weight,
                             grey=_GREYS[part.ink], align=align)  # fmt: skip
                case Stroke():
                    points = [(left + x, top - y) for x, y in part.points]
                    grey = _GREYS[part.ink.on_paper]
                    pen.line(points, thick=part.thick * 0.75, grey=grey, dashes=part.dashes)
                case Area():
                    points = [(left + x, top - y) for x, y in part.points]
                    fill, outline = _GREYS[part.fill.on_paper], _GREYS[part.outline.on_paper]
                    pen.area(points, fill=fill, outline=outline, thick=part.thick * 0.75)
                case _:
                    assert_never(part)


def _weight(*, strong: bool) -> Weight:
    return Weight.SEMIBOLD if strong else Weight.REGULAR
