"""Who sits at which table in which session."""

from dataclasses import dataclass

LETTERS = "ABCD"
"""The players of a table by the wind they start with: A East, B South, C West, D North."""

Seats = tuple[int, int, int, int]
"""Player numbers of one table by starting seat, East first."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A published draw."""

    sessions: tuple[tuple[Seats, ...], ...]
    """By session, then by table, both from 1 in what is shown and from 0 here."""
    method: str = ""
    seed: int = 0

    def tables(self, session: int) -> tuple[Seats, ...]:
        """The tables of ``session`` (1-based); none when there is no such session."""
        return self.sessions[session - 1] if 1 <= session <= len(self.sessions) else ()

    def seats(self, session: int, table: int) -> Seats | None:
        """The players at ``table`` of ``session`` (both 1-based), or None."""
        tables = self.tables(session)
        return tables[table - 1] if 1 <= table <= len(tables) else None

    def place_of(self, player: int, session: int) -> tuple[int, int] | None:
        """Table (1-based) and column (0–3) of ``player`` in ``session``, or None."""
        for table, seats in enumerate(self.tables(session), start=1):
            if player in seats:
                return table, seats.index(player)
        return None
