"""The tiles of one player: read, written, and refused where they cannot be."""

import pytest

from tournament.hand.notation import HandProblems, format_player_hand, parse_player_hand
from tournament.tiles.bonus import FLOWERS, SEASONS, BonusTile
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind


def codes(text: str, **how: bool) -> set[tuple[str, int]]:
    with pytest.raises(HandProblems) as caught:
        parse_player_hand(text, **how)
    return {(problem.code, problem.column) for problem in caught.value.problems}


def test_a_winner_without_prevalent_wind() -> None:
    hand = parse_player_hand("[2222s]123m456m777s9p9p|-E1001|be")
    assert (hand.prevalent, hand.own, hand.winning) == (None, Wind.EAST, Tile.P9)
    assert (hand.won, hand.replacement, hand.robbed, hand.exposed, hand.size) == (True, True, False, False, 14)
    assert hand.bonus == {BonusTile.ORCHID, BonusTile.SPRING}
    assert len(hand.tiles) == 15


def test_a_loser_holds_no_winning_tile() -> None:
    hand = parse_player_hand("[EEE,2]1223334556s|SE0000", won=False)
    assert (hand.winning, hand.prevalent, hand.size, hand.exposed) == (None, Wind.SOUTH, 13, True)
    assert (hand.won, hand.robbed, hand.replacement) == (False, False, False)


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("[111s,1][CCCC]1235556p6p|-N1011|dh", True),
        ("[111s,1][CCCC]1235556p|EE0000", False),
        ("19m19s19pESWNCFP|WW0000", False),
    ],
)
def test_what_is_written_is_read_again(text: str, won: bool) -> None:
    hand = parse_player_hand(text, won=won)
    assert format_player_hand(hand) == text
    assert parse_player_hand(format_player_hand(hand), won=won) == hand


def test_some_games_count_any_number_of_tiles() -> None:
    assert parse_player_hand("123m", won=False, any_size=True).size == 3
    assert codes("123m", won=False) == {("tile-count", 3)}


def test_what_cannot_be() -> None:
    assert codes("11111m222s333s444s|EE0000") == {("fifth-copy", 5)}
    assert codes("123m456m777s99p222s|-E1001") == {("replacement-without-kong", 26)}
    assert codes("123m456m777s99p222s|EE0000|2") == {("flowers-unnamed", 28)}
    assert codes("123m456m777s99p222s|EE0000|aa") == {("flower-twice", 29)}
    assert codes("123m456m777s99p222s|-X0000") == {("wind", 22)}


def test_a_replacement_of_a_flower_needs_no_kong() -> None:
    assert parse_player_hand("123m456m777s99p222s|-E1001|a").replacement


def test_flowers_have_owners() -> None:
    assert {tile.owner for tile in FLOWERS} == {tile.owner for tile in SEASONS} == set(Wind)
    assert (BonusTile.WINTER.letter, BonusTile.WINTER.owner) == ("h", Wind.NORTH)
