"""Which session the screens show, and when each session is played in local time."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from reports.sheets.details import planned_session
from tournament.ledger.session_clock import NO_TIME, ClockState, SessionClock
from tournament.use_cases.view import View

STOP_STANDS = timedelta(minutes=5)
"""How long the screens show the end of a session before they change to the next one."""
SEATS_BEFORE = timedelta(minutes=15)
"""How long before its start the seats of a session are shown beside its clock."""


class PlannedHours(NamedTuple):
    """The planned start and end of a session."""

    begins: datetime
    ends: datetime


def planned_hours(view: View, session: int, now: datetime, ahead: timedelta = NO_TIME) -> PlannedHours | None:
    """The planned times of ``session``; None if it has none. If the plan names no day, they are on the day of ``now``.

    The timetable uses the computer's clock, which is ``ahead`` of ``now``.
    """
    planned = planned_session(view, session)
    if planned.start is None:
        return None
    day: date = planned.day or (now + ahead).astimezone().date()
    begins = datetime.combine(day, planned.start).astimezone() - ahead
    return PlannedHours(begins, begins + timedelta(minutes=planned.minutes))


def is_over(clock: SessionClock, now: datetime) -> bool:
    """Whether the gong has sounded for all tables, including those with extra minutes."""
    tables = (None, *(table for table, minutes in clock.table_minutes if minutes))
    return all(clock.state(now, table) is ClockState.OVER for table in tables)


def last_gong(clock: SessionClock) -> datetime | None:
    """When the last gong of a session was due; None if it is not known."""
    tables = (None, *(table for table, minutes in clock.table_minutes if minutes))
    gongs = [gong for table in tables if (gong := clock.gong(table)) is not None]
    return max(gongs, default=None)


def shown_session(view: View, now: datetime, ahead: timedelta = NO_TIME) -> int | None:
    """The session that the screens show; None if no session has been drawn.

    Of several running clocks, it is the session started last. Five minutes after its last gong the next session
    follows. Before any clock is started, the timetable and the published results decide.
    """
    sessions = view.drawn_sessions
    if not sessions:
        return None
    clocks = [clock for session in sessions if (clock := view.state.clocks.get(session)) is not None]
    started = [(clock.started, clock.session, clock) for clock in clocks if clock.started is not None]
    if not started:
        return _by_timetable(view, now, ahead)
    running = [each for each in started if each[2].running_since is not None and not is_over(each[2], now)]
    _, session, clock = max(running or started, key=lambda each: each[:2])
    gong = last_gong(clock) if is_over(clock, now) else None
    if gong is not None and now >= gong + STOP_STANDS:
        known = {number for _, number, _ in started}
        return next((each for each in sessions if each > session and each not in known), session)
    return session


def following_session(view: View, session: int) -> int | None:
    """The session after ``session``; None after the last one, and for evenings, which are opened one by one."""
    return next((each for each in view.session_numbers if each > session), None)


def _by_timetable(view: View, now: datetime, ahead: timedelta) -> int:
    sessions = view.drawn_sessions
    if not view.settings.format.is_drawn:
        return sessions[-1]
    public = view.state.publication.session
    hours = ((session, planned_hours(view, session, now, ahead)) for session in sessions)
    begun = [session for session, planned in hours if planned is not None and planned.begins - SEATS_BEFORE <= now]
    least = max(public + 1, *begun, 1)
    return next((session for session in sessions if session >= least), sessions[-1])
