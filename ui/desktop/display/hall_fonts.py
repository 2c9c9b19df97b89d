"""The bundled typefaces for the screens of the hall: those of the window, and those of other scripts for names."""

import unicodedata
from functools import lru_cache
from threading import get_ident

from PySide6.QtGui import QFont, QFontMetricsF

from ui.desktop.theme.fonts import load

_HANGUL = "HANGUL"
_SHAPED = frozenset(
    ("ARABIC", "ARMENIAN", "BENGALI", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "HEBREW", "KANNADA",
     "KHMER", "LAO", "MALAYALAM", "MYANMAR", "SINHALA", "TAMIL", "TELUGU", "THAI")
)  # fmt: skip
"""Scripts that have their own bundled font, by the first word of the Unicode names of their letters."""
_LAST_LATIN = "\u052f"
"""The last character of Latin, Greek and Cyrillic."""


@lru_cache(maxsize=4096)
def families_for(text: str) -> tuple[str, ...]:
    """The font families for ``text``, those of its scripts first. Fonts of the system are not used."""
    usual = load()
    words = {unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter > _LAST_LATIN}
    own = tuple(f"Noto Sans {word.title()}" for word in sorted(words & _SHAPED))
    own += ("Hangul Square",) if _HANGUL in words else ()
    assert set(own) <= set(usual), "they ship with the program"
    return (*own, *usual)


def hall_font(text: str, size: int, weight: int = 400) -> QFont:
    """The font for ``text``, ``size`` pixels high on a screen 1080 high. It is shared: do not change it.

    Each thread has fonts of its own, since Qt keeps in them what it has prepared for the thread that uses them.
    """
    return _font(families_for(text), size, weight, _are_figures(text), get_ident())


def hall_metrics(text: str, size: int, weight: int = 400) -> QFontMetricsF:
    """The metrics of :func:`hall_font`."""
    return _metrics(families_for(text), size, weight, _are_figures(text), get_ident())


@lru_cache(maxsize=8192)
def hall_width(text: str, size: int, weight: int = 400) -> float:
    """The width of ``text`` on one line, in units. A page of a list asks for the same widths again and again."""
    return hall_metrics(text, size, weight).horizontalAdvance(text)


def _are_figures(text: str) -> bool:
    """Whether ``text`` has digits and no letters. It is then set in digits of equal width."""
    return any(map(str.isdecimal, text)) and not any(map(str.isalpha, text))


@lru_cache(maxsize=1024)
def _font(families: tuple[str, ...], size: int, weight: int, figures: bool, _thread: int) -> QFont:
    made = QFont(list(families))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if figures:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


@lru_cache(maxsize=1024)
def _metrics(families: tuple[str, ...], size: int, weight: int, figures: bool, thread: int) -> QFontMetricsF:
    return QFontMetricsF(_font(families, size, weight, figures, thread))
