"""The weight of an event and the base rank of a place in MERS, by the rules decided on 2017-05-25."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.ranking_rules import rules_called

MERS = rules_called("mers")


def base_rank(place: int, players: int) -> Fraction:
    return MERS.value.of(place, players, 1)


@pytest.mark.parametrize(
    ("days", "players", "countries", "championship", "weight"),
    [
        (1, 16, 1, False, "1"),
        (2, 40, 5, False, "2"),
        (2, 41, 5, False, "5/2"),
        (2, 80, 6, False, "3"),
        (2, 81, 9, False, "7/2"),
        (3, 81, 10, False, "5"),
        (4, 100, 12, False, "5"),
        (3, 100, 12, True, "6"),
        (2, 48, 4, False, "5/2"),
    ],
)
def test_the_parts_are_added_up(days: int, players: int, countries: int, championship: bool, weight: str):
    found = MERS.weight.of(days=days, players=players, countries=countries, championship=championship)
    assert found == Fraction(weight)


@pytest.mark.parametrize(
    ("place", "players", "rank"),
    [(1, 16, 1000), (16, 16, 0), (3, 16, 867), (2, 17, 938), (9, 17, 500), (3, 48, 957), (1, 1, 1000), (2, 4, 667)],
)
def test_a_base_rank_is_rounded_a_half_upwards(place: int, players: int, rank: int):
    assert base_rank(place, players) == rank


@given(st.integers(2, 2000), st.data())
def test_base_ranks_fall_from_1000_to_0(players: int, data: st.DataObject):
    place = data.draw(st.integers(1, players - 1))
    assert base_rank(1, players) == 1000
    assert base_rank(players, players) == 0
    assert base_rank(place, players) >= base_rank(place + 1, players)
    assert abs(base_rank(place, players) - Fraction(1000 * (players - place), players - 1)) <= Fraction(1, 2)
