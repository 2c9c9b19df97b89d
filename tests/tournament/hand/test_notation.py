"""Reading and writing hands; every fault with its column."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples.rulebook import REFUSED
from tests.strategies import hand_texts, waiting_texts
from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import HandProblems, format_hand, format_waiting, parse, parse_waiting
from tournament.hand.problem import HandPart
from tournament.hand.situation import Situation
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind


def faults(text, read=parse):
    with pytest.raises(HandProblems) as caught:
        read(text)
    return [(problem.code, problem.column) for problem in caught.value.problems]


def problems_of(text, read):
    """The faults, none when it can be read."""
    try:
        read(text)
    except HandProblems as error:
        return error.problems
    return ()


def test_the_example_of_the_notation():
    hand = parse("[456s,1][456s,1][456s,3]45s55m6s|EE1000|2")
    assert [meld.kind for meld in hand.melds] == [MeldKind.CHOW] * 3
    assert sorted(meld.source for meld in hand.melds) == [1, 1, 3]
    assert [tile.text for tile in hand.concealed] == ["5m", "5m", "4s", "5s"]
    assert hand.winning is Tile.S6
    assert hand.situation == Situation(Wind.EAST, Wind.EAST, self_drawn=True)
    assert hand.flowers == 2


@pytest.mark.parametrize(
    ("bracket", "meld"),
    [
        ("[123p,3]", Meld(MeldKind.CHOW, Tile.P1, 3)),
        ("[123p]", Meld(MeldKind.CHOW, Tile.P1, 1)),
        ("[111s,2]", Meld(MeldKind.PUNG, Tile.S1, 2)),
        ("[EEE,3]", Meld(MeldKind.PUNG, Tile.EAST, 3)),
        ("[4444p,1]", Meld(MeldKind.KONG, Tile.P4, 1)),
        ("[4444p,7]", Meld(MeldKind.KONG, Tile.P4, 7)),
        ("[4444p]", Meld(MeldKind.CONCEALED_KONG, Tile.P4, 0)),
        ("[4444p,0]", Meld(MeldKind.CONCEALED_KONG, Tile.P4, 0)),
    ],
)
def test_brackets(bracket, meld):
    assert parse(f"{bracket}678m345s78sCC9s").melds == (meld,)


@pytest.mark.parametrize(
    ("rest", "situation", "flowers"),
    [
        ("", Situation(), 0),
        ("|", Situation(), 0),
        ("||", Situation(), 0),
        ("||ah", Situation(), 2),
        ("|SN0110|8", Situation(Wind.SOUTH, Wind.NORTH, last_of_kind=True, last_of_wall=True), 8),
    ],
)
def test_missing_parts_take_their_default(rest, situation, flowers):
    hand = parse("[123m,1]678m345p78sEE9s" + rest)
    assert (hand.situation, hand.flowers) == (situation, flowers)


def test_brackets_may_stand_anywhere_before_the_last_tile():
    assert parse("678m[123m,1]345p78sEE9s") == parse("[123m,1]E78s678mE345p9s")


@pytest.mark.parametrize(("place", "text"), REFUSED, ids=[place for place, _ in REFUSED])
def test_refused(place, text):
    assert faults(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[111m,1]11m345p678sE9s9s", [("fifth-copy", 10)]),
        ("[123m,1]678m345p78sE9s", [("tile-count", 21)]),
        ("[ESW,1]678m345p78sEE9s", [("chow-of-honors", 1)]),
        ("[890m,1]678m345p78sEE9s", [("no-zero", 4)]),
        ("[891m,1]678m345p78sEE9s", [("not-a-set", 1)]),
        ("[132m,1]678m345p78sEE9s", [("chow-not-ascending", 1)]),
        ("[123m,4]678m345p78sEE9s", [("meld-source", 7)]),
        ("[123m,0]678m345p78sEE9s", [("meld-source", 7)]),
        ("[1111m,4]678m345p78sEE9s", [("meld-source", 8)]),
        ("[123m,1678m345p78sEE9s", [("unclosed-bracket", 1)]),
        ("[123m,1]678m345x78sEE9s", [("unknown-letter", 16)]),
        ("[123m,1]678m345p78sEE9", [("digit-without-suit", 22)]),
        ("[123m,1]678mm345p78sEE9s", [("suit-without-digit", 13)]),
        ("[123m,1]678m345p78sEE9s|XE0000", [("wind", 25)]),
        ("[123m,1]678m345p78sEE9s|EE0200", [("flag", 28)]),
        ("[123m,1]678m345p78sEE9s|EE000", [("situation", 30)]),
        ("[123m,1]678m345p78sEE9s|EE1001", [("replacement-without-kong", 30)]),
        ("[999s,1]678m345p78sEE9s|EE0001", [("robbed-tile-held", 30)]),
        ("[123m,1]678m345p78sEE9s|EE0011", [("robbed-last-of-wall", 29)]),
        ("[123m,1]678m345p99sEE9s|EE0100", [("last-of-kind-held", 28)]),
        ("[123m,1]678m345p78sEE9s|EE0000|9", [("flowers", 32)]),
        ("[123m,1]678m345p78sEE9s|EE0000|aba", [("flower-twice", 34)]),
        ("[123m,1]678m345p78sEE9s|EE0000|x", [("flowers", 32)]),
        ("", [("tile-count", 1)]),
        ("[123m,1][123s,1][123p,1][EEE,1][SSS,1]", [("tile-count", 1), ("too-many-sets", 32)]),
    ],
)
def test_a_fault_has_its_code_and_column(text, expected):
    assert faults(text) == expected


def test_all_faults_are_reported_not_only_the_first():
    assert faults("[132m,1]678mx345p111s11sE|EE1001|300") == [
        ("chow-not-ascending", 1),
        ("unknown-letter", 13),
        ("fifth-copy", 23),
        ("replacement-without-kong", 32),
        ("flowers", 34),
    ]


def test_thirteen_tiles_wait_and_fourteen_do_not():
    assert len(parse_waiting("[123m,1]678m345p78sEE").concealed) == 10
    assert faults("[123m,1]678m345p78sEE9s", parse_waiting) == [("tile-count", 22)]


def test_a_hand_built_without_text_is_checked_too():
    with pytest.raises(HandProblems) as caught:
        Hand((Meld(MeldKind.CHOW, Tile.M8),), (Tile.EAST,) * 10, Tile.EAST, flowers=9)
    assert [(problem.code, problem.part) for problem in caught.value.problems] == [
        ("chow-past-nine", HandPart.MELD),
        ("fifth-copy", HandPart.CONCEALED),
        ("flowers", HandPart.FLOWERS),
    ]


@pytest.mark.parametrize("kind", [MeldKind.CHOW])
@pytest.mark.parametrize("tile", [Tile.EAST, Tile.WHITE, Tile.P9])
def test_no_chow_leaves_its_suit(kind, tile):
    with pytest.raises(HandProblems):
        Hand((Meld(kind, tile),), (Tile.M1, Tile.M1, Tile.M1, Tile.M2, Tile.M2, Tile.M2, *[Tile.S5] * 4), Tile.M3)


@given(hand_texts)
def test_reading_what_was_written_gives_the_same_hand(text):
    hand = parse(text)
    assert parse(format_hand(hand)) == hand


@given(waiting_texts)
def test_reading_waiting_tiles_back_gives_the_same(text):
    waiting = parse_waiting(text)
    assert parse_waiting(format_waiting(waiting)) == waiting


@given(st.text(alphabet="123456789mspESWNCFP[],|0 ab٣é", max_size=40))
def test_any_text_is_read_or_refused_with_columns(text):
    for read in (parse, parse_waiting):
        assert all(1 <= problem.column <= len(text) + 1 for problem in problems_of(text, read))


@given(hand_texts, st.integers(0, 60), st.sampled_from("123456789mspESWNCFP[],|0x"))
def test_one_wrong_character_never_breaks_the_reading(text, place, letter):
    place %= len(text)
    changed = text[:place] + letter + text[place + 1 :]
    found = problems_of(changed, parse)
    assert all(1 <= problem.column <= len(changed) + 1 for problem in found)
    if not found:
        assert parse(format_hand(parse(changed))) == parse(changed)
