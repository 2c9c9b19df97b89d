"""The second count of Hong Kong old style agrees with the gold, which was added up by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.second_count.hong_kong import count, settle

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "hong_kong"


def _cases(name: str) -> list[dict[str, Any]]:
    lines = (GOLD / name).read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if "error" not in case["out"]]


@pytest.mark.parametrize("case", _cases("gold.jsonl"), ids=lambda case: case["name"])
def test_counts_the_gold_hands(case: dict[str, Any]) -> None:
    assert count(case["in"]) == case["out"]


@pytest.mark.parametrize("case", _cases("settle.jsonl"), ids=lambda case: case["name"])
def test_settles_the_gold_lines(case: dict[str, Any]) -> None:
    assert settle(case["in"]) == case["out"]
