"""``score`` and ``settle`` by every system: the gold of each, through the command line, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.ui.cli.conftest import Call, lines

GOLD = Path(__file__).parents[2] / "tournament" / "rulesets"
SYSTEMS = {
    "hong_kong": "hong-kong",
    "zung_jung": "zung-jung",
    "quebec_classical": "quebec-classical",
    "french_classical": "french-classical-simple",
}


def gold(package: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (GOLD / package / name).read_text(encoding="utf-8").splitlines()]


def agrees(wanted: Any, found: Any) -> bool:
    """Whether ``found`` holds all of ``wanted``; fan that the gold sums up by name are summed up."""
    if isinstance(wanted, dict) and isinstance(found, list):
        return bool(wanted == {each["slug"]: each["count"] * each["points"] for each in found})
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(name in found and agrees(wanted[name], found[name]) for name in wanted)
    return bool(wanted == found)


def differing(call: Call, command: str, package: str, cases: list[dict[str, Any]]) -> list[str]:
    """The cases that are answered otherwise than the gold says, with the answer."""
    given = [case["in"] | case.get("options", {}) for case in cases]
    answer = call(command, "--jsonl", "--rules", SYSTEMS[package], stdin=lines(*given))
    found = [json.loads(line) for line in answer.out.splitlines()]
    assert len(found) == len(cases)
    return [f"{case['name']}: {got}" for case, got in zip(cases, found, strict=True) if not agrees(case["out"], got)]


@pytest.mark.parametrize("package", SYSTEMS)
def test_every_gold_hand_is_counted(call: Call, package: str) -> None:
    cases = gold(package, "gold.jsonl")
    assert len(cases) > 100
    assert differing(call, "score", package, cases) == []


@pytest.mark.parametrize("package", SYSTEMS)
def test_every_gold_settlement_is_made(call: Call, package: str) -> None:
    cases = gold(package, "settle.jsonl")
    assert len(cases) >= 20
    assert differing(call, "settle", package, cases) == []


DRAWN_HANDS = {
    "E": {"hand": "111m234p567s88sCC|EE0000"},
    "S": {"hand": "[999p,1]999s22m345mFF|ES0000", "ready": "ready"},
    "W": {"hand": "[NNN,1]45678m345pPP|EW0000", "ready": "ready"},
    "N": {"hand": "13579m13579p111s|EN0000|a"},
}


@pytest.mark.parametrize("rules", ["french-classical-simple", "french-classical-advanced"])
def test_a_ready_hand_counts_normally_where_nobody_won(call: Call, rules: str) -> None:
    """Poilbarbe 5.1: « Si personne ne fait Mah-Jong, le joueur marque ses points normalement »."""
    table: dict[str, Any] = {"rules": rules, "winner": None, "hands": DRAWN_HANDS, "dominant": "N", "pay_draws": True}
    hands = [{"rules": rules, "dominant": "N", "lost": True, **hand} for hand in DRAWN_HANDS.values()]
    called_nothing = [{name: value for name, value in hand.items() if name != "ready"} for hand in hands]
    answers = [
        json.loads(line)
        for line in call("score", "--jsonl", "--rules", rules, stdin=lines(table, *called_nothing)).out.splitlines()
    ]
    values = dict(zip("ESWN", (answer["points"] for answer in answers[1:]), strict=True))
    assert answers[0]["values"] == values
    assert values["S"] > 0
    assert values["W"] > 0
    assert sum(answers[0]["net"].values()) == 0


def test_the_hands_of_a_table_say_which_round_it_is(call: Call) -> None:
    """The round is asked for only where no hand states it; hands that state two are refused."""
    table: dict[str, Any] = {
        "rules": "french-classical-simple",
        "winner": None,
        "hands": DRAWN_HANDS,
        "dominant": "N",
    }
    south = {wind: {**hand, "hand": hand["hand"].replace("|E", "|S")} for wind, hand in DRAWN_HANDS.items()}
    two = {**DRAWN_HANDS, "W": south["W"]}
    none = {wind: {**hand, "hand": hand["hand"].partition("|")[0]} for wind, hand in DRAWN_HANDS.items()}
    some = {**none, "S": DRAWN_HANDS["S"]}
    given: list[dict[str, Any]] = [table | {"hands": hands} for hands in (DRAWN_HANDS, south, two, none, some)]
    given += [table | {"round": "E"}, table | {"round": "S"}]
    answers = [
        json.loads(line)
        for line in call("score", "--jsonl", "--rules", table["rules"], stdin=lines(*given)).out.splitlines()
    ]
    assert [answer.get("error", {}).get("code") for answer in answers] == [
        *(None, None, "winds-differ", None, None),
        *(None, "winds-differ"),
    ]
    assert answers[0] == answers[5]
    assert answers[4]["values"] == {**answers[0]["values"], "N": answers[4]["values"]["N"]}


@pytest.mark.parametrize(
    ("command", "rules", "line", "code"),
    [
        ("score", "hong-kong", {"hand": 5}, "hand-missing"),
        ("score", "hong-kong", {"hand": "123m"}, "tile-count"),
        ("score", "hong-kong", {"hand": "147m258p369sESWNC|EE0000"}, "not-complete"),
        ("score", "hong-kong", {"hand": "123m456p78s234sEE9s|ES0000", "minimum": 9}, "answer-wrong"),
        ("score", "hong-kong", {"hand": "123m456p78s234sEE9s|ES0000", "first": "now"}, "answer-wrong"),
        ("score", "zung-jung", {"hand": "123m456p78s234sEE|-S0000", "lost": True}, "lost-not-counted"),
        ("score", "quebec-classical", {"hands": {}, "winner": "E"}, "hands-incomplete"),
        ("score", "quebec-classical", {"hands": {}, "winner": "A"}, "letter-unknown"),
        ("score", "quebec-classical", {"rules": "nobody", "hands": {}, "winner": None}, "rules-unknown"),
        ("score", "quebec-classical", {"hands": DRAWN_HANDS, "winner": None, "round": "X"}, "letter-unknown"),
        ("score", "quebec-classical", {"hands": DRAWN_HANDS, "winner": None, "round": "ES"}, "letter-unknown"),
        ("score", "quebec-classical", {"hands": DRAWN_HANDS, "winner": None, "round": 1}, "letter-unknown"),
        ("score", "quebec-classical", {"hand": "111m", "lost": "yes"}, "member-kind"),
        ("settle", "riichi-ema-2025", {"winners": [], "counters": -1}, "out-of-range"),
        ("settle", "riichi-ema-2025", {"winners": [], "sticks": -1}, "out-of-range"),
        ("settle", "zung-jung", {"points": 20, "winner": "E"}, "letter-unknown"),
        ("settle", "zung-jung", {"points": 2.5, "winner": "A"}, "not-an-integer"),
        ("settle", "zung-jung", {"winner": "A"}, "member-missing"),
        ("settle", "zung-jung", {"points": 20}, "member-missing"),
        ("settle", "zung-jung", {"points": 20, "winner": "A", "colour": 1}, "member-unknown"),
        ("settle", "zung-jung", {"points": 10**9, "winner": "A"}, "out-of-range"),
        ("settle", "quebec-classical", {"values": {"E": 20}, "winner": "E"}, "values-incomplete"),
        (
            "settle",
            "quebec-classical",
            {"values": {"E": True, "S": 0, "W": 0, "N": 0}, "winner": "E"},
            "not-an-integer",
        ),
    ],
)
def test_a_line_that_cannot_be_is_refused(
    call: Call, command: str, rules: str, line: dict[str, Any], code: str
) -> None:
    answer = call(command, "--jsonl", "--rules", rules, stdin=lines(line))
    assert answer.code == 1
    assert json.loads(answer.out)["error"]["code"] == code


def test_further_members_come_back(call: Call) -> None:
    answer = call("score", "--jsonl", "--rules", "hong-kong", stdin=lines({"hand": "123m456p78s234sEE9s", "id": 7}))
    assert json.loads(answer.out)["echo"] == {"id": 7}


def test_a_hand_is_explained_in_words(call: Call) -> None:
    answer = call("score", "--rules", "quebec-classical", "[EEE,1][SSS,1]CCCFFPPP|WN0000")
    assert (answer.code, answer.err) == (0, "")
    assert "500 points (Québec classical)" in answer.out.splitlines()[0]


def test_fan_are_not_called_points(call: Call) -> None:
    """Hong Kong counts in fan and pays in points: 4 fan are 16 (the memo's table of laak)."""
    answer = call("score", "--rules", "hong-kong", "111m222m333m11p222s|EE0000")
    assert answer.out.splitlines()[0] == "111m222m333m11p222s|EE0000: 4 fan = 16 base points (Hong Kong old style)"


def test_what_the_tiles_do_not_say_is_answered_beside_them(call: Call) -> None:
    """Poilbarbe's first example: 28 points, the South wind dominant doubles them."""
    hand = "[SSS,1]444sEE123m45p6p|-N0000"
    asked = call("score", "--rules", "french-classical-simple", hand)
    assert asked.code == 1
    assert "The dominant wind is missing" in asked.err
    assert "column 0" not in asked.err
    told = call("score", "--rules", "french-classical-simple", "--answer", "dominant=S", hand)
    assert told.out.splitlines()[0].startswith(f"{hand}: 56 points")
    dice = call("score", "--rules", "french-classical-simple", "--answer", "dominant=10", hand)
    assert dice.out == told.out
    both = lines({"hand": hand, "dominant": 10}, {"hand": hand, "dominant": "S"}, {"hand": hand, "dominant": 13})
    said = call("score", "--jsonl", "--rules", "french-classical-simple", stdin=both)
    by_dice, by_letter = (json.loads(line) for line in said.out.splitlines()[:2])
    assert by_dice["points"] == by_letter["points"] == 56
    assert said.code == 1, "two dice never make 13"
    thrown = call("--lang", "en", "score", "--rules", "french-classical-simple", "--answer", "dominant=10+9", hand)
    assert thrown.out.splitlines()[-1] == "The wall of West breaks at stack 1 from the left."
    values = {"winner": "E", "dominant": "10+8", "values": {"E": 100, "S": 250, "W": 40, "N": 10}}
    paid = call("settle", "--jsonl", "--rules", "french-classical-simple", stdin=lines({**values}))
    assert json.loads(paid.out)["break"] == {"wall": "S", "stack": 18}
    by_throws = lines({"hand": hand, "dominant": "10+8", "bonus_tiles": False})
    answered = json.loads(call("score", "--jsonl", "--rules", "french-classical-simple", stdin=by_throws).out)
    assert (answered["points"], answered["break"]) == (56, {"wall": "W", "stack": 1})
    capped = call("score", "--rules", "french-classical-simple", "--answer", "dominant=S", "--answer", "limit=50", hand)
    assert capped.out.splitlines()[0].startswith(f"{hand}: 50 points")
    lost = call("score", "--rules", "quebec-classical", "--answer", "lost=true", "EESSWWNNCCFFP|SE0000")
    assert lost.out.splitlines()[0].startswith("EESSWWNNCCFFP|SE0000: 12 points")


@pytest.mark.parametrize("answer", ["dominant=X", "dominant", "limit=many", "colour=red"])
def test_an_answer_that_is_none_is_refused(call: Call, answer: str) -> None:
    refused = call("score", "--rules", "french-classical-simple", "--answer", answer, "123m456m789m123pEE|-N0000")
    assert refused.code == 1
    assert refused.errors


@pytest.mark.parametrize("rules", ["french-classical-simple", "french-classical-advanced", *list(SYSTEMS.values())[:3]])
def test_every_option_is_listed_with_its_source(call: Call, rules: str) -> None:
    for language in ("en", "fr", "zh"):
        listed = call("--lang", language, "rules", "options", "--rules", rules, "--json").json
        assert len(listed) >= 5
        assert all(option["source"] and option["text"] for option in listed)


def test_riichi_is_scored_with_its_situation_as_members(call: Call) -> None:
    hand: dict[str, object] = {"hand": "234456m678p23s55s4s|SW0000", "riichi": "riichi", "dora": "8p 7p"}
    answer = call("score", "--jsonl", "--rules", "riichi-ema-2025", stdin=lines(
        hand, {**hand, "rules": "riichi-ema-2025", "kiriage": False}, {**hand, "ippatsu": True, "ura": "5s"},
        {**hand, "dora": 5}, {"hand": "19m19s19pESWNCFPP|SW0000"}, {**hand, "riichi": None, "ippatsu": True},
    ))  # fmt: skip
    found = [json.loads(line) for line in answer.out.splitlines()]
    told = [tuple(each.get(name) for name in ("han", "fu", "yakuman", "limit", "points")) for each in found]
    assert told[:2] == [(4, 30, 0, "mangan", 8000), (4, 30, 0, None, 7700)]
    assert {each["slug"]: each["han"] for each in found[0]["yaku"]} == {"riichi": 1, "pinfu": 1, "tanyao": 1, "dora": 1}
    assert found[2]["error"]["code"] == "ura-number"
    assert found[3]["error"]["code"] == "answer-wrong"
    assert told[4] == (13, None, 1, "yakuman", 32000)
    assert found[5]["error"]["code"] == "ippatsu-without-riichi"


def test_a_wrong_option_is_named_and_not_all_that_depends_on_it(call: Call) -> None:
    line = {"rules": "hong-kong", "minimum": "many", "winner": "A", "discarder": "B", "points": 3}
    answer = json.loads(call("settle", "--jsonl", stdin=lines(line)).out)
    assert "minimum" in answer["error"]["message"]
    assert "is not known here" not in answer["error"]["message"]


def test_points_are_added_and_doublings_multiply(call: Call) -> None:
    hand = "[SSS,1]444sEE123m45p6p|-N0000"
    answer = call("score", "--rules", "french-classical-simple", hand, "--answer", "dominant=S")
    worths = [line.split()[0] for line in answer.out.splitlines() if line.startswith(" ")]
    assert "×2" in worths
    assert [worth for worth in worths if worth.isdecimal()]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"sticks": 0, "counters": 1, "dealer": "B"}),
        ({"dealer": "A"}, {"sticks": 0, "counters": 1, "dealer": "B"}),
        ({"dealer": "D", "counters": 2, "sticks": 3}, {"sticks": 3, "counters": 3, "dealer": "A"}),
    ],
)
def test_a_drawn_hand_of_riichi_leads_to_the_next_table(
    call: Call, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Nobody is tenpai: the deal moves on, and a counter is added."""
    answer = call("settle", "--jsonl", "--rules", "riichi-ema-2025", stdin=lines({"winners": [], **before}))
    found = json.loads(answer.out)
    assert (answer.code, {name: found[name] for name in after}) == (0, after), answer
    assert found["net"] == {"A": 0, "B": 0, "C": 0, "D": 0}
