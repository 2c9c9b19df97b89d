"""The next evening of a league: its date and its place."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from ui.desktop.dates import now
from ui.desktop.kit.form import Form, NotRead, date_field, text_field
from ui.desktop.theme import Type
from ui.desktop.widgets.buttons import LinkButton, PrimaryButton
from ui.desktop.widgets.cards import NoticeKind, Question
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

DAY, PLACE = "day", "place"


class EveningForm(QWidget):
    """A form that proposes today."""

    submitted = Signal()
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = Form([date_field(DAY, mark("Day")), text_field(PLACE, mark("Place"))])
        self._first = False
        self._title = TextLabel(mark("New evening"), kind=Type.PANEL_TITLE, wrap=True)
        self.question = Question()
        self.question.hide()
        self.submit = PrimaryButton(mark("Open the evening"))
        self.leave = LinkButton(mark("Back to the games"))
        column(self._title, *self.form.labelled.values(), self.question, row(stretched(self.submit)),
               row(self.leave, None), None, spacing=8, on=self)  # fmt: skip
        self.submit.clicked.connect(self.submitted)
        self.leave.clicked.connect(self.left)
        self.form.line(DAY).returnPressed.connect(self._go_to_place)
        self.form.line(PLACE).returnPressed.connect(self.submitted)
        for name in (DAY, PLACE):
            self.form.line(name).textChanged.connect(lambda _typed: self.clear_refusals())
            answer_keys(self.form.line(name), {ESCAPE: self.left.emit})

    @property
    def is_first(self) -> bool:
        """Whether it asks for the first evening, so that there are no games to go back to."""
        return self._first

    def set_first(self, why: Text | None) -> None:
        """Show ``why`` the first evening is asked for; None for any later evening."""
        self._first = why is not None
        self._title.set_text(why or mark("New evening"))
        self.leave.setVisible(why is None)

    def propose(self, place: str) -> None:
        """Ask for an evening at ``place``, with today as the date."""
        self.form.show({DAY: now().date(), PLACE: place})
        self.clear_refusals()

    def focus_day(self) -> None:
        """Move the cursor to the date."""
        self.form.line(DAY).setFocus()
        self.form.line(DAY).selectAll()

    def read(self) -> dict[str, object] | None:
        """Return date and place, or None if one is refused, which is shown at its field."""
        read: dict[str, object] = {}
        for name in (DAY, PLACE):
            try:
                read[name] = self.form.value(name)
            except NotRead as error:
                self.form.refuse(name, error.text)
                self.form.line(name).setFocus()
                return None
        return read

    def refuse(self, problem: Problem) -> None:
        """Show the problem at its field, or as a question."""
        if problem.gravity is Gravity.ASKS:
            self.question.show_notice(NoticeKind.WARN, problem.text, mark("If this is correct, press Enter again."))
            self.question.show()
        else:
            self.form.refuse(problem.field if problem.field in self.form.fields else DAY, problem.text)

    @property
    def asks(self) -> bool:
        """Whether a question waits for another Enter."""
        return self.question.isVisible()

    def clear_refusals(self) -> None:
        """Remove problems and questions."""
        self.form.clear_refusals()
        self.question.hide()

    def _go_to_place(self) -> None:
        self.form.line(PLACE).setFocus()
        self.form.line(PLACE).selectAll()
