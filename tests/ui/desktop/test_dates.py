"""Days as people type them."""

from datetime import date

import pytest

from tournament.language import ENGLISH, language_of
from ui.desktop.dates import InvalidDate, day_text, read_day, span_text
from ui.desktop.translation import translator

DAY = date(2026, 6, 13)


@pytest.mark.parametrize(
    "typed",
    [
        "2026-06-13", "2026/6/13", "13/06/2026", "13.6.2026", "13-06-2026", " 13  06 2026 ", "13 June 2026",
        "13 juin 2026", "2026年6月13日", "2026 年 06 月 13 日", "2026年6月13",
        "13 jun 2026", "June 13, 2026", "13th June 2026", "13 JUIN 2026",
    ],
)  # fmt: skip
def test_a_day_is_understood(typed: str) -> None:
    assert read_day(typed) == DAY


def test_the_first_of_a_month_in_french() -> None:
    assert read_day("1er août 2026") == date(2026, 8, 1)


def test_nothing_is_no_day() -> None:
    assert read_day("  ") is None


@pytest.mark.parametrize("typed", ["13 Juni", "31/02/2026", "13/13/2026", "soon", "13 Fructidor 2026", "2026"])
def test_what_is_no_day_is_refused_and_told(typed: str) -> None:
    with pytest.raises(InvalidDate) as error:
        read_day(typed)
    assert typed in ENGLISH.render(error.value.text)


@pytest.mark.parametrize("code", ["en", "fr", "zh"])
def test_what_is_said_can_be_typed(code: str) -> None:
    translator.set_language(language_of(code))
    for month in range(1, 13):
        day = date(2026, month, 28)
        assert read_day(day_text(day)) == day
    translator.set_language(ENGLISH)


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (date(2026, 6, 12), date(2026, 6, 13), "12 and 13 June 2026"),
        (date(2026, 6, 12), date(2026, 6, 14), "12 to 14 June 2026"),
        (date(2026, 6, 30), date(2026, 7, 1), "30 June to 1 July 2026"),
        (date(2026, 12, 31), date(2027, 1, 1), "31 December 2026 to 1 January 2027"),
        (DAY, DAY, "13 June 2026"),
        (DAY, None, "13 June 2026"),
        (None, None, ""),
    ],
)
def test_two_days(first: date | None, last: date | None, said: str) -> None:
    translator.set_language(ENGLISH)
    assert span_text(first, last) == said
