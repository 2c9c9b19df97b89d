"""Keys: their names on the user's keyboard, and what a widget does at a key.

``Ctrl+Return`` is ``Ctrl Enter`` or ``Ctrl Entrée``.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from tournament.language import Language
from tournament.language.key_names import key_text
from ui.desktop.translation import translator

KEYS_SHOWN = "Ctrl+?"
"""Shows the list of all keys."""
ABOUT = "Ctrl+F1"
"""Shows version, updates and licences of the program."""
LOCK = "Ctrl+Shift+K"
"""Signs out, and asks who comes next."""
KEY_START, KEY_END = "\ue000", "\ue001"
"""Private-use characters around a key in a sentence. Nobody can type them into a name."""


def key_name(sequence: str) -> str:
    """The name of a shortcut in Qt's portable form (``Ctrl+Return``, ``Alt+4``, ``G``), in the current language."""
    if sys.platform == "darwin" and "+" in sequence:
        return QKeySequence(sequence).toString(QKeySequence.SequenceFormat.NativeText)
    return _in_words(sequence, translator.language)


@lru_cache(maxsize=512)
def _in_words(sequence: str, language: Language) -> str:
    return language.render(key_text(sequence))


@dataclass(frozen=True, slots=True)
class Key:
    """A key in a message: ``mark("Press {key}.", key=Key("X"))``. A KeyText draws it as a key."""

    sequence: str
    """In Qt's portable form."""

    def __str__(self) -> str:
        return f"{KEY_START}{key_name(self.sequence)}{KEY_END}"


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
ESCAPE = Qt.Key.Key_Escape
UP, DOWN = Qt.Key.Key_Up, Qt.Key.Key_Down


def answer_keys(widget: QWidget, answers: Mapping[Qt.Key, Callable[[], object]]) -> None:
    """Call the function in ``answers`` for a key pressed in ``widget``. A held Esc calls it once."""
    widget.installEventFilter(_KeyAnswers(widget, answers))


class _KeyAnswers(QObject):
    def __init__(self, widget: QWidget, answers: Mapping[Qt.Key, Callable[[], object]]) -> None:
        super().__init__(widget)
        self._answers = answers

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        answer = self._answers.get(Qt.Key(event.key()))
        if answer is not None and not (event.isAutoRepeat() and event.key() == ESCAPE):
            answer()
        return answer is not None
