"""The paper: the head with the players, and the lines. The page adds what is below them."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip, QWidget

from tournament.event.player import Player
from tournament.language import Text, mark
from tournament.rules.ruleset import POINTS
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.sheet_delegate import SheetDelegate
from ui.desktop.pages.tables.sheet_model import SheetModel
from ui.desktop.pages.tables.sheet_size import NORMAL, SheetSize
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.clipboard import copy_selection
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import SIDE, draw_number
from ui.entry.sheet_lines import LineKind
from ui.entry.table_sheet import RowKey


class SheetHead(QWidget):
    """Column heads: number and name of each player, as on the printed sheet; in a low window also the title."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._players: tuple[Player, ...] = ()
        self._title: tuple[Text | str, Text | str, Text | str] = ("", "", "")
        self._value_name = POINTS
        self._size = NORMAL
        self.room = 0
        """Width of the columns below."""
        self.set_size(NORMAL)
        translator.changed.connect(self.update)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.head)
        self.update()

    def set_players(self, players: Sequence[Player]) -> None:
        """Show the four players."""
        if tuple(players) != self._players:
            self._players = tuple(players)
            self.update()

    def set_value_name(self, name: Text) -> None:
        """Set what the rules call the value of a hand."""
        if name != self._value_name:
            self._value_name = name
            self.update()

    def set_title(self, title: Text, aside: Text, code: Text) -> None:
        """Set what the title shows, for a window in which the title has no line of its own."""
        if (title, aside, code) != self._title:
            self._title = (title, aside, code)
            self.update()

    def event(self, event: QEvent) -> bool:
        """Show a whole name in a tooltip if it is elided."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            edges = columns.lefts(self.room)
            for column, player in enumerate(self._players):
                if edges[columns.FIRST_PLAYER + column] <= event.pos().x() < edges[columns.FIRST_PLAYER + column + 1]:
                    QToolTip.showText(event.globalPos(), plain_tooltip(player.name), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heads and names."""
        painter, tokens, edges, size = painting.begin(self), theme.tokens, columns.lefts(self.room), self._size
        high = self.height()
        if size.title:
            self._paint_heads(painter, QRectF(0, 0, edges[columns.FIRST_PLAYER], high))
        else:
            self._paint_title(painter, QRectF(0, 0, edges[columns.FIRST_PLAYER], high))
        first_line, last_line = size.name.line, size.text.line
        top = (high - first_line - last_line) / 2
        for column, player in enumerate(self._players):
            left, right = edges[columns.FIRST_PLAYER + column], edges[columns.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, high), QColor(tokens.paper_rule))
            draw_number(painter, QRectF(left + 9, top + (first_line - SIDE) / 2, SIDE, SIDE), column + 1)
            first = QRectF(left + 31, top, right - left - 35, first_line)
            painting.words(painter, first, player.first_name, colour=tokens.ink, kind=size.first_name)
            last = QRectF(left + 31, top + first_line, right - left - 35, last_line)
            painting.words(painter, last, player.last_name, colour=tokens.text2, kind=size.text)
        painter.fillRect(QRectF(0, high - 1, self.width(), 1), QColor(tokens.paper_rule))

    def _paint_heads(self, painter: QPainter, rect: QRectF) -> None:
        colour, kind, edges = theme.tokens.text3, Type.HEAD, columns.lefts(self.room)
        number = QRectF(0, 0, edges[columns.RESULT] - 12, rect.height())
        painting.words(painter, number, "#", colour=colour, kind=kind, align=painting.RIGHT)
        points_head = translator.translate(self._value_name)
        place = rect.adjusted(0, 0, -columns.INSET, 0)
        painting.words(painter, place, points_head, colour=colour, kind=kind, align=painting.RIGHT)
        result = rect.adjusted(edges[columns.RESULT] + 4, 0, -columns.INSET - 8, 0)
        result.setRight(result.right() - painting.width_of(points_head, kind))
        painting.words(painter, result, translator.translate(mark("Result")), colour=colour, kind=kind)

    def _paint_title(self, painter: QPainter, rect: QRectF) -> None:
        """Paint table and session above the code and the heading of the points, as far as they fit."""
        tokens, size = theme.tokens, self._size
        title, aside, code = map(translator.translate, self._title)
        upper = QRectF(13, 4, rect.width() - 17, 20)
        lower = QRectF(13, 23, rect.width() - 13 - columns.INSET, 17)
        painting.words(painter, upper, title, colour=tokens.ink, kind=Type.PANEL_TITLE)
        points_head = translator.translate(self._value_name)
        painting.words(painter, lower, points_head, colour=tokens.text3, kind=Type.HEAD, align=painting.RIGHT)
        upper.setLeft(upper.left() + painting.width_of(title, Type.PANEL_TITLE) + 8)
        lower.setRight(lower.right() - painting.width_of(points_head, Type.HEAD) - 8)
        for place, text in ((upper, aside), (lower, code)):
            if painting.width_of(text, size.quiet) <= place.width():
                painting.words(painter, place, text, colour=tokens.text2, kind=size.quiet)


