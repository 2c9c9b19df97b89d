"""``score``: what hands are worth, with what counts, of which sets, and what does not and why."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tournament.catalogue import COUNT_PLAYERS, DEFAULT, SCORERS, rule_set
from tournament.hand.notation import HandProblems, format_tiles, parse
from tournament.language import Text, mark, verbatim
from tournament.rules.explanation import Explanation, Instance, LeftOut, ReadAs, Reason
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.pattern import Pattern
from tournament.rules.ruleset import RuleSet
from tournament.rules.score import NotComplete
from ui.cli.context import CliContext
from ui.cli.exit_codes import DONE, REFUSED
from ui.cli.game_json import score_game_line
from ui.cli.game_score import print_game_hand
from ui.cli.output import json_line, print_columns
from ui.cli.score_json import score_line
from ui.cli.streams import input_lines, write_answer, write_message
from ui.cli.translated_commands import command, option

_COUNT = [*SCORERS, *COUNT_PLAYERS]
_PROGRESS = 10_000
"""Lines between two reports of progress."""


def rules_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add ``--rules``: a rule set that counts tiles."""
    return option(
        "--rules", type=click.Choice(list(SCORERS)), default=DEFAULT.id, help_text=mark("Profile to count by.")
    )(function)


@command("score")
@click.argument("hands", metavar="HAND…", nargs=-1)
@option(
    "--jsonl",
    is_flag=True,
    help_text=mark("JSON lines in, JSON lines out: from the file given instead of hands, or from standard input."),
)
@option("--next-best", is_flag=True, help_text=mark("Also the next best way to read each hand."))
@option("--rules", type=click.Choice(_COUNT), default=DEFAULT.id, help_text=mark("Rules to count by."))
@option(
    "--answer",
    "answers",
    metavar="NAME=VALUE",
    multiple=True,
    help_text=mark("What the tiles do not show, or an option of the rules; may be repeated: dominant=S, lost=true."),
)
@click.pass_obj
def score(
    context: CliContext, *, hands: tuple[str, ...], jsonl: bool, next_best: bool, rules: str, answers: tuple[str, ...]
) -> int:
    """Explain every hand, or answer every line; 1 when one of them was wrong."""
    if (len(hands) > 1) if jsonl else not hands:
        raise click.UsageError(context.translate(mark("Give hands, or --jsonl and at most one file of lines.")))
    counting = rule_set(rules)
    assert counting is not None, "only rules of the catalogue can be chosen"
    context.counting.append(counting)
    if jsonl:
        return _stream(context, counting, Path(hands[0]) if hands else None)
    scorer = counting.scorer
    if scorer is None:
        codes = [print_game_hand(context, text, counting, answers) for text in hands]
    else:
        codes = [_print_hand(context, text, scorer, next_best) for text in hands]
    return max(codes, default=DONE)


def _stream(context: CliContext, rules: RuleSet, source: Path | None) -> int:
    """One line out for each line in, held no longer than that."""
    failed = False
    for line in _with_progress(input_lines(source), context):
        if rules.scorer is not None:
            answer = score_line(line.strip(), rules.scorer, context.language)
        else:
            answer = score_game_line(line.strip(), rules, context.language)
        failed = failed or "error" in answer
        write_answer(json_line(answer))
    return REFUSED if failed else DONE


def _with_progress(lines: Iterable[bytes], context: CliContext) -> Iterator[bytes]:
    """The lines that are not blank; progress goes to standard error when somebody watches it."""
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
    _print(context, text, found, scorer.minimum)
    if next_best:
        _print_next_best(context, found.next_best)
    return DONE


def _print(context: CliContext, text: str, found: Explanation, minimum: int) -> None:
    score = found.score
    enough = mark("{hand}: {points} points ({rules})", hand=text, points=score.points, rules=score.rules)
    short = mark(
        "{hand}: {points} points ({rules}), below the minimum of {minimum} without flowers",
        hand=text, points=score.points, rules=score.rules, minimum=minimum,
    )  # fmt: skip
    context.print_line(enough if score.minimum_met else short)
    context.print_line(mark("Read as {groups}", groups=_groups(found.reading.groups)))
    rows = []
    for entry in found.counted:
        sets = "; ".join(_groups(instance) for instance in entry.instances if instance)
        times = f"{len(entry.instances)} × " if len(entry.instances) > 1 else ""
        rows.append(("  " + times + str(entry.pattern.points), _name(context, entry.pattern), sets))
    print_columns(rows, right=frozenset({0}))
    if found.left_out:
        context.print_line(mark("Not counted"))
        print_columns([_left_out(context, left) for left in found.left_out])


def _left_out(context: CliContext, left: LeftOut) -> tuple[str, str, str]:
    reason = left.reason.label
    if left.by is not None and left.reason is Reason.IMPLIED:
        reason = mark("contained in {combination}", combination=_name(context, left.by))
    return "  " + _name(context, left.pattern), _groups(left.instance), context.translate(reason)


def _print_next_best(context: CliContext, found: ReadAs | None) -> None:
    if found is None:
        context.print_line(mark("There is no other way to read it."))
        return
    context.print_line(_next_best(found))
    rows = [
        (f"  {fan.times} × {fan.pattern.points}" if fan.times > 1 else f"  {fan.pattern.points}",
         _name(context, fan.pattern))
        for fan in found.score.fans
    ]  # fmt: skip
    print_columns(rows, right=frozenset({0}))


def _next_best(found: ReadAs) -> Text:
    return mark("Next best: {points} points, read as {groups}", points=found.score.points,
                groups=_groups(found.groups))  # fmt: skip


def _groups(groups: Instance) -> str:
    return " ".join(map(format_tiles, groups))


def _name(context: CliContext, pattern: Pattern[object]) -> str:
    return pattern.name.of(context.language.code)
