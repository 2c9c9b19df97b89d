"""The two lists as table models: the faults of the rules, and the penalties given."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tournament.language import Text, integer_text, mark
from ui.desktop.pages.fouls.given import Given
from ui.desktop.speech import speech
from ui.desktop.table.faults import Offence
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import plain_tooltip

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
NUMBER, FAULT, SANCTION = range(3)
SESSION, TIME, TABLE, HAND, WHAT, POINTS, TO = range(7)


class _Lines(QAbstractTableModel):
    """What both lists have in common: heads, and speaking another language."""

    _heads: tuple[Text, ...] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        speech.changed.connect(self._speak)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """One for each head."""
        return 0 if parent.isValid() else len(self._heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if role != Qt.ItemDataRole.DisplayRole or orientation is not Qt.Orientation.Horizontal:
            return None
        return speech.say(self._heads[section])

    def _speak(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self._heads) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._heads) - 1)


class FaultModel(_Lines):
    """The faults that match what is typed, with their sanction."""

    _heads = (mark("No."), mark("Fault"), mark("Sanction"))

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Offence, ...] = ()

    def set_lines(self, lines: Sequence[Offence]) -> None:
        """Show other faults."""
        self.beginResetModel()
        self._lines = tuple(lines)
        self.endResetModel()

    def line(self, row: int) -> Offence | None:
        """The fault of a row."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row_of(self, slug: str) -> int:
        """Where a fault stands, -1 when it does not match."""
        return next((row for row, line in enumerate(self._lines) if line.slug == slug), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Faults that match."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words and how they are drawn."""
        line = self.line(index.row())
        if line is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (line.number, speech.say(line.name), speech.say(line.sanction))[column]
        if role == Role.KIND:
            return Type.DENSE if column == FAULT else Type.CAPTION
        if role == Role.TONE:
            return Tone.TEXT if column == FAULT else Tone.TEXT3 if column == NUMBER else Tone.TEXT2
        if role == Qt.ItemDataRole.ToolTipRole or (role == Qt.ItemDataRole.AccessibleTextRole and column == FAULT):
            return f"{line.number} {speech.say(line.name)}: {speech.say(line.sanction)}"
        return None


class GivenModel(_Lines):
    """The penalties given; one that was cancelled stays, struck through."""

    _heads = (mark("S"), mark("Time"), mark("Table"), mark("Hand"), mark("Player and fault"), mark("Points"),
              mark("To whom"))  # fmt: skip

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Given, ...] = ()

    def set_lines(self, lines: Sequence[Given]) -> None:
        """Show other penalties."""
        self.beginResetModel()
        self._lines = tuple(lines)
        self.endResetModel()

    def line(self, row: int) -> Given | None:
        """The penalty of a row."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row_of(self, id: str) -> int:
        """Where the penalty of an entry stands, -1 when it is not listed."""
        return next((row for row, line in enumerate(self._lines) if line.id == id), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Penalties listed."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words and how they are drawn."""
        line = self.line(index.row())
        if line is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(line, column)
        if role == Role.SECOND and column == WHAT:
            return speech.say(line.cancelled or line.what)
        if role == Role.STRUCK:
            return line.cancelled is not None and column in (WHAT, POINTS)
        if role == Role.TONE:
            quiet = line.cancelled is not None or column in (SESSION, TIME, HAND, TO)
            return Tone.TEXT3 if line.cancelled is not None else Tone.TEXT2 if quiet else Tone.TEXT
        if role == Role.KIND:
            return self._kind(column)
        if role == Qt.ItemDataRole.ToolTipRole or (role == Qt.ItemDataRole.AccessibleTextRole and column == WHAT):
            return plain_tooltip(self._spoken(line))
        return None

    @staticmethod
    def _shown(line: Given, column: int) -> str:
        given = line.penalty.given
        return (
            str(line.session),
            f"{line.time:%H:%M}",
            str(line.table),
            str(given.hand) if given.hand is not None else "–",
            line.player.name,
            integer_text(line.points),
            speech.say(line.to_whom),
        )[column]

    @staticmethod
    def _kind(column: int) -> Type:
        if column == WHAT:
            return Type.NAME
        return Type.TOTAL if column in (TABLE, POINTS) else Type.DENSE

    @staticmethod
    def _spoken(line: Given) -> str:
        parts: list[Text | str] = [
            line.player.name,
            line.what,
            mark("{points} points", points=line.points),
            line.to_whom,
        ]
        if line.cancelled is not None:
            parts.append(line.cancelled)
        return ", ".join(speech.say(part) for part in parts)
