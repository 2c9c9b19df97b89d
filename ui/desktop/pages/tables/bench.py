"""The sheet being worked on: which table, where the cursor stands, what is half typed, and carrying commands out."""

from PySide6.QtCore import QObject, Signal

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.sheet import SheetState
from tournament.rules.payment import Net
from tournament.use_cases import Changes, Command, Conflict, CorrectHand, RecordHand, StoreUnavailable, TypeTotals, View
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.draft import Draft, draft_of
from ui.desktop.sheet.lines import Stop
from ui.desktop.sheet.table_sheet import TableSheet, table_sheet


class Bench(QObject):
    """Holds the state of the page; what shows it listens."""

    turned = Signal()
    """Another table, or none, lies here."""
    moved = Signal()
    """The cursor stands elsewhere."""
    grown = Signal()
    """Something was written on this sheet, here or elsewhere."""
    recorded = Signal()
    """A hand typed here is in the ledger: on to the next."""

    def __init__(self, controller: EventController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self.at: TableSheet | None = None
        self.stop: Stop | None = None
        self._drafts: dict[tuple[int, int, int], Draft] = {}
        self._last: dict[int, int] = {}
        self._event = _event_of(controller.view)
        controller.opened.connect(self.clear)

    def clear(self) -> None:
        """Another event is open, or none; or the same at another moment, and then what is half typed is kept."""
        self.at, self.stop = None, None
        event = _event_of(self._controller.view)
        if event != self._event:
            self._event = event
            self._drafts.clear()
            self._last.clear()

    def go(self, session: int, table: int) -> None:
        """Take another table; an unknown one is told in the window's bar."""
        if self._controller.view is None:
            return
        try:
            at = table_sheet(self._controller.view, session, table)
        except Refused as refused:
            self._controller.messages.shown.emit(refused.problems[0].text)
            return
        self.at, self.stop = at, at.next_stop(0)
        self._last[session] = table
        self._controller.choose_session(session)
        self.turned.emit()

    def go_to_session(self, session: int) -> None:
        """Take the table of ``session`` seen last, else the first not verified."""
        view = self._controller.view
        if view is None or not session or (self.at is not None and self.at.sheet.session == session):
            return
        waiting = (sheet.table for sheet in view.sheets(session) if sheet.state is not SheetState.VERIFIED)
        self.go(session, self._last.get(session) or next(waiting, 1))

    def stand_at(self, stop: Stop | None) -> None:
        """Put the cursor on another line."""
        self.stop = stop
        self.moved.emit()

    def go_on(self) -> None:
        """Put the cursor on the first hand that waits."""
        if self.at is not None:
            self.stand_at(self.at.next_stop(0))

    def carry(self, command: Command, confirmed: bool) -> tuple[Problem, ...]:
        """Carry out a command on this sheet; what stands against it, nothing when it is done."""
        assert self.at is not None
        try:
            self._controller.carry_out(command, confirmed=confirmed, seen=self.at.sheet.number)
        except Refused as refused:
            self.reload()
            return refused.problems
        except Conflict:
            self.reload()
            return (Problem("conflict", mark("Somebody else wrote on this sheet meanwhile."), "hand"),)
        except StoreUnavailable as error:
            self._controller.messages.shown.emit(error.text)
            return (Problem("store", error.text),)
        if isinstance(command, RecordHand | CorrectHand):
            self._drafts.pop((command.session, command.table, command.hand), None)
            self.stop = self.at.next_stop(command.hand if isinstance(command, RecordHand) else 0)
            self.recorded.emit()
        return ()

    def type_totals(self, totals: Net) -> None:
        """Store the totals on the paper, if they are new."""
        if self.at is not None and totals != self.at.sheet.typed:
            self.carry(TypeTotals(self.at.sheet.session, self.at.sheet.table, totals), False)

    def follow(self, changes: Changes) -> None:
        """Look again where ``changes`` touched this sheet."""
        if self.at is None:
            self.go_to_session(self._controller.session)
        elif {EVENT_STREAM, table_stream(self.at.sheet.session, self.at.sheet.table)} & changes.streams:
            self.reload()

    def reload(self) -> None:
        """Look at the sheet again, if it has grown."""
        view, at = self._controller.view, self.at
        if view is None or at is None:
            return
        if view.seating is None:  # the draw was taken back
            self.clear()
            return
        self.at = table_sheet(view, at.sheet.session, at.sheet.table)
        if self.stop is None or not self.at.stands(self.stop):
            self.stop = self.at.next_stop(0)
        self.grown.emit()

    def draft(self, hand: int) -> Draft:
        """What was half typed of ``hand``, else what is recorded of it."""
        assert self.at is not None
        sheet = self.at.sheet
        kept = self._drafts.get((sheet.session, sheet.table, hand))
        return kept or draft_of(sheet.hands[hand - 1])

    def keep(self, at: TableSheet, draft: Draft, *, changed: bool) -> None:
        """Keep what is half typed at a table, or forget what was."""
        if _event_of(at.view) != self._event:
            return
        key = (at.sheet.session, at.sheet.table, draft.hand)
        if changed:
            self._drafts[key] = draft
        else:
            self._drafts.pop(key, None)

    def half_typed(self) -> str:
        """All that is kept, for a crash report."""
        return "; ".join(f"session {s}, table {t}: {draft}" for (s, t, _), draft in self._drafts.items())


def _event_of(view: View | None) -> str:
    """Which event it is, at whatever moment: the id of its first entry."""
    return view.journal[0].id if view is not None and len(view.journal) else ""
