"""``recover FILE --to NEW``: writes the valid entries of a damaged file to a new event."""

from pathlib import Path

import click

from tournament.language import mark, mark_count
from ui.cli.bootstrap import recover_event
from ui.cli.commands import ANY_PATH, command, file_argument, json_option, option
from ui.cli.context import DONE, REFUSED, CliContext
from ui.cli.streams import print_json


@command("recover")
@file_argument
@option(
    "--to",
    "new",
    required=True,
    type=ANY_PATH,
    metavar="NEW",
    help_text=mark("The new event file; an existing file is never overwritten."),
)
@json_option
@click.pass_obj
def recover(context: CliContext, *, file: Path, new: Path, as_json: bool) -> int:
    """Recover the entries, and print what is missing; return 0 if nothing is."""
    recovery, fingerprint, files = recover_event(file, new, context)
    code = REFUSED if recovery.missing else DONE
    if as_json:
        print_json(
            {
                "to": str(new),
                "entries": fingerprint.entries,
                "fingerprint": str(fingerprint),
                "missing": [context.translate(text) for text in recovery.missing],
                "remarks": [context.translate(text) for text in recovery.remarks],
                "intact": recovery.intact,
                "kept": recovery.kept,
                "listed": len(recovery.left_out),
                "list": None if files.list is None else str(files.list),
                "lines": None if files.lines is None else str(files.lines),
            }
        )
        return code
    context.print_line(
        mark_count(
            "{count} entry was recovered into {file}, fingerprint {fingerprint}",
            "{count} entries were recovered into {file}, fingerprint {fingerprint}",
            fingerprint.entries,
            file=str(new),
            fingerprint=str(fingerprint),
        )
    )
    for text in recovery.remarks:
        context.print_remark(text)
    for text in recovery.missing:
        context.print_error(text)
    if not recovery.missing:
        context.print_line(mark("Nothing is missing."))
        return code
    from ui.json_lines.rescued import lines_text, rescued_text  # here: help needs nothing of what it imports

    context.print_line(rescued_text(recovery))
    if files.list is not None:
        context.print_line(lines_text(files))
    return code
