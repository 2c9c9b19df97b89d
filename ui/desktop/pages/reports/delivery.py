"""What becomes of a report that is in view: a file or paper, off the GUI thread, one at a time."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from shutil import copyfile

from PySide6.QtCore import QObject, Signal
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QWidget

from reports.catalogue import Format, PageSize
from tournament.language import Text, mark, mark_count
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.reports.files import choose_file, file_name
from ui.desktop.pages.reports.making import Job, Made, make
from ui.desktop.pages.reports.printing import NotPrinted, choose_printer, print_pages
from ui.desktop.pages.reports.workshop import reason_of
from ui.desktop.translation import translator

ChooseFile = Callable[[QWidget, Path, Format], Path | None]
ChoosePrinter = Callable[[QWidget, PageSize, str], QPrinter | None]


class Delivery(QObject):
    """Asks where to, then saves or prints. ``ask_file`` and ``ask_printer`` are the dialogs, over ``parent``."""

    began = Signal(object, object)
    """A Work, about to start, and the words for its bar."""
    told = Signal(object)
    """A Text: it is done."""
    refused = Signal(object)
    """A Text: why it is not."""
    ended = Signal()
    """Nothing is under way any more."""

    def __init__(
        self, parent: QWidget, *, ask_file: ChooseFile = choose_file, ask_printer: ChoosePrinter = choose_printer
    ) -> None:
        super().__init__(parent)
        self._over, self._ask_file, self._ask_printer = parent, ask_file, ask_printer
        self._work: Work | None = None
        self.folder = Path()
        """Where the next file is offered to lie: where the last one was saved."""

    @property
    def busy(self) -> bool:
        """A report is being saved or printed."""
        return self._work is not None

    def save(self, job: Job, made: Made, format: Format) -> None:
        """Write the report of ``job``, of which ``made`` is in view, in ``format``."""
        name = file_name(job.view.settings.name, job.language.render(made.title), format)
        path = self._ask_file(self._over, self.folder / name, format)
        if path is None:
            return
        self.folder = path.parent

        def task(step: Step) -> Made:
            return make(job, path, format, step)

        self._begin(task, mark("Saving {name}", name=path.name)).done.connect(self._saved)

    def print(self, made: Made, paper: PageSize) -> None:
        """Print the pages in view, from a copy: those in view may be made again meanwhile."""
        try:
            printer = self._ask_printer(self._over, paper, translator.translate(made.title))
        except NotPrinted as error:
            self.refused.emit(error.message)
            return
        if printer is None:
            return
        path = made.path.with_stem(f"{made.path.stem}-printed")
        copyfile(made.path, path)

        def task(step: Step) -> int:
            try:
                return print_pages(path, printer, step)
            finally:
                path.unlink(missing_ok=True)

        self._begin(task, mark("Printing")).done.connect(self._printed)

    def cancel(self) -> None:
        """Give up what is under way."""
        if self._work is not None:
            self._work.cancel()

    def _begin(self, task: Callable[[Step], object], words: Text) -> Work:
        self._work = work = Work(task)
        work.failed.connect(self._failed)
        work.ended.connect(self._ended)
        self.began.emit(work, words)
        work.start()
        return work

    def _saved(self, made: object) -> None:
        assert isinstance(made, Made)
        self.told.emit(mark("Saved {time}: {name}", time=_now(), name=made.path.name))

    def _printed(self, pages: object) -> None:
        assert isinstance(pages, int)
        self.told.emit(mark_count("Printed {time}: {count} page", "Printed {time}: {count} pages", pages, time=_now()))

    def _failed(self, error: Exception) -> None:
        self.refused.emit(error.message if isinstance(error, NotPrinted) else reason_of(error))

    def _ended(self) -> None:
        self._work = None
        self.ended.emit()


def _now() -> str:
    return f"{datetime.now().astimezone():%H:%M}"
