"""A table on the screen, described by its columns: the fourth writer, beside PDF, Excel and HTML.

A column has the heading, cell, kind and emphasis of a :class:`reports.document.Field`, and what only a screen has: a
width, and how a cell looks beside its value. Rows are frozen values; equal rows set again repaint nothing.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, Generic, TypeVar, assert_never

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

from reports.document import Cell, Emphasis, Field, Kind
from tournament.language import (
    Search,
    Text,
    amount_text,
    average_text,
    folded,
    fraction_text,
    integer_text,
    mark,
    signed_text,
)
from tournament.rules.pattern import Names
from ui.desktop.theme import Room, Tone, Type, WidthClass
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
from ui.desktop.widgets.list_table import ListTable
from ui.desktop.widgets.sharing import Wish, room_for, shared
from ui.desktop.widgets.signs import StatusIcon

Index = QModelIndex | QPersistentModelIndex
Row = TypeVar("Row")
_ROOT = QModelIndex()
_LEAST, _LEAST_NAME = 60, 96
"""Widths that a column keeps, whatever else gives way; of one that names players."""
_AIR = 2
"""Pixels beside a head that is wider than its column was meant to be."""
_SORT_ARROW = 13
"""Room of the arrow after the head by which a table is sorted."""
_GREATEST, _MEASURED = 360, 200
"""Width that any column may have in a wide window; rows that are measured to let a column have more."""


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a cell looks, beside its value."""

    second: Text | str = ""
    """A quieter line below."""
    sign: StatusIcon | None = None
    """Stands before the words."""
    type: Type | None = None
    """Instead of what the emphasis of the column says."""
    tone: Tone | None = None
    struck: bool = False
    """Struck through: it does not count any more."""
    share: float | None = None
    """0 to 1: how long the bar beside the number is."""
    ground: str = ""
    """Name of the colour token under the cell."""
    tooltip: Text | str = ""
    """Instead of the words and the line below."""
    accessible_text: Text | str = ""
    """For a screen reader, instead of the words and the line below."""
    selectable: bool = True
    """The cursor can stand on it."""


_PLAIN = CellStyle()


@dataclass(frozen=True, slots=True)
class TableColumn(Generic[Row]):
    """One column of a table of ``Row``."""

    heading: Text
    cell: Callable[[Row], Cell]
    kind: Kind = Kind.TEXT
    emphasis: Emphasis = Emphasis.PLAIN
    width: int = 0
    """In pixels at 100 % scale; columns without one share what the others leave, by what stands in them."""
    wish: int = 0
    """The most that a column without a width asks of what is shared, in pixels, however long what stands in it is."""
    style: Callable[[Row], CellStyle] = lambda _row: _PLAIN
    """How a cell looks; what it follows beside its row may change only when rows are shown again."""
    heading_hidden: bool = False
    """The heading is only for a screen reader: what stands in the column needs none."""
    delegate: Callable[[], TextDelegate] | None = None
    """Draws the cells, where kind and emphasis do not say enough."""
    sort_key: Callable[[Row], Any] | None = None
    """What rows are sorted by in this column, instead of its numbers or words."""

    @staticmethod
    def of(
        field: Field[Row],
        *,
        width: int = 0,
        style: Callable[[Row], CellStyle] = lambda _row: _PLAIN,
        heading_hidden: bool = False,
        delegate: Callable[[], TextDelegate] | None = None,
    ) -> "TableColumn[Row]":
        """The column of a field that reports have too."""
        return TableColumn(
            field.heading,
            field.cell,
            field.kind,
            field.emphasis,
            width,
            style=style,
            heading_hidden=heading_hidden,
            delegate=delegate,
        )

    def make_delegate(self) -> TextDelegate:
        """What draws the cells."""
        if self.delegate is not None:
            return self.delegate()
        strong = self.emphasis is Emphasis.STRONG
        match self.kind:
            case Kind.TEXT | Kind.CODE:
                return TextDelegate()
            case Kind.INTEGER:
                return NumberDelegate(kind=Type.TOTAL if strong else Type.BODY)
            case Kind.SIGNED:
                return NumberDelegate(signed=True, kind=Type.TOTAL if strong else Type.BODY)
            case Kind.POINTS:
                return FractionDelegate(kind=Type.TOTAL if strong else Type.BODY)
            case Kind.AVERAGE | Kind.AMOUNT:
                return AverageDelegate(strong=strong)
            case Kind.MOVEMENT:
                return MoveDelegate()
            case _:
                assert_never(self.kind)


