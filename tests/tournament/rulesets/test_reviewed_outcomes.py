"""How hands end under each rule set: what contradicts the rules, who pays, and how the table goes on.

Hands by chance are compared with reviewed files; ``--update-golden`` writes them again. In them, a hand is followed by
its contradictions or by what it pays.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.examples.games import some_outcome
from tests.second_count import riichi_lines
from tournament.catalogue import IDS, option_problems, rule_set
from tournament.language import ENGLISH, Text
from tournament.rules.payment import NO_NET, Answer, Net, Outcome, Stakes, add, net_of
from tournament.rules.question import Chosen, Option, QuestionKind, RuleQuestion, answer_text
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState, hand_texts
from ui.json_lines.game import GameLine

REVIEWED = Path(__file__).parent / "outcomes"
CHOICES, GAMES = 3, 2
"""Choices of options, and games under each."""
HANDS, HANDS_OF_RIICHI = 15, 30
"""Hands of each kind under each choice: of riichi more, since most questions are asked of it."""
_NUMBERS = (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 13, 14, 20, 24, 40, 41, 64, 88, 320, 501, 1000)
_TOTALS: tuple[Net, ...] = (
    NO_NET,
    (8_000, 8_000, -7_000, -9_000),
    (100, -31_000, 30_000, 900),
    (-29_100, 0, 0, 29_100),
)


def some_answer(question: RuleQuestion, chance: Random) -> Answer:
    match question.kind:
        case QuestionKind.TICK:
            return True
        case QuestionKind.NUMBER:
            numbers = (question.least, question.most, question.least + question.step, 20, 25, 30, 40, 110, 1, 2, 13)
            return chance.choice(numbers)
        case QuestionKind.CHOICE:
            return chance.choice(question.choices).key
        case QuestionKind.PLAYER:
            return chance.randrange(4)
        case QuestionKind.PLAYERS:
            return tuple(sorted(chance.sample(range(4), chance.choice((1, 1, 2, 3, 4)))))
        case _:
            return None


def any_outcome(rules: RuleSet, chance: Random) -> Outcome:
    """A hand with answers by chance, which mostly contradict each other."""
    winner = None if chance.random() < 0.2 else chance.randrange(4)
    discarder = None if chance.random() < 0.4 else chance.randrange(4)
    asked = [question for question in rules.questions if chance.random() < 2.5 / (len(rules.questions) + 1)]
    answers = {question.name: some_answer(question, chance) for question in asked}
    values: Net | None = None
    if rules.four_values:
        a, b, c, d = (chance.choice(_NUMBERS) * chance.choice((1, 2)) for _ in range(4))
        values = a, b, c, d
    return Outcome(
        winner,
        discarder,
        0 if rules.four_values or (winner is None and chance.random() < 0.8) else chance.choice(_NUMBERS),
        values,
        chance.randrange(4) if rules.liable is not None and chance.random() < 0.2 else None,
        tuple(sorted((name, answer) for name, answer in answers.items() if answer is not None)),
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


def outcomes_of(rules: RuleSet, chosen: Chosen, chance: Random) -> list[Outcome]:
    """The hands of a game by chance."""
    if rules.on_table:
        lines = riichi_lines.hanchan(chance, rules.id, dict(chosen), most=18)
        return [GameLine(dict(line), rules).outcome() for line in lines]
    return [some_outcome(rules, rules.table.start, chance) for _ in range(10)]


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


def other(option: Option, chance: Random) -> Answer:
    question = option.question
    match question.kind:
        case QuestionKind.TICK:
            return not question.default
        case QuestionKind.NUMBER:
            steps = range(question.least, question.most + 1, question.step)
            return chance.choice([*steps[:3], *steps[-2:]]) if question.most < 1000 else question.default
        case QuestionKind.CHOICE:
            return chance.choice(question.choices).key
        case QuestionKind.PLACES:
            return "9-4-1-0"
        case _:
            return question.default


def choices(rules: RuleSet) -> Iterator[Chosen]:
    """No option, and some by chance: of riichi those that the second count knows."""
    yield ()
    chance = random.Random(rules.id)
    for _ in range(CHOICES):
        answers = {each.question.name: other(each, chance) for each in rules.options if chance.random() < 0.4}
        if rules.on_table:
            answers = {
                name: answer
                for name, answer in riichi_lines.options(chance).items()
                if isinstance(answer, bool | int | str)
            }
        defaults = {each.question.name: each.question.default for each in rules.options}
        chosen = tuple((name, answer) for name, answer in sorted(answers.items()) if answer != defaults[name])
        if chosen and not option_problems(rules, chosen):
            yield chosen


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
def test_hands_end_as_reviewed(id: str, request: pytest.FixtureRequest) -> None:
    path, text = REVIEWED / f"{id}.txt", "".join(f"{line}\n" for line in lines(id))
    if request.config.getoption("--update-golden"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_no_reviewed_file_of_outcomes_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(IDS)
