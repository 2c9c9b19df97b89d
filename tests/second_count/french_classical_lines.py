"""Lines of French classical by chance: winners and losers, every Grand Jeu, and near misses of the gold."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.second_count import french_classical
from tests.second_count.dealing import alter, deal_lost, deal_won, legal, written
from tests.second_count.tiles import ALL, DRAGONS, HONOURS, WINDS, Declared, Group, HandRead, read

GOLD = Path(__file__).parents[1] / "tournament" / "rulesets" / "french_classical" / "gold.jsonl"
LIMITS = (1000, 1000, 1000, 1000, 500, 2000, 333, None)
Line = dict[str, Any]


@cache
def _gold() -> tuple[Line, ...]:
    return tuple(json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines())


def gold_lines() -> list[Line]:
    """The single hands of the gold that are not refused."""
    return [case["in"] for case in _gold() if "error" not in case["out"] and "hands" not in case["in"]]


@cache
def _gold_jeux() -> list[str]:
    return [case["in"]["hand"] for case in _gold() if case["out"].get("grand_jeu") or case["out"].get("grands_jeux")]


def random_line(chance: Random) -> Line:
    """A legal line: a hand that lost, one that won, or a Grand Jeu in other suits."""
    kind = chance.random()
    if kind < 0.3:
        return _lost(chance, deal_lost(chance, round_winds="-ESWN", bonus_tiles=True))
    while True:
        hand = deal_won(chance, round_winds="-ESWN", bonus_tiles=True) if kind < 0.75 else _grand_jeu(chance)
        line = _won(chance, hand)
        if french_classical.wins(line):
            return line


def difficult_line(chance: Random, gold: list[Line]) -> Line:
    """A line of the gold after a change or two; its tiles may now win nothing."""
    line = chance.choice(gold)
    hand = read(line["hand"], lost=line.get("lost", False))
    for _ in range(chance.choice((1, 1, 2))):
        if legal(hand):
            hand = alter(chance, hand) if chance.random() < 0.7 else _one_claimed(chance, hand)
    if line.get("lost"):
        return _lost(chance, hand)
    hand = hand._replace(kong=hand.kong and hand.self_drawn) if hand.last_of_wall else hand
    return _won(chance, hand)


def _members(chance: Random, hand: HandRead) -> Line:
    dominant: str | None = hand.seat if chance.random() < 0.3 else chance.choice(WINDS)
    if chance.random() < 0.3 and all(hand.tiles.count(wind) < 2 for wind in WINDS):
        dominant = None
    return {
        "hand": written(hand),
        "dominant": dominant,
        "limit": chance.choice(LIMITS),
        "pure_with_honours": chance.random() < 0.7,
        "plum_blossom_on_hill": chance.random() < 0.7,
    }


def _lost(chance: Random, hand: HandRead) -> Line:
    tiles = list(hand.concealed)
    size = chance.random()
    if size < 0.1 and tiles:
        tiles.remove(chance.choice(tiles))
    elif size < 0.2:
        held = Counter(hand.tiles)
        tiles.append(chance.choice([tile for tile in ALL if held[tile] < 4]))
    hand = hand._replace(
        concealed=tuple(sorted(tiles, key=ALL.index)), self_drawn=False, last_of_wall=False, kong=False
    )
    ready = ["ready", "ready" if any(each.source for each in hand.declared) else "served", None, None, None]
    return {
        **_members(chance, hand),
        "lost": True,
        "ready": chance.choice(ready),
        "drawn": chance.random() < 0.2,
        "void": chance.random() < 0.1,
    }


def _won(chance: Random, hand: HandRead) -> Line:
    if hand.flowers and hand.self_drawn and chance.random() < 0.2:
        hand = hand._replace(kong=True)
    plain = not (hand.declared or hand.last_of_wall or hand.kong)
    first, ready = None, chance.choice(("ready", "served", None, None))
    if plain and chance.random() < 0.3 and hand.self_drawn == (hand.seat == "E"):
        first, ready = "deal" if hand.seat == "E" else "discard", None
    if ready == "served" and any(each.source for each in hand.declared):
        ready = None
    return {**_members(chance, hand), "first": first, "ready": ready}


def _grand_jeu(chance: Random) -> HandRead:
    """A Grand Jeu of the gold with its suits, and the dragons bound to them, exchanged."""
    suits = dict(zip("msp", chance.sample("msp", 3), strict=True))
    dragons = {french_classical.SUIT_DRAGONS[old]: french_classical.SUIT_DRAGONS[new] for old, new in suits.items()}

    def exchanged(tile: str) -> str:
        if tile in HONOURS:
            return dragons[tile] if tile in DRAGONS else tile
        return tile[0] + suits[tile[1]]

    while True:
        hand = read(chance.choice(_gold_jeux()))
        hand = hand._replace(
            declared=tuple(Declared(tuple(map(exchanged, each.tiles)), each.source) for each in hand.declared),
            concealed=tuple(sorted(map(exchanged, hand.concealed), key=ALL.index)),
            winning=exchanged(hand.winning),
            seat=hand.seat if chance.random() < 0.7 else chance.choice(WINDS),
            self_drawn=chance.random() < 0.4,
            last_of_wall=False,
            kong=False,
        )
        while chance.random() < 0.4:
            hand = _one_claimed(chance, hand)
        if legal(hand):
            return hand


def _one_claimed(chance: Random, hand: HandRead) -> HandRead:
    """Three equal tiles or three in a row taken out of the concealed ones and shown, now and then as a kong."""
    held = Counter(hand.concealed)
    groups: list[Group] = [(tile,) * 3 for tile in ALL if held[tile] >= 3]
    for tile in ALL:
        if tile not in HONOURS and tile[0] in "1234567":
            run = tuple(f"{int(tile[0]) + step}{tile[1]}" for step in range(3))
            groups += [run] if all(held[each] for each in run) else []
    if not groups:
        return hand
    group = chance.choice(groups)
    held.subtract(group)
    concealed = tuple(sorted(held.elements(), key=ALL.index))
    if not concealed and not hand.winning:
        return hand
    kong = len(set(group)) == 1 and hand.winning != group[0] and not held[group[0]] and chance.random() < 0.4
    declared = (
        Declared(group + group[:1], chance.choice((0, 2, 5))) if kong else Declared(group, chance.choice((1, 2, 3)))
    )
    return hand._replace(declared=(*hand.declared, declared), concealed=concealed)
