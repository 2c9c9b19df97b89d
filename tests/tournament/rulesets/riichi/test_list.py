"""Riichi in lists and in words: every yaku and fu, what an edition plays, a win in a row of a sheet.

Values: EMA, Riichi Competition Rules 2025, 4.1 and 4.2; docs/rules.md, R1 to R34.
"""

from dataclasses import replace

import pytest

from tournament.hand.notation import parse_player_hand
from tournament.language import ENGLISH, Text
from tournament.rules.item import CountedItem, HandCount, Item
from tournament.rules.payment import RIICHI, Answer, Outcome, net_of
from tournament.rules.question import answer_problem, defaults_of
from tournament.rules.reference import ReferenceRow
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.riichi.items import FU, YAKU
from tournament.rulesets.riichi.options import EMA_2016, EMA_2025, OPTIONS_2016, OPTIONS_2025, RiichiOptions
from tournament.rulesets.riichi.ruleset import RIICHI_2016, RIICHI_2025, counter, riichi_2025, tables
from tournament.rulesets.riichi.situation import situation_questions

YAKU_OF = {
    (1, None): "riichi ippatsu menzen-tsumo pinfu iipeikou",
    (1, 1): "tanyao yakuhai-dragon yakuhai-seat-wind yakuhai-round-wind rinshan-kaihou chankan haitei houtei",
    (2, None): "double-riichi chiitoitsu",
    (2, 1): "sanshoku-doujun ittsuu chanta",
    (2, 2): "sanshoku-doukou sanankou sankantsu toitoi shousangen honroutou",
    (3, None): "ryanpeikou",
    (3, 2): "honitsu junchan",
    (5, None): "renhou",
    (6, 5): "chinitsu",
}
"""The han of a concealed and of an open hand; renhou is paid as a mangan."""
TWICE = {"kokushi-13", "junsei-chuuren", "suuankou-tanki", "daisuushii"}
"""The yakuman that count twice where some do."""
FU_OF = {
    "fu-chiitoitsu": 25, "fu-base": 20, "fu-concealed-discard": 10, "fu-self-draw": 2, "fu-wait": 2, "fu-open": 2,
    "fu-pair": 2, "fu-double-pair": 4, "fu-open-triplet": 2, "fu-concealed-triplet": 4, "fu-open-outer-triplet": 4,
    "fu-concealed-outer-triplet": 8, "fu-open-kan": 8, "fu-concealed-kan": 16, "fu-open-outer-kan": 16,
    "fu-concealed-outer-kan": 32,
}  # fmt: skip


def listed(options: RiichiOptions) -> dict[str, ReferenceRow]:
    """The rows of the reference by the slugs of what they are about."""
    rows = {row.name: row for table in tables(options) for row in table.rows}
    return {item.slug: rows[item.name] for item in (*(row.item for row in YAKU), *FU) if item.name in rows}


def said(text: Text | str | None) -> str:
    assert text is not None
    return text if isinstance(text, str) else ENGLISH.render(text)


def rules(**chosen: Answer) -> RuleSet:
    return riichi_2025({**defaults_of(OPTIONS_2025), **chosen})


def test_the_list_has_the_han_of_each_yaku() -> None:
    found = listed(EMA_2025)
    for worth, slugs in YAKU_OF.items():
        assert {slug: found[slug].worth for slug in slugs.split()} == dict.fromkeys(slugs.split(), worth)
    shown = {said(table.heading): len(table.rows) for table in tables(EMA_2025)}
    assert list(shown)[:6] == [*(f"Yaku of {han} han" for han in (1, 2, 3, 5, 6)), "Yakuman"]
    assert [shown[f"Yaku of {han} han"] for han in (1, 2, 3, 5, 6)] == [13, 11, 3, 1, 1]
    assert shown["Yakuman"] == 12


