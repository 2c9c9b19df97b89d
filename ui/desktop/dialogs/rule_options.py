"""The options of a rule set: each with its control, its default and the source of that; hidden until unfolded."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from tournament.language import Text, mark, mark_count
from tournament.rules.payment import Answer
from tournament.rules.question import (
    Chosen,
    Option,
    QuestionKind,
    answer_problem,
    chosen_of,
    defaults_of,
)
from tournament.rules.ruleset import RuleSet
from ui.desktop.dialogs.hand_rows import HandsHead, OwnHandRows, SpecialHandRow
from ui.desktop.dialogs.option_row import OptionEditor, OptionRow, read_typed, typed_text
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row
from ui.desktop.widgets.scrolled import Scrolled, bring_into_view

_SCROLLED, _LEAST_SCROLLED = 376, 150
_AT_ONCE = 8
"""Number of rows created at once. The others follow one by one, so that the window stays responsive."""


class RuleOptions(QWidget):
    """A link that unfolds the options. What was typed for a rule set stays while another is chosen."""

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
        """The values of the event when last shown, in the same form."""
        self._rows: dict[str, OptionEditor] = {}
        self._head: HandsHead | None = None
        """Above the special hands."""
        self._waiting: list[Option] = []
        self._open = False
        self._reason: Text | None = None
        self.fold = LinkButton("", shortcut=shortcut, icon="chevron-right")
        self.fold.clicked.connect(lambda _checked: self.set_open(not self._open))
        self._changed = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._list = column(None, spacing=0)
        self._inside = boxed(self._list)
        self._box: QWidget = self._inside
        if scrolled:
            self._box = Scrolled(self._inside)
            self._box.setMinimumHeight(_SCROLLED)
        self._box.hide()
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._make_one)
        column(row(self.fold, self._changed, None), self._box, spacing=4, on=self)

    def set_room(self, height: int) -> None:
        """Scroll the options in a ``height`` that a low window leaves."""
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
        """Show the options of ``rules``. ``chosen`` fills the controls that the user has not changed meanwhile."""
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
        """The chosen values, and the problem of each option that is invalid."""
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

    def take_over(self) -> tuple[Chosen, dict[str, Text]]:
        """The same, and show the chosen values in their standard form: ``4-2-1-0`` if ``4, 2, 1, 0`` was typed."""
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
        """Show ``problems`` at their options, unfold them and go to the first one."""
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
        """Names and texts of the options while they are hidden, otherwise none."""
        hidden = () if self._open else self._options
        return tuple((option.question.name, option.question.text) for option in hidden)

    def show_option(self, name: str) -> None:
        """Unfold the options and move the cursor to this one."""
        self.set_open(True)
        self._make_all()
        made = self._rows[name]
        made.editor.setFocus()
        QTimer.singleShot(0, made, lambda: bring_into_view(made))

    def set_reason(self, reason: Text | None) -> None:
        """Show why nothing can be chosen any more; None if everything can be."""
        self._box.setEnabled(reason is None)
        self._reason = reason
        self._show_state()

    def state_text(self) -> str:
        """The text beside the link: how many options differ from their default, or why they cannot change."""
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
        made.resize(self._inside.width(), made.height())
        made.show_typed(self._texts[name])
        made.edited.connect(partial(self._take, name))
        made.finished.connect(partial(self.finished.emit, name))
        self._list.insertWidget(self._list.count() - 1, made)  # above the stretch
        if not self._waiting:
            self._more.stop()

    def _editor(self, option: Option) -> OptionEditor:
        """The control of ``option``: a line of the table where it is about a special hand."""
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
        if self._reason is not None:
            self._changed.set_text(self._reason)
            return
        changed = sum(
            read_typed(option.question, self._texts[option.question.name]) != option.question.default
            for option in self._options
        )
        if changed:
            text = mark_count("{count} not at its default", "{count} not at their default", changed)
        else:
            text = mark("all at default")
        self._changed.set_text(text)
