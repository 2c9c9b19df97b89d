"""Saves or prints the report in the preview, off the GUI thread, one at a time."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from shutil import copyfile

from PySide6.QtCore import QObject, Signal
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog, QWidget

from reports.catalogue import Format, PageSize, missing_library
from reports.results_package import ResultsPackage
from reports.writers.atomic_file import plain_name
from tournament.language import Text, mark, mark_count
from ui.desktop.dialogs.files import choose_folder, chosen_path
from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work, WorkBar
from ui.desktop.pages.reports.printing import NotPrinted, choose_printer, print_pages
from ui.desktop.pages.reports.report_request import (
    PapersRequest,
    ReportRequest,
    WrittenReport,
    refusal_text,
    write_papers,
    write_report,
    write_results,
)
from ui.desktop.pages.reports.save_choices import FORMAT_NAMES
from ui.desktop.temporary_files import temporary_folder
from ui.desktop.translation import qt_words, translator

ChooseFile = Callable[[QWidget, Path, Format], Path | None]
ChooseFolder = Callable[[QWidget, Path], Path | None]
ChoosePrinter = Callable[[QWidget, PageSize, str], QPrinter | None]


def file_name(event: str, title: str, format: Format) -> str:
    """Return a name like ``Open of Nowhere - Standings after session 4.pdf``, valid on every system."""
    whole = f"{event} - {title}" if event else title
    return f"{plain_name(whole)}.{format.value}"


def choose_file(parent: QWidget, suggested: Path, format: Format) -> Path | None:
    """Ask where to save. Return None if the user cancels."""
    name = FORMAT_NAMES[format]
    with qt_words():
        dialog = QFileDialog(parent, translator.translate(mark("Save as {format}", format=name)), str(suggested.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(f"{name} (*.{format.value})")
        dialog.setDefaultSuffix(format.value)
        dialog.selectFile(suggested.name)
        return chosen_path(dialog)


def choose_parent(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the folder in which a new one is made. Return None if the user cancels."""
    return choose_folder(parent, mark("Make the new folder in"), suggested)


