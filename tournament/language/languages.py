"""The languages of the program, and rendering in one of them."""

import os
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from tournament.language.direction import isolated
from tournament.language.formats import fraction_text, integer_text
from tournament.language.text import Text

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import NullTranslations


@runtime_checkable
class InEachLanguage(Protocol):
    """What has its own words in each language, such as the name of a country."""

    def of(self, language: str, /) -> str:
        """The words in the language of this code."""


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the program; renders messages, dates and numbers."""

    code: str
    """ISO 639-1: ``en``, ``fr`` or ``zh``."""
    name: str
    """Its name in itself."""
    isolates: bool = False
    """Keeps words that run from right to left apart from the sentence around them, as a page for readers needs it."""
    words: tuple[str, ...] = ()
    """The vocabularies whose sentences come before the general ones, the first one first (`with_words`)."""

    @property
    def each(self) -> "tuple[Language, ...]":
        """Itself; the two of a page in two languages."""
        return (self,)

    @property
    def for_readers(self) -> "Language":
        """The same language on a screen or a page, where words may run from right to left."""
        return replace(self, isolates=True)

    def with_words(self, words: tuple[str, ...]) -> "Language":
        """The same language in the words of a game: those of its rule set (``RuleSet.words``)."""
        return self if words == self.words else replace(self, words=words)

    def isolated(self, text: str) -> str:
        """Somebody's own ``text`` as a part of a line put together."""
        return isolated(text) if self.isolates else text

    def lines(self, text: Text | str) -> tuple[str, ...]:
        """``text`` in each of the languages, once where they say the same: to be set one below the other."""
        return tuple(dict.fromkeys(language.render(text) for language in self.each))

    def render(self, text: Text | str) -> str:
        """Say ``text`` in this language. A plain string is somebody's own words: returned as it is."""
        if isinstance(text, str):
            return text
        if not text.translated:
            return text.message
        catalogue = _catalogue(self.code, self.words)
        if text.plural:
            message = catalogue.ngettext(text.message, text.plural, text.count)
        elif text.context:
            message = catalogue.pgettext(text.context, text.message)
        else:
            message = catalogue.gettext(text.message)
        if not text.values:
            return message
        return message.format_map({name: self._value(value) for name, value in text.values})

    def weekday(self, day: date) -> str:
        """``Saturday 13 June`` · ``samedi 13 juin``."""
        from babel.dates import format_date

        pattern = "M月d日EEEE" if self.code == "zh" else "EEEE d MMMM"
        return format_date(day, pattern, locale=self.code)

    def date(self, day: date) -> str:
        """``13 June 2026`` · ``13 juin 2026``."""
        from babel.dates import format_date

        pattern = "y年M月d日" if self.code == "zh" else "d MMMM y"
        return format_date(day, pattern, locale=self.code)

    def moment(self, instant: datetime) -> str:
        """Date and minute of ``instant`` in its own time zone: ``13 June 2026, 14:02`` · ``2026年6月13日 14:02``."""
        return f"{self.date(instant.date())}{' ' if self.code == 'zh' else ', '}{instant:%H:%M}"

    def _value(self, value: object) -> str:
        if isinstance(value, str):
            return self.isolated(str(value))
        if isinstance(value, Text):
            return self.render(value) if value.translated else self.isolated(value.message)
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, int):
            return integer_text(value)
        if type(value) is tuple:  # names in each language are one too
            return ("、" if self.code == "zh" else ", ").join(map(self._value, value))
        if isinstance(value, _fraction()):
            return fraction_text(value, self.code)
        if isinstance(value, datetime):
            return self.moment(value)
        if isinstance(value, date):
            return self.date(value)
        kind: type = type(value)
        if _is_in_each_language(kind):
            return cast(InEachLanguage, value).of(self.code)
        return str(value)


@dataclass(frozen=True, slots=True)
class BilingualLanguage(Language):
    """Two languages on one page: each text is said in both, once where they agree. Numbers are those of the first."""

    first: Language = field(kw_only=True)
    second: Language = field(kw_only=True)

    @property
    def each(self) -> tuple[Language, ...]:
        """The two."""
        return (self.first, self.second)

    @property
    def for_readers(self) -> Language:
        """Both of them so."""
        return replace(self, isolates=True, first=self.first.for_readers, second=self.second.for_readers)

    def with_words(self, words: tuple[str, ...]) -> Language:
        """Both of them so."""
        return replace(self, words=words, first=self.first.with_words(words), second=self.second.with_words(words))

    def render(self, text: Text | str) -> str:
        """``Rank · Rang``: whole sentences, in the one language and then in the other."""
        return text if isinstance(text, str) else BETWEEN_LANGUAGES.join(self.lines(text))


BETWEEN_LANGUAGES = " · "
"""Parts what two languages say on one line."""


def bilingual(first: Language, second: Language) -> Language:
    """Both languages on one page; the one alone where they are the same."""
    if first.code == second.code:
        return first
    name = f"{first.name}{BETWEEN_LANGUAGES}{second.name}"
    return BilingualLanguage(first.code, name, first=first, second=second)


DOMAIN = "quatre-vents"
"""The catalogue of the general texts; that of a vocabulary has its name besides: ``quatre-vents-classical``."""
ENGLISH = Language("en", "English")
LANGUAGES = (ENGLISH, Language("fr", "Français"), Language("zh", "中文"))
"""Every word is translated in each."""


def language_of(code: str) -> Language:
    """Return the language of ``code`` (``fr``, ``fr_FR``, ``fr-CA`` …), English for an unknown one."""
    base = code.replace("-", "_").split("_")[0].lower()
    return next((language for language in LANGUAGES if language.code == base), ENGLISH)


_WINDOWS = {"French": "fr", "Chinese": "zh"}
"""Windows names its languages in English: ``French_France``, ``Chinese (Simplified)_China``."""


def system_language() -> Language:
    """Return the language that the system asks for, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return language_of(value.split(".")[0])
    import locale

    name = locale.setlocale(locale.LC_CTYPE).split(".")[0]  # as it is: getlocale() fails at what it does not know
    return language_of(_WINDOWS.get(name.split("_")[0].split(" ")[0], name))


@lru_cache
def _is_in_each_language(kind: type) -> bool:
    """Asked once for each type, because Python takes long to compare one with a protocol."""
    return issubclass(kind, InEachLanguage)


@lru_cache
def _fraction() -> "type[Fraction]":
    """Loaded with the first message that holds more than words."""
    from fractions import Fraction

    return Fraction


@lru_cache
def _catalogue(code: str, words: tuple[str, ...]) -> "NullTranslations":
    """The texts of a language: those of each of ``words`` that it has, then the general ones."""
    import gettext

    if code == ENGLISH.code and not words:
        return gettext.NullTranslations()
    import assets

    domains = (*(f"{DOMAIN}-{each}" for each in words), DOMAIN)
    first, *others = (
        gettext.translation(domain, str(assets.path("locale")), [code], fallback=True) for domain in domains
    )
    for each in others:
        first.add_fallback(each)
    return first