def test_the_list_follows_the_options() -> None:
    assert listed(replace(EMA_2025, open_tanyao=False))["tanyao"].worth == (1, None)
    assert "ippatsu" not in listed(replace(EMA_2025, ippatsu_counts=False))
    assert "renhou" not in listed(replace(EMA_2025, renhou="none"))
    assert listed(replace(EMA_2025, renhou="yakuman"))["renhou-yakuman"].worth == (1,)
    dora = {said(table.heading): len(table.rows) for table in tables(replace(EMA_2025, ura_dora=False, red_fives=3))}
    assert dora["Dora: no yaku"] == 2, "dora and red fives"


@pytest.mark.parametrize("double", [False, True])
def test_some_yakuman_count_twice_where_an_event_plays_so(double: bool) -> None:
    found = listed(replace(EMA_2025, double_yakuman=double, renhou="yakuman"))
    yakuman = {row.item.slug for row in YAKU} - set(" ".join(YAKU_OF.values()).split())
    assert len(yakuman) == 16
    assert {slug for slug in yakuman if slug in found and found[slug].worth == (2,)} == (TWICE if double else set())
    assert all(found[slug].worth == (1,) for slug in yakuman - TWICE)


def test_the_list_has_the_fu() -> None:
    found = listed(EMA_2016)
    assert {slug: found[slug].worth for slug in FU_OF} == {slug: (fu,) for slug, fu in FU_OF.items()}


def test_what_the_editions_play() -> None:
    """Marks R1 to R34 of docs/rules.md."""
    played = defaults_of(OPTIONS_2025)
    assert played == {
        "start": 30_000, "goal": 30_000, "uma_first": 15_000, "uma_second": 5_000, "ties": "shared",
        "leftover": "split", "ron": "all", "counters_to": "each", "counter": 300, "noten": 3_000,
        "riichi_needs_1000": False, "kiriage": True, "counted_yakuman": False, "yakuman_add": False,
        "double_yakuman": False, "pao": True, "pao_four_kans": False, "double_wind_fu": 2, "rinshan_haitei": False,
        "renhou": "mangan", "open_tanyao": True, "red_fives": 0, "ippatsu_counts": True, "ura_dora": True,
        "kan_dora": True, "abortive": False, "nagashi": False, "bankruptcy": False, "west_round": False,
        "agari_yame": False, "time_end": "one-more", "chombo": 20_000, "own_stick_back": True, "pao_counters": False,
        "rounds": "south", "dealer_stays": True, "uma_places": None, "uma_one_above": None, "uma_three_above": None,
        "chombo_paid": "after", "yakitori": 0, "yakitori_to": "nobody",
    }  # fmt: skip
    older = {"kiriage": False, "double_wind_fu": 4, "rinshan_haitei": True}
    assert defaults_of(OPTIONS_2016) == {**played, **older}


@pytest.mark.parametrize(
    ("name", "possible", "impossible"),
    [
        ("uma_places", (None, "30000,0,-10000,-20000", "0,0,0,0"), ("0,10000,0,-10000", "3-2-1-0", "5,3,2", 5, "")),
        ("counter", (0, 300, 1_500, 9_000), (100, 9_300)),
        ("noten", (0, 3_000, 60_000), (1_000, 63_000)),  # one, two and three players must be able to pay and to get it
        ("double_wind_fu", (2, 4), (0, 3, 6)),
        ("red_fives", (0, 3, 4), (-1, 5)),
        ("start", (0, 25_000), (-1,)),
    ],
)
def test_what_an_event_may_choose(name: str, possible: tuple[object, ...], impossible: tuple[object, ...]) -> None:
    (asked,) = (option.question for option in OPTIONS_2025 if option.question.name == name)
    assert [answer for answer in possible if answer_problem(asked, answer) is not None] == []
    assert [answer for answer in impossible if answer_problem(asked, answer) is None] == []


