"""The current language, in the words of the game that is played, and switching both while the program runs.

Widgets keep messages, never rendered text.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from tournament.language import ENGLISH, Language, Text


class Translator(QObject):
    """Renders messages in the current language. Followers render theirs again when it or the words change."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.language = ENGLISH
        """The current language of the window, in the words of the game. Set it with the methods."""
        self.translate: Callable[[Text | str], str] = ENGLISH.for_readers.render
        """Renders a message in the current language; a plain string is text that somebody entered, and stays as it is.

        An attribute and not a method, because the window calls it hundreds of times for each key.
        """

    def set_language(self, language: Language) -> None:
        """Switch to ``language``, in the same words; everything visible is rendered again."""
        self._switch(language.with_words(self.language.words))

    def set_words(self, words: tuple[str, ...]) -> None:
        """Speak the same language in the words of a rule set; everything visible is rendered again."""
        self._switch(self.language.with_words(words))

    def _switch(self, language: Language) -> None:
        if language != self.language:
            self.language, self.translate = language, language.for_readers.render
            self.changed.emit()

    def follow(self, retranslate: Callable[[], None]) -> None:
        """Call ``retranslate`` now and after each change of language.

        ``retranslate`` must be a method of a QObject, so that Qt disconnects it when that object is deleted.
        """
        self.changed.connect(retranslate)
        retranslate()


translator = Translator()
"""The translator of the process."""
