"""The list of players by rank."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from reports.sheets.standings import StandingsRow
from tournament.language import mark
from ui.desktop.kit.table import TableView
from ui.desktop.pages.standings.columns import COUNTRY, FIRST_SESSION, MOVED, RANK, SESSION_WIDTH, ranking_columns
from ui.desktop.pages.standings.delegates import AIR, SessionPointsDelegate
from ui.desktop.widgets.list_table import ListTable

_NAME, _LONG_NAME = 170, 264
"""Minimum width of a name in pixels, and the width up to which it has priority over padding between sessions."""
_NARROW_SESSION = 40


class RankingTable(TableView[StandingsRow]):
    """All players by rank, then those who are not ranked.

    If space is short, it first reduces the padding between sessions, then hides the earliest sessions.
    """

    player_chosen = Signal(int)
    """Enter or a click: show the course of this player."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(mark("Standings"), ranking_columns(()), key=lambda row: row.player.number, parent=parent)
        self._shown: tuple[int, ...] = ()
        self.row_chosen.connect(lambda row: self.player_chosen.emit(row.player.number))
        self.clicked.connect(self.activated)

    def show_standings(self, sessions: Sequence[int], rows: Sequence[StandingsRow], player: int | None) -> None:
        """Show ``rows`` with the table points of each of ``sessions``, with the cursor on ``player`` or on no row."""
        if tuple(sessions) != self._shown:
            self._shown = tuple(sessions)
            self.set_columns(ranking_columns(sessions))
        self.show_rows(rows)
        self.select_player(player)

    def select_player(self, number: int | None) -> None:
        """Move the cursor to a player, or to no row if the player is not shown."""
        if not self.select(number):
            self.selectionModel().clear()

    @property
    def player(self) -> int | None:
        """Number of the current player."""
        row = self.current_row
        return row.player.number if row is not None else None

    def in_view(self) -> tuple[int, int]:
        """Numbers of the first and last row that are wholly visible, from 1; zeros without rows."""
        count = len(self.rows)
        if not count:
            return 0, 0
        height, top = max(self.verticalHeader().defaultSectionSize(), 1), self.verticalScrollBar().value()
        first, last = -(-top // height), (top + self.viewport().height()) // height
        return min(first + 1, count), max(1, min(last, count))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show no cursor before a key moves it, so that the page does not open with the leader selected."""
        ListTable.focusInEvent(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave letters to the page, which starts a search."""
        if event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def share_width(self) -> None:
        """Narrow the sessions, then hide the earliest ones. The name gets the remaining width."""
        header, sessions = self.horizontalHeader(), self._sessions
        self.setColumnHidden(MOVED, sessions < 2)
        others = (RANK, MOVED, COUNTRY, FIRST_SESSION + sessions, FIRST_SESSION + sessions + 1)
        spare = self.viewport().width() - sum(header.sectionSize(column) for column in others)
        columns = range(FIRST_SESSION, FIRST_SESSION + sessions)
        delegates = [
            each for each in map(self.itemDelegateForColumn, columns) if isinstance(each, SessionPointsDelegate)
        ]
        figures = max((each.room for each in delegates), default=0)
        usual, least = max(SESSION_WIDTH + 8 * self.large, figures), max(_NARROW_SESSION, figures - 2 * AIR)
        width = max(least, min(usual, (spare - _LONG_NAME) // max(sessions, 1)))
        shown = min(sessions, max(1, (spare - _NAME) // width))
        for delegate in delegates:
            delegate.set_narrow(width < usual - AIR)
        for column in columns:
            self.setColumnHidden(column, column < FIRST_SESSION + sessions - shown)
            header.resizeSection(column, width)
        super().share_width()

    @property
    def _sessions(self) -> int:
        return len(self.rows_model.columns) - FIRST_SESSION - 2
