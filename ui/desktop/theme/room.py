"""The room a window has: three densities by its height, three classes by its width. Pixels at 100 % scale.

Every page lays itself out by these, so that all pages give way at the same sizes.
"""

from enum import Enum
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from ui.desktop.theme.tokens import Size

COMPACT_BELOW, LARGE_FROM = 1120, 1500
DENSE_BELOW, SPACIOUS_FROM = 720, 960


class WidthClass(Enum):
    """How wide the window is."""

    COMPACT = "compact"
    """Below 1120: a side panel becomes a page of its own, and what is at the side goes."""
    NORMAL = "normal"
    LARGE = "large"
    """From 1500: type and rows grow one step; columns keep a greatest width and stay together."""


class Density(Enum):
    """How high the window is, and what its bars and the edges of its pages take of that."""

    DENSE = ("dense", 40, 26, 8)
    """Below 720: the commonest laptop with its task bar."""
    NORMAL = ("normal", 52, 32, 16)
    SPACIOUS = ("spacious", 52, 32, 16)
    """From 960."""

    def __init__(self, _name: str, top_bar: int, status_bar: int, page_margin: int) -> None:
        self.top_bar = top_bar
        self.status_bar = status_bar
        self.page_margin = page_margin


class Room(NamedTuple):
    """The size of the window, bars and rail included."""

    width: int
    height: int

    @property
    def width_class(self) -> WidthClass:
        """Its class by width."""
        if self.width < COMPACT_BELOW:
            return WidthClass.COMPACT
        return WidthClass.NORMAL if self.width < LARGE_FROM else WidthClass.LARGE

    @property
    def density(self) -> Density:
        """Its class by height."""
        if self.height < DENSE_BELOW:
            return Density.DENSE
        return Density.NORMAL if self.height < SPACIOUS_FROM else Density.SPACIOUS

    @property
    def compact(self) -> bool:
        """Whether it is narrow."""
        return self.width_class is WidthClass.COMPACT

    @property
    def dense(self) -> bool:
        """Whether it is low."""
        return self.density is Density.DENSE

    @property
    def large(self) -> bool:
        """Whether type and rows can grow: wide, and not low."""
        return self.width_class is WidthClass.LARGE and self.density is Density.SPACIOUS


def room_of(page: QWidget) -> Room:
    """The room of the window around ``page``: as wide as page and rail, as what stands beside them takes its width."""
    window, bars = page.window(), Density.NORMAL
    height = page.height() + bars.top_bar + bars.status_bar if window is page else window.height()
    return Room(page.width() + Size.RAIL, height)
