"""The event: what defines it at the left, what is missing before play at the right."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.event.page import EventPage

    return EventPage(desk)
