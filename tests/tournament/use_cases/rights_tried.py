"""Events whose roles have PINs, and for each act what somebody tries who may do it or not."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.examples.pins import PINS, cheap_pin
from tests.tournament.use_cases.events import NO_ORDER, SEATING, players
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.role import Act, EventRole
from tournament.event.settings import Settings
from tournament.ledger.entry import EVENT_STREAM
from tournament.ledger.facts import PaperNoted, PenaltyGiven, RolePinSet
from tournament.ledger.sanctions import Charge
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CancelPenalty,
    CloseSheet,
    Command,
    CorrectHand,
    DeleteHand,
    GivePenalty,
    OpenEvening,
    RecordHand,
    ReopenSheet,
    SeatGame,
    View,
    carry_out,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    AllowTableEntry,
    AnswerCall,
    CallReferee,
    CancelSessions,
    ChangePlayerState,
    ChangeSettings,
    CheckInByPhone,
    CloseSession,
    CreateEvent,
    EndTableEntry,
    FreeSeats,
    LeaveTableOut,
    NoteAttendance,
    NotePaper,
    PlanSessions,
    ProposeHand,
    PublishDraw,
    PublishResults,
    Redo,
    RedrawSessions,
    RemovePin,
    ReopenSession,
    ReplacePlayer,
    RestoreSession,
    RevokeTableLink,
    SetPhoneCheckIn,
    SetPin,
    SetSigningKey,
    StartClock,
    StartSession,
    StopClock,
    SwapPlayers,
    TakeOver,
    TakeSeat,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.ports import Store

ALLOWED = AllowTableEntry("http://192.168.1.20:8080", bytes(32))
PHONES_MAY = SetPhoneCheckIn(True, "http://192.168.1.20:8080", bytes(32))
OTHER = By("Somebody Else", "other desk", EventRole.ORGANISER)
"""Who made the event."""


@dataclass(frozen=True)
class Tried:
    """One way to do something that is a right."""

    act: Act
    command: Callable[[View], Command]
    before: tuple[Command, ...] = ()
    """What somebody else does first."""

    @property
    def in_a_league(self) -> bool:
        """Whether it is tried where there are evenings."""
        return self.act in (Act.GAMES, Act.EVENINGS, Act.PLAYERS)

    def event(self, store: Store) -> Book:
        """The event in which it is tried, written to ``store``."""
        book = (_league if self.in_a_league else _tournament)(store)
        for command in self.before:
            carry_out(book, command, by=OTHER)
        return book


def _tournament(store: Store) -> Book:
    """Drawn, a hand and a penalty on table 1, which was reopened; table 2 with a hand that was not."""
    return _made(store, Settings("Cup", sessions=2), [
        PublishDraw(SEATING),
        RecordHand(1, 1, 1, Outcome(0, 1, 12)),
        CloseSheet(1, 1),
        ReopenSheet(1, 1, "a hand was missing"),
        GivePenalty(1, 2, Charge(1, points=10, to=(0,), reason="rude")),
        RecordHand(1, 2, 1, Outcome(0, 1, 12)),
        StartClock(1),
    ])  # fmt: skip


def _league(store: Store) -> Book:
    """With an evening on which nobody plays yet."""
    return _made(store, Settings("Season", format=EventFormat.LEAGUE), [OpenEvening()])


def _made(store: Store, settings: Settings, commands: list[Command]) -> Book:
    book = Book(store)
    for command in (CreateEvent(settings), AddPlayers(tuple(players(8))), *commands):
        carry_out(book, command, by=OTHER)
    hold(book)
    return book


def hold(book: Book) -> None:
    """Give every role its PIN."""
    draft = book.draft(OTHER)
    for role, pin in reversed(PINS.items()):
        held = cheap_pin(pin)
        draft.add(EVENT_STREAM, RolePinSet(role, held.salt, held.hash, held.cost))
    book.commit(draft, NO_ORDER)


def _penalty(view: View) -> str:
    return next(entry.id for entry in view.journal if isinstance(entry.fact, PenaltyGiven))


def _turned(view: View) -> Command:
    assert view.seating is not None
    sessions = view.seating.sessions
    turned = tuple((b, a, c, d) for a, b, c, d in sessions[1])
    return RedrawSessions(replace(view.seating, sessions=(sessions[0], turned)), 2)


TRIED = (
    Tried(Act.ATTENDANCE, lambda _: NoteAttendance((1,))),
    Tried(Act.HANDS, lambda _: ProposeHand(1, 2, 2, Outcome(None), 0), (ALLOWED,)),
    Tried(Act.HANDS, lambda _: CallReferee(1, 2, 0), (ALLOWED,)),
    Tried(Act.HANDS, lambda view: AnswerCall(1, 2, view.phones(1, 2).calls[0].id), (ALLOWED, CallReferee(1, 2, 0))),
    Tried(Act.HANDS, lambda _: RevokeTableLink(1, 2)),
    Tried(Act.HANDS, lambda _: TakeSeat(1, 2, 0, "phone"), (ALLOWED,)),
    Tried(Act.HANDS, lambda _: FreeSeats(1, 2), (ALLOWED, TakeSeat(1, 2, 0, "phone"))),
    Tried(Act.TABLE_ENTRY, lambda _: ALLOWED),
    Tried(Act.SETTINGS, lambda _: PHONES_MAY),
    Tried(Act.ATTENDANCE, lambda _: CheckInByPhone(1), (PHONES_MAY,)),
    Tried(Act.TABLE_ENTRY, lambda _: EndTableEntry(), (ALLOWED,)),
    Tried(Act.GAMES, lambda _: SeatGame(1, (1, 2, 3, 4))),
    Tried(Act.HANDS, lambda _: RecordHand(2, 1, 1, Outcome(None))),
    Tried(Act.HANDS, lambda _: CloseSheet(1, 2)),
    Tried(Act.CORRECTIONS, lambda _: CorrectHand(1, 2, 1, Outcome(None), "misread")),
    Tried(Act.CORRECTIONS, lambda _: DeleteHand(1, 2, 1, "typed twice")),
    Tried(Act.PENALTIES, lambda _: GivePenalty(1, 2, Charge(2, points=10, to=(0,), reason="rude"))),
    Tried(Act.TABLE_MINUTES, lambda _: AddMinutes(1, 5, (1,), "wall rebuilt")),
    Tried(Act.PENALTIES_CANCELLED, lambda view: CancelPenalty(_penalty(view), "wrong player")),
    Tried(Act.VERIFIED_SHEETS, lambda _: CorrectHand(1, 1, 1, Outcome(None), "misread")),
    Tried(Act.UNDO_OF_OTHERS, lambda _: Undo(), (RecordHand(1, 2, 2, Outcome(None)),)),
    Tried(Act.UNDO_OF_OTHERS, lambda _: Redo(), (RecordHand(1, 2, 2, Outcome(None)), Undo())),
    Tried(Act.CLOCK, lambda _: StopClock(1)),
    Tried(Act.CLOCK, lambda _: AddMinutes(1, 5)),
    Tried(Act.SEATS, lambda _: SwapPlayers(1, 5, (2,))),
    Tried(Act.SEATS, lambda _: LeaveTableOut(2, 2)),
    Tried(Act.SEATS, lambda _: ReplacePlayer(8, Player(0, "Nova", "Newcomer"), 2)),
    Tried(Act.PEOPLE, lambda _: ChangePlayerState(8, PlayerState.WITHDRAWN, 2)),
    Tried(Act.SESSIONS, lambda _: StartSession(2)),
    Tried(Act.SESSIONS, lambda _: CloseSession(1, "a power cut")),
    Tried(Act.CLOSED_SESSIONS, lambda _: ReopenSession(1, "the light is back"), (CloseSession(1, "a power cut"),)),
    Tried(Act.EVENINGS, lambda _: OpenEvening()),
    Tried(Act.HOSTING, lambda _: TakeOver("desk")),
    Tried(Act.RESULTS, lambda _: PublishResults(1)),
    Tried(Act.RESULTS, lambda _: WithdrawResults(1), (PublishResults(1),)),
    Tried(Act.PLAYERS, lambda _: AddPlayers((Player(0, "Nova", "Newcomer"),))),
    Tried(Act.DRAW, _turned),
    Tried(Act.PLAN, lambda _: PlanSessions(1, "the hall closes")),
    Tried(Act.PLAN, lambda _: CancelSessions((2,), "the hall closes")),
    Tried(Act.PLAN, lambda _: RestoreSession(2), (CancelSessions((2,), "the hall closes"),)),
    Tried(Act.SETTINGS, lambda view: ChangeSettings(replace(view.settings, place="Lyon"))),
    Tried(Act.SIGNING_KEY, lambda _: SetSigningKey(bytes(32), "Ada Sample")),
    Tried(Act.PINS, lambda _: SetPin(EventRole.REFEREE, cheap_pin("4444"))),
    Tried(Act.PINS, lambda _: RemovePin(EventRole.REFEREE)),
    Tried(Act.PAPERS, lambda view: NotePaper(PaperNoted("standings", "Standings", "pdf", len(view.journal)))),
)
"""Every act but :attr:`Act.COPIES` and :attr:`Act.REGISTRATION`, which no command does: a file is replaced from
outside, and data of people are no entry."""
