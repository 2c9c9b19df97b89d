"""The seats of a championship by country, against a second count by its own reading of the rules."""

from collections import Counter
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.ranking_rules import rules_called
from tests.second_count import quotas as second
from tournament.language import ENGLISH
from tournament.rankings import CountryRow, QuotaRules, RankedPerson, Ranking, RankingRow
from tournament.rankings.explanation import quota_explanation
from tournament.rankings.quotas import SeatReason, quotas

MERS = rules_called("mers")
RULES = QuotaRules(3, Fraction(700))
CODES = ("AT", "BE", "CH", "DE", "DK", "ES", "FR", "IT", "NL", "SE")


def ranking_of(*players: tuple[str, Fraction | int]) -> Ranking:
    """A ranking of members with these countries and values."""
    people = [
        (RankedPerson(str(number), f"Player {number}", country, str(number)), Fraction(value))
        for number, (country, value) in enumerate(players)
    ]
    people.sort(key=lambda each: -each[1])
    best: dict[str, list[Fraction]] = {}
    for person, value in people:
        best.setdefault(person.country, []).append(value)
    return Ranking(
        date(2026, 11, 30),
        MERS,
        tuple(RankingRow(number, person, value, (), ()) for number, (person, value) in enumerate(people, 1)),
        tuple(CountryRow(1, country, sum(values[:3], Fraction(0)) / 3, ()) for country, values in best.items()),
    )


players_of_countries = st.lists(
    st.tuples(
        st.sampled_from(CODES),
        st.one_of(st.sampled_from((0, 500, 699, 700, 701, 1000)), st.fractions(0, 1000, max_denominator=60)),
    ),
    max_size=60,
)


@given(players_of_countries, st.integers(1, 120))
@settings(max_examples=150, deadline=None)
def test_a_second_count_gives_the_same_seats(players, total):
    found = quotas(ranking_of(*players), RULES, total)
    assert ({row.country: row.seats for row in found.rows}, found.left) == second.seats(players, total)


@given(players_of_countries, st.integers(1, 120))
@settings(max_examples=100, deadline=None)
def test_every_seat_is_given_once_and_nobody_has_more_than_the_limit(players, total):
    found = quotas(ranking_of(*players), RULES, total)
    given = Counter(seat.country for seat in found.given)
    assert sum(row.seats for row in found.rows) + found.left == total
    for row in found.rows:
        assert row.seats == given[row.country] - row.given_back <= row.limit
    if players:
        assert sum(row.share for row in found.rows) == 1
    if found.left:
        assert all(row.seats == row.limit for row in found.rows)


def test_the_shipped_rules_are_those_of_the_european_association():
    assert MERS.quotas == RULES
    assert rules_called("league").quotas is None


def test_the_clauses_come_in_their_order():
    players = [("SE", 900), ("SE", 800), ("SE", 600), ("FR", 750), ("FR", 100), ("DE", 650), ("DK", 10)]
    given = quotas(ranking_of(*players), RULES, 12).given
    assert [(seat.country, seat.reason.value) for seat in given[:9]] == [
        ("SE", "member"), ("FR", "member"), ("DE", "member"), ("DK", "member"), ("SE", "above"), ("FR", "above"),
        ("SE", "best"), ("FR", "best"), ("DE", "best"),
    ]  # fmt: skip
    assert {seat.reason for seat in given[9:12]} == {SeatReason.SHARE}


def test_the_mean_itself_and_the_threshold_itself_are_not_above():
    found = quotas(ranking_of(("SE", 700), ("FR", 700)), RULES, 9)
    assert [(row.above, row.limit, row.seats) for row in found.rows] == [(0, 1, 1), (0, 1, 1)]
    assert found.left == 7


def test_a_member_without_a_ranked_player_has_a_seat_and_others_have_none():
    rules = replace(RULES, members=("SE", "FI"))
    found = quotas(ranking_of(("SE", 900), ("SE", 800), ("SE", 100), ("NO", 1000)), rules, 3)
    assert [(row.country, row.players, row.seats) for row in found.rows] == [("SE", 3, 2), ("FI", 0, 1)]


def test_with_fewer_seats_than_countries_the_best_are_served():
    found = quotas(ranking_of(("SE", 900), ("FR", 800), ("DE", 100)), RULES, 2)
    assert [(row.country, row.seats) for row in found.rows] == [("SE", 1), ("FR", 1), ("DE", 0)]


def test_the_seats_of_a_country_are_explained():
    players = [("SE", 900), ("SE", 800), ("FR", 710), ("FR", 100), ("DE", 90)]
    found = quotas(ranking_of(*players), RULES, 9)
    told = [ENGLISH.render(text) for text in quota_explanation(found, RULES, "FR", 2)]
    assert told == [
        "FR: 1 seat of 9",
        "2. each member country has one",
        "5. 1 player is above 700",
        "7. place 2 among the countries, of which the best 3 have one",
        "2 seats go back: the limit is 1, by the players above the mean 520.00, and at least 1",
    ]
    with pytest.raises(KeyError):
        quota_explanation(found, RULES, "NL", 2)
