"""Each icon is one drawing in one colour, sharp at any scale."""

import pytest
from PySide6.QtGui import QColor, QImage

import assets
from ui.desktop.theme import icons
from ui.desktop.widgets.signs import StatusIcon

NAMES = sorted(file.stem for file in assets.path("icons").glob("*.svg"))


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
