"""``settle --jsonl``: what one hand moves, for scripts; no event is needed."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tournament.catalogue import DEFAULT, IDS
from tournament.language import mark
from ui.cli.context import CliContext
from ui.cli.exit_codes import REFUSED
from ui.cli.output import json_line
from ui.cli.streams import input_lines, write_answer
from ui.cli.translated_commands import NO_LINES, command, lines_argument, option


@command("settle")
@lines_argument
@option("--jsonl", is_flag=True, help_text=mark("Reads JSON lines from standard input if LINES is not given."))
@option("--rules", default=DEFAULT.id, help_text=mark("Rule set for lines that do not name one: {rules}.",
                                            rules=", ".join(IDS)))  # fmt: skip
@click.pass_obj
def settle(context: CliContext, *, source: Path | None, jsonl: bool, rules: str) -> int:
    """Answer every line as it comes; 1 when one of them was wrong."""
    if not jsonl and source is None:
        raise click.UsageError(context.translate(NO_LINES))
    failed = False
    for answer in _answers(context, input_lines(source), rules):
        failed = failed or "error" in answer
        write_answer(json_line(answer))
    return REFUSED if failed else 0


def _answers(context: CliContext, lines: Iterable[bytes], rules: str) -> Iterator[dict[str, object]]:
    from ui.cli.settle_json import settle_line

    for line in lines:
        if line.strip():
            yield settle_line(line.strip(), rules, context.language)
