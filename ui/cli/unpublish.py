"""``unpublish FILE --session S``: makes the results from a session on no longer public."""

from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_writing
from ui.cli.commands import changed_file_argument, command, option
from ui.cli.context import CliContext


@command("unpublish")
@changed_file_argument
@option("--session", type=int, required=True, metavar="NUMBER", help_text=mark("The first session to withdraw."))
@click.pass_obj
def unpublish(context: CliContext, *, file: Path, session: int) -> None:
    """Withdraw results and say what is public now."""
    from tournament.event.role import Act
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import WithdrawResults
    from tournament.use_cases.publication import public_text

    with event_for_writing(file, Act.RESULTS) as book:
        carry_out(book, WithdrawResults(session), by=author_of(context))
        view = book.view
    context.print_line(public_text(view))
