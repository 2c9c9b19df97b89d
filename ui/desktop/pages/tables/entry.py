"""The entry of one hand: winner, from whom, points, Enter. Nothing here needs the mouse.

Keys: 1–4 or the own wind of this hand (in the language in use) name a player, D is a self-draw, X a drawn hand,
Backspace in an empty field goes back one, Esc starts again. Every other key that is no answer goes to the page.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark, verbatim
from tournament.ledger.sheet import HandLine
from tournament.office import Command, CorrectHand, RecordHand, problems_of
from tournament.rules.payment import Outcome
from tournament.tiles.wind import Wind
from ui.desktop.keys import Key
from ui.desktop.pages.tables import refusals
from ui.desktop.pages.tables.at_table import AtTable
from ui.desktop.pages.tables.draft import Draft, Turn, draft_of
from ui.desktop.pages.tables.effect import EffectTable, SumLine
from ui.desktop.pages.tables.lines import ROUNDS, Typing, effect_of, result_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.card import row
from ui.desktop.widgets.entry_field import EntryField, EntryState
from ui.desktop.widgets.fields import LabeledField, TextField
from ui.desktop.widgets.key_text import KeyHint, KeyText
from ui.desktop.widgets.labels import ElidedLabel, TextLabel

Carry = Callable[[Command, bool], tuple[Problem, ...]]
"""Carries a command out, confirmed or not; gives back what stood against it, nothing when it is done."""


class HandEntry(QWidget):
    """Three fields read from top to bottom, and what they do to the totals."""

    drafted = Signal()
    """Something was typed: the sheet shows it in its row."""
    asked = Signal(str)
    """A key that means something to the page: its letter, in capitals."""
    cancelled = Signal()
    """Esc with nothing typed."""

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._carry = carry
        self._at: AtTable | None = None
        self._draft = Draft(1)
        self._asking = False
        self._title = TextLabel(kind=Type.PAGE_TITLE)
        self._where = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._was = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.winner = EntryField(mark("Winner"))
        self.source = EntryField(mark("From"), hint=mark("{a}–{b}, {d} self-draw", a=Key("1"), b=Key("4"), d=Key("D")))
        self.points = EntryField(mark("Points"), hint=mark("8 or more, then {enter}", enter=Key("Return")), big=True)
        self.reason = LabeledField(mark("Reason of the correction"), TextField())
        self._empty = KeyText(wrap=True, tone=Tone.TEXT)
        self._effect = EffectTable(mark("Hand"))
        self._sum = SumLine()
        self._missing = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.record = PrimaryButton("", hint="Return")
        self.hints = _hints()
        self._lay_out()
        self._listen()
        self.setFocusProxy(self.winner.line)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        head = QVBoxLayout()
        head.setSpacing(0)
        for label in (self._title, self._where, self._was):
            head.addWidget(label)
        column.addLayout(head)
        for part in (self.winner, self.source, self.points, self.reason, self._empty):
            column.addWidget(part)
        column.addSpacing(6)
        for widget in (self._effect, self._sum, self._missing, self.record):
            column.addWidget(widget)
        column.addSpacing(4)
        column.addWidget(self.hints)
        column.addStretch(1)

    def _listen(self) -> None:
        for field in (self.winner, self.source, self.points):
            field.line.installEventFilter(self)
        self.winner.typed.connect(self._winner_typed)
        self.source.typed.connect(self._source_typed)
        self.points.typed.connect(self._points_typed)
        self.winner.confirmed.connect(self._forward)
        self.source.confirmed.connect(self._forward)
        self.points.confirmed.connect(self._forward)
        self.reason_line.returnPressed.connect(self._submit)
        self.reason_line.installEventFilter(self)
        self.source.erased.connect(lambda: self.winner.line.setFocus())
        self.points.erased.connect(lambda: self.source.line.setFocus())
        self.record.clicked.connect(self._submit)

    @property
    def reason_line(self) -> TextField:
        """The line of the reason."""
        assert isinstance(self.reason.editor, TextField)
        return self.reason.editor

    @property
    def draft(self) -> Draft:
        """What is typed."""
        return self._draft

    @property
    def typing(self) -> Typing | None:
        """What the sheet shows in the row meanwhile; a recorded hand as long as nothing differs shows itself."""
        if self._at is None or (self._draft == draft_of(self._draft.hand, self._old.outcome) and self._correcting):
            return None
        outcome = self._draft.outcome
        if outcome is not None and self._blocking(outcome):
            outcome = None
        return Typing(self._draft.hand, self._draft.words(self._at.names), outcome)

    @property
    def changed(self) -> bool:
        """Something is typed that is not recorded."""
        return self._at is not None and self._draft != draft_of(self._draft.hand, self._old.outcome)

    def at_hand(self, at: AtTable) -> bool:
        """It shows a hand of this table."""
        mine = self._at.sheet if self._at is not None else None
        return mine is not None and (mine.session, mine.table) == (at.sheet.session, at.sheet.table)

    def show_hand(self, at: AtTable, draft: Draft) -> None:
        """Type ``draft.hand`` of the table ``at``, recorded or not."""
        self._at, self._draft, self._asking = at, draft, False
        self.reason_line.clear()
        self.reason.clear_problem()
        for field in (self.winner, self.source, self.points):
            field.set_state(EntryState.WAITING)
        self._show()

    def look_again(self, at: AtTable) -> None:
        """The sheet grew elsewhere: keep what is typed."""
        self._at = at
        self._show()

    def resume(self) -> None:
        """Put the cursor where something is missing."""
        self._field(self._draft.turn if not self._correcting else Turn.WINNER).line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys that are no answer before the line does."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._escape()
            return True
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        if watched is self.reason_line or not plain:
            return False
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.asked.emit("UP" if event.key() == Qt.Key.Key_Up else "DOWN")
            return True
        letter = event.text().upper()
        if letter == "X":
            self._take(self._draft.as_drawn())
            self.winner.line.setFocus()
            return True
        if letter in ("P", "G", "Q"):
            self.asked.emit(letter)
            return True
        return False

    @property
    def _correcting(self) -> bool:
        return self._old.outcome is not None

    @property
    def _old(self) -> HandLine:
        assert self._at is not None
        return self._at.sheet.hands[self._draft.hand - 1]

    def _field(self, turn: Turn) -> EntryField:
        return {Turn.WINNER: self.winner, Turn.SOURCE: self.source, Turn.POINTS: self.points}.get(
            turn, self.winner if self._draft.drawn else self.points
        )

    def _winner_typed(self, typed: str) -> None:
        self.winner.set_text("")
        assert self._at is not None
        column = self._at.column_of(typed[-1:], self._draft.hand)
        if column is None:
            self._unknown_key(self.winner, typed)
            return
        trial = Outcome(column, None, self._at.rules.minimum)
        against = [problem for problem in self._blocking(trial) if problem.field == "winner"]
        if against:
            words = refusals.words_of(against[0], self._at, trial, self._draft.hand)
            self.winner.set_state(EntryState.REFUSED, *words)
            return
        self._take(self._draft.with_winner(column))
        self.source.line.setFocus()

    def _source_typed(self, typed: str) -> None:
        self.source.set_text("")
        assert self._at is not None
        key = typed[-1:]
        column = None if key.upper() == "D" else self._at.column_of(key, self._draft.hand)
        if column is None and key.upper() != "D":
            self._unknown_key(self.source, typed)
        elif column is not None and column == self._draft.winner:
            words = Problem("winner-is-discarder", verbatim(""), "discarder")
            trial = Outcome(self._draft.winner, column, 0)
            self.source.set_state(EntryState.REFUSED, *refusals.words_of(words, self._at, trial, self._draft.hand))
        elif self._draft.winner is None:
            self.winner.line.setFocus()
            self._refuse_missing()
        else:
            self._take(self._draft.with_source(column))
            self.points.line.setFocus()

    def _points_typed(self, typed: str) -> None:
        draft = self._draft
        self._take(Draft(draft.hand, draft.winner, draft.drawn, draft.discarder, draft.self_draw, typed.strip()))

    def _unknown_key(self, field: EntryField, typed: str) -> None:
        title = mark("“{typed}” names nobody at this table", typed=typed)
        field.set_state(EntryState.REFUSED, title, mark("Press a number, 1 to 4, or an own wind of this hand."))

    def _take(self, draft: Draft) -> None:
        self._draft, self._asking = draft, False
        for field in (self.winner, self.source, self.points):
            field.set_state(EntryState.WAITING)
        self._show()
        self.drafted.emit()

    def _forward(self) -> None:
        turn = self._draft.turn
        if self._asking:
            self._submit()
        elif self.sender() is self.winner and turn is not Turn.WINNER and not self._draft.drawn:
            self.source.line.setFocus()
        elif self.sender() is self.source and self._draft.sourced:
            self.points.line.setFocus()
        elif self._correcting and turn is Turn.READY and self._points_stand():
            self.reason_line.setFocus()
        else:
            self._submit()

    def _points_stand(self) -> bool:
        outcome = self._draft.outcome
        against = self._blocking(outcome) if outcome is not None else ()
        against = tuple(problem for problem in against if problem.code != "nothing-changes")
        self._refuse(against)
        return not against

    def _submit(self) -> None:
        if self._at is None:
            return
        outcome = self._draft.outcome
        if outcome is None:
            self._refuse_missing()
            return
        against = self._carry(self._command(outcome, self.reason_line.text()), self._asking)
        self._refuse(against)

    def _refuse_missing(self) -> None:
        field = self._field(self._draft.turn)
        field.line.setFocus()
        if self._draft.turn is Turn.POINTS and self._draft.points:
            field.set_state(EntryState.REFUSED, *refusals.not_a_number(self._draft.points))
        else:
            field.set_state(EntryState.REFUSED, _MISSING[self._draft.turn])

    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        """Show the first of ``problems`` at its field; a question waits for Enter or Esc."""
        if not problems or self._at is None:
            return
        problem = problems[0]
        words = refusals.words_of(problem, self._at, self._draft.outcome, self._draft.hand)
        if problem.field == "reason":
            self.reason.set_problem(*words)
            self.reason_line.setFocus()
            return
        asks = problem.gravity is Gravity.ASKS
        field = {"winner": self.winner, "discarder": self.source}.get(problem.field, self._field(Turn.READY))
        if problem.code in ("hand-recorded", "sheet-closed", "totals-only", "conflict"):
            field = self.winner
        self._asking = asks or problem.code == "conflict"
        self._show()
        field.set_state(EntryState.ASKS if asks else EntryState.REFUSED, *words)
        field.line.setFocus()

    def _blocking(self, outcome: Outcome) -> tuple[Problem, ...]:
        assert self._at is not None
        found = problems_of(self._at.view, self._command(outcome, "-"))
        return tuple(problem for problem in found if problem.gravity is Gravity.BLOCKS)

    def _command(self, outcome: Outcome, reason: str) -> Command:
        assert self._at is not None
        session, table, hand = self._at.sheet.session, self._at.sheet.table, self._draft.hand
        if self._correcting:
            return CorrectHand(session, table, hand, outcome, reason)
        return RecordHand(session, table, hand, outcome)

    def _escape(self) -> None:
        if self._asking:
            self._asking = False
            self._show()
            self.points.set_state(EntryState.OPEN)
            self.winner.set_state(EntryState.OPEN)
            self.points.line.selectAll()
            return
        if not self.changed:
            self.cancelled.emit()
            return
        self._take(draft_of(self._draft.hand, self._old.outcome))
        self.resume()

    def _show(self) -> None:
        at, draft = self._at, self._draft
        if at is None:
            return
        self._show_head(at, draft)
        self._show_answers(at, draft)
        typing = self.typing
        settled = typing is not None and typing.outcome is not None
        effect = effect_of(at.sheet, at.rules, typing) if settled else None
        lit = draft.winner if settled else None
        self._effect.show_effect(at.names, at.sheet.scores, effect, lit=lit)
        self._sum.show_sum(at.sheet.lost)
        fresh = draft.empty and not at.sheet.played
        self._empty.setVisible(fresh)
        if fresh:
            text = mark(
                "No hands yet. Press {a}–{b} for the winner of hand {hand}, {x} if it was drawn.",
                a=Key("1"), b=Key("4"), x=Key("X"), hand=draft.hand,
            )  # fmt: skip
            self._empty.set_text(text)
        missing = _MISSING.get(draft.turn)
        self._missing.setVisible(missing is not None)
        self._missing.set_text(missing or "")
        self.record.setEnabled(settled)
        self.record.set_text(self._deed())

    def _deed(self) -> Text:
        if self._asking and self._draft.number is not None:
            return mark("Yes, record {points} points", points=self._draft.number)
        if self._correcting:
            return mark("Correct hand {hand}", hand=self._draft.hand)
        return mark("Record hand {hand}", hand=self._draft.hand)

    def _show_head(self, at: AtTable, draft: Draft) -> None:
        sheet, rotation = at.sheet, at.rules.rotation
        self._title.set_text(mark("Hand {hand}", hand=draft.hand))
        where = {"table": sheet.table, "round": ROUNDS[rotation.prevalent(draft.hand)]}
        last = draft.hand == len(sheet.hands)
        text = (
            mark("Table {table} · {round} · last hand of the sheet", **where)
            if last
            else mark("Table {table} · {round}", **where)
        )
        self._where.set_text(text)
        old = self._old.outcome
        self._was.setVisible(old is not None)
        self.reason.setVisible(old is not None)
        if old is not None:
            what = refusals.Plain(result_of(old, at.names))
            self._was.set_text(mark("Recorded: {what}, {points}", what=what, points=old.points))
        letters = [refusals.WindKey(wind) for wind in Wind]
        self.winner.set_hint(
            mark(
                "{a}–{b} or {e} {s} {w} {n}",
                a=Key("1"),
                b=Key("4"),
                e=letters[0],
                s=letters[1],
                w=letters[2],
                n=letters[3],
            )  # fmt: skip
        )

    def _show_answers(self, at: AtTable, draft: Draft) -> None:
        winds = at.winds(draft.hand)
        if draft.drawn:
            self.winner.set_answer(mark("Drawn hand"))
            self.winner.set_aside(mark("nobody pays"))
        elif draft.winner is not None:
            self.winner.set_answer(at.players[draft.winner].name, number=draft.winner + 1)
            self.winner.set_aside(winds[draft.winner].label)
        else:
            self.winner.set_answer("")
            self.winner.set_aside("")
        self._show_source(at, draft)
        if self.points.text().strip() != draft.points:
            self.points.set_text(draft.points)
        self.points.set_aside(_payers(at, draft))
        for field, done in ((self.winner, draft.winner is not None or draft.drawn), (self.source, draft.sourced)):
            if done and not field.problem():
                field.set_state(EntryState.OPEN)

    def _show_source(self, at: AtTable, draft: Draft) -> None:
        if draft.self_draw:
            self.source.set_answer(mark("Self-draw"))
            self.source.set_aside(mark("all three pay"))
        elif draft.discarder is not None:
            self.source.set_answer(at.players[draft.discarder].name, number=draft.discarder + 1)
            self.source.set_aside(at.winds(draft.hand)[draft.discarder].label)
        else:
            self.source.set_answer("")
            self.source.set_aside("")


_MISSING = {
    Turn.WINNER: mark("A winner is missing."),
    Turn.SOURCE: mark("Say from whom the tile came."),
    Turn.POINTS: mark("The points are missing."),
}


def _payers(at: AtTable, draft: Draft) -> Text | str:
    outcome = draft.outcome
    if outcome is None or outcome.winner is None or outcome.points < at.rules.minimum:
        return ""
    if outcome.discarder is None:
        return mark("{points} + 8 from\neach of the three", points=outcome.points)
    name = at.names[outcome.discarder]
    return mark("{points} + 8 from {player}\n8 from each other", points=outcome.points, player=_shortened(name))


def _shortened(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _hints() -> QWidget:
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 8, 0, 0)
    grid.setVerticalSpacing(6)
    hints: tuple[tuple[str, Text], ...] = (
        ("X", mark("Drawn hand")),
        ("P", mark("Penalty")),
        ("Up", mark("Correct a hand")),
        ("D", mark("Self-draw")),
        ("F6", mark("Totals on paper")),
        ("Esc", mark("Start again")),
    )
    for at, (key, text) in enumerate(hints):
        label = TextLabel(text, kind=Type.DENSE, tone=Tone.TEXT2)
        grid.addLayout(row(KeyHint(key), label, None), at // 2, at % 2)
    return box
