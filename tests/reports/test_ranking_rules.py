"""Data files with the rules of a ranking."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assets
from reports.data_file import DataFileUnreadable
from reports.ranking_rules import RANKINGS, RATINGS, read_rating_rules, read_rules, rules_called
from tournament.rankings import Age, BaseRank, PlacePoints, RankingPart, Rounding, Step
from tournament.rankings.rating import AveragePlace, Elo, PlackettLuce

SHIPPED = {name: assets.path("rankings", f"{name}.toml").read_text(encoding="utf-8") for name in RANKINGS.names()}


def faults_of(text):
    with pytest.raises(DataFileUnreadable) as unreadable:
        read_rules(text.encode())
    return [fault.field for fault in unreadable.value.faults]


def test_the_shipped_rules_are_those_of_mers_and_a_league():
    assert RANKINGS.names() == ("league", "mers", "mers-2017")
    assert all(rules_called(name).id == name for name in RANKINGS.names())
    with pytest.raises(KeyError):
        rules_called("../federations/ema")


def test_mers_is_read_as_the_rules_say():
    mers = rules_called("mers")
    half = Fraction(1, 2)
    assert mers.value == BaseRank(1000)
    assert mers.weight.players == (Step(41, half), Step(81, Fraction(1)))
    assert mers.weight.countries == (Step(6, half), Step(10, Fraction(1)))
    assert mers.weight.most_days == 3
    assert mers.weight.championship == 1
    assert mers.ages == (Age(1, Fraction(1)), Age(2, half))
    assert mers.parts == (RankingPart(half, 5, Fraction(4, 5), filled=True), RankingPart(half, 4, filled=True))
    assert (mers.least_results, mers.numbered_only, mers.country_best, mers.decimals) == (2, True, 3, 2)


def test_mers_of_2017_cuts_base_ranks_and_asks_for_eleven_countries():
    old, mers = rules_called("mers-2017"), rules_called("mers")
    assert old.value == BaseRank(1000, Rounding.DOWN)
    assert old.weight.countries == (Step(6, Fraction(1, 2)), Step(11, Fraction(1)))
    same = replace(
        old, id=mers.id, name=mers.name, source=mers.source, value=mers.value,
        weight=replace(old.weight, countries=mers.weight.countries), quotas=mers.quotas,
    )  # fmt: skip
    assert same == mers
    assert old.quotas is None


def test_the_league_has_points_by_place():
    value = rules_called("league").value
    assert isinstance(value, PlacePoints)
    assert value.points[0] == 25
    assert value.others == 1


@pytest.mark.parametrize(
    ("name", "before", "after", "field"),
    [
        ("mers", 'id = "mers"', 'id = "My Rules"', "id"),
        ("mers", 'kind = "base-rank"', 'kind = "elo"', "value.kind"),
        ("mers", 'rounding = "half-up"', "rounding = 1", "value.rounding"),
        ("mers", "highest = 1000", "highest = -1", "value.highest"),
        ("mers", 'adds = "0.5"', "adds = 0.5", "weight.players[0].adds"),
        ("mers", "least = 81", "least = 40", "weight.players"),
        ("mers", "years = 2", "years = 1", "ages"),
        ("mers", 'factor = "0.5"', 'factor = "half"', "ages[1].factor"),
        ("mers", 'combination = "mean"', 'combination = "median"', "results.combination"),
        ("mers", 'beyond = "0.8"', 'beyond = "80 %"', "parts[0].beyond"),
        ("mers", "filled = true", 'filled = "yes"', "parts[0].filled"),
        ("mers", "most_days = 3", "most_day = 3", "weight.most_day"),
        ("mers", "above = 700", "above = 700.5", "quotas.above"),
        ("mers", "above = 700", 'above = 700\nmembers = ["FR", "Atlantis"]', "quotas.members[1]"),
        ("mers", "above = 700", 'above = 700\nmembers = ["FR", "FRA"]', "quotas.members[1]"),
        ("mers", "above = 700", 'above = 700\nmembers = "FR"', "quotas.members"),
        ("league", "points = [25,", 'points = ["25,5",', "value.points.0"),
        ("league", "points = [25, 18, 15, 12, 10, 8, 6, 4]", "points = 25", "value.points"),
        ("league", "[[parts]]", "[parts]", "parts"),
    ],
)
def test_each_fault_is_named_with_its_field(name, before, after, field):
    assert before in SHIPPED[name]
    assert faults_of(SHIPPED[name].replace(before, after, 1))[0] == field


def test_what_is_missing_is_named():
    assert set(faults_of("")) >= {"id", "name", "value", "weight", "parts"}


@given(st.sampled_from(sorted(SHIPPED)), st.data())
def test_a_file_cut_anywhere_is_read_or_refused(name, data):
    text = SHIPPED[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    with suppress(DataFileUnreadable):
        read_rules((text[:start] + text[end:]).encode())


SHIPPED_RATINGS = {name: assets.path("ratings", f"{name}.toml").read_text(encoding="utf-8") for name in RATINGS.names()}


def test_the_shipped_ratings_are_elo_plackett_luce_and_the_average_place():
    assert RATINGS.names() == ("average-place", "elo", "plackett-luce")
    assert all(RATINGS.called(name).id == name for name in RATINGS.names())
    elo = RATINGS.called("elo")
    assert (elo.method, elo.decimals) == (Elo(1500, 400, Fraction(20)), 2)
    assert isinstance(RATINGS.called("plackett-luce").method, PlackettLuce)
    places = RATINGS.called("average-place")
    assert (places.method, places.decimals, places.least_games) == (AveragePlace(), 3, 8)


@pytest.mark.parametrize(
    ("name", "before", "after", "field"),
    [
        ("elo", "[elo]", "[ello]", ""),
        ("average-place", "[average_place]", "[average_place]\nfactor = 1", "average_place.factor"),
        ("elo", "scale = 400", "scale = 0", "elo.scale"),
        ("elo", "factor = 20", "factor = 20.5", "elo.factor"),
        ("elo", "factor = 20", "", "elo.factor"),
        ("elo", "start = 1500", "start = -1", "elo.start"),
        ("elo", "decimals = 2", "decimals = 7", "decimals"),
        ("plackett-luce", 'chance = "25/6"', "chance = 0", "plackett_luce.chance"),
        ("plackett-luce", 'uncertainty = "25/3"', "uncertainty = 0", "plackett_luce.uncertainty"),
        ("plackett-luce", "skill = 25", "skill = 1000", "plackett_luce.skill"),
        ("plackett-luce", "caution = 3", "cautious = 3", "plackett_luce.cautious"),
    ],
)
def test_every_fault_in_rules_of_a_rating_is_named_with_its_field(name, before, after, field):
    shipped = SHIPPED_RATINGS[name]
    assert shipped.count(f"\n{before}") == 1
    with pytest.raises(DataFileUnreadable) as unreadable:
        read_rating_rules(shipped.replace(f"\n{before}", f"\n{after}").encode())
    assert field in [fault.field for fault in unreadable.value.faults]
