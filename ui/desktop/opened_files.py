"""Files that macOS opens with the program. It names them in events, also when the program already runs."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from ui.desktop.controller import EventController


class OpenedFiles(QObject):
    """Asks the controller to open each file that the system opens with the program."""

    def __init__(self, controller: EventController, app: QCoreApplication) -> None:
        super().__init__(app)
        self._controller = controller
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the events that name a file, and leave the others alone."""
        if isinstance(event, QFileOpenEvent):
            self._controller.navigation.event_wanted.emit(Path(event.file()))
            return True
        return False
