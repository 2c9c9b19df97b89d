"""Counting bounds."""

import pytest

from tournament.draw.bounds import (
    fewest_group_meetings,
    fewest_repeats,
    fewest_revisits,
    most_sessions_without_repeats,
)


@pytest.mark.parametrize(
    ("players", "most"), [(4, 1), (8, 1), (12, 1), (16, 5), (20, 5), (24, 7), (28, 9), (100, 33), (400, 133)]
)
def test_most_sessions_without_repeats(players, most):
    assert most_sessions_without_repeats(players) == most


@pytest.mark.parametrize(
    ("players", "sessions", "fewest"),
    [(16, 5, 0), (16, 8, 72), (20, 7, 20), (20, 8, 50), (24, 10, 84), (28, 10, 42), (100, 33, 0)],
)
def test_fewest_repeats(players, sessions, fewest):
    assert fewest_repeats(players, sessions) == fewest


@pytest.mark.parametrize(("players", "sessions", "fewest"), [(20, 5, 0), (20, 6, 20), (16, 5, 16), (400, 12, 0)])
def test_fewest_revisits(players, sessions, fewest):
    assert fewest_revisits(players, sessions) == fewest


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
