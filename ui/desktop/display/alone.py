"""A screen of the hall in its own process. It reads the event file again when another program has written to it."""

import signal
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication

from tournament.event.problem import Refused
from tournament.language import Language, Text, mark
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.desktop import preferences
from ui.desktop.bootstrap import make_controller
from ui.desktop.controller import EventController
from ui.desktop.crash import CrashReporter
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.garbage import GarbageCollection
from ui.desktop.long_work import Step, Work
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.hall.hall_state import HallScreen, HallState
from ui.hall.hall_store import hall_signature, load_hall

if TYPE_CHECKING:
    from tournament.use_cases import Book

_EVERY = 1000
_PATIENCE = 8.0
"""Seconds without an answer after which a disk counts as unavailable."""
_UNREADABLE = mark("the event file cannot be read")
_SILENT = mark("the disk of the event file does not respond")


class _Reading(NamedTuple):
    """What one check of the files found. ``book`` or ``hall`` is None if that file did not change."""

    signature: object
    book: "Book | None"
    hall_signature: object
    hall: HallState | None


class EventFollower(QObject):
    """Keeps ``controller`` up to date with the file at ``path``. It reads the disk in another thread."""

    trouble = Signal(object)
    """Why the screen may be out of date (Text), or None if it is current again."""
    hall_changed = Signal(object)
    """The arrangement of screens changed; carries a :class:`HallState`."""

    def __init__(self, controller: EventController, path: Path, *, every: int = _EVERY) -> None:
        super().__init__()
        self._controller, self._path = controller, path
        self._signature: object = None
        self._hall_signature: object = None
        self._event = ""
        self._work: Work | None = None
        self._asked = 0.0
        self._reported: Text | None = None
        self._timer = QTimer(self, interval=every)
        self._timer.timeout.connect(self._look)
        self._timer.start()
        self._look()

    def stop(self) -> None:
        """Stop following the file."""
        self._timer.stop()

    def _look(self) -> None:
        if self._work is not None:
            if monotonic() - self._asked > _PATIENCE:
                self._report(_SILENT)
            return
        work = Work(self._read)
        work.done.connect(self._done)
        work.failed.connect(self._failed)
        work.ended.connect(self._ended)
        self._work, self._asked = work, monotonic()
        work.start()

    def _read(self, _step: Step) -> _Reading:
        """Read the files that changed; called in another thread."""
        found = self._path.stat()
        # A file that replaces this one may have the same time and size, but not the same inode.
        signature = found.st_mtime_ns, found.st_size, found.st_ino
        book = None
        if signature != self._signature:
            book = self._controller.event_files.open_for_reading(self._path)
        event = book.view.journal[0].id if book is not None and len(book.view.journal) else self._event
        hall = hall_signature(event)
        return _Reading(signature, book, hall, load_hall(event).state if hall != self._hall_signature else None)

    def _done(self, reading: object) -> None:
        assert isinstance(reading, _Reading)
        self._signature, self._hall_signature = reading.signature, reading.hall_signature
        if reading.book is not None:
            self._event = reading.book.view.journal[0].id if len(reading.book.view.journal) else ""
            self._controller.replace_event(reading.book, read_only=True)
        if reading.hall is not None:
            self.hall_changed.emit(reading.hall)
        self._report(None)

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, StoreDamaged | StoreUnavailable | Refused | OSError):
            raise error
        self._signature = None
        # Without a signature, the next look reads the file even if it has not changed.
        self._report(_UNREADABLE)

    def _ended(self) -> None:
        self._work = None

    def _report(self, trouble: Text | None) -> None:
        if trouble != self._reported:
            self._reported = trouble
            self.trouble.emit(trouble)


def show_alone(path: Path, screen: HallScreen, state: HallState, *, language: Language | None) -> int:
    """Show ``screen`` of the event at ``path`` until its window is closed or the process ends. Return the exit code."""
    preferences.keep_settings_of_qt()
    app = QApplication(sys.argv[:1])
    GarbageCollection(app)
    app.setApplicationName("quatre-vents")
    app.setApplicationDisplayName("Quatre Vents")
    CrashReporter().install()
    translator.set_language(language or preferences.language())
    theme.install(app, preferences.appearance())
    alone = _LoneScreen(path, screen, state)
    # Python handles a signal only when it runs: the timer of the window wakes it every second
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    signal.signal(signal.SIGTERM, lambda *_: app.quit())
    alone.window.closed.connect(app.quit)
    try:
        return app.exec()
    finally:
        alone.close()


class _LoneScreen:
    """The window of the screen, and the follower that keeps it up to date."""

    def __init__(self, path: Path, screen: HallScreen, state: HallState) -> None:
        self.controller = make_controller()
        self.controller.replace_event(self.controller.event_files.open_for_reading(path), read_only=True)
        self.window = ScreenWindow(self.controller, screen, state, followed=True)
        self.follower = EventFollower(self.controller, path)
        self.follower.trouble.connect(self.window.show_outdated)
        self.follower.hall_changed.connect(self.window.show_state)
        self.window.place_on(monitor_of(screen))

    def close(self) -> None:
        """Close the window and the file."""
        self.follower.stop()
        self.window.close()
        self.controller.close()


def monitor_of(screen: HallScreen) -> QScreen | None:
    """Return the monitor that ``screen`` fills: its own, otherwise a second one, such as a projector, or None."""
    monitors = QGuiApplication.screens()
    if screen.monitor:
        return next((each for each in monitors if each.name() == screen.monitor), None)
    primary = QGuiApplication.primaryScreen()
    others = [each for each in monitors if each != primary]
    return others[0] if others else None
