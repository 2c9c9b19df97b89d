"""A second account of an event, from the text of its entries alone.

It shares no code with the sheet, the standings and the rules. It has its own table of what hands pay, its own undo, its
own ranking, and its own rules about which entry may follow which. Where both accounts agree, the results have been
counted twice (:mod:`tournament.use_cases.check`).
"""

from collections.abc import Iterable, Sequence

from tournament.ledger.audit.accounts import Audit, AuditedPlayer, AuditedSeason, AuditedTable, SeatedAway
from tournament.ledger.audit.entries import AuditedFact, Unaudited, Written, read_facts, standing_facts
from tournament.ledger.audit.event import counted, event_of, public_session, seated_away
from tournament.ledger.audit.life import ImpossibleEntry, LifeFault, impossible_entries
from tournament.ledger.audit.ranking import ranking_of, season_of, unranked_of
from tournament.ledger.audit.tables import tables_of, tariff_for

__all__ = [
    "Audit",
    "AuditedPlayer",
    "AuditedSeason",
    "AuditedTable",
    "ImpossibleEntry",
    "LifeFault",
    "SeatedAway",
    "Unaudited",
    "Written",
    "audit",
    "impossible_entries",
]


def audit(entries: Sequence[Written]) -> Audit:
    """Count the event of ``entries``, oldest first, again. Unaudited when that cannot be done."""
    try:
        read = read_facts(entries)
        standing = standing_facts(read)
        event = event_of(standing)
        tariff = tariff_for(event.rules)
        found = tables_of(standing, event, tariff)
        tables = {place: table for place, table in found if place[0] not in event.cancelled}
        event = counted(event)
        closed = _closed(read) - event.cancelled.keys()
        public = max((each for each in range(public_session(standing) + 1) if each not in event.cancelled), default=0)
        away = seated_away(standing)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise Unaudited from error
    drawn = event.format == "tournament"
    return Audit(
        tuple(sorted(event.players)),
        tuple(event.seating),
        tables,
        ranking_of(event, tables) if drawn else {},
        unranked_of(event, tables) if drawn else {},
        {} if drawn else season_of(event, tables, by_points=tariff.on_table is not None),
        closed,
        public,
        away,
    )


def _closed(read: Iterable[AuditedFact]) -> frozenset[int]:
    """The sessions that are closed at the end. Undo needs no attention here: closing and reopening cannot be undone."""
    last = {fact.content["session"]: fact.kind for fact in read if fact.kind in ("session-closed", "session-reopened")}
    return frozenset(session for session, kind in last.items() if kind == "session-closed")
