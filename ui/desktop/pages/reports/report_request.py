"""A request for a report, and the task that writes it off the GUI thread."""

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from reports.catalogue import CsvFor, ExportFailed, Format, PageSize, Report, ReportOptions, build, write
from reports.federations.gate import Gap
from tournament.language import ENGLISH, LANGUAGES, Language, Text
from tournament.use_cases import Refused, View
from tournament.use_cases.results_state import ResultsState
from ui.desktop.long_work import Step

_one_at_a_time = Lock()
"""The writers share fonts within the process, so only one thread may write at a time."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """A request for one report, with its options."""

    report: Report
    options: ReportOptions
    language: Language
    paper: PageSize
    view: View
    """A copy of the event as it was when the report was requested. Nothing else writes to it."""
    csv_for: CsvFor = CsvFor.EXCEL
    """The kind of program that a CSV file is for."""


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report that was written to a file."""

    path: Path
    title: Text
    standing: ResultsState | None
    """How final the results on it are; None if it is not about results."""
    request: ReportRequest
    """The request that it answers."""


def page_language(view: View) -> str:
    """Return the code of the default language for the reports of an event."""
    known = view.settings.language
    return known if known in {language.code for language in LANGUAGES} else ENGLISH.code


def write_report(request: ReportRequest, path: Path, format: Format, step: Step) -> WrittenReport:
    """Build the report and write it to ``path``. Raises Refused, ExportFailed, or whatever ``step`` raises."""
    while not _one_at_a_time.acquire(timeout=0.05):
        step(0, 0)
    try:
        step(0, 0)
        options = replace(request.options, beat=lambda: step(0, 0))
        document = build(request.report, request.view, options)
        write(document, path, format, request.language, page_size=request.paper, progress=step, csv_for=request.csv_for)
    finally:
        _one_at_a_time.release()
    return WrittenReport(path, document.title, document.standing, request)


def gaps_of(error: BaseException) -> tuple[Gap, ...]:
    """Return what is missing in the event, if that is why a report was not written."""
    return tuple(each for each in error.problems if isinstance(each, Gap)) if isinstance(error, Refused) else ()


def refusal_text(error: BaseException) -> Text:
    """Return why a report was not written. Raise an unexpected exception again, for the crash reporter."""
    match error:
        case Refused():
            return error.problems[0].text
        case ExportFailed():
            return error.message
        case _:
            raise error
