"""How good a seating is: figures, each beside the best possible value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.draw.bounds import (
    fewest_meetings_inside,
    fewest_repeats_of,
    fewest_revisits_of,
    fewest_strangers,
    revisits_aimed_at,
)
from tournament.draw.seating import meeting_counts
from tournament.draw.wishes import AvoidedPair, Wishes

WindCounts = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class GroupMeetings:
    """How often the members of one group meet one another."""

    name: str
    meetings: int
    """Sum over the pairs of the group."""
    fewest: int
    """The pigeonhole bound, which no draw can beat."""


@dataclass(frozen=True, slots=True)
class PairMeetings:
    """How often a pair that should be kept apart meets."""

    pair: AvoidedPair
    meetings: int


@dataclass(frozen=True, slots=True)
class Quality:
    """The figures of one seating."""

    repeats: int
    """Sum over pairs of max(0, meetings − 1)."""
    fewest_repeats: int
    """The number that no draw of the same players in each session can avoid."""
    repeated_pairs: tuple[tuple[int, int, int], ...]
    """(player, player, meetings) for each pair that meets more than once, in order of number."""
    table_revisits: int
    """Sum over player and table of max(0, visits − 1)."""
    fewest_table_revisits: int
    """The number that no draw can avoid, even with repeated meetings."""
    table_revisits_aimed_at: int
    """The number of returns in the draws that the search aims at, which have the fewest repeats. Draws with more
    repeats may have fewer returns."""
    most_visits: int
    """The highest number of sessions that a player plays at one table."""
    frequent_visits: int
    """The number of visits beyond ⌈R / tables⌉ to the same table."""
    winds: tuple[WindCounts, ...]
    """For each player, 1 first: how often they start as East, South, West and North."""
    wind_imbalance: int
    """How many start winds would have to change to give everyone ⌊R/4⌋ or ⌈R/4⌉ of each in their R sessions; 0 is best.
    """
    groups: tuple[GroupMeetings, ...]
    pairs: tuple[PairMeetings, ...]
    strangers: int
    """The number of pairs who neither meet nor have an opponent in common: their scores are hard to compare."""
    fewest_strangers: int
    """The number that no draw of that size can avoid."""
    common_opponents: tuple[int, int]
    """The lowest and the highest number of common opponents of two players who never meet; (0, 0) if all meet."""


def quality_of(players: int, sessions: Sequence[Sequence[Sequence[int]]], wishes: Wishes | None = None) -> Quality:
    """Measure a seating of the players 1 … ``players``, not all of whom need play in each session; every table lists
    its players by starting seat."""
    wishes = wishes or Wishes()
    rounds = [[[number - 1 for number in table] for table in tables] for tables in sessions]
    rosters = [frozenset(player for table in tables for player in table) for tables in rounds]
    met = meeting_counts(players, rounds)
    repeated = tuple(
        (one + 1, other + 1, met[one][other])
        for one in range(players)
        for other in range(one + 1, players)
        if met[one][other] > 1
    )
    visits = _visits(players, rounds)
    usual = -(-len(sessions) // max(1, players // 4))
    winds = _winds(players, rounds)
    repeats = sum(times - 1 for _, _, times in repeated)
    strangers, common = _indirect_meetings(met)
    # A table that this draw does not keep, such as one that was fixed after it, raises no bound.
    fixed = {number - 1: table for number, table in wishes.fixed if visits[number - 1].keys() <= {table - 1}}
    places = [frozenset(place for place, table in enumerate(tables) if table) for tables in rounds]
    fewest_revisits = fewest_revisits_of(rosters, fixed, places)
    same = len(set(rosters)) == len(set(places)) == 1 and not fixed
    return Quality(
        repeats=repeats,
        fewest_repeats=max(fewest_repeats_of(rosters), _kept_together(rosters, fixed)),
        repeated_pairs=repeated,
        table_revisits=sum(times - 1 for row in visits for times in row.values()),
        fewest_table_revisits=fewest_revisits,
        table_revisits_aimed_at=revisits_aimed_at(players, len(sessions)) if same else fewest_revisits,
        most_visits=max((times for row in visits for times in row.values()), default=0),
        frequent_visits=sum(times > usual for row in visits for times in row.values()),
        winds=winds,
        wind_imbalance=sum(map(_imbalance, winds)),
        groups=_group_meetings(wishes, met, rosters),
        pairs=tuple(PairMeetings(pair, met[pair.one - 1][pair.other - 1]) for pair in wishes.pairs),
        strangers=strangers,
        fewest_strangers=fewest_strangers(players, rosters),
        common_opponents=common,
    )


def _kept_together(rosters: Sequence[frozenset[int]], fixed: Mapping[int, int]) -> int:
    """Return how many meetings are repeated because players keep the same table."""
    return sum(
        max(0, sum(one in roster and other in roster for roster in rosters) - 1)
        for one, other in combinations(fixed, 2)
        if fixed[one] == fixed[other]
    )


def _visits(players: int, rounds: Sequence[Sequence[Sequence[int]]]) -> list[dict[int, int]]:
    visits: list[dict[int, int]] = [{} for _ in range(players)]
    for tables in rounds:
        for place, table in enumerate(tables):
            for player in table:
                visits[player][place] = visits[player].get(place, 0) + 1
    return visits


def _winds(players: int, rounds: Sequence[Sequence[Sequence[int]]]) -> tuple[WindCounts, ...]:
    counts = [[0, 0, 0, 0] for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                counts[player][wind] += 1
    return tuple((row[0], row[1], row[2], row[3]) for row in counts)


def _imbalance(counts: WindCounts) -> int:
    """Return how many start winds of a player must change.

    It is the larger of the surplus of some winds and the shortage of others.
    """
    few, many = sum(counts) // 4, -(-sum(counts) // 4)
    return max(sum(max(0, count - many) for count in counts), sum(max(0, few - count) for count in counts))


def _group_meetings(
    wishes: Wishes, met: list[list[int]], rosters: Sequence[frozenset[int]]
) -> tuple[GroupMeetings, ...]:
    found = []
    for group in wishes.groups:
        members = [number - 1 for number in group.members]
        meetings = sum(met[one][other] for index, one in enumerate(members) for other in members[:index])
        fewest = fewest_meetings_inside(members, rosters)
        found.append(GroupMeetings(group.name, meetings, fewest))
    return tuple(found)


def _indirect_meetings(met: list[list[int]]) -> tuple[int, tuple[int, int]]:
    """Return the number of strangers, and the range of common opponents of two players who never meet."""
    opponents = [sum(1 << other for other, times in enumerate(row) if times) for row in met]
    strangers = 0
    fewest, most = len(met), 0
    for one, mine in enumerate(opponents):
        for other in range(one):
            if mine >> other & 1:
                continue
            common = (mine & opponents[other]).bit_count()
            strangers += not common
            fewest, most = min(fewest, common), max(most, common)
    return strangers, (min(fewest, most), most)
