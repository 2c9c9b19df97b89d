"""The Reports page: the catalogue, the pages themselves, and what can be chosen and done.

Each report is made in another thread from a copy of the event and shown as it will be printed. What is recorded
meanwhile makes it again while the page is in view.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from shutil import copyfile

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from reports.catalogue import REPORTS, Asked, Format, PageSize, Report
from tournament.event.roster import folded
from tournament.language import Text, mark, mark_count
from tournament.office import Changes
from ui.desktop.desk import Desk
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.reports.files import choose_file, file_name
from ui.desktop.pages.reports.listing import Catalogue
from ui.desktop.pages.reports.making import Job, Made, frozen, make
from ui.desktop.pages.reports.options import Options
from ui.desktop.pages.reports.paper_view import PaperView
from ui.desktop.pages.reports.printing import NotPrinted, choose_printer, print_pages
from ui.desktop.pages.reports.wishes import ALL, Wish, asked_of, first_wish, is_after, sessions_of
from ui.desktop.pages.reports.workshop import Workshop, reason_of
from ui.desktop.speech import speech
from ui.desktop.theme import Shape, Type
from ui.desktop.widgets.card import row
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel

_LIST, _NARROW_LIST, _WIDE_FROM = 332, 236, 1400 - Shape.RAIL
_SETTLE = 150
"""Milliseconds after the last entry or choice before the pages are made again."""
ChooseFile = Callable[[QWidget, Path, Format], Path | None]
ChoosePrinter = Callable[[QWidget, PageSize, str], QPrinter | None]


class ReportsPage(QWidget):
    """Everything that can be printed. ``ask_file`` and ``ask_printer`` are the dialogs."""

    def __init__(
        self, desk: Desk, *, ask_file: ChooseFile = choose_file, ask_printer: ChoosePrinter = choose_printer
    ) -> None:
        super().__init__()
        self._desk, self._ask_file, self._ask_printer = desk, ask_file, ask_printer
        self._wishes: dict[str, Wish] = {}
        self._folder: Path | None = None
        self._made: Made | None = None
        self._task: Work | None = None
        self._stale = True
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.catalogue = Catalogue()
        self.paper = PaperView()
        self.options = Options()
        self.workshop = Workshop(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._lay_out()
        self._listen()
        self._opened()

    def _lay_out(self) -> None:
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(12)
        head = row(TextLabel(mark("Reports"), kind=Type.PAGE_TITLE), 8, spacing=8)
        head.addWidget(self.search, 1)
        left.addLayout(head)
        left.addWidget(self.catalogue, 1)
        middle = QHBoxLayout()
        middle.setContentsMargins(Shape.PAGE_MARGIN, 14, Shape.PAGE_MARGIN, Shape.PAGE_MARGIN)
        middle.setSpacing(Shape.PAGE_MARGIN)
        middle.addWidget(self._left)
        middle.addWidget(self.paper, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(self.options)
        self.setFocusProxy(self.catalogue)

    def _listen(self) -> None:
        desk, options = self._desk, self.options
        desk.opened.connect(self._opened)
        desk.changed.connect(self._changed)
        speech.changed.connect(self._show_catalogue)
        self._settle.timeout.connect(self._make)
        self.search.textChanged.connect(self._show_catalogue)
        self.search.returnPressed.connect(self.catalogue.setFocus)
        self.catalogue.report_chosen.connect(self._choose)
        self.catalogue.activated.connect(lambda _index: self._choose(self.report))
        options.changed.connect(self._wish_again)
        options.save_asked.connect(self._save)
        options.print_asked.connect(self._print)
        self.workshop.made.connect(self._show)
        self.workshop.refused.connect(self._refuse)
        self.workshop.stopped.connect(self._stopped)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._find)
        down = QShortcut(QKeySequence("Down"), self.search, context=Qt.ShortcutContext.WidgetShortcut)
        down.activated.connect(self.catalogue.setFocus)

    @property
    def report(self) -> Report | None:
        """The report in view."""
        return self.catalogue.report

    def showEvent(self, event: QShowEvent) -> None:
        """Make the pages again if something happened while another page was in view."""
        super().showEvent(event)
        if self._stale:
            self._show_catalogue()
            self._choose(self.report)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: list and panel narrow, the paper fits what is left."""
        super().resizeEvent(event)
        wide = self.width() >= _WIDE_FROM
        self._left.setFixedWidth(_LIST if wide else _NARROW_LIST)
        self.options.set_narrow(not wide)

    def _opened(self) -> None:
        view = self._desk.view
        self._wishes.clear()
        self._folder = None
        self.options.say(None)
        self.search.clear()
        if view is not None:
            known = view.settings.language
            self.options.language.set_current(known if known in ("en", "fr") else "en")
        self._changed(None)

    def _changed(self, _changes: Changes | None) -> None:
        self._stale = True
        if self.isVisible():
            self._show_catalogue()
            self._offer()
            self._settle.start()

    def _show_catalogue(self) -> None:
        view = self._desk.view
        if view is None:
            return
        chosen: dict[str, Text | None] = {}
        for report in REPORTS:
            wish = self._wish(report)
            one = wish.session and not is_after(report)
            chosen[report.name] = mark("session {session}", session=wish.session) if one else None
        first = "standings" if view.last_session else REPORTS[0].name
        self.catalogue.show_reports(REPORTS, chosen, folded(self.search.text()), first)

    def _wish(self, report: Report) -> Wish:
        """What is chosen for a report; a session that is no more, or the first choice, follows the event."""
        view = self._desk.view
        assert view is not None
        wish = self._wishes.get(report.name)
        if wish is None or (wish.session != ALL and wish.session not in sessions_of(report, view)):
            return first_wish(report, view, self._desk.session)
        return wish

    def _choose(self, report: Report | None) -> None:
        if report is None or self._desk.view is None or not self.isVisible():
            return
        self.paper.begin(report)
        self._offer()
        self._make()

    def _offer(self) -> None:
        report, view = self.report, self._desk.view
        if report is not None and view is not None:
            self.options.show_report(report, view, self._wish(report))

    def _wish_again(self) -> None:
        if self.report is not None:
            self._wishes[self.report.name] = self.options.wish()
            self._show_catalogue()
            self._offer()
            self._settle.start(1)

    def _make(self) -> None:
        job = self._job()
        if job is None:
            return
        self._stale = False
        self._settle.stop()
        work = self.workshop.make(job)
        self.paper.bar.follow(work, mark("Making the pages"))
        self._show_ready()
        work.start()

    def _job(self) -> Job | None:
        report, view = self.report, self._desk.view
        if report is None or view is None:
            return None
        asked = asked_of(self._wish(report), Asked(printed=datetime.now().astimezone()))
        return Job(report, asked, self.options.page_language(), self.options.page_size(), frozen(view))

    def _show(self, made: Made) -> None:
        if self.report is None or self._desk.view is None:
            return  # the event was closed while its pages were made
        self._made = made
        self.paper.show_pages(made, self.report, self._wish(self.report))
        self._show_ready()

    def _refuse(self, reason: Text) -> None:
        self._made = None
        self.paper.refuse(reason)
        self._show_ready()

    def _stopped(self) -> None:
        self._refuse(mark("Cancelled. Enter in the list makes the pages after all."))

    def _show_ready(self) -> None:
        self.options.set_ready(self.paper.preview.pages, busy=self.workshop.busy or self._task is not None)

    def _save(self, format: Format) -> None:
        job = self._job()
        if job is None or self._made is None:
            return
        title = job.language.render(self._made.title)
        folder = self._folder or Path(self._desk.book.place).parent
        path = self._ask_file(self, folder / file_name(job.view.settings.name, title, format), format)
        if path is None:
            return
        self._folder = path.parent

        def task(step: Step) -> Made:
            return make(job, path, format, step)

        self._begin(task, mark("Saving {name}", name=path.name)).done.connect(self._saved)

    def _saved(self, made: object) -> None:
        assert isinstance(made, Made)
        self.options.say(mark("Saved {time}: {name}", time=f"{datetime.now().astimezone():%H:%M}", name=made.path.name))

    def _print(self) -> None:
        if self._made is None:
            return
        path = self.workshop.free_path()
        try:
            printer = self._ask_printer(self, self.options.page_size(), speech.say(self._made.title))
        except NotPrinted as error:
            self._desk.told.emit(error.message)
            return
        if printer is None:
            return
        copyfile(self._made.path, path)

        def task(step: Step) -> int:
            try:
                return print_pages(path, printer, step)
            finally:
                path.unlink(missing_ok=True)

        self._begin(task, mark("Printing")).done.connect(self._printed)

    def _printed(self, pages: object) -> None:
        assert isinstance(pages, int)
        now = f"{datetime.now().astimezone():%H:%M}"
        self.options.say(mark_count("Printed {time}: {count} page", "Printed {time}: {count} pages", pages, time=now))

    def _begin(self, task: Callable[[Step], object], words: Text) -> Work:
        """Save or print, one at a time."""
        self.options.say(None)
        work = Work(task)
        self._task = work
        work.failed.connect(self._failed)
        work.ended.connect(self._ended)
        self.options.bar.follow(work, words)
        self._show_ready()
        work.start()
        return work

    def _failed(self, error: Exception) -> None:
        self._desk.told.emit(error.message if isinstance(error, NotPrinted) else reason_of(error))

    def _ended(self) -> None:
        self._task = None
        self._show_ready()

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()
