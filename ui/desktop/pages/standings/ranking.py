"""The list of players in their places."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyleOptionViewItem, QWidget

from tournament.language import mark
from tournament.standings import Standing, Standings
from ui.desktop.pages.standings.rows import Cell, Column, RowsModel
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import FractionDelegate, MoveDelegate, NumberDelegate, TextDelegate
from ui.desktop.widgets.list_table import ListTable

RANK, MOVED, PLAYER, COUNTRY, FIRST_SESSION = range(5)
_RANK, _MOVED, _COUNTRY, _POINTS, _SCORE = 58, 72, 52, 112, 80
_BESIDE_HEAD = 36
"""Pixels beside the words of the head of the table points."""
_NAME, _LONG_NAME = 170, 264
"""Pixels that a name keeps, whatever else gives way; and up to which it comes before air between sessions."""
_SESSION, _NARROW_SESSION = 62, 40


class NarrowPoints(FractionDelegate):
    """Table points of one session, in grey; its column may be as narrow as they are."""

    def __init__(self) -> None:
        super().__init__(kind=Type.BODY)
        self.head_strong = False
        self.narrow = False

    def set_narrow(self, narrow: bool) -> None:
        """Leave out the air at both sides."""
        self.narrow = narrow
        self.head_inset = -8 if narrow else self.kind.size - 4

    def contents(self, painter: QPainter, rect: QRectF, index: QModelIndex | QPersistentModelIndex) -> None:
        """Write whole number and fraction, with less air in a narrow column."""
        super().contents(painter, rect.adjusted(-8, 0, 8, 0) if self.narrow else rect, index)


class NameDelegate(TextDelegate):
    """A name, in bold while its row is selected."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint in the weight of the row."""
        self.kind = Type.TOTAL if option.state & QStyle.StateFlag.State_Selected else Type.BODY
        super().paint(painter, option, index)


def columns(sessions: int) -> list[Column[Standing]]:
    """Rank, movement, player, country, one column a session, table points, score."""
    return [
        Column(mark("Rank"), lambda row: Cell(value=row.rank)),
        Column(mark("Moved"), lambda row: Cell(value=row.moved, signed=True)),
        Column(mark("Player"), lambda row: Cell(row.player.name)),
        Column(mark("Country"), lambda row: Cell(row.player.country, tone=Tone.TEXT2, kind=Type.DENSE), silent=True),
        *(_session(number) for number in range(1, sessions + 1)),
        Column(mark("Table points"), lambda row: Cell(value=row.table_points)),
        Column(mark("Score"), lambda row: Cell(value=row.score, signed=True)),
    ]


def _session(number: int) -> Column[Standing]:
    def cell(row: Standing) -> Cell:
        result = row.results.get(number)
        return Cell(value=result.table_points if result else None, tone=Tone.TEXT2)

    return Column(mark("S{session}", session=number), cell)


class RankingTable(ListTable):
    """All players in rank order. Gives way in this order: air between sessions, then the earliest sessions."""

    player_chosen = Signal(int)
    """Enter, or a click: show the journey of this player."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Standings"), parent=parent)
        self.rows: RowsModel[Standing] = RowsModel(columns(0), self)
        self._sessions = 0
        self._points = NarrowPoints()
        self.setModel(self.rows)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.activated.connect(self._chosen)
        self.clicked.connect(self._chosen)
        self._set_sessions(0)
        translator.changed.connect(self._fit)

    def show_standings(self, standings: Standings, rows: Sequence[Standing]) -> list[int]:
        """Show ``rows`` of ``standings``; the numbers of the rows that were repainted."""
        if standings.after != self._sessions:
            self._set_sessions(standings.after)
        return self.rows.set_rows(rows)

    def select_player(self, number: int | None) -> None:
        """Put the selection on a player, wherever he stands now; nowhere when he is not in view."""
        at = next((at for at, row in enumerate(self.rows.rows) if row.player.number == number), None)
        if at is None:
            self.clearSelection()
        elif at != self.currentIndex().row() or not self.selectionModel().hasSelection():
            self.selectRow(at)

    @property
    def player(self) -> int | None:
        """Number of the selected player."""
        at = self.currentIndex().row()
        return self.rows.rows[at].player.number if 0 <= at < len(self.rows.rows) else None

    def in_view(self) -> tuple[int, int]:
        """Number of the first and of the last row that can be seen whole, from 1; zeros without rows."""
        rows = self.rows.rowCount()
        if not rows:
            return 0, 0
        high = max(self.verticalHeader().defaultSectionSize(), 1)
        first = -(-self.verticalScrollBar().value() // high)
        last = (self.verticalScrollBar().value() + self.viewport().height()) // high
        return min(first + 1, rows), max(1, min(last, rows))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters to the page: nothing is typed here."""
        if event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _set_sessions(self, sessions: int) -> None:
        self._sessions = sessions
        self.rows.set_columns(columns(sessions))
        self.set_delegate(RANK, NumberDelegate(kind=Type.TOTAL))
        self.set_delegate(MOVED, MoveDelegate())
        self.set_delegate(PLAYER, NameDelegate())
        self.set_delegate(COUNTRY, TextDelegate())
        for session in range(sessions):
            self.set_delegate(FIRST_SESSION + session, self._points)
        self.set_delegate(FIRST_SESSION + sessions, FractionDelegate())
        self.set_delegate(FIRST_SESSION + sessions + 1, NumberDelegate(signed=True))
        self._fit()

    def _fit(self) -> None:
        header, room = self.horizontalHeader(), self.viewport().width()
        moved = self._sessions > 1
        head = str(self.rows.headerData(FIRST_SESSION + self._sessions, Qt.Orientation.Horizontal) or "")
        points = max(_POINTS, int(painting.width_of(head, Type.CAPTION_STRONG)) + _BESIDE_HEAD)
        spare = room - _RANK - (_MOVED if moved else 0) - _COUNTRY - points - _SCORE
        sessions = max(self._sessions, 1)
        each = max(_NARROW_SESSION, min(_SESSION, (spare - _LONG_NAME) // sessions))
        shown = min(self._sessions, max(1, (spare - _NAME) // each))
        self._points.set_narrow(each < _SESSION - 8)
        self.setColumnHidden(MOVED, not moved)
        widths = {RANK: _RANK, MOVED: _MOVED, COUNTRY: _COUNTRY}
        for session in range(self._sessions):
            self.setColumnHidden(FIRST_SESSION + session, session < self._sessions - shown)
            widths[FIRST_SESSION + session] = each
        widths[FIRST_SESSION + self._sessions] = points
        widths[FIRST_SESSION + self._sessions + 1] = _SCORE
        for column, wide in widths.items():
            header.resizeSection(column, wide)
        header.setSectionResizeMode(PLAYER, QHeaderView.ResizeMode.Stretch)

    def _chosen(self, index: QModelIndex) -> None:
        self.player_chosen.emit(self.rows.rows[index.row()].player.number)
