"""Making a report: what is asked, and the tasks that run off the GUI thread."""

from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from reports.catalogue import Asked, Format, PageSize, Report, build, write
from tournament.language import Language, Text
from tournament.use_cases import View
from ui.desktop.long_work import Step

_one_at_a_time = Lock()
"""The writers keep fonts for the whole process: two threads never write at once."""


@dataclass(frozen=True, slots=True)
class Job:
    """One report as it is wanted."""

    report: Report
    asked: Asked
    language: Language
    paper: PageSize
    view: View
    """The event as it stood when it was asked for; nobody else writes to it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A report that was written."""

    path: Path
    title: Text
    provisional: bool


def frozen(view: View) -> View:
    """The event as it stands now; what is recorded afterwards does not reach it."""
    return View(view.journal.fork())


def make(job: Job, path: Path, format: Format, step: Step) -> Made:
    """Build the report and write it to ``path``. Raises Refused, ExportFailed, or what ``step`` raises."""
    while not _one_at_a_time.acquire(timeout=0.05):
        step(0, 0)
    try:
        step(0, 0)
        document = build(job.report, job.view, job.asked)
        write(document, path, format, job.language, page_size=job.paper, progress=step)
    finally:
        _one_at_a_time.release()
    return Made(path, document.title, document.provisional)
