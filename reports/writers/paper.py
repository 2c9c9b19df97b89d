"""The sizes of paper."""

from enum import Enum


class PageSize(Enum):
    """A paper size in portrait: width and height in points (1/72 inch)."""

    A4 = (595.276, 841.890)
    A3 = (841.890, 1190.551)
    LETTER = (612.0, 792.0)
