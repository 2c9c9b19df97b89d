"""The colours, sizes, type scale and size classes of windows. Lengths are pixels at 100 % scale.

All pages adapt to the size classes, three by width and three by height, so that they change at the same
sizes.
"""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from assets.chart_colours import DARK_SERIES, LIGHT_SERIES


@dataclass(frozen=True, slots=True)
class Tokens:
    """All colours of one theme, as ``#RRGGBB``."""

    bg: str
    """Background of the page."""
    rail: str
    surface: str
    """Cards, panels, fields."""
    surface2: str
    """Background of keys, quiet boxes, and disabled or waiting fields."""
    line: str
    """Rules."""
    line_strong: str
    """Borders of inputs, with a contrast of at least 3:1 on the surface."""
    text: str
    text2: str
    text3: str
    """Captions, with a contrast of at least 4.5:1."""
    accent: str
    """Selection, focus and the main button."""
    on_accent: str
    accent_soft: str
    """Selected row, current hand, focus halo."""
    paper: str
    """The score sheet, and its band, lines and ink."""
    band: str
    paper_line: str
    paper_rule: str
    ink: str
    felt: str
    """Background of the rack of tiles."""
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    danger: str
    danger_soft: str
    series: tuple[str, ...]
    """Colours of the series of a chart, in order."""


LIGHT = Tokens(
    bg="#F5F4F1",
    rail="#ECEAE4",
    surface="#FFFFFF",
    surface2="#F9F8F5",
    line="#E2DED6",
    line_strong="#8A8478",
    text="#1D1C1A",
    text2="#565249",
    text3="#6B665C",
    accent="#0E6073",
    on_accent="#FFFFFF",
    accent_soft="#E0EEF2",
    paper="#FFFDF6",
    band="#F6F0E0",
    paper_line="#ECE5D3",
    paper_rule="#C4B999",
    ink="#2A2620",
    felt="#DDE7E6",
    ok="#236A3A",
    ok_soft="#E3F1E6",
    warn="#865000",
    warn_soft="#FBEED6",
    danger="#AC281D",
    danger_soft="#FBE8E5",
    series=LIGHT_SERIES,
)

DARK = Tokens(
    bg="#17191B",
    rail="#111315",
    surface="#1F2225",
    surface2="#24282B",
    line="#363B3F",
    line_strong="#7E858C",
    text="#EEECE8",
    text2="#BEBBB5",
    text3="#9E9B94",
    accent="#6CC3D5",
    on_accent="#06242B",
    accent_soft="#173840",
    paper="#262420",
    band="#2E2B25",
    paper_line="#37342D",
    paper_rule="#655F50",
    ink="#F0EBDD",
    felt="#1B2A2D",
    ok="#7CC592",
    ok_soft="#1B3224",
    warn="#E8B65F",
    warn_soft="#3A2C13",
    danger="#F2998F",
    danger_soft="#40211E",
    series=DARK_SERIES,
)


class Tone(Enum):
    """A colour for text and signs, by its meaning. The value names the token."""

    TEXT = "text"
    TEXT2 = "text2"
    TEXT3 = "text3"
    ACCENT = "accent"
    OK = "ok"
    WARN = "warn"
    DANGER = "danger"
    INK = "ink"
    """On paper."""

    def of(self, tokens: Tokens) -> str:
        """The colour of this tone in ``tokens``."""
        colour: str = getattr(tokens, self.value)
        return colour


class Type(Enum):
    """The type scale: size and line height in pixels, weight from 400 to 700."""

    PAGE_TITLE = (20, 26, 600)
    PANEL_TITLE = (16, 22, 600)
    BODY = (14, 20, 400)
    NAME = (14, 20, 500)
    TOTAL = (14, 20, 600)
    LARGE = (15, 21, 400)
    LARGE_NAME = (15, 21, 500)
    LARGE_TOTAL = (15, 21, 600)
    DENSE = (13, 18, 400)
    LABEL = (13, 18, 500)
    DENSE_TOTAL = (13, 18, 600)
    CAPTION = (12, 16, 400)
    HEAD = (12, 16, 500)
    CAPTION_STRONG = (12, 16, 600)
    RAIL_KEY = (11, 14, 400)
    MARK = (11, 14, 600)
    CLOCK = (18, 24, 600)
    CARD_NUMBER = (22, 26, 600)
    FIGURE = (30, 36, 600)
    FIGURE_LESSER = (30, 36, 400)
    BIG_FIGURE = (44, 50, 600)
    BIG_FIGURE_LESSER = (44, 50, 400)

    def __init__(self, size: int, line: int, weight: int) -> None:
        self.size = size
        """Size of the type."""
        self.line = line
        """Line height."""
        self.weight = weight
        """400 regular, 500 medium, 600 semibold, 700 bold."""

    __hash__ = object.__hash__
    """Members hash by identity, because painting uses them as cache keys very often."""

    @property
    def larger(self) -> "Type":
        """The next larger step, for lists in a large window. Titles and figures keep their size."""
        return _LARGER.get(self, self)


_LARGER = {
    Type.BODY: Type.LARGE,
    Type.NAME: Type.LARGE_NAME,
    Type.TOTAL: Type.LARGE_TOTAL,
    Type.DENSE: Type.BODY,
    Type.LABEL: Type.NAME,
    Type.DENSE_TOTAL: Type.TOTAL,
    Type.CAPTION: Type.DENSE,
    Type.HEAD: Type.LABEL,
    Type.CAPTION_STRONG: Type.DENSE_TOTAL,
}


class Size(IntEnum):
    """Sizes that several widgets share. Spacing is 4, 8, 12, 16, 20 or 24."""

    KEY_RADIUS = 4
    PAPER_RADIUS = 6
    RADIUS = 7
    CARD_RADIUS = 9
    RING = 3
    PAGE_MARGIN = 16
    PANEL_MARGIN = 20
    RAIL = 88
    PANEL = 340
    ROW = 33
    TALL_ROW = 48
    FIELD = 38
    BUTTON = 38


COMPACT_BELOW, LARGE_FROM = 1120, 1500
DENSE_BELOW, SPACIOUS_FROM = 720, 960


class WidthClass(Enum):
    """How wide the window is."""

    COMPACT = "compact"
    """Below 1120: a side panel is shown instead of the page, not beside it, and less important parts are hidden."""
    NORMAL = "normal"
    LARGE = "large"
    """From 1500: columns have a maximum width, and in a high window type and rows are one step larger."""


class Density(Enum):
    """The class of the height of the window, with the heights of its bars and the margin of its pages."""

    DENSE = ("dense", 40, 26, 8)
    """Below 720: the most common size of laptop screens, less the task bar."""
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
    """The window size for ``page``. Its width is that of page and rail, so open help beside the page does not count."""
    window, bars = page.window(), Density.NORMAL
    height = page.height() + bars.top_bar + bars.status_bar if window is page else window.height()
    return Room(page.width() + Size.RAIL, height)
