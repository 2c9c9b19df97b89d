"""How far each session is: what counts as typed, as compared, as public."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.event.settings import SecondReading, Settings
from tournament.ledger.facts import PaperReading
from tournament.ledger.sheet import SheetMark
from tournament.rules.payment import Outcome
from tournament.use_cases import (
    Book,
    By,
    CloseSheet,
    ConfirmSheet,
    CorrectHand,
    RecordHand,
    RecordTotals,
    ReopenSheet,
    TypeTotals,
    carry_out,
)
from tournament.use_cases.commands import (
    AddPlayers,
    ChangeSettings,
    CreateEvent,
    PublishDraw,
    PublishResults,
    StartClock,
    Undo,
    WithdrawResults,
)
from tournament.use_cases.event_counts import EventCounts
from tournament.use_cases.overview import Publicity, SessionProgress, overview, session_in_play, session_progress

TOTALS = (30, -10, -10, -10)
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


def test_totals_that_differ_are_neither_compared_nor_verified(book: Book) -> None:
    assert [counts(each) for each in overview(book.view)] == [(0, 0, 0)] * 3
    carry_out(book, RecordTotals(1, 1, TOTALS), by=BY)
    carry_out(book, RecordHand(1, 2, 1, Outcome(0, None, 10)), by=BY)
    carry_out(book, TypeTotals(1, 2, (50, -16, -17, -17)), by=BY)
    progress = session_progress(book.view, 1)
    assert counts(progress) == (1, 1, 1)
    assert progress.differing == (2,)
    carry_out(book, TypeTotals(1, 2, (54, -18, -18, -18)), by=BY)
    assert counts(session_progress(book.view, 1)) == (1, 2, 1), "the paper agrees so far"


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
