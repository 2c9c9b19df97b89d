"""The points of a hand in ``mcr``, counted the slow and plain way."""

from collections import Counter
from collections.abc import Iterator

from tests.second_counter.joining import Joined, choices, joined
from tests.second_counter.text import DRAGONS, WINDS, Won, read
from tests.second_counter.values import MIXED, NOT_WITH, POINTS
from tests.second_counter.ways import HONOURS, OUTER, Group, Way, ways, winners

GREEN = {"2s", "3s", "4s", "6s", "8s", "F"}
REVERSIBLE = {f"{rank}p" for rank in "1234589"} | {f"{rank}s" for rank in "245689"} | {"P"}
Found = Counter[float]


def points(text: str) -> int:
    """The points of a hand, flowers included; ValueError when it is not complete."""
    won = read(text)
    found = [total for way in ways([*won.before, won.winning]) for total in _totals(won, way)]
    if not found:
        raise ValueError(f"not complete: {text}")
    return (max(found) or POINTS[43]) + won.flowers


def _totals(won: Won, way: Way) -> Iterator[int]:
    """What one way is worth, for each part that the winning tile may complete and each choice of joins."""
    sets = [declared.tiles[:3] for declared in won.declared] + list(way.sets)
    chosen = list(choices(joined(sets, way.pair)))
    for place in _completed(won, way):
        plain = _tiles(won) + _winning(won) + _kongs(won) + _sets(won, way, sets, place) + _wait(won, way, place)
        for choice in chosen:
            yield _worth(plain, sets, choice, won, way)


def _completed(won: Won, way: Way) -> list[object]:
    """Places of the concealed sets, ``pair`` or ``other``."""
    found: list[object] = [place for place, group in enumerate(way.sets) if won.winning in group]
    if way.pair == won.winning:
        found.append("pair")
    if won.winning in way.knitted or not way.pair:
        found.append("other")
    return found


def _worth(plain: Found, sets: list[Group], choice: tuple[Joined, ...], won: Won, way: Way) -> int:
    found = plain + Counter[float](fan.number for fan in choice)
    found[73] = _outer_pungs(sets, won)
    if way.form == "pairs" and (found[3] or found[8]):
        del found[64]
    total = 0
    for number in sorted(POINTS):
        if found[number]:
            total += POINTS[number] * found[number]
            for excluded in NOT_WITH.get(number, ()):
                found[excluded] = 0
    return total


def _outer_pungs(sets: list[Group], won: Won) -> int:
    """Pungs of 1, 9 and winds; no winds when there are three, nor those counted as 60 or 61."""
    pungs = [group[0] for group in sets if group[0] == group[1]]
    winds = [tile for tile in pungs if tile in WINDS]
    if len(winds) >= 3:
        winds = []
    winds = [tile for tile in winds if tile not in (won.prevalent, won.seat)]
    return len(winds) + sum(tile in OUTER and tile not in HONOURS for tile in pungs)


def _all_tiles(won: Won) -> list[str]:
    return [tile for declared in won.declared for tile in declared.tiles] + [*won.before, won.winning]


def _tiles(won: Won) -> Found:
    """Fan of the tiles alone."""
    tiles = _all_tiles(won)
    kinds = set(tiles)
    ranks = {int(tile[0]) for tile in kinds if tile not in HONOURS}
    suits = {tile[1] for tile in kinds if tile not in HONOURS}
    honours = kinds & set(HONOURS)
    held = Counter(tiles)
    kongs = {declared.tiles[0] for declared in won.declared if len(declared.tiles) == 4}
    gates = [f"{rank}{won.winning[-1]}" for rank in "1112345678999"]
    tests = {
        3: kinds <= GREEN,
        4: not won.declared and sorted(won.before) == gates,
        8: not honours and ranks <= {1, 9},
        11: not ranks,
        18: kinds <= set(OUTER),
        22: len(suits) == 1 and not honours,
        25: not honours and ranks <= {7, 8, 9},
        26: not honours and ranks <= {4, 5, 6},
        27: not honours and ranks <= {1, 2, 3},
        36: not honours and ranks <= {6, 7, 8, 9},
        37: not honours and ranks <= {1, 2, 3, 4},
        40: kinds <= REVERSIBLE,
        50: len(suits) == 1 and bool(honours),
        52: len(suits) == 3 and bool(kinds & set(WINDS)) and bool(kinds & set(DRAGONS)),
        68: not kinds & set(OUTER),
        75: len(suits) == 2,
        76: not honours,
    }
    found = Counter[float](number for number, true in tests.items() if true)
    found[64] = sum(held[tile] == 4 and tile not in kongs for tile in kinds - set(HONOURS))
    return found


