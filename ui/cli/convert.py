"""``convert SOURCE… [--to FILE]``: shows an event of another program, and imports it completely or not at all."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.foreign import ForeignEvent
from tournament.language import mark, mark_count
from ui.cli.bootstrap import author_of, make_converted
from ui.cli.commands import ANY_PATH, command, json_option, option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from tournament.use_cases.conversion import Conversion


@command("convert")
@click.argument("sources", nargs=-1, required=True, type=ANY_PATH, metavar="SOURCE")
@option(
    "--to",
    "new",
    type=ANY_PATH,
    metavar="FILE",
    help_text=mark("The new event file; an existing file is never overwritten."),
)
@option("--event", type=int, metavar="ID", help_text=mark("Which tournament of the scripts, if they contain several."))
@json_option
@click.pass_obj
def convert(
    context: CliContext, *, sources: tuple[Path, ...], new: Path | None, event: int | None, as_json: bool
) -> None:
    """Read the source, try every entry on a copy, and write the file if ``--to`` is given."""
    from reports.readers.foreign import read_foreign
    from tournament.use_cases import conversion as conversions

    found = read_foreign(sources, tournament=event)
    conversion = conversions.convert(found, by=author_of(context))
    if new is not None:
        make_converted(new, conversion, context)
    if as_json:
        print_json(_as_json(context, found, conversion, new))
        return
    _print(context, found, conversion)
    if new is None:
        context.print_line(mark("Nothing was written: add --to FILE."))
    else:
        context.print_line(mark("“{name}” was created in {file}.", name=found.settings.name, file=str(new)))


def _print(context: CliContext, found: ForeignEvent, conversion: "Conversion") -> None:
    context.print_line(found.program)
    drawn = len(found.seating.sessions) if found.seating is not None else 0
    context.print_line(
        mark(
            "{name}: {players} players, {sessions} sessions drawn, {tables} tables with results, {hands} hands",
            name=found.settings.name,
            players=len(found.players),
            sessions=drawn,
            tables=len(found.tables),
            hands=found.hands,
        )
    )
    for text in found.adjusted:
        context.print_line(text)
    for session, table in conversion.differing:
        context.print_remark(
            mark(
                "Session {session}, table {table}: the scores do not match the hands, or do not "
                "balance. Check the sheet.",
                session=session,
                table=table,
            )
        )
    if conversion.open:
        context.print_remark(
            mark_count(
                "{count} table is unfinished in the other program",
                "{count} tables are unfinished in the other program",
                len(conversion.open),
            )
        )
    for text in found.lost:
        context.print_remark(mark("Not imported: {what}", what=text))


def _as_json(context: CliContext, found: ForeignEvent, conversion: "Conversion", new: Path | None) -> dict[str, object]:
    return {
        "program": context.translate(found.program),
        "name": found.settings.name,
        "players": len(found.players),
        "sessions": len(found.seating.sessions) if found.seating is not None else 0,
        "tables": len(found.tables),
        "hands": found.hands,
        "differing": [{"session": session, "table": table} for session, table in conversion.differing],
        "open": [{"session": session, "table": table} for session, table in conversion.open],
        "adjusted": [context.translate(text) for text in found.adjusted],
        "lost": [context.translate(text) for text in found.lost],
        "to": str(new) if new is not None else None,
        "entries": len(conversion.records),
    }
