"""One report over the page that asks for it: its pages, the printer, and files. The slip of a ruling, for one."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from shutil import copyfile

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QDialog, QStackedWidget, QVBoxLayout, QWidget

from reports.catalogue import Asked, Format, PageSize, report_called
from tournament.language import ENGLISH, LANGUAGES, Text, language_of, mark, mark_count
from tournament.office import View
from ui.desktop.desk import Desk
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.pages.reports.files import choose_file, file_name
from ui.desktop.pages.reports.listing import FORMAT_NAMES
from ui.desktop.pages.reports.making import Job, Made, frozen, make
from ui.desktop.pages.reports.preview import Preview
from ui.desktop.pages.reports.printing import NotPrinted, choose_printer, print_pages
from ui.desktop.pages.reports.workshop import Workshop, reason_of
from ui.desktop.speech import speech
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.card import row
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.switch import Segment, Switch

ChooseFile = Callable[[QWidget, Path, Format], Path | None]
ChoosePrinter = Callable[[QWidget, PageSize, str], QPrinter | None]
_SPOKEN = tuple(language for language in LANGUAGES if language.code != "zh")
_KEYS = {Format.PDF: "Ctrl+S", Format.EXCEL: "Ctrl+E", Format.HTML: "Ctrl+L", Format.CSV: "Ctrl+K"}
_WIDE, _HIGH, _ROUND = 760, 940, 60
"""Its size where there is room, and what stays in view of the window around it."""


class PaperDialog(QDialog):
    """The report called ``name`` of ``view``, as ``asked`` for. Esc closes it; the page below is as it was."""

    def __init__(
        self,
        desk: Desk,
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
        self._desk, self._view, self._report, self._asked = desk, frozen(view), report, asked
        self._ask_file, self._ask_printer = ask_file, ask_printer
        self._made: Made | None = None
        self._task: Work | None = None
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
        return self.workshop.busy or self._task is not None

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
        self.setWindowTitle(speech.say(made.title))
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
        job, made = self._job(), self._made
        if made is None:
            return
        folder = Path(self._desk.book.place).parent
        name = file_name(job.view.settings.name, job.language.render(made.title), format)
        path = self._ask_file(self, folder / name, format)
        if path is None:
            return

        def task(step: Step) -> Made:
            return make(job, path, format, step)

        self._begin(task, mark("Saving {name}", name=path.name)).done.connect(self._saved)

    def _saved(self, made: object) -> None:
        assert isinstance(made, Made)
        self._say(mark("Saved {time}: {name}", time=_now(), name=made.path.name))

    def _print(self) -> None:
        made = self._made
        if made is None:
            return
        try:
            printer = self._ask_printer(self, PageSize.A4, speech.say(made.title))
        except NotPrinted as error:
            self._say(error.message, NoticeKind.WARN)
            return
        if printer is None:
            return
        path = self.workshop.free_path()
        copyfile(made.path, path)

        def task(step: Step) -> int:
            try:
                return print_pages(path, printer, step)
            finally:
                path.unlink(missing_ok=True)

        self._begin(task, mark("Printing")).done.connect(self._printed)

    def _printed(self, pages: object) -> None:
        assert isinstance(pages, int)
        self._say(mark_count("Printed {time}: {count} page", "Printed {time}: {count} pages", pages, time=_now()))

    def _begin(self, task: Callable[[Step], object], words: Text) -> Work:
        self.outcome.hide()
        work = self._task = Work(task)
        work.failed.connect(self._failed)
        work.ended.connect(self._ended)
        self._bar.follow(work, words)
        self._show_ready()
        work.start()
        return work

    def _failed(self, error: Exception) -> None:
        self._say(error.message if isinstance(error, NotPrinted) else reason_of(error), NoticeKind.WARN)

    def _ended(self) -> None:
        self._task = None
        self._show_ready()

    def _say(self, words: Text, kind: NoticeKind = NoticeKind.OK) -> None:
        self.outcome.show_notice(kind, words)
        self.outcome.show()

    def _end(self) -> None:
        """Give up what is under way."""
        if self._task is not None:
            self._task.cancel()
        self.preview.clear()
        self.workshop.close()


def _now() -> str:
    return f"{datetime.now().astimezone():%H:%M}"