class SheetTitle(Accessible, QWidget):
    """The first line of the paper: table, session, code."""

    accessible_role = Role.Heading

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title: Text | str = ""
        self._aside: Text | str = ""
        self._code: Text | str = ""
        self.setFixedHeight(NORMAL.title)
        translator.follow(self._retranslate)

    def set_size(self, size: SheetSize) -> None:
        """Use the height given, or hide the line if the head of the columns shows the same."""
        self.setFixedHeight(max(size.title, 1))
        self.setVisible(bool(size.title))

    def set_title(self, title: Text, aside: Text, code: Text) -> None:
        """Show table, session, and the code printed on the sheet."""
        if (title, aside, code) != (self._title, self._aside, self._code):
            self._title, self._aside, self._code = title, aside, code
            self._retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the line."""
        painter, tokens, high = painting.begin(self), theme.tokens, self.height()
        title = translator.translate(self._title)
        wide = painting.width_of(title, Type.PAGE_TITLE)
        painting.words(painter, QRectF(17, 0, wide + 2, high), title, colour=tokens.ink, kind=Type.PAGE_TITLE)
        aside = QRectF(17 + wide + 13, 1, self.width() - wide - 160, high)
        painting.words(painter, aside, translator.translate(self._aside), colour=tokens.text2, kind=Type.DENSE)
        code = QRectF(0, 1, self.width() - 16, high)
        painting.words(
            painter, code, translator.translate(self._code), colour=tokens.text2, kind=Type.DENSE, align=painting.RIGHT
        )
        painter.fillRect(QRectF(0, high - 1, self.width(), 1), QColor(tokens.paper_rule))

    def _retranslate(self) -> None:
        said = map(translator.translate, (self._title, self._aside, self._code))
        self.setAccessibleName(", ".join(filter(None, said)))
        self.update()


class SheetView(QTableView):
    """The lines. Arrows and clicks choose a hand or a penalty; the page decides which one is current."""

    row_chosen = Signal(object)
    """The user clicked a :class:`RowKey`."""
    row_moved = Signal(int)
    """The user pressed an arrow: -1 up, 1 down."""
    room_changed = Signal(int)
    """The columns now have this total width."""
    left = Signal()
    """The user pressed Enter or Esc to go back to the entry."""

    def __init__(self, model: SheetModel, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = model
        self.setModel(model)
        self._delegate = SheetDelegate(model, self)
        self.setItemDelegate(self._delegate)
        self.setProperty("plain", True)
        self.setProperty("ring", False)
        self.setShowGrid(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # Qt need not paint what is below it
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(10)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._size_rows)
        translator.follow(self._retranslate)

    def show_row(self, key: RowKey | None) -> None:
        """Scroll to the line of ``key``, with its band and penalties; it is the current one for screen readers."""
        row = self._lines.row_of(key)
        if row < 0:
            self.selectionModel().clearCurrentIndex()
            return
        index = self._lines.index(row, columns.RESULT)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        band = row - 1 if row and self._lines.line(row - 1).kind is LineKind.BAND else row
        last, count = row, self._lines.rowCount()
        while last + 1 < count and self._lines.line(last + 1).kind is LineKind.PENALTY:
            last += 1
        for shown in (self._lines.index(band, columns.RESULT), self._lines.index(last, columns.RESULT), index):
            # Qt repaints an area that it is asked to scroll to
            if not self.viewport().rect().contains(self.visualRect(shown)):
                self.scrollTo(shown)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        if size != self._delegate.size:
            self._delegate.size = size
            self._size_rows()
            self.viewport().update()

    def sizeHint(self) -> QSize:
        """The size of the whole sheet."""
        return QSize(760, self.verticalHeader().length())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by lines, copy the line or all of them. The page handles all other keys."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.clearSelection()
            self.row_moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            copy_selection(self)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            last = self._lines.index(self._lines.rowCount() - 1, columns.COUNT - 1)
            whole = QItemSelection(self._lines.index(0, 0), last)
            self.selectionModel().select(whole, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the selection made for copying."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self.clearSelection()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the line under the pointer."""
        index = self.indexAt(event.position().toPoint())
        key = self._lines.line(index.row()).key if index.isValid() else None
        if key is not None:
            self.row_chosen.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width among the columns."""
        super().resizeEvent(event)
        whole = self.viewport().width()
        self._delegate.widths = columns.widths(whole)
        for column, width in enumerate(self._delegate.widths):
            self.setColumnWidth(column, width)
        self.room_changed.emit(whole)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, the lines, and the focus ring if it has the focus."""
        tokens, changed, whole = theme.tokens, event.rect(), self.viewport().rect()
        painter = painting.begin(self.viewport())
        painter.fillRect(whole, QColor(tokens.paper))
        edges = columns.lefts(whole.width())
        for column in range(columns.FIRST_PLAYER, columns.COUNT):
            painter.fillRect(QRectF(edges[column], 0, 1, whole.height()), QColor(tokens.paper_rule))
        for row in range(self._lines.rowCount()):
            top, high = self.rowViewportPosition(row), self.rowHeight(row)
            if top + high > changed.top() and top <= changed.bottom():
                self._delegate.paint_line(painter, row, QRectF(0, top, whole.width(), high))
        painter.end()
        if self.selectionModel().hasSelection():
            chosen = QColor(theme.tokens.accent)
            chosen.setAlpha(28)
            QPainter(self.viewport()).fillRect(self.viewport().rect(), chosen)
        if self.hasFocus() and self.currentIndex().isValid():
            self._focus_frame()

    def _focus_frame(self) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRectF(self.visualRect(self.currentIndex()))
        row.setLeft(0)
        row.setRight(self.viewport().width())
        painting.box(painter, row, radius=3, border=theme.tokens.accent, width=2)
        painter.end()

    def _size_rows(self) -> None:
        for row in range(self._lines.rowCount()):
            self.setRowHeight(row, self._delegate.size.height_of(self._lines.line(row).kind))
        self.updateGeometry()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Score sheet")))
