"""What is seen while no event is open: three choices, and the files opened last."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.start.page import StartPage

    return StartPage(controller)
