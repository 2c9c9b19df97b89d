"""Québec classical counted a second time, plainly, from the text of its rules alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.second_count.tiles import (
    ALL,
    DRAGONS,
    HONOURS,
    OUTER,
    WINDS,
    Declared,
    Group,
    HandRead,
    read,
    regular,
)

LIMIT = 500
ONES_AND_NINES = [tile for tile in OUTER if tile not in HONOURS]


def count(line: dict[str, Any]) -> dict[str, Any]:
    """What one hand is worth: ``base`` and ``times`` are those of its ordinary count."""
    lost = bool(line.get("lost", False))
    hand = read(str(line["hand"]), lost=lost)
    limit = line.get("limit", LIMIT)
    if lost:
        base, times = loser(hand, line)
        answer = {"points": capped(base * times, limit), "base": base, "times": times}
        return answer | {"limit_loser": limit is not None and (four_winds_lost(hand) or scholars_lost(hand))}
    only = only_tile(hand)
    ordinary = [winner(hand, line, way, only=only) for way in ways_of(hand)]
    special = [] if limit is None else sorted(specials(hand, line))
    base, times = max(ordinary, key=lambda worth: worth[0] * worth[1], default=(0, 0))
    points = limit if special else capped(base * times, limit)
    first = special[0] if special else None
    return {"points": points, "base": base, "times": times, "special": first, "specials": special}


def settle(line: dict[str, Any]) -> dict[str, Any]:
    """What one hand moves, from four values or from the four hands of the table."""
    limit = line.get("limit", LIMIT)
    values = line.get("values", {})
    limit_losers = line.get("limit_losers", [])
    winner_seat = line["winner"]
    answer: dict[str, Any] = {}
    if winner_seat is not None and "hands" in line:
        counted = {seat: count(at_table(line, seat)) for seat in WINDS}
        values = answer["values"] = {seat: counted[seat]["points"] for seat in WINDS}
        limit_losers = [seat for seat in WINDS if counted[seat].get("limit_loser")]
    net = dict.fromkeys(WINDS, 0)
    pairs = combinations(WINDS, 2) if winner_seat is not None else ()
    for one, other in pairs:
        if winner_seat in (one, other):
            gain = values[winner_seat] * (1 if one == winner_seat else -1)
        elif one in limit_losers or other in limit_losers:
            gain = limit * ((one in limit_losers) - (other in limit_losers))
        else:
            gain = values[one] - values[other]
        if one == "E":
            gain *= 2
        net[one] += gain
        net[other] -= gain
    return answer | {"net": net}


def at_table(line: dict[str, Any], seat: str) -> dict[str, Any]:
    """The line of one player's hand at a table, as it would be counted alone."""
    options = {name: value for name, value in line.items() if name not in ("hands", "winner", "round", "rules")}
    own = dict(line["hands"][seat])
    tiles, situation = (*str(own["hand"]).split("|"), "")[:2]
    own["hand"] = f"{tiles}|{line['round']}{seat}{situation[2:] or '0000'}"
    return options | own | {"lost": seat != line["winner"]}


def capped(points: int, limit: int | None) -> int:
    """Never above the limit."""
    return points if limit is None else min(points, limit)


# The ordinary count


def set_points(group: Group, *, concealed: bool) -> int:
    """The table of combinations."""
    if group[0] != group[1]:
        return 0
    points = 2 if len(group) == 3 else 8
    return points * (2 if group[0] in OUTER else 1) * (2 if concealed else 1)


def pair_points(tile: str, seat: str) -> int:
    """Dragons and the own wind."""
    return 2 if tile in DRAGONS or tile == seat else 0


def hand_doubles(tiles: list[str], pungs: list[str], hand: HandRead, line: dict[str, Any]) -> int:
    """The doubles of every hand, but the one for no chow."""
    suits = {tile[1] for tile in tiles if tile not in HONOURS}
    honours = any(tile in HONOURS for tile in tiles)
    doubles = 0
    if len(suits) == 1:
        doubles += 1 if honours else 3
    if honours and suits and all(tile in OUTER for tile in tiles):
        doubles += 1
    for tile in pungs:
        if tile == hand.round_wind:
            doubles += 1
        if line.get("traditional_doubles") and (tile in DRAGONS or tile == hand.seat):
            doubles += 1
    return doubles


Reading = tuple[list[tuple[Group, bool]], str, bool]
"""The sets, each concealed or not; the pair; whether the claimed tile is in the pair."""


def ways_of(hand: HandRead) -> Iterator[Reading]:
    """Every way to read a won regular hand, and every set or pair that the winning tile may complete."""
    shown = [(declared.tiles, declared.source == 0 and len(declared.tiles) == 4) for declared in hand.declared]
    for sets, pair in regular([*hand.concealed, hand.winning]):
        if len(sets) + len(shown) != 4:
            continue
        for place, group in enumerate([*sets, (pair, pair)]):
            if hand.winning in group:
                made = [(other, hand.self_drawn or index != place) for index, other in enumerate(sets)]
                yield shown + made, pair, place == len(sets)


def only_tile(hand: HandRead) -> bool:
    """Whether one kind alone could complete a regular hand."""
    held = Counter([tile for declared in hand.declared for tile in declared.tiles] + list(hand.concealed))
    completing = [tile for tile in ALL if held[tile] < 4 and next(regular([*hand.concealed, tile]), None)]
    return len(completing) == 1


