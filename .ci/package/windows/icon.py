"""Draws the program's icon for Windows."""

import io
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

import assets
from ui.desktop.theme.tokens import LIGHT

SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
"""The widths in pixels that Windows asks for, at 100 to 200 %."""


def write_icon(path: Path) -> Path:
    """Write the logo in all :data:`SIZES` into one .ico file."""
    drawing = Path(assets.path("icons", "logo.svg")).read_text(encoding="utf-8").replace("currentColor", LIGHT.accent)
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    *smaller, largest = (_drawn(renderer, size) for size in SIZES)
    largest.save(path, sizes=[(size, size) for size in SIZES], append_images=smaller, bitmap_format="bmp")
    return path


def _drawn(renderer: QSvgRenderer, size: int) -> Image.Image:
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(0)
    painter = QPainter(picture)
    renderer.render(painter)
    painter.end()
    png = QBuffer()
    png.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(png, "PNG")
    return Image.open(io.BytesIO(png.data().data()))
