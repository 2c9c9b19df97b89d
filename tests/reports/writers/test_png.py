"""The lines and outlines of which a picture in greys is made."""

import pytest

from reports.writers.chart_drawing import Point
from reports.writers.png import _area, _dashed, _Outline


@pytest.mark.parametrize(("end", "dashes", "drawn"), [
    ((10, 0), (), [((0, 0), (10, 0))]),
    ((10, 0), (3, 2), [((0, 0), (3, 0)), ((5, 0), (8, 0))]),
    ((10, 0), (6, 3), [((0, 0), (6, 0)), ((9, 0), (10, 0))]),
    ((10, 0), (2, 1, 4, 1), [((0, 0), (2, 0)), ((3, 0), (7, 0)), ((8, 0), (10, 0))]),
    ((6, 8), (2.5, 5), [((0, 0), (1.5, 2)), ((4.5, 6), (6, 8))]),
    ((0, 0), (3, 2), [((0, 0), (0, 0))]),
])  # fmt: skip
def test_dashes_follow_a_line(end: Point, dashes: tuple[float, ...], drawn: list[tuple[Point, Point]]) -> None:
    found = [tuple(line) for line in _dashed(((0, 0), end), dashes)]
    assert [point for line in found for point in line] == [pytest.approx(point) for line in drawn for point in line]
    moved = [tuple(line) for line in _dashed(((5, 7), (5 + end[0], 7 + end[1])), dashes)]
    assert [(x - 5, y - 7) for line in moved for x, y in line] == [
        pytest.approx(point) for line in drawn for point in line
    ]


def test_a_line_with_corners_has_no_dashes() -> None:
    points = ((0, 0), (1, 1), (2, 0))
    assert list(_dashed(points, (1, 1))) == [points]


def test_curves_of_an_outline_pass_where_their_formulas_say() -> None:
    outline = _Outline()
    outline.moveTo((1, 2))
    outline.lineTo((0, 0))
    outline.qCurveTo((4, 8), (8, 0))
    outline.curveTo((8, 12), (20, 12), (20, 0))
    (contour,) = outline.contours
    assert len(contour) == 2 + 6 + 6
    assert contour[:2] == [(1, 2), (0, 0)]
    middle_of_first, end_of_first, middle_of_second, end_of_second = contour[4], contour[7], contour[10], contour[13]
    assert middle_of_first == pytest.approx((4, 4))
    assert end_of_first == pytest.approx((8, 0))
    assert middle_of_second == pytest.approx((14, 9))
    assert end_of_second == pytest.approx((20, 0))
    assert contour[2] == pytest.approx((8 / 6, 2 * 8 * 5 / 36))
    assert contour[8] == pytest.approx((8 + 12 * (3 * 5 + 1) / 216, 3 * 12 * 5 / 36))


def test_a_cubic_curve_can_be_the_same_as_a_quadratic_one() -> None:
    quadratic, cubic = _Outline(), _Outline()
    for each in (quadratic, cubic):
        each.moveTo((3, -1))
    quadratic.qCurveTo((6, 5), (0, 8))
    cubic.curveTo((5, 3), (4, 6), (0, 8))
    assert [each for point in cubic.contours[0] for each in point] == pytest.approx(
        [each for point in quadratic.contours[0] for each in point]
    )


def test_the_area_of_an_outline_says_which_way_it_runs() -> None:
    square = ((1.0, 1.0), (4.0, 1.0), (4.0, 3.0), (1.0, 3.0))
    assert _area(square) == 12
    assert _area(square[::-1]) == -12
