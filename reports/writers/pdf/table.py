"""Tables on paper: laid out in a width, with columns aligned, and drawn row by row. Figures in points."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from reports.column import Cell, Column, Emphasis, Kind
from reports.document import Table
from reports.writers.pdf.fonts import Weight, cut, em_width, width, wrap
from reports.writers.pdf.pen import BLACK, GREY, LIGHT, MIDDLE, Align, Pen, small_fraction
from reports.writers.pdf.structure import Tag
from reports.writers.wording import DASH, DOWN, UP, cell_text, one_line
from tournament.language import BETWEEN_LANGUAGES, Language, fraction_parts

_SIZES = (8.6, 8.0, 7.5)
"""Type sizes; the first that fits is used, never a smaller one."""
_GUTTER, _TIGHT_GUTTER, _WIDE_GUTTER = 12.0, 6.0, 20.0
_MOST_LINES = 16
"""No name or reason is cut off because of it: 120 Chinese characters in the narrowest column take nine lines."""
_PITCH, _LEADING = 1.87, 1.22
"""Height of a row with one line, and of every further line, in ems."""
DENSER = ((_SIZES, 1.6), (_SIZES[1:], 1.5), (_SIZES[2:], 1.45), (_SIZES[2:], 1.25))
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
Beat = Callable[[], None]
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
    beat: Beat
    """Called often; may raise to cancel."""
    naturals: dict[tuple[float, bool], list[tuple[float, float]]] = field(default_factory=dict)
    """Cached widths, by type size and whether headings are broken."""
    figures: dict[int, tuple[Set[str], Set[str]]] = field(default_factory=dict)
    """Cached whole numbers and fractions, by column."""

    @classmethod
    def of(cls, tables: Sequence[Table], language: Language, beat: Beat = lambda: None) -> "TableWords":
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
) -> tuple[TableLayout, ...] | None:
    """Lay the tables out in ``room`` points, with aligned columns.

    ``sizes`` of type are tried in order; ``pitch`` is the height of a row with one line, in ems. None if they need a
    landscape page and it is not ``turned`` yet.
    """
    columns = words.tables[0].columns
    for size in sizes:
        for gutter, broken in ((_GUTTER, False), (_GUTTER, True), (_TIGHT_GUTTER, True)):
            natural = words.naturals.get((size, broken)) or _natural(words, size, broken=broken)
            words.naturals[size, broken] = natural
            if _least(columns, natural) + gutter * (len(natural) - 1) <= room:
                shared = _shared(columns, natural, gutter, room)
                return _laid_all(words, _places(words, shared, size), size, room, pitch)
        if not turned:
            return None
    natural = _natural(words, sizes[-1], broken=True)
    shared = _squeezed(columns, natural, room)
    return _laid_all(words, _places(words, shared, sizes[-1]), sizes[-1], room, pitch)


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
    words: TableWords, places: tuple[_ColumnLayout, ...], size: float, room: float, pitch: float
) -> tuple[TableLayout, ...]:
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


def draw_head(pen: Pen, layout: TableLayout, left: float, top: float) -> float:
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
