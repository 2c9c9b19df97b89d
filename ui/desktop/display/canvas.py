"""Words and strokes of a screen, in the measures of one that is 1080 high."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from tournament.language import Language, Text
from ui.desktop.display.colours import HallColours
from ui.desktop.display.hall_fonts import hall_font, hall_metrics
from ui.desktop.widgets.painting import colour_of

HEIGHT = 1080.0
LEAST_WIDTH = 1440.0
"""Of a screen that is higher than wide the width is this, and the height more."""
_CAPITAL = 0.3637
"""Half the height of a capital letter of the typeface, in its size."""


def scale_of(wide: float, high: float) -> float:
    """Pixels of a screen for one of these measures."""
    return min(high / HEIGHT, wide / LEAST_WIDTH)


class Canvas:
    """A screen of this size, to be painted in one language and one set of colours."""

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
        """Left and right."""
        return 72.0 if self.width >= 1800 else 48.0

    @property
    def language_code(self) -> str:
        """Of the language of the screen."""
        return self._language.code

    def words(self, text: Text | str) -> str:
        """``text`` in the language of the screen, on one line."""
        return " ".join(self._language.render(text).split())

    def lines(self, text: Text | str) -> str:
        """The same as it is typed."""
        return self._language.render(text)

    def wide(self, text: str, size: int, weight: int = 400) -> float:
        """How wide ``text`` is."""
        return hall_metrics(text, size, weight).horizontalAdvance(text)

    def cut(self, text: str, room: float, size: int, weight: int = 400) -> str:
        """``text``, cut at its end where there is no more room; never set smaller."""
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
        """Write one line from ``left`` with its capitals around ``middle``; the answer is where it ends."""
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
        """The same so that it ends at ``right``; the answer is where it begins."""
        if room is not None:
            text = self.cut(text, room, size, weight)
        left = right - self.wide(text, size, weight)
        self.write(left, middle, text, size=size, colour=colour, weight=weight)
        return left

    def rule(self, left: float, right: float, y: float) -> None:
        """A thin line."""
        self.painter.fillRect(QRectF(left, y - 0.75, right - left, 1.5), colour_of(self.colours.rules))

    def bar(self, rect: QRectF, colour: str) -> None:
        """A bar with round ends."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour_of(colour))
        radius = min(rect.height(), rect.width()) / 2
        self.painter.drawRoundedRect(rect, radius, radius)

    def polygon(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """A filled shape."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour_of(colour))
        self.painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
