"""A hand counted item by item, in words, by rules that count points, factors or patterns."""

from collections.abc import Iterable, Iterator, Sequence

from tournament.catalogue import option_problems, rule_set
from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, format_tiles, parse_player_hand
from tournament.language import Text, integer_text, mark, mark_count, verbatim
from tournament.rules.item import CountedItem, HandCount, Unit, worth_text
from tournament.rules.question import Answers, RuleQuestion, answer_problem, thrown
from tournament.rules.ruleset import COUNTED_POINTS, POINTS, RuleSet
from tournament.rules.score import NotComplete
from tournament.rules.wall_break import WallBreak
from ui.cli.context import CliContext
from ui.cli.exit_codes import DONE, REFUSED
from ui.cli.output import print_columns
from ui.cli.rule_options import chosen_answers

_LOST = RuleQuestion("lost", mark("A hand that did not win"))


def print_game_hand(context: CliContext, text: str, rules: RuleSet, answers: Sequence[str] = ()) -> int:
    """Explain the hand ``text`` with ``answers``, each NAME=VALUE, to what its tiles do not say; 1 when it is none."""
    try:
        rules, count = _counted(text, rules, answers)
    except HandProblems as error:
        for problem in error.problems:
            where = mark("{hand}, column {column}", hand=text, column=problem.column)
            context.print_error(problem.message, where if problem.column else verbatim(text))
        return REFUSED
    except NotComplete as error:
        context.print_error(error.text, verbatim(text))
        return REFUSED
    _print(context, text, count, rules)
    for broken in _breaks(rules, answers):
        context.print_line(broken.text)
    return DONE


def _breaks(rules: RuleSet, answers: Sequence[str]) -> Iterator[WallBreak]:
    """Where walls break by the dice among ``answers``."""
    typed = dict(answer.partition("=")[::2] for answer in answers)
    for question in rules.counter.questions if rules.counter is not None else ():
        dice = thrown(question, typed.get(question.name, ""))
        if dice is not None and dice.wall_break is not None:
            yield dice.wall_break


def _counted(text: str, rules: RuleSet, answers: Iterable[str]) -> tuple[RuleSet, HandCount]:
    names = {option.question.name for option in rules.options}
    given = tuple(answers)
    of_rules = [answer for answer in given if answer.partition("=")[0] in names]
    options = chosen_answers((option.question for option in rules.options), of_rules)
    wrong = [*option_problems(rules, options)]
    if options and not wrong:
        rules = rule_set(rules.id, options) or rules
    counter = rules.counter
    assert counter is not None, "only rules that count the tiles of any player come here"
    asked = (*counter.questions, *((_LOST,) if counter.losers else ()))
    own = {question.name: question.default for question in asked}
    chosen = chosen_answers(asked, (answer for answer in given if answer not in of_rules))
    own |= {name: answer for name, answer in chosen if name in own}
    wrong += (*option_problems(rules, tuple(each for each in chosen if each[0] not in own)), *_wrong(asked, own))
    if wrong:
        raise Refused(*(Problem("answer-wrong", problem, name) for name, problem in wrong))
    lost = own.pop(_LOST.name, False) is True
    hand = parse_player_hand(text, won=not lost, any_size=lost and counter.any_size)
    return rules, counter.count(hand, own)


def _wrong(asked: Iterable[RuleQuestion], own: Answers) -> Iterator[tuple[str, Text]]:
    for question in asked:
        problem = answer_problem(question, own[question.name])
        if problem is not None:
            yield question.name, problem


def _print(context: CliContext, text: str, count: HandCount, rules: RuleSet) -> None:
    worth = _worth(count, rules)
    enough = mark("{hand}: {worth} ({rules})", hand=text, worth=worth, rules=rules.name)
    short = mark("{hand}: {worth} ({rules}), below the minimum", hand=text, worth=worth, rules=rules.name)
    context.print_line(enough if count.minimum_met else short)
    if count.groups:
        context.print_line(mark("Read as {groups}", groups=" ".join(map(format_tiles, count.groups))))
    print_columns([_row(context, each) for each in count.counted], right=frozenset({0}))
    if count.times > 1:
        product = map(integer_text, (count.base, count.times, count.before_limit))
        context.print_line("{} × {} = {}".format(*product))
    if count.limit is not None:
        context.print_line(mark("Capped at the limit of {limit}", limit=count.limit))
    if count.replaced:
        context.print_line(mark("Not counted"))
    for replaced in count.replaced:
        names = (each.name.of(context.language.code) for each in (replaced.item, replaced.by))
        context.print_line("  " + context.translate(mark("{item}: contained in {other}", item=next(names),
                                                         other=next(names))))  # fmt: skip


def _worth(count: HandCount, rules: RuleSet) -> Text:
    """Points, or what the rules count instead and the points that are paid for it."""
    if rules.counter is not None and rules.value_name not in (POINTS, COUNTED_POINTS):
        return rules.counter.sum_text(count)
    return mark_count("{count} point", "{count} points", count.points)


def _row(context: CliContext, counted: CountedItem) -> tuple[str, str, str]:
    unit = counted.item.unit
    sign = "×" if unit is Unit.TIMES else ""
    times = f"{counted.repeated} × " if counted.repeated > 1 and not sign else ""
    value = worth_text(unit, counted.item.value)
    one = context.translate(value) if isinstance(value, Text) else str(value)
    worth = f"×{counted.worth}" if sign else f"{times}{one}"
    sets = " ".join(format_tiles(group) for group in counted.groups if group)
    return "  " + worth, counted.item.name.of(context.language.code), sets
