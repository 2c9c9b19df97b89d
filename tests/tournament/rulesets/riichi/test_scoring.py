"""What riichi hands are worth: the gold, hands by chance beside the second count, waits, and what cannot be."""

from dataclasses import replace
from typing import Any

import pytest

from tests.second_count.riichi_hand_lines import random_lines
from tests.second_count.riichi_hands import count as count_again
from tests.tournament.rulesets.riichi.lines import GOLD, counted, taken
from tournament.hand.notation import parse_player_hand, parse_tiles
from tournament.hand.player_hand import PlayerHand
from tournament.hand.problem import HandPart, HandProblems
from tournament.rules.item import Unit
from tournament.rules.score import NotComplete
from tournament.rulesets.riichi.items import FU, YAKU
from tournament.rulesets.riichi.options import EMA_2016, EMA_2025, RiichiOptions
from tournament.rulesets.riichi.ruleset import counter, tables
from tournament.rulesets.riichi.scoring import count, waits
from tournament.rulesets.riichi.situation import RiichiSituation
from tournament.tiles.tile import TILES

CLOSED = "234456m678p23s55s4s"


@pytest.mark.parametrize("case", GOLD, ids=lambda case: case["name"])
def test_gold_hands(case: dict[str, Any]) -> None:
    assert counted(case["in"]) == case["out"]


def test_hands_by_chance_agree_with_the_second_count() -> None:
    for line in random_lines(9, 250):
        assert counted(line) == count_again(line)


