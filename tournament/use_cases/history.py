"""Undo, redo, and the event as it stood."""

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.facts import Redone, Undone
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.view import View


def undo(book: Book, *, by: By) -> Changes:
    """Take back the last entry that counts; undoing is an entry too."""
    target = book.view.journal.to_undo
    if target is None:
        raise Refused(Problem("nothing-to-undo", mark("There is nothing to undo."), "entry"))
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
