"""The line icons: SVG files drawn in one colour, rendered when first painted, and cached by colour and size."""

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

import assets
from ui.desktop.theme.tokens import LIGHT

_PROGRAM = "program"


def paint(painter: QPainter, name: str, rect: QRectF, colour: str) -> None:
    """Draw the icon ``name`` into ``rect`` in ``colour`` (``#RRGGBB``), at the resolution of the painter's device."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(rect.topLeft(), pixmap(name, colour, round(rect.width()), ratio))


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon ``name``, ``size`` pixels wide at 100 % scale. Raises FileNotFoundError for an unknown name."""
    from PySide6.QtSvg import QSvgRenderer

    drawing = QSvgRenderer(QByteArray(_drawing(name).replace("currentColor", colour).encode()))
    made = QPixmap(round(size * ratio), round(size * ratio))
    made.setDevicePixelRatio(ratio)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made


def window_icon() -> QIcon:
    """The icon of the program, in the sizes that desktops use. It is seen on light and dark task bars."""
    made = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        made.addPixmap(pixmap(_PROGRAM, LIGHT.accent, size))
    return made


@lru_cache
def _drawing(name: str) -> str:
    return Path(assets.path("icons", f"{name}.svg")).read_text(encoding="utf-8")
