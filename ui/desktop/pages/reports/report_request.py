"""Requests for a report and for the papers of a print set, and the tasks that write them off the GUI thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from reports.catalogue import CsvFor, ExportFailed, Format, PageSize, Report, ReportOptions, build, write
from reports.federations.gate import Gap
from reports.print_sets import PreparedSet, write_set
from reports.results_package import ResultsPackage, write_package
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


@dataclass(frozen=True, slots=True)
class PapersRequest:
    """A request for the papers of a print set."""

    papers: PreparedSet
    language: Language
    size: PageSize
    view: View
    """A copy of the event of which the papers were made."""
    double_sided: bool = False
    """In one file, each paper begins on a new sheet."""


@dataclass(frozen=True, slots=True)
class WrittenPapers:
    """Papers that were written to a file or a folder."""

    path: Path
    title: Text


def page_language(view: View) -> str:
    """Return the code of the default language for the reports of an event."""
    known = view.settings.language
    return known if known in {language.code for language in LANGUAGES} else ENGLISH.code


def write_report(request: ReportRequest, path: Path, format: Format, step: Step) -> WrittenReport:
    """Build the report and write it to ``path``. Raises Refused, ExportFailed, or whatever ``step`` raises."""
    with _alone(step):
        options = replace(request.options, beat=lambda: step(0, 0))
        document = build(request.report, request.view, options)
        write(document, path, format, request.language, page_size=request.paper, progress=step, csv_for=request.csv_for)
    return WrittenReport(path, document.title, document.standing, request)


def write_papers(request: PapersRequest, path: Path, step: Step) -> WrittenPapers:
    """Write the papers to the PDF file ``path``, or to a folder. Raises as :func:`write_report` does."""
    with _alone(step):
        write_set(
            request.papers,
            path,
            request.language,
            page_size=request.size,
            double_sided=request.double_sided,
            progress=step,
        )
    return WrittenPapers(path, request.papers.title)


def write_results(package: ResultsPackage, path: Path, step: Step) -> None:
    """Write the results package to a folder or a zip file. Raises ExportFailed, or whatever ``step`` raises."""
    with _alone(step):
        write_package(package, path, step)


@contextmanager
def _alone(step: Step) -> Iterator[None]:
    """Wait until no other thread writes; ``step`` may raise to cancel."""
    while not _one_at_a_time.acquire(timeout=0.05):
        step(0, 0)
    try:
        step(0, 0)
        yield
    finally:
        _one_at_a_time.release()


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
