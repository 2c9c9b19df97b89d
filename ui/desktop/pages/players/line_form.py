"""One line of a list, edited before it is added."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.event.player_import import NoteEffect, PlayerLine
from tournament.event.roster import FIELDS, field_label, most_characters
from tournament.language import mark
from ui.desktop.kit.form import Form, text_field
from ui.desktop.theme import Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched


class LineForm(QWidget):
    """The six fields of a player below the list. Enter accepts the changes, Esc discards them."""

    mended = Signal(int, object)
    """The line number in the file, and the changed values by field."""
    left = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self._before: Mapping[str, str] = {}
        self._title = TextLabel(kind=Type.LABEL)
        self.form = Form([text_field(field, field_label(field), longest=most_characters(field)) for field in FIELDS])
        self.take = OutlineButton(mark("Correct"), hint="Enter")
        self.take.clicked.connect(self._take)
        cancel = OutlineButton(mark("Cancel"), hint="Esc")
        cancel.clicked.connect(self.left)
        fields = [stretched(self.form.labelled[field]) for field in FIELDS]
        column(row(self._title, None, cancel, self.take, spacing=10), row(*fields, spacing=8), spacing=8, on=self)
        for field in FIELDS:
            self.form.line(field).returnPressed.connect(self._take)
        escape = QShortcut(QKeySequence("Esc"), self)
        escape.activated.connect(self.left)
        self.hide()

    def show_line(self, line: PlayerLine) -> None:
        """Show how ``line`` was read."""
        self._number = line.number
        self._before = {field: str(getattr(line.player, field)) for field in FIELDS}
        self._title.set_text(mark("Corrected line {line}", line=line.number))
        self.form.show(self._before)
        self.show()
        blocks = (note.field for note in line.notes if note.kind.effect is NoteEffect.BLOCKS and note.field in FIELDS)
        blocked = next(blocks, FIELDS[0])
        self.form.line(blocked).setFocus()
        self.form.line(blocked).selectAll()

    def _take(self) -> None:
        values = self.form.values(FIELDS)
        changed = {field: value for field, value in values.items() if value != self._before[field]}
        self.mended.emit(self._number, changed)
