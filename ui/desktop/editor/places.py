"""Where each tile of the rack stands: geometry alone, no painting."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QRectF

from assets.tiles import BACK, HEIGHT, WIDTH
from tournament.hand.meld import Meld, MeldKind
from tournament.tiles.tile import Tile
from ui.desktop.editor.laid import Laid

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
    high, top = unit * _RATIO, area.bottom() - unit * _RATIO
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
    if meld.kind is MeldKind.CONCEALED_KONG:
        return 4
    upright = 3 if meld.kind is MeldKind.KONG and meld.source < 5 else 2
    return upright + (_RATIO if meld.source < 5 or meld.kind is not MeldKind.KONG else 1)


def _declared(meld: Meld, piece: Piece, box: QRectF, unit: float) -> list[Spot]:
    """The tiles of a set: the claimed one lies, at the place that tells from whom; a promoted kong has two lying."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        faces = (BACK, meld.tile.text, meld.tile.text, BACK)
        return [Spot(piece, face, box.adjusted(at * unit, 0, (at - 3) * unit, 0)) for at, face in enumerate(faces)]
    claimed, upright, place = _order(meld)
    spots, left = [], box.left()
    for at in range(len(upright) + 1):
        if at != place:
            tile = upright[at - (at > place)]
            spots.append(Spot(piece, tile.text, QRectF(left, box.top(), unit, box.height())))
            left += unit
        elif meld.source > 4:
            half = box.height() / 2
            upper = QRectF(left, box.top(), unit, half)
            spots += [Spot(piece, claimed.text, each, True) for each in (upper, upper.translated(0, half))]
            left += unit
        else:
            lying = QRectF(left, box.bottom() - unit, unit * _RATIO, unit)
            spots.append(Spot(piece, claimed.text, lying, True))
            left += unit * _RATIO
    return spots


def _order(meld: Meld) -> tuple[Tile, list[Tile], int]:
    """The claimed tile, those that stand, and its place among them: left, middle, right."""
    if meld.kind is MeldKind.CHOW:
        claimed = meld.tiles[meld.source - 1]
        return claimed, [tile for tile in meld.tiles if tile is not claimed], 0
    standing = 3 if meld.kind is MeldKind.KONG and meld.source < 5 else 2
    place = (0, 1, standing)[(meld.source - 1) % 4]
    return meld.tile, [meld.tile] * standing, place
