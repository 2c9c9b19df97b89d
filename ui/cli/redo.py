"""``redo FILE``: brings back what was undone last."""

from pathlib import Path

import click

from tournament.language import mark
from tournament.ledger.describe import name_of
from tournament.office import redo as bring_back
from ui.cli.bootstrap import acting, written
from ui.cli.face import Face
from ui.cli.parts import command, file_argument


@command("redo", mark("Brings back the entry that was undone last, naming it."))
@file_argument
@click.pass_obj
def redo(face: Face, *, file: Path) -> None:
    """Redo one entry."""
    with written(file) as book:
        journal = book.view.journal
        target = journal.to_redo
        bring_back(book, by=acting(face))
    if target is not None:
        face.say(mark("Brought back: {entry}.", entry=name_of(journal, target)))
