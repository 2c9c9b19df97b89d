"""Fan that join sets, found and chosen by trying everything."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from typing import NamedTuple

from tests.second_counter.ways import HONOURS, Group


class Joined(NamedTuple):
    """A fan made of several sets, by their places."""

    number: int
    places: frozenset[int]


_BY_STEPS_IN_ONE: dict[tuple[int, ...], list[int]] = {(0, 0): [23], (3, 3): [28], (1, 1): [30], (2, 2): [30]}
_BY_STEPS_IN_THREE: dict[tuple[int, ...], list[int]] = {(3, 3): [39], (0, 0): [41], (1, 1): [51]}


def joined(sets: list[Group], pair: str) -> list[Joined]:
    """Every one that is there."""
    found = []
    for size in (2, 3, 4):
        for places in combinations(range(len(sets)), size):
            chosen = [sets[place] for place in places]
            if any(group[0] in HONOURS for group in chosen):
                continue
            kinds = {group[0] != group[1] for group in chosen}
            if len(kinds) == 1:
                numbers = _chows(chosen, pair) if kinds == {True} else _pungs(chosen)
                found += [Joined(number, frozenset(places)) for number in numbers]
    return found


def _chows(chows: list[Group], pair: str) -> Iterator[int]:
    ranks = sorted(int(chow[0][0]) for chow in chows)
    suits = {chow[0][1] for chow in chows}
    one, apart = len(suits) == 1, len(suits) == len(chows)
    steps = tuple(high - low for low, high in pairwise(ranks))
    if len(chows) == 2:
        if one:
            yield from {0: [69], 3: [71], 6: [72]}.get(steps[0], [])
        elif steps == (0,):
            yield 70
    elif len(chows) == 3:
        if one:
            yield from _BY_STEPS_IN_ONE.get(steps, [])
        elif apart:
            yield from _BY_STEPS_IN_THREE.get(steps, [])
    else:
        yield from _four_chows(chows, ranks, suits, pair)


def _four_chows(chows: list[Group], ranks: list[int], suits: set[str], pair: str) -> Iterator[int]:
    if len(suits) == 1:
        if ranks == [1, 1, 7, 7] and pair == "5" + chows[0][0][1]:
            yield 13
        if len(set(chows)) == 1:
            yield 14
        if {high - low for low, high in pairwise(ranks)} in ({1}, {2}):
            yield 16
    two_dragons = len(suits) == 2 and len(set(chows)) == 4 and ranks == [1, 1, 7, 7]
    if two_dragons and pair[0] == "5" and pair[1] not in suits:
        yield 29


def _pungs(pungs: list[Group]) -> Iterator[int]:
    ranks = sorted(int(pung[0][0]) for pung in pungs)
    suits = {pung[0][1] for pung in pungs}
    consecutive = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    if len(set(ranks)) == 1 and len(pungs) < 4:
        yield {2: 65, 3: 32}[len(pungs)]
    if consecutive and len(suits) == 1 and len(pungs) > 2:
        yield {3: 24, 4: 15}[len(pungs)]
    if consecutive and len(pungs) == 3 and len(suits) == 3:
        yield 42


def choices(found: list[Joined]) -> Iterator[tuple[Joined, ...]]:
    """Every allowed choice."""
    for choice in chain.from_iterable(combinations(found, size) for size in range(len(found) + 1)):
        if _allowed(sorted(choice, key=lambda fan: -len(fan.places))):
            yield choice


def _allowed(choice: list[Joined]) -> bool:
    """No set twice for the same fan, and every fan, the largest first, links parts that were apart."""
    part = {place: place for place in range(4)}
    used: dict[int, set[int]] = {}
    for number, places in choice:
        if used.setdefault(number, set()) & places:
            return False
        used[number] |= places
        linked = {part[place] for place in places}
        if len(linked) == 1:
            return False
        part = {place: min(linked) if name in linked else name for place, name in part.items()}
    return True
