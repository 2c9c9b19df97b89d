"""The questions that the rules ask about a hand besides its tiles: each with its control, in the rules' order."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from tournament.rules.payment import Answer
from tournament.rules.question import QuestionKind, RuleQuestion, answer_problem, read_answer
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, TextField, take_digits
from ui.desktop.widgets.keys import Key, KeyText
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import WrappedRow, boxed, row

_NOTHING = ""
"""The key for no answer."""
_NUMBER = 72
"""Width of a line for a number."""
_TILES = 112
"""Width of a line for tiles."""
NEXT_QUESTION = "F2"
_KEY = Text("{key}", (("key", Key(NEXT_QUESTION)),))
_Control = CheckBox | Switch | ChoiceBox | TextField


class QuestionForm(WrappedRow):
    """Winds are a switch, other choices a drop-down list, the rest a check box or a line."""

    changed = Signal(str, object)
    """The user answered; carries the name of the question, and the answer."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._questions: tuple[RuleQuestion, ...] = ()
        self.controls: dict[str, _Control] = {}
        """The controls by the name of the question."""

    def show_answers(self, questions: Sequence[RuleQuestion], answers: Mapping[str, Answer]) -> None:
        """Show ``questions`` with their ``answers``."""
        if tuple(questions) != self._questions:
            self._questions = tuple(questions)
            self.controls = {question.name: self._control(question) for question in questions}
            parts = [_labelled(question, self.controls[question.name]) for question in questions]
            self.set_parts([KeyText(_KEY, kind=Type.CAPTION, tone=Tone.TEXT2), *parts])
        for question in questions:
            control, answer = self.controls[question.name], answers.get(question.name, question.default)
            if question.kind is QuestionKind.TILES and control.hasFocus():
                continue  # tiles are read in whatever order they are typed, and may not be complete
            _show(control, answer)

    def focus_next(self) -> bool:
        """Focus the next question, or the first. Return False if there is none."""
        controls = list(self.controls.values())
        if not controls:
            return False
        here = next((index for index, control in enumerate(controls) if control.hasFocus()), -1)
        controls[(here + 1) % len(controls)].setFocus()
        return True

    def _control(self, question: RuleQuestion) -> _Control:
        match question.kind:
            case QuestionKind.TICK:
                box = CheckBox(question.short)
                box.clicked.connect(lambda: self.changed.emit(question.name, box.isChecked()))
                return box
            case QuestionKind.NUMBER:
                line = TextField(name=question.short)
                line.setFixedWidth(_NUMBER)
                take_digits(line)
                line.textEdited.connect(lambda typed: self.changed.emit(question.name, int(typed) if typed else None))
                return line
            case QuestionKind.TILES:
                tiles = TextField(name=question.short)
                tiles.setFixedWidth(_TILES)
                tiles.textEdited.connect(lambda typed: self._take_tiles(question, tiles, typed))
                return tiles
            case QuestionKind.CHOICE if all(len(choice.key) == 1 for choice in question.choices):
                nothing = [Segment(_NOTHING, "–")] if question.may_be_none else []
                switch = Switch(question.short, [*nothing, *(Segment(*choice[:2]) for choice in question.choices)])
                switch.chosen.connect(lambda key: self.changed.emit(question.name, key or None))
                return switch
            case QuestionKind.CHOICE:
                choice = ChoiceBox(question.short)
                none: list[tuple[str, Text | str]] = [(_NOTHING, mark("no"))] if question.may_be_none else []
                choice.set_choices([*none, *((each.key, each.text) for each in question.choices)])
                choice.activated.connect(lambda _index: self.changed.emit(question.name, choice.currentData() or None))
                return choice
            case QuestionKind.PLAYER | QuestionKind.PLAYERS | QuestionKind.PLACES | QuestionKind.HANDS:
                raise ValueError(f"“{question.name}” is asked of the hand as a whole")
            case _:
                assert_never(question.kind)

    def _take_tiles(self, question: RuleQuestion, line: TextField, typed: str) -> None:
        """Answer with the ``typed`` tiles; what is not (yet) an answer is marked, and answers nothing."""
        answer = _tiles_of(question, typed)
        line.set_refused(answer is None and bool(typed.strip()))
        self.changed.emit(question.name, answer)


def _labelled(question: RuleQuestion, control: _Control) -> QWidget:
    if isinstance(control, CheckBox):
        return control
    return boxed(row(TextLabel(question.short, kind=Type.DENSE, tone=Tone.TEXT2), control, spacing=6))


def _tiles_of(question: RuleQuestion, typed: str) -> Answer:
    """The ``typed`` tiles as an answer; None where they are none."""
    try:
        answer = read_answer(question, typed.replace("O", "W"))  # French writes O for West (*Ouest*)
    except ValueError:
        return None
    return answer if answer_problem(question, answer) is None else None


def _show(control: _Control, answer: Answer) -> None:
    match control:
        case CheckBox():
            control.setChecked(answer is True)
        case Switch():
            control.set_current(_NOTHING if answer is None else str(answer))
        case ChoiceBox():
            control.setCurrentIndex(max(control.findData(_NOTHING if answer is None else answer), 0))
        case TextField():
            typed = "" if answer is None else str(answer)
            if control.text() != typed:
                control.setText(typed)
        case _:
            assert_never(control)
