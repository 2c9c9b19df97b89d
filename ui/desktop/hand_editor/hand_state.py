"""The state of the hand editor, the items of its rack (tiles and declared sets), and what keys do to them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import Qt

from tournament.hand.meld import Meld, MeldKind, sources_of
from tournament.language import Text, mark
from tournament.rules.explanation import Group, Instance
from ui.desktop.hand_editor.verdict_text import ListedFan
from ui.entry.arrangement import Arrangement, line_of
from ui.entry.verdict import HandContext, Verdict, judge


class RackPart(Enum):
    """The part of the hand that a tile belongs to."""

    CONCEALED = "concealed"
    WINNING = "winning"
    MELD = "meld"


@dataclass(frozen=True, slots=True)
class RackItem:
    """An item of the rack that the cursor can be on: a tile, or a declared set."""

    part: RackPart
    index: int = 0


WINNING = RackItem(RackPart.WINNING)


class ReadTiles(NamedTuple):
    """The groups into which the tiles were read."""

    groups: tuple[Group, ...]
    concealed: tuple[Group, ...]
    """The groups that are not declared."""
    completed: Group | None = None
    """The group that the winning tile completed."""


def read_tiles(verdict: Verdict) -> ReadTiles | None:
    """Return how the tiles of ``verdict`` were read; None if they have no value."""
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
    """Return whether ``group`` is the declared set ``meld``. A kong may be read as its pung."""
    return len(group) >= len(meld.tiles[:3]) and group[:3] == meld.tiles[:3] and set(group) == set(meld.tiles)


def items_of(arrangement: Arrangement, read: ReadTiles | None) -> tuple[RackItem, ...]:
    """Return all items from left to right: concealed tiles, the winning tile, declared sets."""
    concealed = (RackItem(RackPart.CONCEALED, index) for index in _order(arrangement, read))
    winning = (WINNING,) if arrangement.winning is not None else ()
    return (*concealed, *winning, *(RackItem(RackPart.MELD, index) for index in range(len(arrangement.melds))))


def _order(arrangement: Arrangement, read: ReadTiles | None) -> tuple[int, ...]:
    """Return the indices of the concealed tiles in display order: by group if they were read, otherwise by kind."""
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
    """Return the items that make a fan, given its ``instances``; empty for a fan of the whole hand."""
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
    """Return the ``wanted`` groups without repeating one that several instances share.

    Equal groups appear as often as they are in ``groups``.
    """
    found: list[Group] = []
    for group in wanted:
        if found.count(group) < max(groups.count(group), 1):
            found.append(group)
    return found


def turn(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Return the arrangement with a concealed tile as the winning one, or with a set from the next source."""
    if item.part is not RackPart.MELD:
        return make_winning(arrangement, item)
    meld = arrangement.melds[item.index]
    cycle = [meld._replace(source=source) for source in sources_of(meld.kind)]
    if meld.kong:
        cycle = [Meld(MeldKind.KONG, meld.tile, source) for source in sources_of(MeldKind.KONG)]
        cycle.append(Meld(MeldKind.CONCEALED_KONG, meld.tile, 0))
    return arrangement.with_meld(item.index, cycle[(cycle.index(meld) + 1) % len(cycle)])


def make_winning(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Return the arrangement with a concealed tile as the winning one; unchanged if this hand did not win."""
    concealed = item.part is RackPart.CONCEALED and arrangement.won
    return arrangement.with_winning(item.index) if concealed else arrangement


def claim(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Return the arrangement with a claimed set of this tile; unchanged if the concealed tiles make none."""
    if item.part is not RackPart.CONCEALED:
        return arrangement
    found = arrangement.sets_with(arrangement.tiles[item.index])
    return arrangement.with_claimed(found[0]) if found else arrangement


def to_kong(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Return the arrangement with a pung promoted to a kong, a kong made a pung, or four tiles declared as a kong."""
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


def remove(arrangement: Arrangement, item: RackItem) -> Arrangement:
    """Return the arrangement without this tile or set."""
    if item.part is RackPart.MELD:
        return arrangement.without_meld(item.index)
    return replace(arrangement, winning=None) if item == WINNING else arrangement.without(item.index)


BY_KEY: Mapping[Qt.Key, Callable[[Arrangement, RackItem], Arrangement]] = {
    Qt.Key.Key_Space: turn,
    Qt.Key.Key_C: claim,
    Qt.Key.Key_K: to_kong,
    Qt.Key.Key_Delete: remove,
    Qt.Key.Key_Backspace: remove,
}
"""The effect of a key on the current item."""


def why_not(change: Callable[[Arrangement, RackItem], Arrangement], arrangement: Arrangement, item: RackItem) -> Text:
    """Return why ``change`` leaves the arrangement as it is."""
    if change is claim:
        return mark("The concealed tiles make no set with this tile.")
    if change is to_kong:
        return mark("A kong needs four concealed tiles, or a pung and the fourth tile.")
    if not arrangement.won:
        return mark("This player did not win: no tile is the winning tile.")
    assert item == WINNING or change is remove, "every other change of a tile of a won hand changes it"
    return mark("This already is the winning tile.")


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand being edited. The typed text is what counts: changes by mouse or keys on the rack are written into it."""

    context: HandContext
    typed: str
    verdict: Verdict
    looked_at: ListedFan | None = None
    as_read: bool = True
    """Whether concealed tiles are shown by group as they were read; otherwise by kind, for a quiz."""

    @classmethod
    def begin(cls, context: HandContext, typed: str = "") -> "HandState":
        """Return the state for another hand."""
        return cls(context, typed, judge(typed, context))

    def with_typed(self, typed: str) -> "HandState":
        """Return the state with another text in the same context."""
        return HandState.begin(self.context, typed)

    def with_arrangement(self, arrangement: Arrangement) -> "HandState":
        """Return the state with the tiles of ``arrangement`` in the same context."""
        return self.with_typed(line_of(arrangement, self.context.situation, given_round=self.context.round_wind))

    def looking_at(self, row: ListedFan | None) -> "HandState":
        """Return the same hand with a fan highlighted; None for no fan."""
        return replace(self, looked_at=row)

    @property
    def arrangement(self) -> Arrangement:
        """The tiles typed so far."""
        return self.verdict.arrangement

    @property
    def items(self) -> tuple[RackItem, ...]:
        """The items of the rack, from left to right."""
        return items_of(self.arrangement, read_tiles(self.verdict) if self.as_read else None)

    @property
    def highlighted(self) -> frozenset[RackItem]:
        """The highlighted items of the rack; empty for a fan of the whole hand."""
        read = read_tiles(self.verdict)
        if self.looked_at is None or read is None:
            return frozenset()
        return items_in(self.arrangement, read, self.looked_at.instances)

    @property
    def flowers_highlighted(self) -> bool:
        """Whether the flowers are highlighted."""
        return self.looked_at is not None and self.looked_at.flowers and self.verdict.points is not None
