"""One player's path through the event, session by session."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.event.player import Player
from tournament.event.seating import Final, Seating
from tournament.standings.finals import merits
from tournament.standings.tally import Result, Tally, Total, add_up


@dataclass(frozen=True, slots=True)
class JourneyStep:
    """One session of a journey."""

    session: int
    table: int
    opponents: tuple[Player, ...]
    """The other three, in the order of their seats."""
    result: Result | None
    """None while no hand is recorded at the table."""
    rank: int | None
    """The player's place after this session; None when the session does not count yet."""


@dataclass(frozen=True, slots=True)
class Journey:
    """All sessions in which a player has a seat."""

    player: Player
    steps: tuple[JourneyStep, ...]
    players: int
    """The number of ranked players."""

    @property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """(session, place after it) for each session with a place."""
        return tuple((step.session, step.rank) for step in self.steps if step.rank is not None)

    @property
    def scores(self) -> tuple[tuple[int, int], ...]:
        """(session, score in it) for each session with a score."""
        return tuple((step.session, step.result.score) for step in self.steps if step.result is not None)


class RunningTotals:
    """The totals after each session, added up again only from the first session whose tally changed."""

    def __init__(self) -> None:
        self._steps: list[tuple[Tally, Mapping[int, Total]]] = []

    def of(self, tallies: Sequence[Tally]) -> list[Mapping[int, Total]]:
        """The totals before the first session, after it, after the second …: one more than ``tallies``."""
        totals: list[Mapping[int, Total]] = [{}]
        for index, tally in enumerate(tallies):
            if index >= len(self._steps) or self._steps[index][0] is not tally:
                del self._steps[index:]
                self._steps.append((tally, add_up(totals[-1], tally)))
            totals.append(self._steps[index][1])
        return totals


def journey(
    number: int,
    *,
    players: Mapping[int, Player],
    seating: Seating,
    tallies: Sequence[Tally],
    after: int,
    running: RunningTotals | None = None,
    finals: Sequence[Final] = (),
    ranked: Collection[int] | None = None,
) -> Journey:
    """Follow player ``number`` through all sessions of the draw.

    ``tallies`` are those of all sessions from the first on. Ranks are given for sessions up to ``after``; later
    sessions show what is recorded so far. ``finals`` are the cuts of the event. ``running`` remembers totals from one
    call to the next. ``ranked`` are the numbers of the players with a place, by default everybody. Raises KeyError for
    a player who is not in the event.
    """
    placed = players.keys() if ranked is None else ranked
    totals = (running or RunningTotals()).of(tallies[:after])
    steps: list[JourneyStep] = []
    for session in range(1, len(seating.sessions) + 1):
        place = seating.place_of(number, session)
        if place is None:
            continue
        table, column = place
        seats = seating.tables(session)[table - 1]
        opponents = tuple(players[seats[(column + turn) % 4]] for turn in (1, 2, 3))
        result = tallies[session - 1].results.get(number) if session <= len(tallies) else None
        rank = None
        if session <= after and number in placed:
            rank = place_of(number, placed, totals[session], tallies=tallies[:session], finals=finals)
        steps.append(JourneyStep(session, table, opponents, result, rank))
    return Journey(players[number], tuple(steps), len(placed))


def place_of(
    number: int,
    players: Collection[int],
    totals: Mapping[int, Total],
    *,
    tallies: Sequence[Tally] = (),
    finals: Sequence[Final] = (),
) -> int:
    """The place of one player among ``players``, given the ``totals`` of all; equal totals share it."""
    merit = merits(players, totals, tallies=tallies, finals=finals)
    return 1 + sum(other > merit[number] for other in merit.values())
