"""The timetable: the day, time and length of each session, in the local time of the event."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby, pairwise

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, listed, mark, mark_count, verbatim

MOST_SESSIONS_A_DAY = 4
LEAST_BREAK = 15
"""Minimum break between two sessions of a day, in minutes."""
MINIMA = {1: (4, 90), 2: (6, 120), 3: (9, 120)}
"""EMA's minima for a tournament, by number of days: sessions, and minutes of each session."""


@dataclass(frozen=True, slots=True)
class SessionTime:
    """When one session is played."""

    session: int
    day: date | None = None
    start: time | None = None
    """In local time."""
    minutes: int | None = None
    """Its length; None for that of every session of the event."""


@dataclass(frozen=True, slots=True)
class Timetable:
    """The times that are entered for sessions, in the order of sessions."""

    sessions: tuple[SessionTime, ...] = ()

    def of(self, session: int) -> SessionTime:
        """Return when ``session`` is played, as far as it is entered."""
        return next((each for each in self.sessions if each.session == session), SessionTime(session))

    @property
    def days(self) -> tuple[date, ...]:
        """The days entered for sessions."""
        return tuple(each.day for each in self.sessions if each.day is not None)

    def without(self, sessions: Collection[int]) -> "Timetable":
        """Return the timetable without ``sessions``."""
        return Timetable(tuple(each for each in self.sessions if each.session not in sessions))

    def with_time(self, time: SessionTime) -> "Timetable":
        """Return the timetable with this time for its session."""
        others = [each for each in self.sessions if each.session != time.session]
        said = [time] if time != SessionTime(time.session) else []
        return Timetable(tuple(sorted((*others, *said), key=lambda each: each.session)))


NO_TIMETABLE = Timetable()


@dataclass(frozen=True, slots=True)
class PlannedSession:
    """A session with its length, and the break since the session before it."""

    session: int
    day: date | None
    start: time | None
    minutes: int
    pause: int | None = None
    """The minutes since the end of the session before it on the same day, negative if they overlap; None if unknown."""

    @property
    def end(self) -> time | None:
        """When it ends, without extra minutes; None if its start is unknown."""
        if self.start is None:
            return None
        return (datetime.combine(date.min, self.start) + timedelta(minutes=self.minutes)).time()


def planned_sessions(timetable: Timetable, sessions: Iterable[int], minutes: int) -> tuple[PlannedSession, ...]:
    """Return the ``sessions`` with their times, each of ``minutes`` unless the timetable has another length."""
    found: list[PlannedSession] = []
    for number in sessions:
        said = timetable.of(number)
        length = minutes if said.minutes is None else said.minutes
        before = found[-1] if found else None
        found.append(PlannedSession(number, said.day, said.start, length, _pause(before, said)))
    return tuple(found)


def _pause(before: PlannedSession | None, said: SessionTime) -> int | None:
    if before is None or before.day is None or before.start is None or before.day != said.day or said.start is None:
        return None
    ended = datetime.combine(before.day, before.start) + timedelta(minutes=before.minutes)
    return round((datetime.combine(before.day, said.start) - ended).total_seconds() / 60)


def timetable_problems(timetable: Timetable, *, most_sessions: int, most_minutes: int) -> tuple[Problem, ...]:
    """Return what is wrong: a session that is given twice or does not exist, or an invalid length."""
    problems: list[Problem] = []
    counted = Counter(each.session for each in timetable.sessions)
    for number, count in counted.items():
        if count > 1 or not 1 <= number <= most_sessions:
            text = mark(
                "The timetable sets the time of session {session}: an event has sessions 1 to {most}, each once.",
                session=number,
                most=most_sessions,
            )
            problems.append(Problem("timetable-session", text, "timetable"))
    for each in timetable.sessions:
        if each.minutes is not None and not 1 <= each.minutes <= most_minutes:
            text = mark("{minutes} minutes: a session lasts 1 to {most}.", minutes=each.minutes, most=most_minutes)
            problems.append(Problem("minutes-range", text, "timetable"))
    return tuple(problems)


