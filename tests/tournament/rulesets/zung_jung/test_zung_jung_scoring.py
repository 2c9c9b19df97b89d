"""Zung Jung counts its gold, and every hand as its second count does."""

from itertools import chain
from typing import Any

import pytest

from tests.cases import all_cases
from tests.second_count import zung_jung as second_count
from tests.second_count.zung_jung_lines import difficult_lines, random_lines
from tests.tournament.rulesets.zung_jung.engine import REFUSED, cases, score
from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.rules.score import NotComplete
from tournament.rulesets.zung_jung.items import LIMITS, PATTERNS
from tournament.rulesets.zung_jung.options import ZungJungOptions
from tournament.rulesets.zung_jung.scoring import count, waits
from tournament.rulesets.zung_jung.situation import DEAL, ZungJungSituation
from tournament.tiles.tile import TILES


@all_cases(cases("gold.jsonl"), lambda case: case["name"])
def test_gold(case: dict[str, Any]) -> None:
    assert score(case["in"]) == case["out"]


def test_every_pattern_is_in_the_gold() -> None:
    met = {number for case in cases("gold.jsonl") for number in case["out"].get("patterns", ())}
    assert met == {pattern.item.number for pattern in PATTERNS}
    assert len(PATTERNS) == 44


def test_it_agrees_with_the_second_count() -> None:
    for line in chain(random_lines(7, 300), difficult_lines(7, 300)):
        assert score(line) == second_count.count(line), line


def codes(text: str, situation: ZungJungSituation) -> set[str]:
    with pytest.raises(HandProblems) as caught:
        count(parse_player_hand(text), situation)
    return {problem.code for problem in caught.value.problems}


def test_what_cannot_be_is_named() -> None:
    assert codes("[123m,1]456p78s234sEE9s|-S0000|a", ZungJungSituation()) == {"no-bonus-tiles"}
    assert codes("123m456p78s234sEE9s|-S1000", ZungJungSituation(DEAL)) == {"dealt-not-east"}
    assert codes("123m456p78s234sEE9s|-S1000", ZungJungSituation("draw")) == {"first-unknown"}


def test_nine_gates_drawn_and_mixed_is_no_nine_gates() -> None:
    """WSM: the tile is shown apart, or the pattern cannot be counted; all others can (docs/rules.md, Z12)."""
    drawn = {"hand": "1112345678999m5m|-S1000"}
    assert (score(drawn)["points"], score(drawn | {"mixed": True})["points"]) == (480, 90)
    claimed = {"hand": "1112345678999m5m|-S0000", "mixed": True}
    assert score(claimed)["points"] == 480


def test_the_explanation_names_sets_and_what_was_replaced() -> None:
    counted = count(parse_player_hand("[CCC,1][FFF,2]PPP999m1m1m|-S0000"))
    made = {each.item.number: each for each in counted.counted}
    assert [len(group) for group in made["3.1"].groups] == [3, 3, 3]
    assert (made["3.1"].repeated, made["3.1"].worth) == (3, 30)
    assert {tile.text for group in made["3.2.2"].groups for tile in group} == {"C", "F", "P"}
    assert (counted.base, counted.times, counted.limit, counted.points) == (335, 1, 320, 320)
    assert len(counted.groups) == 5
    four_kongs = count(parse_player_hand("[1111m,2][6666p,5][9999s][3333s]EE|-S0000"))
    assert [(each.item.number, each.by.number) for each in four_kongs.replaced] == [
        ("4.3.1", "4.3.4"),
        ("4.3.2", "4.3.4"),
        ("4.3.3", "4.3.4"),
    ]
    assert four_kongs.limit == LIMITS[-1]


@pytest.mark.parametrize(
    "text",
    [
        "1112345678999m|-S0000",
        "123m456p78s234sEE|-S0000",
        "1122m3344p5566sE|-S0000",
        "19m19p19sESWNCFP|-S0000",
        "[1111m]23m456p789sEE|-S0000",
        "222m444p66p999sEE|-S0000",
    ],
)
def test_waits_are_the_tiles_that_complete(text: str) -> None:
    """Each of the 34 tiles added in turn, but for those of which four are held."""
    hand = parse_player_hand(text, won=False, any_size=True)
    found = {wait.tile: wait for wait in waits(hand)}
    tiles, rest = text.split("|")
    for tile in TILES:
        added = f"{tiles}{tile.text}|{rest}"
        if hand.tiles.count(tile) == 4:
            assert tile not in found or found[tile].by_discard is found[tile].by_self_draw is None
            continue
        try:
            by_discard = count(parse_player_hand(added, any_size=True))
        except NotComplete:
            assert tile not in found
            continue
        assert found[tile].by_discard == by_discard
        assert found[tile].by_self_draw == count(parse_player_hand(added.replace("|-S0", "|-S1"), any_size=True))


