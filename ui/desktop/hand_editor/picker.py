"""The tiles still to be had: a click or Space adds one, points under each kind count those left."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import HEIGHT, WIDTH
from tournament.language import mark, mark_count
from tournament.tiles.names import flower_name, tile_name
from tournament.tiles.tile import TILES
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.tiles import draw_tile
from ui.entry.arrangement import FLOWERS, Arrangement

_ROWS = (
    (*(f"{rank}m" for rank in range(1, 10)), *"ESWNCFP"),
    (*(f"{rank}p" for rank in range(1, 10)), *"abcd"),
    (*(f"{rank}s" for rank in range(1, 10)), *"efgh"),
)
_PLACES = {face: (row, column) for row, faces in enumerate(_ROWS) for column, face in enumerate(faces)}
"""Row and column of each kind of tile, and of each flower."""
_SUIT = 9
_TILE = 52.0
_GAP = 32.0
"""Between the suits and the others."""
_POINTS = 17.0
"""Height of the points under a tile."""
_BY_FACE = {tile.text: tile for tile in TILES}
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class Picker(Accessible, QWidget):
    """Suits in rows, honours and flowers beside them. Arrows move, Space adds, Backspace takes the last tile back."""

    accessible_role = Role.List
    changed = Signal(object)
    """The user added or took back a tile: the next :class:`ui.entry.arrangement.Arrangement`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrangement = Arrangement()
        self._left = _count_left(self._arrangement)
        self._cursor = "1m"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_arrangement(self, arrangement: Arrangement) -> None:
        """Count what is left beside these tiles."""
        before, self._arrangement, self._left = self._left, arrangement, _count_left(arrangement)
        for face, left in self._left.items():
            if left != before[face]:
                self.update(self._with_points(self.rect_of(face)).toAlignedRect())
        self._describe()

    def left(self, face: str) -> int:
        """How many of a kind, or of a flower, are still to be had."""
        return self._left[face]

    def rect_of(self, face: str) -> QRectF:
        """Where a kind stands."""
        row, column = _PLACES[face]
        unit = min(_TILE, (self.width() - _GAP - 6) / len(_ROWS[0]))
        high = unit * HEIGHT / WIDTH
        left = 3 + column * unit + (_GAP if column >= _SUIT else 0)
        return QRectF(left, 3 + row * (high + _POINTS), unit, high)

    def sizeHint(self) -> QSize:
        """Three rows."""
        return QSize(870, round(3 * (_TILE * HEIGHT / WIDTH + _POINTS)) + 4)

    def minimumSizeHint(self) -> QSize:
        """Tiles grow small before they are cut."""
        return QSize(360, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, add, take back."""
        key = Qt.Key(event.key())
        if key in _STEPS:
            self._move(*_STEPS[key])
        elif key is Qt.Key.Key_Space:
            self._add(self._cursor)
        elif key is Qt.Key.Key_Backspace:
            self.changed.emit(self._arrangement.without_last())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Add what is clicked."""
        face = next((face for face in _PLACES if self.rect_of(face).contains(event.position())), None)
        if face is not None:
            self._cursor = face
            self._add(face)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every kind with its points; a spent one is faded."""
        painter, changed = painting.begin(self), QRectF(event.rect())
        for face, left in self._left.items():
            rect = self.rect_of(face)
            if not self._with_points(rect).intersects(changed):
                continue
            draw_tile(painter, rect, face, faded=not left)
            _paint_points(painter, rect, left, 1 if face in FLOWERS else 4)
            if self.hasFocus() and face == self._cursor:
                painting.box(painter, rect.adjusted(-2, -2, 2, 2), radius=9, border=theme.tokens.accent, width=2)

    def _with_points(self, tile: QRectF) -> QRectF:
        """All that is painted of a kind: its tile, the cursor around it, the points below."""
        return tile.adjusted(-4, -4, 4, _POINTS)

    def _move(self, down: int, across: int) -> None:
        row, column = _PLACES[self._cursor]
        faces = _ROWS[(row + down) % len(_ROWS)]
        self._cursor = faces[(column + across) % len(faces) if across else min(column, len(faces) - 1)]
        self._retranslate()
        self.item_changed(list(_PLACES).index(self._cursor))

    def _add(self, face: str) -> None:
        if face in FLOWERS:
            self.changed.emit(self._arrangement.with_flower(face))
        elif self.left(face):
            self.changed.emit(self._arrangement.with_tile(_BY_FACE[face]))
        self._retranslate()

    def _retranslate(self) -> None:
        self.update()
        self._describe()

    def accessible_items(self) -> list[AccessibleItem]:
        """Each kind of tile and each flower, with how many are left; the one under the cursor chosen."""
        return [
            AccessibleItem(self._name(face), self.rect_of(face), face == self._cursor, left > 0)
            for face, left in self._left.items()
        ]

    def press_accessible_item(self, index: int) -> None:
        """Add it."""
        self._add(list(_PLACES)[index])

    def _describe(self) -> None:
        self.setAccessibleName(translator.translate(mark("Tiles left")))
        self.setAccessibleDescription(self._name(self._cursor))

    def _name(self, face: str) -> str:
        name = flower_name(face) if face in FLOWERS else tile_name(_BY_FACE[face])
        left = mark_count("{tile}, {count} left", "{tile}, {count} left", self.left(face), tile=name)
        return translator.translate(left)


def _count_left(arrangement: Arrangement) -> dict[str, int]:
    """How many of each kind and of each flower are still to be had."""
    return {
        face: int(face not in arrangement.flowers) if face in FLOWERS else max(arrangement.left(_BY_FACE[face]), 0)
        for face in _PLACES
    }


def _paint_points(painter: QPainter, rect: QRectF, left: int, of: int) -> None:
    """Filled for each tile left, a ring for each that is gone."""
    ink = QColor(theme.tokens.text2)
    begin = rect.center().x() - (of - 1) * 3.5
    painter.setPen(QPen(ink, 1))
    for index in range(of):
        painter.setBrush(ink if index < left else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(begin + 7 * index, rect.bottom() + 7), 2.1, 2.1)
