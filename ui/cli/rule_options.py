"""Options of a rule set and of an event on the command line: ``NAME=VALUE``, and the list of those of rules."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tournament.catalogue import rule_set
from tournament.event.problem import Problem, Refused
from tournament.event.settings import (
    LATE_POINTS,
    FixedPoints,
    GrantedPoints,
    Settings,
    granted_problem,
    late_text,
    read_fixed_points,
)
from tournament.language import Text, mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, Option, QuestionKind, RuleQuestion, answer_text, read_answer
from tournament.rules.ruleset import RuleSet
from ui.cli.context import CliContext
from ui.cli.translated_commands import option

event_option = option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help_text=mark(
        "An option of the rule set (“rules options” lists them), or of the event: late_points=nothing, average or "
        "fixed, and late_fixed=POINTS,SCORE such as 3/2,-20. May be repeated."
    ),
)


def with_options(settings: Settings, texts: Iterable[str]) -> Settings:
    """``settings`` with the options of the event and of its rules that ``texts`` choose. Raise Refused if one of them
    cannot be read."""
    of_rules = []
    for text in texts:
        name, _, value = text.partition("=")
        match name:
            case "late_points":
                settings = replace(settings, late_points=_granted(name, value))
            case "late_fixed":
                settings = replace(settings, late_fixed=_fixed(value))
            case _:
                of_rules.append(text)
    return replace(settings, options=changed_options(settings.rules, settings.options, of_rules))


def _granted(name: str, value: str) -> GrantedPoints:
    try:
        return GrantedPoints(value)
    except ValueError as error:
        text = mark("“{value}” is not a value of the option “{name}”.", value=value, name=name)
        raise Refused(Problem("option-wrong", text, name)) from error


def _fixed(value: str) -> FixedPoints:
    found = read_fixed_points(value)
    if found is None:
        raise Refused(granted_problem(value))
    return found


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


def changes_of_options(rules: RuleSet, before: Settings, after: Settings) -> Iterator[Text]:
    """``Minimum fan to win: 3, before 0``: each option that changed."""
    if (was := late_text(before)) != (is_now := late_text(after)):
        yield mark("{option}: {answer}, before {before}", option=LATE_POINTS, answer=is_now, before=was)
    old, new = dict(before.options), dict(after.options)
    for question in (each.question for each in rules.options):
        earlier, later = (answers.get(question.name, question.default) for answers in (old, new))
        if earlier != later:
            now, then = answer_text(question, later), answer_text(question, earlier)
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
