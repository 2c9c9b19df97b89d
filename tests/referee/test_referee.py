"""A few sheets of the erring referee; the proof types two thousand."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.referee.erring_referee import Referee, Result, Row, play
from tests.referee.paper import Paper, random_outcome
from tests.ui.desktop.conftest import dressed, styled  # noqa: F401
from tests.ui.desktop.pages.tables.recount import totals
from tournament.catalogue import IDS, rule_set
from tournament.rules.payment import Answer, Outcome, Stakes
from tournament.rules.question import QuestionKind, RuleQuestion, defaults_of
from tournament.rules.ruleset import RuleSet


@pytest.mark.thorough
@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize(("rules", "seed"), [("mcr", 9), ("french-classical-advanced", 8)])
def test_no_sheet_is_verified_wrong_and_unmarked(qapp: QApplication, tmp_path: Path, rules: str, seed: int) -> None:
    """With these seeds the referee slips often, in many ways, and does not give up."""
    tally = play(tmp_path, seed, 1, slips=0.3, rules=rules)
    assert tally.wrong == []
    assert tally.results[Result.RIGHT] == 1
    assert len(tally.slips) >= 5


@pytest.mark.usefixtures("dressed")
def test_a_referee_who_reads_another_paper_is_found_out(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge sees what no window can: rows and totals that agree with each other and not with the paper."""

    def misread(hand: Outcome) -> Outcome:
        return hand if hand.winner is None else replace(hand, points=hand.points + 1)

    def as_recounted(hand: Outcome) -> tuple[int, int | None, int] | None:
        if hand.winner is None:
            return None
        return hand.winner + 1, None if hand.discarder is None else hand.discarder + 1, hand.points

    def misread_totals(paper: Paper) -> list[int]:
        return totals([as_recounted(misread(hand)) for hand in paper.hands])

    def expected_misread(referee: Referee, paper: Paper, hand: Outcome) -> Row:
        return expected(referee, paper, misread(hand))

    keys_of, expected = Paper.keys_of, Referee.expected
    monkeypatch.setattr(Paper, "keys_of", lambda paper, hand: keys_of(paper, misread(hand)))
    monkeypatch.setattr(Referee, "expected", expected_misread)
    monkeypatch.setattr(Referee, "totals_of", staticmethod(misread_totals))
    monkeypatch.setattr(Referee, "_punish", lambda _referee, _paper: None)
    tally = play(tmp_path, 7, 1, slips=0)
    assert (len(tally.wrong), tally.results[Result.WRONG]) == (1, 1)


def the_rules(id: str) -> RuleSet:
    rules = rule_set(id)
    assert rules is not None
    return rules


def variants(rules: RuleSet) -> Iterator[RuleSet]:
    """The rules as they are, and with each option answered otherwise."""
    yield rules
    assert rules.with_options is not None
    answers = defaults_of(rules.options)
    for option in rules.options:
        for other in others(option.question, answers[option.question.name]):
            yield rules.with_options({**answers, option.question.name: other})


def others(question: RuleQuestion, usual: Answer) -> Iterator[Answer]:
    if question.may_be_none and usual is not None:
        yield None
    if question.kind is QuestionKind.TICK:
        yield not usual
    yield from (each.key for each in question.choices if each.key != usual)


@pytest.mark.parametrize("id", [id for id in IDS if the_rules(id).four_values])
def test_where_four_hands_are_paid_nobody_pays_for_a_discard(id: str) -> None:
    """So the judge need not compare who discarded, under any option (Poilbarbe 4.2 and 4.3; the document of Québec)."""
    chance, tried = random.Random(1), 0
    for rules in variants(the_rules(id)):
        for dealer, winner in product(range(4), range(4)):
            outcome = replace(random_outcome(chance, rules), winner=winner)
            givers = [None, *(each for each in range(4) if each != winner)]
            paid = {tuple(rules.settle(replace(outcome, discarder=giver), Stakes(dealer))) for giver in givers}
            assert len(paid) == 1
            tried += bool(paid.pop())
    assert tried > 100
