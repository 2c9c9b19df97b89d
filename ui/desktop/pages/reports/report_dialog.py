"""One report in a dialog: its pages, the printer, and files. It is used for example for the slip of a ruling."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from reports.catalogue import Format, PageSize, Report, ReportOptions
from tournament.language import LANGUAGES, Text, language_of, mark
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.pages.reports.exporter import ChooseFile, ChoosePrinter, ReportExporter, choose_file
from ui.desktop.pages.reports.paper_notes import record_paper
from ui.desktop.pages.reports.printing import choose_printer
from ui.desktop.pages.reports.report_pages import ReportPages
from ui.desktop.pages.reports.report_request import ReportRequest, page_language
from ui.desktop.pages.reports.save_choices import FORMAT_KEYS, FORMAT_NAMES
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.dialog import Dialog
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

_WIDE, _HIGH, _ROUND = 760, 940, 60
"""Preferred size, and the margin around it in which the window stays visible."""


class ReportDialog(Dialog):
    """Shows ``report`` of ``view`` with these options. Esc closes it and leaves the page below unchanged."""

    def __init__(
        self,
        controller: EventController,
        view: View,
        report: Report,
        options: ReportOptions,
        *,
        ask_file: ChooseFile = choose_file,
        ask_printer: ChoosePrinter = choose_printer,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._view, self._report, self._options = view.copy(), report, options
        self.pages = ReportPages()
        self.preview = self.pages.preview
        self.exporter = ReportExporter(self, self.pages.bar, ask_file=ask_file, ask_printer=ask_printer)
        self.exporter.folder = Path(controller.book.place).parent
        self.exporter.left.connect(partial(record_paper, controller))
        self.language = Switch(mark("Language of the page"), [Segment(each.code, each.name) for each in LANGUAGES])
        self.language.set_current(page_language(view))
        self.print = PrimaryButton(mark("Print"), shortcut="Ctrl+P")
        self.save = {
            format: OutlineButton(FORMAT_NAMES[format], shortcut=FORMAT_KEYS.get(format, ""))
            for format in report.formats
        }
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.outcome = Notice(NoticeKind.OK, boxed=False)
        self.outcome.hide()
        self._title = ElidedLabel(report.title, kind=Type.PANEL_TITLE)
        self._page_text = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        head = row(self._title, self._page_text, self.language, spacing=12)
        head.setStretch(0, 1)
        buttons = row(self.leave, None, *self.save.values(), self.print)
        column(head, stretched(self.pages), self.outcome, buttons, spacing=12, margins=(16, 14), on=self)
        self._listen()
        self.resize(min(_WIDE, parent.window().width() - _ROUND), min(_HIGH, parent.window().height() - _ROUND))
        self._write()

    def _listen(self) -> None:
        self.pages.changed.connect(self._show)
        self.pages.cancelled.connect(self.reject)
        self.exporter.changed.connect(self._show)
        self.exporter.done.connect(partial(self._show_outcome, NoticeKind.OK))
        self.exporter.refused.connect(partial(self._show_outcome, NoticeKind.WARN))
        self.preview.turned.connect(self._turned)
        self.language.chosen.connect(self._write)
        self.print.clicked.connect(self._print)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        for format, button in self.save.items():
            button.clicked.connect(partial(self._save, format))

    @property
    def busy(self) -> bool:
        """Whether pages are being written, saved or printed."""
        return self.pages.busy or self.exporter.busy

    def _request(self) -> ReportRequest:
        language = language_of(self.language.current)
        return ReportRequest(self._report, self._options, language, PageSize.A4, self._view)

    def _write(self) -> None:
        self.pages.write(self._request())

    def _show(self) -> None:
        written = self.pages.report
        if written is not None:
            self._title.set_text(written.title)
            self.setWindowTitle(translator.translate(written.title))
        if self.exporter.busy:
            self.outcome.hide()
        for button in (self.print, *self.save.values()):
            button.setEnabled(written is not None and not self.busy)
        if self.print.isEnabled():
            self.print.setFocus()

    def _turned(self, page: int, pages: int) -> None:
        self._page_text.set_text(mark("Page {page} of {pages}", page=page, pages=pages) if pages > 1 else "")

    def _save(self, format: Format, *_checked: object) -> None:
        if self.pages.report is not None:
            self.exporter.save(self._request(), self.pages.report.title, format)

    def _print(self) -> None:
        if self.pages.report is not None:
            self.exporter.print(self.pages.report, PageSize.A4)

    def _show_outcome(self, kind: NoticeKind, text: Text) -> None:
        self.outcome.show_notice(kind, text)
        self.outcome.show()

    def _end(self) -> None:
        """Cancel the current work."""
        self.exporter.cancel()
        self.pages.discard()
