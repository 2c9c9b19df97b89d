"""The monitors of this computer, as values of :class:`Monitor`."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from ui.hall.monitors import Monitor


class ConnectedMonitors(QObject):
    """Reports when a monitor is connected, removed or moved."""

    changed = Signal()
    removed = Signal(object)
    """This :class:`Monitor` is being removed: Qt moves its windows to the primary monitor next."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._added)
        app.screenRemoved.connect(self._removed)
        app.primaryScreenChanged.connect(self._moved)
        for screen in QGuiApplication.screens():
            screen.geometryChanged.connect(self._moved)

    def _added(self, screen: QScreen) -> None:
        screen.geometryChanged.connect(self._moved)
        self.changed.emit()

    def _removed(self, screen: QScreen) -> None:
        self.removed.emit(_monitor(screen))

    def _moved(self, _changed: object) -> None:
        self.changed.emit()


def connected_monitors() -> tuple[Monitor, ...]:
    """Return all monitors of this computer."""
    return tuple(_monitor(each) for each in QGuiApplication.screens())


def monitor_of(window: QWidget | None) -> Monitor | None:
    """Return the monitor of ``window``, or the primary one; None while it is being removed."""
    screen = window.screen() if window is not None else QGuiApplication.primaryScreen()
    return _monitor(screen) if screen in QGuiApplication.screens() else None


def screen_of(monitor: Monitor) -> QScreen | None:
    """Return Qt's object for ``monitor``, or None if it is not connected."""
    return next((each for each in QGuiApplication.screens() if _monitor(each) == monitor), None)


def _monitor(screen: QScreen) -> Monitor:
    area = screen.geometry()
    serial = " ".join(filter(None, (screen.manufacturer(), screen.model(), screen.serialNumber())))
    return Monitor(screen.name(), serial if screen.serialNumber() else "",
                   area.x(), area.y(), area.width(), area.height())  # fmt: skip
