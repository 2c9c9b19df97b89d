"""``results FILE --out FOLDER_OR_ZIP``: everything to send or publish after an event, in one folder or zip file."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.language import language_of, mark
from ui.cli.bootstrap import event_for_reading
from ui.cli.commands import ANY_PATH, command, file_argument, json_option, option
from ui.cli.context import CliContext
from ui.cli.export import refuse_event_file
from ui.cli.streams import print_json

if TYPE_CHECKING:
    from reports.results_package import FileLeftOut, ResultsPackage


@command("results")
@file_argument
@option(
    "--out",
    required=True,
    type=ANY_PATH,
    metavar="FOLDER_OR_ZIP",
    help_text=mark("A folder, or one file whose name ends with .zip; files of the same names are replaced."),
)
@option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help_text=mark("The size of the pages."))
@json_option
@click.pass_obj
def results(context: CliContext, *, file: Path, out: Path, paper: str, as_json: bool) -> None:
    """Write the package, in the language of the event unless ``--lang`` selects another; the mail in every language."""
    from reports.results_package import PackageOptions, prepare_package, write_package
    from reports.writers.paper import PageSize

    refuse_event_file(out)
    with event_for_reading(file) as book:
        view = book.view
        language = context.language if context.chosen else language_of(view.settings.language)
        options = PackageOptions(datetime.now().astimezone(), language, PageSize[paper.upper()])
        package = prepare_package(view, options)
        write_package(package, out)
    if as_json:
        print_json(_answer(context, out, package))
    else:
        for each in package.files:
            context.print_line(each.name)
        context.print_line(mark("Written: {file}", file=str(out)))
        context.print_line(mark("fingerprint: {fingerprint}", fingerprint=package.fingerprint))
        for missing in package.left_out:
            context.print_remark(mark("Not included: {paper}. {reason}", paper=missing.name, reason=missing.reason))
    if not package.final:
        context.print_remark(mark("These results can still change."))
    for each in package.files:
        for remark in each.remarks:
            context.print_remark(remark, each.name)


def _answer(context: CliContext, out: Path, package: "ResultsPackage") -> dict[str, object]:
    return {
        "written": str(out),
        "files": [{"name": each.name, "title": context.translate(each.title)} for each in package.files],
        "left_out": [_left_out(context, each) for each in package.left_out],
        "final": package.final,
        "fingerprint": package.fingerprint,
    }


def _left_out(context: CliContext, missing: "FileLeftOut") -> dict[str, object]:
    return {
        "name": missing.name,
        "reason": context.translate(missing.reason),
        "problems": [{"code": each.code, "text": context.translate(each.text)} for each in missing.problems],
    }
