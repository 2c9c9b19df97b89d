"""The faults of a hand: impossible tiles, and a situation that contradicts its tiles."""

from collections.abc import Iterator, Sequence

from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.hand.problem import HandPart, HandProblem
from tournament.hand.situation import Situation
from tournament.language import mark
from tournament.tiles.packed import UNITS, above_four, pack
from tournament.tiles.tile import FIRST_WIND, TILES

MOST_FLOWERS = 8


def tile_problems(melds: Sequence[Meld], tiles: Sequence[int], wanted: int | None = None) -> Iterator[HandProblem]:
    """Yield the faults of ``melds`` and concealed ``tiles``.

    ``wanted`` is the required number of tiles, each meld counted as three: 13, 14, or None for any number.
    """
    for index, meld in enumerate(melds):
        yield from _meld_problems(meld, index)
    if len(melds) > 4:
        yield HandProblem("too-many-sets", mark("A hand has at most four sets."), HandPart.MELD, 4)
    held = len(tiles) + 3 * len(melds)
    if wanted is not None and held != wanted:
        yield HandProblem(
            "tile-count",
            mark("The hand has {held} tiles, counting a kong as three; it needs {wanted}.", held=held, wanted=wanted),
            HandPart.CONCEALED,
            max(len(tiles) - 1, 0),
        )
    yield from _fifth_copies(melds, tiles)


def _meld_problems(meld: Meld, index: int) -> Iterator[HandProblem]:
    tile = TILES[meld.tile]
    if meld.kind is MeldKind.CHOW and tile >= FIRST_WIND:
        yield HandProblem("chow-of-honors", mark("Honours do not form chows."), HandPart.MELD, index)
    elif meld.kind is MeldKind.CHOW and tile % 9 > 6:
        yield HandProblem("chow-past-nine", mark("A chow cannot go past 9."), HandPart.MELD, index)
    if meld.source not in sources_of(meld.kind):
        yield HandProblem(
            "meld-source",
            mark("{number} does not say where this set comes from.", number=meld.source),
            HandPart.MELD,
            index,
        )


def _fifth_copies(melds: Sequence[Meld], tiles: Sequence[int]) -> Iterator[HandProblem]:
    counts: dict[int, int] = {}
    places = [(HandPart.MELD, index, tile) for index, meld in enumerate(melds) for tile in _tiles_of(meld)]
    places += [(HandPart.CONCEALED, index, tile) for index, tile in enumerate(tiles)]
    for part, index, tile in places:
        counts[tile] = counts.get(tile, 0) + 1
        if counts[tile] == 5:
            message = mark("There are only four {tile}.", tile=TILES[tile].key)
            yield HandProblem("fifth-copy", message, part, index)


def _tiles_of(meld: Meld) -> tuple[int, ...]:
    """Return the tiles of a meld.

    An impossible chow is included, as far as its tiles exist.
    """
    if meld.kind is MeldKind.CHOW:
        return tuple(tile for tile in range(meld.tile, meld.tile + 3) if tile < len(TILES))
    return (meld.tile,) * (3 if meld.kind is MeldKind.PUNG else 4)


def situation_problems(
    melds: Sequence[Meld], concealed: Sequence[int], winning: int, situation: Situation
) -> Iterator[HandProblem]:
    """Yield the faults of the situation with these tiles; ``concealed`` does not include the ``winning`` tile."""
    if situation.replacement and not any(meld.kong for meld in melds):
        yield HandProblem(
            "replacement-without-kong", mark("Winning on a replacement tile needs a kong."), HandPart.SITUATION, 5
        )
    if situation.robbed:
        if winning in concealed or any(winning in _tiles_of(meld) for meld in melds):
            message = mark("The robbed player held the other three {tile}.", tile=TILES[winning].key)
            yield HandProblem("robbed-tile-held", message, HandPart.SITUATION, 5)
        if situation.last_of_wall:
            message = mark("A robbed kong is neither the last tile of the wall nor the discard after it.")
            yield HandProblem("robbed-last-of-wall", message, HandPart.SITUATION, 4)
    if situation.last_of_kind and winning in concealed:
        message = mark("It is not the last {tile}: another is concealed in the hand.", tile=TILES[winning].key)
        yield HandProblem("last-of-kind-held", message, HandPart.SITUATION, 3)


def flower_problems(flowers: int) -> Iterator[HandProblem]:
    """Yield the fault if the number of flowers is impossible."""
    if not 0 <= flowers <= MOST_FLOWERS:
        yield HandProblem(
            "flowers", mark("There are 8 flowers and seasons, not {number}.", number=flowers), HandPart.FLOWERS
        )


def surely_legal(melds: Sequence[Meld], tiles: Sequence[int], packed: int, situation: Situation, flowers: int) -> bool:
    """Return True for most hands without a fault, quickly. False means that faults must be searched for."""
    if above_four(packed) or len(tiles) + 3 * len(melds) != 14 or not 0 <= flowers <= MOST_FLOWERS:
        return False
    if situation.kong or situation.last_of_kind:
        return False
    return all(meld.source in _SOURCES[meld.kind] and (meld.kind or _CHOW_STARTS & UNITS[meld.tile]) for meld in melds)


_SOURCES = tuple(sources_of(kind) for kind in MeldKind)
_CHOW_STARTS = pack(9 * suit + rank for suit in range(3) for rank in range(7))
