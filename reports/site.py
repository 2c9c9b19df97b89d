"""What the web page of an event shows: plain rows, made from what is public, and nothing else of a player."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournament.language import Text
from tournament.rules.pattern import Names
from tournament.tiles.wind import Wind


def player_anchor(number: int) -> str:
    """Where the card of a player stands on the page: what follows # in its address."""
    return f"p{number}"


@dataclass(frozen=True, slots=True)
class SitePlayer:
    """Whoever is named on the page, with all that it says of him."""

    name: str
    country: str
    """Its code, or nothing."""
    team: str


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A player in the standings."""

    number: int
    rank: int | None
    """None: not ranked."""
    moved: int | None
    """Places won since the session before; None where that cannot be said."""
    points: Fraction | None
    """Table points, or what ranks in a league; None where nothing but the score does."""
    score: int
    state: Text | None = None
    """Why there is no place, in a word."""


@dataclass(frozen=True, slots=True)
class SiteGroup:
    """A team or a country in its ranking."""

    rank: int
    name: str | Names
    points: Fraction
    """Of all members of a team, of each member of a country."""
    score: int
    members: tuple[int, ...]
    """Numbers of its players, best first."""


@dataclass(frozen=True, slots=True)
class SiteSeat:
    """A player at a table, by his seat at the start."""

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


@dataclass(frozen=True, slots=True)
class SiteSession:
    """A session whose seats are published."""

    session: int
    when: Text | None
    has_results: bool
    """Its results are public."""
    held: bool
    """They are kept for the ceremony."""
    tables: tuple[SiteTable, ...]


@dataclass(frozen=True, slots=True)
class SiteStep:
    """A table of a player: to be played, or with its public result."""

    session: int
    table: int
    wind: Wind
    score: int | None
    points: Fraction | None
    rank: int | None
    """His place after the session."""


@dataclass(frozen=True, slots=True)
class SiteHolder:
    """Whoever holds a record."""

    number: int
    session: int | None = None
    """Where; None: in no one session."""
    table: int | None = None


@dataclass(frozen=True, slots=True)
class SiteRecord:
    """A record of the event."""

    title: Text
    value: Text | str
    holders: tuple[SiteHolder, ...]
    """Whoever is level, in the order of play; none where they are too many to be named."""
    level: int
    """How many they are."""


@dataclass(frozen=True, slots=True)
class Site:
    """The whole page."""

    players: Mapping[int, SitePlayer]
    """By number."""
    drawn: bool
    """A tournament with sessions and table points; False: evenings with games."""
    after: int
    """The last session whose results are public; 0: none."""
    rows: tuple[SiteRow, ...]
    teams: tuple[SiteGroup, ...]
    countries: tuple[SiteGroup, ...]
    sessions: tuple[SiteSession, ...]
    journeys: Mapping[int, tuple[SiteStep, ...]]
    """By number, in the order of sessions."""
    upcoming: int | None = None
    """The session whose seats everybody looks for next; None: there is none to look for."""
    in_play: bool = False
    """Its clock was started."""
    records: tuple[SiteRecord, ...] = ()
