"""The page Fouls: faults at the left, penalties in the middle, a new penalty or the chosen one at the right."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import GivePenalty, TableCommand
from ui.desktop.controller import EventController
from ui.desktop.half_typed_keeper import keeper_of
from ui.desktop.kit.menu import MenuEntry, table_entries
from ui.desktop.kit.page import StatePage
from ui.desktop.kit.sides import WIDE_FROM, Sides
from ui.desktop.pages.fouls.lists import FaultsColumn, PenaltiesColumn
from ui.desktop.pages.report_dialogs import show_report
from ui.desktop.sheet.penalty_form import PenaltyForm, PenaltyShown
from ui.desktop.theme import Room, Size
from ui.desktop.widgets.cards import EmptyState, SidePanel
from ui.desktop.widgets.layouts import boxed, column, row, set_margins, stretched
from ui.entry import fouls_state as keys
from ui.entry.fouls_state import FoulsPart, FoulsState, FoulsStep
from ui.entry.half_typed import HalfTyped, with_fouls, with_fouls_half_typed
from ui.entry.penalty_draft import PenaltyField
from ui.entry.table_sheet import table_sheet

_PANEL, _NARROW_PANEL = 372, 340
_FAULTS, _WIDEST = 440, 2100
"""Maximum width of the list of faults, so that players' names have space, and the window width from which it is not
limited."""
_NO_DRAW = mark("There can be no penalties until a draw is published.")


class FoulsPage(StatePage[FoulsState, PenaltyField | FoulsPart]):
    """The page on which penalties are given as on the page Tables, but starting from the fault."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, FoulsState())
        self._keeper = keeper_of(controller)
        self._keeper.add("fouls", lambda kept: with_fouls(kept, self.state))
        self.state = self._with_unfinished(keys.opened(self.state, self.view))
        self.faults, self.given = FaultsColumn(), PenaltiesColumn()
        self.entry, self.shown = PenaltyForm(scrolled=True), PenaltyShown(whole=True)
        self._panel = SidePanel(width=_PANEL)
        margin = Size.PAGE_MARGIN
        set_margins(self._panel.body, (Size.PANEL_MARGIN - 4, 12, Size.PANEL_MARGIN - 4, 16))
        self._panel.body.addWidget(self.entry, 1)
        self._panel.body.addWidget(self.shown, 1)
        lists = row(stretched(self.faults, 40), stretched(self.given, 58), spacing=margin)
        self._lists = Sides(self.faults, self.given, (mark("Faults"), mark("Penalties given")), margin=0)
        self._lists.turned.connect(self._go_to_list)
        content = column(self._lists, stretched(lists), spacing=0, margins=(margin, 0, margin, 0))
        empty = EmptyState(_NO_DRAW, mark("Go to the draw"), shortcut="Return")
        self.lay_out(boxed(content), panel=self._panel, empty=empty)
        empty.activated.connect(lambda: controller.navigation.page_wanted.emit("draw"))
        self.on(self.entry.stepped, keys.penalty_stepped)
        self.on(self.faults.picked, keys.fault_picked)
        self.on(self.given.wanted, keys.penalty_picked)
        self.on(self.shown.typed, keys.cancel_typed)
        self.on(self.shown.confirmed, keys.cancel_confirmed)
        self.entry.left.connect(self._escape)
        for left in (self.faults.left, self.shown.left):
            self.on(left, keys.left)

    def _escape(self) -> None:
        self.apply(keys.escaped(self.state))
        if not self.state.draft.typed.started:
            self.faults.clear()

    def half_typed(self) -> str:
        """Return the penalty that was typed and not given, for a crash report."""
        return "; ".join(map(repr, with_fouls(HalfTyped(""), self.state).fouls))

    def forget(self) -> None:
        """Replace the state of the previous event with that of the event which is open now."""
        self.state = self._with_unfinished(keys.opened(self.state, self.view))
        self.faults.clear()

    def _with_unfinished(self, state: FoulsState) -> FoulsState:
        """Return ``state`` with the penalty of this event that the user left unfinished."""
        kept = self._keeper.to_restore("fouls")
        return with_fouls_half_typed(state, kept, self.view) if kept is not None and self.view is not None else state

    def cleared(self, state: FoulsState) -> FoulsStep | None:
        """Return the step that clears the penalty being typed; None if there is none."""
        step = keys.cleared(state)
        if step is not None:
            self.faults.clear()
        return step

    def refusals_in(self, state: FoulsState) -> Sequence[object]:
        """Return what ``state`` shows as refused."""
        return state.refusals

    def with_ignored(self, state: FoulsState, keys: int) -> FoulsState:
        """Return ``state`` with the number of ignored keys."""
        return state.with_ignored(keys)

    def look_again(self, state: FoulsState) -> FoulsStep:
        """Fill the lists after the event changed. Return the step that keeps what is typed."""
        view, session = self.view, self.controller.session
        drawn = view is not None and view.seating is not None and session > 0
        if state.draft.typed.started and state.draft.typed.session != session:
            text = mark("There is an unfinished penalty in session {session}.", session=state.draft.typed.session)
            self.controller.messages.noted.emit(text)
        self.show_empty(None if drawn else _NO_DRAW)
        if drawn and view is not None:
            self.faults.offer(view.rules.faults)
            self.given.show_event(view, session)
        return FoulsStep(keys.look_again(state, view if drawn else None, session))

    def last_seen(self, state: FoulsState, command: TableCommand) -> int | None:
        """Return the number of the last entry of the sheet on which a penalty is given; None for other commands."""
        table = state.draft.table
        return table.sheet.number if table is not None and isinstance(command, GivePenalty) else None

    def carried_out(self, state: FoulsState, command: TableCommand) -> FoulsStep:
        """Select the penalty that was given. Return the step that starts a new one."""
        self.faults.clear()
        if isinstance(command, GivePenalty) and self.view is not None:
            self.given.choose(self.view.journal[-1].id)
        return keys.done(state, command)

    def refused(self, state: FoulsState, command: TableCommand, problem: Problem) -> FoulsStep:
        """Return the step that shows why nothing was recorded."""
        return keys.refused(state, command, problem)

    def fit(self, room: Room) -> None:
        """Make the panel narrower; in a narrow window show one list at a time."""
        self._panel.setFixedWidth(_PANEL if room.width >= WIDE_FROM else _NARROW_PANEL)
        self.faults.setMaximumWidth(_FAULTS if WIDE_FROM <= room.width < _WIDEST else room.width)
        self._lists.fit(room)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the field where typing continues."""
        super().focusInEvent(event)
        if not self.is_empty:
            self.put_cursor(PenaltyField.TABLE if self.state.looked_at is None else FoulsPart.CANCEL_REASON)

    def print_view(self) -> None:
        """Print the record of fouls of the current session."""
        if self.view is None or self.is_empty:
            self.controller.messages.noted.emit(_NO_DRAW)
        else:
            show_report(self.controller, self.view, "fouls-record", self, session=self.controller.session)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """Return the actions for the current penalty and for the lists."""
        given = self.given
        row = given.list.current_row
        cancels = row is not None and row.penalty.cancelled is None and self.controller.writes
        penalty = [MenuEntry(mark("Cancel the penalty"), given.want_cancelled, "Del", cancels)]
        whole = [
            MenuEntry(mark("New penalty"), lambda: self.apply(keys.left(self.state)), "G", self.controller.writes),
            MenuEntry(mark("Find a fault"), self.faults.search.setFocus, "Ctrl+F"),
        ]
        table = self.faults.list if under is not None and self.faults.isAncestorOf(under) else given.list
        return [penalty, whole, table_entries(table)]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that work wherever nothing is typed."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if event.key() == Qt.Key.Key_Escape or (event.text().upper() == "G" and not held):
            self.apply(keys.left(self.state))
        else:
            super().keyPressEvent(event)

    def show_state(self, state: FoulsState) -> None:
        """Show ``state``. Showing the same state again changes nothing."""
        looked_at, view = state.looked_at, state.draft.view
        self._keeper.keep_later()
        self.entry.show_draft(state.draft)
        if looked_at is not None and view is not None:
            table = table_sheet(view, looked_at.session, looked_at.table)
            self.shown.show_penalty(table, looked_at.penalty, state.cancel)
        self.entry.setVisible(looked_at is None)
        self.shown.setVisible(looked_at is not None)

    def _go_to_list(self, part: QWidget) -> None:
        (self.faults.search if part is self.faults else part).setFocus()

    def put_cursor(self, place: PenaltyField | FoulsPart) -> None:
        """Move the cursor to ``place``."""
        if place is FoulsPart.CANCEL_REASON:
            self.shown.setFocus()
        elif place is PenaltyField.FAULT:
            self._lists.show_side_of(self.faults)
            self.faults.search.setFocus()
        elif isinstance(place, PenaltyField):
            self.entry.focus(place)
