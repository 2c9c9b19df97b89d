"""A document as PDF: its tables on pages, with the head and foot of every page."""

import math
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Document, Section, Table
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.address_code import HIGHEST_NUMBER, code_room, draw_address, player_address
from reports.writers.pdf.chart_page import chart_pages, show_charts
from reports.writers.pdf.fonts import Weight, cut, em_width, width, wrap
from reports.writers.pdf.logo import head_pen, show_logo
from reports.writers.pdf.pen import BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen, small_fraction
from reports.writers.pdf.structure import Element, Tag
from reports.writers.wording import DASH, DOWN, UP, cell_text, details_line, foot, one_line, standing_mark
from tournament.language import BETWEEN_LANGUAGES, Language, Text, fraction_parts, mark

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_SIZES = (8.6, 8.0, 7.5)
"""Type sizes; the first that fits is used, never a smaller one."""
_GUTTER, _TIGHT_GUTTER, _WIDE_GUTTER = 12.0, 6.0, 20.0
_MOST_LINES = 16
"""No name or reason is cut off because of it: 120 Chinese characters in the narrowest column take nine lines."""
_PITCH, _LEADING = 1.87, 1.22
"""Height of a row with one line, and of every further line, in ems."""
_DENSER = ((_SIZES, 1.6), (_SIZES[1:], 1.5), (_SIZES[2:], 1.25))
"""Type sizes and row heights for tables that share a page; the first that fits is used."""
_HEAD = 0.88
"""Size of column heads relative to the table's."""
_ARROW = 0.8
_WEIGHTS = {
    Emphasis.PLAIN: Weight.REGULAR,
    Emphasis.NAME: Weight.MEDIUM,
    Emphasis.STRONG: Weight.SEMIBOLD,
    Emphasis.MUTED: Weight.REGULAR,
}
_Beat = Callable[[], None]
_Texts = list[tuple[str, ...]]
"""A row in words: by column, one text; for table points, the whole part and the fraction."""
_FRACTION_APART = 0.06
"""Ems between a whole number and its fraction."""


@dataclass(frozen=True, slots=True)
class _ColumnLayout:
    """A column on the page."""

    column: Column[Any]
    left: float
    wide: float
    slot: float
    """Space for fractions, right of the whole numbers."""
    figures: tuple[float, float]
    """Widths of the widest whole number and of the widest fraction after one."""
    heading: tuple[str, ...]
    weight: Weight
    """The weight of its cells."""

    @property
    def grey(self) -> float:
        """The grey of its cells."""
        return GREY if self.column.emphasis is Emphasis.MUTED else BLACK

    @property
    def edge(self) -> float:
        """The right edge of numbers."""
        return self.left + self.wide - self.slot


