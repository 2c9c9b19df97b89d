"""Table variety."""

import pytest

from tests.tournament.draw import recount
from tournament.draw import make_plan
from tournament.draw.bounds import revisits_aimed_at
from tournament.draw.placing import with_table_variety
from tournament.draw.search import SearchProgress, SeededRandom


@pytest.mark.parametrize(
    ("players", "sessions"),
    [(24, 7), (28, 9), (36, 11), (40, 13), (44, 14), (48, 15), (52, 17), (56, 18), (60, 19)],
)
def test_longest_draws_visit_a_table_twice_at_most(players, sessions):
    plan = make_plan(players=players, sessions=sessions, seed=1)
    assert recount.repeats(plan.sessions) == 0
    assert recount.most_visits(plan.sessions) == 2


def test_sixteen_players_in_five_sessions():
    """The 20 lines of the affine plane of order 4 admit no better: all 24^4 placings were tried."""
    plan = make_plan(players=16, sessions=5, seed=1)
    assert recount.repeats(plan.sessions) == 0
    assert recount.most_visits(plan.sessions) == 3
    assert plan.quality.frequent_visits == 4
    assert recount.revisits(plan.sessions) == revisits_aimed_at(16, 5) == 36


def test_a_single_table_is_left_alone():
    assert recount.revisits(make_plan(players=4, sessions=3, seed=1).sessions) == 8


def test_nothing_is_moved_where_nobody_returns_to_a_table():
    """Two sessions of eight players: everybody changes the table."""
    design = (((0, 1, 2, 3), (4, 5, 6, 7)), ((4, 5, 6, 7), (0, 1, 2, 3)))
    heard: list[float] = []

    def hear(done: float) -> bool:
        heard.append(done)
        return True

    assert with_table_variety(design, chance=SeededRandom(1), progress=SearchProgress(hear)) is design
    assert heard == []


def test_blocks_are_exchanged_until_nobody_returns():
    same = ((0, 1, 2, 3), (4, 5, 6, 7))
    found = with_table_variety((same, same), chance=SeededRandom(1), progress=SearchProgress())
    assert set(found) == {same, same[::-1]}
    after = with_table_variety((same,), chance=SeededRandom(1), progress=SearchProgress(), played=[same])
    assert after == (same[::-1],)
