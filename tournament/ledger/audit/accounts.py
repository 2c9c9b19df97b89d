"""What the second count finds: tables, the ranking, and the whole event."""

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
    """Hands recorded."""
    given_away: int
    """Points that penalties took and nobody received, when signed where that counts: the scores sum to minus this."""
    accepted: bool
    """Signed with a reason: totals that do not balance may count."""
    over: bool | None
    """Whether the game has ended; None where it is not results that end it."""
    unfined: tuple[int, ...]
    """The scores without what penalties took and gave."""


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
    """None: too few evenings."""
    worth: Fraction
    """Sum or average of the evenings that count."""
    games: int


@dataclass(frozen=True, slots=True)
class SeatedAway:
    """A seat that a new draw gave to somebody who did not play any more, and that they still have."""

    position: int
    """Of the entry, in the whole journal, 1 for the first."""
    session: int
    player: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole event, counted again."""

    players: tuple[int, ...]
    """Numbers of the players."""
    seating: tuple[tuple[tuple[int, ...], ...], ...]
    """Players by session, table and starting seat; empty before the draw. Games taken back are among them."""
    tables: Mapping[tuple[int, int], AuditedTable]
    """Every table at which something counts, by session and table."""
    ranking: Mapping[int, AuditedPlayer]
    """By number of the player, who is ranked; of a club evening or a league nobody."""
    unranked: Mapping[int, AuditedPlayer]
    """The unranked players by number, with what they won and rank 0; empty for a club evening or a league."""
    season: Mapping[int, AuditedSeason]
    """By number of the player; of a tournament nobody."""
    closed: frozenset[int]
    """Sessions that take no entry."""
    public_session: int
    """The last session whose results are public; 0: none."""
    seated_away: tuple[SeatedAway, ...] = ()
    """Seats that a new draw gave to players who had left."""
