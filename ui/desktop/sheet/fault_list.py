"""The list of faults, filtered by number or words while the user types."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tournament.language import mark
from ui.desktop.kit.table import CellStyle, TableColumn, TableModel
from ui.desktop.theme import Type, theme
from ui.desktop.theme.fonts import metrics
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import Index, Role
from ui.entry.penalty_draft import ListedFault

_HIGH, _LINE = 42, 17
_MOST = 5
"""Number of faults visible at once."""
_BEFORE, _AROUND = 44, 50
"""Width of the number, and of everything besides the name."""


def fault_with_sanction(listed: ListedFault) -> str:
    """Number, name and sanction on one line."""
    return f"{listed.number} {translator.translate(listed.name)}: {translator.translate(listed.sanction)}"


_COLUMN: TableColumn[ListedFault] = TableColumn(
    mark("Fault"),
    lambda each: mark("{number} {fault}", number=each.number, fault=each.name),
    style=lambda each: CellStyle(tooltip=fault_with_sanction(each), accessible_text=fault_with_sanction(each)),
)


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line = index.data(Role.ROW)
        if not isinstance(line, ListedFault):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, rect = theme.tokens, QRectF(option.rect)
        view = option.widget
        chosen = isinstance(view, QListView) and view.currentIndex().row() == index.row()
        if chosen:
            painter.fillRect(rect, QColor(tokens.accent_soft))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), QColor(tokens.accent))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        name, sanction = _texts(line)
        more = _LINE * (_lines(name, Type.LABEL, rect.width()) - 1)
        top = QRectF(rect.left() + _BEFORE, rect.top() + 3, rect.width() - _AROUND, 19 + more)
        below = QRectF(top.left(), rect.top() + 3 + _LINE + more, top.width(), rect.bottom() - top.top() - _LINE - more)
        number = QRectF(rect.left() + 10, rect.top() + 3, 34, 19)
        painting.words(painter, number, line.number, colour=tokens.text3, kind=Type.CAPTION)
        painting.paragraph(painter, top, name, colour=tokens.text, kind=Type.LABEL if chosen else Type.DENSE)
        painting.paragraph(painter, below, sanction, colour=tokens.text2, kind=Type.CAPTION)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line, view = index.data(Role.ROW), option.widget
        if not isinstance(line, ListedFault) or not isinstance(view, QListView):
            return QSize(200, _HIGH)
        name, sanction = _texts(line)
        width = view.viewport().width()
        more = _lines(name, Type.LABEL, width) + _lines(sanction, Type.CAPTION, width) - 2
        return QSize(200, _HIGH + _LINE * more)


def _texts(listed: ListedFault) -> tuple[str, str]:
    """Name and sanction."""
    return translator.translate(listed.name), translator.translate(listed.sanction)


def _lines(text: str, kind: Type, width: float) -> int:
    """Number of lines that a text takes in a list of this width."""
    return round(painting.height_of(text, kind, width - _AROUND) / metrics(kind, figures=False).height())


class FaultList(QListView):
    """A few lines. The line edit above moves the choice."""

    picked = Signal(int)
    """The row that was clicked."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: TableModel[ListedFault] = TableModel((_COLUMN,), self)
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the form around it may have one
        self.clicked.connect(lambda index: self.picked.emit(index.row()))
        translator.follow(self._retranslate)

    def show_faults(self, faults: Sequence[ListedFault], chosen: int) -> None:
        """Show ``faults``, with row ``chosen`` as the choice."""
        if tuple(faults) != self._lines.rows:
            self._lines.set_rows(faults)
            self._fit()
        if self.currentIndex().row() != chosen:
            self.setCurrentIndex(self._lines.index(chosen, 0))
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a long name or sanction more lines."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the height for the first lines."""
        self.scheduleDelayedItemsLayout()
        high = sum(self.sizeHintForRow(row) for row in range(min(self._lines.rowCount(), _MOST)))
        self.setFixedHeight(max(high, _HIGH) + 4)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Faults")))
        self.viewport().update()
