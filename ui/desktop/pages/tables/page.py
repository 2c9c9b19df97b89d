"""The Tables page: cards, sheet and entry, and what the keys do between them.

The cursor stands on a *stop*: a hand, or a penalty on its own line. A hand not recorded is typed, a recorded one is
corrected, a penalty can be cancelled; with no stop the panel says how the sheet stands. What is half typed is kept by
hand when the cursor goes elsewhere.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, table_of, table_stream
from tournament.ledger.sheet import Penalty, SheetState
from tournament.office import Changes, Command, Conflict, CorrectHand, RecordHand, StoreUnavailable, TypeTotals
from tournament.rules.payment import Net
from ui.desktop.desk import Desk
from ui.desktop.pages.tables.at_table import AtTable, at_table
from ui.desktop.pages.tables.cards import Cards
from ui.desktop.pages.tables.draft import Draft, draft_of
from ui.desktop.pages.tables.jump import Place, place_of
from ui.desktop.pages.tables.lines import Stop
from ui.desktop.pages.tables.panel import Panel
from ui.desktop.pages.tables.paper import Paper
from ui.desktop.theme import Shape
from ui.desktop.widgets.empty_state import EmptyState

_COMPACT_BELOW, _TIGHT_BELOW = 1280 - Shape.RAIL, 1120 - Shape.RAIL


class TablesPage(QWidget):
    """The referee's home."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._at: AtTable | None = None
        self._stop: Stop | None = None
        self._drafts: dict[tuple[int, int, int], Draft] = {}
        self._last: dict[int, int] = {}
        self.cards = Cards()
        self.paper = Paper()
        self.panel = Panel(self._carry)
        self._empty = EmptyState(
            mark("No draw is published yet, so there is no table."), mark("Go to the event"), shortcut="Return"
        )
        self._lay_out()
        self._listen()
        self._opened()

    def _lay_out(self) -> None:
        self._whole = QWidget()
        middle = QHBoxLayout(self._whole)
        middle.setContentsMargins(Shape.PAGE_MARGIN, 0, 0, 0)
        middle.setSpacing(Shape.PAGE_MARGIN)
        for part, share in ((self.cards, 0), (self.paper, 1)):
            column = QVBoxLayout()
            column.setContentsMargins(0, Shape.PAGE_MARGIN, 0, Shape.PAGE_MARGIN)
            column.addWidget(part)
            middle.addLayout(column, share)
        middle.addWidget(self.panel)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole)
        outer.addWidget(self._empty)

    def _listen(self) -> None:
        desk, panel = self._desk, self.panel
        desk.opened.connect(self._opened)
        desk.changed.connect(self._changed)
        desk.session_changed.connect(self._session_changed)
        desk.table_wanted.connect(self.go)
        self._empty.activated.connect(lambda: desk.page_wanted.emit("event"))
        self.cards.chosen.connect(lambda table: self.go(desk.session, table))
        self.cards.jumped.connect(self._jump)
        self.paper.view.stop_chosen.connect(self._stand_at)
        for left in (self.cards.left, self.paper.view.left, self.paper.totals.left, panel.signing.finished):
            left.connect(self._back)
        self.paper.totals.completed.connect(self._totals_typed)
        self.paper.totals.edited.connect(self._show_signing)
        panel.entry.drafted.connect(self._drafted)
        panel.entry.cancelled.connect(self._go_on)
        panel.penalty.finished.connect(self._back)
        panel.penalty_shown.finished.connect(self._go_on)
        for asked in (panel.entry.asked, panel.penalty_shown.asked):
            asked.connect(self._asked)
        totals = QShortcut(QKeySequence("F6"), self)
        totals.activated.connect(self._to_totals)

    def go(self, session: int, table: int) -> None:
        """Show a table; an unknown one is told in the window's bar."""
        view = self._desk.view
        if view is None:
            return
        self._keep_draft()
        try:
            at = at_table(view, session, table)
        except Refused as refused:
            self._desk.told.emit(refused.problems[0].text)
            return
        self._last[session] = table
        self._at, self._stop = at, self._next_stop(at, 0)
        self._desk.choose_session(session)
        self.paper.show_table(at)
        self.paper.totals.set_stored(at.sheet.typed)
        self._show_cards()
        self._show()
        self._back()

    def half_typed(self) -> str:
        """What is typed and not recorded, for a crash report."""
        self._keep_draft()
        return "; ".join(f"session {s}, table {t}: {draft}" for (s, t, _), draft in self._drafts.items())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that work wherever nothing is typed."""
        arrows = {Qt.Key.Key_Up: "UP", Qt.Key.Key_Down: "DOWN"}
        letter = arrows.get(Qt.Key(event.key()), event.text().upper())
        if letter in ("UP", "DOWN", "G", "Q", "P") and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._asked(letter)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to what is typed."""
        super().focusInEvent(event)
        self.panel.resume()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: first the words of the cards, then the cards, then some of the panel."""
        super().resizeEvent(event)
        wide = self.width()
        self.cards.set_compact(wide < _COMPACT_BELOW)
        self.cards.setVisible(wide >= _TIGHT_BELOW)
        self.panel.set_tight(wide < _TIGHT_BELOW)

    def _opened(self) -> None:
        self._at, self._stop = None, None
        self._drafts.clear()
        self._last.clear()
        self._session_changed(self._desk.session)

    def _session_changed(self, session: int) -> None:
        view = self._desk.view
        drawn = view is not None and session > 0
        self._whole.setVisible(drawn)
        self._empty.setVisible(not drawn)
        self.setFocusProxy(None if drawn else self._empty)
        if view is None or not drawn or (self._at is not None and self._at.sheet.session == session):
            return
        sheets = view.sheets(session)
        waiting = (sheet.table for sheet in sheets if sheet.state is not SheetState.VERIFIED)
        self.go(session, self._last.get(session) or next(waiting, 1))

    def _changed(self, changes: Changes) -> None:
        if self._at is None or EVENT_STREAM in changes.streams:
            self._session_changed(self._desk.session)
        if self._at is None:
            return
        sheet = self._at.sheet
        if table_stream(sheet.session, sheet.table) in changes.streams or EVENT_STREAM in changes.streams:
            self._reload()
        if any((place := table_of(stream)) and place[0] == sheet.session for stream in changes.streams):
            self._show_cards()

    def _reload(self) -> None:
        view, at = self._desk.view, self._at
        if view is None or at is None:
            return
        before = at.sheet
        self._at = at = at_table(view, before.session, before.table)
        self.paper.show_table(at)
        if at.sheet.typed != before.typed or not self.paper.totals.unstored:
            self.paper.totals.set_stored(at.sheet.typed)
        if self._stop is not None and self._stop.penalty and self._penalty_at(self._stop) is None:
            self._stop = self._next_stop(at, 0)
        self._show(again=True)

    def _carry(self, command: Command, confirmed: bool) -> tuple[Problem, ...]:
        """Carry out a command of one of the panels; what stands against it, nothing when it is done."""
        assert self._at is not None
        try:
            self._desk.carry_out(command, confirmed=confirmed, seen=self._at.sheet.number)
        except Refused as refused:
            self._reload()
            return refused.problems
        except Conflict:
            self._reload()
            return (Problem("conflict", mark("Somebody else wrote on this sheet meanwhile."), "hand"),)
        except StoreUnavailable as error:
            self._desk.told.emit(error.text)
            return (Problem("store", error.text),)
        if isinstance(command, RecordHand | CorrectHand):
            self._drafts.pop((command.session, command.table, command.hand), None)
            self._stop = self._next_stop(self._at, command.hand if isinstance(command, RecordHand) else 0)
            self._show()
            self._back()
        return ()

    def _next_stop(self, at: AtTable, hand: int) -> Stop | None:
        """The first hand not recorded behind ``hand``, else the first of all, else none."""
        if at.sheet.closed is not None:
            return None
        missing = [line.hand for line in at.sheet.hands if line.outcome is None]
        return Stop(next((each for each in missing if each > hand), missing[0])) if missing else None

    def _show(self, *, again: bool = False) -> None:
        """Show the cursor's line in the sheet and in the panel; ``again``: what is typed stays."""
        at, stop = self._at, self._stop
        if at is None:
            return
        penalty = self._penalty_at(stop) if stop is not None else None
        if penalty is not None:
            self.panel.show_penalty(at, penalty)
        elif stop is not None and stop.hand is not None:
            sheet = at.sheet
            key = (sheet.session, sheet.table, stop.hand)
            draft = self._drafts.get(key) or draft_of(stop.hand, sheet.hands[stop.hand - 1].outcome)
            self.panel.show_hand(at, draft, again=again)
        else:
            self.panel.show_rest(at)
        self._show_lines()
        self.paper.totals.set_open(at.sheet.closed is None)

    def _show_lines(self) -> None:
        assert self._at is not None
        self.paper.show_lines(self._at, self._stop, self.panel.typing)
        self.paper.view.show_stop(self._stop)
        self._show_signing()

    def _show_signing(self) -> None:
        if self._at is not None:
            totals = self.paper.totals
            self.panel.show_signing(self._at, totals.computed, totals.typed)

    def _show_cards(self) -> None:
        view, at = self._desk.view, self._at
        if view is not None and at is not None:
            self.cards.show_sheets(list(view.sheets(at.sheet.session)), at.sheet.table)

    def _penalty_at(self, stop: Stop | None) -> Penalty | None:
        if stop is None or self._at is None:
            return None
        return next((p for p in self._at.sheet.penalties if p.entry.id == stop.penalty), None)

    def _stand_at(self, stop: Stop) -> None:
        self._keep_draft()
        self._stop = stop
        self._show()
        if not self.paper.view.hasFocus():
            self._back()

    def _drafted(self) -> None:
        self._show_lines()

    def _keep_draft(self) -> None:
        if self._at is None:
            return
        sheet, entry = self._at.sheet, self.panel.entry
        if entry.at_hand(self._at):
            key = (sheet.session, sheet.table, entry.draft.hand)
            if entry.changed:
                self._drafts[key] = entry.draft
            else:
                self._drafts.pop(key, None)

    def _go_on(self) -> None:
        if self._at is not None:
            self._stop = self._next_stop(self._at, 0)
            self._show()
            self._back()

    def _back(self) -> None:
        """Put the cursor where the referee goes on typing."""
        if self._at is None:
            return
        if self.panel.penalty_open:
            self.panel.close_penalty()
            self._show(again=True)
        if self._stop is None and self._at.sheet.closed is None and self.paper.totals.typed is None:
            self._to_totals()
        elif not self.panel.resume():
            self.setFocus()

    def _asked(self, key: str) -> None:
        if key in ("G", "Q"):
            self.cards.show()
            self.cards.ask("Q" if key == "Q" else "")
        elif key == "P" and self._at is not None:
            self._keep_draft()
            self.panel.open_penalty(self._at, self._stop.hand if self._stop is not None else None)
        elif key in ("UP", "DOWN"):
            stop = self.paper.view.neighbour(self._stop, -1 if key == "UP" else 1)
            if stop is not None:
                self._stand_at(stop)

    def _jump(self, typed: str) -> None:
        view = self._desk.view
        if view is None:
            return
        place = place_of(typed, view, self._desk.session)
        if not isinstance(place, Place):
            self.cards.refuse(place)
            return
        self.cards.clear()
        self.cards.setVisible(self.width() >= _TIGHT_BELOW)
        self.go(place.session, place.table)

    def _to_totals(self) -> None:
        first = self.paper.totals.fields[0]
        if first.isEnabled():
            first.setFocus()
            first.selectAll()

    def _totals_typed(self, totals: Net) -> None:
        assert self._at is not None
        sheet = self._at.sheet
        if totals != sheet.typed:
            self._carry(TypeTotals(sheet.session, sheet.table, totals), False)
        if not self.panel.resume():
            self.setFocus()
