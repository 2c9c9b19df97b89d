"""``sessions FILE --count N``: how many sessions the event has."""

from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.commands import changed_file_argument, command, json_option, option
from ui.cli.context import CliContext


@command("sessions")
@changed_file_argument
@option(
    "--count",
    type=int,
    metavar="NUMBER",
    help_text=mark("The number of sessions that count: fewer cancel the last ones that have not begun, more add some."),
)
@option(
    "--reason",
    metavar="TEXT",
    default="",
    help_text=mark("The reason, kept in the log. Required for fewer sessions."),
)
@json_option
@click.pass_obj
def sessions(context: CliContext, *, file: Path, count: int | None, reason: str, as_json: bool) -> None:
    """Cancel or add sessions, and show all of them."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PlanSessions
    from ui.cli.session import show_sessions

    if count is None:
        if reason:
            raise click.UsageError(context.translate(mark("Use --reason only with --count.")))
        with event_for_reading(file) as book:
            view = book.view
    else:
        with event_for_writing(file, Act.PLAN) as book:
            changes = carry_out(book, PlanSessions(count, reason), by=author_of(context))
            view = book.view
        for remark in changes.remarks:
            context.print_remark(remark.text)
    show_sessions(context, view, None, as_json=as_json)
