"""The heights and type sizes of a sheet: the largest that show every row. Pixels at 100 % scale."""

from typing import NamedTuple, assert_never

from ui.desktop.theme import Type
from ui.entry.sheet_lines import LineKind

_SPARE = 1
"""Number of penalties that fit before the rows become lower."""


class SheetSize(NamedTuple):
    """The sizes of one sheet in one window."""

    title: int
    """Height of the line with the table's number; 0 if it shares a line with the names."""
    head: int
    row: int
    penalty_row: int
    typed_totals: int
    field: int
    total_row: int
    text: Type
    first_name: Type
    """Type of a player's first name in the head of the column."""
    name: Type
    strong: Type
    quiet: Type
    quiet_strong: Type
    figure: Type
    """Type of the totals."""
    total: Type
    most: int
    """Maximum height of a row."""
    lines: int = 3
    """Lines of figures below the typed totals."""
    second: int = 0
    """Part of a row's height that is for a second line of figures."""

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
        """Height of a whole sheet with this many rows (including bands) and penalties."""
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
    """Number of bands and hands."""
    penalties: int = 0
    growing: bool = False
    """Whether more rows will come: :data:`GROWN` rows have their space from the start, and the sheet scrolls beyond."""
    stacked: bool = False
    """Whether the change of a hand is above the running total, so that a row has two lines of figures."""
    lines: int = 3
    """Lines of figures below the typed totals."""

    @property
    def expected(self) -> int:
        """Number of rows for which the sizes are chosen. They stay the same while rows are added."""
        return GROWN if self.growing else self.rows

    def of(self, size: SheetSize) -> SheetSize:
        """``size`` adapted to these rows."""
        if not self.stacked:
            return size._replace(lines=self.lines)
        return size._replace(
            row=size.row + _SECOND_LINE, most=size.most + _SECOND_LINE, lines=self.lines, second=_SECOND_LINE
        )


GROWN = 20
"""Number of rows that a growing sheet has space for: sixteen hands and four bands."""
_SECOND_LINE = 12


def sheet_size(height: int, shown: SheetRows, *, large: bool) -> SheetSize:
    """The sizes of a sheet of ``height``. If nothing fits, the smallest, and the sheet scrolls."""
    rows, counted = shown.expected, max(shown.penalties, _SPARE)
    for size in map(shown.of, (LARGE, NORMAL) if large else (NORMAL,)):
        if size.needs(rows, counted) <= height:
            return _grown(size, height, rows, counted)
    return _grown(shown.of(DENSE), height, rows, counted)


def _grown(size: SheetSize, height: int, rows: int, penalties: int) -> SheetSize:
    """Distribute the remaining height among the rows."""
    more = max(height - size.needs(rows, penalties), 0) // rows
    return size._replace(row=min(size.row + more, size.most))


def most_height(shown: SheetRows, *, large: bool) -> int:
    """Maximum height of the sheet."""
    size = shown.of(LARGE if large else NORMAL)
    return size._replace(row=size.most).needs(max(shown.rows, shown.expected), max(shown.penalties, _SPARE))
