"""The shipped typefaces for screens seen from afar: those of the window, and those of every other script for names."""

import unicodedata
from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import assets
from ui.desktop.theme.fonts import load

_HANGUL = "HANGUL"
_SHAPED = frozenset(
    ("ARABIC", "ARMENIAN", "BENGALI", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "HEBREW", "KANNADA",
     "KHMER", "LAO", "MALAYALAM", "MYANMAR", "SINHALA", "TAMIL", "TELUGU", "THAI")
)  # fmt: skip
"""Scripts with a font of their own, as Unicode names their letters."""
_LAST_LATIN = "\u052f"
"""Up to here stand Latin, Greek and Cyrillic."""


@lru_cache
def load_scripts() -> tuple[str, ...]:
    """Make the fonts of the scripts known to Qt, once, with the first screen; their families. Raises RuntimeError."""
    found: list[str] = []
    for file in sorted(assets.path("fonts", "scripts").glob("*.ttf")):
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"Qt cannot read the shipped font {file.name}")
        found += QFontDatabase.applicationFontFamilies(number)
    return tuple(found)


@lru_cache(maxsize=4096)
def families_for(text: str) -> tuple[str, ...]:
    """The families in which ``text`` is set, that of its script first: no other one is asked for what it lacks."""
    usual, scripts = load(), load_scripts()
    words = {unicodedata.name(letter, "").partition(" ")[0] for letter in text if letter > _LAST_LATIN}
    own = tuple(f"Noto Sans {word.title()}" for word in sorted(words & _SHAPED))
    own += ("Hangul Square",) if _HANGUL in words else ()
    assert set(own) <= set(scripts), "they ship with the program"
    return (*own, *usual, "Noto Emoji")


def hall_font(text: str, size: int, weight: int = 400) -> QFont:
    """The font of ``text`` on a screen, ``size`` pixels high on one of 1080; it is shared, so frozen."""
    return _font(families_for(text), size, weight, _are_figures(text))


def hall_metrics(text: str, size: int, weight: int = 400) -> QFontMetricsF:
    """Measures in it."""
    return _metrics(families_for(text), size, weight, _are_figures(text))


def _are_figures(text: str) -> bool:
    """Whether it is a number, in figures equally wide; among words they, and their hyphens, stand as usual."""
    return any(map(str.isdecimal, text)) and not any(map(str.isalpha, text))


@lru_cache(maxsize=512)
def _font(families: tuple[str, ...], size: int, weight: int, figures: bool) -> QFont:
    made = QFont(list(families))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if figures:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


@lru_cache(maxsize=512)
def _metrics(families: tuple[str, ...], size: int, weight: int, figures: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(families, size, weight, figures))
