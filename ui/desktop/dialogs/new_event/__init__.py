"""The five short steps that make an event."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.dialogs.new_event.page import NewEventPage

    return NewEventPage(desk)