def test_a_wait_is_dearer_drawn_where_a_discard_exposes_the_triplet() -> None:
    (wait,) = [
        wait for wait in waits(parse_player_hand("222m444p66p999sEE|-S0000", won=False)) if wait.tile.text == "6p"
    ]
    assert wait.by_discard is not None
    assert wait.by_self_draw is not None
    assert (wait.by_discard.points, wait.by_self_draw.points) == (65, 160)


def test_a_sum_of_exactly_the_limit_is_not_held_down() -> None:
    """1.2 5 + 1.3 5 + 4.1 30 + 4.2.3 125 + 9.4.1 155 = 320."""
    counted = count(parse_player_hand("222m444p66p888s55s6p|-E1000"), ZungJungSituation(DEAL))
    assert (counted.points, counted.base, counted.limit) == (320, 320, None)


def test_a_wait_of_which_four_are_held_is_marked() -> None:
    held = [
        wait.tile.text
        for wait in waits(parse_player_hand("[1111m]23m456p789sEE|-S0000", won=False))
        if not wait.by_discard
    ]
    assert held == ["1m"]


def test_waits_of_a_hand_that_is_not_ready() -> None:
    """Pairs beside declared sets are no seven pairs."""
    assert waits(parse_player_hand("[111m,1][999m,1]2233mEES|-S0000", won=False)) == ()
    assert waits(parse_player_hand("147m258p369sESWN|-S0000", won=False)) == ()
    assert waits(parse_player_hand("123m456p78s234sEE9s|-S0000")) == ()


def test_the_minimum_is_an_option() -> None:
    hand = parse_player_hand("[111m,1]456p78s234sEE9s|-S0000")
    assert [count(hand, ZungJungSituation(), ZungJungOptions(minimum=least)).minimum_met for least in (5, 1)] == [
        False,
        True,
    ]
    assert score({"hand": "147m258p369sESWNC|-S0000"}) == REFUSED


def numbers(text: str) -> set[str]:
    return {each.item.number for each in count(parse_player_hand(text)).counted}


@pytest.mark.parametrize("suit", "msp")
@pytest.mark.parametrize("rank", range(1, 10))
def test_nine_gates_in_every_suit_on_every_tile(suit: str, rank: int) -> None:
    assert "2.2" in numbers(f"1112345678999{suit}{rank}{suit}|-S0000")


@pytest.mark.parametrize("rank", range(1, 10))
def test_similar_triplets_of_every_number(rank: int) -> None:
    rest = "78m9m" if rank < 5 else "12m3m"
    assert "6.2.2" in numbers(f"[{rank * 111}m,1][{rank * 111}s,1][{rank * 111}p,1]EE{rest}|-S0000")
    for pair in "msp":
        pungs = "".join(f"[{rank * 111}{suit},1]" for suit in "msp" if suit != pair)
        found = numbers(f"{pungs}[EEE,1]{rest[:-2]}{rank * 11}{pair}{rest[-2:]}|-S0000")
        assert "6.2.1" in found
        assert "6.2.2" not in found


@pytest.mark.parametrize("rank", range(1, 8))
def test_similar_sequences_of_every_number(rank: int) -> None:
    chow = f"{rank}{rank + 1}{rank + 2}"
    assert "6.1" in numbers(f"[{chow}m,1][{chow}s,1][{chow}p,1]EEECC|-S0000")


@pytest.mark.parametrize("suit", "msp")
def test_consecutive_sets_in_every_suit(suit: str) -> None:
    other = "p" if suit != "p" else "m"
    assert "7.1" in numbers(f"[123{suit},1][456{suit},1][789{suit},1]EEECC|-S0000")
    assert "7.1" not in numbers(f"[123{suit},1][456{suit},1][789{other},1]EEECC|-S0000")
    for first in range(1, 8):
        three = "".join(f"[{rank * 111}{suit},1]" for rank in range(first, first + 3))
        assert "7.2.1" in numbers(f"{three}EEECC|-S0000")
    for first in range(1, 7):
        four = "".join(f"[{rank * 111}{suit},1]" for rank in range(first, first + 4))
        assert "7.2.2" in numbers(f"{four}CC|-S0000")


@pytest.mark.parametrize(
    "text", ["[888m,1][999m,1][111s,1]EEE", "[999s,1][111p,1][222p,1]EEE", "[999p,1][EEE,1][SSS,1]234m"]
)
def test_triplets_are_not_consecutive_across_suits(text: str) -> None:
    assert "7.2.1" not in numbers(f"{text}CC|-S0000")


