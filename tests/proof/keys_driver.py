"""The program under random keys: ``python -m tests.proof.keys_driver ORDER``, where ORDER is a line of JSON.

It starts the window as ``python -m ui.desktop`` does and then presses keys, clicks, turns the wheel and drags, on the
window in front, chosen by a seed. Meanwhile windows are closed and opened again, monitors are plugged in and out, the
language and the colours change, and another program touches the event file. Every action is a line in a log before it
is done; a warning of Qt is a line in another.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, TextIO

from PySide6.QtCore import QEvent, QMessageLogContext, QObject, QPoint, Qt, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.monitors import DESK, NORTH, SOUTH, plug_in
from tournament.language import LANGUAGES
from ui.desktop import __main__ as desktop
from ui.desktop.crash import CrashReporter
from ui.desktop.theme import Appearance, theme
from ui.desktop.translation import translator
from ui.desktop.window import Window, open_window

_HARMLESS = (
    *(f"This plugin does not support {what}" for what in ("propagateSizeHints()", "raise()", "grabbing the keyboard")),
    "This plugin does not support QPlatformServices::openDocument()",
    "PulseAudioService: pa_context_connect() failed",
)
"""What the offscreen platform, and a machine without a loudspeaker, say of themselves."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,-+/"
_EDITING = (
    *(Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
    *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp),
    *(Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Menu),
)
_FUNCTION = tuple(getattr(Qt.Key, f"Key_F{number}") for number in range(1, 13))
_NONE, _CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
_SHIFT, _ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
_MONITORS = ((DESK,), (DESK, NORTH), (DESK, SOUTH), (DESK, NORTH, SOUTH))
_MOST_HELD = 30
_PAUSE = 5
"""Milliseconds between two actions: work in other threads goes on meanwhile."""


