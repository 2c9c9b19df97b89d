"""What entries refer to: players, sessions, tables, rows and other entries, each of which must exist before them.

A draft refuses a reference to nothing, so whoever wrote one forged the entry or lost what it refers to. Many such
events can still be computed, so on reading only a check asks for this.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from tournament.event.seating import Seating, Seats
from tournament.ledger import facts
from tournament.ledger.entry import EVENT_STREAM, Entry, table_of
from tournament.ledger.journal import Journal
from tournament.ledger.sheet_content import SheetContent, content_of
from tournament.ledger.state import EventState, after_entry, state_of


def missing_references(journal: Journal) -> Iterator[tuple[Entry, str]]:
    """Yield each entry that refers to something that does not exist, with what is missing, such as ``player 9``."""
    state, known = state_of(()), True
    for position, entry in enumerate(journal):
        fact = entry.fact
        if isinstance(fact, facts.Undone | facts.Redone):  # the journal itself refuses those out of turn
            known = known and entry.stream != EVENT_STREAM
            continue
        if not known:
            state, known = state_of(journal.standing_at(EVENT_STREAM, position)), True
        if isinstance(fact, facts.TableFact):
            missing = _missing_at_table(journal, state, entry, fact)
        elif isinstance(fact, facts.PhoneFact):
            missing = _missing_at_phones(journal, state, entry, fact)
        else:
            missing = missing_reference(state, fact, position)
        if missing is not None:
            yield entry, missing
        state = after_entry(state, entry)


def missing_reference(state: EventState, fact: facts.EventFact | facts.LastingFact, position: int) -> str | None:
    """What ``fact`` refers to and does not exist in the event as it stands before ``position``; None when all does."""
    if isinstance(fact, facts.EventFact):
        return _missing_in_change(state, fact)
    return _missing_in_lasting(state, fact, position)


def _player(state: EventState, *numbers: int) -> str | None:
    missing = next((number for number in numbers if number not in state.players), None)
    return None if missing is None else f"player {missing}"


def _session(state: EventState, *sessions: int) -> str | None:
    drawn = len(state.seating.sessions) if state.seating is not None else 0
    most = max(drawn, state.settings.sessions) if state.settings.format.is_drawn else drawn
    missing = next((session for session in sessions if session > most), None)
    return None if missing is None else f"session {missing}"


def _table(state: EventState, session: int, *tables: int) -> str | None:
    seating = state.seating or Seating(())
    missing = next((table for table in tables if seating.seats(session, table) is None), None)
    return None if missing is None else f"table {missing} of session {session}"


def _seated(state: EventState, tables: Iterable[Seats]) -> str | None:
    return _player(state, *(number for seats in tables for number in seats))


def _missing_in_change(state: EventState, fact: facts.EventFact) -> str | None:
    match fact:
        case facts.EventCreated() | facts.SettingsChanged() | facts.LogoChanged() | facts.PlayersAdded():
            return None
        case facts.PlayerChanged() | facts.PlayerRemoved() | facts.AttendanceNoted() | facts.LotDrawn():
            return _player(state, *fact.concerned)
        case facts.PlayersMerged():
            return _player(state, *fact.concerned)
        case facts.PlayerStateChanged():
            return _player(state, fact.number) or _session(state, *fact.returned)
        case facts.DrawPublished(seating=seating):
            pairs = (number for one, other, _weight in seating.wishes.pairs for number in (one, other))
            named = _player(state, *seating.wishes.reserves, *pairs)
            return named or _seated(state, (seats for tables in seating.sessions for seats in tables))
        case facts.SessionPublished():
            return _session(state, fact.session)
        case facts.SessionsCancelled(sessions=sessions) | facts.SessionsAdded(restored=sessions):
            return _session(state, *sessions)
        case facts.SessionStarted():
            return _session(state, fact.session) or _player(state, *fact.absent)
        case (
            facts.PlayersSwapped()
            | facts.PlayerReplaced()
            | facts.SessionsRedrawn()
            | facts.SessionSeated()
            | facts.TableAdded()
            | facts.TableLeftOut()
        ):
            return _missing_in_seating(state, fact)
        case (
            facts.EveningOpened()
            | facts.EveningChanged()
            | facts.GameSeated()
            | facts.GameReseated()
            | facts.GameTakenBack()
        ):
            return _missing_in_game(state, fact)
        case _:
            assert_never(fact)


def _missing_in_seating(state: EventState, fact: facts.SeatingFact) -> str | None:
    match fact:
        case facts.PlayersSwapped():
            return _player(state, *fact.concerned) or _session(state, *fact.sessions)
        case facts.PlayerReplaced():
            return _player(state, fact.number) or _session(state, *fact.sessions)
        case facts.SessionsRedrawn():
            sessions = range(fact.first, fact.first + len(fact.sessions))
            return _session(state, *sessions) or _seated(state, (seats for tables in fact.sessions for seats in tables))
        case facts.SessionSeated():
            return _session(state, fact.session) or _seated(state, fact.tables)
        case facts.TableLeftOut():
            return _session(state, fact.session) or _table(state, fact.session, fact.table)
        case facts.TableAdded():
            before = range(1, fact.table)
            return (
                _session(state, fact.session) or _table(state, fact.session, *before) or _seated(state, [fact.players])
            )
        case _:
            assert_never(fact)


def _missing_in_game(state: EventState, fact: facts.GameFact) -> str | None:
    match fact:
        case facts.EveningOpened():
            return _session(state, fact.session - 1)
        case facts.EveningChanged():
            return _session(state, fact.session)
        case facts.GameSeated():
            before = range(1, fact.table)
            return (
                _session(state, fact.session) or _table(state, fact.session, *before) or _seated(state, [fact.players])
            )
        case facts.GameReseated():
            return _table(state, fact.session, fact.table) or _seated(state, [fact.players])
        case facts.GameTakenBack():
            return _table(state, fact.session, fact.table)
        case _:
            assert_never(fact)


def _missing_in_lasting(state: EventState, fact: facts.LastingFact, position: int) -> str | None:
    match fact:
        case facts.SessionClosed(not_verified=tables) | facts.MinutesAdded(tables=tables):
            return _session(state, fact.session) or _table(state, fact.session, *tables)
        case (
            facts.ClockStarted()
            | facts.ClockPaused()
            | facts.ClockResumed()
            | facts.ClockStopped()
            | facts.SessionReopened()
            | facts.ResultsPublished()
            | facts.ResultsWithdrawn()
            | facts.HeadsChained()
        ):
            return _session(state, fact.session)
        case facts.RolePinSet() | facts.SigningKeySet() | facts.EventRestored() | facts.TableEntryAllowed():
            return None
        case facts.RolePinRemoved() | facts.SigningKeyRemoved() | facts.TableEntryEnded():
            return _missing_to_end(state, fact)
        case facts.FingerprintSigned():
            return _session(state, fact.session) or (f"entry {fact.entries}" if fact.entries > position else None)
        case facts.EventRecovered():
            return None if fact.kept <= position else f"entry {fact.kept}"
        case facts.HostTakenOver():
            return f"entry {fact.entries}" if fact.entries > position else None
        case facts.PaperNoted():
            if fact.entries > position:
                return f"entry {fact.entries}"
            if fact.session is None:
                return None
            return _session(state, fact.session) or (fact.table and _table(state, fact.session, fact.table)) or None
        case _:
            assert_never(fact)


def _missing_to_end(
    state: EventState, fact: facts.RolePinRemoved | facts.SigningKeyRemoved | facts.TableEntryEnded
) -> str | None:
    match fact:
        case facts.RolePinRemoved():
            return None if fact.role in state.pins else f"PIN of the role {fact.role.value}"
        case facts.SigningKeyRemoved():
            return None if state.signing_key is not None else "signing key"
        case facts.TableEntryEnded():
            return None if state.table_entry is not None else "typing at the table"
        case _:
            assert_never(fact)


def _missing_at_table(journal: Journal, state: EventState, entry: Entry, fact: facts.TableFact) -> str | None:
    place = table_of(entry.stream)
    missing = "table" if place is None else _table(state, *place)
    if missing is not None:
        return missing
    match fact:
        case facts.HandCorrected():
            return None if fact.hand in _before(journal, entry).rows else f"hand {fact.hand}"
        case facts.HandMoved():
            return None if fact.hand in _filled(_before(journal, entry)) else f"hand {fact.hand}"
        case facts.HandDeleted():
            return None if fact.hand <= max(_filled(_before(journal, entry)), default=0) else f"hand {fact.hand}"
        case facts.SheetMoved():
            return _table(state, fact.to_session, fact.to_table)
        case facts.PenaltyCancelled():
            given = journal.find(fact.entry)
            return None if given is not None and isinstance(given.fact, facts.PenaltyGiven) else f"penalty {fact.entry}"
        case (
            facts.HandRecorded()
            | facts.PenaltyGiven()
            | facts.HandInserted()
            | facts.ColumnsExchanged()
            | facts.TotalsTyped()
            | facts.TotalsRecorded()
            | facts.SheetClosed()
            | facts.SheetReopened()
            | facts.SheetConfirmed()
            | facts.SheetRejected()
        ):
            return None
        case _:
            assert_never(fact)


def _missing_at_phones(journal: Journal, state: EventState, entry: Entry, fact: facts.PhoneFact) -> str | None:
    place = table_of(entry.stream)
    missing = "table" if place is None else _table(state, *place)
    if missing is not None:
        return missing
    match fact:
        case facts.HandProposed():
            return _player(state, *fact.players)
        case facts.ProposalConfirmed() | facts.ProposalDismissed():
            return _missing_there(journal, entry, fact.proposal, facts.HandProposed)
        case facts.CallAnswered():
            return _missing_there(journal, entry, fact.call, facts.RefereeCalled)
        case facts.RefereeCalled() | facts.TableLinkRevoked():
            return None
        case _:
            assert_never(fact)


def _missing_there(
    journal: Journal, entry: Entry, id: str, kind: type[facts.HandProposed | facts.RefereeCalled]
) -> str | None:
    """An earlier entry of this kind on the same phones."""
    found = journal.find(id)
    known = found is not None and found.stream == entry.stream and found.number < entry.number
    return None if known and found is not None and isinstance(found.fact, kind) else f"{kind.kind} {id}"


def _before(journal: Journal, entry: Entry) -> SheetContent:
    """The sheet of ``entry`` just before it was written."""
    return content_of(journal.standing(entry.stream, before=entry))


def _filled(content: SheetContent) -> set[int]:
    """The rows with a hand or a penalty: what a repair can move, and what an empty row above can be deleted for."""
    penalties = (each.given.hand for each in content.penalties.values() if each.cancelled is None)
    return {*content.rows, *(hand for hand in penalties if hand is not None)}