def cell_text(value: Cell, kind: Kind) -> str:
    """A cell's value in the current language."""
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
            signed = kind in (Kind.SIGNED, Kind.MOVEMENT)
            return signed_text(value) if signed else integer_text(value)
        case Fraction():
            return fraction_text(value, translator.language.code)
        case str() | Text():
            return translator.translate(value)
        case _:
            assert_never(value)


class TableModel(QAbstractTableModel, Generic[Row]):
    """Rows in columns; setting equal rows again repaints nothing."""

    def __init__(self, columns: Sequence[TableColumn[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: tuple[Row, ...] = ()
        self._last_style: tuple[Row, TableColumn[Row], CellStyle] | None = None
        """Asked for role by role while a cell is painted."""
        translator.changed.connect(self._retranslate)

    @property
    def columns(self) -> tuple[TableColumn[Row], ...]:
        """The columns, from the left."""
        return self._columns

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, from the top."""
        return self._rows

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Show other columns."""
        self._last_style = None
        self.beginResetModel()
        self._columns = tuple(columns)
        self.endResetModel()

    def set_rows(self, rows: Sequence[Row]) -> list[int]:
        """Show other rows; gives the numbers of those that came or changed: only they are painted."""
        self._last_style = None
        before, after = self._rows, tuple(rows)
        first = next((n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), None)
        if first is None:
            first = min(len(before), len(after))
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
        changed = [number for number in range(first, len(after)) if before[number] != after[number]]
        for number in changed:
            self.dataChanged.emit(self.index(number, 0), self.index(number, len(self._columns) - 1))
        return sorted({*range(first, first + more), *changed})

    def append_rows(self, rows: Sequence[Row]) -> None:
        """Show more rows, below the others."""
        if rows:
            self.beginInsertRows(_ROOT, len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += tuple(rows)
            self.endInsertRows()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def text(self, row: Row, column: TableColumn[Row]) -> str:
        """The words of a cell."""
        return cell_text(column.cell(row), column.kind)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Words, value and look of a cell."""
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
        """A cell with all that its drawing needs."""
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
        """The cursor passes over what cannot be selected."""
        if index.isValid() and not self._style(self._rows[index.row()], self._columns[index.column()]).selectable:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The heads of the columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        visible = role == Qt.ItemDataRole.DisplayRole and not column.heading_hidden
        return translator.translate(column.heading) if visible or role == Qt.ItemDataRole.AccessibleTextRole else None

    def _tooltip(self, row: Row, column: TableColumn[Row], style: CellStyle) -> str | None:
        if style.tooltip:
            return plain_tooltip(translator.translate(style.tooltip))
        if not style.second:
            return None  # the delegate says what is cut
        return plain_tooltip(f"{self.text(row, column)} · {translator.translate(style.second)}")

    def _retranslate(self) -> None:
        self._last_style = None
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._columns) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self._columns) - 1)


_TYPES = {Emphasis.NAME: Type.NAME, Emphasis.STRONG: Type.TOTAL}


class SearchedRows(QSortFilterProxyModel, Generic[Row]):
    """The rows of a table that a search finds, in the order of a column."""

    def __init__(self, source: TableModel[Row], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows_model = source
        self.search = Search("")
        self.setSourceModel(source)

    def set_search(self, typed: str) -> None:
        """Keep the rows in which all words of ``typed`` stand."""
        search = Search(typed)
        if search != self.search:
            self.search = search
            self.invalidate()

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The head of a column; for a screen reader also whether it sorts the rows."""
        head = super().headerData(section, orientation, role)
        if role != Qt.ItemDataRole.AccessibleTextRole or section != self.sortColumn() or not head:
            return head
        upwards = self.sortOrder() is Qt.SortOrder.AscendingOrder
        if upwards:
            return translator.translate(mark("{column}, sorted upwards", column=head))
        return translator.translate(mark("{column}, sorted downwards", column=head))

    def finds(self, row: Row) -> bool:
        """Whether the search finds the row, in whatever column."""
        model = self.rows_model
        return not self.search or self.search.finds(*(model.text(row, column) for column in model.columns))

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Keep what the search finds."""
        return self.finds(self.rows_model.rows[source_row])

    def lessThan(self, left: Index, right: Index) -> bool:
        """By the values of the column; equal ones as given."""
        column, rows = self.rows_model.columns[left.column()], self.rows_model.rows
        one, other = self.sort_value(rows[left.row()], column), self.sort_value(rows[right.row()], column)
        return bool((one, left.row()) < (other, right.row()))

    def sort_value(self, row: Row, column: TableColumn[Row]) -> Any:
        """What ``row`` is sorted by: a number, or words as they are folded for a search; what is empty stands last."""
        if column.sort_key is not None:
            return column.sort_key(row)
        value = column.cell(row)
        if isinstance(value, int | Fraction):
            return False, value, ""
        text = folded(cell_text(value, column.kind))
        return not text, 0, text


class TableView(ListTable, Generic[Row]):
    """A table of ``Row``: the cursor stays on its row when rows come and go; Enter or a double click chooses."""

    row_chosen = Signal(object)
    """Enter, or a double click, on this row."""
    row_changed = Signal(object)
    """The cursor stands on this row now; None: on none."""

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
        parent: QWidget | None = None,
    ) -> None:
        """``key`` identifies a row from one filling to the next; ``searched``: it can be sorted and searched.

        ``equal``: the columns without a width of their own are equally wide, whatever stands in them.
        """
        super().__init__(name, tall=tall, plain=plain, parent=parent)
        self._key, self._equal = key, equal
        self._wishes: dict[int, Wish] = {}
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
        """The model of the rows; a table whose cells can be typed into makes another."""
        return TableModel(columns, self)

    def make_search(self) -> SearchedRows[Row]:
        """What searches and sorts the rows of the model."""
        return SearchedRows(self.rows_model, self)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, from the top, found or not."""
        return self.rows_model.rows

    @property
    def measured_rows(self) -> Sequence[Row]:
        """Rows whose words the widths of the columns follow."""
        return self.rows

    @property
    def current_row(self) -> Row | None:
        """The row under the cursor."""
        return self.row_at(self.currentIndex())

    def row_at(self, index: Index) -> Row | None:
        """The row that ``index`` shows; None where there is none."""
        place = self.found.mapToSource(index) if self.found is not None else index
        return self.rows_model.rows[place.row()] if place.isValid() else None

    def set_search(self, typed: str) -> None:
        """Show only rows in which all words of ``typed`` stand."""
        assert self.found is not None, "the table was not made to be searched"
        self.found.set_search(typed)

    def set_columns(self, columns: Sequence[TableColumn[Row]]) -> None:
        """Show other columns."""
        self.rows_model.set_columns(columns)
        self._apply_columns()

    def show_rows(self, rows: Sequence[Row]) -> list[int]:
        """Show other rows; the cursor stays with its row, or in its line where that is gone."""
        kept, line, count = self.current_row, self.currentIndex().row(), len(self.rows)
        changed = self.rows_model.set_rows(rows)
        if changed or count != len(self.rows):
            self._measure_cells()
        if kept is None or (self._key is not None and self.select(self._key(kept))):
            return changed
        if self.model().rowCount():
            self.select_line(min(line, self.model().rowCount() - 1))
        return changed

    def select(self, key: Hashable) -> bool:
        """Put the cursor on the row of ``key``; False when it is not shown."""
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
        """Put the cursor into ``line``, from 0: in the column where it stands, or the first that can be selected."""
        columns = (max(self.currentIndex().column(), 0), *range(self.model().columnCount()))
        indexes = (self.model().index(line, column) for column in columns)
        selectable = next((index for index in indexes if index.flags() & Qt.ItemFlag.ItemIsSelectable), None)
        if selectable is not None:
            self.setCurrentIndex(selectable)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a cursor from the moment that keys move it."""
        super().focusInEvent(event)
        line = 0
        while not self.currentIndex().isValid() and line < self.model().rowCount():
            self.select_line(line)
            line += 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again, in larger type in a large window."""
        super().resizeEvent(event)
        window = self.window()
        if self.set_large(Room(window.width(), window.height()).large and not self.property("plain")):
            self._measure_all()
        else:
            self.share_width()

    def share_width(self) -> None:
        """Give the columns without a width of their own what the others leave, in a wide window what they can use."""
        header, window = self.horizontalHeader(), self.window()
        wide = Room(window.width(), window.height()).width_class is WidthClass.LARGE
        shown = {place: wish for place, wish in self._wishes.items() if not self.isColumnHidden(place)}
        if not shown:
            return
        room = self._room_beside(self._wishes)
        if self._equal or len(shown) == 1:
            each = max(room // len(shown), header.minimumSectionSize())
            widths = [each] * len(shown)
        else:
            widths = shared(room, list(shown.values()))
        if wide:
            widths = [min(width, self._greatest(place)) for place, width in zip(shown, widths, strict=True)]
        else:
            widths[-1] += max(room - sum(widths), 0)
        for place, width in zip(shown, widths, strict=True):
            header.resizeSection(place, width)

    def _room_beside(self, flexible: Collection[int]) -> int:
        """What columns of a width leave to those without."""
        header = self.horizontalHeader()
        fixed = (place for place in range(header.count()) if place not in flexible)
        return self.viewport().width() - sum(header.sectionSize(place) for place in fixed)

    def _greatest(self, place: int) -> int:
        """Width of a column in a wide window: what its words take, and never less than any column may have."""
        column = self.rows_model.columns[place]
        if self._equal:
            return _GREATEST
        rows = self.measured_rows[:_MEASURED]
        kind = _TYPES.get(column.emphasis, Type.BODY).larger
        whole = (painting.width_of(self.rows_model.text(row, column), kind) for row in rows)
        below = (painting.width_of(translator.translate(column.style(row).second), Type.BODY) for row in rows)
        return max([_GREATEST, *(ceil(each) + 2 * PAD + 24 for each in (*whole, *below))])

    def _apply_columns(self) -> None:
        header, columns = self.horizontalHeader(), self.rows_model.columns
        flexible = [place for place, each in enumerate(columns) if not each.width]
        for place, each in enumerate(columns):
            self.set_delegate(place, each.make_delegate())
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Fixed)
        self._wishes = dict.fromkeys(flexible, Wish(_LEAST, _LEAST))
        self._measure_all()

    def _measure_all(self) -> None:
        """Give each column of a width its width, or what its head takes where that is more; measure the others."""
        for place, column in enumerate(self.rows_model.columns):
            if column.width:
                head = self._head_width(place, column)
                meant = column.width + column.width // 8 if self.large else column.width
                width = meant if head <= meant else head + _AIR
                self.horizontalHeader().resizeSection(place, width)
        self._measure_cells()

    def _head_width(self, place: int, column: TableColumn[Row]) -> int:
        delegate = self.itemDelegateForColumn(place)
        if column.heading_hidden or not isinstance(delegate, TextDelegate):
            return 0
        sortable = self.found is not None
        kind = Type.CAPTION_STRONG if delegate.head_strong or sortable else Type.HEAD
        words = ceil(painting.width_of(translator.translate(column.heading), self.enlarged(kind)))
        return words + 2 * PAD + delegate.most_inset + (_SORT_ARROW if sortable else 0)

    def _measure_cells(self) -> None:
        for place, column in enumerate(self.rows_model.columns):
            delegate = self.itemDelegateForColumn(place)
            if isinstance(delegate, FractionDelegate):
                delegate.measure(value for row in self.rows if isinstance(value := column.cell(row), int | Fraction))
        self.horizontalHeader().viewport().update()
        if len(self._wishes) > 1 and not self._equal:
            for place in self._wishes:
                column = self.rows_model.columns[place]
                name = column.emphasis is Emphasis.NAME
                least = max(self._head_width(place, column) + _AIR, _LEAST_NAME if name else _LEAST)
                texts = (self.rows_model.text(row, column) for row in self.measured_rows)
                whole = room_for(texts, self.enlarged(_TYPES.get(column.emphasis, Type.BODY)), least=least)
                if column.wish:
                    whole = max(min(column.wish, whole), least)
                self._wishes[place] = Wish(least, whole, name)
        self.share_width()
