"""The icon of the program in the formats of Windows and macOS, drawn from that of the window in its colour."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from ui.desktop.theme.tokens import LIGHT

_ICO_SIDES = (16, 24, 32, 48, 64, 128, 256)
_ICNS_SIDE = 1024


def _drawn(svg: Path, side: int) -> Image.Image:
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    drawing = svg.read_text(encoding="utf-8").replace("currentColor", LIGHT.accent)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(written, "PNG")
    return Image.open(BytesIO(bytes(written.data().data())))


def write_icon(svg: Path, icon: Path) -> Path:
    """Write ``icon``, an .ico or .icns."""
    if icon.suffix == ".ico":
        drawn = [_drawn(svg, side) for side in _ICO_SIDES]
        drawn[-1].save(icon, append_images=drawn[:-1], sizes=[(side, side) for side in _ICO_SIDES])
    else:
        _drawn(svg, _ICNS_SIDE).save(icon)
    return icon
