"""The clock of a session: start, pause and resume it, add extra minutes, stop it; and the timetable."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.settings import AfterGong
from tournament.language import Text, listed, mark
from tournament.ledger.entry import EVENT_STREAM, table_stream
from tournament.ledger.facts import (
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClockStopped,
    HandRecorded,
    MinutesAdded,
)
from tournament.ledger.session_clock import NO_TIME, ClockState, SessionClock
from tournament.ledger.sheet import Sheet
from tournament.use_cases.changes import Remarks
from tournament.use_cases.commands import (
    AddMinutes,
    ClockCommand,
    PauseClock,
    ResumeClock,
    SetSessionTime,
    StartClock,
    StopClock,
)
from tournament.use_cases.draft import Draft
from tournament.use_cases.event_setup import change_settings
from tournament.use_cases.view import View

MOST_EXTRA_MINUTES = 120
"""Maximum number of minutes added or taken away at once."""


def clock_of(view: View, session: int) -> SessionClock:
    """Return the clock of ``session``, which may not have been started."""
    known = view.state.clocks.get(session)
    return known if known is not None else SessionClock(session, view.settings.minutes_of(session))


def write_clock(draft: Draft, command: ClockCommand) -> Remarks:
    """Write a change to the clock of a session, or to the time when it is played."""
    match command:
        case StartClock():
            _start_clock(draft, command.session)
        case PauseClock():
            _pause_clock(draft, command)
        case ResumeClock():
            if _started(draft, command.session).running_since is not None:
                raise Refused(_running(command.session))
            draft.add(EVENT_STREAM, ClockResumed(command.session))
        case AddMinutes():
            _add_minutes(draft, command)
        case StopClock():
            _started(draft, command.session)
            draft.add(EVENT_STREAM, ClockStopped(command.session))
        case SetSessionTime():
            settings = draft.view.settings
            change_settings(draft, replace(settings, timetable=settings.timetable.with_time(command.time)))
        case _:
            assert_never(command)
    return ()


def _start_clock(draft: Draft, session: int) -> None:
    """Start the clock, or start it again if the time of the session is over."""
    state = _known(draft, session).state(draft.now)
    if state is ClockState.PAUSED:
        raise Refused(_wrong_state(mark("The clock of session {session} is paused: resume it.", session=session)))
    if state is ClockState.RUNNING:
        raise Refused(_running(session))
    draft.add(EVENT_STREAM, ClockStarted(session, draft.view.settings.minutes_of(session)))


def _pause_clock(draft: Draft, command: PauseClock) -> None:
    session = command.session
    clock = _started(draft, session)
    if clock.running_since is None:
        raise Refused(_wrong_state(mark("The clock of session {session} is already paused.", session=session)))
    if clock.state(draft.now) is ClockState.OVER and not clock.table_minutes:
        raise Refused(_wrong_state(mark("The time of session {session} is up.", session=session)))
    draft.add(EVENT_STREAM, ClockPaused(session, command.reason.strip()))


def _add_minutes(draft: Draft, command: AddMinutes) -> None:
    """Add minutes; if the time was already up, they run from now on."""
    session, minutes, tables, reason = command.session, command.minutes, command.tables, command.reason.strip()
    _started(draft, session)
    problems: list[Problem] = []
    if not minutes or abs(minutes) > MOST_EXTRA_MINUTES:
        text = mark("{minutes} extra minutes: give 1 to {most}, or take them back with a minus sign.", minutes=minutes,
                    most=MOST_EXTRA_MINUTES)  # fmt: skip
        problems.append(Problem("minutes-range", text, "minutes"))
    if tables:
        for table in tables:
            draft.view.sheet(session, table)
        if not reason:
            text = mark("Extra minutes for a table need a reason: give it in a few words.")
            problems.append(Problem("reason-missing", text, "reason"))
    if problems:
        raise Refused(*problems)
    draft.add(EVENT_STREAM, MinutesAdded(session, minutes, tuple(sorted(set(tables))), reason))


def after_gong_remarks(draft: Draft, sheet: Sheet, hand: HandRecorded) -> tuple[Problem, ...]:
    """Return a remark if a hand is entered on ``sheet`` after the gong for the first time.

    There is none if players proposed that hand before the gong. It is only a remark, since paper is often entered
    later.
    """
    clock = draft.view.state.clocks.get(sheet.session)
    if clock is None or clock.state(draft.now, sheet.table) is not ClockState.OVER:
        return ()
    gong = clock.gong(sheet.table)
    if gong is None:
        return ()
    entries = draft.view.journal.standing(table_stream(sheet.session, sheet.table))
    late = {entry.id for entry in entries if isinstance(entry.fact, HandRecorded) and entry.time >= gong}
    early = [each for each in draft.view.phones(sheet.session, sheet.table).proposals if each.entry.time < gong]
    proposed = any((each.hand, each.outcome) == (hand.hand, hand.outcome) for each in early)
    if proposed or late - {each.settled.id for each in early if each.settled is not None}:
        return ()
    return (Problem("after-gong", after_gong_text(draft.view.after_gong), "hand", Gravity.REMARK),)


def after_gong_text(after_gong: AfterGong) -> Text:
    """Return what to check about a hand that is entered after the gong."""
    match after_gong:
        case AfterGong.VOID:
            return mark("Entered after the gong: the hand in play at the gong is void.")
        case AfterGong.FINISHED:
            return mark("Entered after the gong: the hand in play at the gong was finished, and no other was started.")
        case AfterGong.ONE_MORE:
            return mark("Entered after the gong: only one more hand follows the one that was in play.")
        case _:
            assert_never(after_gong)


def clock_text(clock: SessionClock, now: datetime, ahead: timedelta = NO_TIME) -> Text:
    """Return the state of the clock, as “Session 2: 1:05:00 left, gong at 16:02.”.

    The gong is in the time of this computer, whose clock is ``ahead`` of the true time ``now``.
    """
    name = mark("Session {session}", session=clock.session)
    left, gong = remaining_text(clock, now), clock.gong()
    struck = "–" if gong is None else f"{(gong + ahead).astimezone():%H:%M}"
    match clock.state(now):
        case ClockState.NOT_STARTED:
            return mark("{name}: not started, {minutes} minutes.", name=name, minutes=clock.minutes)
        case ClockState.RUNNING:
            return mark("{name}: {left} left, gong at {gong}.", name=name, left=left, gong=struck)
        case ClockState.PAUSED:
            return mark("{name}: paused, {left} left.", name=name, left=left)
        case ClockState.OVER:
            return mark("{name}: time is up, gong at {gong}.", name=name, gong=struck)
        case _:
            assert_never(clock.state(now))


def gong_text(view: View, clock: SessionClock, table: int | None = None) -> Text:
    """Return the message at the gong, for the session or for a table with extra minutes of its own."""
    if table is not None:
        return mark("Gong at table {table}: its extra minutes are up.", table=table)
    match view.after_gong:
        case AfterGong.VOID:
            return mark("Gong: the time of session {session} is up. The hand in play is void.", session=clock.session)
        case AfterGong.FINISHED:
            return mark("Gong: the time of session {session} is up. Finish the hand in play and do not start another.",
                        session=clock.session)  # fmt: skip
        case AfterGong.ONE_MORE:
            return mark("Gong: the time of session {session} is up. Finish the hand in play, then play one more.",
                        session=clock.session)  # fmt: skip
        case _:
            assert_never(view.after_gong)


def row_after_gong(view: View, session: int, table: int, now: datetime) -> Text | None:
    """Return the text in the next row of a sheet whose time is over; None before the gong."""
    clock = view.state.clocks.get(session)
    if clock is None or clock.state(now, table) is not ClockState.OVER:
        return None
    match view.after_gong:
        case AfterGong.VOID:
            return mark("Gong: this hand is void")
        case AfterGong.FINISHED:
            return mark("Gong: the last hand")
        case AfterGong.ONE_MORE:
            return mark("Gong: one more after this hand")
        case _:
            assert_never(view.after_gong)


def extra_minutes_text(clock: SessionClock) -> Text | None:
    """Return extra minutes as “+3 for every table, table 5: +8”; None if there are none."""
    said = [mark("{minutes} for every table", minutes=f"{clock.added:+d}")] if clock.added else []
    said += [mark("table {table}: {minutes}", table=table, minutes=f"{minutes:+d}")
             for table, minutes in clock.table_minutes if minutes]  # fmt: skip
    return listed(said) if said else None


def tables_playing_on(clock: SessionClock, now: datetime) -> tuple[int, ...]:
    """Return the tables whose extra minutes still run although the time of the session is over."""
    if clock.started is None or clock.state(now) is not ClockState.OVER:
        return ()
    return tuple(table for table, _ in clock.table_minutes if clock.state(now, table) is not ClockState.OVER)


def tables_left_text(clock: SessionClock, now: datetime) -> Text | None:
    """Return “Table 2: 4:12 left” for tables that play on after the gong of the others; None if there are none."""
    tables = tables_playing_on(clock, now)
    said = [mark("Table {table}: {left} left", table=table, left=remaining_text(clock, now, table)) for table in tables]
    return listed(said) if said else None


def remaining_text(clock: SessionClock, now: datetime, table: int | None = None) -> str:
    """Return the time left as “1:59:30” or “14:05”."""
    return duration_text(clock.remaining(now, table))


def duration_text(time: timedelta) -> str:
    """Return ``time`` as “1:59:30” or “14:05”. Seconds are rounded up, so that 0:00 appears only at the gong."""
    seconds = -(-time.total_seconds() // 1)
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def _known(draft: Draft, session: int) -> SessionClock:
    """Return the clock of ``session``. Raise Refused if there is no such session, or if nobody is seated in it."""
    view = draft.view
    if session not in view.drawn_sessions or (view.settings.format.is_drawn and not view.sheets(session)):
        view.sheet(session, 1)  # Raises Refused with what is missing.
    return clock_of(view, session)


def _started(draft: Draft, session: int) -> SessionClock:
    clock = _known(draft, session)
    if clock.started is None:
        raise Refused(_wrong_state(mark("The clock of session {session} has not started.", session=session)))
    if clock.stopped is not None:
        text = mark("The clock of session {session} was stopped: restart it.", session=session)
        raise Refused(_wrong_state(text))
    return clock


def _wrong_state(text: Text) -> Problem:
    return Problem("clock-state", text, "session")


def _running(session: int) -> Problem:
    return _wrong_state(mark("The clock of session {session} is already running.", session=session))
