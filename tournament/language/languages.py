"""The languages of the program; rendering messages and numbers in them; and isolating right-to-left text."""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from tournament.language.text import Days, Text, mark_in

if TYPE_CHECKING:
    from fractions import Fraction
    from gettext import NullTranslations


FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ISOLATES = str.maketrans("", "", FIRST_STRONG_ISOLATE + POP_ISOLATE)


def isolated(text: str) -> str:
    """Return ``text`` in a directional isolate if any of its letters runs from right to left; else as it is."""
    if text.isascii() or _RIGHT_TO_LEFT.search(text) is None:
        return text
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"


def without_isolates(text: str) -> str:
    """Return ``text`` without isolates, for use outside a page, such as the title of a file."""
    return text if text.isascii() else text.translate(_ISOLATES)


def joined(sentences: Iterable[str]) -> str:
    """Return ``sentences`` one after another: with a space, or without where a full-width mark has its own room."""
    return "".join(
        sentence if index == 0 or before.endswith(("。", "？", "！", "；", "：")) else f" {sentence}"
        for index, (before, sentence) in enumerate(pairwise(("", *sentences)))
    )


MINUS = "\N{MINUS SIGN}"
FRACTION_SLASH = "\N{FRACTION SLASH}"
_SINGLE = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 6): "⅙",
    (5, 6): "⅚",
}

_DECIMAL_MARKS = {"fr": ","}
"""The decimal mark by language, where it is not a point."""


