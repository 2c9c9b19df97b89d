"""Remembers on this computer the state of the open event file while it is written."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ui.desktop.controller import EventController

if TYPE_CHECKING:
    from tournament.use_cases import Book


class SeenFilesUpdater(QObject):
    """Remembers how far the open event goes.

    It does so whenever something is entered, after painting, and at once when the event is closed.
    """

    def __init__(self, controller: EventController, remember: "Callable[[Book], None]") -> None:
        super().__init__(controller)
        self._controller, self._remember = controller, remember
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._note)
        controller.changed.connect(self._changed)
        controller.leaving.connect(self._leave)

    def _changed(self) -> None:
        self._later.start()

    def _leave(self) -> None:
        if self._later.isActive():
            self._later.stop()
            self._note()

    def _note(self) -> None:
        if self._controller.writes:
            self._remember(self._controller.book)
