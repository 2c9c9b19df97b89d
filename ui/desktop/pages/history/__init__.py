"""Who did what when: every entry of the ledger, what it changed, and the event as it stood at any moment."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.history.page import HistoryPage

    return HistoryPage(controller)
