"""Riichi: what a hand moves, and what cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.second_count import riichi
from tests.second_count.riichi_lines import settle_lines
from tournament.language import ENGLISH
from tournament.ledger.checks import value_problems
from tournament.rules.payment import Outcome, Stakes, net_of
from tournament.rules.question import defaults_of
from tournament.rules.table_state import TableState
from tournament.rulesets.riichi.options import EMA_2025, OPTIONS_2025
from tournament.rulesets.riichi.ruleset import RIICHI_2025, riichi_2025
from tournament.rulesets.riichi.settlement import ordered, settle
from ui.cli.settle import settle_line

GOLD = [json.loads(line) for line in Path(__file__).with_name("settle.jsonl").read_text(encoding="utf-8").splitlines()]
Line = dict[str, Any]


def settled(line: Line) -> Line:
    return settle_line(json.dumps(line).encode(), "riichi-ema-2025", ENGLISH)


@pytest.mark.parametrize("case", GOLD, ids=lambda case: case["name"])
def test_gold(case: Line) -> None:
    assert settled(case["in"]) == case["out"] == riichi.settle(case["in"])


def test_the_second_count_agrees() -> None:
    for line in settle_lines(3, 600):
        assert settled(line) == riichi.settle(line), line


B_FROM_C, B_DRAWN = {"discarder": "C"}, dict[str, Any]()
IMPOSSIBLE = [
    ({"winners": [{"player": "B", "han": 2, "fu": 20}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 1, "fu": 20}]}, {"fu"}),
    ({"winners": [{"player": "B", "han": 1, "fu": 25}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 2, "fu": 25}]}, {"fu"}),
    ({"winners": [{"player": "B", "han": 2, "fu": 25}], **B_FROM_C, "riichi": ["B"]}, {"fu"}),
    ({"winners": [{"player": "B", "han": 1, "fu": 110}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 2, "fu": 120}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 2, "fu": 35}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 2}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "B", "han": 1, "fu": 30}], "riichi": ["B"]}, {"points"}),
    ({"winners": [{"player": "B", "han": 0, "fu": 30}], **B_FROM_C}, {"points"}),
    ({"winners": [{"player": "B", "yakuman": 2}], **B_FROM_C}, {"yakuman"}),
    ({"winners": [{"player": "B", "yakuman": 1, "han": 5}], **B_FROM_C}, {"points"}),
    ({"winners": [{"player": "B", "yakuman": 1, "fu": 30}], **B_FROM_C}, {"fu"}),
    ({"winners": [{"player": "C", "han": 5}], **B_FROM_C}, {"discarder"}),
    ({"winners": [{"player": "B", "han": 5}, {"player": "C", "han": 5}], **B_FROM_C}, {"second"}),
    ({"winners": [{"player": "B", "han": 5}, {"player": "B", "han": 5}], **B_FROM_C}, {"second"}),
    ({"winners": [{"player": "B", "han": 5}, {"player": "D", "han": 5}]}, {"second"}),
    ({"winners": [{"player": "B", "han": 5}, {"player": "D", "han": 2}], **B_FROM_C}, {"second_fu"}),
    ({"winners": [{"player": "B", "han": 5, "liable": "D"}], **B_FROM_C}, {"liable"}),
    ({"winners": [{"player": "B", "yakuman": 1, "liable": "B"}], **B_FROM_C}, {"liable"}),
    ({"pao": False, "winners": [{"player": "B", "yakuman": 1, "liable": "D"}]}, {"liable"}),
    ({"winners": [{"player": "B", "han": 5}], **B_FROM_C, "tenpai": ["A"]}, {"tenpai"}),
    ({"winners": [], **B_FROM_C}, {"discarder"}),
    ({"abortive": True, "winners": [], "abortive_draw": "four-winds", "tenpai": ["A"]}, {"tenpai"}),
    ({"abortive": True, "winners": [], "abortive_draw": "four-riichi", "riichi": ["A"]}, {"abortive_draw"}),
    ({"nagashi": True, "winners": [{"player": "B", "han": 5}], "nagashi_mangan": ["A"]}, {"nagashi_mangan"}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "fields"), IMPOSSIBLE, ids=lambda each: json.dumps(each, default=str))
def test_what_cannot_be_is_refused_at_its_field(line: Line, fields: set[str]) -> None:
    options = {name: line.pop(name) for name in list(line) if name in defaults_of(OPTIONS_2025)}
    rules = riichi_2025({**defaults_of(OPTIONS_2025), **options})
    outcome = outcome_of(line)
    assert {problem.field for problem in rules.contradictions(outcome, 0)} == fields
    assert "error" in settled({**options, **line})


def outcome_of(line: Line) -> Outcome:
    """What a line of A, B, C, D says, read for the test alone."""
    columns = {letter: column for column, letter in enumerate("ABCD")}
    answers: dict[str, Any] = {name: tuple(columns[each] for each in line[name])
                               for name in ("riichi", "tenpai", "nagashi_mangan") if name in line}  # fmt: skip
    answers |= {name: line[name] for name in ("abortive_draw",) if name in line}
    first, points, liable = None, 0, None
    for prefix, win in zip(("", "second", "third"), line["winners"], strict=False):
        han = win.get("han", 13)
        if not prefix:
            first, points = columns[win["player"]], han
            liable = columns.get(win.get("liable", ""))
        else:
            answers |= {prefix: columns[win["player"]], f"{prefix}_han": han}
        answers |= {f"{prefix}_{name}".strip("_"): win[name] for name in ("fu", "yakuman") if name in win}
    discarder = columns.get(line.get("discarder", ""))
    return Outcome(first, discarder, points, None, liable, tuple(sorted(answers.items())))


def test_head_bump_asks_for_no_further_winner() -> None:
    two = {"winners": [{"player": "B", "han": 5}, {"player": "D", "han": 5}], "discarder": "C"}
    assert settled({"ron": "first", **two})["error"]["code"] == "winners-many"
    three = {"winners": [{"player": each, "han": 5} for each in "ABD"], "discarder": "C"}
    assert settled({"ron": "two", **three})["error"]["code"] == "winners-many"
    assert "net" in settled({"ron": "two", **two})


def test_a_pair_of_double_wind_worth_4_fu_makes_110_fu_with_riichi_alone() -> None:
    line = {"winners": [{"player": "B", "han": 1, "fu": 110}], "discarder": "C"}
    assert settled({"double_wind_fu": 4, **line})["net"]["B"] == 3600


def test_sanbaiman_and_yakuman_are_asked_for_once() -> None:
    assert [each.code for each in value_problems(RIICHI_2025, Outcome(1, 2, 11), 0)] == ["points-improbable"]
    assert value_problems(RIICHI_2025, Outcome(1, 2, 10), 0) == ()


def test_riichi_needs_1000_points_by_option_only() -> None:
    """EMA plays on below zero, with borrowed sticks (2016, 4.1; 2025, 4.1.4)."""
    outcome = Outcome(None, answers=(("riichi", (2,)),))
    totals = (0, 0, 999 - EMA_2025.start, 0)
    needs = riichi_2025({**defaults_of(OPTIONS_2025), "riichi_needs_1000": True})
    found = needs.contradictions_before(outcome, TableState(), totals)
    assert [(each.code, each.field) for each in found] == [("riichi-too-poor", "riichi")]
    assert needs.contradictions_before(outcome, TableState(), (0, 0, 1000 - EMA_2025.start, 0)) == ()
    assert RIICHI_2025.contradictions_before(outcome, TableState(), totals) == ()


THREE = Outcome(3, 1, 2, answers=(("fu", 30), ("riichi", (0,)), ("second", 0), ("second_han", 13), ("second_liable", 2),
                                  ("second_yakuman", 1), ("third", 2), ("third_fu", 40), ("third_han", 3)))  # fmt: skip


def test_several_winners_are_kept_in_the_order_of_play() -> None:
    """And are paid as they are written."""
    kept = ordered(THREE)
    assert kept == Outcome(2, 1, 3, answers=(
        ("fu", 40), ("riichi", (0,)), ("second", 3), ("second_fu", 30), ("second_han", 2), ("third", 0),
        ("third_han", 13), ("third_liable", 2), ("third_yakuman", 1)))  # fmt: skip
    assert ordered(kept) == kept
    stakes = Stakes(0, 1, 2)
    assert net_of(settle(kept, stakes, EMA_2025)) == net_of(settle(THREE, stakes, EMA_2025))


def test_the_yakuman_of_a_first_winner_goes_with_its_winner() -> None:
    kept = ordered(Outcome(0, 1, 13, liable=3, answers=(("second", 2), ("second_han", 5), ("yakuman", 1))))
    assert kept == Outcome(2, 1, 5, answers=(
        ("second", 0), ("second_han", 13), ("second_liable", 3), ("second_yakuman", 1)))  # fmt: skip
