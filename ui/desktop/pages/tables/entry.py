"""The entry of one hand: winner, from whom, points, Enter. Nothing here needs the mouse.

Keys: 1–4 or the own wind of this hand (in the language in use) name a player, D is a self-draw, X a drawn hand,
Backspace in an empty field goes back one, Esc starts again. Every other key that is no answer goes to the page.
"""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.office import Command, CorrectHand, RecordHand, problems_of
from tournament.rules.payment import Outcome
from ui.desktop.pages.tables import refusals
from ui.desktop.pages.tables.draft import Draft, Turn, draft_of
from ui.desktop.pages.tables.entry_form import MISSING, HandForm
from ui.desktop.table.at_table import AtTable
from ui.desktop.table.lines import Typing, effect_of
from ui.desktop.widgets.entry_field import EntryState

Carry = Callable[[Command, bool], tuple[Problem, ...]]
"""Carries a command out, confirmed or not; gives back what stood against it, nothing when it is done."""
_AT_THE_WINNER = ("hand-recorded", "sheet-closed", "totals-only")
"""Problems of the hand as a whole are told at its first field."""


class HandEntry(HandForm):
    """The form, typed into."""

    drafted = Signal()
    """Something was typed: the sheet shows it in its row."""
    asked = Signal(str)
    """A key that means something to the page: its letter in capitals, or UP or DOWN."""
    cancelled = Signal()
    """Esc with nothing typed."""

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._carry = carry
        self._at: AtTable | None = None
        self._draft = Draft(1)
        self._asking = False
        for field in self.fields:
            field.line.installEventFilter(self)
            field.confirmed.connect(self._forward)
        self.winner.typed.connect(self._winner_typed)
        self.source.typed.connect(self._source_typed)
        self.points.typed.connect(lambda typed: self.take(replace(self._draft, points=typed.strip())))
        self.source.erased.connect(self.winner.line.setFocus)
        self.points.erased.connect(self.source.line.setFocus)
        self.reason_line.returnPressed.connect(self._submit)
        self.reason_line.installEventFilter(self)
        self.record.clicked.connect(self._submit)

    @property
    def at(self) -> AtTable | None:
        """The table whose hand it shows."""
        return self._at

    @property
    def draft(self) -> Draft:
        """What is typed."""
        return self._draft

    @property
    def changed(self) -> bool:
        """Something is typed that is not recorded."""
        return self._at is not None and self._draft != draft_of(self._at.sheet.hands[self._draft.hand - 1])

    @property
    def typing(self) -> Typing | None:
        """What the sheet shows in the row meanwhile; None while a recorded hand is only looked at."""
        if self._at is None or (self._old is not None and not self.changed):
            return None
        outcome = self._draft.outcome
        if outcome is not None and _blocking(self._at, self._draft, outcome):
            outcome = None
        return Typing(self._draft.hand, self._draft.words(self._at.names), outcome)

    def show_hand(self, at: AtTable, draft: Draft) -> None:
        """Type ``draft.hand`` of the table ``at``, recorded or not."""
        self._at, self._draft, self._asking = at, draft, False
        self.reason_line.clear()
        self.reason.clear_problem()
        for field in self.fields:
            field.set_state(EntryState.WAITING)
        self._show()

    def look_again(self, at: AtTable) -> None:
        """The sheet grew elsewhere: keep what is typed."""
        self._at = at
        self._show()

    def resume(self) -> None:
        """Put the cursor where something is missing."""
        turn = Turn.WINNER if self._old is not None or self._draft.drawn else self._draft.turn
        self.field(turn).line.setFocus()

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
        return self._take_key(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        arrows = {Qt.Key.Key_Up: "UP", Qt.Key.Key_Down: "DOWN"}
        letter = arrows.get(Qt.Key(event.key()), event.text().upper())
        if letter == "X":
            self.take(Draft(self._draft.hand, drawn=True))
            self.winner.line.setFocus()
        elif letter == "T" and self._draft.drawn:
            self.winner.set_state(EntryState.REFUSED, mark("A drawn hand has no winner, so no winner’s tiles."))
        elif letter == "T" and self._draft.turn in (Turn.WINNER, Turn.SOURCE):
            self._refuse_missing()
        elif letter in ("UP", "DOWN", "P", "G", "Q", "T"):
            self.asked.emit(letter)
        else:
            return False
        return True

    @property
    def _old(self) -> Outcome | None:
        """What is recorded."""
        return self._at.sheet.hands[self._draft.hand - 1].outcome if self._at is not None else None

    def _winner_typed(self, typed: str) -> None:
        self.winner.set_text("")
        assert self._at is not None
        column = self._at.column_of(typed[-1:], self._draft.hand)
        if column is None:
            self.winner.set_state(EntryState.REFUSED, *refusals.nobody(typed))
            return
        trial = Outcome(column, None, self._at.rules.minimum)
        against = [
            problem for problem in _blocking(self._at, Draft(self._draft.hand), trial) if problem.field == "winner"
        ]
        if against:
            words = refusals.words_of(against[0], self._at, trial, self._draft.hand)
            self.winner.set_state(EntryState.REFUSED, *words)
            return
        self.take(self._draft.with_winner(column))
        self.source.line.setFocus()

    def _source_typed(self, typed: str) -> None:
        self.source.set_text("")
        assert self._at is not None
        self_draw = typed[-1:].upper() == "D"
        column = None if self_draw else self._at.column_of(typed[-1:], self._draft.hand)
        if column is None and not self_draw:
            self.source.set_state(EntryState.REFUSED, *refusals.nobody(typed))
        elif self._draft.winner is None:
            self._refuse_missing()
        elif column == self._draft.winner:
            self.source.set_state(EntryState.REFUSED, *refusals.own_tile(self._at.names[self._draft.winner]))
        else:
            self.take(self._draft.with_source(column))
            self._on_to_points()

    def take(self, draft: Draft) -> None:
        """Type on from ``draft``."""
        self._draft, self._asking = draft, False
        for field in self.fields:
            field.set_state(EntryState.WAITING)
        self._show()
        self.drafted.emit()

    def _forward(self) -> None:
        """Enter in one of the fields: on to the next, and behind the last to the ledger."""
        draft, sender = self._draft, self.sender()
        if self._asking or draft.turn is Turn.WINNER:
            self._submit()
        elif sender is self.winner and not draft.drawn:
            self.source.line.setFocus()
        elif sender is self.source and draft.sourced:
            self._on_to_points()
        elif self._old is not None and draft.outcome is not None and self.changed:
            assert self._at is not None
            against = _blocking(self._at, draft, draft.outcome)
            self._refuse(against)
            if not against:
                self.reason_line.setFocus()
        else:
            self._submit()

    def _submit(self) -> None:
        outcome = self._draft.outcome
        if outcome is None or self._at is None:
            self._refuse_missing()
            return
        command = _command(self._at, self._draft, outcome, self.reason_line.text())
        self._refuse(self._carry(command, self._asking))

    def _refuse_missing(self) -> None:
        field = self.field(self._draft.turn)
        field.line.setFocus()
        if self._draft.turn is Turn.POINTS and self._draft.points:
            field.set_state(EntryState.REFUSED, *refusals.not_a_number(self._draft.points))
        else:
            field.set_state(EntryState.REFUSED, MISSING[self._draft.turn])

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
        at_the_winner = problem.field == "winner" or problem.code in _AT_THE_WINNER or self._draft.drawn
        field = self.winner if at_the_winner else self.source if problem.field == "discarder" else self.points
        self._asking = problem.gravity is Gravity.ASKS
        self._show()
        field.set_state(EntryState.ASKS if self._asking else EntryState.REFUSED, *words)
        field.line.setFocus()

    def _on_to_points(self) -> None:
        """The digits that stand there are marked: those of a correction are typed over them, not behind them."""
        self.points.line.setFocus()
        self.points.line.selectAll()

    def _escape(self) -> None:
        if self._asking:
            self._asking = False
            self._show()
            for field in (self.winner, self.points):
                field.set_state(EntryState.OPEN)
            self.points.line.selectAll()
        elif self.changed and self._at is not None:
            self.take(draft_of(self._at.sheet.hands[self._draft.hand - 1]))
            self.resume()
        else:
            self.cancelled.emit()

    def _show(self) -> None:
        if self._at is None:
            return
        typing = self.typing
        settled = typing is not None and typing.outcome is not None
        effect = effect_of(self._at.sheet, self._at.rules, typing) if settled else None
        deed = _deed(self._old, self._draft, asking=self._asking)
        self.show_draft(self._at, self._draft, old=self._old, effect=effect, deed=deed)


def _deed(old: Outcome | None, draft: Draft, *, asking: bool) -> Text:
    if asking and draft.number is not None:
        return mark("Yes, record {points} points", points=draft.number)
    if old is not None:
        return mark("Correct hand {hand}", hand=draft.hand)
    return mark("Record hand {hand}", hand=draft.hand)


def _command(at: AtTable, draft: Draft, outcome: Outcome, reason: str) -> Command:
    session, table, hand = at.sheet.session, at.sheet.table, draft.hand
    if at.sheet.hands[hand - 1].outcome is not None:
        return CorrectHand(session, table, hand, outcome, reason, draft.tiles, draft.overrule)
    return RecordHand(session, table, hand, outcome, draft.tiles, draft.overrule)


def _blocking(at: AtTable, draft: Draft, outcome: Outcome) -> tuple[Problem, ...]:
    """What makes ``outcome`` impossible, but for a reason not yet given."""
    found = problems_of(at.view, _command(at, draft, outcome, "-"))
    return tuple(p for p in found if p.gravity is Gravity.BLOCKS and p.code != "nothing-changes")
