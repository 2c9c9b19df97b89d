"""What an event can still be worth to a player, against the ranking with each of their places."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.ranking_rules import rules_called
from tests.tournament.rankings.test_ranking import DAY, PEOPLE, event, seasons
from tournament.rankings import EventPlace, rank_events
from tournament.rankings.outlook import Outlook, outlook

RULES = [rules_called("mers"), rules_called("league")]
ADA = PEOPLE[0]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@settings(max_examples=30)
@given(season=seasons(), players=st.integers(2, 9), age=st.integers(0, 400))
def test_each_place_is_worth_what_the_whole_ranking_says(rules, season, players, age):
    here = event(DAY - timedelta(days=age), PEOPLE[:players], days=2, name="last")
    found = outlook(season, here, ADA, rules, DAY)

    def value(events):
        return next((row.value for row in rank_events(events, rules, DAY).rows
                     if row.person.id == ADA.id and row.rank is not None), None)  # fmt: skip

    assert found.now == value(season)
    for place, expected in enumerate(found.values, 1):
        others = iter(PEOPLE[1:players])
        placed = tuple(EventPlace(ADA if n == place else next(others), n) for n in range(1, players + 1))
        assert value([*season, replace(here, places=placed)]) == expected
    for threshold, last in found.thresholds(100):
        passing = [each is not None and each > threshold for each in found.values]
        assert passing[:last] == [True] * last
        assert not passing[last]


def test_the_last_place_that_passes_a_threshold():
    here = event(date(2026, 5, 9), PEOPLE[:4])
    found = Outlook(ADA, here, Fraction(750), (Fraction(900), Fraction(801), Fraction(800), Fraction(700)))
    assert found.last_place_above(Fraction(800)) == 2
    assert found.last_place_above(Fraction(900)) is None
    assert list(found.thresholds(100)) == [(700, 3), (800, 2)]
