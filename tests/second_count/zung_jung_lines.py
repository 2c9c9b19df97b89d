"""Lines of Zung Jung by chance, as `score` and `settle` read them."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.second_count.dealing import alter, deal_won, nine_gates, seven_pairs, thirteen_orphans, written
from tests.second_count.tiles import HandRead, read
from tests.second_count.zung_jung import complete

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "zung_jung"
FIRST_DISCARD, DEAL = "discard", "deal"


def gold(name: str) -> list[dict[str, Any]]:
    """The cases of a file of gold."""
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


def random_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands of every kind, with every situation and both minima."""
    chance = Random(seed)
    for _ in range(number):
        yield _line(chance, deal_won(chance, round_winds="-E", shapes=(seven_pairs, thirteen_orphans, nine_gates)))


def difficult_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands, one or two changes away from a gold hand."""
    chance = Random(seed)
    hands = [read(case["in"]["hand"]) for case in gold("gold.jsonl") if "error" not in case["out"]]
    found = 0
    while found < number:
        hand = alter(chance, chance.choice(hands))
        if chance.random() < 0.5:
            hand = alter(chance, hand)
        if complete(hand):
            found += 1
            yield _line(chance, hand)


def settle_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Values that a hand can have, won in every way."""
    chance = Random(seed)
    for _ in range(number):
        winner, discarder, *others = chance.sample("ABCD", 4)
        line: dict[str, Any] = {"rules": "zung-jung", "points": chance.choice((1, 400, 480, *range(5, 325, 5)))}
        line |= {"winner": winner, "discarder": chance.choice((None, discarder, discarder, discarder))}
        if line["discarder"] and chance.random() < 0.5:
            line["responsible"] = chance.choice((winner, discarder, *others))
        yield line


def _line(chance: Random, hand: HandRead) -> dict[str, Any]:
    first = chance.choice(_firsts(hand))
    return {"hand": written(hand), "first": first, "minimum": chance.choice((1, 5))}


def _firsts(hand: HandRead) -> tuple[str | None, ...]:
    """Which first wins the hand may be."""
    if hand.declared or hand.last_of_wall or hand.kong:
        return (None,)
    if hand.seat == "E":
        return (None, DEAL) if hand.self_drawn else (None,)
    return (None,) if hand.self_drawn else (None, FIRST_DISCARD)
