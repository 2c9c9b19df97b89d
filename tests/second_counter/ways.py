"""Every way to read tiles, by trying."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from tests.second_counter.text import DRAGONS, WINDS

ALL = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)] + list(WINDS + DRAGONS)
OUTER = [tile for tile in ALL if tile in WINDS + DRAGONS or tile[0] in "19"]
HONOURS = list(WINDS + DRAGONS)

Group = tuple[str, ...]


class Way(NamedTuple):
    """One way: concealed sets and pair, or a special form."""

    form: str
    sets: tuple[Group, ...] = ()
    pair: str = ""
    knitted: tuple[str, ...] = ()


def knittings() -> Iterator[tuple[str, ...]]:
    """The nine knitted tiles, six times."""
    for suits in permutations("msp"):
        yield tuple(f"{rank}{suit}" for suit, ranks in zip(suits, ("147", "258", "369"), strict=True) for rank in ranks)


def sets_of(tiles: list[str]) -> Iterator[tuple[Group, ...]]:
    """Every way to make sets of all tiles."""
    if not tiles:
        yield ()
        return
    first = min(tiles, key=ALL.index)
    candidates: list[Group] = [(first,) * 3]
    if first not in HONOURS and first[0] in "1234567":
        candidates.append(tuple(f"{int(first[0]) + step}{first[1]}" for step in range(3)))
    for candidate in candidates:
        rest = list(tiles)
        try:
            for tile in candidate:
                rest.remove(tile)
        except ValueError:
            continue
        for others in sets_of(rest):
            yield (candidate, *others)


def regular(tiles: list[str]) -> Iterator[tuple[tuple[Group, ...], str]]:
    """Sets and one pair of all tiles."""
    for pair in sorted({tile for tile in tiles if tiles.count(tile) >= 2}):
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for sets in sets_of(rest):
            yield sets, pair


def ways(tiles: list[str]) -> Iterator[Way]:
    """Every way to read the concealed tiles of a complete hand; fourteen are wholly concealed."""
    for sets, pair in regular(tiles):
        yield Way("regular", sets, pair)
    held = Counter(tiles)
    for nine in knittings():
        if len(tiles) >= 11 and set(nine) <= set(tiles):
            for sets, pair in regular(list((held - Counter(nine)).elements())):
                yield Way("knitted", sets, pair, nine)
    if len(tiles) == 14:
        if all(count % 2 == 0 for count in held.values()):
            yield Way("pairs")
        if set(tiles) == set(OUTER):
            yield Way("orphans")
        for nine in knittings():
            if len(held) == 14 and set(tiles) <= {*nine, *HONOURS}:
                yield Way("loose", knitted=nine if set(nine) <= set(tiles) else ())
                break


def winners(before: list[str]) -> list[str]:
    """The tiles that complete them, were there enough copies."""
    return [tile for tile in ALL if next(ways([*before, tile]), None)]