@dataclass(frozen=True, slots=True)
class RowLayout:
    """One row, ready to draw."""

    cells: tuple[tuple[str, ...], ...]
    """Lines of text by column; for table points, the whole part and the fraction."""
    high: float
    ruled: bool
    """Whether a darker rule follows it."""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table that fits its page."""

    places: tuple[_ColumnLayout, ...]
    rows: tuple[RowLayout, ...]
    size: float
    head_high: float
    wide: float
    pitch: float
    """Height of a row with one line, in ems."""
    group: int
    """Rows that a page break may not separate; 1 if any may."""


@dataclass(frozen=True, slots=True)
class TableWords:
    """Tables with the same columns in words, which can be laid out more than once."""

    tables: Sequence[Table]
    texts: list[list[_Texts]]
    """By table and row."""
    headings: list[tuple[str, ...]]
    beat: _Beat
    """Called often; may raise to cancel."""
    naturals: dict[tuple[float, bool], list[tuple[float, float]]] = field(default_factory=dict)
    """Cached widths, by type size and whether headings are broken."""
    figures: dict[int, tuple[Set[str], Set[str]]] = field(default_factory=dict)
    """Cached whole numbers and fractions, by column."""

    @classmethod
    def of(cls, tables: Sequence[Table], language: Language, beat: _Beat = lambda: None) -> "TableWords":
        """``tables`` in ``language``."""
        columns = tables[0].columns
        texts: list[list[_Texts]] = []
        for table in tables:
            texts.append([])
            for row in table.rows:
                beat()
                texts[-1].append(_texts(row, columns, language))
        headings = [tuple(map(one_line, language.lines(column.heading))) for column in columns]
        return cls(tables, texts, headings, beat)


def lay_out(
    words: TableWords,
    *,
    room: float,
    turned: bool,
    sizes: Sequence[float] = _SIZES,
    pitch: float = _PITCH,
    highest: float = math.inf,
) -> tuple[TableLayout, ...] | None:
    """Lay the tables out in ``room`` points, with aligned columns.

    ``sizes`` of type are tried in order; ``pitch`` is the height of a row with one line, in ems. None if they need a
    landscape page and it is not ``turned`` yet, or if one of them is higher than ``highest``.
    """
    columns = words.tables[0].columns
    for size in sizes:
        for gutter, broken in ((_GUTTER, False), (_GUTTER, True), (_TIGHT_GUTTER, True)):
            natural = words.naturals.get((size, broken)) or _natural(words, size, broken=broken)
            words.naturals[size, broken] = natural
            if _least(columns, natural) + gutter * (len(natural) - 1) <= room:
                shared = _shared(columns, natural, gutter, room)
                return _laid_all(words, _places(words, shared, size), size, room, pitch, highest)
        if not turned:
            return None
    natural = _natural(words, sizes[-1], broken=True)
    shared = _squeezed(columns, natural, room)
    return _laid_all(words, _places(words, shared, sizes[-1]), sizes[-1], room, pitch, highest)


def _texts(row: tuple[Cell, ...], columns: tuple[Column[Any], ...], language: Language) -> _Texts:
    return [_lines(cell, column, language) for cell, column in zip(row, columns, strict=True)]


def _lines(cell: Cell, column: Column[Any], language: Language) -> tuple[str, ...]:
    if column.kind is Kind.POINTS and isinstance(cell, int | Fraction):
        whole, rest = fraction_parts(cell, language.code)
        return whole, small_fraction(rest)
    return (cell_text(cell, column.kind, language),)


def _natural(words: TableWords, size: float, *, broken: bool) -> list[tuple[float, float]]:
    """Widths of the columns without wrapping, and for each the space for fractions."""
    rows = [row for table in words.texts for row in table]
    natural: list[tuple[float, float]] = []
    for index, (column, heading) in enumerate(zip(words.tables[0].columns, words.headings, strict=True)):
        words.beat()
        weight = _WEIGHTS[column.emphasis]
        parts_of_heading = [word for line in heading for word in line.split()] if broken else heading
        head = max((width(word, _head_weight(column), size * _HEAD) for word in parts_of_heading), default=0.0)
        cells = (part for row in rows for part in _lines_of_code(row[index][0], column, broken=broken))
        content = max((em_width(cell, weight) for cell in cells), default=0.0) * size
        slot = 0.0
        if column.kind is Kind.POINTS:
            fractions = {row[index][1] for row in rows if len(row[index]) > 1} - {""}
            slot = max([size, *(width(part, weight, size) + 1 for part in fractions)]) if fractions else 0.0
        natural.append((max(content + slot, head), slot))
    return natural


def _lines_of_code(text: str, column: Column[Any], *, broken: bool) -> Sequence[str]:
    """A seat in two languages, one below the other if ``broken``; otherwise one line."""
    return text.split(BETWEEN_LANGUAGES) if broken and column.kind is Kind.CODE else (text,)


def _least_of(columns: tuple[Column[Any], ...]) -> float:
    """Points that a flexible column keeps while other columns can shrink: the fewer there are, the more."""
    return max(70.0, 150.0 - 20.0 * sum(column.flexible for column in columns))


def _least(columns: tuple[Column[Any], ...], natural: list[tuple[float, float]]) -> float:
    least = _least_of(columns)
    return sum(
        min(wide, least) if column.flexible else wide for (wide, _), column in zip(natural, columns, strict=True)
    )


def _shared(
    columns: tuple[Column[Any], ...], natural: list[tuple[float, float]], gutter: float, room: float
) -> tuple[list[tuple[float, float]], float]:
    """Give the remaining space to flexible columns; if there is more, first to the gutters."""
    gaps = max(1, len(natural) - 1)
    spare = room - sum(wide for wide, _ in natural) - gutter * gaps
    flexible = [index for index, column in enumerate(columns) if column.flexible]
    places = list(natural)
    if spare >= 0:
        wider = min(_WIDE_GUTTER - gutter, spare / 2 / gaps)
        share = (spare - wider * gaps) / max(1, len(flexible))
        for index in flexible:
            places[index] = (natural[index][0] + share, natural[index][1])
        return places, gutter + wider
    least = _least_of(columns)
    over = sum(max(0.0, natural[index][0] - least) for index in flexible)
    for index in flexible:
        places[index] = (natural[index][0] + spare * max(0.0, natural[index][0] - least) / over, natural[index][1])
    return places, gutter


def _squeezed(
    columns: tuple[Column[Any], ...], natural: list[tuple[float, float]], room: float
) -> tuple[list[tuple[float, float]], float]:
    """Shrink the columns of words as much as necessary; the numbers stay complete."""
    left = room - _TIGHT_GUTTER * (len(natural) - 1)
    words_wide = sum(wide for (wide, _), column in zip(natural, columns, strict=True) if column.kind.is_words)
    numbers_wide = sum(wide for wide, _ in natural) - words_wide
    words_room = max(0.0, left - numbers_wide)
    return [
        (words_room * wide / words_wide, slot) if column.kind.is_words and wide else (wide, slot)
        for (wide, slot), column in zip(natural, columns, strict=True)
    ], _TIGHT_GUTTER


def _figures(words: TableWords, index: int, size: float) -> tuple[float, float]:
    weight = _WEIGHTS[words.tables[0].columns[index].emphasis]
    if words.tables[0].columns[index].kind is not Kind.POINTS:
        return 0.0, 0.0
    if index not in words.figures:
        cells = {row[index] for table in words.texts for row in table if len(row[index]) > 1}
        words.figures[index] = {cell[0] for cell in cells} - {""}, {cell[1] for cell in cells} - {""}
    wholes, fractions = words.figures[index]
    return (
        max((width(text, weight, size) for text in wholes), default=0.0),
        max((width(text, weight, size) + size * _FRACTION_APART for text in fractions), default=0.0),
    )


def _places(
    words: TableWords, shared: tuple[list[tuple[float, float]], float], size: float
) -> tuple[_ColumnLayout, ...]:
    widths, gutter = shared
    places: list[_ColumnLayout] = []
    left = 0.0
    columns = enumerate(zip(words.tables[0].columns, words.headings, widths, strict=True))
    for index, (column, heading, (wide, slot)) in columns:
        weight, small = _head_weight(column), size * _HEAD
        lines = (line for each in heading for line in wrap(each, weight, small, wide + 0.01, lines=4))
        figures = _figures(words, index, size)
        places.append(_ColumnLayout(column, left, wide, slot, figures, tuple(lines), _WEIGHTS[column.emphasis]))
        left += wide + gutter
    return tuple(places)


def _laid_all(
    words: TableWords, places: tuple[_ColumnLayout, ...], size: float, room: float, pitch: float, highest: float
) -> tuple[TableLayout, ...] | None:
    head_lines = max(len(place.heading) for place in places)
    laid: list[TableLayout] = []
    for table, texts in zip(words.tables, words.texts, strict=True):
        rows = []
        for number in range(len(texts)):
            words.beat()
            rows.append(_row(table, places, texts, number, size, pitch))
        made = TableLayout(
            places=places,
            rows=tuple(rows),
            size=size,
            head_high=size * (_PITCH - _LEADING + 0.25 + _LEADING * _HEAD * head_lines),
            wide=room,
            pitch=pitch,
            group=table.group if table.together else 1,
        )
        if made.head_high + sum(row.high for row in made.rows) > highest:
            return None
        laid.append(made)
    return tuple(laid)


def _row(
    table: Table,
    places: tuple[_ColumnLayout, ...],
    texts: list[_Texts],
    number: int,
    size: float,
    pitch: float,
) -> RowLayout:
    cells: list[tuple[str, ...]] = []
    for index, (place, lines) in enumerate(zip(places, texts[number], strict=True)):
        if place.column.once and number % table.group and texts[number - 1][index] == lines:
            cells.append(("",))
        elif place.column.kind.is_words and place.column.flexible:
            cells.append(wrap(lines[0], place.weight, size, place.wide + 0.01, lines=_MOST_LINES))
        elif place.column.kind is Kind.CODE or place.column.kind.is_words:
            broken = width(lines[0], place.weight, size) > place.wide + 0.01
            parts = _lines_of_code(lines[0], place.column, broken=broken)
            cells.append(tuple(cut(part, place.weight, size, place.wide + 0.01) for part in parts))
        else:
            cells.append(lines)
    most = max(
        1 if place.column.kind is Kind.POINTS else len(lines) for place, lines in zip(places, cells, strict=True)
    )
    high = size * (pitch + _LEADING * (most - 1))
    return RowLayout(tuple(cells), high, ruled=(number + 1) % table.group == 0 or number + 1 == len(texts))


def _head_weight(column: Column[Any]) -> Weight:
    return Weight.SEMIBOLD if column.emphasis is Emphasis.STRONG and column.kind is Kind.POINTS else Weight.MEDIUM


def _draw_head(pen: Pen, layout: TableLayout, left: float, top: float) -> float:
    """Draw the column heads from ``top`` down; return the place of the rule below them."""
    small = layout.size * _HEAD
    bottom = top - layout.head_high
    with pen.group(Tag.ROW):
        for place in layout.places:
            _draw_heading(pen, place, left, bottom, small, layout.size)
    pen.rule(left, bottom, left + layout.wide, bottom, thick=0.9)
    return bottom


def _draw_heading(pen: Pen, place: _ColumnLayout, left: float, bottom: float, small: float, size: float) -> None:
    with pen.part(Tag.COLUMN_HEAD):
        for number, line in reversed(tuple(enumerate(reversed(place.heading)))):
            y = bottom + size * 0.62 + number * small * _LEADING
            numeric = place.column.kind.is_number
            weight = _head_weight(place.column)
            x = left + place.left
            # over the figures: at their right end, or over their middle if the head is narrower than they are
            if numeric:
                head, (whole, fraction) = width(line, weight, small), place.figures
                inset = max(whole + fraction - head, 0.0) / 2 if fraction else 0.0
                x = max(left + place.edge + fraction - inset, x + head)
            grey = BLACK if weight is Weight.SEMIBOLD else GREY
            pen.text(x, y, line, size=small, weight=weight, grey=grey, align=Align.RIGHT if numeric else Align.LEFT)


def draw_row(pen: Pen, layout: TableLayout, row: RowLayout, left: float, top: float) -> float:
    """Draw one row from ``top`` down; return the place of the rule below it."""
    bottom = top - row.high
    base = top - layout.size * (layout.pitch / 2 + 0.35)
    with pen.group(Tag.ROW):
        for place, lines in zip(layout.places, row.cells, strict=True):
            pen.begin_cell()
            _draw_cell(pen, place, lines, left, base, layout.size)
    thick, grey = (0.55, MIDDLE - 0.2) if row.ruled else (0.4, LIGHT)
    pen.rule(left, bottom, left + layout.wide, bottom, thick=thick, grey=grey)
    return bottom


def _draw_cell(pen: Pen, place: _ColumnLayout, lines: tuple[str, ...], left: float, base: float, size: float) -> None:
    kind, weight, grey = place.column.kind, place.weight, place.grey
    if lines[0] == DASH:
        grey = GREY
    if kind.is_number:
        pen.text(left + place.edge, base, lines[0], size=size, weight=weight, grey=grey, align=Align.RIGHT)
        if len(lines) > 1 and lines[1]:
            pen.text(left + place.edge + size * _FRACTION_APART, base, lines[1], size=size, weight=weight, grey=grey)
    elif kind is Kind.MOVEMENT and lines[0][:1] in (UP, DOWN):
        arrow, _, places = lines[0].partition(" ")
        end = pen.text(left + place.left, base + size * 0.03, arrow, size=size * _ARROW, weight=weight, grey=grey)
        pen.text(end + size * 0.28, base, places, size=size, weight=weight, grey=grey)
    else:
        for number, line in enumerate(lines):
            y = base - number * size * _LEADING
            pen.text(left + place.left, y, line, size=size, weight=weight, grey=grey)


MARGIN = 38.0
"""Points at the left and right; 13.4 mm."""
_TOP, _BOTTOM = 36.0, 34.0
_FOOT_HIGH = 30.0
_EVENT, _TITLE, _LINE, _HEADING, _FOOT = 10.0, 20.0, 8.6, 12.0, 7.8
"""Sizes of type."""
_DETAIL = 8.6
_LOGO, _LOGO_TOP = (170.0, 54.0), 16.0
"""The largest width and height of the logo, and its distance from the upper edge of the page."""
_REDUCED = (1.1, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
"""Type size factors for content that must fit one page."""
_ENLARGED = (2.0, 1.85, 1.7, 1.55, 1.4, 1.3, 1.2)
"""Type size factors of a poster, depending on the space its tables need."""
_ASIDE = _LINE * 1.35
"""From line to line beside the title."""
_BETWEEN = 22.0
"""Points above the heading of a following section."""
_CUT_ABOVE = 9.0
"""Points from the cutting mark to the heading below it."""
_NO_ROWS = 18.0
"""Height of the text that replaces a table without rows."""


@dataclass(frozen=True, slots=True)
class _SectionPart:
    """A part of one section on one page."""

    section: Section
    layout: TableLayout
    first: int
    last: int
    """Rows first…last - 1."""
    top: float

    @property
    def continued(self) -> bool:
        """True when the section began on an earlier page."""
        return self.first > 0


@dataclass(frozen=True, slots=True)
class _PageFrame:
    """The page: its size, and the head that every page repeats."""

    wide: float
    high: float
    title: tuple[str, ...]
    aside: tuple[str, ...]
    note: tuple[str, ...]
    details: tuple[str, ...] = ()
    head_code: tuple[float, float] = (0.0, 0.0)
    """Width and height of the QR code in the head, with its border."""
    card_code: tuple[float, float] = (0.0, 0.0)
    """The same for the QR code beside each section that is cut apart."""

    @property
    def room(self) -> float:
        """Points between the margins."""
        return self.wide - 2 * MARGIN

    @property
    def table_room(self) -> float:
        """Points available for a table."""
        return self.room - self.card_code[0]

    @property
    def top(self) -> float:
        """The top of the tables."""
        note = _LINE * (1.4 * len(self.note) + 0.7) if self.note else 0.0
        head = _EVENT * 1.5 + self.details_high + self.head_high + note + 16
        return self.high - _TOP - max(head, self.head_code[1])

    @property
    def details_high(self) -> float:
        """Space for place, dates and organiser under the name of the event."""
        return _DETAIL * 1.4 * len(self.details)

    @property
    def head_high(self) -> float:
        """Space for the title and the text beside it, below the line of the event."""
        return max(_TITLE * 1.25 * len(self.title), _ASIDE * len(self.aside))

    @property
    def bottom(self) -> float:
        """The bottom of the tables."""
        return _BOTTOM + _FOOT_HIGH


def write_tables(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    enlarged, words = 1.0, _words_of(document, language, canvas.beat)
    if document.poster:
        enlarged, frame, sections = _poster(document, language, page_size.value, words)
    elif document.one_page:
        enlarged, frame, sections = _on_one_page(document, language, page_size.value, words)
    else:
        frame, sections = _arranged(document, language, page_size.value, words)
    pages = (
        _shared_out(sections, frame, document.a_page)
        if document.a_page
        else _paged(sections, frame, apart=document.poster)
    )
    charts = chart_pages(document.charts, language, wide=frame.room, high=frame.top - frame.bottom)
    pages = pages if sections or not charts else []
    together = len(pages) + len(charts)
    canvas.setPageSize((frame.wide * enlarged, frame.high * enlarged))
    drawn = _DrawnSections()
    for number, parts in enumerate(pages, start=1):
        if progress:
            progress(number - 1, together)
        pen = Pen(canvas)
        if enlarged != 1.0:
            canvas.scale(enlarged, enlarged)
        draw_frame(pen, frame, document, language, number, together)
        for part in parts:
            _draw_part(pen, part, language, drawn)
            if frame.card_code[0] and not part.continued:
                draw_address(pen, _own_address(document, part), language, right=frame.wide - MARGIN, top=part.top)
        if document.a_page:
            _draw_cut_marks(pen, parts, frame)
        canvas.showPage()
    for number, drawings in enumerate(charts, start=len(pages) + 1):
        if progress:
            progress(number - 1, together)
        pen = Pen(canvas)
        draw_frame(pen, frame, document, language, number, together)
        show_charts(pen, drawings, left=MARGIN, top=frame.top)
        canvas.showPage()


def _draw_cut_marks(pen: Pen, parts: Sequence[_SectionPart], frame: _PageFrame) -> None:
    """Draw marks above all sections of a page but the first."""
    with pen.decoration():
        for part in parts[1:]:
            y = part.top + _CUT_ABOVE
            pen.rule(0, y, frame.wide, y, thick=0.3, grey=LIGHT)


def _words_of(document: Document, language: Language, beat: _Beat) -> tuple[TableWords, ...]:
    """The tables in words; consecutive ones with the same columns are together, because they are aligned."""
    groups = groupby((section.table for section in document.sections), key=attrgetter("columns"))
    return tuple(TableWords.of(tuple(tables), language, beat) for _columns, tables in groups)


def _poster(
    document: Document, language: Language, page_size: tuple[float, float], words: Sequence[TableWords]
) -> tuple[float, _PageFrame, Sequence[tuple[Section, TableLayout]]]:
    """Lay out a poster in the largest type in which every section has one page, otherwise in the largest its tables
    allow: the factor by which a smaller page fills the paper."""
    wide, high = page_size
    widest: tuple[float, _PageFrame, Sequence[tuple[Section, TableLayout]]] | None = None
    for enlarged in _ENLARGED:
        frame = page_frame(document, language, wide / enlarged, high / enlarged)
        layout = _laid_out(words, frame, turned=False)
        if layout is None:
            continue
        sections = tuple(zip(document.sections, layout, strict=True))
        if len(_paged(sections, frame, apart=True)) == len(sections):
            return enlarged, frame, sections
        widest = widest or (enlarged, frame, sections)
    return widest or (1.0, *_arranged(document, language, page_size, words))


def _on_one_page(
    document: Document, language: Language, page_size: tuple[float, float], words: Sequence[TableWords]
) -> tuple[float, _PageFrame, Sequence[tuple[Section, TableLayout]]]:
    """In the largest type with which everything fits on one portrait page."""
    wide, high = page_size
    for enlarged in _REDUCED:
        frame = page_frame(document, language, wide / enlarged, high / enlarged)
        layout = _laid_out(words, frame, turned=False)
        if layout is not None:
            sections = tuple(zip(document.sections, layout, strict=True))
            if len(_paged(sections, frame)) == 1:
                return enlarged, frame, sections
    return 1.0, *_arranged(document, language, page_size, words)


def _arranged(
    document: Document, language: Language, page_size: tuple[float, float], words: Sequence[TableWords]
) -> tuple[_PageFrame, Sequence[tuple[Section, TableLayout]]]:
    """Use a portrait page if every table fits it, otherwise landscape."""
    for turned in (False, True):
        wide, high = reversed(page_size) if turned else page_size
        frame = page_frame(document, language, wide, high)
        if not document.sections:
            return frame, ()
        layout = _laid_out(words, frame, turned=turned)
        if layout is not None and document.a_page and len(words) == 1:
            layout = _denser(document, words[0], frame, layout, turned=turned)
        if layout is not None:
            return frame, tuple(zip(document.sections, layout, strict=True))
    raise AssertionError("a turned page takes every table")


def _laid_out(words: Sequence[TableWords], frame: _PageFrame, *, turned: bool) -> tuple[TableLayout, ...] | None:
    """Lay out the tables; those with the same columns are aligned. None: they do not fit a portrait page."""
    layouts: list[TableLayout] = []
    for each in words:
        laid = lay_out(each, room=frame.table_room, turned=turned)
        if laid is None:
            return None
        layouts += laid
    return tuple(layouts)


def _denser(
    document: Document, words: TableWords, frame: _PageFrame, layout: tuple[TableLayout, ...], *, turned: bool
) -> tuple[TableLayout, ...]:
    """The tables as ``layout``, or lower and smaller if only then more fit on a page, up to the wanted number."""
    highest = max(_high(frame, *each) for each in zip(document.sections, layout, strict=True)) + _BETWEEN
    for share in range(document.a_page, 1, -1):
        part = (frame.top - frame.bottom) / share
        if highest <= part:
            return layout
        for sizes, pitch in _DENSER:
            tried = lay_out(words, room=frame.table_room, turned=turned, sizes=sizes, pitch=pitch, highest=part)
            if tried is None:
                continue
            if max(_high(frame, *each) for each in zip(document.sections, tried, strict=True)) + _BETWEEN <= part:
                return tried
    return layout


def _high(frame: _PageFrame, section: Section, layout: TableLayout) -> float:
    return max(frame.card_code[1], _heading_high(section, layout) + sum(row.high for row in layout.rows))


def page_frame(document: Document, language: Language, wide: float, high: float) -> _PageFrame:
    head_code = code_room("" if document.a_page else document.address)
    card_code = code_room(player_address(document.address, HIGHEST_NUMBER) if document.a_page else "")
    room = wide - 2 * MARGIN - head_code[0]
    lines = [
        part
        for line in document.aside
        for said in language.lines(line)
        for part in wrap(one_line(said), Weight.REGULAR, _LINE, room / 2, lines=2)
    ]
    aside_wide = max((width(line, Weight.REGULAR, _LINE) for line in lines), default=0.0)
    title = _wrapped(document.title, language, Weight.BOLD, _TITLE, room - aside_wide - 16)
    note = () if document.note is None else _wrapped(document.note, language, Weight.REGULAR, _LINE, room, lines=4)
    line = details_line(document, language)
    details = wrap(line, Weight.REGULAR, _DETAIL, room, lines=2) if line else ()
    return _PageFrame(wide, high, title, tuple(lines), note, details, head_code, card_code)


def _wrapped(
    text: Text, language: Language, weight: Weight, size: float, room: float, *, lines: int = 2
) -> tuple[str, ...]:
    """At most ``lines`` lines in each language."""
    return tuple(line for said in language.lines(text) for line in wrap(said, weight, size, room, lines=lines))


def _paged(
    sections: Sequence[tuple[Section, TableLayout]], frame: _PageFrame, *, apart: bool = False
) -> list[list[_SectionPart]]:
    """Put the sections on pages, with ``apart`` each on its own; no row and no group is split."""
    pages: list[list[_SectionPart]] = [[]]
    top = frame.top
    for section, layout in sections:
        if pages[-1]:
            top -= _BETWEEN
        whole = _high(frame, section, layout)
        starts = _heading_high(section, layout) + sum(row.high for row in layout.rows[: max(3, layout.group)])
        left = top - frame.bottom
        if pages[-1] and (apart or starts > left or left < whole <= frame.top - frame.bottom):
            pages.append([])
            top = frame.top
        first = 0
        while True:
            last, used = _fitting(layout, first, top - frame.bottom - _heading_high(section, layout))
            pages[-1].append(_SectionPart(section, layout, first, last, top))
            top -= max(0.0 if first else frame.card_code[1], _heading_high(section, layout) + used)
            if last >= len(layout.rows):
                break
            first = last
            pages.append([])
            top = frame.top
    return pages


def _shared_out(
    sections: Sequence[tuple[Section, TableLayout]], frame: _PageFrame, most: int
) -> list[list[_SectionPart]]:
    """Up to ``most`` sections on a page, each in an equal part; fewer if one of them needs more space."""
    room = frame.top - frame.bottom
    needs = [_high(frame, section, layout) for section, layout in sections]
    if max(needs, default=0.0) > room:
        return _paged(sections, frame)
    pages: list[list[_SectionPart]] = []
    first = 0
    while first < len(sections):
        share = most
        while share > 1 and max(needs[first : first + share]) + _BETWEEN > room / share:
            share -= 1
        pages.append(
            [
                _SectionPart(section, layout, 0, len(layout.rows), frame.top - place * room / share)
                for place, (section, layout) in enumerate(sections[first : first + share])
            ]
        )
        first += share
    return pages or [[]]


def _heading_high(section: Section, layout: TableLayout) -> float:
    heading = _HEADING * 1.5 if section.heading is not None else 0.0
    note = _LINE * 1.5 if section.note is not None else 0.0
    return heading + note + (layout.head_high if layout.rows else _NO_ROWS)


def _fitting(layout: TableLayout, first: int, room: float) -> tuple[int, float]:
    """The row after the last one that fits, at least one further on, and the height of them all.

    A group is not split, unless it does not fit on a page of its own.
    """
    used = 0.0
    row = parted = first
    while row < len(layout.rows):
        end = min((row // layout.group + 1) * layout.group, len(layout.rows))
        if row == first and sum(one.high for one in layout.rows[row:end]) > room:
            parted = end
        if row < parted:
            end = row + 1
        high = sum(one.high for one in layout.rows[row:end])
        if used + high > room and row > first:
            break
        used += high
        row = end
    return row, used


class _DrawnSections:
    """The tagged parts of the sections begun so far, and their tables; they continue over pages."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[Element, Element]] = {}

    def of(self, pen: Pen, section: Section) -> tuple[Element, Element]:
        """The tagged parts of ``section`` and its table."""
        if id(section) not in self._found:
            with pen.group(Tag.SECTION) as made:
                pass
            self._found[id(section)] = made, Element(Tag.TABLE, made)
        return self._found[id(section)]


