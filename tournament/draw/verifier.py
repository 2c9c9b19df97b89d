"""Checking a seating from its numbers alone.

The check shares no code with the methods that find seatings, nor with the figures that they report. It is applied to
every draw, and to every seating that comes from elsewhere.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from tournament.language import Text, mark, mark_count


class Severity(Enum):
    """How serious a finding is."""

    FAULT = "fault"
    """The seating cannot be played."""
    REMARK = "remark"
    """It can be played, but could be better."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a seating, or a remark on it."""

    severity: Severity
    message: Text
    session: int | None = None
    """The session, 1 …, if it concerns one session."""
    players: tuple[int, ...] = ()
    """The players concerned."""


def verify(
    players: int,
    sessions: Sequence[Sequence[Sequence[int]]],
    clubs: Mapping[str, Iterable[int]] | None = None,
    *,
    present: Sequence[Collection[int]] | None = None,
    sit_out: Sequence[Collection[int]] = (),
    wished: Sequence[Collection[int]] = (),
    fixed: Mapping[int, int] | None = None,
    finalists: Sequence[Collection[int]] = (),
) -> tuple[Finding, ...]:
    """Return everything wrong with a seating of the players 1 … ``players``, then everything that could be better.

    ``sessions`` lists the tables of each session, each with its players by starting seat. ``clubs`` names players who
    should not meet one another. ``present`` are the players who are there, by session, by default everybody;
    ``sit_out`` those of them who have no seat, and ``wished`` those who wish for none. ``fixed`` is the table that a
    player keeps. ``finalists`` are, by session, those who play in a final beside other tables: they never sit out, and
    share no table with others. An empty answer means that everyone sits once a session or sits out in turn, no two
    players meet twice, nobody returns to a table that is not their own, start winds are even, and no club-mates meet.
    """
    everybody = range(1, players + 1)
    fields = [set(everybody) for _ in sessions] if present is None else [set(each) for each in present]
    out = [set(each) for each in sit_out] + [set[int]()] * (len(sessions) - len(sit_out))
    final = [set(each) for each in finalists] + [set[int]()] * (len(sessions) - len(finalists))
    faults = (
        *_faults(players, sessions, fields, out),
        *_wrong_turns(sessions, everybody, fields, out),
        *_mixed_finals(sessions, out, final),
    )
    if faults:
        return faults
    own = fixed or {}
    return (
        *_turns([here - playing for here, playing in zip(fields, final, strict=True)], out, wished),
        *_away(sessions, own),
        *_repeats(sessions),
        *_tables(sessions, own),
        *_winds(players, sessions),
        *_clubs(sessions, clubs or {}),
    )


def _faults(
    players: int,
    sessions: Sequence[Sequence[Sequence[int]]],
    fields: Sequence[Collection[int]],
    sit_out: Sequence[Collection[int]],
) -> Iterable[Finding]:
    for session, tables in enumerate(sessions, start=1):
        for number, table in enumerate(tables, start=1):
            if len(table) != 4:
                message = mark_count(
                    "Session {session}, table {table} seats {count} player instead of four.",
                    "Session {session}, table {table} seats {count} players instead of four.",
                    len(table),
                    session=session,
                    table=number,
                )
                yield Finding(Severity.FAULT, message, session, tuple(table))
        seated = Counter(player for table in tables for player in table)
        for player, times in sorted(seated.items()):
            if not 1 <= player <= players:
                message = mark(
                    "Session {session} seats player {player}; the players are 1 to {players}.",
                    session=session,
                    player=player,
                    players=players,
                )
                yield Finding(Severity.FAULT, message, session, (player,))
            elif times > 1:
                message = mark(
                    "Player {player} sits {times} times in session {session}.",
                    player=player,
                    times=times,
                    session=session,
                )
                yield Finding(Severity.FAULT, message, session, (player,))
        for player in range(1, players + 1):
            if player in fields[session - 1] and player not in seated and player not in sit_out[session - 1]:
                message = mark("Player {player} has no seat in session {session}.", player=player, session=session)
                yield Finding(Severity.FAULT, message, session, (player,))


def _wrong_turns(
    sessions: Sequence[Sequence[Sequence[int]]],
    everybody: Iterable[int],
    fields: Sequence[Collection[int]],
    sit_out: Sequence[Collection[int]],
) -> Iterable[Finding]:
    """Yield who has a seat or sits out without being there, and who does both."""
    for session, (tables, here, out) in enumerate(zip(sessions, fields, sit_out, strict=True), start=1):
        seated = {player for table in tables for player in table}
        for player in sorted(seated.intersection(out)):
            message = mark("Player {player} both plays and sits out in session {session}.", player=player,
                           session=session)  # fmt: skip
            yield Finding(Severity.FAULT, message, session, (player,))
        for player in sorted(seated.union(out).difference(here).intersection(everybody)):
            message = mark("Player {player} takes no part in session {session}.", player=player, session=session)
            yield Finding(Severity.FAULT, message, session, (player,))


