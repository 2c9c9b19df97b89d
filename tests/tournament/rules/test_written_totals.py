"""Four totals are read as they were meant: in points, hundreds or thousands, with the starting points or without."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.catalogue import rule_set
from tournament.rules.payment import Net
from tournament.rules.ruleset import TotalsScale
from tournament.rules.written_totals import read_total, read_totals, sticks_lacking

RIICHI = TotalsScale(100, 30_000, 1_000)
SCORES = st.tuples(*(st.integers(-600, 600),) * 3)
SCALES = st.sampled_from([RIICHI, TotalsScale(100, 25_000, 1_000)])


def net_of(scores: tuple[int, int, int], sticks: int) -> Net:
    """Totals in points that lack ``sticks``."""
    a, b, c = (100 * score for score in scores)
    return a, b, c, -a - b - c - 1_000 * sticks


@given(SCORES, st.integers(0, 4), SCALES, st.sampled_from([1, 100, 1_000]))
def test_totals_with_the_starting_points_are_read_in_any_unit(
    scores: tuple[int, int, int], sticks: int, scale: TotalsScale, unit: int
) -> None:
    net = net_of(scores, sticks)
    read = read_totals([Fraction(total + scale.start, unit) for total in net], scale, 0)
    assert (read.net, read.problem) == (net, None)
    assert sticks_lacking(read.net, scale, 0) == sticks


@given(SCORES, st.integers(0, 4), SCALES)
def test_points_won_and_lost_are_read_in_points(scores: tuple[int, int, int], sticks: int, scale: TotalsScale) -> None:
    net = net_of(scores, sticks)
    assert read_totals(net, scale, 0) == (net, 1, 0, None)


@given(SCORES, SCALES)
def test_points_won_and_lost_are_never_guessed_to_be_hundreds_or_thousands(
    scores: tuple[int, int, int], scale: TotalsScale
) -> None:
    net = net_of(scores, 0)
    hundreds = tuple(total // 100 for total in net)
    assert read_totals(hundreds, scale, 0).net == hundreds
    thousands = tuple(Fraction(total, 1_000) for total in net)
    if any(total.denominator > 1 for total in thousands):
        assert read_totals(thousands, scale, 0).problem is not None


@pytest.mark.parametrize(("scale", "sum_said"), [(RIICHI, "120"), (TotalsScale(100, 25_000, 1_000), "100")])
def test_what_cannot_be_read_says_what_thousands_add_up_to(scale: TotalsScale, sum_said: str) -> None:
    problem = read_totals([Fraction("12.3"), 0, 0, Fraction("-12.3")], scale, 0).problem
    assert problem is not None
    assert dict(problem.values)["sum"] == sum_said


@pytest.mark.parametrize(
    ("written", "net"),
    [
        ((463, 317, 240, 190), (16_300, 1_700, -6_000, -11_000)),
        ((46_300, 31_700, 24_000, 17_000), (16_300, 1_700, -6_000, -13_000)),
    ],
)
def test_a_wrong_sum_is_read_in_the_unit_that_was_probably_meant(written: tuple[int, ...], net: Net) -> None:
    assert read_totals(written, RIICHI, 0).net == net


def test_a_game_without_units_has_no_decimals_and_keeps_its_points() -> None:
    plain = (rule_set("mcr") or pytest.fail("no rules")).totals_scale
    assert plain == TotalsScale()
    assert read_totals((12, -4, -4, -4), plain, 0) == ((12, -4, -4, -4), 1, 0, None)
    assert read_totals((Fraction("1.2"), 0, 0, 0), plain, 0).problem is not None


@pytest.mark.parametrize(
    ("text", "total"),
    [("34.2", Fraction("34.2")), ("34,2", Fraction("34.2")), ("−0.5", Fraction("-0.5")), ("+ 34 200", 34_200),
     ("34.25", None), ("34.", None), ("1234567", None), ("--1", None), ("", None), ("٣", None)],
)  # fmt: skip
def test_what_is_a_total(text: str, total: Fraction | int | None) -> None:
    assert read_total(text) == total


@pytest.mark.parametrize(("minus", "decimal"), list(product("-−–", ".,")))
def test_every_minus_and_decimal_sign_is_read(minus: str, decimal: str) -> None:
    assert read_total(f"{minus}3{decimal}1") == Fraction("-3.1")