def choose_zip(parent: QWidget, suggested: Path) -> Path | None:
    """Ask for the name of a zip file. Return None if the user cancels."""
    with qt_words():
        dialog = QFileDialog(parent, translator.translate(mark("Save as one zip file")), str(suggested.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter("ZIP (*.zip)")
        dialog.setDefaultSuffix("zip")
        dialog.selectFile(suggested.name)
        return chosen_path(dialog)


class ReportExporter(QObject):
    """Asks for a file or printer, then saves or prints, with its progress in ``bar``.

    ``ask_file``, ``ask_folder``, ``ask_zip`` and ``ask_printer`` open the dialogs, with the given ``parent``.
    """

    changed = Signal()
    """Work started or ended."""
    done = Signal(object)
    """What was done (Text)."""
    left = Signal(object, object, object)
    """A report was saved or printed: its ReportRequest, title (Text) and Format, which is None for the printer."""
    refused = Signal(object)
    """Why saving or printing failed (Text)."""

    def __init__(
        self,
        parent: QWidget,
        bar: WorkBar,
        *,
        ask_file: ChooseFile = choose_file,
        ask_printer: ChoosePrinter = choose_printer,
        ask_folder: ChooseFolder = choose_parent,
        ask_zip: ChooseFolder = choose_zip,
    ) -> None:
        super().__init__(parent)
        self._over, self._bar, self._ask_file, self._ask_printer = parent, bar, ask_file, ask_printer
        self._ask_folder, self._ask_zip = ask_folder, ask_zip
        self._work: Work | None = None
        self.folder = Path()
        """The folder in which the last file was saved, offered for the next one."""

    @property
    def busy(self) -> bool:
        """Whether a report is being saved or printed."""
        return self._work is not None

    def save(self, request: ReportRequest, title: Text, format: Format) -> None:
        """Save the report with this ``title`` in ``format``."""
        missing = missing_library(format)
        if missing is not None:
            self.refused.emit(missing)
            return
        name = file_name(
            request.view.settings.name, request.language.with_words(request.view.words).each[0].render(title), format
        )
        path = self._ask_file(self._over, self.folder / name, format)
        if path is None:
            return
        self.folder = path.parent

        def task(step: Step) -> Text:
            write_report(request, path, format, step)
            return mark("Saved {time}: {name}", time=_now(), name=path.name)

        self._start(task, mark("Saving {name}", name=path.name), lambda: self.left.emit(request, title, format))

    def print(self, report: WrittenReport, paper: PageSize) -> None:
        """Print the pages in the preview, from a copy, because they may be written again meanwhile."""
        try:
            printer = self._ask_printer(self._over, paper, translator.translate(report.title))
        except NotPrinted as error:
            self.refused.emit(error.message)
            return
        if printer is None:
            return
        path = report.path.with_stem(f"{report.path.stem}-printed")
        copyfile(report.path, path)

        def task(step: Step) -> Text:
            try:
                pages = print_pages(path, printer, step)
            finally:
                path.unlink(missing_ok=True)
            return mark_count("Printed {time}: {count} page", "Printed {time}: {count} pages", pages, time=_now())

        self._start(task, mark("Printing"), lambda: self.left.emit(report.request, report.title, None))

    def save_papers(self, request: PapersRequest, *, folder: bool) -> None:
        """Save the papers of a print set as one PDF file, or each in a file in a new ``folder``."""
        title = request.language.with_words(request.view.words).each[0].render(request.papers.title)
        name = file_name(request.view.settings.name, title, Format.PDF)
        if folder:
            parent = self._ask_folder(self._over, self.folder)
            path = None if parent is None else parent / Path(name).stem
        else:
            path = self._ask_file(self._over, self.folder / name, Format.PDF)
        if path is None:
            return
        self.folder = path.parent

        def task(step: Step) -> Text:
            write_papers(request, path, step)
            return mark("Saved {time}: {name}", time=_now(), name=path.name)

        self._start(task, mark("Saving {name}", name=path.name), lambda: self._papers_left(request, Format.PDF))

    def print_papers(self, request: PapersRequest) -> None:
        """Print the papers of a print set, in the right number of copies."""
        try:
            printer = self._ask_printer(self._over, request.size, translator.translate(request.papers.title))
        except NotPrinted as error:
            self.refused.emit(error.message)
            return
        if printer is None:
            return

        def task(step: Step) -> Text:
            with temporary_folder() as place:
                written = write_papers(request, Path(place) / "papers.pdf", step)
                pages = print_pages(written.path, printer, step)
            return mark_count("Printed {time}: {count} page", "Printed {time}: {count} pages", pages, time=_now())

        self._start(task, mark("Printing"), lambda: self._papers_left(request, None))

    def _papers_left(self, request: PapersRequest, format: Format | None) -> None:
        """Report each of the papers as saved or printed."""
        for paper in request.papers.papers:
            one = ReportRequest(paper.report, paper.options, request.language, request.size, request.view)
            self.left.emit(one, paper.document.title, format)

    def save_package(self, package: ResultsPackage, event: str, title: str, *, zipped: bool) -> None:
        """Save the results package as one zip file, or in a new folder."""
        name = file_name(event, title, Format.PDF).removesuffix(".pdf")
        if zipped:
            path = self._ask_zip(self._over, self.folder / f"{name}.zip")
        else:
            parent = self._ask_folder(self._over, self.folder)
            path = None if parent is None else parent / name
        if path is None:
            return
        self.folder = path.parent

        def task(step: Step) -> Text:
            write_results(package, path, step)
            return mark("Saved {time}: {name}", time=_now(), name=path.name)

        self._start(task, mark("Saving {name}", name=path.name), lambda: None)

    def cancel(self) -> None:
        """Cancel the current work."""
        if self._work is not None:
            self._work.cancel()

    def _start(self, task: Callable[[Step], Text], words: Text, left: Callable[[], None]) -> None:
        self._work = work = Work(task)
        work.done.connect(self.done)
        listen(work.done, self, lambda _said: left())
        work.failed.connect(self._failed)
        work.ended.connect(self._ended)
        self._bar.follow(work, words)
        self.changed.emit()
        work.start()

    def _failed(self, error: BaseException) -> None:
        self.refused.emit(error.message if isinstance(error, NotPrinted) else refusal_text(error))

    def _ended(self) -> None:
        self._work = None
        self.changed.emit()


def _now() -> str:
    return f"{datetime.now().astimezone():%H:%M}"
