"""One report over the page that asks for it: its pages, the printer, and files. The slip of a ruling, for one."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QStackedWidget, QVBoxLayout, QWidget

from reports.catalogue import Asked, Format, PageSize, report_called
from tournament.language import ENGLISH, LANGUAGES, Text, language_of, mark
from tournament.use_cases import View
from ui.desktop.controller import EventController
from ui.desktop.long_work import Work, WorkBar
from ui.desktop.pages.reports.delivery import ChooseFile, ChoosePrinter, Delivery
from ui.desktop.pages.reports.files import choose_file
from ui.desktop.pages.reports.listing import FORMAT_NAMES
from ui.desktop.pages.reports.making import Job, Made, frozen
from ui.desktop.pages.reports.preview import Preview
from ui.desktop.pages.reports.printing import choose_printer
from ui.desktop.pages.reports.workshop import Workshop
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.switch import Segment, Switch

_SPOKEN = tuple(language for language in LANGUAGES if language.code != "zh")
_KEYS = {Format.PDF: "Ctrl+S", Format.EXCEL: "Ctrl+E", Format.HTML: "Ctrl+L", Format.CSV: "Ctrl+K"}
_WIDE, _HIGH, _ROUND = 760, 940, 60
"""Its size where there is room, and what stays in view of the window around it."""


class PaperDialog(QDialog):
    """The report called ``name`` of ``view``, as ``asked`` for. Esc closes it; the page below is as it was."""

    def __init__(
        self,
        controller: EventController,
        view: View,
        name: str,
        asked: Asked,
        *,
        ask_file: ChooseFile = choose_file,
        ask_printer: ChoosePrinter = choose_printer,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        report = report_called(name)
        assert report is not None
        self._view, self._report, self._asked = frozen(view), report, asked
        self._made: Made | None = None
        self._delivery = Delivery(self, ask_file=ask_file, ask_printer=ask_printer)
        self._delivery.folder = Path(controller.book.place).parent
        self.workshop = Workshop(self)
        self.preview = Preview()
        self.refusal = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self.language = Switch(mark("Language of the page"), [Segment(each.code, each.name) for each in _SPOKEN])
        self.print = PrimaryButton(mark("Print"), shortcut="Ctrl+P")
        self.save = {format: OutlineButton(FORMAT_NAMES[format], shortcut=_KEYS[format]) for format in report.formats}
        self.leave = OutlineButton(mark("Close"), hint="Esc")
        self.outcome = Notice(NoticeKind.OK, boxed=False)
        self._title = ElidedLabel(report.title, kind=Type.PANEL_TITLE)
        self._pages = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._bar = WorkBar()
        self._lay_out()
        self._listen()
        known = view.settings.language
        self.language.set_current(known if known in {each.code for each in _SPOKEN} else ENGLISH.code)
        self.resize(min(_WIDE, parent.window().width() - _ROUND), min(_HIGH, parent.window().height() - _ROUND))
        self._make()

    def _lay_out(self) -> None:
        self._stack = QStackedWidget()
        for part in (self.preview, self.refusal):
            self._stack.addWidget(part)
        self.refusal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.outcome.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        head = row(self._title, self._pages, self.language, spacing=12)
        head.setStretch(0, 1)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        column.addWidget(self._bar)
        column.addWidget(self.outcome)
        column.addLayout(row(self.leave, None, *self.save.values(), self.print, spacing=8))

    def _listen(self) -> None:
        self.workshop.made.connect(self._show)
        self.workshop.refused.connect(self._refuse)
        self.workshop.stopped.connect(self.reject)
        self._delivery.began.connect(self._follow)
        self._delivery.told.connect(partial(self._say, NoticeKind.OK))
        self._delivery.refused.connect(partial(self._say, NoticeKind.WARN))
        self._delivery.ended.connect(self._show_ready)
        self.preview.turned.connect(self._turned)
        self.language.chosen.connect(lambda _code: self._make())
        self.print.clicked.connect(self._print)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(self._end)
        for format, button in self.save.items():
            button.clicked.connect(partial(self._save, format))
        for key, by in (("PgUp", -1), ("PgDown", 1)):
            turn = QShortcut(QKeySequence(key), self)
            turn.activated.connect(lambda by=by: self.preview.turn(by))

    @property
    def busy(self) -> bool:
        """Pages are being made, saved or printed."""
        return self.workshop.busy or self._delivery.busy

    def _job(self) -> Job:
        return Job(self._report, self._asked, language_of(self.language.current), PageSize.A4, self._view)

    def _make(self) -> None:
        work = self.workshop.make(self._job())
        self._bar.follow(work, mark("Making the pages"))
        self._show_ready()
        work.start()

    def _show(self, made: Made) -> None:
        self._made = made
        self._stack.setCurrentWidget(self.preview)
        self.preview.show_file(made.path, made.title)
        self._title.set_text(made.title)
        self.setWindowTitle(translator.translate(made.title))
        self._show_ready()

    def _refuse(self, reason: Text) -> None:
        self._made = None
        self.refusal.set_text(reason)
        self._stack.setCurrentWidget(self.refusal)
        self._show_ready()

    def _turned(self, page: int, pages: int) -> None:
        self._pages.set_text(mark("Page {page} of {pages}", page=page, pages=pages) if pages > 1 else "")

    def _show_ready(self) -> None:
        for button in (self.print, *self.save.values()):
            button.setEnabled(self._made is not None and not self.busy)
        if self.print.isEnabled():
            self.print.setFocus()

    def _save(self, format: Format, *_checked: object) -> None:
        if self._made is not None:
            self._delivery.save(self._job(), self._made, format)

    def _print(self) -> None:
        if self._made is not None:
            self._delivery.print(self._made, PageSize.A4)

    def _follow(self, work: Work, words: Text) -> None:
        self.outcome.hide()
        self._bar.follow(work, words)
        self._show_ready()

    def _say(self, kind: NoticeKind, words: Text) -> None:
        self.outcome.show_notice(kind, words)
        self.outcome.show()

    def _end(self) -> None:
        """Give up what is under way."""
        self._delivery.cancel()
        self.preview.clear()
        self.workshop.close()
