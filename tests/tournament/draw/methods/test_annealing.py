"""The search keeps its own count right, and reaches the counting minimum beyond the bound."""

import pytest

from tests.tournament.draw import recount
from tournament.draw import make_plan
from tournament.draw.methods.annealing import AnnealingSearch
from tournament.draw.search import SearchProgress, SeededRandom
from tournament.draw.seating import meeting_counts


def test_the_running_cost_equals_the_cost_computed_from_scratch():
    chance = SeededRandom(5)
    order = chance.shuffled(range(20))
    rounds = [[order[start : start + 4] for start in range(0, 20, 4)] for _ in range(6)]
    search = AnnealingSearch(20, rounds, fixed=1, chance=chance)
    first = [list(block) for block in rounds[0]]
    search.run(SearchProgress(), moves=6_000)
    for seated, cost in ((search.rounds, search.cost), (search.best, search.best_cost)):
        met = meeting_counts(20, seated)
        assert met == search.met or seated is search.best
        assert cost == sum(met[a][b] * (met[a][b] - 1) // 2 for a in range(20) for b in range(a))
    assert search.rounds[0] == search.best[0] == first


@pytest.mark.parametrize(
    ("players", "sessions", "fewest"), [(16, 8, 72), (20, 7, 20), (20, 8, 50), (24, 10, 84), (28, 10, 42)]
)
def test_beyond_the_bound_repeats_are_at_the_counting_minimum(players, sessions, fewest):
    plan = make_plan(players=players, sessions=sessions, seed=1)
    assert recount.repeats(plan.sessions) == fewest
    assert recount.winds_even(players, plan.sessions)


@pytest.mark.parametrize(
    ("players", "sessions", "least"),
    [
        (8, 3, 12),  # 4 from 2 tables: 2 pairs at each, 4 for every two sessions
        (12, 4, 18),  # 4 from 3 tables: 1 pair at each, 3 for every two sessions
        (16, 5, 0),
        (16, 8, 72),
    ],
)
def test_no_search_goes_on_below_what_can_be(players, sessions, least):
    rounds = [[list(range(start, start + 4)) for start in range(0, players, 4)] for _ in range(sessions)]
    assert AnnealingSearch(players, rounds, fixed=0, chance=SeededRandom(1)).least == least


@pytest.mark.parametrize(("players", "sessions", "repeats"), [(8, 2, 4), (8, 3, 12), (12, 2, 3), (12, 3, 9)])
def test_two_or_three_tables_repeat_no_more_than_they_must(players, sessions, repeats):
    assert recount.repeats(make_plan(players=players, sessions=sessions, seed=1).sessions) == repeats
