"""What is noted about people who register: amounts as people write them, and what is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.prizes import MOST_AMOUNT
from tournament.event.registration import (
    OwnColumn,
    Registration,
    RegistrationState,
    changed_fields,
    read_meals,
    read_price,
    registration_problems,
    texts_of,
)

ADA = Registration(first_name="Ada", last_name="Bamboo", email="ada@example.org")


@pytest.mark.parametrize(
    ("typed", "hundredths"),
    [
        ("30", 3000), ("30,00", 3000), ("30.5", 3050), (" 30,50 € ", 3050), ("€30", 3000), ("30 EUR", 3000),
        ("30.-", 3000), ("CHF 30.–", 3000), ("1'200,- €", 120000),
        ("CHF 12.05", 1205), ("1 234,50", 123450), ("1\u202f234,50", 123450), ("1.234,50", 123450),
        ("1,234.50", 123450), ("1'234.50", 123450), ("0", 0), ("0,05", 5), ("1.234.567,8", 123456780),
    ],
)  # fmt: skip
def test_amounts_are_read_as_people_write_them(typed: str, hundredths: int) -> None:
    assert read_price(typed) == hundredths


@pytest.mark.parametrize(
    "typed",
    ["", "-5", "+5", "−5", "1.234", "1,234", "1.2.3", "12.34.56", "30,000", "1,23,456", "30 eur o", "thirty", "1e3",
     "٣٠", "30.505", "1.234.50", "9" * 39, "1234567890123456789"],
)  # fmt: skip
def test_what_is_no_amount_or_can_mean_two_things_is_refused(typed: str) -> None:
    assert read_price(typed) is None


@given(st.integers(0, MOST_AMOUNT), st.sampled_from([(".", ","), (",", "."), (" ", ","), ("", "."), ("\u202f", ".")]))
def test_every_amount_is_read_as_it_was_written(hundredths: int, marks: tuple[str, str]) -> None:
    group, point = marks
    whole, rest = divmod(hundredths, 100)
    assert read_price(f"{whole:,}".replace(",", group) + f"{point}{rest:02}") == hundredths


def test_meals_are_listed_once_each_in_their_order() -> None:
    assert read_meals(" Lunch,Dinner ; Lunch，Tea, ") == ("Lunch", "Dinner", "Tea")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"first_name": "", "last_name": " "}, "last_name"),
        ({"email": "ada at example"}, "email"),
        ({"remark": "x" * 2001}, "remark"),
        ({"phone": "1\u202e2"}, "phone"),
        ({"meals": ("a\tb",)}, "meals"),
        ({"columns": (OwnColumn("x" * 201, "y"),)}, "columns"),
        ({"paid": -1}, "paid"),
        ({"due": MOST_AMOUNT + 1}, "due"),
    ],
)
def test_what_is_wrong_is_named_with_its_field(changes: dict[str, object], field: str) -> None:
    assert [problem.field for problem in registration_problems(replace(ADA, **changes))] == [field]  # type: ignore[arg-type]


def test_a_remark_of_several_lines_and_chinese_names_are_right() -> None:
    noted = replace(ADA, first_name="竹", remark="one\ntwo", columns=(OwnColumn("T-shirt", "L"),))
    assert registration_problems(noted) == ()
    assert texts_of(noted) == ("ada@example.org", "one\ntwo", "L")
    assert changed_fields(ADA, replace(noted, state=RegistrationState.WAITING)) == (
        "first_name", "state", "remark", "columns",
    )  # fmt: skip
