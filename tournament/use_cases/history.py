"""Undo, redo, and the event as it stood."""

from dataclasses import dataclass

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.description import name_of
from tournament.ledger.entry import Entry, table_stream
from tournament.ledger.facts import Redone, Undone
from tournament.use_cases.book import Book, By, Changes
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class UndoChoice:
    """What undo would take back, and whether to ask first."""

    entry: Entry
    asks: bool
    """It is not on the sheet in view, or another desk wrote it."""


def next_undo(view: View, by: By, sheet: tuple[int, int] | None = None) -> UndoChoice | None:
    """What undo takes back for ``by``, who looks at ``sheet`` (session and table) or at none; None: nothing.

    The last entry of the sheet in view comes first, whatever was written on others since. When nothing stands on it,
    or its last entry hangs together with a later one, the last of all follows, and that is asked.
    """
    journal = view.journal
    if sheet is not None:
        last = journal.last_of_sheet(table_stream(*sheet))
        if last is not None and journal.written_since(last) is None:
            return UndoChoice(last, asks=last.record.desk != by.desk)
    last = journal.to_undo
    if last is None:
        return None
    return UndoChoice(last, asks=sheet is not None or last.record.desk != by.desk)


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
