"""How high the parts of the sheet are, and in which type: the largest that show every row. Pixels at 100 % scale."""

from typing import NamedTuple

from ui.desktop.theme import Type

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

    @property
    def totals(self) -> int:
        """Height of the foot."""
        return self.typed_totals + 3 * self.total_row + 3

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


def sheet_size(height: int, rows: int, penalties: int, *, large: bool) -> SheetSize:
    """The sizes of a sheet of ``rows`` (bands included) in ``height``; when nothing fits, the smallest: it scrolls."""
    counted = max(penalties, _SPARE)
    for size in (LARGE, NORMAL) if large else (NORMAL,):
        if size.needs(rows, counted) <= height:
            return _grown(size, height, rows, counted)
    return _grown(DENSE, height, rows, counted)


def _grown(size: SheetSize, height: int, rows: int, penalties: int) -> SheetSize:
    """Share what is left over among the rows."""
    more = max(height - size.needs(rows, penalties), 0) // rows
    return size._replace(row=min(size.row + more, size.most))


def most_height(rows: int, penalties: int, *, large: bool) -> int:
    """Height above which the sheet grows no more."""
    size = LARGE if large else NORMAL
    return size._replace(row=size.most).needs(rows, max(penalties, _SPARE))
