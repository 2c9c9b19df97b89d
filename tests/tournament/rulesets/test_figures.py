"""The figures of each rule set, as the rules and decisions of docs/rules.md give them."""

import pytest

from tournament.catalogue import rule_set
from tournament.rules.rotation import SEATS_CHANGED, SEATS_KEPT
from tournament.rules.table_points import TablePoints, TablePointsKind
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR


@pytest.mark.parametrize(("rules", "id"), [(MCR, "mcr"), (GUOBIAO, "guobiao")])
def test_mcr_wins_from_eight_asks_above_eighty_eight_and_takes_up_to_five_hundred(rules, id):
    assert (rules.id, rules.minimum, rules.improbable, rules.most) == (id, 8, 88, 500)
    assert rules.value_bands == (8, 12, 16, 24, 32, 64)
    assert rules.table_points == TablePoints(TablePointsKind.PLACES, (4, 2, 1, 0))
    assert rules.rotation is SEATS_CHANGED
    assert rules.rotation.hands == 16
    assert rules.flowers
    assert rules.scorer is not None
    assert rules.scorer.minimum == 8


def test_the_ladder_and_the_faults():
    assert MCR.ladder == (0, 5, 10, 20, 30, 40, 50, 60)
    assert [MCR.ladder_step(step) for step in range(9)] == [0, 5, 10, 20, 30, 40, 50, 60, 60]
    assert len({fault.slug for fault in MCR.faults}) == len(MCR.faults)
    assert BLANK.faults == ()


def test_blank_rules_take_any_hand_up_to_a_thousand():
    assert (BLANK.id, BLANK.minimum, BLANK.improbable, BLANK.most) == ("blank", 1, 100, 1000)
    assert BLANK.value_bands == (1, 10, 25, 50, 100)
    assert BLANK.table_points == TablePoints(TablePointsKind.PLACES, (4, 2, 1, 0))
    assert BLANK.rotation is SEATS_KEPT
    assert not BLANK.flowers
    assert BLANK.scorer is None


@pytest.mark.parametrize(
    ("id", "chosen", "figures"),
    [
        ("french-classical-simple", {}, (0, 1000, 1_000_000, (20, 50, 100, 200, 500, 1000))),
        ("french-classical-advanced", {}, (0, 1000, 1_000_000, (20, 50, 100, 200, 500, 1000))),
        ("quebec-classical", {}, (0, 500, 1_000_000, (20, 40, 80, 160, 320, 500))),
        ("quebec-classical", {"limit": 300}, (0, 300, 1_000_000, (20, 40, 80, 160, 320, 500))),
        ("quebec-classical", {"limit": None}, (0, 1000, 1_000_000, (20, 40, 80, 160, 320, 500))),
    ],
)
def test_classical_hands_begin_at_a_mah_jong_of_twenty_and_are_asked_about_above_the_limit(id, chosen, figures):
    rules = rule_set(id, tuple(sorted(chosen.items())))
    assert rules is not None
    assert (rules.minimum, rules.improbable, rules.most, rules.value_bands) == figures
