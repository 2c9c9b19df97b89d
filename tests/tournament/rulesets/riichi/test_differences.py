"""Why totals differ: a slip planted into a game is offered, and all that is offered makes exactly the difference."""

from random import Random
from typing import Any

import pytest

from tests.tournament.rulesets.riichi.slips import (
    IN_ONE_HAND,
    OTHERS,
    Line,
    Played,
    planted,
    same_people,
    sheet_of,
    totals,
    with_cause,
)
from tournament.catalogue import rule_set
from tournament.language import ENGLISH
from tournament.ledger.causes import Cause, HandDifferent, HandMissing, HandTwice, cause_text
from tournament.ledger.difference import causes_of
from tournament.rulesets.riichi.ruleset import RIICHI_2025

GAMES = 2
"""Of each kind."""


def names(cause: Cause, played: Played) -> bool:
    """Whether ``cause`` is the slip that was planted, but for what is paid alike."""
    true, hand = played.true, played.hand
    match cause:
        case HandDifferent():
            offered = with_cause(cause, played.typed) or []
            return (
                len(true) == len(played.typed) and cause.hand == hand and same_people(offered[hand - 1], true[hand - 1])
            )
        case HandMissing():
            return len(true) > len(played.typed) and cause.row == hand
        case HandTwice():
            return with_cause(cause, played.typed) == true
        case _:
            return False


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [*IN_ONE_HAND, *OTHERS])
def test_a_planted_slip_is_offered_and_every_offer_makes_the_difference(kind: str) -> None:
    chance = Random(kind)
    for _ in range(GAMES):
        played = planted(kind, chance)
        causes = causes_of(sheet_of(played.typed, played.rules), played.rules, played.paper)
        assert any(names(cause, played) for cause in causes)
        again = (with_cause(cause, played.typed) for cause in causes)
        assert {totals(lines, played.counted) for lines in again if lines is not None} == {played.paper}


HANDS: list[Line] = [
    {"winners": [{"player": "B", "han": 3, "fu": 40}], "discarder": "D"},
    {"winners": [], "tenpai": ["A"], "riichi": ["C"]},
    {"winners": [{"player": "D", "han": 2, "fu": 30}], "riichi": ["A"]},
    {"winners": [{"player": "A", "han": 1, "fu": 40}, {"player": "C", "han": 5}], "discarder": "B"},
    {"winners": [], "tenpai": ["B"]},
    {"winners": [{"player": "C", "han": 13}], "discarder": "A"},
]
SLIPS: list[tuple[int, dict[str, Any], str]] = [
    (1, {"winners": [{"player": "B", "han": 3, "fu": 30}]}, "Hand 1: 3 han 30 fu instead of 3 han 40 fu?"),
    (1, {"winners": [{"player": "B", "han": 2, "fu": 40}]}, "Hand 1: 2 han 40 fu instead of 3 han 40 fu?"),
    (1, {"riichi": ["A"]}, "Hand 1: riichi of A not written?"),
    (2, {"riichi": []}, "Hand 2: riichi of C written by mistake?"),
    (2, {"riichi": ["B", "C"]}, "Hand 2: riichi of B not written?"),
    (2, {"tenpai": ["A", "D"]}, "Hand 2: D tenpai?"),
    (5, {"tenpai": []}, "Hand 5: B not tenpai?"),
    (4, {"winners": [{"player": "A", "han": 1, "fu": 40}, {"player": "C", "han": 6}]},
     "Hand 4: C 6 han instead of 5 han?"),
    (4, {"winners": [{"player": "C", "han": 5}]},
     "Hand 4: C from B, 5 han instead of C, A from B: C 5 han, A 1 han 40 fu?"),
    (6, {"winners": [{"player": "C", "yakuman": 1}]}, "Hand 6: yakuman instead of 13 han?"),
    (6, {"discarder": "D"}, "Hand 6: discarded by D instead of A?"),
    (3, {"winners": [{"player": "B", "han": 2, "fu": 30}]}, "Hand 3: won by B instead of D?"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "other", "text"), SLIPS, ids=[text for _, _, text in SLIPS])
def test_a_cause_of_a_difference_is_named_in_words_of_the_game(hand: int, other: dict[str, Any], text: str) -> None:
    assert text in asked([*HANDS[: hand - 1], {**HANDS[hand - 1], **other}, *HANDS[hand:]])[:3]


def asked(true: list[Line]) -> list[str]:
    paper = sheet_of(true, RIICHI_2025).computed
    causes = causes_of(sheet_of(HANDS, RIICHI_2025), RIICHI_2025, paper)
    return [ENGLISH.render(cause_text(cause, rules=RIICHI_2025)) for cause in causes]


def test_a_hand_that_stands_nowhere_is_told_with_its_place() -> None:
    left_out: Line = {"winners": [{"player": "A", "han": 3, "fu": 40}], "discarder": "C"}
    assert asked([*HANDS, left_out])[0] == "A missing hand: A from C, 3 han 40 fu?"
    assert "A missing hand before hand 3: A from C, 3 han 40 fu?" in asked([*HANDS[:2], left_out, *HANDS[2:]])


def test_a_penalty_may_say_who_gets_the_sticks_left_on_the_table() -> None:
    """B leads and has the stick of C; 20,000 less, and A has it."""
    sheet = sheet_of(HANDS[:2], RIICHI_2025)
    a, b, c, d = sheet.computed
    found = [
        [ENGLISH.render(cause_text(cause)) for cause in causes_of(sheet, RIICHI_2025, paper)]
        for paper in ((a + 1000, b - 21000, c, d), (a, b - 20000, c, d))
    ]
    assert found[0] == ["A missing penalty: B −20000, to nobody?"]
    assert "A missing penalty: B −20000, to nobody?" not in found[1]


def test_nothing_is_offered_where_no_single_slip_explains_the_difference() -> None:
    computed = sheet_of(HANDS, RIICHI_2025).computed
    for paper in ((computed[0] + 100, *computed[1:3], computed[3] - 200), (*computed[:2], None, None)):
        assert causes_of(sheet_of(HANDS, RIICHI_2025), RIICHI_2025, paper) == ()


@pytest.mark.parametrize(
    ("leftover", "text"),
    [
        ("split", "1000 left on the table not added on paper to A?"),
        ("lost", "1000 left on the table added on paper to A?"),
    ],
)
def test_a_stick_left_on_the_table_is_offered_as_what_it_is(leftover: str, text: str) -> None:
    rules = rule_set("riichi-ema-2025", (("leftover", leftover),))
    assert rules is not None
    hands: list[Line] = [
        {"winners": [{"player": "A", "han": 3, "fu": 40}], "discarder": "D"},
        {"winners": [], "tenpai": ["B", "C"], "riichi": ["B"]},
    ]
    sheet = sheet_of(hands, rules)
    a, b, c, d = sheet.computed
    paper = (a - 1000 if leftover == "split" else a + 1000, b, c, d)
    assert ENGLISH.render(cause_text(causes_of(sheet, rules, paper)[0])) == text
