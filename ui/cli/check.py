"""``check FILE``: reads everything back and counts it again."""

from pathlib import Path

import click

from tournament.language import mark
from tournament.use_cases.check import check_records
from ui.cli.bootstrap import records_of
from ui.cli.context import CliContext
from ui.cli.failures import REFUSED
from ui.cli.translated_commands import command, file_argument


@command("check", mark("Reads everything back, counts it again, verifies the journal; says what is wrong."))
@file_argument
@click.pass_obj
def check(context: CliContext, *, file: Path) -> int:
    """Print every problem, or one line with what was read."""
    found = check_records(*records_of(file))
    for problem in found.problems:
        context.print_error(problem.text)
    if found.problems:
        return REFUSED
    context.print_line(
        mark(
            "ok: 1 event, {players} players, {hands} hands, {entries} entries",
            players=found.players,
            hands=found.hands,
            entries=found.entries,
        )
    )
    return 0
