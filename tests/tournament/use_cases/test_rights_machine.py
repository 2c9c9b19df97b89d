"""Whoever does whatever in any order: nothing is written by a role that may not, by a second table of kinds."""

from dataclasses import replace

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.examples.logos import plain
from tests.tournament.use_cases.any_commands import COMMANDS, NUMBERS, REPAIRS, SESSIONS
from tests.tournament.use_cases.as_sent import carry_out
from tests.tournament.use_cases.events import BY, NO_ORDER, SEATING, noon, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.role import EventRole, PinHash
from tournament.event.settings import Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import RolePinSet
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    Command,
    RecordHand,
    Refused,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    ChangeLogo,
    ChangeSettings,
    CreateEvent,
    NoteAttendance,
    PauseClock,
    PublishDraw,
    Redo,
    RemovePin,
    StartClock,
    SwapPlayers,
    Undo,
)

VIEWER, REFEREE, HEAD, ORGANISER = EventRole
AT_LEAST = {
    **dict.fromkeys(("hand-recorded", "totals-typed", "totals-recorded", "penalty-given", "attendance-noted"), REFEREE),
    **dict.fromkeys(("sheet-closed", "sheet-confirmed", "sheet-rejected"), REFEREE),
    **dict.fromkeys(("hand-corrected", "hand-inserted", "hand-deleted", "hand-moved"), REFEREE),
    **dict.fromkeys(("columns-exchanged", "sheet-moved", "minutes-added"), REFEREE),
    **dict.fromkeys(("penalty-cancelled", "sheet-reopened", "players-swapped"), HEAD),
    **dict.fromkeys(("clock-started", "clock-paused"), HEAD),
    **dict.fromkeys(("settings-changed", "logo-changed", "role-pin-removed"), ORGANISER),
}
ORDER = ["viewer", "referee", "head-referee", "organiser"]
WHO = st.sampled_from(EventRole)
NAMES = st.sampled_from(("Ada", "Ben"))


class RightsMachine(RuleBasedStateMachine):
    """An event with a PIN for each role, and people of every role who try everything."""

    @initialize()
    def begin(self) -> None:
        """Drawn; a sheet is reopened now and then."""
        self.store = FakeStore()
        self.book = Book(self.store, clock=noon)
        carry_out(self.book, CreateEvent(Settings("Cup", sessions=2)), by=BY)
        carry_out(self.book, AddPlayers(tuple(players(8))), by=BY)
        carry_out(self.book, PublishDraw(SEATING), by=BY)
        carry_out(self.book, RecordHand(1, 1, 1, Outcome(0, None, 8)), by=BY)
        carry_out(self.book, CloseSheet(1, 1), by=BY)
        draft = self.book.draft(replace(BY, role=ORGANISER))
        for role in (ORGANISER, HEAD, REFEREE):
            hashed = PinHash("salt", role.value, 2)
            draft.add(EVENT_STREAM, RolePinSet(role, hashed.salt, hashed.hash, hashed.cost))
        self.book.commit(draft, NO_ORDER)
        self.held = len(self.store.records)
        """Entries that nobody made signed in."""

    def act(self, role: EventRole, name: str, action) -> None:
        by, records = By(name, "desk", role), len(self.store.records)
        before = self.book.view
        try:
            action(by)
        except Refused:
            assert len(self.store.records) == records
            assert self.book.view is before
            return
        for entry in list(self.book.view.journal)[records:]:
            self.expect(role, name, entry, before)

    def expect(self, role: EventRole, name: str, entry, before) -> None:
        """By its kind alone, its author's role may do it."""
        kind, stream = entry.record.kind, entry.stream
        if kind == "heads-chained":
            return
        if kind in ("undone", "redone"):
            target = self.book.view.journal.find(entry.fact.entry)
            assert target is not None
            own = (target.author, target.record.desk) == (name, "desk") and target.record.position > self.held
            if not own or ORDER.index(target.record.role) > ORDER.index(role.value):
                assert role in (HEAD, ORGANISER)
            kind, stream = target.record.kind, target.stream
        least = AT_LEAST.get(kind, REFEREE)
        reopened = any(other.record.kind == "sheet-reopened" for other in before.journal.standing(stream))
        if reopened and kind in ("hand-corrected", "hand-inserted", "hand-deleted", "hand-moved", "columns-exchanged"):
            least = HEAD
        if kind == "minutes-added" and not entry.fact.tables:
            least = HEAD
        assert ORDER.index(role.value) >= ORDER.index(least.value)

    @rule(role=WHO, name=NAMES, command=COMMANDS | REPAIRS)
    def at_a_table(self, role: EventRole, name: str, command: Command) -> None:
        self.act(role, name, lambda by: carry_out(self.book, command, by=by, confirmed=True))

    @rule(role=WHO, name=NAMES, back=st.booleans())
    def undo_or_redo(self, role: EventRole, name: str, back: bool) -> None:
        self.act(role, name, lambda by: carry_out(self.book, Undo() if back else Redo(), by=by))

    @rule(role=WHO, name=NAMES, one=NUMBERS, other=NUMBERS)
    def swap(self, role: EventRole, name: str, one: int, other: int) -> None:
        self.act(role, name, lambda by: carry_out(self.book, SwapPlayers(one, other, (2,)), by=by))

    @rule(role=WHO, name=NAMES, number=st.integers(1, 8), present=st.booleans())
    def note(self, role: EventRole, name: str, number: int, present: bool) -> None:
        self.act(role, name, lambda by: carry_out(self.book, NoteAttendance((number,), present), by=by))

    @rule(role=WHO, name=NAMES, session=SESSIONS, table=st.none() | st.just(1))
    def at_the_clock(self, role: EventRole, name: str, session: int, table: int | None) -> None:
        tables = () if table is None else (table,)
        self.act(role, name, lambda by: carry_out(self.book, StartClock(session), by=by))
        self.act(role, name, lambda by: carry_out(self.book, PauseClock(session), by=by))
        self.act(role, name, lambda by: carry_out(self.book, AddMinutes(session, 5, tuple(tables), "wall"), by=by))

    @rule(role=WHO, name=NAMES, place=st.sampled_from(("Paris", "Lyon")))
    def change_the_settings(self, role: EventRole, name: str, place: str) -> None:
        changed = replace(self.book.view.settings, place=place)
        self.act(role, name, lambda by: carry_out(self.book, ChangeSettings(changed), by=by))
        self.act(role, name, lambda by: carry_out(self.book, ChangeLogo(plain() if place == "Paris" else b""), by=by))

    @rule(role=st.sampled_from((VIEWER, REFEREE, HEAD)), name=NAMES, held=WHO)
    def take_a_pin_away(self, role: EventRole, name: str, held: EventRole) -> None:
        self.act(role, name, lambda by: carry_out(self.book, RemovePin(held), by=by))

    @invariant()
    def viewers_wrote_nothing_and_the_second_account_agrees(self) -> None:
        assert len(self.book.view.state.pins) == 3
        if len(self.store.records) % 5 == 0:
            assert check_records(self.store.records).problems == ()


TestRights = RightsMachine.TestCase
TestRights.settings = hypothesis_settings(max_examples=20, stateful_step_count=25, deadline=None)
