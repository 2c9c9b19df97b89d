"""The second count of Québec classical against the hands and settlements worked out from the text."""

from collections import Counter
from typing import Any

import pytest

from tests.cases import all_cases
from tests.second_count.dealing import legal, written
from tests.second_count.quebec_classical import count, settle
from tests.second_count.quebec_classical_lines import difficult_lines, gold, random_lines, settle_lines, table_lines
from tests.second_count.tiles import read


def cases(name: str) -> list[dict[str, Any]]:
    """The lines that a count can answer: what is refused is for the engine."""
    return [case for case in gold(name) if "error" not in case["out"]]


def shown(case: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """What the case asks for."""
    return {member: answer[member] for member in case["out"]}


@all_cases(cases("gold.jsonl"), lambda case: case["name"])
def test_hand(case: dict[str, Any]) -> None:
    assert shown(case, count(case["in"])) == case["out"]


@pytest.mark.parametrize("case", cases("settle.jsonl"), ids=lambda case: str(case["name"]))
def test_settlement(case: dict[str, Any]) -> None:
    answer = settle(case["in"])
    assert shown(case, answer) == case["out"]
    assert sum(answer["net"].values()) == 0


def test_hands_by_chance_are_legal_and_meet_every_special_hand() -> None:
    specials: Counter[int] = Counter()
    limit_losers = 0
    for line in [*random_lines(1, 300), *difficult_lines(1, 300)]:
        hand = read(line["hand"], lost=line.get("lost", False))
        assert legal(hand)
        assert read(written(hand), lost=line.get("lost", False)) == hand
        answer = count(line)
        specials.update(answer.get("specials", ()))
        limit_losers += answer.get("limit_loser", False)
    assert set(specials) == set(range(1, 11))
    assert limit_losers


def test_settlements_move_points_and_make_none() -> None:
    for line in [*settle_lines(1, 200), *table_lines(1, 30)]:
        net = settle(line)["net"]
        assert sum(net.values()) == 0
        assert net[line["winner"]] > 0
