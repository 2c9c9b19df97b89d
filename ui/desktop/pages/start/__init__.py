"""What is seen while no event is open: three choices, and the files opened last."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.start.page import StartPage

    return StartPage(desk)
