"""The lines of a score sheet as on paper: columns and sizes, the model, the delegate and the view.

All lengths are in pixels at 100 % scale.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, assert_never

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tournament.language import Text, mark
from tournament.rules.ruleset import POINTS as VALUE_NAME
from tournament.tiles.wind import Wind
from ui.desktop.theme import Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.clipboard import copy_selection
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.keys import key_name
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.list_table import WholeRows
from ui.desktop.widgets.signs import SIDE, StatusIcon, draw_wind
from ui.entry.sheet_lines import (
    LineCell,
    LineKind,
    Piece,
    SheetLine,
    accessible_text,
    cell_words,
    pieces,
    times_as_east,
    times_as_east_short,
    without_marks,
)
from ui.entry.table_sheet import RowKey

NUMBER, RESULT, POINTS, FIRST_PLAYER = range(4)
COUNT = FIRST_PLAYER + 4
_NUMBER, _POINTS = 40, 56
_NARROW_NUMBER, _NARROW_POINTS, _NARROW_BELOW = 26, 38, 640
_RESULT_LEAST = 60
_PLAYER_LEAST, _PLAYER_MOST, _PLAYER_SHARE = 105, 230, 0.1655
_TWO_FIGURES, _THREE_FIGURES = 116, 190
MOST = 1440
"""Maximum width of all columns together, so that the eyes need not travel far."""
INSET = 8
"""Padding at the left and right of a cell."""


def widths(whole: int) -> list[int]:
    """Return the widths of the seven columns of a sheet that is ``whole`` pixels wide. The result gets the rest."""
    number, points = (_NUMBER, _POINTS) if whole >= _NARROW_BELOW else (_NARROW_NUMBER, _NARROW_POINTS)
    player = min(max(round(whole * _PLAYER_SHARE), _PLAYER_LEAST), _PLAYER_MOST)
    player = min(player, max((whole - number - points - _RESULT_LEAST) // 4, 1))
    result = max(whole - number - points - 4 * player, 1)
    return [number, result, points, player, player, player, player]


def have_room(whole: int, figures: int) -> bool:
    """Return whether a player's column has space for the wind and ``figures`` figures side by side."""
    return widths(whole)[FIRST_PLAYER] >= (_THREE_FIGURES if figures > 2 else _TWO_FIGURES)


def lefts(whole: int) -> list[int]:
    """Return the left edges of the seven columns, followed by the right edge of the last."""
    edges = [0]
    for width in widths(whole):
        edges.append(edges[-1] + width)
    return edges


_SPARE = 1
"""Number of penalties that fit before the rows become lower."""


class SheetSize(NamedTuple):
    """The sizes of one sheet in one window."""

    title: int
    """Height of the line with the table's number; 0 if it shares a line with the names."""
    head: int
    row: int
    penalty_row: int
    typed_totals: int
    field: int
    total_row: int
    text: Type
    first_name: Type
    """Type of a player's first name in the head of the column."""
    name: Type
    strong: Type
    quiet: Type
    quiet_strong: Type
    figure: Type
    """Type of the totals."""
    total: Type
    most: int
    """Maximum height of a row."""
    lines: int = 3
    """Lines of figures below the typed totals."""
    second: int = 0
    """Part of a row's height that is for a second line of figures."""

    @property
    def totals(self) -> int:
        """Height of the foot."""
        return self.typed_totals + self.lines * self.total_row + 3

    def height_of(self, kind: LineKind) -> int:
        """Return the height of a line of this kind."""
        match kind:
            case LineKind.HAND:
                return self.row
            case LineKind.BAND:
                return self.row - self.second
            case LineKind.PENALTY:
                return self.penalty_row
            case _:
                assert_never(kind)

    def needs(self, rows: int, penalties: int) -> int:
        """Return the height of a whole sheet with this many rows (including bands) and penalties."""
        return self.title + self.head + rows * self.row + penalties * self.penalty_row + self.totals


