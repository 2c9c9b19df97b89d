"""The table of players: arrows move from cell to cell, typing writes, Space checks in."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QWidget

from tournament.event.player import search_text
from tournament.language import mark
from ui.desktop.kit.table import SearchedRows, TableColumn, TableModel, TableView
from ui.desktop.pages.players.columns import FIRST_NAME, HERE, NUMBER, TEAM, PlayerRow, field_of, player_columns
from ui.desktop.widgets.delegates import Index


class PlayersModel(TableModel[PlayerRow]):
    """Rows whose cells can be typed into."""

    typed = Signal(object, str, str)
    """Row, field, and what was typed there."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be typed into."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and field_of(index.column()) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell says, and what it holds when it is edited."""
        if role == Qt.ItemDataRole.EditRole and index.isValid() and (field := field_of(index.column())):
            return self.rows[index.row()].editable_text(field)
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pass on what was typed."""
        field = field_of(index.column())
        if role != Qt.ItemDataRole.EditRole or not field:
            return False
        self.typed.emit(self.rows[index.row()], field, str(value))
        return True


class SearchedPlayers(SearchedRows[PlayerRow]):
    """The players that a search finds; last, in whatever order, the one that is being added.

    Rows keep their place while they are typed into: only sorting and searching arrange them anew.
    """

    def __init__(self, source: TableModel[PlayerRow], parent: QWidget) -> None:
        super().__init__(source, parent)
        self.setDynamicSortFilter(False)

    def finds(self, row: PlayerRow) -> bool:
        """Whether the search finds the player."""
        return row.is_new or not self.search or self.search.finds_folded(search_text(row.player))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort; by number players come."""
        as_they_come = column == NUMBER and order is Qt.SortOrder.AscendingOrder
        super().sort(-1 if as_they_come else column, order)

    def sort_value(self, row: PlayerRow, column: TableColumn[PlayerRow]) -> Any:
        """As the column says, the new one behind all others."""
        return row.is_new is (self.sortOrder() is Qt.SortOrder.AscendingOrder), super().sort_value(row, column)


class PlayersTable(TableView[PlayerRow]):
    """Says what the keys ask for; the list does it."""

    toggled = Signal(int)
    """Check this player in, or take it back."""
    removal_asked = Signal(int)
    pasted = Signal()
    typed = Signal(object, str, str)
    """Row, field, and what was typed there."""
    new_left = Signal()
    """The cursor left the row of the player that is being added."""
    new_entered = Signal()
    """Enter, or Tab behind the last cell, in that row: add the player."""
    escaped = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(
            mark("Players"), player_columns(), key=lambda row: row.player.number, searched=True, parent=parent
        )
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.EditKeyPressed | triggers.AnyKeyPressed | triggers.DoubleClicked)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.sortByColumn(NUMBER, Qt.SortOrder.AscendingOrder)
        self.clicked.connect(self._click)

    def make_model(self, columns: Sequence[TableColumn[PlayerRow]]) -> PlayersModel:
        """Rows that can be typed into."""
        model = PlayersModel(columns, self)
        model.typed.connect(self.typed)
        return model

    def make_search(self) -> SearchedPlayers:
        """Players found, and the new one."""
        return SearchedPlayers(self.rows_model, self)

    @property
    def measured_rows(self) -> list[PlayerRow]:
        """The players: columns do not move while the next one is typed."""
        return [row for row in self.rows if not row.is_new]

    def select_cell(self, line: int, column: int) -> None:
        """Put the cursor on a cell."""
        self.setCurrentIndex(self.model().index(line, column))
        self.scrollTo(self.currentIndex())

    def select_new(self, column: int = FIRST_NAME) -> None:
        """Put the cursor on the row of the player that is being added: the last one."""
        self.select_cell(self.model().rowCount() - 1, column)

    def type_here(self, text: str) -> None:
        """Take ``text`` for what was typed into the cell under the cursor."""
        self.model().setData(self.currentIndex(), text)

    def finish_editing(self) -> None:
        """Take what is being typed into a cell, as if it were left."""
        editor = self.indexWidget(self.currentIndex())
        if self.state() is QAbstractItemView.State.EditingState and editor is not None:
            self.commitData(editor)
            super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    @property
    def number(self) -> int:
        """Number of the player under the cursor, 0 for none."""
        row = self.current_row
        return row.player.number if row is not None else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Del, Paste, Enter and Esc; the rest as any table."""
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit()
        elif event.key() == Qt.Key.Key_Space and self.number:
            self.toggled.emit(self.number)
        elif event.key() == Qt.Key.Key_Delete and self.number:
            self.removal_asked.emit(self.number)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers().value & ~_KEYPAD:
            self._enter()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> Index:  # type: ignore[override]
        """Tab, in a cell that is edited, goes to the next one that can be typed into."""
        here = self.currentIndex()
        match action:
            case QAbstractItemView.CursorAction.MoveNext if here.column() < TEAM:
                return self.model().index(here.row(), max(here.column() + 1, FIRST_NAME))
            case QAbstractItemView.CursorAction.MovePrevious if here.column() > FIRST_NAME:
                return self.model().index(here.row(), here.column() - 1)
        return super().moveCursor(action, modifiers)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter in the row of the new player adds him, and so does Tab behind its last cell."""
        submitted = hint is QAbstractItemDelegate.EndEditHint.SubmitModelCache
        behind = hint is QAbstractItemDelegate.EndEditHint.EditNextItem and self.currentIndex().column() == TEAM
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint if behind else hint)
        if (submitted or behind) and self._is_new_begun:
            self.new_entered.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell when the row of the new player was left."""
        super().currentChanged(current, previous)
        left = self.row_at(previous)
        if left is not None and left.is_new and current.row() != previous.row():
            self.new_left.emit()

    def event(self, event: QEvent) -> bool:
        """Keep Del and Paste from shortcuts of the window."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride else None
        if pressed and (pressed.key() == Qt.Key.Key_Delete or pressed.matches(QKeySequence.StandardKey.Paste)):
            event.accept()
            return True
        return super().event(event)

    @property
    def _is_new_begun(self) -> bool:
        """Whether the cursor stands in the row of the new player, and something is typed there."""
        row = self.current_row
        return row is not None and row.is_new and not row.is_waiting

    def _enter(self) -> None:
        here = self.currentIndex()
        if self.state() is QAbstractItemView.State.EditingState:
            return  # the line that is typed into has passed it on; what it holds is taken in a moment
        if self._is_new_begun:
            self.new_entered.emit()
        elif field_of(here.column()):
            self.edit(here)
        elif self.number:
            self.toggled.emit(self.number)

    def _click(self, index: Index) -> None:
        row = self.row_at(index)
        if index.column() == HERE and row is not None and not row.is_new:
            self.toggled.emit(row.player.number)


_KEYPAD = Qt.KeyboardModifier.KeypadModifier.value
