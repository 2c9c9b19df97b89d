"""Teams and countries, ranked by what their players have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.event.player import Player
from tournament.standings.ranking import Standing


@dataclass(frozen=True, slots=True)
class Group:
    """A team or a country in its ranking."""

    rank: int
    """1 is best; groups level on both counts share the place."""
    name: str
    """The team's name, or the country as the players have it."""
    members: tuple[Standing, ...]
    """Best first."""
    table_points: Fraction
    """Of all members together."""
    score: int
    """Of all members together."""

    @property
    def average(self) -> Fraction:
        """Table points a member, exact."""
        return self.table_points / len(self.members)


def teams(rows: Sequence[Standing]) -> tuple[Group, ...]:
    """Rank the teams: table points of all members together, then their scores together; a further tie is shared.

    Players without a team are left out.
    """
    return _ranked(rows, lambda player: player.team, lambda group: (group.table_points, Fraction(group.score)))


def countries(rows: Sequence[Standing]) -> tuple[Group, ...]:
    """Rank the countries: table points a player, then score a player, for countries send more or fewer players.

    Players without a country are left out; a further tie is shared.
    """
    return _ranked(
        rows, lambda player: player.country, lambda group: (group.average, Fraction(group.score, len(group.members)))
    )


def _ranked(
    rows: Sequence[Standing], name_of: Callable[[Player], str], worth: Callable[[Group], tuple[Fraction, Fraction]]
) -> tuple[Group, ...]:
    members: dict[str, list[Standing]] = {}
    for row in rows:
        if name := name_of(row.player):
            members.setdefault(name, []).append(row)
    groups = [
        Group(0, name, tuple(own), sum((row.table_points for row in own), Fraction(0)), sum(row.score for row in own))
        for name, own in members.items()
    ]
    worths = {group.name: worth(group) for group in groups}
    best_first = sorted(groups, key=lambda group: (*(-part for part in worths[group.name]), group.name.casefold()))
    place: dict[tuple[Fraction, Fraction], int] = {}
    for position, group in enumerate(best_first, start=1):
        place.setdefault(worths[group.name], position)
    return tuple(Group(place[worths[g.name]], g.name, g.members, g.table_points, g.score) for g in best_first)
