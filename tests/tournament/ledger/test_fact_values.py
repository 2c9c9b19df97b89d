"""Which numbers the facts may contain: the least and the most of each field, and what is said of a number beyond."""

from collections.abc import Callable
from typing import get_args

import pytest
from msgspec import Struct, structs

from tournament.event.player import Player, PlayerState
from tournament.ledger import facts
from tournament.ledger.codec import value_fault
from tournament.ledger.facts import Fact

MILLIONS = 10_000_000
HAND = facts.HandRecorded(1, 0, 1, 8)
PENALTY = facts.PenaltyGiven(0, 1, "late", 10)
Number = int | None


@pytest.mark.parametrize("fact", get_args(Fact), ids=lambda each: each.__name__)
def test_no_fact_can_be_changed(fact: type[Struct]) -> None:
    assert fact.__struct_config__.frozen


def winner(number: int) -> Fact:
    return facts.HandRecorded(1, number, None, 8)


def discarder(number: int) -> Fact:
    return facts.HandRecorded(1, 1 if number != 1 else 2, number, 8)


RANGES: list[tuple[str, Callable[[int], Fact], Number, Number]] = [
    ("winner", winner, 0, 3),
    ("discarder", discarder, 0, 3),
    ("hand", lambda number: structs.replace(HAND, hand=number), 1, 1000),
    ("points", lambda number: structs.replace(HAND, points=number), 0, MILLIONS),
    ("hand", lambda number: facts.HandCorrected(number, None, None, 0, "misread"), 1, 1000),
    ("points", lambda number: facts.HandCorrected(1, 0, None, number, "misread"), 0, MILLIONS),
    ("player", lambda number: structs.replace(PENALTY, player=number), 0, 3),
    ("hand", lambda number: structs.replace(PENALTY, hand=number), 1, 1000),
    ("points", lambda number: structs.replace(PENALTY, points=number), 0, MILLIONS),
    ("to", lambda number: structs.replace(PENALTY, player=0 if number else 1, to=(number,)), 0, 3),
    ("to", lambda number: facts.HandMoved(1 if number != 1 else 2, number, "misread"), 1, 1000),
    ("one", lambda number: facts.ColumnsExchanged(number, 0 if number else 1, None, "misread"), 0, 3),
    ("hands", lambda number: facts.ColumnsExchanged(0, 1, (1, number), "misread"), 1, 1000),
    ("to_session", lambda number: facts.SheetMoved(number, 1, "misread"), 1, 1000),
    ("to_table", lambda number: facts.SheetMoved(1, number, "misread"), 1, 100_000),
    ("session", facts.SessionStarted, 1, 1000),
    ("session", lambda number: facts.ClockStarted(number, 90), 1, 1000),
    ("minutes", lambda number: facts.ClockStarted(1, number), 1, 100_000),
    ("first", lambda number: facts.PlayerStateChanged(1, PlayerState.WITHDRAWN, number), 1, 1000),
    ("returned", lambda number: facts.PlayerStateChanged(1, PlayerState.WITHDRAWN, returned=(number,)), 1, 1000),
    ("number", lambda number: facts.PlayerStateChanged(number, PlayerState.WITHDRAWN), 1, MILLIONS),
    ("number", facts.PlayerRemoved, 1, MILLIONS),
    ("number", lambda number: facts.PlayersAdded((Player(number, "Ada", "Sample"),), ""), 1, MILLIONS),
    ("other", lambda number: facts.PlayersMerged(Player(7, "Ada", "Sample"), number), 1, MILLIONS),
    ("totals", lambda number: facts.TotalsRecorded((number, 0, 0, 0)), -(10**12), 10**12),
    ("totals", lambda number: facts.TotalsRecorded((0, 0, 0, number)), -(10**12), 10**12),
]


@pytest.mark.parametrize(("name", "fact", "least", "most"), RANGES)
def test_each_number_has_a_least_and_a_most(
    name: str, fact: Callable[[int], Fact], least: int | None, most: int | None
) -> None:
    for bound, beyond in ((least, -1), (most, 1)):
        assert bound is not None
        assert value_fault(fact(bound)) is None
        fault = value_fault(fact(bound + beyond))
        assert fault is not None
        assert fault.startswith(f"{name}: ") or name in fault
        assert str(bound + beyond) in fault


@pytest.mark.parametrize(
    ("number", "text"), [(10**20 - 1, str(10**20 - 1)), (10**20, "10^20…"), (-(10**20), "-10^20…"), (10**500, "10^20…")]
)
def test_a_number_of_many_digits_is_not_repeated(number: int, text: str) -> None:
    assert value_fault(structs.replace(HAND, points=number)) == f"points: {text}"


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        (facts.HandRecorded(1, None, 2, 0), "discarder: 2 in a hand that nobody won"),
        (facts.HandRecorded(1, 2, 2, 8), "discarder: 2"),
        (facts.ColumnsExchanged(0, 1, (4, 3), "misread"), "hands: 3 comes before 4"),
        (facts.ColumnsExchanged(1, 1, (3, 3), "misread"), "other: 1"),
        (facts.HandMoved(3, 3, "misread"), "to: 3"),
        (facts.PenaltyGiven(1, 1, "", 10, (0, 1)), "to: 1 would receive their own points"),
        (facts.PenaltyGiven(1, 1, "", 10, (0, 2, 0)), "to: 0 is there twice"),
    ],
)
def test_values_that_contradict_one_another_are_named(fact: Fact, fault: str) -> None:
    assert (value_fault(fact) or "").startswith(fault)


@pytest.mark.parametrize(
    "fact",
    [
        facts.ColumnsExchanged(0, 1, (3, 3), "misread"),
        facts.PenaltyGiven(1, 1, "", 10, (0, 2, 3)),
        facts.HandRecorded(1, None, None, 0),
        facts.HandRecorded(1, 3, 0, 8),
    ],
)
def test_values_that_agree_have_no_fault(fact: Fact) -> None:
    assert value_fault(fact) is None
