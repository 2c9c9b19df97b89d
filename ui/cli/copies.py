"""``copies FILE``: the copies of an event, each read back completely."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tournament.language import mark
from ui.cli.bootstrap import copies_of_event
from ui.cli.commands import command, file_argument, json_option
from ui.cli.context import CliContext

if TYPE_CHECKING:
    from reports.column import Column
    from tournament.use_cases.copies import Examined


@command("copies")
@file_argument
@json_option
@click.pass_obj
def copies(context: CliContext, *, file: Path, as_json: bool) -> None:
    """Read every copy from first to last, the newest first."""
    found = list(copies_of_event(file))
    if found or as_json:
        context.print_listed(_columns(), found, as_json=as_json)
        return
    text = mark("There is no copy of “{path}” on this computer: copies are made while hands are entered.",
                path=str(file))  # fmt: skip
    context.print_line(text)


def _of_content(name: str) -> "Callable[[Examined], Any]":
    """Reads ``name`` of the contents of a copy; None of a copy that cannot be read."""
    return lambda copy: getattr(copy.content, name, None)


def _columns() -> "tuple[Column[Examined], ...]":
    """What the command says of a copy."""
    from reports.column import Column, Kind
    from reports.vocabulary import ENTRIES, FILE, FINGERPRINT, NO_HEADING, STATE, TIME

    return (
        Column(NO_HEADING, lambda copy: str(copy.path), name="path"),
        TIME.of(lambda copy: copy.time, kind=Kind.MOMENT),
        ENTRIES.of(_of_content("entries")),
        Column(mark("Sessions begun"), _of_content("sessions"), Kind.INTEGER, name="sessions"),
        Column(mark("Tables verified"), _of_content("verified"), Kind.INTEGER, name="tables"),
        FINGERPRINT.of(_of_content("fingerprint")),
        Column(NO_HEADING, lambda copy: copy.good, Kind.YES_NO, name="good"),
        Column(NO_HEADING, lambda copy: copy.problem, name="problem"),
        STATE.of(lambda copy: copy.problem or mark("good"), name=""),
        FILE.of(lambda copy: str(copy.path)),
    )
