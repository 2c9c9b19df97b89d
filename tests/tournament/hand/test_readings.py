"""Every way to read a hand, what completes thirteen tiles, and how far they are from that."""

import pytest
from hypothesis import given, settings

from tests.second_counter.text import read
from tests.second_counter.ways import ways, winners
from tests.strategies import hand_texts, waiting_texts
from tournament.hand.completing import completing
from tournament.hand.notation import parse, parse_waiting
from tournament.hand.readings import PAIR, WHOLE, Shape, readings
from tournament.hand.shanten import distances, shanten
from tournament.tiles.packed import kinds_in
from tournament.tiles.tile import TILES


def read_as(text):
    return [(reading.shape, len(reading.sets), reading.completes) for reading in readings(parse(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[123m,1]678m345p78sEE9s", [(Shape.SETS, 4, 2)]),
        ("[123m,1]678m345p789sEE", [(Shape.SETS, 4, PAIR)]),
        ("123m678m345p78sEE7s", []),
        ("[777p,2]147m258p369sEE", [(Shape.KNITTED_STRAIGHT, 1, PAIR)]),
        ("147m258p369s46sEE5s", [(Shape.KNITTED_STRAIGHT, 1, 0)]),
        ("147m258p34566sEE9s", [(Shape.KNITTED_STRAIGHT, 1, WHOLE)]),
        ("1133m5577p22sEE5s5s", [(Shape.SEVEN_PAIRS, 0, WHOLE)]),
        ("1133m5577pEEEE5s5s", [(Shape.SEVEN_PAIRS, 0, WHOLE)]),
        ("19m19p19sESWNCFP1m", [(Shape.ORPHANS, 0, WHOLE)]),
        ("147m258p36sESWNCF", [(Shape.HONOURS_AND_KNITTED, 0, WHOLE)]),
        ("148m258p36sESWNCF", []),
    ],
)
def test_shapes(text, expected):
    assert read_as(text) == expected


def test_the_winning_tile_completes_each_element_that_holds_it():
    assert read_as("[EEE,1][SSS,1]12234m55p3m") == [(Shape.SETS, 4, 2), (Shape.SETS, 4, 3)]


def test_three_equal_runs_are_read_both_ways():
    sets = {reading.sets for reading in readings(parse("111222333s456pEE"))}
    assert len(sets) == 2


@given(hand_texts)
def test_as_many_divisions_as_by_trying(text):
    won = read(text)
    found = {(r.shape, r.sets[r.declared :], r.pair, r.knitted) for r in readings(parse(text))}
    assert len(found) == len({(w.form, w.sets, w.pair, w.knitted) for w in ways([*won.before, won.winning])})


@settings(max_examples=25)
@given(hand_texts)
def test_what_completes_is_what_trying_every_tile_finds(text):
    won = read(text)
    hand = parse(text)
    found = {TILES[kind].text for kind in kinds_in(completing(hand.packed_concealed, len(hand.melds)))}
    assert found == set(winners(list(won.before)))


@settings(max_examples=10)
@given(waiting_texts)
def test_ready_tiles_have_distance_zero_and_their_useful_tiles_complete_them(text):
    waiting = parse_waiting(text)
    completes = {TILES[kind] for kind in kinds_in(completing(waiting.packed_concealed, 0))}
    useful = {tile for distance in distances(waiting) if not distance.shanten for tile in distance.useful}
    held = [tile for tile in completes if waiting.concealed.count(tile) == 4]
    assert useful == completes - set(held)
    assert shanten(waiting) == 0 or not useful


@pytest.mark.parametrize(
    ("text", "shape", "expected", "useful"),
    [
        ("1133m5577p22sEE5s", Shape.SEVEN_PAIRS, 0, ""),
        ("19m19p19sESWNCFP", Shape.ORPHANS, 0, "1m9m1s9s1p9pESWNCFP"),
        ("147m258p36sESWNC", Shape.HONOURS_AND_KNITTED, 0, "9sFP"),
        ("147m258p36s456sEE", Shape.KNITTED_STRAIGHT, 0, "9s"),
        ("[123m,1]678m345p78sEE", Shape.SETS, 0, "6s9s"),
        ("[123m,1]678m345p78sES", Shape.SETS, 1, "6s9sES"),
        ("[123m,1][678m,1][345p,1]1479s", Shape.SETS, 1, ""),
    ],
)
def test_distance(text, shape, expected, useful):
    found = {distance.shape: distance for distance in distances(parse_waiting(text))}[shape]
    assert found.shanten == expected
    if useful:
        assert "".join(tile.text for tile in found.useful) == useful
