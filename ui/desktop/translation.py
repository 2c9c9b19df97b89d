"""The language in use, and the live switch: widgets keep messages, never what was said."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from tournament.language import ENGLISH, Language, Text


class Translator(QObject):
    """Says messages in the current language; whoever follows it speaks again when the language changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._language = ENGLISH

    @property
    def language(self) -> Language:
        """The language that the window speaks now."""
        return self._language

    def set_language(self, language: Language) -> None:
        """Speak ``language`` from now on; everything in view is said again."""
        if language != self._language:
            self._language = language
            self.changed.emit()

    def translate(self, text: Text | str) -> str:
        """Say ``text`` in the current language; a plain string is somebody's own words."""
        return self._language.render(text)

    def follow(self, speak: Callable[[], None]) -> None:
        """Call ``speak`` now and after each change of language.

        ``speak`` must be a method of a QObject: Qt then forgets it when that object dies.
        """
        self.changed.connect(speak)
        speak()


translator = Translator()
"""The one voice of the process, as the theme is its one look."""
