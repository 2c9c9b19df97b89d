"""The kinds of hands of the riichi quiz: each is dealt of the tiles that its name says."""

from random import Random

import pytest

from tournament.hand.elements import tiles_of
from tournament.rulesets.riichi.dealing import _PLANS, _one_suit, _Plan, _plan
from tournament.tiles.tile import TILES, Tile
from tournament.tiles.wind import Wind

DRAGONS = {Tile.RED, Tile.GREEN, Tile.WHITE}


def plans(name: str) -> list[_Plan]:
    """What the kind of hand is by many states of chance."""
    return [_plan(Random(seed), name, Wind.SOUTH, Wind.EAST) for seed in range(60)]


def is_orphan(tile: Tile) -> bool:
    return tile.suit is None or tile.rank in {1, 9}


@pytest.mark.parametrize("name", _PLANS)
def test_how_often_is_a_share(name: str) -> None:
    for plan in plans(name):
        assert 0 <= plan.open <= 1
        assert 0 <= plan.chows <= 1


def test_simples_are_dealt_of_the_fifteen_chows_without_ends() -> None:
    for plan in plans("simples"):
        assert len({TILES[kind] for kind in plan.kinds}) == 21
        assert len(plan.runs) == 15
        assert not any(is_orphan(tile) for run in plan.runs for tile in tiles_of(run))
        assert not any(is_orphan(TILES[kind]) for kind in plan.kinds)


def test_outer_hands_are_dealt_of_the_six_chows_with_an_end() -> None:
    found = plans("outer")
    for plan in found:
        assert len(plan.runs) == 6
        assert all(any(map(is_orphan, tiles_of(run))) for run in plan.runs)
        assert all(is_orphan(TILES[kind]) for kind in plan.kinds)
    assert {len(plan.kinds) for plan in found} == {6, 13}
    assert {plan.chows > 0 for plan in found} == {True, False}


@pytest.mark.parametrize("name", ["three suits", "three triplets"])
def test_the_same_ranks_in_three_suits(name: str) -> None:
    for plan in plans(name):
        sets = [tiles_of(element) for element in plan.fixed]
        assert {tiles[0].suit for tiles in sets} == {tile.suit for tile in TILES} - {None}
        assert len({tuple(tile.rank for tile in tiles) for tiles in sets}) == 1
        assert {len(set(tiles)) for tiles in sets} == ({3} if name == "three suits" else {1})


def test_a_straight_is_one_to_nine_of_a_suit_and_twins_are_a_chow_twice() -> None:
    for plan in plans("straight"):
        tiles = [tile for element in plan.fixed for tile in tiles_of(element)]
        assert [tile.rank for tile in tiles] == list(range(1, 10))
        assert len({tile.suit for tile in tiles}) == 1
    for plan in plans("twins"):
        one, other = map(tiles_of, plan.fixed)
        assert one == other
        assert len({tile.suit for tile in one}) == 1
        assert plan.open == 0, "claimed, they are no yaku"
    assert {plan.open for plan in plans("chows")} == {0}


def test_a_hand_of_value_has_a_pung_of_dragons_or_of_a_wind_that_counts() -> None:
    fixed = {TILES[plan.fixed[0]] for plan in plans("value")}
    assert fixed == {*DRAGONS, Tile.EAST, Tile.SOUTH}
    for plan in plans("dragons"):
        assert {TILES[kind] for kind in plan.kinds} == DRAGONS
        assert len(set(plan.fixed)) == 2


def test_one_suit_has_honours_three_times_out_of_four() -> None:
    for suit in (0, 9, 18):
        for seed in range(40):
            tiles = [TILES[kind] for kind in _one_suit(Random(seed), suit)]
            assert [tile.rank for tile in tiles[:9]] == list(range(1, 10))
            assert len({tile.suit for tile in tiles[:9]}) == 1
            assert len(tiles) in {9, 16}
    with_honours = sum(len(_one_suit(Random(seed))) == 16 for seed in range(400))
    assert 260 <= with_honours <= 340
    for plan in plans("one suit"):
        suits = {tile.suit for run in plan.runs for tile in tiles_of(run)}
        assert suits == {TILES[plan.kinds[0]].suit}
        assert len(plan.runs) == 7
