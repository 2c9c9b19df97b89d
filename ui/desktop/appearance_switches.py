"""Buttons in the top bar that switch language and theme while the program runs, and save the choice."""

from itertools import pairwise

from PySide6.QtWidgets import QWidget

from tournament.language import LANGUAGES, Language, language_of, mark
from ui.desktop import preferences
from ui.desktop.theme import Appearance, Tone, theme
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.layouts import row


class AppearanceSwitches(QWidget):
    """Two buttons, each named after what it switches to."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = LinkButton("", shortcut="F9", tone=Tone.TEXT2)
        self._theme = LinkButton("", shortcut="F10", tone=Tone.TEXT2)
        row(self._language, self._theme, spacing=10, on=self)
        self._language.clicked.connect(self._switch_language)
        self._theme.clicked.connect(self._next_theme)
        theme.changed.connect(self._retranslate)
        translator.follow(self._retranslate)

    def _switch_language(self) -> None:
        choose_language(_next_language())

    def _next_theme(self) -> None:
        chosen = Appearance.LIGHT if theme.dark else Appearance.DARK
        preferences.keep_appearance(chosen)
        theme.set_choice(chosen)

    def _retranslate(self) -> None:
        self._language.set_text(_next_language().name)
        self._theme.set_text(mark("Light") if theme.dark else mark("Dark"))


class LanguageSwitch(Switch):
    """All languages of the window side by side, with the current one chosen."""

    def __init__(self) -> None:
        super().__init__(mark("Language"), [Segment(each.code, each.name) for each in LANGUAGES])
        self.chosen.connect(lambda code: choose_language(language_of(code)))
        translator.follow(self._follow_language)

    def _follow_language(self) -> None:
        self.set_current(translator.language.code)


def _next_language() -> Language:
    return next((after for each, after in pairwise(LANGUAGES) if each.name == translator.language.name), LANGUAGES[0])


def choose_language(language: Language) -> None:
    """Show the window in ``language`` from now on, also next time."""
    preferences.keep_language(language)
    translator.set_language(language)
