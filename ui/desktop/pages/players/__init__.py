"""The players: a table one can type into, the import of a list with its preview, and the check-in."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.players.page import PlayersPage

    return PlayersPage(controller)
