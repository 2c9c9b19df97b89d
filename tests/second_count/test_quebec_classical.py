"""The second count of Québec classical against the hands and settlements worked out from the text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.second_count import quebec_classical

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "quebec_classical"


def cases(name: str) -> list[dict[str, Any]]:
    """The lines that a count can answer: what is refused is for the engine."""
    lines = [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if "error" not in line["out"]]


def shown(case: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """What the case asks for."""
    return {member: answer[member] for member in case["out"]}


@pytest.mark.parametrize("case", cases("gold.jsonl"), ids=lambda case: str(case["name"]))
def test_hand(case: dict[str, Any]) -> None:
    assert shown(case, quebec_classical.count(case["in"])) == case["out"]


@pytest.mark.parametrize("case", cases("settle.jsonl"), ids=lambda case: str(case["name"]))
def test_settlement(case: dict[str, Any]) -> None:
    answer = quebec_classical.settle(case["in"])
    assert shown(case, answer) == case["out"]
    assert sum(answer["net"].values()) == 0
