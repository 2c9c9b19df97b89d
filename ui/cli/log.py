"""``log FILE``: the audit trail."""

import json
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import mark, mark_count
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import command, file_argument, json_option
from ui.cli.context import CliContext
from ui.cli.streams import print_json, write_answer

if TYPE_CHECKING:
    from tournament.ledger.description import Description
    from tournament.ledger.entry import Entry
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.ledger.journal import Journal


@command("log")
@file_argument
@json_option
@click.pass_obj
def log(context: CliContext, *, file: Path, as_json: bool) -> None:
    """Print every entry in the order of writing."""
    from tournament.ledger.description import describe
    from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint

    with event_for_reading(file, answers=False) as book:  # it lists entries, whatever they amount to
        journal = book.view.journal
    lines = ((entry, describe(journal, entry)) for entry in journal)
    if as_json:
        fingerprints = accumulate((entry.record for entry in journal), Fingerprint.with_entry, initial=NO_ENTRIES)
        next(fingerprints)
        print_json(
            [
                _as_json(context, journal, entry, described, fingerprint)
                for (entry, described), fingerprint in zip(lines, fingerprints, strict=True)
            ]
        )
        return
    for entry, described in lines:
        write_answer("  ".join(_line_parts(context, journal, entry, described)))
    context.print_line(
        mark_count(
            "{count} entry, fingerprint {fingerprint}",
            "{count} entries, fingerprint {fingerprint}",
            len(journal),
            fingerprint=str(journal.fingerprint),
        )
    )


def _as_json(
    context: CliContext, journal: "Journal", entry: "Entry", described: "Description", fingerprint: "Fingerprint"
) -> dict[str, object]:
    from tournament.ledger.entry import table_of

    place = table_of(entry.stream)
    record = entry.record
    return {
        "position": record.position,
        "fingerprint": str(fingerprint),
        "id": entry.id,
        "time": record.time,
        "author": entry.author,
        "role": record.role or None,
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
        "content": _content(entry),
    }


def _content(entry: "Entry") -> object:
    """The stored fact without its private parts. Of a PIN only the role is shown: a short PIN could be found from its
    hash."""
    from tournament.ledger.codec import encode
    from tournament.ledger.facts import RolePinSet

    if isinstance(entry.fact, RolePinSet):
        return {"role": entry.fact.role.value}
    if entry.fact.reason_is_private:
        return json.loads(encode(entry.fact.shown))
    return json.loads(entry.record.content)


def _line_parts(context: CliContext, journal: "Journal", entry: "Entry", described: "Description") -> Iterator[str]:
    yield f"{entry.record.position:>4}"
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
        yield context.translate(mark("reason: {reason}", reason=described.reason))
    if not journal.counts(entry):
        yield context.translate(mark("[undone]"))
