"""The page that counts a hand by its tiles without an event, and its quiz."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QWidget

from tournament.catalogue import COUNT_PLAYERS, DEFAULT_SCORER, OFFERED, SCORERS, rule_set
from tournament.hand.notation import format_hand, format_player_hand
from tournament.hand.situation import EAST_BY_DISCARD
from tournament.language import Text, integer_text, listed, mark
from tournament.rules.hand_answers import answers_text
from tournament.rules.quiz import Figure
from tournament.rules.ruleset import POINTS, RuleSet
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.dialogs.rule_options import RuleOptions
from ui.desktop.hand_editor.editor import HandPage
from ui.desktop.hand_editor.situation_form import NEXT_QUESTION
from ui.desktop.long_work import Step, Work
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox, LabeledField, TextField, take_digits
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import WrappedRow, add, boxed, row, stretched
from ui.entry.arrangement import PlayerContext
from ui.entry.verdict import HandContext, warm_up_player

_WIDTH = 96
_MOST_DIGITS = 6


class Quiz(Card):
    """Asks for the figures of a hand, and counts correct answers. Enter moves from field to field."""

    answered = Signal(int)
    """The user has answered, so that the value of the hand may be shown; carries the first figure."""
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
        """Ask for the ``figures`` of another hand. ``worth`` is its value in words, None if the first figure is all."""
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
        """Move to the next field that must be answered after ``place``; after the last one, submit the answers."""
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
        """Compare the answers and show the result; if that is already shown, ask for the next hand."""
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
        """Whether the answer in the field before is so large that the one at ``place`` is not needed."""
        least = self._figures[place].passed_from
        before = None if least is None else _number(self._figures[place - 1], self.lines[place - 1])
        return least is not None and before is not None and before >= least

    def _refused(self, place: int) -> bool:
        """Whether the text of the field at ``place`` is not an answer. If so, show why and move the cursor there."""
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
    """The typed number, multiplied if it is typed in short; None if the text is not a number."""
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


_KEPT = "hand-rules"
"""The key of the chosen rules in the preferences."""
_WON, _LOST, _NOBODY_WON = "won", "lost", "nobody"
_OPTIONS = "Alt+O"
_RULES = 340
"""Maximum width of the list of rules, in pixels."""
_GAPS = 80
"""Width of the margins of the head and of the gaps between its parts, in pixels."""


class Scorer(HandPage):
    """Shows the value of any hand, or lets the user count a random hand and compares."""

    def __init__(self, controller: EventController, chance: Random | None = None) -> None:
        super().__init__()
        self._controller = controller
        self._chance = chance or Random()
        self.quiz = Quiz()
        self._scorer = DEFAULT_SCORER
        """Counts the fan of a winning hand. Used only while ``_player`` is None."""
        self._player: PlayerContext | None = None
        self._event = ""
        """The id of the first entry of the event whose rules the page chose last; empty for none."""
        self._loading: Work | None = None
        self.rules = ChoiceBox(mark("Rules"), whole=True)
        """The rules by which tiles can be counted. Most are loaded only when they are chosen."""
        self.rules.set_choices([(id, name) for id, name in OFFERED.items() if id in (*SCORERS, *COUNT_PLAYERS)])
        self.rules.setMaximumWidth(_RULES)
        self.whose = Switch(mark("Winning player"))
        self.whose.hide()
        self.options = RuleOptions(shortcut=_OPTIONS)
        self.options.hide()
        self._last_typed = ""
        self.last = OutlineButton(mark("Last hand"), shortcut="Ctrl+L")
        """Shows the hand that was typed when the page was last left; the page itself opens empty."""
        self.last.hide()
        self.asks = OutlineButton(mark("Quiz"), shortcut="Ctrl+Return")
        self.back = OutlineButton(mark("Close"), hint="Esc")
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.editor.judged.connect(self.panel.show_verdict)
        self.rules.activated.connect(lambda _index: self._rules_chosen(str(self.rules.currentData())))
        self.whose.chosen.connect(lambda _key: self._begin(self.editor.state.typed))
        self.options.finished.connect(self._options_chosen)
        self.asks.clicked.connect(self.ask)
        self.last.clicked.connect(lambda _checked: self._show_last())
        self.back.clicked.connect(self.leave)
        self.quiz.answered.connect(self._answered)
        self.quiz.asked.connect(self.ask)
        self.quiz.stopped.connect(self._end_quiz)
        QShortcut(QKeySequence(NEXT_QUESTION), self).activated.connect(self.editor.ask_next)
        self._begin("")
        kept = preferences.value(_KEPT)
        if self.rules.findData(kept) > 0:
            self.choose(kept)

    def _lay_out(self) -> None:
        self._head_parts = (
            TextLabel(mark("Count a hand"), kind=Type.PAGE_TITLE),
            ElidedLabel(mark("nothing is recorded"), kind=Type.DENSE, tone=Tone.TEXT2),
            *(self.rules, self.whose, self.last, self.asks, self.back),
        )
        title, where, *_ = self._head_parts
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        add(self._head, stretched(row(title, 4, where, None)))
        add(self._head, row(self.whose, None))
        add(self._head, row(self.rules, None, self.last, self.asks, self.back))
        self.fill(self._head, self.options, self.quiz)
        self.quiz.hide()

    def _rules_chosen(self, id: str) -> None:
        preferences.keep_value(_KEPT, id)
        self.choose(id)

    def choose(self, id: str) -> None:
        """Count by the rules with ``id``. The typed hand stays."""
        self.rules.setCurrentIndex(self.rules.findData(id))
        if self.quiz.isVisible():
            self._stop()
        self.asks.setEnabled(False)  # until the rules are loaded
        if id in SCORERS:
            self._count_by(id, None)
            return
        self._loading = Work(partial(_load, id))
        self._loading.done.connect(lambda rules: self._count_by(id, rules))
        self._loading.start()

    def _count_by(self, id: str, rules: RuleSet | None) -> None:
        """Count by ``rules``, which count the tiles of any player.

        If they are None, the scorer ``id`` counts the fan of the winner only.
        """
        if id != self.rules.currentData():
            return  # other rules were chosen meanwhile
        self._player = PlayerContext(rules) if rules is not None else None
        if rules is None:
            self._scorer = SCORERS[id]
        if rules is not None:
            view = self._controller.view
            chosen = view.settings.options if view is not None and view.settings.rules == id else ()
            self.options.show_rules(rules, chosen)
            self._options_chosen()
        self.asks.setVisible(self._player is None or self._player.counter.random_win is not None)
        self.asks.setEnabled(True)
        if self._player is not None:
            segments = [Segment(_WON, mark("Winner")), Segment(_LOST, mark("Another player"))]
            nobody = [Segment(_NOBODY_WON, mark("Nobody won"))] if self._player.counter.nobody_won else []
            self.whose.set_segments([*segments, *nobody])
        self._show_choices(shown=True)
        if self.isVisible():
            self._use_words()
        self._begin(self.editor.state.typed)

    def _use_words(self) -> None:
        """Use the terms of the chosen rules in the window; rules that count fan only have no terms of their own."""
        self._controller.count_in_words(self._player.rules.words if self._player is not None else ())

    def _options_chosen(self, _name: str = "") -> None:
        """Count by the chosen options, or show each problem at its option."""
        chosen, problems = self.options.take_over()
        self.options.mark_problems(problems)
        rules = rule_set(str(self.rules.currentData()), chosen) if not problems else None
        if rules is not None and self._player is not None and rules is not self._player.rules:
            self._player = PlayerContext(rules)
            self._begin(self.editor.state.typed)

    @property
    def _context(self) -> HandContext:
        """Whose hand is typed, and the rules that count it. The winds are kept from hand to hand."""
        situation, player = self.editor.state.context.situation, self._player
        if player is None:
            return HandContext(situation, scorer=self._scorer)
        counter = player.counter
        whose = self.whose.current if counter.losers else _WON
        known = ((counter.nobody_won, True),) if whose == _NOBODY_WON else ()
        round_wind = player.rules.table.start.prevalent is not None
        return HandContext(situation, player=PlayerContext(player.rules, whose == _WON, round_wind, known))

    def leave(self) -> None:
        """Show the page Tables, or the start page if no event is open."""
        self._controller.navigation.page_wanted.emit("tables")

    def ask(self) -> None:
        """Show a random hand; its value stays hidden until the user has counted it."""
        self._show_choices(shown=False)
        self.panel.hide()
        self.editor.set_read_only(True)
        self.editor.begin_unread(*self._random_win())
        self.quiz.ask(*self._asked())
        self.quiz.setFocus()

    def _random_win(self) -> tuple[HandContext, str]:
        """A random winning hand by the current rules: its context, and its tiles as they are typed."""
        if self._player is None:
            hand = self._scorer.random_win(self._chance)
            return HandContext(hand.situation, scorer=self._scorer), format_hand(hand)
        random_win = self._player.counter.random_win
        assert random_win is not None, "there is no quiz without it"
        won, answers = random_win(self._chance)
        typed = format_player_hand(won) + ("|" if won.bonus else "||") + answers_text(answers)
        player = PlayerContext(self._player.rules, round_wind=won.prevalent is not None)
        return HandContext(player=player), typed

    def _asked(self) -> tuple[tuple[Figure, ...], Text | None]:
        """The figures to ask for of the hand that is shown, and its value in words, or None."""
        verdict = self.editor.state.verdict
        if verdict.player is None:
            label = mark("Your count, flowers included")
            return (Figure(POINTS, verdict.points, label),), None
        hand, count, counter = verdict.player_hand, verdict.count, verdict.player.counter
        assert hand is not None, "a hand by chance is legal"
        assert count is not None, "a hand by chance wins"
        return counter.figures(hand, count), counter.sum_text(count)

    def _show_choices(self, *, shown: bool) -> None:
        """Show or hide the controls that would change the hand."""
        player = self._player
        self.options.setVisible(shown and player is not None and bool(player.rules.options))
        self.whose.setVisible(shown and player is not None and player.counter.losers)
        self.last.setVisible(shown and bool(self._last_typed))
        self._fit_head()

    def showEvent(self, event: QShowEvent) -> None:
        """Choose the rules of an event that was opened meanwhile, and use the terms of the chosen rules."""
        super().showEvent(event)
        view = self._controller.view
        if view is not None and view.journal[0].id != self._event:
            self._event = view.journal[0].id
            if self.rules.findData(view.settings.rules) >= 0:
                self.choose(view.settings.rules)
        self._use_words()

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep the hand for :attr:`last`, and clear the page."""
        super().hideEvent(event)
        if event.spontaneous():  # the window was minimised
            return
        self._controller.count_in_words(None)
        if self.quiz.isVisibleTo(self):
            self._stop()
        elif self.editor.state.typed:
            self._last_typed = self.editor.state.typed
            self._begin("")
        self.last.setVisible(bool(self._last_typed))

    def _show_last(self) -> None:
        self._begin(self._last_typed)
        self._last_typed = ""
        self.last.hide()
        self.editor.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two lines for the head if one is too short."""
        super().resizeEvent(event)
        self._fit_head()

    def _fit_head(self) -> None:
        wide = sum(part.sizeHint().width() for part in self._head_parts if not part.isHidden()) + _GAPS
        short = wide > self.width() - self.panel.width()
        self._head.setDirection(QBoxLayout.Direction.TopToBottom if short else QBoxLayout.Direction.LeftToRight)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Esc, end the quiz; without a quiz, leave the page."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.quiz.isVisible():
            self._end_quiz()
        else:
            self.leave()

    def _begin(self, typed: str) -> None:
        self.editor.begin(self._context, typed)

    def _answered(self, claimed: int) -> None:
        """Show the value of the hand and why, next to the value that the user ``claimed``."""
        self.editor.show_as_read()
        self.panel.show()
        self.panel.show_verdict(self.editor.state.verdict, claimed, quiz=True)

    def _stop(self) -> None:
        """End the quiz and let the user type, starting with an empty hand."""
        self.quiz.hide()
        self.panel.show()
        self.editor.set_read_only(False)
        self.editor.begin(replace(self._context, situation=EAST_BY_DISCARD))
        self._show_choices(shown=True)

    def _end_quiz(self) -> None:
        self._stop()
        self.editor.setFocus()


def _load(id: str, _step: Step) -> RuleSet:
    """Load the rules and prepare counting by them, in another thread."""
    rules = rule_set(id)
    assert rules is not None, "the list has what the catalogue has"
    warm_up_player(PlayerContext(rules, round_wind=rules.table.start.prevalent is not None))
    return rules
