"""The list of players as a table that can be typed into. Below the players one more row waits for the next one."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from tournament.event.player import Player
from tournament.event.problem import Problem
from tournament.event.roster import FIELDS
from tournament.language import folded
from ui.desktop.pages.players import columns
from ui.desktop.pages.players.cells import Refusal, computed_cell, sort_key, text_of, typed_cell
from ui.desktop.pages.players.columns import COLUMNS
from ui.desktop.pages.players.typed import with_typed
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Index

NOWHERE = QModelIndex()
_NEW = Player(0, "", "")


class PlayersModel(QAbstractTableModel):
    """Rows keep their place while they are edited; sorting and finding arrange them anew."""

    refused = Signal(object)
    """What is wrong with what was typed (Problem), or None when nothing is any more."""

    def __init__(
        self,
        change: Callable[[Player], tuple[Problem, ...]],
        add: Callable[[Player], tuple[Problem, ...]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._change, self._add = change, add
        self._players: Mapping[int, Player] = {}
        self._present: Collection[int] = ()
        self._order: list[int] = []
        self._open = True
        self._draft = _NEW
        self._refusal: Refusal | None = None
        self._found, self._column, self._descending = "", columns.NUMBER, False
        translator.follow(self._retranslate)

    def show(self, players: Mapping[int, Player], present: Collection[int], *, is_open: bool) -> None:
        """Show ``players``; without ``is_open`` nobody can be added."""
        grown = [number for number in players if number not in self._players]
        gone = [number for number in self._players if number not in players]
        self._players, self._present = players, present
        if is_open != self._open or len(grown) + len(gone) > 1:
            self._open = is_open
            self.arrange()
        elif grown:
            at = len(self._order)
            self.beginInsertRows(NOWHERE, at, at)
            self._order.append(grown[0])
            self.endInsertRows()
        elif gone and gone[0] in self._order:
            at = self._order.index(gone[0])
            self.beginRemoveRows(NOWHERE, at, at)
            self._order.remove(gone[0])
            self.endRemoveRows()
        self._repaint()

    def arrange(self, found: str | None = None) -> None:
        """Sort anew, and show only those in whom ``found`` occurs."""
        if found is not None:
            self._found = folded(found)
        self.beginResetModel()
        shown = [player for player in self._players.values() if not self._found or self._found in text_of(player)]
        shown.sort(key=lambda player: sort_key(player, self._column, self._present), reverse=self._descending)
        self._order = [player.number for player in shown]
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by ``column``; the list keeps that order for what is found."""
        self._column, self._descending = column, order is Qt.SortOrder.DescendingOrder
        self.arrange()

    def number_at(self, row: int) -> int:
        """Number of the player in ``row``; 0 for the row that waits for the next one."""
        return self._order[row] if 0 <= row < len(self._order) else 0

    def row_of(self, number: int) -> int:
        """Row of the player ``number``, -1 when he is not shown."""
        return self._order.index(number) if number in self._order else -1

    @property
    def draft_row(self) -> int:
        """The row that waits for the next player, -1 while the list is closed."""
        return len(self._order) if self._open else -1

    @property
    def drafting(self) -> bool:
        """Whether a player is typed and not added yet."""
        return self._draft != _NEW

    def finish_draft(self) -> bool:
        """Add the player that was typed; False when he cannot be, and then why is told."""
        problems = self._add(self._draft)
        if problems:
            field = problems[0].field if problems[0].field in FIELDS else "last_name"
            self._set_refusal(Refusal(0, field, getattr(self._draft, field), problems[0]))
            return False
        self._draft = _NEW
        self._set_refusal(None)
        return True

    def drop_draft(self) -> None:
        """Forget what was typed and not added."""
        self._draft = _NEW
        self._set_refusal(None)

    def forgive(self) -> None:
        """Forget the text that was refused; the old value stands."""
        self._set_refusal(None)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """The players shown, and the row that waits."""
        return 0 if parent.isValid() else len(self._order) + self._open

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """All columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The names of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translator.translate(COLUMNS[section].title)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What can be typed into."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual | Qt.ItemFlag.ItemIsEditable if COLUMNS[index.column()].field else usual

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says, and how."""
        if not index.isValid():
            return None
        number, column = self.number_at(index.row()), index.column()
        player = self._players.get(number, self._draft)
        field = COLUMNS[column].field
        if field:
            return typed_cell(player, field, role, refusal=self._refusal, drafting=self.drafting)
        return computed_cell(player, column, role, here=number in self._present)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what was typed: at once for a player, with Enter for the one that is being added."""
        field = COLUMNS[index.column()].field
        if role != Qt.ItemDataRole.EditRole or not field:
            return False
        number = self.number_at(index.row())
        if not number:
            self._draft = with_typed(self._draft, field, str(value))
            self._set_refusal(None)
            return True
        player = self._players[number]
        changed = with_typed(player, field, str(value))
        problems = self._change(changed) if changed != player else ()
        self._set_refusal(Refusal(number, field, str(value), problems[0]) if problems else None)
        return True

    def _set_refusal(self, refusal: Refusal | None) -> None:
        self._refusal = refusal
        self._repaint()
        self.refused.emit(refusal.problem if refusal is not None else None)

    def _repaint(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(COLUMNS) - 1))

    def _retranslate(self) -> None:
        self._repaint()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
