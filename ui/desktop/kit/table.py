"""A table on the screen, described by its columns like the tables of PDF, Excel and HTML reports.

A column is a :class:`reports.column.Column` of a report, and adds what only a screen
needs: a width, and the style of a cell. Rows are frozen values; setting equal rows again repaints nothing.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import groupby
from math import ceil
from typing import Any, Generic, TypeVar, assert_never, overload

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from reports.column import Cell, Column, Emphasis, Kind, Value
from reports.writers.wording import is_whole_fraction, score_text
from tournament.language import (
    Search,
    Text,
    amount_text,
    average_text,
    folded,
    fraction_text,
    integer_text,
    mark,
)
from tournament.rules.pattern import Names
from ui.desktop.theme import Room, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import (
    PAD,
    AverageDelegate,
    DrawnCell,
    FractionDelegate,
    MoveDelegate,
    NumberDelegate,
    Role,
    TextDelegate,
)
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.list_table import ColumnWidth, ListTable, room_for, share_width
from ui.desktop.widgets.signs import StatusIcon

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
_ROOT = QModelIndex()
_LEAST, _LEAST_NAME = 60, 96
"""Minimum width of a column, and of a column with player names, in pixels."""
_USUAL_NAME, _BESIDE_NAME, _FRAME = 240, 40, 8
"""In a table of limited width: the least room for names, the air beside the longest, and the frame around all."""
_LONG, _FEW = 1_000, 20
"""From this many rows on, a change of this many makes columns wider, but not narrower: measuring all rows is slow."""
_AIR = 2
"""Pixels added to a heading that is wider than the width given for its column."""


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a cell looks, apart from its value."""

    second: Text | str = ""
    """A second, quieter line."""
    sign: StatusIcon | None = None
    """A sign before the text."""
    type: Type | None = None
    """A step of the type scale; None uses that of the column's emphasis."""
    tone: Tone | None = None
    struck: bool = False
    """Whether it is struck through, because it no longer counts."""
    share: float | None = None
    """Length of the bar beside the number, from 0 to 1; None draws no bar."""
    ground: str = ""
    """Name of the colour token of the background; empty for none."""
    tooltip: Text | str = ""
    """A tooltip; empty shows the text and its second line."""
    accessible_text: Text | str = ""
    """Text for screen readers; empty gives them the text and its second line."""
    selectable: bool = True
    """Whether the cursor can be in the cell."""


_PLAIN = CellStyle()


@dataclass(frozen=True, slots=True)
class TableColumn(Column[Row]):
    """A column with what only a screen needs."""

    width: int = 0
    """In pixels at 100 % scale. Columns with 0 share the remaining width according to their contents."""
    wish: int = 0
    """Maximum width in pixels that a column without a fixed width requests; 0 for that of its longest text."""
    short: int = 0
    """The width in pixels of short texts in a column without a fixed width; 0 for that of most columns."""
    yields: bool = False
    """Whether it gets more than ``enough`` only when no text of the other columns is cut."""
    enough: int = 0
    """In a column that yields: the width in pixels that it gets before the longest texts of the others."""
    style: Callable[[Row], CellStyle] = lambda _row: _PLAIN
    """How a cell looks. It may depend on other things than its row only if the rows are shown again when these
    change."""
    heading_hidden: bool = False
    """Whether the heading is not drawn, because the contents need none. Screen readers still get it."""
    delegate: Callable[[], TextDelegate] | None = None
    """Creates the delegate that draws the cells; None uses that of the kind."""
    sort_key: Callable[[Row], Any] | None = None
    """The key by which this column sorts rows; None sorts by its numbers or text."""

    @overload
    @staticmethod
    def showing(column: Column[Row], **on_screen: Any) -> "TableColumn[Row]": ...

    @overload
    @staticmethod
    def showing(column: Column[Any], value: Callable[[Row], Value], **on_screen: Any) -> "TableColumn[Row]": ...

    @staticmethod
    def showing(
        column: Column[Any], value: Callable[[Row], Value] | None = None, **on_screen: Any
    ) -> "TableColumn[Row]":
        """Return ``column``, read by ``value`` if that is given, with what a screen adds: the fields of this class."""
        described = {each.name: getattr(column, each.name) for each in fields(column)}
        return TableColumn(**(described | ({} if value is None else {"value": value}) | on_screen))

    def make_delegate(self) -> TextDelegate:
        """Return the delegate that draws the cells."""
        if self.delegate is not None:
            return self.delegate()
        strong = self.emphasis is Emphasis.STRONG
        match self.kind:
            case Kind.TEXT | Kind.CODE | Kind.CHOICE | Kind.YES_NO | Kind.MOMENT:
                return TextDelegate()
            case Kind.INTEGER | Kind.SIGNED:
                return NumberDelegate(kind=Type.TOTAL if strong else Type.BODY)
            case Kind.POINTS:
                return FractionDelegate(kind=Type.TOTAL if strong else Type.BODY)
            case Kind.AVERAGE | Kind.AMOUNT:
                return AverageDelegate(strong=strong)
            case Kind.MOVEMENT:
                return MoveDelegate()
            case _:
                assert_never(self.kind)


