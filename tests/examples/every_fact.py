"""An event in which every fact happens, played by the use cases as an organiser and referees would.

``python -m tests.examples.every_fact FILE`` writes it to a new event file.
"""

import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.examples.logos import plain
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.role import EventRole
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import EventRecovered, EventRestored, PaperNoted, PaperReading
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.storage import create
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    ChangeEvening,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    DeleteHand,
    ExchangeColumns,
    GivePenalty,
    InsertHand,
    MoveHand,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    RejectSheet,
    ReopenSheet,
    ReseatGame,
    SeatGame,
    Store,
    TakeBackGame,
    TypeTotals,
    carry_out,
    plan_by_ranking,
)
from tournament.use_cases.changes import Order
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    AddTable,
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    CancelSessions,
    ChangeLogo,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    CheckInByPhone,
    CloseSession,
    ConfirmProposal,
    CreateEvent,
    DismissProposal,
    DrawLot,
    EndTableEntry,
    FreeSeats,
    LeaveTableOut,
    MergePlayers,
    NoteAttendance,
    NotePaper,
    PauseClock,
    PlanSessions,
    ProposeHand,
    PublishDraw,
    PublishResults,
    PublishSession,
    Redo,
    RedrawSessions,
    RemovePin,
    RemovePlayer,
    RemoveSigningKey,
    ReopenSession,
    ReplacePlayer,
    RestoreSession,
    ResumeClock,
    RevokeTableLink,
    SetPhoneCheckIn,
    SetPin,
    SetSigningKey,
    SignFingerprint,
    StartClock,
    StartSession,
    StopClock,
    SwapPlayers,
    TakeOver,
    TakeSeat,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.phone_check_in import phone_of_player
from tournament.use_cases.pins import planned_pin
from tournament.use_cases.table_entry import phone_of

BY = By("Referee Sample", "desk 1")
TILES = "[234p,1]234m23456s88p7s"
"""A hand of 13 points by discard, whatever the winds."""
TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
OTHER_TABLES = ((5, 2, 7, 4), (1, 6, 3, 8))


def play_every_fact(store: Store) -> Book:
    """Create the event in an empty ``store`` and do everything once. The clock advances by a minute per action."""
    minutes = count()
    book = Book(store, clock=lambda: datetime(2026, 6, 13, 8, tzinfo=UTC) + timedelta(minutes=next(minutes)))
    _prepare(book)
    _change_seats(book)
    _change_the_plan(book)
    _hold_a_role(book)
    _say_that_it_was_recovered(book)
    carry_out(book, TakeOver("desk 1", "192.168.1.20:7411", ("desk 2", "desk 3")), by=BY)
    _play(book)
    carry_out(book, MergePlayers(8, 10, "registered twice"), by=BY)
    _check_in_by_phone(book)
    return book


def _prepare(book: Book) -> None:
    settings = Settings("Coupe d’Exemple", sessions=3, starts=date(2026, 6, 13), format=EventFormat.LEAGUE)
    carry_out(book, CreateEvent(settings), by=BY)
    carry_out(book, ChangeSettings(replace(book.view.settings, place="Exempleville", minutes=110)), by=BY)
    carry_out(book, ChangeLogo(plain()), by=BY)
    carry_out(book, ChangeLogo(b""), by=BY)
    carry_out(book, ChangeLogo(plain(80, 20)), by=BY)
    names = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gil", "Hana", "Ida")
    carry_out(book, AddPlayers(tuple(Player(0, name, "Sample", "FR") for name in names), "list.csv"), by=BY)
    carry_out(book, ChangePlayer(replace(book.view.players[2], country="BE")), by=BY)
    carry_out(book, RemovePlayer(9), by=BY)
    carry_out(book, NoteAttendance((1, 2, 3)), by=BY)
    carry_out(book, NoteAttendance((3,), False), by=BY)
    _open_games(book)
    carry_out(book, DrawLot(1, 5), by=BY)
    carry_out(book, DrawLot(1, 0), by=BY)
    carry_out(book, PublishDraw(Seating((TABLES, OTHER_TABLES, TABLES), "by hand", 1)), by=BY)


