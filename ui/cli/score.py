"""``score``: the value of hands: which sets they have, what counts, and what does not and why."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tournament.catalogue import COUNT_PLAYERS, DEFAULT, SCORERS, option_problems, rule_set
from tournament.event.problem import Problem, Refused
from tournament.hand.notation import HandProblems, format_tiles, parse, parse_player_hand
from tournament.language import Text, integer_text, mark, mark_count, mark_in, verbatim
from tournament.rules.explanation import Explanation, Instance, LeftOut, ReadAs, Reason
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import CountedItem, HandCount, Unit, worth_text
from tournament.rules.pattern import Pattern
from tournament.rules.payment import Answer
from tournament.rules.player_counter import PlayerCounter
from tournament.rules.question import Answers, RuleQuestion, answer_problem, thrown
from tournament.rules.ruleset import COUNTED_POINTS, POINTS, RuleSet
from tournament.rules.score import NotComplete
from tournament.rules.wall_break import WallBreak
from ui.cli.commands import command, option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.hand_json import score_line
from ui.cli.rule_options import chosen_answers
from ui.cli.streams import input_lines, json_line, write_answer, write_message

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.rules.pattern import Names

_COUNT = [*SCORERS, *COUNT_PLAYERS]
_PROGRESS = 10_000
"""Lines between two reports of progress."""


_ANSWER = mark("What the tiles do not show, or an option of the rules; may be repeated: dominant=S, lost=true.")


def rules_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add ``--rules``: a rule set that counts tiles."""
    return option("--rules", type=click.Choice(_COUNT), default=DEFAULT.id, help_text=mark("Rules to count by."))(
        function
    )


