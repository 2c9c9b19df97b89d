"""The faults of MCR and what they cost. Source: FFMJ, "Fautes" (after WMO 2006), P1–P23 of docs/rules.md."""

import pytest

from tournament.rules.fault import Measure, Receiver
from tournament.rulesets.mcr.ruleset import MCR

NO_HU = {"P5", "P8", "P9", "P10", "P13", "P16", "P19", "P20", "P22"}


def test_every_number_is_there_but_those_that_are_one_fault_by_minutes():
    assert {fault.number for fault in MCR.faults} == {f"P{n}" for n in range(1, 24)} - {"P3", "P4"}


def test_slugs_are_unique():
    slugs = [fault.slug for fault in MCR.faults]
    assert len(slugs) == len(set(slugs))


def test_the_ladder():
    assert MCR.ladder == (0, 5, 10, 20, 30, 40, 50, 60)
    assert [MCR.ladder_step(earlier) for earlier in range(10)] == [0, 5, 10, 20, 30, 40, 50, 60, 60, 60]


@pytest.mark.parametrize(
    ("slug", "points", "receiver", "no_hu", "closes"),
    [
        ("false-hu-short", 10, Receiver.OPPONENTS, True, False),
        ("false-hu-invalid", 20, Receiver.OPPONENTS, True, False),
        ("wall-broken", 30, Receiver.OPPONENTS, False, True),
    ],
)
def test_fixed_sanctions(slug, points, receiver, no_hu, closes):
    fault = MCR.fault(slug)
    assert fault is not None
    assert (fault.measure, fault.points, fault.receiver) == (Measure.FIXED, points, receiver)
    assert (fault.no_hu, fault.closes_hand) == (no_hu, closes)


def test_who_loses_the_right_to_win():
    always = {
        f.number for f in MCR.faults if f.no_hu and not any(g.number == f.number and not g.no_hu for g in MCR.faults)
    }
    assert always == NO_HU
    sometimes = {f.number for f in MCR.faults if f.no_hu} - always
    assert sometimes == {"P7", "P12"}


def test_only_a_knocked_tile_goes_to_its_victim():
    assert [fault.slug for fault in MCR.faults if fault.receiver is Receiver.VICTIM] == ["tile-knocked"]