def _open_games(book: Book) -> None:
    """Open an evening of a league on which nobody plays; the event then becomes a tournament."""
    carry_out(book, OpenEvening(date(2026, 6, 12), "Club"), by=BY)
    carry_out(book, ChangeEvening(1, date(2026, 6, 12), "Salle des fêtes"), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4), "Table 7"), by=BY)
    carry_out(book, ReseatGame(1, 1, (1, 2, 3, 5), "Table 7", "Dora is late"), by=BY)
    carry_out(book, TakeBackGame(1, 1), by=BY)
    carry_out(book, ChangeSettings(replace(book.view.settings, format=EventFormat.TOURNAMENT)), by=BY)


def _change_seats(book: Book) -> None:
    carry_out(book, SwapPlayers(1, 5, (2,)), by=BY)
    carry_out(book, ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2), by=BY)
    carry_out(book, ChangePlayerState(8, PlayerState.WITHDRAWN, 3), by=BY)
    carry_out(book, PublishSession(2), by=BY)
    drawn = Seating((TABLES, ((1, 6, 3, 10), (5, 2, 7, 4)), ((1, 2, 7, 10), (5, 6, 3, 4))), "redrawn", 1)
    carry_out(book, RedrawSessions(drawn, 2), by=BY)
    late = ("Kai", "Lea", "Mia", "Nox")
    carry_out(book, AddPlayers(tuple(Player(0, name, "Late", "FR") for name in late), "late.csv", 3), by=BY)
    carry_out(book, AddTable(3, (11, 12, 13, 14)), by=BY)
    carry_out(book, LeaveTableOut(3, 3), by=BY)


def _change_the_plan(book: Book) -> None:
    """Add a session, cancel and restore it; in the end it is not played."""
    carry_out(book, PlanSessions(4, "the hall stays open"), by=BY)
    carry_out(book, CancelSessions((4,), "the hall closes"), by=BY)
    carry_out(book, RestoreSession(4, "it stays open after all"), by=BY)
    carry_out(book, PlanSessions(3, "the hall closes"), by=BY)


def _play(book: Book) -> None:
    carry_out(book, StartSession(1), by=BY)
    carry_out(book, StartClock(1), by=BY)
    _type_at_the_table(book)
    carry_out(book, RecordHand(1, 1, 1, Outcome(1, 2, 15), TILES, "two flowers were seen"), by=BY)
    carry_out(book, CorrectHand(1, 1, 1, Outcome(1, 3, 13), "wrong column", TILES), by=BY)
    _repair(book)
    given = carry_out(book, GivePenalty(1, 1, Charge(2, points=10, to=(0, 1, 3), reason="late again")), by=BY)
    carry_out(book, CancelPenalty(given.entries[0].id, "wrong player"), by=BY)
    carry_out(book, PauseClock(1, "fire drill"), by=BY)
    carry_out(book, ResumeClock(1), by=BY)
    carry_out(book, AddMinutes(1, 5, (2,), "wall rebuilt"), by=BY)
    carry_out(book, StopClock(1), by=BY)
    carry_out(book, TypeTotals(1, 1, (0, 0, 0, 0)), by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21), "a paper lost"), by=BY)
    carry_out(book, ReopenSheet(1, 1, "hand 2 was missing"), by=BY)
    carry_out(book, RecordTotals(1, 2, (60, 20, -20, -50), "10 points nobody finds"), by=BY)
    carry_out(book, Undo(), by=BY)
    carry_out(book, Redo(), by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21)), by=BY)
    _read_again(book)
    book.signer = signer = OneKey()
    carry_out(book, SetSigningKey(signer.key, "Ada Sample"), by=BY)
    carry_out(book, CloseSession(1), by=BY)
    carry_out(book, PublishResults(1), by=BY)
    carry_out(book, WithdrawResults(1), by=BY)
    carry_out(
        book, NotePaper(PaperNoted("standings", "Standings after session 1", "pdf", len(book.view.journal), 1)), by=BY
    )
    carry_out(book, SignFingerprint(), by=BY)
    carry_out(book, RemoveSigningKey(), by=BY)
    carry_out(book, ReopenSession(1, "a paper was found"), by=BY)
    carry_out(book, plan_by_ranking(book.view, 2).command, by=BY)
    for table in (1, 2):
        carry_out(book, RecordTotals(2, table, (40, 20, -20, -40)), by=BY)
    carry_out(book, plan_by_ranking(book.view, 3, final=4, carried=False).command, by=BY)


