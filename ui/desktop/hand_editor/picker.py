"""The tiles that are left to add to a hand, and the flowers of the hand."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from assets.tiles import HEIGHT, WIDTH
from tournament.language import Text, listed, mark, mark_count
from tournament.tiles.names import flower_name, tile_name
from tournament.tiles.tile import TILES
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.theme import Density, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, set_margins
from ui.desktop.widgets.tiles import TileRow, draw_tile
from ui.entry.arrangement import FLOWERS, Arrangement

_WIDE, _LOW_WIDE = 28, 21
"""Width of a flower, and in a low window."""
_AIR, _LOW_AIR = (0, 6, 0, 2), (0, 2, 0, 0)
"""Margins around the flowers and the bar under highlighted ones, and in a low window."""
_BAR = 4


class FlowerTiles(QWidget):
    """The word “Flowers”, the tiles, and their number."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tiles = TileRow(_WIDE, gap=2)
        self._bar = QFrame()
        self._bar.setProperty("ground", "accent")
        self._bar.setFixedHeight(_BAR)
        keep = self._bar.sizePolicy()
        keep.setRetainSizeWhenHidden(True)
        self._bar.setSizePolicy(keep)
        self._number = TextLabel(kind=Type.TOTAL)
        self._rows = column(self._tiles, self._bar, spacing=0)
        row(TextLabel(mark("Flowers"), kind=Type.CAPTION, tone=Tone.TEXT2), 4, self._rows, self._number, on=self)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.fit(Density.NORMAL)

    def fit(self, density: Density) -> None:
        """Reduce the height in a low window."""
        low = density is Density.DENSE
        self._tiles.set_tile_width(_LOW_WIDE if low else _WIDE)
        set_margins(self._rows, _LOW_AIR if low else _AIR)

    def show_state(self, state: HandState) -> None:
        """Show the flowers of a hand."""
        flowers = state.arrangement.flowers
        self._tiles.show_tiles(flowers, name=listed(map(flower_name, flowers)))
        self._bar.setVisible(state.flowers_highlighted)
        self._number.set_text(str(len(flowers)))


