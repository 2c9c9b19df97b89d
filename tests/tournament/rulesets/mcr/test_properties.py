"""What holds for every hand, in both profiles."""

import random
from typing import Any

import pytest
from hypothesis import given

from tests.second_counter.text import read
from tests.strategies import hand_texts
from tournament.hand.hand import Hand
from tournament.hand.notation import parse
from tournament.hand.readings import reading_order, readings
from tournament.rules.explanation import Reason
from tournament.rules.pattern import ExclusionScope, Stage
from tournament.rulesets.mcr.explaining import explain
from tournament.rulesets.mcr.facts import ReadingFacts
from tournament.rulesets.mcr.profiles import PROFILES
from tournament.rulesets.mcr.scoring import (
    Counting,
    countings,
    dearest,
    expanded,
    fan_table_of,
    hand_facts,
    preference,
    score,
)

NAME_SUITS = {"all-green", "reversible-tiles"}
both = pytest.mark.parametrize("profile", PROFILES)


def rewritten(text, chance, suits="msp"):
    """The same hand with sets and tiles in another order and its suits exchanged."""
    _, situation, flowers = text.split("|")
    won = read(text)
    table = str.maketrans("msp", suits)
    brackets = [
        "[" + "".join(declared.tiles).translate(table) + (f",{declared.source}" if declared.source else "") + "]"
        for declared in won.declared
    ]
    parts = brackets + [tile.translate(table) for tile in won.before]
    chance.shuffle(parts)
    return "".join(parts) + won.winning.translate(table) + f"|{situation}|{flowers}"


@both
@given(text=hand_texts)
def test_a_flower_adds_exactly_one_point(text, profile):
    bare = text.rpartition("|")[0]
    points = [score(parse(f"{bare}|{flowers}"), profile=profile).points for flowers in range(9)]
    assert points == [points[0] + flowers for flowers in range(9)]


@both
@given(text=hand_texts)
def test_order_does_not_matter(text, profile):
    assert score(parse(rewritten(text, random.Random(text))), profile=profile) == score(parse(text), profile=profile)


@both
@given(text=hand_texts)
def test_exchanging_suits_keeps_the_points_but_for_fan_that_name_suits(text, profile):
    before = score(parse(text), profile=profile)
    for suits in ("smp", "psm", "mps", "spm"):
        after = score(parse(rewritten(text, random.Random(1), suits)), profile=profile)
        if not NAME_SUITS & {fan.pattern.slug for fan in (*before.fans, *after.fans)}:
            assert after.points == before.points


@both
@given(text=hand_texts)
def test_no_fan_of_the_list_excludes_another_one(text, profile):
    listed = score(parse(text), profile=profile).fans
    slugs = {fan.pattern.slug for fan in listed}
    for fan in listed:
        whole = {ex.slug for ex in fan.pattern.excludes if ex.scope is ExclusionScope.ALL and not ex.beside}
        assert not whole & slugs


@both
@given(text=hand_texts)
def test_the_reading_chosen_is_at_least_as_dear_as_every_other(text, profile):
    explanation = explain(parse(text), profile=profile)
    assert all(other.score.points <= explanation.score.points for other in explanation.lesser)
    own = sorted(explanation.reading.groups)
    others = [other.score.points for other in explanation.lesser if sorted(other.groups) != own]
    best = explanation.next_best
    assert (best.score.points if best is not None else None) == max(others, default=None)


@both
@given(text=hand_texts)
def test_a_wait_counts_is_contained_in_a_fan_or_names_other_tiles(text, profile):
    """Tried with every tile in the place of the winning one, instead of the table of waits."""
    hand = parse(text)
    explanation = explain(hand, profile=profile)
    for left in explanation.left_out:
        assert bool(left.waits) is (left.reason is Reason.OTHER_TILES)
        for tile in left.waits:
            assert tile != hand.winning
            assert list(readings(Hand(hand.melds, hand.concealed, tile, hand.situation, hand.flowers)))


@both
@given(text=hand_texts)
def test_of_readings_of_the_same_points_the_preferred_one_is_chosen(text, profile):
    """Which of its sets the winning tile went to makes no difference where the same fan count."""
    fan_table, hand = fan_table_of(profile), parse(text)
    counted = list(countings(fan_table, hand))

    def order(counting: Counting) -> tuple[Any, ...]:
        return *preference(fan_table, counting)[:3], reading_order(counting.reading)[:2]

    for readings_counted in (counted, counted[::-1]):
        best = dearest(fan_table, readings_counted)
        assert best is not None
        if best.kept != 1 << fan_table.fallback:
            assert order(best) == min(map(order, counted))
            assert sum(fan_table.points[place] for place in expanded(fan_table, best)) == best.points
    assert dearest(fan_table, []) is None


@both
@given(text=hand_texts)
def test_the_explanation_agrees_with_the_score(text, profile):
    hand = parse(text)
    explanation = explain(hand, profile=profile)
    assert explanation.score == score(hand, profile=profile)
    assert [(entry.pattern, len(entry.instances)) for entry in explanation.counted] == [
        (fan.pattern, fan.times) for fan in explanation.score.fans
    ]
    assert sum(fan.points for fan in explanation.score.fans) == explanation.score.points


@both
@given(text=hand_texts)
def test_a_fan_that_is_not_looked_for_is_not_there(text, profile):
    fan_table, hand = fan_table_of(profile), parse(text)
    facts = hand_facts(fan_table, hand)
    for reading in readings(hand):
        found: dict[Stage, Any] = {Stage.HAND: facts, Stage.READING: ReadingFacts(facts, reading)}
        for fan in fan_table.fans:
            if fan.stage in found and fan.needs & ~found[fan.stage].traits:
                assert not fan.mark(found[fan.stage]), fan.slug