REPLACED = {
    ("4.2.1", "4.2.2"), ("4.2.1", "4.2.3"), ("4.2.2", "4.2.3"),
    ("4.3.1", "4.3.2"), ("4.3.1", "4.3.3"), ("4.3.2", "4.3.3"),
    ("4.3.1", "4.3.4"), ("4.3.2", "4.3.4"), ("4.3.3", "4.3.4"),
    ("5.1.1", "5.1.2"), ("5.1.1", "5.1.3"), ("5.1.1", "5.1.4"), ("5.1.2", "5.1.4"), ("5.1.3", "5.1.4"),
    ("7.2.1", "7.2.2"),
}  # fmt: skip
"""What is there in a dearer pattern of its series; all others of a series shut each other out."""


def test_only_what_is_contained_is_replaced() -> None:
    found = set()
    for line in chain(
        random_lines(11, 400), (case["in"] for case in cases("gold.jsonl") if "error" not in case["out"])
    ):
        counted = count(parse_player_hand(line["hand"]), ZungJungSituation(line.get("first")))
        found |= {(each.item.number, each.by.number) for each in counted.replaced}
    assert found <= REPLACED
    assert {"4.2.1", "4.3.1", "5.1.1", "7.2.1"} <= {lesser for lesser, _ in found}


@pytest.mark.parametrize(
    ("text", "number", "made"),
    [
        ("[CCC,1][SSS,1]456m67s22s8s|-S0000", "3.1", "SSS CCC"),
        ("[CCC,1][FFF,2]456m67sPP8s|-S0000", "3.2.1", "CCC FFF PP"),
        ("[EEE,1][WWW,2][NNN,3]45mSS6m|-S0000", "3.3.3", "EEE WWW NNN SS"),
        ("[234s,1]222m444p66p99s6p|-S0000", "4.2.1", "2m2m2m 4p4p4p"),
        ("[1111m,2][6666p,5]78s234sEE9s|-S0000", "4.3.2", "1m1m1m1m 6p6p6p6p"),
        ("[123m,1]123m78s456pEE9s|-S0000", "5.1.1", "1m2m3m 1m2m3m"),
        ("[234m,1]234m67s678sEE8s|-S0000", "5.1.2", "2m3m4m 2m3m4m 6s7s8s 6s7s8s"),
        ("[234m,1]234234m78sEE9s|-S0000", "5.1.3", "2m3m4m 2m3m4m 2m3m4m"),
        ("[123m,1]123p12s456pEE3s|-S0000", "6.1", "1m2m3m 1s2s3s 1p2p3p"),
        ("[222m,1][222p,2]22s567s78m9m|-S0000", "6.2.1", "2m2m2m 2p2p2p 2s2s"),
        ("[222m,1][222p,2][222s,3]78mEE9m|-S0000", "6.2.2", "2m2m2m 2s2s2s 2p2p2p"),
        ("[123m,1]456m78m234pEE9m|-S0000", "7.1", "1m2m3m 4m5m6m 7m8m9m"),
        ("[222m,1][444m,3][333m,2]78pEE9p|-S0000", "7.2.1", "2m2m2m 3m3m3m 4m4m4m"),
        ("123m456p78s234sEE9s|-S0000", "1.1", ""),
    ],
)
def test_the_sets_that_make_a_pattern_are_named(text: str, number: str, made: str) -> None:
    counted = count(parse_player_hand(text))
    groups = next(each.groups for each in counted.counted if each.item.number == number)
    assert " ".join("".join(tile.text for tile in group) for group in groups) == made


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("1122m3344p5566sEE|-S0000", "1m1m 2m2m 5s5s 6s6s 3p3p 4p4p EE"),
        ("19m19p19sESWNCFPE|-S0000", "1m9m1s9s1p9pEESWNCFP"),
        ("[1111m]456p78s234sEE9s|-S0000", "1m1m1m1m 2s3s4s 7s8s9s 4p5p6p EE"),
    ],
)
def test_the_tiles_are_shown_as_they_were_read(text: str, groups: str) -> None:
    counted = count(parse_player_hand(text))
    assert " ".join("".join(tile.text for tile in group) for group in counted.groups) == groups


@pytest.mark.parametrize("text", ["19m89p19sESWNCFPE|-S0000", "19m19p18sESWNCFPE|-S0000", "119m9p19sESWNCFP2m|-S0000"])
def test_a_neighbour_of_a_terminal_is_none(text: str) -> None:
    with pytest.raises(NotComplete):
        count(parse_player_hand(text))


@pytest.mark.parametrize("rank", range(1, 8))
def test_a_discard_that_completes_a_sequence_exposes_no_triplet(rank: int) -> None:
    """The same tile could complete the triplet: the dearer reading is taken (Z8)."""
    text = f"[NNN,3]444p{rank}{rank}{rank}{rank + 1}{rank + 2}m55s{rank}m|-S0000"
    assert "4.2.1" in numbers(text)