def _winning(won: Won) -> Found:
    """Fan of how it was won."""
    claimed = [declared for declared in won.declared if declared.source]
    gone = sum(declared.tiles.count(won.winning) for declared in claimed) == 3
    tests = {
        44: won.last_of_wall and won.self_drawn,
        45: won.last_of_wall and not won.self_drawn,
        46: won.kong and won.self_drawn,
        47: won.kong and not won.self_drawn,
        53: len(claimed) == 4 and not won.self_drawn,
        56: not claimed and won.self_drawn,
        58: won.winning not in won.before and (won.last_of_kind or gone),
        62: not claimed and not won.self_drawn,
        80: won.self_drawn,
    }
    return Counter[float](number for number, true in tests.items() if true)


def _kongs(won: Won) -> Found:
    """The kong table."""
    concealed = sum(len(declared.tiles) == 4 and not declared.source for declared in won.declared)
    exposed = sum(len(declared.tiles) == 4 and declared.source > 0 for declared in won.declared)
    if exposed + concealed >= 3:
        added: dict[int, list[float]] = {1: [67], 2: [48]}
        return Counter[float]([{3: 17, 4: 5}[exposed + concealed], *added.get(concealed, [])])
    table: dict[tuple[int, int], list[float]] = {
        (1, 0): [74], (0, 1): [67], (2, 0): [57], (1, 1): [MIXED], (0, 2): [48],
    }  # fmt: skip
    return Counter[float](table.get((exposed, concealed), []))


def _sets(won: Won, way: Way, sets: list[Group], place: object) -> Found:
    """Fan of the sets and the pair."""
    found: Found = Counter()
    pungs = [group[0] for group in sets if group[0] == group[1]]
    winds = sum(tile in WINDS for tile in pungs)
    dragons = sum(tile in DRAGONS for tile in pungs)
    pair_wind, pair_dragon = way.pair in [*WINDS], way.pair in [*DRAGONS]
    found[1], found[38] = winds == 4, winds >= 3
    found[9] = winds == 3 and pair_wind
    found[2], found[54], found[59] = dragons == 3, dragons >= 2, dragons
    found[10] = dragons == 2 and pair_dragon
    found[60], found[61] = won.prevalent in pungs, won.seat in pungs
    hidden = _concealed_pungs(won, way, place)
    found[12], found[33], found[66] = hidden == 4, hidden == 3, hidden == 2
    found[63] = bool(sets) and not pungs and not set(_all_tiles(won)) & set(HONOURS)
    if way.form == "regular":
        parts: list[Group] = [*sets, (way.pair,)]
        found[49] = len(pungs) == 4
        found[21] = len(pungs) == 4 and all(part[0][0] in "2468" for part in parts)
        found[31] = all(any(tile[0] == "5" for tile in part) for part in parts)
        found[55] = all(set(part) & set(OUTER) for part in parts)
    return found + _forms(won, way)


def _concealed_pungs(won: Won, way: Way, place: object) -> int:
    declared = sum(len(declared.tiles) == 4 and not declared.source for declared in won.declared)
    pungs = [number for number, group in enumerate(way.sets) if group[0] == group[1]]
    return declared + len(pungs) - (place in pungs and not won.self_drawn)


def _forms(won: Won, way: Way) -> Found:
    """Fan of the special forms."""
    found: Found = Counter()
    kinds = {*won.before, won.winning}
    found[7], found[19] = way.form == "orphans", way.form == "pairs"
    if way.form == "pairs" and len(kinds) == 7 and not kinds & set(HONOURS):
        ranks = sorted(int(tile[0]) for tile in kinds)
        found[6] = len({tile[1] for tile in kinds}) == 1 and ranks == list(range(ranks[0], ranks[0] + 7))
    if way.form == "loose":
        found[34], found[20] = 1, set(HONOURS) <= kinds
    found[35] = len(way.knitted) == 9
    return found


def _wait(won: Won, way: Way, place: object) -> Found:
    """Edge, closed or single wait, when no other tile would have won."""
    number = 0
    if place == "pair":
        number = 79
    elif isinstance(place, int):
        low, middle, high = way.sets[place]
        if low != high:
            number = {middle: 78, low: 77 if low[0] == "7" else 0, high: 77 if high[0] == "3" else 0}[won.winning]
    if number and winners(list(won.before)) == [won.winning]:
        return Counter[float]([number])
    return Counter()
