"""Zung Jung counts its gold, and every hand as its second count does."""

from itertools import chain
from typing import Any

import pytest

from tests.second_count import zung_jung as second_count
from tests.second_count.zung_jung_lines import difficult_lines, random_lines
from tests.tournament.rulesets.zung_jung.engine import REFUSED, cases, score
from tournament.hand.notation import parse_player_hand
from tournament.hand.problem import HandProblems
from tournament.rules.score import NotComplete
from tournament.rulesets.zung_jung.options import ZungJungOptions
from tournament.rulesets.zung_jung.patterns import LIMITS, PATTERNS
from tournament.rulesets.zung_jung.scoring import count, waits
from tournament.rulesets.zung_jung.situation import DEAL, ZungJungSituation
from tournament.tiles.tile import TILES


@pytest.mark.parametrize("case", cases("gold.jsonl"), ids=lambda case: str(case["name"]))
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
    """Seed 002: the tile is shown apart, or the pattern cannot be counted; all others can (RULES §13)."""
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
    assert (counted.base, counted.limit, counted.points) == (335, 320, 320)
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
        "[CCC,1]1p|-S0000",
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


def test_a_wait_of_which_four_are_held_is_marked() -> None:
    held = [
        wait.tile.text
        for wait in waits(parse_player_hand("[1111m]23m456p789sEE|-S0000", won=False))
        if not wait.by_discard
    ]
    assert held == ["1m"]


def test_waits_of_a_hand_that_is_not_ready() -> None:
    assert waits(parse_player_hand("147m258p369sESWN|-S0000", won=False)) == ()
    assert waits(parse_player_hand("123m456p78s234sEE9s|-S0000")) == ()


def test_the_minimum_is_an_option() -> None:
    hand = parse_player_hand("[111m,1]456p78s234sEE9s|-S0000")
    assert [count(hand, ZungJungSituation(), ZungJungOptions(minimum=least)).minimum_met for least in (5, 1)] == [
        False,
        True,
    ]
    assert score({"hand": "147m258p369sESWNC|-S0000"}) == REFUSED
