"""The options of a rule set, hidden until unfolded. Special hands are in a table that is folded of its own."""

from collections.abc import Iterable, Mapping
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from tournament.language import Text, mark, mark_count
from tournament.rules.payment import Answer
from tournament.rules.question import (
    Chosen,
    Option,
    QuestionKind,
    RuleQuestion,
    answer_problem,
    chosen_of,
    defaults_of,
)
from tournament.rules.ruleset import RuleSet
from ui.desktop.dialogs.option_rows import OptionEditor, OptionRow, read_typed, typed_text
from ui.desktop.dialogs.preset_menu import PresetLink
from ui.desktop.dialogs.special_hands import HandsHead, OwnHandRows, SpecialHandRow
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, bring_into_view, column, row, stretched

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
            if name in problems:
                self._unfold(made)
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
        self._unfold(made)
        made.editor.setFocus()
        QTimer.singleShot(0, made, lambda: bring_into_view(made))

    def _unfold(self, made: OptionEditor) -> None:
        if isinstance(made, SpecialHandRow) and self._head is not None:
            self._head.set_open(True)

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
        if option.question.name not in self._special_hands():
            return OptionRow(option)
        if self._head is None:
            self._head = HandsHead(option)
            self._list.insertWidget(self._list.count() - 1, self._head)
            self._show_state()
        made = SpecialHandRow(option)
        self._head.add(made)
        return made

    def _special_hands(self) -> frozenset[str]:
        """The names of the options that are special hands of the rules."""
        hands = (each.question.choices for each in self._options if each.question.kind is QuestionKind.HANDS)
        return frozenset(choice.key for choices in hands for choice in choices)

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
        if self._head is not None:
            special = self._special_hands()
            listed = [option.question for option in self._options if option.question.name in special]
            self._head.show_count(len(listed), self._count_changed(listed))
        if self._rules is not None:
            self.presets.show_now(self._rules, None if wrong else chosen, may_choose=self._reason is None)
        name = None if wrong else self.presets.name_of(chosen)
        if self._reason is not None:
            self._changed.set_text(self._reason)
            return
        changed = self._count_changed(option.question for option in self._options)
        if name is not None:
            text = mark("as {preset}", preset=name)
        elif changed:
            text = mark_count("{count} not at its default", "{count} not at their default", changed)
        else:
            text = mark("all at default")
        self._changed.set_text(text)

    def _count_changed(self, questions: Iterable[RuleQuestion]) -> int:
        """How many of the ``questions`` have another answer than the default."""
        return sum(read_typed(each, self._texts[each.name]) != each.default for each in questions)
