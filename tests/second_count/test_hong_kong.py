"""The second count of Hong Kong old style agrees with the gold, which was added up by hand."""

from collections import Counter
from typing import Any

import pytest

from tests.cases import all_cases
from tests.second_count.dealing import legal, written
from tests.second_count.hong_kong import count, settle
from tests.second_count.hong_kong_lines import difficult_lines, gold, random_lines, settle_lines
from tests.second_count.tiles import read


def _cases(name: str) -> list[dict[str, Any]]:
    return [case for case in gold(name) if "error" not in case["out"]]


@all_cases(_cases("gold.jsonl"), lambda case: case["name"])
def test_counts_the_gold_hands(case: dict[str, Any]) -> None:
    assert count(case["in"]) == case["out"]


@pytest.mark.parametrize("case", _cases("settle.jsonl"), ids=lambda case: case["name"])
def test_settles_the_gold_lines(case: dict[str, Any]) -> None:
    assert settle(case["in"]) == case["out"]


def test_hands_by_chance_are_legal_and_have_every_fan_of_the_gold() -> None:
    met: Counter[str] = Counter()
    for line in [*random_lines(1, 600), *difficult_lines(1, 600)]:
        hand = read(line["hand"])
        assert legal(hand)
        assert read(written(hand)) == hand
        met.update(count(line)["fans"])
    assert set(met) == {slug for case in _cases("gold.jsonl") for slug in case["out"]["fans"]}


def test_settlements_move_points_and_make_none() -> None:
    for line in settle_lines(1, 300):
        net = settle(line)["net"]
        assert sum(net.values()) == 0
        assert net.pop(line["winner"]) > 0
        assert all(points <= 0 for points in net.values())
