"""The second count of riichi hands agrees with the gold, which was counted by hand from the rules of EMA."""

import json
from pathlib import Path
from typing import Any

from tests.cases import all_cases
from tests.second_count.dealing import legal
from tests.second_count.riichi_hand_lines import random_lines
from tests.second_count.riichi_hands import count
from tests.second_count.tiles import read

_PATH = Path(__file__).parents[1] / "tournament" / "rulesets" / "riichi" / "gold.jsonl"
GOLD = [json.loads(line) for line in _PATH.read_text(encoding="utf-8").splitlines()]


@all_cases(GOLD, lambda case: case["name"])
def test_counts_the_gold_hands(case: dict[str, Any]) -> None:
    assert count(case["in"]) == case["out"]


def test_hands_by_chance_are_legal() -> None:
    assert all(legal(read(line["hand"])) for line in random_lines(9, 100))
