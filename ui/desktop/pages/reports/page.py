"""The page Reports: the catalogue, a preview of the pages, options and actions.

Each report is written in another thread from a copy of the event, and shown as it will be printed. While the page is
visible, changes of the event write it again.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from reports.catalogue import Format, Report, offered_reports, prizes_wait, withheld_sessions, withheld_text
from reports.federations.gate import Gap
from reports.print_sets import PrintSet
from tournament.event.ema import as_no_members
from tournament.event.role import Act
from tournament.language import Text, listed, mark, mark_count
from tournament.use_cases.commands import ApplyRegister, ChangeSettings
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.kit.menu import MenuEntry
from ui.desktop.kit.page import Page
from ui.desktop.kit.results import HeldResultsBand, show_results_state
from ui.desktop.kit.sides import ROOMY_FROM, WIDE_FROM
from ui.desktop.pages.reports.catalogue_list import CatalogueList
from ui.desktop.pages.reports.choices import ReportChoice, choice_of, is_after
from ui.desktop.pages.reports.design_fields import keep_design, kept_design
from ui.desktop.pages.reports.exporter import (
    ChooseFile,
    ChooseFolder,
    ChoosePrinter,
    ReportExporter,
    choose_file,
    choose_parent,
    choose_zip,
)
from ui.desktop.pages.reports.gap_list import page_of
from ui.desktop.pages.reports.options_panel import OptionsPanel
from ui.desktop.pages.reports.package_part import PackagePart
from ui.desktop.pages.reports.paper_notes import (
    OutdatedPapers,
    keep_last_used,
    last_used_reports,
    outdated_text,
    record_paper,
)
from ui.desktop.pages.reports.printing import choose_printer
from ui.desktop.pages.reports.report_pages import ReportPages
from ui.desktop.pages.reports.report_request import ReportRequest, page_language
from ui.desktop.pages.reports.save_choices import FORMAT_NAMES, SaveChoice
from ui.desktop.pages.reports.set_part import SetPart
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import Chip

_KEYS_FROM, _ZOOM_FROM, _TITLE_FROM = 700, 560, 420
"""Minimum widths for the keys, the zoom and the title."""
_MOST_PAPERS = 3
"""Maximum number of papers named."""


class _ReportView(QWidget):
    """The middle of the page: title and state of the report, the page number, and the pages."""

    def __init__(self, held: QWidget, *, parent: QWidget | None = None) -> None:
        """``held`` is the band about held results."""
        super().__init__(parent)
        self._name = ""
        self._title = ElidedLabel(kind=Type.PANEL_TITLE)
        self.chip = Chip("")
        self.page_text = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.page_text.setMinimumHeight(Size.FIELD)
        self._keys = (KeyHint("PgUp"), KeyHint("PgDown"))
        self._zoom = LinkButton(mark("Page width"), shortcut="Ctrl+0", tone=Tone.TEXT2)
        self.pages = ReportPages()
        self.preview = self.pages.preview
        left = row(self._title, self.chip, None, spacing=10)
        self._head = row(stretched(left), row(self._zoom, self.page_text, *self._keys, spacing=10), spacing=10)
        self.outdated = Notice(NoticeKind.WARN)
        self.outdated.hide()
        column(self._head, held, self.outdated, stretched(self.pages), spacing=12, on=self)
        self.chip.hide()
        self.preview.turned.connect(self._turned)
        self._zoom.clicked.connect(self._change_zoom)
        self._turned(0, 0)

    def show_title(self, report: Report) -> None:
        """Show the title of the chosen report; a different report starts with its first page."""
        self._title.set_text(report.title)
        if report.name != self._name:
            self._name = report.name
            self.preview.first()

    def show_outdated(self, papers: Sequence[Text]) -> None:
        """Show which papers of this report are out of date, and what changed since."""
        self.outdated.setVisible(bool(papers))
        if papers:
            title = mark_count("{count} paper is out of date", "{count} papers are out of date", len(papers))
            text = papers[0]
            for more in papers[1:_MOST_PAPERS]:
                text = mark("{before}; {text}", before=text, text=more)
            self.outdated.show_notice(NoticeKind.WARN, title, text)

    def show_state(self) -> None:
        """Show how final the results on the pages are, in the words of the pages."""
        written = self.pages.report
        show_results_state(self.chip, None if written is None else written.standing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the keys, then the zoom, then the title, if space is short.

        The page number then moves below the state.
        """
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        roomy = self.width() >= _TITLE_FROM
        self._title.setVisible(roomy)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._head.setDirection(across if roomy else down)
        for key in self._keys:
            key.setVisible(self.preview.pages > 1 and self.width() >= _KEYS_FROM)
        self._zoom.setVisible(self.preview.pages > 0 and self.width() >= _ZOOM_FROM)

    def _turned(self, page: int, pages: int) -> None:
        self.page_text.set_text(mark("Page {page} of {pages}", page=page, pages=pages) if pages else "")
        self._give_way()

    def _change_zoom(self) -> None:
        self.preview.set_whole(not self.preview.whole)
        self._zoom.set_text(mark("Page width") if self.preview.whole else mark("Whole page"))


