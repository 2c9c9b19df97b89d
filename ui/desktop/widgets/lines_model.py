"""What table models of unchanging lines have in common: heads, rows, and speaking another language."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.language import Text
from ui.desktop.translation import translator

Index = QModelIndex | QPersistentModelIndex
Line = TypeVar("Line")
_ROOT = QModelIndex()


class LinesModel(QAbstractTableModel, Generic[Line]):
    """A row for each line. A kind of it names its columns, and says in ``data`` what stands in them."""

    heads: tuple[Text, ...] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        translator.changed.connect(self._retranslate)

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self._lines = tuple(lines)
        self.endResetModel()

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is shown now."""
        return self._lines

    def line(self, row: int) -> Line | None:
        """What a row shows; None where there is no row."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        """One for each line."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """One for each head."""
        return 0 if parent.isValid() else len(self.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return translator.translate(self.heads[section])

    def _retranslate(self) -> None:
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, len(self.heads) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.heads) - 1)
