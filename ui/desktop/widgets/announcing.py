"""Announcements for screen readers of events that do not move the focus, each once and in order.

All announcements of one turn of the event loop are made after it, so that a change of focus in between does not
interrupt them. Repeated text is announced once, and that of a widget that is no longer visible is dropped.
"""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import SIGNAL, QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from tournament.language import Text
from ui.desktop.translation import translator

Words = Text | str | Callable[[], Text | str]
"""The text, or a function that returns it. It is called after the turn, and only if somebody listens."""


class Announcement(NamedTuple):
    """Text for a screen reader."""

    text: str
    assertive: bool
    """Whether it interrupts what the screen reader is saying."""


class Announcer(QObject):
    """Collects announcements during one turn of the event loop and makes them afterwards."""

    made = Signal(object)
    """An :class:`Announcement` was made."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[tuple[QWidget, Words, bool]] = []

    def announce(self, widget: QWidget, words: Words, *, assertive: bool = False) -> None:
        """Announce ``words``, which concern ``widget``, unless they are empty. Does nothing while nobody listens."""
        if not self._listened:
            return
        if not self._waiting:
            QTimer.singleShot(0, self, self._say)
        self._waiting.append((widget, words, assertive))

    @property
    def _listened(self) -> bool:
        return QAccessible.isActive() or self.receivers(SIGNAL("made(PyObject)")) > 0

    def _say(self) -> None:
        waiting, self._waiting = self._waiting, []
        said: set[str] = set()
        for widget, words, assertive in waiting:
            text = translator.translate(words() if callable(words) else words)
            if not text or text in said:
                continue
            said.add(text)
            if Shiboken.isValid(widget) and widget.isVisible():
                self._make(widget, Announcement(text, assertive))

    def _make(self, widget: QWidget, announcement: Announcement) -> None:
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(widget.window(), announcement.text)
            politeness = QAccessible.AnnouncementPoliteness
            event.setPoliteness(politeness.Assertive if announcement.assertive else politeness.Polite)
            QAccessible.updateAccessibility(event)
        self.made.emit(announcement)


announcer = Announcer()
"""The announcer of the process."""
announce = announcer.announce
