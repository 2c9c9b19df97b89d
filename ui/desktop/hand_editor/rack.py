"""The rack: concealed tiles, the winning one apart, declared sets, flowers. Mouse and keys change it.

Keys: arrows go from tile to tile; Space makes a concealed tile the winning one, on a set it says the next source;
C sets a set with this tile aside as claimed, K makes a pung a kong; Delete takes a tile or a set back.
"""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import WEST_IN_FRENCH
from tournament.language import mark
from tournament.tiles.names import tile_name
from ui.desktop.hand_editor import changes
from ui.desktop.hand_editor.laid import Laid
from ui.desktop.hand_editor.lit import order_of
from ui.desktop.hand_editor.places import Part, Piece, Places, places
from ui.desktop.hand_editor.spoken import PLACES, Sources, meld_name
from ui.desktop.hand_editor.verdict import Verdict
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile

_ABOVE, _BELOW = 28, 16
_AWAY = 12
"""Pixels that the pointer moves before it drags."""


def shown_face(face: str) -> str:
    """The drawing for a face in the language in use: French writes O on its west."""
    return WEST_IN_FRENCH if face == "W" and translator.language.code == "fr" else face


class Rack(QWidget):
    """Shows a verdict's tiles; what the user does to them is told as the next ones."""

    changed = Signal(object)
    """The user laid the tiles otherwise: :class:`ui.desktop.hand_editor.laid.Laid`."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._verdict: Verdict | None = None
        self._order: tuple[int, ...] = ()
        self._lit: frozenset[Piece] = frozenset()
        self._sources: Sources = PLACES
        self._cursor = 0
        self._pressed: tuple[Piece, QPointF] | None = None
        self._dragged: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        translator.follow(self._retranslate)

    def set_sources(self, sources: Sources) -> None:
        """Name who sits before, opposite and after the winner."""
        self._sources = sources
        self._retranslate()

    def show_verdict(self, verdict: Verdict) -> None:
        """Show other tiles."""
        self._verdict, self._lit = verdict, frozenset()
        self._order = order_of(verdict.laid, verdict.explanation)
        self._cursor = min(self._cursor, max(len(self.pieces) - 1, 0))
        self._retranslate()

    def light(self, lit: frozenset[Piece]) -> None:
        """Let these stand out, the rest at half strength; nothing: all alike."""
        if lit != self._lit:
            self._lit = lit
            self.update()

    @property
    def lit(self) -> frozenset[Piece]:
        """What stands out now."""
        return self._lit

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What the cursor can stand on, from left to right."""
        if self._verdict is None:
            return ()
        laid = self._verdict.laid
        winning = [Piece(Part.WINNING)] if laid.winning is not None else []
        concealed = [Piece(Part.CONCEALED, at) for at in self._order]
        return (*concealed, *winning, *(Piece(Part.MELD, at) for at in range(len(laid.melds))))

    def sizeHint(self) -> QSize:
        """One row of tiles with their captions."""
        return QSize(860, _ABOVE + 72 + _BELOW)

    def minimumSizeHint(self) -> QSize:
        """Tiles grow small before the rack is cut."""
        return QSize(360, _ABOVE + 72 + _BELOW)

    def event(self, event: QEvent) -> bool:
        """Keep the arrows and letters that it understands."""
        own = isinstance(event, QKeyEvent) and event.key() in changes.BY_KEY and not event.modifiers()
        if event.type() is QEvent.Type.ShortcutOverride and own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, or change what it stands on."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        pieces = self.pieces
        if event.key() in steps and pieces:
            self._cursor = (self._cursor + steps[Qt.Key(event.key())]) % len(pieces)
            self._retranslate()
            return
        change = changes.BY_KEY.get(Qt.Key(event.key()))
        if change is None or not pieces or self._verdict is None:
            super().keyPressEvent(event)
            return
        self.changed.emit(change(self._verdict.laid, pieces[self._cursor]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note what was pressed: a click takes it, a drag sets a set aside."""
        piece = self._piece_at(event.position())
        self._pressed = (piece, event.position()) if piece is not None else None
        if piece is not None:
            self._cursor = self.pieces.index(piece)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry a tile along."""
        if self._pressed is not None and self._pressed[0].part is not Part.MELD:
            far = (event.position() - self._pressed[1]).manhattanLength() > _AWAY
            self._dragged = event.position() if far else self._dragged
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click: the winning tile, or a set's next source. Dragged to the sets: claimed. Dragged off: taken back."""
        pressed, dragged, verdict = self._pressed, self._dragged, self._verdict
        self._pressed = self._dragged = None
        self.update()
        if pressed is None or verdict is None:
            return
        laid, piece = verdict.laid, pressed[0]
        if dragged is None:
            self.changed.emit(changes.turn(laid, piece))
        elif not QRectF(self.rect()).contains(event.position()):
            self.changed.emit(changes.take_back(laid, piece))
        elif event.position().x() > self._places().winning.right():
            self.changed.emit(changes.claim(laid, piece))
        elif self._places().winning.contains(event.position()):
            self.changed.emit(changes.win(laid, piece))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint captions, tiles, and bars under what stands out."""
        if self._verdict is None:
            return
        painter, found = painting.begin(self), self._places()
        self._captions(painter, found)
        self._ground(painter, found)
        for spot in found.spots:
            faded = bool(self._lit) and spot.piece not in self._lit
            carried = self._dragged is not None and self._pressed is not None and spot.piece == self._pressed[0]
            rect = spot.rect
            if carried and self._dragged is not None:
                rect = QRectF(rect)
                rect.moveCenter(self._dragged)
            draw_tile(painter, rect, shown_face(spot.face), turned=spot.turned, faded=faded)
        _bars(painter, [spot.rect for spot in found.spots if spot.piece in self._lit])
        if self.hasFocus() and self.pieces:
            _frame(painter, found.box(self.pieces[self._cursor]), 1.5)

    def _ground(self, painter: QPainter, found: Places) -> None:
        tokens = theme.tokens
        pen = QPen(QColor(tokens.line_strong), 1, Qt.PenStyle.DashLine)
        for rect in (*found.empty, *([found.winning] if self._verdict and self._verdict.laid.winning is None else [])):
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(3.5, 3.5, -3.5, -3.5), 6, 6)
        if self._verdict and self._verdict.laid.winning is not None:
            _frame(painter, found.winning.adjusted(-3, -3, 3, 3), 2)

    def _captions(self, painter: QPainter, found: Places) -> None:
        assert self._verdict is not None
        ink = theme.tokens.text2
        winning = mark("Winning tile")
        around = found.winning.adjusted(-6, 0, 80, 0)
        around.setRight(min(around.right(), found.melds[0].left() - 6 if found.melds else self.width()))
        wide = painting.width_of(translator.translate(winning), Type.CAPTION) + 1
        around.setLeft(min(around.left(), around.right() - wide))
        titles = [(found.concealed, mark("Concealed")), (around, winning)]
        declared = zip(found.melds, self._verdict.laid.melds, strict=True)
        titles += [(box, meld_name(meld, self._sources)) for box, meld in declared]
        for box, text in titles:
            rect = QRectF(box.left(), 0, box.width(), 20)
            painting.words(painter, rect, translator.translate(text), colour=ink, kind=Type.CAPTION)

    def _places(self) -> Places:
        assert self._verdict is not None
        area = QRectF(3, _ABOVE, self.width() - 6, self.height() - _ABOVE - _BELOW)
        return places(self._verdict.laid, self._order, area)

    def _piece_at(self, point: QPointF) -> Piece | None:
        if self._verdict is None:
            return None
        return next((spot.piece for spot in self._places().spots if spot.rect.contains(point)), None)

    def _retranslate(self) -> None:
        self.update()
        if self._verdict is None:
            return
        laid, pieces = self._verdict.laid, self.pieces
        concealed = ", ".join(translator.translate(tile_name(laid.tiles[at])) for at in self._order)
        sets = ", ".join(piece_name(laid, Piece(Part.MELD, at), self._sources) for at in range(len(laid.melds)))
        winning = translator.translate(tile_name(laid.winning)) if laid.winning is not None else "–"
        whole = mark("Rack. Concealed: {concealed}. Winning tile: {winning}. Sets: {sets}.",
                     concealed=concealed or "–", winning=winning, sets=sets or "–")  # fmt: skip
        self.setAccessibleName(translator.translate(whole))
        self.setAccessibleDescription(piece_name(laid, pieces[self._cursor], self._sources) if pieces else "")


def piece_name(laid: Laid, piece: Piece, sources: Sources) -> str:
    """One piece, as a screen reader says it."""
    if piece.part is Part.MELD:
        meld = laid.melds[piece.at]
        tiles = ", ".join(translator.translate(tile_name(tile)) for tile in meld.tiles)
        return f"{translator.translate(meld_name(meld, sources))}: {tiles}"
    tile = laid.winning if piece.part is Part.WINNING else laid.tiles[piece.at]
    return translator.translate(tile_name(tile)) if tile is not None else ""


def _frame(painter: QPainter, rect: QRectF, width: float) -> None:
    painting.box(painter, rect, radius=9, border=theme.tokens.accent, width=width)


def _bars(painter: QPainter, rects: list[QRectF]) -> None:
    """One bar under tiles that stand side by side."""
    joined: list[QRectF] = []
    for rect in sorted(rects, key=lambda rect: rect.left()):
        if joined and rect.left() - joined[-1].right() < 3:
            joined[-1] = joined[-1].united(rect)
        else:
            joined.append(QRectF(rect))
    for rect in joined:
        bar = QRectF(rect.left() + 2, rect.bottom() + 8, rect.width() - 4, 4)
        painting.box(painter, bar, radius=2, fill=theme.tokens.accent)
