"""Table points. Sources: FFMJ, "Points de table"; docs/rules.md, Z4 for match points."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.question import answer_problem, read_answer
from tournament.rules.table_points import (
    OPEN_TABLE_POINTS,
    TablePoints,
    TablePointsKind,
    chosen_table_points,
    match_points,
    share_places,
)

WORTH = (4, 2, 1, 0)
PLACE_POINTS = OPEN_TABLE_POINTS[1].question
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


scores_of_four = st.lists(st.integers(-900, 900), min_size=4, max_size=4)
lists = st.lists(st.integers(0, 1000), min_size=4, max_size=4).map(lambda worth: sorted(worth, reverse=True))


@given(scores_of_four, lists)
def test_any_list_is_given_out_whole(scores, worth):
    chosen = chosen_table_points("places", "-".join(map(str, worth)))
    points = chosen.of(scores)
    assert sum(points) == sum(worth)
    assert points == share_places(scores, worth)
    for score, point in zip(scores, points, strict=True):
        assert all(point == its for other, its in zip(scores, points, strict=True) if other == score)


def square_root(score: int) -> Fraction:
    """Counted here by another way than the program's: in decimals, rounded half up."""
    root = Decimal(abs(score)).sqrt().quantize(Decimal("0.01"), ROUND_HALF_UP)
    return Fraction(root) if score > 0 else -Fraction(root)


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ((900, -50, -50, -800), ("30", "-7.07", "-7.07", "-28.28")),
        ((2, 1, 0, -3), ("1.41", "1", "0", "-1.73")),
        ((4_000, -1_000, -1_500, -1_500), ("63.25", "-31.62", "-38.73", "-38.73")),
    ],
)
def test_match_points_of_a_table(scores, points):
    """docs/rules.md, Z4: the square root of each score, with its sign, to two decimals."""
    assert TablePoints(TablePointsKind.MATCH).of(scores) == tuple(map(Fraction, points))
    assert tuple(map(match_points, scores)) == tuple(map(Fraction, points))


@given(scores_of_four)
def test_match_points_follow_each_score_alone_and_keep_the_order(scores):
    points = TablePoints(TablePointsKind.MATCH).of(scores)
    assert points == tuple(square_root(score) for score in scores)
    for score, point in zip(scores, points, strict=True):
        assert all((score < other) <= (point <= its) for other, its in zip(scores, points, strict=True))
        assert (point > 0, point < 0) == (score > 0, score < 0)


def test_a_score_may_stand_for_itself():
    assert [str(each) for each in TablePoints(TablePointsKind.SCORE).of((500, -20, -20, -460))] == [
        "500",
        "-20",
        "-20",
        "-460",
    ]


@pytest.mark.parametrize("written", ["4-2-1-0", "4 2 1 0", "4,2,1,0", " 4 , 2, 1 ,0 ", "4 - 2 - 1 - 0", "4; 2; 1; 0"])
def test_a_list_is_read_as_people_write_it_and_kept_in_one_way(written):
    assert read_answer(PLACE_POINTS, written) == "4-2-1-0"


@pytest.mark.parametrize("written", ["", "four", "4-2-1-x", "4,,2,1,0", "-4-2-1-0", "4-2-1-0-", "4.5 2 1 0", "٤-2-1-0"])
def test_what_is_no_list_is_not_read(written):
    with pytest.raises(ValueError, match=r".*"):
        read_answer(PLACE_POINTS, written)


@pytest.mark.parametrize(
    "answer", [None, True, 4, "", "4-2-1", "4-2-1-0-0", "0-1-2-4", "4-1-2-0", "1001-2-1-0", "4 2 1 0", "04-2-1-0"]
)
def test_a_list_is_four_numbers_that_never_rise_written_as_they_are_kept(answer):
    problem = answer_problem(PLACE_POINTS, answer)
    assert problem is not None
    assert dict(problem.values) == {"name": "place_points", "least": 0, "most": 1000}


@given(lists)
def test_what_is_read_of_a_list_is_an_answer(worth):
    assert answer_problem(PLACE_POINTS, read_answer(PLACE_POINTS, " ".join(map(str, worth)))) is None


@pytest.mark.parametrize("kind", TablePointsKind)
def test_evenings_add_up_table_points_only_where_they_contain_the_score(kind):
    assert TablePoints(kind, WORTH).rank_evenings == (kind is TablePointsKind.UMA)
