"""Painting tiles from the bundled drawings, cached by size."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from assets.tiles import HEIGHT, WEST_IN_FRENCH, WIDTH, file_of
from ui.desktop.translation import translator

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
