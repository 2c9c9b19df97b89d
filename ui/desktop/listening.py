"""Connections to signals of objects that outlive the listener: the controller, the translator, other threads' work.

Qt disconnects a bound method of a QObject when that object is destroyed. It cannot know whom a lambda or partial
belongs to, and keeps calling it. So connect a signal of another object to a bound method of the listener, or with
:func:`listen`. A lambda may be connected only to a signal of an object that the listener created for itself. A test
checks this for every connection below ``ui/desktop``.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, SignalInstance


class _Listener(QObject):
    """Forwards a signal as long as its parent exists."""

    def __init__(self, owner: QObject, slot: Callable[..., object]) -> None:
        super().__init__(owner)
        self._slot = slot

    def pass_on(self, *carried: Any) -> None:
        self._slot(*carried)


def listen(signal: SignalInstance, owner: QObject, slot: Callable[..., object]) -> None:
    """Call ``slot`` with the arguments of ``signal`` until ``owner`` is destroyed."""
    signal.connect(_Listener(owner, slot).pass_on)
