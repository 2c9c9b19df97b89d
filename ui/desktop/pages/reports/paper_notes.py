"""Records in the event which reports were saved or printed, and reports those that are out of date."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from reports.catalogue import Format, report_called
from reports.papers import OutdatedPaper, outdated_papers
from tournament.language import Text, mark, verbatim
from tournament.ledger.description import name_of
from tournament.ledger.facts import PRINTED, PaperNoted
from tournament.use_cases import View
from tournament.use_cases.commands import NotePaper
from tournament.use_cases.papers import noted_papers
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.reports.report_request import ReportRequest

_LAST_USED, _MOST_USED = "last-reports", 5


def last_used_reports() -> tuple[str, ...]:
    """The names of the reports that were saved or printed last on this computer, the latest first."""
    return tuple(filter(None, preferences.value(_LAST_USED).split(",")))[:_MOST_USED]


def keep_last_used(name: str) -> None:
    """Keep the report ``name`` as the one used last."""
    names = dict.fromkeys((name, *last_used_reports()))
    preferences.keep_value(_LAST_USED, ",".join(list(names)[:_MOST_USED]))


def record_paper(controller: EventController, request: ReportRequest, title: Text, format: Format | None) -> None:
    """Record that a report was saved in ``format``, or printed (None). Does nothing in a read-only event."""
    report = request.report
    if not controller.writes or report_called(report.name) is None:
        return
    options = request.options
    paper = PaperNoted(
        report.name,
        request.language.with_words(request.view.words).each[0].render(title),
        PRINTED if format is None else format.value,
        len(request.view.journal),
        options.session,
        options.table,
        options.hand,
        options.category,
        options.first,
        options.public,
    )
    problems = attempt(controller, NotePaper(paper))
    if problems:
        controller.messages.shown.emit(problems[0].text)


class OutdatedPapers(QObject):
    """Finds out off the GUI thread which papers are out of date. Only the last of several requests is answered."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.papers: Sequence[OutdatedPaper] = ()
        self._work: Work | None = None
        self._waiting: View | None = None

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.papers, self._waiting = (), None

    def look(self, view: View) -> None:
        """Find the papers of ``view`` that are out of date."""
        if self._work is not None:
            self._waiting = view
            return
        if not noted_papers(view):
            self._show(())
            return
        copy = view.copy()

        def task(step: Step) -> Sequence[OutdatedPaper]:
            step(0, 0)
            return outdated_papers(copy)

        self._work = work = Work(task)
        work.done.connect(self._show)
        work.ended.connect(self._ended)
        work.start()

    def of(self, report: str) -> Sequence[OutdatedPaper]:
        """The papers out of date of the report with this name."""
        return [each for each in self.papers if each.paper.fact.report == report]

    def _show(self, papers: Sequence[OutdatedPaper]) -> None:
        self.papers = papers
        self.changed.emit()

    def _ended(self) -> None:
        self._work, waiting, self._waiting = None, self._waiting, None
        if waiting is not None:
            self.look(waiting)


def outdated_text(view: View, outdated: OutdatedPaper) -> Text:
    """Return which paper is out of date, and what was recorded since.

    For example “Standings after session 2, printed 12:10; since then Correction: session 2, table 3, hand 4 (14:32)”.
    """
    entry, fact = outdated.paper.entry, outdated.paper.fact
    values = {
        "report": verbatim(fact.title),
        "time": f"{entry.time.astimezone():%H:%M}",
        "what": name_of(view.journal, outdated.since),
        "since": f"{outdated.since.time.astimezone():%H:%M}",
    }
    if fact.format == PRINTED:
        return mark("{report}, printed {time}; since then {what} ({since})", **values)
    return mark("{report}, saved {time}; since then {what} ({since})", **values)
