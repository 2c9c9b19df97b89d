"""What the thirteen wait for, each tile with its value by discard and by self-draw; or what brings them nearer."""

from math import ceil

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark, mark_in
from tournament.rules.score import Score
from tournament.rules.wait import Wait
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from ui.desktop.hand_editor.rack import shown_face
from ui.desktop.theme import Size, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile

_HIGH, _GAP = 60, 8
_TILE = QSize(26, 35)
_SIDE, _BESIDE, _FIGURE, _EDGE = 9, 8, 25, 4
"""Of a card: before the tile, after it, room of a value, after the words."""


class WaitsView(QWidget):
    """Cards, as many side by side as fit; the tile that won has the accent border and the words."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waits: tuple[Wait, ...] = ()
        self._useful: tuple[Tile, ...] = ()
        self._won: Tile | None = None
        self._minimum = 0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def show_waits(
        self, waits: tuple[Wait, ...], won: Tile | None, useful: tuple[Tile, ...] = (), *, minimum: int
    ) -> None:
        """Show ``waits``, of which ``won`` came; without any, the ``useful`` tiles. Less than ``minimum`` is said."""
        self._waits, self._won, self._useful, self._minimum = waits, won, useful, minimum
        self.updateGeometry()
        self._retranslate()

    def hasHeightForWidth(self) -> bool:
        """More rows in a narrow panel."""
        return True

    def heightForWidth(self, width: int) -> int:
        """All cards, or all tiles."""
        if self._waits:
            rows = -(-len(self._waits) // self._across(width))
            return rows * (_HIGH + _GAP) - _GAP
        across = max(width // (_TILE.width() + 2), 1)
        return -(-len(self._useful) // across) * (_TILE.height() + 4)

    def sizeHint(self) -> QSize:
        """As wide as the panel."""
        return QSize(300, self.heightForWidth(max(self.width(), 300)))

    def minimumSizeHint(self) -> QSize:
        """One card."""
        return QSize(self._least(), self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards or the tiles."""
        painter = painting.begin(self)
        if self._waits:
            across = self._across(self.width())
            wide = (self.width() - _GAP * (across - 1)) / across
            for at, wait in enumerate(self._waits):
                left, top = (at % across) * (wide + _GAP), (at // across) * (_HIGH + _GAP)
                self._card(painter, QRectF(left, top, wide, _HIGH), wait)
            return
        across = max(self.width() // (_TILE.width() + 2), 1)
        for at, tile in enumerate(self._useful):
            left, top = (at % across) * (_TILE.width() + 2), (at // across) * (_TILE.height() + 4)
            draw_tile(painter, QRectF(left, top, _TILE.width(), _TILE.height()), shown_face(tile.text))

    def _across(self, width: int) -> int:
        return max(min((width + _GAP) // (self._least() + _GAP), 3), 1)

    def _least(self) -> int:
        """Width of a card whose words are not cut."""
        said = (translator.translate(words) for wait in self._waits for figure, words, _ in self._lines(wait) if figure)
        words = max((painting.width_of(each, Type.CAPTION) for each in said), default=44.0)
        return _SIDE + _TILE.width() + _BESIDE + _FIGURE + ceil(words) + _EDGE

    def _card(self, painter: QPainter, rect: QRectF, wait: Wait) -> None:
        tokens, won = theme.tokens, wait.tile is self._won
        border, width = (tokens.accent, 2.0) if won else (tokens.line, 1.0)
        painting.box(painter, rect, radius=Size.RADIUS, fill=tokens.surface, border=border, width=width)
        tile = QRectF(rect.left() + _SIDE, rect.center().y() - _TILE.height() / 2, _TILE.width(), _TILE.height())
        draw_tile(painter, tile, shown_face(wait.tile.text), faded=wait.all_held)
        left, room = tile.right() + _BESIDE, rect.right() - tile.right() - _BESIDE - _EDGE
        lines = self._lines(wait)
        for at, (figure, words, kind) in enumerate(lines):
            line = QRectF(left, rect.center().y() - 9 * len(lines) + 18 * at, room, 18)
            number = QRectF(left, line.top(), 20, 18)
            painting.words(painter, number, figure, colour=tokens.text, kind=kind, align=painting.RIGHT, elide=False,
                           figures=True)  # fmt: skip
            line.setLeft(line.left() + (_FIGURE if figure else 0))
            painting.words(painter, line, translator.translate(words), colour=tokens.text2, kind=Type.CAPTION)

    def _lines(self, wait: Wait) -> list[tuple[str, Text, Type]]:
        if wait.by_discard is None or wait.by_self_draw is None:
            return [("", mark("all four are held"), Type.CAPTION)]
        lines = [
            _figure(wait.by_discard, mark_in("wait", "discard")),
            _figure(wait.by_self_draw, mark_in("wait", "drawn")),
        ]
        if wait.tile is self._won:
            lines.append(("", mark("won here"), Type.CAPTION))
        elif not wait.by_discard.minimum_met and not wait.by_self_draw.minimum_met:
            lines.append(("", mark("below {minimum}", minimum=self._minimum), Type.CAPTION))
        return lines

    def _retranslate(self) -> None:
        self.update()
        said = [self._spoken(wait) for wait in self._waits] or [
            translator.translate(tile_name(tile)) for tile in self._useful
        ]
        self.setAccessibleName("; ".join(said))

    def _spoken(self, wait: Wait) -> str:
        said = ", ".join(f"{figure} {translator.translate(words)}".strip() for figure, words, _ in self._lines(wait))
        return f"{translator.translate(tile_name(wait.tile))}: {said}"


def _figure(score: Score, words: Text) -> tuple[str, Text, Type]:
    """A value below the minimum is not bold."""
    return str(score.points), words, Type.TOTAL if score.minimum_met else Type.BODY
