"""Hong Kong old style: the gold, the second count, what is refused, what a hand waits for."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import all_cases
from tests.second_count import hong_kong
from tests.second_count.hong_kong_lines import difficult_lines, gold, random_lines
from tests.tournament.rulesets.hong_kong.lines import counted, taken
from tournament.hand.notation import parse_player_hand
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandProblems
from tournament.rules.item import HandCount
from tournament.rules.score import NotComplete
from tournament.rulesets.hong_kong.items import FANS, ITEMS, LIMIT
from tournament.rulesets.hong_kong.options import OPTIONS, Options
from tournament.rulesets.hong_kong.scoring import count, waits
from tournament.rulesets.hong_kong.situation import SITUATION, Situation
from tournament.tiles.tile import TILES, Tile

GOLD = gold("gold.jsonl")
PLAIN = "[123m,1]456p78s234sEE9s|ES0000|a"


@all_cases(GOLD, lambda case: case["name"])
def test_gold(case: dict[str, Any]) -> None:
    wanted = case["out"]
    if "error" not in wanted:
        assert counted(case["in"]) == wanted
        return
    with pytest.raises((HandProblems, NotComplete)) as refused:
        counted(case["in"])
    if "code" in wanted["error"]:
        assert isinstance(refused.value, HandProblems)
        assert wanted["error"]["code"] in {problem.code for problem in refused.value.problems}


def test_every_fan_has_a_gold_hand() -> None:
    met = {slug for case in GOLD for slug in case["out"].get("fans", {})}
    assert met == {item.slug for item in ITEMS}


@pytest.mark.parametrize("lines", [random_lines, difficult_lines])
def test_the_second_count_agrees(lines: Any) -> None:
    for line in lines(7, 300):
        assert counted(line) == hong_kong.count(line), line


def test_a_replaced_item_names_what_replaces_it() -> None:
    found = _count("[CCC,1][FFF,1]123m78sPP9s|ES0000|abcd")
    assert {(each.item.slug, each.by.slug) for each in found.replaced} == {
        ("dragon-pung", "small-dragons"),
        ("own-flower", "all-flowers"),
    }


def test_every_fan_names_its_sets() -> None:
    found = _count("[CCC,1][FFF,1]123m78sPP9s|ES0000|a", Options(small_dragons_add=True))
    groups = {each.item.slug: each.groups for each in found.counted}
    red, green = (Tile.RED,) * 3, (Tile.GREEN,) * 3
    assert groups == {"dragon-pung": (red, green), "small-dragons": (red, green, (Tile.WHITE,) * 2)}


def test_a_sum_above_the_limit_is_reduced_with_a_note() -> None:
    held, whole = _count("19m19s19pESWNCFP1m|ES1000"), _count("19m19s19pESWNCFP1m|ES0000|a")
    assert (held.points, held.base, held.limit) == (LIMIT, 12, LIMIT)
    assert (whole.points, whole.base, whole.limit) == (LIMIT, 10, None)


def test_a_hand_without_a_round_is_refused() -> None:
    with pytest.raises(HandProblems) as refused:
        _count(PLAIN.replace("|ES", "|-S"))
    assert [problem.code for problem in refused.value.problems] == ["round-wind-missing"]


def test_a_loser_has_no_count() -> None:
    with pytest.raises(NotComplete):
        count(parse_player_hand("123m456p789s1234p|ES0000", won=False), Situation(), Options())


def test_an_unknown_first_is_refused() -> None:
    with pytest.raises(HandProblems) as refused:
        count(parse_player_hand(PLAIN), Situation(first="kong"), Options())
    assert [problem.code for problem in refused.value.problems] == ["first-unknown"]


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_waits_are_those_of_brute_force(seed: int) -> None:
    line = next(iter(random_lines(seed, 1)))
    hand, _, options = taken(line)
    thirteen = PlayerHand(hand.melds, hand.concealed, None, hand.own, hand.prevalent, bonus=hand.bonus)
    found = {wait.tile: wait for wait in waits(thirteen, Situation(), options)}
    for tile in TILES:
        held = thirteen.tiles.count(tile)
        wait = found.get(tile)
        if held == 4:
            assert wait is None or wait.by_discard is None
            continue
        for self_drawn in (False, True):
            try:
                wanted = count(_won(thirteen, tile, self_drawn=self_drawn), Situation(), options)
            except NotComplete:
                assert wait is None
            else:
                assert wait is not None
                assert (wait.by_self_draw if self_drawn else wait.by_discard) == wanted
    assert hand.winning in found


def test_a_tile_of_which_all_four_are_held_is_waited_for_in_form_only() -> None:
    thirteen = parse_player_hand("[1111m]23m456p789s99p|ES0000", won=False)
    found = {wait.tile: wait for wait in waits(thirteen, Situation(), Options())}
    assert set(found) == {Tile.M1, Tile.M4}
    assert found[Tile.M1].by_discard is None
    assert found[Tile.M1].by_self_draw is None


def test_names_of_options_and_questions_are_those_of_the_record() -> None:
    for option in OPTIONS:
        assert getattr(Options(), option.question.name) == option.question.default
    assert len({option.question.name for option in OPTIONS}) == len(OPTIONS)
    assert [question.name for question in SITUATION] == ["first"]


def test_every_row_has_its_three_names() -> None:
    for fan in FANS:
        for text in (fan.item.name, fan.item.description):
            assert all((text.en, text.fr, text.zh)), fan.item.slug


def _count(text: str, options: Options | None = None) -> HandCount:
    return count(parse_player_hand(text), Situation(), options or Options())


def _won(hand: PlayerHand, tile: Tile, *, self_drawn: bool) -> PlayerHand:
    return PlayerHand(
        hand.melds, hand.concealed, tile, hand.own, hand.prevalent, self_drawn=self_drawn, bonus=hand.bonus
    )
