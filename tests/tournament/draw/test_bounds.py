"""Counting bounds."""

from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.draw import recount
from tournament.draw.bounds import (
    fewest_group_meetings,
    fewest_repeats,
    fewest_repeats_of,
    fewest_revisits,
    fewest_revisits_of,
    most_sessions_without_repeats,
    revisits_aimed_at,
)
from tournament.draw.quality import quality_of


@pytest.mark.parametrize(
    ("players", "most"), [(4, 1), (8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (100, 33), (400, 133)]
)
def test_most_sessions_without_repeats(players, most):
    assert most_sessions_without_repeats(players) == most


@pytest.mark.parametrize(
    ("players", "sessions", "fewest"),
    [
        (4, 3, 12),
        (8, 2, 4),
        (8, 3, 8),
        (12, 2, 3),
        (12, 3, 6),
        (16, 5, 0),
        (16, 8, 72),
        (20, 7, 20),
        (20, 8, 50),
        (24, 10, 84),
        (28, 10, 42),
        (100, 33, 0),
    ],
)
def test_fewest_repeats(players, sessions, fewest):
    assert fewest_repeats(players, sessions) == fewest


@pytest.mark.parametrize(("players", "sessions", "fewest"), [(20, 5, 0), (20, 6, 20), (16, 5, 16), (400, 12, 0)])
def test_fewest_revisits(players, sessions, fewest):
    assert fewest_revisits(players, sessions) == fewest


@pytest.mark.parametrize(
    ("rosters", "repeats", "revisits"),
    [
        ((16, 12, 12, 12), 6, 8),  # of the twelve who stay, only four sat at table 4; their sessions share three pairs
        ((16, 16, 12, 12), 3, 4),  # eight seats at table 4 for twelve who play four sessions
        ((12, 8, 8), 2 + 4, 4),  # 3, 3 and 2 of the eight from each table over two tables: 1 + 1 pairs
        ((8, 4), 2, 0),  # two and two of the four from each table
        ((8, 4, 4), 2 + 6, 4),
        ((16, 8), 0, 0),
        ((0, 12, 0, 12), 3, 0),
        ((), 0, 0),
    ],
)
def test_the_bounds_of_those_who_are_there(rosters, repeats, revisits):
    """The players 1 … N of each session: some of those of the session before left."""
    seated = [frozenset(range(players)) for players in rosters]
    assert fewest_repeats_of(seated) == repeats
    assert fewest_revisits_of(seated) == revisits


def test_a_table_left_out_is_no_table_to_return_to():
    """Table 1 is left out in session 1 and table 2 in session 2, so those who play both sit at different tables."""
    rosters = [frozenset((5, 6, 7, 8)), frozenset((2, 4, 5, 7))]
    assert fewest_revisits_of(rosters) == 2
    assert fewest_revisits_of(rosters, tables=[frozenset((2,)), frozenset((1,))]) == 0
    assert quality_of(8, [[[], [5, 6, 7, 8]], [[2, 5, 7, 4], []]]).fewest_table_revisits == 0
    assert fewest_revisits_of(rosters, tables=[frozenset((2,)), frozenset((2,))]) == 2


@given(st.data())
def test_no_seating_with_tables_left_out_is_below_the_bound(data):
    sessions = []
    for _ in range(data.draw(st.integers(1, 4))):
        order = data.draw(st.permutations(range(1, 13)))
        kept = data.draw(st.sets(st.integers(0, 2), min_size=1))
        sessions.append([order[4 * table : 4 * table + 4] if table in kept else [] for table in range(3)])
    quality = quality_of(12, sessions)
    assert quality.table_revisits >= quality.fewest_table_revisits


def test_no_seating_of_eight_and_then_four_is_below_their_bounds():
    """All ways to seat those who stay in the second session: the least that is found is the bound."""
    first = [(1, 2, 3, 4), (5, 6, 7, 8)]
    found = [recount.repeats((first, [staying])) for staying in combinations(range(1, 9), 4)]
    assert min(found) == fewest_repeats_of([frozenset(range(1, 9)), frozenset((1, 2, 5, 6))]) == 2


@pytest.mark.parametrize("sessions", [1, 2, 3, 4])
def test_four_tables_bring_players_back_when_nobody_meets_twice(sessions):
    """All placings of the lines of the affine plane of order 4 at the tables, in so many sessions (five take long)."""
    classes = [[[x, mul(slope, x) ^ shift] for x in range(4)] for slope in range(4) for shift in range(4)]
    lines = [[4 * x + y for x, y in points] for points in classes] + [[4 * x + y for y in range(4)] for x in range(4)]
    rounds = [lines[start : start + 4] for start in range(0, 4 * sessions, 4)]
    best = min(map(most_even, placings(rounds)))
    assert revisits_aimed_at(16, sessions) == best[-1]


def mul(one: int, other: int) -> int:
    """The product in the field of four elements, its elements as bits over {1, w}."""
    return 0 if not (one and other) else (one + other - 2) % 3 + 1


def placings(rounds):
    """The tables of each player, for every way to give the blocks of each round after the first to tables."""
    for ways in product(*([tuple(range(4))], *[tuple(permutations(range(4)))] * (len(rounds) - 1))):
        visits = [[0] * 4 for _ in range(16)]
        for way, blocks in zip(ways, rounds, strict=True):
            for table, block in zip(way, blocks, strict=True):
                for player in block:
                    visits[player][table] += 1
        yield visits


def most_even(visits):
    """The most visits to one table, how many have more than two, and the returns."""
    return (
        max(map(max, visits)),
        sum(times > 2 for row in visits for times in row),
        sum(max(0, times - 1) for row in visits for times in row),
    )


@pytest.mark.parametrize(
    ("size", "tables", "sessions", "fewest"),
    [
        (12, 12, 10, 0),
        (13, 12, 1, 1),
        (13, 12, 10, 10),
        (26, 12, 1, 2 * 3 + 10),  # two tables of three (3 pairs each), ten of two (1 pair each)
        (1, 4, 9, 0),
    ],
)
def test_fewest_group_meetings(size, tables, sessions, fewest):
    assert fewest_group_meetings(size, tables=tables, sessions=sessions) == fewest
