"""The pages of a report as they are printed, written in another thread; or why there are none."""

from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.catalogue import Format
from reports.federations.gate import Gap
from tournament.language import Text, mark
from ui.desktop.long_work import CurrentWork, Work, WorkBar
from ui.desktop.pages.reports.gap_list import GapList
from ui.desktop.pages.reports.page_preview import PagePreview
from ui.desktop.pages.reports.report_request import ReportRequest, WrittenReport, gaps_of, refusal_text, write_report
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, stretched

_KEPT = 2
"""Number of files that are kept: that of the preview and the one before."""


class ReportPages(QWidget):
    """Uses a temporary folder that is deleted with it. PgUp and PgDn turn the pages."""

    changed = Signal()
    """Pages are being written, or were shown or refused."""
    cancelled = Signal()
    """The user cancelled."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: WrittenReport | None = None
        """The report that is shown."""
        self._folder = TemporaryDirectory(prefix="quatre-vents-", ignore_cleanup_errors=True)
        self.destroyed.connect(self._folder.cleanup)
        self._numbers = count(1)
        self._files: list[Path] = []
        self._writing = CurrentWork(self)
        self._writing.done.connect(self._written)
        self._writing.failed.connect(self._failed)
        self._writing.cancelled.connect(self.cancelled)
        self.preview = PagePreview()
        self.refusal = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self.refusal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.gaps = GapList()
        self.bar = WorkBar()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.preview)
        self._stack.addWidget(self.refusal)
        self._stack.addWidget(self.gaps)
        column(stretched(self._stack), self.bar, spacing=12, on=self)
        for key, step in (("PgUp", -1), ("PgDown", 1)):
            QShortcut(QKeySequence(key), self).activated.connect(partial(self.preview.turn, step))

    @property
    def busy(self) -> bool:
        """Whether pages are being written."""
        return self._writing.busy

    def write(self, request: ReportRequest) -> None:
        """Write these pages and show them. Earlier work is cancelled."""
        path = Path(self._folder.name) / f"{next(self._numbers)}.pdf"
        work = Work(lambda step: write_report(request, path, Format.PDF, step))
        self.bar.follow(work, mark("Preparing the pages"))
        self._writing.start(work)
        self.changed.emit()

    def refuse(self, reason: Text) -> None:
        """Show why there are no pages."""
        self.report = None
        self.preview.clear()
        self.refusal.set_text(reason)
        self._stack.setCurrentWidget(self.refusal)
        self.changed.emit()

    def list_gaps(self, gaps: Sequence[Gap]) -> None:
        """Show what is missing before there can be pages."""
        self.report = None
        self.preview.clear()
        self.gaps.show_gaps(gaps)
        self._stack.setCurrentWidget(self.gaps)
        self.changed.emit()

    def clear(self) -> None:
        """Cancel the current work and show nothing."""
        self._writing.forget()
        self.report = None
        self.preview.clear()
        self.changed.emit()

    def discard(self) -> None:
        """Do the same, and delete the folder."""
        self.clear()
        self._folder.cleanup()

    def _written(self, report: WrittenReport) -> None:
        self.report = report
        self._files.append(report.path)
        self._stack.setCurrentWidget(self.preview)
        self.preview.show_file(report.path, report.title)
        while len(self._files) > _KEPT:
            self._files.pop(0).unlink(missing_ok=True)
        self.changed.emit()

    def _failed(self, error: BaseException) -> None:
        gaps = gaps_of(error)
        if gaps:
            self.list_gaps(gaps)
        else:
            self.refuse(refusal_text(error))
