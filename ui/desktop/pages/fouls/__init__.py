"""The fouls: what the rules say, what was given, and a new penalty."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the state and its keys are imported without Qt
    from PySide6.QtWidgets import QWidget

    from ui.desktop.controller import EventController


def make(controller: "EventController") -> "QWidget":
    """Build the page."""
    from ui.desktop.pages.fouls.page import FoulsPage

    return FoulsPage(controller)
