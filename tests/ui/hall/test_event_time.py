"""The countdown goes on as it was whatever becomes of the computer's clock, the program and the computer."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.use_cases.events import BY, drawn
from tournament.use_cases import Book, carry_out
from tournament.use_cases.commands import AddMinutes, PauseClock, ResumeClock, StartClock, StopClock
from tournament.use_cases.session_clock import (
    clock_of,
)
from ui.hall import event_time
from ui.hall.event_time import (
    ClockJump,
    ComputerTime,
    EventTime,
    ahead_of,
    computer_time,
    follow_time_of_host,
    jump_text,
)
from ui.hall.hall_folder import hall_folder

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


class Computer:
    """A computer in the hand of the test, with a program that has an event open."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.boot, self.count, self.wall = "first", 10**12, NOON
        self.start()

    def start(self) -> None:
        """Start the program: nothing but what lies on the disk is known to it."""
        self.clock = EventTime(lambda: self.book.view, writes=True, read=self.read)
        self.book.follow_clock(self.clock)

    def read(self) -> ComputerTime:
        return ComputerTime(self.boot, self.count, self.wall)

    def pass_time(self, time: timedelta) -> None:
        """Time goes on, asleep or awake."""
        self.count += time // timedelta(microseconds=1) * 1000
        self.wall += time

    def set_clock(self, by: timedelta) -> None:
        self.wall += by

    def restart(self, off: timedelta) -> None:
        """Off for a while, and on again: it counts from nothing, its clock went on."""
        self.boot, self.count = f"{self.boot}+", 10**9
        self.wall += off
        self.start()

    def left(self) -> timedelta:
        return clock_of(self.book.view, 1).remaining(self.book.now)

    def gong_hour(self) -> datetime | None:
        gong = clock_of(self.book.view, 1).gong()
        return None if gong is None else gong + ahead_of(self.book)


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))
    made = Computer(drawn())
    carry_out(made.book, StartClock(1), by=BY)
    assert made.left() == minutes(120)
    return made


@pytest.mark.parametrize("ahead", [minutes(60), minutes(-60), minutes(5), timedelta(seconds=-3), timedelta(seconds=1)])
def test_a_successor_goes_on_in_the_time_of_the_lost_host(
    computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: timedelta
) -> None:
    """Its own clock is behind that of the host by this; a second may be the way through the network."""
    computer.pass_time(minutes(30))
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "successor"))
    computer.set_clock(-ahead)
    computer.restart(timedelta())
    monkeypatch.setattr(event_time, "computer_time", computer.read)
    follow_time_of_host(computer.book.view.journal[0].id, ahead)
    computer.start()
    assert computer.left() == (minutes(90) if abs(ahead) > timedelta(seconds=2) else minutes(90) + ahead)
    computer.pass_time(minutes(10))
    carry_out(computer.book, PauseClock(1), by=BY)
    assert abs(computer.left() - minutes(80)) <= timedelta(seconds=1)


@pytest.mark.parametrize("hour", [minutes(60), minutes(-60), minutes(5), timedelta(seconds=-3)])
def test_the_clock_of_the_computer_is_set_and_the_countdown_goes_on(computer: Computer, hour: timedelta) -> None:
    computer.pass_time(minutes(30))
    assert computer.left() == minutes(90)
    computer.set_clock(hour)
    assert computer.left() == minutes(90)
    assert computer.clock.taken_jump() == ClockJump(hour)
    assert computer.clock.taken_jump() is None
    assert computer.gong_hour() == NOON + minutes(120) + hour  # the hour that the computer will show then
    computer.pass_time(minutes(10))
    assert computer.left() == minutes(80)
    carry_out(computer.book, PauseClock(1), by=BY)
    computer.pass_time(minutes(10))
    carry_out(computer.book, ResumeClock(1), by=BY)
    computer.pass_time(minutes(10))
    assert computer.left() == minutes(70)
    assert computer.clock.taken_jump() is None


