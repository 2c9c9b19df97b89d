"""Where each tile of the rack stands: geometry alone, no painting."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QRectF

from assets.tiles import BACK, HEIGHT, WIDTH
from tournament.hand.meld import Meld
from tournament.hand.meld_tiles import meld_tiles
from ui.desktop.hand_editor.laid import Laid

TILE = 54.0
"""Width of a tile where there is room."""
_GAP = 22.0
"""Between the concealed tiles, the winning one and the sets."""
_RATIO = HEIGHT / WIDTH


class Part(Enum):
    """What a tile belongs to."""

    CONCEALED = "concealed"
    WINNING = "winning"
    MELD = "meld"


class Piece(NamedTuple):
    """One thing on the rack that a cursor can stand on: a tile, or a declared set."""

    part: Part
    at: int = 0


class Spot(NamedTuple):
    """One tile as it is drawn."""

    piece: Piece
    face: str
    rect: QRectF
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """The rack of one moment in one width."""

    spots: tuple[Spot, ...]
    empty: tuple[QRectF, ...]
    """Where concealed tiles are missing."""
    winning: QRectF
    """Where the winning tile stands or will stand."""
    melds: tuple[QRectF, ...]
    """Around each declared set."""
    concealed: QRectF

    def box(self, piece: Piece) -> QRectF:
        """Around the thing that ``piece`` names."""
        if piece.part is Part.MELD:
            return self.melds[piece.at]
        return next((spot.rect for spot in self.spots if spot.piece == piece), self.winning)


def places(laid: Laid, order: tuple[int, ...], area: QRectF) -> Places:
    """Lay tiles into ``area``, concealed ones in the ``order`` of these indices, smaller where they must be."""
    slots = max(13 - 3 * len(laid.melds), len(laid.tiles))
    wide = slots + 1 + sum(_width(meld) for meld in laid.melds)
    gaps = _GAP * (1 + len(laid.melds)) + 2
    unit = min(TILE, (area.width() - gaps) / wide, area.height() / _RATIO)
    high, top = unit * _RATIO, area.top()
    spots, empty = [], []
    for place in range(slots):
        rect = QRectF(area.left() + place * unit, top, unit, high)
        if place < len(order):
            spots.append(Spot(Piece(Part.CONCEALED, order[place]), laid.tiles[order[place]].text, rect))
        else:
            empty.append(rect)
    winning = QRectF(area.left() + slots * unit + _GAP, top, unit, high)
    if laid.winning is not None:
        spots.append(Spot(Piece(Part.WINNING), laid.winning.text, winning))
    right = area.right()
    around: list[QRectF] = []
    for index in reversed(range(len(laid.melds))):
        meld = laid.melds[index]
        box = QRectF(right - _width(meld) * unit, top, _width(meld) * unit, high)
        spots += _declared(meld, Piece(Part.MELD, index), box, unit)
        around.insert(0, box)
        right = box.left() - _GAP
    concealed = QRectF(area.left(), top, slots * unit, high)
    return Places(tuple(spots), tuple(empty), winning, tuple(around), concealed)


def _width(meld: Meld) -> float:
    """Of a declared set, in tiles."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in meld_tiles(meld))


def _declared(meld: Meld, piece: Piece, box: QRectF, unit: float) -> list[Spot]:
    """The tiles of a set; of a promoted kong two lie, one above the other, in the room of one that stands."""
    spots, left = [], box.left()
    for each in meld_tiles(meld):
        wide = unit * _RATIO if each.lies and not each.doubled else unit
        face = BACK if each.hidden else each.tile.text
        if each.doubled:
            upper = QRectF(left, box.top(), unit, box.height() / 2)
            spots += [Spot(piece, face, rect, True) for rect in (upper, upper.translated(0, upper.height()))]
        elif each.lies:
            spots.append(Spot(piece, face, QRectF(left, box.bottom() - unit, wide, unit), True))
        else:
            spots.append(Spot(piece, face, QRectF(left, box.top(), unit, box.height())))
        left += wide
    return spots
