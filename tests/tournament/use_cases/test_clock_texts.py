"""What a clock says of its session: the time that is left, the gong, extra minutes, and what follows the gong."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tests.tournament.use_cases.events import BY, drawn, noon
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.settings import AfterGong
from tournament.language import ENGLISH, Text
from tournament.ledger.sanctions import Charge
from tournament.ledger.session_clock import SessionClock
from tournament.rules.payment import Outcome
from tournament.use_cases import Book, GivePenalty, RecordHand, carry_out
from tournament.use_cases.commands import (
    AddMinutes,
    AllowTableEntry,
    ChangeSettings,
    PauseClock,
    ProposeHand,
    StartClock,
    StopClock,
)
from tournament.use_cases.session_clock import (
    clock_of,
    clock_text,
    duration_text,
    extra_minutes_text,
    gong_text,
    row_after_gong,
    tables_left_text,
    tables_playing_on,
)
from tournament.use_cases.table_entry import phone_of, recorded


class Hall:
    """An event of two tables, in sessions of 120 minutes, and the time of its hall."""

    def __init__(self, after_gong: AfterGong = AfterGong.VOID, rules: str = "mcr") -> None:
        store = FakeStore()
        drawn(store, rules=rules)
        self.now = noon()
        self.book = Book(store, clock=lambda: self.now)
        self.do(ChangeSettings(replace(self.book.view.settings, minutes=120, after_gong=after_gong)))

    def do(self, command, minutes: float = 0) -> tuple[str, ...]:
        """Let some minutes pass, carry out ``command``, and return the codes of the remarks."""
        self.now += timedelta(minutes=minutes)
        return tuple(each.code for each in carry_out(self.book, command, by=BY, confirmed=True).remarks)

    @property
    def clock(self) -> SessionClock:
        return clock_of(self.book.view, 1)


def said(text: Text | None) -> str | None:
    return None if text is None else ENGLISH.render(text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (0.001, "0:01"),
        (1, "0:01"),
        (59.2, "1:00"),
        (60, "1:00"),
        (845, "14:05"),
        (3599, "59:59"),
        (3599.5, "1:00:00"),
        (3600, "1:00:00"),
        (3661, "1:01:01"),
        (7170, "1:59:30"),
        (36000, "10:00:00"),
    ],
)
def test_seconds_are_rounded_up_and_hours_are_shown_only_if_there_are_any(seconds: float, text: str):
    assert duration_text(timedelta(seconds=seconds)) == text


def test_a_clock_in_words_from_its_start_to_the_gong():
    hall = Hall()
    gong = f"{(noon() + timedelta(minutes=120)).astimezone():%H:%M}"
    assert said(clock_text(hall.clock, hall.now)) == "Session 1: not started, 120 minutes."
    hall.do(StartClock(1))
    hall.now += timedelta(minutes=55)
    assert said(clock_text(hall.clock, hall.now)) == f"Session 1: 1:05:00 left, gong at {gong}."
    later = f"{(noon() + timedelta(minutes=123)).astimezone():%H:%M}"
    ahead = timedelta(minutes=3)
    assert said(clock_text(hall.clock, hall.now, ahead)) == f"Session 1: 1:05:00 left, gong at {later}."
    hall.now += timedelta(minutes=65)
    assert said(clock_text(hall.clock, hall.now)) == f"Session 1: time is up, gong at {gong}."
    paused = Hall()
    paused.do(StartClock(1))
    paused.do(PauseClock(1), 20)
    assert said(clock_text(paused.clock, paused.now)) == "Session 1: paused, 1:40:00 left."


def test_extra_minutes_are_named_for_everybody_and_for_single_tables():
    hall = Hall()
    hall.do(StartClock(1))
    assert extra_minutes_text(hall.clock) is None
    hall.do(AddMinutes(1, 8, (2,), "the wall fell"))
    assert said(extra_minutes_text(hall.clock)) == "table 2: +8"
    hall.do(AddMinutes(1, 3))
    assert said(extra_minutes_text(hall.clock)) == "+3 for every table, table 2: +8"
    hall.do(AddMinutes(1, -8, (2,), "it did not"))
    hall.do(AddMinutes(1, -5))
    assert said(extra_minutes_text(hall.clock)) == "-2 for every table"


def test_tables_with_extra_minutes_play_on_after_the_gong_of_the_others():
    hall = Hall()
    assert tables_playing_on(hall.clock, hall.now) == ()
    hall.do(StartClock(1))
    hall.do(AddMinutes(1, 8, (2,), "the wall fell"))
    for minutes, tables, text in ((119, (), None), (2, (2,), "Table 2: 7:00 left"), (7, (), None)):
        hall.now += timedelta(minutes=minutes)
        assert tables_playing_on(hall.clock, hall.now) == tables
        assert said(tables_left_text(hall.clock, hall.now)) == text


TEXTS = {
    AfterGong.VOID: (
        "Gong: the time of session 1 is up. The hand in play is void.",
        "Gong: this hand is void",
        "Entered after the gong: the hand in play at the gong is void.",
    ),
    AfterGong.FINISHED: (
        "Gong: the time of session 1 is up. Finish the hand in play and do not start another.",
        "Gong: the last hand",
        "Entered after the gong: the hand in play at the gong was finished, and no other was started.",
    ),
    AfterGong.ONE_MORE: (
        "Gong: the time of session 1 is up. Finish the hand in play, then play one more.",
        "Gong: one more after this hand",
        "Entered after the gong: only one more hand follows the one that was in play.",
    ),
}


@pytest.mark.parametrize("after_gong", AfterGong)
def test_what_follows_the_gong_is_said_on_the_screen_on_the_sheet_and_to_who_types(after_gong: AfterGong):
    at_the_gong, on_the_sheet, to_who_types = TEXTS[after_gong]
    hall = Hall(after_gong)
    view = hall.book.view
    assert row_after_gong(view, 1, 1, hall.now) is None, "without a clock there is no gong"
    hall.do(StartClock(1))
    hall.do(AddMinutes(1, 8, (2,), "the wall fell"))
    assert row_after_gong(hall.book.view, 1, 1, hall.now) is None
    hall.now += timedelta(minutes=120)
    view = hall.book.view
    assert said(row_after_gong(view, 1, 1, hall.now)) == on_the_sheet
    assert row_after_gong(view, 1, 2, hall.now) is None, "table 2 has extra minutes"
    assert said(gong_text(view, hall.clock)) == at_the_gong
    assert said(gong_text(view, hall.clock, 2)) == "Gong at table 2: its extra minutes are up."
    changes = carry_out(hall.book, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=BY)
    assert [(each.code, said(each.text)) for each in changes.remarks] == [("after-gong", to_who_types)]
    assert hall.do(RecordHand(1, 1, 2, Outcome(1, 2, 9))) == (), "it was said with the first hand after the gong"
    assert hall.do(RecordHand(1, 2, 1, Outcome(0, 1, 8))) == (), "table 2 plays on"


@pytest.mark.parametrize(
    ("minutes", "told"),
    [(119, ()), (120, ("after-gong",))],
)
def test_a_hand_is_remarked_upon_from_the_very_gong_on(minutes: int, told: tuple[str, ...]):
    hall = Hall()
    hall.do(StartClock(1))
    assert hall.do(RecordHand(1, 1, 1, Outcome(0, 1, 8)), minutes) == told
    assert hall.do(RecordHand(1, 1, 2, Outcome(1, 2, 9)), 1 if told else 0) == ()


def test_neither_a_hand_before_the_gong_nor_a_penalty_after_it_is_the_first_hand_after_it():
    hall = Hall()
    hall.do(StartClock(1))
    assert hall.do(RecordHand(1, 1, 1, Outcome(0, 1, 8)), 60) == ()
    hall.do(GivePenalty(1, 1, Charge(0, points=10, reason="rude")), 70)
    assert hall.do(RecordHand(1, 1, 2, Outcome(1, 2, 9))) == ("after-gong",)
    assert hall.do(RecordHand(1, 1, 3, Outcome(2, 3, 10))) == ()


@pytest.mark.parametrize(("minutes", "told"), [(119.9, ()), (120, ("after-gong",))])
def test_a_hand_that_players_proposed_before_the_gong_was_played_before_it(minutes: float, told: tuple[str, ...]):
    hall = Hall()
    hall.do(AllowTableEntry("http://192.168.1.20:8080", bytes(range(32))))
    hall.do(StartClock(1))
    hall.now += timedelta(minutes=minutes)
    proposing = ProposeHand(1, 1, 1, Outcome(0, 1, 8), 0)
    carry_out(hall.book, proposing, by=phone_of(hall.book.view, 1, 1, 0), confirmed=True)
    (proposal,) = hall.book.view.phones(1, 1).open
    assert hall.do(recorded(1, 1, proposal), 5) == told
    assert hall.do(RecordHand(1, 1, 2, Outcome(1, 2, 9)), 1) == (() if told else ("after-gong",))


def test_a_pause_is_refused_once_the_time_is_up_unless_a_table_plays_on():
    hall = Hall()
    hall.do(StartClock(1))
    hall.do(AddMinutes(1, 8, (2,), "the wall fell"))
    hall.do(PauseClock(1, "a false alarm"), 121)
    assert hall.clock.running_since is None
    assert hall.clock.remaining(hall.now, 2) == timedelta(minutes=7)


def test_a_stopped_clock_was_due_when_it_was_stopped():
    hall = Hall()
    hall.do(StartClock(1))
    hall.do(StopClock(1), 30)
    stopped = f"{datetime(2026, 6, 13, 12, 30, tzinfo=UTC).astimezone():%H:%M}"
    assert said(clock_text(hall.clock, hall.now)) == f"Session 1: time is up, gong at {stopped}."
    assert row_after_gong(hall.book.view, 1, 1, hall.now) is not None
