"""Lines of Québec classical by chance, as `score` and `settle` read them."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.second_count.dealing import alter, deal_lost, deal_won, legal, nine_gates, thirteen_orphans, written
from tests.second_count.quebec_classical import count
from tests.second_count.tiles import ALL, HONOURS, WINDS, Declared, HandRead, read

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "quebec_classical"
DISCARD = "discard"
LIMITS = (500, 500, 300, 1000, None)


def gold(name: str) -> list[dict[str, Any]]:
    """The cases of a file of gold."""
    return [json.loads(line) for line in (GOLD / name).read_text(encoding="utf-8").splitlines()]


def run_of_nine(chance: Random) -> list[str]:
    """One to nine of a suit."""
    suit = chance.choice("msp")
    return [f"{rank}{suit}" for rank in range(1, 10)]


def small_serpent(chance: Random) -> list[str]:
    """One to nine, the winds and one more honour."""
    return [*run_of_nine(chance), *WINDS, chance.choice(HONOURS)]


def great_serpent(chance: Random) -> list[str]:
    """One to nine, a pung and a pair of honours."""
    pung, pair = chance.sample(HONOURS, 2)
    return [*run_of_nine(chance), pung, pung, pung, pair, pair]


SHAPES = (nine_gates, thirteen_orphans, small_serpent, great_serpent)


def random_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands of every kind and, one in three, hands that lost, with every situation and option."""
    chance = Random(seed)
    found = 0
    while found < number:
        lost = chance.random() < 0.34
        line = _line(chance, deal_lost(chance) if lost else deal_won(chance, shapes=SHAPES), lost=lost)
        if complete(line):
            found += 1
            yield line


def difficult_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete or lost hands, one or two changes away from a gold hand."""
    chance = Random(seed)
    cases = [case["in"] for case in gold("gold.jsonl") if "error" not in case["out"]]
    hands = [(read(case["hand"], lost=case.get("lost", False)), case.get("lost", False)) for case in cases]
    found = 0
    while found < number:
        hand, lost = chance.choice(hands)
        hand = alter(chance, hand)
        if chance.random() < 0.5:
            hand = alter(chance, hand)
        line = _line(chance, hand, lost=lost)
        if complete(line):
            found += 1
            yield line


def settle_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Four values, won by anybody, at times with losers who receive the limit."""
    chance = Random(seed)
    for _ in range(number):
        winner = chance.choice(WINDS)
        limit = chance.choice((500, 300, 1000))
        values = {seat: 2 * chance.randint(10 if seat == winner else 0, limit // 2) for seat in WINDS}
        losers = [seat for seat in WINDS if seat != winner and chance.random() < 0.15]
        yield {
            "rules": "quebec-classical",
            "values": values,
            "winner": winner,
            "limit": limit,
            "limit_losers": losers,
        }


def table_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Whole tables: a complete hand, and three that were dealt from the tiles that it leaves."""
    chance = Random(seed)
    found = 0
    while found < number:
        winner = chance.choice(WINDS)
        round_wind = chance.choice(WINDS)
        won = deal_won(chance, shapes=SHAPES)._replace(seat=winner, round_wind=round_wind)
        left = Counter(dict.fromkeys(ALL, 4))
        left.subtract(won.tiles)
        hands: dict[str, dict[str, Any]] = {
            seat: {"hand": written(_loser(chance, seat, round_wind, left))} for seat in WINDS if seat != winner
        }
        hands[winner] = {"hand": written(won), "ready": chance.random() < 0.2}
        line = {
            "rules": "quebec-classical",
            "round": round_wind,
            "winner": winner,
            "hands": hands,
            "limit": chance.choice(LIMITS),
            "traditional_doubles": chance.random() < 0.5,
            "no_chow": chance.choice(("none", "none-exposed", "winner-only")),
        }
        if complete({"hand": hands[winner]["hand"], "limit": line["limit"]}):
            found += 1
            yield line


def complete(line: dict[str, Any]) -> bool:
    """Whether a line is a hand that can be counted."""
    if line.get("lost"):
        return True
    answer = count(line)
    return bool(answer["base"] or answer["specials"])


def _loser(chance: Random, seat: str, round_wind: str, left: Counter[str]) -> HandRead:
    """Thirteen of the tiles that are left, which are taken away; pungs and pairs are liked."""
    declared: list[Declared] = []
    concealed: list[str] = []
    for _ in range(chance.randint(0, 4)):
        pungs = [tile for tile in ALL if left[tile] >= 3]
        if pungs:
            tile = chance.choice([pung for pung in pungs if pung in HONOURS] or pungs)
            left[tile] -= 3
            if chance.random() < 0.5:
                declared.append(Declared((tile,) * 3, chance.randint(1, 3)))
            else:
                concealed += [tile] * 3
    rest = chance.sample(list(left.elements()), 13 - len(concealed) - 3 * len(declared))
    left.subtract(rest)
    tiles = tuple(sorted([*concealed, *rest], key=ALL.index))
    return HandRead(tuple(declared), tiles, "", round_wind, seat, False, False, False, False, "")


def _line(chance: Random, hand: HandRead, *, lost: bool) -> dict[str, Any]:
    line: dict[str, Any] = {
        "hand": written(hand),
        "ready": chance.random() < 0.3,
        "limit": chance.choice(LIMITS),
        "traditional_doubles": chance.random() < 0.5,
        "no_chow": chance.choice(("none", "none-exposed", "winner-only")),
        "claimed_pair_exposed": chance.random() < 0.5,
    }
    if lost:
        return line | {"lost": True}
    early = not (hand.self_drawn or hand.declared or hand.last_of_wall or hand.kong or hand.seat == "E")
    return line | ({"first": DISCARD} if early and legal(hand) and chance.random() < 0.2 else {})
