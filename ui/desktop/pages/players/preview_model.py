"""The lines of a list as they would be added, each with what was changed or noticed."""

from enum import Enum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from tournament.event.player_import import NoteEffect, PlayerLine, Roster
from tournament.event.player_import.notes import ZERO_RESTORED
from tournament.event.roster import field_label
from tournament.language import mark
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.delegates import Index, Role
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import StatusIcon

NOWHERE = QModelIndex()
HEADS = (
    mark("Line"),
    mark("Player"),
    field_label("country"),
    field_label("ema_number"),
    field_label("club"),
    field_label("team"),
    mark("Changed or noticed"),
)
LINE, PLAYER, COUNTRY, EMA_NUMBER, CLUB, TEAM, NOTES = range(len(HEADS))
_FIELDS = {
    PLAYER: ("first_name", "last_name"),
    COUNTRY: ("country",),
    EMA_NUMBER: ("ema_number",),
    CLUB: ("club",),
    TEAM: ("team",),
}
SIGNS = {
    NoteEffect.ADJUSTED: StatusIcon.TO_VERIFY,
    NoteEffect.LEFT_OUT: StatusIcon.ASKS,
    NoteEffect.REMARK: StatusIcon.INFO,
    NoteEffect.BLOCKS: StatusIcon.DIFFERS,
}
"""Pen for adjusted, triangle for left out, i for a remark, red triangle for what is in the way."""


class Shown(Enum):
    """Which lines are shown; the value is the key of the switch."""

    ALL = "all"
    CHANGED = "changed"
    REMARKS = "remarks"
    BLOCKED = "blocked"

    def holds(self, line: PlayerLine) -> bool:
        """Whether ``line`` is among them."""
        meanings = {note.kind.effect for note in line.notes}
        match self:
            case Shown.CHANGED:
                return bool(meanings & {NoteEffect.ADJUSTED, NoteEffect.LEFT_OUT})
            case Shown.REMARKS:
                return NoteEffect.REMARK in meanings
            case Shown.BLOCKED:
                return line.blocked
        return True


class PreviewModel(QAbstractTableModel):
    """Nothing in it can be changed: the file is put right, or the players afterwards."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._roster = Roster("", mark("Line"))
        self._lines: tuple[PlayerLine, ...] = ()
        translator.follow(self._retranslate)

    def show(self, roster: Roster, shown: Shown = Shown.ALL) -> None:
        """Show those lines of ``roster`` that ``shown`` holds."""
        self.beginResetModel()
        self._roster = roster
        self._lines = tuple(line for line in roster.lines if shown.holds(line))
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """The lines shown."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """All columns."""
        return 0 if parent.isValid() else len(HEADS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The names of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return translator.translate(HEADS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell says, and how."""
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], index.column()
        if role == Role.GROUND:
            return "danger_soft" if line.blocked else "warn_soft" if not line.taken else None
        if role == Role.STRUCK:
            return not line.taken and column == PLAYER
        if column == NOTES:
            return self._notes(line, role)
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(line, column)
        if role == Role.VALUE and column == LINE:
            return line.number
        if role == Role.VALUE and column == EMA_NUMBER:
            return any(note.kind is ZERO_RESTORED for note in line.notes)
        if role == Role.TONE:
            return Tone.TEXT3 if not line.taken or column == LINE else None if column == PLAYER else Tone.TEXT2
        if role == Role.KIND:
            return Type.TOTAL if self._adjusted(line, column) else Type.NAME if column == PLAYER else Type.BODY
        return None

    @staticmethod
    def _words(line: PlayerLine, column: int) -> str:
        if column == LINE:
            return str(line.number)
        said = " ".join(getattr(line.player, field) for field in _FIELDS[column]).strip()
        return said or ("–" if column in (COUNTRY, EMA_NUMBER, CLUB) and line.taken else "")

    @staticmethod
    def _adjusted(line: PlayerLine, column: int) -> bool:
        """Whether the import put something back into this cell; a restored zero is bold alone."""
        fields = _FIELDS.get(column, ())
        notes = (note for note in line.notes if note.field in fields and note.kind.effect is NoteEffect.ADJUSTED)
        return any(note.kind is not ZERO_RESTORED for note in notes)

    @staticmethod
    def _notes(line: PlayerLine, role: int) -> Any:
        notes = sorted(line.notes, key=lambda note: note.kind.effect is not NoteEffect.BLOCKS)
        if role == Role.VALUE:
            return tuple((SIGNS[note.kind.effect], translator.translate(note.text)) for note in notes)
        said = " · ".join(translator.translate(note.text) for note in notes)
        if role == Qt.ItemDataRole.DisplayRole:
            return said
        return plain_tooltip(said) if role == Qt.ItemDataRole.ToolTipRole and said else None

    def _retranslate(self) -> None:
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(HEADS) - 1)
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, len(HEADS) - 1))
