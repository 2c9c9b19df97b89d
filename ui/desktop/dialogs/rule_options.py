"""The options of a rule set, each with its control, its default and the source of the default; hidden until unfolded.

Special hands are in a table: a line for each hand that the rules list, then those that the event adds.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, assert_never

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QWidget

from tournament.language import Text, mark, mark_count, mark_in
from tournament.rules.named_hands import LONGEST_NAME, MOST_HANDS, NamedHand, read_hands, tidied
from tournament.rules.payment import Answer
from tournament.rules.question import (
    Chosen,
    Option,
    QuestionKind,
    RuleQuestion,
    answer_problem,
    answer_text,
    chosen_of,
    defaults_of,
    read_answer,
)
from tournament.rules.ruleset import RuleSet
from ui.desktop.dialogs.preset_menu import PresetLink
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule
from ui.desktop.widgets.fields import CheckBox, ChoiceBox, TextField, refuse, take_digits
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import Part, Scrolled, add, aligned, boxed, bring_into_view, column, row, stretched

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


_CHOICE, _VALUE, _REMOVE, _DIGITS = 164, 84, 26, 7
_OFF, _LISTED, _OTHER = "off", "listed", "other"
_NAME = mark("Name of the special hand")
_POINTS = mark("Points of the special hand")
_OFF_TEXT, _PLAYED = mark_in("special hand", "Off"), mark_in("special hand", "Played")


class HandsHead(QWidget):
    """The headings of the table of special hands, and the source of its defaults."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        heads = [TextLabel(mark("Special hand"), kind=Type.CAPTION, tone=Tone.TEXT2)]
        heads += [TextLabel(text, kind=Type.CAPTION, tone=Tone.TEXT2) for text in (_PLAYED, mark("Points"))]
        source = TextLabel(mark("Default: the value listed. {source}", source=option.source), kind=Type.CAPTION,
                           tone=Tone.TEXT2, wrap=True)  # fmt: skip
        valued = option.question.kind is QuestionKind.NUMBER
        column(
            source, _line(heads[0], heads[1], heads[2] if valued else None), spacing=4, margins=(0, 10, 6, 0), on=self
        )


