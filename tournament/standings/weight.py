"""How much an event counts in the European ranking (MERS, since 2018): its weight, and the base rank of a place."""

from dataclasses import dataclass
from fractions import Fraction

MOST_DAYS = 3
"""Days beyond this number add nothing."""
MOST_SUBSTITUTES = 3
"""The maximum number of substitutes that count as players."""
HIGHEST = 1000
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class TournamentWeight:
    """The parts of the weight, each a number of points; the weight is their sum."""

    days: int
    players: int
    """The players with a place, and at most three substitutes."""
    countries: int
    championship: bool = False
    """A European championship, for which players qualify."""

    @property
    def of_days(self) -> Fraction:
        """1, 2 or 3."""
        return Fraction(min(self.days, MOST_DAYS))

    @property
    def of_players(self) -> Fraction:
        """0 up to 40 players, ½ up to 80, 1 above."""
        return Fraction(0) if self.players <= 40 else _HALF if self.players <= 80 else Fraction(1)

    @property
    def of_countries(self) -> Fraction:
        """0 up to 5 countries, ½ up to 9, 1 from 10 on."""
        return Fraction(0) if self.countries <= 5 else _HALF if self.countries <= 9 else Fraction(1)

    @property
    def of_level(self) -> Fraction:
        """1 for a championship."""
        return Fraction(int(self.championship))

    @property
    def total(self) -> Fraction:
        """The weight."""
        return self.of_days + self.of_players + self.of_countries + self.of_level


def base_rank(place: int, players: int) -> int:
    """Return the base rank of a place: 1000 for the first of ``players``, 0 for the last, in equal steps between them.

    A half is rounded up. Players who share a place have the base rank of that place.
    """
    if players < 2:
        return HIGHEST
    steps = players - 1
    return (2 * HIGHEST * (players - place) + steps) // (2 * steps)
