"""Saves a document that belongs to no event: as paper, web page, workbook or table, in another thread."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from reports.document import Document
from tournament.files.user_folders import documents_folder
from tournament.language import mark
from tournament.use_cases.copies import safe_name
from ui.desktop.dialogs.files import choose_new_paper
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.translation import translator

_FORMATS = ("pdf", "html", "xlsx", "csv")


class PaperSaver(CurrentWork):
    """Asks for a file, and writes a document to it."""

    saved = Signal(object)
    """Where it was written, a Text."""
    refused = Signal(object)
    """Why it was not written, a Text."""

    def __init__(self, owner: QWidget, bar: WorkBar) -> None:
        super().__init__(owner)
        self._owner, self._bar = owner, bar
        self.done.connect(self._report)
        self.failed.connect(self._refuse)

    def save(self, document: Document, name: str) -> None:
        """Ask for a file, by default called ``name``; its ending says what is written."""
        path = choose_new_paper(self._owner, documents_folder() / f"{safe_name(name)}.pdf")
        if path is not None:
            self.write(document, path)

    def write(self, document: Document, path: Path) -> None:
        """Write ``document`` to ``path``."""
        ending, language = path.suffix.casefold().removeprefix("."), translator.language
        if ending not in _FORMATS:
            self.refused.emit(mark("The name of the file ends in .pdf, .html, .xlsx or .csv."))
            return

        def task(step: Step) -> Path:
            from reports.catalogue import write
            from reports.report import Format

            write(document, path, Format(ending), language, progress=step)
            return path

        work = Work(task)
        self._bar.follow(work, mark("Writing {name}", name=path.name))
        self.start(work)

    def _report(self, path: Path) -> None:
        self.saved.emit(mark("Written to {path}", path=str(path)))

    def _refuse(self, error: Exception) -> None:
        from reports.writers.atomic_file import ExportFailed

        if not isinstance(error, ExportFailed):
            raise error
        self.refused.emit(error.message)
