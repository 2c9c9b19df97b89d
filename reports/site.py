"""What the web page of an event shows: plain rows, made only from public results, and nothing else about a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from tournament.language import Text
from tournament.rules.pattern import Names
from tournament.tiles.wind import Wind


def player_anchor(number: int) -> str:
    """The anchor of a player's card on the page: the part of the address after #."""
    return f"p{number}"


@dataclass(frozen=True, slots=True)
class SitePlayer:
    """A person on the page, with everything that it shows about them."""

    name: str
    country: str
    """Its code, or empty."""
    team: str


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A player in the standings."""

    number: int
    rank: int | None
    """None: not ranked."""
    moved: int | None
    """Places gained since the session before; None if unknown."""
    points: Fraction | None
    """Table points, or what ranks in a league; None if only the score counts."""
    score: int
    state: Text | None = None
    """Why the player has no place, in a word."""
    granted: bool = False
    """Whether they are ranked with granted points."""


@dataclass(frozen=True, slots=True)
class SiteGroup:
    """A team or a country in its ranking."""

    rank: int | None
    """None if it has too few members to be ranked."""
    name: str | Names
    points: Fraction
    """Of all members of a team; per member of a country."""
    score: int
    members: tuple[int, ...]
    """Numbers of its players, best first."""
    unranked: Text | None = None
    """The reason why it has no rank."""


@dataclass(frozen=True, slots=True)
class SiteSeat:
    """A player at a table, by their seat at the start."""

    number: int
    score: int | None = None
    """None: no result is public."""
    points: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SiteTable:
    """A table of a session."""

    table: int
    seats: tuple[SiteSeat, ...]
    """East first."""
    name: Text | None = None
    """“Final” if the final of the session is played there."""


@dataclass(frozen=True, slots=True)
class SiteSession:
    """A session whose seats are published."""

    session: int
    when: Text | None
    has_results: bool
    """Whether its results are public."""
    held: bool
    """Whether they are held for the ceremony."""
    tables: tuple[SiteTable, ...]
    unused: Text | None = None
    """Who sits out, and which tables are no longer used."""
    sit_out: tuple[int, ...] = ()
    """The numbers of the players who sit out."""


@dataclass(frozen=True, slots=True)
class SiteStep:
    """One table of a player, with its public result or still to be played, or a session that they sit out."""

    session: int
    table: int | None
    """None if the player sits out."""
    wind: Wind | None
    score: int | None
    points: Fraction | None
    rank: int | None
    """The player's place after the session."""


@dataclass(frozen=True, slots=True)
class SiteHolder:
    """A holder of a record."""

    number: int
    session: int | None = None
    """The session of the record; None: not a single session."""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """A record of the event."""

    title: Text
    value: Text | str
    holders: tuple[SiteHolder, ...]
    """All who are tied, in the order of play; empty if there are too many to name."""
    level: int
    """The number of holders."""


@dataclass(frozen=True, slots=True)
class Site:
    """The whole page."""

    players: Mapping[int, SitePlayer]
    """By number."""
    drawn: bool
    """True for a tournament with sessions; False: evenings with games."""
    ranks_points: bool
    """Table points rank: everywhere they are beside the score."""
    after: int
    """The last session with public results; 0: none."""
    rows: tuple[SiteRow, ...]
    teams: tuple[SiteGroup, ...]
    countries: tuple[SiteGroup, ...]
    sessions: tuple[SiteSession, ...]
    journeys: Mapping[int, tuple[SiteStep, ...]]
    """By number, in the order of sessions."""
    upcoming: int | None = None
    """The session whose seats come next; None: there is none."""
    in_play: bool = False
    """Whether its clock was started."""
    gong: datetime | None = None
    """When the time is up; None: the clock is stopped."""
    paused: timedelta | None = None
    """The time that is left on a paused clock; None: it is not paused."""
    records: tuple[SiteRecord, ...] = ()
    granted: Text | None = None
    """The meaning of the mark of granted points; None if nobody has that mark."""