class SpecialHandRow(OptionEditor):
    """One special hand of the rules: not played, with its listed value, or with another value."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(option, parent=parent)
        question = option.question
        self.name = ElidedLabel(question.short)
        self.editor = self.choice = ChoiceBox(question.text)
        self.value: TextField | None = None
        if question.kind is QuestionKind.NUMBER:
            self.value = _points_field(question.text)
            listed = mark("As listed: {points}", points=question.default)
            others: list[tuple[str, Text | str]] = [(_LISTED, listed), (_OTHER, mark("Other value"))]
        else:
            others = [(_LISTED, mark("The limit"))]
        self.choice.set_choices([(_OFF, _OFF_TEXT), *others])
        self.choice.setCurrentIndex(1)
        self._line = boxed(_line(self.name, self.choice, self.value))
        self._rows.addWidget(self._line)
        self._rows.addWidget(Rule())
        self.choice.currentIndexChanged.connect(self._chosen)
        self.choice.activated.connect(self.finished)
        if self.value is not None:
            self.value.textEdited.connect(self.edited)
            self.value.editingFinished.connect(self.finished)
        self._show_value()
        translator.follow(self._retranslate)

    def typed(self) -> str:
        """“true” or “false” for a hand without a value, otherwise its points; 0 if it is not played."""
        kind = self.choice.currentData()
        if self.value is None:
            return "false" if kind == _OFF else "true"
        return "0" if kind == _OFF else str(self.question.default) if kind == _LISTED else self.value.text()

    def show_typed(self, typed: str) -> None:
        """Set the contents without emitting a signal."""
        if typed == self.typed():
            return
        kind = _OFF if typed in ("0", "false") else _LISTED if typed in ("true", str(self.question.default)) else _OTHER
        self.choice.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(kind))
        self.choice.blockSignals(False)
        if self.value is not None:
            self.value.setText(typed)
        self._show_value()

    def _high(self, _width: int) -> int:
        return self._line.sizeHint().height() + self._rows.spacing() + 1

    def _chosen(self) -> None:
        self._show_value()
        self.edited.emit()

    def _show_value(self) -> None:
        """Show the value after the choice. It can be edited only if the choice is another value."""
        if self.value is None:
            return
        kind = self.choice.currentData()
        self.value.setEnabled(kind == _OTHER)
        if kind != _OTHER:
            self.value.setText("–" if kind == _OFF else str(self.question.default))
        elif not self.value.text().isdigit():
            self.value.setText(str(self.question.default))
        self.choice.update()


class _OwnRow(NamedTuple):
    """The controls of a special hand that the event adds."""

    box: QWidget
    name: TextField
    choice: ChoiceBox | None
    value: TextField | None
    remove: LinkButton

    @property
    def named(self) -> str:
        """Name and value as in the option: ``name=value``, or the name alone; empty while nothing is typed."""
        name = self.name.text().strip()
        if self.choice is None or self.value is None:
            return name
        value = "0" if self.choice.currentData() == _OFF else self.value.text().strip()
        return f"{name}={value}" if name or value else ""


class OwnHandRows(OptionEditor):
    """The special hands that an event adds, each with a name, and a value unless every hand is the limit."""

    def __init__(self, option: Option, *, parent: QWidget | None = None) -> None:
        super().__init__(option, parent=parent)
        self.own: list[_OwnRow] = []
        """The lines, from top to bottom."""
        title = TextLabel(option.question.text)
        source = TextLabel(source_of(option), kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._lines: QBoxLayout = column(spacing=6)
        self.add = LinkButton(mark("Add a special hand"), icon="plus")
        self.add.clicked.connect(self._add_one)
        self.editor = self.add
        self._all = column(title, source, self._lines, row(self.add, None), spacing=4)
        add(self._rows, self._all)
        translator.follow(self._retranslate)

    def typed(self) -> str:
        """All lines as one text, separated by semicolons."""
        return "; ".join(filter(None, (each.named for each in self.own)))

    def show_typed(self, typed: str) -> None:
        """Set the contents without emitting a signal. An empty line stays if the others are unchanged."""
        if tidied(typed) == tidied(self.typed()):
            return
        for each in self.own:
            each.box.deleteLater()
            each.box.hide()
            self._lines.removeWidget(each.box)
        self.own = []
        for hand in _readable(typed):
            self._append(hand)
        self._changed()

    def show_problem(self, problem: Text | None) -> None:
        """Show ``problem`` at the first line that has one; None removes it."""
        refuse(self.editor, refused=False)
        self.editor.setAccessibleDescription("")
        self.editor = self.add if problem is None else self._wrong()
        super().show_problem(problem)

    def _wrong(self) -> QWidget:
        """The field of the first line with a problem."""
        for count, each in enumerate(self.own, 1):
            text = "; ".join(filter(None, (line.named for line in self.own[:count])))
            if answer_problem(self.question, tidied(text)) is not None:
                unsaid = each.value is not None and each.value.isEnabled() and not each.value.text().strip()
                return each.value if each.value is not None and unsaid else each.name
        return self.add

    def _high(self, width: int) -> int:
        self._all.invalidate()
        return self._all.totalHeightForWidth(width)

    def _append(self, hand: NamedHand) -> _OwnRow:
        name = TextField(placeholder=_NAME, name=_NAME)
        name.setMaxLength(LONGEST_NAME)
        name.setText(hand.name)
        choice = value = None
        remove = LinkButton("", icon="cross")
        remove.set_text("", name=mark("Remove"))
        if self.question.most:
            value = _points_field(_POINTS)
            choice = ChoiceBox(_PLAYED)
            choice.set_choices([(_OTHER, mark("Own value")), (_OFF, _OFF_TEXT)])
            choice.setCurrentIndex(int(hand.value == 0))
            value.setText(str(hand.value) if hand.value else "")
            choice.currentIndexChanged.connect(self._chosen)
            choice.activated.connect(self.finished)
        box = boxed(_line(name, choice or TextLabel(mark("The limit")), value, remove))
        made = _OwnRow(box, name, choice, value, remove)
        for field in filter(None, (name, value)):
            field.textEdited.connect(self.edited)
            field.returnPressed.connect(self.finished)
            field.editingFinished.connect(partial(QTimer.singleShot, 0, box, partial(self._left, box)))
        remove.clicked.connect(lambda: self._remove(made))
        self.own.append(made)
        self._lines.addWidget(box)
        box.show()  # a hidden line has no height
        self._show_values()
        return made

    def _chosen(self) -> None:
        self._show_values()
        self.edited.emit()

    def _left(self, box: QWidget) -> None:
        """Emit ``finished`` if the focus left the line ``box``, and did not move to another field in it."""
        focused = QApplication.focusWidget()
        if focused is None or not box.isAncestorOf(focused):
            self.finished.emit()

    def _add_one(self) -> None:
        made = self._append(NamedHand("", None))
        self._changed()
        made.name.setFocus()

    def _remove(self, gone: _OwnRow) -> None:
        place = self.own.index(gone)
        self.own.remove(gone)
        (self.own[min(place, len(self.own) - 1)].name if self.own else self.add).setFocus()
        self._lines.removeWidget(gone.box)
        gone.box.hide()
        gone.box.deleteLater()
        self._changed()
        self.edited.emit()
        self.finished.emit()

    def _show_values(self) -> None:
        for each in self.own:
            if each.value is not None and each.choice is not None:
                each.value.setEnabled(each.choice.currentData() == _OTHER)

    def _changed(self) -> None:
        self.add.setEnabled(len(self.own) < MOST_HANDS)
        self.fit(self.width())


def _readable(typed: str) -> tuple[NamedHand, ...]:
    try:
        return read_hands(typed)
    except ValueError:
        return ()


def _points_field(name: Text) -> TextField:
    field = TextField(name=name)
    field.setMaxLength(_DIGITS)
    take_digits(field)
    return field


def _line(name: QWidget, choice: QWidget, value: QWidget | None, remove: QWidget | None = None) -> QBoxLayout:
    """Arrange the parts of a line in the columns of the table."""
    choice.setFixedWidth(_CHOICE)
    parts: list[Part] = [stretched(name), choice]
    if value is not None:
        value.setFixedWidth(_VALUE)
        parts.append(value)
    if remove is not None:
        remove.setFixedWidth(_REMOVE)
    return row(*parts, _REMOVE if remove is None else remove, spacing=10)


_SCROLLED, _LEAST_SCROLLED = 376, 150
_AT_ONCE = 8
"""Number of rows created at once. The others follow one by one, so that the window stays responsive."""


class RuleOptions(QWidget):
    """A link that unfolds the options. What was typed for a rule set is kept while another one is chosen."""

    edited = Signal()
    """The user typed or chose something."""
    finished = Signal(str)
    """The control of this option was left or confirmed, or a choice was made."""
    unfolded = Signal(bool)
    """The options were shown or hidden."""

    def __init__(self, *, shortcut: str = "", scrolled: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rules: RuleSet | None = None
        self._typed: dict[str, dict[str, str]] = {}
        """The contents of the controls, by rule set and option."""
        self._kept: dict[str, dict[str, str]] = {}
        """The values of the event when they were last shown, in the same form."""
        self._rows: dict[str, OptionEditor] = {}
        self._head: HandsHead | None = None
        """The headings above the special hands, or None."""
        self._waiting: list[Option] = []
        self._open = False
        self._reason: Text | None = None
        self.fold = LinkButton("", shortcut=shortcut, icon="chevron-right")
        self.fold.clicked.connect(lambda _checked: self.set_open(not self._open))
        self.presets = PresetLink()
        self.presets.failed.connect(self._show_failure)
        self._changed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._list = column(None, spacing=0)
        self._inside = boxed(self._list)
        self._box: QWidget = self._inside
        if scrolled:
            self._box = Scrolled(self._inside)
            self._box.setMinimumHeight(_SCROLLED)
        self._box.hide()
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._make_one)
        column(row(self.fold, self.presets, stretched(self._changed)), self._box, spacing=4, on=self)

    def set_room(self, height: int) -> None:
        """Fit the scrolled options into ``height``, in pixels, which may be small in a low window."""
        self._box.setMinimumHeight(max(min(height, _SCROLLED), _LEAST_SCROLLED))

    @property
    def is_open(self) -> bool:
        """Whether the options are shown."""
        return self._open

    @property
    def rows(self) -> Mapping[str, OptionEditor]:
        """The rows created so far, by option."""
        return self._rows

    def set_open(self, wanted: bool) -> None:
        """Show or hide the options."""
        if wanted == self._open or (wanted and not self._options):
            return
        focused = QApplication.focusWidget()
        inside = focused is not None and self.isAncestorOf(focused)
        self._open = wanted
        self._box.setVisible(wanted)
        self._show_state()
        if wanted:
            self._make_rows()
        if wanted or inside:
            self.focus_target().setFocus()
        self.unfolded.emit(wanted)

    def focus_target(self) -> QWidget:
        """The first option with a problem, otherwise the first option; the link if they are hidden."""
        if not self._open or not self._rows:
            return self.fold
        rows = self._rows.values()
        return next((made for made in rows if made.problem()), next(iter(rows))).editor

    def show_rules(self, rules: RuleSet, chosen: Chosen = ()) -> None:
        """Show the options of ``rules``. ``chosen`` fills the controls, except those that the user has changed."""
        texts = {name: typed_text(answer) for name, answer in {**defaults_of(rules.options), **dict(chosen)}.items()}
        before, typed = self._kept.get(rules.id, {}), self._typed.get(rules.id, {})
        self._typed[rules.id] = {
            name: typed[name] if name in typed and typed[name] != before.get(name) else text
            for name, text in texts.items()
        }
        self._kept[rules.id] = texts
        another = self._rules is None or rules.id != self._rules.id
        self._rules = rules
        if another:
            self._empty()
            self.setVisible(bool(rules.options))
            if not rules.options:
                self.set_open(False)
            elif self._open:
                self._make_rows()
        for name, made in self._rows.items():
            made.show_typed(self._typed[rules.id][name])
        self._show_state()

    def forget(self) -> None:
        """Discard everything that was typed."""
        self._typed, self._kept, self._rules = {}, {}, None
        self._empty()
        self.set_open(False)

    def chosen(self) -> tuple[Chosen, dict[str, Text]]:
        """The chosen values, and the problem of each option whose contents are invalid, by name."""
        answers: dict[str, Answer] = {}
        problems: dict[str, Text] = {}
        for option in self._options:
            question = option.question
            answer = read_typed(question, self._texts[question.name])
            problem = answer_problem(question, answer, called=question.text)
            if problem is None:
                answers[question.name] = answer
            else:
                problems[question.name] = problem
        return chosen_of(self._options, answers), problems

    def take_preset(self, options: Chosen) -> None:
        """Replace all values by those of a preset of these rules."""
        answers = {**defaults_of(self._options), **dict(options)}
        self._texts.update({name: typed_text(answer) for name, answer in answers.items()})
        for name, made in self._rows.items():
            made.show_typed(self._texts[name])
            made.show_problem(None)
        self._show_state()
        self.edited.emit()

    def take_over(self) -> tuple[Chosen, dict[str, Text]]:
        """Return the same as :meth:`chosen`, and show values in their standard form: ``4-2-1-0`` for ``4, 2, 1, 0``."""
        chosen, problems = self.chosen()
        answers = {**defaults_of(self._options), **dict(chosen)}
        for name in self._texts.keys() - problems.keys():
            self._texts[name] = typed_text(answers[name])
            if name in self._rows:
                self._rows[name].show_typed(self._texts[name])
        return chosen, problems

    def mark_problems(self, problems: Mapping[str, Text]) -> None:
        """Show ``problems`` at their options without moving the cursor."""
        for name, problem in problems.items():
            if name in self._rows:
                self._rows[name].show_problem(problem)

    def show_problems(self, problems: Mapping[str, Text]) -> None:
        """Unfold the options, show ``problems`` at them and move the cursor to the first one."""
        if problems:
            self.set_open(True)
            self._make_all()
        for name, made in self._rows.items():
            made.show_problem(problems.get(name))
        if problems:
            self.focus_target().setFocus()
            wrong = next(made for made in self._rows.values() if made.problem())
            QTimer.singleShot(0, wrong, lambda: bring_into_view(wrong))

    def folded(self) -> tuple[tuple[str, Text], ...]:
        """The names and texts of all options while they are hidden; otherwise an empty tuple."""
        hidden = () if self._open else self._options
        return tuple((option.question.name, option.question.text) for option in hidden)

    def show_option(self, name: str) -> None:
        """Unfold the options and move the cursor to the one called ``name``."""
        self.set_open(True)
        self._make_all()
        made = self._rows[name]
        made.editor.setFocus()
        QTimer.singleShot(0, made, lambda: bring_into_view(made))

    def set_reason(self, reason: Text | None) -> None:
        """Disable the options and show the ``reason``; None enables them."""
        self._box.setEnabled(reason is None)
        self._reason = reason
        self._show_state()

    def _show_failure(self, text: Text) -> None:
        self._changed.set_tone(Tone.DANGER)
        self._changed.set_text(text)

    def state_text(self) -> str:
        """The text after the link: how many options differ from their default, or why they cannot be changed."""
        return self._changed.text()

    @property
    def _options(self) -> tuple[Option, ...]:
        return self._rules.options if self._rules is not None else ()

    @property
    def _texts(self) -> dict[str, str]:
        return self._typed[self._rules.id] if self._rules is not None else {}

    def _empty(self) -> None:
        self._more.stop()
        self._waiting = []
        for made in self._rows.values():
            self._list.removeWidget(made)
            # deleteLater waits for the event loop, and until then the row would be painted over the new ones.
            made.hide()
            made.deleteLater()
        self._rows = {}
        if self._head is not None:
            self._list.removeWidget(self._head)
            self._head.hide()
            self._head.deleteLater()
            self._head = None

    def _make_rows(self) -> None:
        self._waiting = [option for option in self._options if option.question.name not in self._rows]
        for _ in range(min(_AT_ONCE, len(self._waiting))):
            self._make_one()
        if self._waiting:
            self._more.start()

    def _make_all(self) -> None:
        while self._waiting:
            self._make_one()

    def _make_one(self) -> None:
        option = self._waiting.pop(0)
        name = option.question.name
        made = self._rows[name] = self._editor(option)
        # The height of a row depends on its width, which the layout would set only later.
        made.resize(self._inside.width(), made.height())
        made.show_typed(self._texts[name])
        made.edited.connect(partial(self._take, name))
        made.finished.connect(partial(self.finished.emit, name))
        self._list.insertWidget(self._list.count() - 1, made)  # above the stretch
        if not self._waiting:
            self._more.stop()

    def _editor(self, option: Option) -> OptionEditor:
        """Create the editor of ``option``, which is a line of the table if the option is a special hand."""
        if option.question.kind is QuestionKind.HANDS:
            return OwnHandRows(option)
        hands = (each.question.choices for each in self._options if each.question.kind is QuestionKind.HANDS)
        if all(choice.key != option.question.name for choices in hands for choice in choices):
            return OptionRow(option)
        if self._head is None:
            self._head = HandsHead(option)
            self._list.insertWidget(self._list.count() - 1, self._head)
        return SpecialHandRow(option)

    def _take(self, name: str) -> None:
        made = self._rows[name]
        self._texts[name] = made.typed()
        made.show_typed(made.typed())
        if made.problem():
            made.show_problem(None)
        self._show_state()
        self.edited.emit()

    def _show_state(self) -> None:
        self.fold.set_text(mark("Hide options") if self._open else mark("Rule options"))
        self.fold.set_icon("chevron-down" if self._open else "chevron-right")
        self._changed.set_tone(Tone.TEXT2)
        chosen, wrong = self.chosen()
        if self._rules is not None:
            self.presets.show_now(self._rules, None if wrong else chosen, may_choose=self._reason is None)
        name = None if wrong else self.presets.name_of(chosen)
        if self._reason is not None:
            self._changed.set_text(self._reason)
            return
        changed = sum(
            read_typed(option.question, self._texts[option.question.name]) != option.question.default
            for option in self._options
        )
        if name is not None:
            text = mark("as {preset}", preset=name)
        elif changed:
            text = mark_count("{count} not at its default", "{count} not at their default", changed)
        else:
            text = mark("all at default")
        self._changed.set_text(text)
