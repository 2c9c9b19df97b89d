"""One player's path through the event, session by session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.event.player import Player
from tournament.event.seating import Seating
from tournament.standings.tally import Result, Tally


@dataclass(frozen=True, slots=True)
class JourneyStep:
    """One session of a journey."""

    session: int
    table: int
    opponents: tuple[Player, ...]
    """The other three players, in the order of their seats."""
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


def journey(
    number: int,
    *,
    players: Mapping[int, Player],
    seating: Seating,
    tallies: Sequence[Tally],
    places: Mapping[int, int],
    ranked: int,
) -> Journey:
    """Return the journey of player ``number`` through all sessions of the draw.

    ``tallies`` are those of all sessions from the first on, as far as recorded. ``places`` are the player's places
    among ``ranked`` players, each by the session after which they had it. Raise KeyError for a player who is not in the
    event.
    """
    steps: list[JourneyStep] = []
    for session in seating.session_numbers:
        place = seating.place_of(number, session)
        if place is None:
            continue
        table, column = place
        seats = seating.tables(session)[table - 1]
        opponents = tuple(players[seats[(column + turn) % 4]] for turn in (1, 2, 3))
        result = tallies[session - 1].results.get(number) if session <= len(tallies) else None
        steps.append(JourneyStep(session, table, opponents, result, places.get(session)))
    return Journey(players[number], tuple(steps), ranked)
