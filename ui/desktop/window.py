"""The window: the frame with its pages, and around them the state of the open event."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.language import Text, mark
from tournament.ledger.describe import name_of
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.facts import HeadsChained
from tournament.office import Changes, Conflict, Refused, StoreUnavailable
from ui.desktop import preferences, shell
from ui.desktop.desk import Desk
from ui.desktop.dialogs.doors import Doors
from ui.desktop.help import HelpPanel
from ui.desktop.looks import LookSwitches
from ui.desktop.message_bar import MessageBar
from ui.desktop.pages.catalogue import PAGES, START
from ui.desktop.pages.page import Page
from ui.desktop.past_bar import PastBar
from ui.desktop.tally import Tally
from ui.desktop.widgets.switch import Segment

HOME = "tables"
"""The page that an opened event comes up with, once it is drawn."""
BEFORE_DRAW = "event"


class Window(shell.Shell):
    """The frame, wired to the desk. Closing it is always safe: everything recorded is committed."""

    def __init__(self, desk: Desk, pages: Sequence[Page] = PAGES, start: Page = START) -> None:
        super().__init__([_framed(page, desk) for page in (start, *pages)])
        self._desk = desk
        self._doors = Doors(desk, self)
        self._free = {page.id for page in (start, *pages) if not page.needs_event}
        self._start = start.id
        self._kept = True
        self._tally = Tally()
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
        column.insertWidget(1, PastBar(self._desk))
        column.insertWidget(2, self._bar)
        column.insertWidget(3, self._doors.bar)
        top.addWidget(LookSwitches())
        help = HelpPanel(self)
        self.help_asked.connect(help.toggle)
        self.page_shown.connect(help.follow)

    def _listen(self) -> None:
        desk = self._desk
        desk.opened.connect(self._opened)
        desk.changed.connect(self._changed)
        desk.session_changed.connect(lambda session: self.top.set_session(str(session)))
        desk.page_wanted.connect(self.show_page)
        desk.table_wanted.connect(lambda _session, _table: self._come_home())
        desk.told.connect(self._bar.show_message)
        self.top.session_chosen.connect(self._choose_session)
        self.status.undo_asked.connect(partial(self._attempt, desk.undo))
        self.status.redo_asked.connect(partial(self._attempt, desk.redo))
        self.status.problems_asked.connect(self._show_problem)
        self._clock.timeout.connect(self._tick)
        self._clock.start()
        self._tick()

    def show_page(self, key: str) -> None:
        """Bring a page into view; the start page while it needs an event and none is open."""
        if self._desk.view is None and key not in self._free:
            key = self._start
        self.set_frame_shown(key not in self._free or self._desk.view is not None)
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
        self._desk.opened.disconnect(self._opened)
        self._desk.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file."""
        if len(event.mimeData().urls()) == 1 and event.mimeData().urls()[0].isLocalFile():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the file that was dropped."""
        self._desk.event_wanted.emit(Path(event.mimeData().urls()[0].toLocalFile()))

    def _opened(self) -> None:
        view = self._desk.view
        self._bar.show_message(None)
        if view is None:
            self.set_event_name("")
            self.show_page(self._start)
            return
        self._tally.recount(view)
        self._refresh()
        for problem in self._desk.book.damage[:1]:
            self._bar.show_message(problem.text)
        self.show_page(HOME if view.seating is not None else BEFORE_DRAW)

    def _changed(self, changes: Changes) -> None:
        view = self._desk.view
        if view is not None:
            self._bar.show_message(None)
            self._tally.update(view, changes.streams)
            self._refresh()

    def _refresh(self) -> None:
        view = self._desk.view
        assert view is not None
        self.set_event_name(view.settings.name)
        sessions = range(1, (len(view.seating.sessions) if view.seating else 0) + 1)
        verified = self._tally.verified
        segments = [Segment(str(number), str(number), ticked=number in verified) for number in sessions]
        self.top.set_sessions(segments, str(self._desk.session) if self._desk.session else "")
        if len(view.journal):
            self.status.set_saved(
                f"{view.journal[len(view.journal) - 1].time.astimezone():%H:%M:%S}", self._tally.hands
            )
        self.status.set_undo(self._named(view.journal.to_undo))
        self.status.set_redo(self._named(view.journal.to_redo))
        problems = self._tally.problems(self._desk.session)
        if problems is None:
            self.status.set_no_problem()
        else:
            self.status.set_problems(problems)

    def _named(self, entry: Entry | None) -> Text | None:
        view = self._desk.view
        if entry is None or view is None or self._desk.past is not None or isinstance(entry.fact, HeadsChained):
            return None
        return name_of(view.journal, entry)

    def _show_problem(self) -> None:
        if self._tally.differing:
            self._desk.table_wanted.emit(*self._tally.differing[0])

    def _come_home(self) -> None:
        if self.current != HOME:
            self.show_page(HOME)

    def _choose_session(self, key: str) -> None:
        self._desk.choose_session(int(key))
        if self.current:
            self.page(self.current).setFocus()

    def _attempt(self, action: Callable[[], Changes]) -> None:
        try:
            changes = action()
        except Refused as refused:
            self._bar.show_message(refused.problems[0].text)
        except StoreUnavailable as error:
            self._bar.show_message(error.text)
        except Conflict as conflict:
            self._bar.show_message(mark("Somebody else wrote on {sheet} meanwhile: look again.", sheet=conflict.stream))
        else:
            self._follow(changes)

    def _follow(self, changes: Changes) -> None:
        place = table_of(changes.entries[-1].stream) if changes.entries else None
        if place is not None and self.current == HOME:
            self._desk.table_wanted.emit(*place)

    def _tick(self) -> None:
        self.top.set_now(f"{datetime.now().astimezone():%H:%M}")


def _framed(page: Page, desk: Desk) -> shell.Page:
    def make() -> QWidget:
        return page.make(desk)

    return shell.Page(page.id, page.title, page.icon, page.shortcut, make, page.on_rail)