class RandomHands(QObject):
    """Does one random action after the other, also while a dialog waits."""

    def __init__(self, window: Window, order: dict[str, Any], log: TextIO) -> None:
        super().__init__(QApplication.instance())
        self._window, self._log = window, log
        self._chance = Random(order["seed"])
        self._left: int = order["actions"]
        self._folder = Path(order["folder"])
        self._offscreen = QApplication.platformName() == "offscreen"
        self._acts: dict[Callable[[], None], int] = {
            self._key: 60,
            self._word: 10,
            self._hold: 4,
            self._click: 16,
            self._wheel: 4,
            self._drag: 3,
            self._close: 2,
            self._language: 1,
            self._colours: 1,
            self._monitors: 1 if self._offscreen else 0,
            self._touch: 1,
        }

    def start(self) -> None:
        """Begin: each action asks for the next one first, since it may open a dialog that waits inside it."""
        QTimer.singleShot(_PAUSE, self._act)

    def _act(self) -> None:
        self._left -= 1
        if self._left <= 0:
            if self._left == 0:
                self._note("end")
            QApplication.closeAllWindows()
            QApplication.exit()
            if QApplication.activeModalWidget() is not None:  # which ends the loop of a dialog, not that of the program
                QTimer.singleShot(_PAUSE, self._act)
            return
        QTimer.singleShot(_PAUSE, self._act)
        if not self._window.isVisible() and not QApplication.activeModalWidget():
            self._note("show the window")
            self._window.show()
            self._window.activateWindow()
        (act,) = self._chance.choices(list(self._acts), list(self._acts.values()))
        act()

    def _note(self, what: str) -> None:
        self._log.write(what + "\n")
        self._log.flush()

    def _front(self) -> QWidget:
        """The widget that has the keyboard."""
        for found in (QApplication.activePopupWidget(), QApplication.focusWidget(), QApplication.activeModalWidget()):
            if found is not None:
                return found
        return self._window

    def _key(self) -> None:
        kind = self._chance.random()
        held = _NONE
        key: Qt.Key | str
        if kind < 0.35:
            key = self._chance.choice(_EDITING)
            held = self._chance.choice((_NONE, _NONE, _NONE, _SHIFT, _CTRL))
        elif kind < 0.7:
            key = self._chance.choice(_LETTERS)
        elif kind < 0.8:
            key, held = self._chance.choice(_FUNCTION), self._chance.choice((_NONE, _SHIFT))
        elif kind < 0.9:
            key, held = self._chance.choice("abcdefghijklmnoprstuvwxyz0123456789"), _CTRL  # without Ctrl+Q
            held = held | _SHIFT if self._chance.random() < 0.3 else held
        else:
            key, held = self._chance.choice("0123456789"), _ALT
        self._press(key, held)

    def _press(self, key: Qt.Key | str, held: Qt.KeyboardModifier) -> None:
        front = self._front()
        self._note(f"{held.name} {key if isinstance(key, str) else key.name} on {type(front).__name__}")
        if isinstance(key, str):
            QTest.keyClicks(front, key, held)
        else:
            QTest.keyClick(front, key, held)

    def _word(self) -> None:
        for _ in range(self._chance.randint(2, 6)):
            self._press(self._chance.choice("0123456789"), _NONE)
        self._press(Qt.Key.Key_Return, _NONE)

    def _hold(self) -> None:
        key = self._chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Down, Qt.Key.Key_Backspace, Qt.Key.Key_Tab))
        times = self._chance.randint(2, _MOST_HELD)
        self._note(f"hold {key.name} {times} times")
        for number in range(times):
            event = QKeyEvent(QEvent.Type.KeyPress, key, _NONE, "\r" if key == Qt.Key.Key_Return else "", number > 0)
            QApplication.sendEvent(self._front(), event)

    def _somewhere(self) -> tuple[QWidget, QPoint] | None:
        """A window in view, and a place in it."""
        modal = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        windows = (
            [modal] if modal is not None else [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        )
        if not windows:
            return None
        window = self._chance.choice(sorted(windows, key=lambda each: (type(each).__name__, each.windowTitle())))
        place = QPoint(self._chance.randrange(max(window.width(), 1)), self._chance.randrange(max(window.height(), 1)))
        return window, place

    def _click(self) -> None:
        found = self._somewhere()
        if found is None:
            return
        window, place = found
        target = window.childAt(place) or window
        button = Qt.MouseButton.RightButton if self._chance.random() < 0.1 else Qt.MouseButton.LeftButton
        double = self._chance.random() < 0.15
        self._note(f"{'double-' if double else ''}click {button.name} {place.x()},{place.y()} {type(target).__name__}")
        press = QTest.mouseDClick if double else QTest.mouseClick
        press(target, button, _NONE, target.mapFrom(window, place))

    def _wheel(self) -> None:
        found = self._somewhere()
        if found is None or found[0].windowHandle() is None:
            return
        window, place = found
        turns = self._chance.choice((-360, -120, 120, 360))
        self._note(f"wheel {turns} {place.x()},{place.y()}")
        QTest.wheelEvent(window.windowHandle(), place, QPoint(0, turns))

    def _drag(self) -> None:
        found = self._somewhere()
        if found is None:
            return
        window, place = found
        target = window.childAt(place) or window
        to = target.rect().center() + QPoint(self._chance.randint(-200, 200), self._chance.randint(-200, 200))
        self._note(f"drag {place.x()},{place.y()} {type(target).__name__}")
        QTest.mousePress(target, Qt.MouseButton.LeftButton, _NONE, target.mapFrom(window, place))
        QTest.mouseMove(target, to)
        QTest.mouseRelease(target, Qt.MouseButton.LeftButton, _NONE, to)

    def _close(self) -> None:
        modal = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        visible = [each for each in QApplication.topLevelWidgets() if each.isVisible() and each is not self._window]
        others = visible if modal is None else [modal]  # what waits behind it cannot be closed
        if others:
            other = self._chance.choice(sorted(others, key=lambda each: (type(each).__name__, each.windowTitle())))
            self._note(f"close {type(other).__name__} “{other.windowTitle()}”")
            other.close()

    def _language(self) -> None:
        language = self._chance.choice(LANGUAGES)
        self._note(f"language {language.code}")
        translator.set_language(language)

    def _colours(self) -> None:
        choice = self._chance.choice(list(Appearance))
        self._note(f"colours {choice.value}")
        theme.set_choice(choice)

    def _monitors(self) -> None:
        monitors = self._chance.choice(_MONITORS)
        self._note(f"monitors {' '.join(each.name for each in monitors)}")
        plug_in(*monitors)

    def _touch(self) -> None:
        """Do to an event file what other programs do to files."""
        files = sorted(self._folder.rglob("*.qv"))
        if not files:
            return
        file = self._chance.choice(files)
        way = self._chance.choice(("move and back", "replace by a copy", "touch", "move away"))
        self._note(f"{way}: {file.name}")
        aside = file.with_name(file.name + ".aside")
        with suppress(FileNotFoundError):
            match way:
                case "move and back":
                    file.rename(aside)
                    QTimer.singleShot(50, lambda: aside.exists() and not file.exists() and aside.rename(file))
                case "replace by a copy":
                    shutil.copyfile(file, aside)
                    aside.rename(file)
                case "touch":
                    os.utime(file)
                case _:
                    file.rename(file.with_name(f"moved-{self._left}.qv"))


def main() -> None:
    """Start the program with the file of ORDER, if it has one, and let the keys begin."""
    order = json.loads(sys.argv[1])
    folder = Path(order["logs"])
    log = (folder / "actions.txt").open("w", encoding="utf-8")
    warnings = (folder / "warnings.txt").open("w", encoding="utf-8")

    def keep(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if not message.startswith(_HARMLESS):
            warnings.write(message + "\n")
            warnings.flush()

    installed = CrashReporter.install

    def install(reporter: CrashReporter) -> None:
        installed(reporter)
        qInstallMessageHandler(keep)

    def open_and_begin(window: Window) -> None:
        open_window(window)
        QApplication.setQuitOnLastWindowClosed(False)
        RandomHands(window, order, log).start()

    setattr(CrashReporter, "install", install)  # noqa: B010
    setattr(desktop, "open_window", open_and_begin)  # noqa: B010
    sys.argv = ["quatre-vents", *order["arguments"]]
    sys.exit(desktop.main())


if __name__ == "__main__":
    main()
