"""The page Tables: cards, score sheet and panel around one state.

Every key produces the next :class:`TablesState`. The page runs the command that it asks for, and renders once.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import assert_never

from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.use_cases import TableCommand
from tournament.use_cases.commands import CloseSession
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.half_typed_keeper import keeper_of
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import StatePage
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.pages.report_dialogs import show_report, show_slip
from ui.desktop.pages.tables.difference_list import NEXT_CAUSE
from ui.desktop.pages.tables.entry_panel import EntryPanel
from ui.desktop.pages.tables.last_focus import LastFocus
from ui.desktop.pages.tables.page_key import page_key
from ui.desktop.pages.tables.payment_matrix import PaymentMatrixView
from ui.desktop.pages.tables.proposals_part import ProposalsPart
from ui.desktop.pages.tables.score_sheet import ScoreSheetView
from ui.desktop.pages.tables.second_reading_part import SecondReadingPart
from ui.desktop.pages.tables.table_cards import BAR, TableCards
from ui.desktop.pages.tables.tiles_part import TilesPart
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sheet.reason_field import ReasonField
from ui.desktop.theme import Room, Size
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.keys import Key
from ui.desktop.widgets.layouts import boxed, column, row, set_margins, stretched
from ui.desktop.widgets.table_card import TableCard
from ui.entry import cursor, end_keys, hand_keys, page_keys
from ui.entry.change_words import presence_text
from ui.entry.half_typed import half_typed, with_half_typed, with_sheets
from ui.entry.page_keys import PageKey
from ui.entry.penalty_draft import PenaltyField
from ui.entry.repair_draft import RepairField
from ui.entry.sheet_lines import HandMatrix, hand_matrix, has_matrix
from ui.entry.tables_state import (
    Focus,
    PagePart,
    ReadingField,
    TablesState,
    TablesStep,
    TotalField,
    computed_totals,
    event_of,
    penalty_stepped,
    repair_stepped,
)
from ui.entry.typing_order import AnswerField, HandField, ValueField

MATRIX = "Ctrl+M"
"""Shows or hides who pays whom for a hand."""
_MOST = 1000
"""Stretch of the sheet, as long as it can grow."""
_NO_TABLE = mark("There are no tables until a draw is published.")
_NO_GAME = mark("No game is open yet.")


class TablesPage(StatePage[TablesState, Focus]):
    """The referee's main page."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, TablesState(event=event_of(controller.view)))
        self._keeper = keeper_of(controller)
        self._keeper.add("tables", lambda kept: with_sheets(kept, self.tiles.kept_in(self.state)))
        self.state = self._with_what_waits(self.state)
        self.setProperty("ring", False)
        self.cards, self.score_sheet, self.panel = TableCards(), ScoreSheetView(), EntryPanel()
        self.matrix = PaymentMatrixView()
        self._last_focus = LastFocus(self, lambda: _typed_there(self.state))
        self._returning = False
        self._row = row(
            *(self.cards, None, stretched(column(stretched(self.score_sheet, _MOST), self.matrix, None), _MOST), None),
            spacing=Size.PAGE_MARGIN - BAR,
            centred=False,
        )
        content = boxed(self._row)
        self._empty_state = EmptyState(_NO_TABLE, mark("Go to the event"), shortcut="Return")
        self.lay_out(content, panel=self.panel, empty=self._empty_state)
        self.tiles = TilesPart(self, self._stack)
        self.second_reading = SecondReadingPart(self, self._row, self._stack)
        self.proposals = ProposalsPart(self, self.panel, self._content)
        self._empty_state.activated.connect(self._leave_empty)
        controller.navigation.table_wanted.connect(self._go_to)
        self._joined = joined_event_of(controller)
        self._others: Mapping[tuple[int, int], tuple[Text, ...]] = {}
        self._joined.changed.connect(self._show_others)
        self._listen_to_sheet()
        self._listen_to_panel()

    def _listen_to_sheet(self) -> None:
        cards, sheet = self.cards, self.score_sheet
        cards.chosen.connect(lambda table: self._go_to(self.controller.session, table))
        self.on(cards.typed, cursor.jump_typed)
        cards.confirmed.connect(self._jump)
        self.on(cards.left, cursor.jump_left)
        self.on(sheet.view.row_chosen, cursor.row_chosen)
        sheet.view.row_moved.connect(lambda step: self.apply(cursor.row_moved(self.state, step)._replace(focus=None)))
        self.on(sheet.view.left, cursor.back)
        self.on(sheet.totals.typed, end_keys.total_typed)
        self.on(sheet.totals.confirmed, end_keys.total_confirmed)
        self.on(sheet.totals.continued, end_keys.total_continued)
        self.on(sheet.totals.entered, end_keys.total_entered)
        self.on(sheet.totals.refused, end_keys.total_key_refused)
        self.on(sheet.totals.left, cursor.totals_left)
        sheet.totals.pressed.connect(self.press)
        self.on(QShortcut(QKeySequence("F6"), self._content).activated, end_keys.totals_asked)
        self.on(QShortcut(QKeySequence(NEXT_CAUSE), self).activated, end_keys.next_cause)
        QShortcut(QKeySequence(MATRIX), self).activated.connect(self._ask_matrix)

    def _listen_to_panel(self) -> None:
        hand, signing = self.panel.hand, self.panel.signing
        hand.typed.connect(
            lambda field, text: self.apply(hand_keys.typed(self.state, field, text, translator.language))
        )
        self.on(hand.confirmed, hand_keys.confirmed)
        self.on(hand.erased, hand_keys.erased)
        self.on(hand.submitted, hand_keys.submitted)
        self.on(hand.left, hand_keys.escaped)
        hand.pressed.connect(self.press)
        hand.slip.clicked.connect(self._print_slip)
        self.on(self.panel.penalty_stepped, penalty_stepped)
        self.on(self.panel.repair_stepped, repair_stepped)
        self.on(self.panel.form_left, cursor.back)
        self.on(self.panel.cancel_typed, cursor.cancel_typed)
        self.on(self.panel.cancel_confirmed, cursor.cancel_confirmed)
        self.on(self.panel.penalty_left, cursor.next_hand)
        self.on(self.panel.penalty_moved, cursor.row_moved)
        self.on(signing.typed, end_keys.reason_typed)
        self.on(signing.confirmed, end_keys.answered)
        self.on(signing.left, end_keys.given_up)
        self.on(signing.signed, end_keys.sign_asked)
        self.on(signing.reopened, end_keys.reopen_asked)
        self.panel.session.closing_wanted.connect(self._close_session)
        self.panel.summary.confirmed.connect(self._next_sheet)
        self.on(self.panel.summary.typed, cursor.typed_on_page)
        self.panel.summary.pressed.connect(self.press)

    def half_typed(self) -> str:
        """What was typed and not recorded, for a crash report."""
        kept = half_typed(self.tiles.kept_in(self.state))
        return "; ".join(map(repr, (*kept.hands, *kept.penalties, *kept.totals, *kept.repairs)))

    def _leave_empty(self) -> None:
        drawn = self.view is None or self.view.settings.format.is_drawn
        self.controller.navigation.page_wanted.emit("event" if drawn else "games")

    def print_view(self) -> None:
        """Print the sheet, filled in as far as it is."""
        table = self.state.table
        if table is None:
            self.controller.messages.noted.emit(self._empty_state.sentence)
        elif not (table.sheet.counts or table.sheet.penalties):
            text = mark("This sheet is empty. Blank sheets to print are on the Reports page: {key}.", key=Key("Alt+7"))
            self.controller.messages.noted.emit(text)
        else:
            show_report(
                self.controller, table.view, "filled-sheets", self, session=table.sheet.session, table=table.sheet.table
            )

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current row and its sheet, or for the card under the mouse."""
        if isinstance(under, TableCard):
            return [[MenuEntry(mark("Go to table {table}", table=under.number), under.click)]]
        table, hand = self.state.table, self.state.hand
        if table is None:
            return ()
        if self.second_reading.hides(self.state):
            read = MenuEntry(mark("Read again"), partial(self.press, PageKey.READ_AGAIN), "V")
            return [[read, MenuEntry(mark("Go to a table"), partial(self.press, PageKey.GO_TO_TABLE), "G")]]
        panel, view = self.panel, self.score_sheet.view
        fresh, writes = hand is not None and hand.recorded is None, self.controller.writes
        counts = hand is not None and (table.rules.scorer or table.rules.counter) is not None
        row = [
            MenuEntry(mark("Drawn hand"), partial(self.press, PageKey.DRAWN), "X", fresh and writes),
            MenuEntry(mark("Tiles"), partial(self.press, PageKey.TILES), "T", counts and writes),
            MenuEntry(mark("Penalty"), partial(self.press, PageKey.PENALTY), "P", writes),
            MenuEntry(mark("Repair"), partial(self.press, PageKey.REPAIR), "R", writes),
            *entries_of(panel.hand.slip),
            MenuEntry(mark("Go to the pending hand"), lambda: self.apply(cursor.next_hand(self.state)), "Esc"),
        ]
        sheet = [
            MenuEntry(mark("Totals on paper"), lambda: self.apply(end_keys.totals_asked(self.state)), "F6", writes),
            *entries_of(panel.signing.sign, panel.signing.reopen, panel.session.close_session),
            *((MenuEntry(mark("Who pays whom"), self._ask_matrix, MATRIX),) if has_matrix(table) else ()),
            MenuEntry(mark("Go to a table"), partial(self.press, PageKey.GO_TO_TABLE), "G"),
        ]
        return [row, sheet, table_entries(view)]

    def press(self, key: PageKey) -> None:
        """Do what ``key`` means while nothing is typed."""
        if key in page_keys.WHERE_NOTHING_IS_SHOWN or not self.second_reading.hides(self.state):
            self.apply(page_keys.pressed(self.state, key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that work wherever nothing is typed."""
        key = page_key(event)
        if key is not None and key is not PageKey.DRAWN:
            self.press(key)
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Let undo begin with this sheet, and follow the order of entry that the settings have now."""
        order = preferences.typing_order()
        same = order is self.state.order
        if not same:
            self.state = cursor.order_chosen(self.state, order)
            self.invalidate()
        super().showEvent(event)
        self._returning = same
        if self.state.table is not None:
            self._show_closed(self.state)  # somebody else may be signed in now
        self.controller.look_at_sheet(self.state.table.place if self.state.table is not None else None)

    def hideEvent(self, event: QHideEvent) -> None:
        """Note that no sheet is shown any more."""
        super().hideEvent(event)
        self.controller.look_at_sheet(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the field where typing continues."""
        super().focusInEvent(event)
        if self.is_empty:
            return
        last = self._last_focus.widget() if self._returning else None
        tiles, self._returning = self.tiles.view(self.state), False
        if last is not None:
            last.setFocus()
        elif self.state.tiles_open and tiles is not None:
            tiles.setFocus()
        else:
            self.put_cursor(self.state.typing_place)

    def fit(self, room: Room) -> None:
        """Adapt to the window: shorten the cards first, then put them above the sheet, and narrow the panel."""
        margin = room.density.page_margin
        self.cards.set_compact(room.dense or room.width < WIDE_FROM)
        self.cards.set_strip(room.compact)
        self._row.setDirection(QBoxLayout.Direction.TopToBottom if room.compact else QBoxLayout.Direction.LeftToRight)
        self.score_sheet.set_large(room.large)
        if self.matrix.fit(room):
            self.invalidate()
        self.panel.fit(room)
        for reason in self.findChildren(ReasonField):
            reason.fit(room.height)
        set_margins(self._row, margin)

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.state = self._with_what_waits(cursor.opened(self.state, self.view))

    def _with_what_waits(self, state: TablesState) -> TablesState:
        """``state`` with the unfinished entries that the user left behind in this event."""
        kept = self._keeper.to_take_up("tables")
        return with_half_typed(state, kept, self.view) if kept is not None and self.view is not None else state

    def look_again(self, state: TablesState) -> TablesStep:
        """Read the current sheet again."""
        shared = self.controller.shared_book is not None
        return cursor.look_again(self.tiles.kept_in(state), self.view, self.controller.session, shared=shared)

    def last_seen(self, state: TablesState, command: TableCommand) -> int | None:
        """The last entry of the current sheet."""
        return state.table.sheet.number if state.table is not None else None

    def carried_out(self, state: TablesState, command: TableCommand) -> TablesStep:
        """The step after ``command`` was recorded."""
        return page_keys.done(state, command)

    def refused(self, state: TablesState, command: TableCommand, problem: Problem) -> TablesStep:
        """Show why nothing was recorded."""
        return page_keys.refused(state, command, problem)

    def _show_others(self) -> None:
        """Show who is on which sheet at another desk, if that changed."""
        others = self._joined.others
        if others != self._others:
            self._others = others
            self.show_state(self.state)

    def _close_session(self) -> None:
        """Close the session, after its last sheet."""
        session = self.controller.session
        problems = attempt(self.controller, CloseSession(session))
        if problems:
            self.controller.messages.shown.emit(problems[0].text)

    def _go_to(self, session: int, table: int) -> None:
        if self.view is not None:
            self.apply(cursor.go_to(self.tiles.kept_in(self.state), self.view, session, table))

    def _next_sheet(self) -> None:
        if self.view is not None:
            self.apply(cursor.next_sheet(self.tiles.kept_in(self.state), self.view))

    def _jump(self) -> None:
        if self.view is not None:
            self.apply(cursor.jump_confirmed(self.state, self.view, self.controller.session))

    def show_state(self, state: TablesState) -> None:
        """Show ``state``; rendering it again changes nothing."""
        table, hand = state.table, state.hand
        if self.isVisible():
            self.controller.look_at_sheet(table.place if table is not None else None)
        if table is None:
            drawn = self.view is None or self.view.settings.format.is_drawn
            self.show_empty(_NO_TABLE if drawn else _NO_GAME)
            self._empty_state.button.set_text(mark("Go to the event") if drawn else mark("Go to the games"))
            return
        in_progress = hand.in_progress if hand is not None else None
        computed = computed_totals(table, in_progress)
        self.cards.show_jump(state.jump)
        self.cards.show_table(table, state.half_typed_tables(table.sheet.session))
        self._keeper.keep_later()
        session = table.sheet.session
        self.cards.show_others(
            {number: presence_text(who) for (each, number), who in self._others.items() if each == session}
        )
        self.score_sheet.set_others(self._others.get(table.place, ()))
        self.score_sheet.show_state(state, in_progress, computed)
        self.panel.show_state(state, in_progress, computed)
        self._show_closed(state)
        self.proposals.show(state, hidden=self.second_reading.hides(state))
        if state.in_reading:
            self.second_reading.show_reading(state)
        elif state.tiles_open and hand is not None:
            self.tiles.show(state, hand)
        else:
            self.show_empty(None)
        self.controller.choose_session(table.sheet.session)

    def put_cursor(self, place: Focus) -> None:
        """Move the cursor to ``place``."""
        waiting = self.second_reading.waiting
        if waiting is not None and self.second_reading.hides(self.state) and place is not PagePart.JUMP:
            (waiting.reason if place is PagePart.SIGNING_REASON else waiting).setFocus()
            return
        match place:
            case HandField() | ValueField() | AnswerField():
                self.panel.hand.focus(place)
            case PenaltyField():
                self.panel.penalty.focus(place)
            case RepairField():
                self.panel.repair.focus(place)
            case ReadingField():
                self.second_reading.reading.focus(place.place)
            case TotalField():
                self.score_sheet.totals.focus(place.column, begun=place.begun)
            case PagePart():
                self._put_cursor_on(place)
            case _:
                assert_never(place)

    def _put_cursor_on(self, part: PagePart) -> None:
        match part:
            case PagePart.READING_REASON:
                self.second_reading.reading.reason.setFocus()
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
                (self.panel.summary if self.state.table is not None else self).setFocus()
            case _:
                assert_never(part)

    def _show_closed(self, state: TablesState) -> None:
        """Replace the sheet and the panel by a notice that the sheet waits to be read, or show them again."""
        closed = self.second_reading.hides(state)
        self.second_reading.show_waiting(state)
        if self.second_reading.waiting is not None:
            self.panel.setVisible(not closed)
        below = self.matrix.show_below(None if closed else self._matrix(state))
        self.score_sheet.setVisible(not closed and below)

    def _matrix(self, state: TablesState) -> HandMatrix | None:
        return hand_matrix(state.table, state.row, state.hand.in_progress if state.hand is not None else None)

    def _ask_matrix(self) -> None:
        self.matrix.asked = not self.matrix.asked
        self.apply(TablesStep(self.state))

    def _print_slip(self) -> None:
        hand = self.state.hand
        if hand is not None:
            show_slip(self.controller, hand.table.view, hand.table.sheet, hand.draft.hand, self)


def _typed_there(state: TablesState) -> object:
    """What is being typed. If that changes, the last focus has no meaning any more."""
    place = state.table.place if state.table is not None else None
    return place, state.row, state.penalty is None, state.signing.question, state.tiles_open