def _mixed_finals(
    sessions: Sequence[Sequence[Sequence[int]]], sit_out: Sequence[Collection[int]], finalists: Sequence[set[int]]
) -> Iterable[Finding]:
    """Yield the tables that finalists share with others, and the finalists who sit out."""
    for session, (tables, out, final) in enumerate(zip(sessions, sit_out, finalists, strict=True), start=1):
        for number, table in enumerate(tables, start=1):
            if 0 < len(final.intersection(table)) < len(set(table)):
                message = mark("Session {session}, table {table} seats finalists together with others.",
                               session=session, table=number)  # fmt: skip
                yield Finding(Severity.FAULT, message, session, tuple(table))
        for player in sorted(final.intersection(out)):
            message = mark("Player {player} is in the final of session {session} and sits out.", player=player,
                           session=session)  # fmt: skip
            yield Finding(Severity.FAULT, message, session, (player,))


def _turns(
    fields: Sequence[Collection[int]], sit_out: Sequence[Collection[int]], wished: Sequence[Collection[int]]
) -> Iterable[Finding]:
    """Yield the sessions in which another table could be filled, and who sits out although it is somebody else's turn.

    Those who wish to sit out may do so before their turn.
    """
    turns = Counter[int]()
    for session, (here, out) in enumerate(zip(fields, sit_out, strict=True), start=1):
        if len(out) > 3:
            message = mark("{count} players sit out in session {session}: they would fill another table.",
                           count=len(out), session=session)  # fmt: skip
            yield Finding(Severity.REMARK, message, session, tuple(sorted(out)))
        gladly = wished[session - 1] if session <= len(wished) else ()
        for player in sorted(set(out).difference(gladly)):
            rested_less = [other for other in here if other not in out and turns[other] < turns[player]]
            if rested_less:
                message = mark(
                    "Player {player} sits out in session {session} before player {other}, who has sat out less.",
                    player=player,
                    session=session,
                    other=min(rested_less),
                )
                yield Finding(Severity.REMARK, message, session, (player, min(rested_less)))
        turns.update(out)


def _away(sessions: Sequence[Sequence[Sequence[int]]], fixed: Mapping[int, int]) -> Iterable[Finding]:
    for session, tables in enumerate(sessions, start=1):
        for number, table in enumerate(tables, start=1):
            for player in table:
                if fixed.get(player, number) != number:
                    message = mark(
                        "Player {player} sits at table {table} in session {session}; their fixed table is {own}.",
                        player=player,
                        table=number,
                        session=session,
                        own=fixed[player],
                    )
                    yield Finding(Severity.REMARK, message, session, (player,))


def _repeats(sessions: Sequence[Sequence[Sequence[int]]]) -> Iterable[Finding]:
    met = Counter((min(pair), max(pair)) for tables in sessions for table in tables for pair in combinations(table, 2))
    for (one, other), times in sorted(met.items()):
        if times > 1:
            message = mark("Players {one} and {other} meet {times} times.", one=one, other=other, times=times)
            yield Finding(Severity.REMARK, message, players=(one, other))


def _tables(sessions: Sequence[Sequence[Sequence[int]]], fixed: Mapping[int, int]) -> Iterable[Finding]:
    visits = Counter(
        (player, number) for tables in sessions for number, table in enumerate(tables, start=1) for player in table
    )
    for (player, number), times in sorted(visits.items()):
        if times > 1 and fixed.get(player) != number:
            message = mark(
                "Player {player} sits {times} times at table {table}.", player=player, times=times, table=number
            )
            yield Finding(Severity.REMARK, message, players=(player,))


def _winds(players: int, sessions: Sequence[Sequence[Sequence[int]]]) -> Iterable[Finding]:
    starts = Counter((player, wind) for tables in sessions for table in tables for wind, player in enumerate(table))
    for player in range(1, players + 1):
        counts = [starts[player, wind] for wind in range(4)]
        if max(counts) - min(counts) > 1:
            message = mark(
                "Player {player} starts as East {east}, South {south}, West {west}, North {north} times.",
                player=player,
                east=counts[0],
                south=counts[1],
                west=counts[2],
                north=counts[3],
            )
            yield Finding(Severity.REMARK, message, players=(player,))


def _clubs(sessions: Sequence[Sequence[Sequence[int]]], clubs: Mapping[str, Iterable[int]]) -> Iterable[Finding]:
    for name, members in clubs.items():
        own = set(members)
        for session, tables in enumerate(sessions, start=1):
            for number, table in enumerate(tables, start=1):
                mates = tuple(player for player in table if player in own)
                if len(mates) > 1:
                    message = mark(
                        "Session {session}, table {table} seats {count} players of {club}.",
                        session=session,
                        table=number,
                        count=len(mates),
                        club=name,
                    )
                    yield Finding(Severity.REMARK, message, session, mates)
