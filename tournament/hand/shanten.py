"""How far thirteen tiles are from being ready (shanten), for each winning shape, and which tiles bring them nearer.

The *need* of a shape is the least number of tiles that are still missing; a ready hand has a need of one. A shape never
uses five tiles of a kind, and a kind of which the hand has all four is never useful. The tiles of other players are
unknown.
"""

from functools import lru_cache
from typing import NamedTuple

from tournament.hand.groups import HONOURS as HONOUR_GROUP
from tournament.hand.groups import KEPT, split
from tournament.hand.hand import Waiting
from tournament.hand.readings import Shape
from tournament.tiles.packed import EVERY, HONOURS, KNITTED, ORPHANS, UNITS, fours, kinds_in, present
from tournament.tiles.tile import TILES, Tile

_FAR = 99


class Distance(NamedTuple):
    """The distance of a hand to one shape."""

    shape: Shape
    shanten: int
    """How many tiles must be replaced until the hand is ready; 0 if it is ready."""
    useful: tuple[Tile, ...]
    """The tiles that bring it closer; for a ready hand, those that complete it."""


def distances(waiting: Waiting) -> tuple[Distance, ...]:
    """Return the distance to each shape that the declared sets still allow, in the order of the shapes."""
    concealed, declared = waiting.packed_concealed, len(waiting.melds)
    gone = {TILES[kind] for kind in kinds_in(fours(waiting.packed))}
    found = [_by_sets(concealed, declared)]
    if declared < 2:
        found.append(_by_knitted_straight(concealed, declared))
    if not declared:
        found += (_by_pairs(concealed), _by_orphans(concealed), _by_honours_and_knitted(concealed))
    return tuple(each._replace(useful=tuple(tile for tile in each.useful if tile not in gone)) for each in found)


def shanten(waiting: Waiting) -> int:
    """Return the least distance to any shape."""
    return min(distance.shanten for distance in distances(waiting))


def _distance(shape: Shape, need: int, useful: int) -> Distance:
    return Distance(shape, need - 1, tuple(TILES[kind] for kind in kinds_in(useful)))


def _by_sets(concealed: int, declared: int) -> Distance:
    need, useful = _sets_and_pair(concealed, 4 - declared)
    return _distance(Shape.SETS, need, useful)


def _sets_and_pair(concealed: int, sets: int) -> tuple[int, int]:
    """Return the need of this many ``sets`` and a pair, and the mask of the tiles that lower it."""
    groups = split(concealed)
    tables = [_needs(tiles, group == HONOUR_GROUP) for group, tiles in enumerate(groups)]
    need = _together(tables)[sets]
    useful = 0
    for group in range(4):
        others = _together([table for other, table in enumerate(tables) if other != group], pairs=True)
        for rank in range(7 if group == HONOUR_GROUP else 9):
            more = _needs(groups[group] + (1 << 4 * rank), group == HONOUR_GROUP)
            if _least(others, more, sets) < need:
                useful |= UNITS[9 * group + rank]
    return need, useful


Needs = tuple[int, ...]
"""The needs of 0 to 4 sets without a pair, then of 0 to 4 sets with one."""


def _together(tables: list[Needs], *, pairs: bool = False) -> Needs:
    """Return the needs of several groups together; without ``pairs`` only those with a pair, for 0 to 4 sets."""
    total: Needs = (0, *[_FAR] * 9)
    for table in tables:
        total = tuple(_least(total, table, sets, pair) for pair in (0, 1) for sets in range(5))
    return total if pairs else total[5:]


def _least(one: Needs, other: Needs, sets: int, pair: int = 1) -> int:
    """Return the least need of this many sets (and pairs) divided between two groups."""
    return min(
        one[part + 5 * own] + other[sets - part + 5 * (pair - own)]
        for part in range(sets + 1)
        for own in range(pair + 1)
    )


@lru_cache(KEPT)
def _needs(tiles: int, honours: bool) -> Needs:
    """Return the needs of one group.

    At each rank, the chows that begin there, a pung and the pair are tried.
    """
    states = {(0, 0, 0, 0): 0}
    for rank in range(7 if honours else 9):
        held = tiles >> 4 * rank & 7
        following: dict[tuple[int, int, int, int], int] = {}
        begun = range(1 if honours or rank > 6 else 3)
        for (before, last, sets, pair), need in states.items():
            for chows in begun:
                for pung in (0, 1):
                    if sets + chows + pung > 4:
                        continue
                    for eyes in range(2 - pair):
                        wanted = before + last + chows + 3 * pung + 2 * eyes
                        if wanted > 4:
                            continue
                        state = (last, chows, sets + chows + pung, pair + eyes)
                        missing = need + max(0, wanted - held)
                        if missing < following.get(state, _FAR):
                            following[state] = missing
        states = following
    return tuple(states.get((0, 0, sets, pair), _FAR) for pair in (0, 1) for sets in range(5))


def _by_knitted_straight(concealed: int, declared: int) -> Distance:
    """Return the distance to the nine knitted tiles, a set (unless one is declared) and a pair."""
    held = present(concealed)
    best, useful = _FAR, 0
    for knitted in KNITTED:
        inside = held & knitted
        need, rest_useful = _sets_and_pair(concealed - inside, 1 - declared)
        need += 9 - inside.bit_count()
        if need <= best:
            useful = (useful if need == best else 0) | (knitted & ~held) | rest_useful
            best = need
    return _distance(Shape.KNITTED_STRAIGHT, best, useful)


def _by_pairs(concealed: int) -> Distance:
    """Return the distance to seven pairs. Four equal tiles are two pairs, so any single tile can become a pair."""
    singles = concealed & EVERY
    return _distance(Shape.SEVEN_PAIRS, 7 - (13 - singles.bit_count()) // 2, singles)


def _by_orphans(concealed: int) -> Distance:
    held = present(concealed) & ORPHANS
    twin = any(concealed >> 4 * kind & 7 > 1 for kind in kinds_in(ORPHANS))
    need = 14 - held.bit_count() - twin
    return _distance(Shape.ORPHANS, need, ORPHANS & ~held if twin else ORPHANS)


def _by_honours_and_knitted(concealed: int) -> Distance:
    held = present(concealed)
    best, useful = _FAR, 0
    for knitted in KNITTED:
        allowed = knitted | HONOURS
        need = 14 - (held & allowed).bit_count()
        if need <= best:
            useful = (useful if need == best else 0) | (allowed & ~held)
            best = need
    return _distance(Shape.HONOURS_AND_KNITTED, best, useful)
