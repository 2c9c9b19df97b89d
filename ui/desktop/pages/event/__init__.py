"""The event: what defines it at the left, what is missing before play at the right."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.event.page import EventPage

    return EventPage(controller)
