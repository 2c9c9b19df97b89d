"""The points of a picture as numbers."""

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage

Points = npt.NDArray[np.int16]


def greys(image: QImage) -> Points:
    """One number of 0 to 255 a point."""
    return _points(image.convertToFormat(QImage.Format.Format_Grayscale8), 1)


def colours(image: QImage) -> Points:
    """Red, green and blue, 0 to 255, side by side for each point."""
    return _points(image.convertToFormat(QImage.Format.Format_RGB888), 3)


def _points(image: QImage, bytes_a_point: int) -> Points:
    """A copy: the picture's own memory goes with it, and its lines are filled up to whole words."""
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : bytes_a_point * image.width()].astype(np.int16)
