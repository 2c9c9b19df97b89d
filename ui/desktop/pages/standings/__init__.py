"""The standings: players, teams, countries, best hands, statistics, and the journey of one player."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.standings.page import StandingsPage

    return StandingsPage(controller)
