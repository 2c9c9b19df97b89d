"""The standings: players, teams, countries, best hands, statistics, and the journey of one player."""

from PySide6.QtWidgets import QWidget

from ui.desktop.desk import Desk


def make(desk: Desk) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.standings.page import StandingsPage

    return StandingsPage(desk)
