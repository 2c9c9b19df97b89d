"""The table of players: arrows move from cell to cell, typing writes, Space checks in."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from tournament.event.player import Player
from tournament.event.roster import most_characters
from tournament.language import mark
from ui.desktop.pages.players import columns
from ui.desktop.pages.players.columns import COLUMNS
from ui.desktop.pages.players.model import PlayersModel
from ui.desktop.pages.players.widths import list_wishes
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import Index, TextDelegate
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.sharing import shared


class CellDelegate(TextDelegate):
    """A cell with the cursor's frame around it, and a typing line while it is edited."""

    def __init__(self, parent: QObject, column: int) -> None:
        super().__init__(parent)
        if column == columns.NUMBER:
            self.align = painting.RIGHT

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, and the frame if the cursor stands on it."""
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            rect = QRectF(option.rect).adjusted(1, 1, -1, -2)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painting.box(painter, rect, radius=4, border=theme.tokens.accent, width=2)
            painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A typing line; it takes more than a field holds, so that the reason can be told."""
        field = COLUMNS[index.column()].field
        line = TextField(name=COLUMNS[index.column()].title, parent=parent)
        line.setMaxLength(most_characters(field) + 40)
        line.setProperty("ring", False)
        return line

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill the cell."""
        editor.setGeometry(option.rect.adjusted(0, 0, 0, -1))


class PlayersTable(ListTable):
    """Says what the keys ask for; the page does it."""

    toggled = Signal(int)
    """Check this player in, or take it back."""
    removal_asked = Signal(int)
    pasted = Signal()
    row_left = Signal(int)
    """The cursor left this row."""
    finished = Signal()
    """Enter, or Tab behind the last cell, in the row that waits: add the player."""
    escaped = Signal()

    def __init__(self, model: PlayersModel, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Players"), parent=parent)
        self._list = model
        self._kept_at: tuple[int, int] | None = None
        self._sharing: tuple[Player, ...] = ()
        self.setModel(model)
        for column in range(len(COLUMNS)):
            self.set_delegate(column, CellDelegate(self, column))
            self.setColumnWidth(column, COLUMNS[column].width)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.AnyKeyPressed | triggers.DoubleClicked)
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSortIndicator(columns.NUMBER, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        model.modelAboutToBeReset.connect(self._keep_place)
        model.modelReset.connect(self._find_place)
        self.clicked.connect(self._clicked)
        translator.changed.connect(self._share)

    def make_room(self, players: Iterable[Player]) -> None:
        """Share the width by what is to be read of ``players``."""
        self._sharing = tuple(players)
        self._share()

    def stand(self, row: int, column: int) -> None:
        """Put the cursor on a cell."""
        self.setCurrentIndex(self._list.index(row, column))
        self.scrollTo(self.currentIndex())

    def finish_editing(self) -> None:
        """Take what is being typed into a cell, as if it were left."""
        editor = self.indexWidget(self.currentIndex())
        if self.state() is QAbstractItemView.State.EditingState and editor is not None:
            self.commitData(editor)
            super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    @property
    def number(self) -> int:
        """Number of the player under the cursor, 0 for none."""
        return self._list.number_at(self.currentIndex().row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Del, Paste, Enter and Esc; the rest as any table."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.key() == Qt.Key.Key_Space and self.number:
            self.toggled.emit(self.number)
        elif event.key() == Qt.Key.Key_Delete and self.number:
            self.removal_asked.emit(self.number)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers().value & ~_PAD:
            self._entered()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> Index:  # type: ignore[override]
        """Tab, in a cell that is edited, goes to the next one that can be typed into."""
        here = self.currentIndex()
        match action:
            case QAbstractItemView.CursorAction.MoveNext if here.column() < columns.TEAM:
                return self._list.index(here.row(), max(here.column() + 1, columns.FIRST_NAME))
            case QAbstractItemView.CursorAction.MovePrevious if here.column() > columns.FIRST_NAME:
                return self._list.index(here.row(), here.column() - 1)
        return super().moveCursor(action, modifiers)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter in the row that waits adds the player, and so does Tab behind its last cell."""
        here = self.currentIndex()
        in_draft = here.row() == self._list.draft_row
        submitted = hint is QAbstractItemDelegate.EndEditHint.SubmitModelCache
        behind = hint is QAbstractItemDelegate.EndEditHint.EditNextItem and here.column() == columns.TEAM
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint if behind else hint)
        if in_draft and (submitted or behind) and self._list.drafting:
            self.finished.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell which row was left."""
        super().currentChanged(current, previous)
        if previous.isValid() and current.row() != previous.row():
            self.row_left.emit(previous.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share what the narrow columns leave among the others."""
        super().resizeEvent(event)
        self._share()

    def event(self, event: QEvent) -> bool:
        """Keep Del and Paste from shortcuts of the window."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride else None
        if pressed and (pressed.key() == Qt.Key.Key_Delete or pressed.matches(QKeySequence.StandardKey.Paste)):
            event.accept()
            return True
        return super().event(event)

    def _share(self) -> None:
        wishes = list_wishes(self._sharing)
        rest = self.viewport().width() - sum(column.width for column in COLUMNS)
        for at, width in zip(wishes, shared(rest, list(wishes.values())), strict=True):
            if at != columns.REMARKS:  # the last one takes what is left
                self.setColumnWidth(at, width)

    def _entered(self) -> None:
        here = self.currentIndex()
        if self.state() is QAbstractItemView.State.EditingState:
            return  # the line that is typed into has passed it on; what it holds is taken in a moment
        if here.row() == self._list.draft_row and self._list.drafting:
            self.finished.emit()
        elif COLUMNS[here.column()].field:
            self.edit(here)
        elif self.number:
            self.toggled.emit(self.number)

    def _clicked(self, index: Index) -> None:
        number = self._list.number_at(index.row())
        if index.column() == columns.HERE and number:
            self.toggled.emit(number)

    def _keep_place(self) -> None:
        here = self.currentIndex()
        self._kept_at = (self.number, here.column()) if here.isValid() else None

    def _find_place(self) -> None:
        if self._kept_at is not None:
            number, column = self._kept_at
            row = self._list.row_of(number) if number else self._list.draft_row
            self.stand(max(row, 0), column)


_PAD = Qt.KeyboardModifier.KeypadModifier.value
