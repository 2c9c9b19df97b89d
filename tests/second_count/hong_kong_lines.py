"""Lines of Hong Kong old style by chance, as `score` and `settle` read them."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.second_count.dealing import alter, deal_won, nine_gates, seven_pairs, thirteen_orphans, written
from tests.second_count.hong_kong import count
from tests.second_count.tiles import HandRead, read

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "hong_kong"
DEAL, DISCARD, DRAW = "deal", "discard", "draw"
LEAST_OF_A_PURE_DRAW = 7


def gold(name: str) -> list[dict[str, Any]]:
    """The cases of a file of gold."""
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


def random_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands of every kind, with every situation and every option."""
    chance = Random(seed)
    shapes = (seven_pairs, thirteen_orphans, nine_gates)
    found = 0
    while found < number:
        line = _line(chance, deal_won(chance, bonus_tiles=chance.random() < 0.8, shapes=shapes))
        if count(line):
            found += 1
            yield line


def difficult_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands, one or two changes away from a gold hand."""
    chance = Random(seed)
    hands = [read(case["in"]["hand"]) for case in gold("gold.jsonl") if "error" not in case["out"]]
    hands = [hand for hand in hands if not hand.kong or any(len(each.tiles) == 4 for each in hand.declared)]
    found = 0
    while found < number:
        hand = alter(chance, chance.choice(hands))
        if chance.random() < 0.5:
            hand = alter(chance, hand)
        line = _line(chance, hand)
        if count(line):
            found += 1
            yield line


def settle_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Numbers of fan that a hand can have, won in every way and at times paid by one for all."""
    chance = Random(seed)
    for _ in range(number):
        winner, other = chance.sample("ABCD", 2)
        discarder = chance.choice((None, other))
        points = chance.randint(0 if discarder else 1, 10)
        line: dict[str, Any] = {"rules": "hong-kong", "points": points, "winner": winner, "discarder": discarder}
        if (discarder or points >= LEAST_OF_A_PURE_DRAW) and chance.random() < 0.5:
            line["liable"] = other
        yield line


def _line(chance: Random, hand: HandRead) -> dict[str, Any]:
    return {
        "hand": written(hand),
        "first": chance.choice(_firsts(hand)),
        "minimum": chance.choice((0, 1, 3)),
        "bonus_tiles": bool(hand.flowers) or chance.random() < 0.5,
        "small_dragons_add": chance.random() < 0.5,
        "bonus_in_minimum": chance.random() < 0.5,
        "small_whirlwind_pair": chance.random() < 0.5,
        "own_beside_all_four": chance.random() < 0.5,
    }


def _firsts(hand: HandRead) -> tuple[str | None, ...]:
    """Which first wins the hand may be."""
    if hand.last_of_wall or any(each.source for each in hand.declared):
        return (None,)
    if not hand.self_drawn:
        return (None,) if hand.seat == "E" or hand.declared or hand.kong else (None, DISCARD)
    if hand.seat != "E" or (hand.declared and hand.kong):
        return (None, DRAW)
    return (None,) if hand.declared or hand.kong else (None, DEAL)
