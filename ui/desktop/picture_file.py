"""A picture of the window as a small PNG file: at most 256 colours, the rarest drawn in the nearest kept one."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QImageWriter

Colours = npt.NDArray[np.uint32]
"""0xffRRGGBB, one a colour."""
Numbers = npt.NDArray[np.uint8]
Parts = npt.NDArray[np.int64]
"""Red, green and blue in a row."""
Counts = npt.NDArray[np.int64]
COLOURS = 256
_FREQUENT = 96
"""Kept because they are frequent; the others so that what is rare and bright, as a warning, keeps its colour."""
_AT_ONCE = 1024
_SMALLEST = 0
"""Qt's quality of a PNG file: the least is the smallest file; nothing is lost."""


def save_small(image: QImage, path: Path) -> None:
    """Write ``image`` to ``path``; OSError when it cannot be written."""
    writer = QImageWriter(str(path), QByteArray(b"png"))
    writer.setQuality(_SMALLEST)
    if not writer.write(_indexed(image)):
        raise OSError(f"the picture {path} could not be written: {writer.errorString()}")


def _indexed(image: QImage) -> QImage:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    wide, high = plain.width(), plain.height()
    pixels = np.frombuffer(plain.constBits(), dtype=np.uint32).reshape(high, plain.bytesPerLine() // 4)[:, :wide]
    colours, inverse, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    kept = _kept(colours, counts)
    numbers = _nearest(colours, kept)[inverse].reshape(high, wide)
    lines = np.zeros((high, -(-wide // 4) * 4), dtype=np.uint8)
    lines[:, :wide] = numbers
    made = QImage(lines.tobytes(), wide, high, lines.shape[1], QImage.Format.Format_Indexed8)
    made.setColorTable([int(colour) for colour in kept])
    return made.copy()  # of its own: the bytes above go away


def _kept(colours: Colours, counts: Counts) -> Colours:
    """The most frequent colours; then, one by one, the one that would be drawn most wrongly, were it left out."""
    order = np.argsort(-counts, kind="stable")
    kept = list(order[:_FREQUENT])
    parts, weight = _parts(colours), np.sqrt(counts)
    error = np.full(len(colours), np.iinfo(np.int64).max, dtype=np.int64)
    for one in kept:
        error = np.minimum(error, _far(parts, parts[one]))
    while len(kept) < COLOURS and error.any():
        kept.append(int((error * weight).argmax()))
        error = np.minimum(error, _far(parts, parts[kept[-1]]))
    return colours[kept]


def _nearest(colours: Colours, kept: Colours) -> Numbers:
    """For each of ``colours`` the number of the kept one that differs least in red, green and blue."""
    found = np.zeros(len(colours), dtype=np.uint8)
    parts = _parts(kept)
    for first in range(0, len(colours), _AT_ONCE):
        some = _parts(colours[first : first + _AT_ONCE])
        found[first : first + _AT_ONCE] = _far(some[:, None, :], parts[None, :, :]).argmin(axis=1)
    return found


def _parts(colours: Colours) -> Parts:
    return np.stack([(colours >> shift) & 255 for shift in (16, 8, 0)], axis=1).astype(np.int64)


def _far(some: Parts, others: Parts) -> Counts:
    """The squares of the distances."""
    squares: Counts = ((some - others) ** 2).sum(axis=-1)
    return squares
