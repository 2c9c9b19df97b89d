"""Tiles on the screen, painted from the shipped drawings and kept by size."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from assets.tiles import HEIGHT, WEST_IN_FRENCH, WIDTH, file_of
from ui.desktop.translation import translator

_FADED = 0.5
"""Opacity of a tile beside those that stand out."""


def draw_tile(painter: QPainter, rect: QRectF, face: str, *, turned: bool = False, faded: bool = False) -> None:
    """Paint the tile ``face`` (:data:`assets.tiles.FACES`) as large as fits into ``rect``, in its middle.

    From 40 pixels of height the full drawing is taken, below it the small cut; the files serve both themes; French has
    an O on its west. A tile that was claimed is ``turned`` a quarter to the right and lies; one that is ``faded`` shows
    at half strength. Positions fall on the points of the painter's device, at any scale. Raises FileNotFoundError for
    an unknown face.
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
    """The tile, ``wide`` × ``high`` points of the device when it stands."""
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
