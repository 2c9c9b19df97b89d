"""The shipped typefaces for screens seen from afar: those of the window, and those of every other script for names."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import assets
from ui.desktop.theme.fonts import load


@lru_cache
def families() -> tuple[str, ...]:
    """The families for a hall, the interface font first; the fonts of the scripts are loaded with the first screen."""
    found = list(load())
    for file in sorted(assets.path("fonts", "scripts").glob("*.ttf")):
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"Qt cannot read the shipped font {file.name}")
        found += QFontDatabase.applicationFontFamilies(number)
    return tuple(found)


@lru_cache(maxsize=256)
def hall_font(size: int, weight: int = 400) -> QFont:
    """The font of a screen, ``size`` pixels high on one of 1080, with figures equally wide; it is shared, so frozen."""
    made = QFont(list(families()))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


@lru_cache(maxsize=256)
def hall_metrics(size: int, weight: int = 400) -> QFontMetricsF:
    """Measures in it."""
    return QFontMetricsF(hall_font(size, weight))
