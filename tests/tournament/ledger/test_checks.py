"""Recorded points compared with the tiles. Sources: docs/rules.md, G3; hands from FFMJ and WMO 2006."""

from itertools import combinations

import pytest

from tests.tournament.ledger.writing import Writing
from tournament.event.problem import Gravity
from tournament.ledger.checks import claim_of, exchange_problems
from tournament.ledger.facts import HandRecorded, PenaltyGiven
from tournament.rules.payment import Outcome
from tournament.rules.rotation import SEATS_CHANGED
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

CHICKEN = "[123m,1]67m789s345pEE8m"
"""A hand with nothing but its shape, won by discard: Chicken Hand, 8 points."""


def codes(claim):
    return [(problem.code, problem.gravity) for problem in claim.problems]


def claim(points, tiles, *, winner=0, discarder=2, hand=3, overrule="", rules=MCR):
    state = SEATS_CHANGED.state(hand) if 1 <= hand <= rules.rotation.hands else None
    return claim_of(rules, state, Outcome(winner, discarder, points), tiles=tiles, overrule=overrule)


def test_equal_passes():
    assert claim(8, CHICKEN).problems == ()


def test_more_than_the_tiles_are_worth_is_refused():
    assert codes(claim(9, CHICKEN)) == [("tiles-worth-less", Gravity.BLOCKS)]


def test_a_referee_may_overrule_with_a_reason():
    assert codes(claim(9, CHICKEN, overrule="agreed at the table")) == [("tiles-worth-less", Gravity.REMARK)]


def test_a_lower_value_is_accepted_with_a_remark():
    assert codes(claim(8, CHICKEN + "|EE0000|2")) == [
        ("tiles-restated", Gravity.REMARK),
        ("tiles-worth-more", Gravity.REMARK),
    ]


@pytest.mark.parametrize(("hand", "winds"), [(3, "EW"), (6, "SE"), (16, "NN")])
def test_the_winds_are_the_sheets(hand, winds):
    assert claim(8, CHICKEN, hand=hand).tiles == f"{CHICKEN}|{winds}0000"


def test_the_way_to_win_is_the_sheets():
    kept = claim(9, "123m67m345p789sEE8m", discarder=None)
    assert kept.tiles.endswith("|EW1000")
    assert codes(kept) == [("tiles-worth-less", Gravity.BLOCKS)]


def test_every_fault_of_the_notation_is_reported():
    kept = claim(8, "11111m")
    assert {code for code, _gravity in codes(kept)} == {"tiles-faulty"}
    assert len(kept.problems) >= 2
    assert codes(claim(8, "147m258s369pESWNC1m")) == [("tiles-faulty", Gravity.BLOCKS)]


def test_the_profile_counts():
    kongs = "[1111m][2222p]345s67sWW8s"
    assert claim(12, kongs).problems == () == claim(10, kongs, rules=GUOBIAO).problems


def test_tiles_that_have_no_place():
    assert codes(claim_of(MCR, MCR.table.start, Outcome(None), tiles=CHICKEN, overrule="")) == [
        ("drawn-with-tiles", Gravity.BLOCKS)
    ]
    assert codes(claim(8, CHICKEN, rules=BLANK)) == [("tiles-not-counted", Gravity.BLOCKS)]
    assert codes(claim(8, "", overrule="why")) == [("overrule-without-tiles", Gravity.BLOCKS)]
    assert claim(8, "  ").problems == ()


@pytest.mark.parametrize("hand", [0, 17])
def test_tiles_of_a_hand_that_is_not_played_are_kept_uncounted(hand):
    kept = claim(9, CHICKEN, hand=hand)
    assert (kept.tiles, kept.problems) == (CHICKEN, ())


@pytest.mark.parametrize(
    ("fact", "concerned"),
    [
        (HandRecorded(1, 0, 2, 8), [True, True, True, True, False, True]),
        (HandRecorded(1, None), [False] * 6),
        (PenaltyGiven(2, 1, "", 10, (0,)), [True, True, True, True, False, True]),
        (PenaltyGiven(2, 1, "", 10, (0, 1, 3)), [False, True, False, True, False, True]),
        (PenaltyGiven(2, 1, "", 0), [False, True, False, True, False, True]),
    ],
    ids=["a win", "a drawn hand", "a penalty to one player", "a penalty to all others", "a warning"],
)
def test_two_columns_are_swapped_only_where_that_changes_something(fact, concerned):
    """In the order AB, AC, AD, BC, BD, CD; who is punished or receives something is another player afterwards."""
    writing = Writing()
    writing.write(fact)
    sheet = writing.sheet()
    found = [exchange_problems(sheet, columns, None, reason="seats") for columns in combinations(range(4), 2)]
    assert [not problems for problems in found] == concerned
