"""``copies FILE``: the copies of an event, each read back completely."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import mark
from ui.cli.bootstrap import copies_of_event
from ui.cli.commands import command, file_argument, json_option
from ui.cli.context import CliContext
from ui.cli.streams import print_columns, print_json

if TYPE_CHECKING:
    from tournament.use_cases.copies import Examined


@command("copies")
@file_argument
@json_option
@click.pass_obj
def copies(context: CliContext, *, file: Path, as_json: bool) -> None:
    """Read every copy from first to last, the newest first."""
    found = list(copies_of_event(file))
    if as_json:
        print_json([_as_json(context, copy) for copy in found])
    elif not found:
        context.print_line(
            mark(
                "There is no copy of “{path}” on this computer: copies are made while hands are entered.",
                path=str(file),
            )
        )
    else:
        print_columns([_columns(context, copy) for copy in found], right=frozenset((1, 2, 3)))


def _as_json(context: CliContext, copy: "Examined") -> dict[str, object]:
    content = copy.content
    return {
        "path": str(copy.path),
        "time": copy.time.isoformat(),
        "entries": content.entries if content else None,
        "sessions": content.sessions if content else None,
        "tables": content.verified if content else None,
        "fingerprint": content.fingerprint if content else None,
        "good": copy.good,
        "problem": context.translate(copy.problem) if copy.problem else None,
    }


def _columns(context: CliContext, copy: "Examined") -> list[str]:
    content = copy.content
    return [
        f"{copy.time:%Y-%m-%d %H:%M:%S}",
        context.translate(mark("entries: {count}", count=content.entries)) if content else "–",
        context.translate(mark("sessions begun: {count}", count=content.sessions)) if content else "–",
        context.translate(mark("tables verified: {count}", count=content.verified)) if content else "–",
        content.fingerprint if content else "–",
        context.translate(copy.problem) if copy.problem else context.translate(mark("good")),
        str(copy.path),
    ]