_TYPE = (Type.DENSE, Type.TOTAL, Type.LABEL, Type.DENSE_TOTAL, Type.CAPTION, Type.CAPTION_STRONG)
_FIGURES, _DENSE_FIGURES = (Type.BODY, Type.TOTAL), (Type.DENSE, Type.DENSE_TOTAL)
_LARGE_TYPE = (Type.LARGE, Type.LARGE_TOTAL, Type.LARGE_NAME, Type.LARGE_TOTAL, Type.DENSE, Type.DENSE_TOTAL)
_LARGE_FIGURES = (Type.LARGE, Type.LARGE_TOTAL)
LARGE = SheetSize(52, 54, 28, 25, 44, 34, 28, *_LARGE_TYPE, *_LARGE_FIGURES, most=36)
NORMAL = SheetSize(48, 48, 24, 22, 40, 30, 25, *_TYPE, *_FIGURES, most=27)
DENSE = SheetSize(0, 44, 21, 20, 25, 22, 22, *_TYPE, *_DENSE_FIGURES, most=27)


class SheetRows(NamedTuple):
    """What a sheet has to show."""

    rows: int = 20
    """Number of bands and hands."""
    penalties: int = 0
    growing: bool = False
    """Whether more rows will follow. There is then space for :data:`_GROWN` rows, and more rows scroll."""
    stacked: bool = False
    """Whether the change of a hand is above the running total, so that a row has two lines of figures."""
    lines: int = 3
    """Lines of figures below the typed totals."""

    @property
    def expected(self) -> int:
        """Number of rows for which the sizes are chosen. They stay the same while rows are added."""
        return _GROWN if self.growing else self.rows

    def of(self, size: SheetSize) -> SheetSize:
        """Return ``size`` adapted to these rows."""
        if not self.stacked:
            return size._replace(lines=self.lines)
        return size._replace(
            row=size.row + _SECOND_LINE, most=size.most + _SECOND_LINE, lines=self.lines, second=_SECOND_LINE
        )


_GROWN = 20
"""Number of rows that a growing sheet has space for: sixteen hands and four bands."""
_SECOND_LINE = 12


def sheet_size(height: int, shown: SheetRows, *, large: bool) -> SheetSize:
    """Return the largest sizes that fit in ``height``; the smallest ones if none fit, and then the sheet scrolls."""
    rows, counted = shown.expected, max(shown.penalties, _SPARE)
    for size in map(shown.of, (LARGE, NORMAL) if large else (NORMAL,)):
        if size.needs(rows, counted) <= height:
            return _grown(size, height, rows, counted)
    return _grown(shown.of(DENSE), height, rows, counted)


def _grown(size: SheetSize, height: int, rows: int, penalties: int) -> SheetSize:
    """Distribute the remaining height among the rows."""
    more = max(height - size.needs(rows, penalties), 0) // rows
    return size._replace(row=min(size.row + more, size.most))


