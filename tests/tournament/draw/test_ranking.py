"""Sessions seated by the standings."""

import pytest

from tests.tournament.draw import recount
from tournament.draw import DrawProblem, make_plan
from tournament.draw.ranking import finalists, straight_tables, swiss_tables
from tournament.draw.search import SeededRandom


def test_straight_tables_follow_the_ranking():
    session = straight_tables([9, 4, 7, 1, 12, 2, 3, 5])
    assert [set(table) for table in session] == [{9, 4, 7, 1}, {12, 2, 3, 5}]


def test_start_winds_go_to_those_who_had_them_least():
    played = [((1, 2, 3, 4),), ((2, 1, 4, 3),), ((3, 4, 1, 2),)]
    # 1 has been East, South, West: North is left to them, West to 2, South to 3, East to 4.
    assert straight_tables([1, 2, 3, 4], played) == ((4, 3, 2, 1),)


def test_swiss_without_earlier_meetings_is_straight():
    ranking = [5, 3, 8, 1, 2, 7, 6, 4]
    assert [set(table) for table in swiss_tables(ranking, [])] == [{5, 3, 8, 1}, {2, 7, 6, 4}]


@pytest.mark.parametrize(("players", "drawn", "swiss"), [(24, 3, 1), (40, 4, 3), (100, 4, 3)])
def test_swiss_brings_nobody_together_twice(players, drawn, swiss):
    played = list(make_plan(players=players, sessions=drawn, seed=1).sessions)
    chance = SeededRandom(9)
    for _ in range(swiss):
        session = swiss_tables(chance.shuffled(range(1, players + 1)), played)
        assert recount.repeats([*played, session]) == 0
        played.append(session)
    assert recount.repeats(played) == 0
    assert recount.everyone_once(players, played)


def test_swiss_keeps_ranks_close():
    played = list(make_plan(players=100, sessions=3, seed=1).sessions)
    ranking = SeededRandom(3).shuffled(range(1, 101))
    session = swiss_tables(ranking, played)
    spreads = [max(map(ranking.index, table)) - min(map(ranking.index, table)) for table in session]
    assert sum(spreads) / len(spreads) < 6  # 3 is a straight table


def test_swiss_beyond_the_possible_repeats_as_little_as_it_can():
    played = [((1, 2, 3, 4), (5, 6, 7, 8))]
    session = swiss_tables(list(range(1, 9)), played)
    assert recount.repeats([*played, session]) == 4  # two from each table: two pairs a table


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_a_final_keeps_the_first_of_the_ranking(size):
    ranking = list(range(40, 0, -1))
    assert finalists(ranking, size) == tuple(range(40, 40 - size, -1))


@pytest.mark.parametrize(("size", "nearest"), [(12, 8), (32, 16), (0, 4)])
def test_another_final_is_refused_with_the_nearest(size, nearest):
    with pytest.raises(DrawProblem, match=f"nearest is a final of {nearest}"):
        finalists(list(range(1, 21)), size)


def test_a_final_of_three_players_is_refused():
    with pytest.raises(DrawProblem, match="at least four players"):
        finalists([1, 2, 3], 4)


@pytest.mark.parametrize(
    ("ranking", "text"),
    [
        ([], "There is nobody to seat"),
        ([1, 2, 3], "1 substitute is needed"),
        ([1, 2, 3, 4, 5], "3 substitutes are needed"),
    ],
)
def test_a_ranking_that_does_not_fill_its_tables_is_refused(ranking, text):
    with pytest.raises(DrawProblem, match=text):
        straight_tables(ranking)


def test_a_player_ranked_twice_is_refused():
    with pytest.raises(DrawProblem, match="Player 2 is ranked twice"):
        swiss_tables([1, 2, 2, 3], [])


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_all_who_are_ranked_may_be_in_the_final(size):
    assert finalists(list(range(1, size + 1)), size) == tuple(range(1, size + 1))
    with pytest.raises(DrawProblem):
        finalists(list(range(1, size)), size)
