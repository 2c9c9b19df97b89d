"""The window: the frame with its pages, and around them the state of the open event."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.language import Text, mark
from ui.desktop import preferences, shell
from ui.desktop.appearance_switches import AppearanceSwitches
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_opening import EventOpener, OpenReadOnly
from ui.desktop.message_bar import MessageBar
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.pages.page import Page
from ui.desktop.read_only_bar import ReadOnlyBar

if TYPE_CHECKING:  # loaded with the first event, and with the first call for help: so the window opens sooner
    from ui.desktop.help import HelpPanel
    from ui.desktop.window_bars import WindowBars

HOME = "tables"
"""The page that an opened event comes up with, once it is drawn."""
BEFORE_DRAW = "event"


class Window(shell.Shell):
    """The frame, wired to the desk. Closing it is always safe: everything recorded is committed."""

    def __init__(self, controller: EventController, pages: Sequence[Page] = PAGES, start: Page = START) -> None:
        super().__init__([_framed(page, controller) for page in (start, *pages)])
        self._controller = controller
        self._doors = EventOpener(controller, self)
        self._free = {page.id for page in (start, *pages) if not page.needs_event}
        self._start = start.id
        self._kept = True
        self._ledger: WindowBars | None = None
        self._help: HelpPanel | None = None
        self._bar = MessageBar()
        self._clock = QTimer(self, interval=5000)
        self.setAcceptDrops(True)
        self._furnish()
        self._listen()
        self.restoreGeometry(preferences.geometry())
        self._opened()

    def _furnish(self) -> None:
        middle, top = self.centralWidget(), self.top.layout()
        column = middle.layout() if middle is not None else None
        assert isinstance(column, QVBoxLayout)
        assert top is not None
        column.insertWidget(1, ReadOnlyBar(self._controller))
        column.insertWidget(2, self._bar)
        column.insertWidget(3, self._doors.bar)
        top.addWidget(AppearanceSwitches())
        self.help_asked.connect(self._toggle_help)

    def _listen(self) -> None:
        controller = self._controller
        controller.opened.connect(self._opened)
        controller.changed.connect(lambda _changes: self._bar.show_message(None))
        controller.session_changed.connect(lambda session: self.top.set_session(str(session)))
        controller.navigation.page_wanted.connect(self.show_page)
        controller.navigation.table_wanted.connect(lambda _session, _table: self._come_home())
        controller.messages.shown.connect(self._bar.show_message)
        controller.messages.reading_offered.connect(self._offer_look)
        self.top.session_chosen.connect(self._choose_session)
        self._clock.timeout.connect(self._tick)
        self._clock.start()
        self._tick()

    def show_page(self, key: str) -> None:
        """Bring a page into view; the start page while it needs an event and none is open."""
        if self._controller.view is None and key not in self._free:
            key = self._start
        self.set_frame_shown(key not in self._free or self._controller.view is not None)
        super().show_page(key)

    def half_typed(self) -> str:
        """What is typed and not recorded, for a crash report."""
        page = self._made.get(HOME)
        return str(page.half_typed()) if page is not None and hasattr(page, "half_typed") else ""

    def close_quietly(self) -> None:
        """Close without keeping anything for the next time."""
        self._kept = False
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the place of the window and let go of the file."""
        if self._kept:
            preferences.keep_geometry(self.saveGeometry())
        self._clock.stop()
        self._controller.opened.disconnect(self._opened)
        self._controller.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file."""
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        self._controller.navigation.event_wanted.emit(Path(event.mimeData().urls()[0].toLocalFile()))

    def _opened(self) -> None:
        view = self._controller.view
        self._bar.show_message(None)
        if view is None:
            self.set_event_name("")
            self.show_page(self._start)
            return
        if self._ledger is None:
            from ui.desktop.window_bars import WindowBars

            self._ledger = WindowBars(self._controller, self, HOME)
        self._ledger.show_event(view)
        for problem in self._controller.book.damage[:1]:
            self._bar.show_message(problem.text)
        self.show_page(HOME if view.seating is not None else BEFORE_DRAW)

    def _offer_look(self, path: Path, reason: Text) -> None:
        self._bar.offer(
            reason, mark("Open to look"), lambda: self._controller.navigation.event_wanted.emit(OpenReadOnly(path))
        )

    def _toggle_help(self, page: str) -> None:
        if self._help is None:
            from ui.desktop.help import HelpPanel

            self._help = HelpPanel(self)
            self.page_shown.connect(self._help.follow)
        self._help.toggle(page)

    def _come_home(self) -> None:
        if self.current != HOME:
            self.show_page(HOME)

    def _choose_session(self, key: str) -> None:
        self._controller.choose_session(int(key))
        if self.current:
            self.page(self.current).setFocus()

    def _tick(self) -> None:
        self.top.set_now(f"{datetime.now().astimezone():%H:%M}")


def _framed(page: Page, controller: EventController) -> shell.Page:
    def make() -> QWidget:
        return page.make(controller)

    return shell.Page(page.id, page.title, page.icon, page.shortcut, make, page.on_rail)
