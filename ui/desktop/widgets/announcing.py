"""What is said to a screen reader when something happens that no focus moves to: once for each event, and in order.

What is announced in one turn of the event loop is said after it, so that the focus that moves meanwhile does not cut
it off; the same words are said once, and those of a widget that is not in view then are not.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from tournament.language import Text
from ui.desktop.translation import translator


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
        self._waiting: list[tuple[QWidget, Announcement]] = []

    def announce(self, widget: QWidget, text: Text | str, *, assertive: bool = False) -> None:
        """Say ``text``, which concerns ``widget``; nothing for an empty one."""
        rendered = translator.translate(text)
        if not rendered or any(each.text == rendered for _, each in self._waiting):
            return
        if not self._waiting:
            QTimer.singleShot(0, self, self._say)
        self._waiting.append((widget, Announcement(rendered, assertive)))

    def _say(self) -> None:
        waiting, self._waiting = self._waiting, []
        for widget, announcement in waiting:
            if not Shiboken.isValid(widget) or not widget.isVisible():
                continue
            if QAccessible.isActive():
                event = QAccessibleAnnouncementEvent(widget.window(), announcement.text)
                politeness = QAccessible.AnnouncementPoliteness
                event.setPoliteness(politeness.Assertive if announcement.assertive else politeness.Polite)
                QAccessible.updateAccessibility(event)
            self.made.emit(announcement)


announcer = Announcer()
"""The only one of the process, as there is one screen reader."""
announce = announcer.announce
