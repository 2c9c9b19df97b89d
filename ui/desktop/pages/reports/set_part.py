"""The part of the page Reports for print sets: it prepares the papers in another thread, and saves or prints them."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from reports.catalogue import Format, offered_reports, report_called
from reports.design import PaperDesign
from reports.print_sets import (
    MOST_COPIES,
    MOST_PAPERS,
    Copies,
    PreparedSet,
    PrintSet,
    SetOptions,
    SetPaper,
    keep_own_set,
    likely_session,
    offered_sets,
    own_sets,
    prepare,
    remove_own_set,
)
from tournament.event.problem import Problem, Refused
from tournament.language import Text, mark, verbatim
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.long_work import CurrentWork, Step, Work
from ui.desktop.pages.reports.exporter import ChooseFile, ChooseFolder, ChoosePrinter, ReportExporter
from ui.desktop.pages.reports.paper_notes import record_paper
from ui.desktop.pages.reports.report_request import PapersRequest, page_language, refusal_text
from ui.desktop.pages.reports.set_panel import SetPanel
from ui.desktop.pages.reports.set_view import PaperRow, SetView

_SETTLE = 150
"""Milliseconds after the last entry before the papers are prepared again."""


@dataclass(slots=True)
class _Changes:
    """What the user changed in a set before printing it."""

    of: tuple[SetPaper, ...]
    """The papers of the set."""
    papers: tuple[SetPaper, ...]
    """The same, and those that the user added."""
    off: set[int] = field(default_factory=set)
    """Places of the papers that are left out."""
    copies: dict[int, int] = field(default_factory=dict)
    """Numbers of copies that the user chose, by place."""


class SetPart(QObject):
    """Shows the chosen print set in :attr:`view` and :attr:`panel`; ``design`` returns the look of badges and
    certificates."""

    sets_changed = Signal()
    """The user's own sets changed: list them again."""
    kept = Signal(str)
    """A set of this name was kept."""

    def __init__(
        self,
        controller: EventController,
        design: Callable[[], PaperDesign],
        *,
        ask_file: ChooseFile,
        ask_printer: ChoosePrinter,
        ask_folder: ChooseFolder,
    ) -> None:
        self.view, self.panel = SetView(), SetPanel()
        super().__init__(self.view)
        self._controller, self._design = controller, design
        self.exporter = ReportExporter(
            self.view, self.panel.bar, ask_file=ask_file, ask_printer=ask_printer, ask_folder=ask_folder
        )
        self._set: PrintSet | None = None
        self._covered = False
        self._changes: dict[str, _Changes] = {}
        self._prepared: PreparedSet | None = None
        self._copy: View | None = None
        """The copy of the event of which the papers were prepared."""
        self._work = CurrentWork(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._listen()

    def _listen(self) -> None:
        view, panel, exporter = self.view, self.panel, self.exporter
        self._settle.timeout.connect(self._prepare)
        self._work.done.connect(self._show_prepared)
        self._work.failed.connect(self._failed)
        view.turned.connect(self._turn)
        view.counted.connect(self._count)
        view.pages_wanted.connect(self._write_pages)
        view.pages.changed.connect(self._show_ready)
        view.pages.cancelled.connect(view.show_papers)
        panel.changed.connect(self._prepare)
        panel.pages_changed.connect(self._pages_changed)
        panel.save_wanted.connect(self._save)
        panel.print_wanted.connect(self._print)
        panel.paper_added.connect(self._add)
        panel.keep_wanted.connect(self._keep)
        panel.remove_wanted.connect(self._remove)
        exporter.changed.connect(self._show_ready)
        exporter.done.connect(panel.show_done)
        exporter.left.connect(partial(record_paper, self._controller))
        exporter.refused.connect(self._controller.messages.shown)

    @property
    def busy(self) -> bool:
        """Whether papers are being prepared or written."""
        return self._settle.isActive() or self._work.busy or self.view.pages.busy

    def sets(self, event: View) -> tuple[PrintSet, ...]:
        """The sets of ``event``, the user's own ones included; a message says why those cannot be used."""
        try:
            own, fault = own_sets(), None
        except Refused as refused:
            own, fault = (), refused.problems[0].text
        self.panel.show_fault(fault)
        return offered_sets(event, own)

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._work.forget()
        self._settle.stop()
        self._set = self._prepared = self._copy = None
        self._changes.clear()
        self.view.show_papers()
        self.panel.show_done(None)
        event = self._controller.view
        if event is not None:
            self.exporter.folder = Path(self._controller.book.place).parent
            self.panel.set_page_language(page_language(event))

    def choose(self, print_set: PrintSet, *, covered: bool) -> None:
        """Show ``print_set``; with ``covered``, without papers that show held results."""
        event = self._controller.view
        if event is None:
            return
        other = self._set is None or self._set.name != print_set.name
        self._set, self._covered = print_set, covered
        if other:
            self._prepared = None
            self.view.show_papers()
            self.panel.show_done(None)
            self.panel.show_name(print_set.name if print_set.own else "")
            session = likely_session(event)
        else:
            session = self.panel.chosen_session()
        self.panel.show_set(print_set, event.drawn_sessions, session)
        money = event.settings.counts_money
        offered = offered_reports(event.rules, event.settings.format, money=money)
        self.panel.offer_papers([report for report in offered if Format.PDF in report.formats])
        self.view.show_title(print_set.title_for(session))
        self._show_rows()
        self._settle.start()
        self._show_ready()

    def _state(self) -> _Changes:
        assert self._set is not None
        found = self._changes.get(self._set.name)
        if found is None or found.of != self._set.papers:
            found = self._changes[self._set.name] = _Changes(self._set.papers, self._set.papers)
        return found

    def _prepare(self) -> None:
        self._settle.stop()
        event, chosen = self._controller.view, self._set
        if event is None or chosen is None:
            return
        session = self.panel.chosen_session()
        self.view.show_title(chosen.title_for(session))
        walls = self.panel.chosen_walls()
        everybody = self.panel.everybody.isChecked()
        options = SetOptions(datetime.now().astimezone(), session, walls, self._covered, everybody, self._design())
        wanted, copy = replace(chosen, papers=self._state().papers), event.copy()

        def task(step: Step) -> tuple[PreparedSet, View]:
            return prepare(wanted, copy, options, step), copy

        work = Work(task)
        self.panel.bar.follow(work, mark("Preparing the papers"))
        self._work.start(work)
        self._show_ready()

    def _show_prepared(self, made: tuple[PreparedSet, View]) -> None:
        self._prepared, self._copy = made
        self._show_rows()
        self._show_ready()
        if self.view.shows_pages:
            self._write_pages()

    def _failed(self, error: BaseException) -> None:
        self._controller.messages.shown.emit(refusal_text(error))
        self._show_ready()

    def _rows(self) -> list[PaperRow]:
        """The papers in the order of the set, as far as they are prepared."""
        state, prepared = self._state(), self._prepared
        rows = []
        for place, paper in enumerate(state.papers):
            report = report_called(paper.report)
            title: Text = verbatim(paper.report) if report is None else report.title
            shown = replace(paper, winners=paper.winners and not self.panel.everybody.isChecked())
            rule = shown.detail
            found = PaperRow(place, title, place not in state.off, detail=rule)
            if prepared is not None:
                made = next((each for each in prepared.papers if each.paper is paper), None)
                out = next((each for each in prepared.left_out if each.paper is paper), None)
                if made is not None:
                    copies = state.copies.get(place, made.copies)
                    detail = made.remark or (None if place in state.copies else rule)
                    found = PaperRow(place, made.title, found.chosen, copies, detail, bool(made.remark))
                elif out is not None:
                    found = PaperRow(place, title, found.chosen, None, out.reason, warns=True)
            rows.append(found)
        return rows

    def _show_rows(self) -> None:
        self.view.show_rows(self._rows())

    def _chosen_papers(self) -> PreparedSet | None:
        """The prepared papers that are printed, with the chosen numbers of copies; None if there are none."""
        if self._prepared is None:
            return None
        state, rows = self._state(), {row.place: row for row in self._rows() if row.printed}
        papers = []
        for each in self._prepared.papers:
            place = next((n for n, paper in enumerate(state.papers) if paper is each.paper), -1)
            if place in rows:
                papers.append(replace(each, copies=rows[place].copies or 1))
        return replace(self._prepared, papers=tuple(papers)) if papers else None

    def _request(self) -> PapersRequest | None:
        papers = self._chosen_papers()
        if papers is None or self._copy is None:
            return None
        language, size = self.panel.page_language(), self.panel.page_size()
        return PapersRequest(papers, language, size, self._copy, self.panel.double_sided.isChecked())

    def _show_ready(self) -> None:
        if self.exporter.busy:
            self.panel.show_done(None)
        papers = self._chosen_papers() if self._set is not None else None
        self.panel.set_ready(0 if papers is None else len(papers.papers), busy=self.busy or self.exporter.busy)

    def _turn(self, row: PaperRow | None) -> None:
        if row is not None:
            self._state().off.symmetric_difference_update({row.place})
            self._papers_changed()

    def _count(self, row: PaperRow | None, by: int) -> None:
        if row is not None and row.copies is not None and 1 <= row.copies + by <= MOST_COPIES:
            self._state().copies[row.place] = row.copies + by
            self._papers_changed()

    def _papers_changed(self) -> None:
        self._show_rows()
        self._pages_changed()
        self._show_ready()

    def _pages_changed(self) -> None:
        if self.view.shows_pages:
            self._write_pages()

    def _add(self, name: str) -> None:
        state = self._state()
        if len(state.papers) >= MOST_PAPERS:
            text = mark("A set can have {most} papers.", most=MOST_PAPERS)
            self._controller.messages.shown.emit(text)
            return
        report = report_called(name)
        of_session = self._set is not None and self._set.by_session and report is not None and report.by_session
        state.papers = (*state.papers, SetPaper(name, of_session=of_session))
        self._show_rows()
        self.view.table.select_line(len(state.papers) - 1)
        self._prepare()

    def _write_pages(self) -> None:
        request = self._request()
        if request is not None:
            self.view.pages.write_papers(request)
        elif not self.busy:
            self.view.pages.refuse(mark("None of these papers can be made yet."))

    def _save(self, folder: bool) -> None:
        request = self._request()
        if request is not None:
            self.exporter.save_papers(request, folder=folder)

    def _print(self) -> None:
        request = self._request()
        if request is not None:
            self.exporter.print_papers(request)

    def _keep(self, name: str) -> None:
        state = self._state()
        everybody = self.panel.everybody.isChecked()
        papers = tuple(
            replace(
                paper,
                copies=Copies(state.copies[place]) if place in state.copies else paper.copies,
                winners=paper.winners and not everybody,
            )
            for place, paper in enumerate(state.papers)
            if place not in state.off
        )
        try:
            keep_own_set(PrintSet(name, verbatim(name), papers, own=True))
        except Refused as refused:
            self.panel.show_problem(refused.problems[0])
            return
        except OSError as error:
            self.panel.show_problem(_not_kept(error))
            return
        for changed in {name, self._set.name if self._set else name}:
            self._changes.pop(changed, None)
        self.sets_changed.emit()
        self.kept.emit(name)

    def _remove(self) -> None:
        if self._set is None or not self._set.own:
            return
        try:
            remove_own_set(self._set.name)
        except Refused as refused:
            self.panel.show_problem(refused.problems[0])
            return
        except OSError as error:
            self.panel.show_problem(_not_kept(error))
            return
        self._changes.pop(self._set.name, None)
        self.sets_changed.emit()


def _not_kept(error: OSError) -> Problem:
    reason = error.strerror or str(error)
    return Problem("set-not-kept", mark("The set cannot be stored: {reason}.", reason=reason), "name")
