"""The tiles still to be had: a click or Space adds one, points under each kind count those left."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import HEIGHT, WIDTH
from tournament.language import mark, mark_count
from tournament.tiles.names import flower_name, tile_name
from tournament.tiles.tile import TILES
from ui.desktop.hand_editor.laid import FLOWERS, Laid
from ui.desktop.hand_editor.rack import shown_face
from ui.desktop.theme import theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile

_ROWS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (tuple(f"{rank}m" for rank in range(1, 10)), tuple("ESWNCFP")),
    (tuple(f"{rank}p" for rank in range(1, 10)), tuple("abcd")),
    (tuple(f"{rank}s" for rank in range(1, 10)), tuple("efgh")),
)
_TILE = 52.0
_GAP = 32.0
_POINTS = 17.0
"""Height of the points under a tile."""
_BY_FACE = {tile.text: tile for tile in TILES}


class Cell(NamedTuple):
    """One kind of tile, or one flower."""

    face: str
    rect: QRectF
    row: int
    column: int


class Picker(QWidget):
    """Suits in rows, honours and flowers beside them. Arrows move, Space adds, Backspace takes the last tile back."""

    added = Signal(object)
    """The user took a tile: a Tile, or the letter of a flower."""
    erased = Signal()
    """The last tile shall go."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._laid = Laid()
        self._cursor = "1m"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_laid(self, laid: Laid) -> None:
        """Count what is left beside these tiles."""
        self._laid = laid
        self._retranslate()

    def left(self, face: str) -> int:
        """How many of a kind, or of a flower, are still to be had."""
        if face in FLOWERS:
            return int(face not in self._laid.flowers)
        return max(self._laid.left(_BY_FACE[face]), 0)

    def sizeHint(self) -> QSize:
        """Three rows."""
        return QSize(870, round(3 * (_TILE * HEIGHT / WIDTH + _POINTS)) + 4)

    def minimumSizeHint(self) -> QSize:
        """Tiles grow small before they are cut."""
        return QSize(360, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, add, take back."""
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        key = Qt.Key(event.key())
        if key in steps:
            self._move(*steps[key])
        elif key is Qt.Key.Key_Space:
            self._add(self._cursor)
        elif key is Qt.Key.Key_Backspace:
            self.erased.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Add what is clicked."""
        cell = next((cell for cell in self._cells() if cell.rect.contains(event.position())), None)
        if cell is not None:
            self._cursor = cell.face
            self._add(cell.face)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint every kind with its points; a spent one is faded."""
        painter = painting.begin(self)
        for cell in self._cells():
            left = self.left(cell.face)
            draw_tile(painter, cell.rect, shown_face(cell.face), faded=not left)
            _points(painter, cell.rect, left, 1 if cell.face in FLOWERS else 4)
            if self.hasFocus() and cell.face == self._cursor:
                frame = cell.rect.adjusted(-2, -2, 2, 2)
                painting.box(painter, frame, radius=9, border=theme.tokens.accent, width=2)

    def centre_of(self, face: str) -> QPointF:
        """Where a kind stands, for the pointer of a test."""
        return next(cell.rect.center() for cell in self._cells() if cell.face == face)

    def _cells(self) -> list[Cell]:
        unit = min(_TILE, (self.width() - _GAP - 6) / 16)
        high = unit * HEIGHT / WIDTH
        cells = []
        for row, parts in enumerate(_ROWS):
            for part, faces in enumerate(parts):
                for at, face in enumerate(faces):
                    left = 3 + (9 * unit + _GAP) * part + at * unit
                    rect = QRectF(left, 3 + row * (high + _POINTS), unit, high)
                    cells.append(Cell(face, rect, row, 9 * part + at))
        return cells

    def _move(self, down: int, across: int) -> None:
        cells = {(cell.row, cell.column): cell.face for cell in self._cells()}
        at = next(place for place, face in cells.items() if face == self._cursor)
        row = (at[0] + down) % len(_ROWS)
        columns = sorted(column for line, column in cells if line == row)
        wanted = at[1] + across
        column = wanted % len(columns) if across else min(wanted, columns[-1])
        self._cursor = cells[row, column]
        self._retranslate()

    def _add(self, face: str) -> None:
        if face in FLOWERS:
            self.added.emit(face)
        elif self.left(face):
            self.added.emit(_BY_FACE[face])
        self._retranslate()

    def _retranslate(self) -> None:
        self.update()
        face = self._cursor
        name = flower_name(face) if face in FLOWERS else tile_name(_BY_FACE[face])
        self.setAccessibleName(translator.translate(mark("Tiles left")))
        left = mark_count("{tile}, {count} left", "{tile}, {count} left", self.left(face), tile=name)
        self.setAccessibleDescription(translator.translate(left))


def _points(painter: QPainter, rect: QRectF, left: int, of: int) -> None:
    """Filled for each tile left, a ring for each that is gone."""
    ink = QColor(theme.tokens.text2)
    begin = rect.center().x() - (of - 1) * 3.5
    for at in range(of):
        painter.setPen(QPen(ink, 1))
        painter.setBrush(ink if at < left else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(begin + 7 * at, rect.bottom() + 7), 2.1, 2.1)
