"""Sessions that are cancelled, restored and added: what counts afterwards, and what is refused."""

from dataclasses import replace
from datetime import date

import pytest

from tests.tournament.use_cases.events import BY, SEATING, created, drawn, players
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import PlayerState
from tournament.event.problem import Refused
from tournament.event.seating import SeatingWishes
from tournament.event.settings import MOST_SESSIONS
from tournament.event.timetable import SessionTime
from tournament.language import ENGLISH
from tournament.ledger.description import describe
from tournament.ledger.facts import SessionsAdded, SessionsCancelled
from tournament.ledger.session import SessionState
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, Command, RecordHand, RecordTotals, carry_out
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    AddTable,
    CancelSessions,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    MergePlayers,
    PlanSessions,
    PublishDraw,
    PublishResults,
    Redo,
    RedrawSessions,
    RestoreSession,
    SeatSession,
    SetSessionTime,
    StartClock,
    StartSession,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.drawing import plan_rest
from tournament.use_cases.publication import public_text
from tournament.use_cases.results_state import results_state
from tournament.use_cases.session_plan import EarlyEnd, early_end

TOTALS = (60, 20, -20, -60)


def do(book: Book, *commands: Command) -> None:
    """Carry out ``commands``."""
    for command in commands:
        carry_out(book, command, by=BY)


def play(book: Book, session: int) -> None:
    """Enter totals at both tables of ``session``, and close it."""
    do(book, *(RecordTotals(session, table, TOTALS) for table in (1, 2)), CloseSession(session))


def codes(book: Book, command: Command) -> list[str]:
    """The codes of the problems that ``command`` is refused with; nothing may be written."""
    before = len(book.view.journal)
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=BY)
    assert len(book.view.journal) == before
    return [problem.code for problem in refused.value.problems]


def standing(book: Book) -> list[tuple[int, int, object, int]]:
    """Rank, number, table points and score of every player."""
    return [(row.rank, row.player.number, row.table_points, row.score) for row in book.view.standings().rows]


def numbers(book: Book) -> list[int]:
    """The sessions that are not cancelled."""
    return list(book.view.session_numbers)


def of_two() -> tuple[Book, FakeStore]:
    """An event of eight players and two sessions, drawn."""
    store = FakeStore()
    book = drawn(store)
    assert book.view.session_numbers == (1, 2)
    return book, store


def test_an_event_that_ends_early_has_final_results() -> None:
    book, store = of_two()
    play(book, 1)
    assert not results_state(book.view).final
    do(book, PlanSessions(1, "the hall closes"))
    view = book.view
    assert (view.session_numbers, view.sessions, view.settings.sessions) == ((1,), 1, 1)
    assert view.session_state(2) is SessionState.CANCELLED
    assert results_state(view).final
    assert check_records(store.records, store.end).problems == ()
    do(book, Undo())
    assert book.view.session_numbers == (1, 2)
    assert not results_state(book.view).final
    do(book, Redo())
    assert results_state(book.view).final


def test_what_was_entered_in_a_cancelled_session_counts_nowhere_until_it_is_restored() -> None:
    book, store = of_two()
    play(book, 1)
    one = standing(book)
    do(book, StartSession(2), StartClock(2), RecordTotals(2, 1, (40, 0, 0, -40)))
    both, sheet = standing(book), book.view.sheet(2, 1)
    assert both != one
    do(book, CancelSessions((2,), "fire alarm"))
    assert standing(book) == one
    assert 2 not in book.view.state.clocks
    assert book.view.sheets(2) == ()
    assert book.view.sheet_to_read(2, 1).scores == sheet.scores
    assert codes(book, RecordHand(2, 2, 1, Outcome(None))) == ["session-cancelled"]
    assert codes(book, StartClock(2)) == ["session-cancelled"]
    assert codes(book, StartSession(2)) == ["session-cancelled"]
    assert check_records(store.records, store.end).problems == ()
    do(book, RestoreSession(2))
    assert standing(book) == both
    assert book.view.state.clocks[2].started is not None
    assert book.view.session_state(2) is SessionState.PLAYING
    assert check_records(store.records, store.end).problems == ()


def test_numbers_stay_when_a_session_in_the_middle_is_cancelled() -> None:
    book, store = of_two()
    do(book, PlanSessions(3), CancelSessions((2,), "power cut"))
    assert book.view.session_numbers == (1, 3)
    assert book.view.sessions == 3
    assert [book.view.session_state(each) for each in (1, 2, 3)] == [
        SessionState.PUBLISHED,
        SessionState.CANCELLED,
        SessionState.NOT_DRAWN,
    ]
    assert check_records(store.records, store.end).problems == ()