def test_what_is_asked_of_a_winner_follows_the_options() -> None:
    def asked(**chosen: bool | int) -> list[str]:
        return [each.name for each in situation_questions(replace(EMA_2025, **chosen))]  # type: ignore[arg-type]

    assert asked() == ["riichi", "ippatsu", "first", "dora", "ura"]
    assert asked(ura_dora=False, ippatsu_counts=False) == ["riichi", "first", "dora"]
    assert asked(red_fives=3)[-1] == "red"
    kans = {each.name: each.most for each in situation_questions(EMA_2025)}
    assert (kans["dora"], kans["ura"]) == (5, 5), "one, and one for each of four kans"
    first = {each.name: each.most for each in situation_questions(replace(EMA_2025, kan_dora=False))}
    assert (first["dora"], first["ura"]) == (1, 1)


@pytest.mark.parametrize(
    ("outcome", "values", "short"),
    [
        (Outcome(1, 2, 3, answers=(("fu", 40),)), ["3 han 40 fu"], ["3/40"]),
        (Outcome(1, 2, 4, answers=(("fu", 30),)), ["4 han 30 fu"], ["4/30"]),
        (Outcome(1, 2, 5, answers=(("fu", 30),)), ["5 han"], ["5"]),
        (Outcome(1, 2, 5), ["5 han"], ["5"]),
        (Outcome(1, 2, 13, answers=(("yakuman", 1),)), ["yakuman"], ["yakuman"]),
        (Outcome(1, 2, 13, answers=(("yakuman", 2),)), ["2 yakuman"], ["2 yakuman"]),
        (Outcome(1, 2, 13), ["13 han"], ["13"]),
        (
            Outcome(3, 2, 2, answers=(("fu", 30), ("second", 0), ("second_han", 6))),
            ["2 han 30 fu", "6 han"],
            ["2/30", "6"],
        ),
        (Outcome(None), [], []),
    ],
)
def test_a_win_in_a_row_of_a_sheet(outcome: Outcome, values: list[str], short: list[str]) -> None:
    wins = RIICHI_2025.written_wins(outcome)
    assert [said(win.value) for win in wins] == values
    assert [said(win.short) for win in wins] == short


@pytest.mark.parametrize(
    ("tiles", "answers", "options", "words"),
    [
        ("234m345678p67s22s8s|ES0000", {}, EMA_2025, "2 han, 30 fu: 2000"),
        ("234m345678p67s22s8s|ES1000", {"riichi": "riichi", "dora": "1m"}, EMA_2025, "5 han, 20 fu: mangan, 8000"),
        ("123m345678p67s22s8s|ES0000", {"dora": "1s"}, EMA_2025, "3 han, 30 fu: 3900"),
        ("[123m,1]345678p67s22s8s|ES0000", {"dora": "1s"}, EMA_2025, "No yaku: this hand may not win"),
        ("19m19s19pESWNCFP9p|ES0000", {}, EMA_2025, "1 yakuman: 32000"),
        ("EEESSSWWWNNNCC|ES1000", {}, replace(EMA_2025, yakuman_add=True), "3 yakuman: 96000"),
        ("EEESSSWWWNNNCC|EE1000", {}, EMA_2025, "1 yakuman: 48000"),
    ],
)
def test_the_worth_of_tiles_in_words(
    tiles: str, answers: dict[str, Answer], options: RiichiOptions, words: str
) -> None:
    counting = counter(options)
    given = {question.name: question.default for question in counting.questions} | answers
    assert said(counting.sum_text(counting.count(parse_player_hand(tiles), given))) == words


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(0, 1, 3, answers=(("fu", 40),)), "3 han, 40 fu\nfrom B"),
        (Outcome(0, None, 2), "2 han, 30 fu\nfrom all three"),
        (Outcome(0, 1, 5), "Mangan\nfrom B"),
        (Outcome(0, 1, 4, answers=(("fu", 30),)), "4 han, 30 fu\nfrom B"),
        (Outcome(0, 1, 7), "Haneman\nfrom B"),
        (Outcome(0, 1, 10), "Baiman\nfrom B"),
        (Outcome(0, None, 12), "Sanbaiman\nfrom all three"),
        (Outcome(0, 1, 13, answers=(("yakuman", 1),)), "Yakuman\nfrom B"),
        (Outcome(0, 1, 13, answers=(("yakuman", 2),)), "2 × yakuman\nfrom B"),
    ],
)
def test_who_pays_for_what_in_words(outcome: Outcome, words: str) -> None:
    assert said(RIICHI_2016.payment_text(outcome, "B" if outcome.discarder is not None else "")) == words


