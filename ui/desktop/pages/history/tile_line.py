"""The tiles of a hand on one line of small tiles: concealed tiles, the winning tile in a frame, melds, flowers."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import BACK, FLOWERS, HEIGHT, WIDTH
from tournament.hand.hand import Hand
from tournament.hand.meld_tiles import MeldTile, meld_tiles
from tournament.hand.notation import HandProblems, parse
from tournament.tiles.names import face_of
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.tiles import draw_tile

_LARGEST, _GAP = 20.0, 8.0
"""Maximum width of a tile; gap between the parts."""
_HIGH = 36
_RATIO = HEIGHT / WIDTH


class TileLine(Accessible, QWidget):
    """Shows the hand set by :meth:`show_hand`. Tiles that cannot be read are shown as text."""

    accessible_role = Role.Graphic

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._written = ""
        self._hand: Hand | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.changed.connect(self.update)

    def show_hand(self, written: str) -> None:
        """Show a hand in the public notation."""
        self._written = written
        try:
            self._hand = parse(written) if written else None
        except HandProblems:
            self._hand = None
        self.setVisible(bool(written))
        self.setAccessibleName(written)
        self.setToolTip(written)
        self.update()

    def sizeHint(self) -> QSize:
        """Size of one line."""
        return QSize(300, _HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tiles, smaller if necessary."""
        painter, hand = painting.begin(self), self._hand
        if hand is None:
            rect = QRectF(0, 0, self.width(), _HIGH)
            painting.words(painter, rect, self._written, colour=theme.tokens.text2, kind=Type.CAPTION)
            return
        sets = [meld_tiles(meld) for meld in hand.melds]
        tiles = len(hand.concealed) + 1 + sum(map(_wide, sets)) + hand.flowers * 0.8
        gaps = _GAP * (1 + len(sets) + (hand.flowers > 0)) + 4
        unit = min(_LARGEST, (self.width() - gaps) / tiles)
        left = self._stand(painter, 2.0, unit, [face_of(tile, translator.language) for tile in hand.concealed]) + _GAP
        frame = QRectF(left - 2, (_HIGH - unit * _RATIO) / 2 - 2, unit + 4, unit * _RATIO + 4)
        painting.box(painter, frame, radius=4, border=theme.tokens.accent, width=1.5)
        left = self._stand(painter, left, unit, [face_of(hand.winning, translator.language)])
        for each in sets:
            left = self._declared(painter, left + _GAP, unit, each)
        self._stand(painter, left + _GAP, unit * 0.8, list(FLOWERS[: hand.flowers]))

    def _stand(self, painter: QPainter, left: float, unit: float, faces: list[str]) -> float:
        for face in faces:
            draw_tile(painter, QRectF(left, (_HIGH - unit * _RATIO) / 2, unit, unit * _RATIO), face)
            left += unit
        return left

    def _declared(self, painter: QPainter, left: float, unit: float, tiles: tuple[MeldTile, ...]) -> float:
        bottom = (_HIGH + unit * _RATIO) / 2
        for each in tiles:
            face = BACK if each.hidden else face_of(each.tile, translator.language)
            if each.doubled:
                half = unit * _RATIO / 2
                for above in (half, 2 * half):
                    draw_tile(painter, QRectF(left, bottom - above, unit, half), face, turned=True)
                left += unit
            elif each.lies:
                draw_tile(painter, QRectF(left, bottom - unit, unit * _RATIO, unit), face, turned=True)
                left += unit * _RATIO
            else:
                left = self._stand(painter, left, unit, [face])
        return left


def _wide(tiles: tuple[MeldTile, ...]) -> float:
    """Width of a meld, in tiles."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in tiles)
