"""Who sits at which table in which session."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

LETTERS = "ABCD"
"""The players of a table by the wind they start with: A East, B South, C West, D North."""


@dataclass(frozen=True, slots=True)
class ColumnPlayer:
    """Who sits in a column of a sheet, inside a message: the letter, where nobody puts the name in its place."""

    column: int
    """From 0."""

    def __str__(self) -> str:
        return LETTERS[self.column]


Seats = tuple[int, int, int, int]
"""Player numbers of one table by starting seat, East first."""

APART = ("club", "country", "team")
"""The fields of a player that can keep players apart, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class SeatingWishes:
    """What the organisers asked of a draw besides few repeats."""

    apart: tuple[tuple[str, int], ...] = ()
    """Fields of a player (of :data:`APART`) with their weights: who has the same there should not meet."""
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Two players who should not meet, and the weight of that."""
    no_repeats: bool = False
    """Rather no draw than two players meeting twice."""
    reserves: tuple[int, ...] = ()
    """Numbers of players who are left out: they have no seat until they replace somebody."""


@dataclass(frozen=True, slots=True)
class Final:
    """A cut: from ``session`` on only these players go on; the others keep their places below them."""

    session: int
    players: tuple[int, ...]
    """Numbers of the finalists, the leader first."""
    carried: bool = True
    """False: the finalists begin again at nothing."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A published draw."""

    sessions: tuple[tuple[Seats, ...], ...]
    """By session, then by table, both from 1 in what is shown and from 0 here."""
    method: str = ""
    seed: int = 0
    wishes: SeatingWishes = SeatingWishes()

    def tables(self, session: int) -> tuple[Seats, ...]:
        """The tables of ``session`` (1-based); none when there is no such session."""
        return self.sessions[session - 1] if 1 <= session <= len(self.sessions) else ()

    def played(self, session: int) -> tuple[tuple[int, Seats], ...]:
        """The tables of ``session`` that are played, with their numbers; see :class:`SeatingInPart`."""
        return tuple(enumerate(self.tables(session), start=1))

    @property
    def as_drawn(self) -> "Seating":
        """The same with every table played."""
        return self

    def table_by_table(self, session: int) -> tuple[Sequence[int], ...]:
        """The tables of ``session``, each with its players; nobody at a table that is left out."""
        played = dict(self.played(session))
        return tuple(played.get(table, ()) for table in range(1, len(self.tables(session)) + 1))

    def seats(self, session: int, table: int) -> Seats | None:
        """The players at ``table`` of ``session`` (both 1-based), or None where no such table is played."""
        tables = self.tables(session)
        return tables[table - 1] if 1 <= table <= len(tables) else None

    def place_of(self, player: int, session: int) -> tuple[int, int] | None:
        """Table (1-based) and column (0–3) of ``player`` in ``session``, or None."""
        for table, seats in self.played(session):
            if player in seats:
                return table, seats.index(player)
        return None

    def seated(self, session: int) -> frozenset[int]:
        """Numbers of the players who have a seat in ``session``."""
        return frozenset(number for _, seats in self.played(session) for number in seats)

    def drawn(self, session: int) -> frozenset[int]:
        """The same, with the players of tables that are left out."""
        return frozenset(number for seats in self.tables(session) for number in seats)

    def with_tables(self, changed: Mapping[int, tuple[Seats, ...]]) -> "Seating":
        """The same with other tables in some sessions (1-based)."""
        sessions = tuple(changed.get(session, tables) for session, tables in enumerate(self.sessions, start=1))
        return replace(self, sessions=sessions)

    def renamed(self, names: Mapping[int, int], sessions: Collection[int]) -> "Seating":
        """The same with other players in the seats of some players, in the ``sessions`` (1-based) given."""
        changed = frozenset(sessions)
        tables = (
            tuple(_renamed(seats, names) for seats in tables) if session in changed else tables
            for session, tables in enumerate(self.sessions, start=1)
        )
        return replace(self, sessions=tuple(tables))

    def merged(self, kept: int, gone: int) -> "Seating":
        """The same with everything that ``gone`` has as that of ``kept``: seats, wishes."""

        def name(number: int) -> int:
            return kept if number == gone else number

        wishes = self.wishes
        pairs = {frozenset(map(name, pair[:2])): pair[2] for pair in wishes.pairs}
        seated = {number for tables in self.sessions for seats in tables for number in seats}
        reserves = dict.fromkeys(map(name, wishes.reserves))
        if {kept, gone} & seated:
            reserves.pop(kept, None)
        return replace(
            self.renamed({gone: kept}, range(1, len(self.sessions) + 1)),
            wishes=replace(
                wishes,
                pairs=tuple((min(pair), max(pair), weight) for pair, weight in pairs.items() if len(pair) == 2),
                reserves=tuple(reserves),
            ),
        )


@dataclass(frozen=True, slots=True)
class SeatingInPart(Seating):
    """A published draw with tables that are left out: they keep their number and players, and nobody plays there."""

    left_out: frozenset[tuple[int, int]] = frozenset()
    """Session and table."""

    def seats(self, session: int, table: int) -> Seats | None:
        """The players at ``table`` of ``session`` (both 1-based), or None where no such table is played."""
        return None if (session, table) in self.left_out else Seating.seats(self, session, table)

    def played(self, session: int) -> tuple[tuple[int, Seats], ...]:
        """The tables of ``session`` that are played, with their numbers."""
        numbered = enumerate(self.tables(session), start=1)
        return tuple((table, seats) for table, seats in numbered if (session, table) not in self.left_out)

    @property
    def as_drawn(self) -> Seating:
        """The same with every table played."""
        return Seating(self.sessions, self.method, self.seed, self.wishes)

    def with_tables(self, changed: Mapping[int, tuple[Seats, ...]]) -> "SeatingInPart":
        """The same with other tables in some sessions (1-based), all of which are played."""
        sessions = tuple(changed.get(session, tables) for session, tables in enumerate(self.sessions, start=1))
        left_out = frozenset(place for place in self.left_out if place[0] not in changed)
        return replace(self, sessions=sessions, left_out=left_out)


def _renamed(seats: Seats, names: Mapping[int, int]) -> Seats:
    east, south, west, north = (names.get(number, number) for number in seats)
    return east, south, west, north