def _own_address(document: Document, part: _SectionPart) -> str:
    """The address of the player who keeps ``part``, otherwise that of the event."""
    player = part.section.player
    return document.address if player is None else player_address(document.address, player)


def _draw_part(pen: Pen, part: _SectionPart, language: Language, drawn: _DrawnSections) -> None:
    top = part.top
    section, table = drawn.of(pen, part.section)
    with pen.decoration() if part.continued else pen.resume(section):
        top = _draw_section_head(pen, part, language)
    if not part.layout.rows:
        with pen.resume(section):
            pen.text(MARGIN, top - _LINE * 1.3, language.render(mark("Nothing to list.")), size=_LINE, grey=DARK)
        return
    if not part.continued:
        section.parts.append(table)
    with pen.decoration() if part.continued else pen.resume(table):
        top = _draw_head(pen, part.layout, MARGIN, top)
    with pen.resume(table):
        for row in part.layout.rows[part.first : part.last]:
            top = draw_row(pen, part.layout, row, MARGIN, top)


def _draw_section_head(pen: Pen, part: _SectionPart, language: Language) -> float:
    """Draw the heading of a section and its note; return the top of the table."""
    top = part.top
    if part.section.heading is not None:
        top -= _HEADING
        heading = language.render(part.section.heading)
        if part.continued:
            heading = language.render(mark("{heading} (continued)", heading=part.section.heading))
        else:
            pen.bookmark(one_line(heading), part.top, level=1)
        heading, wide = one_line(heading), part.layout.wide
        size = min(_HEADING, max(_FOOT, _HEADING * wide / max(width(heading, Weight.SEMIBOLD, _HEADING), 1.0)))
        with pen.part(Tag.HEADING):
            lines = wrap(heading, Weight.SEMIBOLD, size, wide + 0.01, lines=2)
            for number, line in enumerate(lines):
                base = top + (len(lines) - 1 - number) * size * 1.1 - (3 if len(lines) > 1 else 0)
                pen.text(MARGIN, base, line, size=size, weight=Weight.SEMIBOLD)
        top -= _HEADING * 0.5
    if part.section.note is not None:
        note = cut(one_line(language.render(part.section.note)), Weight.REGULAR, _LINE, part.layout.wide)
        pen.text(MARGIN, top - _LINE, note, size=_LINE, grey=DARK)
        top -= _LINE * 1.5
    return top


