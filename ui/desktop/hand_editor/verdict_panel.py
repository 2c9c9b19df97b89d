"""The verdict at the right of the hand editor: points, fan, what does not count and why, waits, and useful tiles."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, zip_longest
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGridLayout,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from assets.tiles import HEIGHT, WIDTH
from tournament.hand.notation import format_tiles
from tournament.language import LANGUAGES, Text, listed, mark, mark_count, mark_in, verbatim
from tournament.rules.explanation import Group, Instance
from tournament.rules.hand_scorer import HandScorer
from tournament.rules.item import CountedWait, HandCount, Unit
from tournament.rules.wait import Wait
from tournament.tiles.names import tile_name
from tournament.tiles.tile import Tile
from ui.desktop.hand_editor.verdict_text import (
    ListedFan,
    claim_notice,
    notice_of,
    reaches_minimum,
    rows_left_out,
    rows_of,
    rules_name,
    sum_line,
    worth_figure,
)
from ui.desktop.kit.table import CellStyle, Index, TableColumn, TableModel
from ui.desktop.theme import Density, Tone, Type, restyle, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import layouts, painting
from ui.desktop.widgets.cards import Notice, NoticeKind, Rule, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.labels import ElidedLabel, FittingLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, set_margins, stretched
from ui.desktop.widgets.signs import StatusIcon, StatusSign
from ui.desktop.widgets.tiles import TileRow, draw_tile
from ui.entry.arrangement import Arrangement, PlayerContext
from ui.entry.verdict import NextTile, Verdict, most_promising, next_kinds, with_next, with_next_of

_NUMBER, _POINTS, _LIST_TILE = 32, 30, 18
_NO_NUMBER = 8
"""Width of the space before the names if the rules have no numbers."""
_LEAST_SMALL = 12
_READABLE = 15
"""Minimum width of a tile in the list."""
_LOW, _TALL, _LINE, _NAME_LINE = 33, 42, 15, 18
"""Height of a row of one line, of a row of two lines, and of each further line of a reason and of a name."""


class _FanDelegate(QStyledItemDelegate):
    """Paints the rows of a list of fan, with a line between them and the current one highlighted."""

    def __init__(self, parent: QListView) -> None:
        super().__init__(parent)
        self._list = parent
        self.language = "en"
        """The language of the names (en, fr, zh)."""
        self._number, self._points = _NUMBER, _POINTS
        """Widths of the numbers and of the points, wide enough for all rows."""

    def measure(self, rows: Sequence[ListedFan]) -> None:
        """Make room for the numbers and points of these rows."""
        numbers = (painting.width_of(str(row.number), Type.DENSE) for row in rows if row.number is not None)
        points = (painting.width_of(translator.translate(row.points), Type.TOTAL, figures=True) for row in rows)
        widest = max(numbers, default=0)
        self._number = max(_NUMBER, ceil(widest) + 10) if widest else _NO_NUMBER
        self._points = max(_POINTS, ceil(max(points, default=0)) + 4)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row at the current width of the list."""
        row, width = index.data(Role.ROW), self._list.viewport().width()
        return QSize(200, self.height_of(row, width) if isinstance(row, ListedFan) else _LOW)

    def height_of(self, row: ListedFan, width: int) -> int:
        """Return the height of ``row`` in a list of this width."""
        more = _NAME_LINE * (len(self.name_lines(row, width)) - 1)
        if row.reason is not None:
            return more + _TALL + _LINE * (len(self.reason_lines(row, width)) - 1)
        return more + (_TALL if self._two_lines(row, width) else _LOW)

    def name_lines(self, row: ListedFan, width: int) -> tuple[str, ...]:
        """Return the lines of the name."""
        kind = Type.DENSE if row.reason is not None else Type.TOTAL
        return _wrapped(row.label(self.language), kind, width - self._number - self._points - 12)

    def reason_lines(self, row: ListedFan, width: int) -> tuple[str, ...]:
        """Return the lines of the reason why it does not count; none if it counts."""
        room = width - self._number - self._points - 10
        return () if row.reason is None else _wrapped(translator.translate(row.reason), Type.CAPTION, room)

    def _two_lines(self, row: ListedFan, width: int) -> bool:
        """Return whether a row has a reason, or a Chinese name or tiles that do not fit on its first line."""
        if row.reason is not None:
            return True
        chinese = painting.width_of(row.name.zh, Type.CAPTION) if self.language != "zh" else 0
        groups = _shown_groups(row.instances)
        room = width - self._number - self._points - 12
        name = painting.width_of(row.label(self.language), Type.TOTAL)
        if not chinese:
            return bool(groups) and _group_unit(groups, room - name - 20) < _LEAST_SMALL
        sets = sum(map(len, groups)) * _READABLE + 5 * len(groups)
        return name + chinese + sets + 20 > room

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row."""
        row, tokens, rect = index.data(Role.ROW), theme.tokens, QRectF(option.rect)
        if not isinstance(row, ListedFan):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = self._list.currentIndex().row() == index.row()
        if current:
            painting.box(painter, rect, radius=5, fill=tokens.accent_soft)
            if self._list.hasFocus():
                painter.fillRect(QRectF(0, rect.top() + 4, 3, rect.height() - 8), QColor(tokens.accent))
        if index.row() and row.reason is None:
            painter.fillRect(QRectF(0, rect.top(), rect.width(), 1), QColor(tokens.line))
        self._paint_row(painter, rect, row, looked_at=current)
        painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRectF, row: ListedFan, *, looked_at: bool) -> None:
        width = round(rect.width())
        tokens, two, names = theme.tokens, self._two_lines(row, width), self.name_lines(row, width)
        more = _NAME_LINE * (len(names) - 1)
        line = QRectF(rect.left(), rect.top() + (3 if two else 0), rect.width(), 20 if two else rect.height() - more)
        number = QRectF(line.left(), line.top(), self._number - 8, line.height())
        shown = "" if row.number is None else str(row.number)
        painting.words(painter, number, shown, colour=tokens.text3, kind=Type.DENSE, align=painting.RIGHT)
        points = QRectF(line.right() - self._points - 4, rect.top() if row.reason is None else line.top(), self._points,
                        rect.height() if row.reason is None else line.height())  # fmt: skip
        kind = Type.BODY if row.reason else Type.TOTAL
        worth = translator.translate(row.points)
        painting.words(painter, points, worth, colour=tokens.text, kind=kind, align=painting.RIGHT, figures=True)
        room = QRectF(
            line.left() + self._number, line.top(), points.left() - line.left() - self._number - 6, line.height()
        )
        kind = Type.DENSE if row.reason else Type.TOTAL if looked_at else Type.NAME
        for index, name in enumerate(names):
            painting.words(painter, room.translated(0, _NAME_LINE * index), name, colour=tokens.text, kind=kind)
        below = QRectF(room.left(), line.bottom() - 1 + more, room.width(), 16)
        wide = max(painting.width_of(name, kind) for name in names)
        room.setLeft(min(room.left() + wide + 8, room.right()))
        chinese = row.name.zh if self.language != "zh" else ""
        for index, text in enumerate(self.reason_lines(row, width)):
            painting.words(painter, below.translated(0, _LINE * index), text, colour=tokens.text2, kind=Type.CAPTION)
        place = below if two and row.reason is None else room
        wide = painting.width_of(chinese, Type.CAPTION)
        if chinese and wide <= place.width():
            painting.words(painter, place, chinese, colour=tokens.text3, kind=Type.CAPTION, elide=False)
            if place is room:
                room.setLeft(room.left() + wide + 8)
        if row.reason is None:
            groups = _shown_groups(row.instances)
            if two and _group_unit(groups, room.width()) < _LEAST_SMALL:
                room = below.adjusted(wide + 8 if chinese else 0, 0, 0, 2)
            else:
                room.setTop(rect.top())
                room.setHeight(rect.height())
            _draw_groups(painter, room, groups)


class FanList(QListView):
    """A list of fan. The pointer or the arrow keys choose the current row, whose tiles the rack highlights."""

    looked_at = Signal(object)
    """The current :class:`ListedFan`, or None."""

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        column: TableColumn[ListedFan] = TableColumn(name, self._text, style=self._style)
        self._rows: TableModel[ListedFan] = TableModel((column,), self)
        self._delegate = _FanDelegate(self)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setProperty("plain", True)
        self.setProperty("ring", False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the panel around it scrolls
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.entered.connect(self.setCurrentIndex)
        translator.follow(self._retranslate)

    @property
    def rows(self) -> tuple[ListedFan, ...]:
        """The rows of the list."""
        return self._rows.rows

    def show_rows(self, rows: Sequence[ListedFan], language: str) -> None:
        """Replace the rows. ``language`` (en, fr, zh) is the language of their names."""
        if tuple(rows) != self.rows or language != self._delegate.language:
            self._delegate.language = language
            self._delegate.measure(rows)
            self._rows.set_rows(rows)
            self._fit()
        self.setVisible(bool(rows))

    def _fit(self) -> None:
        """Lay out the rows again."""
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Size of all rows."""
        return QSize(300, sum(self._delegate.height_of(row, self.width()) for row in self.rows) + 1)

    def minimumSizeHint(self) -> QSize:
        """Return a small width: names are wrapped before points are cut."""
        return QSize(200, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the height: a row has more lines in a narrower list."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Highlight the tiles of the current row."""
        super().currentChanged(current, previous)
        self.viewport().update()
        self.looked_at.emit(self.rows[current.row()] if current.isValid() else None)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the current row."""
        super().leaveEvent(event)
        self.selectionModel().clearCurrentIndex()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the first row the current one."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._rows.index(0, 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the current row."""
        super().focusOutEvent(event)
        self.selectionModel().clearCurrentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to the row above or below. Other keys are for the page."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def _text(self, row: ListedFan) -> str:
        language = self._delegate.language
        beside = f" {row.name.zh}" if row.name.zh and language != "zh" else ""
        reason = f", {translator.translate(row.points if row.reason is None else row.reason)}"
        description = f" ({row.description.of(language)})" if row.description is not None else ""
        return f"{row.label(language)}{beside}{reason}{description}"

    def _style(self, row: ListedFan) -> CellStyle:
        return CellStyle(tooltip=self._text(row))

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
        self._delegate.measure(self.rows)
        self._fit()


@lru_cache(maxsize=512)
def _wrapped(text: str, kind: Type, room: int) -> tuple[str, ...]:
    """Return the lines of ``text``. They are cached, because a layout asks for the size of a list many times."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and painting.width_of(longer, kind) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def _shown_groups(instances: tuple[Instance, ...]) -> list[Group]:
    """Return the groups of every instance. A group that several instances share appears once."""
    groups: list[Group] = []
    for instance in instances:
        seen = list(groups)
        for group in instance:
            if group in seen:
                seen.remove(group)
            else:
                groups.append(group)
    return groups


def _group_unit(groups: list[Group], width: float) -> float:
    """Return the width of a small tile at which these groups fit side by side."""
    return min(float(_LIST_TILE), (width - 5 * (len(groups) - 1)) / max(sum(map(len, groups)), 1))


def _draw_groups(painter: QPainter, room: QRectF, groups: list[Group]) -> None:
    """Paint small tiles, right-aligned, smaller if necessary; none if they would be unreadable."""
    tiles = sum(map(len, groups))
    if not tiles:
        return
    unit = min(_group_unit(groups, room.width()), room.height() * 3 / 4)
    if unit < _LEAST_SMALL:
        return
    left = room.right() - tiles * unit - 5 * (len(groups) - 1)
    high = unit * 4 / 3
    for group in groups:
        for tile in group:
            draw_tile(painter, QRectF(left, room.center().y() - high / 2, unit, high), tile.text)
            left += unit
        left += 5


_CARD_HEIGHT, _GAP = 60, 8
_TILE = 26
"""Width of a tile on a card and in a row of a next tile."""
_FIGURE, _CARD_LINE, _MOST_LINES = 20, 18, 3
"""Minimum width of a value, height of a line of a card, and the maximum number of lines."""


class _WaitCard(QFrame):
    """A wait: its tile, and beside it what it is worth. The card of the winning tile has an accent border."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._tile = TileRow(_TILE)
        self._lines = [_CardLine() for _ in range(_MOST_LINES)]
        lines = column(None, *self._lines, None, spacing=0)
        layouts.row(self._tile, stretched(lines), margins=(7, 0, 2, 0), on=self)
        self.setProperty("won", False)

    def show_wait(self, wait: Wait | CountedWait, worths: Sequence["_Worth"], figure: int, *, won: bool) -> None:
        """Show ``wait``, whose values are ``figure`` pixels wide. It ``won`` if it is the winning tile."""
        self._tile.show_tiles([wait.tile.text], name=tile_name(wait.tile), faded=_all_held(wait))
        restyle(self, "won", won)
        for line, worth in zip_longest(self._lines, worths):
            line.setVisible(worth is not None)
            if worth is not None:
                line.show_worth(worth, figure)


class _Worth(NamedTuple):
    """A line of a card: a value with its text, or only text. A value below the minimum is not bold."""

    value: str
    words: Text
    kind: Type = Type.CAPTION


class _CardLine(QWidget):
    """A line of a card."""

    def __init__(self) -> None:
        super().__init__()
        self._value = TextLabel(figures=True)
        self._value.setAlignment(painting.RIGHT)
        self._words = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._alone = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        """A text without a value, which may be longer than the card."""
        layouts.row(self._value, self._words, self._alone, None, spacing=5, on=self)
        self.setFixedHeight(_CARD_LINE)

    def show_worth(self, worth: _Worth, figure: int) -> None:
        """Show ``worth``, with a value that is ``figure`` pixels wide."""
        self._value.setMinimumWidth(figure)
        self._value.set_kind(worth.kind)
        self._value.set_text(worth.value)
        for label in (self._words, self._alone):
            label.set_text(worth.words)
        for label, shown in ((self._value, worth.value), (self._words, worth.value), (self._alone, not worth.value)):
            label.setVisible(bool(shown))


class _WaitsView(QWidget):
    """The waits as cards, at most three side by side."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: list[_WaitCard] = []
        self._tiles: list[TileRow] = []
        """The cards and the tiles, created when they are first needed."""
        self._waits = self._useful = 0
        """How many of them are shown."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_verdict(self, verdict: Verdict) -> None:
        """Show the waits, or the tiles that bring the nearest shape closer; hide if there are none."""
        waits: tuple[Wait | CountedWait, ...] = verdict.waits or verdict.counted_waits
        won = verdict.arrangement.winning
        useful = verdict.distances[0].useful if verdict.distances and not waits else ()
        minimum = (verdict.player.rules if verdict.player is not None else verdict.scorer).minimum
        self._cards += [_WaitCard(self) for _ in waits[len(self._cards) :]]
        self._tiles += [TileRow(_TILE, parent=self) for _ in useful[len(self._tiles) :]]
        worths = [_worths(wait, won=wait.tile is won, minimum=minimum) for wait in waits]
        widths = (painting.width_of(each.value, each.kind, figures=True) for lines in worths for each in lines)
        figure = max(ceil(max(widths, default=0)), _FIGURE)
        for card, wait, lines in zip(self._cards, waits, worths, strict=False):
            card.show_wait(wait, lines, figure, won=wait.tile is won)
        for row, tile in zip(self._tiles, useful, strict=False):
            row.show_tiles([tile.text], name=tile_name(tile))
        self._waits, self._useful = len(waits), len(useful)
        for parts, count in ((self._cards, self._waits), (self._tiles, self._useful)):
            for index, part in enumerate(parts):
                part.setVisible(index < count)
        self.setVisible(bool(waits or useful))
        self.updateGeometry()
        self._place()

    def hasHeightForWidth(self) -> bool:
        """Return True: a narrower panel needs more rows."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all cards or tiles at this width."""
        return max((cell.bottom() + 1 for cell in self._cells(width)), default=0)

    def sizeHint(self) -> QSize:
        """Return the width of the panel, and the height at that width."""
        return QSize(300, self.heightForWidth(max(self.width(), 300)))

    def minimumSizeHint(self) -> QSize:
        """Return the width of one card, and the height at the current width."""
        return QSize(self._least(), self.heightForWidth(max(self.width(), 200)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards at the new width."""
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """Arrange the cards again when their text changes."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
            self.updateGeometry()
        return super().event(event)

    def _place(self) -> None:
        shown = [*self._cards[: self._waits], *self._tiles[: self._useful]]
        for part, cell in zip(shown, self._cells(self.width()), strict=True):
            part.setGeometry(cell)

    def _cells(self, width: int) -> list[QRect]:
        """Return the rectangles of the cards or tiles."""
        if self._waits:
            across = max(min((width + _GAP) // (self._least() + _GAP), 3), 1)
            wide = (width - _GAP * (across - 1)) // across
            count, high, right, down = self._waits, _CARD_HEIGHT, wide + _GAP, _CARD_HEIGHT + _GAP
        else:
            count, wide, high = self._useful, _TILE, round(_TILE * HEIGHT / WIDTH)
            right, down = wide + 2, high + 4
            across = max(width // right, 1)
        return [QRect(index % across * right, index // across * down, wide, high) for index in range(count)]

    def _least(self) -> int:
        """Return the width of a card at which no value is cut."""
        return max((card.minimumSizeHint().width() for card in self._cards[: self._waits]), default=_TILE)


def _worths(wait: Wait | CountedWait, *, won: bool, minimum: int) -> list[_Worth]:
    """Return the lines of the card of ``wait``."""
    if _all_held(wait):
        return [_Worth("", mark("all four are in the hand"))]
    scores = (wait.by_discard, mark_in("wait", "discard")), (wait.by_self_draw, mark_in("wait", "drawn"))
    lines = [
        _Worth(
            worth_figure(score if isinstance(score, HandCount) else None, score.points),
            words,
            Type.TOTAL if score.minimum_met else Type.BODY,
        )
        for score, words in scores
        if score is not None
    ]
    if won:
        lines.append(_Worth("", mark("winning tile")))
    elif not any(score.minimum_met for score, _ in scores if score is not None):
        lines.append(_Worth("", mark("below {minimum}", minimum=minimum)))
    return lines


def _all_held(wait: Wait | CountedWait) -> bool:
    """Return whether the hand itself contains all four tiles of the wait, so that none can come."""
    return wait.by_discard is None and wait.by_self_draw is None


_MOST = 6
"""Maximum number of rows; the most promising are shown."""
_PATIENCE = 120
"""Milliseconds without a key before the computation starts. It then handles one kind of tile at a time."""
_NEXT_HEIGHT, _NEXT_SMALL = 46, 17


class _Next(NamedTuple):
    """A tile (None for a shape), its text, and small tiles below."""

    tile: Tile | None
    words: Text | str
    small: tuple[Tile, ...]


class _NextRow(QWidget):
    """The row of a next tile."""

    def __init__(self) -> None:
        super().__init__()
        self._tile, self._words, self._small = TileRow(_TILE), ElidedLabel(kind=Type.LABEL), TileRow(_NEXT_SMALL, gap=1)
        layouts.row(self._tile, stretched(column(None, self._words, self._small, None, spacing=1)), spacing=10, on=self)
        self._small.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_NEXT_HEIGHT)

    def show_next(self, shown: _Next) -> None:
        """Show what a next tile brings, or what a shape lacks."""
        self._tile.setVisible(shown.tile is not None)
        if shown.tile is not None:
            self._tile.show_tiles([shown.tile.text], name=tile_name(shown.tile))
        self._words.set_text(shown.words)
        self._small.show_tiles([tile.text for tile in shown.small], name=listed(map(tile_name, shown.small)))


class _NextTilesView(QWidget):
    """Shows what each next tile would bring. It computes one kind at a time, so that typing stays fluent."""

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
        self._count = 0
        self._rows: list[_NextRow] = []
        """The rows, created when they are first needed."""
        self._column = column(spacing=0, on=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._step)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    @property
    def rows(self) -> int:
        """The number of rows that are shown."""
        return self._count

    def show_verdict(self, verdict: Verdict, language: str) -> None:
        """Compute and show the next tiles for ``verdict``, if a tile is missing, with names of fan in ``language``."""
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
        shown = (self._ready_rows(done) if done and done[0].waits else _distance_rows(done))[:_MOST]
        while len(self._rows) < len(shown):
            self._rows.append(_NextRow())
            self._column.addWidget(self._rows[-1])
        for line, each in zip_longest(self._rows, shown):
            line.setVisible(each is not None)
            if each is not None:
                line.show_next(each)
        self._count = len(shown)
        self.setVisible(bool(shown))
        self.changed.emit()

    def _ready_rows(self, found: tuple[NextTile, ...]) -> list[_Next]:
        rows = []
        for each in found:
            if each.count is not None:
                rows.append(_Next(each.tile, self._count_words(each.count), tuple(wait.tile for wait in each.waits)))
                continue
            counted = each.best.counted if each.best is not None else ()
            fan = max((present.pattern for present in counted), key=lambda pattern: pattern.points, default=None)
            name = fan.name.of(self._language) if fan is not None else ""
            minimum = self._scorer.minimum if self._scorer is not None else 0
            words = verbatim(f"{each.points} · {name}")
            if each.best is not None and not each.best.score.minimum_met:
                words = mark("{points}, below {minimum} · {fan}", points=each.points, minimum=minimum, fan=name)
            rows.append(_Next(each.tile, words, tuple(wait.tile for wait in each.waits)))
        return rows

    def _count_words(self, count: HandCount) -> Text:
        """Return the value and the most valuable fan in it."""
        valued = (each for each in count.counted if each.item.unit is not Unit.FU)
        dearest = max(valued, key=lambda each: each.worth, default=None)
        return verbatim(f"{count.points} · {dearest.item.name.of(self._language) if dearest is not None else '–'}")


def _distance_rows(found: tuple[NextTile, ...]) -> list[_Next]:
    """Return a row for each shape, with the tiles that bring it closer."""
    towards = [(each.nearest, each.tile) for each in found if each.nearest is not None]
    towards.sort(key=lambda pair: pair[0].shape.value)
    rows = []
    for _shape, group in groupby(towards, key=lambda pair: pair[0].shape):
        pairs = list(group)
        nearest = pairs[0][0]
        words = mark_count("{shape}: then {count} tile to exchange", "{shape}: then {count} tiles to exchange",
                           nearest.shanten, shape=nearest.shape.label)  # fmt: skip
        rows.append(_Next(None, words, tuple(tile for _, tile in pairs)))
    return rows


_LEFT_OUT = mark("Not counted, with the rule")
_REPLACED = mark("Replaced by another combination")


class VerdictPanel(SidePanel):
    """Shows a verdict and how claimed points compare with it."""

    looked_at = Signal(object)
    """The current :class:`ui.desktop.hand_editor.verdict_text.ListedFan`, or None."""

    def __init__(self, *, width: int, parent: QWidget | None = None) -> None:
        super().__init__(width=width, parent=parent)
        self._verdict: Verdict | None = None
        self._claimed: int | None = None
        self._quiz = False
        self.language = Switch(mark("Names of the fan"), [Segment(each.code, each.name) for each in LANGUAGES])
        self._points = TextLabel("–", kind=Type.BIG_FIGURE, figures=True)
        self._rules = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._claim = TextLabel(kind=Type.BIG_FIGURE_LESSER, tone=Tone.TEXT2, figures=True)
        self._claimed_by = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self.notice = Notice(NoticeKind.INFO)
        self.counted, self.left_out = FanList(mark("Counted")), FanList(_LEFT_OUT)
        self._rule = Rule(strong=True)
        self._least = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self._met = StatusSign(StatusIcon.DONE)
        self._sum = TextLabel(kind=Type.TOTAL, figures=True)
        self._left_title = TextLabel(_LEFT_OUT, kind=Type.LABEL, wrap=True)
        self.next_best = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        self._waits_title = TextLabel(kind=Type.LABEL, wrap=True)
        self.waits = _WaitsView()
        self._next_title = TextLabel(mark("With the next tile"), kind=Type.LABEL, wrap=True)
        self._next_title.hide()
        self.next_tiles = _NextTilesView()
        self.next_tiles.changed.connect(lambda: self._next_title.setVisible(self.next_tiles.rows > 0))
        self.foot = column(margins=(3, 4, 8, 4))
        """The layout for buttons, below the part that scrolls."""
        self._lay_out()
        for fan_list in (self.counted, self.left_out):
            fan_list.looked_at.connect(self.looked_at)
        self.language.chosen.connect(self._render)
        translator.follow(self._retranslate)

    def _lay_out(self) -> None:
        set_margins(self.body, (20, 14, 12, 16))
        title = FittingLabel(mark("Verdict"), kind=Type.PANEL_TITLE)
        figures = QGridLayout()
        figures.setVerticalSpacing(0)
        for index, (figure, words) in enumerate(((self._points, self._rules), (self._claim, self._claimed_by))):
            figures.addWidget(figure, 0, index)
            figures.addWidget(words, 1, index)
            figures.setColumnStretch(index, 1)
        total = layouts.row(stretched(self._least), self._met, self._sum, margins=(8, 0, 4, 0))
        inside = column(
            *(figures, self.notice, 4, self.counted, self._rule, total, 4),
            *(
                self._left_title,
                self.left_out,
                self.next_best,
                4,
                self._waits_title,
                self.waits,
                self._next_title,
                self.next_tiles,
                None,
            ),
            margins=(0, 0, 8, 0),
        )
        add(self.body, layouts.row(stretched(title), self.language, margins=(0, 0, 8, 0)))
        self.body.addWidget(_ScrolledVerdict(boxed(inside)), 1)
        add(self.body, self.foot)

    def fit(self, density: Density) -> None:
        """Reduce the height in a low window."""
        dense = density is Density.DENSE
        self._points.set_kind(Type.FIGURE if dense else Type.BIG_FIGURE)
        self._claim.set_kind(Type.FIGURE_LESSER if dense else Type.BIG_FIGURE_LESSER)
        set_margins(self.body, (20, 8, 12, 8) if dense else (20, 14, 12, 16))

    def show_verdict(self, verdict: Verdict, claimed: int | None = None, *, quiz: bool = False) -> None:
        """Show ``verdict`` and the ``claimed`` points with a comparison. In a quiz they are the user's own count."""
        self._verdict, self._claimed, self._quiz = verdict, claimed, quiz
        self._render()

    def _render(self) -> None:
        verdict, claimed, code = self._verdict, self._claimed, self.language.current
        if verdict is None:
            return
        found, points = verdict.explanation, verdict.points
        figure = "–" if points is None else worth_figure(verdict.count, points)
        paid = figure != str(points) and points is not None
        self._rules.set_text(
            mark("in points, {rules}", rules=rules_name(verdict))
            if paid
            else mark("counted, {rules}", rules=rules_name(verdict))
        )
        self._points.set_text(figure)
        self._claim.set_text("" if claimed is None else str(claimed))
        self._claimed_by.set_text(mark("your count") if self._quiz else mark("claimed on the sheet"))
        notice = notice_of(verdict)
        if notice is None and claimed is not None and not self._quiz:
            notice = claim_notice(verdict, claimed, code)
        if notice is not None:
            self.notice.show_notice(*notice)
        left_out = rows_left_out(verdict, code)
        self.counted.show_rows(rows_of(verdict), code)
        self.left_out.show_rows(left_out, code)
        self._left_title.set_text(_LEFT_OUT if verdict.player is None else _REPLACED)
        if points is not None:
            self._least.set_text(sum_line(verdict))
            self._sum.set_text(figure)
        best = found.next_best if found is not None else None
        if best is not None:
            groups = " ".join(format_tiles(group) for group in best.groups)
            text = mark("Next best reading: {points}, as {groups}", points=best.score.points, groups=groups)
            self.next_best.set_text(text)
        self._waits_title.set_text(_waits_title(verdict))
        self.waits.show_verdict(verdict)
        self.next_tiles.show_verdict(verdict, code)
        for parts, shown in (
            ((self._claim, self._claimed_by), claimed is not None),
            ((self.notice,), notice is not None),
            ((self._rule, self._least, self._sum), points is not None),
            ((self._met,), reaches_minimum(verdict)),
            ((self._left_title,), bool(left_out)),
            ((self.next_best,), best is not None),
            ((self._waits_title,), bool(verdict.waits or verdict.counted_waits or verdict.distances)),
        ):
            for part in parts:
                part.setVisible(shown)

    def _retranslate(self) -> None:
        self.language.set_current(translator.language.code)
        self._render()


class _ScrolledVerdict(Scrolled):
    """A scroll area that hides its scroll bar if everything fits without it.

    Qt alone would keep the bar: it takes width, so that the waits need more rows, so that the bar is needed.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Decide again when the contents change."""
        if watched is self.widget() and event.type() is QEvent.Type.LayoutRequest:
            self._drop_bar()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Decide again when the size changes."""
        self._drop_bar()
        super().resizeEvent(event)

    def _drop_bar(self) -> None:
        inside, room = self.widget(), self.maximumViewportSize()
        fits = inside is not None and inside.heightForWidth(room.width()) <= room.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)


def _waits_title(verdict: Verdict) -> Text:
    if not (verdict.waits or verdict.counted_waits):
        return mark("Tiles that improve it")
    return mark("Waits before the win") if verdict.arrangement.winning is not None else mark("Waits")
