"""A print set: its papers with the number of copies and what is missing, and a preview of all pages."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.column import Emphasis, Kind
from tournament.language import Text, mark, mark_in
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.pages.reports.report_pages import ReportPages
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon

PAPERS, PAGES = "papers", "pages"
_LEAVE_OUT = mark("Leave out")
_TITLE_FROM = 460
"""Minimum width for the title."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One paper of a set."""

    place: int
    """Its place in the set, from 0."""
    title: Text
    chosen: bool
    """Whether it is printed."""
    copies: int | None = None
    """None if it cannot be made, or is being made."""
    detail: Text | None = None
    """What the number of copies depends on, a warning, or why it cannot be made."""
    warns: bool = False
    """Whether the detail is a warning or a reason."""

    @property
    def printed(self) -> bool:
        """Whether it will be printed."""
        return self.chosen and self.copies is not None

    @property
    def sign(self) -> StatusIcon:
        """Whether it is printed, as a sign."""
        if not self.chosen:
            return StatusIcon.CANCELLED
        if self.warns:
            return StatusIcon.ASKS
        return StatusIcon.EMPTY if self.copies is None else StatusIcon.DONE


def _style(shown: PaperRow) -> CellStyle:
    return CellStyle(
        second=shown.detail or "", sign=shown.sign, tone=None if shown.printed else Tone.TEXT2, struck=not shown.chosen
    )


_COLUMNS: tuple[TableColumn[PaperRow], ...] = (
    TableColumn(mark("Paper"), lambda shown: shown.title, emphasis=Emphasis.NAME, style=_style),
    TableColumn(
        mark_in("paper", "Copies"), lambda shown: shown.copies if shown.printed else None, Kind.INTEGER, width=96
    ),
)


class _PapersTable(TableView[PaperRow]):
    """The papers. Space includes a paper or leaves it out; + and − change its copies."""

    turned = Signal(object)
    """Include this PaperRow, or leave it out."""
    counted = Signal(object, int)
    """Print so many copies more of this PaperRow."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change the current paper."""
        current, keys = self.current_row, {"+": 1, "=": 1, "-": -1, "−": -1}
        if current is not None and event.key() == Qt.Key.Key_Space:
            self.turned.emit(current)
        elif current is not None and event.text() in keys:
            self.counted.emit(current, keys[event.text()])
        else:
            super().keyPressEvent(event)


class SetView(QWidget):
    """The middle of the page for a print set: its papers, or all its pages."""

    turned = Signal(object)
    """Include this PaperRow, or leave it out."""
    counted = Signal(object, int)
    """Print so many copies more of this PaperRow."""
    pages_wanted = Signal()
    """The user wants to see the pages."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(kind=Type.PANEL_TITLE)
        self.side = Switch(mark("Show"), [Segment(PAPERS, mark("Papers")), Segment(PAGES, mark("Pages"))])
        self.page_text = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.page_text.setMinimumHeight(Size.FIELD)
        self._keys = boxed(row(KeyHint("PgUp"), KeyHint("PgDown"), spacing=6))
        self.table = _PapersTable(mark("Papers of the set"), _COLUMNS, key=lambda shown: shown.place, tall=True)
        self.include = LinkButton(_LEAVE_OUT, hint="Space")
        self.more = LinkButton(mark("More copies"), hint="+")
        self.fewer = LinkButton(mark("Fewer copies"), hint="-")
        self.pages = ReportPages()
        self._papers = boxed(
            column(stretched(self.table), row(self.include, self.more, self.fewer, None, spacing=8), spacing=8)
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self._papers)
        self._stack.addWidget(self.pages)
        head = row(stretched(self._title), self.side, self.page_text, self._keys, spacing=10)
        column(head, stretched(self._stack), spacing=12, on=self)
        self.side.chosen.connect(self._show_side)
        self.table.turned.connect(self.turned)
        self.table.counted.connect(self.counted)
        self.table.row_chosen.connect(self.turned)
        self.table.row_changed.connect(self._show_actions)
        self.include.clicked.connect(self._turn)
        self.more.clicked.connect(self._add)
        self.fewer.clicked.connect(self._take)
        self.pages.preview.turned.connect(self._show_page)
        self._show_page(0, 0)

    def show_title(self, title: Text) -> None:
        """Show the title of the set."""
        self._title.set_text(title)

    def show_rows(self, rows: Sequence[PaperRow]) -> None:
        """Show the papers. The cursor stays on its paper, or starts on the first one."""
        self.table.show_rows(rows)
        if self.table.current_row is None and rows:
            self.table.select_line(0)
        self._show_actions(self.table.current_row)

    def show_papers(self) -> None:
        """Show the papers instead of the pages, which are no longer those of the papers."""
        self.side.set_current(PAPERS)
        self.pages.clear()
        self._stack.setCurrentWidget(self._papers)
        self._show_page(0, 0)

    @property
    def shows_pages(self) -> bool:
        """Whether the pages are shown."""
        return self._stack.currentWidget() is self.pages

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the title if space is short; the list beside it names the set too."""
        super().resizeEvent(event)
        self._title.setVisible(self.width() >= _TITLE_FROM)

    def _show_side(self, side: str) -> None:
        if side == PAGES:
            self._stack.setCurrentWidget(self.pages)
            self.pages_wanted.emit()
        else:
            self.show_papers()

    def _show_page(self, page: int, pages: int) -> None:
        self.page_text.set_text(mark("Page {page} of {pages}", page=page, pages=pages) if pages else "")
        self._keys.setVisible(pages > 1)

    def _show_actions(self, current: PaperRow | None) -> None:
        self.include.setEnabled(current is not None)
        self.include.set_text(mark("Include") if current is not None and not current.chosen else _LEAVE_OUT)
        printed = current is not None and current.printed
        self.more.setEnabled(printed)
        self.fewer.setEnabled(printed and current is not None and (current.copies or 0) > 1)

    def _turn(self) -> None:
        self.turned.emit(self.table.current_row)

    def _add(self) -> None:
        self.counted.emit(self.table.current_row, 1)

    def _take(self) -> None:
        self.counted.emit(self.table.current_row, -1)
