"""The paper in the middle of the page: title, heads, lines, totals."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from tournament.language import mark
from tournament.rules.payment import add
from tournament.rules.table_points import share_places
from ui.desktop.pages.tables.sheet_model import SheetModel
from ui.desktop.pages.tables.sheet_view import SheetHead, SheetTitle, SheetView
from ui.desktop.pages.tables.totals import Totals
from ui.desktop.sheet.lines import Stop, Typing, effect_of, lines_of
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.theme import Size, theme
from ui.desktop.widgets import painting


class Paper(QFrame):
    """One sheet, in the columns of the printed one."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = SheetTitle()
        self.head = SheetHead()
        self.model = SheetModel(self)
        self.view = SheetView(self.model)
        self.totals = Totals()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.title)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        column.addWidget(self.totals)
        self.view.room_changed.connect(self._part)

    def show_table(self, at: TableSheet) -> None:
        """Show another table."""
        sheet = at.sheet
        self.title.set_title(
            mark("Table {table}", table=sheet.table),
            mark("Session {session}", session=sheet.session),
            mark("sheet {code}", code=f"{sheet.session}-{sheet.table:02}"),
        )
        self.head.set_players(at.players)

    def show_lines(self, at: TableSheet, stop: Stop | None, typing: Typing | None) -> None:
        """Show the lines with what is being typed, and the totals that this makes."""
        self.model.set_lines(lines_of(at.sheet, at.rules, at.names, stop=stop, typing=typing), at.names)
        settled = typing is not None and typing.outcome is not None
        computed = add(at.sheet.scores, effect_of(at.sheet, at.rules, typing))
        points = share_places(computed, at.rules.place_points)
        hand = typing.hand if typing is not None and settled else None
        counts = at.sheet.counts or settled
        self.totals.show_totals(at.names, computed, points if counts else (), with_hand=hand)
        self.view.show_stop(stop)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheet of paper."""
        tokens = theme.tokens
        rect = QRectF(self.rect())
        painter = painting.begin(self)
        painting.box(painter, rect, radius=Size.PAPER_RADIUS, fill=tokens.paper, border=tokens.paper_rule)

    def _part(self, room: int) -> None:
        self.head.room = room
        self.head.update()
        self.totals.place(room)
