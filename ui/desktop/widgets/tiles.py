"""Tiles from the bundled drawings, cached by size: painting one, and a row of them among labels."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import HEIGHT, WEST_IN_FRENCH, WIDTH, file_of
from tournament.language import Text
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

_FADED = 0.5
"""Opacity of tiles that are not highlighted."""


def draw_tile(painter: QPainter, rect: QRectF, face: str, *, turned: bool = False, faded: bool = False) -> None:
    """Paint the tile ``face`` (:data:`assets.tiles.FACES`) in the middle of ``rect``, as large as fits.

    From a height of 40 pixels the full drawing is used, below it a simplified one. The drawings serve both themes; in
    French the west wind has an O. A claimed tile is ``turned`` by a quarter to the right; a ``faded`` tile has half the
    opacity. Positions are aligned to the pixels of the painter's device at any scale. Raises FileNotFoundError for an
    unknown face.
    """
    ratio = painter.device().devicePixelRatioF()
    wide, high = (HEIGHT, WIDTH) if turned else (WIDTH, HEIGHT)
    scale = min(rect.width() / wide, rect.height() / high)
    if face == "W" and translator.language.code == "fr":
        face = WEST_IN_FRENCH
    picture = _picture(face, turned, round(WIDTH * scale * ratio), round(HEIGHT * scale * ratio), ratio)
    size = picture.deviceIndependentSize()
    left = rect.center().x() - size.width() / 2
    top = rect.center().y() - size.height() / 2
    before = painter.opacity()
    painter.setOpacity(before * (_FADED if faded else 1.0))
    painter.drawPixmap(QPointF(round(left * ratio) / ratio, round(top * ratio) / ratio), picture)
    painter.setOpacity(before)


@lru_cache(maxsize=1024)
def _picture(face: str, turned: bool, wide: int, high: int, ratio: float) -> QPixmap:
    """The picture of a tile that is ``wide`` × ``high`` device pixels when upright."""
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(file_of(face, high=high / ratio)))
    across, down = (high, wide) if turned else (wide, high)
    made = QPixmap(max(across, 1), max(down, 1))
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if turned:
            painter.translate(across, 0)
            painter.rotate(90)
        renderer.render(painter, QRectF(0, 0, wide, high))
    made.setDevicePixelRatio(ratio)
    return made


_BETWEEN = 5
"""Gap between two groups of tiles."""


class TileRow(Accessible, QWidget):
    """Tiles side by side, with gaps between groups. In a narrower row the tiles are smaller.

    Screen readers read the name that :meth:`show_tiles` gives it.
    """

    accessible_role = Role.Graphic

    def __init__(self, wide: int, *, gap: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wide, self._gap = wide, gap
        self._groups: tuple[tuple[str, ...], ...] = ()
        self._name: Text | str = ""
        self._faded = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_tiles(self, *groups: Sequence[str], name: Text | str = "", faded: bool = False) -> None:
        """Show these groups of faces (:data:`assets.tiles.FACES`)."""
        shown = tuple(map(tuple, groups)), name, faded
        if shown != (self._groups, self._name, self._faded):
            self._groups, self._name, self._faded = shown
            self._retranslate()
            self.updateGeometry()

    def set_tile_width(self, wide: int) -> None:
        """Show larger or smaller tiles."""
        self._wide = wide
        self.updateGeometry()

    def tile_width(self, width: float) -> float:
        """The width of a tile in a row of this width."""
        tiles = sum(map(len, self._groups))
        return min((width - self._gaps()) / tiles, self._wide) if tiles else self._wide

    def width_for(self, tile: float) -> int:
        """The width of a row of tiles that are ``tile`` wide."""
        return ceil(sum(map(len, self._groups)) * tile + self._gaps())

    def _gaps(self) -> int:
        inside = self._gap * sum(len(group) - 1 for group in self._groups)
        return inside + _BETWEEN * max(len(self._groups) - 1, 0)

    def sizeHint(self) -> QSize:
        """The size at which no tile is smaller."""
        return QSize(self.width_for(self._wide), ceil(self._wide * HEIGHT / WIDTH))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles from left to right."""
        painter, left, unit = painting.begin(self), 0.0, self.tile_width(self.width())
        for group in self._groups:
            for face in group:
                draw_tile(painter, QRectF(left, 0, unit, self.height()), face, faded=self._faded)
                left += unit + self._gap
            left += _BETWEEN - self._gap

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
        self.update()
