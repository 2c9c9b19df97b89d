"""A field for entering a hand: it takes one answer, which it then shows in plain words."""

from enum import Enum

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Size, Tone, Type, font, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.badges import PlayerBadge
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row, set_margins, stretched
from ui.desktop.widgets.notice import NoticeKind
from ui.desktop.widgets.question import Question

_ANSWERED = 1000
"""Stretch of the answer: it gets the width it needs, and the line edit the rest."""


class EntryState(Enum):
    """The state of a field, apart from the focus."""

    WAITING = "waiting"
    """Nothing is typed, and it is not the field's turn yet."""
    OPEN = "open"
    """It is the field's turn, or it is answered."""
    REFUSED = "refused"
    """The typed value is impossible."""
    ASKS = "asks"
    """The typed value is unlikely; Enter confirms it."""


class _Box(QWidget):
    """The frame with the answer, the line edit and a remark at the right."""

    def __init__(self, *, big: bool) -> None:
        super().__init__()
        self.state = EntryState.WAITING
        self.badge = PlayerBadge(1)
        self.answer = ElidedLabel(kind=Type.NAME)
        self.answer.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.line = TextField()
        self.line.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the page shows its own
        self.line.setFont(font(24, 600) if big else typeface(Type.NAME))
        self.line.setProperty("bare", True)
        self.line.setProperty("ringFrame", self)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.line.setMinimumWidth(24)
        self.aside = TextLabel(kind=Type.CAPTION if big else Type.DENSE, tone=Tone.TEXT3)
        self.aside.setAlignment(painting.RIGHT)
        self._parts = row(
            *(self.badge, stretched(self.answer, _ANSWERED), stretched(self.line), self.aside),
            centred=False,
            on=self,
        )
        self._big = big
        self.set_low(False)
        self.setFocusProxy(self.line)
        self.badge.hide()
        self.answer.hide()

    def set_low(self, low: bool) -> None:
        """Reduce the height, or restore it."""
        set_margins(self._parts, (11, 1 if low else 4))
        self.setMinimumHeight(34 if low else 52 if self._big else 40)
        if self._big:
            self.line.setFont(font(20 if low else 24, 600))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus on a click anywhere in the frame."""
        self.line.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame of the current state."""
        tokens, focused = theme.tokens, self.line.hasFocus()
        fill, border, width = tokens.surface, tokens.line_strong, 1.0
        if self.state is EntryState.REFUSED:
            border, width = tokens.danger, 2.0
        elif focused:
            border, width = tokens.accent, 2.0
        elif self.state is EntryState.WAITING or not self.isEnabled():
            fill, border = tokens.surface2, tokens.line
        rect = QRectF(self.rect())
        painting.box(painting.begin(self), rect, radius=Size.RADIUS, fill=fill, border=border, width=width)


class EntryField(LabeledField):
    """Winner, From or Points. The page interprets what is typed and sets answer, remark and state."""

    typed = Signal(str)
    """The user changed the text in the line edit."""
    confirmed = Signal()
    """The user pressed Enter."""
    erased = Signal()
    """The user pressed Backspace in an empty line, to remove the answer."""
    entered = Signal()
    """The field got the focus."""

    def __init__(
        self, label: Text | str, *, hint: Text | str = "", big: bool = False, parent: QWidget | None = None
    ) -> None:
        self._box = _Box(big=big)
        self._question = Question()
        self._question.hide()
        super().__init__(label, self._box, hint=hint, parent=parent)
        self._shown: tuple[EntryState, Text | str, Text | str] = (EntryState.WAITING, "", "")
        self._answered: tuple[Text | str, int | None] = ("", None)
        self._remark: Text | str = ""
        self._rows.addWidget(self._question)
        self.line.textEdited.connect(self.typed)
        self.line.returnPressed.connect(self.confirmed)
        self.line.installEventFilter(self)

    def set_low(self, low: bool) -> None:
        """Reduce the height, for a low window."""
        self._rows.setSpacing(3 if low else 6)
        self._box.set_low(low)

    @property
    def line(self) -> QLineEdit:
        """The line edit, for tab order and tests."""
        return self._box.line

    def text(self) -> str:
        """The typed text that is not yet an answer."""
        return self.line.text()

    def set_text(self, text: str) -> None:
        """Set the text of the line edit. If the text stays the same, so does the cursor."""
        if text != self.line.text():
            self.line.setText(text)

    def set_answer(self, answer: Text | str, *, number: int | None = None) -> None:
        """Show an answer in plain words, after the player's number if it is a player.

        An empty ``answer`` removes it.
        """
        if (answer, number) == self._answered:
            return
        self._answered = (answer, number)
        self._box.answer.set_text(answer)
        self._box.answer.setVisible(bool(answer))
        self._box.badge.setVisible(bool(answer) and number is not None)
        if number is not None:
            self._box.badge.set_number(number)
        self.describe_editor()

    def answer(self) -> str:
        """The answer in the current language, or an empty string."""
        return "" if self._box.answer.isHidden() else self._box.answer.full_text()

    def set_aside(self, aside: Text | str) -> None:
        """Show a remark at the right, the own wind or who pays what. ``\\n`` separates two lines."""
        if aside == self._remark:
            return
        self._remark = aside
        self._box.aside.set_text(aside)
        self.describe_editor()

    def set_state(self, state: EntryState, title: Text | str = "", body: Text | str = "") -> None:
        """Show a state.

        ``title`` and ``body`` say what is wrong and what to do (REFUSED), or what Enter and Esc do (ASKS).
        """
        if (state, title, body) == self._shown:
            return
        self._box.state, self._shown = state, (state, title, body)
        self.clear_problem()
        self._question.setVisible(state is EntryState.ASKS)
        if state is EntryState.REFUSED:
            self.set_problem(title, body)
        elif state is EntryState.ASKS:
            self._question.show_notice(NoticeKind.WARN, title, body)
        self.describe_editor()
        self._box.update()

    def question(self) -> str:
        """The question under the field, or an empty string."""
        return "" if self._question.isHidden() else self._question.text()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle focus changes, and Backspace in an empty line."""
        if watched is self.line:
            kind = event.type()
            if kind is QEvent.Type.FocusIn or kind is QEvent.Type.FocusOut:
                self._box.update()
                if kind is QEvent.Type.FocusIn:
                    self.entered.emit()
            elif kind is QEvent.Type.KeyPress and _is_backspace(event) and not self.line.text():
                self.erased.emit()
        return False

    def description(self) -> str:
        """The answer and its remark, then the question or problem, then the keys."""
        answer = ", ".join(filter(None, (self.answer(), self._aside())))
        return "; ".join(filter(None, (answer, self.question(), super().description())))

    def answer_words(self) -> str:
        """The answer after the name of the field: “Winner: Ada, East”."""
        answer = ", ".join(filter(None, (self.answer(), self._aside())))
        return translator.translate(mark("{field}: {answer}", field=self._label, answer=answer))

    def _aside(self) -> str:
        return self._box.aside.text().replace("\n", ", ")

    def describe_editor(self) -> None:
        """Describe the line edit, where the focus of screen readers is."""
        self.line.setAccessibleDescription(self.description())

    def _name_editor(self) -> None:
        super()._name_editor()
        self.line.setAccessibleName(self._box.accessibleName())


def _is_backspace(event: QEvent) -> bool:
    held = isinstance(event, QKeyEvent) and event.isAutoRepeat()  # a held Backspace empties one field
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Backspace and not held
