"""The page Tables: cards, score sheet and panel around one state.

Every key produces a step with the next :class:`TablesState`. The page runs the command of the step, if it has one, and
then shows the new state once. The views that sometimes replace the sheet (tiles, second reading) or appear in the panel
(proposals) each have a class below, which creates the widgets when they are first needed and connects their signals.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent, QFocusEvent, QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QStackedLayout, QWidget
from shiboken6 import isValid

from tournament.event.problem import Problem
from tournament.event.role import Act
from tournament.language import Text, mark
from tournament.ledger.table_phones import Proposal
from tournament.use_cases import CloseSheet, RecordHand, RecordTotals, TableCommand
from tournament.use_cases.commands import CloseSession, DismissProposal
from tournament.use_cases.results_state import results_state
from tournament.use_cases.table_entry import recorded
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.dialogs.files import SHEET_ENDINGS
from ui.desktop.display.hall_controller import hall_of
from ui.desktop.half_typed_keeper import keeper_of
from ui.desktop.kit.actions import attempt, attempt_all
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.kit.page import StatePage
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.listening import listen
from ui.desktop.pages.report_dialogs import show_report, show_results_package, show_slip
from ui.desktop.pages.tables.entry_panel import EntryPanel
from ui.desktop.pages.tables.payment_matrix import PaymentMatrixView
from ui.desktop.pages.tables.proposals import ACCEPT, ACCEPT_ALL, CHOOSE, ProposalsView
from ui.desktop.pages.tables.prospects_line import ProspectsLine
from ui.desktop.pages.tables.score_sheet import ScoreSheetView
from ui.desktop.pages.tables.second_reading import SecondReadingView, SheetToRead
from ui.desktop.pages.tables.sheet_end import NEXT_CAUSE
from ui.desktop.pages.tables.table_cards import BAR, TableCard, TableCards
from ui.desktop.pages.tables.tiles import HandTiles, PlayerTiles
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.sheet.entry_fields import ReasonField, is_alone, page_key
from ui.desktop.theme import Room, Size
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.keys import ESCAPE, Key
from ui.desktop.widgets.layouts import boxed, column, row, set_margins, stretched
from ui.entry import cursor, end_keys, hand_keys, page_keys, proposal_keys, second_reading_keys
from ui.entry.change_words import presence_text
from ui.entry.form import reason_in_words
from ui.entry.half_typed import half_typed, with_half_typed, with_sheets
from ui.entry.hand_draft import HandOnSheet
from ui.entry.hand_keys import TURN_QUESTIONS
from ui.entry.page_keys import PageKey
from ui.entry.penalty_draft import PenaltyField
from ui.entry.proposal_keys import WaitingProposals
from ui.entry.reading_draft import ReadingField, ReadingOnSheet, ReadingPart
from ui.entry.repair_draft import RepairField
from ui.entry.sheet_lines import HandMatrix, hand_matrix, has_matrix
from ui.entry.tables_state import (
    Focus,
    PagePart,
    TablesState,
    TablesStep,
    TotalField,
    computed_totals,
    event_of,
    penalty_stepped,
    reading_stepped,
    repair_stepped,
    with_tiles,
)
from ui.entry.typing_order import AnswerField, HandField, Marked, ValueField

if TYPE_CHECKING:
    from ui.desktop.pages.tables.photo_queue import PhotoQueue

MATRIX = "Ctrl+M"
"""The shortcut that shows or hides who pays whom for a hand."""
_READ_PICTURES = "Ctrl+I"
"""The shortcut that reads photographed sheets, or shows those that wait."""
_STRETCH = 1000
"""Stretch factor of the sheet: it gets all the space until it reaches its maximum size."""
_NO_TABLE = mark("There are no tables until a draw is published.")
_NO_GAME = mark("No game is open yet.")


class TablesPage(StatePage[TablesState, Focus]):
    """The page on which referees enter hands, penalties and totals."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, TablesState(event=event_of(controller.view)))
        self._keeper = keeper_of(controller)
        self._keeper.add("tables", lambda kept: with_sheets(kept, self.tiles.kept_in(self.state)))
        self.state = self._with_unfinished(self.state)
        self.setProperty("ring", False)
        self.cards, self.score_sheet, self.panel = TableCards(), ScoreSheetView(), EntryPanel()
        self.matrix, self.prospects = PaymentMatrixView(), ProspectsLine()
        self._hall = hall_of(controller)
        self._hall.changed.connect(self._read_hall)
        self._prospects_wanted = self._hall.state.prospects
        self._last_focus = _LastFocus(self, lambda: _entry_in_progress(self.state))
        self._returning = False
        self._row = row(
            *(
                self.cards,
                None,
                stretched(column(stretched(self.score_sheet, _STRETCH), self.matrix, self.prospects, None), _STRETCH),
                None,
            ),
            spacing=Size.PAGE_MARGIN - BAR,
            centred=False,
        )
        content = boxed(self._row)
        self._empty_state = EmptyState(_NO_TABLE, mark("Go to the event"), shortcut="Return")
        self.lay_out(content, panel=self.panel, empty=self._empty_state)
        self.tiles = _TilesPart(self, self._stack)
        self.second_reading = _SecondReadingPart(self, self._row, self._stack)
        self.proposals = _ProposalsPart(self, self.panel, self._content)
        self._empty_state.activated.connect(self._leave_empty)
        controller.navigation.table_wanted.connect(self._go_to)
        self._joined = joined_event_of(controller)
        self._others: Mapping[tuple[int, int], tuple[Text, ...]] = {}
        self._joined.changed.connect(self._show_others)
        self._listen_to_sheet()
        self._listen_to_panel()
        self._drops = _PictureDrops(self)

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
        self.on(sheet.totals.overfull, end_keys.total_full)
        self.on(sheet.totals.left, cursor.totals_left)
        sheet.totals.pressed.connect(self.press)
        self.on(QShortcut(QKeySequence("F6"), self._content).activated, end_keys.totals_asked)
        self.on(QShortcut(QKeySequence(NEXT_CAUSE), self).activated, end_keys.next_cause)
        QShortcut(QKeySequence(MATRIX), self).activated.connect(self._toggle_matrix)
        QShortcut(QKeySequence(_READ_PICTURES), self._content).activated.connect(partial(_show_photos, self))

    def _listen_to_panel(self) -> None:
        hand, signing = self.panel.hand, self.panel.signing
        hand.typed.connect(
            lambda field, text: self.apply(hand_keys.typed(self.state, field, text, translator.language))
        )
        hand.confirmed.connect(lambda field: self.apply(hand_keys.confirmed(self.state, field, translator.language)))
        self.on(hand.erased, hand_keys.erased)
        self.on(hand.submitted, hand_keys.submitted)
        self.on(hand.left, hand_keys.escaped)
        hand.pressed.connect(self.press)
        hand.slip.clicked.connect(lambda: _print_slip(self))
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
        self.panel.session.closing_wanted.connect(lambda: _close_session(self))
        self.panel.summary.confirmed.connect(self._next_sheet)
        self.on(self.panel.summary.typed, cursor.typed_on_page)
        self.panel.summary.pressed.connect(self.press)

    @cached_property
    def photos(self) -> "PhotoQueue":
        """Photographed sheets; created when the first picture comes."""
        from ui.desktop.pages.tables.photo_queue import PhotoQueue

        return PhotoQueue(self)

    def half_typed(self) -> str:
        """Return what was typed and not recorded, for a crash report."""
        kept = half_typed(self.tiles.kept_in(self.state))
        return "; ".join(map(repr, (*kept.hands, *kept.penalties, *kept.totals, *kept.repairs)))

    def _leave_empty(self) -> None:
        drawn = self.view is None or self.view.settings.format.is_drawn
        self.controller.navigation.page_wanted.emit("event" if drawn else "games")

    def print_view(self) -> None:
        """Print the sheet as far as it is filled in."""
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
        """Return the actions for the current row and its sheet, or for the card under the mouse."""
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
            *((MenuEntry(mark("Who pays whom"), self._toggle_matrix, MATRIX),) if has_matrix(table) else ()),
            MenuEntry(mark("Go to a table"), partial(self.press, PageKey.GO_TO_TABLE), "G"),
            MenuEntry(mark("Read photographed sheets"), partial(_show_photos, self), _READ_PICTURES, writes),
        ]
        return [row, sheet, table_entries(view)]

    def press(self, key: PageKey) -> None:
        """Do what ``key`` means while nothing is typed."""
        if self._instead is not None:
            return
        if key in page_keys.WHERE_NOTHING_IS_SHOWN or not self.second_reading.hides(self.state):
            self.apply(page_keys.pressed(self.state, key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that work wherever nothing is typed. Another letter or digit is refused where it is lost."""
        key, text = page_key(event), event.text()
        if self._instead is not None:
            super().keyPressEvent(event)
        elif key is not None and key is not PageKey.DRAWN:
            self.press(key)
        elif is_alone(event) and text.strip() and text.isprintable() and not self.is_empty:
            self.apply(cursor.typed_astray(self.state, text))
        elif event.key() == ESCAPE and not self.is_empty:
            self.apply(TablesStep(self.state, self.state.typing_place))
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Adopt the order of entry in the settings, and report to the controller which sheet is on screen.

        Undo begins with the sheet on screen.
        """
        order = preferences.typing_order()
        same = order is self.state.order
        if not same:
            self.state = cursor.order_chosen(self.state, order)
            self.invalidate()
        super().showEvent(event)
        # With another order of entry the former field may not be the one to continue in.
        self._returning = same
        if self.state.table is not None:
            # another person may have signed in meanwhile
            self._show_sheet(self.state, hidden=self.second_reading.hides(self.state))
        self.controller.look_at_sheet(self.state.table.place if self.state.table is not None else None)

    def hideEvent(self, event: QHideEvent) -> None:
        """Report to the controller that no sheet is on screen."""
        super().hideEvent(event)
        self.controller.look_at_sheet(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the field where typing continues."""
        super().focusInEvent(event)
        if self._instead is not None and not self.is_empty:
            self._instead.setFocus()
        if self.is_empty or self._instead is not None:
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
        if self.matrix.fit(room) | self.panel.fit(room):
            self.invalidate()
        for reason in self.findChildren(ReasonField):
            reason.fit(room.height)
        set_margins(self._row, margin)

    def forget(self) -> None:
        """Replace the state of the previous event with that of the event which is open now."""
        self.state = self._with_unfinished(cursor.opened(self.state, self.view))
        self.panel.hand.forget()
        if "photos" in self.__dict__:
            self.photos.forget()

    def _with_unfinished(self, state: TablesState) -> TablesState:
        """Return ``state`` with the entries of this event that the user left unfinished."""
        kept = self._keeper.to_restore("tables")
        return with_half_typed(state, kept, self.view) if kept is not None and self.view is not None else state

    def cleared(self, state: TablesState) -> TablesStep | None:
        """Return the step that clears what is typed; None if nothing is."""
        return page_keys.cleared(state)

    def refusals_in(self, state: TablesState) -> Sequence[object]:
        """Return what ``state`` shows as refused, also in the field that goes to a table."""
        return (*state.refusals, state.jump) if state.jump.problem else state.refusals

    def with_ignored(self, state: TablesState, keys: int) -> TablesState:
        """Return ``state`` with the number of ignored keys."""
        return state.with_ignored(keys)

    def look_again(self, state: TablesState) -> TablesStep:
        """Return the step that shows the current sheet after the event changed."""
        shared = self.controller.shared_book is not None
        return cursor.look_again(self.tiles.kept_in(state), self.view, self.controller.session, shared=shared)

    def last_seen(self, state: TablesState, command: TableCommand) -> int | None:
        """Return the number of the last entry of the current sheet; None if no sheet is shown."""
        return state.table.sheet.number if state.table is not None else None

    def carried_out(self, state: TablesState, command: TableCommand) -> TablesStep:
        """Return the step after ``command`` was recorded."""
        if isinstance(command, CloseSheet) and self.panel.lists_keys:
            preferences.count_signed_sheet()
            self.panel.lists_keys = preferences.lists_keys()
        if isinstance(command, CloseSheet | RecordTotals) and "photos" in self.__dict__:
            self.photos.signed((command.session, command.table))
        return page_keys.done(state, command)

    def refused(self, state: TablesState, command: TableCommand, problem: Problem) -> TablesStep:
        """Return the step that shows why nothing was recorded."""
        return page_keys.refused(state, command, problem)

    def _show_others(self) -> None:
        """Show who is on which sheet at another desk, if that changed."""
        others = self._joined.others
        if others != self._others:
            self._others = others
            self.show_state(self.state)

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
        """Show ``state``. Showing the same state again changes nothing."""
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
        hidden = self.second_reading.hides(state)
        self._show_sheet(state, hidden=hidden)
        self.proposals.show(state, hidden=hidden)
        if state.second_reading is not None and state.in_reading:
            self.second_reading.show_reading(state.second_reading)
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
            case Marked.POINTS:
                self.panel.hand.focus(HandField.POINTS, marked=True)
            case PenaltyField():
                self.panel.penalty.focus(place)
            case RepairField():
                self.panel.repair.focus(place)
            case ReadingField() | ReadingPart():
                self.second_reading.reading.focus(place)
            case TotalField():
                self.score_sheet.totals.focus(place.column, begun=place.begun)
            case PagePart():
                self._put_cursor_on(place)
            case _:
                assert_never(place)

    def _put_cursor_on(self, part: PagePart) -> None:
        match part:
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

    def _show_sheet(self, state: TablesState, *, hidden: bool) -> None:
        """Show the sheet and the panel, or a notice in their place if they are ``hidden`` until the second reading."""
        self.second_reading.show_waiting(state, hidden=hidden)
        if self.second_reading.waiting is not None:
            self.panel.setVisible(not hidden)
        matrix = None if hidden else _matrix_of(state)
        if matrix is None:
            self.matrix.hide()
        below = matrix is None or self.matrix.show_below(matrix)
        self.score_sheet.setVisible(not hidden and below)
        self._show_prospects()

    def _read_hall(self) -> None:
        self._prospects_wanted = self._hall.state.prospects
        self._show_prospects()

    def _show_prospects(self) -> None:
        """Show below the sheet what it takes to win, while the organiser wants it shown."""
        wanted = self._prospects_wanted and not self.second_reading.hides(self.state)
        table = self.state.table if wanted else None
        if table is not None or self.prospects.shown is not None:
            self.prospects.show_sheet(*((table.view, table.sheet) if table is not None else (None, None)))

    def _toggle_matrix(self) -> None:
        self.matrix.asked = not self.matrix.asked
        self.apply(TablesStep(self.state))


def _matrix_of(state: TablesState) -> HandMatrix | None:
    return hand_matrix(state.table, state.row, state.hand.in_progress if state.hand is not None else None)


def _show_photos(page: TablesPage) -> None:
    page.photos.open()


def _print_slip(page: TablesPage) -> None:
    hand = page.state.hand
    if hand is not None:
        show_slip(page.controller, hand.table.view, hand.table.sheet, hand.draft.hand, page)


def _close_session(page: TablesPage) -> None:
    """Close the session, after its last sheet."""
    controller = page.controller
    problems = attempt(controller, CloseSession(controller.session))
    if problems:
        controller.messages.shown.emit(problems[0].text)
    elif page.view is not None and results_state(page.view).final:
        text = mark("Everything is played and verified: the results are final.")
        controller.messages.next_offered.emit(text, mark("Results package"), partial(show_results_package, controller))


def _entry_in_progress(state: TablesState) -> object:
    """Return a value that identifies the entry in progress. If it changes, the last focus no longer applies."""
    place = state.table.place if state.table is not None else None
    return place, state.row, state.penalty is None, state.signing.question, state.tiles_open


class _PictureDrops(QObject):
    """Takes photographs of score sheets that are dropped on a page; the window takes other files."""

    def __init__(self, page: TablesPage) -> None:
        super().__init__(page)
        self._page = page
        page.setAcceptDrops(True)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept pictures, and read those that are dropped."""
        if not isinstance(event, QDropEvent) or event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return False
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths or any(path.suffix.lower() not in SHEET_ENDINGS for path in paths):
            return False
        event.acceptProposedAction()
        if event.type() is QEvent.Type.Drop:
            self._page.photos.take_dropped(paths)
        return True


class _LastFocus(QObject):
    """Remembers which widget of ``page`` had the focus last, and the value of ``typed()`` at that time."""

    def __init__(self, page: QWidget, typed: Callable[[], object]) -> None:
        super().__init__(page)
        self._page, self._typed = page, typed
        self._last: QWidget | None = None
        self._there: object = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._remember)

    def widget(self) -> QWidget | None:
        """Return the widget that gets the focus back; None if it is not usable, or the entry in progress is another."""
        last = self._last
        there = last is not None and isValid(last) and last.isVisible() and last.isEnabled()
        return last if there and self._there == self._typed() else None

    def _remember(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._page.isAncestorOf(new):
            self._last, self._there = new, self._typed()


class _TilesPart:
    """The two views of tiles of a page. Each is created in ``stack`` when it is first needed."""

    def __init__(self, page: StatePage[TablesState, Focus], stack: QStackedLayout) -> None:
        self._page, self._stack = page, stack
        self._problems: tuple[Problem, ...] = ()
        """The problems of the last hand recorded with its tiles."""
        self.of_winner: HandTiles | None = None
        """The winner's tiles, for rules that count fan."""
        self.of_players: PlayerTiles | None = None
        """The tiles of any player, for all other rules."""

    def view(self, state: TablesState) -> HandTiles | PlayerTiles | None:
        """Return the view for the rules of the event; None if it has not been created."""
        table = state.table
        return self.of_winner if table is None or table.rules.counter is None else self.of_players

    def show(self, state: TablesState, hand: HandOnSheet) -> None:
        """Show the tiles of ``hand``."""
        view = self.view(state) or self._make(hand)
        if self._stack.currentWidget() is view:
            view.look_again(hand.table)
        else:
            self._stack.setCurrentWidget(view)
            view.begin(hand, hand.tiles_typed or hand.draft.tiles)

    def kept_in(self, state: TablesState) -> TablesState:
        """Return ``state`` with the tiles typed so far, if their view is open."""
        view = self.view(state)
        return state if view is None or not state.tiles_open else with_tiles(state, view.typed)

    def _make(self, hand: HandOnSheet) -> HandTiles | PlayerTiles:
        made: HandTiles | PlayerTiles
        if hand.rules.counter is None:
            made = self.of_winner = HandTiles(self._page.controller, self._attempt)
        else:
            made = self.of_players = PlayerTiles()
        self._page.on(made.left, cursor.tiles_left)
        self._stack.addWidget(made)
        return made

    def _attempt(self, command: TableCommand, confirmed: bool) -> tuple[Problem, ...]:
        """Run a command of the view. Return the problems, which the view shows."""
        page = self._page
        if isinstance(command, RecordHand):
            codes = [problem.code for problem in self._problems if problem.code in TURN_QUESTIONS]
            asked = confirmed and bool(codes)
            turn, state = hand_keys.turn_question(page.state, answered=codes[0] if asked else "")
            if turn is not None:
                self._problems = (turn,)
                return (turn,)
            page.state, confirmed = state, confirmed and not asked
        problems, state = page.attempt(page.state, command, confirmed=confirmed)
        self._problems = problems
        page.apply(TablesStep(state) if problems else page_keys.done(state, command))
        return problems


class _SecondReadingPart:
    """The notice and the view that replace a sheet until its second reading. Each is created when first needed."""

    def __init__(self, page: StatePage[TablesState, Focus], row: QBoxLayout, stack: QStackedLayout) -> None:
        self._page, self._row, self._stack = page, row, stack
        self.waiting: SheetToRead | None = None
        """The notice, in ``row``."""
        self.view: SecondReadingView | None = None
        """Where the sheet is read, in ``stack``."""

    def hides(self, state: TablesState) -> bool:
        """Return whether the contents of the sheet must stay hidden from the current user."""
        controller = self._page.controller
        return controller.writes and state.hides_sheet(controller.user.by.author)

    def show_waiting(self, state: TablesState, *, hidden: bool) -> None:
        """Show the notice if the sheet is ``hidden``, or hide it."""
        table = state.table
        if hidden and self.waiting is None:
            self.waiting = self._make_waiting()
        if self.waiting is not None:
            if hidden and table is not None:
                self.waiting.show_table(table, state.signing)
            self.waiting.setVisible(hidden)

    def show_reading(self, form: ReadingOnSheet) -> None:
        """Show the reading in place of the page."""
        view = self.reading
        view.show_form(form, self._page.controller.user.by.author)
        self._stack.setCurrentWidget(view)

    @property
    def reading(self) -> SecondReadingView:
        """The view where the sheet is read."""
        if self.view is None:
            page = self._page
            self.view = view = SecondReadingView()
            page.on(view.stepped, reading_stepped)
            page.on(view.left, second_reading_keys.left)
            self._stack.addWidget(view)
        return self.view

    def _make_waiting(self) -> SheetToRead:
        made, page = SheetToRead(), self._page
        page.on(made.pressed, page_keys.pressed)
        page.on(made.typed, second_reading_keys.typed_in_vain)
        page.on(made.reopened, end_keys.reopen_asked)
        page.on(made.reason_typed, end_keys.reason_typed)
        page.on(made.reason_confirmed, end_keys.answered)
        page.on(made.reason_left, end_keys.given_up)
        self._row.insertWidget(1, made, _STRETCH)
        return made


class _ProposalsPart:
    """Accepts, corrects and dismisses what players proposed for the sheet of a page."""

    def __init__(self, page: StatePage[TablesState, Focus], panel: EntryPanel, content: QWidget) -> None:
        self._page, self._panel = page, panel
        self.view: ProposalsView | None = None
        for key, act in ((ACCEPT, self.accept), (ACCEPT_ALL, self.accept_all), (CHOOSE, self.choose)):
            shortcut = QShortcut(QKeySequence(key), content)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(act)

    def show(self, state: TablesState, *, hidden: bool) -> None:
        """Show the proposals for the sheet on screen, unless they are ``hidden``."""
        waiting = proposal_keys.waiting_at(state.table) if state.table is not None and not hidden else None
        if waiting is not None and self.view is None:
            self.view = self._make()
        if self.view is not None:
            self.view.show_proposals(waiting, writes=self._writes)
            self._panel.set_proposals_shown(waiting is not None)

    @property
    def _writes(self) -> bool:
        return self._page.controller.may(Act.HANDS)

    @property
    def _waiting(self) -> WaitingProposals | None:
        """The proposals for this sheet; None if there are none, or the current user may not accept them."""
        table = self._page.state.table
        return proposal_keys.waiting_at(table) if table is not None and self._writes else None

    @property
    def _unread(self) -> bool:
        """Whether the proposals changed so recently that nobody can have read them."""
        return self.view is not None and self.view.unread

    def accept(self) -> None:
        """Record the proposal for the next hand. If players contradict one another, let the user choose.

        If this table has no proposals, go to the next table that has some.
        """
        waiting, page = self._waiting, self._page
        if waiting is None:
            self._go_to_next_table()
        elif waiting.chosen is None:
            self.choose()
        elif not self._unread:
            page.apply(proposal_keys.accepted(page.state, waiting.chosen))

    def accept_all(self) -> None:
        """Record all confirmed proposals that follow the hands on the sheet.

        The first is recorded with its questions and the others together. If one of the others raises a question, they
        are recorded one by one.
        """
        page, table = self._page, self._page.state.table
        if self._waiting is None or table is None:
            self._go_to_next_table()
            return
        if self._unread:
            return
        first = proposal_keys.acceptable(table)[:1]
        if not first:
            page.controller.messages.noted.emit(mark("No proposal is confirmed that could be the next hand."))
            return
        page.apply(proposal_keys.accepted(page.state, first[0]))
        if page.state.refusal is not None or page.state.table is None:
            return
        rest = [recorded(*table.place, each) for each in proposal_keys.acceptable(page.state.table)]
        if rest and attempt_all(page.controller, rest):
            self._one_by_one()
        elif rest:
            page.apply(cursor.next_hand(page.state))

    def _one_by_one(self) -> None:
        page = self._page
        while page.state.refusal is None and page.state.table is not None:
            following = proposal_keys.acceptable(page.state.table)[:1]
            if not following:
                return
            page.apply(proposal_keys.accepted(page.state, following[0]))

    def choose(self) -> None:
        """Let the user look at the proposals one by one; without any, go to the next table that has some."""
        if self._waiting is None:
            self._go_to_next_table()
        elif self.view is not None:
            self.view.choose()

    def _go_to_next_table(self) -> None:
        page, place = self._page, proposal_keys.next_table(self._page.state)
        if place is None or page.view is None:
            page.controller.messages.noted.emit(mark("Players have proposed no hand that waits."))
        else:
            page.controller.navigation.table_wanted.emit(*place)

    def _dismiss(self, proposal: Proposal, reason: str) -> None:
        page, table = self._page, self._page.state.table
        if table is None:
            return
        reason = reason_in_words(reason, translator.language)
        problems = attempt(page.controller, DismissProposal(*table.place, proposal.id, reason))
        if problems:
            page.controller.messages.shown.emit(problems[0].text)
        page.apply(proposal_keys.left(page.state))

    def _do(self, step: TablesStep) -> None:
        """Apply ``step``, and move the focus out of the proposals even if the step is refused."""
        self._page.apply(step if step.focus is not None else step._replace(focus=self._page.state.typing_place))

    def _make(self) -> ProposalsView:
        made, page = self._panel.proposals, self._page
        made.accept_wanted.connect(lambda proposal: self._do(proposal_keys.accepted(page.state, proposal)))
        made.correct_wanted.connect(lambda proposal: self._do(proposal_keys.corrected(page.state, proposal)))
        listen(made.dismiss_wanted, page, self._dismiss)
        page.on(made.left, proposal_keys.left)
        made.accept.clicked.connect(lambda _checked: self.accept())
        made.accept_all.clicked.connect(lambda _checked: self.accept_all())
        made.choose_one.clicked.connect(lambda _checked: self.choose())
        return made
