"""Lines of riichi by chance, as ``score`` reads them, with the options of an event beside."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import Any

from tests.second_count.dealing import deal_won, nine_gates, seven_pairs, thirteen_orphans, written
from tests.second_count.riichi_hands import count
from tests.second_count.tiles import ALL, HandRead

SHAPES = (seven_pairs, seven_pairs, thirteen_orphans, nine_gates)
EDITIONS = ("riichi-ema-2025", "riichi-ema-2016")


def random_lines(seed: int, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands of every kind in every situation, half of them under options of other federations."""
    chance = Random(seed)
    found = 0
    while found < number:
        hand = deal_won(chance, shapes=SHAPES)
        if hand.last_of_wall and hand.kong and not hand.self_drawn:  # the last tile makes no kan
            continue
        line = _line(chance, hand) | {"rules": chance.choice(EDITIONS)}
        if chance.random() < 0.5:
            line["options"] = _options(chance)
            if line["options"]["red_fives"]:
                line["red"] = chance.randint(0, sum(f"5{suit}" in hand.tiles for suit in "msp"))
        if count(line):
            found += 1
            yield line


def _line(chance: Random, hand: HandRead) -> dict[str, Any]:
    line: dict[str, Any] = {"hand": written(hand)}
    closed = all(declared.source == 0 for declared in hand.declared)
    started = bool(hand.declared) or hand.last_of_wall or hand.kong
    if not started and (hand.self_drawn or hand.seat != "E") and chance.random() < 0.1:
        line["first"] = True
    elif closed:
        line["riichi"] = chance.choice((None, "riichi", "riichi", "double"))
    if line.get("riichi") and not (hand.kong and hand.self_drawn) and chance.random() < 0.3:
        line["ippatsu"] = line["riichi"] != "double" or not hand.last_of_wall
    left = [tile for tile, times in (Counter(4 * ALL) - Counter(hand.tiles)).items() for _ in range(times)]
    indicators = chance.choice((0, 1, 1, 1, 2, 3, 5))
    drawn = chance.sample(left, 2 * indicators)
    if indicators:
        line["dora"] = _tiles(drawn[:indicators])
        if line.get("riichi") and chance.random() < 0.8:
            line["ura"] = _tiles(drawn[indicators:])
    return line


def _tiles(tiles: list[str]) -> str:
    """Tiles in the notation, as they are kept: in tile order."""
    ordered = groupby(sorted(tiles, key=ALL.index), key=lambda tile: tile[1:])
    return "".join("".join(tile[0] for tile in run) + suit for suit, run in ordered)


def _options(chance: Random) -> dict[str, Any]:
    return {
        "kiriage": chance.random() < 0.5,
        "counted_yakuman": chance.random() < 0.5,
        "yakuman_add": chance.random() < 0.5,
        "double_yakuman": chance.random() < 0.5,
        "double_wind_fu": chance.choice((2, 4)),
        "rinshan_haitei": chance.random() < 0.5,
        "renhou": chance.choice(("mangan", "yakuman", "none", "added")),
        "open_tanyao": chance.random() < 0.5,
        "red_fives": chance.choice((0, 3)),
    }
