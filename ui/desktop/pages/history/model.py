"""The entries as a table model: positions in the ledger and days between them; words are made when they are shown."""

from collections.abc import Sequence
from datetime import date
from enum import IntEnum
from functools import lru_cache

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.language import Text, mark
from tournament.ledger.entry import Entry
from tournament.ledger.facts import Category
from tournament.use_cases import View
from ui.desktop.dates import weekday_text
from ui.desktop.pages.history.told import Told, told
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
WHEN, WHO, WHAT, CHANGE, REASON = range(5)
_HEADS: tuple[Text, ...] = (mark("When"), mark("Who"), mark("What"), mark("Old → new"), mark("Reason"))

_ICONS = {
    Category.EVENT: "event",
    Category.PLAYERS: "players",
    Category.DRAW: "draw",
    Category.SEATING: "swap",
    Category.SESSION: "half",
    Category.HAND: "tables",
    Category.CORRECTION: "pen",
    Category.PENALTY: "flag",
    Category.CANCELLATION: "cross",
    Category.SHEET: "tick",
    Category.UNDO: "undo",
    Category.REDO: "redo",
}


class HistoryRole(IntEnum):
    """What the delegates ask for beside the words."""

    ICON = Qt.ItemDataRole.UserRole + 21
    """Name of the line icon of the entry's kind."""
    DAY = Qt.ItemDataRole.UserRole + 22
    """True on the band of a day."""


class HistoryModel(QAbstractTableModel):
    """Newest first. A row is a position in the ledger (from 1), or the day that the rows below it fall on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._rows: list[int | date] = []
        self._told = lru_cache(maxsize=512)(self._tell)
        translator.changed.connect(self._retranslate)

    def clear(self, view: View | None) -> None:
        """Begin anew with the ledger of ``view``."""
        self.beginResetModel()
        self._view = view
        self._rows.clear()
        self._told.cache_clear()
        self.endResetModel()

    def add(self, rows: Sequence[int | date]) -> None:
        """Older rows, put at the end."""
        if rows:
            first = len(self._rows)
            self.beginInsertRows(_ROOT, first, first + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    @property
    def last_day(self) -> date | None:
        """The day of the last rows, None while there are none."""
        return next((row for row in reversed(self._rows) if isinstance(row, date)), None)

    def entry(self, row: int) -> Entry | None:
        """The entry of a row; None for the band of a day."""
        position = self.position(row)
        return self._view.journal[position - 1] if self._view is not None and position else None

    def position(self, row: int) -> int:
        """Its position in the ledger; 0 for the band of a day."""
        at = self._rows[row] if 0 <= row < len(self._rows) else 0
        return at if isinstance(at, int) else 0

    def row_of(self, position: int) -> int:
        """The row of a position, -1 when it is not shown."""
        return self._rows.index(position) if position in self._rows else -1

    def is_day(self, row: int) -> bool:
        """Whether the row is the band of a day."""
        return isinstance(self._rows[row], date)

    @property
    def days(self) -> list[int]:
        """The rows that are bands."""
        return [row for row, at in enumerate(self._rows) if isinstance(at, date)]

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Entries and days."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """When, who, what, old and new, reason."""
        return 0 if parent.isValid() else len(_HEADS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A day cannot be chosen."""
        if index.isValid() and self.is_day(index.row()):
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words, and how they are drawn."""
        if not index.isValid():
            return None
        at = self._rows[index.row()]
        if isinstance(at, date):
            return self._day(at, index.column(), role)
        return self._cell(self._told(at), at, index.column(), role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return translator.translate(_HEADS[section])

    def _cell(self, shown: Told, position: int, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return (shown.time, shown.author, shown.what, shown.change, shown.reason or "–")[column]
        if role == Role.SECOND and column == WHAT:
            return (
                shown.where
                if shown.counts
                else f"{shown.where} · {translator.translate(mark('taken back'))}".strip(" ·")
            )
        if role == Role.KIND and column == WHAT:
            return Type.NAME
        if role == Role.TONE and not shown.counts:
            return Tone.TEXT3
        if role == Role.STRUCK:
            return column == CHANGE and not shown.counts
        if role == HistoryRole.ICON and column == WHAT and self._view is not None:
            return _ICONS[self._view.journal[position - 1].fact.category]
        if role == Qt.ItemDataRole.ToolTipRole and column in (CHANGE, REASON):
            return plain_tooltip(shown.change if column == CHANGE else shown.reason)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == WHAT:
            return ", ".join(filter(None, (shown.what, shown.where, shown.change, shown.reason)))
        return None

    @staticmethod
    def _day(day: date, column: int, role: int) -> object:
        if role == HistoryRole.DAY:
            return True
        return weekday_text(day) if role == Qt.ItemDataRole.DisplayRole and column == 0 else None

    def _tell(self, position: int) -> Told:
        assert self._view is not None
        return told(self._view, self._view.journal[position - 1])

    def _retranslate(self) -> None:
        self._told.cache_clear()
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(_HEADS) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(_HEADS) - 1)