_WIDE_LIST, _ROOMY_LIST, _NARROW_LIST = 332, 272, 236
_SETTLE = 150
"""Milliseconds after the last entry before the pages are written again."""
_HELD = mark("This report shows results that are held for the ceremony. “Show held results” above shows it.")
_CANCELLED = mark("Cancelled. Press Enter in the list to make the pages.")


class ReportsPage(Page):
    """The list of print sets and reports, a preview, and the options. ``ask_file``, ``ask_printer``, ``ask_folder`` and
    ``ask_zip`` open the dialogs."""

    reads_ahead = False

    def __init__(
        self,
        controller: EventController,
        *,
        ask_file: ChooseFile = choose_file,
        ask_printer: ChoosePrinter = choose_printer,
        ask_folder: ChooseFolder = choose_parent,
        ask_zip: ChooseFolder = choose_zip,
    ) -> None:
        super().__init__(controller)
        self._choices: dict[str, ReportChoice] = {}
        self.catalogue = CatalogueList()
        self.held = HeldResultsBand(controller)
        self.report_view = _ReportView(self.held)
        self.pages = self.report_view.pages
        self.options = OptionsPanel()
        self.package = PackagePart(controller, ask_zip=ask_zip, ask_folder=ask_folder)
        self.sets = SetPart(
            controller,
            self.options.design.design,
            ask_file=ask_file,
            ask_printer=ask_printer,
            ask_folder=ask_folder,
        )
        self.exporter = ReportExporter(self, self.options.bar, ask_file=ask_file, ask_printer=ask_printer)
        self.outdated = OutdatedPapers(self)
        self._settle = QTimer(self, interval=_SETTLE, singleShot=True)
        margins = (Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        parts = (self.catalogue, stretched(self.report_view), stretched(self.sets.view), stretched(self.package.view))
        content = boxed(row(*parts, spacing=Size.PAGE_MARGIN, margins=margins, centred=False))
        panels = (self.options, self.sets.panel, self.package.panel)
        self.lay_out(boxed(row(stretched(content), *panels, spacing=0, centred=False)))
        self._show_part(self.report_view)
        self._listen()
        self.forget()

    def _listen(self) -> None:
        options, exporter = self.options, self.exporter
        self.held.turned.connect(self.invalidate)
        translator.changed.connect(self._show_catalogue)
        self._settle.timeout.connect(self._write)
        self.catalogue.searched.connect(self._show_catalogue)
        self.catalogue.report_chosen.connect(self._choose)
        self.controller.navigation.report_wanted.connect(self._find)
        self.catalogue.set_chosen.connect(self._choose_set)
        self.catalogue.package_chosen.connect(self._choose_package)
        self.sets.sets_changed.connect(self._show_catalogue)
        self.sets.kept.connect(self.catalogue.select_set)
        options.changed.connect(self._keep_choice)
        options.design.changed.connect(self._keep_design)
        options.design.texts_left.connect(self._save_texts)
        options.save_wanted.connect(self._save)
        options.print_wanted.connect(self._print)
        self.pages.changed.connect(self._show_pages)
        self.pages.cancelled.connect(lambda: self.pages.refuse(_CANCELLED))
        self.pages.gaps.chosen.connect(self._go_to)
        self.pages.gaps.no_members.connect(self._note_no_members)
        exporter.changed.connect(self._show_ready)
        exporter.done.connect(options.show_done)
        exporter.left.connect(self._left)
        self.outdated.changed.connect(self._show_catalogue)
        self.outdated.changed.connect(self._show_outdated)
        exporter.refused.connect(self.controller.messages.shown)

    @property
    def report(self) -> Report | None:
        """The chosen report."""
        return self.catalogue.report

    def forget(self) -> None:
        """Drop the options, language and folder that belonged to the previous event."""
        self._choices.clear()
        self.held.forget()
        self.outdated.forget()
        self.pages.clear()
        self.options.show_done(None)
        self.sets.forget()
        self.package.forget()
        self.catalogue.search.clear()
        if self.view is not None:
            self.exporter.folder = Path(self.controller.book.place).parent
            self.options.set_page_language(page_language(self.view))
            self.options.design.show_problems(())
            self.options.design.show_design(kept_design())
            self._show_texts()

    def refresh(self) -> None:
        """Show what is available now, and write the pages again once no more entries follow."""
        self._settle.start(_SETTLE)
        self.held.follow(self.view)
        if self.view is not None:
            self.outdated.look(self.view)
        self._show_texts()
        self._show_catalogue()
        self._show_options()

    def showEvent(self, event: QShowEvent) -> None:
        """Write the pages without delay when the page is shown."""
        super().showEvent(event)
        if self._settle.isActive():
            self._choose(self.report)
            self._choose_set(self.catalogue.print_set)
            self._choose_package()

    def _find(self, name: str) -> None:
        """Move the cursor to what :meth:`.CatalogueList.select` knows by ``name``, which a search may hide."""
        self.catalogue.search.clear()
        self.catalogue.select(name)

    def focus_target(self) -> QWidget | None:
        """The list."""
        return self.catalogue

    def print_view(self) -> None:
        """Print the pages in the preview."""
        button = self.options.print if self.catalogue.print_set is None else self.sets.panel.print
        if self.catalogue.on_package:
            self.controller.messages.noted.emit(mark("The results package is saved as files, and not printed."))
        elif button.isEnabled():
            button.click()
        else:
            self.controller.messages.noted.emit(mark("The pages are not ready yet."))

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The formats in which the chosen report can be saved, or the ways to save the papers of a set."""
        if self.catalogue.on_package:
            return [self.package.panel.save_entries()]
        chosen = self.options if self.catalogue.print_set is None else self.sets.panel
        return [chosen.save_entries()]

    def fit(self, room: Room) -> None:
        """Make list and panel narrower in a small window; the pages get the remaining width."""
        wide = _WIDE_LIST if room.width >= WIDE_FROM else _ROOMY_LIST if room.width >= ROOMY_FROM else _NARROW_LIST
        self.catalogue.setFixedWidth(wide)
        for panel in (self.options, self.sets.panel, self.package.panel):
            panel.set_narrow(room.width < WIDE_FROM)

    def _choice(self, report: Report) -> ReportChoice:
        assert self.view is not None
        return choice_of(self._choices, report, self.view, self.controller.session, covered=self._covers)

    @property
    def _covers(self) -> bool:
        """Whether there are held results that are not shown yet."""
        return self.view is not None and self.held.covered and self.held.holds(self.view)

    def _show_catalogue(self) -> None:
        if self.view is None:
            return
        chosen: dict[str, Text | None] = {}
        settings = self.view.settings
        reports = offered_reports(self.view.rules, settings.format, money=settings.counts_money)
        for report in reports:
            session = self._choice(report).session
            one = session and not is_after(report)
            chosen[report.name] = mark("session {session}", session=session) if one else None
            if report.by_category:
                chosen[report.name] = self._choice(report).category_text or chosen[report.name]
            if self.outdated.of(report.name):
                chosen[report.name] = mark("out of date")
        preferred = "standings" if self.view.last_session else reports[0].name
        self.catalogue.show_reports(reports, chosen, preferred, self.sets.sets(self.view), last_used_reports())

    def _show_part(self, shown: QWidget) -> None:
        """Show the middle ``shown`` with its panel, and hide those of the other kinds of row."""
        parts: tuple[tuple[QWidget, QWidget], ...] = (
            (self.report_view, self.options),
            (self.sets.view, self.sets.panel),
            (self.package.view, self.package.panel),
        )
        for part in sorted(parts, key=lambda each: each[0] is shown):  # hides the others first
            for widget in part:
                widget.setVisible(part[0] is shown)

    def _choose_set(self, print_set: PrintSet | None) -> None:
        if print_set is not None and self.view is not None and self.isVisible():
            self._show_part(self.sets.view)
            self.pages.clear()
            self.sets.choose(print_set, covered=self._covers)

    def _choose_package(self) -> None:
        if self.catalogue.on_package and self.view is not None and self.isVisible():
            self._show_part(self.package.view)
            self.pages.clear()
            self.package.choose()

    def _choose(self, report: Report | None) -> None:
        if report is not None and self.view is not None and self.isVisible():
            self._show_part(self.report_view)
            self.report_view.show_title(report)
            self._show_outdated()
            self._show_options()
            if self._settle.isActive():
                self._settle.start(0)  # paint the page first, because writing would compete with it
            else:
                self._write()

    def _show_options(self) -> None:
        if self.report is not None and self.view is not None:
            choice = self._choice(self.report)
            self.options.show_report(self.report, self.view, choice)
            self.options.public.setEnabled(not self._covers)
            shown = choice.options(datetime.now().astimezone())
            self.options.show_withheld(withheld_text(self.report, self.view, shown))
            self.options.show_prizes_wait(prizes_wait(self.report, self.view, shown) or choice.prizes_so_far)

    def _show_outdated(self) -> None:
        """Show which papers of the chosen report are out of date, and why."""
        view, report = self.view, self.report
        if view is not None and report is not None:
            self.report_view.show_outdated([outdated_text(view, each) for each in self.outdated.of(report.name)])

    def _keep_choice(self) -> None:
        if self.report is not None:
            self._choices[self.report.name] = self.options.choice()
            self._show_catalogue()
            self._show_options()
            self._settle.start(1)

    def _keep_design(self) -> None:
        if self.view is not None:
            keep_design(self.options.design.design())

    def _show_texts(self) -> None:
        """Show the words and signatures of the certificates of the event."""
        if self.view is not None:
            problem = right_problem(self.controller.user.role, Act.SETTINGS)
            why_not = mark("for the organiser") if problem is not None else None
            self.options.design.show_settings(self.view.settings, why_not)

    def _save_texts(self) -> None:
        """Save the words and signatures that were typed, as one entry."""
        if self.view is None:
            return
        settings = self.options.design.settings_typed(self.view.settings)
        changed = settings != self.view.settings
        problems = attempt(self.controller, ChangeSettings(settings)) if changed else ()
        self.options.design.show_problems(problems)

    def _request(self) -> ReportRequest | None:
        if self.report is None or self.view is None:
            return None
        options = self.options
        chosen = self._choice(self.report).options(datetime.now().astimezone())
        chosen = replace(chosen, design=options.design.design())
        return ReportRequest(self.report, chosen, options.page_language(), options.page_size(), self.view.copy())

    def _write(self) -> None:
        self._settle.stop()
        self._choose_set(self.catalogue.print_set)
        self._choose_package()
        request = self._request()
        if request is None:
            return
        if self._covers and withheld_sessions(request.report, request.view, request.options):
            self.pages.clear()
            self.pages.refuse(_HELD)
        elif request.report.has_pages:
            self.pages.write(request)
        else:
            self.pages.clear()
            names = listed(FORMAT_NAMES[format] for format in request.report.formats)
            self.pages.refuse(mark("This is data for other programs: save it as {formats}.", formats=names))

    def _show_pages(self) -> None:
        if self.report is not None and self.view is not None and not self.pages.busy:
            self.report_view.show_state()
        self._show_ready()

    def _left(self, request: ReportRequest, title: Text, format: Format | None) -> None:
        """Note that a report was saved or printed, and list it among those that were used last."""
        keep_last_used(request.report.name)
        record_paper(self.controller, request, title, format)
        self._show_catalogue()

    def _show_ready(self) -> None:
        if self.exporter.busy:
            self.options.show_done(None)
        self.options.set_ready(self.report_view.preview.pages, busy=self.pages.busy or self.exporter.busy)

    def _go_to(self, gap: Gap) -> None:
        """Go to the page on which ``gap`` can be corrected."""
        navigation = self.controller.navigation
        page = page_of(gap)
        if page == "tables" and self.view is not None and gap.session in self.view.drawn_sessions:
            navigation.table_wanted.emit(gap.session, gap.table or 1)
            return
        navigation.page_wanted.emit("draw" if page == "tables" else page)
        if gap.player:
            navigation.player_wanted.emit(gap.player, gap.field)
        elif page == "event":
            navigation.setting_wanted.emit(gap.field)

    def _note_no_members(self, numbers: Sequence[int]) -> None:
        """Note that the players ``numbers`` have no number of the federation: one entry, which one undo reverts."""
        if self.view is None:
            return
        changes = as_no_members(self.view.players[number] for number in numbers)
        for problem in attempt(self.controller, ApplyRegister(changes)):
            self.controller.messages.shown.emit(problem.text)

    def _save(self, kind: SaveChoice) -> None:
        request, written = self._request(), self.pages.report
        if request is None or (written is None and request.report.has_pages):
            return
        request = replace(request, options=replace(request.options, formulas=kind.formulas), csv_for=kind.csv_for)
        title = written.title if written is not None and request.report.has_pages else request.report.title
        self.exporter.save(request, title, kind.format)

    def _print(self) -> None:
        if self.pages.report is not None:
            self.exporter.print(self.pages.report, self.options.page_size())
