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
from tournament.language import mark
from tournament.rules.payment import Outcome
from tournament.use_cases import Command
from ui.desktop.pages.tables import refusals
from ui.desktop.pages.tables.draft import Draft, Turn
from ui.desktop.pages.tables.entry_form import HandForm
from ui.desktop.pages.tables.held import Held
from ui.desktop.sheet.lines import Typing
from ui.desktop.sheet.table_sheet import TableSheet
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
        self._held: Held | None = None
        self._asking = False
        for field in self.fields:
            field.line.installEventFilter(self)
            field.confirmed.connect(self._forward)
        self.winner.typed.connect(self._winner_typed)
        self.source.typed.connect(self._source_typed)
        self.points.typed.connect(lambda typed: self.take(replace(self.draft, points=typed.strip())))
        self.source.erased.connect(self.winner.line.setFocus)
        self.points.erased.connect(self.source.line.setFocus)
        self.reason_line.returnPressed.connect(self._submit)
        self.reason_line.installEventFilter(self)
        self.record.clicked.connect(self._submit)

    @property
    def at(self) -> TableSheet | None:
        """The table whose hand it shows."""
        return self._held.at if self._held is not None else None

    @property
    def draft(self) -> Draft:
        """What is typed."""
        return self._held.draft if self._held is not None else Draft(1)

    @property
    def changed(self) -> bool:
        """Something is typed that is not recorded."""
        return self._held is not None and self._held.changed

    @property
    def typing(self) -> Typing | None:
        """What the sheet shows in the row meanwhile; None while a recorded hand is only looked at."""
        return self._held.typing if self._held is not None else None

    def show_hand(self, at: TableSheet, draft: Draft) -> None:
        """Type ``draft.hand`` of the table ``at``, recorded or not."""
        self._held, self._asking = Held(at, draft), False
        self.reason_line.clear()
        self.reason.clear_problem()
        for field in self.fields:
            field.set_state(EntryState.WAITING)
        self._show()

    def look_again(self, at: TableSheet) -> None:
        """The sheet grew elsewhere: keep what is typed."""
        self._held = Held(at, self.draft)
        self._show()

    def resume(self) -> None:
        """Put the cursor where something is missing: of a correction its reason."""
        held = self._held
        if held is not None and held.old is not None and held.changed and held.draft.outcome is not None:
            self.reason_line.setFocus()
            return
        looked_at = held is not None and held.old is not None
        turn = Turn.WINNER if looked_at or self.draft.drawn else self.draft.turn
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
            self.take(Draft(self.draft.hand, drawn=True))
            self.winner.line.setFocus()
        elif letter == "T" and self.draft.drawn:
            self.winner.set_state(EntryState.REFUSED, mark("A drawn hand has no winner, so no winner’s tiles."))
        elif letter == "T" and self.draft.turn in (Turn.WINNER, Turn.SOURCE):
            self.refuse_missing(self.draft)
        elif letter in ("UP", "DOWN", "P", "G", "Q", "T"):
            self.asked.emit(letter)
        else:
            return False
        return True

    def _winner_typed(self, typed: str) -> None:
        self.winner.set_text("")
        assert self._held is not None
        at, draft = self._held.at, self._held.draft
        column = at.column_of(typed[-1:], draft.hand)
        if column is None:
            self.winner.set_state(EntryState.REFUSED, *refusals.nobody(typed))
            return
        against = self._held.against_winner(column)
        if against:
            words = refusals.words_of(against[0], at, Outcome(column), draft.hand)
            self.winner.set_state(EntryState.REFUSED, *words)
            return
        self.take(draft.with_winner(column))
        self.source.line.setFocus()

    def _source_typed(self, typed: str) -> None:
        self.source.set_text("")
        assert self._held is not None
        at, draft = self._held.at, self._held.draft
        self_draw = typed[-1:].upper() == "D"
        column = None if self_draw else at.column_of(typed[-1:], draft.hand)
        if column is None and not self_draw:
            self.source.set_state(EntryState.REFUSED, *refusals.nobody(typed))
        elif draft.winner is None:
            self.refuse_missing(draft)
        elif column == draft.winner:
            self.source.set_state(EntryState.REFUSED, *refusals.own_tile(at.names[draft.winner]))
        else:
            self.take(draft.with_source(column))
            self.ask_points()

    def take(self, draft: Draft) -> None:
        """Type on from ``draft``."""
        if self._held is None:
            return
        self._held, self._asking = Held(self._held.at, draft), False
        for field in self.fields:
            field.set_state(EntryState.WAITING)
        self._show()
        self.drafted.emit()

    def _forward(self) -> None:
        """Enter in one of the fields: on to the next, and behind the last to the ledger."""
        held, sender = self._held, self.sender()
        if held is None or self._asking or held.draft.turn is Turn.WINNER:
            self._submit()
        elif sender is self.winner and not held.draft.drawn:
            self.source.line.setFocus()
        elif sender is self.source and held.draft.sourced:
            self.ask_points()
        elif held.old is not None and held.draft.outcome is not None and held.changed:
            against = held.against(held.draft.outcome)
            self._refuse(against)
            if not against:
                self.reason_line.setFocus()
        else:
            self._submit()

    def _submit(self) -> None:
        held = self._held
        if held is None or held.draft.outcome is None:
            self.refuse_missing(self.draft)
            return
        self._refuse(self._carry(held.command(held.draft.outcome, self.reason_line.text()), self._asking))

    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        """Show the first of ``problems`` at its field; a question waits for Enter or Esc."""
        if not problems or self._held is None:
            return
        problem, draft = problems[0], self._held.draft
        words = refusals.words_of(problem, self._held.at, draft.outcome, draft.hand)
        if problem.field == "reason":
            self.reason.set_problem(*words)
            self.reason_line.setFocus()
            return
        at_the_winner = problem.field == "winner" or problem.code in _AT_THE_WINNER or draft.drawn
        field = self.winner if at_the_winner else self.source if problem.field == "discarder" else self.points
        self._asking = problem.gravity is Gravity.ASKS
        self._show()
        field.set_state(EntryState.ASKS if self._asking else EntryState.REFUSED, *words)
        field.line.setFocus()

    def _escape(self) -> None:
        if self._asking:
            self._asking = False
            self._show()
            for field in (self.winner, self.points):
                field.set_state(EntryState.OPEN)
            self.points.line.selectAll()
        elif self._held is not None and self._held.changed:
            self.take(self._held.recorded)
            self.resume()
        else:
            self.cancelled.emit()

    def _show(self) -> None:
        held = self._held
        if held is not None:
            self.show_draft(held.at, held.draft, old=held.old, effect=held.effect, deed=held.deed(asking=self._asking))
