"""The rack with the tiles of a hand: their positions, their painting, and what keys and mouse do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assets.tiles import BACK, HEIGHT, WIDTH
from tournament.hand.meld import Meld, MeldKind
from tournament.hand.meld_tiles import meld_tiles
from tournament.language import Text, listed, mark
from tournament.tiles.names import tile_name
from ui.desktop.hand_editor import hand_state
from ui.desktop.hand_editor.hand_state import WINNING, HandState, RackItem, RackPart
from ui.desktop.theme import Density, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.tiles import draw_tile
from ui.entry.arrangement import Arrangement
from ui.entry.verdict import HandContext, Sources

_TILE = 56.0
"""Preferred width of a tile."""
_GAP = 22.0
"""Gap between the concealed tiles, the winning one and the sets."""
_CAPTION = 84.0
"""Width of the caption of the concealed tiles in the longest language."""
_RATIO = HEIGHT / WIDTH


class _PlacedTile(NamedTuple):
    """The position of one tile."""

    item: RackItem
    face: str
    rect: QRectF
    turned: bool = False


@dataclass(frozen=True, slots=True)
class _RackLayout:
    """The positions of all tiles at one width."""

    tiles: tuple[_PlacedTile, ...]
    empty: tuple[QRectF, ...]
    """The places of missing concealed tiles."""
    winning: QRectF
    """The place of the winning tile, even while it is missing; of width 0 for a player who did not win."""
    melds: tuple[QRectF, ...]
    """The rectangles of the declared sets."""
    concealed: QRectF
    """The rectangle of the concealed tiles and their caption."""

    def rect_of(self, item: RackItem) -> QRectF:
        """Return the rectangle of a tile or a set."""
        if item.part is RackPart.MELD:
            return self.melds[item.index]
        return next((tile.rect for tile in self.tiles if tile.item == item), self.winning)


def _rack_layout(arrangement: Arrangement, items: Sequence[RackItem], area: QRectF) -> _RackLayout:
    """Return the layout of the tiles in ``area``, concealed ones in the order of ``items``; smaller if necessary."""
    slots = max(13 - 3 * len(arrangement.melds), len(arrangement.tiles))
    wide = slots + 1 + sum(map(_width, arrangement.melds))
    gaps = _GAP * (1 + len(arrangement.melds)) + 2
    unit = min(_TILE, (area.width() - gaps) / wide, area.height() / _RATIO)
    high, top = unit * _RATIO, area.top()
    places = [QRectF(area.left() + slot * unit, top, unit, high) for slot in range(slots)]
    concealed = [item for item in items if item.part is RackPart.CONCEALED]
    tiles = [
        _PlacedTile(item, arrangement.tiles[item.index].text, rect)
        for item, rect in zip(concealed, places, strict=False)
    ]
    spare = max(area.width() - gaps - wide * unit, 0)
    own = slots * unit + min(max(_CAPTION - slots * unit, 0), spare)
    place = area.left() + own + (_GAP if arrangement.won else 0)
    winning = QRectF(place, top, unit if arrangement.won else 0, high)
    if arrangement.winning is not None:
        tiles.append(_PlacedTile(WINNING, arrangement.winning.text, winning))
    right = area.right()
    around: list[QRectF] = []
    for index, meld in reversed(list(enumerate(arrangement.melds))):
        rect = QRectF(right - _width(meld) * unit, top, _width(meld) * unit, high)
        tiles += _tiles_of(meld, RackItem(RackPart.MELD, index), rect, unit)
        around.insert(0, rect)
        right = rect.left() - _GAP
    whole = QRectF(area.left(), top, own, high)
    return _RackLayout(tuple(tiles), tuple(places[len(concealed) :]), winning, tuple(around), whole)


def _width(meld: Meld) -> float:
    """Return the width of a declared set, in widths of a tile."""
    return sum(_RATIO if each.lies and not each.doubled else 1 for each in meld_tiles(meld))


def _tiles_of(meld: Meld, item: RackItem, rect: QRectF, unit: float) -> list[_PlacedTile]:
    """Return the tiles of a set. In a promoted kong two turned tiles share the width of one, one above the other."""
    placed, left = [], rect.left()
    for each in meld_tiles(meld):
        wide = unit * _RATIO if each.lies and not each.doubled else unit
        face = BACK if each.hidden else each.tile.text
        if each.doubled:
            upper = QRectF(left, rect.top(), unit, rect.height() / 2)
            placed += [_PlacedTile(item, face, half, True) for half in (upper, upper.translated(0, upper.height()))]
        elif each.lies:
            placed.append(_PlacedTile(item, face, QRectF(left, rect.bottom() - unit, wide, unit), True))
        else:
            placed.append(_PlacedTile(item, face, QRectF(left, rect.top(), unit, rect.height())))
        left += wide
    return placed


_TILES = {Density.DENSE: 59, Density.NORMAL: 72, Density.SPACIOUS: 75}
"""Height of a tile."""
_ABOVE, _BELOW = 26, 14
_LOW_ABOVE, _LOW_BELOW = 22, 12
"""Margins above and below in a low window."""
_DRAG_DISTANCE = 12
"""Distance in pixels from which moving the pointer is a drag."""


class Rack(Accessible, QWidget):
    """Shows the tiles of a state. Each change by the user is emitted as the next arrangement."""

    accessible_role = Role.List

    changed = Signal(object)
    """The user changed the arrangement; carries a :class:`ui.entry.arrangement.Arrangement`."""
    refused = Signal(object)
    """A key or click changes nothing; carries the :class:`tournament.language.Text` that says why."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = HandState.begin(HandContext())
        self.items: tuple[RackItem, ...] = ()
        """The items that the cursor can be on, from left to right."""
        self.highlighted: frozenset[RackItem] = frozenset()
        """The highlighted items; the others are faded. If it is empty, none is faded."""
        self._cursor = 0
        self._density, self._above, self._below = Density.NORMAL, _ABOVE, _BELOW
        self._pressed: tuple[RackItem, QPointF] | None = None
        self._dragged: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the focus in the line, where tiles are typed
        self.setProperty("ring", False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        translator.follow(self._retranslate)

    def show_state(self, state: HandState) -> None:
        """Show the tiles of ``state``, and highlight those of its current fan."""
        self._state = state
        self.items, self.highlighted = state.items, state.highlighted
        self._cursor = min(self._cursor, max(len(self.items) - 1, 0))
        self._retranslate()

    def fit(self, density: Density) -> None:
        """Show smaller tiles in a low window, larger ones in a high window."""
        self._density = density
        low = density is Density.DENSE
        self._above, self._below = (_LOW_ABOVE, _LOW_BELOW) if low else (_ABOVE, _BELOW)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the size of one row of tiles with their captions."""
        return QSize(860, self._above + _TILES[self._density] + self._below)

    def minimumSizeHint(self) -> QSize:
        """Return a small size: tiles shrink before the rack is cut."""
        return QSize(360, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Accept the keys that change a tile, so that Qt does not handle them as shortcuts of the page."""
        own = isinstance(event, QKeyEvent) and event.key() in hand_state.BY_KEY and not event.modifiers()
        if event.type() is QEvent.Type.ShortcutOverride and own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the cursor, or change the current item."""
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        change = hand_state.BY_KEY.get(key)
        if self.items and step is not None:
            self._cursor = (self._cursor + step) % len(self.items)
            self._retranslate()
            self.item_changed(self._cursor)
        elif self.items and change is not None:
            self._change(change, self.items[self._cursor])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note which tile was pressed: a click or a drag may follow."""
        point = event.position()
        item = next((tile.item for tile in self.tile_layout().tiles if tile.rect.contains(point)), None)
        self._pressed = (item, point) if item is not None else None
        if item is not None:
            self._cursor = self.items.index(item)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move a tile with the pointer."""
        if self._pressed is not None and self._pressed[0].part is not RackPart.MELD:
            far = (event.position() - self._pressed[1]).manhattanLength() > _DRAG_DISTANCE
            self._dragged = event.position() if far else self._dragged
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Apply a click or a drag.

        A click makes a tile the winning one, or gives a set its next source. A drag to the sets declares a claimed set,
        one to the place of the winning tile makes the tile the winning one, and one off the rack removes it.
        """
        pressed, dragged = self._pressed, self._dragged
        self._pressed = self._dragged = None
        self.update()
        if pressed is None:
            return
        point, winning = event.position(), self.tile_layout().winning
        if dragged is None:
            change = hand_state.turn
        elif not QRectF(self.rect()).contains(point):
            change = hand_state.remove
        elif point.x() > winning.right():
            change = hand_state.claim
        elif winning.contains(point):
            change = hand_state.make_winning
        else:
            return
        self._change(change, pressed[0])

    def _change(self, change: Callable[[Arrangement, RackItem], Arrangement], item: RackItem) -> None:
        before = self._state.arrangement
        after = change(before, item)
        if after == before:
            self.refused.emit(hand_state.why_not(change, before, item))
        else:
            self.changed.emit(after)

    def tile_layout(self) -> _RackLayout:
        """Return the current positions of the tiles."""
        area = QRectF(3, self._above, self.width() - 6, self.height() - self._above - self._below)
        return _rack_layout(self._state.arrangement, self.items, area)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint captions, tiles, and bars below highlighted tiles."""
        painter, layout, highlighted = painting.begin(self), self.tile_layout(), self.highlighted
        self._paint_captions(painter, layout)
        self._paint_places(painter, layout)
        for tile in layout.tiles:
            rect = QRectF(tile.rect)
            if self._dragged is not None and self._pressed is not None and tile.item == self._pressed[0]:
                rect.moveCenter(self._dragged)
            draw_tile(
                painter, rect, tile.face, turned=tile.turned, faded=bool(highlighted) and tile.item not in highlighted
            )
        _paint_bars(painter, [tile.rect for tile in layout.tiles if tile.item in highlighted])
        if self.hasFocus() and self.items:
            _paint_frame(painter, layout.rect_of(self.items[self._cursor]), 1.5)

    def _paint_places(self, painter: QPainter, layout: _RackLayout) -> None:
        won = self._state.arrangement.winning is not None
        painter.setPen(QPen(QColor(theme.tokens.line_strong), 1, Qt.PenStyle.DashLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        missing = () if won or not self._state.arrangement.won else (layout.winning,)
        for rect in (*layout.empty, *missing):
            painter.drawRoundedRect(rect.adjusted(3.5, 3.5, -3.5, -3.5), 6, 6)
        if won:
            _paint_frame(painter, layout.winning.adjusted(-3, -3, 3, 3), 2)

    def _paint_captions(self, painter: QPainter, layout: _RackLayout) -> None:
        winning = mark("Winning tile")
        around = layout.winning.adjusted(-6, 0, 80, 0)
        around.setRight(min(around.right(), layout.melds[0].left() - 6 if layout.melds else self.width()))
        wide = painting.width_of(translator.translate(winning), Type.CAPTION) + 1
        around.setLeft(min(around.left(), around.right() - wide))
        names = (meld_name(meld, self._state.context.sources) for meld in self._state.arrangement.melds)
        melds = zip(layout.melds, names, strict=True)
        wins = ((around, winning),) if self._state.arrangement.won else ()
        for place, text in ((layout.concealed, mark("Concealed")), *wins, *melds):
            rect = QRectF(place.left(), 0, place.width(), 20)
            caption = translator.translate(text)
            painting.words(painter, rect, caption, colour=theme.tokens.text2, kind=Type.CAPTION)

    def accessible_items(self) -> list[AccessibleItem]:
        """Return the tiles and sets; the current one is selected."""
        layout = self.tile_layout()
        return [
            AccessibleItem(self._name(item), layout.rect_of(item), index == self._cursor)
            for index, item in enumerate(self.items)
        ]

    def _retranslate(self) -> None:
        self.update()
        names: dict[RackPart, list[str]] = {part: [] for part in RackPart}
        for item in self.items:
            names[item.part].append(self._name(item))
        parts = {part.value: tuple(each) or "–" for part, each in names.items()}
        whole = mark("Rack. Concealed: {concealed}. Winning tile: {winning}. Sets: {sets}.",
                     concealed=parts["concealed"], winning=parts["winning"], sets=parts["meld"])  # fmt: skip
        self.setAccessibleName(translator.translate(whole))
        self.setAccessibleDescription(self._name(self.items[self._cursor]) if self.items else "")

    def _name(self, item: RackItem) -> str:
        """Return the name of an item for screen readers."""
        arrangement = self._state.arrangement
        if item.part is RackPart.MELD:
            meld = arrangement.melds[item.index]
            tiles = translator.translate(listed(map(tile_name, meld.tiles)))
            return f"{translator.translate(meld_name(meld, self._state.context.sources))}: {tiles}"
        tile = arrangement.winning if item == WINNING else arrangement.tiles[item.index]
        return translator.translate(tile_name(tile)) if tile is not None else ""


def meld_name(meld: Meld, sources: Sources) -> Text:
    """Return a text such as ``Pung from …``: what was declared, and whose tile is in it."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return mark("Concealed kong")
    source = 1 if meld.kind is MeldKind.CHOW else meld.source
    player = sources[(source - 1) % 4]
    if source > 4:
        return mark("Pung from {player}, promoted", player=player)
    if meld.kind is MeldKind.CHOW:
        return mark("Chow from {player}", player=player)
    if meld.kind is MeldKind.PUNG:
        return mark("Pung from {player}", player=player)
    return mark("Kong from {player}", player=player)


def _paint_frame(painter: QPainter, rect: QRectF, width: float) -> None:
    painting.box(painter, rect, radius=9, border=theme.tokens.accent, width=width)


def _paint_bars(painter: QPainter, rects: list[QRectF]) -> None:
    """Paint a bar below the rectangles; tiles that are side by side share one."""
    joined: list[QRectF] = []
    for rect in sorted(rects, key=lambda rect: rect.left()):
        if joined and rect.left() - joined[-1].right() < 3:
            joined[-1] = joined[-1].united(rect)
        else:
            joined.append(QRectF(rect))
    for rect in joined:
        bar = QRectF(rect.left() + 2, rect.bottom() + 8, rect.width() - 4, 4)
        painting.box(painter, bar, radius=2, fill=theme.tokens.accent)
