"""One window for each user: a later start hands what it was asked to open to the window that is open already.

The first start holds a lock, which nobody holds any more when its process has ended, and listens on a local socket that
only its user can reach. Another user, another folder of settings (``QUATRE_VENTS_HOME``) and another version of the
program have a lock and a socket of their own. Whatever fails here, the program opens a window: two windows never write
the same event, because the event file has a lock itself.
"""

import hashlib
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from tournament.files.user_folders import runtime_folder, settings_folder
from ui import __version__

if TYPE_CHECKING:  # imported when it is needed: after the first paint, or by a start that opens no window
    from PySide6.QtNetwork import QLocalSocket

    from ui.desktop.opening_request import OpeningRequest

PATIENCE = 2.5
"""Seconds that a start waits for an answer of the window that is open already. Without one, another window opens."""
STARTING = 10.0
"""Seconds that it waits for a window that is still starting and does not listen yet."""
_PAUSE = 0.05
_AGREED = b"ok\n"
"""The answer to a request, and the answer to that."""
_LONGEST = 65_536
"""Bytes of a request at most."""
_SILENT = 3_000
"""Milliseconds after which a connection that asks for nothing is closed."""


class WindowLock:
    """The lock of the first window, and the name of its socket. Raises OSError if they have no place."""

    def __init__(self) -> None:
        place = f"{settings_folder().absolute()} {__version__}".encode(errors="surrogateescape")
        key = hashlib.sha256(place).hexdigest()[:16]
        folder = runtime_folder()
        self.socket = f"quatre-vents-{key}" if sys.platform == "win32" else str(folder / f"{key}.socket")
        self._lock = QLockFile(str(folder / f"{key}.lock"))
        self._lock.setStaleLockTime(0)  # it is held for days; only the end of its process makes it free

    def take(self) -> bool:
        """Hold the lock until the process ends. False if another process holds it."""
        return self._lock.tryLock(0)

    @property
    def is_held(self) -> bool:
        """Whether this process holds it."""
        return self._lock.isLocked()

    def release(self) -> None:
        """Let the next start be the first."""
        self._lock.unlock()


def hand_over(lock: WindowLock, request: "OpeningRequest") -> bool:
    """Give ``request`` to the window that holds ``lock``, and return whether it accepted it.

    If that process ends before it listens, ``lock`` is held by this one.
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
    """Windows lets only the program that was started last bring a window to the front, or whom it allows to."""
    if sys.platform == "win32":
        import ctypes

        any_process = -1
        ctypes.windll.user32.AllowSetForegroundWindow(any_process)


class RequestListener(QObject):
    """Accepts the requests of later starts at the socket called ``name``. Raises OSError if nobody can listen there."""

    requested = Signal(object)
    """An :class:`~ui.desktop.opening_request.OpeningRequest`."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        from PySide6.QtNetwork import QLocalServer

        super().__init__(parent)
        QLocalServer.removeServer(name)  # a process that was killed leaves its socket; who has the lock may remove it
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if not self._server.listen(name):
            raise OSError(self._server.errorString())
        self._server.newConnection.connect(self._accept)

    def _accept(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            asking = _Asking(socket, self)
            asking.requested.connect(self.requested)

    def close(self) -> None:
        """Listen no longer."""
        self._server.close()


class _Asking(QObject):
    """One connection, until it has asked, or for a moment."""

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
        """Accept the request. Carry it out when the other side knows that, or else it opens a window itself."""
        from msgspec import DecodeError

        from ui.desktop.opening_request import request_in

        if self._request is not None and line == _AGREED:
            self.requested.emit(self._request)
            return
        try:
            self._request = request_in(line)
        except DecodeError:  # not one of ours
            self._socket.abort()
            return
        self._socket.write(_AGREED)
        self._socket.flush()
