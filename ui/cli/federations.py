"""``federations``: lists the federations with reports and the folder of their data files, and checks a data file."""

from pathlib import Path

import click

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from ui.cli.commands import ANY_PATH, command, json_option
from ui.cli.context import CliContext
from ui.cli.streams import print_json

LONGEST = 200_001
"""The most bytes of a data file that are read."""


@command("federations")
@click.argument("file", required=False, type=ANY_PATH)
@json_option
@click.pass_obj
def federations(context: CliContext, /, *, file: Path | None, as_json: bool) -> None:
    """List the federations that are known, or check a data file."""
    from reports.data_file import DataFileUnreadable
    from reports.federations.known import FaultyFile, KnownFederations, known_federations, own_folder
    from reports.federations.reading import read_federation

    if file is None:
        known = known_federations()
    else:
        with file.open("rb") as opened:
            content = opened.read(LONGEST)
        try:
            known = KnownFederations((read_federation(content),))
        except DataFileUnreadable as error:
            known = KnownFederations((), (FaultyFile(file, error.faults),))
    if as_json:
        found = [
            {"id": each.id, "name": each.name,
             "reports": [{"name": each.report_name(report), "formats": [kind.value for kind in report.kinds]}
                         for report in each.reports]}
            for each in known.federations
        ]  # fmt: skip
        faulty = [
            {"file": str(each.path),
             "faults": [{"field": fault.field, "text": context.translate(fault.text)} for fault in each.faults]}
            for each in known.faulty
        ]  # fmt: skip
        print_json({"folder": str(own_folder()), "federations": found, "faulty": faulty})
    else:
        for each in known.federations:
            names = ", ".join(each.report_name(report) for report in each.reports)
            context.print_line(mark("{name}: {reports}", name=each.name, reports=names))
        context.print_line(mark("Your own data files: {folder}", folder=str(own_folder())))
    if known.faulty:
        raise Refused(
            *(
                Problem("federation-faulty", mark("{file}: {fault}", file=each.path.name, fault=fault.located))
                for each in known.faulty
                for fault in each.faults
            )
        )