def integer_text(number: int) -> str:
    """Return the number with U+2212 as minus: ``−12``, ``0``, ``12``."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def signed_text(number: "int | Fraction") -> str:
    """Return a change or a score with its sign: ``+12``, ``0``, ``−12``, ``+14⅓``. Running totals have no plus."""
    text = integer_text(number.numerator) if number.denominator == 1 else fraction_text(number)
    return f"+{text}" if number > 0 else text


def fraction_text(number: "Fraction | int", language: str = "en") -> str:
    """Return a number exactly, as people read it: ``14⅓``, ``½``, ``4 1⁄12``, ``7.07``."""
    whole, rest = fraction_parts(number, language)
    apart = " " if FRACTION_SLASH in rest and whole.lstrip(MINUS) else ""
    return f"{whole}{apart}{rest}"


def fraction_parts(number: "Fraction | int", language: str = "en") -> tuple[str, str]:
    """Return the number of :func:`fraction_text` in two parts, so that whole numbers line up in a column.

    The parts are ``14`` and ``⅓``, or ``7`` and ``.07``. Halves, thirds, quarters and their parts, which result from
    shared places, are fractions. Hundredths are decimals, and so is every number whose type has a true ``decimal``.
    """
    sign = MINUS if number < 0 else ""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    if not rest:
        return f"{sign}{whole}", ""
    decimal = number.denominator not in (2, 4) or getattr(number, "decimal", False)
    if decimal and 100 % number.denominator == 0:
        mark = _DECIMAL_MARKS.get(language, ".")
        return f"{sign}{whole}", f"{mark}{rest * 100 // number.denominator:02}"
    single = _SINGLE.get((rest, number.denominator))
    return f"{sign}{whole or ''}", single or f"{rest}{FRACTION_SLASH}{number.denominator}"


def apart_parts(number: "Fraction | int", language: str = "en") -> tuple[str, str]:
    """Return :func:`fraction_parts` for a column, with a space in the second part where the first would be read with
    it: ``2`` and ``2⁄11`` are not 22⁄11.
    """
    whole, rest = fraction_parts(number, language)
    return whole, f"\N{NO-BREAK SPACE}{rest}" if FRACTION_SLASH in rest and whole.lstrip(MINUS) else rest


def common_parts(number: "Fraction | int") -> tuple[str, str]:
    """Return the number in two parts, ``7`` and ``1⁄2``: every fraction is written like those without a sign."""
    sign = MINUS if number < 0 else ""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    if not rest:
        return f"{sign}{whole}", ""
    return f"{sign}{whole or ''}", f"{rest}{FRACTION_SLASH}{number.denominator}"


def average_text(number: "Fraction", language: str, decimals: int = 1) -> str:
    """Return an average rounded to ``decimals``, half away from zero, for reading: ``26.7``, in French ``26,7``."""
    scale = 10**decimals
    parts = (2 * scale * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    sign = MINUS if number < 0 and parts else ""
    rest = f"{_DECIMAL_MARKS.get(language, '.')}{parts % scale:0{decimals}}" if decimals else ""
    return f"{sign}{parts // scale}{rest}"


@dataclass(frozen=True, slots=True)
class Average:
    """An average as a value of a message, written by :func:`average_text`."""

    value: "Fraction"
    decimals: int = 1

    def of(self, language: str) -> str:
        """Return the number in the language with this code."""
        return average_text(self.value, language, self.decimals)


def amount_text(amount: "Fraction | int", language: str) -> str:
    """Return an amount of money, with hundredths at most: ``150``, ``150.50``, in French ``150,50``.

    An amount whose type has a true ``decimal`` always has hundredths: ``150.00``.
    """
    always = getattr(amount, "decimal", False)
    whole, hundredths = divmod(abs(amount.numerator) * 100 // amount.denominator, 100)
    sign = MINUS if amount < 0 else ""
    parts = f"{_DECIMAL_MARKS.get(language, '.')}{hundredths:02}" if hundredths or always else ""
    return f"{sign}{whole}{parts}"


def exact_text(number: "Fraction | int") -> str:
    """Return a number exactly, for CSV and JSON: ``13/2``, ``4``, ``-7.07``. :class:`fractions.Fraction` reads it."""
    decimals = "" if number.denominator in (2, 4) else fraction_parts(number)[1]
    return fraction_text(number).replace(MINUS, "-") if decimals.startswith(".") else str(number)


@runtime_checkable
class InEachLanguage(Protocol):
    """A value with its own words in each language, such as the name of a country."""

    def of(self, language: str, /) -> str:
        """Return the words in the language with this code."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the program, which renders messages, dates and numbers."""

    code: str
    """ISO 639-1: ``en``, ``fr`` or ``zh``."""
    name: str
    """Its name in the language itself."""
    isolates: bool = False
    """Whether to isolate right-to-left words from the sentence around them, as on pages for readers."""
    words: tuple[str, ...] = ()
    """The vocabularies whose sentences are preferred to the general ones, in order of precedence (`with_words`)."""

    @property
    def each(self) -> "tuple[Language, ...]":
        """The languages to show: this one, or both of a page in two languages."""
        return (self,)

    @property
    def for_readers(self) -> "Language":
        """The same language for a screen or a page, where words may run from right to left."""
        return replace(self, isolates=True)

    def with_words(self, words: tuple[str, ...]) -> "Language":
        """Return the same language in the words of a game, those of its rule set (``RuleSet.words``)."""
        return self if words == self.words else replace(self, words=words)

    def isolated(self, text: str) -> str:
        """Return a user's own ``text`` as a part of a line."""
        return isolated(text) if self.isolates else text

    def lines(self, text: Text | str) -> tuple[str, ...]:
        """Return ``text`` in each of the languages, to be shown one below the other.

        If the languages agree, the text is there once.
        """
        return tuple(dict.fromkeys(language.render(text) for language in self.each))

    def render(self, text: Text | str) -> str:
        """Return ``text`` in this language. A plain string is a user's own words, and is returned as it is."""
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
        """Return ``Saturday 13 June`` · ``samedi 13 juin``."""
        from babel.dates import format_date

        pattern = "M月d日EEEE" if self.code == "zh" else "EEEE d MMMM"
        return format_date(day, pattern, locale=self.code)

    def days(self, first: date, last: date) -> str:
        """Return ``5 and 6 December 2026``, ``5 to 8 December 2026`` or ``30 April to 2 May 2026``; one day as a date.

        Chinese shortens the last day, as in ``2026年12月5日至6日``, the others the first.
        """
        from babel.dates import format_date

        if first == last:
            return self.date(first)
        same_year = first.year == last.year
        same_month = same_year and first.month == last.month
        begins, ends = self.date(first), self.date(last)
        if self.code == "zh":
            if same_year:
                ends = format_date(last, "d日" if same_month else "M月d日", locale=self.code)
        elif same_year:
            begins = format_date(first, "d" if same_month else "d MMMM", locale=self.code)
        if same_month and (last - first).days == 1:
            return self.render(mark_in("days", "{first} and {last}")).format(first=begins, last=ends)
        return self.render(mark_in("days", "{first} to {last}")).format(first=begins, last=ends)

    def date(self, day: date) -> str:
        """Return ``13 June 2026`` · ``13 juin 2026``."""
        from babel.dates import format_date

        pattern = "y年M月d日" if self.code == "zh" else "d MMMM y"
        return format_date(day, pattern, locale=self.code)

    def moment(self, instant: datetime) -> str:
        """Return date and minute of ``instant`` in its time zone: ``13 June 2026, 14:02`` · ``2026年6月13日 14:02``."""
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
        if type(value) is tuple:  # Not `isinstance`: names in each language are tuples too.
            return ("、" if self.code == "zh" else ", ").join(map(self._value, value))
        if isinstance(value, _fraction()):
            return fraction_text(value, self.code)
        if isinstance(value, datetime):
            return self.moment(value)
        if isinstance(value, date):
            return self.date(value)
        if isinstance(value, Days):
            return self.days(value.first, value.last)
        kind: type = type(value)
        if _is_in_each_language(kind):
            return cast(InEachLanguage, value).of(self.code)
        return str(value)


