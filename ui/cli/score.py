"""``score``: what hands are worth, with what counts, of which sets, and what does not and why."""

import sys
from collections.abc import Iterable, Iterator

import click

from tournament.hand.notation import HandProblems, format_tiles, parse
from tournament.language import Text, mark, verbatim
from tournament.rules.explanation import Explanation, Instance, LeftOut, ReadAs, Reason
from tournament.rules.pattern import Pattern
from tournament.rulesets.mcr.explaining import explain
from tournament.rulesets.mcr.profiles import PROFILES
from tournament.rulesets.mcr.scoring import NotComplete
from ui.cli.face import Face
from ui.cli.failures import DONE, REFUSED
from ui.cli.output import json_line, print_columns
from ui.cli.parts import command, option
from ui.cli.valuing import valued

_PROGRESS = 10_000
"""Lines between two reports of progress."""


def rules_option(function: click.decorators.FC) -> click.decorators.FC:
    """Add ``--rules``: a profile that counts fan."""
    return option("--rules", type=click.Choice(list(PROFILES)), default="mcr", said=mark("Profile that counts."))(
        function
    )


@command("score", mark("What hands are worth, and why."))
@click.argument("hands", metavar="HAND…", nargs=-1)
@option("--jsonl", is_flag=True, said=mark("JSON lines in, JSON lines out, instead of hands."))
@option("--next-best", is_flag=True, said=mark("Also the next best way to read each hand."))
@rules_option
@click.pass_obj
def score(face: Face, *, hands: tuple[str, ...], jsonl: bool, next_best: bool, rules: str) -> int:
    """Explain every hand, or answer every line of standard input; 1 when one of them was wrong."""
    if jsonl == bool(hands):
        raise click.UsageError(face.words(mark("Give hands, or --jsonl for lines on standard input.")))
    if jsonl:
        return _stream(face, rules)
    codes = [_explained(face, text, rules, next_best) for text in hands]
    return max(codes, default=DONE)


def _stream(face: Face, rules: str) -> int:
    """One line out for each line in, held no longer than that."""
    failed = False
    for line in _counted(sys.stdin.buffer, face):
        answer = valued(line.strip(), rules, face.language)
        failed = failed or "error" in answer
        sys.stdout.write(json_line(answer) + "\n")
        sys.stdout.flush()
    return REFUSED if failed else DONE


def _counted(lines: Iterable[bytes], face: Face) -> Iterator[bytes]:
    """The lines that are not blank; progress goes to standard error when somebody watches it."""
    watched, number = sys.stderr.isatty(), 0
    for line in lines:
        if line.strip():
            number += 1
            yield line
            if watched and number % _PROGRESS == 0:
                click.echo("\r" + face.words(mark("{number} hands", number=number)), err=True, nl=False)
    if watched and number >= _PROGRESS:
        click.echo("", err=True)


def _explained(face: Face, text: str, rules: str, next_best: bool) -> int:
    try:
        found = explain(parse(text), profile=rules)
    except HandProblems as error:
        for problem in error.problems:
            face.error(problem.message, mark("{hand}, column {column}", hand=text, column=problem.at))
        return REFUSED
    except NotComplete as error:
        face.error(error.text, verbatim(text))
        return REFUSED
    _print(face, text, found)
    if next_best:
        _print_next_best(face, found.next_best)
    return DONE


def _print(face: Face, text: str, found: Explanation) -> None:
    score = found.score
    enough = mark("{hand}: {points} points ({rules})", hand=text, points=score.points, rules=score.rules)
    short = mark(
        "{hand}: {points} points ({rules}), below the minimum of 8 without flowers",
        hand=text, points=score.points, rules=score.rules,
    )  # fmt: skip
    face.say(enough if score.minimum_met else short)
    face.say(mark("Read as {groups}", groups=_groups(found.reading.groups)))
    rows = []
    for entry in found.counted:
        sets = "; ".join(_groups(instance) for instance in entry.instances if instance)
        times = f"{len(entry.instances)} × " if len(entry.instances) > 1 else ""
        rows.append(("  " + times + str(entry.pattern.points), _name(face, entry.pattern), sets))
    print_columns(rows, right=frozenset({0}))
    if found.left_out:
        face.say(mark("Not counted"))
        print_columns([_left_out(face, left) for left in found.left_out])


def _left_out(face: Face, left: LeftOut) -> tuple[str, str, str]:
    reason = left.reason.label
    if left.by is not None and left.reason is Reason.IMPLIED:
        reason = mark("contained in {combination}", combination=_name(face, left.by))
    return "  " + _name(face, left.pattern), _groups(left.instance), face.words(reason)


def _print_next_best(face: Face, found: ReadAs | None) -> None:
    if found is None:
        face.say(mark("There is no other way to read it."))
        return
    face.say(_next_best(found))
    rows = [
        (f"  {fan.times} × {fan.pattern.points}" if fan.times > 1 else f"  {fan.pattern.points}",
         _name(face, fan.pattern))
        for fan in found.score.fans
    ]  # fmt: skip
    print_columns(rows, right=frozenset({0}))


def _next_best(found: ReadAs) -> Text:
    return mark("Next best: {points} points, read as {groups}", points=found.score.points,
                groups=_groups(found.groups))  # fmt: skip


def _groups(groups: Instance) -> str:
    return " ".join(map(format_tiles, groups))


def _name(face: Face, pattern: Pattern[object]) -> str:
    return pattern.name.of(face.language.code)
