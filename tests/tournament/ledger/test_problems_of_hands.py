"""Where a penalty or a row above makes a hand, a swap or a lateness impossible, and where it does not."""

import pytest

from tests.tournament.ledger.writing import Writing
from tournament.catalogue import rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import ENGLISH
from tournament.ledger.checks import exchange_problems, hand_problems
from tournament.ledger.facts import HandRecorded, PenaltyGiven
from tournament.ledger.sanctions import Charge, penalty_of
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import Outcome
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.mcr.ruleset import MCR


def sheet_of(*facts: HandRecorded | PenaltyGiven, rules: RuleSet = MCR) -> Sheet:
    writing = Writing()
    for fact in facts:
        writing.write(fact)
    return writing.sheet(rules)


def codes(problems: tuple[Problem, ...]) -> list[str]:
    return [each.code for each in problems]


@pytest.mark.parametrize(("recorded", "asked"), [(1, True), (2, False), (16, False)])
def test_only_the_row_above_is_compared(recorded: int, asked: bool) -> None:
    """The last row is not above the first."""
    sheet = sheet_of(HandRecorded(recorded, 0, 1, 20))
    hand = 2 if recorded == 1 else 1
    assert ("same-as-before" in codes(hand_problems(sheet, MCR, hand, Outcome(0, 1, 20)))) is asked


@pytest.mark.parametrize(
    ("hands", "found"),
    [((1, 2), False), ((3, 3), True), ((2, 4), True), ((4, 16), False), ((1, 3), True), ((3, 16), True)],
)
def test_a_swap_counts_the_penalties_of_its_hands_alone(hands: tuple[int, int], found: bool) -> None:
    sheet = sheet_of(PenaltyGiven(0, 3, "late", 10))
    problems = exchange_problems(sheet, (0, 1), hands, reason="wrong columns")
    assert ("nothing-changes" not in codes(problems)) is found


def test_a_penalty_of_the_session_is_swapped_on_the_whole_sheet_alone() -> None:
    sheet = sheet_of(PenaltyGiven(0, None, "late", 10))
    assert codes(exchange_problems(sheet, (0, 1), None, reason="wrong columns")) == []
    assert codes(exchange_problems(sheet, (2, 3), None, reason="wrong columns")) == ["nothing-changes"]
    assert codes(exchange_problems(sheet, (0, 1), (1, 16), reason="wrong columns")) == ["nothing-changes"]


def test_a_penalty_that_pays_nobody_is_swapped_with_its_player() -> None:
    sheet = sheet_of(PenaltyGiven(0, 1, "", 0, reason="spoke"), PenaltyGiven(2, 1, "", 10, (0, 1), reason="spoke"))
    assert codes(exchange_problems(sheet, (1, 0), (1, 1), reason="wrong columns")) == []
    assert codes(exchange_problems(sheet, (1, 3), (1, 1), reason="wrong columns")) == []


@pytest.mark.parametrize(
    ("tenpai", "found"), [((0,), ["dead-hand-tenpai"]), ((1, 2), []), ((), []), ((0, 1), ["dead-hand-tenpai"])]
)
def test_who_has_a_dead_hand_is_not_tenpai(tenpai: tuple[int, ...], found: list[str]) -> None:
    rules = rule_set("riichi-ema-2025")
    assert rules is not None
    sheet = sheet_of(PenaltyGiven(0, 1, "", 0, no_hu=True, reason="exposed"), rules=rules)
    drawn = Outcome(None, answers=(("tenpai", tenpai),) if tenpai else ())
    assert [code for code in codes(hand_problems(sheet, rules, 1, drawn)) if code == "dead-hand-tenpai"] == found


@pytest.mark.parametrize(("hand", "winner", "found"), [(1, 0, True), (1, 1, False), (2, 0, False)])
def test_who_may_not_win_a_hand_does_not_win_it(hand: int, winner: int, found: bool) -> None:
    sheet = sheet_of(PenaltyGiven(0, 1, "", 0, no_hu=True, reason="exposed"))
    assert ("no-hu" in codes(hand_problems(sheet, MCR, hand, Outcome(winner, 2, 20)))) is found


@pytest.mark.parametrize(("minutes", "points"), [(1, 10), (9, 10), (10, 20), (15, 20)])
def test_each_lateness_costs_what_the_rules_say(minutes: int, points: int) -> None:
    assert penalty_of(sheet_of(), MCR, Charge(0, "late", minutes=minutes)).points == points


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (None, "Enter how many minutes late."),
        (0, "0 minutes is not late."),
        (16, "More than 15 minutes late: the player loses the session"),
    ],
)
def test_another_lateness_is_refused(minutes: int | None, text: str) -> None:
    with pytest.raises(Refused) as raised:
        penalty_of(sheet_of(), MCR, Charge(0, "late", minutes=minutes))
    assert ENGLISH.render(raised.value.problems[0].text).startswith(text)
