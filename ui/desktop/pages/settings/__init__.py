"""What holds for every event of this computer: language, look, the name that signs, and where things lie."""

from PySide6.QtWidgets import QWidget

from ui.desktop.controller import EventController


def make(controller: EventController) -> QWidget:
    """Build the page."""
    from ui.desktop.pages.settings.page import SettingsPage

    return SettingsPage(controller)