def timetable_remarks(planned: Sequence[PlannedSession], *, ema: bool) -> tuple[Problem, ...]:
    """Return remarks on the order and the breaks of a timetable; with ``ema`` also on EMA's minima.

    The minima are only compared once every session has its day.
    """
    remarks: list[Problem] = []
    for before, after in pairwise(planned):
        if before.day is not None and after.day is not None and after.day < before.day:
            text = mark("Session {session} is on an earlier day than session {before}.", session=after.session,
                        before=before.session)  # fmt: skip
            remarks.append(_remark("timetable-order", text))
        elif after.pause is not None and after.pause < 0:
            text = mark("Session {session} begins before session {before} ends.", session=after.session,
                        before=before.session)  # fmt: skip
            remarks.append(_remark("timetable-overlap", text))
        elif after.pause is not None and after.pause < LEAST_BREAK:
            text = mark(
                "{minutes} minutes between sessions {before} and {session}: a break must "
                "last at least {least} minutes.",
                minutes=after.pause,
                before=before.session,
                session=after.session,
                least=LEAST_BREAK,
            )
            remarks.append(_remark("short-break", text))
    return (*remarks, *(_ema_remarks(planned) if ema else ()))


def _ema_remarks(planned: Sequence[PlannedSession]) -> tuple[Problem, ...]:
    days = [each.day for each in planned if each.day is not None]
    if not days or len(days) < len(planned):
        return ()
    remarks: list[Problem] = []
    for day, of_day in groupby(sorted(days)):
        count = len(list(of_day))
        if count > MOST_SESSIONS_A_DAY:
            text = mark("{count} sessions on {day}: EMA allows {most} a day.", count=count, day=day,
                        most=MOST_SESSIONS_A_DAY)  # fmt: skip
            remarks.append(_remark("sessions-a-day", text))
    remarks.extend(minima_remarks(planned, len(set(days))))
    return tuple(remarks)


def minima_remarks(planned: Sequence[PlannedSession], days: int) -> tuple[Problem, ...]:
    """Return a remark if a tournament of ``days`` days has fewer sessions, or shorter ones, than EMA requires."""
    least, minutes = MINIMA[min(days, max(MINIMA))]
    long_enough = sum(each.minutes >= minutes for each in planned)
    if long_enough >= least:
        return ()
    text = mark_count(
        "EMA requires at least {least} sessions of {minutes} minutes or more in {count} day; "
        "this timetable has {found}.",
        "EMA requires at least {least} sessions of {minutes} minutes or more in {count} days; "
        "this timetable has {found}.",
        days,
        least=least,
        minutes=minutes,
        found=long_enough,
    )
    return (_remark("ema-minima", text),)


def session_time_text(time: SessionTime) -> Text:
    """Return “session 2: 13 June 2026, 14:00, 120 minutes”, as far as it is entered."""
    said = [
        *([time.day] if time.day is not None else []),
        *([clock_text(time.start)] if time.start is not None else []),
        *([mark_count("{count} minute", "{count} minutes", time.minutes)] if time.minutes is not None else []),
    ]
    return mark("session {session}: {when}", session=time.session, when=listed(said))


def timetable_text(timetable: Timetable) -> Text:
    """Return everything entered; a dash if nothing is."""
    return listed(map(session_time_text, timetable.sessions)) if timetable.sessions else verbatim("–")


def clock_text(time: time) -> str:
    """Return the time as “14:00”."""
    return f"{time:%H:%M}"


def read_clock(text: str) -> time | None:
    """Return the time of “14:00”, “9:30” or “14h00”; None for anything else."""
    for form in ("%H:%M", "%Hh%M", "%H.%M"):
        try:
            return datetime.strptime(text, form).time()  # noqa: DTZ007 – the clocks of the place have no zone
        except ValueError:
            continue
    return None


def _remark(code: str, text: Text) -> Problem:
    return Problem(code, text, "timetable", Gravity.REMARK)
