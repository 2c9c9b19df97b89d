"""Preventing the screen saver and sleep mode while a screen of the hall is shown."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

from tournament.language import Text, mark

_APPLICATION = "quatre-vents"
_SERVICE = "org.freedesktop.ScreenSaver"
_WHY = "a screen of the hall is on show"
_WAKE_SCREEN = 0x80000000 | 0x00000001 | 0x00000002
"""Flags of SetThreadExecutionState on Windows: continuous, system required, display required."""
_WAKE_NO_MORE = 0x80000000
_NOT_HERE = mark("The computer may turn the screens off: disable its screen saver and sleep mode.")


class KeepAwake(QObject):
    """Keeps the computer awake while there is at least one holder. Holding twice is the same as holding once."""

    changed = Signal()
    """:attr:`active` or :attr:`problem` may have changed."""

    def __init__(self) -> None:
        super().__init__()
        self._holders: set[int] = set()
        self._end_request: Callable[[], None] | None = None
        self._agreed: bool | None = None
        """Whether the system agreed; None if nothing was requested or the answer is still missing."""

    @property
    def active(self) -> bool:
        """Whether the system agreed."""
        return bool(self._agreed)

    @property
    def problem(self) -> Text | None:
        """Why the computer may sleep although a screen is shown, or None."""
        return _NOT_HERE if self._holders and self._agreed is False else None

    def hold(self, holder: QObject) -> None:
        """Keep awake for ``holder``. :attr:`changed` is emitted when the system has answered."""
        first = not self._holders
        self._holders.add(id(holder))
        if first:
            self._ask()

    def release(self, holder: QObject) -> None:
        """Stop keeping awake for ``holder``."""
        self._holders.discard(id(holder))
        # While the answer is missing there is nothing to end yet; `_answer` does it.
        if not self._holders and self._agreed is not None:
            end, self._end_request, self._agreed = self._end_request, None, None
            if end is not None:
                end()
            self.changed.emit()

    def _ask(self) -> None:
        if sys.platform in ("win32", "darwin"):
            self._end_request = _held_windows() if sys.platform == "win32" else _held_by("caffeinate", "-d", "-i")
            self._answer(agreed=self._end_request is not None)
        elif _has_session_bus():
            request = _BusRequest(lambda agreed: self._answer(agreed=agreed))
            self._end_request = request.end
        else:
            self._answer(agreed=False)

    def _answer(self, *, agreed: bool) -> None:
        self._agreed = agreed
        if not self._holders and self._end_request is not None:  # released before the system answered
            self._end_request()
            self._end_request = self._agreed = None
        self.changed.emit()


keep_awake = KeepAwake()
"""The instance of the process."""


def _held_windows() -> Callable[[], None] | None:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  # only there
    if not kernel.SetThreadExecutionState(_WAKE_SCREEN):
        return None
    return lambda: kernel.SetThreadExecutionState(_WAKE_NO_MORE)


def _held_by(program: str, *arguments: str) -> Callable[[], None] | None:
    """Prevent sleep by running ``program``. Return a function that stops it, or None if it is not installed."""
    path = shutil.which(program)
    if path is None:
        return None
    child = subprocess.Popen([path, *arguments])  # a program of the system, without any user input

    def end() -> None:
        child.terminate()
        child.wait(5)

    return end


def _has_session_bus() -> bool:
    """Whether there is a session bus. If there is none, connecting would start one."""
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return "DBUS_SESSION_BUS_ADDRESS" in os.environ or (bool(folder) and (Path(folder) / "bus").exists())


class _BusRequest(QObject):
    """A request to the desktop over the session bus, which does not wait for the answer.

    It has its own connection, so that the request also ends if this process crashes.
    """

    def __init__(self, answered: Callable[[bool], None]) -> None:
        super().__init__()
        self._answered = answered
        self._name = f"{_APPLICATION}-screens-{id(self)}"
        self._bus = QDBusConnection.connectToBus(QDBusConnection.BusType.SessionBus, self._name)
        message = QDBusMessage.createMethodCall(_SERVICE, "/org/freedesktop/ScreenSaver", _SERVICE, "Inhibit")
        message.setArguments([_APPLICATION, _WHY])
        self._watcher = QDBusPendingCallWatcher(self._bus.asyncCall(message), self)
        self._watcher.finished.connect(self._finished)

    def end(self) -> None:
        """End the request."""
        QDBusConnection.disconnectFromBus(self._name)

    def _finished(self, watcher: QDBusPendingCallWatcher) -> None:
        self._answered(not watcher.isError())
