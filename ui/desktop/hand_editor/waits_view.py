"""What thirteen tiles wait for, with the values by discard and by self-draw, or the tiles that bring them nearer."""

from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, mark, mark_in
from tournament.rules.item import CountedWait
from tournament.rules.wait import Wait
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from ui.desktop.theme import Size, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.tiles import draw_tile
from ui.entry.verdict import Verdict

_HIGH, _GAP = 60, 8
_TILE = QSize(26, 35)
_SIDE, _BESIDE, _FIGURE, _GAP_AFTER, _EDGE = 9, 8, 20, 5, 4
"""Widths on a card: before the tile, after it, minimum for a value, after the value, after the text."""


class _CardLine(NamedTuple):
    """A value with its text, or only text. A value below the minimum is not bold."""

    value: str
    words: Text
    kind: Type = Type.CAPTION


class WaitsView(Accessible, QWidget):
    """Cards, as many side by side as fit. The winning tile has an accent border and the text."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waits: tuple[Wait | CountedWait, ...] = ()
        self._useful: tuple[Tile, ...] = ()
        self._won: Tile | None = None
        self._minimum = 0
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def show_verdict(self, verdict: Verdict) -> None:
        """Show the waits, or the tiles that bring the nearest shape nearer; otherwise hide."""
        self._waits, self._won = verdict.waits or verdict.counted_waits, verdict.arrangement.winning
        self._useful = verdict.distances[0].useful if verdict.distances else ()
        self._minimum = (verdict.player.rules if verdict.player is not None else verdict.scorer).minimum
        self.setVisible(bool(self._waits or self._useful))
        self.updateGeometry()
        self._retranslate()

    def hasHeightForWidth(self) -> bool:
        """A narrower panel needs more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all cards or tiles at this width."""
        return max((ceil(cell.bottom()) for cell in self._cells(width)), default=0)

    def sizeHint(self) -> QSize:
        """The width of the panel."""
        return QSize(300, self.heightForWidth(max(self.width(), 300)))

    def minimumSizeHint(self) -> QSize:
        """The size of one card."""
        return QSize(self._least(), self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards or the tiles."""
        painter, cells = painting.begin(self), self._cells(self.width())
        if self._waits:
            for cell, wait in zip(cells, self._waits, strict=True):
                self._paint_card(painter, cell, wait)
            return
        for cell, tile in zip(cells, self._useful, strict=True):
            draw_tile(painter, cell, tile.text)

    def _cells(self, width: int) -> list[QRectF]:
        """The rectangles of the cards or tiles."""
        if self._waits:
            across = max(min((width + _GAP) // (self._least() + _GAP), 3), 1)
            count, wide, high, down = len(self._waits), (width - _GAP * (across - 1)) / across, _HIGH, _HIGH + _GAP
            right = wide + _GAP
        else:
            right, down = _TILE.width() + 2, _TILE.height() + 4
            across = max(width // right, 1)
            count, wide, high = len(self._useful), _TILE.width(), _TILE.height()
        return [QRectF(index % across * right, index // across * down, wide, high) for index in range(count)]

    def _least(self) -> int:
        """Width of a card at which no text is cut."""
        words = (translator.translate(line.words) for wait in self._waits for line in self._lines(wait) if line.value)
        widest = max((painting.width_of(text, Type.CAPTION) for text in words), default=44.0)
        return _SIDE + _TILE.width() + _BESIDE + self._figure() + _GAP_AFTER + ceil(widest) + _EDGE

    def _figure(self) -> int:
        """Width of a value, the same on all cards."""
        lines = (line for wait in self._waits for line in self._lines(wait))
        return max(
            ceil(max((painting.width_of(line.value, line.kind, figures=True) for line in lines), default=0.0)), _FIGURE
        )

    def _paint_card(self, painter: QPainter, rect: QRectF, wait: Wait | CountedWait) -> None:
        tokens = theme.tokens
        border, width = (tokens.accent, 2.0) if wait.tile is self._won else (tokens.line, 1.0)
        painting.box(painter, rect, radius=Size.RADIUS, fill=tokens.surface, border=border, width=width)
        tile = QRectF(rect.left() + _SIDE, rect.center().y() - _TILE.height() / 2, _TILE.width(), _TILE.height())
        draw_tile(painter, tile, wait.tile.text, faded=_all_held(wait))
        left, room = tile.right() + _BESIDE, rect.right() - tile.right() - _BESIDE - _EDGE
        lines, figure = self._lines(wait), self._figure()
        for index, (value, words, kind) in enumerate(lines):
            line = QRectF(left, rect.center().y() - 9 * len(lines) + 18 * index, room, 18)
            number = QRectF(left, line.top(), figure, 18)
            painting.words(painter, number, value, colour=tokens.text, kind=kind, align=painting.RIGHT, elide=False,
                           figures=True)  # fmt: skip
            line.setLeft(line.left() + (figure + _GAP_AFTER if value else 0))
            painting.words(painter, line, translator.translate(words), colour=tokens.text2, kind=Type.CAPTION)

    def _lines(self, wait: Wait | CountedWait) -> list[_CardLine]:
        if _all_held(wait):
            return [_CardLine("", mark("all four are in the hand"))]
        scores = (wait.by_discard, mark_in("wait", "discard")), (wait.by_self_draw, mark_in("wait", "drawn"))
        lines = [
            _CardLine(str(score.points), words, Type.TOTAL if score.minimum_met else Type.BODY)
            for score, words in scores
            if score is not None
        ]
        if wait.tile is self._won:
            lines.append(_CardLine("", mark("winning tile")))
        elif not any(score.minimum_met for score, _ in scores if score is not None):
            lines.append(_CardLine("", mark("below {minimum}", minimum=self._minimum)))
        return lines

    def _retranslate(self) -> None:
        self.update()
        waits = [self._accessible_text(wait) for wait in self._waits]
        self.setAccessibleName("; ".join(waits or (translator.translate(tile_name(tile)) for tile in self._useful)))

    def _accessible_text(self, wait: Wait | CountedWait) -> str:
        values = (f"{line.value} {translator.translate(line.words)}".strip() for line in self._lines(wait))
        return f"{translator.translate(tile_name(wait.tile))}: {', '.join(values)}"


def _all_held(wait: Wait | CountedWait) -> bool:
    """Whether the hand has all tiles of the wait already, so that it waits in form only."""
    return wait.by_discard is None and wait.by_self_draw is None
