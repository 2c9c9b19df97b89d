"""``demo --out DIR``: the sample event, played through, printed and photographed."""

import os
from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path

import click

from tournament.language import mark
from ui.cli.bootstrap import event_for_reading, make_sample
from ui.cli.commands import ANY_PATH, command, option
from ui.cli.context import CliContext
from ui.cli.desktop import WindowUnavailable

EVENT_NAME = "sample-cup.qv"


@command("demo")
@option("--out", required=True, type=ANY_PATH, metavar="DIR", help_text=mark("Folder; created if missing."))
@click.pass_obj
def demo(context: CliContext, *, out: Path) -> None:
    """Write the event file, every report, and pictures of the window directly into ``out``."""
    out.mkdir(parents=True, exist_ok=True)
    event = out / EVENT_NAME
    make_sample(event)
    context.saved.append(event)
    context.print_line(mark("Written: {file}", file=str(event)))
    for path in chain(_reports(context, event, out), _pictures(event, out)):
        context.print_line(mark("Written: {file}", file=str(path)))


def _reports(context: CliContext, event: Path, out: Path) -> Iterator[Path]:
    from reports.catalogue import Format, ReportOptions, build, reports_under, write

    with event_for_reading(event) as book:
        view = book.view
    for report in reports_under(view.rules, view.settings.format):
        document = build(report, view, ReportOptions(printed=datetime.now().astimezone()))
        for format in (Format.PDF, Format.EXCEL):
            if format in report.formats:
                path = out / f"{report.name}.{format.value}"
                write(document, path, format, context.language)
                yield path


def _pictures(event: Path, out: Path) -> Iterator[Path]:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from ui.desktop.pictures import write_pictures
    except ImportError as error:
        raise WindowUnavailable(str(error)) from error
    yield from write_pictures(event, out)
