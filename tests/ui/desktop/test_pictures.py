"""Pictures saved small: few colours stay as they are, many are drawn in near ones, a rare bright one is kept."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from ui.desktop.pictures import COLOURS, save_small


def saved(image: QImage, folder: Path) -> QImage:
    save_small(image, folder / "picture.png")
    return QImage(str(folder / "picture.png"))


def test_few_colours_stay_exactly(tmp_path: Path) -> None:
    image = QImage(101, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#F5F4F0"))
    image.setPixelColor(100, 39, QColor("#B42318"))
    read = saved(image, tmp_path)
    assert (read.width(), read.height()) == (101, 40)
    assert read.pixelColor(0, 0).name() == "#f5f4f0"
    assert read.pixelColor(100, 39).name() == "#b42318"


def test_many_greys_are_drawn_in_near_ones_and_one_red_stays_red(tmp_path: Path) -> None:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(64):
            image.setPixelColor(x, y, QColor(x * 4, y * 4, (x + y) * 2))
    image.setPixelColor(63, 0, QColor("#FF0000"))
    read = saved(image, tmp_path)
    assert read.format() is QImage.Format.Format_Indexed8
    assert len(read.colorTable()) <= COLOURS
    assert read.pixelColor(63, 0).name() == "#ff0000"
    far = [_difference(image.pixelColor(x, y), read.pixelColor(x, y)) for x in range(64) for y in range(64)]
    assert max(far) <= 32


def test_a_picture_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(0)
    with pytest.raises(OSError, match="could not be written"):
        save_small(image, tmp_path / "missing" / "picture.png")


def _difference(one: QColor, other: QColor) -> int:
    pairs = ((one.red(), other.red()), (one.green(), other.green()), (one.blue(), other.blue()))
    return max(abs(old - new) for old, new in pairs)
