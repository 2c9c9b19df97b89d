"""A table on paper: how wide its columns are, how high its rows, and drawing a stretch of them."""

from dataclasses import dataclass
from fractions import Fraction

from reports.document import Cell, Column, Emphasis, Kind, Table
from reports.writers.pdf.fonts import Weight, cut, em_width, width, wrap
from reports.writers.pdf.pen import BLACK, GREY, LIGHT, MIDDLE, Align, Pen, fraction_width
from reports.writers.wording import DASH, DOWN, UP, words
from tournament.language import Language, fraction_text

SIZES = (8.6, 8.0, 7.5)
"""Sizes of type, the first that fits is taken; never smaller."""
GUTTER, TIGHT_GUTTER, WIDE_GUTTER = 12.0, 6.0, 20.0
LEAST_FLEXIBLE = 96.0
"""Points that a flexible column keeps while other columns can give way."""
MOST_LINES = 3
_PITCH, _LEADING = 1.87, 1.22
"""Height of a row of one line and of every further line, in ems."""
_HEAD = 0.88
"""Size of column heads, of the table's size."""
_ARROW = 0.72
_WEIGHTS = {
    Emphasis.PLAIN: Weight.REGULAR,
    Emphasis.NAME: Weight.MEDIUM,
    Emphasis.STRONG: Weight.SEMIBOLD,
    Emphasis.MUTED: Weight.REGULAR,
}
_TO_THE_RIGHT = (Kind.INTEGER, Kind.SIGNED, Kind.POINTS)


@dataclass(frozen=True, slots=True)
class Place:
    """A column on the page."""

    column: Column
    left: float
    wide: float
    slot: float
    """Room for fractions, right of the whole numbers."""
    heading: tuple[str, ...]

    @property
    def weight(self) -> Weight:
        """The weight of its cells."""
        return _WEIGHTS[self.column.emphasis]

    @property
    def grey(self) -> float:
        """The grey of its cells."""
        return GREY if self.column.emphasis is Emphasis.MUTED else BLACK

    @property
    def edge(self) -> float:
        """Where numbers end."""
        return self.left + self.wide - self.slot


@dataclass(frozen=True, slots=True)
class Row:
    """One row, ready to draw."""

    cells: tuple[tuple[str, ...], ...]
    """Lines of text by column; of table points, the whole part and the fraction."""
    high: float
    ruled: bool
    """A darker rule ends it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A table that fits its page."""

    places: tuple[Place, ...]
    rows: tuple[Row, ...]
    size: float
    head_high: float
    wide: float
    group: int
    """Rows that a page break may not separate; 1 when any may."""


