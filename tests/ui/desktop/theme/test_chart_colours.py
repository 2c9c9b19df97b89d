"""The colours of charts are seen on their grounds, and told apart with every kind of colour vision, by arithmetic.

Contrast is that of WCAG 2.1; sight is simulated with the matrices of Machado, Oliveira and Fernandes (2009) at full
severity; distance is that of CIE L*a*b* (1976), where 2.3 is just noticed.
"""

from itertools import combinations
from math import dist

import pytest

from assets.chart_colours import DARK_SERIES, LIGHT_SERIES
from tests.ui.desktop.theme.test_tokens import contrast
from ui.desktop.theme import DARK, LIGHT, Tokens

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

SIGHTS: dict[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, vector: Vector) -> Vector:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def lab(colour: str, sight: Matrix) -> Vector:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    red, green, blue = (min(max(each, 0.0), 1.0) for each in times(sight, (red, green, blue)))
    ratios = [value / white for value, white in zip(times(XYZ, (red, green, blue)), WHITE, strict=True)]
    x, y, z = (each ** (1 / 3) if each > 0.008856 else 7.787 * each + 16 / 116 for each in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_each_colour_is_seen_on_the_grounds_of_its_theme(tokens: Tokens) -> None:
    for colour in tokens.series:
        assert contrast(colour, tokens.surface) >= 3, colour
        assert contrast(colour, tokens.bg) >= 3, colour


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("colours", [LIGHT_SERIES, DARK_SERIES], ids=["light", "dark"])
def test_any_two_colours_are_told_apart(colours: tuple[str, ...], sight: str) -> None:
    for one, other in combinations(colours, 2):
        assert dist(lab(one, SIGHTS[sight]), lab(other, SIGHTS[sight])) >= 25, (one, other)


def test_the_measure_finds_red_and_green_alike_where_they_are() -> None:
    """A red and a green of one lightness, far apart with full sight, are not with deuteranopia."""
    red, green = "#C14F4F", "#7F7F1F"
    assert dist(lab(red, SIGHTS["full"]), lab(green, SIGHTS["full"])) > 50
    assert dist(lab(red, SIGHTS["deuteranopia"]), lab(green, SIGHTS["deuteranopia"])) < 25
