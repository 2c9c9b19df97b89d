"""Saves a picture of the window as a small PNG file with at most 256 colours.

A colour that is not kept is replaced by the nearest one that is.
"""

from collections import Counter
from math import inf, sqrt
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QImage, QImageWriter

COLOURS = 256
_FREQUENT = 96
"""Number of colours kept because they are frequent. The others keep rare, bright colours, such as those of a
warning."""
_ALIKE = 0xF8F8F8
"""Of colours that agree in these bits only the most frequent can be kept, because the eye sees no difference."""
_SMALLEST = 0
"""Qt's quality for PNG files: the lowest value makes the smallest file, without loss."""


def save_small(image: QImage, path: Path) -> None:
    """Write ``image`` to ``path``. Raises OSError if that is not possible."""
    writer = QImageWriter(str(path), QByteArray(b"png"))
    writer.setQuality(_SMALLEST)
    if not writer.write(_indexed(image)):
        raise OSError(f"the picture {path} could not be written: {writer.errorString()}")


def _indexed(image: QImage) -> QImage:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    points = memoryview(plain.constBits()).cast("I")  # 0xffRRGGBB; lines of 32-bit pixels need no padding
    return plain.convertToFormat(
        QImage.Format.Format_Indexed8, _kept(Counter(points)), Qt.ImageConversionFlag.ThresholdDither
    )


def _kept(counts: Counter[int]) -> list[int]:
    """The most frequent colours; then, one by one, the colour that would be replaced with the largest difference."""
    if len(counts) <= COLOURS:
        return sorted(counts)
    alike = {colour & _ALIKE: colour for colour, _ in reversed(counts.most_common())}
    order = sorted(alike.values(), key=lambda colour: (-counts[colour], colour))
    kept = order[:_FREQUENT]
    distances = dict.fromkeys(order[_FREQUENT:], inf)
    for one in kept:
        _lessen(distances, one)
    while distances and len(kept) < COLOURS:
        worst = max(distances, key=lambda colour: distances[colour] * sqrt(counts[colour]))
        kept.append(worst)
        del distances[worst]
        _lessen(distances, worst)
    return kept


def _lessen(distances: dict[int, float], kept: int) -> None:
    """Reduce ``distances`` to the squared RGB distance from the colour ``kept`` where that is smaller."""
    red, green, blue = kept >> 16 & 255, kept >> 8 & 255, kept & 255
    for colour, known in distances.items():
        square = ((colour >> 16 & 255) - red) ** 2 + ((colour >> 8 & 255) - green) ** 2 + ((colour & 255) - blue) ** 2
        if square < known:
            distances[colour] = square
