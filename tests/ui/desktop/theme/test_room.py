"""The classes of a window's room: written down in the look, the same for every page."""

import pytest

from ui.desktop.theme import Density, Room, WidthClass


@pytest.mark.parametrize(
    ("width", "expected"),
    [(960, WidthClass.COMPACT), (1119, WidthClass.COMPACT), (1120, WidthClass.NORMAL), (1366, WidthClass.NORMAL),
     (1499, WidthClass.NORMAL), (1500, WidthClass.LARGE), (2560, WidthClass.LARGE)],
)  # fmt: skip
def test_three_classes_by_width(width: int, expected: WidthClass) -> None:
    assert Room(width, 800).width_class is expected


@pytest.mark.parametrize(
    ("height", "expected"),
    [(540, Density.DENSE), (719, Density.DENSE), (720, Density.NORMAL), (768, Density.NORMAL), (959, Density.NORMAL),
     (960, Density.SPACIOUS), (1440, Density.SPACIOUS)],
)  # fmt: skip
def test_three_densities_by_height(height: int, expected: Density) -> None:
    assert Room(1366, height).density is expected


def test_a_low_window_leaves_more_to_the_page() -> None:
    assert (Density.DENSE.top_bar, Density.DENSE.status_bar, Density.DENSE.page_margin) == (40, 26, 8)
