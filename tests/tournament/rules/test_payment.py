"""Settlement of one hand. Source: FFMJ, "Païement" (after WMO 2006)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.payment import NO_NET, Outcome, Stakes, add, net_of, opponents, subtract
from tournament.rulesets.blank import BLANK
from tournament.rulesets.mcr.ruleset import GUOBIAO, MCR

VECTORS = [
    (Outcome(0, None, 8), (48, -16, -16, -16)),
    (Outcome(1, None, 8), (-16, 48, -16, -16)),
    (Outcome(1, 0, 8), (-16, 32, -8, -8)),
    (Outcome(0, 1, 8), (32, -16, -8, -8)),
    (Outcome(0, 1, 63), (87, -71, -8, -8)),
    (Outcome(0, None, 63), (213, -71, -71, -71)),
    (Outcome(None), (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("outcome", "net"), VECTORS)
@pytest.mark.parametrize("rules", [MCR, GUOBIAO], ids=lambda rules: rules.id)
def test_mcr_pays_as_the_rule_says(rules, outcome, net):
    assert net_of(rules.settle(outcome, Stakes(0))) == net


@given(winner=st.integers(0, 3), other=st.integers(0, 3), points=st.integers(8, 500))
def test_mcr_moves_points_and_makes_none(winner, other, points):
    outcome = Outcome(winner, None if other == winner else other, points)
    net = net_of(MCR.settle(outcome, Stakes(0)))
    assert sum(net) == 0
    assert net[winner] == (3 * points + 24 if outcome.self_draw else points + 24)


def test_blank_rules_pay_the_points_alone():
    assert net_of(BLANK.settle(Outcome(2, 3, 5), Stakes(0))) == (0, 0, 5, -5)
    assert net_of(BLANK.settle(Outcome(2, None, 5), Stakes(0))) == (-5, -5, 15, -5)
    assert net_of(BLANK.settle(Outcome(None), Stakes(0))) == NO_NET


def test_how_a_hand_ended():
    drawn, on_discard, alone = Outcome(None), Outcome(1, 2, 8), Outcome(1, None, 8)
    assert [(each.drawn, each.self_draw) for each in (drawn, on_discard, alone)] == [
        (True, False), (False, False), (False, True),
    ]  # fmt: skip
    assert (drawn.discarder, drawn.points) == (None, 0)


def test_results_add_up_column_by_column():
    assert add((1, 20, 300, 4000), (5, 60, 700, 8000)) == (6, 80, 1000, 12000)
    assert [opponents(column) for column in range(4)] == [(1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)]


NETS = st.tuples(*[st.integers(-5000, 5000)] * 4)


@given(NETS, NETS)
def test_results_are_added_and_subtracted_column_by_column(first, second):
    assert add(first, second) == tuple(a + b for a, b in zip(first, second, strict=True))
    assert subtract(first, second) == tuple(a - b for a, b in zip(first, second, strict=True))
