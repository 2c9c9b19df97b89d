"""The shipped typefaces: Inter for everything, a Chinese subset for names of fan and of people."""

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import assets
from ui.desktop.theme.tokens import Type

FAMILY = "Inter"
_PAPER = "InterTabular"
"""Made ready for PDF writers; the screen asks Inter for its features."""


@lru_cache
def load() -> tuple[str, ...]:
    """Make the shipped fonts known to Qt, once, and give their families, the interface font first.

    Whatever is measured asks for them here: a width taken in another font would be kept as long as the process runs.
    Raises FileNotFoundError if they are missing and RuntimeError if Qt cannot read one: a damaged installation.
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
    """Give the interface font, ``size`` pixels high at 100 % scale; treat it as frozen, it is shared.

    ``figures`` sets all digits equally wide (``tnum``), ``fractions`` draws ``2/3`` as one fraction (``frac``).
    """
    made = QFont(list(load()))
    made.setPixelSize(size)
    made.setWeight(QFont.Weight(weight))
    if figures:
        made.setFeature(QFont.Tag("tnum"), 1)
    if fractions:
        made.setFeature(QFont.Tag("frac"), 1)
    return made


def typeface(kind: Type, *, figures: bool = True, fractions: bool = False) -> QFont:
    """Give the interface font of one step of the type scale."""
    return font(kind.size, kind.weight, figures=figures, fractions=fractions)


@lru_cache
def metrics(kind: Type, *, figures: bool = True) -> QFontMetricsF:
    """Measure in one step of the type scale."""
    return QFontMetricsF(typeface(kind, figures=figures))
