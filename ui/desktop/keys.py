"""Key names of the user's keyboard: ``Ctrl+Return`` is ``Ctrl Enter`` or ``Ctrl Entrée``."""

import sys
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QKeySequence

from tournament.language import Language
from tournament.language.key_names import key_text
from ui.desktop.translation import translator

KEYS_SHOWN = "Ctrl+?"
"""Shows the list of all keys."""
ABOUT = "Ctrl+F1"
"""Shows version, updates and licences of the program."""
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
