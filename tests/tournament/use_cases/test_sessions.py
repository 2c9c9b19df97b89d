"""A session from its draw to its closing: what fits, what is refused, what stays after undo."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn, players, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH
from tournament.ledger.entry import table_stream
from tournament.ledger.facts import SessionClosed, SessionReopened, SessionStarted
from tournament.ledger.session import SessionState
from tournament.ledger.session_step import SessionStep
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    ChangeEvening,
    CorrectHand,
    LinesRefused,
    MoveSheet,
    OpenEvening,
    RecordHand,
    RecordTotals,
    Refused,
    ReopenSheet,
    SeatGame,
    carry_out,
    carry_out_all,
    problems_of,
    session_life,
)
from tournament.use_cases.check import check_records
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    PublishDraw,
    PublishSession,
    Redo,
    ReopenSession,
    ReplacePlayer,
    StartSession,
    SwapPlayers,
    Undo,
)
from tournament.use_cases.sessions import absent_players, moves_of, session_move, start_remarks

TOTALS = (60, 20, -20, -60)


def totals(book: Book, session: int, *tables: int) -> None:
    for table in tables:
        carry_out(book, RecordTotals(session, table, TOTALS), by=BY)


def state(book: Book, session: int = 1) -> SessionState:
    return book.view.session_state(session)


def test_each_state_follows_from_what_was_done() -> None:
    book = created()
    assert state(book) is SessionState.NOT_DRAWN
    book = drawn()
    assert state(book) is SessionState.PUBLISHED
    carry_out(book, SwapPlayers(1, 5, (1,)), by=BY)
    assert state(book) is SessionState.PUBLISHED, "other seats do not make it unpublished"
    assert SessionStep.PUBLISHED in moves_of(book.view, 1)
    assert SessionStep.PUBLISHED not in moves_of(book.view, 2)
    carry_out(book, PublishSession(1), by=BY)
    assert state(book) is SessionState.PUBLISHED
    assert SessionStep.PUBLISHED not in moves_of(book.view, 1)
    carry_out(book, StartSession(1), by=BY)
    assert state(book) is SessionState.PLAYING
    totals(book, 1, 1, 2)
    assert state(book) is SessionState.VERIFIED
    carry_out(book, ReopenSheet(1, 1, "a row is missing"), by=BY)
    assert state(book) is SessionState.PLAYING
    totals(book, 1, 1)
    carry_out(book, CloseSession(1), by=BY)
    assert state(book) is SessionState.CLOSED
    carry_out(book, ReopenSession(1, "table 1 was read wrong"), by=BY)
    assert state(book) is SessionState.VERIFIED
    assert [taken.step.value for taken in session_life(book.view, 1).steps] == [
        "drawn", "published", "playing", "entered", "verified", "closed", "reopened",
    ]  # fmt: skip


def test_a_session_whose_sheets_wait_for_a_second_reader_is_entered() -> None:
    book = drawn()
    carry_out(book, ChangeSettings(replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    for table in (1, 2):
        hands = [RecordHand(1, table, hand, Outcome(0, None, 8)) for hand in range(1, 17)]
        carry_out_all(book, hands, by=BY)
    assert state(book) is SessionState.ENTERED
    assert session_life(book.view, 1).not_verified == (1, 2)


def test_the_first_hand_starts_a_session_that_nobody_started_and_its_undo_takes_that_back() -> None:
    book = drawn()
    win(book, 1, 0, 1, 8)
    assert (state(book), state(book, 2)) == (SessionState.PLAYING, SessionState.PUBLISHED)
    carry_out(book, Undo(), by=BY)
    assert state(book) is SessionState.PUBLISHED
    assert [taken.step for taken in session_life(book.view, 1).steps] == [SessionStep.PUBLISHED]
    carry_out(book, Redo(), by=BY)
    assert state(book) is SessionState.PLAYING


def test_publishing_and_calling_are_undone_closing_and_reopening_are_not() -> None:
    book = drawn()
    carry_out(book, StartSession(1), by=BY)
    carry_out(book, Undo(), by=BY)
    assert state(book) is SessionState.PUBLISHED
    carry_out(book, Redo(), by=BY)
    assert state(book) is SessionState.PLAYING
    totals(book, 1, 1, 2)
    carry_out(book, CloseSession(1), by=BY)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            carry_out(book, Undo(), by=BY)
        assert codes(refused) == ["session-closed"]
    assert state(book) is SessionState.CLOSED
    carry_out(book, ReopenSession(1, "look again"), by=BY)
    carry_out(book, Undo(), by=BY)
    assert state(book) is SessionState.PLAYING
    carry_out(book, CloseSession(1, "table 2 went home"), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, Redo(), by=BY)
    assert codes(refused) == ["session-closed"]
    carry_out(book, ReopenSession(1, "it came back"), by=BY)
    carry_out(book, Redo(), by=BY)
    assert state(book) is SessionState.VERIFIED


def test_undo_goes_on_in_the_other_sessions() -> None:
    book = drawn()
    totals(book, 1, 1, 2)
    carry_out(book, CloseSession(1), by=BY)
    totals(book, 2, 1)
    carry_out(book, Undo(), by=BY)
    assert book.view.touched(2) == frozenset()
    with pytest.raises(Refused) as refused:
        carry_out(book, Undo(), by=BY)
    assert codes(refused) == ["session-closed"]


def test_a_closed_session_takes_no_entry_and_says_what_to_do() -> None:
    book = drawn()
    totals(book, 1, 1)
    carry_out(book, CloseSession(1, "table 2 went home"), by=BY)
    for command in (
        RecordHand(1, 2, 1, Outcome(0, 1, 8)),
        CorrectHand(1, 1, 1, Outcome(0, 1, 8), "misread"),
        ReopenSheet(1, 1, "misread"),
        MoveSheet(2, 1, 1, 2, "wrong session"),
    ):
        if isinstance(command, MoveSheet):
            carry_out(book, RecordHand(2, 1, 1, Outcome(0, 1, 8)), by=BY)
        assert [problem.code for problem in problems_of(book.view, command)] == ["session-closed"]
        with pytest.raises(Refused) as refused:
            carry_out(book, command, by=BY)
        assert codes(refused) == ["session-closed"]
        assert "reopen it first" in refused.value.problems[0].text.message
    with pytest.raises(LinesRefused):
        carry_out_all(book, [RecordHand(2, 2, 1, Outcome(0, 1, 8)), RecordHand(1, 2, 1, Outcome(0, 1, 8))], by=BY)
    assert book.view.touched(1) == {1}


def test_seats_of_a_closed_session_stay() -> None:
    book = drawn()
    totals(book, 1, 1)
    carry_out(book, CloseSession(1, "table 2 never came"), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, SwapPlayers(5, 6, (1,)), by=BY)
    assert codes(refused) == ["session-closed"]
    with pytest.raises(Refused) as refused:
        carry_out(book, ReplacePlayer(5, Player(0, "Nova", "New"), 1), by=BY)
    assert codes(refused) == ["session-closed"]
    carry_out(book, ReplacePlayer(5, Player(0, "Nova", "New"), 2), by=BY)


def test_a_disqualification_touches_no_closed_session() -> None:
    book = drawn()
    totals(book, 1, 1, 2)
    carry_out(book, CloseSession(1, "nobody signed"), by=BY)
    sheets = book.view.sheets(1)
    with pytest.raises(Refused) as refused:
        carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED, 1), by=BY)
    assert codes(refused) == ["session-closed"]
    carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED, 2), by=BY)
    assert book.view.sheets(1) == sheets
    carry_out(book, ReopenSession(1, "the scores were invented"), by=BY)
    carry_out(book, ChangePlayerState(1, PlayerState.DISQUALIFIED, 1), by=BY)
    assert book.view.sheets(1)[0].table_points == tuple(map(Fraction, (0, 4, 2, 1)))


def test_closing_lists_every_table_that_is_not_verified_and_takes_a_reason() -> None:
    book = drawn()
    with pytest.raises(Refused) as refused:
        carry_out(book, CloseSession(1), by=BY)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("not-verified", "reason")
    assert dict(problem.text.values)["count"] == 2
    totals(book, 1, 2)
    carry_out(book, CloseSession(1, " a power cut "), by=BY)
    fact = book.view.journal[len(book.view.journal) - 1].fact
    assert fact == SessionClosed(1, (1,), "a power cut")
    with pytest.raises(Refused) as refused:
        carry_out(book, CloseSession(1, "twice"), by=BY)
    assert codes(refused) == ["session-closed"]


def test_reopening_needs_a_reason_and_opens_the_sheet_with_it() -> None:
    book = drawn()
    totals(book, 1, 1, 2)
    with pytest.raises(Refused) as refused:
        carry_out(book, ReopenSession(1, "why not"), by=BY)
    assert codes(refused) == ["session-open"]
    carry_out(book, CloseSession(1), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, ReopenSession(1, "  "), by=BY)
    assert codes(refused) == ["reason-missing"]
    carry_out(book, ReopenSheet(1, 2, "table 2: D is 50", with_session=True), by=BY)
    assert state(book) is SessionState.PLAYING
    assert book.view.sheet(1, 2).closed is None
    assert book.view.sheet(1, 1).closed is not None
    life = session_life(book.view, 1)
    assert life.corrected_tables == (2,)
    totals(book, 1, 2)
    carry_out(book, CloseSession(1), by=BY)
    assert session_life(book.view, 1).corrected_tables == (2,)
    assert check_records(records(book)).problems == ()


def test_what_was_corrected_counts_from_the_first_reopening_and_the_last_one_is_named() -> None:
    book = drawn()
    totals(book, 1, 1, 2)
    carry_out(book, CloseSession(1), by=BY)
    never = session_life(book.view, 1)
    assert (never.reopened, never.corrections) == (None, ())
    for table, reason in ((2, "table 2: D is 50"), (1, "table 1: A is 20")):
        carry_out(book, ReopenSheet(1, table, reason, with_session=True), by=BY)
        totals(book, 1, table)
        carry_out(book, CloseSession(1), by=BY)
    life = session_life(book.view, 1)
    assert life.corrected_tables == (1, 2)
    positions = [entry.record.position for entry in life.corrections]
    assert positions == sorted(positions)
    (first, last) = (entry for entry in book.view.journal if isinstance(entry.fact, SessionReopened))
    assert life.reopened == last
    assert positions[0] > first.record.position


def records(book: Book) -> list:
    return [entry.record for entry in book.view.journal]


def test_a_session_starts_without_a_remark_once_the_day_is_known() -> None:
    for known in ({"starts": date(2026, 5, 2)}, {"timetable": Timetable((SessionTime(1, date(2026, 5, 2)),))}):
        book = drawn()
        carry_out(book, ChangeSettings(replace(book.view.settings, **known)), by=BY)
        assert carry_out(book, StartSession(1), by=BY).remarks == ()


def test_who_is_absent_is_noted_and_stops_nothing() -> None:
    book = drawn()
    assert absent_players(book.view, 1) == ()
    carry_out(book, NoteAttendance((1, 2, 3, 4, 5)), by=BY)
    assert absent_players(book.view, 1) == (6, 7, 8)
    changes = carry_out(book, StartSession(1), by=BY)
    assert [remark.code for remark in changes.remarks] == ["absent", "date-missing"]
    assert changes.entries[-1].fact == SessionStarted(1, (6, 7, 8))
    carry_out(book, NoteAttendance((6,)), by=BY)
    assert session_life(book.view, 1).absent == (6, 7, 8)
    carry_out(book, RecordHand(2, 1, 1, Outcome(0, 1, 8)), by=BY)
    assert session_life(book.view, 2).absent == (7, 8)


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (SessionStep.PUBLISHED, "session-published"),
        (SessionStep.REOPENED, "session-open"),
        (SessionStep.VERIFIED, "step-follows"),
    ],
)
def test_what_does_not_fit_is_refused(step: SessionStep, code: str) -> None:
    book = drawn()
    with pytest.raises(Refused) as refused:
        carry_out(book, session_move(1, step, reason="a reason"), by=BY)
    assert codes(refused) == [code]


def test_a_session_that_is_not_there_or_has_no_tables() -> None:
    book = created()
    for session, code in ((1, "no-draw"), (3, "no-draw")):
        with pytest.raises(Refused) as refused:
            carry_out(book, StartSession(session), by=BY)
        assert codes(refused) == [code]
    book = drawn()
    for session in (0, 3):
        with pytest.raises(Refused) as refused:
            carry_out(book, StartSession(session), by=BY)
        assert codes(refused) == ["session-unknown"]
    win(book, 1, 0, 1, 8)
    with pytest.raises(Refused) as refused:
        carry_out(book, StartSession(1), by=BY)
    assert codes(refused) == ["session-begun"]


def club(format: EventFormat) -> Book:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Friday", format=format, sessions=1)), by=BY)
    carry_out(book, AddPlayers(tuple(players(8))), by=BY)
    return book


def test_an_evening_is_closed_and_takes_no_game_until_it_is_reopened() -> None:
    book = club(EventFormat.LEAGUE)
    with pytest.raises(Refused) as refused:
        carry_out(book, CloseSession(1), by=BY)
    assert codes(refused) == ["evening-missing"]
    carry_out(book, OpenEvening(date(2026, 6, 1)), by=BY)
    assert state(book) is SessionState.PUBLISHED
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    assert state(book) is SessionState.PLAYING
    totals(book, 1, 1)
    carry_out(book, CloseSession(1), by=BY)
    with pytest.raises(Refused) as refused:
        carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    assert codes(refused) == ["session-closed"]
    carry_out(book, ChangeEvening(1, date(2026, 6, 2), "Library"), by=BY)
    carry_out(book, OpenEvening(), by=BY)
    carry_out(book, SeatGame(None, (5, 6, 7, 8)), by=BY)
    assert (state(book), state(book, 2)) == (SessionState.CLOSED, SessionState.PLAYING)
    carry_out(book, ReopenSession(1, "one more game"), by=BY)
    carry_out(book, SeatGame(1, (5, 6, 7, 8)), by=BY)
    assert session_life(book.view, 1).reopened is not None
    assert check_records(records(book)).problems == ()


def test_an_evening_on_which_nothing_was_played_is_closed_with_a_reason() -> None:
    book = club(EventFormat.CLUB)
    with pytest.raises(Refused) as refused:
        carry_out(book, CloseSession(1), by=BY)
    assert codes(refused) == ["not-verified"]
    carry_out(book, CloseSession(1, "snow"), by=BY)
    assert state(book) is SessionState.CLOSED


def test_an_evening_that_was_called_is_in_play_before_its_first_game() -> None:
    book = club(EventFormat.LEAGUE)
    carry_out(book, OpenEvening(), by=BY)
    carry_out(book, StartSession(1), by=BY)
    assert state(book) is SessionState.PLAYING
    assert [each.step for each in session_life(book.view, 1).steps][-1] is SessionStep.PLAYING
    with pytest.raises(Refused) as refused:
        carry_out(book, StartSession(1), by=BY)
    assert codes(refused) == ["session-begun"]
    assert check_records(records(book)).problems == ()


def test_the_second_account_finds_what_was_written_in_a_closed_session() -> None:
    """As a program that knows no closing would write it: the chain is whole, the entry is not allowed."""
    book = drawn()
    totals(book, 1, 1)
    draft = book.draft(BY)
    draft.add("event", SessionClosed(1, (2,), "a power cut"))
    fact = carry_out(drawn(), RecordTotals(1, 2, TOTALS), by=BY).entries[-1].fact
    draft.add(table_stream(1, 2), fact)
    written = [*records(book), *(entry.record for entry in draft.entries)]
    assert [problem.code for problem in check_records(written).problems] == ["entered-while-closed"]


def test_a_session_that_starts_with_empty_seats_says_so() -> None:
    book = drawn()
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 1), by=BY)
    carry_out(book, ChangePlayerState(8, PlayerState.WITHDRAWN, 2), by=BY)
    changes = carry_out(book, StartSession(1), by=BY)
    (remark,) = [each for each in changes.remarks if each.code == "seats-open"]
    assert ENGLISH.render(remark.text) == (
        "1 seat has no player: table 1 (First3 Sample3). Name a substitute. "
        "Or draw again from session 1 on: 3 players sit out. Or leave table 1 out: nobody plays there."
    )
    (remark,) = [each for each in carry_out(book, StartSession(2), by=BY).remarks if each.code == "seats-open"]
    assert ENGLISH.render(remark.text) == (
        "2 seats have no player: table 2 (First3 Sample3), table 2 (First8 Sample8). Name substitutes. "
        "Or draw again from session 2 on: 2 players sit out. Or leave table 2 out: nobody plays there."
    )
    carry_out(book, ChangePlayerState(1, PlayerState.WITHDRAWN, 2), by=BY)
    carry_out(book, ChangePlayerState(2, PlayerState.WITHDRAWN, 2), by=BY)
    (text,) = [ENGLISH.render(each.text) for each in start_remarks(book.view, 2) if each.code == "seats-open"]
    assert text.endswith("Or draw again from session 2 on: everybody who is there has a seat."), "tables are merged"
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    (text,) = [ENGLISH.render(each.text) for each in start_remarks(book.view, 1) if each.code == "seats-open"]
    assert text.endswith("Name a substitute. Or leave table 1 out: nobody plays there."), "the session has begun"


def test_on_the_only_table_there_is_only_a_substitute() -> None:
    book = created()
    carry_out(book, AddPlayers(tuple(players(4))), by=BY)
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4),),), "by hand", 0)), by=BY)
    carry_out(book, ChangePlayerState(3, PlayerState.WITHDRAWN, 1), by=BY)
    (text,) = [ENGLISH.render(each.text) for each in start_remarks(book.view, 1) if each.code == "seats-open"]
    assert text == "1 seat has no player: table 1 (First3 Sample3). Name a substitute."
