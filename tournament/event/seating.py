"""Who sits at which table in which session."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.language import Text, mark_in

LETTERS = "ABCD"
"""The columns of a sheet by starting wind: A is East, B South, C West, D North."""


@dataclass(frozen=True, slots=True)
class ColumnPlayer:
    """A player in a message, given by their column. It is shown as a letter unless the name is filled in later."""

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
    """The wishes of the organisers for a draw, besides few repeats."""

    apart: tuple[tuple[str, int], ...] = ()
    """Fields of a player (of :data:`APART`) with their weights; players with the same value should not meet."""
    pairs: tuple[tuple[int, int, int], ...] = ()
    """Two players who should not meet, and the weight of this wish."""
    no_repeats: bool = False
    """Whether to refuse a draw in which two players meet twice."""
    reserves: tuple[int, ...] = ()
    """Numbers of players without a seat until they replace somebody."""
    sit_out: bool = False
    """Whether players may sit out, so that the others fill the tables."""


@dataclass(frozen=True, slots=True)
class Final:
    """A cut: from ``session`` on these players play for the first places, and the others keep their places below them.

    The others play no more, or they play on at other tables, ``beside`` the final.
    """

    session: int
    players: tuple[int, ...]
    """Numbers of the finalists by their rank, the best first."""
    carried: bool = True
    """Whether their points are carried into the final; False if they start again from zero."""
    beside: bool = False
    """Whether the others play on. Then a rule of the event says how they are ranked."""

    def swapped(self, one: int, other: int) -> "Final":
        """Return the final after two players swapped seats in its first session, of whom one may be a finalist."""
        one_of_them = (one in self.players) is not (other in self.players)
        if not self.beside or not one_of_them:
            return self
        names = {one: other, other: one}
        return replace(self, players=tuple(names.get(number, number) for number in self.players))

    def replaced(self, number: int, by: int, sessions: Collection[int]) -> "Final":
        """Return the final after ``by`` took the seats of ``number`` in ``sessions``.

        Whoever takes a finalist's seats is a finalist too. The finalist remains one, unless they are replaced in the
        first session of the final.
        """
        if number not in self.players or by in self.players:
            return self
        if self.session in sessions:
            return replace(self, players=tuple(by if each == number else each for each in self.players))
        return replace(self, players=(*self.players, by))


@dataclass(frozen=True, slots=True)
class Seating:
    """A published draw."""

    sessions: tuple[tuple[Seats, ...], ...]
    """The tables of each session. People number both from 1; here they are counted from 0."""
    method: str = ""
    seed: int = 0
    wishes: SeatingWishes = SeatingWishes()
    sit_out: tuple[tuple[int, ...], ...] = ()
    """For each session the numbers of the players who sit out: they are present and have no seat. Sessions after the
    last element have none."""

    @property
    def session_numbers(self) -> range:
        """The numbers of its sessions, from 1."""
        return range(1, len(self.sessions) + 1)

    def tables(self, session: int) -> tuple[Seats, ...]:
        """Return the tables of ``session`` (from 1); empty if there is no such session."""
        return self.sessions[session - 1] if 1 <= session <= len(self.sessions) else ()

    def table_numbers(self, session: int) -> range:
        """Return the numbers of the tables of ``session``, from 1; empty if there is no such session."""
        return range(1, len(self.tables(session)) + 1)

    def played(self, session: int) -> tuple[tuple[int, Seats], ...]:
        """Return the tables of ``session`` at which people play, with their numbers; see :class:`SeatingInPart`."""
        return tuple(enumerate(self.tables(session), start=1))

    @property
    def as_drawn(self) -> "Seating":
        """The seating without any tables left out."""
        return self

    def table_by_table(self, session: int) -> tuple[Sequence[int], ...]:
        """Return the players of each table of ``session``; empty for a table that is left out."""
        played = dict(self.played(session))
        return tuple(played.get(table, ()) for table in self.table_numbers(session))

    def seats(self, session: int, table: int) -> Seats | None:
        """Return the players at ``table`` of ``session`` (both from 1); None if nobody plays there."""
        tables = self.tables(session)
        return tables[table - 1] if 1 <= table <= len(tables) else None

    def place_of(self, player: int, session: int) -> tuple[int, int] | None:
        """Return table (from 1) and column (0–3) of ``player`` in ``session``; None if they have no seat."""
        for table, seats in self.played(session):
            if player in seats:
                return table, seats.index(player)
        return None

    def seated(self, session: int) -> frozenset[int]:
        """Return the numbers of the players who have a seat in ``session``."""
        return frozenset(number for _, seats in self.played(session) for number in seats)

    @property
    def lets_sit_out(self) -> bool:
        """Whether players may sit out: the draw was made so, or somebody does."""
        return self.wishes.sit_out or bool(self.sit_out)

    def sitting_out(self, session: int) -> frozenset[int]:
        """Return the numbers of the players who sit out in ``session`` by the draw."""
        return frozenset(self.sit_out[session - 1]) if 1 <= session <= len(self.sit_out) else frozenset()

    def drawn(self, session: int) -> frozenset[int]:
        """Return the same as :meth:`seated`, including those who sit out and the players of tables left out."""
        return self.sitting_out(session).union(number for seats in self.tables(session) for number in seats)

    def with_tables(
        self, changed: Mapping[int, tuple[Seats, ...]], sit_out: Mapping[int, Iterable[int]] | None = None
    ) -> "Seating":
        """Return the seating with other tables in some sessions (from 1), and ``sit_out`` as who sits out in them."""
        sessions = tuple(changed.get(session, tables) for session, tables in enumerate(self.sessions, start=1))
        return replace(self, sessions=sessions, sit_out=self._turns(changed, sit_out or {}))

    def _turns(self, changed: Collection[int], sit_out: Mapping[int, Iterable[int]]) -> tuple[tuple[int, ...], ...]:
        """Return who sits out in each session if it is ``sit_out`` in the sessions that are ``changed``."""
        return turns_of(
            sit_out.get(session, ()) if session in changed else self.sitting_out(session)
            for session in self.session_numbers
        )

    def renamed(self, names: Mapping[int, int], sessions: Collection[int]) -> "Seating":
        """Return the seating with some players replaced by others, in the given ``sessions`` (from 1)."""
        changed = frozenset(sessions)
        tables = (
            tuple(_renamed(seats, names) for seats in tables) if session in changed else tables
            for session, tables in enumerate(self.sessions, start=1)
        )
        turns = (
            (names.get(number, number) if session in changed else number for number in out)
            for session, out in enumerate(self.sit_out, start=1)
        )
        return replace(self, sessions=tuple(tables), sit_out=turns_of(turns))

    def merged(self, kept: int, gone: int) -> "Seating":
        """Return the seating with seats and wishes of ``gone`` given to ``kept``.

        Where one of the two had a seat and the other sat out, that one person plays.
        """

        def name(number: int) -> int:
            return kept if number == gone else number

        wishes = self.wishes
        pairs = {frozenset(map(name, pair[:2])): pair[2] for pair in wishes.pairs}
        seated = frozenset[int]().union(*(self.drawn(session) for session in self.session_numbers))
        reserves = dict.fromkeys(map(name, wishes.reserves))
        if seated.intersection((kept, gone)):
            reserves.pop(kept, None)
        renamed = self.renamed({gone: kept}, self.session_numbers)
        turns = (
            set(out).difference(*renamed.tables(session)) if kept in out else out
            for session, out in enumerate(renamed.sit_out, start=1)
        )
        return replace(
            renamed,
            sit_out=turns_of(turns),
            wishes=replace(
                wishes,
                pairs=tuple((min(pair), max(pair), weight) for pair, weight in pairs.items() if len(pair) == 2),
                reserves=tuple(reserves),
            ),
        )


@dataclass(frozen=True, slots=True)
class SeatingInPart(Seating):
    """A published draw in which some tables are left out.

    Such a table keeps its number and players, but nobody plays there.
    """

    left_out: frozenset[tuple[int, int]] = frozenset()
    """Session and table of each."""

    def seats(self, session: int, table: int) -> Seats | None:
        """Return the players at ``table`` of ``session`` (both from 1); None if nobody plays there."""
        return None if (session, table) in self.left_out else Seating.seats(self, session, table)

    def played(self, session: int) -> tuple[tuple[int, Seats], ...]:
        """Return the tables of ``session`` at which people play, with their numbers."""
        numbered = enumerate(self.tables(session), start=1)
        return tuple((table, seats) for table, seats in numbered if (session, table) not in self.left_out)

    @property
    def as_drawn(self) -> Seating:
        """The seating without any tables left out."""
        return Seating(self.sessions, self.method, self.seed, self.wishes, self.sit_out)

    def with_tables(
        self, changed: Mapping[int, tuple[Seats, ...]], sit_out: Mapping[int, Iterable[int]] | None = None
    ) -> "SeatingInPart":
        """Return the seating with other tables in some sessions (from 1), none of which is left out."""
        sessions = tuple(changed.get(session, tables) for session, tables in enumerate(self.sessions, start=1))
        left_out = frozenset(place for place in self.left_out if place[0] not in changed)
        return replace(self, sessions=sessions, left_out=left_out, sit_out=self._turns(changed, sit_out or {}))


def final_of(finals: Sequence[Final], session: int) -> Final | None:
    """Return which of ``finals``, in order of their sessions, is played in ``session``: the last one begun by then."""
    return next((final for final in reversed(finals) if final.session <= session), None)


def counted_finals(finals: Sequence[Final], sessions: Collection[int]) -> tuple[Final, ...]:
    """Return those of ``finals`` that are played in at least one of ``sessions``, which are not cancelled."""
    return tuple(final for final in finals if any(final_of(finals, session) == final for session in sessions))


def final_tables(seating: Seating, finals: Sequence[Final], session: int) -> tuple[int, ...]:
    """Return the numbers of the tables at which the final of ``session`` is played; empty before a cut.

    A table belongs to the final if a finalist sits there: finalists and others never share one.
    """
    final = final_of(finals, session)
    if final is None:
        return ()
    members = frozenset(final.players)
    return tuple(table for table, seats in seating.played(session) if not members.isdisjoint(seats))


def final_table_name(tables: Sequence[int], table: int) -> Text | None:
    """Return “Final”, or “Final 1 of 2” for one of several tables; None if ``table`` is none of these ``tables``."""
    if table not in tables:
        return None
    if len(tables) == 1:
        return mark_in("table", "Final")
    return mark_in("table", "Final {number} of {count}", number=tables.index(table) + 1, count=len(tables))


def turns_of(sit_out: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Return who sits out in each session, in ascending order; nothing for the sessions after the last such turn."""
    turns = [tuple(sorted(out)) for out in sit_out]
    while turns and not turns[-1]:
        turns.pop()
    return tuple(turns)


def _renamed(seats: Seats, names: Mapping[int, int]) -> Seats:
    east, south, west, north = (names.get(number, number) for number in seats)
    return east, south, west, north
