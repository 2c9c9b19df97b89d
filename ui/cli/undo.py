"""``undo FILE``: undoes the last entry."""

from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_writing
from ui.cli.commands import changed_file_argument, command
from ui.cli.context import CliContext


@command("undo")
@changed_file_argument
@click.pass_obj
def undo(context: CliContext, *, file: Path) -> None:
    """Undo one entry."""
    from tournament.ledger.description import name_of
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import Undo

    with event_for_writing(file) as book:
        journal = book.view.journal
        target = journal.undo_order.to_undo
        carry_out(book, Undo(target.id if target is not None else ""), by=author_of(context))
    if target is not None:
        context.print_line(mark("Undone: {entry}.", entry=name_of(journal, target)))
