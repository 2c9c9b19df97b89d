"""What a view computed, kept with what it was computed from; nothing here is ever stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeVar

from tournament.event.seating import Seats
from tournament.event.settings import CountedTotals, SecondReading
from tournament.ledger.participation import SessionPeople
from tournament.ledger.seating_versions import SeatingVersions
from tournament.ledger.session import SessionState
from tournament.ledger.sheet import Sheet
from tournament.ledger.state import EventState
from tournament.rules.question import Chosen
from tournament.standings import Standings, Tally, Total, add_up
from tournament.standings.statistics import Played

if TYPE_CHECKING:
    from tournament.ledger.table_phones import TablePhones
    from tournament.use_cases.unpublished_draw import UnpublishedDraw

SheetRules = tuple[str, Chosen, CountedTotals, SecondReading]
"""What a sheet is computed by: its rule set with its options, which totals count, who reads it again."""

SheetKey = tuple[str, tuple[int, int, int, int], SheetRules, frozenset[int]]
"""What a computed sheet depends on: the mark of its stream, its players, its rules, who of them has no table points."""


SessionKey = tuple[str, tuple[Seats, ...], frozenset[tuple[int, int]], SheetRules, SessionPeople]
"""What the sheets of a session, and its tally, depend on: the last hash of its tables, who sits there, which games were
taken back, the rules, who plays for others."""

Kept = TypeVar("Kept")


@dataclass(slots=True)
class ViewCache:
    """What was computed, each with what it was computed from; nothing here is ever stored."""

    sheets: dict[tuple[int, int], tuple[SheetKey, Sheet]] = field(default_factory=dict)
    """By session and table."""
    sessions: dict[int, tuple[SessionKey, tuple[str, ...], tuple[Sheet, ...]]] = field(default_factory=dict)
    """The sheets of each session, and the marks of their streams."""
    session_keys: dict[int, tuple[EventState, SessionKey]] = field(default_factory=dict)
    """By session: the state of the event that its key was made of, and the key."""
    session_states: "dict[int, tuple[EventState, str | None, UnpublishedDraw | None, SessionState]]" = field(
        default_factory=dict
    )
    """By session: the state of the event, the mark of the session and the draft of the draw, and the state of the
    session that follows from them."""
    tallies: dict[int, tuple[SessionKey, Tally]] = field(default_factory=dict)
    """By session."""
    totals: dict[int, tuple[Mapping[int, Total], Tally, Mapping[int, Total]]] = field(default_factory=dict)
    """After each session: the totals before it, its tally, and their sum."""
    touched: dict[int, tuple[tuple[str, int], frozenset[int]]] = field(default_factory=dict)
    """By session: its last hash and number of tables, and the tables on whose sheets something stands."""
    standings: dict[int, tuple[tuple[str, Mapping[int, Total], bool], Standings]] = field(default_factory=dict)
    """After each session: the last hash of the event's own stream, the totals, whether averages are open, and the
    ranking."""
    state: tuple[str, tuple[EventState, EventState]] | None = None
    """The event's own stream, folded: the last hash of the stream, and the state without what cancelled sessions had,
    and with it."""
    versions: tuple[str, SeatingVersions] | None = None
    """The last hash of the event's own stream, and the versions of the seatings up to there."""
    figures: dict[int, tuple[Tally, Mapping[int, Played]]] = field(default_factory=dict)
    """By session: its tally, and what each player did in its hands."""
    phones: "dict[tuple[int, int], tuple[str, Sheet, TablePhones]]" = field(default_factory=dict)
    """By session and table: the last hash of the stream of its phones, its sheet, and what was said."""
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    """The clock of the event; that of the computer where none was given."""
    unpublished_draw: "UnpublishedDraw | None" = None
    """The draft of the draw that this computer keeps. It belongs to the event as it is now: no copy has it."""

    def added(self, before: Mapping[int, Total], session: Tally) -> Mapping[int, Total]:
        """The totals after ``session``: those ``before`` it and what it brought."""
        known = self.totals.get(session.session)
        if known is not None and known[0] is before and known[1] is session:
            return known[2]
        totals = add_up(before, session)
        self.totals[session.session] = (before, session, totals)
        return totals

    def copy(self) -> "ViewCache":
        """The same, to go on from in another view."""
        return ViewCache(
            dict(self.sheets),
            dict(self.sessions),
            dict(self.session_keys),
            dict(self.session_states),
            dict(self.tallies),
            dict(self.totals),
            dict(self.touched),
            dict(self.standings),
            self.state,
            self.versions,
            dict(self.figures),
            dict(self.phones),
            self.clock,
        )

    def until(self, last: int) -> "ViewCache":
        """The same without what was computed of the sessions after ``last``."""
        kept = self.copy()  # another thread may add to the original meanwhile
        kept.sheets = {place: sheet for place, sheet in kept.sheets.items() if place[0] <= last}
        kept.sessions, kept.tallies = _until(kept.sessions, last), _until(kept.tallies, last)
        kept.totals, kept.touched = _until(kept.totals, last), _until(kept.touched, last)
        kept.standings = _until(kept.standings, last)
        kept.session_keys, kept.session_states = _until(kept.session_keys, last), _until(kept.session_states, last)
        kept.phones = {}
        return kept


def _until(of_sessions: Mapping[int, Kept], last: int) -> dict[int, Kept]:
    return {session: kept for session, kept in of_sessions.items() if session <= last}
