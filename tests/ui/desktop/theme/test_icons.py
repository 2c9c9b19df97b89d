"""Each icon is one drawing in one colour, sharp at any scale."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

import assets
from tests.ui.desktop.theme.test_tokens import contrast
from ui.desktop.theme import icons
from ui.desktop.widgets.signs import StatusIcon

NAMES = sorted({file.stem for file in assets.path("icons").glob("*.svg")} - {"program"})


def colours(image: QImage) -> set[str]:
    inked = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {QColor(c.rgb()).name() for c in inked if c.alpha() == 255}


@pytest.mark.parametrize("name", NAMES)
def test_drawn_in_the_colour_asked_for(name: str) -> None:
    assert colours(icons.pixmap(name, "#0e6073", 20, 2.0).toImage()) == {"#0e6073"}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_rendered_at_the_resolution_of_the_screen(ratio: float) -> None:
    made = icons.pixmap("clock", "#000000", 20, ratio)
    assert made.width() == round(20 * ratio)
    assert made.deviceIndependentSize().width() == pytest.approx(20)


@pytest.mark.parametrize("sign", StatusIcon)
def test_every_sign_has_its_drawing(sign: StatusIcon) -> None:
    assert sign.icon in NAMES


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(FileNotFoundError, match=r"icons/unicorn\.svg"):
        icons.pixmap("unicorn", "#000000", 20)


@pytest.mark.parametrize("bar", ["#1c1c1c", "#2b2b2b", "#f3f3f3", "#ffffff"])
@pytest.mark.parametrize("size", [16, 24, 32])
def test_the_icon_of_the_program_is_seen_on_dark_and_light_task_bars(bar: str, size: int) -> None:
    """A tenth of its pixels at least have a contrast of 3 to 1 with the bar."""
    shown = QImage(size, size, QImage.Format.Format_RGB32)
    shown.fill(QColor(bar))
    painter = QPainter(shown)
    painter.drawPixmap(0, 0, icons.window_icon().pixmap(size, size))
    painter.end()
    pixels = [shown.pixelColor(x, y).name() for x in range(size) for y in range(size)]
    assert sum(contrast(pixel, bar) >= 3 for pixel in pixels) > size * size / 10
