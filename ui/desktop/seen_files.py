"""What this computer remembers of the open event file, kept while it is written."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ui.desktop.controller import EventController

if TYPE_CHECKING:
    from tournament.use_cases import Book


class SeenFilesUpdater(QObject):
    """Remembers how far the open event goes, whenever something is entered, and when it is left."""

    def __init__(self, controller: EventController, remember: "Callable[[Book], None]") -> None:
        super().__init__(controller)
        self._controller, self._remember = controller, remember
        controller.changed.connect(self.note)

    def note(self) -> None:
        """Remember the open event as it stands now."""
        if self._controller.writes:
            self._remember(self._controller.book)
