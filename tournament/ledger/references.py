"""Look up what entries refer to: players, sessions, tables, rows and other entries, which must exist before them.

Each fact states its references (``refers_to``). A draft refuses a reference to something that does not exist. So if a
file has one, the entry was forged, or what it refers to was lost. Most such events can still be computed; therefore
only ``check`` looks for missing references when it reads a file.
"""

from collections.abc import Iterator
from typing import assert_never

from tournament.event.seating import Seating
from tournament.language import Text, mark, verbatim
from tournament.ledger import facts
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of
from tournament.ledger.fact import (
    EventReference,
    RowUse,
    SheetReference,
    ToEntries,
    ToEntry,
    ToPin,
    ToPlayers,
    ToRow,
    ToSessions,
    ToSigningKey,
    ToTableEntry,
    ToTables,
)
from tournament.ledger.journal import Journal
from tournament.ledger.sheet_content import SheetContent, content_of
from tournament.ledger.state import EventState, after_entry, state_of


def missing_references(journal: Journal) -> Iterator[tuple[Entry, Text]]:
    """Yield each entry that refers to something that does not exist, with what is missing, such as “player 9”."""
    state, known = state_of(()), True
    for position, entry in enumerate(journal):
        fact = entry.fact
        if isinstance(fact, facts.Undone | facts.Redone):  # the journal itself refuses those out of turn
            known = known and entry.stream != EVENT_STREAM
            continue
        if not known:
            state, known = state_of(journal.standing_at(EVENT_STREAM, position)), True
        missing = _missing_table(state, entry) or missing_reference(state, fact, position)
        missing = missing or _missing_on_sheet(journal, entry)
        if missing is not None:
            yield entry, missing
        state = after_entry(state, entry)


def missing_reference(state: EventState, fact: facts.Fact, position: int) -> Text | None:
    """Return what ``fact`` refers to and the event lacks; None if it has everything.

    ``state`` is the event after ``position`` entries. References to rows and entries of a sheet are not looked up.
    """
    missing = (
        _missing_in_event(state, reference, position)
        for reference in fact.refers_to
        if not isinstance(reference, SheetReference)
    )
    return next(filter(None, missing), None)


def _missing_in_event(state: EventState, reference: EventReference, position: int) -> Text | None:
    match reference:
        case ToPlayers():
            return _player(state, *reference.numbers)
        case ToSessions():
            return _session(state, *reference.numbers)
        case ToTables():
            return _table(state, reference.session, *reference.tables)
        case ToEntries():
            return None if reference.count <= position else mark("entry {number}", number=reference.count)
        case ToPin():
            return None if reference.role in state.pins else mark("PIN of the role {role}", role=reference.role.label)
        case ToSigningKey():
            return None if state.signing_key is not None else mark("signing key")
        case ToTableEntry():
            return None if state.table_entry is not None else mark("typing at the table")
        case _:
            assert_never(reference)


def _missing_table(state: EventState, entry: Entry) -> Text | None:
    """Return the table of the entry's stream if the draw does not have it; None if it does, and for the event's own."""
    if not isinstance(entry.fact, facts.TableFact | facts.PhoneFact):
        return None
    place = table_of(entry.stream)
    return mark("a table") if place is None else _table(state, *place)


def _missing_on_sheet(journal: Journal, entry: Entry) -> Text | None:
    for reference in entry.fact.refers_to:
        if isinstance(reference, ToEntry) and not _exists(journal, entry, reference):
            return verbatim(f"{reference.name} {reference.id}")
        if isinstance(reference, ToRow) and not _is_used(journal, entry, reference):
            return mark("hand {hand}", hand=reference.hand)
    return None


def _exists(journal: Journal, entry: Entry, reference: ToEntry) -> bool:
    """Whether the entry to which ``entry`` refers exists and has the right kind.

    If the reference demands it, it must also come earlier in the same stream.
    """
    found = journal.find(reference.id)
    if found is None or found.fact.kind != reference.kind:
        return False
    return not reference.same_stream or (found.stream == entry.stream and found.number < entry.number)


def _is_used(journal: Journal, entry: Entry, reference: ToRow) -> bool:
    """Whether the row to which ``entry`` refers had the required content just before ``entry`` was written."""
    content = content_of(journal.standing(entry.stream, before=entry))
    match reference.use:
        case RowUse.HAND:
            return reference.hand in content.rows
        case RowUse.HAND_OR_PENALTY:
            return reference.hand in _filled(content)
        case RowUse.ANYTHING_BELOW:
            return reference.hand <= max(_filled(content), default=0)
        case _:
            assert_never(reference.use)


def _player(state: EventState, *numbers: int) -> Text | None:
    missing = next((number for number in numbers if number not in state.players), None)
    return None if missing is None else mark("player {number}", number=verbatim(str(missing)))


def _session(state: EventState, *sessions: int) -> Text | None:
    drawn = len(state.seating.sessions) if state.seating is not None else 0
    most = max(drawn, state.settings.sessions) if state.settings.format.is_drawn else drawn
    missing = next((session for session in sessions if session > most), None)
    return None if missing is None else mark("session {session}", session=missing)


def _table(state: EventState, session: int, *tables: int) -> Text | None:
    seating = state.seating or Seating(())
    missing = next((table for table in tables if seating.seats(session, table) is None), None)
    return None if missing is None else mark("table {table} of session {session}", table=missing, session=session)


def _filled(content: SheetContent) -> set[int]:
    """The rows with a hand or a penalty that was not cancelled."""
    penalties = (each.given.hand for each in content.penalties.values() if each.cancelled is None)
    return {*content.rows, *(hand for hand in penalties if hand is not None)}
