"""The countdown of a session as a screen shows it."""

from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import assert_never

from tournament.event.settings import AfterGong
from tournament.language import Text, mark
from tournament.ledger.session_clock import NO_TIME, WARNING, ClockState, SessionClock
from tournament.use_cases.public_view import PublicView
from tournament.use_cases.session_clock import clock_of
from ui.hall.shown_session import SEATS_BEFORE, STOP_STANDS, following_session, last_gong, planned_hours
from ui.hall.slides import CountdownSlide, CountdownState, RunningTime, TableMinutes


def countdown(view: PublicView, session: int, now: datetime, ahead: timedelta = NO_TIME) -> CountdownSlide:
    """The slide of the clock of ``session`` at ``now``, event time; the computer's clock is ``ahead`` of event time."""
    clock, settings = clock_of(view, session), view.settings
    state, hours = _state(clock, now), planned_hours(view, session, now, ahead)
    end = clock.end() if clock.started is not None else clock.length()
    gong = clock.gong()
    begins = clock.started or (hours.begins if hours is not None else None)
    ends = gong if clock.started is not None else hours.ends if hours is not None else None
    warns = ends - WARNING if ends is not None and end > WARNING and clock.stopped is None else None
    drawn = settings.format.is_drawn
    return CountdownSlide(
        title=mark("Session {session}", session=session),
        of=mark("of {sessions}", sessions=max(view.sessions, session)) if drawn else None,
        state=state,
        remaining=time_text(clock.length() if clock.started is None else clock.remaining(now)),
        state_text=_state_text(view, state, clock, now, ahead),
        elapsed=_elapsed(clock, end, now),
        warning_at=_ratio(end - WARNING, end) if end > WARNING else None,
        begins=hour_text(begins, ahead),
        warns=mark("warning {time}", time=hour_text(warns, ahead)) if warns is not None else None,
        ends=hour_text(ends, ahead) + (f" ({clock.added:+d})" if clock.added else ""),
        rule=rule_text(view.after_gong, over=state is CountdownState.OVER),
        next=_next_text(view, session, clock, now, ahead),
        tables=tuple(
            TableMinutes(table, time_text(clock.remaining(now, table)))
            for table, minutes in clock.table_minutes
            if minutes
        ),
        running=_running(clock),
    )