def draw_frame(pen: Pen, frame: _PageFrame, document: Document, language: Language, page: int, pages: int) -> None:
    """Draw the head and the foot of a page; a screen reader reads the head once."""
    if page == 1:
        pen.bookmark(one_line(language.render(document.title)), frame.high)
        draw_page_head(pen, frame, document, language)
    else:
        with pen.decoration():
            draw_page_head(pen, frame, document, language)
    with pen.decoration():
        draw_foot(pen, frame, document, language, page, pages)


def draw_page_head(pen: Pen, frame: _PageFrame, document: Document, language: Language) -> None:
    right = frame.wide - MARGIN - frame.head_code[0]
    y = frame.high - _TOP - _EVENT
    pen = head_pen(pen)
    standing = standing_mark(document)
    provisional = "" if standing is None else language.render(standing)
    event, room = one_line(document.event), right - MARGIN - 12
    fitting = (room - width(event, Weight.REGULAR, _EVENT)) / max(width(provisional, Weight.SEMIBOLD, 1.0), 1.0)
    size = max(_FOOT, min(_EVENT, fitting))  # the name of the event is cut only where the smallest letters do not help
    event_room = room - width(provisional, Weight.SEMIBOLD, size)
    pen.text(MARGIN, y, cut(event, Weight.REGULAR, _EVENT, event_room), size=_EVENT, grey=DARK)
    pen.text(right, y, provisional, size=size, weight=Weight.SEMIBOLD, align=Align.RIGHT)
    for line in frame.details:
        y -= _DETAIL * 1.4
        pen.text(MARGIN, y, line, size=_DETAIL, grey=DARK)
    y -= _EVENT * 0.5
    with pen.part(Tag.TITLE):
        for number, line in enumerate(frame.title, start=1):
            pen.text(MARGIN, y - _TITLE * (1.25 * number - 0.25), line, size=_TITLE, weight=Weight.BOLD)
    y -= frame.head_high
    for number, line in reversed(tuple(enumerate(reversed(frame.aside)))):
        pen.text(right, y + _TITLE * 0.25 + number * _ASIDE, line, size=_LINE, grey=DARK, align=Align.RIGHT)
    y -= _LINE * 0.7
    for line in frame.note:
        y -= _LINE * 1.4
        pen.text(MARGIN, y + _LINE * 0.4, line, size=_LINE, grey=DARK)
    if frame.head_code[0]:
        draw_address(pen, document.address, language, right=frame.wide - MARGIN, top=frame.high - _TOP + 6)
    show_logo(pen, (MARGIN, frame.top + 6, right, frame.high - _LOGO_TOP), most=_LOGO)


def draw_foot(pen: Pen, frame: _PageFrame, document: Document, language: Language, page: int, pages: int) -> None:
    right = frame.wide - MARGIN
    pen.rule(MARGIN, _BOTTOM + 14, right, _BOTTOM + 14, thick=0.6, grey=BLACK)
    number = language.render(mark("Page {page} of {pages}", page=page, pages=pages))
    end = MARGIN
    for line, said in enumerate(language.lines(foot(document))):
        printed = cut(one_line(said), Weight.REGULAR, _FOOT, frame.room - width(number, Weight.SEMIBOLD, _FOOT) - 14)
        pen.text(MARGIN, _BOTTOM - line * _FOOT * 1.3, printed, size=_FOOT, grey=DARK)
        end = max(end, MARGIN + width(printed, Weight.REGULAR, _FOOT))
    if end < frame.wide / 2 - 30:
        pen.text(frame.wide / 2, _BOTTOM, "Quatre Vents", size=_FOOT, grey=DARK, align=Align.CENTRE)
    pen.text(right, _BOTTOM, number, size=_FOOT, weight=Weight.SEMIBOLD, align=Align.RIGHT)
