"""A screen of the hall in a process of its own. It follows the event file as others write to it."""

import signal
import sys
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QApplication

from tournament.language import Language
from ui.desktop import preferences
from ui.desktop.bootstrap import make_controller
from ui.desktop.crash import CrashReporter
from ui.desktop.display.event_follower import EventFollower
from ui.desktop.display.screen_window import ScreenWindow
from ui.desktop.garbage import GarbageCollection
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.hall.hall_state import HallScreen, HallState


def show_alone(path: Path, screen: HallScreen, state: HallState, *, language: Language | None) -> int:
    """Show ``screen`` of the event at ``path`` until its window is closed or the process is interrupted."""
    preferences.keep_settings_of_qt()
    app = QApplication(sys.argv[:1])
    GarbageCollection(app)
    app.setApplicationName("quatre-vents")
    app.setApplicationDisplayName("Quatre Vents")
    CrashReporter().install()
    translator.set_language(language or preferences.language())
    theme.install(app, preferences.appearance())
    alone = LoneScreen(path, screen, state)
    # the window wakes up every second, so that the signal is handled
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    signal.signal(signal.SIGTERM, lambda *_: app.quit())
    alone.window.closed.connect(app.quit)
    try:
        return app.exec()
    finally:
        alone.close()


class LoneScreen:
    """The window, and what follows the file."""

    def __init__(self, path: Path, screen: HallScreen, state: HallState) -> None:
        self.controller = make_controller()
        self.controller.replace_event(self.controller.event_files.open_for_reading(path), read_only=True)
        self.window = ScreenWindow(self.controller, screen, state, followed=True)
        self.follower = EventFollower(self.controller, path)
        self.follower.trouble.connect(self.window.say_old)
        self.follower.hall_changed.connect(self.window.show_state)
        self.window.place_on(monitor_of(screen))

    def close(self) -> None:
        """Close the window and the file."""
        self.follower.stop()
        self.window.close()
        self.controller.close()


def monitor_of(screen: HallScreen) -> QScreen | None:
    """The monitor that ``screen`` fills: its own, otherwise a second one, such as a projector."""
    monitors = QGuiApplication.screens()
    if screen.monitor:
        return next((each for each in monitors if each.name() == screen.monitor), None)
    primary = QGuiApplication.primaryScreen()
    others = [each for each in monitors if each != primary]
    return others[0] if others else None
