"""Every fan by its gold hand and every rulebook example, in both profiles."""

from itertools import product

import pytest

from tests.cases import all_cases
from tests.examples.gold import GOLD, Count
from tests.examples.rulebook import EXAMPLES
from tournament.hand.notation import parse
from tournament.rules.score import Score
from tournament.rulesets.mcr.fans import FANS
from tournament.rulesets.mcr.profiles import PROFILES
from tournament.rulesets.mcr.scoring import score

TIERS = {88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 10, 6: 7, 4: 4, 2: 10, 1: 13}
"""How many fan there are of each value (WMO 2006), with the mixed kong pair among those of 6."""


def listed(counted: Score) -> list[str]:
    return [fan.pattern.slug + (f"*{fan.times}" if fan.times > 1 else "") for fan in counted.fans]


def expected(count: Count) -> list[str]:
    order = [fan.slug for fan in FANS]
    return sorted(count.fans.split(), key=lambda name: order.index(name.partition("*")[0]))


@all_cases([*product(GOLD, PROFILES)])
def test_gold_hand(case):
    gold, profile = case
    count = gold.mcr if profile == "mcr" else gold.guobiao or gold.mcr
    counted = score(parse(gold.hand), profile=profile)
    assert listed(counted) == expected(count)
    assert counted.points == count.points


@all_cases([*product(EXAMPLES, PROFILES)])
def test_rulebook_example(case):
    example, profile = case
    count = example.mcr if profile == "mcr" else example.guobiao or example.mcr
    counted = score(parse(example.hand), profile=profile)
    assert listed(counted) == expected(count)
    assert counted.points == count.points


def test_the_table_has_the_tiers_of_the_rule_book():
    tiers = {points: sum(fan.points == points for fan in FANS) for points in {fan.points for fan in FANS}}
    assert tiers == TIERS


def test_the_table_is_numbered_like_the_rule_book_and_dearest_first():
    assert [fan.number for fan in FANS if fan.number] == list(range(1, 82))
    assert [fan.points for fan in FANS[:-1]] == sorted((fan.points for fan in FANS[:-1]), reverse=True)


def test_a_slug_is_the_english_name_and_every_text_is_there():
    for fan in FANS:
        if fan.number:
            assert fan.slug == fan.name.en.lower().replace(" ", "-")
        assert all((fan.name.en, fan.name.fr, fan.name.zh, fan.description.en, fan.description.fr))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.id)
def test_what_a_fan_excludes_exists_and_comes_after_it_or_joins_the_same_sets(profile):
    places = {fan.slug: place for place, fan in enumerate(profile.fans)}
    for place, fan in enumerate(profile.fans):
        for exclusion in fan.excludes:
            assert places[exclusion.slug] > place or (fan.joins and profile.fans[places[exclusion.slug]].joins)


@pytest.mark.parametrize(
    ("hand", "points", "met"),
    [
        ("[123m,1]678m345p78sEE9s|SS0000|3", 11, True),
        ("[EEE,1]678m345p78s22m9s|EE0000|8", 12, False),
    ],
)
def test_flowers_count_outside_the_minimum(hand, points, met):
    counted = score(parse(hand))
    assert (counted.points, counted.minimum_met) == (points, met)


def test_three_winds_with_a_pair_of_dragons_are_not_the_little_four_winds():
    fans = listed(score(parse("[EEE,1][SSS,2][WWW,3]23pCC4p|EN0000")))
    assert "big-three-winds" in fans
    assert "little-four-winds" not in fans


@pytest.mark.parametrize("hand", ["[123p,1][345p,2][222s,3]888p9p9p", "[123p,1][999p,2]456s888s5s5s"])
def test_each_reversible_tile_is_one(hand):
    assert "reversible-tiles" in listed(score(parse(hand)))
