"""What is counted of an event as it grows: hands, verified sessions, tables whose totals differ."""

from collections.abc import Collection
from dataclasses import dataclass

from tournament.event.settings import SecondReading
from tournament.language import Text, mark_count
from tournament.ledger.entry import EVENT_STREAM, table_of
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.view import View

MOST_NAMED = 3
"""Tables that the status bar names."""


@dataclass(frozen=True, slots=True)
class _Count:
    played: int
    verified: bool
    differs: bool


class EventCounts:
    """Counts of an event, brought up to date by the streams that grew."""

    def __init__(self) -> None:
        self._counts: dict[tuple[int, int], _Count] = {}
        self._second_reading = SecondReading.NONE

    def recount(self, view: View) -> None:
        """Count everything."""
        self._second_reading = view.settings.second_reading
        self._counts = {
            (session, sheet.table): _count(sheet) for session in view.drawn_sessions for sheet in view.sheets(session)
        }

    def update(self, view: View, streams: Collection[str]) -> None:
        """Count again what grew."""
        other_rule = view.settings.second_reading is not self._second_reading
        if other_rule or (EVENT_STREAM in streams and any(place not in self._counts for place in _places(view))):
            self.recount(view)
        for place in filter(None, map(table_of, streams)):
            self._counts[place] = _count(view.sheet(*place))

    @property
    def hands(self) -> int:
        """Hands recorded in the whole event."""
        return sum(count.played for count in self._counts.values())

    def problems(self, session: int) -> Text | None:
        """How many tables differ, and which, if all are of ``session``; None when none does."""
        differing = self.differing
        here = [str(table) for place, table in differing if place == session]
        if not differing:
            return None
        if len(here) < len(differing) or len(here) > MOST_NAMED:
            return mark_count("{count} table differs", "{count} tables differ", len(differing))
        return mark_count(
            "{count} problem: table {tables} differs",
            "{count} problems: tables {tables} differ",
            len(here),
            tables=", ".join(here),
        )

    @property
    def verified(self) -> frozenset[int]:
        """Sessions of which every sheet is verified."""
        sessions = {session for session, _ in self._counts}
        return frozenset(sessions - {session for (session, _), count in self._counts.items() if not count.verified})

    @property
    def differing(self) -> tuple[tuple[int, int], ...]:
        """Session and table where typed and computed totals, or two readings, differ, in order."""
        return tuple(sorted(place for place, count in self._counts.items() if count.differs))


def _places(view: View) -> Collection[tuple[int, int]]:
    sessions = view.seating.sessions if view.seating else ()
    return [(session, table) for session, tables in enumerate(sessions, 1) for table in range(1, len(tables) + 1)]


def _count(sheet: Sheet) -> _Count:
    differs = sheet.state in (SheetState.TOTALS_DIFFER, SheetState.REJECTED)
    return _Count(sheet.played, sheet.state is SheetState.VERIFIED, differs)
