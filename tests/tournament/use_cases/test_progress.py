"""What is open in an event is counted once, and the next step follows from it."""

from dataclasses import replace
from datetime import date

import pytest

from tests.tournament.use_cases.events import BY, SEATING, A, B, drawn, win
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.format import EventFormat
from tournament.event.player import Player, PlayerState
from tournament.event.prizes import CategoryKind, Prize, PrizeCategory
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.event.timetable import SessionTime, Timetable
from tournament.language import ENGLISH
from tournament.ledger.facts import PaperReading
from tournament.ledger.sheet import SheetMark
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    OpenEvening,
    RecordHand,
    RecordTotals,
    ReopenSheet,
    SeatGame,
    TypeTotals,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangePlayerState,
    ChangeSettings,
    CloseSession,
    CreateEvent,
    NoteAttendance,
    PlanSessions,
    PublishDraw,
    PublishResults,
    SeatSession,
    SetPrize,
    StartClock,
    StartSession,
    StopClock,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.draft_fit import draft_of
from tournament.use_cases.progress import (
    EventCounts,
    NextStep,
    NextStepKind,
    Publicity,
    SessionProgress,
    checklist,
    good_to_have,
    is_finished,
    next_session,
    next_step,
    open_points,
    open_points_text,
    overview,
    session_in_play,
    session_progress,
)
from tournament.use_cases.view import View

TOTALS = (30, -10, -10, -10)


def titles(book: Book) -> list[str]:
    """The open points."""
    return [ENGLISH.with_words(book.view.words).render(point.title) for point in open_points(book.view)]


def kind(book: Book) -> NextStepKind:
    return next_step(book.view).kind


def created(format: EventFormat = EventFormat.TOURNAMENT) -> Book:
    book = Book(FakeStore())
    carry_out(book, CreateEvent(Settings("Cup", sessions=2 if format.is_drawn else 1, format=format)), by=BY)
    return book


def add(book: Book, count: int) -> None:
    first = len(book.view.players)
    carry_out(book, AddPlayers(tuple(Player(0, f"P{n}", "Sample") for n in range(first, first + count))), by=BY)


def test_one_day_is_enough_wherever_it_is_entered() -> None:
    day = date(2026, 5, 2)
    for known in (Settings("Cup", starts=day), Settings("Cup", timetable=Timetable((SessionTime(1, day),)))):
        assert (known.first_day, known.last_day) == (day, day)
        book = created()
        carry_out(book, ChangeSettings(known), by=BY)
        assert titles(book) == ["No players yet", "The draw is not published"]


def test_before_the_draw_what_is_missing_is_open() -> None:
    book = created()
    assert titles(book) == ["The dates are missing", "No players yet", "The draw is not published"]
    assert kind(book) is NextStepKind.ADD_PLAYERS
    add(book, 7)
    assert "7 players, not a multiple of four" in titles(book)
    assert kind(book) is NextStepKind.ADD_PLAYERS
    add(book, 1)
    assert titles(book) == ["The dates are missing", "8 players not checked in", "The draw is not published"]
    assert kind(book) is NextStepKind.DRAW


def test_who_is_not_checked_in_is_open_until_play_begins() -> None:
    book = drawn()
    assert titles(book) == ["The dates are missing", "8 players not checked in"]
    carry_out(book, NoteAttendance((1, 2)), by=BY)
    assert titles(book)[1] == "6 players not checked in"
    assert next_step(book.view) == NextStep(NextStepKind.START, 1)
    carry_out(book, StartSession(1), by=BY)
    assert titles(book) == ["The dates are missing", "Session 1 is not verified"]


def test_no_session_starts_while_a_sheet_of_an_earlier_one_is_open() -> None:
    book = drawn()
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    assert next_session(book.view) == 2
    assert next_step(book.view) == NextStep(NextStepKind.TABLE, 1, 2)
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.CLOSE, 1)
    carry_out(book, CloseSession(1), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.START, 2)


