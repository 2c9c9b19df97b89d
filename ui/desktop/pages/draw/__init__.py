"""The first draw: who sits where, how good that is, and publishing it."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.draw.page import DrawPage

    return DrawPage(controller)
