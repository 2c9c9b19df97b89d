"""The Tables page: cards, score sheet and panel around one state.

Every key makes the next :class:`TablesState`, the page carries out what it asks for, and renders once.
"""

from collections.abc import Callable
from typing import assert_never

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QShortcut

from tournament.event.problem import Problem
from tournament.language import mark
from tournament.use_cases import Command
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt_command
from ui.desktop.kit.page import Page
from ui.desktop.kit.widths import COMPACT_BELOW, ROOMY_FROM
from ui.desktop.pages.report_dialogs import show_slip
from ui.desktop.pages.tables import cursor, end_keys, hand_keys, outcome
from ui.desktop.pages.tables.entry_panel import EntryPanel
from ui.desktop.pages.tables.hand_draft import HandField, HandOnSheet
from ui.desktop.pages.tables.score_sheet import ScoreSheet
from ui.desktop.pages.tables.state import (
    Focus,
    PagePart,
    TablesState,
    TablesStep,
    TotalField,
    computed_totals,
    event_of,
    penalty_stepped,
)
from ui.desktop.pages.tables.table_cards import BAR, TableCards
from ui.desktop.pages.tables.tiles import HandTiles
from ui.desktop.sheet.penalty_draft import PenaltyField
from ui.desktop.theme import Size
from ui.desktop.translation import translator
from ui.desktop.widgets.empty_state import EmptyState
from ui.desktop.widgets.layouts import boxed, column, lay_out_now, row, stretched

_ARROWS = {Qt.Key.Key_Up: "UP", Qt.Key.Key_Down: "DOWN"}
_PAGE_KEYS = ("UP", "DOWN", "G", "Q", "P", "T")
_NO_TABLE = mark("No draw is published yet, so there is no table.")