def test_each_table_that_differs_is_a_point_and_is_counted_once() -> None:
    book = drawn()
    win(book, 1, A, B, 8)
    carry_out(book, TypeTotals(1, 1, (32, -8, -16, -8)), by=BY)
    points = open_points(book.view)
    assert titles(book) == ["The dates are missing", "Table 1 differs", "Session 1 is not verified"]
    assert [(point.session, point.table, point.differs) for point in points[1:]] == [(1, 1, True), (1, 2, False)]
    assert ENGLISH.render(open_points_text(points, 1)) == "3 points open: table 1 differs"
    assert ENGLISH.render(open_points_text(points, 2)) == "3 points open: 1 table differs"
    carry_out(book, CloseSession(1, "a power cut"), by=BY)
    assert titles(book) == ["The dates are missing", "Table 1 differs"], "a mistake in the points stays open"


def test_all_that_wait_for_a_second_reading_are_read_again() -> None:
    book = drawn()
    settings = replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    assert kind(book) is NextStepKind.TABLES, "table 1 is to be entered first"
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.READ_AGAIN, 1, 1)


@pytest.mark.parametrize(
    ("hold", "then"), [(False, NextStepKind.REPORTS), (True, NextStepKind.CEREMONY)], ids=["public", "held"]
)
def test_after_the_last_session_come_the_results(hold: bool, then: NextStepKind) -> None:
    book = drawn()
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
        carry_out(book, CloseSession(session), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.PUBLISH_RESULTS, 2)
    carry_out(book, PublishResults(2, hold_last=hold), by=BY)
    assert kind(book) is then


@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
def test_an_evening_needs_four_players_and_no_draw(format: EventFormat) -> None:
    book = created(format)
    assert titles(book) == ["The dates are missing", "No players yet"]
    assert not is_finished(book.view)
    add(book, 3)
    assert kind(book) is NextStepKind.ADD_PLAYERS
    add(book, 1)
    assert titles(book) == ["The dates are missing"]
    assert kind(book) is NextStepKind.OPEN_GAME
    if format is EventFormat.LEAGUE:
        carry_out(book, OpenEvening(), by=BY)
    carry_out(book, SeatGame(1, (1, 2, 3, 4)), by=BY)
    assert "Evening 1 is not verified" in titles(book)
    assert next_step(book.view) == NextStep(NextStepKind.TABLE, 1, 1)
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    spoken = ENGLISH.with_words(book.view.words)
    assert "Evening 1 is verified" in [spoken.render(point.title) for point in checklist(book.view) if point.done]
    assert kind(book) is NextStepKind.OPEN_GAME
    carry_out(book, CloseSession(1), by=BY)
    assert kind(book) is (NextStepKind.OPEN_GAME if format is EventFormat.LEAGUE else NextStepKind.PUBLISH_RESULTS)


def test_what_is_done_is_in_the_list_and_not_open() -> None:
    view = drawn().view
    assert [point for point in checklist(view) if not point.done] == list(open_points(view))
    assert len(checklist(view)) > len(open_points(view))


@pytest.mark.parametrize("format", EventFormat)
def test_countries_and_numbers_are_asked_for_at_tournaments_and_once_somebody_gave_a_number(
    format: EventFormat,
) -> None:
    book = created(format)
    add(book, 4)
    asked = {"4 players without a country", "4 players without an EMA number"}
    wished = {ENGLISH.render(point.title) for point in good_to_have(book.view)}
    assert wished & asked == (asked if format.is_drawn else set())
    member = Player(0, "Member", "Sample", country="FR", ema_number="06010203")
    carry_out(book, AddPlayers((member,)), by=BY)
    assert asked <= {ENGLISH.render(point.title) for point in good_to_have(book.view)}


