"""What later starts of the program, and the file manager of macOS, ask of the window that is open."""

import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from ui.desktop.dialogs.event_requests import OpenAction, OpenFromOutside
from ui.desktop.single_window import RequestListener, WindowLock
from ui.desktop.window import Window

if TYPE_CHECKING:
    from ui.desktop.opening_request import OpeningRequest

_PATIENCE = 200
"""Milliseconds for the window to be painted; what listening needs is imported afterwards."""
_log = logging.getLogger("quatre-vents")


class Application(QApplication):
    """The application, which macOS also asks to open files."""

    file_wanted = Signal(object)
    """The Path of a file."""

    def event(self, event: QEvent) -> bool:
        """Pass on the file that was double-clicked."""
        if isinstance(event, QFileOpenEvent):
            self.file_wanted.emit(Path(event.file()))
            return True
        return super().event(event)


class LaterStarts(QObject):
    """Lets ``window`` do what later starts ask for, as long as the application runs.

    It listens after the window was painted. Without a ``lock`` another window does that.
    """

    def __init__(self, window: Window, app: Application, lock: WindowLock | None) -> None:
        super().__init__(window)
        self._window, self._lock = window, lock
        self._listener: RequestListener | None = None
        app.file_wanted.connect(self.open_file)
        if lock is not None:
            app.aboutToQuit.connect(self._end)  # the process may go on for a moment: the next start need not wait
            QTimer.singleShot(_PATIENCE, self, self._listen)

    def _listen(self) -> None:
        assert self._lock is not None
        try:
            self._listener = RequestListener(self._lock.socket, self)
        except (ImportError, OSError) as error:  # later starts then open windows of their own
            _log.warning("later starts cannot reach this window: %s", error)
            self._lock.release()
            return
        self._listener.requested.connect(self.carry_out)

    def _end(self) -> None:
        if self._listener is not None:
            self._listener.close()
        if self._lock is not None:
            self._lock.release()

    def carry_out(self, request: "OpeningRequest") -> None:
        """Bring the window to the front, and open what ``request`` asks for."""
        if request.activation:
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation  # Qt reads it there, and removes it
        self._window.come_to_front()
        navigation = self._window.controller.navigation
        if request.file is not None:
            navigation.event_wanted.emit(OpenFromOutside(request.file))
        elif request.sample:
            navigation.event_wanted.emit(OpenFromOutside(OpenAction.SAMPLE))
        elif request.score:
            navigation.page_wanted.emit("scorer")

    def open_file(self, file: Path) -> None:
        """Bring the window to the front, and open ``file``."""
        self._window.come_to_front()
        self._window.controller.navigation.event_wanted.emit(OpenFromOutside(file))
