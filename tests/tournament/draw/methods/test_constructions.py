"""Fields, difference matrices, base rounds and covers, each checked against its definition."""

import json
from collections import Counter
from itertools import combinations

import pytest

import assets
from tests.cases import all_cases
from tests.tournament.draw import recount
from tournament.draw.methods import annealing, perfect, starter
from tournament.draw.methods.perfect import elements, powers_of_a_generator, prime_powers
from tournament.draw.methods.shipped import shipped_banded, shipped_for_clubs, shipped_holed

DATA = json.loads(assets.path("draw", "base_rounds.json").read_text(encoding="utf-8"))
FOR_CLUBS = json.loads(assets.path("draw", "club_rounds.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("prime", "degree"), [(2, 3), (2, 6), (3, 2), (3, 4), (5, 1), (5, 2), (7, 2), (97, 1)])
def test_powers_of_the_generator_are_all_nonzero_elements(prime, degree):
    powers = powers_of_a_generator(prime, degree)
    assert sorted(powers) == [element for element in elements((prime,) * degree) if any(element)]


@pytest.mark.parametrize(("prime", "degree"), [(2, 4), (3, 3), (5, 2)])
def test_multiplying_by_a_power_respects_addition(prime, degree):
    powers = powers_of_a_generator(prime, degree)
    place = {element: index for index, element in enumerate(powers)}

    def times_g(element):
        return powers[(place[element] + 1) % len(powers)] if any(element) else element

    def plus(one, other):
        return tuple((a + b) % prime for a, b in zip(one, other, strict=True))

    everything = elements((prime,) * degree)
    assert all(times_g(plus(a, b)) == plus(times_g(a), times_g(b)) for a in everything for b in everything)


def test_prime_powers():
    assert prime_powers(360) == ((2, 3), (3, 2), (5, 1))
    assert prime_powers(97) == ((97, 1),)
    assert prime_powers(1) == ()


@all_cases(range(5, 101))
def test_every_matrix_has_distinct_values_and_differences(order):
    moduli, rows = perfect.longest_matrix(order)
    for column in range(4):
        assert len({row[column] for row in rows}) == len(rows)
    for one, other in combinations(range(4), 2):
        differences = {tuple((a - b) % m for a, b, m in zip(row[one], row[other], moduli, strict=True)) for row in rows}
        assert len(differences) == len(rows)


@pytest.mark.parametrize(
    ("order", "rows"),
    [
        *((5, 5), (6, 5), (7, 7), (8, 8), (9, 9), (10, 9), (11, 11), (12, 10), (13, 13), (14, 12), (15, 13), (16, 16)),
        *((18, 15), (20, 17), (21, 18), (22, 19), (24, 19), (25, 25), (27, 27), (35, 35), (50, 10), (100, 25)),
    ],
)
def test_matrices_are_at_least_as_long_as_is_known(order, rows):
    assert len(perfect.longest_matrix(order)[1]) >= rows


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_too_few_tables_have_no_matrix(order):
    assert perfect.longest_matrix(order)[1] == ()


@pytest.mark.parametrize("players", [20, 24, 28, 64])
def test_players_of_one_column_never_meet(players):
    moduli, rows = perfect.longest_matrix(players // 4)
    for tables in perfect.develop(moduli, rows):
        for block in tables:
            assert sorted(place * 4 // players for place in block) == [0, 1, 2, 3]


@pytest.mark.parametrize("players", sorted(map(int, DATA["starters"])))
def test_every_base_round_develops_without_repeats(players):
    rounds = starter.develop(players)
    assert len(rounds) == starter.most_sessions(players)
    assert all(sorted(place for block in tables for place in block) == list(range(players)) for tables in rounds)
    assert recount.repeats(rounds) == 0


@pytest.mark.parametrize(
    ("players", "sessions"),
    [
        *(
            (16, 5),
            (24, 7),
            (32, 10),
            (28, 9),
            (36, 11),
            (40, 13),
            (44, 14),
            (48, 15),
            (52, 17),
            (56, 18),
            (60, 19),
            (64, 21),
        ),
        *((72, 23), (76, 25), (80, 26), (84, 27), (88, 29), (96, 31), (100, 33)),
    ],
)
def test_base_rounds_reach_the_bound(players, sessions):
    assert starter.most_sessions(players) == sessions == (players - 1) // 3


@pytest.mark.parametrize("players", sorted(map(int, DATA["covers"])))
def test_in_a_cover_everybody_meets_with_the_fewest_repeats(players):
    rounds = DATA["covers"][str(players)]
    met = Counter(frozenset(pair) for tables in rounds for block in tables for pair in combinations(block, 2))
    assert all(sorted(place for block in tables for place in block) == list(range(players)) for tables in rounds)
    assert len(met) == players * (players - 1) // 2
    assert annealing.longest_design(players, len(rounds)) == tuple(
        tuple(tuple(block) for block in tables) for tables in rounds
    )


def test_an_unknown_size_has_no_starter():
    assert starter.most_sessions(104) == 0
    assert starter.develop(104) == ()


@pytest.mark.parametrize(
    ("order", "index"),
    [(order, index) for order in map(int, DATA["holed"]) for index in range(len(DATA["holed"][str(order)]))],
)
def test_in_a_holed_design_columns_and_slabs_never_meet(order, index):
    players = 4 * order
    moduli, rows = shipped_holed(order)[index]
    rounds = perfect.develop(moduli, rows)
    assert recount.repeats(rounds) == recount.revisits(rounds) == 0
    slab = 4 if moduli == (2, 2, 2, 2) else moduli[-1]
    met = {frozenset(pair) for tables in rounds for block in tables for pair in combinations(block, 2)}
    for one, other in combinations(range(players), 2):
        if one // order == other // order or one % order // slab == other % order // slab:
            assert frozenset((one, other)) not in met


@pytest.mark.parametrize(
    ("order", "index"),
    [(order, index) for order in map(int, DATA["banded"]) for index in range(len(DATA["banded"][str(order)]))],
)
def test_in_a_banded_design_columns_and_neighbouring_rows_never_meet(order, index):
    moduli, rows = shipped_banded(order)[index]
    rounds = perfect.develop(moduli, rows)
    assert len(rounds) >= 8
    assert recount.repeats(rounds) == recount.revisits(rounds) == 0
    met = {frozenset(pair) for tables in rounds for block in tables for pair in combinations(block, 2)}
    for one, other in combinations(range(4 * order), 2):
        if one // order == other // order or (one - other) % order in (0, 1, order - 1):
            assert frozenset((one, other)) not in met


@pytest.mark.parametrize(
    ("players", "index"),
    [(players, index) for players in map(int, FOR_CLUBS) for index in range(len(FOR_CLUBS[str(players)]))],
)
def test_rounds_made_for_clubs_have_no_repeats_and_no_returns(players, index):
    rounds = shipped_for_clubs(players)[index]
    assert all(sorted(place for block in tables for place in block) == list(range(players)) for tables in rounds)
    assert recount.repeats(rounds) == recount.revisits(rounds) == 0


@pytest.mark.parametrize(
    ("players", "index", "size", "stride", "count"),
    [(48, 0, 5, 5, 9), (48, 2, 8, 8, 6), (56, 0, 8, 8, 7), (60, 1, 10, 10, 6), (60, 2, 12, 12, 5), (84, 1, 16, 16, 5)],
)
def test_in_rounds_made_for_clubs_neighbours_never_meet(players, index, size, stride, count):
    rounds = shipped_for_clubs(players)[index]
    for start in range(0, stride * count, stride):
        assert recount.meetings_inside(rounds, set(range(start, start + size))) == 0
