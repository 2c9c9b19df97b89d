"""The pages of a report as they are printed, written in another thread; or why there are none."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from math import ceil
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeySequence, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from reports.catalogue import Format
from reports.federations.gate import Gap
from tournament.language import Text, mark
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.pages.reports.gap_list import GapList
from ui.desktop.pages.reports.report_request import (
    PapersRequest,
    ReportRequest,
    WrittenPapers,
    WrittenReport,
    gaps_of,
    refusal_text,
    write_papers,
    write_report,
)
from ui.desktop.temporary_files import temporary_folder
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import aligned, column, stretched

_AIR = 14


class _PaperSheet(QWidget):
    """One page of a PDF file, drawn at the resolution of the screen."""

    def __init__(self, document: QPdfDocument, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._page = 0
        self._image: QImage | None = None

    def show_page(self, page: int) -> None:
        """Draw page ``page``, from 0."""
        self._page, self._image = page, None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page in a thin frame."""
        painter, ratio = painting.begin(self), self.devicePixelRatioF()
        size = QSize(ceil(self.width() * ratio), ceil(self.height() * ratio))
        if self._image is None or self._image.size() != size:
            self._image = self._document.render(self._page, size)
        painter.fillRect(self.rect(), QColor("#FFFFFF"))
        painter.drawImage(QRectF(self.rect()), self._image)
        painting.box(painter, QRectF(self.rect()), radius=0, border=theme.tokens.line_strong)


class PagePreview(Accessible, QFrame):
    """The current page of a PDF file in the middle of a neutral background."""

    accessible_role = Role.Graphic

    turned = Signal(int, int)
    """The current page, from 1, and the number of pages; 0 of 0 without any."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = QPdfDocument(self)
        self._page = 0
        self._whole = True
        self._title: Text | str = ""
        self._paper = _PaperSheet(self._document)
        self._ground = QWidget()
        self._scroll = QScrollArea()
        self._scroll.setWidget(self._ground)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for ground in (self._scroll.viewport(), self._ground):
            ground.setAutoFillBackground(False)
        column(aligned(self._paper, Qt.AlignmentFlag.AlignCenter), margins=_AIR, on=self._ground)
        column(self._scroll, on=self)
        self._paper.hide()
        translator.follow(self._retranslate)

    def show_file(self, path: Path, title: Text) -> None:
        """Show the pages of a PDF file. The current page stays if the file has it."""
        self._document.load(str(path))
        self._title = title
        self._go(min(self._page, max(self.pages - 1, 0)))

    def clear(self) -> None:
        """Show nothing."""
        self._document.close()
        self._title = ""
        self._go(0)

    @property
    def pages(self) -> int:
        """Number of pages of the file."""
        return int(self._document.pageCount())

    @property
    def page(self) -> int:
        """The current page, from 1; 0 without any."""
        return self._page + 1 if self.pages else 0

    @property
    def whole(self) -> bool:
        """True if the whole page is visible, False if it is as wide as possible."""
        return self._whole

    def words(self) -> str:
        """The text of the current page."""
        return str(self._document.getAllText(self._page).text()) if self.pages else ""

    def turn(self, by: int) -> None:
        """Go forward or back by ``by`` pages."""
        wanted = self._page + by
        if 0 <= wanted < self.pages:
            self._go(wanted)

    def first(self) -> None:
        """Go to the first page, for another report."""
        self._page = 0

    def set_whole(self, whole: bool) -> None:
        """Show the whole page, or the page as wide as possible."""
        self._whole = whole
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page again."""
        super().resizeEvent(event)
        self._fit()

    def _go(self, page: int) -> None:
        self._page = page
        self._paper.setVisible(self.pages > 0)
        self._paper.show_page(page)
        self._scroll.verticalScrollBar().setValue(0)
        self._fit()
        self._retranslate()
        self.turned.emit(self.page, self.pages)

    def _fit(self) -> None:
        if not self.pages:
            return
        points = self._document.pagePointSize(self._page)
        wide = self.width() - 2 * _AIR - 2 - (0 if self._whole else 12)
        high = self.height() - 2 * _AIR - 2
        scale = wide / points.width()
        if self._whole:
            scale = min(scale, high / points.height())
        self._paper.setFixedSize(max(int(points.width() * scale), 40), max(int(points.height() * scale), 40))

    def _retranslate(self) -> None:
        page = mark("Page {page} of {pages}", page=self.page, pages=self.pages)
        name = f"{translator.translate(self._title)}: {translator.translate(page)}"
        self.setAccessibleName(name if self.pages else "")


_KEPT = 2
"""Number of files that are not deleted: that of the preview and the one before."""


class ReportPages(QWidget):
    """The pages of a report, written to files in a temporary folder that is deleted with this widget.

    PgUp and PgDn turn the pages.
    """

    changed = Signal()
    """Pages are being written, or were shown or refused."""
    cancelled = Signal()
    """The user cancelled."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.report: WrittenReport | None = None
        """The report that is shown; None for the papers of a print set."""
        self._folder = temporary_folder()
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
        """Write the pages of ``request`` and show them. Earlier work is cancelled."""
        self._start(lambda path, step: write_report(request, path, Format.PDF, step))

    def write_papers(self, request: PapersRequest) -> None:
        """Write the papers of a print set as one file and show its pages. Earlier work is cancelled."""
        self._start(lambda path, step: write_papers(request, path, step))

    def _start(self, task: Callable[[Path, Step], WrittenReport | WrittenPapers]) -> None:
        path = Path(self._folder.name) / f"{next(self._numbers)}.pdf"
        work = Work(lambda step: task(path, step))
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
        """Cancel the current work, show nothing, and delete the folder."""
        self.clear()
        self._folder.cleanup()

    def _written(self, written: WrittenReport | WrittenPapers) -> None:
        self.report = written if isinstance(written, WrittenReport) else None
        self._files.append(written.path)
        self._stack.setCurrentWidget(self.preview)
        self.preview.show_file(written.path, written.title)
        while len(self._files) > _KEPT:
            self._files.pop(0).unlink(missing_ok=True)
        self.changed.emit()

    def _failed(self, error: BaseException) -> None:
        gaps = gaps_of(error)
        if gaps:
            self.list_gaps(gaps)
        else:
            self.refuse(refusal_text(error))
