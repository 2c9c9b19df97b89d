"""A player of the event, their state in it, and their short name at a table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournament.language import folded, mark
from tournament.language.text import LabelledEnum

NAME_LENGTH = 60
"""Maximum length of a first or last name, in characters."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player, identified in the event by a number."""

    number: int
    """From 1, in the order of import; never used twice."""
    first_name: str
    last_name: str
    country: str = ""
    """The ISO 3166 alpha-2 code; the text as written if it is not recognised; empty if none is given."""
    ema_number: str = ""
    """Eight digits as text, since leading zeros matter. “-” if the player has none, the text as written if it is not a
    number, empty if none is known."""
    club: str = ""
    team: str = ""
    table: int = 0
    """The table that they keep in every session; 0 if they can sit anywhere."""
    sit_out: tuple[int, ...] = ()
    """The sessions in which they wish to sit out if somebody must, in ascending order."""

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()


class PlayerState(LabelledEnum):
    """The role of a player in the event; the value is its name in files and on the command line."""

    PLAYING = "playing", mark("playing")
    SUBSTITUTE = "substitute", mark("substitute")
    """Plays for others, and has no place in the ranking."""
    WITHDRAWN = "withdrawn", mark("withdrawn")
    """Left the event, so that another player must take their seats."""
    DISQUALIFIED = "disqualified", mark("disqualified")
    """Has no points and no place for the whole event."""


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """The state of a player, and the session from which it counts."""

    state: PlayerState = PlayerState.PLAYING
    first: int = 1


PLAYS = PlayerStatus()
"""The state of players for whom no other one was entered."""


class SubstituteCase(LabelledEnum):
    """Why somebody plays for another player; the value is its name in files and on the command line."""

    ABSENT = "absent", mark("absent")
    """Absent when the session began: the substitute plays with normal table points."""
    ILL = "ill", mark("ill during the session")
    """Left during the session. The substitute gets no table points, and the other three rank among themselves."""
    DISQUALIFIED = "disqualified", mark("disqualified")
    """Treated as an illness; in addition the disqualified player has no points for the whole event."""

    @property
    def shown(self) -> "SubstituteCase":
        """The case as everybody may read it: an illness, which is health data, is shown as an absence."""
        return SubstituteCase.ABSENT if self is SubstituteCase.ILL else self


@dataclass(frozen=True, slots=True)
class Substitution:
    """Who plays for whom in one session."""

    player: int
    """Number of the player whose seat it is."""
    case: SubstituteCase


@lru_cache(maxsize=4096)
def search_text(player: Player) -> str:
    """Return everything by which ``player`` can be found, folded: number, names, country, EMA number, club, team."""
    return folded(f"{player.number} {player.name} {player.country} {player.ema_number} {player.club} {player.team}")


def short_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Return a short name for each player: the first name, with an initial or the last name if several have it."""
    made = list(map(_first, players))
    for form in (_initial, _whole):
        shared = Counter(made)
        made = [form(player) if shared[name] > 1 else name for player, name in zip(players, made, strict=True)]
    return tuple(made)


def _first(player: Player) -> str:
    return player.first_name or player.last_name


def _whole(player: Player) -> str:
    return player.name


def _initial(player: Player) -> str:
    return f"{player.first_name} {player.last_name[:1]}." if player.last_name else player.first_name