def test_more_sessions_restore_the_cancelled_ones_before_they_add_any() -> None:
    book, _ = of_two()
    seats = book.view.seating
    assert seats is not None
    do(book, PlanSessions(1, "short of time"), PlanSessions(3, "time again"))
    assert book.view.session_numbers == (1, 2, 3)
    assert book.view.seating is not None
    assert book.view.seating.sessions == (*seats.sessions, ())
    assert book.view.session_state(2) is SessionState.PUBLISHED


def test_settings_written_later_leave_the_plan_alone() -> None:
    book, _ = of_two()
    do(book, PlanSessions(1, "short of time"))
    do(book, ChangeSettings(replace(book.view.settings, place="Elsewhere")))
    assert (book.view.sessions, book.view.settings.place) == (1, "Elsewhere")
    do(book, PlanSessions(2))
    assert book.view.session_state(2) is SessionState.PUBLISHED


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), PlanSessions(1), "reason-missing"),
        ((), CancelSessions((2,), "  "), "reason-missing"),
        ((), PlanSessions(0, "why"), "sessions-range"),
        ((), PlanSessions(99, "why"), "sessions-range"),
        ((), CancelSessions((7,), "why"), "session-unknown"),
        ((), RestoreSession(7), "session-unknown"),
        ((), RestoreSession(1), "session-not-cancelled"),
        ((CancelSessions((2,), "why"),), CancelSessions((2,), "why"), "session-cancelled"),
        ((CancelSessions((2,), "why"),), CancelSessions((1,), "why"), "only-session"),
        ((), CancelSessions((1, 2), "why"), "only-session"),
        ((), CancelSessions((1, 2), " "), "only-session"),
        ((StartSession(2),), PlanSessions(1, "why"), "session-begun"),
        ((RecordTotals(1, 1, TOTALS), PublishResults(1)), CancelSessions((1,), "why"), "results-public"),
        ((CancelSessions((1,), "why"), StartSession(2)), RestoreSession(1), "restored-too-late"),
    ],
)
def test_what_cannot_be_planned_is_refused(before: tuple[Command, ...], command: Command, code: str) -> None:
    book, _ = of_two()
    do(book, *before)
    assert codes(book, command) == [code]


def test_a_session_with_public_results_is_cancelled_once_they_are_withdrawn() -> None:
    book, store = of_two()
    do(
        book,
        RecordTotals(1, 1, TOTALS),
        PublishResults(1),
        WithdrawResults(1),
        CancelSessions((1,), "cards were marked"),
    )
    assert book.view.session_numbers == (2,)
    assert check_records(store.records, store.end).problems == ()


def test_a_session_cancelled_after_a_later_one_began_can_be_restored() -> None:
    book, _ = of_two()
    play(book, 1)
    do(book, StartSession(2), CancelSessions((1,), "by mistake"), RestoreSession(1))
    assert book.view.session_state(1) is SessionState.CLOSED


def test_the_evenings_of_a_club_are_not_planned() -> None:
    book = created()
    do(book, ChangeSettings(replace(book.view.settings, format=EventFormat.LEAGUE)))
    assert codes(book, PlanSessions(3, "why")) == ["format-not-drawn"]


def test_several_sessions_are_cancelled_by_one_entry_and_one_undo() -> None:
    book, store = of_two()
    do(book, PlanSessions(4))
    play(book, 1)
    do(book, StartSession(2))
    before = len(book.view.journal)
    do(book, CancelSessions((4, 2, 3, 3), "the hall closes"))
    assert len(book.view.journal) == before + 1
    fact = book.view.journal[before].fact
    assert isinstance(fact, SessionsCancelled)
    assert fact.sessions == (2, 3, 4)
    assert numbers(book) == [1]
    assert results_state(book.view).final
    assert check_records(store.records, store.end).problems == ()
    do(book, Undo())
    assert numbers(book) == [1, 2, 3, 4]
    assert book.view.session_state(2) is SessionState.PLAYING


def test_no_session_to_cancel_writes_nothing() -> None:
    book, _ = of_two()
    changes = carry_out(book, CancelSessions((), "why"), by=BY)
    assert (changes.entries, [remark.code for remark in changes.remarks]) == ((), ["sessions-same"])


