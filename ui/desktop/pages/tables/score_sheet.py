"""The score sheet in the middle of the page: title, heads, lines and totals in the columns of the printed sheet."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from tournament.language import Text, listed, mark, verbatim
from tournament.ledger.sheet import table_points_of
from tournament.rules.payment import Net
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.sheet_model import SheetModel
from ui.desktop.pages.tables.sheet_size import NORMAL, SheetRows, most_height, sheet_size
from ui.desktop.pages.tables.sheet_view import SheetHead, SheetTitle, SheetView
from ui.desktop.pages.tables.totals import ShownTotals, TotalsRow
from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.layouts import column, stretched
from ui.entry.change_words import presence_text
from ui.entry.sheet_lines import HandInProgress, LineKind, figures_of, lines_at, lines_of
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import TablesState

_SCROLL_BAR = 14
"""Width reserved for the scroll bar of a long sheet."""


class ScoreSheetView(QFrame):
    """One score sheet."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = SheetTitle()
        self.head = SheetHead()
        self.model = SheetModel(self)
        self.view = SheetView(self.model)
        self.totals = TotalsRow()
        column(self.title, self.head, stretched(self.view), self.totals, spacing=0, margins=1, on=self)
        self.view.room_changed.connect(self._share_width)
        self._shown, self._large = SheetRows(), False
        self._others: Sequence[Text] = ()
        self._four_values = False
        self._size = NORMAL
        self.setMaximumWidth(columns.MOST)

    def set_others(self, others: Sequence[Text]) -> None:
        """Who is on this sheet at another desk, for the next time that it is shown."""
        self._others = others

    def show_state(self, state: TablesState, in_progress: HandInProgress | None, computed: Net) -> None:
        """Show the sheet with what is being typed, and the ``computed`` totals including it."""
        table = state.table
        if table is None:
            return
        sheet = table.sheet
        drawn = table.view.settings.format.is_drawn
        code = mark("sheet {code}", code=f"{sheet.session}-{sheet.table:02}") if drawn else verbatim("")
        title, aside = _title(table)
        unit = figures_of(table, lines_at(table, in_progress)).unit
        if unit > 1:
            aside = mark("{aside} · in units of {unit} points", aside=aside, unit=unit)
        for each in sheet.marks:
            aside = mark("{aside} · {mark}", aside=aside, mark=each.label)
        others = self._others
        self.head.set_title(title, listed(others) if others else aside, code)
        self.title.set_title(
            title, mark("{aside} · {mark}", aside=aside, mark=presence_text(others)) if others else aside, code
        )
        self.head.set_value_name(table.rules.value_name)
        self.head.set_players(
            [
                replace(player, last_name=f"{player.last_name} *") if table.substitutes(column) else player
                for column, player in enumerate(table.players)
            ]
        )
        lines = lines_of(table, row=state.row, in_progress=in_progress)
        penalties = sum(line.kind is LineKind.PENALTY for line in lines)
        to_rank = table.view.counts_points
        start, four_values = table.rules.table.starting_points, table.rules.four_values
        self._shown = SheetRows(
            len(lines) - penalties, penalties, growing=sheet.growing, lines=2 + (start is not None) + to_rank
        )
        self._four_values = four_values
        self._stack()
        self._fit()
        self.model.set_lines(lines, table.names, four_values=four_values, value_name=table.rules.value_name)
        self.view.show_row(state.row)
        if state.row is None and sheet.growing:
            self.view.scrollToBottom()
        settled = in_progress is not None and in_progress.outcome is not None
        closed = sheet.closed is not None
        points = (
            sheet.table_points if closed else table_points_of(table.rules, computed, sheet.penalties, sheet.unplaced)
        )
        self.totals.show_totals(
            ShownTotals(
                table.names,
                state.totals,
                computed,
                points if to_rank and (sheet.counts or settled) else (),
                in_progress.hand if in_progress is not None and settled else None,
                closed,
                state.totals_open,
                state.total,
                start,
                to_rank,
                alone=sheet.totals_only,
            )
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        tokens = theme.tokens
        rect = QRectF(self.rect())
        painter = painting.begin(self)
        painting.box(painter, rect, radius=Size.PAPER_RADIUS, fill=tokens.paper, border=tokens.paper_rule)

    def set_large(self, large: bool) -> None:
        """Use larger type if the height allows it."""
        self._large = large
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show every row if at all possible."""
        super().resizeEvent(event)
        self._stack()
        self._fit()

    def _stack(self) -> None:
        """Put the change above the total if the two have no space side by side with the value."""
        shown = self._shown
        room = columns.have_room(self.width() - _SCROLL_BAR, 3 if self._four_values else 2)
        self._shown = shown._replace(stacked=shown.growing and not room)

    def _fit(self) -> None:
        self.setMaximumHeight(most_height(self._shown, large=self._large) + 2)
        size = sheet_size(self.height() - 2, self._shown, large=self._large)
        if size != self._size:
            self._size = size
            for part in (self.title, self.head, self.view, self.totals):
                part.set_size(size)

    def _share_width(self, room: int) -> None:
        self.head.room = room
        self.head.update()
        self.totals.place(room)


def _title(table: TableSheet) -> tuple[Text, Text]:
    """Table and session of a drawn event; for a game its number, its table and the evening."""
    session, _ = table.place
    if table.view.settings.format.is_drawn:
        return table.title, mark("Session {session}", session=session)
    name = table.view.state.table_names.get(table.place, "")
    if name:
        return table.title, mark("Evening {evening}, at {table}", evening=session, table=name)
    return table.title, mark("Evening {evening}", evening=session)
