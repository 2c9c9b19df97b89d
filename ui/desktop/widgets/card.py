"""Surfaces: a card, a bar or panel with a line along one edge, a line between two things."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.layouts import column

_UNBOUNDED = 1 << 20


class Card(QFrame):
    """A surface with a border.

    Selecting it changes the colour and makes the border two pixels wide, but moves nothing.
    """

    def __init__(
        self, *, quiet: bool = False, margins: tuple[int, int] = (20, 16), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._quiet = quiet
        self._selected = False
        self.body = column(margins=margins, on=self)
        """The layout of its contents."""

    def set_selected(self, selected: bool) -> None:
        """Show whether it is selected."""
        self._selected = selected
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the surface and its border."""
        tokens = theme.tokens
        ground = tokens.accent_soft if self._selected else tokens.surface2 if self._quiet else tokens.surface
        border, width = (tokens.accent, 2.0) if self._selected else (tokens.line, 1.0)
        rect = QRectF(self.rect())
        painting.box(painting.begin(self), rect, radius=Size.CARD_RADIUS, fill=ground, border=border, width=width)


class EdgedSurface(QFrame):
    """A plain background with a line along one edge: a bar of the window, or a panel at its side.

    ``ground`` and ``line`` name colours of the theme.
    """

    def __init__(
        self, edge: Qt.Edge, *, ground: str = "surface", line: str = "line", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._edge, self._ground, self._line = edge, ground, line
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # Qt need not paint what is below it

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background and the line."""
        painter, rect = painting.begin(self), self.rect()
        painter.fillRect(rect, QColor(getattr(theme.tokens, self._ground)))
        if self._edge in (Qt.Edge.TopEdge, Qt.Edge.BottomEdge):
            rect.setTop(0 if self._edge is Qt.Edge.TopEdge else rect.bottom())
            rect.setHeight(1)
        else:
            rect.setLeft(0 if self._edge is Qt.Edge.LeftEdge else rect.right())
            rect.setWidth(1)
        painter.fillRect(rect, QColor(getattr(theme.tokens, self._line)))


class SidePanel(EdgedSurface):
    """A panel along the right edge of the window, with a line towards the page."""

    def __init__(self, *, width: int = Size.PANEL, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.LeftEdge, parent=parent)
        self._width, self._alone = width, False
        self.setFixedWidth(width)
        self.body = column(margins=(Size.PANEL_MARGIN, 16, Size.PANEL_MARGIN, Size.PANEL_MARGIN), on=self)
        """The layout of its contents."""

    def set_width(self, width: int) -> None:
        """Set the width of the panel beside the page."""
        self._width = width
        self._apply_width()

    def set_alone(self, alone: bool) -> None:
        """Fill the whole page, or stay beside it."""
        self._alone = alone
        self._apply_width()

    def _apply_width(self) -> None:
        if self._alone:
            self.setMinimumWidth(0)
            self.setMaximumWidth(_UNBOUNDED)
        else:
            self.setFixedWidth(self._width)


class Rule(Accessible, QWidget):
    """A line of one pixel: horizontal, or 20 pixels high between things in a bar."""

    accessible_role = Role.Separator

    def __init__(self, *, upright: bool = False, strong: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._upright, self._strong = upright, strong
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        self.setSizePolicy(fixed if upright else free, fixed)

    def sizeHint(self) -> QSize:
        """One pixel thick."""
        return QSize(1, 20) if self._upright else QSize(1, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        tokens = theme.tokens
        painting.begin(self).fillRect(self.rect(), QColor(tokens.line_strong if self._strong else tokens.line))
