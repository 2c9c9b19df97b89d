"""Seats and winds. Source: WMO 2006, "Figure 5" (docs/rules.md, M1)."""

from itertools import pairwise

import pytest

from tournament.catalogue import IDS, rule_set
from tournament.rules.payment import NO_NET, Outcome
from tournament.rules.rotation import SEATS_CHANGED, SEATS_KEPT, TableRule, fewest_hands, foreseen
from tournament.tiles.wind import Wind

DEALERS = "ABCDBADCCDBADCAB"
STARTS = {"A": "ESNW", "B": "SEWN", "C": "WNES", "D": "NWSE"}


def test_the_dealers_of_the_sixteen_hands():
    assert "".join("ABCD"[SEATS_CHANGED.column(Wind.EAST, hand)] for hand in range(1, 17)) == DEALERS


@pytest.mark.parametrize("letter", "ABCD")
def test_the_seat_of_each_player_in_the_four_rounds(letter):
    column = "ABCD".index(letter)
    assert "".join(SEATS_CHANGED.first_seat(column, hand).letter for hand in (1, 5, 9, 13)) == STARTS[letter]


@pytest.mark.parametrize("rotation", [SEATS_CHANGED, SEATS_KEPT])
def test_the_wind_of_each_round(rotation):
    assert "".join(rotation.prevalent(hand).letter for hand in range(1, 17)) == "EEEESSSSWWWWNNNN"


def test_hand_ten_of_the_west_round():
    assert "".join(wind.letter for wind in SEATS_CHANGED.winds(10)) == "WSNE"
    assert SEATS_CHANGED.prevalent(10) is Wind.WEST


@pytest.mark.parametrize("rotation", [SEATS_CHANGED, SEATS_KEPT])
def test_in_every_hand_the_four_winds_are_taken_once(rotation):
    for hand in range(1, rotation.hands + 1):
        assert sorted(rotation.winds(hand)) == list(Wind)


@pytest.mark.parametrize("rotation", [SEATS_CHANGED, SEATS_KEPT])
def test_everybody_deals_four_times(rotation):
    dealers = [rotation.column(Wind.EAST, hand) for hand in range(1, rotation.hands + 1)]
    assert [dealers.count(column) for column in range(4)] == [4, 4, 4, 4]


def test_the_letters_of_the_winds():
    assert "".join(wind.letter for wind in Wind) == "ESWN"


@pytest.mark.parametrize("rotation", [SEATS_CHANGED, SEATS_KEPT])
def test_a_round_opens_with_every_fourth_hand_and_the_game_is_over_after_the_sixteenth(rotation):
    states = [rotation.state(hand) for hand in range(1, 18)]
    assert [state.hand for state in states if state.opens] == [1, 5, 9, 13]
    assert [state.passed for state in states] == list(range(17))
    assert [state.over for state in states] == [False] * 16 + [True]


def table_of(id: str) -> TableRule:
    rules = rule_set(id)
    assert rules is not None
    return rules.table


@pytest.mark.parametrize("id", IDS)
def test_the_fewest_hands_of_a_game_are_those_that_no_dealer_wins(id):
    table = table_of(id)
    state, played = table.start, 0
    while not state.over and played < 40:
        state = table.advance(state, Outcome((state.dealer + 2) % 4), NO_NET)
        played += 1
    assert fewest_hands(table) == (played if state.over else None)


@pytest.mark.parametrize("id", IDS)
def test_states_are_foreseen_as_long_as_every_result_leads_to_the_same(id):
    table = table_of(id)
    states = foreseen(table)
    assert states[0] == table.start
    assert len(states) == 16 or len(after_any_result(table, states[-1])) > 1
    for before, after in pairwise(states):
        assert after_any_result(table, before) == {after}


def after_any_result(table, state):
    return {table.advance(state, outcome, NO_NET) for outcome in (None, *map(Outcome, range(4)))}
