"""Listening to what lives longer: the controller, the translator, work in another thread.

Qt disconnects a bound method of a QObject when that object is destroyed. It does not know whom a lambda or a partial
belongs to, and goes on calling it. So a signal of another object is connected to a bound method of the listener, or
with :func:`listen`; a lambda may be connected only to a signal of an object that the listener made for itself. A test
holds this for every connection below ``ui/desktop``.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, SignalInstance


class _Listener(QObject):
    """Passes a signal on as long as its parent exists."""

    def __init__(self, owner: QObject, slot: Callable[..., object]) -> None:
        super().__init__(owner)
        self._slot = slot

    def pass_on(self, *carried: Any) -> None:
        self._slot(*carried)


def listen(signal: SignalInstance, owner: QObject, slot: Callable[..., object]) -> None:
    """Call ``slot`` with what ``signal`` carries, until ``owner`` is destroyed."""
    signal.connect(_Listener(owner, slot).pass_on)
