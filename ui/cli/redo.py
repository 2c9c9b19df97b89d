"""``redo FILE``: restores the entry that was undone last."""

from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import author_of, event_for_writing
from ui.cli.commands import changed_file_argument, command
from ui.cli.context import CliContext


@command("redo")
@changed_file_argument
@click.pass_obj
def redo(context: CliContext, *, file: Path) -> None:
    """Redo one entry."""
    from tournament.ledger.description import name_of
    from tournament.use_cases import carry_out
    from tournament.use_cases.commands import Redo

    with event_for_writing(file) as book:
        journal = book.view.journal
        target = journal.undo_order.to_redo
        carry_out(book, Redo(target.id if target is not None else ""), by=author_of(context))
    if target is not None:
        context.print_line(mark("Redone: {entry}.", entry=name_of(journal, target)))
