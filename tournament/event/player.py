"""A player of the event."""

from dataclasses import dataclass
from functools import lru_cache

from tournament.language import folded

NAME_LENGTH = 60
"""The longest first or last name that is accepted, in characters."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player, known in the event by a number."""

    number: int
    """1… in the order of import; never given twice."""
    first_name: str
    last_name: str
    country: str = ""
    """ISO 3166 alpha-2 code, or what was written when it could not be recognised, or nothing."""
    ema_number: str = ""
    """Eight digits as text (leading zeros matter), or nothing."""
    club: str = ""
    team: str = ""

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()


@lru_cache(maxsize=4096)
def search_text(player: Player) -> str:
    """All that ``player`` can be found by in a list, folded: number, names, country, EMA number, club, team."""
    return folded(f"{player.number} {player.name} {player.country} {player.ema_number} {player.club} {player.team}")
