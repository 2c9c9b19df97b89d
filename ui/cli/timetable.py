"""``timetable FILE``: the times of the sessions, in the local time of the event."""

from datetime import datetime, time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.settings import settings_remarks
from tournament.event.timetable import PlannedSession, SessionTime, clock_text, planned_sessions, read_clock
from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.use_cases import View


@command("timetable")
@changed_file_argument
@click.argument("action", required=False, type=click.Choice(["set"]))
@click.argument("session", required=False, type=int)
@option(
    "--date", "day", type=click.DateTime(["%Y-%m-%d"]), metavar="YYYY-MM-DD", help_text=mark("The day of the session.")
)
@option("--start", metavar="HH:MM", help_text=mark("When the session starts, in local time."))
@option("--minutes", type=int, help_text=mark("Its length in minutes, if it differs from that of the event."))
@option("--clear", is_flag=True, help_text=mark("Removes the session from the timetable."))
@json_option
@click.pass_obj
def timetable(
    context: CliContext,
    *,
    file: Path,
    action: str | None,
    session: int | None,
    day: datetime | None,
    start: str | None,
    minutes: int | None,
    clear: bool,
    as_json: bool,
) -> None:
    """Show the timetable, or change the given values of one session."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import SetSessionTime

    given = (day, start, minutes)
    if (action is None) != (session is None) or (action is None and any((*given, clear))):
        raise click.UsageError(context.translate(mark("“timetable FILE set SESSION” changes a session.")))
    if session is None:
        with event_for_reading(file) as book:
            view = book.view
    else:
        if clear == any(each is not None for each in given):
            text = mark("Say what changes with --date, --start or --minutes, or use --clear alone.")
            raise click.UsageError(context.translate(text))
        begins = None if start is None else _time(context, start)
        with event_for_writing(file, Act.SETTINGS) as book:
            before = SessionTime(session) if clear else book.view.settings.timetable.of(session)
            after = SessionTime(
                session,
                before.day if day is None else day.date(),
                before.start if begins is None else begins,
                before.minutes if minutes is None else minutes,
            )
            carry_out(book, SetSessionTime(after), by=author_of(context))
            view = book.view
    _show(context, view, as_json=as_json)


def _time(context: CliContext, text: str) -> time:
    start = read_clock(text)
    if start is None:
        raise click.UsageError(context.translate(mark("--start: write the time as HH:MM.")))
    return start


def _show(context: CliContext, view: "View", *, as_json: bool) -> None:
    settings = view.settings
    sessions = max((view.sessions, *(each.session for each in settings.timetable.sessions)))
    numbers = [session for session in range(1, sessions + 1) if session not in view.state.cancelled]
    planned = planned_sessions(settings.timetable, numbers, settings.minutes)
    remarks = settings_remarks(settings, view.session_numbers)
    if as_json:
        document = {
            "sessions": [context.record(_columns(), each) for each in planned],
            "remarks": [{"code": each.code, "text": context.translate(each.text)} for each in remarks],
        }
        print_json(document)
        return
    context.print_listed(_columns(), planned, as_json=False)
    for remark in remarks:
        context.print_remark(remark.text)


def _clock(at: time | None) -> str | None:
    return None if at is None else clock_text(at)


def _columns() -> "tuple[Column[PlannedSession], ...]":
    """What the command says of a session."""
    from reports.column import Column, Kind
    from reports.vocabulary import SESSION

    return (
        SESSION.of(lambda planned: planned.session),
        Column(mark("Date"), lambda planned: None if planned.day is None else planned.day.isoformat(), name="date"),
        Column(mark("Start"), lambda planned: _clock(planned.start), name="start"),
        Column(mark("End"), lambda planned: _clock(planned.end), name="end"),
        Column(mark("Minutes"), lambda planned: planned.minutes, Kind.INTEGER, name="minutes"),
        Column(mark("Break before"), lambda planned: planned.pause, Kind.INTEGER, name="break_before"),
    )