class TablesPage(Page):
    """The referee's home."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self.setProperty("ring", False)
        self.state = TablesState(event=event_of(controller.view))
        self._acting = self._tight = False
        self.cards, self.score_sheet, self.panel = TableCards(), ScoreSheet(), EntryPanel()
        self.tiles: HandTiles | None = None
        """The tiles, made when they are first wanted."""
        margin = Size.PAGE_MARGIN
        cards = column(self.cards, margins=(0, margin))
        sheet = stretched(column(self.score_sheet, margins=(0, margin)))
        content = boxed(row(cards, margin - BAR, sheet, margin, spacing=0, margins=(margin, 0, 0, 0)))
        empty = EmptyState(_NO_TABLE, mark("Go to the event"), shortcut="Return")
        self.lay_out(content, panel=self.panel, empty=empty)
        empty.activated.connect(lambda: controller.navigation.page_wanted.emit("event"))
        controller.navigation.table_wanted.connect(self._go_to)
        self._listen_to_sheet()
        self._listen_to_panel()
        translator.changed.connect(self._retranslate)

    def _listen_to_sheet(self) -> None:
        cards, sheet = self.cards, self.score_sheet
        cards.chosen.connect(lambda table: self._go_to(self.controller.session, table))
        self._on(cards.typed, cursor.jump_typed)
        cards.confirmed.connect(self._jump)
        self._on(cards.left, cursor.jump_left)
        self._on(sheet.view.row_chosen, cursor.row_chosen)
        sheet.view.row_moved.connect(lambda step: self._apply(cursor.row_moved(self.state, step)._replace(focus=None)))
        self._on(sheet.view.left, cursor.back)
        self._on(sheet.totals.typed, end_keys.total_typed)
        self._on(sheet.totals.confirmed, end_keys.total_confirmed)
        self._on(sheet.totals.left, cursor.back)
        self._on(QShortcut(QKeySequence("F6"), self._content).activated, end_keys.totals_asked)

    def _listen_to_panel(self) -> None:
        hand, given, signing = self.panel.hand, self.panel.penalty_shown, self.panel.signing
        hand.typed.connect(
            lambda field, text: self._apply(hand_keys.typed(self.state, field, text, translator.language))
        )
        self._on(hand.confirmed, hand_keys.confirmed)
        self._on(hand.submitted, hand_keys.submitted)
        self._on(hand.left, hand_keys.escaped)
        hand.pressed.connect(self.press)
        hand.slip.clicked.connect(self._print_slip)
        self._on(self.panel.penalty.stepped, penalty_stepped)
        self._on(self.panel.penalty.left, cursor.back)
        self._on(given.typed, cursor.cancel_typed)
        self._on(given.confirmed, cursor.cancel_confirmed)
        self._on(given.left, cursor.next_hand)
        self._on(given.moved, cursor.row_moved)
        self._on(signing.typed, end_keys.reason_typed)
        self._on(signing.confirmed, end_keys.answered)
        self._on(signing.left, end_keys.given_up)
        self._on(signing.signed, end_keys.sign_asked)
        self._on(signing.reopened, end_keys.reopen_asked)

    def _on(self, signal: SignalInstance, key: Callable[..., TablesStep]) -> None:
        """Apply what ``key`` makes of the state and of what the signal carries."""
        signal.connect(lambda *carried: self._apply(key(self.state, *carried)))

    def half_typed(self) -> str:
        """What is typed and not recorded, for a crash report."""
        return self.state.half_typed()

    def press(self, key: str) -> None:
        """Do what ``key`` means where nothing is typed: a letter in capitals, or UP or DOWN."""
        match key:
            case "UP" | "DOWN":
                step = cursor.row_moved(self.state, -1 if key == "UP" else 1)
            case "G" | "Q":
                step = cursor.jump_asked(self.state, "Q" if key == "Q" else "")
            case "P":
                step = cursor.penalty_asked(self.state)
            case "T":
                step = hand_keys.tiles_asked(self.state)
            case _:
                step = hand_keys.drawn(self.state)
        self._apply(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that work wherever nothing is typed."""
        key = _ARROWS.get(Qt.Key(event.key()), event.text().upper())
        if key in _PAGE_KEYS and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.press(key)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to what is typed."""
        super().focusInEvent(event)
        if self.state.tiles_open and self.tiles is not None:
            self.tiles.setFocus()
        elif not isinstance(self.state.typing_place, TotalField):
            self._put_cursor(self.state.typing_place)

    def fit(self, width: int) -> None:
        """Give way: first the words of the cards, then the cards, then some of the panel."""
        self._tight = width < COMPACT_BELOW
        self.cards.set_compact(width <= ROOMY_FROM)
        self.cards.setVisible(not self._tight or self.state.jump.asked)
        self.panel.set_tight(self._tight)

    def forget(self) -> None:
        """Another event is open, or the same at another moment."""
        self.state = cursor.opened(self.state, self.view)

    def refresh(self) -> None:
        """Look again at the sheet in view; what this page writes it shows when that is done."""
        if not self._acting:
            self._keep_tiles()
            self._apply(cursor.look_again(self.state, self.view, self.controller.session))

    def _go_to(self, session: int, table: int) -> None:
        if self.view is not None:
            self._keep_tiles()
            self._apply(cursor.go_to(self.state, self.view, session, table))

    def _jump(self) -> None:
        if self.view is not None:
            self._apply(cursor.jump_confirmed(self.state, self.view, self.controller.session))

    def _apply(self, step: TablesStep) -> None:
        """Carry out what ``step`` asks for, show its state once, and go on typing where it says."""
        if step.command is not None:
            step = self._carried_out(step, step.command)
        if step.message is not None:
            self.controller.messages.shown.emit(step.message)
        self._render(step.state)
        if step.focus is not None:
            self._put_cursor(step.focus)
        lay_out_now()

    def _carried_out(self, step: TablesStep, command: Command) -> TablesStep:
        problems, state = self._attempt(step.state, command, confirmed=step.confirmed)
        return outcome.refused(state, command, problems[0]) if problems else outcome.done(state, command)

    def _attempt(
        self, state: TablesState, command: Command, *, confirmed: bool
    ) -> tuple[tuple[Problem, ...], TablesState]:
        """What stands against ``command``, nothing when it is done; and the sheet as it stands then."""
        seen = state.table.sheet.number if state.table is not None else None
        self._acting = True
        try:
            problems = attempt_command(self.controller, command, confirmed=confirmed, seen=seen)
        finally:
            self._acting = False
        return problems, cursor.look_again(state, self.view, self.controller.session).state

    def _render(self, state: TablesState) -> None:
        """Show ``state``; rendering it again changes nothing."""
        self.state, table, hand = state, state.table, state.hand
        if table is None:
            self.show_empty(_NO_TABLE)
            return
        in_progress = hand.in_progress if hand is not None else None
        computed = computed_totals(table, in_progress)
        self.cards.show_jump(state.jump)
        self.cards.show_table(table)
        self.cards.setVisible(not self._tight or state.jump.asked)
        self.score_sheet.show_state(state, in_progress, computed)
        self.panel.show_state(state, in_progress, computed)
        if state.tiles_open and hand is not None:
            self._lay_out_tiles(hand)
        else:
            self.show_empty(None)
        self.controller.choose_session(table.sheet.session)

    def _put_cursor(self, focus: Focus) -> None:
        match focus:
            case HandField():
                self.panel.hand.focus(focus)
            case PenaltyField():
                self.panel.penalty.focus(focus)
            case TotalField():
                self.score_sheet.totals.focus(focus.column)
            case PagePart.POINTS_MARKED:
                self.panel.hand.focus(HandField.POINTS, marked=True)
            case PagePart.CANCEL_REASON:
                self.panel.penalty_shown.setFocus()
            case PagePart.SIGNING_QUESTION:
                self.panel.signing.setFocus()
            case PagePart.SIGNING_REASON:
                self.panel.signing.reason.setFocus()
            case PagePart.JUMP:
                self.cards.focus_jump()
            case PagePart.PAGE:
                self.setFocus()
            case _:
                assert_never(focus)

    def _lay_out_tiles(self, hand: HandOnSheet) -> None:
        if self.tiles is None:
            self.tiles = HandTiles(self.controller, self._attempt_tiles)
            self._on(self.tiles.left, cursor.tiles_left)
            self._stack.addWidget(self.tiles)
        if self._stack.currentWidget() is self.tiles:
            self.tiles.look_again(hand.table)
        else:
            self._stack.setCurrentWidget(self.tiles)
            self.tiles.begin(hand, self.state.tiles_typed.get((*hand.table.place, hand.draft.hand), hand.draft.tiles))

    def _keep_tiles(self) -> None:
        if self.state.tiles_open and self.tiles is not None:
            self.state = cursor.with_tiles(self.state, self.tiles.editor.state.typed)

    def _attempt_tiles(self, command: Command, confirmed: bool) -> tuple[Problem, ...]:
        """Carry out what is given at the tiles; what stands against it is shown there."""
        problems, state = self._attempt(self.state, command, confirmed=confirmed)
        self._apply(TablesStep(state) if problems else outcome.done(state, command))
        return problems

    def _print_slip(self) -> None:
        hand = self.state.hand
        if hand is not None:
            show_slip(self.controller, hand.table.view, hand.table.sheet, hand.draft.hand, self)

    def _retranslate(self) -> None:
        self._render(self.state)
