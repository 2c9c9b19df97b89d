"""Typing a penalty: table, hand, player, fault and what the referee has to choose; Enter goes to what is missing."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.use_cases import Command, GivePenalty, View
from ui.desktop.pages.fouls.draft import Draft, Missing
from ui.desktop.pages.fouls.form import PenaltyForm
from ui.desktop.sheet.faults import Offence
from ui.desktop.sheet.table_sheet import table_sheet
from ui.desktop.sheet.typed import line_of, whole
from ui.desktop.widgets.entry_field import EntryState

Carry = Callable[[Command, int | None], tuple[Problem, ...]]
"""Carries a command out on a sheet seen at some number; what stands against it, nothing when it is done."""
_MISSING: dict[Missing, Text] = {
    Missing.TABLE: mark("A table is missing."),
    Missing.HAND: mark("This is no hand of the session."),
    Missing.PLAYER: mark("A player is missing."),
    Missing.FAULT: mark("A fault is missing."),
    Missing.STEP: mark("Choose a step of the ladder."),
    Missing.AMOUNT: mark("A number is missing."),
    Missing.TO: mark("Say who receives the points."),
    Missing.REASON: mark("A reason is missing."),
}


class PenaltyEntry(PenaltyForm):
    """The fault comes from the list at the left (:meth:`choose`); all else is typed here."""

    fault_wanted = Signal()
    """Only the fault is missing."""
    finished = Signal(str)
    """A penalty was given, by the entry of this id."""

    def __init__(self, carry: Carry, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._carry = carry
        self._view: View | None = None
        self._session = 0
        self._player: int | None = None
        self._offence: Offence | None = None
        self._step: int | None = None
        self._listen()
        self.setFocusProxy(line_of(self.table))
        self._show()

    def _listen(self) -> None:
        for field in self.typed_fields:
            line_of(field).returnPressed.connect(self.go_on)
        line_of(self.table).textEdited.connect(lambda _typed: self._table_typed())
        for field in (self.hand, self.amount, self.to, self.reason):
            line_of(field).textEdited.connect(lambda _typed: self._show())
        self.player.typed.connect(self._player_typed)
        self.player.confirmed.connect(self.go_on)
        self.player.erased.connect(self._forget_player)
        self.ladder.chosen.connect(self._step_chosen)
        self.give.clicked.connect(self._submit)
        for control in (self.ladder, self.give):
            control.installEventFilter(self)

    @property
    def draft(self) -> Draft:
        """What is typed."""
        number = whole(line_of(self.table).text())
        seating = self._view.seating if self._view is not None else None
        known = number is not None and seating is not None and seating.seats(self._session, number) is not None
        at = table_sheet(self._view, self._session, number) if known and self._view and number else None
        amount, to, reason, hand = (line_of(f).text() for f in (self.amount, self.to, self.reason, self.hand))
        return Draft(at, hand, self._player, self._offence, self._step, amount, to, reason)

    def show_event(self, view: View | None, session: int) -> None:
        """Type for ``session`` of ``view``; what is typed stays where it still can be."""
        if session != self._session:
            self.clear()
        self._view, self._session = view, session
        self._show()

    def clear(self) -> None:
        """Begin anew."""
        self._player, self._offence, self._step = None, None, None
        for field in self.typed_fields:
            line_of(field).clear()
        self.player.set_state(EntryState.WAITING)
        self._show()

    def choose(self, offence: Offence) -> None:
        """Take a fault from the list."""
        if offence.slug != (self._offence.slug if self._offence is not None else None):
            self._step = None
            line_of(self.amount).clear()
        self._offence = offence
        self._show()
        self._go_to(self.draft.missing)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter on the ladder or the button goes on."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_on()
            return True
        return False

    def go_on(self) -> None:
        """Go to the next field, or to what is missing; when nothing is, give the penalty."""
        missing = self.draft.missing
        if missing not in (Missing.TABLE, Missing.HAND) and line_of(self.table).hasFocus():
            self.hand.setFocus()
            line_of(self.hand).selectAll()
        elif missing is Missing.REASON and line_of(self.amount).hasFocus():
            self.to.setFocus()
        elif missing is None:
            self._submit()
        else:
            self._refuse_place(missing)
            self._go_to(missing)

    def _go_to(self, missing: Missing | None) -> None:
        if missing is Missing.FAULT:
            self.fault_wanted.emit()
            return
        fields: dict[Missing | None, QWidget] = {
            Missing.TABLE: self.table,
            Missing.HAND: self.hand,
            Missing.PLAYER: self.player.line,
            Missing.STEP: self.ladder,
            Missing.AMOUNT: self.amount,
            Missing.TO: self.to,
            Missing.REASON: self.reason,
        }
        fields.get(missing, self.give).setFocus()

    def _refuse_place(self, missing: Missing) -> None:
        """Say at the field which tables and hands there are."""
        typed, draft = line_of(self.table).text().strip(), self.draft
        tables = len(self._view.seating.tables(self._session)) if self._view and self._view.seating else 0
        if missing is Missing.TABLE and typed:
            text = mark("There is no table “{typed}”: session {session} has tables 1 to {last}.", typed=typed,
                        session=self._session, last=tables)  # fmt: skip
            self.table.set_problem(text)
        elif missing is Missing.TABLE:
            self.table.set_problem(mark("Type the number of a table, 1 to {last}.", last=tables))
        elif missing is Missing.HAND and draft.at is not None:
            last = len(draft.at.sheet.hands)
            text = mark("“{typed}” is no hand: a session has hands 1 to {last}.", typed=draft.hand_typed, last=last)
            self.hand.set_problem(text)

    def _table_typed(self) -> None:
        """Another table: its players are others, and its hand is the one that waits."""
        at = self.draft.at
        self._player = None
        self.player.set_state(EntryState.WAITING)
        waiting = at.sheet.next_hand if at is not None else None
        line_of(self.hand).setText(str(waiting) if waiting is not None else "")
        self._show()

    def _player_typed(self, typed: str) -> None:
        self.player.set_text("")
        draft = self.draft
        if draft.at is None:
            self._refuse_place(Missing.TABLE)
            self.table.setFocus()
            return
        column = draft.at.column_of(typed[-1:], draft.hand)
        if column is None:
            title = mark("“{typed}” names nobody at this table", typed=typed)
            self.player.set_state(EntryState.REFUSED, title, mark("Press a number, 1 to 4."))
            return
        self._player, self._step = column, None
        self.player.set_state(EntryState.OPEN)
        self._show()
        if self.draft.missing is not None:
            self._go_to(self.draft.missing)

    def _forget_player(self) -> None:
        self._player = None
        self.player.set_state(EntryState.WAITING)
        self._show()

    def _step_chosen(self, at: int) -> None:
        self._step = at
        self._show()

    def _show(self) -> None:
        draft = self.draft
        for field in self.typed_fields:
            field.clear_problem()
        self.show_draft(draft, self._session)
        given, against = draft.preview()
        self.show_cost(draft.at, given)
        waits = against or (_MISSING[draft.missing] if draft.missing is not None else "")
        self.missing_words.setVisible(given is None)
        self.missing_words.set_text(waits)
        self.give.setEnabled(given is not None)
        if given is not None and given.points:
            self.give.set_text(mark("Give the penalty, {points} points", points=-given.net[given.player]))
        else:
            self.give.set_text(mark("Give the penalty"))

    def _submit(self) -> None:
        draft = self.draft
        if draft.charge is None or draft.at is None:
            return
        sheet = draft.at.sheet
        against = self._carry(GivePenalty(sheet.session, sheet.table, draft.charge), sheet.number)
        if against:
            self._refuse(against[0])
            return
        view = self._view
        self.clear()
        self.finished.emit(view.journal[len(view.journal) - 1].id if view is not None else "")

    def _refuse(self, problem: Problem) -> None:
        fields = {"points": self.amount, "minutes": self.amount, "to": self.to, "reason": self.reason}
        field = self.hand if problem.field == "hand" else fields.get(problem.field, self.table)
        if field.isHidden():
            field = self.table
        field.set_problem(problem.text)
        field.setFocus()