def test_while_a_session_is_in_play_the_next_step_is_about_it() -> None:
    book = drawn()
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, TOTALS), by=BY)
    carry_out(book, StartSession(2), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.TABLES, 2), "not to close session 1"
    assert "Session 1 is not closed" in titles(book)
    (point,) = [each for each in open_points(book.view) if ENGLISH.render(each.title) == "Session 1 is not closed"]
    assert (point.session, point.table) == (1, 1)
    carry_out(book, RecordTotals(2, 1, TOTALS), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.TABLE, 2, 2)
    carry_out(book, RecordTotals(2, 2, TOTALS), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.CLOSE, 1), "then the sessions are closed in their order"
    carry_out(book, CloseSession(1), by=BY)
    assert "Session 1 is not closed" not in titles(book)
    assert next_step(book.view) == NextStep(NextStepKind.CLOSE, 2)


def test_a_sheet_left_open_in_an_earlier_session_comes_once_the_last_one_is_verified() -> None:
    book = drawn()
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, StartSession(2), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.TABLES, 2)
    assert "Session 1 is not verified" in titles(book)
    for table in (1, 2):
        carry_out(book, RecordTotals(2, table, TOTALS), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.TABLE, 1, 2)


def test_where_there_are_prizes_the_last_results_are_held_for_the_ceremony() -> None:
    book = drawn()
    prize = Prize(PrizeCategory(CategoryKind.PLAYERS), 1, 1, "A cup")
    carry_out(book, SetPrize(prize), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
        carry_out(book, CloseSession(session), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.HOLD_RESULTS, 2)
    carry_out(book, PublishResults(2, hold_last=True), by=BY)
    assert kind(book) is NextStepKind.CEREMONY
    carry_out(book, PublishResults(2), by=BY)
    assert kind(book) is NextStepKind.REPORTS


def test_a_draft_of_the_draw_is_a_point_until_it_is_published_or_discarded() -> None:
    book = created()
    add(book, 8)
    book.unpublished_draw = draft_of(book.view, PublishDraw(SEATING))
    assert titles(book)[-1] == "A draft of the draw of sessions 1–2 is not published"
    assert "The draw is not published" not in titles(book)
    assert next_step(book.view) == NextStep(NextStepKind.PUBLISH_DRAW)
    carry_out(book, AddPlayers((Player(0, "Late", "Sample"),)), by=BY)
    (point,) = [each for each in open_points(book.view) if "no longer fits" in ENGLISH.render(each.title)]
    assert ENGLISH.render(point.line) == "Late Sample has no seat in it."
    assert kind(book) is NextStepKind.ADD_PLAYERS
    book.unpublished_draw = None
    assert "The draw is not published" in titles(book)


def test_an_evening_that_was_started_before_its_first_game_needs_a_game() -> None:
    book = created(EventFormat.CLUB)
    add(book, 4)
    carry_out(book, StartSession(1), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.OPEN_GAME, 1)


SEATS = ((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)), ((1, 7, 2, 8), (3, 5, 4, 6))


@pytest.fixture
def book() -> Book:
    """Three sessions of two tables."""
    made = Book(FakeStore())
    carry_out(made, CreateEvent(Settings("Open", sessions=3)), by=BY)
    carry_out(made, AddPlayers(tuple(Player(0, f"P{n}", "Sample") for n in range(8))), by=BY)
    carry_out(made, PublishDraw(Seating(SEATS, "by hand", 1)), by=BY)
    return made


def counts(progress: SessionProgress) -> tuple[int, int, int]:
    return progress.typed, progress.compared, progress.verified


def test_the_session_in_play_is_the_one_with_entries_and_otherwise_the_next(book: Book) -> None:
    assert session_in_play(book.view) == 1
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, None, 10)), by=BY)
    assert session_in_play(book.view) == 1, "a table of it has a hand"
    carry_out(book, Undo(), by=BY)
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, RecordTotals(1, 2, TOTALS), by=BY)
    assert session_in_play(book.view) == 2, "nothing of session 1 is missing"
    carry_out(book, RecordHand(3, 2, 1, Outcome(0, None, 10)), by=BY)
    assert session_in_play(book.view) == 3, "session 2 has not begun"
    carry_out(book, Undo(), by=BY)
    for session in (2, 3):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
    assert session_in_play(book.view) == 3, "the last, when all are played"