def test_riichi_of_the_tiles_is_held_against_the_stick() -> None:
    def codes(laid: tuple[int, ...], *answers: tuple[str, Answer]) -> list[str]:
        outcome = Outcome(1, 2, 3, answers=(("fu", 30), (RIICHI, laid)))
        return [said(problem.text) for problem in counter(EMA_2025).written_otherwise(outcome, 1, answers)]

    assert codes((1,), (RIICHI, "riichi")) == []
    assert codes((0,)) == []
    assert codes((0,), (RIICHI, "riichi")) == ["The tiles were counted with riichi, and no riichi stick is recorded."]
    assert codes((1,)) == ["A riichi stick is recorded, and the tiles were counted without riichi."]


def test_liability_and_yakuman_are_asked_about_a_yakuman_only() -> None:
    asked = {each.name: each for each in RIICHI_2025.questions}
    assert RIICHI_2025.liable is not None
    liable, yakuman = RIICHI_2025.liable, asked["yakuman"]
    mangan, thirteen = Outcome(1, 2, 5), Outcome(1, 2, 13)
    counted = Outcome(1, 2, 13, answers=(("yakuman", 1),))
    assert [liable.asked(each, 0) for each in (mangan, thirteen, counted, Outcome(None))] == [False, False, True, False]
    assert [yakuman.asked(each, 0) for each in (mangan, thirteen, Outcome(None))] == [False, True, False]
    assert yakuman.gives == ("points", 13)
    second = asked["second_liable"]
    assert second.asked(Outcome(1, 2, 5, answers=(("second", 0), ("second_han", 13), ("second_yakuman", 1))), 0)
    assert not second.asked(counted, 0)
    assert liable.of_win, "it is said with the win, and has no column of its own"
    assert rules(pao=False).liable is None
    assert rules(pao=False, pao_four_kans=True).liable is not None


@pytest.mark.parametrize(
    ("chosen", "names"),
    [
        ({"ron": "first"}, set()),
        ({"ron": "two"}, {"second", "abortive_draw"}),
        ({"ron": "all"}, {"second", "third"}),
        ({"ron": "all", "abortive": True, "nagashi": True}, {"second", "third", "abortive_draw", "nagashi_mangan"}),
    ],
)
def test_who_else_won_is_asked_where_several_may_win(chosen: dict[str, Answer], names: set[str]) -> None:
    optional = {"second", "third", "abortive_draw", "nagashi_mangan"}
    assert {question.name for question in rules(**chosen).questions} & optional == names


@pytest.mark.parametrize(
    ("answers", "field"),
    [
        ((("second_fu", 30),), "second"),
        ((("second_han", 3),), "second"),
        ((("third_yakuman", 1),), "third"),
        ((("second_liable", 0),), "second"),
    ],
)
def test_the_worth_of_a_further_winner_needs_that_winner(answers: tuple[tuple[str, int], ...], field: str) -> None:
    outcome = Outcome(1, 2, 5, answers=answers)
    assert [(each.code, each.field) for each in RIICHI_2025.contradictions(outcome, 0)] == [("winner-missing", field)]
    none = Outcome(1, 2, 5, answers=tuple((name, 0) for name, _ in answers if name == "third_yakuman"))
    assert RIICHI_2025.contradictions(none, 0) == ()


