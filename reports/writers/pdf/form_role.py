"""The sheet of a role: two columns, in the largest type in which they fill one page. Figures in points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reports.document import RoleLine, RoleSheet
from reports.writers.pdf.fonts import Weight, width, wrap
from reports.writers.pdf.pen import BLACK, DARK, LIGHT, Pen
from reports.writers.pdf.structure import Tag
from reports.writers.wording import one_line
from tournament.language import Language, Text, mark
from tournament.rules.pattern import Names

_LARGEST, _SMALLEST, _STEP = 12.0, 4.0, 0.25
_SHARES = (0.6, 0.54, 0.48, 0.66)
"""Shares of the width for the left column, the best-looking first."""
_GAP = 22.0
_PITCH, _APART, _BLOCK, _HEADING = 1.3, 0.5, 1.5, 1.15
"""From line to line, between items, above a heading, and a heading itself, as factors of the type size."""
_MOST_LINES = 200


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


Column = tuple[_Line, ...]


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


def _fitting(sheet: RoleSheet, language: Language, wide: float, high: float) -> tuple[float, float, tuple[Column, ...]]:
    """The largest type size and the share of the left column with which both columns fit on the page."""
    sizes = [_SMALLEST + _STEP * step for step in range(round((_LARGEST - _SMALLEST) / _STEP) + 1)]

    def laid_out(size: float) -> tuple[float, float, tuple[Column, ...]] | None:
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


def _high(column: Column) -> float:
    return sum(line.above + line.size * _PITCH for line in column)


def _left(sheet: RoleSheet, language: Language, size: float, room: float) -> Iterator[_Line]:
    yield from _told((sheet.purpose,), language, size, room, weight=Weight.MEDIUM)
    yield from _heading(mark("In this order"), language, size)
    indent = width(f"{len(sheet.steps)}. ", Weight.SEMIBOLD, size) + 2
    for number, step in enumerate(sheet.steps, start=1):
        lines = _told((step,), language, size, room - indent, x=indent)
        yield from _numbered(lines, f"{number}.")
    if sheet.troubles:
        yield from _heading(mark("If something goes wrong"), language, size)
    for trouble in sheet.troubles:
        yield from _told((trouble.about,), language, size, room, weight=Weight.SEMIBOLD)
        yield from _told(trouble.told, language, size, room, close=True)


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
        about, told = (" · ".join(_said(part, language)) for part in (line.about, line.told[0]))
        if line.number:
            about = f"{line.number} {about}"
        beside = width(about, Weight.SEMIBOLD, size) + size * 0.6
        if beside + width(told, Weight.REGULAR, size) <= room:
            yield _Line(told, beside, beside=about, above=size * _APART * 0.5, size=size)
            continue
        for number, part in enumerate(wrap(about, Weight.SEMIBOLD, size, room, lines=_MOST_LINES)):
            yield _Line(part, 0.0, Weight.SEMIBOLD, above=0.0 if number else size * _APART * 0.5, size=size)
        for part in wrap(told, Weight.REGULAR, size, room, lines=_MOST_LINES):
            yield _Line(part, 0.0, size=size)


def _numbered(lines: Iterator[_Line], number: str) -> Iterator[_Line]:
    first = next(lines)
    yield _Line(first.text, first.x, first.weight, first.grey, number, first.tag, first.above, first.size)
    yield from lines


def _told(
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
    paragraphs = dict.fromkeys(" ".join(_in(text, one) for text in parts) for one in language.each)
    for number, paragraph in enumerate(paragraphs):
        for line, part in enumerate(wrap(paragraph, weight, size, room, lines=_MOST_LINES)):
            above = size * _APART if line == 0 and number == 0 and not close else 0.0
            yield _Line(part, x, weight, DARK if number else BLACK, above=above, size=size)


def _said(text: Text | Names, language: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_in(text, one) for one in language.each))


def _in(text: Text | Names, language: Language) -> str:
    return one_line(text.of(language.code) if isinstance(text, Names) else language.render(text))
