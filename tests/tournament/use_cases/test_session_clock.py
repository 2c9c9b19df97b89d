"""Minutes are added to a session and taken back: how many at once, to which tables, and with which reason."""

from dataclasses import replace

import pytest

from tests.tournament.use_cases.events import BY, codes, created, drawn
from tournament.event.format import EventFormat
from tournament.ledger.facts import MinutesAdded
from tournament.use_cases import Book, OpenEvening, Refused, carry_out
from tournament.use_cases.commands import (
    AddMinutes,
    ChangeSettings,
    PauseClock,
    PlanSessions,
    ResumeClock,
    StartClock,
    StopClock,
)


@pytest.fixture
def book() -> Book:
    """The first session is played against the clock."""
    book = drawn()
    carry_out(book, StartClock(1), by=BY)
    return book


def refusal(book: Book, command) -> list[str]:
    with pytest.raises(Refused) as refused:
        carry_out(book, command, by=BY)
    return codes(refused)


@pytest.mark.parametrize("minutes", [1, -1, 15, 120, -120])
def test_up_to_two_hours_are_given_or_taken_back_at_once(book: Book, minutes: int):
    before = book.view.state.clocks[1].gong()
    carry_out(book, AddMinutes(1, minutes), by=BY)
    after = book.view.state.clocks[1].gong()
    assert before is not None
    assert after is not None
    assert (after - before).total_seconds() == 60 * minutes


@pytest.mark.parametrize("minutes", [0, 121, -121])
def test_none_and_more_than_two_hours_are_refused(book: Book, minutes: int):
    assert refusal(book, AddMinutes(1, minutes)) == ["minutes-range"]


def test_minutes_of_a_table_need_a_reason_and_a_table_that_is_there(book: Book):
    assert refusal(book, AddMinutes(1, 5, (2,))) == ["reason-missing"]
    assert refusal(book, AddMinutes(1, 0, (2,), "  ")) == ["minutes-range", "reason-missing"]
    assert refusal(book, AddMinutes(1, 5, (3,), "late")) == ["table-unknown"]
    general = book.view.state.clocks[1].gong(1)
    carry_out(book, AddMinutes(1, 5, (2, 2), "  wall fell  "), by=BY)
    clock = book.view.state.clocks[1]
    own = clock.gong(2)
    assert clock.gong(1) == general is not None
    assert own is not None
    assert (own - general).total_seconds() == 300
    assert book.view.journal[-1].fact == MinutesAdded(1, 5, (2,), "wall fell")


def test_a_clock_is_started_paused_resumed_and_stopped_in_this_order(book: Book):
    not_started = (AddMinutes(2, 5), PauseClock(2), ResumeClock(2), StopClock(2))
    for command in (*not_started, StartClock(1), ResumeClock(1)):
        assert refusal(book, command) == ["clock-state"]
    carry_out(book, PauseClock(1, "  lunch "), by=BY)
    for command in (PauseClock(1), StartClock(1)):
        assert refusal(book, command) == ["clock-state"]
    carry_out(book, ResumeClock(1), by=BY)
    carry_out(book, StopClock(1), by=BY)
    assert refusal(book, StopClock(1)) == ["clock-state"]
    carry_out(book, StartClock(1), by=BY)


@pytest.mark.parametrize("format", [EventFormat.CLUB, EventFormat.LEAGUE])
def test_the_clock_of_an_evening_may_run_before_its_first_game(format: EventFormat) -> None:
    book = created()
    carry_out(book, ChangeSettings(replace(book.view.settings, format=format)), by=BY)
    if format is EventFormat.LEAGUE:
        assert refusal(book, StartClock(1)) == ["evening-missing"]
        carry_out(book, OpenEvening(), by=BY)
    assert book.view.sheets(1) == ()
    carry_out(book, StartClock(1), by=BY)
    assert book.view.state.clocks[1].started is not None


def test_a_session_without_tables_has_no_clock() -> None:
    book = drawn()
    carry_out(book, PlanSessions(3), by=BY)
    assert refusal(book, StartClock(3)) == ["session-empty"]
    assert refusal(book, StartClock(4)) == ["session-unknown"]
    assert refusal(created(), StartClock(1)) == ["no-draw"]
