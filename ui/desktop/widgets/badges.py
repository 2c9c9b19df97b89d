"""Small square marks: a player's number on the sheet, an own wind."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.tiles.wind import Wind
from ui.desktop.theme import Size, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

SIDE = 18


class PlayerBadge(Accessible, QWidget):
    """The number of a player on the sheet, 1 to 4, which is also the key for this player."""

    accessible_role = Role.StaticText

    def __init__(self, number: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = number
        self.setAccessibleName(str(number))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_number(self, number: int) -> None:
        """Change the number."""
        if number == self._number:
            return
        self._number = number
        self.setAccessibleName(str(number))
        self.update()

    def sizeHint(self) -> QSize:
        """A square of 18 pixels."""
        return QSize(SIDE, SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the number in its square."""
        draw_number(painting.begin(self), QRectF(0, 0, SIDE, SIDE), self._number)


def draw_wind(painter: QPainter, rect: QRectF, wind: Wind) -> None:
    """Paint an own wind into a square of 18 pixels, as on paper."""
    tokens = theme.tokens
    if wind is Wind.EAST:
        painting.box(painter, rect, radius=Size.KEY_RADIUS, fill=tokens.paper_rule)
    letter = translator.translate(wind.short)
    painting.words(painter, rect, letter, colour=tokens.ink, kind=Type.MARK, align=painting.CENTRE, elide=False)


def draw_number(painter: QPainter, rect: QRectF, number: int) -> None:
    """Paint a player's number into a square of 18 pixels."""
    tokens = theme.tokens
    painting.box(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), radius=Size.KEY_RADIUS, border=tokens.line_strong)
    painting.words(painter, rect, str(number), colour=tokens.text2, kind=Type.MARK, align=painting.CENTRE, elide=False)
