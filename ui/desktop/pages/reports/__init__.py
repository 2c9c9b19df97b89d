"""The reports: everything that can be printed, seen as pages first, then printed or saved."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page; Qt's PDF library is loaded here and not before."""
    from ui.desktop.pages.reports.page import ReportsPage

    return ReportsPage(controller)