def test_fu_items_add_up_to_the_fu_and_name_their_tiles() -> None:
    for line in random_lines(21, 120):
        hand, situation, options = taken(line)
        found = count(hand, situation, options)
        fu = [each for each in found.counted if each.item.unit is Unit.FU]
        total = sum(each.worth for each in fu)
        assert found.base == (total if total == 25 else -(-total // 10) * 10)
        for each in fu:
            if each.item.slug.endswith(("triplet", "kan", "pair")):
                assert len(each.groups) == each.repeated, (line, each)
        assert not found.groups or sorted(tile for group in found.groups for tile in group) == list(hand.tiles)


@pytest.mark.parametrize(
    ("text", "slug", "groups"),
    [
        ("[PPP,1][345s,1]678m99p23s1s|ES0000", "yakuhai-dragon", ["PPP"]),
        ("123m123s12p456p99s3p|SW0000", "sanshoku-doujun", ["123m", "123s", "123p"]),
        ("123456789m35s55p4s|SW0000", "ittsuu", ["123m", "456m", "789m"]),
        ("112233m456s789p9s9s|SW0000", "iipeikou", ["123m", "123m"]),
        ("111222333m789p9s9s|SE1000", "junchan", []),
        ("111222333m789p9s9s|SE1000", "iipeikou", ["123m", "123m"]),
        ("[PPP,1][FFF,1]234m78sCC9s|SW0000", "shousangen", ["FFF", "PPP", "CC"]),
        ("[2222m,1][3333s][4444p,2]567m8s8s|SW0000", "sankantsu", ["2222m", "3333s", "4444p"]),
    ],
)
def test_a_yaku_names_its_sets(text: str, slug: str, groups: list[str]) -> None:
    found = {each.item.slug: each for each in count(parse_player_hand(text)).counted}[slug]
    written = sorted("".join(tile.text for tile in group) for group in found.groups)
    assert written == sorted("".join(tile.text for tile in parse_tiles(group)) for group in groups)


def refused(
    text: str, situation: RiichiSituation, options: RiichiOptions = EMA_2025
) -> list[tuple[str, HandPart, int]]:
    with pytest.raises(HandProblems) as raised:
        count(parse_player_hand(text), situation, options)
    return [(each.code, each.part, each.index) for each in raised.value.problems]


@pytest.mark.parametrize(
    ("text", "situation", "code", "part", "index"),
    [
        (f"{CLOSED}|SW0000", {"ippatsu": True}, "ippatsu-without-riichi", HandPart.ANSWERS, 0),
        (f"{CLOSED}|SW0000", {"ura": "1m", "dora": "1m"}, "ura-without-riichi", HandPart.ANSWERS, 0),
        (f"{CLOSED}|SW0000", {"riichi": "riichi", "ura": "1m"}, "ura-number", HandPart.ANSWERS, 0),
        ("[1111s][234m,1]456m23p55s4p|SW0000", {"riichi": "riichi"}, "riichi-open", HandPart.MELD, 0),
        ("[1111s]234m456m23p55s4p|SW1001", {"riichi": "riichi", "ippatsu": True}, "ippatsu-replacement",
         HandPart.SITUATION, 5),
        (f"{CLOSED}|SW1010", {"riichi": "double", "ippatsu": True}, "ippatsu-last-of-wall", HandPart.SITUATION, 4),
        (f"{CLOSED}|SW0000", {"dora": "5555s"}, "fifth-copy-indicator", HandPart.ANSWERS, 0),
        (f"{CLOSED}|SW0000", {"riichi": "riichi", "dora": "55s", "ura": "5s1m"}, "fifth-copy-indicator",
         HandPart.ANSWERS, 0),
        (f"{CLOSED}|SW0000", {"red": 1}, "too-many-red", HandPart.ANSWERS, 0),
        (f"{CLOSED}|SE0000", {"first": True}, "first-discard-of-east", HandPart.SITUATION, 1),
        (f"{CLOSED}|SW1000", {"first": True, "riichi": "riichi"}, "first-riichi", HandPart.ANSWERS, 0),
        ("[1111s]234m456m23p55s4p|SW1000", {"first": True}, "first-win-declared", HandPart.MELD, 0),
        (f"{CLOSED}|SW1010", {"first": True}, "first-win-last-of-wall", HandPart.SITUATION, 4),
        (f"{CLOSED}|-W0000", {}, "round-wind-missing", HandPart.SITUATION, 0),
        (f"{CLOSED}|SW0000|a", {}, "no-bonus-tiles", HandPart.FLOWERS, 0),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place(
    text: str, situation: dict[str, Any], code: str, part: HandPart, index: int
) -> None:
    assert refused(text, RiichiSituation(**situation)) == [(code, part, index)]


def test_red_fives_are_at_most_those_played_with() -> None:
    two_of_dots = "234m55p234678s55m5p|SW0000"
    four, three = replace(EMA_2025, red_fives=4), replace(EMA_2025, red_fives=3)
    assert [code for code, _, _ in refused(two_of_dots, RiichiSituation(red=3), three)] == ["too-many-red"]
    found = count(parse_player_hand(two_of_dots), RiichiSituation(red=3), four)
    assert {each.item.slug: each.repeated for each in found.counted}["red-five"] == 3


def test_tiles_that_make_nothing_are_no_hand() -> None:
    for text in ("1122m3333s5577pEE|SW0000", "123m456s789p1357s9s|SW0000", "19m19s19pESWNCFP2m|SW0000"):
        with pytest.raises(NotComplete):
            count(parse_player_hand(text))


def waiting(text: str) -> PlayerHand:
    return parse_player_hand(text, won=False)


@pytest.mark.parametrize(
    "text", ["1123444556678m|EE0000", "1112345678999p|EE0000", "19m19s19pESWNCFP|EE0000", "1122m3344s5577pE|SW0000",
             "[234m,1]456s678p2355s|SW0000", "22333344m55s678p|SW0000"]
)  # fmt: skip
def test_waits_are_the_tiles_with_which_the_hand_is_complete(text: str) -> None:
    hand = waiting(text)
    found = {}
    for tile in TILES:
        if hand.tiles.count(tile) < 4:
            for drawn in (False, True):
                try:
                    found[tile, drawn] = count(replace(hand, winning=tile, self_drawn=drawn))
                except NotComplete:
                    continue
    told = waits(hand)
    assert {(each.tile, drawn): each.by_self_draw if drawn else each.by_discard
            for each in told if each.by_discard is not None for drawn in (False, True)} == found  # fmt: skip
    assert found


def test_a_wait_for_a_tile_that_is_not_left_is_told_without_worth() -> None:
    assert [(each.tile.text, each.by_discard) for each in waits(waiting("1111m234567s789p|SW0000"))] == [("1m", None)]
    dora = {each.tile.text: each for each in waits(waiting("234456m678p2355s|SW0000"), RiichiSituation(dora="4444s"))}
    assert dora["1s"].by_discard is not None
    assert (dora["4s"].by_discard, dora["4s"].by_self_draw) == (None, None)


def test_a_wait_keeps_riichi_and_dora_but_not_what_is_not_known_yet() -> None:
    situation = RiichiSituation(riichi="riichi", ippatsu=True, dora="4s", ura="9p")
    by_tile = {each.tile.text: each.by_discard for each in waits(waiting("234456m678p2355s|SW0000"), situation)}
    worth = by_tile["4s"]
    assert worth is not None
    assert {each.item.slug: each.worth for each in worth.counted if each.item.unit is Unit.HAN} == {
        "riichi": 1, "pinfu": 1, "tanyao": 1, "dora": 2}  # fmt: skip


def test_the_answers_are_the_yakuman_and_the_fu_where_they_matter() -> None:
    answers = counter(EMA_2025).answers
    found = {case["name"]: count(*taken(case["in"])) for case in GOLD}
    pinfu, tanki = found["pinfu on a discard has 30 fu"], found["four concealed triplets on the pair"]
    nothing = pinfu._replace(counted=(), points=0, base=0)
    assert answers((nothing, pinfu, nothing, nothing), 1) == (("fu", 30), ("yakuman", 0))
    assert answers((tanki, nothing, nothing, nothing), 0) == (("yakuman", 1),)
    assert answers((found["ura-dora count after riichi"], nothing, nothing, nothing), 0) == (("yakuman", 0),)
    assert answers((pinfu._replace(points=13), nothing, nothing, nothing), 0) == (("yakuman", 0),)
    paid_as_one = counter(replace(EMA_2025, counted_yakuman=True)).answers
    assert paid_as_one((pinfu._replace(points=13), nothing, nothing, nothing), 0) == ()
    assert answers((nothing,) * 4, None) == ()


@pytest.mark.parametrize("options", [EMA_2025, EMA_2016, replace(EMA_2025, red_fives=3, double_yakuman=True)])
def test_the_reference_has_every_yaku_that_is_played(options: RiichiOptions) -> None:
    names = [row.name for table in tables(options) for row in table.rows]
    assert len(names) == len(set(names))
    missing = {row.item.slug for row in YAKU if row.item.name not in names}
    assert missing == (set() if options.double_yakuman else {"kokushi-13", "junsei-chuuren", "suuankou-tanki"})
    unused = {item.slug for item in FU if item.name not in names}
    assert unused == ({"fu-double-pair"} if options.double_wind_fu == 2 else set())
