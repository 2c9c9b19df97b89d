"""How a column of the web page writes its numbers: all fractions in one way, and none is read with its whole number."""

from fractions import Fraction

import pytest

from reports.writers.site_page import Averages, Points


def written(code: str, *values: object) -> list[str]:
    points = [Fraction(value) for value in values]  # type: ignore[call-overload] # texts and numbers
    column = Points.of(points, code)
    return [column.text(each) for each in points]


def test_halves_and_thirds_have_signs_in_a_slot_beside_whole_numbers() -> None:
    assert written("en", 2, "5/2", "7/3", "1/2") == ["2<i></i>", "2<i>½</i>", "2<i>⅓</i>", "<i>½</i>"]


def test_where_one_fraction_has_no_sign_all_are_written_out_and_apart_from_the_whole_number() -> None:
    found = written("en", 2, "24/11", "5/2", "1/2", "-24/11", "-2/11")
    assert found == [
        '2<i class="l"></i>',
        '2 <i class="l">2⁄11</i>',
        '2 <i class="l">1⁄2</i>',
        '<i class="l">1⁄2</i>',
        '−2 <i class="l">2⁄11</i>',
        '−<i class="l">2⁄11</i>',
    ]
    assert "22" not in "".join(found).replace('<i class="l">', "")


def test_decimals_stay_decimals_and_are_not_mixed_with_fractions() -> None:
    assert written("fr", "707/100", "36/5") == ["7<i>,07</i>", "7<i>,20</i>"]
    assert written("en", "36/5", "7/3") == ['7 <i class="l">1⁄5</i>', '2 <i class="l">1⁄3</i>']


def test_a_number_that_stands_alone_is_written_as_it_is_read() -> None:
    alone = Points.of((), "en")
    assert [alone.text(Fraction(each)) for each in ("5/2", "24/11")] == ["2<i>½</i>", "2 <i>2⁄11</i>"]
    assert alone.text(None) == "–"


@pytest.mark.parametrize(("code", "expected"), [("en", ["2.2", "4.0", "0.0"]), ("fr", ["2,2", "4,0", "0,0"])])
def test_averages_have_one_decimal(code: str, expected: list[str]) -> None:
    assert [Averages(code).text(Fraction(each)) for each in ("24/11", "4", "0")] == expected
