"""The second count of riichi agrees with our use of the engine, and with the gold, which was counted by hand."""

from typing import Any

import pytest

from tests.second_count.dealing import legal
from tests.second_count.riichi_hand_lines import random_lines
from tests.second_count.riichi_hands import count
from tests.second_count.tiles import read
from tests.tournament.rulesets.riichi.lines import GOLD, counted


@pytest.mark.parametrize("case", GOLD, ids=lambda case: case["name"])
def test_counts_the_gold_hands(case: dict[str, Any]) -> None:
    assert count(case["in"]) == case["out"]


def test_hands_by_chance_are_legal_and_counted_alike() -> None:
    for line in random_lines(9, 250):
        assert legal(read(line["hand"]))
        assert counted(line) == count(line)