def time_text(left: timedelta) -> str:
    """“02:43” or “1:02:43”, rounded up to whole seconds: “00:00” is reached only at the gong."""
    seconds = int(-(-left.total_seconds() // 1))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"


def hour_text(moment: datetime | None, ahead: timedelta = NO_TIME) -> str:
    """“14:05” in local time; empty if there is no time."""
    return "" if moment is None else f"{(moment + ahead).astimezone():%H:%M}"


def day_of(moment: datetime, ahead: timedelta) -> date:
    """The local date of ``moment``."""
    return (moment + ahead).astimezone().date()


def rule_text(after_gong: AfterGong, *, over: bool) -> Text:
    """The rule for the hand in play, before or after the gong."""
    match after_gong:
        case AfterGong.VOID:
            if over:
                return mark("The hand in play is void.")
            return mark("At the gong, stop: the hand in play is void.")
        case AfterGong.FINISHED:
            if over:
                return mark("Finish the hand in play and do not start another.")
            return mark("At the gong, finish the hand in play and do not start another.")
        case AfterGong.ONE_MORE:
            if over:
                return mark("Finish the hand in play, then play one more.")
            return mark("At the gong, finish the hand in play, then play one more.")
        case _:
            assert_never(after_gong)


def seats_stand_beside(view: PublicView, session: int, now: datetime, ahead: timedelta) -> bool:
    """Whether the seats of ``session``, which has not begun, are shown beside its clock."""
    hours = planned_hours(view, session, now, ahead)
    return view.seats_are_public(session) and (hours is None or now >= hours.begins - SEATS_BEFORE)


def _state(clock: SessionClock, now: datetime) -> CountdownState:
    state = clock.state(now)
    match state:
        case ClockState.NOT_STARTED:
            return CountdownState.NOT_STARTED
        case ClockState.RUNNING:
            return CountdownState.WARNING if clock.is_warning(now) else CountdownState.RUNNING
        case ClockState.PAUSED:
            return CountdownState.PAUSED
        case ClockState.OVER:
            return CountdownState.OVER
        case _:
            assert_never(state)


def _running(clock: SessionClock) -> RunningTime | None:
    gong = clock.gong()
    if clock.running_since is None or gong is None:
        return None
    gongs = (clock.gong(table) for table, minutes in clock.table_minutes if minutes)
    return RunningTime(gong, clock.end(), tuple(each for each in gongs if each is not None))


def _state_text(
    view: PublicView, state: CountdownState, clock: SessionClock, now: datetime, ahead: timedelta
) -> Text | None:
    match state:
        case CountdownState.NOT_STARTED:
            return _begins_text(view, clock.session, now, ahead)
        case CountdownState.RUNNING:
            return None
        case CountdownState.WARNING:
            return mark("Last {minutes} minutes", minutes=WARNING // timedelta(minutes=1))
        case CountdownState.PAUSED:
            return mark("Paused")
        case CountdownState.OVER:
            return _over_text(view.after_gong)
        case _:
            assert_never(state)


def _over_text(after_gong: AfterGong) -> Text:
    match after_gong:
        case AfterGong.VOID:
            return mark("Stop")
        case AfterGong.FINISHED:
            return mark("Last hand")
        case AfterGong.ONE_MORE:
            return mark("One more hand")
        case _:
            assert_never(after_gong)


def _begins_text(view: PublicView, session: int, now: datetime, ahead: timedelta) -> Text | None:
    hours = planned_hours(view, session, now, ahead)
    if hours is None:
        return None
    if hours.begins <= now:
        return mark("Begins soon")
    if day_of(hours.begins, ahead) == day_of(now, ahead):
        return mark("Begins at {time}", time=hour_text(hours.begins, ahead))
    return mark("Begins on {day} at {time}", day=day_of(hours.begins, ahead), time=hour_text(hours.begins, ahead))


def _elapsed(clock: SessionClock, end: timedelta, now: datetime) -> Fraction:
    state = clock.state(now)
    if state is ClockState.NOT_STARTED:
        return Fraction(0)
    if state is ClockState.OVER or end <= NO_TIME:
        return Fraction(1)
    return min(max(1 - _ratio(clock.remaining(now), end), Fraction(0)), Fraction(1))


def _ratio(part: timedelta, whole: timedelta) -> Fraction:
    return Fraction(part // timedelta.resolution, whole // timedelta.resolution)


def _next_text(view: PublicView, session: int, clock: SessionClock, now: datetime, ahead: timedelta) -> Text | None:
    """“Next: session 6 at 14:30. Seats are shown from 14:15.”, as far as this is known."""
    following = following_session(view, session)
    if clock.started is None or following is None:
        return None
    if not view.settings.format.is_drawn:
        return mark("Next: session {session}.", session=following)
    hours = planned_hours(view, following, now, ahead)
    if hours is None or hours.begins <= now:
        return mark("Next: session {session}.", session=following)
    time = hour_text(hours.begins, ahead)
    if day_of(hours.begins, ahead) != day_of(now, ahead):
        day = day_of(hours.begins, ahead)
        return mark("Next: session {session} on {day} at {time}.", session=following, day=day, time=time)
    gong = last_gong(clock)
    seats_from = None if gong is None else max(hours.begins - SEATS_BEFORE, gong + STOP_STANDS)
    if seats_from is None or not now < seats_from < hours.begins or not view.seats_are_public(following):
        return mark("Next: session {session} at {time}.", session=following, time=time)
    return mark("Next: session {session} at {time}. Seats are shown from {seats_from}.", session=following, time=time,
                seats_from=hour_text(seats_from, ahead))  # fmt: skip
