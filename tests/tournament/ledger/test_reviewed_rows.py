"""What is wrong with each row of one sheet, for every way to record, correct, insert, delete, move or swap it.

The sheet has wins, a drawn hand, an empty row, the same line twice, and penalties for a hand and for the session; what
is wrong stands in a reviewed file. What is not in it has no problem.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from tests.reviewed import Reviewed
from tests.tournament.ledger.writing import Writing
from tournament.catalogue import rule_set
from tournament.event.problem import Problem
from tournament.language import ENGLISH
from tournament.ledger import checks
from tournament.ledger.facts import HandRecorded, PenaltyGiven, SheetClosed, TotalsRecorded, TotalsTyped
from tournament.ledger.sheet import Sheet
from tournament.rules.payment import SECOND, SECOND_HAN, TENPAI, THIRD, THIRD_HAN, Answer, Outcome
from tournament.rules.ruleset import RuleSet
from tournament.rulesets.mcr.ruleset import MCR

REVIEWED = Path(__file__).with_name("rows.txt")
SAME = HandRecorded(1, 0, 2, 8), HandRecorded(2, 0, 2, 8)
ROWS = (*SAME, HandRecorded(3, None), HandRecorded(5, 1, None, 30), HandRecorded(6, 3, 1, 12))
PENALTIES = (
    PenaltyGiven(2, 2, "", 0, no_hu=True, reason="x"),
    PenaltyGiven(1, 4, "", 10, (3,), reason="x"),
    PenaltyGiven(3, 6, "false-win", 10, closes_hand=True, reason="x"),
    PenaltyGiven(0, None, "", 20, (1, 2), reason="x"),
)
OUTCOMES = (
    Outcome(0, 2, 8),
    Outcome(3, 1, 12),
    Outcome(None),
    Outcome(2, 0, 8),
    Outcome(1, None, 30),
    Outcome(2, None, 7),
    Outcome(1, 1, 9),
    Outcome(None, 1, 3),
    Outcome(3, 1, MCR.improbable),
    Outcome(3, 1, MCR.improbable + 1),
    Outcome(3, 1, MCR.most),
    Outcome(3, 1, MCR.most + 1),
    Outcome(3, 1, 8, (8, 0, 0, 0)),
    Outcome(3, 1, 8, liable=2),
    Outcome(3, 1, 8, answers=(("dice", 3),)),
)


def sheet_of(*facts: HandRecorded | PenaltyGiven | SheetClosed | TotalsRecorded | TotalsTyped,
             rules: RuleSet = MCR) -> Sheet:  # fmt: skip
    writing = Writing()
    for fact in facts:
        writing.write(fact)
    return writing.sheet(rules)


def told(name: str, problems: Iterable[Problem]) -> Iterator[str]:
    found = "; ".join(f"{each.code} {each.field} {each.gravity.value} {ENGLISH.render(each.text)}" for each in problems)
    if found:
        yield f"  {name}: {found}"


def of_rows(sheet: Sheet, rules: RuleSet, outcomes: tuple[Outcome, ...]) -> Iterator[str]:
    for outcome in outcomes:
        said = str(outcome).removeprefix("Outcome")
        yield from told(f"of itself {said}", checks.value_problems(rules, outcome, 1))
    last = len(sheet.hands)
    for hand in sorted({0, 1, 2, 3, 4, 6, 7, last, last + 1}):
        for outcome in outcomes[:3] if hand != 2 else outcomes:
            itself = checks.value_problems(rules, outcome, 1)
            for name, problems in (
                ("record", checks.hand_problems(sheet, rules, hand, outcome)),
                ("correct", checks.correction_problems(sheet, rules, hand, outcome, tiles="", reason="x")),
                ("insert", checks.insert_problems(sheet, rules, hand, outcome, reason="x")),
            ):
                number = outcomes.index(outcome)
                yield from told(f"{name} {hand} no. {number}", (each for each in problems if each not in itself))
        yield from told(f"delete {hand}", checks.delete_problems(sheet, hand, reason="x"))
        for to in (0, 1, hand, last, last + 1):
            yield from told(f"move {hand} to {to}", checks.move_problems(sheet, hand, to, reason="x"))


def of_columns(sheet: Sheet) -> Iterator[str]:
    """Each pair of columns with the first and last hands between which swapping them would change nothing."""
    hands = range(1, 8)
    for columns in combinations(range(4), 2):
        spans = [None, *((first, last) for first in hands for last in hands if first <= last)]
        kept = [span for span in spans if checks.exchange_problems(sheet, columns, span, reason="x")]
        yield f"  {columns} not in {' '.join('the sheet' if span is None else f'{span[0]}–{span[1]}' for span in kept)}"
    for span in ((0, 1), (3, 2), (1, 99)):
        yield from told(f"swap in {span}", checks.exchange_problems(sheet, (0, 1), span, reason="x"))


def riichi(answers: dict[str, Answer], winner: int | None = None, *, points: int = 0) -> Outcome:
    return Outcome(winner, None if winner is None else 3, points, answers=tuple(sorted(answers.items())))


RIICHI = (
    riichi({TENPAI: (1, 2)}),
    riichi({TENPAI: (0, 3)}),
    riichi({"fu": 30}, 0, points=2),
    riichi({SECOND: 1, SECOND_HAN: 2, "second_fu": 30, "fu": 30}, 0, points=2),
    riichi({SECOND: 1, SECOND_HAN: 99, THIRD: 2, THIRD_HAN: 99, "fu": 30}, 0, points=99),
    riichi({SECOND: 1, SECOND_HAN: 10, THIRD: 2, THIRD_HAN: 11}, 0, points=10),
    riichi({SECOND: 1, SECOND_HAN: 11, THIRD: 2, THIRD_HAN: 10}, 0, points=11),
    riichi({SECOND: 1, SECOND_HAN: 2, "second_fu": 30, THIRD: 2, THIRD_HAN: 3, "third_fu": 30, "fu": 30}, 0, points=2),
)
FOUR_VALUES = (
    Outcome(0, 1, 0, (48, 16, 4, 8)),
    Outcome(0, 1, 0, (48, 9001, 4, 9002)),
    Outcome(0, 1, 8),
    Outcome(None),
)


IN_FIVES = tuple(Outcome(0, 1, points) for points in (1, 4, 5, 6, 320, 321, 325, 480, 481))

OTHER_GAMES = {"riichi-ema-2025": RIICHI, "french-classical-simple": FOUR_VALUES, "zung-jung": IN_FIVES}


def lines() -> Iterator[str]:
    sheet = sheet_of(*ROWS, *PENALTIES)
    yield "== a sheet with penalties"
    yield from of_rows(sheet, MCR, OUTCOMES)
    yield from of_columns(sheet)
    for name, facts in (
        ("only a drawn hand", (HandRecorded(1, None),)),
        ("typed totals", (HandRecorded(1, None), TotalsTyped((8, 0, 0, -8)))),
        ("penalties alone", PENALTIES[:3]),
        ("a warning", (PenaltyGiven(3, 5, "", 0, reason="x"),)),
        ("a penalty for the session", PENALTIES[3:]),
    ):
        yield f"== {name}"
        yield from of_columns(sheet_of(*facts))
    for name, end in (
        ("signed", (*ROWS, SheetClosed())),
        ("by its totals", (TotalsRecorded((8, 0, 0, -8)),)),
        ("the last row alone", (HandRecorded(16, 0, 2, 8),)),
        ("full", (*ROWS, HandRecorded(16, 0, 1, 9))),
        ("full by a penalty", (*ROWS, PenaltyGiven(0, 16, "", 5, reason="x"))),
    ):
        yield f"== {name}"
        yield from of_rows(sheet_of(*end), MCR, OUTCOMES[:2])
    for id, outcomes in (
        ("riichi-ema-2025", RIICHI),
        ("french-classical-simple", FOUR_VALUES),
        ("zung-jung", IN_FIVES),
    ):
        rules = rule_set(id)
        assert rules is not None
        dead = PenaltyGiven(1, 2, "", 0, no_hu=True, reason="x")
        others = (PenaltyGiven(column, 3, "", 0, no_hu=True, reason="x") for column in (0, 2))
        rows = (HandRecorded(1, None), HandRecorded(2, None), HandRecorded(3, None))
        yield f"== {id}"
        yield from of_rows(sheet_of(*rows, dead, *others, rules=rules), rules, outcomes)


def test_every_problem_with_a_row_is_told_as_reviewed(reviewed: Reviewed) -> None:
    reviewed(REVIEWED, "".join(f"{line}\n" for line in lines()))


@pytest.mark.parametrize(
    ("reason", "code"),
    [("", "reason-missing"), (" ", "reason-missing"), ("-", "reason-without-words"), ("é", ""), ("12 b", "")],
)
def test_a_reason_needs_a_letter(reason: str, code: str) -> None:
    assert [problem.code for problem in checks.reason_problems(reason)] == ([code] if code else [])
    optional = [problem.code for problem in checks.wordless_problems(reason)]
    assert optional == (["reason-without-words"] if code == "reason-without-words" else [])


def test_the_first_hand_behind_the_end_is_named() -> None:
    played, over = MCR.table.start, MCR.table.start._replace(over=True)
    won = Outcome(0, 1, 8)
    rows = [(3, played, won), (4, over, None), (5, over, won), (6, over, won)]
    assert [ENGLISH.render(problem.text) for problem in checks.end_problems(rows)] == [
        "This would end the game before hand 5, which is recorded: is this correct?"
    ]
    assert checks.end_problems(rows[:2]) == ()


def test_values_of_the_winner_that_the_rules_know_are_not_improbable() -> None:
    rules = rule_set("french-classical-simple")
    assert rules is not None
    known = replace(rules, improbable=100, own_values=frozenset((400,)))
    for winner, values, fields in (
        (0, (400, 0, 0, 0), []),
        (0, (402, 0, 0, 0), ["values.A"]),
        (1, (400, 40, 0, 0), ["values.A"]),
        (1, (100, 400, 0, 102), ["values.D"]),
    ):
        found = checks.value_problems(known, Outcome(winner, None, 0, values), 0)
        assert [problem.field for problem in found if problem.code == "value-improbable"] == fields, (winner, values)
