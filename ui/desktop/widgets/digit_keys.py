"""Lines that take digits on every keyboard without Shift, and from the number pad even without Num Lock."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit

from ui.entry.keyboard_digits import digit_place, digit_typed, total_typed

_PAD = {
    Qt.Key.Key_Insert: "0", Qt.Key.Key_End: "1", Qt.Key.Key_Down: "2", Qt.Key.Key_PageDown: "3", Qt.Key.Key_Left: "4",
    Qt.Key.Key_Clear: "5", Qt.Key.Key_Right: "6", Qt.Key.Key_Home: "7", Qt.Key.Key_Up: "8", Qt.Key.Key_PageUp: "9",
}  # fmt: skip
"""The digits of the number pad without Num Lock. A Mac has no Num Lock, and reports all arrows as being on the pad."""
_PLAIN = Qt.KeyboardModifier.NoModifier
_ON_PAD = Qt.KeyboardModifier.KeypadModifier
_WINDOW_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def take_digits(line: QLineEdit, *, signed: bool = False) -> None:
    """Let ``line`` read keys as digits, after a minus if ``signed``. Call it after installing other event filters.

    Undo and redo in the line act on the window: a few digits are quicker to type again than to undo one by one.
    """
    line.installEventFilter(_DigitKeys(line, _total if signed else _digit))


def _digit(character: str, place: str | None, _line: QLineEdit) -> str:
    return digit_typed(character, place)


def _total(character: str, place: str | None, line: QLineEdit) -> str:
    start = line.selectionStart() if line.hasSelectedText() else line.cursorPosition()
    return total_typed(character, place, line.text()[:start].strip())


class _DigitKeys(QObject):
    def __init__(self, line: QLineEdit, meaning: Callable[[str, str | None, QLineEdit], str]) -> None:
        super().__init__(line)
        self._line, self._meaning = line, meaning

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() is QEvent.Type.ShortcutOverride and any(map(event.matches, _WINDOW_KEYS)):
            event.ignore()
            return True
        if event.type() is not QEvent.Type.KeyPress:
            return False
        typed = self._read(event)
        if typed == event.text():
            return False
        QApplication.sendEvent(watched, QKeyEvent(QEvent.Type.KeyPress, Qt.Key(ord(typed)), _PLAIN, typed))
        return True

    def _read(self, event: QKeyEvent) -> str:
        character, held = event.text(), event.modifiers()
        if held == _ON_PAD and sys.platform != "darwin":
            return character or _PAD.get(Qt.Key(event.key()), "")
        if held != _PLAIN or len(character) != 1 or not character.isprintable():
            return character
        place = digit_place(sys.platform, event.nativeScanCode(), event.nativeVirtualKey())
        return self._meaning(character, place, self._line)
