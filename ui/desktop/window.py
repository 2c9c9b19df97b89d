"""The window: pages in a frame, the state of the event around them."""

from collections.abc import Sequence

from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ui.desktop.desk import Desk
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.pages.page import Page


class Window(QWidget):
    """Holds the pages, each built when it is first shown."""

    def __init__(self, desk: Desk, pages: Sequence[Page] = PAGES, start: Page = START) -> None:
        super().__init__()
        self._desk = desk
        self._pages = {page.id: page for page in (start, *pages)}
        self._built: dict[str, QWidget] = {}
        self._stack = QStackedWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.resize(1440, 900)
        for page in pages:
            shortcut = QShortcut(QKeySequence(page.shortcut), self)
            shortcut.activated.connect(lambda page=page: self.show_page(page.id))
        desk.opened.connect(self._opened)
        desk.page_wanted.connect(self.show_page)
        self._opened()

    def show_page(self, id: str) -> None:
        """Show the page of this id; the start page while it needs an event and none is open."""
        page = self._pages[id]
        if page.needs_event and self._desk.view is None:
            page = self._pages["start"]
        if page.id not in self._built:
            self._built[page.id] = page.make(self._desk)
            self._stack.addWidget(self._built[page.id])
        self._stack.setCurrentWidget(self._built[page.id])
        self._built[page.id].setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Everything is saved already: let go of the file."""
        self._desk.close()
        super().closeEvent(event)

    def _opened(self) -> None:
        self.show_page("tables" if self._desk.view is not None else "start")
