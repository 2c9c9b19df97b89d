"""Matrices with few strangers: the cost of the search, what is shipped, and draws beside the published seatings."""

import json
from collections import Counter
from itertools import combinations

import pytest

import assets
from tests.tournament.draw import recount
from tests.tournament.draw.published import figures_of, published
from tournament.draw import make_plan
from tournament.draw.methods import perfect
from tournament.draw.methods.shipped import shipped_seating, shipped_with_few_strangers
from tournament.draw.methods.strangers import MatrixSearch, count_strangers, least_cost, rows_with_few_strangers
from tournament.draw.search import SearchProgress, SeededRandom

SHIPPED = [
    (int(order), int(sessions))
    for order, sizes in json.loads(assets.path("draw", "few_strangers.json").read_text(encoding="utf-8")).items()
    for sessions in sizes
]
SEATINGS = sorted(
    tuple(map(int, size.split("x")))
    for size in json.loads(assets.path("draw", "seatings.json").read_text(encoding="utf-8"))
)


def developed(order, rows):
    return perfect.develop((order,), tuple(tuple((value,) for value in row) for row in rows))


def as_seating(design):
    return [[[place + 1 for place in block] for block in blocks] for blocks in design]


@pytest.mark.parametrize(("order", "sessions"), [(12, 3), (12, 5), (20, 4), (33, 7)])
def test_the_cost_is_that_of_the_strangers_and_repeats_of_the_design(order, sessions):
    search = MatrixSearch(order, sessions, SeededRandom(order))
    for _ in range(5):
        search.columns[1 + search.chance.below(3)][search.chance.below(sessions)] = search.chance.below(order)
        cost, repeats = search.cost()
        design = developed(order, zip(*search.columns, strict=True))
        seated = as_seating(design)
        assert count_strangers(4 * order, design) == recount.strangers(4 * order, seated)
        assert recount.repeats(seated) == order * repeats
        assert cost == 2 * recount.strangers(4 * order, seated) / order + 12 * repeats
        assert cost >= least_cost(order, sessions)


def test_a_search_keeps_the_best_matrix_with_distinct_differences():
    search = MatrixSearch(26, 4, SeededRandom(3))
    search.run(SearchProgress())
    assert search.best is not None
    seated = as_seating(developed(26, zip(*search.best, strict=True)))
    assert recount.repeats(seated) == 0
    assert search.best_cost == 2 * recount.strangers(104, seated) / 26
    assert recount.strangers(104, seated) < published()[104, 4].strangers


def test_no_matrix_with_distinct_differences_is_none():
    """Three sums of two numbers modulo 5 that are distinct in six ways do not exist for a search that is stopped."""
    assert rows_with_few_strangers(5, 5, SeededRandom(1), SearchProgress(lambda _done: False)) is None


def test_a_stopped_search_still_gives_a_whole_draw_without_repeats():
    heard: list[float] = []

    def hear(done: float) -> bool:
        heard.append(done)
        return done < 0.05

    plan = make_plan(players=440, sessions=4, seed=1, progress=hear)
    assert heard == sorted(heard)
    assert recount.everyone_once(440, plan.sessions)
    assert recount.repeats(plan.sessions) == recount.revisits(plan.sessions) == 0


def test_all_shipped_matrices_have_distinct_differences_and_values():
    for order, sessions in SHIPPED:
        given = shipped_with_few_strangers(order, sessions)
        rows = rows_with_few_strangers(order, sessions, SeededRandom(1), SearchProgress())
        assert given is not None
        assert rows is not None
        assert len(rows) == sessions
        moved = Counter(tuple((value - row[0]) % order for value in row) for row in rows)
        assert moved == Counter(given)
        for column in range(4):
            assert len({row[column] for row in rows}) == sessions
        for one, other in combinations(range(4), 2):
            assert len({(row[one] - row[other]) % order for row in rows}) == sessions


@pytest.mark.parametrize(("players", "sessions"), SEATINGS)
def test_shipped_seatings_are_drawn_and_no_worse_than_published(players, sessions):
    plan = make_plan(players=players, sessions=sessions, seed=4)
    drawn, shipped = as_seating(shipped_seating(players, sessions)), plan.sessions
    assert figures_of(players, shipped).repeats == figures_of(players, drawn).repeats
    assert figures_of(players, shipped).is_as_good_as(published()[players, sessions], sessions=sessions)


@pytest.mark.parametrize(
    ("players", "sessions"),
    [
        *((36, 3), (48, 4), (64, 4), (68, 6), (80, 4), (80, 5), (100, 4), (104, 5), (120, 6), (132, 7), (140, 8)),
        *((144, 4), (152, 9), (152, 11), (156, 13), (168, 3), (168, 6), (172, 2), (172, 10), (172, 14)),
    ],
)
def test_no_draw_is_worse_than_the_published_seating(players, sessions):
    """A spread of the sizes; ``tests.proof.proof_draw`` tries all."""
    plan = make_plan(players=players, sessions=sessions, seed=6)
    ours, theirs = figures_of(players, plan.sessions), published()[players, sessions]
    assert ours.is_as_good_as(theirs, sessions=sessions), (ours, theirs)
    assert plan.quality.strangers == ours.strangers >= plan.quality.fewest_strangers


def test_another_seed_seats_other_players_together():
    drawn = [make_plan(players=80, sessions=4, seed=seed).sessions for seed in (1, 2)]
    assert drawn[0] != drawn[1]
    assert recount.strangers(80, drawn[0]) == recount.strangers(80, drawn[1]) < published()[80, 4].strangers
