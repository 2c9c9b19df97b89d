"""The timetable, and what an organiser is told of it."""

from dataclasses import replace
from datetime import date, time

from tournament.event.format import EventFormat
from tournament.event.settings import Settings, settings_problems, settings_remarks
from tournament.event.timetable import SessionTime, Timetable, planned_sessions, session_time_text
from tournament.language import ENGLISH

SATURDAY, SUNDAY = date(2026, 6, 13), date(2026, 6, 14)


def settings(*times: SessionTime, sessions: int = 4, minutes: int = 90) -> Settings:
    return Settings("Cup", sessions=sessions, minutes=minutes, timetable=Timetable(times))


def codes(found: Settings) -> list[str]:
    return [remark.code for remark in settings_remarks(found, range(1, found.sessions + 1))]


def day_of(*hours: tuple[int, int], day: date = SATURDAY, first: int = 1) -> list[SessionTime]:
    return [SessionTime(number, day, time(*hour)) for number, hour in enumerate(hours, start=first)]


def test_a_day_as_ema_asks_is_told_nothing() -> None:
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
