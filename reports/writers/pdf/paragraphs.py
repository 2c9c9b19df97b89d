"""A table of sentences as paragraphs in two columns, for readers who look something up. Figures in points.

Its first column groups the rows under headings, the second is what a reader looks for, and the others say more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.document import Document, Section
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, wrap
from reports.writers.pdf.pages import MARGIN, PageFrame, draw_frame, page_frame
from reports.writers.pdf.pen import BLACK, DARK, LIGHT, Pen
from reports.writers.pdf.structure import Tag
from reports.writers.wording import cell_text, one_line
from tournament.language import Language

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_TYPE = (10.5, 10.0, 9.5, 9.0)
"""Type sizes; the first is used in which everything is on two pages, otherwise the smallest."""
_PAGES = 2
"""Pages of one sheet of paper."""
_GAP = 24.0
_PITCH, _HEADING, _APART, _ABOVE = 1.28, 1.25, 0.55, 1.1
"""From line to line, the size of a heading, and the space above a paragraph and a heading, in ems."""
_MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    size: float
    weight: Weight = Weight.REGULAR
    grey: float = BLACK
    above: float = 0.0
    tag: Tag = Tag.PARAGRAPH

    @property
    def high(self) -> float:
        return self.above + self.size * _PITCH


_Block = tuple[_Line, ...]
"""Lines that stay together: a paragraph, the first of a group with its heading."""


def write_paragraphs(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the sections of ``document``."""
    frame = page_frame(document, language, *page_size.value)
    columns: list[list[_Block]] = []
    for size in _TYPE:
        wide = (frame.room - _GAP) / 2
        blocks = [block for section in document.sections for block in _blocks(section, language, size, wide)]
        columns = _columns(blocks, frame.top - frame.bottom)
        if len(columns) <= 2 * _PAGES:
            break
    pages = [columns[first : first + 2] for first in range(0, len(columns), 2)]
    for number, page in enumerate(pages, start=1):
        if progress:
            progress(number - 1, len(pages))
        pen = Pen(canvas)
        draw_frame(pen, frame, document, language, number, len(pages))
        _draw(pen, page, frame)
        canvas.showPage()


def _draw(pen: Pen, columns: Sequence[Sequence[_Block]], frame: PageFrame) -> None:
    wide = (frame.room - _GAP) / 2
    for place, blocks in enumerate(columns):
        x, y = MARGIN + place * (wide + _GAP), frame.top
        for block in blocks:
            for number, line in enumerate(block):
                y -= line.size * _PITCH + (line.above if number or y < frame.top else 0)
                with pen.part(line.tag):
                    pen.text(x, y, line.text, size=line.size, weight=line.weight, grey=line.grey)
                if line.tag is Tag.HEADING:
                    pen.rule(x, y - line.size * 0.3, x + wide, y - line.size * 0.3, thick=0.5, grey=LIGHT)
    if len(columns) > 1:
        x = MARGIN + wide + _GAP / 2
        pen.rule(x, frame.bottom, x, frame.top, thick=0.4, grey=LIGHT)


def _columns(blocks: Sequence[_Block], high: float) -> list[list[_Block]]:
    """Share the blocks out over columns of this height, the last ones of a page equally high."""
    filled = _filled(blocks, high)
    least, most = 0.0, high
    while most - least > 2:  # the lowest height that needs no further column
        middle = (least + most) / 2
        least, most = (least, middle) if len(_filled(blocks, middle)) <= len(filled) else (middle, most)
    return _filled(blocks, most)


def _filled(blocks: Sequence[_Block], high: float) -> list[list[_Block]]:
    columns: list[list[_Block]] = [[]]
    used = 0.0
    for block in blocks:
        needs = sum(line.high for line in block)
        if columns[-1] and used + needs > high:
            columns.append([])
            used = 0.0
        columns[-1].append(block)
        used += needs
    return columns


def _blocks(section: Section, language: Language, size: float, wide: float) -> Iterator[_Block]:
    """The rows as paragraphs, in each language; a heading above the first row of each group."""
    table, group = section.table, ""
    for row in table.rows:
        cells = [cell_text(cell, column.kind, language) for cell, column in zip(row, table.columns, strict=True)]
        lines: list[_Line] = []
        if cells[0] != group:
            group = cells[0]
            lines.append(_Line(one_line(group), size * _HEADING, Weight.BOLD, above=size * _ABOVE, tag=Tag.HEADING))
        for place, text in enumerate(filter(None, cells[1:])):
            weight, grey = (Weight.SEMIBOLD, BLACK) if place == 0 else (Weight.REGULAR, DARK if place == 1 else BLACK)
            shown = one_line(text) if place < 2 else f"→ {one_line(text)}"
            for number, line in enumerate(wrap(shown, weight, size, wide, lines=_MOST_LINES)):
                above = size * _APART if place == 0 and number == 0 else 0.0
                lines.append(_Line(line, size, weight, grey, above))
        yield tuple(lines)