def _hold_a_role(book: Book) -> None:
    """Set a PIN and remove it."""
    carry_out(
        book, SetPin(EventRole.ORGANISER, planned_pin(book.view.state.pins, EventRole.ORGANISER, "13062026")), by=BY
    )
    carry_out(book, RemovePin(EventRole.ORGANISER), by=replace(BY, pin="13062026"))


class OneKey:
    """Signs with a secret key that is known to everybody."""

    def __init__(self) -> None:
        self._secret = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
        self.key = self._secret.public_key().public_bytes_raw()

    def sign(self, key: bytes, text: bytes) -> bytes:
        """Sign ``text``."""
        assert key == self.key
        return self._secret.sign(text)


def _say_that_it_was_recovered(book: Book) -> None:
    draft = book.draft(BY)
    draft.add(EVENT_STREAM, EventRecovered(7, 2))
    draft.add(EVENT_STREAM, EventRestored("Cup.qv", 9, "9-0123456789", 2))
    book.commit(draft, Order((), (), together=True, confirmed=True, seen=None, author=BY.author))


def _type_at_the_table(book: Book) -> None:
    """Let two players propose a hand that a referee then does not record."""
    carry_out(book, AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))), by=BY)
    carry_out(book, ProposeHand(1, 1, 1, Outcome(1, 2, 13), 1, TILES), by=phone_of(book.view, 1, 1, 1))
    (proposal,) = book.view.phones(1, 1).open
    carry_out(book, ConfirmProposal(1, 1, proposal.id, 2), by=phone_of(book.view, 1, 1, 2))
    carry_out(book, CallReferee(1, 1, 3), by=phone_of(book.view, 1, 1, 3))
    carry_out(book, AnswerCall(1, 1, book.view.phones(1, 1).calls[0].id), by=BY)
    carry_out(book, DismissProposal(1, 1, proposal.id, "15 after all"), by=BY)
    carry_out(book, TakeSeat(1, 1, 1, "k3m9x2q7"), by=phone_of(book.view, 1, 1, 1))
    carry_out(book, FreeSeats(1, 1), by=BY)
    carry_out(book, RevokeTableLink(1, 1), by=BY)
    carry_out(book, EndTableEntry(), by=BY)


def _check_in_by_phone(book: Book) -> None:
    """Let a player check in by their personal link, after a desk undid their check-in."""
    carry_out(book, SetPhoneCheckIn(True, "http://192.168.1.20:8080", bytes(range(32))), by=BY)
    number = min(book.view.players)
    carry_out(book, NoteAttendance((number,), present=False), by=BY)
    carry_out(book, CheckInByPhone(number), by=phone_of_player(book.view, number))
    carry_out(book, SetPhoneCheckIn(False, "http://192.168.1.20:8080", bytes(range(32))), by=BY)


def _repair(book: Book) -> None:
    """Make every repair, and reverse it."""
    carry_out(book, InsertHand(1, 1, 1, Outcome(0, 1, 8), "row 1 was skipped"), by=BY)
    carry_out(book, DeleteHand(1, 1, 1, "row 1 was typed twice"), by=BY)
    carry_out(book, MoveHand(1, 1, 1, 2, "a row too high"), by=BY)
    carry_out(book, MoveHand(1, 1, 2, 1, "it was right"), by=BY)
    carry_out(book, ExchangeColumns(1, 1, (0, 3), (1, 6), "each other’s seat"), by=BY)
    carry_out(book, ExchangeColumns(1, 1, (0, 3), None, "it was right"), by=BY)
    carry_out(book, MoveSheet(1, 1, 1, 2, "wrong table"), by=BY)
    carry_out(book, MoveSheet(1, 2, 1, 1, "it was right"), by=BY)


def _read_again(book: Book) -> None:
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    slip = PaperReading((-8, 37, -8, -12))
    carry_out(book, RejectSheet(1, 1, slip, "Reader Sample", "the paper says 12"), by=BY)
    carry_out(book, CloseSheet(1, 1, (-8, 37, -8, -21)), by=BY)
    points = (13, *[None] * 15)
    carry_out(book, ConfirmSheet(1, 1, PaperReading(points=points), "Reader Sample"), by=BY)
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.NONE)), by=BY)


if __name__ == "__main__":
    play_every_fact(create(Path(sys.argv[1]))).close()
