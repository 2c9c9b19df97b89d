"""A canvas for the text and shapes of a screen. Its unit is 1/1080 of the height of a wide screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from tournament.language import Language, Text
from ui.desktop.display.colours import HallColours
from ui.desktop.display.hall_fonts import hall_font, hall_metrics, hall_width
from ui.desktop.widgets.painting import colour_of

HEIGHT = 1080.0
LEAST_WIDTH = 1440.0
"""The least width in units. The height of a narrower or upright screen is more than 1080."""
_CAPITAL = 0.3637
"""Half the height of a capital letter, as a fraction of the type size."""

SMALL = 28
"""The smallest type size of a screen."""
_PITCH = 0.95
"""The distance between the two lines of a name, as a fraction of the type size."""
_SHRUNK = 0.8
"""How far a name is made smaller before it gets a second line."""
_BREAKS = re.compile(r"(?<=[\s\-\u2010])(?=\S)")
"""Where a name may continue on the next line."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text that fits its room without being cut: its one or two lines, their type size, and how narrow they are."""

    lines: tuple[str, ...]
    size: int
    stretch: float = 1.0
    """The width of the letters as a fraction of their usual width."""

    @property
    def more_height(self) -> float:
        """The height that its second line needs, in units; 0 if it has one line."""
        return (len(self.lines) - 1) * self.size * _PITCH


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
        return hall_width(text, size, weight)

    def cut(self, text: str, room: float, size: int, weight: int = 400) -> str:
        """``text``, elided at the end if it is wider than ``room``."""
        return hall_metrics(text, size, weight).elidedText(text, Qt.TextElideMode.ElideRight, max(room, 0.0) + 0.5)

    def fitted(self, text: str, room: float, size: int, weight: int = 400, *, high: float) -> FittedText:
        """Return ``text`` as it fits into ``room`` × ``high`` without being cut.

        It is in type of this ``size``, or else smaller, or else on two lines, or else in narrower letters.
        """
        room = max(room, 1.0)
        least = min(size, max(SMALL, round(size * _SHRUNK)))
        for own in range(size, least - 1, -2):
            if self.wide(text, own, weight) <= room:
                return FittedText((text,), own)
        own, smallest = min(size, int(high / (2 * _PITCH))), min(SMALL, size)
        if own < smallest:
            return FittedText((text,), least, room / self.wide(text, least, weight))
        while True:
            lines = self._broken(text, own, weight)
            wide = max(self.wide(line, own, weight) for line in lines)
            if wide <= room or own - 2 < smallest:
                return FittedText(lines, own, min(room / wide, 1.0))
            own -= 2

    def _broken(self, text: str, size: int, weight: int) -> tuple[str, ...]:
        """``text`` on two lines of about the same width, between words if there are several."""
        places = [each.start() for each in _BREAKS.finditer(text)] or [len(text) // 2]
        pairs = [(text[:place].rstrip(), text[place:]) for place in places if 0 < place < len(text)]
        if not pairs:
            return (text,)
        return min(pairs, key=lambda pair: max(self.wide(line, size, weight) for line in pair))

    def write_fitted(
        self,
        left: float,
        middle: float,
        text: str,
        *,
        size: int,
        colour: str,
        room: float,
        high: float,
        weight: int = 400,
    ) -> None:
        """Write ``text`` from ``left``, complete, on one line or two centred on the height ``middle``."""
        fit = self.fitted(text, room, size, weight, high=high)
        pitch = fit.size * _PITCH
        for number, line in enumerate(fit.lines):
            self.painter.save()
            self.painter.translate(left, 0)
            self.painter.scale(fit.stretch, 1)
            at = middle + (number - (len(fit.lines) - 1) / 2) * pitch
            self.write(0, at, line, size=fit.size, weight=weight, colour=colour)
            self.painter.restore()

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
