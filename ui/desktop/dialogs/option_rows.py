"""The editors of single options of a rule set: a control, the default and its source, and what is wrong."""

from typing import assert_never

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_in
from tournament.rules.payment import Answer
from tournament.rules.question import (
    Option,
    QuestionKind,
    RuleQuestion,
    answer_text,
    read_answer,
)
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, TextField, refuse, take_digits
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, aligned, boxed, column, row, stretched

_CONTROL, _WIDE_CONTROL, _LEAST_WORDS = 212, 320, 140
_WIDE = 640
"""From this width of a row, in pixels, its control has the larger width."""
_ABOVE, _RIGHT, _BETWEEN = 6, 6, 20
_NONE = ""
"""No answer: the text of a line, or the key of a choice."""


def typed_text(answer: Answer) -> str:
    """The text of ``answer`` in a control, as :func:`tournament.rules.question.read_answer` reads it."""
    match answer:
        case None:
            return _NONE
        case bool():
            return "true" if answer else "false"
        case int() | str():
            return str(answer)
        case tuple():
            raise ValueError(f"{answer}: players are asked of a hand, not of an event")
        case _:
            assert_never(answer)


class OptionEditor(QWidget):
    """The base class of editors: the control of an option, and the problem with its contents."""

    edited = Signal()
    """The contents changed; emitted after each key."""
    finished = Signal()
    """The control was left or confirmed, or a choice was made."""
    editor: QWidget
    """The widget that gets the focus."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = option.question
        self._source_text = source_of(option)
        self._rows = column(spacing=_ABOVE, margins=(0, _ABOVE, _RIGHT, 0), on=self)
        self._problem: Notice | None = None
        """Created when first needed; most options never have a problem."""

    def typed(self) -> str:
        """The contents as text."""
        raise NotImplementedError

    def show_typed(self, typed: str) -> None:
        """Set the contents without emitting a signal."""
        raise NotImplementedError

    def fit(self, width: int) -> None:
        """Fix the height needed at ``width``, because a scrolled list asks for heights before it knows widths."""
        high = self._high(width)
        if self._problem is not None and not self._problem.isHidden():
            high += _ABOVE + max(self._problem.heightForWidth(width - _RIGHT), self._problem.sizeHint().height())
        self.setFixedHeight(_ABOVE + high)

    def _high(self, width: int) -> int:
        """The height at ``width`` in pixels, without the margin and the problem."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit(self.width())

    def show_problem(self, problem: Text | None) -> None:
        """Show ``problem`` below the control; None removes it."""
        if self._problem is None and problem is not None:
            self._problem = Notice(NoticeKind.DANGER, boxed=False)
            self._rows.insertWidget(1, self._problem)
        if self._problem is not None and problem is not None:
            self._problem.show_notice(NoticeKind.DANGER, problem)
        if self._problem is not None:
            self._problem.setVisible(problem is not None)
        refuse(self.editor, problem is not None)
        self._describe()
        self.fit(self.width())

    def problem(self) -> str:
        """The problem that is shown, or an empty string."""
        return "" if self._problem is None or self._problem.isHidden() else self._problem.text()

    def _describe(self) -> None:
        source = translator.translate(self._source_text)
        self.editor.setAccessibleDescription(" ".join(filter(None, (self.problem(), source))))

    def _retranslate(self) -> None:
        self.editor.setAccessibleName(translator.translate(self.question.text))
        self._describe()
        self.fit(self.width())


def source_of(option: Option) -> Text:
    """A text with the default of ``option`` and its source."""
    default = answer_text(option.question, option.question.default)
    return mark("Default: {default}. {source}", default=default, source=option.source)


