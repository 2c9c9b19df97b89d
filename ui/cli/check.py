"""``check FILE``: reads everything back and counts it again."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.bootstrap import compare_with_seen, stored_event
from ui.cli.context import CliContext
from ui.cli.exit_codes import DONE, REFUSED
from ui.cli.output import print_json
from ui.cli.translated_commands import command, file_argument, json_option, option, translate

if TYPE_CHECKING:
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.use_cases.check import Checked


def _fingerprint(context: click.Context, _option: click.Parameter, value: str | None) -> "Fingerprint | None":
    """What was typed; no fingerprint at all is wrong usage."""
    from tournament.ledger.fingerprint import Fingerprint

    if value is None:
        return None
    try:
        return Fingerprint.parse(value)
    except Refused as refused:
        raise click.UsageError(translate(context, refused.problems[0].text), context) from refused


@command("check")
@file_argument
@option("--since", metavar="FINGERPRINT", callback=_fingerprint,
        help_text=mark("Checks that the event continues the one that printed this fingerprint."))  # fmt: skip
@json_option
@click.pass_obj
def check(context: CliContext, *, file: Path, since: "Fingerprint | None", as_json: bool) -> int:
    """Print every problem, or what was read and how it is named."""
    found = _checked(context, file, since, told=not as_json)
    if as_json:
        print_json(
            {
                "entries": found.entries,
                "fingerprint": str(found.fingerprint) if found.entries else None,
                "problems": [_as_json(context, problem) for problem in found.problems],
            }
        )
    else:
        _print(context, found, since)
    return REFUSED if found.problems else DONE


def _checked(context: CliContext, file: Path, since: "Fingerprint | None", *, told: bool) -> "Checked":
    """All that is wrong with the file and what is in it; a file without a journal is refused, if that is ``told``."""
    from tournament.use_cases import StoreDamaged
    from tournament.use_cases.check import Checked, check_records

    try:
        stored = stored_event(file)
    except StoreDamaged as damaged:
        if told or not file.is_file():
            raise
        return Checked((Problem("file-damaged", damaged.text, "file"),))
    found = check_records(stored.records, stored.end, since)
    of_file = (Problem("file-damaged", text, "file") for text in stored.findings)
    found = replace(found, problems=(*of_file, *found.problems))
    if not found.problems:
        notice = compare_with_seen(file, stored.records)
        if notice is not None:
            context.print_remark(notice)
    return found


def _print(context: CliContext, found: "Checked", since: "Fingerprint | None") -> None:
    for problem in found.problems:
        context.print_error(problem.text)
    if any(problem.field != "since" for problem in found.problems):
        from ui.cli.failures import WAYS_OUT

        context.print_remark(WAYS_OUT)
    if found.problems:
        return
    context.print_line(
        mark(
            "ok: 1 event, {players} players, {hands} hands, {entries} entries",
            players=found.players,
            hands=found.hands,
            entries=found.entries,
        )
    )
    context.print_line(mark("fingerprint: {fingerprint}", fingerprint=str(found.fingerprint)))
    if since is not None:
        context.print_line(mark("it continues {since}", since=str(since)))


def _as_json(context: CliContext, problem: Problem) -> dict[str, str]:
    return {"code": problem.code, "text": context.translate(problem.text), "where": problem.field}
