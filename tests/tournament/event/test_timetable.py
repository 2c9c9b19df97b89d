"""The timetable, and the remarks that an organiser gets on it."""

from dataclasses import replace
from datetime import date, time

import pytest

from tournament.event.format import EventFormat
from tournament.event.settings import Settings, settings_problems, settings_remarks
from tournament.event.timetable import (
    SessionTime,
    Timetable,
    clock_text,
    minima_remarks,
    planned_sessions,
    read_clock,
    session_time_text,
    timetable_problems,
    timetable_text,
)
from tournament.language import ENGLISH

SATURDAY, SUNDAY = date(2026, 6, 13), date(2026, 6, 14)


def settings(*times: SessionTime, sessions: int = 4, minutes: int = 90) -> Settings:
    return Settings("Cup", sessions=sessions, minutes=minutes, timetable=Timetable(times))


def codes(found: Settings) -> list[str]:
    return [remark.code for remark in settings_remarks(found, range(1, found.sessions + 1))]


def day_of(*hours: tuple[int, int], day: date = SATURDAY, first: int = 1) -> list[SessionTime]:
    return [SessionTime(number, day, time(*hour)) for number, hour in enumerate(hours, start=first)]


def test_a_day_within_the_minima_of_ema_has_no_remark() -> None:
    assert codes(settings(*day_of((9, 0), (10, 45), (13, 30), (15, 15)))) == []


def test_breaks_and_lengths_are_computed() -> None:
    times = Timetable((SessionTime(1, SATURDAY, time(9, 0)), SessionTime(2, SATURDAY, time(11, 0), 60)))
    first, second, third = planned_sessions(times, (1, 2, 3), 100)
    assert (first.end, first.pause) == (time(10, 40), None)
    assert (second.end, second.pause, second.minutes) == (time(12, 0), 20, 60)
    assert (third.end, third.pause, third.minutes) == (None, None, 100)


def test_what_is_less_than_ema_asks_is_remarked() -> None:
    assert codes(settings(*day_of((9, 0), (10, 40), (13, 30), (15, 15)))) == ["short-break"]
    assert codes(settings(*day_of((9, 0), (10, 0), (13, 30), (15, 15)))) == ["timetable-overlap"]
    assert codes(settings(*day_of((9, 0), (11, 0), (13, 0)), sessions=3)) == ["ema-minima"]
    assert codes(settings(*day_of((8, 0), (10, 0), (12, 0), (14, 0), (16, 0)), sessions=5)) == ["sessions-a-day"]
    assert codes(settings(*day_of((9, 0), (10, 30), day=SUNDAY), *day_of((9, 0), first=3), sessions=3)) == [
        "short-break",
        "timetable-order",
        "ema-minima",
    ]


def test_two_days_ask_six_sessions_of_two_hours() -> None:
    saturday, sunday = day_of((9, 0), (11, 30), (14, 0)), day_of((9, 0), (11, 30), (14, 0), day=SUNDAY, first=4)
    assert codes(settings(*saturday, *sunday, sessions=6, minutes=120)) == []
    assert codes(settings(*saturday, *sunday, sessions=6, minutes=110)) == ["ema-minima"]


def test_minima_wait_until_every_session_has_its_day_and_are_those_of_mcr() -> None:
    assert codes(settings(*day_of((9, 0)))) == []
    short = settings(*day_of((9, 0)), sessions=1)
    assert codes(short) == ["ema-minima"]
    assert codes(replace(short, rules="zung-jung")) == []
    assert codes(replace(short, format=EventFormat.CLUB)) == []


def test_remarks_refuse_nothing_and_what_cannot_be_is_refused() -> None:
    assert settings_problems(settings(*day_of((9, 0), (9, 30)), sessions=2)) == ()
    twice = settings(SessionTime(1, SATURDAY), SessionTime(1, SUNDAY))
    assert [problem.code for problem in settings_problems(twice)] == ["timetable-session"]
    assert [problem.code for problem in settings_problems(settings(SessionTime(21)))] == ["timetable-session"]
    assert [problem.code for problem in settings_problems(settings(SessionTime(1, minutes=0)))] == ["minutes-range"]


def test_what_is_said_of_a_session_replaces_what_was() -> None:
    first = SessionTime(2, SATURDAY, time(9, 0))
    times = Timetable().with_time(first).with_time(SessionTime(1, SATURDAY))
    assert [each.session for each in times.sessions] == [1, 2]
    assert times.with_time(SessionTime(2)).sessions == (SessionTime(1, SATURDAY),)
    assert ENGLISH.render(session_time_text(first)) == "session 2: 13 June 2026, 09:00"


def said(found: Settings) -> list[str]:
    return [ENGLISH.render(each.text) for each in settings_remarks(found, range(1, found.sessions + 1))]


