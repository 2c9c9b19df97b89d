"""What is counted of an event as it grows: hands, verified sessions, tables whose totals differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.language import Text, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.overview import differing_tables
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class _SessionCount:
    """The sheets of a session, and what they come to."""

    sheets: Sequence[Sheet]
    hands: int
    verified: bool
    differing: tuple[int, ...]
    """Tables."""
    marked: tuple[int, ...]
    """Tables whose signed sheets have a mark."""


class EventCounts:
    """Counts of an event; a session is counted again when one of its sheets is another one."""

    def __init__(self) -> None:
        self._sessions: dict[int, _SessionCount] = {}

    def count(self, view: View) -> None:
        """Count ``view``."""
        before, self._sessions = self._sessions, {}
        for session in view.drawn_sessions:
            sheets, known = view.sheets(session), before.get(session)
            self._sessions[session] = known if known is not None and known.sheets is sheets else _count(sheets)

    @property
    def hands(self) -> int:
        """Hands recorded in the whole event."""
        return sum(count.hands for count in self._sessions.values())

    def marks(self) -> Text | None:
        """How many signed sheets have a mark; None when none has."""
        count = len(self.marked)
        return mark_count("{count} marked sheet", "{count} marked sheets", count) if count else None

    @property
    def verified(self) -> frozenset[int]:
        """Sessions of which every sheet is verified."""
        return frozenset(session for session, count in self._sessions.items() if count.verified)

    @property
    def differing(self) -> tuple[tuple[int, int], ...]:
        """Session and table where typed and computed totals, or two readings, differ, in order."""
        return tuple((session, table) for session, count in self._sessions.items() for table in count.differing)

    @property
    def marked(self) -> tuple[tuple[int, int], ...]:
        """Session and table of signed sheets with a mark, in order."""
        return tuple((session, table) for session, count in self._sessions.items() for table in count.marked)


def _count(sheets: Sequence[Sheet]) -> _SessionCount:
    states = [sheet.state for sheet in sheets]
    verified = bool(states) and states.count(SheetState.VERIFIED) == len(states)
    marked = tuple(sheet.table for sheet in sheets if sheet.marks)
    played = sum(sheet.played for sheet in sheets)
    return _SessionCount(sheets, played, verified, differing_tables(sheets), marked)
