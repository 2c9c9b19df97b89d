"""``settle --jsonl``: what one hand moves, for scripts; no event is needed."""

from collections.abc import Iterable, Iterator

import click

from tournament.catalogue import DEFAULT, IDS
from tournament.language import mark
from ui.cli.context import CliContext
from ui.cli.failures import REFUSED
from ui.cli.output import json_line
from ui.cli.settle_json import settle_line
from ui.cli.streams import input_lines, write_answer
from ui.cli.translated_commands import command, option


@command("settle", mark("What one hand moves: JSON lines in, JSON lines out."))
@option("--jsonl", is_flag=True, help_text=mark("The lines are JSON, one object a line."))
@option("--rules", default=DEFAULT.id, help_text=mark("Rule set of lines that name none: {rules}.",
                                            rules=", ".join(IDS)))  # fmt: skip
@click.pass_obj
def settle(context: CliContext, *, jsonl: bool, rules: str) -> int:
    """Answer every line of standard input as it comes; 1 when one of them was wrong."""
    if not jsonl:
        raise click.UsageError(context.translate(mark("“settle” reads JSON lines: add --jsonl.")))
    failed = False
    for answer in _answers(context, input_lines(), rules):
        failed = failed or "error" in answer
        write_answer(json_line(answer))
    return REFUSED if failed else 0


def _answers(context: CliContext, lines: Iterable[bytes], rules: str) -> Iterator[dict[str, object]]:
    for line in lines:
        if line.strip():
            yield settle_line(line.strip(), rules, context.language)
