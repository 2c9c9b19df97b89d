"""The Reports page: the catalogue, the pages themselves, and what can be chosen and done.

Each report is made in another thread from a copy of the event and shown as it will be printed. What is recorded
meanwhile makes it again while the page is in view.
"""

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from reports.catalogue import Asked, Format, Report, reports_under
from tournament.language import Text, mark
from tournament.use_cases import Changes
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work
from ui.desktop.pages.reports.delivery import ChooseFile, ChoosePrinter, Delivery
from ui.desktop.pages.reports.files import choose_file
from ui.desktop.pages.reports.making import Job, Made, frozen
from ui.desktop.pages.reports.options import Options
from ui.desktop.pages.reports.paper_view import PaperView
from ui.desktop.pages.reports.printing import choose_printer
from ui.desktop.pages.reports.shelf import Shelf
from ui.desktop.pages.reports.wishes import Wishes, asked_of, is_after
from ui.desktop.pages.reports.workshop import Workshop
from ui.desktop.theme import Size
from ui.desktop.translation import translator

_LISTS = ((1400 - Size.RAIL, 332), (1280 - Size.RAIL, 272), (0, 236))
"""How wide the list is, from which width of the page on."""
_WIDE_FROM = _LISTS[0][0]
_SETTLE = 150
"""Milliseconds after the last entry or choice before the pages are made again."""
_CANCELLED = mark("Cancelled. Enter in the list makes the pages after all.")


class ReportsPage(QWidget):
    """Everything that can be printed. ``ask_file`` and ``ask_printer`` are the dialogs."""

    def __init__(
        self,
        controller: EventController,
        *,
        ask_file: ChooseFile = choose_file,
        ask_printer: ChoosePrinter = choose_printer,
    ) -> None:
        super().__init__()
        self._controller = controller
        self._wishes = Wishes()
        self._made: Made | None = None
        self._stale = True
        self.shelf = Shelf()
        self.paper = PaperView()
        self.options = Options()
        self.workshop = Workshop(self)
        self.delivery = Delivery(self, ask_file=ask_file, ask_printer=ask_printer)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        self._lay_out()
        self._listen()
        self._opened()

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setContentsMargins(Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        middle.setSpacing(Size.PAGE_MARGIN)
        middle.addWidget(self.shelf)
        middle.addWidget(self.paper, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(self.options)
        self.setFocusProxy(self.shelf)

    def _listen(self) -> None:
        controller, catalogue, options, delivery = self._controller, self.shelf.catalogue, self.options, self.delivery
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        translator.changed.connect(self._show_catalogue)
        self._settle.timeout.connect(self._make)
        self.shelf.typed.connect(self._show_catalogue)
        catalogue.report_chosen.connect(self._choose)
        catalogue.activated.connect(lambda _index: self._choose(self.report))
        options.changed.connect(self._wish_again)
        options.save_asked.connect(self._save)
        options.print_asked.connect(self._print)
        self.workshop.made.connect(self._show)
        self.workshop.refused.connect(self._refuse)
        self.workshop.stopped.connect(lambda: self._refuse(_CANCELLED))
        delivery.began.connect(self._follow)
        delivery.told.connect(options.say)
        delivery.refused.connect(controller.messages.shown)
        delivery.ended.connect(self._show_ready)

    @property
    def report(self) -> Report | None:
        """The report in view."""
        return self.shelf.catalogue.report

    def showEvent(self, event: QShowEvent) -> None:
        """Make the pages again if something happened while another page was in view."""
        super().showEvent(event)
        if self._stale:
            self._show_catalogue()
            self._choose(self.report)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: list and panel narrow, the paper fits what is left."""
        super().resizeEvent(event)
        self.shelf.setFixedWidth(next(wide for least, wide in _LISTS if self.width() >= least))
        self.options.set_narrow(self.width() < _WIDE_FROM)

    def _opened(self) -> None:
        view = self._controller.view
        self._wishes.clear()
        self.options.say(None)
        self.shelf.search.clear()
        if view is not None:
            self.delivery.folder = Path(self._controller.book.place).parent
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
        view = self._controller.view
        if view is None:
            return
        chosen: dict[str, Text | None] = {}
        reports = reports_under(view.rules)
        for report in reports:
            wish = self._wishes.of(report, view, self._controller.session)
            one = wish.session and not is_after(report)
            chosen[report.name] = mark("session {session}", session=wish.session) if one else None
        first = "standings" if view.last_session else reports[0].name
        self.shelf.show_reports(reports, chosen, first)

    def _choose(self, report: Report | None) -> None:
        if report is None or self._controller.view is None or not self.isVisible():
            return
        self.paper.begin(report)
        self._offer()
        self._make()

    def _offer(self) -> None:
        report, view = self.report, self._controller.view
        if report is not None and view is not None:
            self.options.show_report(report, view, self._wishes.of(report, view, self._controller.session))

    def _wish_again(self) -> None:
        if self.report is not None:
            self._wishes.keep(self.report, self.options.wish())
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
        report, view = self.report, self._controller.view
        if report is None or view is None:
            return None
        wish = self._wishes.of(report, view, self._controller.session)
        asked = asked_of(wish, Asked(printed=datetime.now().astimezone()))
        return Job(report, asked, self.options.page_language(), self.options.page_size(), frozen(view))

    def _show(self, made: Made) -> None:
        report, view = self.report, self._controller.view
        if report is None or view is None:
            return  # the event was closed while its pages were made
        self._made = made
        self.paper.show_pages(made, report, self._wishes.of(report, view, self._controller.session))
        self._show_ready()

    def _refuse(self, reason: Text) -> None:
        self._made = None
        self.paper.refuse(reason)
        self._show_ready()

    def _show_ready(self) -> None:
        self.options.set_ready(self.paper.preview.pages, busy=self.workshop.busy or self.delivery.busy)

    def _save(self, format: Format) -> None:
        job = self._job()
        if job is not None and self._made is not None:
            self.delivery.save(job, self._made, format)

    def _print(self) -> None:
        if self._made is not None:
            self.delivery.print(self._made, self.options.page_size())

    def _follow(self, work: Work, words: Text) -> None:
        self.options.say(None)
        self.options.bar.follow(work, words)
        self._show_ready()
