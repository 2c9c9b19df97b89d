"""World Series of Mahjong (Zung Jung) counted a second time: every reading of the hand, every pattern by its sentence.

Among readings of equal value stands the one whose list of patterns comes first in their order.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.second_count.tiles import DRAGONS, HONOURS, OUTER, WINDS, Declared, Group, HandRead, read, regular

VALUES = {
    "1.1": 5, "1.2": 5, "1.3": 5,
    "2.1.1": 40, "2.1.2": 80, "2.2": 480,
    "3.1": 10, "3.2.1": 40, "3.2.2": 130, "3.3.1": 30, "3.3.2": 120, "3.3.3": 320, "3.3.4": 400, "3.4": 320,
    "4.1": 30, "4.2.1": 5, "4.2.2": 30, "4.2.3": 125, "4.3.1": 5, "4.3.2": 20, "4.3.3": 120, "4.3.4": 480,
    "5.1.1": 10, "5.1.2": 60, "5.1.3": 120, "5.1.4": 480,
    "6.1": 35, "6.2.1": 30, "6.2.2": 120,
    "7.1": 40, "7.2.1": 100, "7.2.2": 200,
    "8.1.1": 40, "8.1.2": 50, "8.1.3": 100, "8.1.4": 400,
    "9.1.1": 10, "9.1.2": 10, "9.2": 10, "9.3": 10, "9.4.1": 155, "9.4.2": 155,
    "10.1": 160, "10.2": 30,
}  # fmt: skip
ORDER = list(VALUES)


class Reading(NamedTuple):
    """One way to read a regular hand, and which part the winning tile completes."""

    sets: tuple[Group, ...]
    pair: str
    hidden: int
    """Concealed triplets and kongs."""


def count(line: dict[str, Any]) -> dict[str, Any]:
    """What `score` answers for a legal line: points, sum, limit, minimum_met, patterns by their numbers."""
    hand, first = read(line["hand"]), line.get("first")
    found = [_valued(patterns) for patterns in _all_lists(hand, first)]
    points, patterns = min(found, key=lambda each: (-each[0], [ORDER.index(number) for number in each[1]]))
    total = sum(VALUES[number] for number in patterns)
    return {
        "points": points,
        "sum": total,
        "limit": total > 320 or any(VALUES[number] >= 320 for number in patterns),
        "minimum_met": line.get("minimum", 5) == 1 or bool(patterns),
        "patterns": patterns,
    }


def complete(hand: HandRead) -> bool:
    """Whether the tiles make a hand that may win."""
    return any(True for _ in _all_lists(hand, None))


def settle(line: dict[str, Any]) -> dict[str, Any]:
    """What `settle` answers for a legal line."""
    net = dict.fromkeys("ABCD", 0)
    winner, discarder = line["winner"], line.get("discarder")
    if winner is None:
        return {"net": net}
    value, threshold = line["points"], line.get("threshold", 25)
    losers = [player for player in net if player != winner]
    responsible = line.get("responsible") or discarder
    for loser in losers:
        if responsible in losers and value > threshold and not line.get("every_opponent_pays"):
            net[loser] = -(3 * value - 2 * threshold) if loser == responsible else -threshold
        else:
            net[loser] = -value
    net[winner] = 3 * value
    return {"net": net}


def _valued(patterns: list[str]) -> tuple[int, list[str]]:
    ordered = sorted(patterns, key=ORDER.index)
    listed = [VALUES[number] for number in ordered if VALUES[number] >= 320]
    total = sum(VALUES[number] for number in ordered)
    return (max(listed) if listed else min(total, 320)) or 1, ordered


def _all_lists(hand: HandRead, first: str | None) -> Iterator[list[str]]:
    """The patterns of every reading, the highest of each series."""
    tiles, held = hand.tiles, Counter(hand.tiles)
    luck = list(_luck(hand, first))
    whole = list(_whole(tiles))
    for reading in _readings(hand, first):
        found = whole + luck + list(_sets(reading, hand))
        found += _declarations(hand, first) + list(_terminal_sets(reading))
        yield _highest(found)
    if hand.declared:
        return
    if all(number % 2 == 0 for number in held.values()):
        yield _highest(["10.2", *whole, *luck])
    if set(tiles) == set(OUTER):
        yield ["10.1", *luck]


def _highest(found: list[str]) -> list[str]:
    """At most one pattern of a series, which its first two numbers name; 3.1 alone repeats."""
    best: dict[str, str] = {}
    repeated = [number for number in found if number == "3.1"]
    for number in found:
        series = ".".join(number.split(".")[:2])
        if number != "3.1" and (series not in best or VALUES[number] > VALUES[best[series]]):
            best[series] = number
    return [*best.values(), *repeated]


def _luck(hand: HandRead, first: str | None) -> Iterator[str]:
    if first:
        yield {"deal": "9.4.1", "discard": "9.4.2"}[first]
    if hand.last_of_wall:
        yield "9.1.1" if hand.self_drawn else "9.1.2"
    if hand.kong:
        yield "9.2" if hand.self_drawn else "9.3"


def _whole(tiles: list[str]) -> Iterator[str]:
    """Patterns that need no sets."""
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    if not any(tile in OUTER for tile in tiles):
        yield "1.3"
    if len(suits) == 1:
        yield "2.1.1" if honours else "2.1.2"
    if not suits:
        yield "3.4"
    elif all(tile in OUTER for tile in tiles):
        yield "8.1.3" if honours else "8.1.4"


def _readings(hand: HandRead, first: str | None) -> Iterator[Reading]:
    shown = [declared.tiles[:3] for declared in hand.declared]
    hidden_kongs = sum(declared.source == 0 and len(declared.tiles) == 4 for declared in hand.declared)
    for sets, pair in regular([*hand.concealed, hand.winning]):
        triplets = hidden_kongs + sum(_triplet(group) for group in sets)
        elsewhere = pair == hand.winning or any(hand.winning in group and not _triplet(group) for group in sets)
        exposes = not hand.self_drawn and first != "deal" and not elsewhere
        yield Reading((*shown, *sets), pair, triplets - exposes)


def _triplet(group: Group) -> bool:
    return group[0] == group[1]


def _declarations(hand: HandRead, first: str | None) -> list[str]:
    """Concealed hand, kongs, nine gates: what the sets on the table decide."""
    found = []
    kongs = sum(len(declared.tiles) == 4 for declared in hand.declared)
    if not any(_claimed(declared) for declared in hand.declared):
        found.append("1.2")
    if kongs:
        found.append(f"4.3.{kongs}")
    in_one_suit = len({tile[1:] for tile in hand.concealed}) == 1 and hand.concealed[0] not in HONOURS
    if first != "deal" and in_one_suit and sorted(tile[0] for tile in hand.concealed) == list("1112345678999"):
        found.append("2.2")
    return found


def _claimed(declared: Declared) -> bool:
    return len(declared.tiles) == 3 or declared.source != 0


def _sets(reading: Reading, hand: HandRead) -> Iterator[str]:
    chows = Counter(tuple(sorted(group)) for group in reading.sets if not _triplet(group))
    triplets = {group[0] for group in reading.sets if _triplet(group)}
    if chows.total() == 4:
        yield "1.1"
    if len(triplets) == 4:
        yield "4.1"
    if reading.hidden >= 2:
        yield f"4.2.{reading.hidden - 1}"
    for tile in triplets:
        if tile in DRAGONS or tile == hand.seat:
            yield "3.1"
    dragons, winds = len(triplets & set(DRAGONS)), len(triplets & set(WINDS))
    if dragons == 2 and reading.pair in DRAGONS:
        yield "3.2.1"
    if dragons == 3:
        yield "3.2.2"
    if winds == 2 and reading.pair in WINDS:
        yield "3.3.1"
    if winds >= 3:
        yield {3: "3.3.3" if reading.pair in WINDS else "3.3.2", 4: "3.3.4"}[winds]
    yield from _identical(chows)
    yield from _similar({group[0] for group in chows}, triplets, reading.pair)
    yield from _consecutive({group[0] for group in chows}, triplets)


def _identical(chows: Counter[Group]) -> Iterator[str]:
    most = max(chows.values(), default=0)
    if sorted(chows.values()) == [2, 2]:
        yield "5.1.2"
    elif most >= 2:
        yield {2: "5.1.1", 3: "5.1.3", 4: "5.1.4"}[most]


def _similar(starts: set[str], triplets: set[str], pair: str) -> Iterator[str]:
    for rank in "123456789":
        three = {rank + suit for suit in "msp"}
        if three <= starts:
            yield "6.1"
        if three <= triplets:
            yield "6.2.2"
        if len(three & triplets) == 2 and three - triplets == {pair}:
            yield "6.2.1"


def _consecutive(starts: set[str], triplets: set[str]) -> Iterator[str]:
    for suit in "msp":
        if {"1" + suit, "4" + suit, "7" + suit} <= starts:
            yield "7.1"
        for low in range(1, 8):
            if {f"{rank}{suit}" for rank in range(low, low + 3)} <= triplets:
                yield "7.2.2" if f"{low + 3}{suit}" in triplets else "7.2.1"


def _terminal_sets(reading: Reading) -> Iterator[str]:
    parts = [*reading.sets, (reading.pair,)]
    if all(any(tile in OUTER for tile in part) for part in parts) and any(not _triplet(part) for part in reading.sets):
        yield "8.1.1" if any(part[0] in HONOURS for part in parts) else "8.1.2"