def answers_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add ``--answer``: what the tiles do not show."""
    return option(
        "--answer",
        "answers",
        metavar="NAME=VALUE",
        multiple=True,
        help_text=mark(
            "What the tiles do not show, or an option of the rules; may be repeated: dominant=S, lost=true."
        ),
    )(function)


@command("score")
@click.argument("hands", metavar="HAND…", nargs=-1)
@option(
    "--jsonl",
    is_flag=True,
    help_text=mark("JSON lines in, JSON lines out: from the file given instead of hands, or from standard input."),
)
@option("--next-best", is_flag=True, help_text=mark("Also the next best way to read each hand."))
@rules_option
@answers_option
@click.pass_obj
def score(
    context: CliContext, *, hands: tuple[str, ...], jsonl: bool, next_best: bool, rules: str, answers: tuple[str, ...]
) -> int:
    """Explain every hand, or answer every line; return 1 if one of them was wrong."""
    if (len(hands) > 1) if jsonl else not hands:
        raise click.UsageError(context.translate(mark("Give hands, or --jsonl and at most one file of lines.")))
    counting = rule_set(rules)
    assert counting is not None, "only rules of the catalogue can be chosen"
    context.counting.append(counting)
    if jsonl:
        return _stream(context, counting, Path(hands[0]) if hands else None)
    scorer = counting.scorer
    if scorer is None:
        codes = [_print_game_hand(context, text, counting, answers) for text in hands]
    else:
        codes = [_print_hand(context, text, scorer, next_best) for text in hands]
    return max(codes, default=DONE)


def _stream(context: CliContext, rules: RuleSet, source: Path | None) -> int:
    """Answer each line as soon as it is read."""
    failed = False
    for line in _with_progress(input_lines(source), context):
        answer = score_line(line.strip(), rules, context.language)
        failed = failed or "error" in answer
        write_answer(json_line(answer))
    return REFUSED if failed else DONE


def _with_progress(lines: Iterable[bytes], context: CliContext) -> Iterator[bytes]:
    """The lines that are not blank; progress is printed to standard error if that is a terminal."""
    watched, number = sys.stderr is not None and sys.stderr.isatty(), 0
    for line in lines:
        if line.strip():
            number += 1
            yield line
            if watched and number % _PROGRESS == 0:
                write_message(context.translate(mark("{number} hands", number=number)), end="\r")
    if watched and number >= _PROGRESS:
        write_message("")


def _print_hand(context: CliContext, text: str, scorer: HandScorer, next_best: bool) -> int:
    try:
        found = scorer.explain(parse(text))
    except HandProblems as error:
        for problem in error.problems:
            context.print_error(problem.message, mark("{hand}, column {column}", hand=text, column=problem.column))
        return REFUSED
    except NotComplete as error:
        context.print_error(error.text, verbatim(text))
        return REFUSED
    _print_explanation(context, text, found, scorer.minimum)
    if next_best:
        _print_next_best(context, found.next_best)
    return DONE


def _print_explanation(context: CliContext, text: str, found: Explanation, minimum: int) -> None:
    score = found.score
    enough = mark("{hand}: {points} points ({rules})", hand=text, points=score.points, rules=score.rules)
    short = mark(
        "{hand}: {points} points ({rules}), below the minimum of {minimum} without flowers",
        hand=text, points=score.points, rules=score.rules, minimum=minimum,
    )  # fmt: skip
    context.print_line(enough if score.minimum_met else short)
    context.print_line(mark("Read as {groups}", groups=_groups(found.reading.groups)))
    rows = [
        _Counted(
            _worth_text(len(entry.instances), entry.pattern.points),
            entry.pattern.name,
            "; ".join(_groups(instance) for instance in entry.instances if instance),
        )
        for entry in found.counted
    ]
    context.print_table(_columns(), rows)
    if found.left_out:
        context.print_table(_left_out_columns(context), found.left_out)


class _Counted(NamedTuple):
    """A fan, or anything else that counts in a hand."""

    worth: Text | str
    name: "Names"
    tiles: str


def _columns() -> "tuple[Column[_Counted], ...]":
    """The columns of what counts in a hand."""
    from reports.column import Column, Kind
    from reports.vocabulary import VALUE

    return (
        VALUE.of(lambda row: row.worth, kind=Kind.INTEGER),
        Column(mark_in("hand", "Counted"), lambda row: row.name),
        Column(mark("Tiles"), lambda row: row.tiles),
    )


def _left_out_columns(context: CliContext) -> "tuple[Column[LeftOut], ...]":
    """The columns of what does not count in a hand, and why."""
    from reports.column import Column
    from reports.vocabulary import REASON

    def reason(left: LeftOut) -> Text:
        if left.by is not None and left.reason is Reason.IMPLIED:
            return mark("contained in {combination}", combination=_name(context, left.by))
        return left.reason_text

    return (
        Column(mark("Not counted"), lambda left: left.pattern.name),
        Column(mark("Tiles"), lambda left: _groups(left.instance)),
        REASON.of(reason),
    )


def _print_next_best(context: CliContext, found: ReadAs | None) -> None:
    if found is None:
        context.print_line(mark("There is no other way to read it."))
        return
    context.print_line(_next_best(found))
    rows = [_Counted(_worth_text(fan.times, fan.pattern.points), fan.pattern.name, "") for fan in found.score.fans]
    context.print_table(_columns()[:2], rows)


def _next_best(found: ReadAs) -> Text:
    return mark("Next best: {points} points, read as {groups}", points=found.score.points,
                groups=_groups(found.groups))  # fmt: skip


def _worth_text(times: int, points: int) -> str:
    return f"{times} × {points}" if times > 1 else str(points)


def _groups(groups: Instance) -> str:
    return " ".join(map(format_tiles, groups))


def _name(context: CliContext, pattern: Pattern[object]) -> str:
    return pattern.name.of(context.language.code)


_LOST = RuleQuestion("lost", mark("A hand that did not win"))


def _print_game_hand(context: CliContext, text: str, rules: RuleSet, answers: Sequence[str] = ()) -> int:
    """Explain the hand ``text``; ``answers`` (NAME=VALUE) state what its tiles do not show. Return 1 if it is not
    valid."""
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
    _print_count(context, text, count, rules)
    for broken in _breaks(rules, answers):
        context.print_line(broken.text)
    return DONE


def _breaks(rules: RuleSet, answers: Sequence[str]) -> Iterator[WallBreak]:
    """Where the walls are broken, by the dice among ``answers``."""
    typed = dict(answer.partition("=")[::2] for answer in answers)
    for question in rules.counter.questions if rules.counter is not None else ():
        dice = thrown(question, typed.get(question.name, ""))
        if dice is not None and dice.wall_break is not None:
            yield dice.wall_break


def _counted(text: str, rules: RuleSet, answers: Iterable[str]) -> tuple[RuleSet, HandCount]:
    counter, rules, own = with_answers(rules, answers, loses=True)
    lost = own.pop(_LOST.name, False) is True
    hand = parse_player_hand(text, won=not lost, any_size=lost and counter.any_size)
    return rules, counter.count(hand, own)


def with_answers(
    rules: RuleSet, answers: Iterable[str], *, loses: bool = False
) -> tuple[PlayerCounter, RuleSet, dict[str, Answer]]:
    """Return the rules under the options among ``answers``, NAME=VALUE, their counter, and an answer to each of its
    questions; if ``loses``, also whether the player lost.

    Raise Refused for other answers.
    """
    names = {option.question.name for option in rules.options}
    given = tuple(answers)
    of_rules = [answer for answer in given if answer.partition("=")[0] in names]
    options = chosen_answers((option.question for option in rules.options), of_rules)
    wrong = [*option_problems(rules, options)]
    if options and not wrong:
        rules = rule_set(rules.id, options) or rules
    counter = rules.counter  # options may add questions
    assert counter is not None, "only rules that count the tiles of any player come here"
    asked = (*counter.questions, *((_LOST,) if loses and counter.losers else ()))
    own = {question.name: question.default for question in asked}
    chosen = chosen_answers(asked, (answer for answer in given if answer not in of_rules))
    own |= {name: answer for name, answer in chosen if name in own}
    wrong += (
        *option_problems(rules, tuple(each for each in chosen if each[0] not in own)),
        *_wrong_answers(asked, own),
    )
    if wrong:
        raise Refused(*(Problem("answer-wrong", problem, name) for name, problem in wrong))
    return counter, rules, own


def _wrong_answers(asked: Iterable[RuleQuestion], own: Answers) -> Iterator[tuple[str, Text]]:
    for question in asked:
        problem = answer_problem(question, own[question.name])
        if problem is not None:
            yield question.name, problem


def _print_count(context: CliContext, text: str, count: HandCount, rules: RuleSet) -> None:
    worth = _worth(count, rules)
    enough = mark("{hand}: {worth} ({rules})", hand=text, worth=worth, rules=rules.name)
    short = mark("{hand}: {worth} ({rules}), below the minimum", hand=text, worth=worth, rules=rules.name)
    context.print_line(enough if count.minimum_met else short)
    if count.groups:
        context.print_line(mark("Read as {groups}", groups=" ".join(map(format_tiles, count.groups))))
    if count.counted:
        context.print_table(_columns(), [_item_row(context, each) for each in count.counted])
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
    """The points; under rules with another unit, that unit and the points that are paid for it."""
    if rules.counter is not None and rules.value_name not in (POINTS, COUNTED_POINTS):
        return rules.counter.sum_text(count)
    return mark_count("{count} point", "{count} points", count.points)


def _item_row(context: CliContext, counted: CountedItem) -> _Counted:
    unit = counted.item.unit
    sign = "×" if unit is Unit.TIMES else ""
    times = f"{counted.repeated} × " if counted.repeated > 1 and not sign else ""
    value = worth_text(unit, counted.item.value)
    one = context.translate(value) if isinstance(value, Text) else str(value)
    worth = f"×{counted.worth}" if sign else f"{times}{one}"
    sets = " ".join(format_tiles(group) for group in counted.groups if group)
    return _Counted(worth, counted.item.name, sets)