def test_ending_now_cancels_what_has_not_begun_and_offers_the_session_in_play() -> None:
    book, _ = of_two()
    do(book, PlanSessions(4))
    assert early_end(book.view) is None, "nothing was played"
    do(book, StartSession(1))
    assert early_end(book.view) == EarlyEnd((2, 3, 4), 0), "without the only session there would be no result"
    play(book, 1)
    assert early_end(book.view) == EarlyEnd((2, 3, 4), 0)
    do(book, StartSession(2))
    assert early_end(book.view) == EarlyEnd((3, 4), 2)
    do(book, CancelSessions((4,), "short of time"))
    assert early_end(book.view) == EarlyEnd((3,), 2)
    do(book, *(RecordTotals(2, table, TOTALS) for table in (1, 2)))
    assert early_end(book.view) == EarlyEnd((3,), 0), "nothing of session 2 is missing"
    do(book, CancelSessions((3,), "short of time"))
    assert early_end(book.view) is None, "every session has begun"


def test_of_three_sessions_that_have_begun_the_last_may_be_left_out() -> None:
    book, _ = of_two()
    do(book, PlanSessions(4))
    for session in (1, 2):
        play(book, session)
    do(book, RedrawSessions(plan_rest(book.view, 3, seed=1), 3), StartSession(3))
    assert early_end(book.view) == EarlyEnd((4,), 3)
    do(book, CancelSessions((1,), "marked cards"))
    assert early_end(book.view) == EarlyEnd((4,), 3)


def test_only_the_last_sessions_that_have_not_begun_are_restored_before_others_are_added() -> None:
    book, _ = of_two()
    do(book, PlanSessions(4), PlanSessions(1, "short of time"), PlanSessions(2))
    assert numbers(book) == [1, 2], "one more, not all that were cancelled"
    do(book, PlanSessions(5))
    assert numbers(book) == [1, 2, 3, 4, 5]
    do(book, CancelSessions((1,), "rain"), PlanSessions(5))
    assert numbers(book) == [2, 3, 4, 5, 6], "what was cancelled before a session that counts stays so"
    book, _ = of_two()
    do(book, StartSession(2), CancelSessions((2,), "fire alarm"), PlanSessions(2))
    assert numbers(book) == [1, 3], "and so does what had begun"


def test_restoring_a_session_adds_none() -> None:
    book, _ = of_two()
    do(book, CancelSessions((2,), "rain"))
    (entry,) = carry_out(book, RestoreSession(2, " dry again "), by=BY).entries
    assert entry.fact == SessionsAdded((2,), 0, "dry again")
    assert numbers(book) == [1, 2]


def test_an_event_has_up_to_twenty_sessions_and_numbers() -> None:
    book, _ = of_two()
    assert codes(book, PlanSessions(MOST_SESSIONS + 1)) == ["sessions-range"]
    do(book, PlanSessions(MOST_SESSIONS))
    assert numbers(book) == list(range(1, 21))
    do(book, CancelSessions((1,), "rain"))
    assert codes(book, PlanSessions(MOST_SESSIONS)) == ["sessions-range"], "session 1 keeps its number"
    do(book, PlanSessions(10, "short of time"), PlanSessions(19))
    assert numbers(book) == list(range(2, 21))


def refusal(book: Book, command: Command) -> list[str]:
    """What is said of a command that is refused."""
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=BY)
    return [ENGLISH.render(problem.text) for problem in refused.value.problems]


@pytest.mark.parametrize(("cancelled", "least"), [((), 3), ((1,), 2), ((1, 2), 1)])
def test_the_fewest_sessions_are_those_up_to_the_last_that_has_begun(cancelled: tuple[int, ...], least: int) -> None:
    book, _ = of_two()
    do(book, PlanSessions(4))
    play(book, 1)
    play(book, 2)
    do(book, RedrawSessions(plan_rest(book.view, 3, seed=1), 3), StartSession(3), CancelSessions(cancelled, "rain"))
    if least > 1:
        assert refusal(book, PlanSessions(least - 1, "x")) == [
            f"Session 3 has begun, so the event has at least {least} sessions. To leave out a session that has begun, "
            "cancel it by its number."
        ]
    do(book, PlanSessions(least, "short of time"))
    assert len(numbers(book)) == least


