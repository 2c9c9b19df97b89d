"""``clock FILE``: the time of a session; starts, stops and changes it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.ledger.session_clock import SessionClock
    from tournament.use_cases import Book, By, View


@command("clock")
@changed_file_argument
@option("--session", type=int, metavar="S", help_text=mark("The session; by default the one being played."))
@option("--start", "action", flag_value="start", help_text=mark("Starts the clock."))
@option("--pause", "action", flag_value="pause", help_text=mark("Pauses the clock."))
@option("--resume", "action", flag_value="resume", help_text=mark("Resumes the clock."))
@option("--stop", "action", flag_value="stop", help_text=mark("The gong: stops the clock at every table."))
@option("--add", type=int, metavar="MINUTES", help_text=mark("Adds minutes; a negative number removes them."))
@option("--table", "tables", type=int, multiple=True, metavar="T",
        help_text=mark("Adds the minutes at this table only; may be repeated."))  # fmt: skip
@option("--reason", default="", help_text=mark("The reason; required for extra minutes at a table."))
@json_option
@click.pass_obj
def clock(
    context: CliContext,
    *,
    file: Path,
    session: int | None,
    action: str | None,
    add: int | None,
    tables: tuple[int, ...],
    reason: str,
    as_json: bool,
) -> None:
    """Carry out the options, then show the clock."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import AddMinutes
    from tournament.use_cases.session_clock import clock_of
    from ui.hall.event_time import ahead_of

    if action is not None and add is not None:
        raise click.UsageError(context.translate(mark("Start, pause, resume, stop or add minutes: one at a time.")))
    if add is None and tables:
        raise click.UsageError(context.translate(mark("Use --table only with --add.")))
    if action is None and add is None:
        with event_for_reading(file) as book:
            shown = _session(book.view, session)
            _known_session(book.view, shown)
    else:
        with event_for_writing(file, Act.TABLE_MINUTES if tables else Act.CLOCK) as book:
            shown = _session(book.view, session)
            by = author_of(context)
            if add is not None:
                carry_out(book, AddMinutes(shown, add, tuple(tables), reason), by=by)
            else:
                _carry_out(book, shown, action or "", reason, by)
    _show(context, book.view, clock_of(book.view, shown), book.now, ahead_of(book), as_json=as_json)


def _carry_out(book: "Book", session: int, action: str, reason: str, by: "By") -> None:
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PauseClock, ResumeClock, StartClock, StopClock

    match action:
        case "start":
            carry_out(book, StartClock(session), by=by)
        case "pause":
            carry_out(book, PauseClock(session, reason), by=by)
        case "resume":
            carry_out(book, ResumeClock(session), by=by)
        case _:
            carry_out(book, StopClock(session), by=by)


def _session(view: "View", session: int | None) -> int:
    """The selected session; by default the one in play, otherwise the next."""
    from tournament.use_cases.progress import session_in_play

    return session if session is not None else session_in_play(view) or 1


def _known_session(view: "View", session: int) -> None:
    if session not in view.drawn_sessions:
        view.sheet(session, 1)
        raise Refused(Problem("session-unknown", mark("There is no session {session}.", session=session), "session"))


def _show(
    context: CliContext, view: "View", clock: "SessionClock", now: datetime, ahead: timedelta, *, as_json: bool
) -> None:
    from tournament.use_cases.session_clock import clock_text, extra_minutes_text, remaining_text

    if as_json:
        print_json(_as_json(view, clock, now))
        return
    context.print_line(clock_text(clock, now, ahead))
    extra = extra_minutes_text(clock)
    if extra is not None:
        context.print_line(mark("Extra minutes: {extra}", extra=extra))
    for table, _ in clock.table_minutes:
        context.print_line(mark("Table {table}: {left} left", table=table, left=remaining_text(clock, now, table)))


def _utc(time: datetime | None) -> str | None:
    return None if time is None else time.astimezone(UTC).isoformat(timespec="seconds")


def _as_json(view: "View", clock: "SessionClock", now: datetime) -> dict[str, object]:
    return {
        "session": clock.session,
        "state": clock.state(now).value,
        "minutes": clock.minutes,
        "added": clock.added,
        "started": _utc(clock.started),
        "gong": _utc(clock.gong()),
        "remaining_seconds": _seconds(clock, now),
        "warning": clock.is_warning(now),
        "after_gong": view.after_gong.value,
        "tables": [
            {
                "table": table,
                "added": minutes,
                "state": clock.state(now, table).value,
                "gong": _utc(clock.gong(table)),
                "remaining_seconds": _seconds(clock, now, table),
            }
            for table, minutes in clock.table_minutes
        ],
    }


def _seconds(clock: "SessionClock", now: datetime, table: int | None = None) -> int:
    return int(-(-clock.remaining(now, table).total_seconds() // 1))