def most_height(shown: SheetRows, *, large: bool) -> int:
    """Return the maximum height of the sheet."""
    size = shown.of(LARGE if large else NORMAL)
    return size._replace(row=size.most).needs(max(shown.rows, shown.expected), max(shown.penalties, _SPARE))


Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class SheetModel(QAbstractTableModel):
    """Seven columns: number, result, points, and one for each player. A change repaints only the lines that differ."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[SheetLine, ...] = ()
        self._names: tuple[str, ...] = ("", "", "", "")
        self.four_values = False
        """Whether each player's hand has a value."""
        self._value_name = VALUE_NAME
        translator.changed.connect(self._retranslate)

    def set_lines(
        self,
        lines: Sequence[SheetLine],
        names: Sequence[str],
        *,
        four_values: bool = False,
        value_name: Text = VALUE_NAME,
    ) -> None:
        """Replace the lines. ``value_name`` is what the rules call the value of a hand."""
        self.four_values, self._value_name = four_values, value_name
        before, after = self._lines, tuple(lines)
        same_names, self._names = tuple(names) == self._names, tuple(names)
        if len(before) != len(after) or not same_names:
            self.beginResetModel()
            self._lines = after
            self.endResetModel()
            return
        self._lines = after
        for row, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                self.dataChanged.emit(self.index(row, 0), self.index(row, COUNT - 1))

    def line(self, row: int) -> SheetLine:
        """Return the line of a row."""
        return self._lines[row]

    def row_of(self, key: RowKey | None) -> int:
        """Return the row of the line with this ``key``, or -1."""
        return next((row for row, line in enumerate(self._lines) if key is not None and line.key == key), -1)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of lines of the sheet."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return 7."""
        return 0 if parent.isValid() else COUNT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text for display, for copying, for tooltips or for screen readers."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(line, index.column())
        if role == Role.COPIED:
            return self._copied(line, index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == RESULT:
            return accessible_text(line, self._names, translator.translate)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == RESULT:
            return self._tip(line)
        if role == Qt.ItemDataRole.ToolTipRole and index.column() >= FIRST_PLAYER:
            return self._cell_tip(line, index.column() - FIRST_PLAYER)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column. A player's column has two or three headings when it is copied."""
        if role == Role.COPIED and section >= FIRST_PLAYER:
            name = self._names[section - FIRST_PLAYER]
            value = (translator.translate(mark("{player}, value", player=name)),) if self.four_values else ()
            return *value, name, translator.translate(mark("{player}, total", player=name))
        if role not in (Qt.ItemDataRole.DisplayRole, Role.COPIED) or orientation is not Qt.Orientation.Horizontal:
            return None
        if section >= FIRST_PLAYER:
            return self._names[section - FIRST_PLAYER]
        return ("#", translator.translate(mark("Result")), translator.translate(self._value_name))[section]

    def _shown(self, line: SheetLine, column: int) -> str:
        if column == NUMBER:
            return str(line.hand) if line.kind is LineKind.HAND else ""
        if column == RESULT:
            return " · ".join(map(without_marks, map(translator.translate, _result(line))))
        if column == POINTS:
            return translator.translate(line.points)
        cell = line.cells[column - FIRST_PLAYER]
        wind = translator.translate(cell.wind.label) if cell.wind is not None else ""
        wind = translator.translate(times_as_east(cell.times)) if cell.times else wind
        return " ".join(part for part in (wind, cell.value, cell.change, cell.total) if part)

    def _copied(self, line: SheetLine, column: int) -> object:
        """Return the text to copy; for a player the value of the hand (if it has one), the change and the total."""
        if column < FIRST_PLAYER:
            return self._shown(line, column)
        cell = line.cells[column - FIRST_PLAYER]
        return (cell.value, cell.change, cell.total) if self.four_values else (cell.change, cell.total)

    def _tip(self, line: SheetLine) -> str:
        """Return everything that may be elided, and the reason of a correction."""
        text = "\n".join(map(without_marks, map(translator.translate, _result(line))))
        if line.tiles:
            text += "\n" + translator.translate(mark("Tiles recorded: {key}", key=key_name("T")))
        if line.corrected:
            text += "\n" + translator.translate(mark("Corrected: {reason}", reason=line.corrected))
        return plain_tooltip(text)

    def _cell_tip(self, line: SheetLine, player: int) -> str | None:
        """Return what the figures of a cell mean, and how often in a row the player deals; None if it is empty."""
        cell = line.cells[player]
        words = cell_words(self._names[player], cell) if self.four_values else None
        if cell.times:
            times = mark("{player}: {times}", player=self._names[player], times=times_as_east(cell.times))
            words = times if words is None else mark("{before}; {text}", before=words, text=times)
        return None if words is None else plain_tooltip(translator.translate(words))

    def _retranslate(self) -> None:
        if self._lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._lines) - 1, COUNT - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, COUNT - 1)


def _result(line: SheetLine) -> tuple[Text, ...]:
    """Return the result of the line, and what else was recorded of it."""
    place = () if line.place is None else (line.place[0],)
    return *place, line.result, *(note.text for note in line.notes)


_CLOSE_NUMBER_BELOW = 30
"""Below this width the number of a hand is closer to its result."""
_SHORTEST = {2: " · D", 3: " ← "}
"""On a narrow sheet: the key of a self-draw, and an arrow for “from”, by the number of parts of the text."""
_WIDEST_PLACE = "W4·8"
"""Sample of the round and the counters of a hand."""
_CLOSE_BELOW, _CLOSE_INSET = 116, 5
"""Below this width of a player's column figures are closer to its edges; the padding used then."""
_CHANGE_AT, _LONGEST_TOTAL, _LONGEST_IN_NARROW, _NARROW = 0.62, "−8888", "−888", 130
"""Position of the change as a share of the player's column, and a sample total that must fit after it: in a column
narrower than the last a shorter one, since the change has to fit there too."""


