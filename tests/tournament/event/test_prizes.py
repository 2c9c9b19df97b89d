"""What an organiser may say of prizes, and how each thing that cannot be is refused."""

from dataclasses import replace
from typing import Any

import pytest

from tournament.event.format import EventFormat
from tournament.event.prizes import (
    CategoryKind,
    Prize,
    PrizeCategory,
    PrizeLot,
    Prizes,
    PrizeTies,
    prizes_text,
    read_amount,
    read_category,
    typed_amount,
)
from tournament.event.settings import Settings, settings_problems
from tournament.language import ENGLISH, language_of

TEAMS = PrizeCategory(CategoryKind.TEAMS)
TROPHY = Prize(what="Trophy")


def codes(*lines: Prize, **others: Any) -> list[str]:
    prizes = replace(Prizes(tuple(lines)), **others)
    return [problem.code for problem in settings_problems(Settings("Cup", prizes=prizes))]


@pytest.mark.parametrize(
    ("typed", "hundredths"),
    [("150", 15000), (" 150.50 ", 15050), ("150,05", 15005), ("1 500", 150000), ("1\u202f500,00", 150000), ("0", 0)],
)
def test_an_amount_is_read_exactly(typed: str, hundredths: int) -> None:
    assert read_amount(typed) == hundredths


@pytest.mark.parametrize("typed", ["", "much", "1,500", "1.5", "-5", "+5", "1e3", "15O", "٣", "1 50", "9" * 5000, "€5"])
def test_what_is_no_amount_or_may_be_two_is_not_read(typed: str) -> None:
    assert read_amount(typed) is None


def test_an_amount_is_written_as_it_is_typed() -> None:
    assert [typed_amount(each) for each in (15000, 15050, 15005, 5)] == ["150", "150.50", "150.05", "0.05"]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("players", "players"), ("Teams", "teams"), ("country:France", "country:FR"), ("country", "country"),
        ("club: Les  Quatre Vents", "club:Les Quatre Vents"), ("best-hand", "best-hand"),
    ],
)  # fmt: skip
def test_a_category_is_read_as_it_is_written(typed: str, key: str) -> None:
    found = read_category(typed)
    assert found is not None
    assert found.key == key
    assert read_category(found.key) == found


@pytest.mark.parametrize("typed", ["", "juniors", "teams:Dragons", "country:", ":FR"])
def test_what_is_no_category_is_not_read(typed: str) -> None:
    assert read_category(typed) is None


def test_a_category_says_its_country_in_each_language() -> None:
    category = PrizeCategory(CategoryKind.COUNTRY, "NL")
    assert [language_of(code).render(category.label) for code in ("en", "fr")] == [
        "Players: Netherlands",
        "Joueurs\u00a0: Pays-Bas",
    ]


def test_prizes_stand_in_the_order_of_categories_and_places() -> None:
    third, team = Prize(place=3, last=3, what="Book"), Prize(TEAMS, what="Cup")
    assert Prizes().with_prize(team).with_prize(third).with_prize(TROPHY).lines == (TROPHY, third, team)


def test_good_prizes_are_no_problem() -> None:
    assert codes(TROPHY, Prize(place=2, last=3, amount=5000), Prize(TEAMS, what="x" * 120)) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (Prize(place=0, last=0, what="Cup"), "prize-place"),
        (Prize(place=3, last=2, what="Cup"), "prize-place"),
        (Prize(place=1, last=10**9, what="Cup"), "prize-place"),
        (Prize(), "prize-empty"),
        (Prize(what="  "), "prize-empty"),
        (Prize(amount=0), "prize-amount"),
        (Prize(amount=-1), "prize-amount"),
        (Prize(amount=10**12), "prize-amount"),
        (Prize(what="x" * 201), "too-long"),
        (Prize(what="Cup\nEnd"), "control-character"),
        (Prize(PrizeCategory(CategoryKind.TEAMS, "Dragons"), what="Cup"), "prize-category"),
        (Prize(PrizeCategory(CategoryKind.COUNTRY, "Atlantis"), what="Cup"), "prize-category"),
    ],
)
def test_what_cannot_be_is_refused(line: Prize, code: str) -> None:
    assert codes(line) == [code]


def test_one_place_has_one_line() -> None:
    assert codes(TROPHY, TROPHY) == ["prize-twice"]
    assert codes(Prize(place=1, last=3, what="Medal"), Prize(place=3, last=3, what="Cup")) == ["prize-twice"]
    assert codes(TROPHY, Prize(TEAMS, what="Trophy")) == []


def test_200_lines_are_taken_and_500_are_not() -> None:
    lines = [Prize(place=place, last=place, amount=100) for place in range(1, 501)]
    assert codes(*lines[:200]) == []
    assert codes(*lines) == ["prizes-many"]


def test_a_currency_is_short_and_lots_name_two() -> None:
    assert codes(currency="bottles of wine") == ["prize-currency"]
    assert codes(lots=(PrizeLot(TEAMS, ("Dragons",)),)) == ["prize-lot"]
    assert codes(lots=(PrizeLot(TEAMS, ("Dragons", "Dragons")),)) == ["prize-lot"]


def test_a_club_has_no_prizes_for_teams() -> None:
    settings = Settings("Evening", format=EventFormat.CLUB, prizes=Prizes((TROPHY, Prize(TEAMS, what="Cup"))))
    assert [problem.code for problem in settings_problems(settings)] == ["format-no-table-points"]


def test_lots_drawn_again_take_the_place_of_those_before() -> None:
    once = Prizes().with_lot(PrizeLot(TEAMS, ("A", "B"))).with_lot(PrizeLot(TEAMS, ("C", "D")))
    assert [lot.order for lot in once.with_lot(PrizeLot(TEAMS, ("B", "A", "C"))).lots] == [("B", "A", "C")]


def test_a_change_says_what_came_and_what_went() -> None:
    before = Prizes((TROPHY,), currency="EUR")
    after = replace(before.with_prize(Prize(place=2, last=3, amount=5000)), ties=PrizeTies.SPLIT)
    assert ENGLISH.render(prizes_text(before, after)).startswith("Shared: ")
    assert ENGLISH.render(prizes_text(after, before)).startswith("Players, places 2 to 3: 50 EUR, Split: ")
    assert ENGLISH.render(prizes_text(Prizes())) == "–"
