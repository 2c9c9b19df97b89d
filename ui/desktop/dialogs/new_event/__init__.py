"""The five short steps that make an event."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.dialogs.new_event.page import NewEventPage

    return NewEventPage(controller)
