"""Pages that are cut apart, folded, posted or handed out: table signs and role sheets.

Lengths in points.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.document import Document, RoleLine, RoleSheet, TableSign
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, cut, fitting, width, wrap
from reports.writers.pdf.logo import head_pen, show_logo
from reports.writers.pdf.pen import BLACK, DARK, LIGHT, Align, Pen
from reports.writers.pdf.structure import Tag
from reports.writers.wording import foot, one_line
from tournament.language import Language, Text, joined, mark, mark_in
from tournament.rules.pattern import Names

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_EDGE, _EDGE_SIZE = 14.0, 6.5
"""Position of the line at the lower edge, within the printable area, and its type size."""


def draw_edge(
    pen: Pen, document: Document, language: Language, page: tuple[int, int], *, left: float, right: float
) -> None:
    """Draw the details of every page in small type at its lower edge: fingerprint, time, state, page x of y."""
    number = one_line(language.render(mark("Page {page} of {pages}", page=page[0], pages=page[1])))
    room = right - left - width(number, Weight.REGULAR, _EDGE_SIZE) - 12
    said = cut(one_line(language.render(foot(document))), Weight.REGULAR, _EDGE_SIZE, room)
    with pen.decoration():
        pen.text(left, _EDGE, said, size=_EDGE_SIZE, grey=DARK)
        pen.text(right, _EDGE, number, size=_EDGE_SIZE, grey=DARK, align=Align.RIGHT)


def write_signs(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the signs, two to a page, with a cutting mark."""
    wide, high = page_size.value
    pages = [document.signs[first : first + 2] for first in range(0, len(document.signs), 2)]
    pen = Pen(canvas)
    for number, signs in enumerate(pages):
        if progress:
            progress(number, len(pages))
        for place, sign in enumerate(signs):
            _draw_sign(pen, sign, document, language, wide, high - place * high / 2, high / 2)
        with pen.decoration():
            pen.rule(0, high / 2, wide, high / 2, thick=0.3, grey=LIGHT)
        draw_edge(pen, document, language, (number + 1, len(pages)), left=40, right=wide - 40)
        canvas.showPage()


