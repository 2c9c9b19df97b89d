"""A canvas for the text and shapes of a screen. Its unit is 1/1080 of the height of a wide screen."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from tournament.language import Language, Text
from ui.desktop.display.colours import HallColours
from ui.desktop.display.hall_fonts import hall_font, hall_metrics
from ui.desktop.widgets.painting import colour_of

HEIGHT = 1080.0
LEAST_WIDTH = 1440.0
"""The least width in units. The height of a narrower or upright screen is more than 1080."""
_CAPITAL = 0.3637
"""Half the height of a capital letter, as a fraction of the type size."""


def scale_of(wide: float, high: float) -> float:
    """Return the pixels per unit on a screen ``wide`` × ``high`` pixels large."""
    return min(high / HEIGHT, wide / LEAST_WIDTH)


class Canvas:
    """Paints on a screen ``wide`` × ``high`` pixels large, in one language and one colour scheme."""

    def __init__(
        self, painter: QPainter, wide: float, high: float, *, language: Language, colours: HallColours
    ) -> None:
        scale = scale_of(wide, high)
        self.painter, self.colours = painter, colours
        self.width, self.height = wide / scale, high / scale
        self._language = language.for_readers
        painter.scale(scale, scale)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)

    @property
    def margin(self) -> float:
        """The margin at the left and right, in units."""
        return 72.0 if self.width >= 1800 else 48.0

    @property
    def language_code(self) -> str:
        """The code of the language of the screen."""
        return self._language.code

    def words(self, text: Text | str) -> str:
        """``text`` in the language of the screen, on one line."""
        return " ".join(self._language.render(text).split())

    def lines(self, text: Text | str) -> str:
        """``text`` in the language of the screen, with its line breaks."""
        return self._language.render(text)

    def wide(self, text: str, size: int, weight: int = 400) -> float:
        """The width of ``text`` on one line in this size and weight, in units."""
        return hall_metrics(text, size, weight).horizontalAdvance(text)

    def cut(self, text: str, room: float, size: int, weight: int = 400) -> str:
        """``text``, elided at the end if it is wider than ``room``."""
        return hall_metrics(text, size, weight).elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0.0) + 0.5)

    def write(
        self,
        left: float,
        middle: float,
        text: str,
        *,
        size: int,
        colour: str,
        weight: int = 400,
        room: float | None = None,
    ) -> float:
        """Write one line from ``left``, with capitals centred on the height ``middle``. Return its right end."""
        if room is not None:
            text = self.cut(text, room, size, weight)
        if not text:
            return left
        self.painter.setFont(hall_font(text, size, weight))
        self.painter.setPen(colour_of(colour))
        self.painter.drawText(QPointF(left, middle + _CAPITAL * size), text)
        return left + self.wide(text, size, weight)

    def write_right(
        self,
        right: float,
        middle: float,
        text: str,
        *,
        size: int,
        colour: str,
        weight: int = 400,
        room: float | None = None,
    ) -> float:
        """Write one line that ends at ``right``. Return its left end."""
        if room is not None:
            text = self.cut(text, room, size, weight)
        left = right - self.wide(text, size, weight)
        self.write(left, middle, text, size=size, colour=colour, weight=weight)
        return left

    def rule(self, left: float, right: float, y: float) -> None:
        """Paint a thin horizontal line."""
        self.painter.fillRect(QRectF(left, y - 0.75, right - left, 1.5), colour_of(self.colours.rules))

    def bar(self, rect: QRectF, colour: str) -> None:
        """Paint a bar with round ends."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour_of(colour))
        radius = min(rect.height(), rect.width()) / 2
        self.painter.drawRoundedRect(rect, radius, radius)

    def polygon(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """Paint a filled shape."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour_of(colour))
        self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
