"""Language and theme, switched in the top bar while the program runs, and kept for the next time."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import LANGUAGES, mark
from ui.desktop import preferences
from ui.desktop.theme import Appearance, Tone, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton

OFFERED = LANGUAGES[:2]
"""Those in which every word is translated."""


class AppearanceSwitches(QWidget):
    """Two buttons, each named after what it changes to."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = LinkButton("", shortcut="F9", tone=Tone.TEXT2)
        self._look = LinkButton("", shortcut="F10", tone=Tone.TEXT2)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(10)
        line.addWidget(self._language)
        line.addWidget(self._look)
        self._language.clicked.connect(self._next_language)
        self._look.clicked.connect(self._next_look)
        theme.changed.connect(self._retranslate)
        translator.follow(self._retranslate)

    def _next_language(self) -> None:
        chosen = OFFERED[1] if translator.language == OFFERED[0] else OFFERED[0]
        preferences.keep_language(chosen)
        translator.set_language(chosen)

    def _next_look(self) -> None:
        chosen = Appearance.LIGHT if theme.dark else Appearance.DARK
        preferences.keep_appearance(chosen)
        theme.set_choice(chosen)

    def _retranslate(self) -> None:
        self._language.set_text(OFFERED[1].name if translator.language == OFFERED[0] else OFFERED[0].name)
        self._look.set_text(mark("Light") if theme.dark else mark("Dark"))
