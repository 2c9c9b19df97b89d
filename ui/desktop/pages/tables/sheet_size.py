"""How high the parts of the sheet are, and in which type: the largest that show every row. Pixels at 100 % scale."""

from typing import NamedTuple, assert_never

from ui.desktop.theme import Type
from ui.entry.sheet_lines import LineKind

_SPARE = 1
"""Penalties for which there is room before the rows move together."""


class SheetSize(NamedTuple):
    """The sizes of one sheet in one window."""

    title: int
    """Height of the line with the table's number; 0: it stands in one band with the names."""
    head: int
    row: int
    penalty_row: int
    typed_totals: int
    field: int
    total_row: int
    text: Type
    first_name: Type
    """Of a player, at the head of the column."""
    name: Type
    strong: Type
    quiet: Type
    quiet_strong: Type
    figure: Type
    """Of the totals."""
    total: Type
    most: int
    """Height above which a row does not grow."""
    lines: int = 3
    """Of figures below the totals typed."""
    second: int = 0
    """Part of the height of a row that is there for a second line of figures."""

    @property
    def totals(self) -> int:
        """Height of the foot."""
        return self.typed_totals + self.lines * self.total_row + 3

    def height_of(self, kind: LineKind) -> int:
        """Height of a line."""
        match kind:
            case LineKind.HAND:
                return self.row
            case LineKind.BAND:
                return self.row - self.second
            case LineKind.PENALTY:
                return self.penalty_row
            case _:
                assert_never(kind)

    def needs(self, rows: int, penalties: int) -> int:
        """Height of the whole sheet with so many rows, bands included."""
        return self.title + self.head + rows * self.row + penalties * self.penalty_row + self.totals


_TYPE = (Type.DENSE, Type.TOTAL, Type.LABEL, Type.DENSE_TOTAL, Type.CAPTION, Type.CAPTION_STRONG)
_FIGURES, _DENSE_FIGURES = (Type.BODY, Type.TOTAL), (Type.DENSE, Type.DENSE_TOTAL)
_LARGE_TYPE = (Type.LARGE, Type.LARGE_TOTAL, Type.LARGE_NAME, Type.LARGE_TOTAL, Type.DENSE, Type.DENSE_TOTAL)
_LARGE_FIGURES = (Type.LARGE, Type.LARGE_TOTAL)
LARGE = SheetSize(52, 54, 28, 25, 44, 34, 28, *_LARGE_TYPE, *_LARGE_FIGURES, most=36)
NORMAL = SheetSize(48, 48, 24, 22, 40, 30, 25, *_TYPE, *_FIGURES, most=27)
DENSE = SheetSize(0, 44, 21, 20, 25, 22, 22, *_TYPE, *_DENSE_FIGURES, most=27)


class SheetRows(NamedTuple):
    """What a sheet has to show."""

    rows: int = 20
    """Bands and hands."""
    penalties: int = 0
    growing: bool = False
    """More rows will come: :data:`GROWN` rows have their place from the start, and what does not fit is scrolled."""
    stacked: bool = False
    """What a hand moved stands above the running total: a row has two lines of figures."""
    lines: int = 3
    """Of figures below the totals typed."""

    @property
    def expected(self) -> int:
        """Rows for which the sizes are chosen: they stay while rows come."""
        return GROWN if self.growing else self.rows

    def of(self, size: SheetSize) -> SheetSize:
        """``size`` for these rows."""
        if not self.stacked:
            return size._replace(lines=self.lines)
        return size._replace(
            row=size.row + _SECOND_LINE, most=size.most + _SECOND_LINE, lines=self.lines, second=_SECOND_LINE
        )


GROWN = 20
"""Rows of a sheet that grows for which there is room: sixteen hands and four bands."""
_SECOND_LINE = 12


def sheet_size(height: int, shown: SheetRows, *, large: bool) -> SheetSize:
    """The sizes of a sheet in ``height``; when nothing fits, the smallest: it scrolls."""
    rows, counted = shown.expected, max(shown.penalties, _SPARE)
    for size in map(shown.of, (LARGE, NORMAL) if large else (NORMAL,)):
        if size.needs(rows, counted) <= height:
            return _grown(size, height, rows, counted)
    return _grown(shown.of(DENSE), height, rows, counted)


def _grown(size: SheetSize, height: int, rows: int, penalties: int) -> SheetSize:
    """Share what is left over among the rows."""
    more = max(height - size.needs(rows, penalties), 0) // rows
    return size._replace(row=min(size.row + more, size.most))


def most_height(shown: SheetRows, *, large: bool) -> int:
    """Height above which the sheet grows no more."""
    size = shown.of(LARGE if large else NORMAL)
    return size._replace(row=size.most).needs(max(shown.rows, shown.expected), max(shown.penalties, _SPARE))
