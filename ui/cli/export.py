"""``export FILE``: any report of the catalogue as a file."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tournament.event.problem import Problem, Refused
from tournament.language import LANGUAGES, bilingual, language_of, mark
from tournament.ledger.facts import PaperNoted
from tournament.use_cases.papers import note_paper
from ui.cli.bootstrap import author_of, event_for_reading, event_for_writing
from ui.cli.context import CliContext
from ui.cli.translated_commands import ANY_PATH, command, file_argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reports.catalogue import Format, Report

EVENT_SUFFIX = ".qv"


@command("export", mark("Writes a report; “--what list” names them with their formats."))
@file_argument
@option("--what", metavar="NAME", required=True, help_text=mark("Name of the report, or list."))
@option("--to", metavar="FORMAT", help_text=mark("pdf, xlsx, html or csv; by default what --out ends in."))
@option("--out", type=ANY_PATH, help_text=mark("File to write; one that is there is replaced."))
@option("--session", type=int, metavar="NUMBER", help_text=mark("As it stood after this session, or of this session."))
@option("--table", type=int, metavar="NUMBER", help_text=mark("The sheet of this table only."))
@option("--hand", type=int, metavar="NUMBER", help_text=mark("The ruling slip of this hand only."))
@option(
    "--second-lang",
    type=click.Choice([language.code for language in LANGUAGES]),
    help_text=mark("The same page in this language too: headings and words in both."),
)
@option("--note", is_flag=True, help_text=mark("Notes in the event that this report left the program."))
@click.pass_obj
def export(
    context: CliContext,
    *,
    file: Path,
    what: str,
    to: str | None,
    out: Path | None,
    session: int | None,
    table: int | None,
    hand: int | None,
    second_lang: str | None,
    note: bool,
) -> None:
    """Export one report, in the language of the event unless another is asked for."""
    from reports.catalogue import ReportOptions, build, write
    from reports.writers.atomic_file import is_stream

    if what == "list":
        for report in _reports(file):
            context.print_line(" ".join((report.name, *(format.value for format in report.formats))))
        return
    if out is None:
        raise click.UsageError(context.translate(mark("Say where to write: add --out PATH.")))
    report = _report(what)
    format = _format(report, to or out.suffix.removeprefix(".").lower())
    _refuse_event_file(out)
    with event_for_writing(file) if note else event_for_reading(file) as book:
        view = book.view
        options = ReportOptions(printed=datetime.now().astimezone(), session=session, table=table, hand=hand)
        document = build(report, view, options)
        language = context.language if context.chosen else language_of(view.settings.language)
        if second_lang is not None:
            language = bilingual(language, language_of(second_lang))
        write(document, out, format, language)
        if note:
            title = language.render(document.title)
            entries = len(view.journal)
            paper = PaperNoted(report.name, title, format.value, entries, session, table, hand)
            note_paper(book, paper, by=author_of(context))
    tell = context.print_to_stderr if is_stream(out) else context.print_line  # the report may be on standard output
    tell(mark("Written: {file}", file=str(out)))
    tell(mark("fingerprint: {fingerprint}", fingerprint=document.fingerprint))


def _reports(file: Path) -> "Sequence[Report]":
    """Those that there are for the event; all of them while there is no such file."""
    from reports.catalogue import REPORTS, reports_under

    if not file.exists():
        return REPORTS
    with event_for_reading(file) as book:
        return reports_under(book.view.rules, book.view.settings.format)


def _report(name: str) -> "Report":
    from reports.catalogue import REPORTS, report_called

    found = report_called(name)
    if found is None:
        known = ", ".join(report.name for report in REPORTS)
        text = mark("There is no report “{name}”; there are: {known}.", name=name, known=known)
        raise Refused(Problem("report-unknown", text, "what"))
    return found


def _format(report: "Report", name: str) -> "Format":
    found = next((format for format in report.formats if format.value == name), None)
    if found is None:
        known = ", ".join(format.value for format in report.formats)
        text = mark("“{report}” cannot be written as “{name}”; choose: {known}.", report=report.name, name=name,
                    known=known)  # fmt: skip
        raise Refused(Problem("format-unknown", text, "to"))
    return found


def _refuse_event_file(out: Path) -> None:
    from reports.writers.atomic_file import holds_event

    if out.suffix.casefold() == EVENT_SUFFIX or holds_event(out):
        text = mark("“{file}” is an event: a report never replaces one. Choose another name.", file=str(out))
        raise Refused(Problem("out-is-event", text, "out"))
