"""``publish FILE --session S``: the results up to a session become public."""

from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_writing
from ui.cli.commands import changed_file_argument, command, option
from ui.cli.context import CliContext


@command("publish")
@changed_file_argument
@option("--session", type=int, required=True, metavar="NUMBER", help_text=mark("The last session to publish."))
@option("--hold-last", is_flag=True, help_text=mark("Holds the results of this session for the ceremony."))
@click.pass_obj
def publish(context: CliContext, *, file: Path, session: int, hold_last: bool) -> None:
    """Publish results and say what is public now."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import PublishResults
    from tournament.use_cases.publication import public_text

    with event_for_writing(file, Act.RESULTS) as book:
        changes = carry_out(book, PublishResults(session, hold_last=hold_last), by=author_of(context))
        view = book.view
    for remark in changes.remarks:
        context.print_remark(remark.text)
    context.print_line(public_text(view))
