"""The bundled typefaces: Inter, Chinese in two weights, and those of other scripts for people's names."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

import assets
from ui.desktop.theme.tokens import Type

FAMILY, CHINESE, _EMOJI = "Inter", "Noto Sans SC", "Emoji"
_PAPER = "InterTabular"
"""A version of Inter with tabular figures for PDF writers. On the screen, features of Inter do the same."""


@lru_cache
def load() -> tuple[str, ...]:
    """Load the bundled fonts into Qt, once. Return their families, in the order in which a character is searched.

    Code that measures text must call this first, because measured widths are cached until the process ends. Raises
    FileNotFoundError if a font is missing and RuntimeError if Qt cannot read one, which means a damaged installation.
    """
    families = [FAMILY, CHINESE]
    for file in (*sorted(assets.path("fonts").glob("*.ttf")), *sorted(assets.path("fonts", "scripts").glob("*.ttf"))):
        if not file.name.startswith(_PAPER):
            families += _load(file)
    emoji = [family for family in families if family.endswith(_EMOJI)]  # last: it has digits too
    return tuple(dict.fromkeys((*(family for family in families if family not in emoji), *emoji)))


def _load(file: Path) -> list[str]:
    number = QFontDatabase.addApplicationFont(str(file))
    if number < 0:
        raise RuntimeError(f"Qt cannot read the shipped font {file.name}")
    return QFontDatabase.applicationFontFamilies(number)


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
