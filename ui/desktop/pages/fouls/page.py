"""The Fouls page: faults at the left, what was given in the middle, a new penalty or the chosen one at the right."""

from collections.abc import Callable

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent

from tournament.language import mark
from tournament.use_cases import CancelPenalty, GivePenalty
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt_command
from ui.desktop.kit.page import Page
from ui.desktop.kit.widths import FULL_PANEL_FROM
from ui.desktop.pages.fouls import state as keys
from ui.desktop.pages.fouls.lists import FaultsColumn, PenaltiesColumn
from ui.desktop.pages.fouls.state import FoulsPart, FoulsState, FoulsStep
from ui.desktop.sheet.penalty_draft import PenaltyField
from ui.desktop.sheet.penalty_form import PenaltyForm
from ui.desktop.sheet.penalty_shown import PenaltyShown
from ui.desktop.sheet.table_sheet import table_sheet
from ui.desktop.theme import Size
from ui.desktop.translation import translator
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.empty_state import EmptyState
from ui.desktop.widgets.layouts import boxed, lay_out_now, row, set_margins, stretched

_PANEL, _NARROW_PANEL = 372, 340
_NO_DRAW = mark("No draw is published yet, so nobody can be at fault.")


class FoulsPage(Page):
    """Types penalties as the Tables page does, from the side of the faults."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.state = FoulsState()
        self._acting = False
        self.faults, self.given = FaultsColumn(), PenaltiesColumn()
        self.entry, self.shown = PenaltyForm(scrolled=True), PenaltyShown()
        self._panel = SidePanel(width=_PANEL)
        margin = Size.PAGE_MARGIN
        set_margins(self._panel.body, (Size.PANEL_MARGIN - 4, 12, Size.PANEL_MARGIN - 4, 16))
        self._panel.body.addWidget(self.entry, 1)
        self._panel.body.addWidget(self.shown, 1)
        lists = row(stretched(self.faults, 42), stretched(self.given, 56), spacing=margin,
                    margins=(margin, 0, margin, 0))  # fmt: skip
        empty = EmptyState(_NO_DRAW, mark("Go to the draw"), shortcut="Return")
        self.lay_out(boxed(lists), panel=self._panel, empty=empty)
        empty.activated.connect(lambda: controller.navigation.page_wanted.emit("draw"))
        self._on(self.entry.stepped, keys.penalty_stepped)
        self._on(self.faults.picked, keys.fault_picked)
        self._on(self.given.wanted, keys.penalty_picked)
        self._on(self.shown.typed, keys.cancel_typed)
        self._on(self.shown.confirmed, keys.cancel_confirmed)
        for left in (self.faults.left, self.entry.left, self.shown.left):
            self._on(left, keys.left)
        translator.changed.connect(self._retranslate)

    def _on(self, signal: SignalInstance, key: Callable[..., FoulsStep]) -> None:
        """Apply what ``key`` makes of the state and of what the signal carries."""
        signal.connect(lambda *carried: self._apply(key(self.state, *carried)))

    def forget(self) -> None:
        """Another event is open, or the same at another moment."""
        self.state = FoulsState()
        self.faults.clear()

    def refresh(self) -> None:
        """Look again; what this page writes it shows when that is done."""
        if self._acting:
            return
        self._apply(FoulsStep(self._read_again(self.state)))

    def _read_again(self, state: FoulsState) -> FoulsState:
        """Show in the lists what is written; the state as it follows."""
        view, session = self.view, self.controller.session
        drawn = view is not None and view.seating is not None and session > 0
        self.show_empty(None if drawn else _NO_DRAW)
        if drawn and view is not None:
            self.faults.offer(view.rules.faults)
            self.given.show_event(view, session)
        return keys.look_again(state, view if drawn else None, session)

    def fit(self, width: int) -> None:
        """Let the panel give way a little."""
        self._panel.setFixedWidth(_PANEL if width >= FULL_PANEL_FROM else _NARROW_PANEL)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to what is typed."""
        super().focusInEvent(event)
        if not self.is_empty:
            self._put_cursor(PenaltyField.TABLE if self.state.looked_at is None else FoulsPart.CANCEL_REASON)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that work wherever nothing is typed."""
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if event.key() == Qt.Key.Key_Escape or (event.text().upper() == "G" and not held):
            self._apply(keys.left(self.state))
        else:
            super().keyPressEvent(event)

    def _apply(self, step: FoulsStep) -> None:
        """Carry out what ``step`` asks for, show its state once, and go on typing where it says."""
        if step.command is not None:
            step = self._carried_out(step.state, step.command)
        if step.message is not None:
            self.controller.messages.shown.emit(step.message)
        self._render(step.state)
        if step.focus is not None:
            self._put_cursor(step.focus)
        lay_out_now()

    def _carried_out(self, state: FoulsState, command: GivePenalty | CancelPenalty) -> FoulsStep:
        table = state.draft.table
        seen = table.sheet.number if table is not None and isinstance(command, GivePenalty) else None
        self._acting = True
        try:
            problems = attempt_command(self.controller, command, seen=seen)
        finally:
            self._acting = False
        state = self._read_again(state)
        if problems:
            return keys.refused(state, command, problems[0])
        self.faults.clear()
        if isinstance(command, GivePenalty) and self.view is not None:
            self.given.choose(self.view.journal[-1].id)
        return keys.done(state, command)

    def _render(self, state: FoulsState) -> None:
        """Show ``state``; rendering it again changes nothing."""
        self.state, looked_at, view = state, state.looked_at, state.draft.view
        self.entry.show_draft(state.draft)
        if looked_at is not None and view is not None:
            table = table_sheet(view, looked_at.session, looked_at.table)
            self.shown.show_penalty(table, looked_at.penalty, state.cancel)
        self.entry.setVisible(looked_at is None)
        self.shown.setVisible(looked_at is not None)

    def _put_cursor(self, place: PenaltyField | FoulsPart) -> None:
        if place is FoulsPart.CANCEL_REASON:
            self.shown.setFocus()
        elif place is PenaltyField.FAULT:
            self.faults.search.setFocus()
        elif isinstance(place, PenaltyField):
            self.entry.focus(place)

    def _retranslate(self) -> None:
        self._render(self.state)