def _draw_sign(
    pen: Pen, sign: TableSign, document: Document, language: Language, wide: float, top: float, high: float
) -> None:
    room = wide - 80
    pen = head_pen(pen)
    event = one_line(document.event)
    size = fitting(event, Weight.REGULAR, 14, room, least=9)
    pen.text(wide / 2, top - 44, cut(event, Weight.REGULAR, size, room), size=size, grey=DARK, align=Align.CENTRE)
    table = one_line(language.render(mark_in("room", "Table {table}", table=sign.table)))
    number = str(sign.table)
    if sign.name is not None:
        name = cut(one_line(language.render(sign.name)), Weight.SEMIBOLD, 28, room)
        pen.text(wide / 2, top - 128, name, size=28, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    pen.text(wide / 2, top - 92, table, size=28, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    size = fitting(number, Weight.BOLD, 250.0, room, least=0.0)
    pen.text(wide / 2, top - high + 62, number, size=size, weight=Weight.BOLD, align=Align.CENTRE)
    show_logo(pen, (40, top - high + 48, wide - 40, top - 24), most=(150, 90))


_LARGEST, _SMALLEST, _STEP = 12.0, 4.0, 0.25
_SHARES = (0.6, 0.54, 0.48, 0.66)
"""Shares of the width for the left column, the best-looking first."""
_GAP = 22.0
_PITCH, _APART, _BLOCK, _HEADING = 1.3, 0.5, 1.5, 1.15
"""From line to line, between items, above a heading, and a heading itself, as factors of the type size."""
_ROLE_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of text, or two parts beside each other."""

    text: str
    x: float
    weight: Weight = Weight.REGULAR
    grey: float = BLACK
    beside: str = ""
    """Text at the left edge of the item: the number of a step."""
    tag: Tag = Tag.PARAGRAPH
    above: float = 0.0
    """Points of space above it, in addition to those of every line."""
    size: float = 0.0


_Column = tuple[_Line, ...]


def draw_role(
    pen: Pen, sheet: RoleSheet, language: Language, *, left: float, top: float, wide: float, high: float
) -> None:
    """Draw ``sheet`` under its head into a box."""
    size, share, columns = _fitting(sheet, language, wide, high)
    x = left
    for number, column in enumerate(columns):
        y = top
        with pen.group(Tag.SECTION):
            for line in column:
                y -= line.above + line.size * _PITCH
                if line.tag is Tag.HEADING:
                    room = (wide - _GAP) * (share if number == 0 else 1 - share)
                    pen.rule(x, y - line.size * 0.35, x + room, y - line.size * 0.35, thick=0.5, grey=LIGHT)
                with pen.part(line.tag):
                    if line.beside:
                        pen.text(x, y, line.beside, size=size, weight=Weight.SEMIBOLD)
                    pen.text(x + line.x, y, line.text, size=line.size, weight=line.weight, grey=line.grey)
        x += (wide - _GAP) * share + _GAP


def _fitting(
    sheet: RoleSheet, language: Language, wide: float, high: float
) -> tuple[float, float, tuple[_Column, ...]]:
    """The largest type size and the share of the left column with which both columns fit on the page."""
    sizes = [_SMALLEST + _STEP * step for step in range(round((_LARGEST - _SMALLEST) / _STEP) + 1)]

    def laid_out(size: float) -> tuple[float, float, tuple[_Column, ...]] | None:
        for share in _SHARES:
            room = (wide - _GAP) * share
            left = tuple(_left(sheet, language, size, room))
            if _high(left) > high:
                continue
            right = tuple(_right(sheet, language, size, wide - _GAP - room))
            if _high(right) <= high:
                return size, share, (left, right)
        return None

    found = None
    while sizes:  # what fits in one size fits in every smaller one
        middle = len(sizes) // 2
        tried = laid_out(sizes[middle])
        found, sizes = (tried, sizes[middle + 1 :]) if tried is not None else (found, sizes[:middle])
    if found is None:
        raise AssertionError("the smallest type takes every sheet")
    return found


def _high(column: _Column) -> float:
    return sum(line.above + line.size * _PITCH for line in column)


def _left(sheet: RoleSheet, language: Language, size: float, room: float) -> Iterator[_Line]:
    yield from _paragraphs((sheet.purpose,), language, size, room, weight=Weight.MEDIUM)
    yield from _heading(mark("In this order"), language, size)
    indent = width(f"{len(sheet.steps)}. ", Weight.SEMIBOLD, size) + 2
    for number, step in enumerate(sheet.steps, start=1):
        lines = _paragraphs((step,), language, size, room - indent, x=indent)
        yield from _numbered(lines, f"{number}.")
    if sheet.troubles:
        yield from _heading(mark("If something goes wrong"), language, size)
    for trouble in sheet.troubles:
        yield from _paragraphs((trouble.about,), language, size, room, weight=Weight.SEMIBOLD)
        yield from _paragraphs(trouble.texts, language, size, room, close=True)


def _right(sheet: RoleSheet, language: Language, size: float, room: float) -> Iterator[_Line]:
    yield from _heading(mark("This event"), language, size, first=True)
    yield from _pairs(sheet.facts, language, size, room)
    if sheet.tariff:
        yield from _heading(mark("What faults cost"), language, size)
        yield from _pairs(sheet.tariff, language, size, room)
    yield from _heading(mark("Keys"), language, size)
    yield from _pairs(sheet.keys, language, size, room)


def _heading(heading: Text, language: Language, size: float, *, first: bool = False) -> Iterator[_Line]:
    yield _Line(one_line(language.render(heading)), 0.0, Weight.BOLD, tag=Tag.HEADING, size=size * _HEADING,
                above=0.0 if first else size * _BLOCK)  # fmt: skip


def _pairs(lines: Iterable[RoleLine], language: Language, size: float, room: float) -> Iterator[_Line]:
    """The subject of each item and what is said about it, on one line if both fit."""
    for line in lines:
        about, words = (" · ".join(_in_each_language(part, language)) for part in (line.about, line.texts[0]))
        if line.number:
            about = f"{line.number} {about}"
        beside = width(about, Weight.SEMIBOLD, size) + size * 0.6
        if beside + width(words, Weight.REGULAR, size) <= room:
            yield _Line(words, beside, beside=about, above=size * _APART * 0.5, size=size)
            continue
        for number, part in enumerate(wrap(about, Weight.SEMIBOLD, size, room, lines=_ROLE_MOST_LINES)):
            yield _Line(part, 0.0, Weight.SEMIBOLD, above=0.0 if number else size * _APART * 0.5, size=size)
        for part in wrap(words, Weight.REGULAR, size, room, lines=_ROLE_MOST_LINES):
            yield _Line(part, 0.0, size=size)


def _numbered(lines: Iterator[_Line], number: str) -> Iterator[_Line]:
    first = next(lines)
    yield _Line(first.text, first.x, first.weight, first.grey, number, first.tag, first.above, first.size)
    yield from lines


def _paragraphs(
    texts: Iterable[Text | Names],
    language: Language,
    size: float,
    room: float,
    *,
    x: float = 0.0,
    weight: Weight = Weight.REGULAR,
    close: bool = False,
) -> Iterator[_Line]:
    """``texts`` as one paragraph in each language, the second in grey."""
    parts = tuple(texts)
    paragraphs = dict.fromkeys(joined(_in(text, one) for text in parts) for one in language.each)
    for number, paragraph in enumerate(paragraphs):
        for line, part in enumerate(wrap(paragraph, weight, size, room, lines=_ROLE_MOST_LINES)):
            above = size * _APART if line == 0 and number == 0 and not close else 0.0
            yield _Line(part, x, weight, DARK if number else BLACK, above=above, size=size)


def _in_each_language(text: Text | Names, language: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_in(text, one) for one in language.each))


def _in(text: Text | Names, language: Language) -> str:
    return one_line(text.of(language.code) if isinstance(text, Names) else language.render(text))
