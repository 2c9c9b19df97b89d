"""Kinds of tile and tiles packed in one integer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.tiles.packed import (
    DRAGONS,
    KNITTED,
    ORPHANS,
    SUITS,
    TERMINALS,
    UNITS,
    WINDS,
    above_four,
    fours,
    kinds_in,
    pack,
    present,
    ranks,
)
from tournament.tiles.tile import KINDS, TILES, Dragon, Suit, Tile, suited
from tournament.tiles.wind import Wind


@pytest.mark.parametrize(
    ("tile", "text", "suit", "rank", "wind", "dragon"),
    [
        (Tile.M1, "1m", Suit.CHARACTERS, 1, None, None),
        (Tile.S9, "9s", Suit.BAMBOOS, 9, None, None),
        (Tile.P5, "5p", Suit.DOTS, 5, None, None),
        (Tile.NORTH, "N", None, None, Wind.NORTH, None),
        (Tile.WHITE, "P", None, None, None, Dragon.WHITE),
    ],
)
def test_a_tile_knows_what_it_is(tile, text, suit, rank, wind, dragon):
    assert (tile.text, tile.suit, tile.rank, tile.wind, tile.dragon) == (text, suit, rank, wind, dragon)


def test_tile_order_is_characters_bamboos_dots_winds_dragons():
    assert "".join(tile.text for tile in TILES[::9]) == "1m1s1pE"
    assert "".join(tile.text for tile in TILES[27:]) == "ESWNCFP"
    assert [suited(Suit.DOTS, rank).rank for rank in range(1, 10)] == list(range(1, 10))


def test_letters():
    assert [suit.letter for suit in Suit] == ["m", "s", "p"]
    assert [dragon.letter for dragon in Dragon] == ["C", "F", "P"]


@given(st.dictionaries(st.integers(0, KINDS - 1), st.integers(1, 7)))
def test_packing_counts_each_kind(counts):
    packed = pack(kind for kind, count in counts.items() for _ in range(count))
    assert {kind: packed >> 4 * kind & 15 for kind in kinds_in(present(packed))} == counts
    assert set(kinds_in(above_four(packed))) == {kind for kind, count in counts.items() if count > 4}


def test_fours_are_the_kinds_held_four_times():
    assert fours(4 * UNITS[3] + 3 * UNITS[4] + UNITS[5]) == UNITS[3]


def test_masks():
    assert [mask.bit_count() for mask in (*SUITS, WINDS, DRAGONS, TERMINALS, ORPHANS)] == [9, 9, 9, 4, 3, 6, 13]
    assert ranks(5) == UNITS[4] | UNITS[13] | UNITS[22]


def test_knitted_tiles_give_147_258_369_to_the_suits_in_six_ways():
    assert len(set(KNITTED)) == 6
    for mask in KNITTED:
        starts = [sorted(kind % 9 for kind in kinds_in(mask & suit)) for suit in SUITS]
        assert sorted(starts) == [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