def test_a_clock_that_nobody_stopped_keeps_no_session_in_play(book: Book) -> None:
    carry_out(book, StartClock(1), by=BY)
    carry_out(book, RecordHand(2, 1, 1, Outcome(0, None, 10)), by=BY)
    assert session_in_play(book.view) == 1, "its clock runs"
    for table in (1, 2):
        carry_out(book, RecordTotals(1, table, TOTALS), by=BY)
    assert session_in_play(book.view) == 2


def test_of_two_sessions_in_play_the_one_whose_clock_runs_is_meant(book: Book) -> None:
    carry_out(book, RecordHand(1, 1, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, RecordHand(2, 1, 1, Outcome(0, None, 10)), by=BY)
    assert session_in_play(book.view) == 1
    carry_out(book, StartClock(2), by=BY)
    assert session_in_play(book.view) == 2
    carry_out(book, StartClock(1), by=BY)
    assert session_in_play(book.view) == 2, "of two clocks that run, the last"
    carry_out(book, StopClock(2), by=BY)
    assert session_in_play(book.view) == 1


def test_totals_that_differ_are_neither_compared_nor_verified(book: Book) -> None:
    assert [counts(each) for each in overview(book.view)] == [(0, 0, 0)] * 3
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, TypeTotals(1, 2, (50, -16, -17, -17)), by=BY)
    progress = session_progress(book.view, 1)
    assert counts(progress) == (1, 0, 1), "totals without hands are compared with nothing"
    assert progress.differing == (2,)
    carry_out(book, TypeTotals(1, 2, (54, -18, -18, -18)), by=BY)
    assert counts(session_progress(book.view, 1)) == (1, 1, 1), "the paper agrees so far"


def test_where_sheets_are_read_again_that_is_what_compares_them(book: Book) -> None:
    settings = replace(book.view.settings, second_reading=SecondReading.BY_ANOTHER)
    carry_out(book, ChangeSettings(settings), by=BY)
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    assert counts(session_progress(book.view, 1)) == (1, 0, 0)
    carry_out(book, ConfirmSheet(1, 1, PaperReading(totals=TOTALS)), by=By("Ben", "desk"))
    assert counts(session_progress(book.view, 1)) == (1, 1, 1)


def test_who_may_see_the_results_and_since_when(book: Book) -> None:
    def seen() -> list[Publicity]:
        return [each.publicity for each in overview(book.view)]

    assert seen() == [Publicity.NO_RESULT] * 3
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
    assert seen() == [Publicity.WITHHELD, Publicity.WITHHELD, Publicity.NO_RESULT]
    first = carry_out(book, PublishResults(1), by=BY).entries[-1]
    held = carry_out(book, PublishResults(2, hold_last=True), by=BY).entries[-1]
    assert seen() == [Publicity.PUBLIC, Publicity.HELD, Publicity.NO_RESULT]
    assert [each.decided for each in overview(book.view)] == [first, held, None]
    shown = carry_out(book, PublishResults(2), by=BY).entries[-1]
    assert [each.decided for each in overview(book.view)] == [first, shown, None]
    carry_out(book, WithdrawResults(2), by=BY)
    assert [each.decided for each in overview(book.view)] == [first, None, None]
    again = carry_out(book, PublishResults(2), by=BY).entries[-1]
    assert [each.decided for each in overview(book.view)] == [first, again, None]


