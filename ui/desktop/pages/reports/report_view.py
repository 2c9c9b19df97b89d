"""The middle of the page: the report's title and state, the page number, and the page itself."""

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from reports.catalogue import Report
from tournament.language import Text, mark, mark_count
from ui.desktop.kit.results import show_results_state
from ui.desktop.pages.reports.report_pages import ReportPages
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import Chip

_KEYS_FROM, _ZOOM_FROM, _TITLE_FROM = 700, 560, 420
"""Minimum widths for the keys, the zoom and the title."""
_MOST_PAPERS = 3
"""Maximum number of papers named."""


class ReportView(QWidget):
    """Title, state and pages."""

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
