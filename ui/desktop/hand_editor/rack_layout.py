"""The geometry of the rack, without any painting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QRectF

from assets.tiles import BACK, HEIGHT, WIDTH
from tournament.hand.meld import Meld
from tournament.hand.meld_tiles import meld_tiles
from ui.desktop.hand_editor.rack_items import WINNING, RackItem, RackPart
from ui.entry.arrangement import Arrangement

_TILE = 56.0
"""Preferred width of a tile."""
_GAP = 22.0
"""Gap between the concealed tiles, the winning one and the sets."""
_CAPTION = 84.0
"""Width of the caption of the concealed tiles in the longest language."""
_RATIO = HEIGHT / WIDTH


class PlacedTile(NamedTuple):
    """The position of one tile."""

    item: RackItem
    face: str
    rect: QRectF
    turned: bool = False


@dataclass(frozen=True, slots=True)
class RackLayout:
    """The positions of all tiles at one width."""

    tiles: tuple[PlacedTile, ...]
    empty: tuple[QRectF, ...]
    """The places of missing concealed tiles."""
    winning: QRectF
    """The place of the winning tile, also while it is missing; null for the hand of a player who did not win."""
    melds: tuple[QRectF, ...]
    """The rectangles of the declared sets."""
    concealed: QRectF
    """Of the concealed tiles and their caption."""

    def rect_of(self, item: RackItem) -> QRectF:
        """The rectangle of a tile or a set."""
        if item.part is RackPart.MELD:
            return self.melds[item.index]
        return next((tile.rect for tile in self.tiles if tile.item == item), self.winning)


def rack_layout(arrangement: Arrangement, items: Sequence[RackItem], area: QRectF) -> RackLayout:
    """Place the tiles in ``area``, concealed ones in the order of ``items``, smaller if necessary."""
    slots = max(13 - 3 * len(arrangement.melds), len(arrangement.tiles))
    wide = slots + 1 + sum(map(_width, arrangement.melds))
    gaps = _GAP * (1 + len(arrangement.melds)) + 2
    unit = min(_TILE, (area.width() - gaps) / wide, area.height() / _RATIO)
    high, top = unit * _RATIO, area.top()
    places = [QRectF(area.left() + slot * unit, top, unit, high) for slot in range(slots)]
    concealed = [item for item in items if item.part is RackPart.CONCEALED]
    tiles = [
        PlacedTile(item, arrangement.tiles[item.index].text, rect)
        for item, rect in zip(concealed, places, strict=False)
    ]
    spare = max(area.width() - gaps - wide * unit, 0)
    own = slots * unit + min(max(_CAPTION - slots * unit, 0), spare)
    place = area.left() + own + (_GAP if arrangement.won else 0)
    winning = QRectF(place, top, unit if arrangement.won else 0, high)
    if arrangement.winning is not None:
        tiles.append(PlacedTile(WINNING, arrangement.winning.text, winning))
    right = area.right()
    around: list[QRectF] = []
    for index, meld in reversed(list(enumerate(arrangement.melds))):
        rect = QRectF(right - _width(meld) * unit, top, _width(meld) * unit, high)
        tiles += _tiles_of(meld, RackItem(RackPart.MELD, index), rect, unit)
        around.insert(0, rect)
        right = rect.left() - _GAP
    whole = QRectF(area.left(), top, own, high)
    return RackLayout(tuple(tiles), tuple(places[len(concealed) :]), winning, tuple(around), whole)


def _width(meld: Meld) -> float:
    """Width of a declared set, in tiles."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in meld_tiles(meld))


def _tiles_of(meld: Meld, item: RackItem, rect: QRectF, unit: float) -> list[PlacedTile]:
    """The tiles of a set. In a promoted kong two turned tiles lie above one another, in the width of one."""
    placed, left = [], rect.left()
    for each in meld_tiles(meld):
        wide = unit * _RATIO if each.lies and not each.doubled else unit
        face = BACK if each.hidden else each.tile.text
        if each.doubled:
            upper = QRectF(left, rect.top(), unit, rect.height() / 2)
            placed += [PlacedTile(item, face, half, True) for half in (upper, upper.translated(0, upper.height()))]
        elif each.lies:
            placed.append(PlacedTile(item, face, QRectF(left, rect.bottom() - unit, wide, unit), True))
        else:
            placed.append(PlacedTile(item, face, QRectF(left, rect.top(), unit, rect.height())))
        left += wide
    return placed
