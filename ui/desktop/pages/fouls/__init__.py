"""The fouls: what the rules say, what was given, and a new penalty."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.fouls.page import FoulsPage

    return FoulsPage(desk)
