"""The list of faults, filtered by number or words as they are typed."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tournament.language import mark
from ui.desktop.kit.table import CellStyle, TableColumn, TableModel
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import Index, Role
from ui.entry.faults import ListedFault

_HIGH = 42


def fault_with_sanction(listed: ListedFault) -> str:
    """Number, name and sanction in one line."""
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
        top = QRectF(rect.left() + 44, rect.top() + 3, rect.width() - 50, 19)
        below = top.translated(0, 17)
        number = QRectF(rect.left() + 10, rect.top() + 3, 34, 19)
        painting.words(painter, number, line.number, colour=tokens.text3, kind=Type.CAPTION)
        kind = Type.LABEL if chosen else Type.DENSE
        painting.words(painter, top, translator.translate(line.name), colour=tokens.text, kind=kind)
        painting.words(painter, below, translator.translate(line.sanction), colour=tokens.text2, kind=Type.CAPTION)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, _HIGH)


class FaultList(QListView):
    """Some lines in view; the typing line above moves the choice."""

    picked = Signal(int)
    """A line was clicked: its row."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: TableModel[ListedFault] = TableModel((_COLUMN,), self)
        self.setModel(self._lines)
        self.setItemDelegate(_Delegate(self))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(lambda index: self.picked.emit(index.row()))
        translator.follow(self._retranslate)

    def show_faults(self, faults: Sequence[ListedFault], chosen: int) -> None:
        """Show ``faults``, the one of row ``chosen`` as the choice."""
        if tuple(faults) != self._lines.rows:
            self._lines.set_rows(faults)
            self.setFixedHeight(min(max(len(faults), 1), 5) * _HIGH + 4)
        if self.currentIndex().row() != chosen:
            self.setCurrentIndex(self._lines.index(chosen, 0))
            self.viewport().update()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Faults")))
        self.viewport().update()
