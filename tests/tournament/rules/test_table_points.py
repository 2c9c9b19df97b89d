"""Table points. Source: FFMJ, "Points de table"."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.table_points import share_places

WORTH = (4, 2, 1, 0)
HALF, THIRDS = Fraction(1, 2), Fraction(7, 3)


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((50, 20, 10, -80), (4, 2, 1, 0)),
        ((-80, 10, 20, 50), (0, 1, 2, 4)),
        ((50, 20, 20, -90), (4, 1 + HALF, 1 + HALF, 0)),
        ((30, 30, -10, -50), (3, 3, 1, 0)),
        ((50, 10, -30, -30), (4, 2, HALF, HALF)),
        ((20, 20, 20, -60), (THIRDS, THIRDS, THIRDS, 0)),
        ((60, -20, -20, -20), (4, 1, 1, 1)),
        ((30, 30, -30, -30), (3, 3, HALF, HALF)),
        ((0, 0, 0, 0), (Fraction(7, 4),) * 4),
    ],
)
def test_ties_share_their_places(scores, points):
    assert share_places(scores, WORTH) == points


@given(st.lists(st.integers(-900, 900), min_size=4, max_size=4))
def test_the_whole_is_always_given_out_and_order_kept(scores):
    points = share_places(scores, WORTH)
    assert sum(points) == sum(WORTH)
    assert all(isinstance(point, Fraction) for point in points)
    for score, point in zip(scores, points, strict=True):
        assert all((score > other) <= (point > its) for other, its in zip(scores, points, strict=True))
