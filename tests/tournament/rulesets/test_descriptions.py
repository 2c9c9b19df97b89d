"""Everything that a rule set says of itself, and what each option changes, compared with reviewed files.

``--update-golden`` writes the files again. In them each line is a path and its value; a text is in English.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.described import described
from tests.reviewed import Reviewed
from tournament.catalogue import IDS, option_problems, rule_set
from tournament.language import ENGLISH
from tournament.rules.payment import NO_NET, Answer, Outcome
from tournament.rules.question import Chosen, QuestionKind, RuleQuestion
from tournament.rules.rotation import fewest_hands, foreseen
from tournament.rules.ruleset import RuleSet
from tournament.rules.table_state import TableState

REVIEWED = Path(__file__).parent / "descriptions"
_APART = ("options", "with_options", "scorer")
"""Fields that are not described: the options are described by what each changes, a scorer counts hands."""


def payments(rules: RuleSet) -> Iterator[str]:
    """What each band of values, and the most, pays between the dealer and the others."""
    state = rules.table.start
    for worth in (rules.minimum, *rules.value_bands, rules.most):
        for winner, discarder in ((0, None), (1, None), (0, 2), (1, 0), (1, 3)):
            outcome = Outcome(winner, discarder, worth)
            if rules.four_values or rules.contradictions(outcome, state.dealer):
                continue
            yield f"{worth} by {winner} from {discarder}: {rules.settle(outcome, state.stakes)}"
    for text, outcome in rules.example_wins():
        yield f"{ENGLISH.render(text)}: {rules.settle(outcome, state.stakes)}"


def state_text(state: TableState) -> str:
    winds = "".join(wind.letter for wind in state.winds)
    prevalent = state.prevalent.letter if state.prevalent is not None else "-"
    signs = " ".join(name for name in ("opens", "over") if getattr(state, name))
    return f"{state.hand} {winds} {prevalent} {state.passed} {state.counters} {state.sticks} {signs}".rstrip()


def hands_of_table(rules: RuleSet) -> Iterator[str]:
    """How the table goes on, from the start and after each winner."""
    yield f"fewest hands: {fewest_hands(rules.table)}"
    for state in foreseen(rules.table):
        yield f"foreseen: {state_text(state)}"
    state = rules.table.start
    for winner in (0, 1, 1, None, 3, 2, 0, None, 2, 3, 1, 0, 1, 2, 3, 0, 1, 2, 3, 3):
        state = rules.table.advance(state, Outcome(winner), NO_NET)
        yield f"after {winner}: {state_text(state)}"
        if state.over:
            break


def whole(rules: RuleSet) -> list[str]:
    """All lines about ``rules``."""
    lines = [*described(rules, "rules", apart=_APART), *described(rules.reference(), "reference")]
    return [*lines, *payments(rules), *hands_of_table(rules)]


def other_answers(option: RuleQuestion) -> Iterator[Answer]:
    """The answers to ``option`` besides its default; of numbers, the bounds."""
    match option.kind:
        case QuestionKind.TICK:
            answers: tuple[Answer, ...] = (False, True)
        case QuestionKind.NUMBER:
            answers = (option.least, option.most)
        case QuestionKind.CHOICE:
            answers = tuple(choice.key for choice in option.choices)
        case QuestionKind.PLACES:
            answers = ("8-5-3-1",)
        case QuestionKind.HANDS:
            answers = ("Sample hand=40", "Sample hand")
        case _:
            answers = ()
    return (answer for answer in answers if answer != option.default)


def without_places(line: str) -> str:
    """The line without the places in lists, which an option that removes a pattern changes in all lines after it."""
    path, colon, value = line.partition(":")
    return re.sub(r"\.\d+", "", path) + colon + value


def chosen_rules(id: str, chosen: Chosen = ()) -> RuleSet:
    rules = rule_set(id, chosen)
    assert rules is not None
    return rules


def options_of(rules: RuleSet) -> Iterator[str]:
    """Each option, and the lines that each of its answers changes."""
    before = set(map(without_places, whole(rules)))
    for option in rules.options:
        yield from described(option, f"option {option.question.name}")
        for answer in other_answers(option.question):
            chosen = ((option.question.name, answer),)
            yield f"== {option.question.name} = {answer!r}"
            problems = option_problems(rules, chosen)
            yield from (ENGLISH.render(text) for _, text in problems)
            if not problems:
                lines = map(without_places, whole(chosen_rules(rules.id, chosen)))
                yield from (line for line in lines if line not in before)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("id", IDS)
def test_a_rule_set_says_what_was_reviewed(id: str, reviewed: Reviewed) -> None:
    rules = chosen_rules(id)
    said = "\n".join([*whole(rules), *options_of(rules)]) + "\n"
    reviewed(REVIEWED / f"{id}.txt", said)


def test_no_reviewed_file_is_left_over() -> None:
    assert {path.stem for path in REVIEWED.glob("*.txt")} == set(IDS)
