"""A list of fan: number, name, tiles and points. The tiles of the current row are highlighted on the rack."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import ceil

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text
from tournament.rules.explanation import Group, Instance
from ui.desktop.hand_editor.verdict_text import ListedFan
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, AccessibleItem, Role
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.tiles import draw_tile

_NUMBER, _POINTS, _SMALL = 32, 30, 18
_NO_NUMBER = 8
"""Width left of the names if the rules have no numbers."""
_LEAST_SMALL = 12
_READABLE = 15
"""Minimum width of a tile in the list."""
_LOW, _TALL, _LINE, _NAME_LINE = 33, 42, 15, 18
"""Height of a row of one line, of a row of two lines, and of each further line of a reason and of a name."""


class FanList(Accessible, QWidget):
    """Hovering or the arrow keys choose the current row."""

    accessible_role = Role.List

    looked_at = Signal(object)
    """The current :class:`ListedFan`, or None."""

    def __init__(self, name: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._rows: tuple[ListedFan, ...] = ()
        self._language = "en"
        self._number, self._points = _NUMBER, _POINTS
        """Widths for the numbers and the points that cut none of them."""
        self._current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", False)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    @property
    def rows(self) -> tuple[ListedFan, ...]:
        """The rows of the list."""
        return self._rows

    def show_rows(self, rows: Sequence[ListedFan], language: str) -> None:
        """Replace the rows; ``language`` is for their names (en, fr, zh)."""
        self._rows, self._language = tuple(rows), language
        numbers = (painting.width_of(str(row.number), Type.DENSE) for row in self._rows if row.number is not None)
        points = (painting.width_of(translator.translate(row.points), Type.TOTAL, figures=True) for row in self._rows)
        widest = max(numbers, default=0)
        self._number = max(_NUMBER, ceil(widest) + 10) if widest else _NO_NUMBER
        self._points = max(_POINTS, ceil(max(points, default=0)) + 4)
        self._current = min(self._current, len(self._rows) - 1) if self.hasFocus() else -1
        self.setVisible(bool(rows))
        self.updateGeometry()
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of all rows."""
        return QSize(300, self._tops()[-1] + 1)

    def minimumSizeHint(self) -> QSize:
        """Names are wrapped before points are cut."""
        return QSize(200, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a row a second line where one line is too short."""
        super().resizeEvent(event)
        self.updateGeometry()

    def _tops(self) -> list[int]:
        """The top of each row, and the bottom of the last."""
        return list(accumulate((self._height(row) for row in self._rows), initial=0))

    def _height(self, row: ListedFan) -> int:
        more = _NAME_LINE * (len(self._name_lines(row)) - 1)
        if row.reason is not None:
            return more + _TALL + _LINE * (len(_reason(row, self.width(), self._number + self._points)) - 1)
        return more + (_TALL if self._two_lines(row) else _LOW)

    def _name_lines(self, row: ListedFan) -> list[str]:
        kind = Type.DENSE if row.reason is not None else Type.TOTAL
        return _wrapped(row.label(self._language), kind, self.width() - self._number - self._points - 12)

    def _two_lines(self, row: ListedFan) -> bool:
        """Whether a row has a reason, or a Chinese name or tiles that do not fit on its first line."""
        if row.reason is not None:
            return True
        chinese = painting.width_of(row.name.zh, Type.CAPTION) if self._language != "zh" else 0
        groups = _shown_groups(row.instances)
        room = self.width() - self._number - self._points - 12
        name = painting.width_of(row.label(self._language), Type.TOTAL)
        if not chinese:
            return bool(groups) and _group_unit(groups, room - name - 20) < _LEAST_SMALL
        sets = sum(map(len, groups)) * _READABLE + 5 * len(groups)
        return name + chinese + sets + 20 > room

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Make the row under the pointer the current one."""
        self._look(min(bisect_right(self._tops(), int(event.position().y())) - 1, len(self._rows) - 1))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the current row."""
        super().leaveEvent(event)
        self._look(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the first row the current one."""
        super().focusInEvent(event)
        self._look(max(self._current, 0) if self._rows else -1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the current row."""
        super().focusOutEvent(event)
        self._look(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to the row above or below."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            super().keyPressEvent(event)
        else:
            self._look(min(max(self._current + step, 0), len(self._rows) - 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows with a line between them."""
        painter, tokens = painting.begin(self), theme.tokens
        tops = self._tops()
        for index, row in enumerate(self._rows):
            rect = QRectF(0, tops[index], self.width(), tops[index + 1] - tops[index])
            if index == self._current:
                painting.box(painter, rect, radius=5, fill=tokens.accent_soft)
                if self.hasFocus():
                    painter.fillRect(QRectF(0, rect.top() + 4, 3, rect.height() - 8), QColor(tokens.accent))
            if index and row.reason is None:
                painter.fillRect(QRectF(0, rect.top(), rect.width(), 1), QColor(tokens.line))
            self._paint_row(painter, rect, row, looked_at=index == self._current)

    def _paint_row(self, painter: QPainter, rect: QRectF, row: ListedFan, *, looked_at: bool) -> None:
        tokens, two, names = theme.tokens, self._two_lines(row), self._name_lines(row)
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
        chinese = row.name.zh if self._language != "zh" else ""
        for index, text in enumerate(_reason(row, self.width(), self._number + self._points)):
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

    def _look(self, index: int) -> None:
        if index != self._current:
            self._current = index
            self.looked_at.emit(self._rows[index] if index >= 0 else None)
            self._retranslate()
            self.item_changed(index)

    def _retranslate(self) -> None:
        texts = [self._accessible_text(row) for row in self._rows]
        current = texts[self._current] if 0 <= self._current < len(texts) else ""
        self.setAccessibleName(f"{translator.translate(self._name)}: " + "; ".join(texts))
        self.setAccessibleDescription(current)
        self.setToolTip(plain_tooltip(current))
        self.update()

    def accessible_items(self) -> list[AccessibleItem]:
        """The fan; the current one is selected."""
        tops = self._tops()
        return [
            AccessibleItem(
                self._accessible_text(row),
                QRectF(0, tops[index], self.width(), tops[index + 1] - tops[index]),
                index == self._current,
            )
            for index, row in enumerate(self._rows)
        ]

    def _accessible_text(self, row: ListedFan) -> str:
        beside = f" {row.name.zh}" if row.name.zh and self._language != "zh" else ""
        reason = f", {translator.translate(row.points if row.reason is None else row.reason)}"
        description = f" ({row.description.of(self._language)})" if row.description is not None else ""
        return f"{row.label(self._language)}{beside}{reason}{description}"


def _reason(row: ListedFan, width: int, beside: int = _NUMBER + _POINTS) -> list[str]:
    """The reason of a row, wrapped to a list of this width; empty without a reason.

    ``beside`` is the width of number and points.
    """
    return [] if row.reason is None else _wrapped(translator.translate(row.reason), Type.CAPTION, width - beside - 10)


def _wrapped(text: str, kind: Type, room: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and painting.width_of(longer, kind) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shown_groups(instances: tuple[Instance, ...]) -> list[Group]:
    """The groups of every instance. A group that several instances share appears once."""
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
    """Width of a small tile at which these groups fit side by side."""
    return min(float(_SMALL), (width - 5 * (len(groups) - 1)) / max(sum(map(len, groups)), 1))


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
