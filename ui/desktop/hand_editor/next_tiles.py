"""What a hand with one tile missing can still become: which tile next, which fan, or which shape is near."""

from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, listed, mark, mark_count, verbatim
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import HandCount, Unit
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile
from ui.entry.arrangement import Arrangement, PlayerContext
from ui.entry.verdict import NextTile, Verdict, most_promising, next_kinds, with_next, with_next_of

_MOST = 6
"""Maximum number of rows; the most promising are shown."""
_PATIENCE = 120
"""Milliseconds without a key before the computation starts. It then handles one kind of tile at a time."""
_HIGH, _SMALL = 46, 17
_TILE = QSize(26, 35)


class _Row(NamedTuple):
    """A tile (none for a shape), its text, and small tiles below."""

    tile: Tile | None
    words: Text | str
    small: tuple[Tile, ...]


class NextTilesView(QWidget):
    """Computes one kind of tile at a time while the user is not typing, and shows the result when all are done."""

    changed = Signal()
    """The rows appeared, changed or disappeared."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._arrangement = Arrangement()
        self._scorer: HandScorer | None = None
        self._player: PlayerContext | None = None
        self._waiting: list[Tile] = []
        self._found: list[NextTile] = []
        self._language = "en"
        self._rows: tuple[_Row, ...] = ()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._step)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVisible(False)
        translator.follow(self._retranslate)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._rows)

    def show_verdict(self, verdict: Verdict, language: str) -> None:
        """Compute the next tiles for ``verdict`` if it has twelve tiles; ``language`` is for the names of fan."""
        shown = self._arrangement, self._scorer, self._player
        same = (verdict.arrangement, verdict.scorer, verdict.player) == shown
        if same and language == self._language:
            return
        self._language = language
        if not same:
            self._arrangement, self._scorer, self._player = verdict.arrangement, verdict.scorer, verdict.player
            self._found = []
            self._waiting = [] if verdict.faults else list(next_kinds(verdict.arrangement))
            self._timer.stop()
            if self._waiting:
                self._timer.start(_PATIENCE)
        self._show_found()

    def sizeHint(self) -> QSize:
        """Size of all rows."""
        return QSize(280, _HIGH * len(self._rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint each row: tile, value and fan, and the waits."""
        painter, tokens = painting.begin(self), theme.tokens
        for index, row in enumerate(self._rows):
            top, left = index * _HIGH + 3, 0.0
            if row.tile is not None:
                draw_tile(painter, QRectF(0, top + 2, _TILE.width(), _TILE.height()), row.tile.text)
                left = _TILE.width() + 10.0
            words = QRectF(left, top, self.width() - left, 18)
            painting.words(painter, words, translator.translate(row.words), colour=tokens.text, kind=Type.LABEL)
            for number, tile in enumerate(row.small):
                place = QRectF(left + number * (_SMALL + 1), top + 19, _SMALL, _SMALL * 4 / 3)
                if place.right() <= self.width():
                    draw_tile(painter, place, tile.text)

    def _step(self) -> None:
        """Compute one more kind of tile."""
        if self._waiting and self._player is not None:
            self._found.append(with_next_of(self._arrangement, self._waiting.pop(0), self._player))
        elif self._waiting and self._scorer is not None:
            self._found.append(with_next(self._arrangement, self._waiting.pop(0), self._scorer))
        if self._waiting:
            self._timer.start(0)
        else:
            self._show_found()

    def _show_found(self) -> None:
        done = () if self._waiting else most_promising(tuple(self._found))
        self._rows = tuple(self._ready_rows(done) if done and done[0].waits else _distance_rows(done))[:_MOST]
        self.setVisible(bool(self._rows))
        self.updateGeometry()
        self._retranslate()
        self.changed.emit()

    def _ready_rows(self, found: tuple[NextTile, ...]) -> list[_Row]:
        rows = []
        for each in found:
            if each.count is not None:
                rows.append(_Row(each.tile, self._count_words(each.count), tuple(wait.tile for wait in each.waits)))
                continue
            counted = each.best.counted if each.best is not None else ()
            fan = max((present.pattern for present in counted), key=lambda pattern: pattern.points, default=None)
            name = fan.name.of(self._language) if fan is not None else ""
            minimum = self._scorer.minimum if self._scorer is not None else 0
            words = verbatim(f"{each.points} · {name}")
            if each.best is not None and not each.best.score.minimum_met:
                words = mark("{points}, below {minimum} · {fan}", points=each.points, minimum=minimum, fan=name)
            rows.append(_Row(each.tile, words, tuple(wait.tile for wait in each.waits)))
        return rows

    def _count_words(self, count: HandCount) -> Text:
        """The value and the most valuable fan in it."""
        valued = (each for each in count.counted if each.item.unit is not Unit.FU)
        dearest = max(valued, key=lambda each: each.worth, default=None)
        return verbatim(f"{count.points} · {dearest.item.name.of(self._language) if dearest is not None else '–'}")

    def _retranslate(self) -> None:
        self.setAccessibleName("; ".join(map(_accessible_text, self._rows)))
        self.update()


def _distance_rows(found: tuple[NextTile, ...]) -> list[_Row]:
    """A row for each shape, with the tiles that bring it nearer."""
    towards = [(each.nearest, each.tile) for each in found if each.nearest is not None]
    towards.sort(key=lambda pair: pair[0].shape.value)
    rows = []
    for _shape, group in groupby(towards, key=lambda pair: pair[0].shape):
        pairs = list(group)
        nearest = pairs[0][0]
        words = mark_count("{shape}: then {count} tile to exchange", "{shape}: then {count} tiles to exchange",
                           nearest.shanten, shape=nearest.shape.label)  # fmt: skip
        rows.append(_Row(None, words, tuple(tile for _, tile in pairs)))
    return rows


def _accessible_text(row: _Row) -> str:
    small = translator.translate(listed(map(tile_name, row.small)))
    head = f"{translator.translate(tile_name(row.tile))}: " if row.tile is not None else ""
    return f"{head}{translator.translate(row.words)}: {small}"
