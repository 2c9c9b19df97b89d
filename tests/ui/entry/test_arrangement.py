"""Rack and line say the same: what is typed is laid out, what is laid out is written back."""

import pytest
from hypothesis import given

from tests.strategies import hands
from tournament.catalogue import rule_set
from tournament.hand.hand import Hand
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.notation import format_hand, parse
from tournament.hand.problem import HandPart, HandProblem
from tournament.hand.situation import EAST_BY_DISCARD, Situation
from tournament.language import verbatim
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind
from ui.desktop.hand_editor import hand_state
from ui.desktop.hand_editor.hand_state import RackItem, RackPart
from ui.entry.arrangement import Arrangement, PlayerContext, column_of, completion, line_of, parse_line
from ui.entry.verdict import HandContext, judge, why_impossible

NORTH = Situation(Wind.NORTH, Wind.EAST)


@given(hands)
def test_what_is_typed_is_laid_out_and_written_back(hand: Hand) -> None:
    arrangement = parse_line(format_hand(hand), EAST_BY_DISCARD).arrangement
    assert (arrangement.melds, arrangement.winning, arrangement.situation) == (hand.melds, hand.winning, hand.situation)
    assert tuple(sorted(arrangement.tiles)) == hand.concealed
    assert len(arrangement.flowers) == hand.flowers
    assert parse(line_of(arrangement, EAST_BY_DISCARD)) == hand


@given(hands)
def test_every_beginning_of_a_hand_can_be_typed_without_a_complaint_about_what_is_missing(hand: Hand) -> None:
    text = format_hand(hand).partition("|")[0]
    codes = {fault.code for end in range(len(text)) for fault in parse_line(text[:end], EAST_BY_DISCARD).faults}
    assert not codes & {"tile-count", "digit-without-suit", "unclosed-bracket", "situation"}


def test_the_sheet_gives_winds_and_self_draw_whatever_is_typed() -> None:
    given = Situation(Wind.NORTH, Wind.WEST, self_drawn=True)
    assert parse_line("11m|EE0010", given, fixed=True).arrangement.situation == given._replace(last_of_wall=True)
    assert parse_line("11m", given, fixed=True).arrangement.situation == given


def test_four_of_each_are_counted_over_everything() -> None:
    arrangement = parse_line("[222m,1]2m3456m", EAST_BY_DISCARD).arrangement
    assert arrangement.left(Tile.M2) == 0
    assert arrangement.left(Tile.M3) == 3
    assert arrangement.with_tile(Tile.M2) == arrangement
    five = parse_line("[222m,1]22m3456m", EAST_BY_DISCARD)
    assert [(fault.code, fault.column) for fault in five.faults] == [("fifth-copy", 10)]


@pytest.mark.parametrize(
    ("typed", "code"),
    [("123456789m12345ss", "suit-without-digit"), ("123456789m123456s", "tile-count"), ("12z", "unknown-letter")],
)
def test_a_fault_that_more_tiles_cannot_correct_is_reported(typed: str, code: str) -> None:
    assert code in [fault.code for fault in parse_line(typed, EAST_BY_DISCARD).faults]


def test_the_fourteenth_tile_wins_and_goes_back_first() -> None:
    arrangement = parse_line("123456789m1234s", EAST_BY_DISCARD).arrangement
    won = arrangement.with_tile(Tile.S4)
    assert won.winning is Tile.S4
    assert won.with_tile(Tile.S5) == won
    assert won.without_last() == arrangement
    assert arrangement.without_last().tiles == arrangement.tiles[:-1]


def test_another_tile_can_be_made_the_winning_one() -> None:
    arrangement = parse_line("123456789m12344s", EAST_BY_DISCARD).arrangement
    assert arrangement.winning is Tile.S4
    first = hand_state.turn(arrangement, RackItem(RackPart.CONCEALED, 0))
    assert first.winning is Tile.M1
    assert first.count == 14


@pytest.mark.parametrize(
    ("tile", "meld"),
    [
        (Tile.M2, Meld(MeldKind.CHOW, Tile.M2, 1)),
        (Tile.M4, Meld(MeldKind.CHOW, Tile.M4, 1)),
        (Tile.M6, Meld(MeldKind.CHOW, Tile.M5, 2)),
        (Tile.EAST, Meld(MeldKind.PUNG, Tile.EAST, 1)),
        (Tile.RED, Meld(MeldKind.KONG, Tile.RED, 1)),
    ],
)
def test_a_dragged_tile_is_the_claimed_one_of_its_set(tile: Tile, meld: Meld) -> None:
    arrangement = Arrangement(tiles=(*parse_line("234567mEEECCC", EAST_BY_DISCARD).arrangement.tiles, Tile.RED))
    if tile is Tile.M6:
        arrangement = Arrangement(tiles=(Tile.M5, Tile.M6, Tile.M7))
    assert hand_state.claim(arrangement, RackItem(RackPart.CONCEALED, arrangement.tiles.index(tile))).melds == (meld,)


