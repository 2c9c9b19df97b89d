"""The bundled typefaces: Inter, and a Chinese subset for fan names and people's names."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import assets
from ui.desktop.theme.tokens import Type

FAMILY = "Inter"
_PAPER = "InterTabular"
"""A version of Inter with tabular figures for PDF writers. On the screen, features of Inter do the same."""


@lru_cache
def load() -> tuple[str, ...]:
    """Load the bundled fonts into Qt, once. Return their families, the interface font first.

    Code that measures text must call this first, because measured widths are cached until the process ends. Raises
    FileNotFoundError if a font is missing and RuntimeError if Qt cannot read one, which means a damaged installation.
    """
    families = [FAMILY]
    for file in sorted(assets.path("fonts").glob("*.ttf")):
        if file.name.startswith(_PAPER):
            continue
        number = QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            raise RuntimeError(f"Qt cannot read the shipped font {file.name}")
        families += [name for name in QFontDatabase.applicationFontFamilies(number) if not name.startswith(FAMILY)]
    return tuple(families)


@lru_cache
def font(size: int, weight: int = 400, *, figures: bool = True, fractions: bool = False) -> QFont:
    """The interface font, ``size`` pixels high at 100 % scale. It is shared: do not change it.

    ``figures`` makes all digits equally wide (``tnum``); ``fractions`` draws ``2/3`` as one fraction (``frac``).
    """
    made = QFont(list(load()))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    if figures:
        made.setFeature(QFont.Tag("tnum"), 1)
    if fractions:
        made.setFeature(QFont.Tag("frac"), 1)
    return made


@lru_cache
def typeface(kind: Type, *, figures: bool = True, fractions: bool = False) -> QFont:
    """The interface font of one step of the type scale. It is shared: do not change it."""
    return font(kind.size, kind.weight, figures=figures, fractions=fractions)


@lru_cache
def metrics(kind: Type, *, figures: bool = True) -> QFontMetricsF:
    """The metrics of one step of the type scale."""
    return QFontMetricsF(typeface(kind, figures=figures))
