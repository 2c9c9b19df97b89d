"""Hands of the quiz are legal, have a yaku, are varied and come again from the same seed; and what is asked of them."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.second_count.dealing import legal
from tests.second_count.riichi_hands import count as count_again
from tests.second_count.tiles import read
from tests.tournament.rulesets.riichi.lines import counted
from tournament.hand.meld import MeldKind
from tournament.hand.notation import format_player_hand, parse_player_hand
from tournament.rules.payment import Answer
from tournament.rules.question import answer_problem, answered
from tournament.rulesets.riichi.dealing import random_win
from tournament.rulesets.riichi.options import EMA_2025, RiichiOptions
from tournament.rulesets.riichi.ruleset import counter
from tournament.rulesets.riichi.scoring import count
from tournament.rulesets.riichi.situation import RiichiSituation, situation_questions
from tournament.tiles.tile import Tile
from tournament.tiles.wind import Wind

COMMON = {
    "riichi", "ippatsu", "menzen-tsumo", "pinfu", "iipeikou", "tanyao", "yakuhai-dragon", "yakuhai-seat-wind",
    "yakuhai-round-wind", "chiitoitsu", "sanshoku-doujun", "ittsuu", "chanta", "sanankou", "toitoi", "honitsu",
    "junchan", "chinitsu", "haitei", "houtei", "rinshan-kaihou", "dora", "ura-dora",
}  # fmt: skip
OTHERS = replace(EMA_2025, red_fives=4, kan_dora=False, double_wind_fu=4)


def test_hands_by_chance_are_legal_and_varied() -> None:
    chance = Random(3)
    found: Counter[str] = Counter()
    han, fu = Counter[int](), Counter[int]()
    wins = [random_win(chance, EMA_2025) for _ in range(300)]
    for win in wins:
        assert parse_player_hand(format_player_hand(win.hand)) == win.hand
        assert legal(read(format_player_hand(win.hand)))
        value = count(win.hand, answered(RiichiSituation, dict(win.answers)), EMA_2025)
        assert value.minimum_met
        assert dict(win.answers)["dora"]
        *_, one, other = [figure.right or 0 for figure in counter(EMA_2025).figures(win.hand, value)]
        paid = other if not win.hand.self_drawn else 3 * other if win.hand.own is Wind.EAST else 2 * one + other
        assert paid == value.paid, "those who pay pay what the hand is worth"
        han[value.points] += 1
        fu[value.base] += 1
        found.update({each.item.slug for each in value.counted})
    assert set(found) >= COMMON
    assert {1, 2, 3, 4, 5, 6, 7, 8} <= set(han)
    assert sum(han[few] for few in range(1, 5)) > 180, "fu matter more often than not"
    assert {20, 25, 30, 40, 50, 60, 70} <= set(fu)
    assert han[13] < 10, "a yakuman is rare"
    assert 90 < sum(win.hand.self_drawn for win in wins) < 150
    assert 60 < sum(win.hand.exposed for win in wins) < 150
    assert 45 < sum(win.hand.own is Wind.EAST for win in wins) < 105
    assert 15 < sum(any(meld.kong for meld in win.hand.melds) for win in wins) < 90


@pytest.mark.thorough
def test_interesting_hands_are_more_frequent_than_at_a_table() -> None:
    """A referee who practises meets each kind of hand, open and concealed."""
    chance, many = Random(5), 2000
    found, opened = Counter[str](), Counter[str]()
    ends = Counter[Tile]()
    for win in (random_win(chance, EMA_2025) for _ in range(many)):
        value = count(win.hand, answered(RiichiSituation, dict(win.answers)), EMA_2025)
        slugs = {each.item.slug for each in value.counted}
        found.update(slugs)
        opened.update(slugs if win.hand.exposed else ())
        if slugs & {"chanta", "junchan"}:
            ends.update(meld.tile for meld in win.hand.melds if meld.kind is MeldKind.CHOW)
    least = {"tanyao": 0.2, "iipeikou": 0.1, "chiitoitsu": 0.05, "sanshoku-doujun": 0.035, "toitoi": 0.025,
             "ittsuu": 0.018, "sanshoku-doukou": 0.015, "chanta": 0.02, "junchan": 0.012, "honroutou": 0.01,
             "shousangen": 0.005, "rinshan-kaihou": 0.008, "double-riichi": 0.01}  # fmt: skip
    assert {slug: found[slug] / many for slug, share in least.items() if found[slug] / many < share} == {}
    for slug in ("tanyao", "toitoi", "honitsu", "ittsuu", "sanshoku-doujun", "sanshoku-doukou", "chanta", "junchan"):
        assert 0.15 < opened[slug] / found[slug] < 0.85, f"{slug}: some are open, some are not"
    assert found["honitsu"] > found["chinitsu"] * 1.3, "most hands of one suit have honours"
    assert {tile.rank for tile in ends} == {1, 7}
    assert len(ends) == 3 * 2


@pytest.mark.parametrize("options", [EMA_2025, OTHERS], ids=["defaults", "others"])
def test_hands_by_chance_agree_with_the_second_count(options: RiichiOptions) -> None:
    chance = Random(8)
    changed = {name: getattr(options, name) for name in ("red_fives", "kan_dora", "double_wind_fu")}
    asked = {question.name: question for question in situation_questions(options)}
    red = 0
    for _ in range(60):
        win = random_win(chance, options)
        line = {"hand": format_player_hand(win.hand), **dict(win.answers), "options": changed}
        assert counted(line) == count_again(line)
        for name, answer in win.answers:
            assert answer_problem(asked[name], answer) is None
            red += answer if name == "red" and isinstance(answer, int) else 0
    assert (red > 0) is (options is OTHERS)


def test_the_same_chance_gives_the_same_hand() -> None:
    one, other = Random(7), Random(7)
    wins = [random_win(one, EMA_2025) for _ in range(20)]
    assert [random_win(other, EMA_2025) for _ in range(20)] == wins
    assert len({format_player_hand(win.hand) for win in wins}) == 20


@pytest.mark.parametrize(
    ("hand", "answers", "wanted"),
    [
        ("234m345678p67s22s8s|EE0000", {"riichi": "riichi", "dora": "1m"}, [4, 30, 12000]),
        ("234m345678p67s22s8s|ES0000", {}, [2, 30, 2000]),
        ("234m345678p67s22s8s|ES1000", {}, [3, 20, 700, 1300]),
        ("234m345678p67s22s8s|EE1000", {}, [3, 20, 1300]),
        ("234m345678p67s22s8s|EW1000", {"riichi": "riichi", "dora": "1m", "ippatsu": True}, [6, None, 3000, 6000]),
        ("19m19s19pESWNCFP9p|ES0000", {}, [13, None, 32000]),
        ("1133557799m22s5p5p|EN0000", {}, [2, 25, 1600]),
    ],
)
def test_what_is_asked_of_a_hand(hand: str, answers: dict[str, Answer], wanted: list[int | None]) -> None:
    counting = counter(EMA_2025)
    read_hand = parse_player_hand(hand)
    given = {question.name: question.default for question in counting.questions} | answers
    figures = counting.figures(read_hand, counting.count(read_hand, given))
    assert [figure.right for figure in figures] == wanted
    names = [figure.name.message for figure in figures]
    payments = {2: ["Others each pay", "East pays"], 1: ["Each pays" if read_hand.self_drawn else "The discarder pays"]}
    assert names == ["Han", "Fu", *payments[len(wanted) - 2]]


def test_two_yakuman_are_asked_for_where_they_add_up() -> None:
    options = replace(EMA_2025, yakuman_add=True)
    hand = parse_player_hand("EEESSSWWWNNNCC|ES1000")
    counting = counter(options)
    answers = {question.name: question.default for question in counting.questions}
    figures = counting.figures(hand, counting.count(hand, answers))
    assert [figure.right for figure in figures] == [39, None, 24000, 48000]
