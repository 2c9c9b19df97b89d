"""The real window, off screen, opening one file after the other: what it shows, and what escapes it."""

import sys
import traceback
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from time import monotonic
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from tournament.language import ENGLISH, Text
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.translation import translator
from ui.desktop.window import Window

PATIENCE = 20.0
"""Seconds in which a file must be opened or refused."""
_HARMLESS = "This plugin does not support"
"""What the offscreen platform says of itself."""


@dataclass(slots=True)
class Opened:
    """What became of one file."""

    fingerprint: str = ""
    """Of the event that is open now; nothing when it was refused."""
    damaged: bool = False
    """It is open for reading alone, and every page says that it is damaged."""
    refusal: str = ""
    faults: list[str] = field(default_factory=list)
    """Errors that escaped, and warnings of Qt."""


class OpeningWindow:
    """One window, which stays."""

    def __init__(self) -> None:
        self._app = QApplication.instance() or QApplication([])
        translator.set_language(ENGLISH)
        self._controller: EventController = bootstrap.make_controller("Referee")
        self._window = Window(self._controller)
        self._window.show()
        self._now = Opened()
        self._over = False
        self._controller.opened.connect(self._end)
        self._controller.messages.event_refused.connect(self._refused)

    def open(self, path: Path) -> Opened:
        """Open ``path`` as a user does, look at the page that is shown, and close the event again."""
        self._now, self._over = Opened(), False
        kept, handler = sys.excepthook, qInstallMessageHandler(self._keep_message)
        sys.excepthook = self._keep_error
        try:
            self._controller.navigation.event_wanted.emit(path)
            until = monotonic() + PATIENCE
            while not self._over and not self._now.faults and monotonic() < until:
                self._app.processEvents()
            if not self._over and not self._now.faults:
                self._now.faults.append(f"neither opened nor refused after {PATIENCE:.0f} s")
            view = self._controller.view
            if view is not None:
                self._now.fingerprint, self._now.damaged = str(view.fingerprint), self._controller.damaged
            for _ in range(3):
                self._app.processEvents()
            self._window.grab()
            self._controller.close()
            self._app.processEvents()
        finally:
            sys.excepthook = kept
            qInstallMessageHandler(handler)
        return self._now

    def end(self) -> None:
        """Close the window for good."""
        self._window.close()
        self._window.deleteLater()
        self._app.processEvents()

    def _end(self) -> None:
        self._over = True

    def _refused(self, _path: object, text: Text) -> None:
        self._now.refusal, self._over = ENGLISH.render(text), True

    def _keep_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._now.faults.append("".join(traceback.format_exception(kind, error, trace)[-3:]))

    def _keep_message(self, _kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if not message.startswith(_HARMLESS):
            self._now.faults.append(f"Qt: {message}")


@lru_cache(maxsize=1)
def opening_window() -> OpeningWindow:
    """The window of this process."""
    return OpeningWindow()