@dataclass(frozen=True, slots=True)
class BilingualLanguage(Language):
    """Two languages on one page: each text is in both, or once if they agree. Numbers are those of the first."""

    first: Language = field(kw_only=True)
    second: Language = field(kw_only=True)

    @property
    def each(self) -> tuple[Language, ...]:
        """The two languages."""
        return (self.first, self.second)

    @property
    def for_readers(self) -> Language:
        """Both languages for a screen or a page, where words may run from right to left."""
        return replace(self, isolates=True, first=self.first.for_readers, second=self.second.for_readers)

    def with_words(self, words: tuple[str, ...]) -> Language:
        """Return both languages in the words of a game."""
        return replace(self, words=words, first=self.first.with_words(words), second=self.second.with_words(words))

    def render(self, text: Text | str) -> str:
        """Return whole sentences in one language and then in the other: ``Rank · Rang``."""
        return text if isinstance(text, str) else BETWEEN_LANGUAGES.join(self.lines(text))


BETWEEN_LANGUAGES = " · "
"""The separator of two languages on one line."""


def bilingual(first: Language, second: Language) -> Language:
    """Return both languages for one page; only one if they are the same."""
    if first.code == second.code:
        return first
    name = f"{first.name}{BETWEEN_LANGUAGES}{second.name}"
    return BilingualLanguage(first.code, name, first=first, second=second)


DOMAIN = "quatre-vents"
"""The catalogue of the general texts. That of a vocabulary appends its name: ``quatre-vents-classical``."""
ENGLISH = Language("en", "English")
LANGUAGES = (ENGLISH, Language("fr", "Français"), Language("zh", "中文"))
"""The languages into which every text is translated."""


def language_of(code: str) -> Language:
    """Return the language of ``code`` (``fr``, ``fr_FR``, ``fr-CA`` …); English if it is not known."""
    base = code.replace("-", "_").split("_")[0].lower()
    return next((language for language in LANGUAGES if language.code == base), ENGLISH)


_WINDOWS = {"French": "fr", "Chinese": "zh"}
"""The English names by which Windows calls the languages: ``French_France``, ``Chinese (Simplified)_China``."""


def system_language() -> Language:
    """Return the language that the system is set to, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return language_of(value.split(".")[0])
    import locale

    name = locale.setlocale(locale.LC_CTYPE).split(".")[0]  # `getlocale()` fails for names that Python does not know.
    return language_of(_WINDOWS.get(name.split("_")[0].split(" ")[0], name))


@lru_cache
def _is_in_each_language(kind: type) -> bool:
    """Whether values of ``kind`` have words of their own in each language.

    The result is cached, since checking a type against a protocol is slow.
    """
    return issubclass(kind, InEachLanguage)


@lru_cache
def _fraction() -> "type[Fraction]":
    """Return the class of fractions, which is imported with the first message that has values."""
    from fractions import Fraction

    return Fraction


@lru_cache
def _catalogue(code: str, words: tuple[str, ...]) -> "NullTranslations":
    """Return the texts of a language: those of each of ``words`` that it has, then the general ones."""
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
