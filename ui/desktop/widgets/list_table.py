"""The table widget of lists: rows 33 or 48 pixels high with lines between them, and columns that share the width."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD, TextDelegate
from ui.desktop.widgets.flash import flash_over

_USUAL = 300
"""The largest usual width of a column in pixels. It gets more only when all columns have their usual width."""
_SHORT = 90
"""The width in pixels for short texts, such as teams or the beginning of a club, which are cut last."""


class ColumnWidth(NamedTuple):
    """The widths of one column, in pixels at 100 % scale. ``least`` is the minimum."""

    least: int
    whole: int
    """The width at which no text is cut."""
    first: bool = False
    """Whether it gets its usual width before other columns, as columns of names do."""
    last: bool = False
    """Whether it gets more than ``enough`` only when no text of the other columns is cut."""
    enough: int = 0
    """The width that it gets before the longest texts of the others, although it comes ``last``."""
    short: int = _SHORT
    """The width of its short texts, which it gets before others have their usual width, if there is room for it."""

    @property
    def usual(self) -> int:
        """The width for texts of usual length; longer ones get what remains when all columns have theirs."""
        return max(min(self.whole, _USUAL), self.least)


def room_for(texts: Iterable[str], kind: Type = Type.BODY, *, least: int = 0) -> int:
    """The width of a column in which none of ``texts`` is cut, at least ``least``, in pixels."""
    widest = max((painting.width_of(text, kind) for text in set(texts)), default=0.0)
    return max(ceil(widest) + 2 * PAD + 2, least)


def share_width(room: int, columns: Sequence[ColumnWidth]) -> list[int]:
    """Distribute ``room`` among ``columns``: return the width of each, in pixels.

    Each gets its minimum, then its usual width, then that of its longest text, columns of names first and those that
    come ``last`` after all others, except for their ``enough``, which comes before the longest texts. Before that,
    each gets what short texts need; if that is too much, only columns in which all texts are short. The rest is split
    by width. The widths fill ``room``, unless it is less than the sum of the minimum widths.
    """
    for short in (columns, [column for column in columns if column.whole <= column.short]):
        wider = [_with_short(each) if each in short else each for each in columns]
        if sum(column.least for column in wider) <= room:
            columns = wider
            break
    widths = [float(column.least) for column in columns]
    left = room - sum(widths)
    for turn, step in ((0, 1), (1, 1), (2, 0), (0, 2), (1, 2), (2, 1), (2, 2)):
        steps = (_STEPS[step](column) for column in columns)
        missing = [
            most - least if _turn(column) == turn else 0 for column, (least, most) in zip(columns, steps, strict=True)
        ]
        part = min(max(left, 0) / sum(missing), 1) if sum(missing) else 0
        widths = [width + part * lack for width, lack in zip(widths, missing, strict=True)]
        left -= part * sum(missing)
    whole = sum(column.whole for column in columns)
    if left > 0 and whole:
        widths = [width + left * column.whole / whole for width, column in zip(widths, columns, strict=True)]
    return [int(width) for width in widths]


def _with_short(column: ColumnWidth) -> ColumnWidth:
    """``column`` with room for a short text as its minimum."""
    least = column.least if column.last else max(column.least, min(column.whole, column.short))
    return column._replace(least=least)


def _enough(column: ColumnWidth) -> int:
    return max(column.least, min(column.enough, column.whole))


_STEPS: tuple[Callable[[ColumnWidth], tuple[int, int]], ...] = (
    lambda column: (column.least, _enough(column)),
    lambda column: (_enough(column), max(column.usual, _enough(column))),
    lambda column: (max(column.usual, _enough(column)), max(column.whole, column.usual)),
)
"""From which width to which a column grows in each step."""


def _turn(column: ColumnWidth) -> int:
    return 0 if column.first else 2 if column.last else 1


HEAD = 38
_LARGER_BY = 4
"""Pixels by which rows are higher in a large window."""
_FRAME = 8
"""Height of the frame above and below the rows, in pixels."""


class ListHeader(QHeaderView):
    """The headings of the columns, aligned like their cells. That of the sorted column is bold and has an arrow."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.large = False
        """Whether the type is one step larger."""
        self.setFixedHeight(HEAD)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(24)
        self.setDefaultAlignment(painting.LEFT)

    def paintSection(self, painter: QPainter, rect: object, section: int) -> None:
        """Paint the heading of column ``section``, and the line below it."""
        place, tokens = QRectF(rect), theme.tokens  # type: ignore[call-overload]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), QColor(tokens.line_strong))
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole) or "")
        delegate = self._table.itemDelegateForIndex(self.model().index(0, section))
        align = delegate.align if isinstance(delegate, TextDelegate) else painting.LEFT
        strong = isinstance(delegate, TextDelegate) and delegate.head_strong
        sorted_by = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
        kind = self._enlarged(Type.CAPTION_STRONG if strong or sorted_by else Type.HEAD)
        words = painting.width_of(text, kind)
        inset = delegate.head_inset(words) if isinstance(delegate, TextDelegate) else 0
        room = place.width() - 2 * PAD - words  # limits the inset, so that a narrow column does not cut its heading
        place = place.adjusted(PAD, 0, -PAD - min(inset, room), -1)
        if sorted_by:
            up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
            icons.paint(painter, "up" if up else "down", self._arrow(place, text, align), tokens.text2)
        ink = tokens.text if strong or sorted_by else tokens.text3
        painting.words(painter, place, text, colour=ink, kind=kind, align=align)
        painter.restore()

    def _enlarged(self, kind: Type) -> Type:
        return kind.larger if self.large else kind

    def _arrow(self, place: QRectF, text: str, align: Qt.AlignmentFlag) -> QRectF:
        room = painting.width_of(text, self._enlarged(Type.CAPTION_STRONG)) + 1  # the arrow is beside the words, in PAD
        left = place.left() + room if align == painting.LEFT else place.right() - room - 10
        return QRectF(left, place.center().y() - 5, 10, 10)


