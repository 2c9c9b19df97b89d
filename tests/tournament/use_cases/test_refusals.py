"""What an event refuses, with its code and its words: nothing is written then."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.role import EventRole
from tournament.event.settings import CountedTotals, Settings
from tournament.language import ENGLISH
from tournament.ledger.fact import HallDraw
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    CloseSheet,
    Command,
    CorrectHand,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    SeatGame,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    ApplyRegister,
    CancelSessions,
    ChangePlayer,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    GiveLots,
    GiveTeams,
    NoteAttendance,
    OpenEvening,
    PlanSessions,
    PublishDraw,
    PublishResults,
    RemovePin,
    RemovePlayer,
    StartClock,
    SwapPlayers,
    TakeBackGame,
    TakeOver,
    TypeTotals,
    WithdrawResults,
)

TOTALS = (60, 20, -20, -60)
TWIN = Player(0, "First1", "Sample1")
DRAW = HallDraw(1)
Change = Callable[[Book], Command]


def nothing() -> Book:
    return Book(FakeStore())


def listed() -> Book:
    """Eight players, and no draw."""
    book = created()
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    return book


def league() -> Book:
    """Eight players; games 1 and 2 of the first evening, of which the second was removed."""
    book = nothing()
    carry_out(book, CreateEvent(Settings("Friday", format=EventFormat.LEAGUE, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    for command in (OpenEvening(), SeatGame(1, (1, 2, 3, 4)), SeatGame(1, (5, 6, 7, 8)), TakeBackGame(1, 2)):
        carry_out(book, command, by=BY)
    return book


def with_settings(**changes: object) -> Change:
    return lambda book: ChangeSettings(replace(book.view.settings, **changes))  # type: ignore[arg-type]


def of(command: Command) -> Change:
    return lambda _: command


HAND = of(RecordHand(1, 1, 1, Outcome(0, 1, 8)))
PLAYED = of(RecordTotals(1, 1, TOTALS)), of(RecordTotals(1, 2, TOTALS))
SIGNED_OTHERWISE = HAND, of(CloseSheet(1, 1, (32, -16, -8, -7), "all four signed"))

REFUSED: dict[str, tuple[Callable[[], Book], tuple[Change, ...], Change, str, str]] = {
    "an event in an event": (
        created, (), of(CreateEvent(Settings("Cup", sessions=2))), "event-exists", "already contains an event"),
    "an event without a name": (nothing, (), of(CreateEvent(Settings("", sessions=2))), "name-empty", ""),
    "rules that there are not": (created, (), with_settings(rules="poker"), "rules-unknown", "called “poker”"),
    "other rules in play": (drawn, (HAND,), with_settings(rules="zung-jung"), "play-begun", "The rules can no longer"),
    "other options in play": (
        lambda: drawn(rules="hong-kong"), (of(RecordHand(1, 1, 1, Outcome(None))),),
        with_settings(options=(("minimum", 1),)), "play-begun", "The options of the rules can no"),
    "another format once seated": (
        drawn, (), with_settings(format=EventFormat.LEAGUE), "seated", "The format can no longer change"),
    "a tournament from a league in play": (
        league, (), with_settings(format=EventFormat.TOURNAMENT), "seated", "The format can no longer change"),
    "more sessions than drawn": (drawn, (), with_settings(sessions=3), "drawn", "fixes the number of sessions"),
    "other totals where they differ": (
        drawn, SIGNED_OTHERWISE, with_settings(counted_totals=CountedTotals.AS_SIGNED), "scores-would-change",
        "The signed totals of session 1, table 1 differ"),
    "a rehearsal of an event": (created, (), with_settings(rehearsal=True), "rehearsal-stays", "cannot become an"),
    "late players before the draw": (
        listed, (), of(AddPlayers(tuple(players(1, 9)), first=1)), "no-draw", "from the first session on"),
    "new players after the draw": (
        drawn, (), of(AddPlayers(tuple(players(1, 9)))), "drawn", "say from which session they take part"),
    "late players in a cancelled session": (
        drawn, (of(CancelSessions((2,), "rain")),), of(AddPlayers(tuple(players(1, 9)), first=2)),
        "session-cancelled", "Session 2 is cancelled"),
    "late players after the last session": (
        drawn, (), of(AddPlayers(tuple(players(1, 9)), first=3)), "session-unknown", "has sessions 1 to 2"),
    "late players in a session in play": (
        drawn, (HAND,), of(AddPlayers(tuple(players(1, 9)), first=1)), "session-begun", "Session 1 has begun"),
    "a second player of the same name": (created, (of(AddPlayers((TWIN,))),), of(AddPlayers((TWIN,))),
                                         "player-twice", ""),
    "a player renamed like another": (
        listed, (), of(ChangePlayer(replace(TWIN, number=2))), "player-twice", ""),
    "a change of nobody": (listed, (), of(ChangePlayer(replace(TWIN, number=9))), "player-unknown", "no player 9"),
    "nobody removed": (listed, (), of(RemovePlayer(9)), "player-unknown", "no player 9"),
    "a drawn player removed": (drawn, (), of(RemovePlayer(1)), "drawn", "the list of players is closed"),
    "a player of a game removed": (league, (), of(RemovePlayer(4)), "player-seated",
                                   "First4 Sample4 plays in game 1 of evening 1"),
    "nobody checked in": (listed, (), of(NoteAttendance((1, 9))), "player-unknown", "no player 9"),
    "two players made one by a register": (
        listed, (), lambda book: ApplyRegister(((book.view.players[2], replace(TWIN, number=2)),)),
        "player-twice", ""),
    "lots of others": (listed, (), of(GiveLots(((1, 1), (2, 2)), DRAW)), "hall-draw-old", "draw again"),
    "teams of nobody": (listed, (), of(GiveTeams(((9, "Red"),), DRAW)), "player-unknown", "no player 9"),
    "no teams": (listed, (), of(GiveTeams((), DRAW)), "players-missing", "no players to draw"),
    "teams of a league": (league, (), of(GiveTeams(((1, "Red"),), DRAW)), "format-not-drawn", "there is no draw to"),
    "seats of a league": (league, (), of(SwapPlayers(1, 2, (1,))), "format-not-drawn", "Open a game with four"),
    "four players twice": (
        drawn, (of(AddPlayers(tuple(players(3, 9)), first=1)),), of(AddTable(1, (9, 10, 11, 11))), "players-twice",
        "four different"),
    "a table of somebody who joins later": (
        drawn, (of(AddPlayers(tuple(players(3, 9)), first=1)), of(AddPlayers(tuple(players(1, 12)), first=2))),
        of(AddTable(1, (9, 10, 11, 12))), "joins-later", "First12 Sample12 joins after session 1"),
    "a table of somebody seated": (
        drawn, (of(AddPlayers(tuple(players(3, 9)), first=1)),), of(AddTable(1, (9, 10, 11, 1))), "already-seated",
        "already has a seat in session 1: table 1"),
    "a table of somebody who left": (
        drawn,
        (of(AddPlayers(tuple(players(4, 9)), first=1)), of(ChangePlayerState(12, PlayerState.WITHDRAWN))),
        of(AddTable(1, (9, 10, 11, 12))), "not-playing", "First12 Sample12 does not play in session 1"),
    "a table in a session without any": (
        drawn, (of(PlanSessions(3)), of(AddPlayers(tuple(players(4, 9)), first=3))),
        of(AddTable(3, (9, 10, 11, 12))), "session-empty", "Session 3 has no tables yet"),
    "a hand in a session without tables": (
        drawn, (of(PlanSessions(3)),), of(RecordHand(3, 1, 1, Outcome(None))), "session-empty",
        "Session 3 has no tables yet"),
    "a clock of a session without tables": (
        drawn, (of(PlanSessions(3)),), of(StartClock(3)), "session-empty", "Session 3 has no tables yet"),
    "a hand of a removed game": (league, (), of(RecordHand(1, 2, 1, Outcome(None))), "game-taken-back",
                                 "Game 2 of evening 1 was removed"),
    "a hand of a game that is not open": (league, (), of(RecordHand(1, 3, 1, Outcome(None))), "table-unknown",
                                          "There is no game 3 on evening 1"),
    "a hand of an evening that is not open": (league, (), of(RecordHand(2, 1, 1, Outcome(None))), "session-unknown",
                                              "the last one is evening 1"),
    "results that are public already": (
        drawn, (*PLAYED, of(PublishResults(1))), of(PublishResults(1)), "results-public", "are already public"),
    "public results held back": (
        drawn, (*PLAYED, of(PublishResults(1))), of(PublishResults(1, hold_last=True)), "results-public",
        "withdraw them first"),
    "results held twice": (
        drawn, (*PLAYED, of(PublishResults(1, hold_last=True))), of(PublishResults(1, hold_last=True)),
        "results-withheld", "are held for the ceremony"),
    "no results": (drawn, PLAYED, of(PublishResults(2)), "no-results", "Session 2 has no results yet"),
    "results withdrawn that are not public": (
        drawn, PLAYED, of(WithdrawResults(1)), "results-withheld", "The results of session 1 are not public"),
    "a PIN removed that there is not": (created, (), of(RemovePin(EventRole.REFEREE)), "pin-missing", "has no PIN"),
    "a host without a name": (created, (), of(TakeOver("  ")), "desk-missing", "Give the name of the desk"),
    "totals of a signed sheet": (drawn, PLAYED, of(TypeTotals(1, 1, TOTALS)), "sheet-closed", ""),
    "totals recorded twice": (drawn, PLAYED, of(RecordTotals(1, 1, TOTALS)), "sheet-closed", ""),
    "a closed session opened with a sheet for no reason": (
        drawn, (*PLAYED, of(CloseSession(1))), of(ReopenSheet(1, 1, "  ", with_session=True)), "reason-missing", ""),
    "a correction in a closed session": (
        drawn, (*PLAYED, of(CloseSession(1))), of(CorrectHand(1, 1, 1, Outcome(None), "x")), "session-closed",
        "Session 1 is closed"),
    "a session of a draw without this player": (
        listed, (of(PublishDraw(SEATING)),), of(SwapPlayers(1, 9, (1,))), "player-unknown", "no player 9"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_refused_with_its_reason(name: str) -> None:
    begin, before, change, code, told = REFUSED[name]
    book = begin()
    for each in before:
        carry_out(book, each(book), by=BY, confirmed=True)
    entries = len(book.view.journal)
    with pytest.raises(Refused) as error:
        carry_out(book, change(book), by=BY, confirmed=True)
    assert codes(error) == [code]
    assert told in ENGLISH.render(error.value.problems[0].text)
    assert len(book.view.journal) == entries


ALLOWED: dict[str, tuple[Callable[[], Book], tuple[Change, ...], Change]] = {
    "other rules before play": (drawn, (), with_settings(rules="zung-jung")),
    "the same rules in play": (drawn, (HAND,), with_settings(name="Bowl")),
    "another format before the draw": (listed, (), with_settings(format=EventFormat.LEAGUE, sessions=1)),
    "more sessions before the draw": (listed, (), with_settings(sessions=5)),
    "other totals where none differ": (
        drawn, (HAND, of(CloseSheet(1, 1))), with_settings(counted_totals=CountedTotals.AS_SIGNED)),
    "late players in the next session": (drawn, (HAND,), of(AddPlayers(tuple(players(1, 9)), first=2))),
    "a late player removed": (drawn, (of(AddPlayers(tuple(players(1, 9)), first=2)),), of(RemovePlayer(9))),
    "a player without a game removed": (league, (), of(RemovePlayer(5))),
    "a player removed before the draw": (listed, (), of(RemovePlayer(1))),
    "lots of all": (listed, (), of(GiveLots(tuple((number, 9 - number) for number in range(1, 9)), DRAW))),
    "teams of some": (listed, (), of(GiveTeams(((1, "Red"), (2, "Red")), DRAW))),
    "results up to the next session": (
        drawn, (*PLAYED, of(PublishResults(1)), of(RecordTotals(2, 1, TOTALS))), of(PublishResults(2))),
    "results withdrawn": (drawn, (*PLAYED, of(PublishResults(1))), of(WithdrawResults(1))),
    "held results withdrawn": (drawn, (*PLAYED, of(PublishResults(1, hold_last=True))), of(WithdrawResults(1))),
    "held results published": (drawn, (*PLAYED, of(PublishResults(1, hold_last=True))), of(PublishResults(1))),
    "a host with a name": (created, (), of(TakeOver(" Hall 1 ", " hall:1 "))),
    "a closed session opened with a sheet": (
        drawn, (*PLAYED, of(CloseSession(1))), of(ReopenSheet(1, 1, "misread", with_session=True))),
}  # fmt: skip


@pytest.mark.parametrize("name", ALLOWED)
def test_what_is_near_to_a_refusal_and_can_be_done_is_written(name: str) -> None:
    begin, before, change = ALLOWED[name]
    book = begin()
    for each in before:
        carry_out(book, each(book), by=BY, confirmed=True)
    assert carry_out(book, change(book), by=BY).entries


def test_a_closed_session_is_opened_with_its_open_sheet_alone() -> None:
    """The sheet of table 2 was not signed when the session was closed: nothing is to be reopened there."""
    book = drawn()
    for command in (RecordTotals(1, 1, TOTALS), CloseSession(1, "table 2 went home")):
        carry_out(book, command, by=BY)
    opened = carry_out(book, ReopenSheet(1, 2, "they are back", with_session=True), by=BY)
    assert [entry.record.kind for entry in opened.entries] == ["session-reopened"]
    carry_out(book, CloseSession(1, "gone again"), by=BY)
    opened = carry_out(book, ReopenSheet(1, 1, "misread", with_session=True), by=BY)
    assert [entry.record.kind for entry in opened.entries] == ["session-reopened", "sheet-reopened"]
