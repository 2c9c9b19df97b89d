"""Seats and winds. Source: WMO 2006, "Figure 5" (docs/rules.md, M1)."""

import pytest

from tournament.rules.rotation import SEATS_CHANGED, SEATS_KEPT
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
