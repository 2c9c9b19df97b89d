"""The language in use, and its switch while the program runs: widgets keep messages, never rendered text."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from tournament.language import ENGLISH, Language, Text


class Translator(QObject):
    """Renders messages in the current language; whoever follows it renders them again when the language changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._language = ENGLISH
        self._for_readers = ENGLISH.for_readers

    @property
    def language(self) -> Language:
        """The language of the window now."""
        return self._language

    def set_language(self, language: Language) -> None:
        """Use ``language`` from now on; everything in view is rendered again."""
        if language != self._language:
            self._language, self._for_readers = language, language.for_readers
            self.changed.emit()

    def translate(self, text: Text | str) -> str:
        """Render ``text`` in the current language; a plain string is somebody's own words, given back as it is."""
        return self._for_readers.render(text)

    def follow(self, retranslate: Callable[[], None]) -> None:
        """Call ``retranslate`` now and after each change of language.

        ``retranslate`` must be a method of a QObject: Qt then forgets it when that object dies.
        """
        self.changed.connect(retranslate)
        retranslate()


translator = Translator()
"""The only one of the process, as there is one theme."""
