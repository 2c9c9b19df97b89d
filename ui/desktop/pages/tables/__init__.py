"""The referee's home: the tables of a session, the sheet of one of them, and the entry of its hands."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the state and its keys are imported without Qt
    from PySide6.QtWidgets import QWidget

    from ui.desktop.controller import EventController


def make(controller: "EventController") -> "QWidget":
    """Build the page."""
    from ui.desktop.pages.tables.page import TablesPage

    return TablesPage(controller)
