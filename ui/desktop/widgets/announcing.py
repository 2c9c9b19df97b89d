"""What is said to a screen reader when something happens that no focus moves to: once for each event, and in order.

What is announced in one turn of the event loop is said after it, so that the focus that moves meanwhile does not cut
it off; the same words are said once, and those of a widget that is not in view then are not.
"""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QMetaMethod, QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from tournament.language import Text
from ui.desktop.translation import translator

Words = Text | str | Callable[[], Text | str]
"""What is said, or what makes it: that is called after the turn, and not at all when nobody listens."""


class Announcement(NamedTuple):
    """Words for a screen reader."""

    text: str
    assertive: bool
    """Said at once; otherwise when what is being said has ended."""


class Announcer(QObject):
    """Gathers what happens in one turn of the event loop and says it afterwards."""

    made = Signal(object)
    """An :class:`Announcement` was made."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[tuple[QWidget, Words, bool]] = []

    def announce(self, widget: QWidget, words: Words, *, assertive: bool = False) -> None:
        """Say ``words``, which concern ``widget``; nothing for empty ones. They are made only if somebody listens."""
        if not self._listened:
            return
        if not self._waiting:
            QTimer.singleShot(0, self, self._say)
        self._waiting.append((widget, words, assertive))

    @property
    def _listened(self) -> bool:
        return QAccessible.isActive() or self.isSignalConnected(QMetaMethod.fromSignal(self.made))

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
"""The only one of the process, as there is one screen reader."""
announce = announcer.announce
