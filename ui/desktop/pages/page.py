"""What the window has to know of a page before it builds it."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from tournament.language import Text
from ui.desktop.controller import EventController


@dataclass(frozen=True, slots=True)
class Page:
    """One place of the window."""

    id: str
    """What ``controller.navigation.page_wanted`` names it by."""
    title: Text
    icon: str
    """Name of its line icon on the rail."""
    shortcut: str
    """In Qt's portable form, such as ``Alt+4``."""
    make: Callable[[EventController], QWidget]
    """Builds it; called when it is first shown."""
    needs_event: bool = True
    """False for what can be used without an open event."""
    on_rail: bool = True
    """False for what is reached otherwise."""
