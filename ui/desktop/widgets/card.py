"""Surfaces: a card, a side panel, a line between two things."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.layouts import column


class Card(QFrame):
    """Surface with a line around it; selected: soft accent and a border of two pixels, nothing moves."""

    def __init__(
        self, *, quiet: bool = False, margins: tuple[int, int] = (20, 16), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._quiet = quiet
        self._selected = False
        self.body = column(margins=margins, on=self)
        """Where its contents go."""

    def set_selected(self, selected: bool) -> None:
        """Mark it as the chosen one."""
        self._selected = selected
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface and its border."""
        draw_card(self, QRectF(self.rect()), selected=self._selected, quiet=self._quiet)


class SidePanel(QFrame):
    """A panel along the window's edge: surface, one line towards the page."""

    def __init__(self, *, width: int = Size.PANEL, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(width)
        self.body = column(margins=(Size.PANEL_MARGIN, 16, Size.PANEL_MARGIN, Size.PANEL_MARGIN), on=self)
        """Where its contents go."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface and the line at its left."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(theme.tokens.surface))
        painter.fillRect(0, 0, 1, self.height(), QColor(theme.tokens.line))


class Rule(QWidget):
    """A line of one pixel: across, or 20 high between things in a bar."""

    def __init__(self, *, upright: bool = False, strong: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._upright, self._strong = upright, strong
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if upright else free, fixed)

    def sizeHint(self) -> QSize:
        """One pixel thick."""
        return QSize(1, 20) if self._upright else QSize(1, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it."""
        tokens = theme.tokens
        painting.begin(self).fillRect(self.rect(), QColor(tokens.line_strong if self._strong else tokens.line))


def draw_card(widget: QWidget, rect: QRectF, *, selected: bool = False, quiet: bool = False) -> None:
    """Paint a card's ground."""
    tokens = theme.tokens
    ground = tokens.accent_soft if selected else tokens.surface2 if quiet else tokens.surface
    border, width = (tokens.accent, 2.0) if selected else (tokens.line, 1.0)
    painting.box(painting.begin(widget), rect, radius=Size.CARD_RADIUS, fill=ground, border=border, width=width)
