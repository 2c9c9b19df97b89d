"""The bare twin of a PDF: the same texts, rules and boxes at the same places through plain reportlab.

What our writer draws is noted once; drawing that again is all that the twin does. It has the same fonts and the same
pages, and neither lays anything out nor names the parts of a page for those who hear it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

import assets
from reports.writers.pdf import canvas as ours
from reports.writers.pdf.fonts import Weight

Step = Callable[[Canvas], object]


@contextmanager
def noted_steps() -> Iterator[list[Step]]:
    """What the writer draws meanwhile, as steps for another canvas."""
    steps: list[Step] = []

    class NotingCanvas(ours.PageCanvas):
        def set_line(
            self, x: float, y: float, text: str, *, size: float, weight: Weight, grey: float, align: float
        ) -> float:
            end = super().set_line(x, y, text, size=size, weight=weight, grey=grey, align=align)
            if text:
                steps.append(_line(end - self._lines[text, weight, size, grey].wide, y, text, size, weight, grey))
            return end

        def emit(self, code: str) -> None:
            super().emit(code)
            steps.append(lambda canvas: canvas._code.append(code))  # type: ignore[attr-defined]

        def begin_drawing(self, name: str, wide: float, high: float) -> None:
            super().begin_drawing(name, wide, high)
            steps.append(lambda canvas: canvas.beginForm(name, 0, 0, wide, high))

        def end_drawing(self) -> None:
            super().end_drawing()
            steps.append(lambda canvas: canvas.endForm())

        def show_drawing(self, name: str) -> None:
            super().show_drawing(name)
            steps.append(lambda canvas: canvas.doForm(name))

        def setPageSize(self, size: Any) -> None:  # the library's name
            super().setPageSize(size)
            steps.append(lambda canvas: canvas.setPageSize(size))

        def showPage(self) -> None:  # the library's name
            super().showPage()
            steps.append(lambda canvas: canvas.showPage())

    with patch.object(ours, "PageCanvas", NotingCanvas):
        yield steps


def _line(x: float, y: float, text: str, size: float, weight: Weight, grey: float) -> Step:
    def draw(canvas: Canvas) -> None:
        canvas.setFont(weight.value, size)
        canvas.setFillGray(grey)
        canvas.drawString(x, y, text)

    return draw


def draw_bare(steps: list[Step], path: Path) -> None:
    """Draw ``steps`` through plain reportlab, with the fonts of our papers."""
    for weight in Weight:
        pdfmetrics.registerFont(TTFont(weight.value, str(assets.path("fonts", f"{weight.value}.ttf"))))
    canvas = Canvas(str(path), pageCompression=1)
    for step in steps:
        step(canvas)
    canvas.save()
