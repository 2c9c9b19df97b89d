"""Undo, redo, and the event as it stood."""

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.description import name_of
from tournament.ledger.entry import Entry
from tournament.ledger.facts import Redone, Undone
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.view import View


def undo(book: Book, *, by: By, entry: Entry | None = None) -> Changes:
    """Take back ``entry``, by default the last that counts; undoing is an entry too.

    Refused when something that counts was written since about the same sheet.
    """
    journal = book.view.journal
    target = journal.to_undo if entry is None else entry
    if target is None or not journal.can_be_undone(target):
        raise Refused(Problem("nothing-to-undo", mark("There is nothing to undo."), "entry"))
    since = journal.written_since(target)
    if since is not None:
        text = mark(
            "“{since}” was written since and hangs together with it: take that back first.",
            since=name_of(journal, since),
        )
        raise Refused(Problem("written-since", text, "entry"))
    draft = book.draft(by)
    draft.add(target.stream, Undone(target.id))
    return book.commit(draft)


def redo(book: Book, *, by: By) -> Changes:
    """Bring back the entry that was undone last."""
    target = book.view.journal.to_redo
    if target is None:
        raise Refused(Problem("nothing-to-redo", mark("There is nothing to redo."), "entry"))
    draft = book.draft(by)
    draft.add(target.stream, Redone(target.id))
    return book.commit(draft)


def view_at(book: Book, position: int) -> View:
    """The event as it stood when it had ``position`` entries."""
    return book.view.at(position)
