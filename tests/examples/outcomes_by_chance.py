"""Hands and options of any rule set by chance: possible ones and impossible ones."""

import random
from collections.abc import Iterator
from random import Random

from tests.examples.games import some_outcome
from tests.second_count import riichi_lines
from tournament.catalogue import option_problems
from tournament.rules.payment import Answer, Net, Outcome
from tournament.rules.question import Chosen, Option, QuestionKind, RuleQuestion
from tournament.rules.ruleset import RuleSet
from ui.json_lines.game import GameLine

CHOICES = 3
"""How many choices of options there are at most, besides none."""
_NUMBERS = (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 13, 14, 20, 24, 40, 41, 64, 88, 320, 501, 1000)


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


def outcomes_of(rules: RuleSet, chosen: Chosen, chance: Random) -> list[Outcome]:
    """The hands of a game by chance."""
    if rules.on_table:
        lines = riichi_lines.hanchan(chance, rules.id, dict(chosen), most=18)
        return [GameLine(dict(line), rules).outcome() for line in lines]
    return [some_outcome(rules, rules.table.start, chance) for _ in range(10)]


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
