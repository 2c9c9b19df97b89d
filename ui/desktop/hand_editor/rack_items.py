"""What stands on the rack: its order, what stands out for a fan, and what a click or a key makes of it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import Qt

from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.rules.explanation import Group, Instance
from ui.entry.arrangement import Arrangement
from ui.entry.verdict import Verdict


class RackPart(Enum):
    """What a tile belongs to."""

    CONCEALED = "concealed"
    WINNING = "winning"
    MELD = "meld"


@dataclass(frozen=True, slots=True)
class RackItem:
    """One thing on the rack that a cursor can stand on: a tile, or a declared set."""

    part: RackPart
    index: int = 0


WINNING = RackItem(RackPart.WINNING)


class ReadTiles(NamedTuple):
    """The parts that the tiles were read as."""

    groups: tuple[Group, ...]
    concealed: tuple[Group, ...]
    """Those that are not declared."""
    completed: Group | None = None
    """The one that the winning tile completed."""


def read_tiles(verdict: Verdict) -> ReadTiles | None:
    """How the tiles of ``verdict`` were read; None while they are worth nothing."""
    melds = verdict.arrangement.melds
    if verdict.explanation is not None:
        reading = verdict.explanation.reading
        return ReadTiles(reading.groups, reading.groups[len(melds) :], reading.groups[reading.completed])
    if verdict.count is None:
        return None
    concealed = list(verdict.count.groups)
    for meld in melds:
        declared = next((group for group in concealed if _is_declared(group, meld)), None)
        if declared is not None:
            concealed.remove(declared)
    completed = next((group for group in reversed(concealed) if verdict.arrangement.winning in group), None)
    return ReadTiles(verdict.count.groups, tuple(concealed), completed)


def _is_declared(group: Group, meld: Meld) -> bool:
    """Whether ``group`` is what ``meld`` declares; a kong may be read as its pung."""
    return len(group) >= len(meld.tiles[:3]) and group[:3] == meld.tiles[:3] and set(group) == set(meld.tiles)


def items_of(arrangement: Arrangement, read: ReadTiles | None) -> tuple[RackItem, ...]:
    """All there is, from left to right: concealed tiles, the winning one, sets."""
    concealed = (RackItem(RackPart.CONCEALED, index) for index in _order(arrangement, read))
    winning = (WINNING,) if arrangement.winning is not None else ()
    return (*concealed, *winning, *(RackItem(RackPart.MELD, index) for index in range(len(arrangement.melds))))


def _order(arrangement: Arrangement, read: ReadTiles | None) -> tuple[int, ...]:
    """The indices of the concealed tiles as they stand: set by set when they are read, else by kind."""
    by_kind = sorted(range(len(arrangement.tiles)), key=lambda index: arrangement.tiles[index])
    if read is None:
        return tuple(by_kind)
    placed: list[int] = []
    concealed, last = list(read.concealed), []
    if read.completed in concealed:
        concealed.remove(read.completed)
        last.append(read.completed)
    for group in (*sorted(concealed, key=lambda group: (len(group) == 2, group)), *last):
        for tile in group:
            index = next((each for each in by_kind if arrangement.tiles[each] is tile and each not in placed), None)
            if index is not None:
                placed.append(index)
    return (*placed, *(index for index in by_kind if index not in placed))


def items_in(arrangement: Arrangement, read: ReadTiles, instances: Iterable[Instance]) -> frozenset[RackItem]:
    """What makes a fan: its sets, counted ``instances``; nothing for a fan of the hand as a whole."""
    free = [item for item in items_of(arrangement, read) if item.part is RackPart.CONCEALED]
    melds = dict(enumerate(arrangement.melds))
    winning = arrangement.winning
    found: set[RackItem] = set()
    for group in _each_once([group for instance in instances for group in instance], read.groups):
        index = next((index for index, meld in melds.items() if _is_declared(group, meld)), None)
        if index is not None:
            del melds[index]
            found.add(RackItem(RackPart.MELD, index))
            continue
        needed = list(group)
        if winning is not None and group == read.completed and winning in needed and WINNING not in found:
            needed.remove(winning)
            found.add(WINNING)
        for tile in needed:
            item = next((each for each in free if arrangement.tiles[each.index] is tile), None)
            if item is not None:
                free.remove(item)
                found.add(item)
            elif tile is winning:
                found.add(WINNING)
    return frozenset(found)


def _each_once(wanted: list[Group], groups: tuple[Group, ...]) -> list[Group]:
    """A set that several counts of a fan share once; equal sets as often as the hand has them."""
    found: list[Group] = []
    for group in wanted:
        if found.count(group) < max(groups.count(group), 1):
            found.append(group)
    return found


def turn(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Make a concealed tile the winning one; let a set come from the next source."""
    if item.part is not RackPart.MELD:
        return make_winning(arrangement, item)
    meld = arrangement.melds[item.index]
    cycle = [meld._replace(source=source) for source in sources_of(meld.kind)]
    if meld.kong:
        cycle = [Meld(MeldKind.KONG, meld.tile, source) for source in sources_of(MeldKind.KONG)]
        cycle.append(Meld(MeldKind.CONCEALED_KONG, meld.tile, 0))
    return arrangement.with_meld(item.index, cycle[(cycle.index(meld) + 1) % len(cycle)])


def make_winning(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Make a concealed tile the winning one; the same where nobody won with this hand."""
    concealed = item.part is RackPart.CONCEALED and arrangement.won
    return arrangement.with_winning(item.index) if concealed else arrangement


def claim(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Set a set with this tile aside as claimed; the same when the concealed tiles make none."""
    if item.part is not RackPart.CONCEALED:
        return arrangement
    found = arrangement.sets_with(arrangement.tiles[item.index])
    return arrangement.with_claimed(found[0]) if found else arrangement


def to_kong(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Make a declared pung a kong, promoted; make a kong a pung again; set four concealed tiles aside as a kong."""
    if item.part is RackPart.CONCEALED:
        tile = arrangement.tiles[item.index]
        four = Meld(MeldKind.CONCEALED_KONG, tile, 0)
        return arrangement.with_claimed(four) if arrangement.tiles.count(tile) == 4 else arrangement
    if item.part is not RackPart.MELD:
        return arrangement
    meld = arrangement.melds[item.index]
    if meld.kind is MeldKind.PUNG and arrangement.left(meld.tile):
        return arrangement.with_meld(item.index, Meld(MeldKind.KONG, meld.tile, meld.source + 4))
    if meld.kong:
        return arrangement.with_meld(item.index, Meld(MeldKind.PUNG, meld.tile, max(meld.source % 4, 1)))
    return arrangement


def take_back(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Take a tile or a set off the rack."""
    if item.part is RackPart.MELD:
        return arrangement.without_meld(item.index)
    return replace(arrangement, winning=None) if item == WINNING else arrangement.without(item.index)


BY_KEY: Mapping[Qt.Key, Callable[[Arrangement, RackItem], Arrangement]] = {
    Qt.Key.Key_Space: turn,
    Qt.Key.Key_C: claim,
    Qt.Key.Key_K: to_kong,
    Qt.Key.Key_Delete: take_back,
    Qt.Key.Key_Backspace: take_back,
}
"""What a key does to the item under the cursor."""