def test_signed_sheets_keep_their_marks(book: Book) -> None:
    """Of a table by its totals, a difference that was accepted, a sheet without totals, and one with both."""
    counted = EventCounts()
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, CloseSheet(1, 2, (50, -16, -17, -17), "players agreed"), by=BY)
    carry_out(book, RecordHand(2, 1, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, CloseSheet(2, 1), by=BY)
    carry_out(book, RecordHand(2, 2, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, CloseSheet(2, 2, (54, -18, -18, -18)), by=BY)
    first, second, _ = overview(book.view)
    assert first.marked == ((SheetMark.DIFFERENCE_ACCEPTED, (2,)), (SheetMark.TOTALS_ONLY, (1,)))
    assert second.marked == ((SheetMark.NOT_COMPARED, (1,)),)
    counted.count(book.view)
    assert counted.marked == ((1, 1), (1, 2), (2, 1))
    carry_out(book, CorrectHand(1, 2, 1, Outcome(0, None, 11), "misread"), by=BY)
    assert session_progress(book.view, 1).marked == ((SheetMark.TOTALS_ONLY, (1,)),), "it is to be signed again"
    carry_out(book, ReopenSheet(1, 1, "paper wrong"), by=BY)
    assert session_progress(book.view, 1).marked == ()
    carry_out(book, RecordHand(3, 1, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, CloseSheet(3, 1, (50, None, -18, -18), "players agreed"), by=BY)
    assert book.view.sheet(3, 1).marks == (SheetMark.DIFFERENCE_ACCEPTED, SheetMark.NOT_COMPARED)


def figures(counts: EventCounts) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
    return counts.verified, counts.differing


def anew(view: View) -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
    counts = EventCounts()
    counts.count(view)
    return figures(counts)


def test_counts_follow_hands_signatures_undo_other_rules_and_another_draw() -> None:
    book, counts = drawn(), EventCounts()

    def counted() -> tuple[frozenset[int], tuple[tuple[int, int], ...]]:
        counts.count(book.view)
        assert figures(counts) == anew(book.view)
        return figures(counts)

    assert counted() == (frozenset(), ())
    win(book, 1, A, B, 8)
    assert counted() == (frozenset(), ())
    carry_out(book, CloseSheet(1, 1, (32, -16, -8, -8)), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(None)), by=BY)
    carry_out(book, CloseSheet(1, 2, (0, 0, 0, 0)), by=BY)
    assert counted() == (frozenset({1}), ())
    carry_out(book, ChangeSettings(Settings("Cup", sessions=2, second_reading=SecondReading.BY_ANOTHER)), by=BY)
    assert counted() == (frozenset(), ())
    carry_out(book, Undo(), by=BY)
    assert counted() == (frozenset({1}), ())
    for _ in range(4):
        carry_out(book, Undo(), by=BY)
    assert counted() == (frozenset(), ())
    carry_out(book, PublishDraw(Seating((((1, 2, 3, 4), (5, 6, 7, 8)),), "by hand", 0)), by=BY)
    assert counted() == (frozenset(), ())


def test_a_table_that_differs_is_counted_until_its_totals_are_right() -> None:
    book, counts = drawn(), EventCounts()
    win(book, 1, A, B, 8)
    for totals, differing in (((32, -8, -16, -8), ((1, 1),)), ((32, -16, -8, -8), ())):
        carry_out(book, TypeTotals(1, 1, totals), by=BY)
        counts.count(book.view)
        assert counts.differing == differing
        assert figures(counts) == anew(book.view)


def test_an_added_session_is_drawn_next_and_its_draft_published_if_it_still_fits() -> None:
    book = drawn()
    carry_out(book, PlanSessions(3), by=BY)
    for session in (1, 2):
        for table in (1, 2):
            carry_out(book, RecordTotals(session, table, TOTALS), by=BY)
        carry_out(book, CloseSession(session), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.DRAW, 3)
    third = SeatSession(3, SEATING.sessions[0], "straight")
    book.unpublished_draw = draft_of(book.view, third)
    assert next_step(book.view) == NextStep(NextStepKind.PUBLISH_DRAW, 3)
    carry_out(book, ChangePlayerState(8, PlayerState.WITHDRAWN, 3), by=BY)
    assert next_step(book.view) == NextStep(NextStepKind.DRAW, 3), "somebody in the draft has left"
    carry_out(book, ChangePlayerState(8, PlayerState.PLAYING, 3), by=BY)
    carry_out(book, third, by=BY)
    book.unpublished_draw = None
    assert next_step(book.view) == NextStep(NextStepKind.START, 3)
