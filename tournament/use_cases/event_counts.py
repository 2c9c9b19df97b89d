"""What is counted of an event as it grows: hands, verified sessions, tables whose totals differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from tournament.language import Text, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases.overview import differing_tables
from tournament.use_cases.view import View


@dataclass(frozen=True, slots=True)
class _SessionCount:
    """The sheets of a session, and what they come to."""

    sheets: Sequence[Sheet]
    played: tuple[int, ...]
    """Hands recorded on each sheet."""
    marks: tuple[bool, ...]
    """Whether each sheet is signed and has a mark."""
    hands: int
    verified: bool
    differing: tuple[int, ...]
    """Tables."""
    marked: tuple[int, ...]
    """Tables whose signed sheets have a mark."""


class EventCounts:
    """Counts of an event. Counting again looks only at the sheets that have changed."""

    def __init__(self) -> None:
        self._sessions: dict[int, _SessionCount] = {}

    def count(self, view: View) -> None:
        """Count ``view``."""
        before, self._sessions = self._sessions, {}
        for session in view.drawn_sessions:
            sheets, known = view.sheets(session), before.get(session)
            self._sessions[session] = known if known is not None and known.sheets is sheets else _count(sheets, known)

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


def _count(sheets: Sequence[Sheet], before: _SessionCount | None) -> _SessionCount:
    """Count ``sheets``. What is known of those that were counted ``before`` in the same place is not asked again."""
    states = [sheet.state for sheet in sheets]
    known: Iterable[tuple[Sheet | None, int, bool]] = ()
    if before is not None:
        known = zip(before.sheets, before.played, before.marks, strict=True)
    counted = tuple(
        (played, marked) if old is sheet else (sheet.played, bool(sheet.marks))
        for sheet, (old, played, marked) in zip(sheets, chain(known, repeat((None, 0, False))), strict=False)
    )
    return _SessionCount(
        sheets,
        played=tuple(played for played, _ in counted),
        marks=tuple(marked for _, marked in counted),
        hands=sum(played for played, _ in counted),
        verified=bool(states) and states.count(SheetState.VERIFIED) == len(states),
        differing=differing_tables(sheets),
        marked=tuple(sheet.table for sheet, (_, marked) in zip(sheets, counted, strict=True) if marked),
    )
