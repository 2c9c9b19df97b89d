"""The values of the four hands, side by side in the order of the columns of the sheet."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.keys import Key
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import boxed, row, stretched
from ui.desktop.widgets.signs import PlayerBadge

_LONGEST = 9
"""Maximum number of digits: more than any hand is worth, so that a wrong value is refused and not cut."""
_GAP = 8


class ValueFields(LabeledField):
    """Four line edits under the names of the players. The page decides what the typed keys mean."""

    typed = Signal(int, str)
    """The user changed the text of a column."""
    confirmed = Signal(int)
    """The user pressed Enter in a column."""
    erased = Signal(int)
    """The user pressed Backspace in an empty column."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        box, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(3)
        self.lines = tuple(TextField() for _ in range(4))
        self._names = tuple(ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2) for _ in range(4))
        self._players: tuple[str, ...] = ("", "", "", "")
        for column, (name, line) in enumerate(zip(self._names, self.lines, strict=True)):
            line.setFont(typeface(Type.NAME))
            line.setMaxLength(_LONGEST)
            line.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            line.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            line.setMinimumWidth(1)
            name.setMinimumWidth(1)
            line.setStyleSheet("QLineEdit { padding-left: 4px; padding-right: 6px; }")
            grid.addWidget(boxed(row(PlayerBadge(column + 1), stretched(name), spacing=4)), 0, column)
            grid.addWidget(line, 1, column)
            grid.setColumnStretch(column, 1)
        box.setLayout(grid)
        self._question = Question()
        self._question.hide()
        hint = mark("{enter} each time; blank counts as 0", enter=Key("Return"))
        super().__init__(mark("Values"), box, hint=hint, parent=parent)
        self._rows.addWidget(self._question)
        for column, line in enumerate(self.lines):
            line.installEventFilter(self)
            line.textEdited.connect(lambda text, column=column: self.typed.emit(column, text))
            line.returnPressed.connect(lambda column=column: self.confirmed.emit(column))

    def set_low(self, low: bool) -> None:
        """Reduce the height, in a low window."""
        self._rows.setSpacing(3 if low else 6)

    def show_values(self, names: Sequence[str], texts: Sequence[str], winner: int | None) -> None:
        """Show the typed values under the names, with the winner's highlighted."""
        self._players = tuple(names)
        for column, (label, name) in enumerate(zip(self._names, names, strict=True)):
            label.set_text(name)
            label.set_tone(Tone.TEXT if column == winner else Tone.TEXT3)
        for line, text in zip(self.lines, texts, strict=True):
            if line.text().strip() != text:
                line.setText(text)
        self.describe_editor()

    def clear(self) -> None:
        """Remove problems and questions."""
        self._question.hide()
        self.clear_problem()
        for line in self.lines:
            line.set_refused(False)

    def refuse_value(self, column: int, title: Text | str, body: Text | str) -> None:
        """Show what is wrong with the value of ``column``."""
        self.clear()
        self.lines[column].set_refused(True)
        self.set_problem(title, body)

    def ask_value(self, column: int, title: Text | str, body: Text | str) -> None:
        """Ask about the value of ``column``; Enter answers."""
        self.clear()
        self._question.show_notice(NoticeKind.WARN, title, body)
        self._question.show()
        self.describe_editor()

    def question(self) -> str:
        """The question under the lines, or an empty string."""
        return "" if self._question.isHidden() else self._question.text()

    def description(self) -> str:
        """The question or problem, and the keys."""
        return "; ".join(filter(None, (self.question(), super().description())))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Backspace in an empty line goes back."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched in self.lines:
            line = self.lines[self.lines.index(watched)]
            backspace = event.key() == Qt.Key.Key_Backspace and not event.isAutoRepeat()
            if backspace and not line.text():  # a held Backspace empties one value
                self.erased.emit(self.lines.index(watched))
        return False

    def describe_editor(self) -> None:
        """Describe the line edits, where the focus of screen readers is."""
        for line, name in zip(self.lines, self._players, strict=True):
            line.setAccessibleName(translator.translate(mark("Value of the hand: {player}", player=name)))
            line.setAccessibleDescription(self.description())
