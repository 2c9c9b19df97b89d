"""An event while its entries are followed one by one: every sheet, the seats, sessions, clocks and what is public."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tournament.ledger.audit.entries import REDONE, UNDONE, AuditedFact
from tournament.ledger.audit.event import AuditedEvent, event_of, follow_event, without_points
from tournament.ledger.audit.publication import Public, public_after, public_of
from tournament.ledger.audit.sheet_life import SheetLife, follow, sheet_after

if TYPE_CHECKING:
    from tournament.ledger.audit.phone_life import PhoneLife

Place = tuple[int, int]
"""Session and table."""

_CHANGES_OF_SEATS = frozenset(
    (
        "draw-published",
        "game-reseated",
        "game-seated",
        "game-taken-back",
        "player-replaced",
        "player-state-changed",
        "players-merged",
        "players-swapped",
        "session-seated",
        "sessions-redrawn",
        "table-added",
        "table-left-out",
        "settings-changed",
    )
)

_CLOCKS = {
    "clock-started": "running",
    "clock-paused": "paused",
    "clock-resumed": "running",
    "clock-stopped": "stopped",
}


@dataclass(slots=True)
class LifeState:
    """Where the event stands after some of its entries."""

    event: AuditedEvent = field(default_factory=lambda: event_of(()))
    public: Public = field(default_factory=Public)
    closed: set[int] = field(default_factory=set)
    """Sessions that take no entry."""
    clocks: dict[int, str] = field(default_factory=dict)
    """``running``, ``paused`` or ``stopped``, by session; a clock that was never started is not there."""
    known: dict[str, AuditedFact] = field(default_factory=dict)
    """Every entry by its id."""
    typing: bool = False
    """Players may type at the table."""
    _sheets: dict[Place, SheetLife] = field(default_factory=dict)
    _phones: "dict[Place, PhoneLife]" = field(default_factory=dict)
    _of_event: list[AuditedFact] = field(default_factory=list)
    """The entries of the event's own stream that count."""
    _moves: dict[str, tuple[Sequence[AuditedFact], Sequence[AuditedFact]]] = field(default_factory=dict)
    """By the id of an entry that moved a sheet: what counted on it and on the other one before."""

    def sheet(self, place: Place) -> SheetLife:
        """The sheet of a table in a session, empty where nothing was entered."""
        return self._sheets.get(place) or SheetLife()

    def phones(self, place: Place) -> "PhoneLife":
        """The phones of a table in a session."""
        from tournament.ledger.audit.phone_life import PhoneLife  # most events have none

        return self._phones.setdefault(place, PhoneLife())

    @property
    def begun(self) -> bool:
        """Whether something counts that was entered at a table."""
        return any(sheet.facts for sheet in self._sheets.values())

    def tables(self, session: int) -> tuple[tuple[int, ...], ...]:
        """The players of each table of ``session``."""
        return self.event.seating[session - 1] if 1 <= session <= len(self.event.seating) else ()

    def places(self, session: int) -> list[Place]:
        """The tables of ``session`` that are played."""
        places = [(session, table) for table in range(1, len(self.tables(session)) + 1)]
        return [place for place in places if place not in self.event.taken_back]

    def touched(self, session: int) -> bool:
        """Whether something counts that was entered at a table of ``session``."""
        return any(self.sheet((session, table)).facts for table in range(1, len(self.tables(session)) + 1))

    def places_of(self, entry: AuditedFact) -> tuple[Place, ...]:
        """The sheets that ``entry`` changes, itself or by undo and redo."""
        fact = self.known[entry.content["entry"]] if entry.kind in (UNDONE, REDONE) else entry
        if fact.place is None:
            return ()
        if fact.kind == "sheet-moved":
            return fact.place, (fact.content["to_session"], fact.content["to_table"])
        return (fact.place,)

    def closed_content(self, entry: AuditedFact) -> dict[int, object]:
        """What may not change in the sessions that are closed, if ``entry`` may change seats; by session."""
        fact = self.known[entry.content["entry"]] if entry.kind in (UNDONE, REDONE) else entry
        if not self.closed or fact.kind not in _CHANGES_OF_SEATS:
            return {}
        return {session: self._content(session) for session in self.closed - self.event.cancelled.keys()}

    def _content(self, session: int) -> object:
        tables = self.tables(session)
        return (
            tables,
            dict(self.event.stand_in(session)),
            {place for place in self.event.taken_back if place[0] == session},
            [without_points(self.event, session, table) for table in range(1, len(tables) + 1)],
        )

    def follow(self, entry: AuditedFact) -> None:
        """Take one more entry into account. Raises ValueError for an undo that is out of turn."""
        if entry.kind == UNDONE:
            self._undo(self.known[entry.content["entry"]])
        else:
            self._follow(self.known[entry.content["entry"]] if entry.kind == REDONE else entry)
        self.known[entry.id] = entry

    def _follow(self, fact: AuditedFact) -> None:
        place = fact.place
        if fact.phones is not None:
            self.phones(fact.phones).follow(fact)
        elif place is None:
            self._follow_event(fact)
        elif fact.kind == "sheet-moved":
            other = fact.content["to_session"], fact.content["to_table"]
            own, there = self.sheet(place).facts, self.sheet(other).facts
            self._moves[fact.id] = own, there
            self._sheets[place] = SheetLife()
            self._sheets[other] = sheet_after((*there, *own, fact), self.event)
        else:
            follow(self._sheets.setdefault(place, SheetLife()), fact, self.event)

    def _follow_event(self, fact: AuditedFact) -> None:
        self._of_event.append(fact)
        follow_event(self.event, fact)
        self.public = public_after(self.public, fact)
        session: int = fact.content.get("session", 0)
        if fact.kind == "session-closed":
            self.closed.add(session)
        elif fact.kind == "session-reopened":
            self.closed.discard(session)
        elif fact.kind in ("table-entry-allowed", "table-entry-ended"):
            self.typing = fact.kind == "table-entry-allowed"
        elif fact.kind in _CLOCKS:
            self.clocks[session] = _CLOCKS[fact.kind]

    def _undo(self, fact: AuditedFact) -> None:
        place = fact.place
        if place is None:
            self._of_event = [each for each in self._of_event if each is not fact]
            self.event, self.public = event_of(self._of_event), public_of(self._of_event)
        elif fact.kind == "sheet-moved":
            other = fact.content["to_session"], fact.content["to_table"]
            own, there = self._moves[fact.id]
            self._sheets[place], self._sheets[other] = sheet_after(own, self.event), sheet_after(there, self.event)
        else:
            facts = self.sheet(place).facts
            if not facts or facts[-1] is not fact:
                raise ValueError(f"{fact.stream}: undone out of turn")
            self._sheets[place] = sheet_after(facts[:-1], self.event)
