"""The middle of the page: what the report is and how final, which page, and the page itself."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from reports.catalogue import Group, Report
from tournament.language import Text, mark
from ui.desktop.long_work import WorkBar
from ui.desktop.pages.reports.making import Made
from ui.desktop.pages.reports.preview import Preview
from ui.desktop.pages.reports.wishes import Wish
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.chip import Chip
from ui.desktop.widgets.key_text import KeyHint
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row

_KEYS_FROM, _ZOOM_FROM = 700, 560
"""Widths from which there is room for them."""


class PaperView(QWidget):
    """Title, state, pages."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._title = ElidedLabel(kind=Type.PANEL_TITLE)
        self.chip = Chip("")
        self.page_words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._keys = (KeyHint("PgUp"), KeyHint("PgDown"))
        self._zoom = LinkButton(mark("Page width"), shortcut="Ctrl+0", tone=Tone.TEXT2)
        self.preview = Preview()
        self.refusal = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self.refusal.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar = WorkBar()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.preview)
        self._stack.addWidget(self.refusal)
        head = row(self._title, self.chip, None, self._zoom, self.page_words, *self._keys, spacing=10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self.page_words.setMinimumHeight(Size.FIELD)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        column.addWidget(self.bar)
        self.chip.hide()
        self.preview.turned.connect(self._turned)
        self._zoom.clicked.connect(self._change_zoom)
        for key, by in (("PgUp", -1), ("PgDown", 1)):
            turn = QShortcut(QKeySequence(key), self)
            turn.activated.connect(lambda by=by: self.preview.turn(by))
        self._turned(0, 0)

    def begin(self, report: Report) -> None:
        """Another report is chosen, or the same one again."""
        self._title.set_text(report.title)
        if report.name != self._name:
            self._name = report.name
            self.preview.first()

    def show_pages(self, made: Made, report: Report, wish: Wish) -> None:
        """Show the pages that were made."""
        self._stack.setCurrentWidget(self.preview)
        self.preview.show_file(made.path, made.title)
        self.chip.setVisible(report.group is not Group.BEFORE)
        if made.provisional:
            self.chip.set_chip(mark("Provisional"), icon="half", tone=Tone.WARN)
        elif wish.session:
            said = mark("Final for session {session}", session=wish.session)
            self.chip.set_chip(said, icon="tick", tone=Tone.OK)
        else:
            self.chip.set_chip(mark("Final"), icon="tick", tone=Tone.OK)

    def refuse(self, reason: Text) -> None:
        """Say why there are no pages."""
        self.preview.clear()
        self.chip.hide()
        self.refusal.set_text(reason)
        self._stack.setCurrentWidget(self.refusal)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: first the keys, then the zoom."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        for key in self._keys:
            key.setVisible(self.preview.pages > 1 and self.width() >= _KEYS_FROM)
        self._zoom.setVisible(self.preview.pages > 0 and self.width() >= _ZOOM_FROM)

    def _turned(self, page: int, pages: int) -> None:
        self.page_words.set_text(mark("Page {page} of {pages}", page=page, pages=pages) if pages else "")
        self._give_way()

    def _change_zoom(self) -> None:
        self.preview.set_whole(not self.preview.whole)
        self._zoom.set_text(mark("Page width") if self.preview.whole else mark("Whole page"))
