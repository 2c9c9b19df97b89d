"""The versions of the seats of a session or a game: the different seatings that it had, numbered in order.

A seating that comes back, by undo or by a second swap, has the number that it had before. Papers that show it are then
up to date again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tournament.event.seating import Seating, Seats
from tournament.ledger import facts
from tournament.ledger.entry import Entry
from tournament.ledger.state import EventState, after_entry, state_of

WHOLE = 0
"""Used in place of a table number for all tables of a session that one draw seats."""
Place = tuple[int, int]
"""A session and :data:`WHOLE`, or an evening and one of its games."""
_Seatings = Mapping[Place, tuple[tuple[Seats, ...], ...]]


@dataclass(frozen=True, slots=True)
class SeatingVersions:
    """Every seating that each session, or each game of an evening, has had; the first is version 1."""

    seatings: _Seatings
    state: EventState
    """The event as it is now."""

    def of(self, session: int, table: int) -> int:
        """The version of the draw of ``session`` that is in force; without a draw, the version of this game."""
        seating = self.state.seating
        if seating is None:
            return 1
        if self.state.settings.format.is_drawn:
            return self._number((session, WHOLE), seating.tables(session))
        seats = seating.seats(session, table)
        return 1 if seats is None else self._number((session, table), (seats,))

    def seats(self, session: int, table: int, version: int) -> Seats | None:
        """Who sat at ``table`` in that version; None if there was no such version."""
        if not self.state.settings.format.is_drawn:
            game = self._tables((session, table), version)
            return None if game is None else game[0]
        tables = self._tables((session, WHOLE), version)
        return tables[table - 1] if tables is not None and 1 <= table <= len(tables) else None

    def _number(self, place: Place, tables: tuple[Seats, ...]) -> int:
        """The version number of ``tables``; 1 if no version had these tables."""
        known = self.seatings.get(place, ())
        return known.index(tables) + 1 if tables in known else 1

    def _tables(self, place: Place, version: int) -> tuple[Seats, ...] | None:
        """The tables of ``version``; None if there was no such version."""
        known = self.seatings.get(place, ())
        return known[version - 1] if 1 <= version <= len(known) else None


def seating_versions(entries: Iterable[Entry], now: EventState) -> SeatingVersions:
    """Return the versions from all ``entries`` of the event's stream, including undone ones; ``now`` is the event as it
    is."""
    state: EventState = state_of(())
    seatings: _Seatings = {}
    before: dict[str, tuple[Entry, EventState, _Seatings]] = {}
    for written in entries:
        entry = written
        if isinstance(written.fact, facts.Undone | facts.Redone):
            if written.fact.entry not in before:
                continue
            entry, earlier, known = before[written.fact.entry]
            if isinstance(written.fact, facts.Undone):  # it was the last change to the event
                state, seatings = earlier, known if isinstance(entry.fact, facts.PlayersMerged) else seatings
                continue
        if isinstance(entry.fact, facts.EventFact):
            before[entry.id] = entry, state, seatings
            state = after_entry(state, entry)
            if isinstance(entry.fact, facts.PlayersMerged):
                seatings = _merged(seatings, entry.fact)
            seatings = _with_seats(seatings, _seated(state, entry.fact))
    return SeatingVersions(seatings, now)


def _with_seats(seatings: _Seatings, seated: Iterable[tuple[Place, tuple[Seats, ...]]]) -> _Seatings:
    found = {place: (*seatings.get(place, ()), tables) for place, tables in seated
             if tables not in seatings.get(place, ())}  # fmt: skip
    return {**seatings, **found} if found else seatings


def _seated(state: EventState, fact: facts.EventFact) -> Iterator[tuple[Place, tuple[Seats, ...]]]:
    """Yield the places whose seats ``fact`` may have changed, each with its players after ``fact``."""
    if isinstance(fact, facts.GameSeated | facts.GameReseated):
        yield (fact.session, fact.table), (fact.players,)
    elif state.seating is not None and isinstance(fact, facts.DrawPublished | facts.SeatingFact | facts.PeopleFact):
        for session, tables in enumerate(state.seating.sessions, start=1):
            if tables and state.settings.format.is_drawn:  # none: it waits for the standings
                yield (session, WHOLE), tables


def _merged(seatings: _Seatings, fact: facts.PlayersMerged) -> _Seatings:
    """Rename a player who was on the list twice. This makes no new version, since the same people sit there."""
    names = {fact.other: fact.player.number}
    return {
        place: Seating(known).renamed(names, range(1, len(known) + 1)).sessions for place, known in seatings.items()
    }
