"""The current language and the terms of the rules that are played, which can both change while the program runs.

Widgets keep messages, never rendered text.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QObject, QTranslator, Signal

from tournament.language import ENGLISH, Language, Text, mark

KEY_START, KEY_END = "\ue000", "\ue001"
"""Characters of Unicode's private use area around a key in a sentence, which names never contain."""
_FIRST = mark("Players")
"""A text that is rendered to read the catalogues of a language."""
_PLAIN = str.maketrans("", "", KEY_START + KEY_END)


def without_key_marks(text: str) -> str:
    """``text`` with the names of its keys alone, for what cannot draw keys, such as labels and screen readers."""
    return text.translate(_PLAIN)


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
            # This reads the catalogues. If one cannot be read, nothing has changed: without texts, painting would fail
            # half-way, and Qt ends the program when a painter is left active.
            language.render(_FIRST)
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


_QT_WORDS = {"fr": "qtbase_fr", "zh": "qtbase_zh_CN"}
"""The names of Qt's translations, by the code of the language of the window."""


_MISSING_IN_QT = {
    text.message: text
    for text in (
        *(mark("Page &Set:"), mark("Page &order:"), mark("Pages &per sheet:")),
        *(mark("&Look in:"), mark("Files of &type:"), mark("Drive"), mark("Folder")),
    )
}
"""Texts of Qt's dialogs that its French and Chinese translations lack, by what Qt asks for."""


class _MissingWords(QTranslator):
    """Translates what Qt's own translation lacks."""

    def translate(self, _context: str, text: str, *_others: object) -> str | None:
        """Return ``text`` in the language of the window; None if Qt shall go on searching."""
        missing = _MISSING_IN_QT.get(text)
        return None if missing is None else translator.translate(missing)

    def isEmpty(self) -> bool:
        """Whether it translates nothing; Qt ignores it then."""
        return False


@contextmanager
def qt_words() -> Iterator[None]:
    """Install Qt's translation for the window's language, for its own dialogs and for the menu of a line edit.

    Qt shows its own file dialog if the system has none.
    """
    words, missing, name = QTranslator(), _MissingWords(), _QT_WORDS.get(translator.language.code)
    found = name is not None and words.load(name, QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    installed = (missing, words) if found else ()  # Qt asks the one that was installed last first
    for each in installed:
        QCoreApplication.installTranslator(each)
    try:
        yield
    finally:
        for each in installed:
            QCoreApplication.removeTranslator(each)
