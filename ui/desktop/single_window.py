"""One window for each user: a later start passes its files to the window that is already open.

The first start holds a lock, which is released when its process ends, and listens on a local socket that only its user
can reach. Another user, another folder of settings (``QUATRE_VENTS_HOME``) and another version or build of the program
have their own lock and socket. Whatever fails here, the program opens a window: two windows never write the same event,
because the event file itself is locked too.
"""

import logging
import os
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from PySide6.QtCore import QCryptographicHash, QEvent, QLockFile, QObject, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from tournament.files.user_folders import runtime_folder, settings_folder
from ui import __version__, build
from ui.desktop.dialogs.event_requests import OpenAction, OpenFromOutside
from ui.desktop.window import Window

if TYPE_CHECKING:  # imported when it is needed: after the first paint, or by a start that opens no window
    from PySide6.QtNetwork import QLocalSocket

    from ui.desktop.opening_request import OpeningRequest

PATIENCE = 2.5
"""Seconds that a start waits for an answer of the open window. Without an answer it opens another window."""
STARTING = 10.0
"""Seconds that it waits for a window that is still starting and does not listen yet."""
_PAUSE = 0.05
_AGREED = b"ok\n"
"""The answer to a request, and the confirmation of that answer."""
_LONGEST = 65_536
"""Maximum length of a request in bytes."""
_SILENT = 3_000
"""Milliseconds after which a connection without a request is closed."""


class WindowLock:
    """The lock of the first window, and the name of its socket. Raises OSError if there is no folder for them."""

    def __init__(self) -> None:
        place = f"{settings_folder().absolute()} {__version__} {build()}".encode(errors="surrogateescape")
        key = bytes(QCryptographicHash.hash(place, QCryptographicHash.Algorithm.Sha256).data()).hex()[:16]
        folder = runtime_folder()
        self.socket = f"quatre-vents-{key}" if sys.platform == "win32" else str(folder / f"{key}.socket")
        self._lock = QLockFile(str(folder / f"{key}.lock"))
        self._lock.setStaleLockTime(0)  # however old it is, only the end of its process releases it

    def take(self) -> bool:
        """Try to acquire the lock until the process ends. Return False if another process holds it."""
        return self._lock.tryLock(0)

    @property
    def is_held(self) -> bool:
        """Whether this process holds it."""
        return self._lock.isLocked()

    def release(self) -> None:
        """Release the lock, so that the next start is the first one."""
        self._lock.unlock()


def hand_over(lock: WindowLock, request: "OpeningRequest") -> bool:
    """Send ``request`` to the window that holds ``lock``, and return whether the window accepted it.

    If that process ends before it listens, this process acquires ``lock`` and returns False.
    """
    from PySide6.QtNetwork import QLocalSocket

    _let_others_come_to_the_front()
    until = monotonic() + STARTING
    while monotonic() < until and not lock.take():
        socket = QLocalSocket()
        socket.connectToServer(lock.socket)
        if socket.waitForConnected(_milliseconds(PATIENCE)):
            return _is_accepted(socket, request, monotonic() + PATIENCE)
        sleep(_PAUSE)
    return False


def _is_accepted(socket: "QLocalSocket", request: "OpeningRequest", until: float) -> bool:
    from ui.desktop.opening_request import line_of

    socket.write(line_of(request))
    while not socket.canReadLine() and (left := until - monotonic()) > 0:
        if not socket.waitForReadyRead(_milliseconds(left)):
            break
    if socket.readLine().data() != _AGREED:
        socket.abort()
        return False
    socket.write(_AGREED)
    socket.flush()
    socket.disconnectFromServer()
    return True


def _milliseconds(seconds: float) -> int:
    return max(int(seconds * 1000), 1)


def _let_others_come_to_the_front() -> None:
    """On Windows, allow other processes to bring a window to the front, which only the last started process may."""
    if sys.platform == "win32":
        import ctypes

        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


class RequestListener(QObject):
    """Accepts the requests of later starts at the socket ``name``. Raises OSError if it cannot listen there."""

    requested = Signal(object)
    """An :class:`~ui.desktop.opening_request.OpeningRequest`."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        from PySide6.QtNetwork import QLocalServer

        super().__init__(parent)
        QLocalServer.removeServer(name)  # left by a process that was killed: this one has the lock
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if not self._server.listen(name):
            raise OSError(self._server.errorString())
        self._server.newConnection.connect(self._accept)

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            connection = _Connection(socket, self)
            connection.requested.connect(self.requested)

    def close(self) -> None:
        """Stop listening."""
        self._server.close()


class _Connection(QObject):
    """One connection of a later start. It is closed if no request arrives soon."""

    requested = Signal(object)

    def __init__(self, socket: "QLocalSocket", parent: QObject) -> None:
        super().__init__(parent)
        self._socket = socket
        self._request: OpeningRequest | None = None
        socket.setParent(self)
        socket.setReadBufferSize(_LONGEST)
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self.deleteLater)
        QTimer.singleShot(_SILENT, self, socket.abort)
        self._read()

    def _read(self) -> None:
        while self._socket.canReadLine():
            self._take(bytes(self._socket.readLine().data()))
        if self._socket.bytesAvailable() >= _LONGEST:
            self._socket.abort()

    def _take(self, line: bytes) -> None:
        """Accept the request, and signal it once the other side has confirmed: otherwise that opens its own window."""
        from msgspec import DecodeError

        from ui.desktop.opening_request import request_in

        if self._request is not None and line == _AGREED:
            self.requested.emit(self._request)
            return
        try:
            self._request = request_in(line)
        except DecodeError:  # not sent by this program
            self._socket.abort()
            return
        self._socket.write(_AGREED)
        self._socket.flush()


_LISTENS_AFTER = 200
"""Milliseconds until the window is painted; only then are the modules imported that listening needs."""
_log = logging.getLogger("quatre-vents")


class Application(QApplication):
    """The application. On macOS the system asks it to open files."""

    file_wanted = Signal(object)
    """The Path of a file."""

    def event(self, event: QEvent) -> bool:
        """Emit ``file_wanted`` for a file that the system asks to open."""
        if isinstance(event, QFileOpenEvent):
            self.file_wanted.emit(Path(event.file()))
            return True
        return super().event(event)


class LaterStarts(QObject):
    """Carries out the requests of later starts in ``window`` while the application runs.

    It starts to listen after the window is painted. Without a ``lock`` it does not listen: another window does.
    """

    def __init__(self, window: Window, app: Application, lock: WindowLock | None) -> None:
        super().__init__(window)
        self._window, self._lock = window, lock
        self._listener: RequestListener | None = None
        app.file_wanted.connect(self.open_file)
        if lock is not None:
            app.aboutToQuit.connect(self._end)  # the process may run a little longer; the next start should not wait
            QTimer.singleShot(_LISTENS_AFTER, self, self._listen)

    def _listen(self) -> None:
        assert self._lock is not None
        try:
            self._listener = RequestListener(self._lock.socket, self)
        except (ImportError, OSError) as error:  # later starts then open their own windows
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
            os.environ["XDG_ACTIVATION_TOKEN"] = request.activation  # Qt reads it from the environment, and removes it
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
