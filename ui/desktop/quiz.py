"""The quiz of the scorer: the user counts the points, and the program compares."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.digit_keys import take_digits
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.focus_target import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row
from ui.desktop.widgets.notice import Notice, NoticeKind


class Quiz(Card):
    """Asks for the points of the current hand, and counts right answers."""

    answered = Signal(int)
    """The points that the user counted."""
    asked = Signal()
    """The user asked for the next hand."""
    stopped = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margins=(20, 12), parent=parent)
        self.points = TextField(name=mark("Your count"))
        self.points.setFixedWidth(96)
        self.compare = PrimaryButton(mark("Compare"), hint="Return")
        self.stop = OutlineButton(mark("End the quiz"), hint="Esc")
        self._field = LabeledField(mark("Your count, flowers included"), self.points)
        self._right = self._asked = 0
        self._open = False
        self._score = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.result = Notice(NoticeKind.INFO)
        self.result.hide()
        add(self.body, row(self._field, 12, self.compare, self.stop, None, self._score))
        self.body.addWidget(self.result)
        self.points.returnPressed.connect(self._submit)
        take_digits(self.points)
        self.compare.clicked.connect(self._submit)
        self.stop.clicked.connect(self.stopped)
        set_focus_target(self, self.points)

    def ask(self) -> None:
        """Wait for the answer for another hand."""
        self._open = True
        self.compare.set_text(mark("Compare"))
        self.points.clear()
        self._field.clear_problem()
        self.result.hide()
        self.show()
        self._show_score()

    def show_result(self, claimed: int, counted: int) -> None:
        """Show how the answer compares."""
        if self._open:
            self._asked += 1
            self._right += claimed == counted
            self._open = False
        self.compare.set_text(mark("Next hand"))
        if claimed == counted:
            self.result.show_notice(NoticeKind.OK, mark("Correct: {points}", points=counted))
        else:
            title = mark("The correct count is {points}. You entered {claimed}.", points=counted, claimed=claimed)
            self.result.show_notice(NoticeKind.WARN, title, mark("The list on the right shows why."))
        self.result.show()
        self._show_score()

    def _submit(self) -> None:
        """Submit the answer; after the result, ask for the next hand."""
        if not self._open:
            self.asked.emit()
            return
        typed = self.points.text().strip()
        if typed.isascii() and typed.isdigit() and len(typed) < 5:
            self._field.clear_problem()
            self.answered.emit(int(typed))
        else:
            self._field.set_problem(mark("Type the points as a number."))

    def _show_score(self) -> None:
        self._score.set_text(mark("{right} of {asked} correct", right=self._right, asked=self._asked))
