"""The only ornament of the first start: the four winds."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.tiles.wind import Wind
from ui.desktop.speech import speech
from ui.desktop.theme import font
from ui.desktop.widgets import painting

_GLYPHS = "東南西北"
_WIDE, _HIGH, _GAP = 51.0, 67.0, 5.0
_BACK, _FACE, _EDGE, _INK = "#15566A", "#FCF9F1", "#B9B09B", "#26231E"
"""A tile has the same colours in both themes."""


class WindTiles(QWidget):
    """Four tiles side by side; decoration, silent for a screen reader."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        speech.follow(self.update)

    def sizeHint(self) -> QSize:
        """Room for four."""
        return QSize(int(4 * _WIDE + 3 * _GAP) + 1, int(_HIGH) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them."""
        painter = painting.begin(self)
        for at, (wind, glyph) in enumerate(zip(Wind, _GLYPHS, strict=True)):
            rect = QRectF(at * (_WIDE + _GAP), 0, _WIDE, _HIGH)
            _paint_tile(painter, rect, speech.say(wind.short), glyph)


def _paint_tile(painter: QPainter, rect: QRectF, letter: str, glyph: str) -> None:
    painting.box(painter, rect, radius=7, fill=_BACK)
    face = rect.adjusted(0, 0, 0, -4.5)
    painting.box(painter, face, radius=7, fill=_FACE, border=_EDGE)
    corner = QRectF(face.left() + 5, face.top() + 2, 14, 16)
    painting.write(painter, corner, letter, colour=_INK, font=font(12, 600), elide=False)
    big = QFont(font(35, 600))
    art = QRectF(face.left(), face.top() + 13, face.width(), face.height() - 14)
    painting.write(painter, art, glyph, colour=_INK, font=big, align=Qt.AlignmentFlag.AlignCenter, elide=False)
