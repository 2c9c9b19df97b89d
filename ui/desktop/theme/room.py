"""The size of a window in classes: three by height, three by width, in pixels at 100 % scale.

All pages lay themselves out by these classes, so that they change at the same sizes.
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
    """Below 1120: a side panel becomes a page of its own, and what is at the side is hidden."""
    NORMAL = "normal"
    LARGE = "large"
    """From 1500: columns have a maximum width, and in a high window type and rows are one step larger."""


class Density(Enum):
    """How high the window is, and how much of that its bars and the margins of its pages take."""

    DENSE = ("dense", 40, 26, 8)
    """Below 720: the most common laptop with its task bar."""
    NORMAL = ("normal", 52, 32, 16)
    SPACIOUS = ("spacious", 52, 32, 16)
    """From 960."""

    def __init__(self, _name: str, top_bar: int, status_bar: int, page_margin: int) -> None:
        self.top_bar = top_bar
        self.status_bar = status_bar
        self.page_margin = page_margin


class Room(NamedTuple):
    """The size of the window, including its bars and rail."""

    width: int
    height: int

    @property
    def width_class(self) -> WidthClass:
        """The class of its width."""
        if self.width < COMPACT_BELOW:
            return WidthClass.COMPACT
        return WidthClass.NORMAL if self.width < LARGE_FROM else WidthClass.LARGE

    @property
    def density(self) -> Density:
        """The class of its height."""
        if self.height < DENSE_BELOW:
            return Density.DENSE
        return Density.NORMAL if self.height < SPACIOUS_FROM else Density.SPACIOUS

    @property
    def compact(self) -> bool:
        """Whether the window is narrow."""
        return self.width_class is WidthClass.COMPACT

    @property
    def dense(self) -> bool:
        """Whether the window is low."""
        return self.density is Density.DENSE

    @property
    def large(self) -> bool:
        """Whether there is space for larger type and rows: the window is wide and high."""
        return self.width_class is WidthClass.LARGE and self.density is Density.SPACIOUS


def room_of(page: QWidget) -> Room:
    """The window size for ``page``: the width is that of page and rail, without anything else beside the page."""
    window, bars = page.window(), Density.NORMAL
    height = page.height() + bars.top_bar + bars.status_bar if window is page else window.height()
    return Room(page.width() + Size.RAIL, height)
