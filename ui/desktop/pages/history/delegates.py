"""How the lines of the history are drawn: figures of time, an icon of the kind, the bands of days."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from ui.desktop.pages.history.model import HistoryRole
from ui.desktop.theme import Type, icons, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, Index, TextDelegate


class EntryDelegate(TextDelegate):
    """Words, in the dense kind; over the whole width on the band of a day."""

    def __init__(self, *, figures: bool = False) -> None:
        super().__init__()
        self.kind = Type.DENSE
        self._figures = figures

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, or the band."""
        if not index.data(HistoryRole.DAY):
            super().paint(painter, option, index)
            return
        rect, tokens = QRectF(option.rect), theme.tokens
        painter.save()
        painter.fillRect(rect, QColor(tokens.surface2))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        said = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        painting.words(painter, rect.adjusted(PAD, 0, 0, -1), said, colour=tokens.text2, kind=Type.CAPTION_STRONG)
        painter.restore()

    def contents(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        """Write the words, after the icon of the kind if there is one."""
        icon = index.data(HistoryRole.ICON)
        if isinstance(icon, str):
            icons.paint(painter, icon, QRectF(rect.left(), rect.center().y() - 8, 16, 16), theme.tokens.text2)
            rect = rect.adjusted(28, 0, 0, 0)
        super().contents(painter, rect, index)

    def line(self, painter: QPainter, rect: QRectF, said: str, index: Index, *, figures: bool = False) -> None:
        """Write one line; times have equally wide digits."""
        super().line(painter, rect, said, index, figures=figures or self._figures)
