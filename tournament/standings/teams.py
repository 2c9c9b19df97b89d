"""Teams and countries, ranked by the results of their players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournament.event.player import Player, PlayerState
from tournament.event.seating import Final
from tournament.event.settings import Settings
from tournament.language import Text, mark_count
from tournament.standings.ranking import Standing, Standings, Unranked
from tournament.standings.tally import Total, points_of


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team or a country in its ranking."""

    rank: int | None
    """1 is best; groups that are equal in both values share the place. None if it has too few members to be ranked."""
    name: str
    """The name of the team, or the country as given for its players."""
    members: tuple[Standing | Unranked, ...]
    """Best first; players who left the event last."""
    table_points: Fraction
    """The table points of all members together, in the sessions that count for teams."""
    score: int
    """The score of all members together."""
    least: int
    """The least number of members with which it is ranked, by the settings of the event."""

    @property
    def average(self) -> Fraction:
        """Table points per member, exact."""
        return self.table_points / len(self.members)

    @property
    def unranked_text(self) -> Text | None:
        """The reason why it is not ranked; None if it is."""
        if self.rank is not None:
            return None
        return mark_count("fewer than {count} player", "fewer than {count} players", self.least)


def teams(standings: Standings, settings: Settings) -> tuple[TeamStanding, ...]:
    """Rank the teams by the table points of all members together, then by their scores.

    Teams with fewer members than ``settings`` ask for follow without a rank, in the same order.
    Teams that are equal in both share a place. Players without a team are left out. A final in which all start again
    from zero, and what follows it, is played for the places of its players alone, unless the others play on. It does
    not count for teams (docs/rules.md, "Decisions: teams and countries"). What players won before they left stays with
    their team; substitutes and disqualified players add nothing.
    """
    return _ranked(
        standings,
        settings.team_size,
        lambda player: player.team,
        lambda group: (group.table_points, Fraction(group.score)),
    )


def countries(standings: Standings, settings: Settings) -> tuple[TeamStanding, ...]:
    """Rank the countries by table points per player, then by score per player, since countries send different numbers.

    Players without a country are left out; a further tie is shared. Finals and too few members count as for teams.
    """
    return _ranked(
        standings,
        settings.country_size,
        lambda player: player.country,
        lambda group: (group.average, Fraction(group.score, len(group.members))),
    )


def last_counted(finals: Sequence[Final]) -> int | None:
    """Return the last session that counts for teams and countries; None if all sessions count.

    While the others play on beside a final, everybody can win points for their team, so these sessions count.
    """
    return min((final.session - 1 for final in finals if not final.carried and not final.beside), default=None)


def _ranked(
    standings: Standings,
    least: int,
    name_of: Callable[[Player], str],
    worth: Callable[[TeamStanding], tuple[Fraction, Fraction]],
) -> tuple[TeamStanding, ...]:
    members: dict[str, list[Standing | Unranked]] = {}
    rows: list[Standing | Unranked] = list(standings.rows)
    rows += [row for row in standings.unranked if row.status.state is PlayerState.WITHDRAWN]
    for row in rows:
        if name := name_of(row.player):
            members.setdefault(name, []).append(row)
    last = last_counted(standings.finals)
    groups = [_group(name, own, last, least) for name, own in members.items()]
    worths = {group.name: worth(group) for group in groups}
    best_first = sorted(groups, key=lambda group: (*(-part for part in worths[group.name]), group.name.casefold()))
    place: dict[tuple[Fraction, Fraction], int] = {}
    ranked = [group for group in best_first if len(group.members) >= least]
    for position, group in enumerate(ranked, start=1):
        place.setdefault(worths[group.name], position)
    too_small = (group for group in best_first if len(group.members) < least)
    return (*(replace(group, rank=place[worths[group.name]]) for group in ranked), *too_small)


def member_total(member: Standing | Unranked, last: int | None) -> Total:
    """Return what ``member`` adds to their team: parts of table points, and score, of the sessions up to ``last``."""
    results = [
        result
        for session, result in member.results.items()
        if (last is None or session <= last) and not result.substitute
    ]
    return sum(result.parts for result in results), sum(result.score for result in results)


def _group(name: str, members: Sequence[Standing | Unranked], last: int | None, least: int) -> TeamStanding:
    totals = [member_total(member, last) for member in members]
    results = (result for member in members for result in member.results.values())
    points = points_of(sum(parts for parts, _ in totals), results)
    return TeamStanding(None, name, tuple(members), points, sum(score for _, score in totals), least)
