"""The results of the second count: tables, the ranking, and the whole event."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class AuditedTable:
    """One table of one session, counted again."""

    session: int
    table: int
    scores: tuple[int, ...]
    """By the letters A–D."""
    table_points: tuple[Fraction, ...]
    hands: int
    """How many hands are recorded."""
    given_away: int
    """The points that nobody has, such as those that a penalty took and nobody received: minus the sum of the scores.
    Where signed totals count, those at the time of the signature."""
    accepted: bool
    """Whether it was signed with a reason, so that totals that do not balance may count."""
    over: bool | None
    """Whether the game has ended; None if a session has a fixed number of hands."""
    without_penalties: tuple[int, ...]
    """The scores without penalties."""


@dataclass(frozen=True, slots=True)
class AuditedPlayer:
    """One line of the ranking, counted again."""

    number: int
    rank: int
    table_points: Fraction
    score: int


@dataclass(frozen=True, slots=True)
class AuditedSeason:
    """One player of a club evening or a league, counted again."""

    number: int
    rank: int | None
    """The rank; None after too few evenings."""
    worth: Fraction
    """The sum or the average of the evenings that count."""
    games: int


@dataclass(frozen=True, slots=True)
class SeatedAway:
    """A seat that a new draw gave to a player who had left the event, and that is still theirs."""

    position: int
    """The position of the entry in the whole journal, from 1."""
    session: int
    player: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole event, counted again."""

    players: tuple[int, ...]
    """The numbers of the players."""
    seating: tuple[tuple[tuple[int, ...], ...], ...]
    """The players by session, table and starting seat; empty before the draw. Removed games are included."""
    tables: Mapping[tuple[int, int], AuditedTable]
    """Every table with an entry that counts, by session and table."""
    ranking: Mapping[int, AuditedPlayer]
    """The ranked players by number; empty for a club evening or a league."""
    unranked: Mapping[int, AuditedPlayer]
    """The unranked players by number, with what they won and rank 0; empty for a club evening or a league."""
    season: Mapping[int, AuditedSeason]
    """The players of a club evening or a league by number; empty for a tournament."""
    closed: frozenset[int]
    """The sessions that are closed."""
    public_session: int
    """The last session whose results are public; 0 if there is none."""
    seated_away: tuple[SeatedAway, ...] = ()
    """The seats that a new draw gave to players who had left."""
