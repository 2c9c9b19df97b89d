"""The second count of French classical against the gold, which was worked out by hand."""

import json
from pathlib import Path
from random import Random

import pytest

from tests.cases import all_cases
from tests.second_count import french_classical
from tests.second_count.french_classical_lines import difficult_line, gold_lines, random_line

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "french_classical"


def _cases(name: str) -> list[dict]:
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


def _legal() -> list[dict]:
    """What is refused is the engine's to say."""
    return [case for case in _cases("gold.jsonl") if "error" not in case["out"]]


@all_cases(_legal(), lambda case: case["name"])
def test_gold(case: dict) -> None:
    counted = french_classical.count(case["in"])
    assert {name: counted[name] for name in case["out"]} == case["out"]


@pytest.mark.parametrize("case", _cases("settle.jsonl"), ids=lambda case: case["name"])
def test_settle(case: dict) -> None:
    assert french_classical.settle(case["in"]) == case["out"]


def test_every_grand_jeu_has_a_gold_hand() -> None:
    assert {case["out"].get("grand_jeu") for case in _cases("gold.jsonl")} >= set(french_classical.GRANDS_JEUX)


def test_lines_by_chance_are_of_all_kinds() -> None:
    chance = Random(1)
    counted = [french_classical.count(random_line(chance)) for _ in range(60)]
    assert len({answer.get("grand_jeu") for answer in counted}) > 8
    assert any(answer["points"] < answer["base"] * answer["times"] for answer in counted)


def test_near_misses_are_complete_or_not() -> None:
    chance, gold = Random(1), gold_lines()
    lines = [line for line in (difficult_line(chance, gold) for _ in range(150)) if not line.get("lost")]
    assert len({french_classical.wins(line) for line in lines}) == 2