def test_who_cancels_all_sessions_is_told_whether_there_is_only_one() -> None:
    book, _ = of_two()
    assert refusal(book, CancelSessions((1, 2), "rain")) == [
        "These are all sessions of the event: they cannot all be cancelled."
    ]
    do(book, CancelSessions((1,), "rain"))
    assert refusal(book, CancelSessions((2,), "rain")) == [
        "This is the only session of the event: it cannot be cancelled."
    ]


@pytest.mark.parametrize(
    ("sessions", "expected"),
    [
        ((1,), ["The results of session 1 are public: withdraw them first."]),
        ((2,), []),
        ((1, 2), ["The results of session 1 are public: withdraw them first."]),
    ],
)
def test_only_sessions_without_public_results_are_cancelled(sessions: tuple[int, ...], expected: list[str]) -> None:
    book, _ = of_two()
    do(book, PlanSessions(3), RecordTotals(1, 1, TOTALS), PublishResults(1))
    if expected:
        assert refusal(book, CancelSessions(sessions, "rain")) == expected
    else:
        do(book, CancelSessions(sessions, "rain"))
        assert numbers(book) == [1, 3]


def test_the_first_session_that_has_begun_since_is_named() -> None:
    book, _ = of_two()
    do(book, PlanSessions(4), CancelSessions((1,), "rain"), StartSession(2))
    play(book, 2)
    do(book, RedrawSessions(plan_rest(book.view, 3, seed=1), 3), StartSession(3))
    assert refusal(book, RestoreSession(1)) == [
        "Session 1 can no longer be restored: session 2 has begun since it was cancelled. Add a session instead."
    ]


def test_an_evening_has_no_early_end() -> None:
    book = created()
    do(book, ChangeSettings(replace(book.view.settings, format=EventFormat.CLUB)))
    assert early_end(book.view) is None


def test_the_same_number_of_sessions_writes_nothing() -> None:
    book, _ = of_two()
    changes = carry_out(book, PlanSessions(2), by=BY)
    assert (changes.entries, [remark.code for remark in changes.remarks]) == ((), ["sessions-same"])


def test_four_late_players_sit_at_a_table_more() -> None:
    book, store = of_two()
    seats = book.view.seating
    assert seats is not None
    play(book, 1)
    assert codes(book, AddPlayers(tuple(players(4)), "late.csv")) == ["drawn"]
    assert codes(book, AddPlayers(tuple(players(4)), "late.csv", 1)) == ["session-begun"]
    late = [replace(player, first_name=f"Late{player.number}") for player in players(4)]
    do(book, AddPlayers(tuple(late), "late.csv", 2))
    assert codes(book, AddTable(2, (1, 9, 10, 11))) == ["already-seated"]
    assert codes(book, AddTable(1, (9, 10, 11, 12))) == ["session-begun"]
    do(book, AddTable(2, (9, 10, 11, 12)))
    assert book.view.seating is not None
    assert book.view.seating.tables(2) == (*seats.tables(2), (9, 10, 11, 12))
    assert book.view.session_state(2) is SessionState.PUBLISHED
    assert check_records(store.records, store.end).problems == ()
    assert len(book.view.standings().rows) == 12
    do(book, Undo())
    assert book.view.seating.tables(2) == seats.tables(2)


def test_who_left_takes_no_seat_at_an_added_table() -> None:
    book, _ = of_two()
    late = [replace(player, first_name=f"Late{player.number}") for player in players(4)]
    do(book, AddPlayers(tuple(late), "", 2), ChangePlayerState(9, PlayerState.WITHDRAWN, 2))
    assert codes(book, AddTable(2, (9, 10, 11, 12))) == ["not-playing"]


def test_two_who_sat_in_a_cancelled_session_are_two_people() -> None:
    book, _ = of_two()
    do(book, ChangePlayerState(5, PlayerState.WITHDRAWN, 2), CancelSessions((1,), "why"))
    assert codes(book, MergePlayers(1, 5)) == ["seated-both"]


def test_other_settings_keep_the_times_of_cancelled_sessions() -> None:
    book, store = of_two()
    days = date(2026, 6, 13), date(2026, 6, 14)
    do(book, *(SetSessionTime(SessionTime(session, day)) for session, day in enumerate(days, start=1)))
    do(book, CancelSessions((2,), "the hall closes"))
    assert (book.view.settings.first_day, book.view.settings.last_day) == (days[0], days[0])
    do(book, ChangeSettings(replace(book.view.settings, organiser="Club")))
    last = book.view.journal[len(book.view.journal) - 1]
    told = describe(book.view.journal, last)
    assert "Club" in ENGLISH.render(told.new)
    assert "2" not in ENGLISH.render(told.new) + ENGLISH.render(told.old), "neither sessions nor times changed"
    do(book, RestoreSession(2))
    assert (book.view.settings.first_day, book.view.settings.last_day) == days
    assert book.view.settings.organiser == "Club"
    assert check_records(store.records, store.end).problems == ()


