"""How the grid by table is drawn and walked through: one seat at a time."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTableView, QWidget

from tournament.language import mark
from ui.desktop.pages.draw.drawn import Place
from ui.desktop.pages.draw.grids import CHOSEN, FIRST_SEAT, NUMBER, ByTable
from ui.desktop.theme import Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import Index, Role, TextDelegate
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.signs import StatusIcon

_NUMBER_ROOM, _TABLE_WIDTH = 40, 64


class _TableNumber(TextDelegate):
    align = painting.RIGHT
    kind = Type.CLOCK

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the number, never as chosen."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(theme.tokens.line))
        self.contents(painter, rect.adjusted(8, 0, -12, -1), index)
        painter.restore()


class SeatDelegate(TextDelegate):
    """Number, name and where he comes from; a sign at who meets somebody twice; the cursor as a border."""

    kind = Type.LABEL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one seat."""
        tokens, rect = theme.tokens, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sign = index.data(Role.SIGN)
        if index.data(CHOSEN):
            painter.fillRect(rect, QColor(tokens.accent_soft))
        elif isinstance(sign, StatusIcon):
            painter.fillRect(rect, QColor(tokens.warn_soft))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.line))
        number = QRectF(rect.left(), rect.top(), _NUMBER_ROOM - 10, rect.height() - 1)
        said = str(index.data(NUMBER) or "")
        painting.words(painter, number, said, colour=tokens.text3, kind=Type.DENSE, align=painting.RIGHT, figures=True)
        self._name(painter, rect.adjusted(_NUMBER_ROOM, 0, -8, -1), index)
        view = option.widget
        if isinstance(view, QTableView) and view.hasFocus() and view.currentIndex() == index:
            painting.box(painter, rect.adjusted(1, 1, -1, -2), radius=5, border=tokens.accent, width=2)
        painter.restore()

    def _name(self, painter: QPainter, rect: QRectF, index: Index) -> None:
        tokens, sign = theme.tokens, index.data(Role.SIGN)
        name = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        above, below = QRectF(rect.left(), rect.top() + 5, rect.width(), 20), rect.adjusted(0, 25, 0, -4)
        room = rect.width() - (22 if isinstance(sign, StatusIcon) else 0)
        wide = min(painting.width_of(name, Type.LABEL) + 1, room)
        painting.words(painter, QRectF(above.left(), above.top(), wide, 20), name, colour=tokens.text, kind=Type.LABEL)
        if isinstance(sign, StatusIcon):
            sign.draw(painter, QRectF(above.left() + wide + 6, above.center().y() - 7, 14, 14))
        second = str(index.data(Role.SECOND) or "")
        painting.words(painter, below, second, colour=tokens.text2, kind=Type.CAPTION)


class SeatTable(ListTable):
    """Arrows go from seat to seat; Enter or a click takes one."""

    taken = Signal(object)
    """A Place."""
    confirmed = Signal()
    """Enter, while two are taken."""
    dropped = Signal()
    """Esc."""

    def __init__(self, model: ByTable, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Seating by table"), tall=True, parent=parent)
        self._seats = model
        self.pair_taken = False
        """Two seats are taken: Enter confirms."""
        self.setModel(model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.set_delegate(0, _TableNumber())
        for column in range(FIRST_SEAT, FIRST_SEAT + 4):
            self.set_delegate(column, SeatDelegate())
        self.horizontalHeader().setStretchLastSection(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.setColumnWidth(0, _TABLE_WIDTH)
        self.clicked.connect(self._take)
        self.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter takes or confirms, Esc lets go."""
        if watched is not self or event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers() & _CTRL:
            if self.pair_taken:
                self.confirmed.emit()
            else:
                self._take(self.currentIndex())
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
            return True
        return False

    def _take(self, index: QModelIndex) -> None:
        place: Place | None = self._seats.place(index)
        if place is not None:
            self.taken.emit(place)


_CTRL = Qt.KeyboardModifier.ControlModifier
