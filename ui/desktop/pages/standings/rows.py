"""A list as a table model: columns described once, rows that are plain values, and only changed rows repainted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.language import Text, fraction_text, integer_text, signed_text
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
R = TypeVar("R")
SHARE = Role.GROUND + 1
"""Role of a cell's bar: 0 to 1."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell shows: words, or a number that the column's delegate draws."""

    words: Text | str = ""
    value: int | Fraction | None = None
    second: Text | str = ""
    """A quieter line below."""
    kind: Type | None = None
    tone: Tone | None = None
    signed: bool = False
    """The number is a score or a change."""
    share: float | None = None
    """0 to 1: how long the bar beside the number is."""


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column of a list of ``R``."""

    heading: Text
    cell: Callable[[R], Cell]
    silent: bool = False
    """The heading is only said to who cannot see the column: what stands there speaks for itself."""


class RowsModel(QAbstractTableModel, Generic[R]):
    """Rows of ``R``; setting equal rows again repaints nothing."""

    def __init__(self, columns: Sequence[Column[R]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: tuple[R, ...] = ()
        translator.changed.connect(self._retranslate)

    def set_columns(self, columns: Sequence[Column[R]]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self.endResetModel()

    def set_rows(self, rows: Sequence[R]) -> list[int]:
        """Show other rows; gives the numbers of those that are repainted, all when their count changed."""
        before, after = self._rows, tuple(rows)
        if len(before) != len(after):
            self.beginResetModel()
            self._rows = after
            self.endResetModel()
            return list(range(len(after)))
        self._rows = after
        changed = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        for at in changed:
            self.dataChanged.emit(self.index(at, 0), self.index(at, len(self._columns) - 1))
        return changed

    @property
    def rows(self) -> tuple[R, ...]:
        """The rows, from the top."""
        return self._rows

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words, number and manner of a cell."""
        if not index.isValid():
            return None
        cell = self._columns[index.column()].cell(self._rows[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return _said(cell)
            case Qt.ItemDataRole.ToolTipRole:
                second = f" · {translator.translate(cell.second)}" if cell.second else ""
                return plain_tooltip(f"{_said(cell)}{second}") if cell.words else None
            case Role.VALUE:
                return cell.value
            case Role.KIND:
                return cell.kind
            case Role.TONE:
                return cell.tone
            case Role.SECOND:
                return translator.translate(cell.second) if cell.second else None
        return cell.share if role == SHARE else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The heads of the columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.AccessibleTextRole or (role == Qt.ItemDataRole.DisplayRole and not column.silent):
            return translator.translate(column.heading)
        return None

    def _retranslate(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._columns) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)


def _said(cell: Cell) -> str:
    if cell.words:
        return translator.translate(cell.words)
    if isinstance(cell.value, Fraction):
        return fraction_text(cell.value)
    if isinstance(cell.value, int):
        return signed_text(cell.value) if cell.signed else integer_text(cell.value)
    return ""
