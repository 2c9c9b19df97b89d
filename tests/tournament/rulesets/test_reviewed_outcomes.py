"""How hands end under each rule set: what contradicts the rules, who pays, and how the table goes on.

Hands by chance are compared with reviewed files, in which a hand is followed by its contradictions or by what it pays.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.examples.games import some_outcome
from tests.examples.outcomes_by_chance import any_outcome, choices, outcomes_of
from tests.reviewed import Reviewed
from tournament.catalogue import IDS, rule_set
from tournament.language import ENGLISH, Text
from tournament.rules.payment import NO_NET, Net, Outcome, Stakes, add, net_of
from tournament.rules.question import Chosen, answer_text
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState, hand_texts

REVIEWED = Path(__file__).parent / "outcomes"
GAMES = 2
"""Games under each choice of options."""
HANDS, HANDS_OF_RIICHI = 15, 30
"""Hands of each kind under each choice: of riichi more, since most questions are asked of it."""
_TOTALS: tuple[Net, ...] = (
    NO_NET,
    (8_000, 8_000, -7_000, -9_000),
    (100, -31_000, 30_000, 900),
    (-29_100, 0, 0, 29_100),
)


def said(text: Text | str) -> str:
    return text if isinstance(text, str) else ENGLISH.render(text).replace("\n", " / ")


def outcome_text(outcome: Outcome) -> str:
    rest = dict(outcome.answers)
    worth = outcome.points if outcome.values is None else outcome.values
    liable = "" if outcome.liable is None else f" liable {outcome.liable}"
    return f"{outcome.winner} from {outcome.discarder}: {worth}{liable} {rest or ''}".rstrip()


def of_outcome(rules: RuleSet, outcome: Outcome, stakes: Stakes) -> Iterator[str]:
    """What is wrong with a hand, or what it pays and how it is written."""
    yield outcome_text(outcome)
    asked = [question.name for question in rules.questions if question.asked(outcome, stakes.dealer)]
    if rules.liable is not None and rules.liable.asked(outcome, stakes.dealer):
        asked.append("liable")
    if asked:
        yield f"  asks {' '.join(asked)}"
    state = TableState()
    problems = [*rules.contradictions(outcome, stakes.dealer), *rules.sheet_problems(outcome, stakes.dealer)]
    problems += rules.contradictions_before(outcome, state, _TOTALS[outcome.points % len(_TOTALS)])
    for problem in problems:
        column = "" if problem.column is None else f" {problem.column}"
        yield f"  {problem.code} ({problem.field}{column}): {said(problem.text)}"
    if rules.contradictions(outcome, stakes.dealer):
        return
    transfers = rules.settle(outcome, stakes)
    paid = ", ".join(f"{each.payer}→{each.receiver} {each.points}" for each in transfers)
    yield f"  {stakes.dealer} {stakes.counters} {stakes.sticks}: {net_of(transfers)} ({paid})"
    ordered = rules.ordered(outcome)
    if ordered != outcome:
        yield f"  ordered {outcome_text(ordered)}"
    if not outcome.drawn:
        wins = [f"{win.winner} {said(win.value)} {said(win.short)} {win.liable}" for win in rules.written_wins(outcome)]
        payer = "" if outcome.discarder is None else "ABCD"[outcome.discarder]
        yield f"  {'; '.join(wins)}; {said(rules.payment_text(outcome, payer))}"


def state_text(state: TableState) -> str:
    winds = "".join(wind.letter for wind in (*state.winds, *state.seats))
    signs = " ".join(name for name in ("opens", "over") if getattr(state, name))
    long, short = map(said, hand_texts(state))
    return f"{state.hand} {winds} {state.passed} {state.counters} {state.sticks} {long}, {short} {signs}".rstrip()


def game(rules: RuleSet, chosen: Chosen, chance: Random) -> Iterator[str]:
    """How a table goes on from hand to hand, and how it ends."""
    state, totals = rules.table.start, NO_NET
    for outcome in outcomes_of(rules, chosen, chance):
        yield f"  {state_text(state)} | {outcome_text(outcome)}"
        totals = add(totals, net_of(rules.settle(outcome, state.stakes)))
        state = rules.table.advance(state, outcome, totals)
        if state.over:
            break
    rest = rules.at_end(totals, state)
    scores = add(totals, rest)
    points = rules.table_points.of(scores)
    yield f"  {state_text(state)} | {totals} and {rest}: {' '.join(map(str, points))}"
    without = rules.table_points.of(scores, frozenset({1}))
    yield f"  without 1: {' '.join(map(str, without))}"


def lines(id: str) -> Iterator[str]:
    plain = rule_set(id)
    assert plain is not None
    questions = {option.question.name: option.question for option in plain.options}
    for chosen in choices(plain):
        rules = rule_set(id, chosen)
        assert rules is not None
        chance = random.Random(f"{id} {len(chosen)}")
        yield f"== {', '.join(f'{name}: {said(answer_text(questions[name], answer))}' for name, answer in chosen)}"
        for _ in range(HANDS_OF_RIICHI if rules.on_table else HANDS):
            stakes = Stakes(chance.randrange(4), chance.choice((0, 0, 1, 2)), chance.choice((0, 1, 3)))
            yield from of_outcome(rules, any_outcome(rules, chance), stakes)
            yield from of_outcome(rules, some_outcome(rules, TableState(), chance), stakes)
        for _ in range(GAMES):
            yield "game"
            yield from game(rules, chosen, chance)


@pytest.mark.parametrize("id", IDS)
def test_hands_end_as_reviewed(id: str, reviewed: Reviewed) -> None:
    reviewed(REVIEWED / f"{id}.txt", "".join(f"{line}\n" for line in lines(id)))


def test_no_reviewed_file_of_outcomes_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(IDS)