_NUMBERS = (Kind.INTEGER, Kind.SIGNED, Kind.AVERAGE, Kind.AMOUNT)
"""Kinds whose columns are at least as wide as their longest number."""


def cell_text(value: Cell, kind: Kind) -> str:
    """The text of a cell with ``value`` in the current language; empty for None."""
    match value:
        case None:
            return ""
        case int() | Fraction() if kind is Kind.AVERAGE:
            return average_text(Fraction(value), translator.language.code)
        case int() | Fraction() if kind is Kind.AMOUNT:
            return amount_text(value, translator.language.code)
        case Names():
            return value.of(translator.language.code)
        case int():
            return score_text(value) if kind in (Kind.SIGNED, Kind.MOVEMENT) else integer_text(value)
        case Fraction() if kind is Kind.SIGNED and not is_whole_fraction(value):
            return score_text(value)
        case Fraction():
            return fraction_text(value, translator.language.code)
        case str() | Text():
            return translator.translate(value)
        case _:
            assert_never(value)


class TableModel(QAbstractTableModel, Generic[Row]):
    """A model of rows and columns. Setting equal rows again repaints nothing."""

    def __init__(self, columns: Sequence[TableColumn[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: tuple[Row, ...] = ()
        self._last_style: tuple[Row, TableColumn[Row], CellStyle] | None = None
        """The last style that was computed, because painting a cell needs it once for each role."""
        translator.changed.connect(self._retranslate)

    @property
    def columns(self) -> tuple[TableColumn[Row], ...]:
        """The columns, from left to right."""
        return self._columns

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, from top to bottom."""
        return self._rows

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Replace the columns."""
        self._last_style = None
        self.beginResetModel()
        self._columns = tuple(columns)
        self.endResetModel()

    def set_rows(self, rows: Sequence[Row]) -> list[int]:
        """Replace the rows. Return the numbers of those that are new or changed; only these are repainted."""
        self._last_style = None
        before, after = self._rows, tuple(rows)
        pairs = enumerate(zip(before, after, strict=False))
        first = next((n for n, (old, new) in pairs if old is not new and old != new), None)
        if first is None:
            first = min(len(before), len(after))
        # Insert or remove rows at the first difference, so that the rows after it keep their cursor and selection.
        more = len(after) - len(before)
        if more > 0:
            self.beginInsertRows(_ROOT, first, first + more - 1)
            self._rows = before = before[:first] + after[first : first + more] + before[first:]
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(_ROOT, first, first - more - 1)
            self._rows = before = before[:first] + before[first - more :]
            self.endRemoveRows()
        self._rows = after
        rest = range(first, len(after))
        changed = [n for n in rest if before[n] is not after[n] and before[n] != after[n]]
        for top, bottom in _runs(changed):
            self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(self._columns) - 1))
        return sorted({*range(first, first + more), *changed})

    def append_rows(self, rows: Sequence[Row]) -> None:
        """Add rows at the bottom."""
        if rows:
            self.beginInsertRows(_ROOT, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += tuple(rows)
            self.endInsertRows()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """The number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """The number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def text(self, row: Row, column: TableColumn[Row]) -> str:
        """The text of a cell."""
        return cell_text(column.cell(row), column.kind)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, value and style of a cell, by role."""
        if not index.isValid():
            return None
        column, row = self._columns[index.column()], self._rows[index.row()]
        if role == Role.CELL:
            return self.drawn(row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Role.VALUE:
            value = column.cell(row)
            return value if isinstance(value, int | Fraction) else None
        if role == Role.ROW:
            return row
        return self._styled(row, column, role)

    def drawn(self, row: Row, column: TableColumn[Row]) -> DrawnCell:
        """The cell of ``row`` in ``column`` with everything needed to draw it."""
        value, style = column.cell(row), self._style(row, column)
        return DrawnCell(
            text=cell_text(value, column.kind),
            value=value if isinstance(value, int | Fraction) else None,
            kind=style.type or _TYPES.get(column.emphasis),
            tone=style.tone or (Tone.TEXT2 if column.emphasis is Emphasis.MUTED else None),
            sign=style.sign,
            second=translator.translate(style.second),
            struck=style.struck,
            ground=style.ground,
            share=style.share,
            row=row,
        )

    def _style(self, row: Row, column: TableColumn[Row]) -> CellStyle:
        last = self._last_style
        if last is None or last[0] is not row or last[1] is not column:
            last = self._last_style = row, column, column.style(row)
        return last[2]

    def _styled(self, row: Row, column: TableColumn[Row], role: int) -> object:
        style = self._style(row, column)
        match role:
            case Qt.ItemDataRole.ToolTipRole:
                return self._tooltip(row, column, style)
            case Qt.ItemDataRole.AccessibleTextRole:
                second = translator.translate(style.second)
                words = f"{self.text(row, column)}, {second}" if second else self.text(row, column)
                return translator.translate(style.accessible_text) or words
            case Role.KIND:
                return style.type or _TYPES.get(column.emphasis)
            case Role.TONE:
                return style.tone or (Tone.TEXT2 if column.emphasis is Emphasis.MUTED else None)
            case Role.SECOND:
                return translator.translate(style.second) or None
            case Role.SIGN:
                return style.sign
            case Role.STRUCK:
                return style.struck or None
            case Role.GROUND:
                return style.ground or None
            case Role.SHARE:
                return style.share
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The flags of a cell. A cell that is not selectable has none that let the cursor enter it."""
        if index.isValid() and not self._style(self._rows[index.row()], self._columns[index.column()]).selectable:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The headings of the columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        visible = role == Qt.ItemDataRole.DisplayRole and not column.heading_hidden
        return translator.translate(column.heading) if visible or role == Qt.ItemDataRole.AccessibleTextRole else None

    def _tooltip(self, row: Row, column: TableColumn[Row], style: CellStyle) -> str | None:
        if style.tooltip:
            return plain_tooltip(translator.translate(style.tooltip))
        if not style.second:
            return None  # the delegate shows a tooltip if text is cut
        return plain_tooltip(f"{self.text(row, column)} · {translator.translate(style.second)}")

    def _retranslate(self) -> None:
        self._last_style = None
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._columns) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each run of consecutive ascending ``numbers``."""
    for _, run in groupby(enumerate(numbers), lambda each: each[1] - each[0]):
        found = [number for _, number in run]
        yield found[0], found[-1]


_TYPES = {Emphasis.NAME: Type.NAME, Emphasis.STRONG: Type.TOTAL}


class SearchedRows(QSortFilterProxyModel, Generic[Row]):
    """The rows of a table that match a search, sorted by a column."""

    def __init__(self, source: TableModel[Row], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows_model = source
        self.search = Search("")
        self.setSourceModel(source)

    def set_search(self, typed: str) -> None:
        """Show only rows that contain all words of ``typed``; all rows if it is empty."""
        search = Search(typed)
        if search != self.search:
            self.beginFilterChange()
            self.search = search
            self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The heading of a column. Screen readers also get the sort order if the rows are sorted by it."""
        head = super().headerData(section, orientation, role)
        if role != Qt.ItemDataRole.AccessibleTextRole or section != self.sortColumn() or not head:
            return head
        upwards = self.sortOrder() is Qt.SortOrder.AscendingOrder
        if upwards:
            return translator.translate(mark("{column}, ascending", column=head))
        return translator.translate(mark("{column}, descending", column=head))

    def finds(self, row: Row) -> bool:
        """Whether ``row`` contains all searched words, each in any column."""
        model = self.rows_model
        return not self.search or self.search.finds(*(model.text(row, column) for column in model.columns))

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether the row matches the search."""
        return self.finds(self.rows_model.rows[source_row])

    def lessThan(self, left: Index, right: Index) -> bool:
        """Whether ``left`` comes first in the sorted column. Equal values keep the order of the source."""
        column, rows = self.rows_model.columns[left.column()], self.rows_model.rows
        one, other = self.sort_value(rows[left.row()], column), self.sort_value(rows[right.row()], column)
        return bool((one, left.row()) < (other, right.row()))

    def sort_value(self, row: Row, column: TableColumn[Row]) -> Any:
        """The sort key of ``row`` in ``column``: a number, or text folded as for a search. Empty values come last."""
        if column.sort_key is not None:
            return column.sort_key(row)
        value = column.cell(row)
        if isinstance(value, int | Fraction):
            return False, value, ""
        text = folded(cell_text(value, column.kind))
        return not text, 0, text


class TableView(ListTable, Generic[Row]):
    """A table of ``Row``. The cursor stays on its row when rows are added or removed."""

    row_chosen = Signal(object)
    """The user pressed Enter on this row or double-clicked it."""
    row_changed = Signal(object)
    """The cursor moved to this row, or to no row (None)."""

    def __init__(
        self,
        name: Text | str,
        columns: Sequence[TableColumn[Row]],
        *,
        key: Callable[[Row], Hashable] | None = None,
        searched: bool = False,
        tall: bool = False,
        plain: bool = False,
        equal: bool = False,
        limited: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Create a table whose rows are identified by ``key``. A ``searched`` table can be sorted and searched.

        With ``equal``, all columns without a fixed width get the same width, whatever they contain. A ``limited`` table
        is no wider than its contents need, so that the eyes need not travel far from a name to its figures.
        """
        super().__init__(name, tall=tall, plain=plain, parent=parent)
        self._key, self._equal, self._limited = key, equal, limited
        self._asked_widths: dict[int, ColumnWidth] = {}
        self.rows_model = self.make_model(columns)
        self.found = self.make_search() if searched else None
        self.setModel(self.found or self.rows_model)
        self.horizontalHeader().setStretchLastSection(False)
        self.setSortingEnabled(searched)
        self._apply_columns()
        self.activated.connect(lambda index: self.row_chosen.emit(self.row_at(index)))
        self.selectionModel().currentRowChanged.connect(
            lambda index, _before: self.row_changed.emit(self.row_at(index))
        )
        translator.changed.connect(self._measure_all)

    def make_model(self, columns: Sequence[TableColumn[Row]]) -> TableModel[Row]:
        """Return the model of the rows. A table with editable cells overrides it."""
        return TableModel(columns, self)

    def make_search(self) -> SearchedRows[Row]:
        """Return the proxy that searches and sorts the rows."""
        return SearchedRows(self.rows_model, self)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows from top to bottom, whether the search finds them or not."""
        return self.rows_model.rows

    @property
    def measured_rows(self) -> Sequence[Row]:
        """The rows by whose contents the columns are sized."""
        return self.rows

    @property
    def current_row(self) -> Row | None:
        """The row under the cursor, or None."""
        return self.row_at(self.currentIndex())

    def row_at(self, index: Index) -> Row | None:
        """The row that ``index`` shows, or None."""
        place = self.found.mapToSource(index) if self.found is not None else index
        return self.rows_model.rows[place.row()] if place.isValid() else None

    def set_search(self, typed: str) -> None:
        """Show only rows that contain all words of ``typed``."""
        assert self.found is not None, "the table was not made to be searched"
        self.found.set_search(typed)

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Replace the columns. The cursor stays on its row."""
        kept = self.current_row
        self.rows_model.set_columns(columns)
        self._apply_columns()
        if kept is not None and self._key is not None:
            self.select(self._key(kept))

    def show_rows(self, rows: Sequence[Row]) -> list[int]:
        """Replace the rows. The cursor stays on its row, or on the same line if that row was removed.

        Return the numbers of the rows that are new or changed.
        """
        kept, line, count = self.current_row, self.currentIndex().row(), len(self.rows)
        changed = self.rows_model.set_rows(rows)
        if min(count, len(self.rows)) >= _LONG and len(changed) + abs(len(self.rows) - count) <= _FEW:
            self._widen_for([self.rows[place] for place in changed])
        elif changed or count != len(self.rows):
            self._measure_cells()
        if kept is None or (self._key is not None and self.select(self._key(kept))):
            return changed
        if self.model().rowCount():
            self.select_line(min(line, self.model().rowCount() - 1))
        return changed

    def select(self, key: Hashable) -> bool:
        """Move the cursor to the row with ``key``. Return False if it is not shown."""
        if self._key is None:
            return False
        number = next((number for number, row in enumerate(self.rows) if self._key(row) == key), None)
        if number is None:
            return False
        index = self.rows_model.index(number, 0)
        place = self.found.mapFromSource(index) if self.found is not None else index
        if place.isValid() and place.row() != self.currentIndex().row():
            self.select_line(place.row())
        return place.isValid()

    def select_line(self, line: int) -> None:
        """Move the cursor to ``line``, from 0: in the current column, or the first column that can be selected."""
        columns = (max(self.currentIndex().column(), 0), *range(self.model().columnCount()))
        indexes = (self.model().index(line, column) for column in columns)
        selectable = next((index for index in indexes if index.flags() & Qt.ItemFlag.ItemIsSelectable), None)
        if selectable is not None:
            self.setCurrentIndex(selectable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Move the cursor to the first row that can be selected if it is on none."""
        super().focusInEvent(event)
        line = 0
        while not self.currentIndex().isValid() and line < self.model().rowCount():
            self.select_line(line)
            line += 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width again. In a large window rows and type are larger."""
        super().resizeEvent(event)
        window = self.window()
        if self.set_large(Room(window.width(), window.height()).large and not self.property("plain")):
            self._measure_all()
        else:
            self.share_width()

    def share_width(self) -> None:
        """Distribute the remaining width among the columns without a fixed width, so that they fill the table."""
        header = self.horizontalHeader()
        shown = {place: wish for place, wish in self._asked_widths.items() if not self.isColumnHidden(place)}
        if not shown:
            return
        room = self._room_beside(self._asked_widths)
        if self._equal or len(shown) == 1:
            least = min(*(wish.whole for wish in shown.values()), _USUAL_NAME) if self._limited else 0
            each = max(room // len(shown), least, header.minimumSectionSize())
            widths = [each] * len(shown)
        else:
            widths = share_width(room, list(shown.values()))
        # The pixels lost by rounding down.
        widths[-1] += max(room - sum(widths), 0)
        for place, width in zip(shown, widths, strict=True):
            header.resizeSection(place, width)

    def _room_beside(self, flexible: Collection[int]) -> int:
        """The width in pixels that remains for the columns ``flexible`` when all others have theirs."""
        header = self.horizontalHeader()
        fixed = (place for place in range(header.count()) if place not in flexible)
        return self.viewport().width() - sum(header.sectionSize(place) for place in fixed)

    def _apply_columns(self) -> None:
        header, columns = self.horizontalHeader(), self.rows_model.columns
        flexible = [place for place, each in enumerate(columns) if not each.width]
        for place, each in enumerate(columns):
            self.set_delegate(place, each.make_delegate())
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
        self._asked_widths = dict.fromkeys(flexible, ColumnWidth(_LEAST, _LEAST))
        self._measure_all()

    def _measure_all(self) -> None:
        """Measure everything again after the language or the size of the type changed. Subclasses extend it."""
        self._measure_cells()

    def _head_width(self, place: int, column: TableColumn[Row]) -> int:
        delegate = self.itemDelegateForColumn(place)
        if column.heading_hidden or not isinstance(delegate, TextDelegate):
            return 0
        sortable = self.found is not None
        kind = Type.CAPTION_STRONG if delegate.head_strong or sortable else Type.HEAD
        words = ceil(painting.width_of(translator.translate(column.heading), self.enlarged(kind)))
        return words + 2 * PAD + delegate.most_inset

    def _fixed_width(self, place: int, column: TableColumn[Row], rows: Sequence[Row]) -> int:
        """The fixed width of a column in pixels, enlarged if its heading or the longest number of ``rows`` needs it."""
        head, delegate = self._head_width(place, column), self.itemDelegateForColumn(place)
        meant = column.width + column.width // 8 if self.large else column.width
        width = meant if head <= meant else head + _AIR
        if isinstance(delegate, FractionDelegate):
            return max(width, delegate.room)
        if column.kind not in _NUMBERS or not isinstance(delegate, TextDelegate):
            return width
        texts = {self.rows_model.text(row, column) for row in rows}
        # Measuring is slow. With digits of equal width only the longest texts can be the widest, give or take a sign.
        longest = max(map(len, texts), default=0)
        return max(width, delegate.room_for(text for text in texts if len(text) >= longest - 1))

    def _measure_cells(self) -> None:
        for place, column in enumerate(self.rows_model.columns):
            delegate = self.itemDelegateForColumn(place)
            if isinstance(delegate, FractionDelegate):
                delegate.measure(value for row in self.rows if isinstance(value := column.cell(row), int | Fraction))
            if column.width:
                self.horizontalHeader().resizeSection(place, self._fixed_width(place, column, self.rows))
        self.horizontalHeader().viewport().update()
        if self._is_measured:
            for place in self._asked_widths:
                self._asked_widths[place] = self._asked_width(place, self.measured_rows)
        if self._limited:
            self.setMaximumWidth(self._most_width())
        self.share_width()

    def _widen_for(self, rows: Sequence[Row]) -> None:
        """Make columns as wide as ``rows``, which changed among many others, need."""
        columns = self.rows_model.columns
        if self._limited or any(isinstance(self.itemDelegateForColumn(each), FractionDelegate)
                                for each in range(len(columns))):  # fmt: skip
            self._measure_cells()
            return
        header = self.horizontalHeader()
        for place, column in enumerate(columns):
            if column.width:
                width = self._fixed_width(place, column, rows)
                header.resizeSection(place, max(width, header.sectionSize(place)))
            elif self._is_measured:
                before, now = self._asked_widths[place], self._asked_width(place, rows)
                self._asked_widths[place] = now if now.whole > before.whole else before
        self.share_width()

    @property
    def _is_measured(self) -> bool:
        """Whether columns without a fixed width have one by their contents."""
        return (len(self._asked_widths) > 1 and not self._equal) or self._limited

    def _asked_width(self, place: int, rows: Sequence[Row]) -> ColumnWidth:
        """The width that a column without a fixed one requests for ``rows``."""
        column, delegate = self.rows_model.columns[place], self.itemDelegateForColumn(place)
        name = column.emphasis is Emphasis.NAME
        least = max(self._head_width(place, column) + _AIR, _LEAST_NAME if name else _LEAST)
        texts = (self.rows_model.text(row, column) for row in rows)
        whole = room_for(texts, self.enlarged(_TYPES.get(column.emphasis, Type.BODY)), least=least)
        if self._limited:  # it would cut the smaller lines below, such as members of a team, beside empty space
            below = (self.rows_model.drawn(row, column).second for row in rows)
            whole = room_for(below, self.enlarged(Type.CAPTION), least=whole)
        if isinstance(delegate, TextDelegate) and whole > least:
            whole += delegate.before_text
        if column.wish:
            whole = max(min(column.wish, whole), least)
        asked = ColumnWidth(least, whole, name, column.yields, column.enough)
        return asked._replace(short=column.short) if column.short else asked

    def _most_width(self) -> int:
        """The width at which no text of a column is cut, with some air beside the names."""
        fixed = (
            self._fixed_width(place, column, self.rows)
            for place, column in enumerate(self.rows_model.columns)
            if column.width
        )
        names = (max(column.whole, _USUAL_NAME) + _BESIDE_NAME for column in self._asked_widths.values())
        around = 2 * self.frameWidth() + self.verticalScrollBar().sizeHint().width() + _FRAME
        return sum(fixed) + sum(names) + around
