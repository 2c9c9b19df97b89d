"""Undo and redo."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import assert_never

from tournament.event.problem import Problem, Refused
from tournament.event.settings import CountedTotals
from tournament.language import mark
from tournament.ledger.description import name_of
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of, table_stream
from tournament.ledger.facts import EventCreated, Redone, SettingsChanged, Undone
from tournament.ledger.journal import Journal
from tournament.use_cases.changes import By, Remarks
from tournament.use_cases.commands import HistoryCommand, Redo, Undo
from tournament.use_cases.draft import Draft
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class UndoChoice:
    """The entry that undo would revert, and whether to ask the user first."""

    entry: Entry
    asks: bool
    """Whether to ask first: the entry is not on the sheet on screen, or another desk wrote it."""


def next_undo(view: View, by: By, sheet: tuple[int, int] | None = None, *, shared: bool = False) -> UndoChoice | None:
    """Return the entry that undo would revert for ``by``, or None if there is nothing to undo.

    ``sheet`` is the session and table on screen, or None. The last entry of that sheet comes first, even if others were
    written to other sheets since. If the sheet is empty, or a later entry depends on its last one, the last entry of
    the event follows, after a question. In a ``shared`` event, entries of the desk of ``by`` come before those of other
    desks.
    """
    journal = view.journal
    on_sheet = journal.last_of_sheet(table_stream(*sheet)) if sheet is not None else None
    found: Iterable[Entry | None] = (on_sheet, journal.undo_order.to_undo)
    if shared:
        own = (each for each in chain((on_sheet,), reversed(journal.undo_order.done)) if _is_of(by.desk, each))
        found = chain(own, found)
    entry = next((each for each in found if each is not None and _can_go(view, each)), None)
    if entry is None:
        return None
    elsewhere = sheet is not None and entry is not on_sheet
    return UndoChoice(entry, asks=elsewhere or not _is_of(by.desk, entry))


def _is_of(desk: str, entry: Entry | None) -> bool:
    return entry is not None and entry.record.desk == desk


def _can_go(view: View, entry: Entry) -> bool:
    """Whether ``entry`` can be undone.

    No later entry may depend on it, and its session may be neither closed nor cancelled.
    """
    place, journal = table_of(entry.stream), view.journal
    if place is not None and (place[0] in view.state.closed or place[0] in view.state.cancelled):
        return False
    return journal.can_be_undone(entry) and journal.written_since(entry) is None


def write_history(draft: Draft, command: HistoryCommand) -> Remarks:
    """Write an undo or a redo, each of which is an entry of its own."""
    before = draft.view_now()
    match command:
        case Undo():
            target = _undone(before.journal, command.entry)
            draft.add(target.stream, Undone(target.id))
        case Redo():
            target = _redone(before.journal, command.entry)
            draft.add(target.stream, Redone(target.id))
        case _:
            assert_never(command)
    _refuse_other_scores(before, draft.view, target)
    return ()


def _undone(journal: Journal, entry: str) -> Entry:
    """Return the entry to undo. Raise Refused if there is none, or if a later entry depends on it."""
    target = journal.find(entry) if entry else journal.undo_order.to_undo
    if target is None or not journal.can_be_undone(target):
        raise Refused(Problem("nothing-to-undo", mark("There is nothing to undo."), "entry"))
    since = journal.written_since(target)
    if since is not None:
        text = mark(
            "“{since}” was entered later and depends on it: undo that first.",
            since=name_of(journal, since),
        )
        raise Refused(Problem("written-since", text, "entry"))
    return target


def _redone(journal: Journal, entry: str) -> Entry:
    """Return the entry that was undone last. Raise Refused if there is none, or if ``entry`` is another one."""
    target = journal.undo_order.to_redo
    if target is None or entry not in ("", target.id):
        raise Refused(Problem("nothing-to-redo", mark("There is nothing to redo."), "entry"))
    return target


def _refuse_other_scores(before: View, after: View, target: Entry) -> None:
    """Raise Refused if undoing or redoing would change the score of a sheet by a rule that changed meanwhile.

    ``target`` was signed when other totals counted than now.
    """
    rule = after.settings.counted_totals
    place = table_of(before.journal.stream_showing(target))
    if place is None or rule is _rule_before(before, target):
        return
    sheet = after.sheet(*place)
    if sheet.closed is not None and any(sheet.difference):
        text = mark(
            "The setting of which totals count has changed since. The signed totals of session "
            "{session}, table {table} would differ from the computed totals: correct the sheet, or "
            "sign it as it is now.",
            session=sheet.session,
            table=sheet.table,
        )
        raise Refused(Problem("scores-would-change", text, "entry"))


def _rule_before(view: View, entry: Entry) -> CountedTotals | None:
    """Return which totals counted when ``entry`` was written; None if unknown.

    Settings that were undone since are ignored.
    """
    stands = {each.id for each in view.journal.standing(EVENT_STREAM)}
    earlier = takewhile(lambda each: each.id != entry.id, view.journal)
    facts = (each.fact for each in earlier if each.id in stands)
    settings = [fact.settings for fact in facts if isinstance(fact, EventCreated | SettingsChanged)]
    return settings[-1].counted_totals if settings else None
