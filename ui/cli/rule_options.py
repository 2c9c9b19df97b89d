"""Options of rule sets and events on the command line: ``NAME=VALUE``, and the list of them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tournament.catalogue import rule_set
from tournament.event.problem import Problem, Refused
from tournament.event.settings import (
    COUNTRY_SIZE,
    FINAL_RANKS,
    LATE_POINTS,
    SIT_OUT_POINTS,
    TEAM_SIZE,
    FinalRanks,
    FixedPoints,
    GrantedPoints,
    Settings,
    granted_problem,
    late_text,
    read_fixed_points,
    sit_out_text,
    size_problem,
)
from tournament.language import Text, listed, mark
from tournament.rules.payment import Answer
from tournament.rules.question import Chosen, Option, QuestionKind, RuleQuestion, answer_text, read_answer
from tournament.rules.ruleset import RuleSet
from ui.cli.commands import option
from ui.cli.context import CliContext

event_option = option(
    "--option",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help_text=mark(
        "An option of the rule set (“rules options” lists them), or of the event: late_points and sit_out_points, each "
        "nothing, average or fixed, and late_fixed and sit_out_fixed=POINTS,SCORE such as 3/2,-20, country_size "
        "and team_size, the number of players that a country or a team needs to be ranked, and final_ranks (finalists "
        "or points), the ranks after a final beside other tables. May be repeated."
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
                settings = replace(settings, late_fixed=_fixed(name, value))
            case "sit_out_points":
                settings = replace(settings, sit_out_points=_granted(name, value))
            case "sit_out_fixed":
                settings = replace(settings, sit_out_fixed=_fixed(name, value))
            case "country_size":
                settings = replace(settings, country_size=_size(name, value))
            case "final_ranks":
                settings = replace(settings, final_ranks=_final_ranks(name, value))
            case "team_size":
                settings = replace(settings, team_size=_size(name, value))
            case _:
                of_rules.append(text)
    return replace(settings, options=_changed_options(settings.rules, settings.options, of_rules))


def _granted(name: str, value: str) -> GrantedPoints:
    try:
        return GrantedPoints(value)
    except ValueError as error:
        raise _unknown_value(value, name, GrantedPoints) from error


def _final_ranks(name: str, value: str) -> FinalRanks:
    try:
        return FinalRanks(value)
    except ValueError as error:
        raise _unknown_value(value, name, FinalRanks) from error


def _unknown_value(value: str, name: str, known: type[GrantedPoints] | type[FinalRanks]) -> Refused:
    values = listed(each.value for each in known)
    text = mark("“{value}” is not a value of the option “{name}”; choose {known}.",
                value=value, name=name, known=values)  # fmt: skip
    return Refused(Problem("option-wrong", text, name))


def _fixed(name: str, value: str) -> FixedPoints:
    found = read_fixed_points(value)
    if found is None:
        raise Refused(granted_problem(value, name))
    return found


def _size(name: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= 4):
        raise Refused(size_problem(value, name))
    return int(value)


def _chosen_options(rules: str, texts: Iterable[str]) -> Chosen:
    """The options chosen by ``NAME=VALUE`` texts, without defaults. Raises Refused if a text cannot be read.

    Names and limits are checked when the event is made; texts for unknown rules are not read.
    """
    found = rule_set(rules)
    return chosen_answers([each.question for each in found.options] if found is not None else [], texts)


def chosen_answers(asked: Iterable[RuleQuestion], texts: Iterable[str]) -> Chosen:
    """The same for any questions; for a name that is not one of theirs, the text itself is the answer."""
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


def _changed_options(rules: str, before: Chosen, texts: Sequence[str]) -> Chosen:
    """``before`` with the options of ``texts``; a default removes its option. Raises Refused if a text cannot be
    read."""
    named = {text.partition("=")[0] for text in texts}
    kept = ((name, answer) for name, answer in before if name not in named)
    return tuple(sorted((*kept, *_chosen_options(rules, texts))))


def changes_of_options(rules: RuleSet, before: Settings, after: Settings) -> Iterator[Text]:
    """``Minimum fan to win: 3, before 0``: each option that changed."""
    for label, text in ((LATE_POINTS, late_text), (SIT_OUT_POINTS, sit_out_text)):
        if (was := text(before)) != (is_now := text(after)):
            yield mark("{option}: {answer}, before {before}", option=label, answer=is_now, before=was)
    if after.final_ranks is not before.final_ranks:
        yield mark("{option}: {answer}, before {before}", option=FINAL_RANKS, answer=after.final_ranks.label,
                   before=before.final_ranks.label)  # fmt: skip
    for label, least, least_before in (
        (COUNTRY_SIZE, after.country_size, before.country_size),
        (TEAM_SIZE, after.team_size, before.team_size),
    ):
        if least != least_before:
            yield mark("{option}: {answer}, before {before}", option=label, answer=least, before=least_before)
    old, new = dict(before.options), dict(after.options)
    for question in (each.question for each in rules.options):
        earlier, later = (answers.get(question.name, question.default) for answers in (old, new))
        if earlier != later:
            now, then = answer_text(question, later), answer_text(question, earlier)
            yield mark("{option}: {answer}, before {before}", option=question.text, answer=now, before=then)


def option_rows(rules: RuleSet, context: CliContext) -> list[dict[str, object]]:
    """Every option with its possible values, its default, and the source of the default."""
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