def winner(hand: HandRead, line: dict[str, Any], reading: Reading, *, only: bool) -> tuple[int, int]:
    """Points and multiplier of a won regular hand in one reading."""
    sets, pair, pair_completed = reading
    base = 20 + sum(set_points(group, concealed=concealed) for group, concealed in sets)
    if not (pair_completed and not hand.self_drawn and line.get("claimed_pair_exposed")):
        base += pair_points(pair, hand.seat)
    base += 2 if hand.self_drawn else 0
    base += 2 if only else 0
    pungs = [group[0] for group, _ in sets if group[0] == group[1]]
    doubles = hand_doubles(hand.tiles, pungs, hand, line)
    if len(pungs) == 4:
        doubles += 1
    if not pungs and not pair_points(pair, hand.seat):
        doubles += 1
    if hand.kong:
        doubles += 1
    if hand.last_of_wall and hand.self_drawn:
        doubles += 1
    if line.get("ready"):
        doubles += 1
    return base, 2**doubles


def loser(hand: HandRead, line: dict[str, Any]) -> tuple[int, int]:
    """Points and multiplier of a hand that lost."""
    held = Counter(hand.concealed)
    base = sum(set_points(declared.tiles, concealed=concealed_kong(declared)) for declared in hand.declared)
    pungs = [declared.tiles[0] for declared in hand.declared if declared.tiles[0] == declared.tiles[1]]
    chow = any(declared.tiles[0] != declared.tiles[1] for declared in hand.declared)
    for tile, copies in list(held.items()):
        if copies >= 3:
            base += set_points((tile,) * 3, concealed=True)
            pungs.append(tile)
            held[tile] -= 3
        elif copies == 2:
            base += pair_points(tile, hand.seat)
    doubles = hand_doubles(hand.tiles, pungs, hand, line)
    match line.get("no_chow", "none"):
        case "none":
            row = any(
                all(held[f"{rank + step}{suit}"] > 0 for step in range(3)) for suit in "msp" for rank in range(1, 8)
            )
            doubles += not chow and not row
        case "none-exposed":
            doubles += not chow
        case "winner-only":
            pass
        case other:
            raise ValueError(other)
    return base, 2**doubles


def concealed_kong(declared: Declared) -> bool:
    """Whether the set was never claimed."""
    return declared.source == 0 and len(declared.tiles) == 4


# The special hands


def threes(hand: HandRead) -> list[str]:
    """All tiles of the hand, a kong with three."""
    shown = [tile for declared in hand.declared for tile in declared.tiles[:3]]
    return shown + list(hand.concealed) + ([hand.winning] if hand.winning else [])


def specials(hand: HandRead, line: dict[str, Any]) -> Iterator[int]:
    """The numbers of the special hands that a won hand is."""
    tiles = threes(hand)
    readings = list(ways_of(hand))
    if readings:
        if all(tile in HONOURS for tile in tiles):
            yield 1
        if any(four_winds(sets, pair) for sets, pair, _ in readings):
            yield 2
        if all(tile in ONES_AND_NINES for tile in tiles):
            yield 3
        if all(tiles.count(dragon) >= 3 for dragon in DRAGONS):
            yield 4
        if any(hidden(hand, reading, line) for reading in readings):
            yield 5
    shapes = [number for suit in "msp" for number in runs(hand, tiles, suit)]
    if not hand.declared and len(tiles) == 14 and set(tiles) == set(OUTER):
        shapes.append(6)
    yield from shapes
    if line.get("first") == "discard" and (readings or shapes):
        yield 10


def four_winds(sets: list[tuple[Group, bool]], pair: str) -> bool:
    """Pungs of three winds and a pair or pung of the fourth."""
    pungs = {group[0] for group, _ in sets if group[0] in WINDS}
    return len(pungs) == 4 or (len(pungs) == 3 and pair in WINDS)


def hidden(hand: HandRead, reading: Reading, line: dict[str, Any]) -> bool:
    """Four concealed pungs; a pair is concealed whatever completes it, unless the event says otherwise."""
    sets, _, pair_completed = reading
    whole = hand.self_drawn or (pair_completed and not line.get("claimed_pair_exposed"))
    return whole and all(concealed and group[0] == group[1] for group, concealed in sets)


def runs(hand: HandRead, tiles: list[str], suit: str) -> Iterator[int]:
    """The house of nine pieces and the two serpents in one suit."""
    if len(tiles) != 14:
        return
    house = Counter({f"{rank}{suit}": 3 if rank in (1, 9) else 1 for rank in range(1, 10)})
    serpent = Counter(f"{rank}{suit}" for rank in range(1, 10))
    held = Counter(tiles)
    if not house - held and all(tile[1:] == suit for tile in tiles) and fits(hand, f"1{suit}", f"9{suit}"):
        yield 7
    if serpent - held:
        return
    beside = held - serpent
    if not all(tile in HONOURS for tile in beside):
        return
    if all(beside[wind] for wind in WINDS) and fits(hand):
        yield 8
    if sorted(beside.values()) == [2, 3] and fits(hand, *HONOURS):
        yield 9


def fits(hand: HandRead, *pungs: str) -> bool:
    """Whether each declared set is one part: a pung among those, or a chow inside the run, none over another."""
    seen: set[str] = set()
    for declared in hand.declared:
        first = declared.tiles[0]
        if first == declared.tiles[1]:
            if first not in pungs:
                return False
        elif seen & set(declared.tiles) or any(tile in pungs for tile in declared.tiles):
            return False
        else:
            seen |= set(declared.tiles)
    return True


def four_winds_lost(hand: HandRead) -> bool:
    """Whether a lost hand holds the four winds."""
    copies = sorted((min(threes(hand).count(wind), 3) for wind in WINDS), reverse=True)
    return copies[:3] == [3, 3, 3] and copies[3] >= 2


def scholars_lost(hand: HandRead) -> bool:
    """Whether a lost hand holds the three scholars."""
    return all(threes(hand).count(dragon) >= 3 for dragon in DRAGONS)
