"""``log FILE``: the audit trail."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from tournament.language import mark
from tournament.ledger.description import Description, describe
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.journal import Journal
from ui.cli.bootstrap import event_for_reading
from ui.cli.context import CliContext
from ui.cli.output import print_json
from ui.cli.translated_commands import command, file_argument, json_option


@command("log", mark("The audit trail: who did what, when, and what was there before."))
@file_argument
@json_option
@click.pass_obj
def log(context: CliContext, *, file: Path, as_json: bool) -> None:
    """Print every entry, oldest first."""
    with event_for_reading(file, damaged=True) as book:
        journal = book.view.journal
    lines = ((position, entry, describe(journal, entry)) for position, entry in enumerate(journal, start=1))
    if as_json:
        print_json([_as_json(context, journal, position, entry, described) for position, entry, described in lines])
        return
    for position, entry, described in lines:
        click.echo("  ".join(_line_parts(context, journal, position, entry, described)))


def _as_json(
    context: CliContext, journal: Journal, position: int, entry: Entry, described: Description
) -> dict[str, object]:
    place = table_of(entry.stream)
    record = entry.record
    return {
        "position": position,
        "id": entry.id,
        "time": record.time,
        "author": entry.author,
        "desk": record.desk,
        "stream": entry.stream,
        "number": entry.number,
        "session": place[0] if place else None,
        "table": place[1] if place else None,
        "kind": record.kind,
        "what": context.translate(described.what),
        "where": context.translate(described.where),
        "old": context.translate(described.old),
        "new": context.translate(described.new),
        "reason": described.reason,
        "undone": not journal.counts(entry),
        "content": json.loads(record.content),
    }


def _line_parts(
    context: CliContext, journal: Journal, position: int, entry: Entry, described: Description
) -> Iterator[str]:
    yield f"{position:>4}"
    yield f"{entry.time:%Y-%m-%d %H:%M:%S}Z"
    yield entry.author
    where = context.translate(described.where)
    what = context.translate(described.what)
    yield f"{what} ({where})" if where else what
    old, new = context.translate(described.old), context.translate(described.new)
    if old:
        yield f"{old} → {new or '–'}"
    elif new:
        yield new
    if described.reason:
        yield context.translate(mark("because: {reason}", reason=described.reason))
    if not journal.counts(entry):
        yield context.translate(mark("[taken back]"))
