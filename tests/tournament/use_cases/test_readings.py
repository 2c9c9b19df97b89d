"""What is said of an event before something is done, and what pages and papers ask of it."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest

from tests.tournament.use_cases.events import BY, SEATING, codes, created, drawn, noon, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.seating import SeatingWishes
from tournament.event.settings import Settings
from tournament.event.timetable import SessionTime
from tournament.language import ENGLISH, Text, verbatim
from tournament.ledger.entry import table_stream
from tournament.ledger.journal import Journal
from tournament.ledger.session_step import SessionStep
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    Command,
    CorrectHand,
    OpenEvening,
    RecordHand,
    RecordTotals,
    Refused,
    SeatGame,
    View,
    carry_out,
)
from tournament.use_cases.commands import (
    AddMinutes,
    AddPlayers,
    AllowTableEntry,
    CallReferee,
    CancelSessions,
    ChangePlayerState,
    CloseSession,
    CreateEvent,
    LeaveTableOut,
    MergePlayers,
    NoteAttendance,
    PauseClock,
    PlanSessions,
    PublishResults,
    PublishSession,
    RedrawSessions,
    ReopenSession,
    ReplacePlayer,
    RestoreSession,
    RevokeTableLink,
    SetSessionTime,
    StartClock,
    StartSession,
    SwapPlayers,
)
from tournament.use_cases.draft_fit import draft_of
from tournament.use_cases.entry_words import described
from tournament.use_cases.people import merge_effect, plan_merge, usual_first, vacant_players
from tournament.use_cases.progress import EventCounts
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.results_state import (
    ResultsState,
    event_is_over,
    results_state,
    results_view,
    session_results_state,
)
from tournament.use_cases.seating_wishes import wish_problems
from tournament.use_cases.sessions import asks_before_start, session_move
from tournament.use_cases.table_entry import LinkState, read_token, table_token, table_tokens

TOTALS = (60, 20, -20, -60)


def do(book: Book, *commands: Command) -> Book:
    for command in commands:
        carry_out(book, command, by=BY, confirmed=True)
    return book


def said(texts: tuple[Text, ...]) -> list[str]:
    return [ENGLISH.render(text) for text in texts]


def of_evenings(format: EventFormat) -> Book:
    """Eight players, and the first evening with one game, whose sheet is signed."""
    book = do(Book(FakeStore()), CreateEvent(Settings("Friday", format=format, sessions=1)))
    do(book, AddPlayers(tuple(players(8))), *([OpenEvening()] if format is EventFormat.LEAGUE else []))
    return do(book, SeatGame(1, (1, 2, 3, 4)), RecordTotals(1, 1, TOTALS))


def merged(book: Book, number: int, other: int) -> list[str]:
    return said(merge_effect(book.view, plan_merge(book.view, number, other)))


def test_what_a_merge_changes_is_said_line_by_line() -> None:
    book = drawn()
    nova = Player(0, "Ada", "Nova", country="FR", club="Red")
    do(book, AddPlayers((nova, replace(nova, first_name="Ida", country="BE", team="A")), first=2))
    seats = "2 seats are transferred with their results: session 1, table 1, session 2, table 2."
    names = ["First name is dropped: First1; Ada stays.", "Last name is dropped: Sample1; Nova stays."]
    assert merged(book, 9, 1) == [seats, *names]
    none = "{} has no seat yet: only their line in the list is removed."
    assert merged(book, 9, 10) == [
        none.format("10 Ida Nova"),
        "Team is kept: A.",
        "First name is dropped: Ida; Ada stays.",
        "Country is dropped: BE; FR stays.",
    ]
    more = [
        none.format("9 Ada Nova"),
        "Country is kept: FR.",
        "Club is kept: Red.",
        "First name is dropped: Ada; First1 stays.",
        "Last name is dropped: Nova; Sample1 stays.",
    ]
    assert merged(book, 1, 9) == more
    do(book, NoteAttendance((9,)), ChangePlayerState(9, PlayerState.SUBSTITUTE))
    state, here = "First1 Sample1 is a substitute and is not ranked.", "First1 Sample1 is checked in."
    assert merged(book, 1, 9) == [*more, state, here]
    assert merged(book, 9, 1) == [seats, *names], "those of who stays are kept"
    do(book, NoteAttendance((1,)))
    assert merged(book, 1, 9) == [*more, state]
    do(book, LeaveTableOut(2, 2))
    assert merged(book, 9, 1)[0] == "1 seat is transferred with its result: session 1, table 1."


@pytest.mark.parametrize(
    ("step", "command"),
    [
        (SessionStep.PUBLISHED, PublishSession(2)),
        (SessionStep.PLAYING, StartSession(2)),
        (SessionStep.CLOSED, CloseSession(2, "x")),
        (SessionStep.REOPENED, ReopenSession(2, "x")),
        (SessionStep.CANCELLED, CancelSessions((2,), "x")),
        (SessionStep.RESTORED, RestoreSession(2, "x")),
    ],
)
def test_a_step_of_a_session_is_a_command(step: SessionStep, command: Command) -> None:
    assert session_move(2, step, "x") == command


@pytest.mark.parametrize("step", [SessionStep.DRAWN, SessionStep.ENTERED, SessionStep.VERIFIED])
def test_a_step_that_follows_from_others_is_none_to_take(step: SessionStep) -> None:
    with pytest.raises(Refused) as error:
        session_move(2, step)
    assert codes(error) == ["step-follows"]


def test_a_session_asks_before_its_start_about_empty_seats_and_a_draft() -> None:
    book = drawn()
    assert [asks_before_start(book.view, session) for session in (1, 2)] == [False, False]
    book.unpublished_draw = draft_of(book.view, RedrawSessions(SEATING, 2))
    assert [asks_before_start(book.view, session) for session in (1, 2)] == [False, True]
    book.unpublished_draw = None
    do(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 2))
    assert [asks_before_start(book.view, session) for session in (1, 2)] == [False, True]
    assert [vacant_players(book.view, session) for session in (1, 2)] == [frozenset(), {3}]
    do(book, StartSession(2))
    assert not asks_before_start(book.view, 2)


def test_a_substitute_without_a_seat_plays_from_the_first_session_that_has_not_begun() -> None:
    book = do(drawn(), AddPlayers((Player(0, "Ada", "Nova"),), first=1), ChangePlayerState(9, PlayerState.SUBSTITUTE))
    assert usual_first(book.view, 9, PlayerState.PLAYING) == 1
    win(book, 1, 0, 1, 8)
    assert usual_first(book.view, 9, PlayerState.PLAYING) == 2
    do(book, RecordHand(2, 1, 1, Outcome(None)))
    assert usual_first(book.view, 9, PlayerState.PLAYING) == 2
    assert usual_first(created().view, 1, PlayerState.PLAYING) == 1


def test_how_final_the_results_of_evenings_are() -> None:
    club, league = of_evenings(EventFormat.CLUB), of_evenings(EventFormat.LEAGUE)
    for book in (club, league):
        assert results_state(book.view) == ResultsState(provisional=False, after=1)
        assert session_results_state(book.view, 1) == session_results_state(book.view, 0) == ResultsState(False)
        do(book, SeatGame(1, (5, 6, 7, 8)))
        assert results_state(book.view).provisional
        assert session_results_state(book.view, 1) == ResultsState(provisional=True)
        do(book, CloseSession(1, "late"))
        assert not session_results_state(book.view, 1).final, "a sheet is open"
        do(book, ReopenSession(1, "they play on"), RecordTotals(1, 2, TOTALS), CloseSession(1))
        assert session_results_state(book.view, 1) == ResultsState(provisional=False, final=True)
        assert not event_is_over(book.view)
    assert results_state(club.view) == ResultsState(provisional=False, final=True, after=1)
    assert results_state(league.view) == ResultsState(provisional=False, after=1), "another evening may follow"
    do(league, OpenEvening())
    assert results_state(league.view).after == 1
    assert results_state(league.view, 2).after == 2


def test_a_tournament_is_over_once_no_session_that_was_reopened_is_open() -> None:
    book = drawn()
    for session in (1, 2):
        do(book, RecordTotals(session, 1, TOTALS), RecordTotals(session, 2, TOTALS))
    assert event_is_over(book.view)
    do(book, CloseSession(1), CloseSession(2))
    assert results_state(book.view) == ResultsState(provisional=False, final=True, after=2, sessions=2)
    assert not results_state(book.view, 1).final
    do(book, ReopenSession(1, "misread"))
    assert not event_is_over(book.view)
    do(book, CloseSession(1))
    assert event_is_over(book.view)


def test_only_what_is_public_is_shown_to_the_public() -> None:
    book = of_evenings(EventFormat.LEAGUE)
    assert results_view(book.view, 1, public=False) is book.view
    for ask in (lambda: results_view(book.view, 1, public=True), lambda: PublicView(book.view).season(1)):
        with pytest.raises(Refused) as error:
            ask()
        assert codes(error) == ["results-withheld"]
    assert [row.rank for row in PublicView(book.view).season().rows] == []
    assert len(results_view(book.view, None, public=True).season().rows) == 0
    do(book, PublishResults(1))
    shown = results_view(book.view, 1, public=True)
    assert isinstance(shown, PublicView)
    assert [row.player.number for row in shown.season(1).rows] == [1, 2, 3, 4]
    do(book, AllowTableEntry("http://hall.local:8470", bytes(32)), CallReferee(1, 1, 0))
    assert [len(view.phones(1, 1).calls) for view in (book.view, PublicView(book.view))] == [1, 0]


def test_entries_are_told_with_the_names_of_their_table() -> None:
    book = drawn()
    win(book, 1, 0, 1, 8)
    do(book, SwapPlayers(3, 7, (2,)))
    told = [ENGLISH.render(described(book.view, entry).new) for entry in book.view.journal]
    assert "First1 from First2, 8" in told
    last = book.view.journal[len(book.view.journal) - 2]
    assert ENGLISH.render(described(View(Journal()), last).new) == "A from B, 8"


@pytest.mark.parametrize(
    ("players_", "wishes", "found"),
    [
        (8, SeatingWishes(), []),
        (8, SeatingWishes(reserves=(9,)), ["reserve-unknown"]),
        (8, SeatingWishes(reserves=(8,)), []),
        (8, SeatingWishes(pairs=((1, 2, 1),), reserves=(1,)), ["reserve-paired"]),
        (8, SeatingWishes(pairs=((1, 2, 1), (2, 1, 1))), ["pair-twice"]),
        (8, SeatingWishes(pairs=((1, 1, 1),)), ["pair-alone"]),
        (8, SeatingWishes(pairs=((1, 9, 1),)), ["pair-unknown"]),
        (8, SeatingWishes(pairs=((1, 2, 0),)), ["wish-weight"]),
        (8, SeatingWishes(pairs=((1, 2, 1),)), []),
        (8, SeatingWishes(apart=(("shoe", 1), ("team", 0))), ["wish-unknown", "wish-weight"]),
        (8, SeatingWishes(apart=(("club", 1), ("club", 2))), ["wish-twice"]),
        (8, SeatingWishes(apart=(("club", 1), ("team", 1))), []),
        (8, SeatingWishes(no_repeats=True), ["repeats-needed"]),
        (16, SeatingWishes(no_repeats=True), []),
        (16, SeatingWishes(no_repeats=True, pairs=((1, 2, 1),)), ["wishes-contradict"]),
        (20, SeatingWishes(no_repeats=True, pairs=((1, 2, 1),)), []),
        (3, SeatingWishes(no_repeats=True), []),
        (0, SeatingWishes(no_repeats=True), []),
    ],
)
def test_wishes_that_cannot_be_met_are_named(players_: int, wishes: SeatingWishes, found: list[str]) -> None:
    """In five sessions of 16 everybody meets everybody, in five of 20 not; 8 can play one session without repeats."""
    book = Book(FakeStore())
    do(book, CreateEvent(Settings("Cup", sessions=5)))
    if players_:
        do(book, AddPlayers(tuple(players(players_))))
    assert [problem.code for problem in wish_problems(book.view, wishes)] == found


def test_a_session_has_a_time_of_its_own() -> None:
    book = do(drawn(), SetSessionTime(SessionTime(2, date(2026, 6, 14), time(9, 30), 90)))
    assert [book.view.settings.minutes_of(session) for session in (1, 2)] == [book.view.settings.minutes, 90]
    assert book.view.settings.first_day == date(2026, 6, 14)


def test_a_clock_whose_time_is_up_is_not_paused_unless_a_table_plays_on() -> None:
    now = noon()
    store = FakeStore()
    drawn(store)
    book = do(Book(store, clock=lambda: now), StartClock(1))
    minutes = book.view.settings.minutes_of(1)
    now += timedelta(minutes=minutes)
    with pytest.raises(Refused) as error:
        do(book, PauseClock(1))
    assert codes(error) == ["clock-state"]
    do(book, AddMinutes(1, 5, (2,), "a wall fell"), PauseClock(1))


def test_the_codes_of_tables_are_those_of_sessions_that_are_not_closed() -> None:
    book = drawn()
    assert table_tokens(book.view) == set()
    do(book, AllowTableEntry("http://hall.local:8470", bytes(32)))
    places = [(session, table) for session in (1, 2) for table in (1, 2)]
    assert table_tokens(book.view) == {table_token(book.view, *place) for place in places}
    assert len(table_tokens(book.view)) == 4
    do(book, RecordTotals(1, 1, TOTALS), CloseSession(1, "late"))
    assert table_tokens(book.view) == {table_token(book.view, 2, table) for table in (1, 2)}


def test_a_code_printed_before_a_merge_is_of_the_table_it_was_of() -> None:
    """1 did not come back and was registered again as 9, who took the seat of session 2; the two are merged."""
    book = do(drawn(), AllowTableEntry("http://hall.local:8470", bytes(32)))
    do(book, ReplacePlayer(1, Player(0, "Nova", "Sample"), 2))
    before = {table: table_token(book.view, 2, table) for table in (1, 2)}
    do(book, MergePlayers(1, 9))
    found = {table: read_token(book.view, token) for table, token in before.items()}
    assert [(link.session, link.table, link.state) for link in found.values() if link is not None] == [
        (2, 1, LinkState.OPEN),
        (2, 2, LinkState.REPLACED),
    ]
    assert read_token(book.view, f"2-2-{'0' * 16}") is None
    first = table_token(book.view, 2, 1)
    do(book, RevokeTableLink(2, 1))
    assert [
        link.state for token in (first, table_token(book.view, 2, 1)) if (link := read_token(book.view, token))
    ] == [
        LinkState.REPLACED,
        LinkState.OPEN,
    ]


def test_a_sheet_as_it_was_before_an_entry() -> None:
    book = drawn()
    for hand in (1, 2, 3):
        win(book, hand, 0, 1, 7 + hand)
    do(book, CorrectHand(1, 1, 1, Outcome(1, 0, 30), "misread"))
    entries = [entry for entry in book.view.journal if entry.stream == table_stream(1, 1)]
    assert [book.view.sheet_before(1, 1, entry).played for entry in entries] == [0, 1, 2, 3]
    assert [book.view.sheet_before(1, 1, entry).number for entry in entries] == [0, 1, 2, 3]
    assert book.view.sheet_before(1, 1, entries[3]).scores != book.view.sheet(1, 1).scores


def test_the_numbers_of_sessions_go_up_to_a_limit() -> None:
    book = do(drawn(), PlanSessions(20), CancelSessions((3,), "rain"))
    with pytest.raises(Refused) as error:
        do(book, PlanSessions(20))
    assert codes(error) == ["sessions-range"]
    assert "cancelled sessions keep theirs" in ENGLISH.render(error.value.problems[0].text)
    with pytest.raises(Refused) as error:
        do(drawn(), PlanSessions(21))
    assert codes(error) == ["sessions-range"]


def test_marked_sheets_are_counted_in_words() -> None:
    book, counts = drawn(), EventCounts()
    counts.count(book.view)
    assert counts.marks() is None
    for table, text in ((1, "1 marked sheet"), (2, "2 marked sheets")):
        do(book, RecordTotals(1, table, TOTALS))
        counts.count(book.view)
        assert ENGLISH.render(counts.marks() or verbatim("")) == text


def test_results_of_an_evening_are_scores_unless_the_rules_add_up_table_points() -> None:
    book = of_evenings(EventFormat.LEAGUE)
    sheet = book.view.sheet(1, 1)
    assert book.view.results_of(sheet) == (sheet.table_points if book.view.rules.table_points.rank_evenings else TOTALS)
    assert book.view.counts_points is book.view.rules.table_points.rank_evenings
    assert drawn().view.counts_points
