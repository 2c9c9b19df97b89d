"""The lines of the sheet as a table model, for screen readers and the delegate."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.language import Text, mark
from tournament.rules.ruleset import POINTS
from ui.desktop.pages.tables import columns
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.keys import key_name
from ui.desktop.widgets.labels import plain_tooltip
from ui.entry.sheet_lines import LineKind, SheetLine, accessible_text, cell_words, times_as_east, without_marks
from ui.entry.table_sheet import RowKey

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class SheetModel(QAbstractTableModel):
    """Seven columns: number, result, points, and one for each player. A change repaints only the lines that differ."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[SheetLine, ...] = ()
        self._names: tuple[str, ...] = ("", "", "", "")
        self.four_values = False
        """Whether each player's hand has a value."""
        self._value_name = POINTS
        translator.changed.connect(self._retranslate)

    def set_lines(
        self,
        lines: Sequence[SheetLine],
        names: Sequence[str],
        *,
        four_values: bool = False,
        value_name: Text = POINTS,
    ) -> None:
        """Replace the lines. ``value_name`` is what the rules call the value of a hand."""
        self.four_values, self._value_name = four_values, value_name
        before, after = self._lines, tuple(lines)
        same_names, self._names = tuple(names) == self._names, tuple(names)
        if len(before) != len(after) or not same_names:
            self.beginResetModel()
            self._lines = after
            self.endResetModel()
            return
        self._lines = after
        for row, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, columns.COUNT - 1))

    def line(self, row: int) -> SheetLine:
        """The line of a row."""
        return self._lines[row]

    def row_of(self, key: RowKey | None) -> int:
        """The row with the cursor, or -1."""
        return next((row for row, line in enumerate(self._lines) if key is not None and line.key == key), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """The number of lines of the sheet."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Always seven."""
        return 0 if parent.isValid() else columns.COUNT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text for display and for screen readers."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(line, index.column())
        if role == Role.COPIED:
            return self._copied(line, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == columns.RESULT:
            return accessible_text(line, self._names, translator.translate)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == columns.RESULT:
            return self._tip(line)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() >= columns.FIRST_PLAYER:
            return self._cell_tip(line, index.column() - columns.FIRST_PLAYER)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The headings of the columns."""
        if role == Role.COPIED and section >= columns.FIRST_PLAYER:
            name = self._names[section - columns.FIRST_PLAYER]
            value = (translator.translate(mark("{player}, value", player=name)),) if self.four_values else ()
            return *value, name, translator.translate(mark("{player}, total", player=name))
        if role not in (Qt.ItemDataRole.DisplayRole, Role.COPIED) or orientation is not Qt.Orientation.Horizontal:
            return None
        if section >= columns.FIRST_PLAYER:
            return self._names[section - columns.FIRST_PLAYER]
        return ("#", translator.translate(mark("Result")), translator.translate(self._value_name))[section]

    def _shown(self, line: SheetLine, column: int) -> str:
        if column == columns.NUMBER:
            return str(line.hand) if line.kind is LineKind.HAND else ""
        if column == columns.RESULT:
            return " · ".join(map(without_marks, map(translator.translate, _result(line))))
        if column == columns.POINTS:
            return translator.translate(line.points)
        cell = line.cells[column - columns.FIRST_PLAYER]
        wind = translator.translate(cell.wind.label) if cell.wind is not None else ""
        wind = translator.translate(times_as_east(cell.times)) if cell.times else wind
        return " ".join(part for part in (wind, cell.value, cell.change, cell.total) if part)

    def _copied(self, line: SheetLine, column: int) -> object:
        """For a player's column: the value of the hand, the change, and the running total."""
        if column < columns.FIRST_PLAYER:
            return self._shown(line, column)
        cell = line.cells[column - columns.FIRST_PLAYER]
        return (cell.value, cell.change, cell.total) if self.four_values else (cell.change, cell.total)

    def _tip(self, line: SheetLine) -> str:
        """Everything that may be elided, and why a hand was corrected."""
        text = "\n".join(map(without_marks, map(translator.translate, _result(line))))
        if line.tiles:
            text += "\n" + translator.translate(mark("Tiles recorded: {key}", key=key_name("T")))
        if line.corrected:
            text += "\n" + translator.translate(mark("Corrected: {reason}", reason=line.corrected))
        return plain_tooltip(text)

    def _cell_tip(self, line: SheetLine, player: int) -> str | None:
        """What the figures of a cell are, and how often in a row the player deals."""
        cell = line.cells[player]
        words = cell_words(self._names[player], cell) if self.four_values else None
        if cell.times:
            times = mark("{player}: {times}", player=self._names[player], times=times_as_east(cell.times))
            words = times if words is None else mark("{before}; {text}", before=words, text=times)
        return None if words is None else plain_tooltip(translator.translate(words))

    def _retranslate(self) -> None:
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, columns.COUNT - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, columns.COUNT - 1)


def _result(line: SheetLine) -> tuple[Text, ...]:
    """The result of the line, and what else was recorded of it."""
    place = () if line.place is None else (line.place[0],)
    return *place, line.result, *(note.text for note in line.notes)