def test_rules_in_short_say_what_an_event_plays() -> None:
    def short(**chosen: Answer) -> dict[str, str]:
        return {said(what): said(how) for what, how in rules(**chosen).in_short}

    usual = short()
    assert usual["Uma"] == "+15000, +5000, −5000, −15000. Equal players share."
    assert short(ties="seat")["Uma"] == "+15000, +5000, −5000, −15000. The first East comes first."
    assert usual["Riichi"].startswith("A stick of 1000 points")
    assert usual["Counters"].startswith("Each adds 300 to a win")
    assert usual["Chombo"] == "−20000 points after uma; the hand is played again."
    assert usual["When time is up"] == "The hand in play is finished, and one more is played."
    assert short(time_end="finish")["When time is up"] == "The hand in play is the last."
    assert "Oka" not in usual
    assert short(start=25_000)["Oka"] == "20000 to the first place."
    assert "Liable (pao)" in usual
    assert "Liable (pao)" not in short(pao=False)
    assert usual["Several winners"].startswith("All who can win on a discard win.")
    assert short(ron="two")["Several winners"].startswith("Two may win on one discard")
    assert short(ron="first")["Several winners"].startswith("Head bump: only the first in turn")
    assert short(own_stick_back=False)["Several winners"].endswith("the first in turn gets all sticks.")
    assert short(rounds="east")["Length of a game"] == "The East round alone."
    assert short(dealer_stays=False)["East"] == "The deal passes after every hand."
    assert short(leftover="lost")["Sticks left at the end"] == "Nobody gets them."


def test_the_examples_are_every_value_below_mangan_and_the_limits() -> None:
    def paid(found: RuleSet) -> dict[str, int]:
        stakes = found.table.start.stakes._replace(dealer=3)
        wins = {said(name): found.settle(outcome, stakes) for name, outcome in found.example_wins()}
        return {name: net_of(transfers)[0] for name, transfers in wins.items()}

    usual, older = paid(RIICHI_2025), paid(RIICHI_2016)
    assert usual["1 han 30 fu"] == 500 + 300 + 300
    assert usual["2 han 20 fu"] == 700 + 400 + 400
    assert "1 han 20 fu" not in usual
    assert "1 han 25 fu" not in usual
    assert "1 han 110 fu" not in usual
    assert "4 han 30 fu" not in usual, "a mangan (4.1.3)"
    assert older["4 han 30 fu"] == 3_900 + 2_000 + 2_000
    limits = [name for name in usual if " fu" not in name.split(":")[0]]
    assert limits == [
        "mangan: 5 han, 4 han 30 fu and more, 3 han 60 fu and more", "haneman: 6–7 han", "baiman: 8–10 han",
        "sanbaiman: 11 han and more", "yakuman",
    ]  # fmt: skip
    assert [usual[name] for name in limits] == [8_000, 12_000, 16_000, 24_000, 32_000]
    assert "mangan: 5 han, 4 han 40 fu and more, 3 han 70 fu and more" in older
    assert list(paid(rules(counted_yakuman=True)))[-2:] == ["sanbaiman: 11–12 han", "yakuman, or 13 han and more"]


def test_a_yakuman_says_so_beside_its_count() -> None:
    """A hand that was counted elsewhere, with two yakuman: they add up where the event plays so."""
    row = next(row for row in YAKU if row.item.slug == "daisangen")
    other = next(row for row in YAKU if row.item.slug == "tsuuiisou")
    items: list[Item] = [row.item, other.item]
    count = HandCount(13, 0, 1, tuple(CountedItem(item) for item in items), paid=64_000)
    answers = counter(replace(EMA_2025, yakuman_add=True)).answers((count,) * 4, 2)
    assert answers == (("yakuman", 2),)
    assert counter(EMA_2025).answers((count,) * 4, 2) == (("yakuman", 1),)
