"""Signs the user out after a time without input, so that the next user must sign in."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from ui.desktop import preferences
from ui.desktop.controller import EventController

_TOUCHES = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel}


class IdleLock(QObject):
    """Runs only while somebody is signed in; ``minutes`` come from the settings, 0 means never."""

    def __init__(self, controller: EventController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(controller.user.lock)
        controller.user.role_changed.connect(self._follow)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app

    def _follow(self) -> None:
        minutes = preferences.lock_after()
        if self._controller.user.signed_in and minutes:
            self._timer.start(minutes * 60_000)
            self._app.installEventFilter(self)
        else:
            self._timer.stop()
            self._app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Start the time again at every input."""
        if event.type() in _TOUCHES:
            self._timer.start()
        return super().eventFilter(watched, event)
