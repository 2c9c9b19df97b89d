"""The line of a riichi hand as it is typed: its han and what they are worth, and faults at their place."""

import json
from typing import Any

import pytest

from tests.ui.entry.test_player_verdict import ROOT, rules_of
from tournament.language import ENGLISH
from tournament.rules.hand_answers import answers_text
from ui.entry.player_context import PlayerContext
from ui.entry.verdict import HandContext, judge

GOLD = [json.loads(line) for line in (ROOT / "riichi" / "gold.jsonl").read_text("utf-8").splitlines()]


def context_of(given: dict[str, Any]) -> HandContext:
    options = tuple(sorted(given.get("options", {}).items()))
    return HandContext(player=PlayerContext(rules_of(given.get("rules", "riichi-ema-2025"), options)))


@pytest.mark.parametrize("case", GOLD, ids=lambda case: case["name"])
def test_a_gold_hand_that_is_typed_has_its_gold_value(case: dict[str, Any]) -> None:
    given = case["in"]
    context = context_of(given)
    assert context.player is not None
    asked = {question.name for question in context.player.questions}
    answers = tuple((name, value) for name, value in given.items() if name in asked)
    verdict = judge(f"{given['hand']}||{answers_text(answers)}", context)
    assert not verdict.faults
    assert verdict.count is not None
    assert (verdict.points, verdict.count.base or None, verdict.count.paid) == (
        case["out"]["han"], case["out"]["fu"], case["out"]["points"])  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("234456m678p23s55s4s|SW0000||riichi=riichi,dora=7p", "4 han, 30 fu: mangan, 8000"),
        ("234456m678p23s55s4s|SW0000", "2 han, 30 fu: 2000"),
        ("19m19s19pESWNCFPP|SW0000", "1 yakuman: 32000"),
        ("[234m,1]456s678p23pEE1p|SW0000", "No yaku: this hand may not win"),
        ("234456m678p23s55s4s|SW0000||first", "5 han: mangan, 8000"),
    ],
)
def test_one_line_says_how_the_value_comes_about(typed: str, said: str) -> None:
    verdict = judge(typed, context_of({}))
    assert verdict.player is not None
    assert verdict.count is not None
    assert ENGLISH.render(verdict.player.counter.sum_text(verdict.count)) == said


def test_what_cannot_be_is_said_where_it_is_typed() -> None:
    typed = "[234m,1]456s678p23p55s4p|SW0000||riichi=riichi"
    (fault,) = judge(typed, context_of({})).faults
    assert (fault.code, fault.column) == ("riichi-open", 1)
    (fault,) = judge("234456m678p23s55s4s|SW0000||dora=5x", context_of({})).faults
    assert fault.column == 29