_SUITS = tuple(tuple(f"{rank}{suit}" for rank in range(1, 10)) for suit in "mps")
_THREE_ROWS = ((*_SUITS[0], *"ESWNCFP"), (*_SUITS[1], *"abcd"), (*_SUITS[2], *"efgh"))
_FOUR_ROWS = (*_SUITS, tuple("ESWNCFPabcdefgh"))
"""The layout for widths at which three rows would make the tiles too small."""
_FACES = tuple(face for faces in _THREE_ROWS for face in faces)
"""All kinds of tiles, and all flowers."""
_SUIT = 9
_SMALLEST = 34.0
"""Below this width of a tile four rows are used."""
_HONOURS = 7
_GAP, _HONOURS_GAP = 32.0, 8.0
"""Gap between the suits and the other tiles; in four rows, between honours and flowers."""
_TILES = {Density.DENSE: 44.0, Density.NORMAL: 51.0, Density.SPACIOUS: 56.0}
"""Preferred width of a tile."""
_NO_LIMIT = 1000.0
_POINTS = {Density.DENSE: 12.0, Density.NORMAL: 17.0, Density.SPACIOUS: 17.0}
"""Height of the points below a tile."""
_BY_FACE = {tile.text: tile for tile in TILES}
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class Picker(Accessible, QWidget):
    """Every kind of tile with the number of tiles left: suits in rows, honours and flowers at their right.

    Arrows move the cursor, Space adds a tile, Backspace removes the last one.
    """

    accessible_role = Role.List
    changed = Signal(object)
    """The user added or removed a tile; carries the next :class:`ui.entry.arrangement.Arrangement`."""
    refused = Signal(object)
    """A tile cannot be added; carries the :class:`tournament.language.Text` that says why."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrangement = Arrangement()
        self._left = _count_left(self._arrangement)
        self._cursor = "1m"
        self._bonus_tiles = True
        self._density, self._most = Density.NORMAL, _NO_LIMIT
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the line, where tiles are typed
        self.setProperty("ring", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_arrangement(self, arrangement: Arrangement) -> None:
        """Show how many tiles are left besides those of ``arrangement``."""
        before, self._arrangement, self._left = self._left, arrangement, _count_left(arrangement)
        for face in self._faces:
            if self._left[face] != before[face]:
                self.update(self._with_points(self.rect_of(face)).toAlignedRect())
        self._describe()

    def set_bonus_tiles(self, played: bool) -> None:
        """Offer flowers and seasons only if the game is ``played`` with them."""
        if played != self._bonus_tiles:
            self._bonus_tiles = played
            self._cursor = self._cursor if played or self._cursor not in FLOWERS else "1m"
            self._take_height()

    def left(self, face: str) -> int:
        """Return how many tiles of a kind, or of a flower, are left."""
        return self._left[face]

    def rect_of(self, face: str) -> QRectF:
        """Return the rectangle of a kind or flower."""
        row, column = self._place(face)
        unit = self._unit
        high = unit * HEIGHT / WIDTH
        left = 3 + column * unit + self._gap_before(row, column)
        return QRectF(left, 3 + row * (high + _POINTS[self._density]), unit, high)

    def fit(self, density: Density, *, most: float = _NO_LIMIT) -> None:
        """Show smaller tiles in a low window, larger ones in a high window, and none wider than ``most`` pixels."""
        self._density, self._most = density, most
        self._take_height()

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The current rows of kinds."""
        rows = _THREE_ROWS if self._three_rows else _FOUR_ROWS
        return rows if self._bonus_tiles else tuple(tuple(f for f in faces if f not in FLOWERS) for faces in rows)

    @property
    def _three_rows(self) -> bool:
        return self._room_for(_THREE_ROWS) >= _SMALLEST

    @property
    def _faces(self) -> tuple[str, ...]:
        """All kinds of tiles and flowers that are offered."""
        return _FACES if self._bonus_tiles else tuple(face for face in _FACES if face not in FLOWERS)

    @property
    def _unit(self) -> float:
        """Width of a tile."""
        return min(
            self._most,
            _TILES[self._density],
            self._room_for(_THREE_ROWS if self._three_rows else _FOUR_ROWS),
        )

    def _room_for(self, rows: tuple[tuple[str, ...], ...]) -> float:
        gap = _GAP if rows is _THREE_ROWS else _HONOURS_GAP
        return (self.width() - gap - 6) / max(map(len, rows))

    def _gap_before(self, row: int, column: int) -> float:
        if self._three_rows:
            return _GAP if column >= _SUIT else 0
        return _HONOURS_GAP if row == len(_SUITS) and column >= _HONOURS else 0

    def _place(self, face: str) -> tuple[int, int]:
        return next((row, faces.index(face)) for row, faces in enumerate(self.rows) if face in faces)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the height to the rows."""
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        high = self._unit * HEIGHT / WIDTH + _POINTS[self._density]
        self.setFixedHeight(round(len(self.rows) * high) + 4)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the rows."""
        return QSize(870, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return a small size: tiles shrink before they are cut."""
        return QSize(360, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, add, or remove."""
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
        """Add the tile that was clicked."""
        face = next((face for face in self._faces if self.rect_of(face).contains(event.position())), None)
        if face is not None:
            self._cursor = face
            self._add(face)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every kind with its points. A kind without tiles left is faded."""
        painter, changed = painting.begin(self), QRectF(event.rect())
        for face in self._faces:
            rect, left = self.rect_of(face), self._left[face]
            if not self._with_points(rect).intersects(changed):
                continue
            draw_tile(painter, rect, face, faded=not left)
            _paint_points(painter, rect, left, 1 if face in FLOWERS else 4, _POINTS[self._density])
            if self.hasFocus() and face == self._cursor:
                painting.box(painter, rect.adjusted(-2, -2, 2, 2), radius=9, border=theme.tokens.accent, width=2)

    def _with_points(self, tile: QRectF) -> QRectF:
        """Return the whole area of a kind: its tile, the cursor around it, the points below."""
        return tile.adjusted(-4, -4, 4, _POINTS[self._density])

    def _move(self, down: int, across: int) -> None:
        row, column = self._place(self._cursor)
        faces = self.rows[(row + down) % len(self.rows)]
        self._cursor = faces[(column + across) % len(faces) if across else min(column, len(faces) - 1)]
        self._retranslate()
        self.item_changed(self._faces.index(self._cursor))

    def _add(self, face: str) -> None:
        before = self._arrangement
        after = before.with_flower(face) if face in FLOWERS else before.with_tile(_BY_FACE[face])
        if after is before:
            self.refused.emit(self._why_not(face))
        else:
            self.changed.emit(after)
        self._retranslate()

    def _why_not(self, face: str) -> Text:
        """Return why a tile cannot be added."""
        if face in FLOWERS:
            return mark("Another hand at this table has {tile}.", tile=flower_name(face))
        if not self.left(face):
            return mark("No tile is left of {tile}.", tile=tile_name(_BY_FACE[face]))
        return mark("The hand already has {count} tiles: remove one first.", count=self._arrangement.count)

    def _retranslate(self) -> None:
        self.update()
        self._describe()

    def accessible_items(self) -> list[AccessibleItem]:
        """Return each kind and flower with the number left; the current one is selected."""
        return [
            AccessibleItem(self._name(face), self.rect_of(face), face == self._cursor, self._left[face] > 0)
            for face in self._faces
        ]

    def press_accessible_item(self, index: int) -> None:
        """Add the tile at ``index``."""
        self._add(self._faces[index])

    def _describe(self) -> None:
        self.setAccessibleName(translator.translate(mark("Tiles left")))
        self.setAccessibleDescription(self._name(self._cursor))

    def _name(self, face: str) -> str:
        name = flower_name(face) if face in FLOWERS else tile_name(_BY_FACE[face])
        left = mark_count("{tile}, {count} left", "{tile}, {count} left", self.left(face), tile=name)
        return translator.translate(left)


def _count_left(arrangement: Arrangement) -> dict[str, int]:
    """Return how many tiles of each kind and of each flower are left."""
    return {
        face: int(face not in arrangement.flowers + arrangement.flowers_elsewhere)
        if face in FLOWERS
        else max(arrangement.left(_BY_FACE[face]), 0)
        for face in _FACES
    }


def _paint_points(painter: QPainter, rect: QRectF, left: int, of: int, high: float) -> None:
    """Paint a filled point for each tile left, a ring for each used one."""
    ink = QColor(theme.tokens.text2)
    begin = rect.center().x() - (of - 1) * 3.5
    painter.setPen(QPen(ink, 1))
    for index in range(of):
        painter.setBrush(ink if index < left else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(begin + 7 * index, rect.bottom() + high * 0.42), 2.1, 2.1)
