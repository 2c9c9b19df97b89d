"""How the cells of the ranking are drawn."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ui.desktop.theme import Type
from ui.desktop.widgets.delegates import DrawnCell, FractionDelegate, Index, TextDelegate

AIR = 8
"""Padding in pixels at both sides of a number, omitted in a narrow column."""


class SessionPointsDelegate(FractionDelegate):
    """Table points of one session. The column may be as narrow as the numbers."""

    def __init__(self) -> None:
        super().__init__(kind=Type.BODY)
        self._narrow = False

    def set_narrow(self, narrow: bool) -> None:
        """Omit the padding at both sides, or restore it."""
        self._narrow = narrow

    def head_inset(self, head: float) -> float:
        """Align the heading with the numbers, which are further right in a narrow column."""
        return super().head_inset(head) - (AIR if self._narrow else 0)

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the whole number and the fraction, with less padding in a narrow column."""
        super().contents(painter, rect.adjusted(-AIR, 0, AIR, 0) if self._narrow else rect, cell)


class NameDelegate(TextDelegate):
    """A name, in bold if its row is selected."""

    _selected = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the name in the weight of the row."""
        self._selected = bool(option.state & QStyle.StateFlag.State_Selected)
        super().paint(painter, option, index)

    def type_of(self, cell: DrawnCell) -> Type:
        """In a list that consists of names, only the selected one is bold."""
        return Type.TOTAL if self._selected else Type.BODY
