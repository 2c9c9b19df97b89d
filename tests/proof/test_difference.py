"""A seeded sample of the proof of the search for slips: the whole is ``python -m tests.proof.proof_difference``."""

from random import Random
from time import process_time

import pytest

from tests.proof.slips import PLANTS, counted, rows
from tournament.ledger.difference import causes_of
from tournament.rulesets.mcr.ruleset import MCR

SAMPLE = 20
MANY_WAYS = {
    "points: a digit changed": 0.55,
    "points: another value": 0.5,
    "penalty missing": 0.45,
    "drawn for won, or the reverse": 0.1,
}
"""Slips that other slips are often equal to: a digit in a total of one player is as good as a penalty, and rows of
drawn hands are all alike. The share of them that must be named first; of every other kind three in four."""


@pytest.mark.thorough
@pytest.mark.parametrize("kind", PLANTS)
def test_what_was_planted_is_named_among_the_first_three(kind):
    count = counted(kind, SAMPLE, seed=2)
    assert count.found == SAMPLE
    assert count.three >= 0.7 * SAMPLE
    assert count.first >= MANY_WAYS.get(kind, 0.75) * SAMPLE


def test_a_full_sheet_takes_less_than_a_frame():
    chance = Random(5)
    times = []
    for _ in range(20):
        typed = rows(chance, hands=16, penalties=2)
        sheet = typed.sheet()
        totals = (sheet.scores[0] + 10, sheet.scores[1] - 10, None, None)
        began = process_time()
        causes_of(sheet, MCR, totals)
        times.append(process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.016