@pytest.mark.parametrize(
    ("begin", "code"),
    [(20, None), (15, None), (14, "short-break"), (1, "short-break"), (0, "short-break"), (-1, "timetable-overlap"),
     (-90, "timetable-overlap")],
)  # fmt: skip
def test_a_break_lasts_at_least_fifteen_minutes(begin: int, code: str | None) -> None:
    """The second session, so many minutes after 10:30, at which the first one of 90 minutes ends."""
    hour, minute = divmod(10 * 60 + 30 + begin, 60)
    found = codes(replace(settings(*day_of((9, 0), (hour, minute)), sessions=2), rules="zung-jung"))
    assert found == ([] if code is None else [code])


def test_a_remark_names_both_sessions() -> None:
    times = [*day_of((9, 0), (10, 40), (11, 0)), SessionTime(4, date(2026, 6, 12))]
    assert said(replace(settings(*times), rules="zung-jung")) == [
        "10 minutes between sessions 1 and 2: a break must last at least 15 minutes.",
        "Session 3 begins before session 2 ends.",
        "Session 4 is on an earlier day than session 3.",
    ]


def test_sessions_of_which_less_is_said_are_not_compared() -> None:
    times = [SessionTime(1, SATURDAY), SessionTime(2, SATURDAY, time(9)), SessionTime(3, None, time(9)),
             SessionTime(4, SUNDAY, time(9))]  # fmt: skip
    assert codes(replace(settings(*times), rules="zung-jung")) == []


@pytest.mark.parametrize(("days", "sessions", "minutes"), [(1, 4, 90), (2, 6, 120), (3, 9, 120), (4, 9, 120)])
def test_ema_asks_sessions_of_a_length_for_so_many_days(days: int, sessions: int, minutes: int) -> None:
    enough = planned_sessions(Timetable(), range(1, sessions + 1), minutes)
    assert minima_remarks(enough, days) == ()
    assert [each.code for each in minima_remarks(enough[1:], days)] == ["ema-minima"]
    short = planned_sessions(Timetable((SessionTime(1, minutes=minutes - 1),)), range(1, sessions + 1), minutes)
    assert [each.code for each in minima_remarks(short, days)] == ["ema-minima"]


def test_what_is_missing_of_the_minima_is_stated_in_numbers() -> None:
    (remark,) = minima_remarks(planned_sessions(Timetable(), (1, 2), 90), 1)
    assert ENGLISH.render(remark.text) == (
        "EMA requires at least 4 sessions of 90 minutes or more in 1 day; this timetable has 2."
    )


def test_the_last_session_and_the_longest_are_taken_and_no_other() -> None:
    def problems(*times: SessionTime) -> list[str]:
        return [each.code for each in timetable_problems(Timetable(times), most_sessions=4, most_minutes=100)]

    assert problems(SessionTime(1, minutes=1), SessionTime(4, minutes=100)) == []
    assert problems(SessionTime(0)) == problems(SessionTime(5)) == ["timetable-session"]
    assert problems(SessionTime(1, minutes=101)) == problems(SessionTime(1, minutes=0)) == ["minutes-range"]
    assert problems(SessionTime(2), SessionTime(2), SessionTime(5)) == ["timetable-session"] * 2


def test_a_timetable_without_some_sessions_keeps_the_others() -> None:
    times = Timetable((SessionTime(1, SATURDAY), SessionTime(2, minutes=90), SessionTime(3, SUNDAY)))
    assert times.without({1, 2}) == Timetable((SessionTime(3, SUNDAY),))
    assert times.days == (SATURDAY, SUNDAY)
    assert times.of(2) == SessionTime(2, minutes=90)
    assert times.of(7) == SessionTime(7)


def test_a_timetable_is_said_session_by_session() -> None:
    times = Timetable((SessionTime(1, SATURDAY, time(14), 1), SessionTime(2, minutes=90)))
    assert ENGLISH.render(timetable_text(times)) == "session 1: 13 June 2026, 14:00, 1 minute, session 2: 90 minutes"
    assert ENGLISH.render(timetable_text(Timetable())) == "–"


@pytest.mark.parametrize(
    ("typed", "read"),
    [("14:00", time(14)), ("9:30", time(9, 30)), ("14h05", time(14, 5)), ("9.15", time(9, 15)), ("", None),
     ("24:00", None), ("9:60", None), ("noon", None)],
)  # fmt: skip
def test_a_time_of_day_is_read_as_people_write_it(typed: str, read: time | None) -> None:
    assert read_clock(typed) == read
    assert read is None or read_clock(clock_text(read)) == read


def test_a_session_that_runs_past_midnight_ends_on_the_clock_of_the_next_day() -> None:
    (planned,) = planned_sessions(Timetable((SessionTime(1, SATURDAY, time(23)),)), (1,), 90)
    assert planned.end == time(0, 30)
