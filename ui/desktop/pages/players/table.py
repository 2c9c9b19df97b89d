"""The table of players: arrows move between cells, typing edits, Space checks in."""

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
    """A model with editable cells."""

    typed = Signal(object, str, str)
    """Row, field, and the typed text."""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Whether a cell is editable."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and field_of(index.column()) else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell, also for editing."""
        if role == Qt.ItemDataRole.EditRole and index.isValid() and (field := field_of(index.column())):
            return self.rows[index.row()].editable_text(field)
        return super().data(index, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Emit what was typed."""
        field = field_of(index.column())
        if role != Qt.ItemDataRole.EditRole or not field:
            return False
        self.typed.emit(self.rows[index.row()], field, str(value))
        return True


class SearchedPlayers(SearchedRows[PlayerRow]):
    """The players that a search finds; the player being added is always last.

    Editing a row does not move it: only sorting and searching order the rows again.
    """

    def __init__(self, source: TableModel[PlayerRow], parent: QWidget) -> None:
        super().__init__(source, parent)
        self.setDynamicSortFilter(False)

    def finds(self, row: PlayerRow) -> bool:
        """Whether the search finds the player."""
        return row.is_new or not self.search or self.search.finds_folded(search_text(row.player))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; ascending by number, players keep the order of the model."""
        as_they_come = column == NUMBER and order is Qt.SortOrder.AscendingOrder
        super().sort(-1 if as_they_come else column, order)

    def sort_value(self, row: PlayerRow, column: TableColumn[PlayerRow]) -> Any:
        """The key of the column; the new player comes last."""
        return row.is_new is (self.sortOrder() is Qt.SortOrder.AscendingOrder), super().sort_value(row, column)


class PlayersTable(TableView[PlayerRow]):
    """Emits what the keys ask for; the list does it."""

    toggled = Signal(int)
    """Check this player in, or out again."""
    removal_asked = Signal(int)
    pasted = Signal()
    typed = Signal(object, str, str)
    """Row, field, and the typed text."""
    new_left = Signal()
    """The cursor left the row of the player being added."""
    new_entered = Signal()
    """Enter, or Tab after the last cell, in that row: add the player."""
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
        """Return a model with editable cells."""
        model = PlayersModel(columns, self)
        model.typed.connect(self.typed)
        return model

    def make_search(self) -> SearchedPlayers:
        """Return the proxy that keeps the new player last."""
        return SearchedPlayers(self.rows_model, self)

    @property
    def measured_rows(self) -> list[PlayerRow]:
        """The players, without the one being added, so that columns do not move while typing."""
        return [row for row in self.rows if not row.is_new]

    def select_cell(self, line: int, column: int) -> None:
        """Move the cursor to a cell."""
        self.setCurrentIndex(self.model().index(line, column))
        self.scrollTo(self.currentIndex())

    def select_new(self, column: int = FIRST_NAME) -> None:
        """Move the cursor to the last row, for the player being added."""
        self.select_cell(self.model().rowCount() - 1, column)

    def type_here(self, text: str) -> None:
        """Handle ``text`` as if it was typed into the current cell."""
        self.model().setData(self.currentIndex(), text)

    def finish_editing(self) -> None:
        """Accept what is being typed into a cell, as if the cell was left."""
        editor = self.indexWidget(self.currentIndex())
        if self.state() is QAbstractItemView.State.EditingState and editor is not None:
            self.commitData(editor)
            super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def commitData(self, editor: QWidget) -> None:
        """Accept what was typed, but not again from a line edit that outlives its cell, as when the list is reset."""
        if self.state() is QAbstractItemView.State.EditingState:
            super().commitData(editor)

    @property
    def number(self) -> int:
        """Number of the current player, or 0."""
        row = self.current_row
        return row.player.number if row is not None else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Space, Del, Paste, Enter and Esc; handle other keys like any table."""
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
        """Tab in an edited cell goes to the next editable one."""
        here = self.currentIndex()
        match action:
            case QAbstractItemView.CursorAction.MoveNext if here.column() < TEAM:
                later = range(max(here.column() + 1, FIRST_NAME), TEAM + 1)
                return self.model().index(here.row(), next(each for each in later if not self.isColumnHidden(each)))
            case QAbstractItemView.CursorAction.MovePrevious if here.column() > FIRST_NAME:
                before = range(here.column() - 1, -1, -1)
                return self.model().index(here.row(), next(each for each in before if not self.isColumnHidden(each)))
        return super().moveCursor(action, modifiers)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter in the row of the new player adds the player, and so does Tab after its last cell."""
        submitted = hint is QAbstractItemDelegate.EndEditHint.SubmitModelCache
        behind = hint is QAbstractItemDelegate.EndEditHint.EditNextItem and self.currentIndex().column() == TEAM
        super().closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint if behind else hint)
        if (submitted or behind) and self._is_new_begun:
            self.new_entered.emit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Emit ``new_left`` when the cursor leaves the row of the new player."""
        super().currentChanged(current, previous)
        left = self.row_at(previous)
        if left is not None and left.is_new and current.row() != previous.row():
            self.new_left.emit()

    def event(self, event: QEvent) -> bool:
        """Handle Del and Paste here, not as shortcuts of the window."""
        pressed = event if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.ShortcutOverride else None
        if pressed and (pressed.key() == Qt.Key.Key_Delete or pressed.matches(QKeySequence.StandardKey.Paste)):
            event.accept()
            return True
        return super().event(event)

    @property
    def _is_new_begun(self) -> bool:
        """Whether the cursor is in the row of the new player, and something was typed there."""
        row = self.current_row
        return row is not None and row.is_new and not row.is_waiting

    def _enter(self) -> None:
        here = self.currentIndex()
        if self.state() is QAbstractItemView.State.EditingState:
            return  # the line edit passed the key on; its text is accepted in a moment
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