class WholeRows(QTableView):
    """A table that scrolls by pixels, but not to half a row under the heading: neither for a cursor nor at its end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def updateGeometries(self) -> None:
        """Let the last row end above the lower edge, so that at the end of the table the first row is whole."""
        super().updateGeometries()
        bar, rows = self.verticalScrollBar(), self.verticalHeader()
        most = bar.maximum()
        row = rows.visualIndexAt(most - rows.offset()) if most else -1
        if row >= 0 and rows.sectionPosition(row) < most:
            bar.setMaximum(rows.sectionPosition(row) + rows.sectionSize(row))

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll to ``index``, and on to the next whole row."""
        super().scrollTo(index, hint)
        row = self.rowAt(0)
        cut = -self.rowViewportPosition(row) if row >= 0 else 0
        if cut > 0 and row != index.row():
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowHeight(row) - cut)


class ListTable(WholeRows):
    """A table of rows. Enter or a double click activates, Ctrl+A selects all, Ctrl+C copies, Tab leaves the table."""

    def __init__(
        self, name: Text | str, *, tall: bool = False, plain: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self.large = False
        """Whether type and rows are one step larger, as in a large window."""
        self._as_high_as = 0
        """The number of rows for which the height is fixed; 0 leaves the height to the layout."""
        self.setProperty("plain", plain)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._heads = ListHeader(self)
        self.setHorizontalHeader(self._heads)
        self.setItemDelegate(TextDelegate(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_row_height(Size.TALL_ROW if tall else Size.ROW)
        self.horizontalHeader().setStretchLastSection(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._kept: list[TextDelegate] = []
        translator.follow(self._retranslate)

    def set_delegate(self, column: int, delegate: TextDelegate) -> None:
        """Draw ``column`` with ``delegate``. Qt does not keep the delegate alive, so the table does."""
        self._kept.append(delegate)
        delegate.large = self.large
        self.setItemDelegateForColumn(column, delegate)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selection on Ctrl+C; handle other keys like any table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            from ui.desktop.widgets.clipboard import copy_selection

            copy_selection(self)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Go to the next row that begins with what is typed, and show if there is no other."""
        before = self.currentIndex()
        super().keyboardSearch(search)
        if self.currentIndex() == before:
            flash_over(self)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Move to the first row on Home and the last on End where whole rows are selected, as in every list."""
        to = QAbstractItemView.CursorAction
        rows = self.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
        if not rows or action not in (to.MoveHome, to.MoveEnd):
            return super().moveCursor(action, modifiers)
        numbers = range(self.model().rowCount())
        column = max(self.currentIndex().column(), 0)
        found = (self.model().index(row, column) for row in (numbers if action is to.MoveHome else reversed(numbers)))
        return next((index for index in found if index.flags() & Qt.ItemFlag.ItemIsSelectable), self.currentIndex())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Select the row under the mouse, unless it is already selected, and let the page show its menu."""
        index = self.indexAt(event.pos())
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        if by_mouse and index.isValid() and not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        event.ignore()

    def setCurrentIndex(self, index: QModelIndex | QPersistentModelIndex) -> None:
        """Select only the row of ``index``. Qt would extend the selection while Ctrl or Shift is held."""
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        if self.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows:
            flags |= QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)

    def set_large(self, large: bool) -> bool:
        """Use type and rows that are one step larger, or not. Return whether this is a change."""
        if large == self.large:
            return False
        self.large = self._heads.large = large
        for delegate in self._kept:
            delegate.large = large
        self.set_row_height(self._row_height)
        return True

    def set_row_height(self, height: int) -> None:
        """Set the height of the rows; in a large window they are slightly higher."""
        self._row_height = height
        self.verticalHeader().setDefaultSectionSize(height + (_LARGER_BY if self.large else 0))
        if self._as_high_as:
            self.fit_height(self._as_high_as)

    def fit_height(self, rows: int) -> None:
        """Fix the height to that of the heading and ``rows`` rows, even if they become larger."""
        self._as_high_as = rows
        self.setFixedHeight(HEAD + self.verticalHeader().defaultSectionSize() * rows + _FRAME)

    def enlarged(self, kind: Type) -> Type:
        """``kind``, or the next larger step in a large window."""
        return kind.larger if self.large else kind

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in view if it was, such as above a notice that appears."""
        current = self.currentIndex()
        seen = current.isValid() and 0 <= self.visualRect(current).top() < event.oldSize().height()
        super().resizeEvent(event)
        if seen:
            self.scrollTo(current)

    def changeEvent(self, event: QEvent) -> None:
        """Repaint the rows when the theme changes."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.StyleChange}:
            self._fill()
            self.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        """Fill the background again after the style sheet was applied, which resets that."""
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        """Declare the background opaque, so that scrolling moves the pixels and paints only new rows."""
        self.viewport().setAutoFillBackground(True)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._name))
        self.viewport().update()
        self.horizontalHeader().viewport().update()
