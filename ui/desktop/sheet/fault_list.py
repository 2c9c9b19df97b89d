"""The list of faults, filtered by number or words as they are typed."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tournament.language import mark
from ui.desktop.sheet.faults import ListedFault
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.lines_model import Index, LinesModel

_HIGH = 42


class FaultLines(LinesModel[ListedFault]):
    """The lines that match."""

    heads = (mark("Fault"),)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Number and name; the sanction for ears and as tooltip."""
        line = self.line(index.row())
        if line is None:
            return None
        words = f"{line.number} {translator.translate(line.name)}"
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return f"{words}: {translator.translate(line.sanction)}"
        return None


class _Delegate(QStyledItemDelegate):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        line = model.line(index.row()) if isinstance(model, FaultLines) else None
        if line is None:
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
        self._lines = FaultLines(self)
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
        if tuple(faults) != self._lines.lines:
            self._lines.set_lines(faults)
            self.setFixedHeight(min(max(len(faults), 1), 5) * _HIGH + 4)
        if self.currentIndex().row() != chosen:
            self.setCurrentIndex(self._lines.index(chosen, 0))
            self.viewport().update()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Faults")))
        self.viewport().update()