def test_who_was_to_leave_or_join_in_a_cancelled_session_does_so_in_the_next() -> None:
    book, store = of_two()
    do(book, PlanSessions(3), AddPlayers((replace(players(1)[0], first_name="Late"),), "", 2))
    do(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 2), ChangePlayerState(2, PlayerState.WITHDRAWN, 3))
    do(book, CancelSessions((2,), "power cut"))
    view = book.view
    assert [view.status(number).first for number in (1, 2)] == [3, 3]
    assert view.state.joined == {9: 3}
    do(book, CancelSessions((3,), "the hall closes"))
    play(book, 1)
    assert {row.player.number for row in book.view.standings().rows} == set(range(1, 9)), "both played all of it"
    assert check_records(store.records, store.end).problems == ()
    assert codes(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 2)) == ["session-cancelled"]


def test_a_table_may_be_added_for_reserves() -> None:
    store = FakeStore()
    book = created(store)
    do(book, AddPlayers(tuple(players(12))))
    do(book, PublishDraw(replace(SEATING, wishes=SeatingWishes(reserves=(9, 10, 11, 12)))))
    do(book, AddTable(1, (9, 10, 11, 12)))
    assert check_records(store.records, store.end).problems == ()


def test_late_players_who_leave_before_they_play_are_not_drawn_again() -> None:
    book, store = of_two()
    play(book, 1)
    late = [replace(player, first_name=f"Late{player.number}") for player in players(4)]
    do(book, AddPlayers(tuple(late), "", 2), AddTable(2, (9, 10, 11, 12)))
    do(book, *(ChangePlayerState(number, PlayerState.WITHDRAWN, 2) for number in (9, 10, 11, 12)))
    do(book, RedrawSessions(plan_rest(book.view, 2, seed=1), 2))
    assert book.view.seating is not None
    assert book.view.seating.seated(2) == frozenset(range(1, 9))
    assert check_records(store.records, store.end).problems == ()


def test_results_are_public_up_to_a_session_that_is_left() -> None:
    book, store = of_two()
    play(book, 1)
    do(book, PlanSessions(3), CancelSessions((2,), "power cut"))
    assert book.view.seating is not None
    do(book, SeatSession(3, book.view.seating.tables(1), "straight", None))
    play(book, 3)
    do(book, PublishResults(3, hold_last=True))
    publication = book.view.state.publication
    assert (publication.session, publication.held) == (1, 3)
    assert ENGLISH.render(public_text(book.view)) == (
        "Results are public up to session 1; those of session 3 are held for the ceremony."
    )
    assert check_records(store.records, store.end).problems == ()


@pytest.mark.parametrize(
    ("tables", "remark"),
    [
        ((), None),
        ((1,), "Session 2: the sheet of table 1 no longer counts. It stays in the history."),
        ((2,), "Session 2: the sheet of table 2 no longer counts. It stays in the history."),
        ((2, 1), "Session 2: the sheets of tables 1, 2 no longer count. They stay in the history."),
    ],
)
def test_the_sheets_that_no_longer_count_are_named(tables: tuple[int, ...], remark: str | None) -> None:
    book, _ = of_two()
    do(book, *(RecordTotals(2, table, TOTALS) for table in tables))
    said = [ENGLISH.render(each.text) for each in carry_out(book, CancelSessions((2,), "rain"), by=BY).remarks]
    assert said == ([remark] if remark else [])


@pytest.mark.parametrize(
    ("sessions", "remark"),
    [
        (3, "Session 3 has no tables yet: draw it, or seat it by the standings."),
        (4, "Sessions 3, 4 have no tables yet: draw them, or seat them by the standings."),
        (6, "Sessions 3, 4, 5, 6 have no tables yet: draw them, or seat them by the standings."),
    ],
)
def test_added_sessions_are_named_with_what_is_to_do(sessions: int, remark: str) -> None:
    book, _ = of_two()
    changes = carry_out(book, PlanSessions(sessions), by=BY)
    assert [ENGLISH.render(each.text) for each in changes.remarks] == [remark]
    empty = created()
    assert carry_out(empty, PlanSessions(sessions), by=BY).remarks == ()