def lay(table: Table, language: Language, *, room: float, turned: bool) -> Laid | None:
    """Lay ``table`` out in ``room`` points. None when it needs the page turned and is not ``turned`` yet."""
    texts = [
        [_lines(cell, column, language) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows
    ]
    headings = [language.render(column.heading) for column in table.columns]
    for size in SIZES:
        for gutter, broken in ((GUTTER, False), (GUTTER, True), (TIGHT_GUTTER, True)):
            natural = [_natural(table, at, texts, headings[at], size, broken) for at in range(len(table.columns))]
            if _least(table, natural) + gutter * (len(natural) - 1) <= room:
                return _laid(table, texts, headings, _shared(table, natural, gutter, room), size, room)
        if not turned:
            return None
    natural = [_natural(table, at, texts, headings[at], SIZES[-1], True) for at in range(len(table.columns))]
    squeezed = (room - TIGHT_GUTTER * (len(natural) - 1)) / sum(wide for wide, _ in natural)
    places = [(wide * squeezed, slot * squeezed) for wide, slot in natural]
    return _laid(table, texts, headings, (places, TIGHT_GUTTER), SIZES[-1], room)


def _lines(cell: Cell, column: Column, language: Language) -> tuple[str, ...]:
    if column.kind is Kind.POINTS and isinstance(cell, int | Fraction):
        whole, rest = divmod(abs(Fraction(cell)), 1)
        sign = "−" if cell < 0 else ""
        return f"{sign}{whole if whole or not rest else ''}", fraction_text(rest) if rest else ""
    return (words(cell, column, language),)


def _natural(
    table: Table, at: int, texts: list[list[tuple[str, ...]]], heading: str, size: float, broken: bool
) -> tuple[float, float]:
    """Width of a column without wrapping its cells, and the slot for fractions in it."""
    column = table.columns[at]
    weight = _WEIGHTS[column.emphasis]
    words_of_heading = heading.split() if broken else [heading]
    head = max((width(word, _head_weight(column), size * _HEAD) for word in words_of_heading), default=0.0)
    if column.kind is Kind.POINTS:
        whole = max((em_width(row[at][0], weight) for row in texts), default=0.0) * size
        parts = {row[at][1] for row in texts if len(row[at]) > 1}
        slot = max([size, *(fraction_width(part, size=size, weight=weight) + 1 for part in parts)])
        return max(whole, head) + slot, slot
    content = max((em_width(row[at][0], weight) for row in texts), default=0.0) * size
    return max(content, head), 0.0


def _least(table: Table, natural: list[tuple[float, float]]) -> float:
    return sum(
        min(wide, LEAST_FLEXIBLE) if column.flexible else wide
        for (wide, _), column in zip(natural, table.columns, strict=True)
    )


def _shared(
    table: Table, natural: list[tuple[float, float]], gutter: float, room: float
) -> tuple[list[tuple[float, float]], float]:
    """Give flexible columns what is left; with room to spare, the gutters first."""
    gaps = max(1, len(natural) - 1)
    spare = room - sum(wide for wide, _ in natural) - gutter * gaps
    flexible = [at for at, column in enumerate(table.columns) if column.flexible]
    places = list(natural)
    if spare >= 0:
        wider = min(WIDE_GUTTER - gutter, spare / 2 / gaps)
        gutter += wider
        share = (spare - wider * gaps) / max(1, len(flexible))
        for at in flexible:
            places[at] = (natural[at][0] + share, natural[at][1])
        return places, gutter
    kept = [at for at in flexible if natural[at][0] > LEAST_FLEXIBLE]
    over = sum(natural[at][0] - LEAST_FLEXIBLE for at in kept)
    for at in kept:
        places[at] = (natural[at][0] + spare * (natural[at][0] - LEAST_FLEXIBLE) / over, natural[at][1])
    return places, gutter


def _laid(
    table: Table,
    texts: list[list[tuple[str, ...]]],
    headings: list[str],
    shared: tuple[list[tuple[float, float]], float],
    size: float,
    room: float,
) -> Laid:
    widths, gutter = shared
    places: list[Place] = []
    left = 0.0
    for column, heading, (wide, slot) in zip(table.columns, headings, widths, strict=True):
        said = wrap(heading, _head_weight(column), size * _HEAD, wide - slot + 0.01, lines=2)
        places.append(Place(column, left, wide, slot, said))
        left += wide + gutter
    rows = tuple(_row(table, places, texts, number, size) for number in range(len(texts)))
    head_lines = max(len(place.heading) for place in places)
    return Laid(
        places=tuple(places),
        rows=rows,
        size=size,
        head_high=size * (_PITCH - _LEADING + 0.25 + _LEADING * _HEAD * head_lines),
        wide=room,
        group=table.group if table.together else 1,
    )


def _row(table: Table, places: list[Place], texts: list[list[tuple[str, ...]]], number: int, size: float) -> Row:
    cells: list[tuple[str, ...]] = []
    for at, (place, lines) in enumerate(zip(places, texts[number], strict=True)):
        if place.column.once and number % table.group and texts[number - 1][at] == lines:
            cells.append(("",))
        elif place.column.kind is Kind.TEXT and place.column.flexible:
            cells.append(wrap(lines[0], place.weight, size, place.wide + 0.01, lines=MOST_LINES))
        elif place.column.kind in (Kind.TEXT, Kind.CODE):
            cells.append((cut(lines[0], place.weight, size, place.wide + 0.01),))
        else:
            cells.append(lines)
    most = max(
        1 if place.column.kind is Kind.POINTS else len(lines) for place, lines in zip(places, cells, strict=True)
    )
    high = size * (_PITCH + _LEADING * (most - 1))
    return Row(tuple(cells), high, ruled=(number + 1) % table.group == 0 or number + 1 == len(texts))


def _head_weight(column: Column) -> Weight:
    return Weight.SEMIBOLD if column.emphasis is Emphasis.STRONG and column.kind is Kind.POINTS else Weight.MEDIUM


def draw_head(pen: Pen, laid: Laid, left: float, top: float) -> float:
    """Draw the column heads from ``top`` down; give the place of the rule beneath them."""
    small = laid.size * _HEAD
    bottom = top - laid.head_high
    for place in laid.places:
        for number, line in enumerate(reversed(place.heading)):
            y = bottom + laid.size * 0.62 + number * small * _LEADING
            numeric = place.column.kind in _TO_THE_RIGHT
            x = left + (place.edge if numeric else place.left)
            weight = _head_weight(place.column)
            grey = BLACK if weight is Weight.SEMIBOLD else GREY
            pen.text(x, y, line, size=small, weight=weight, grey=grey, align=Align.RIGHT if numeric else Align.LEFT)
    pen.rule(left, bottom, left + laid.wide, bottom, thick=0.9)
    return bottom


def draw_row(pen: Pen, laid: Laid, row: Row, left: float, top: float) -> float:
    """Draw one row from ``top`` down; give the place of the rule beneath it."""
    bottom = top - row.high
    base = top - laid.size * (_PITCH / 2 + 0.35)
    for place, lines in zip(laid.places, row.cells, strict=True):
        _draw_cell(pen, place, lines, left, base, laid.size)
    thick, grey = (0.55, MIDDLE - 0.2) if row.ruled else (0.4, LIGHT)
    pen.rule(left, bottom, left + laid.wide, bottom, thick=thick, grey=grey)
    return bottom


def _draw_cell(pen: Pen, place: Place, lines: tuple[str, ...], left: float, base: float, size: float) -> None:
    kind, weight, grey = place.column.kind, place.weight, place.grey
    if lines[0] == DASH:
        grey = GREY
    if kind in _TO_THE_RIGHT:
        pen.text(left + place.edge, base, lines[0], size=size, weight=weight, grey=grey, align=Align.RIGHT)
        if len(lines) > 1 and lines[1]:
            pen.fraction(left + place.edge + size * 0.04, base, lines[1], size=size, weight=weight, grey=grey)
    elif kind is Kind.MOVEMENT and lines[0][:1] in (UP, DOWN):
        arrow, _, places = lines[0].partition(" ")
        end = pen.text(left + place.left, base + size * 0.03, arrow, size=size * _ARROW, weight=weight, grey=grey)
        pen.text(end + size * 0.28, base, places, size=size, weight=weight, grey=grey)
    else:
        for number, line in enumerate(lines):
            y = base - number * size * _LEADING
            pen.text(left + place.left, y, line, size=size, weight=weight, grey=grey)
