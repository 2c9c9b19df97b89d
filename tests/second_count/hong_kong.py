"""Hong Kong old style counted a second time, straight from the memo of the federation, by trying every reading."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.second_count.tiles import DRAGONS, HONOURS, WINDS, Group, HandRead, read, regular

BASE = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64)
LIMIT = 10
BONUS = ("no-flowers", "own-flower", "own-season", "all-flowers", "all-seasons")
JADE = {"2s", "3s", "4s", "6s", "8s", "F"}
ORPHANS = {"1m", "9m", "1s", "9s", "1p", "9p", *HONOURS}


class Reading(NamedTuple):
    """One way to see a complete hand."""

    form: str
    sets: tuple[Group, ...] = ()
    pair: str = ""
    concealed: int = 0
    """How many of the pungs and kongs are concealed."""


def count(line: Mapping[str, Any]) -> dict[str, Any]:
    """The members of ``score`` for a line that is known to be in order; nothing where the tiles make nothing."""
    hand = read(line["hand"])
    readings = list(_readings(hand))
    if not readings:
        return {}
    around = _around(hand, line)
    fans = max(({**_made(hand, each, line), **around} for each in readings), key=lambda each: sum(each.values()))
    total = sum(fans.values())
    counted = total
    if not line.get("bonus_in_minimum", True):
        counted -= sum(fans.get(slug, 0) for slug in BONUS)
    points = min(total, LIMIT)
    return {
        "points": points,
        "sum": total,
        "base": BASE[points],
        "minimum_met": counted >= line.get("minimum", 0),
        "fans": fans,
    }


def settle(line: Mapping[str, Any]) -> dict[str, Any]:
    """The members of ``settle`` for a line that is known to be in order."""
    net = dict.fromkeys("ABCD", 0)
    winner, discarder, liable = line.get("winner"), line.get("discarder"), line.get("liable")
    if winner is not None:
        for player in "ABCD":
            if player == winner:
                continue
            share = BASE[line["points"]] * (2 if player == discarder or discarder is None else 1)
            net[liable or player] -= share
            net[winner] += share
    return {"net": net}


def _readings(hand: HandRead) -> Iterator[Reading]:
    held = [*hand.concealed, hand.winning]
    declared = [each.tiles for each in hand.declared]
    hidden_kongs = sum(each.source == 0 for each in hand.declared)
    if len(held) + 3 * len(declared) != 14:
        return
    for sets, pair in regular(held):
        pungs = [each for each in sets if each[0] == each[1]]
        opened = not hand.self_drawn and hand.winning != pair
        # A discard may as well stand in a chow or in the pair, where it opens no pung.
        elsewhere = any(each[0] != each[1] and hand.winning in each for each in sets)
        shown = opened and not elsewhere and any(hand.winning in each for each in pungs)
        yield Reading("regular", (*declared, *sets), pair, hidden_kongs + len(pungs) - shown)
    if not declared:
        if sorted(Counter(held).values()) == [2] * 7:
            yield Reading("pairs")
        if set(held) == ORPHANS:
            yield Reading("orphans")


def _made(hand: HandRead, reading: Reading, line: Mapping[str, Any]) -> dict[str, int]:
    """What the tiles give."""
    tiles = hand.tiles
    claimed = any(each.source for each in hand.declared)
    pungs = [each[0] for each in reading.sets if each[0] == each[1]]
    kongs = [each[0] for each in reading.sets if len(each) == 4]
    dragons = [each for each in pungs if each in DRAGONS]
    winds = [each for each in pungs if each in WINDS]
    suits = {each[1] for each in tiles if each not in HONOURS}
    honours = {each for each in tiles if each in HONOURS}
    big = len(dragons) == 3
    small = len(dragons) == 2 and reading.pair in set(DRAGONS)
    gates = Counter({rank: 3 if rank in "19" else 1 for rank in "123456789"})
    ranks = Counter(each[0] for each in tiles)
    facts = {
        "dragon-pung": 0 if big or (small and not line.get("small_dragons_add", False)) else len(dragons),
        "own-wind-pung": hand.seat in winds,
        "round-wind-pung": hand.round_wind in winds,
        "all-chows": reading.form == "regular" and not pungs and reading.pair not in HONOURS,
        "all-pungs": 3 * (len(pungs) == 4),
        "half-flush": 3 * (len(suits) == 1 and bool(honours)),
        "full-flush": 6 * (len(suits) == 1 and not honours),
        "seven-pairs": 4 * (reading.form == "pairs"),
        "small-dragons": 4 * small,
        "thirteen-orphans": LIMIT * (reading.form == "orphans"),
        "nine-gates": LIMIT * (not claimed and len(suits) == 1 and not honours and gates <= ranks),
        "hidden-treasure": LIMIT * (not claimed and reading.concealed == 4),
        "four-kongs": LIMIT * (len(kongs) == 4),
        "jade-dragon": LIMIT * (set(tiles) <= JADE and "F" in pungs),
        "all-terminals": LIMIT * all(each[0] in "19" for each in tiles),
        "all-honours": LIMIT * (not suits),
        "big-dragons": LIMIT * big,
        "small-whirlwind": LIMIT
        * (len(winds) == 3 and (reading.pair in set(WINDS) or not line.get("small_whirlwind_pair", True))),
        "big-whirlwind": LIMIT * (len(winds) == 4),
    }
    return {slug: int(fan) for slug, fan in facts.items() if fan}


def _around(hand: HandRead, line: Mapping[str, Any]) -> dict[str, int]:
    """What the bonus tiles and the way of winning give."""
    first = line.get("first")
    own = WINDS.index(hand.seat)
    beside = line.get("own_beside_all_four", False)
    all_flowers, all_seasons = set("abcd") <= set(hand.flowers), set("efgh") <= set(hand.flowers)
    facts = {
        "self-draw": hand.self_drawn,
        "no-flowers": line.get("bonus_tiles", True) and not hand.flowers,
        "own-flower": "abcd"[own] in hand.flowers and (beside or not all_flowers),
        "own-season": "efgh"[own] in hand.flowers and (beside or not all_seasons),
        "all-flowers": 2 * all_flowers,
        "all-seasons": 2 * all_seasons,
        # A flag of replacement in a hand without kong is that of a flower.
        "kong-replacement": hand.self_drawn and hand.kong and any(len(each.tiles) == 4 for each in hand.declared),
        "robbing-the-kong": hand.kong and not hand.self_drawn,
        "last-tile": hand.last_of_wall,
        "blessing-of-heaven": LIMIT * (first == "deal"),
        "blessing-of-man": LIMIT * (first == "discard"),
        "blessing-of-earth": LIMIT * (first == "draw"),
    }
    return {slug: int(fan) for slug, fan in facts.items() if fan}
