"""Options of a rule set on the command line: ``NAME=VALUE``, and the list of them all."""

from collections.abc import Iterable, Iterator, Sequence

from tournament.catalogue import rule_set
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, Option, QuestionKind, RuleQuestion, answer_text, read_answer
from tournament.rules.ruleset import RuleSet
from ui.cli.context import CliContext
from ui.cli.translated_commands import option

rule_option = option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help_text=mark("An option of the rule set; may be repeated. “rules options” lists them."),
)


def chosen_options(rules: str, texts: Iterable[str]) -> Chosen:
    """What ``NAME=VALUE`` texts choose, defaults left out; Refused where one cannot be read.

    Names and bounds are for whoever makes the event to check; of unknown rules nothing is read here.
    """
    found = rule_set(rules)
    return chosen_answers([each.question for each in found.options] if found is not None else [], texts)


def chosen_answers(asked: Iterable[RuleQuestion], texts: Iterable[str]) -> Chosen:
    """The same of any questions; a name that is none of theirs keeps its text."""
    questions = {question.name: question for question in asked}
    chosen: dict[str, Answer] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            problem = mark("“{text}” is not an option: write NAME=VALUE.", text=text)
            raise Refused(Problem("option-unreadable", problem, "option"))
        try:
            answer = read_answer(questions[name], value) if name in questions else value
        except ValueError as error:
            problem = mark("“{value}” is not a value of the option “{name}”.", value=value, name=name)
            raise Refused(Problem("option-wrong", problem, f"options.{name}")) from error
        chosen[name] = answer
    return tuple(
        (name, answer)
        for name, answer in sorted(chosen.items())
        if name not in questions or answer != questions[name].default
    )


def changed_options(rules: str, before: Chosen, texts: Sequence[str]) -> Chosen:
    """``before`` with what ``texts`` choose; a default takes its option out. Refused where one cannot be read."""
    named = {text.partition("=")[0] for text in texts}
    kept = ((name, answer) for name, answer in before if name not in named)
    return tuple(sorted((*kept, *chosen_options(rules, texts))))


def changes_of_options(rules: RuleSet, before: Chosen, after: Chosen) -> Iterator[Text]:
    """``Minimum fan to win: 3, before 0``: each option that changed."""
    old, new = dict(before), dict(after)
    for question in (each.question for each in rules.options):
        was, is_now = (answers.get(question.name, question.default) for answers in (old, new))
        if was != is_now:
            now, then = answer_text(question, is_now), answer_text(question, was)
            yield mark("{option}: {answer}, before {before}", option=question.text, answer=now, before=then)


def option_rows(rules: RuleSet, context: CliContext) -> list[dict[str, object]]:
    """Every option with what it may be, its default and where that comes from."""
    return [_row(each, context) for each in rules.options]


def _row(offered: Option, context: CliContext) -> dict[str, object]:
    question = offered.question
    row: dict[str, object] = {
        "name": question.name,
        "kind": question.kind.value,
        "default": question.default,
        "source": context.translate(offered.source),
        "text": context.translate(question.text),
    }
    if question.kind is QuestionKind.CHOICE:
        row["choices"] = [{"key": each.key, "text": context.translate(each.text)} for each in question.choices]
    if question.kind in (QuestionKind.NUMBER, QuestionKind.PLACES, QuestionKind.HANDS, QuestionKind.TILES):
        row |= {"least": question.least, "most": question.most}
    return row
