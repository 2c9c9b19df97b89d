"""The players: a table one can type into, the import of a list with its preview, and the check-in."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.players.page import PlayersPage

    return PlayersPage(desk)