class OptionRow(OptionEditor):
    """An option with its text, its default, and a control for its kind of answer."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(option, parent=parent)
        self._label = TextLabel(option.question.text, wrap=True)
        self._source = TextLabel(self._source_text, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.editor = _control(option.question)
        self.reset = LinkButton(mark("Reset to default"))
        self.reset.hide()
        self.reset.clicked.connect(self._take_default)
        words = column(self._label, self._source, None, spacing=2)
        self._control = boxed(column(self.editor, self.reset, spacing=2))
        self._rule = Rule()
        top = Qt.AlignmentFlag.AlignTop
        add(self._rows, row(stretched(words), aligned(self._control, top), spacing=_BETWEEN, centred=False))
        add(self._rows, self._rule)
        self._connect()
        translator.follow(self._retranslate)

    def fit(self, width: int) -> None:
        """Set the width of the control for a row of ``width``."""
        self.editor.setFixedWidth(_control_width(width))
        super().fit(width)

    def _high(self, width: int) -> int:
        words = max(width - _RIGHT - _BETWEEN - _control_width(width), _LEAST_WORDS)
        high = self._label.heightForWidth(words) + 2 + self._source.heightForWidth(words)
        return max(high, self._control.sizeHint().height()) + _ABOVE + self._rule.sizeHint().height()

    def _connect(self) -> None:
        match self.editor:
            case CheckBox():
                self.editor.toggled.connect(self.edited)
                self.editor.toggled.connect(self.finished)
            case ChoiceBox():
                self.editor.currentIndexChanged.connect(self.edited)
                self.editor.activated.connect(self.finished)
            case TextField():
                self.editor.textEdited.connect(self.edited)
                self.editor.editingFinished.connect(self.finished)

    def typed(self) -> str:
        """The contents of its control."""
        match self.editor:
            case CheckBox():
                return typed_text(self.editor.isChecked())
            case ChoiceBox():
                return str(self.editor.currentData())
            case TextField():
                return self.editor.text()
        raise TypeError(type(self.editor))

    def show_typed(self, typed: str) -> None:
        """Set the contents of the control without emitting a signal."""
        if typed != self.typed():
            self.editor.blockSignals(True)
            match self.editor:
                case CheckBox():
                    self.editor.setChecked(typed == "true")
                case ChoiceBox():
                    self.editor.setCurrentIndex(max(self.editor.findData(typed), 0))
                case TextField():
                    self.editor.setText(typed)
                    self.editor.setCursorPosition(0)
            self.editor.blockSignals(False)
            self.editor.update()
        self.reset.setVisible(self.isEnabled() and read_typed(self.question, typed) != self.question.default)
        self.fit(self.width())

    def _take_default(self) -> None:
        self.show_typed(typed_text(self.question.default))
        self.editor.setFocus()
        self.edited.emit()
        self.finished.emit()


def _control_width(width: int) -> int:
    return _WIDE_CONTROL if width >= _WIDE else _CONTROL


def read_typed(question: RuleQuestion, typed: str) -> Answer:
    """The answer that ``typed`` means. Text that is not an answer is returned unchanged, and is refused later."""
    try:
        return read_answer(question, typed.strip())
    except ValueError:
        return typed


def _control(question: RuleQuestion) -> QWidget:
    match question.kind:
        case QuestionKind.TICK:
            return CheckBox(mark_in("option", "yes"))
        case QuestionKind.NUMBER:
            line = TextField(placeholder=mark_in("option", "none") if question.may_be_none else "")
            line.setMaxLength(12)
            take_digits(line)
            return line
        case QuestionKind.CHOICE:
            box = ChoiceBox(question.text)
            none = [(_NONE, mark_in("option", "none"))] if question.may_be_none else []
            box.set_choices([*none, *((choice.key, choice.text) for choice in question.choices)])
            return box
        case QuestionKind.PLACES:
            line = TextField()
            line.setMaxLength(40)
            return line
        case QuestionKind.PLAYER | QuestionKind.PLAYERS | QuestionKind.HANDS | QuestionKind.TILES:
            raise ValueError(f"“{question.name}” asks of a hand, not of an event")
        case _:
            assert_never(question.kind)