class _SheetDelegate(QStyledItemDelegate):
    """Paints a cell or a whole line in the colours of the theme."""

    def __init__(self, lines: SheetModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.size = NORMAL
        """The type sizes of the sheet."""
        self.widths = widths(0)
        """Widths of the columns."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a single cell."""
        line, rect, column = self._lines.line(index.row()), QRectF(option.rect), index.column()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.kind is LineKind.BAND and column in (NUMBER, RESULT):
            painter.setClipRect(rect)  # the text spans both cells
        self._ground(painter, rect, line, column, column)
        self._contents(painter, rect, line, column)
        painter.restore()

    def paint_ground(self, painter: QPainter, row: int, rect: QRectF) -> None:
        """Paint the background of a whole line."""
        self._ground(painter, rect, self._lines.line(row), NUMBER, COUNT - 1)

    def paint_contents(self, painter: QPainter, row: int, rect: QRectF) -> None:
        """Paint what is in a whole line.

        Preparing the painter takes as long as painting the text, so it is done once and not for each of seven cells.
        """
        line, left, top, high = self._lines.line(row), rect.left(), rect.top(), rect.height()
        for column, width in enumerate(self.widths):
            if column != NUMBER or line.kind is not LineKind.BAND:  # its text spans the next cell too
                self._contents(painter, QRectF(left, top, width, high), line, column)
            left += width

    def _contents(self, painter: QPainter, rect: QRectF, line: SheetLine, column: int) -> None:
        if line.kind is LineKind.BAND and column in (NUMBER, RESULT):
            before = 0 if column == NUMBER else self.widths[NUMBER]
            self._band(painter, rect.adjusted(-before, 0, 0, 0), line)
        elif column == NUMBER:
            self._number(painter, rect, line)
        elif column == RESULT:
            self._result(painter, rect, line)
        elif column == POINTS:
            self._points(painter, rect, line)
        elif line.kind is LineKind.BAND:
            self._seat(painter, rect, line.cells[column - FIRST_PLAYER])
        else:
            self._cell(painter, rect, line, line.cells[column - FIRST_PLAYER])

    def _ground(self, painter: QPainter, rect: QRectF, line: SheetLine, first: int, last: int) -> None:
        """Paint the background of the columns ``first`` to ``last``, which fill ``rect``."""
        tokens = theme.tokens
        spread = line.waiting or line.kind is LineKind.PENALTY
        if (line.current or line.kind is LineKind.BAND) and not (spread and first == POINTS):
            more = self.widths[POINTS] if spread and last == RESULT else 0
            colour = tokens.accent_soft if line.current and line.kind is not LineKind.BAND else tokens.band
            painter.fillRect(rect.adjusted(0, 0, more, 0), QColor(colour))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), QColor(tokens.paper_line))
        left, rule = rect.left(), QColor(tokens.paper_rule)
        for column in range(first, last + 1):
            if column >= FIRST_PLAYER:
                painter.fillRect(QRectF(left, rect.top(), 1, rect.height()), rule)
            left += self.widths[column]
        if line.current and first == NUMBER:
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height() - 1), QColor(tokens.accent))

    def _number(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        if line.kind is LineKind.HAND:
            kind = self.size.strong if line.current else self.size.text
            colour = theme.tokens.accent if line.current else theme.tokens.text3
            number = rect.adjusted(0, 0, -6 if rect.width() < _CLOSE_NUMBER_BELOW else -12, 0)
            painting.words(
                painter, number, str(line.hand), colour=colour, kind=kind, align=painting.RIGHT, figures=True
            )
        elif line.hand is None:
            painting.words(painter, rect, "–", colour=theme.tokens.text3, kind=self.size.text, align=painting.CENTRE)

    def _result(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        left, right = rect.left() + 4, rect.right() - 2
        if line.kind is LineKind.PENALTY:
            StatusIcon.FLAG.draw(painter, QRectF(left, rect.center().y() - 7, 14, 14))
            place = QRectF(left + 19, rect.top(), right + self.widths[POINTS] - 6 - left - 19, rect.height())
            text = translator.translate(line.result)
            kind = self.size.quiet
            what, _, whom = text.rpartition(" · ")  # the columns show whom too
            number = text.partition(" ")[
                0
            ]  # the number of the fault, or the first word of a penalty in the user's own words
            wordings = (text, what or text, f"{number} · {whom}", number)
            shown = next((each for each in wordings if painting.width_of(each, kind) <= place.width()), number)
            painting.words(painter, place, shown, colour=theme.tokens.danger, kind=kind)
            return
        left += self._place(painter, QRectF(left, rect.top(), right - left, rect.height()), line)
        if line.corrected:
            right -= 20
            colour = theme.tokens.accent if line.current else theme.tokens.text2
            StatusIcon.TO_VERIFY.draw(painter, QRectF(right + 3, rect.center().y() - 7, 14, 14), colour)
        if line.tiles:
            right -= 17
            colour = theme.tokens.accent if line.current else theme.tokens.text2
            icons.paint(painter, "tile", QRectF(right + 2, rect.center().y() - 7, 14, 14), colour)
        if line.waiting:
            right += self.widths[POINTS] - 4
        elif line.points == "–":
            right += self.widths[POINTS] - INSET - 12
        self._pieces(painter, QRectF(left, rect.top(), right - left, rect.height()), line)

    def _place(self, painter: QPainter, rect: QRectF, line: SheetLine) -> float:
        """Paint the round and the counters of a hand in short. Return the width that they take, 0 if there are none."""
        if line.place is None or line.waiting:
            return 0
        colour = theme.tokens.accent if line.current else theme.tokens.text3
        text = translator.translate(line.place[1])
        painting.words(painter, rect, text, colour=colour, kind=self.size.quiet, figures=True)
        widths = (painting.width_of(each, self.size.quiet, figures=True) for each in (text, _WIDEST_PLACE))
        return max(widths) + 4

    def _band(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        tokens, text = theme.tokens, translator.translate(line.result)
        place = rect.adjusted(13, 0, 0, 0)
        painting.words(painter, place, text, colour=tokens.ink, kind=self.size.quiet_strong, elide=False)
        after = place.left() + painting.width_of(text, self.size.quiet_strong) + 8
        wind = next((wind for wind in Wind if wind.letter == line.points), None)
        if wind is None:
            return
        quiet = translator.translate(mark("prevalent wind {wind}", wind=wind.short))
        rest = QRectF(after, rect.top(), rect.right() - after, rect.height())
        if painting.width_of(quiet, self.size.quiet) <= rest.width():
            painting.words(painter, rest, quiet, colour=tokens.text2, kind=self.size.quiet)

    def _points(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        tokens, place = theme.tokens, rect.adjusted(0, 0, -INSET, 0)
        if line.kind is LineKind.BAND:
            if all(cell.wind is None for cell in line.cells):
                return
            text = translator.translate(mark("seat"))
            place.setLeft(place.left() - INSET)
            painting.words(painter, place, text, colour=tokens.text2, kind=self.size.quiet, align=painting.RIGHT)
        elif line.kind is LineKind.HAND and not line.waiting:
            colour = tokens.accent if line.current else tokens.text3 if line.proposed else tokens.ink
            text, kind = translator.translate(line.points), self.size.strong
            if painting.width_of(text, kind, figures=True) > place.width():
                place, kind = rect.adjusted(0, 0, -2, 0), self.size.quiet_strong
            painting.words(painter, place, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)

    def _seat(self, painter: QPainter, rect: QRectF, cell: LineCell) -> None:
        if cell.wind is None:
            return
        place = rect.adjusted(INSET, 0, -4, 0)
        if cell.left is not None and cell.left is not cell.wind:
            before = f"{translator.translate(cell.left.short)} → "
            painting.words(painter, place, before, colour=theme.tokens.text2, kind=self.size.quiet)
            place.setLeft(place.left() + painting.width_of(before, self.size.quiet))
        text = translator.translate(cell.wind.label)
        painting.words(painter, place, text, colour=theme.tokens.ink, kind=self.size.quiet_strong)

    def _cell(self, painter: QPainter, rect: QRectF, line: SheetLine, cell: LineCell) -> None:
        tokens = theme.tokens
        close = self.size.second and rect.width() < _CLOSE_BELOW
        left = rect.left() + (3 if close else 6)
        if cell.wind is not None and self._fits_beside_wind(rect, cell):
            draw_wind(painter, QRectF(left, rect.center().y() - SIDE / 2 - 0.5, SIDE, SIDE), cell.wind)
            left += SIDE + 3
        left += self._signs(painter, QRectF(left, rect.top(), rect.right() - left, rect.height()), cell)
        change, total = tokens.text2, tokens.ink
        if cell.winner:
            change = tokens.ink
        if cell.offender:
            change = tokens.danger
        if line.current:
            change = total = tokens.accent
        strong, plain = self.size.strong, self.size.text
        if self._lines.four_values or self.size.second:
            inset = _CLOSE_INSET if close else INSET
            self._figures(painter, rect.adjusted(left - rect.left(), 0, -inset, -1), line, cell)
            return
        room = self._change_room(rect)
        if cell.times:
            before = rect.left() + room - painting.width_of(cell.change, strong, figures=True)
            self._times(painter, QRectF(left, rect.top(), before - left, rect.height()), cell.times)
        middle = QRectF(rect.left(), rect.top(), room, rect.height())
        end = rect.adjusted(0, 0, -INSET, 0)
        kind = strong if cell.winner or cell.offender else plain
        if painting.width_of(cell.change, kind, figures=True) <= room:
            painting.words(
                painter, middle, cell.change, colour=change, kind=kind, align=painting.RIGHT, elide=False, figures=True
            )
        kind = strong if line.kind is LineKind.HAND else plain
        painting.words(
            painter, end, cell.total, colour=total, kind=kind, align=painting.RIGHT, elide=False, figures=True
        )

    def _change_room(self, rect: QRectF) -> float:
        """Return the width before the total, at the right end of which the change is painted."""
        longest = _LONGEST_IN_NARROW if rect.width() < _NARROW else _LONGEST_TOTAL
        behind = painting.width_of(longest, self.size.strong, figures=True) + INSET + 4
        return min(rect.width() * _CHANGE_AT, rect.width() - behind)

    def _fits_beside_wind(self, rect: QRectF, cell: LineCell) -> bool:
        """Whether the change has space beside the wind. In a very narrow window it has none, and is more important."""
        if not cell.change or self._lines.four_values or self.size.second:
            return True
        kind = self.size.strong if cell.winner or cell.offender else self.size.text
        return 6 + SIDE + painting.width_of(cell.change, kind, figures=True) <= self._change_room(rect)

    def _signs(self, painter: QPainter, rect: QRectF, cell: LineCell) -> float:
        """Paint the signs of riichi and tenpai after the wind. Return the width that they take."""
        if not cell.signs:
            return 0
        text = "".join(map(translator.translate, cell.signs))
        painting.words(painter, rect, text, colour=theme.tokens.accent, kind=self.size.quiet_strong, elide=False)
        return painting.width_of(text, self.size.quiet_strong) + 3

    def _times(self, painter: QPainter, rect: QRectF, times: int) -> float:
        """Paint how many hands in a row East has dealt, in words if they fit. Return the width that it takes."""
        for text in (times_as_east(times), times_as_east_short(times)) if times else ():
            words = translator.translate(text)
            wide = painting.width_of(words, self.size.quiet) + 3
            if wide <= rect.width():
                break
        else:
            return 0
        painting.words(painter, rect, words, colour=theme.tokens.text2, kind=self.size.quiet, elide=False)
        return wide

    def _figures(self, painter: QPainter, rect: QRectF, line: SheetLine, cell: LineCell) -> None:
        """Paint the value of the hand, the change and the total: side by side, or the total below in a narrow column.

        If not even two of them fit, the total and the typed value are shown.
        """
        tokens, strong, plain, quiet = theme.tokens, self.size.strong, self.size.text, self.size.quiet
        moved = tokens.danger if cell.offender else tokens.ink if cell.winner else tokens.text2
        value, change, total = (tokens.accent,) * 3 if line.current else (tokens.text2, moved, tokens.ink)
        stacked = bool(self.size.second) and line.kind is LineKind.HAND
        above, below = rect, rect
        if stacked:
            above = QRectF(rect.left(), rect.top() + 1, rect.width(), rect.height() / 2)
            below = above.translated(0, above.height() - 2)
        else:
            behind = max(painting.width_of(_LONGEST_IN_NARROW, strong, figures=True), rect.width() * 0.36)
            above = rect.adjusted(0, 0, -behind - 6, 0)
        bold = cell.winner or cell.offender
        worth = self.size.quiet_strong if cell.winner else quiet
        left = above.width() - painting.width_of(cell.value, worth, figures=True) - 4
        kind = strong if bold else plain
        if painting.width_of(cell.change, kind, figures=True) > left:
            kind = self.size.quiet_strong if bold else quiet
        moves = painting.width_of(cell.change, kind, figures=True)
        if moves <= left:
            painting.words(
                painter, above, cell.change, colour=change, kind=kind, align=painting.RIGHT, elide=False, figures=True
            )
        after = self._times(painter, rect.adjusted(0, 0, left - moves - rect.width(), 0), cell.times)
        painting.words(
            painter, rect.adjusted(after, 0, 0, 0), cell.value, colour=value, kind=worth, elide=False, figures=True
        )
        kind = strong if line.kind is LineKind.HAND else plain
        painting.words(
            painter, below, cell.total, colour=total, kind=kind, align=painting.RIGHT, elide=False, figures=True
        )

    def _pieces(self, painter: QPainter, rect: QRectF, line: SheetLine) -> None:
        """Paint who won from whom: names, or the numbers of their columns if there is no space for names."""
        parts = pieces(translator.translate(line.result))
        if line.waiting and painting.width_of(parts[0].text, self.size.name) > rect.width():
            parts = pieces(translator.translate(mark("Press 1–4")))
        if sum(self._width(part, line) for part in parts) > rect.width():
            parts = [replace(part, text=part.number or part.text) for part in parts]
        low = sum(self._width(part, line) for part in parts) > rect.width()
        if low and not line.waiting and sum(self._low_width(part) for part in parts) > rect.width():
            parts = [
                part if part.number else replace(part, text=_SHORTEST.get(len(parts), part.text)) for part in parts
            ]
        apart = [note for note in line.notes if not note.signed]
        of_players = [note for note in apart if note.least is not None]
        if of_players:
            names = sum(self._low_width(part) if low else self._width(part, line) for part in parts)
            if names + self._notes_width(note.short for note in of_players) > rect.width():
                parts = [replace(part, text=part.number or part.text) for part in parts]
        left = self._names(painter, rect, line, parts, low=low)
        rest = rect.adjusted(left - rect.left(), 0, 0, 0)
        colour = theme.tokens.accent if line.current else theme.tokens.text2
        for notes in (
            [note.text for note in apart],
            [note.short for note in apart],
            [note.short for note in of_players],
            [note.least for note in of_players if note.least is not None],
        ):
            if notes and self._notes_width(notes) <= rest.width():
                painting.words(painter, rest, _noted(notes), colour=colour, kind=self.size.quiet)
                return

    def _notes_width(self, notes: Iterable[Text]) -> float:
        return painting.width_of(_noted(notes), self.size.quiet)

    def _names(self, painter: QPainter, rect: QRectF, line: SheetLine, parts: list[Piece], *, low: bool) -> float:
        """Paint the parts of a result. Return their right edge."""
        tokens, left = theme.tokens, rect.left()
        for part in parts:
            kind = self.size.quiet if low else self._kind(part, line)
            wide = painting.width_of(part.text, kind)
            told = tokens.text3 if line.proposed else tokens.ink if part.strong else tokens.text2
            colour = tokens.accent if line.current else told
            place = QRectF(left, rect.top(), min(wide + 0.5, rect.right() - left), rect.height())
            painting.words(painter, place, part.text, colour=colour, kind=kind)
            left += wide
        return left

    def _low_width(self, part: Piece) -> float:
        return painting.width_of(part.text, self.size.quiet)

    def _width(self, part: Piece, line: SheetLine) -> float:
        return painting.width_of(part.text, self._kind(part, line))

    def _kind(self, part: Piece, line: SheetLine) -> Type:
        return self.size.name if part.strong or line.waiting else self.size.text


def _noted(notes: Iterable[Text]) -> str:
    return "".join(f" · {translator.translate(note)}" for note in notes)


class SheetView(WholeRows):
    """The lines of the sheet. Arrows and clicks choose a hand or a penalty; the page decides which one is current."""

    row_chosen = Signal(object)
    """The user clicked a :class:`RowKey`."""
    row_moved = Signal(int)
    """The user pressed an arrow: -1 up, 1 down."""
    room_changed = Signal(int)
    """The columns now have this total width."""
    left = Signal()
    """The user pressed Enter or Esc to go back to the entry."""

    def __init__(self, model: SheetModel, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = model
        self.setModel(model)
        self._delegate = _SheetDelegate(model, self)
        self.setItemDelegate(self._delegate)
        self.setProperty("plain", True)
        self.setProperty("ring", False)
        self.setShowGrid(False)
        # paintEvent fills the whole viewport, so Qt need not paint what is below it
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(10)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        model.modelReset.connect(self._size_rows)
        translator.follow(self._retranslate)

    def show_row(self, key: RowKey | None) -> None:
        """Scroll to the line with this ``key``, its band and its penalties, and make it current for screen readers."""
        row = self._lines.row_of(key)
        if row < 0:
            self.selectionModel().clearCurrentIndex()
            return
        index = self._lines.index(row, RESULT)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        band = row - 1 if row and self._lines.line(row - 1).kind is LineKind.BAND else row
        last, count = row, self._lines.rowCount()
        while last + 1 < count and self._lines.line(last + 1).kind is LineKind.PENALTY:
            last += 1
        for shown in (self._lines.index(band, RESULT), self._lines.index(last, RESULT), index):
            # Qt repaints the area that it is asked to scroll to, even if it is visible already
            if not self.viewport().rect().contains(self.visualRect(shown)):
                self.scrollTo(shown)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        if size != self._delegate.size:
            self._delegate.size = size
            self._size_rows()
            self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return the size of the whole sheet."""
        return QSize(760, self.verticalHeader().length())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by a line, go back to the entry, copy or select. The page handles all other keys."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.clearSelection()
            self.row_moved.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            copy_selection(self)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            last = self._lines.index(self._lines.rowCount() - 1, COUNT - 1)
            whole = QItemSelection(self._lines.index(0, 0), last)
            self.selectionModel().select(whole, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the selection made for copying, unless another window was activated."""
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self.clearSelection()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the line under the pointer."""
        index = self.indexAt(event.position().toPoint())
        key = self._lines.line(index.row()).key if index.isValid() else None
        if key is not None:
            self.row_chosen.emit(key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width among the columns."""
        super().resizeEvent(event)
        whole = self.viewport().width()
        self._delegate.widths = widths(whole)
        for column, width in enumerate(self._delegate.widths):
            self.setColumnWidth(column, width)
        self.room_changed.emit(whole)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, the lines, and the focus ring if it has the focus."""
        tokens, changed, whole = theme.tokens, event.rect(), self.viewport().rect()
        painter = painting.begin(self.viewport())
        painter.fillRect(whole, QColor(tokens.paper))
        edges = lefts(whole.width())
        for column in range(FIRST_PLAYER, COUNT):
            painter.fillRect(QRectF(edges[column], 0, 1, whole.height()), QColor(tokens.paper_rule))
        for row in range(self._lines.rowCount()):
            top, high = self.rowViewportPosition(row), self.rowHeight(row)
            if top + high <= changed.top() or top > changed.bottom():
                continue
            line = QRectF(0, top, whole.width(), high)
            self._delegate.paint_ground(painter, row, line)
            if top < changed.bottom():  # else only its first pixel is painted: Qt adds it to the line above
                self._delegate.paint_contents(painter, row, line)
        painter.end()
        if self.selectionModel().hasSelection():
            chosen = QColor(theme.tokens.accent)
            chosen.setAlpha(28)
            QPainter(self.viewport()).fillRect(self.viewport().rect(), chosen)
        if self.hasFocus() and self.currentIndex().isValid():
            self._focus_frame()

    def _focus_frame(self) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = QRectF(self.visualRect(self.currentIndex()))
        row.setLeft(0)
        row.setRight(self.viewport().width())
        painting.box(painter, row, radius=3, border=theme.tokens.accent, width=2)
        painter.end()

    def _size_rows(self) -> None:
        for row in range(self._lines.rowCount()):
            self.setRowHeight(row, self._delegate.size.height_of(self._lines.line(row).kind))
        self.updateGeometry()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Score sheet")))
