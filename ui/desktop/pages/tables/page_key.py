"""Which key of the page was pressed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from ui.entry.page_keys import PageKey

_ARROWS = {Qt.Key.Key_Up: PageKey.UP, Qt.Key.Key_Down: PageKey.DOWN}
_LETTERS = {key.value: key for key in PageKey if len(key.value) == 1}
_WITH = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


def is_alone(event: QKeyEvent) -> bool:
    """Whether the key was pressed without Ctrl and Alt."""
    return not event.modifiers() & ~_WITH


def page_key(event: QKeyEvent) -> PageKey | None:
    """The key of the page that was pressed, or None."""
    if not is_alone(event):
        return None
    return _ARROWS.get(Qt.Key(event.key())) or _LETTERS.get(event.text().upper())
