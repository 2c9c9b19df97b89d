"""What a club enters about its money, and what of that is refused."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.format import EventFormat
from tournament.event.money import (
    MOST_POINTS,
    NO_MONEY,
    Amount,
    ClubMoney,
    Stake,
    money_problems,
    money_text,
    read_stake,
    typed_stake,
)
from tournament.event.prizes import MOST_AMOUNT
from tournament.event.settings import Settings
from tournament.language import LANGUAGES, amount_text


@given(st.builds(Stake, st.integers(1, MOST_AMOUNT), st.integers(1, MOST_POINTS)))
def test_a_stake_is_read_as_it_is_written(stake: Stake) -> None:
    assert read_stake(typed_stake(stake)) == stake
    assert money_problems(ClubMoney(stake)) == ()


@pytest.mark.parametrize(
    ("typed", "stake"),
    [("0.01", Stake(1)), ("0,50", Stake(50)), ("1/100", Stake(100, 100)), ("0.005", Stake(5, 10)),
     ("0,0125 / 2", Stake(125, 200)), ("0", Stake(0)), (" 2 ", Stake(200)), ("1.5", Stake(150))],
)  # fmt: skip
def test_a_stake_is_read(typed: str, stake: Stake) -> None:
    assert read_stake(typed) == stake


@pytest.mark.parametrize(
    "typed", ["", "a", "1.5.3", "1/", "/100", "1/-1", "1/1.5", "-1", "1e3", "1.005", "0.0000001", "1/²"]
)
def test_what_is_no_stake_is_not_read(typed: str) -> None:
    assert read_stake(typed) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"stake": Stake(1, 0)}, "stake"), ({"stake": Stake(-1)}, "stake"), ({"stake": Stake(MOST_AMOUNT + 1)}, "stake"),
     ({"stake": Stake(1, MOST_POINTS + 1)}, "stake"), ({"fee": -1}, "fee"), ({"fee": MOST_AMOUNT + 1}, "fee"),
     ({"round_to": 0}, "round_to"), ({"round_to": 1_000_001}, "round_to"), ({"currency": "E" * 13}, "currency"),
     ({"currency": "\u202eEUR"}, "currency")],
)  # fmt: skip
def test_what_cannot_be_is_named(changes: dict[str, object], field: str) -> None:
    problems = money_problems(replace(NO_MONEY, **changes))  # type: ignore[arg-type]
    assert [problem.field for problem in problems] == [f"money.{field}"]


def test_only_a_club_counts_money_and_only_if_it_wants_any() -> None:
    money = ClubMoney(Stake(1))
    assert not NO_MONEY.is_counted
    counts = [Settings("Club", format=each, money=money).counts_money for each in EventFormat]
    assert counts == [False, True, True]
    assert not Settings("Club", format=EventFormat.CLUB).counts_money


def test_amounts_are_written_with_hundredths_unless_nobody_pays_them() -> None:
    money = ClubMoney(round_to=1)
    assert [str(money.amount(each)) for each in (-250, -5, 0, 500)] == ["-2.50", "-0.05", "0.00", "5.00"]
    assert amount_text(money.amount(-500), "fr") == "−5,00"
    assert amount_text(replace(money, round_to=100).amount(-500), "fr") == "−5"
    assert isinstance(money.amount(1), Amount)
    assert [replace(money, currency="JPY", round_to=each).unit for each in (1, 50, 500)] == [100, 100, 500]
    assert str(replace(money, currency="JPY").amount(500)) == "5"


def test_the_stake_is_described_in_words() -> None:
    money = ClubMoney(Stake(50, 100), 500, "€", 10)
    assert [language.render(money_text(money)) for language in LANGUAGES[:2]] == [
        "100 points are worth 0.50 €. An evening costs each player 5 €, which the club gets. "
        "Balances are rounded to 0.10 €.",
        "100 points valent 0,50 €. Une soirée coûte 5 € à chaque joueur, pour le club. "
        "Les soldes sont arrondis à 0,10 €.",
    ]