def test_what_is_set_to_rights_slowly_is_no_jump(computer: Computer) -> None:
    for _ in range(60):
        computer.pass_time(minutes(1))
        computer.set_clock(timedelta(milliseconds=300))
        assert computer.left() == minutes(120) - (computer.count - 10**12) // 1000 * timedelta(microseconds=1)
    assert computer.clock.taken_jump() is None


def test_asleep_time_goes_on(computer: Computer) -> None:
    computer.pass_time(minutes(20))
    assert computer.left() == minutes(100)
    assert computer.clock.taken_jump() is None


@pytest.mark.parametrize("jump", [minutes(0), minutes(60), minutes(-60)])
def test_the_program_is_started_anew_and_the_clock_is_set_meanwhile(computer: Computer, jump: timedelta) -> None:
    computer.pass_time(minutes(10))
    assert computer.left() == minutes(110)
    computer.pass_time(minutes(5))
    computer.set_clock(jump)
    computer.start()
    assert computer.left() == minutes(105)
    assert computer.clock.taken_jump() == (ClockJump(jump) if jump else None)


def test_the_computer_is_started_anew_and_its_clock_is_as_far_ahead_as_it_was(computer: Computer) -> None:
    computer.set_clock(minutes(60))
    assert computer.left() == minutes(120)
    computer.restart(off=minutes(7))
    assert computer.left() == minutes(113)
    assert computer.clock.notice is None


def test_a_computer_that_forgot_the_hour_goes_on_from_the_last_that_was_done_and_says_so(computer: Computer) -> None:
    computer.pass_time(minutes(30))
    carry_out(computer.book, AddMinutes(1, 5), by=BY)
    computer.pass_time(minutes(10))
    computer.restart(off=minutes(1))
    computer.wall = datetime(2000, 1, 1, tzinfo=UTC)
    assert computer.left() == minutes(95)
    assert computer.clock.notice is not None
    computer.pass_time(minutes(1))
    assert computer.left() == minutes(94)
    computer.wall = NOON + minutes(45)
    assert computer.left() == minutes(94)
    computer.clock.take_computer_time()
    assert computer.left() == minutes(80)


def test_the_organiser_may_take_the_new_time(computer: Computer) -> None:
    computer.pass_time(minutes(30))
    computer.set_clock(minutes(20))
    assert computer.left() == minutes(90)
    computer.clock.take_computer_time()
    assert computer.left() == minutes(70)
    assert ahead_of(computer.book) == timedelta()
    computer.start()
    assert computer.left() == minutes(70)


def test_the_gong_is_due_when_the_computer_is_an_hour_ahead(computer: Computer) -> None:
    """The clock of the computer is not believed again at the gong: it would lie an hour back then."""
    computer.set_clock(minutes(60))
    assert computer.left() == minutes(120)
    computer.pass_time(minutes(119))
    assert computer.left() == minutes(1)
    computer.pass_time(minutes(1))
    assert computer.left() == timedelta()
    (_warning, gong) = clock_of(computer.book.view, 1).signals_until(computer.book.now)
    assert computer.book.now - gong.time == timedelta()
    computer.pass_time(minutes(3))
    carry_out(computer.book, AddMinutes(1, 5), by=BY)
    assert computer.left() == minutes(5)
    carry_out(computer.book, StopClock(1), by=BY)
    assert computer.book.now == clock_of(computer.book.view, 1).stopped


def test_an_hour_after_the_last_countdown_the_computer_is_believed(computer: Computer) -> None:
    computer.set_clock(minutes(60))
    carry_out(computer.book, StopClock(1), by=BY)
    assert computer.book.now == NOON
    computer.pass_time(minutes(61))
    assert computer.book.now == computer.wall


def test_who_only_looks_follows_who_writes(computer: Computer) -> None:
    other = EventTime(lambda: computer.book.view, writes=False, read=computer.read)
    assert other() == computer.book.now
    computer.pass_time(minutes(30))
    computer.set_clock(minutes(20))
    assert other() == computer.book.now == NOON + minutes(30)
    computer.clock.take_computer_time()
    assert other() == computer.book.now == NOON + minutes(50)


