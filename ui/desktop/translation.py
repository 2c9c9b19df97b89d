"""The current language and the terms of the rules that are played, which can both change while the program runs.

Widgets keep messages, never rendered text.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from tournament.language import ENGLISH, Language, Text


class Translator(QObject):
    """Renders messages in the current language. Widgets follow it to render theirs again when it changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.language = ENGLISH
        """The current language with the terms of the rules. Use the methods to change it."""
        self.translate: Callable[[Text | str], str] = ENGLISH.for_readers.render
        """Renders a message in the current language. A plain string is text of a user, and is returned unchanged.

        It is an attribute and not a method because the window calls it hundreds of times for each key.
        """

    def set_language(self, language: Language) -> None:
        """Switch to ``language`` with the current terms; everything visible is rendered again."""
        self._switch(language.with_words(self.language.words))

    def set_words(self, words: tuple[str, ...]) -> None:
        """Use the terms ``words`` of a rule set in the current language; everything visible is rendered again."""
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
