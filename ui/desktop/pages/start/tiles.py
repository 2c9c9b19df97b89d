"""The only ornament of the start page: the four winds."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.tiles.names import face_of
from tournament.tiles.tile import Tile
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile

_WINDS = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
_WIDE, _HIGH, _GAP = 51.0, 68.0, 5.0


class WindTiles(QWidget):
    """Four tiles side by side, which screen readers ignore."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self.update)

    def sizeHint(self) -> QSize:
        """Size of four tiles."""
        return QSize(int(4 * _WIDE + 3 * _GAP) + 1, int(_HIGH) + 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles."""
        painter = painting.begin(self)
        for column, tile in enumerate(_WINDS):
            rect = QRectF(column * (_WIDE + _GAP), 0, _WIDE, _HIGH)
            draw_tile(painter, rect, face_of(tile, translator.language))