def test_a_set_shows_its_origin_and_a_pung_becomes_a_kong() -> None:
    arrangement = parse_line("[EEE,1]", EAST_BY_DISCARD).arrangement
    piece = RackItem(RackPart.MELD, 0)
    sources = []
    for _ in range(3):
        arrangement = hand_state.turn(arrangement, piece)
        sources.append(arrangement.melds[0].source)
    assert sources == [2, 3, 1]
    kong = hand_state.to_kong(hand_state.turn(arrangement, piece), piece)
    assert kong.melds == (Meld(MeldKind.KONG, Tile.EAST, 6),)
    sources.clear()
    for _ in range(7):
        kong = hand_state.turn(kong, piece)
        sources.append(kong.melds[0].source)
    assert sources == [7, 0, 1, 2, 3, 5, 6]
    assert hand_state.to_kong(kong, piece).melds == (Meld(MeldKind.PUNG, Tile.EAST, 2),)
    assert hand_state.remove(kong, piece).melds == ()


@pytest.mark.parametrize(
    ("typed", "proposed"),
    [
        ("[234p", ",1]"),
        ("[234p,", "1]"),
        ("[234p,2", "]"),
        ("[4444p", "]"),
        ("[EEE", ",1]"),
        ("(EEE", ")"),
        ("[23", ""),
        ("123m", ""),
        ("[234p,1]234m23456s88p7s", "|NE0000"),
        ("[234p,1]234m23456s88p7s|N", "E0000"),
        ("[234p,1]234m23456s88p7s|NE10", "00"),
        ("[234p,1]234m23456s88p7s|NE0000|a", ""),
    ],
)
def test_what_comes_next_is_proposed(typed: str, proposed: str) -> None:
    assert completion(typed, parse_line(typed, NORTH).arrangement, NORTH) == proposed


def test_what_the_tiles_rule_out_has_its_reason() -> None:
    arrangement = parse_line("[EEE,1]234m23456s88p7s", EAST_BY_DISCARD).arrangement
    assert why_impossible(arrangement, Situation(self_drawn=True, kong=True)) is not None
    assert why_impossible(arrangement, Situation(kong=True)) is None
    assert why_impossible(arrangement, Situation(kong=True, last_of_wall=True)) is not None
    held = parse_line("[EEE,1]234m23456s7p7s8s8s".replace("7p", ""), EAST_BY_DISCARD).arrangement
    assert why_impossible(held, Situation(last_of_kind=True)) is not None


def test_the_verdict_of_the_picture() -> None:
    verdict = judge("[234p,1]234m23456s88p7s|NE0000|a", HandContext())
    assert verdict.explanation is not None
    assert (verdict.points, verdict.explanation.score.basic) == (14, 13)
    assert [present.pattern.number for present in verdict.explanation.counted] == [41, 63, 68, 71, 81]
    found = {wait.tile: wait.by_discard.points for wait in verdict.waits if wait.by_discard is not None}
    assert found == {Tile.S1: 5, Tile.S4: 13, Tile.S7: 14}


def test_an_incomplete_hand_shows_how_far_it_is_from_ready() -> None:
    verdict = judge("1479m258p369sESWE", HandContext())
    assert verdict.hand is not None
    assert verdict.explanation is None
    assert verdict.waits == ()
    assert verdict.distances[0].shanten == 1


def test_o_is_west_as_french_writes_it() -> None:
    for o, w in (("OOO", "WWW"), ("[OOO,2]EE", "[WWW,2]EE"), ("234m|OS1000", "234m|WS1000"), ("111m!O", "111m!W")):
        assert parse_line(o, EAST_BY_DISCARD) == parse_line(w, EAST_BY_DISCARD)
    assert parse_line("OOOOO", EAST_BY_DISCARD).faults[0].column == 5


@pytest.mark.parametrize(
    ("typed", "claimed", "found"),
    [
        ("789m", "8m", ["789m"]),
        ("123m", "1m", ["123m"]),
        ("12345m", "3m", ["345m", "234m", "123m"]),
        ("89m1p", "9m", []),
        ("1111s23s", "1s", ["1111s", "111s", "123s"]),
        ("EEE", "E", ["EEE"]),
    ],
)
def test_the_sets_that_a_claimed_tile_can_make(typed: str, claimed: str, found: list[str]) -> None:
    arrangement = parse_line(typed, EAST_BY_DISCARD).arrangement
    tile = parse_line(claimed, EAST_BY_DISCARD).arrangement.tiles[0]
    made = ["".join(sorted(each.text for each in meld.tiles)) for meld in arrangement.sets_with(tile)]
    assert made == ["".join(sorted(each.text for each in parse_line(text, EAST_BY_DISCARD).arrangement.tiles))
                    for text in found]  # fmt: skip


@pytest.mark.parametrize(
    ("part", "typed", "column"),
    [
        (HandPart.SITUATION, "234m", 0),
        (HandPart.SITUATION, "234m|NE0000", 6),
        (HandPart.CONCEALED, "234m", 1),
        (HandPart.ANSWERS, "234m|NE0000", 0),
    ],
)
def test_a_fault_that_counting_finds_is_shown_at_its_column_or_none(part: HandPart, typed: str, column: int) -> None:
    """A situation that is not typed has no column."""
    rules = rule_set("zung-jung")
    assert rules is not None
    assert column_of(HandProblem("found", verbatim("found"), part), typed, PlayerContext(rules)) == column