@pytest.mark.parametrize("text", ["", "{}", '{"boot": "first", "count": "x"}', "\x00\x00"])
def test_an_anchor_that_cannot_be_read_is_none(computer: Computer, text: str) -> None:
    file = hall_folder(computer.book.view.journal[0].id) / "time.json"
    assert json.loads(file.read_text())["boot"] == "first"
    file.write_text(text)
    computer.pass_time(minutes(5))
    computer.start()
    assert computer.left() == minutes(115)
    assert json.loads(file.read_text())["boot"] == "first"


def test_a_folder_that_takes_nothing_changes_nothing(computer: Computer) -> None:
    file = hall_folder(computer.book.view.journal[0].id) / "time.json"
    file.unlink()
    file.mkdir()
    computer.set_clock(minutes(-60))
    assert computer.left() == minutes(120)
    file.rmdir()


def test_a_jump_of_the_clock_is_reported_with_its_length() -> None:
    assert dict(jump_text(ClockJump(minutes(61.5))).values) == {"time": "1:01:30"}
    assert jump_text(ClockJump(minutes(61.5))).message != jump_text(ClockJump(minutes(-61.5))).message


def test_this_computer_counts_and_has_a_name_for_its_run() -> None:
    one, two = computer_time(), computer_time()
    assert one.boot == two.boot
    assert 0 <= two.count - one.count < 10**9
    assert abs(two.wall - datetime.now(UTC)) < timedelta(seconds=5)


class Event(NamedTuple):
    """What happens next."""

    what: str
    minutes: int


EVENTS = st.builds(
    Event,
    st.sampled_from(("jump", "sleep", "program", "computer", "pause", "resume", "extra", "table", "anew")),
    st.integers(-90, 90),
)


@given(st.lists(st.tuples(st.integers(0, 40), EVENTS), max_size=9))
@settings(max_examples=60)
def test_whatever_happens_the_countdown_is_that_of_a_watch(
    tmp_path_factory: pytest.TempPathFactory, happens: list[tuple[int, Event]]
) -> None:
    """The watch counts the minutes that passed in truth, and nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))
        computer = Computer(drawn())
        carry_out(computer.book, StartClock(1), by=BY)
        watch = Watch()

        def look() -> None:
            assert [clock_of(computer.book.view, 1).remaining(computer.book.now, table) / minutes(1)
                    for table in (None, 2)] == [watch.left(None), watch.left(2)]  # fmt: skip

        for after, event in happens:
            look()  # as the window does each second
            computer.pass_time(minutes(after))
            watch.passes(after)
            look()
            watch.meets(event, computer)
            look()


class Watch:
    """What is left at the table with its own extra minutes and at the others, second by second of true time."""

    def __init__(self) -> None:
        self.runs, self.all, self.own = True, 120, 120

    def left(self, table: int | None) -> float:
        return self.all if table is None else self.own

    def passes(self, minutes: int) -> None:
        if self.runs:
            self.all, self.own = max(self.all - minutes, 0), max(self.own - minutes, 0)

    def meets(self, event: Event, computer: Computer) -> None:
        book, over = computer.book, not self.all and not self.own
        match event.what:
            case "jump":
                computer.set_clock(minutes(event.minutes))
            case "sleep":
                computer.pass_time(minutes(abs(event.minutes)))
                self.passes(abs(event.minutes))
            case "program":
                computer.start()
            case "computer":
                computer.restart(minutes(abs(event.minutes)))
                self.passes(abs(event.minutes))
            case "pause" if self.runs and self.all:
                carry_out(book, PauseClock(1), by=BY)
                self.runs = False
            case "resume" if not self.runs:
                carry_out(book, ResumeClock(1), by=BY)
                self.runs = True
            case "extra" if not over and event.minutes and self.all:
                more = max(event.minutes % 20, 1)
                carry_out(book, AddMinutes(1, more), by=BY)
                self.all, self.own = self.all + more, self.own + more
            case "table" if self.own:
                more = max(event.minutes % 20, 1)
                carry_out(book, AddMinutes(1, more, (2,), "wall"), by=BY)
                self.own += more
            case "anew" if over:
                carry_out(book, StartClock(1), by=BY)
                self.runs, self.all, self.own = True, 120, 120
