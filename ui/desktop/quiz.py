"""The quiz of the scorer: the user counts a hand, and the program compares."""

from itertools import pairwise

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.language import Text, integer_text, listed, mark
from tournament.rules.quiz import Figure
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.fields import LabeledField, TextField, take_digits
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, boxed, row

_WIDTH = 96
_MOST_DIGITS = 6


class Quiz(Card):
    """Asks for the figures of the current hand, and counts right answers. Enter goes from field to field."""

    answered = Signal(int)
    """The user has counted the hand, so that its value may be shown; carries the first figure."""
    asked = Signal()
    """The user asked for the next hand."""
    stopped = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margins=(20, 12), parent=parent)
        self._figures: tuple[Figure, ...] = ()
        self._worth: Text | None = None
        self.lines: tuple[TextField, ...] = ()
        """The fields of the current hand."""
        self.compare = PrimaryButton(mark("Compare"), hint="Return")
        self.stop = OutlineButton(mark("End the quiz"), hint="Esc")
        self._buttons = boxed(row(self.compare, self.stop))
        self._right = self._asked = 0
        self._open = False
        self._score = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._parts = WrappedRow()
        self._parts.set_parts([self._buttons, self._score])
        self.result = Notice(NoticeKind.INFO)
        self.result.hide()
        add(self.body, self._parts)
        add(self.body, self.result)
        self.compare.clicked.connect(self._submit)
        self.stop.clicked.connect(self.stopped)

    def ask(self, figures: tuple[Figure, ...], worth: Text | None = None) -> None:
        """Wait for the ``figures`` of another hand. ``worth`` says in words what it is worth."""
        if self.isHidden():
            self._right = self._asked = 0
        if [each.name for each in figures] != [each.name for each in self._figures]:
            self._make_lines(figures)
        self._figures, self._worth, self._open = figures, worth, True
        for line in self.lines:
            line.clear()
            line.set_refused(False)
            line.setReadOnly(False)
        self.compare.set_text(mark("Compare"))
        self.result.hide()
        self._show_score()
        self.show()

    def _make_lines(self, figures: tuple[Figure, ...]) -> None:
        self.lines = tuple(TextField(name=each.name) for each in figures)
        for place, line in enumerate(self.lines):
            line.setFixedWidth(_WIDTH)
            line.returnPressed.connect(lambda place=place: self._confirm(place))
            take_digits(line)
        labels = (each.label or each.name for each in figures)
        fields = (LabeledField(label, line) for label, line in zip(labels, self.lines, strict=True))
        self._parts.set_parts([*fields, self._buttons, self._score])
        for one, other in pairwise((*self.lines, self.compare, self.stop)):
            QWidget.setTabOrder(one, other)
        set_focus_target(self, self.lines[0])

    def _confirm(self, place: int) -> None:
        """Go to the next field that has to be answered; behind the last one, submit the answers."""
        if not self._open:
            self.asked.emit()
            return
        if self._refused(place):
            return
        following = next((each for each in range(place + 1, len(self.lines)) if not self._is_passed(each)), None)
        if following is None:
            self._submit()
        else:
            self.result.hide()
            self.lines[following].setFocus()
            self.lines[following].selectAll()

    def _submit(self) -> None:
        """Compare the answers; after the result, ask for the next hand."""
        if not self._open:
            self.asked.emit()
            return
        if any(map(self._refused, range(len(self.lines)))):
            return
        answers = [_number(figure, line) for figure, line in zip(self._figures, self.lines, strict=True)]
        wrong = [_is_wrong(figure, answer) for figure, answer in zip(self._figures, answers, strict=True)]
        for line, answer, is_wrong in zip(self.lines, answers, wrong, strict=True):
            line.setText("" if answer is None else str(answer))
            line.set_refused(is_wrong)
            line.setReadOnly(True)
        self._open = False
        self._asked += 1
        self._right += not any(wrong)
        self.compare.set_text(mark("Next hand"))
        self.answered.emit(answers[0])
        self._show_result(answers)
        self._show_score()

    def _show_result(self, answers: list[int | None]) -> None:
        answered = list(zip(self._figures, answers, strict=True))
        wrong = [_correction(figure, answer) for figure, answer in answered if _is_wrong(figure, answer)]
        empty = [_right_answer(figure) for figure, answer in answered if figure.optional and answer is None]
        worth: Text | str | None = self._worth
        if worth is not None and empty:
            worth = mark("{worth} ({payments})", worth=worth, payments=listed(empty))
        if not wrong:
            points = integer_text(self._figures[0].right or 0) if worth is None else worth
            self.result.show_notice(NoticeKind.OK, mark("Correct: {points}", points=points))
        elif worth is None:
            self.result.show_notice(NoticeKind.WARN, listed(wrong), mark("The list on the right shows why."))
        else:
            why = mark("{worth}. The list on the right shows why.", worth=worth)
            self.result.show_notice(NoticeKind.WARN, listed(wrong), why)
        self.result.show()

    def _is_passed(self, place: int) -> bool:
        """Whether the answer before it makes this one needless."""
        least = self._figures[place].passed_from
        before = None if least is None else _number(self._figures[place - 1], self.lines[place - 1])
        return least is not None and before is not None and before >= least

    def _refused(self, place: int) -> bool:
        """Whether this is no answer. Then it is said, and the cursor goes there."""
        figure, line = self._figures[place], self.lines[place]
        typed = line.text().strip()
        if typed:
            refused = not (typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS)
        else:
            refused = not figure.optional and not self._is_passed(place)
        line.set_refused(refused)
        if refused:
            self.result.show_notice(NoticeKind.DANGER, mark("{name}: type a number.", name=figure.name))
            self.result.show()
            line.setFocus()
        return refused

    def _show_score(self) -> None:
        self._score.set_text(mark("{right} of {asked} correct", right=self._right, asked=self._asked))


def _number(figure: Figure, line: QLineEdit) -> int | None:
    """What is typed; None if that is no number."""
    typed = line.text().strip()
    if not (typed.isascii() and typed.isdigit()):
        return None
    number = int(typed)
    return number * figure.times if number < figure.least else number


def _is_wrong(figure: Figure, answer: int | None) -> bool:
    if figure.right is None or (answer is None and figure.optional):
        return False
    return answer != figure.right


def _right_answer(figure: Figure) -> Text:
    return mark("{name}: {right}", name=figure.name, right=integer_text(figure.right or 0))


def _correction(figure: Figure, answer: int | None) -> Text:
    right = integer_text(figure.right or 0)
    if answer is None:
        return mark("{name}: {right} (you left it empty)", name=figure.name, right=right)
    return mark("{name}: {right} (you entered {claimed})", name=figure.name, right=right, claimed=integer_text(answer))
