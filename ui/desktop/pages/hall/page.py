"""The page All tables: every table of the session at a glance, with its state, its calls and who is on its sheet.

All tables fit on the page as long as their cells stay readable; beyond that it scrolls. Arrows move from table to
table, digits go to the table with that number, Enter or a click opens its sheet.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tournament.language import Text, listed, mark, mark_count
from ui.desktop.controller import EventController
from ui.desktop.half_typed_keeper import keeper_of
from ui.desktop.kit.page import Page
from ui.desktop.kit.table import CellStyle, TableColumn, TableModel
from ui.desktop.pages.tables.table_cards import state_words, whole_state
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Room, Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.delegates import Role
from ui.desktop.widgets.keys import ENTER
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, column, row, set_margins, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.change_words import presence_text
from ui.entry.proposal_keys import marks_of

_LEAST, _MOST = QSize(120, 50), QSize(232, 118)
"""Least and greatest size of a cell, in pixels."""
_SHAPE = 1.9
"""Width of a cell, divided by its height, that shows most of its texts."""
_GAP, _PAD = 6, 8
_TALL = 70
"""Height of a cell from which it has a third line, with the players or with who is on the sheet."""
_NO_TABLES = mark("There are no tables until a draw is published.")


@dataclass(frozen=True, slots=True)
class MappedTable:
    """One table on the map."""

    number: int
    sign: StatusIcon
    words: Text
    """Its state."""
    played: int
    hands: int | None
    """How many hands the sheet has; None for a game of unknown length."""
    players: str
    """The names of its players."""
    here: bool = False
    """Whether an entry is unfinished at this desk."""
    others: tuple[Text, ...] = ()
    """Who is on the sheet at other desks."""
    proposals: int = 0
    """How many hands that players proposed wait."""
    calls: bool = False
    """Whether the table calls a referee."""
    minutes: int = 0
    """Its extra minutes."""

    @property
    def state(self) -> Text:
        """Everything about the table except the players."""
        others = presence_text(self.others) if self.others else None
        return whole_state(self.words, half_typed=self.here, minutes=self.minutes, proposals=self.proposals,
                           calls=self.calls, others=others)  # fmt: skip

    @property
    def share(self) -> float:
        """Which part of the hands is recorded, from 0 to 1."""
        return min(self.played / self.hands, 1.0) if self.hands else 0.0


class HallPage(Page):
    """The map of the tables of the session that is shown."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller, follows_session=True)
        self._joined = joined_event_of(controller)
        self._title = TextLabel(mark("All tables"), kind=Type.PAGE_TITLE)
        self._summary = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.map = TableMap()
        self._whole = column(row(self._title, stretched(self._summary), spacing=16), stretched(self.map), spacing=10)
        self._empty_state = EmptyState(_NO_TABLES, mark("Go to the event"), shortcut="Return")
        self._empty_state.activated.connect(lambda: controller.navigation.page_wanted.emit("event"))
        self.lay_out(boxed(self._whole), empty=self._empty_state)
        self.map.chosen.connect(self._go)
        self._joined.changed.connect(self.invalidate)

    def refresh(self) -> None:
        """Show the tables as they are now."""
        tables = self._tables()
        self.show_empty(None if tables else _NO_TABLES)
        self.map.show_tables(tables)
        self._summary.set_text(_summary_of(tables, self.controller.session))

    def focus_target(self) -> QWidget | None:
        """The map."""
        return self._empty_state if self.is_empty else self.map

    def fit(self, room: Room) -> None:
        """Use narrower margins in a small window."""
        set_margins(self._whole, room.density.page_margin)

    def showEvent(self, event: object) -> None:
        """Read again what is unfinished at this desk, which changes without an entry."""
        self._stale = True
        super().showEvent(event)  # type: ignore[arg-type]

    def _tables(self) -> list[MappedTable]:
        view, session = self.view, self.controller.session
        if view is None or view.seating is None or session not in view.drawn_sessions:
            return []
        clock, said = view.state.clocks.get(session), marks_of(view, session)
        unfinished = keeper_of(self.controller).unfinished_tables(session)
        others: Mapping[tuple[int, int], tuple[Text, ...]] = self._joined.others
        found = []
        for sheet in view.sheets(session):
            sign, words = state_words(sheet)
            proposals, calls = said.get(sheet.table, (0, False))
            found.append(
                MappedTable(
                    sheet.table,
                    sign,
                    words,
                    sheet.played,
                    sheet.length,
                    ", ".join(view.players[number].name for number in sheet.players if number in view.players),
                    sheet.table in unfinished,
                    others.get((session, sheet.table), ()),
                    proposals,
                    calls,
                    0 if clock is None else clock.added_to(sheet.table),
                )
            )
        return found

    def _go(self, table: int) -> None:
        self.controller.navigation.table_wanted.emit(self.controller.session, table)


def _summary_of(tables: Sequence[MappedTable], session: int) -> Text:
    """How many tables there are, how many call a referee, and how many have each state."""
    calls = sum(table.calls for table in tables)
    signs = Counter(table.sign for table in tables)

    def of(sign: StatusIcon) -> int:
        return signs[sign]

    counted = (
        (calls, mark_count("{count} calls a referee", "{count} call a referee", calls)),
        (of(StatusIcon.DIFFERS), mark_count("{count} with wrong totals", "{count} with wrong totals",
                                            of(StatusIcon.DIFFERS))),
        (of(StatusIcon.TO_VERIFY), mark_count("{count} to verify", "{count} to verify", of(StatusIcon.TO_VERIFY))),
        (of(StatusIcon.PLAYING), mark_count("{count} in play", "{count} in play", of(StatusIcon.PLAYING))),
        (of(StatusIcon.EMPTY), mark_count("{count} not started", "{count} not started", of(StatusIcon.EMPTY))),
        (of(StatusIcon.ASKS), mark_count("{count} marked", "{count} marked", of(StatusIcon.ASKS))),
        (of(StatusIcon.DONE), mark_count("{count} verified", "{count} verified", of(StatusIcon.DONE))),
    )  # fmt: skip
    parts = [mark_count("{count} table", "{count} tables", len(tables)), *(text for count, text in counted if count)]
    return mark("Session {session}: {parts}", session=session, parts=listed(parts))


class TableMap(QListView):
    """The tables in rows, in cells as large as the space allows."""

    chosen = Signal(int)
    """Enter, or a click on the table with this number."""

    def __init__(self) -> None:
        super().__init__()
        cells: TableColumn[MappedTable] = TableColumn(mark("Tables"), lambda table: str(table.number), style=_style)
        self._tables: TableModel[MappedTable] = TableModel((cells,), self)
        self.setModel(self._tables)
        self.setItemDelegate(_MapDelegate(self))
        self.setProperty("plain", True)
        self.setProperty("ring", False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.cell = _MOST
        """The size of a cell with the gap around it."""
        self.clicked.connect(self._choose)
        translator.follow(self._retranslate)

    @property
    def tables(self) -> tuple[MappedTable, ...]:
        """The tables shown."""
        return self._tables.rows

    def show_tables(self, tables: Sequence[MappedTable]) -> None:
        """Show ``tables``. The cursor stays on its table."""
        before = self.currentIndex().row()
        self._tables.set_rows(tables)
        if tables and not 0 <= before < len(tables):
            self.setCurrentIndex(self._tables.index(0, 0))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the cells fit."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the sheet of the current table on Enter."""
        if event.key() in ENTER and not event.isAutoRepeat():
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.tables[index.row()].number)

    def _fit(self) -> None:
        """Use the largest cells with which all tables are visible, or the least size and a scroll bar."""
        room = self.maximumViewportSize()
        cell = cell_size(len(self.tables), room)
        rows = ceil(len(self.tables) / max((room.width() - 1) // cell.width(), 1))
        # Qt would make room for the bar before it knows that it needs none, so that fewer cells fit into a row.
        fits = rows * cell.height() <= room.height()
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
        if cell != self.cell:
            self.cell = cell
            self.scheduleDelayedItemsLayout()

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("All tables")))


def cell_size(count: int, room: QSize) -> QSize:
    """Return the size of the cells, gaps included, with which ``count`` tables fill ``room`` best.

    The least size if they do not fit.
    """
    best, found = 0.0, QSize()
    for columns in range(1, max(room.width() // _LEAST.width(), 1) + 1):
        wide = min((room.width() - 1) // columns, _MOST.width())  # Qt needs one pixel more than the cells
        high = min(room.height() // max(ceil(count / columns), 1), _MOST.height())
        size = min(wide / _SHAPE, high)
        if wide >= _LEAST.width() and high >= _LEAST.height() and size > best:
            best, found = size, QSize(wide, high)
    if found.isEmpty():  # leave room for the scroll bar
        columns = max((room.width() - 16) // (_LEAST.width() + 16), 1)
        return QSize(max(room.width() - 16, 1) // columns, _LEAST.height())
    return found


class _MapDelegate(QStyledItemDelegate):
    """Draws a table: its number and state, how far it is, who is there, and whether it calls a referee."""

    def __init__(self, parent: TableMap) -> None:
        super().__init__(parent)
        self._map = parent

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """All cells are equally large."""
        return self._map.cell

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell."""
        table = index.data(Role.ROW)
        if not isinstance(table, MappedTable):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(_GAP / 2, _GAP / 2, -_GAP / 2, -_GAP / 2)
        current = self._map.currentIndex().row() == index.row()
        self._ground(painter, rect, table, current=current)
        inner = rect.adjusted(_PAD, 4, -_PAD, -6)
        third = 16.0 if rect.height() >= _TALL else 0.0
        high = (inner.height() - third - 5) / 2
        self._number(painter, QRectF(inner.left(), inner.top(), inner.width(), high), table)
        tone = Tone.TEXT2 if table.sign in {StatusIcon.EMPTY, StatusIcon.PLAYING} else table.sign.tone
        below = QRectF(inner.left(), inner.top() + high, inner.width(), high)
        words = _fitting_words(table, below.width())
        painting.words(painter, below, words, colour=tone.of(theme.tokens), kind=Type.CAPTION, figures=True)
        if table.others:
            below.setLeft(below.left() + painting.width_of(words, Type.CAPTION, figures=True) + 8)
            who = translator.translate(listed(table.others))
            painting.words(painter, below, who, colour=theme.tokens.accent, kind=Type.CAPTION, align=painting.RIGHT)
        if third:
            line = QRectF(inner.left(), inner.top() + 2 * high, inner.width(), third)
            painting.words(painter, line, table.players, colour=theme.tokens.text3, kind=Type.CAPTION)
        self._progress(painter, QRectF(inner.left(), inner.bottom() - 2, inner.width(), 4), table)
        painter.restore()

    def _ground(self, painter: QPainter, rect: QRectF, table: MappedTable, *, current: bool) -> None:
        tokens = theme.tokens
        differs = table.sign is StatusIcon.DIFFERS
        fill = tokens.warn_soft if table.calls else tokens.danger_soft if differs else tokens.surface
        border = tokens.warn if table.calls else tokens.danger if differs else tokens.line
        painting.box(painter, rect, radius=8, fill=fill, border=border)
        if current:
            painting.box(painter, rect, radius=8, border=tokens.accent, width=3 if self._map.hasFocus() else 2)

    def _number(self, painter: QPainter, line: QRectF, table: MappedTable) -> None:
        tokens = theme.tokens
        number = str(table.number)
        painting.words(painter, line, number, colour=tokens.text, kind=Type.PANEL_TITLE, figures=True, elide=False)
        left = line.left() + painting.width_of(number, Type.PANEL_TITLE, figures=True) + 8
        middle, right = line.center().y(), line.right()
        table.sign.draw(painter, QRectF(left, middle - 7, 14, 14))
        for shown, sign in ((table.calls, StatusIcon.ASKS), (table.here, StatusIcon.HALF_TYPED)):
            if shown:
                sign.draw(painter, QRectF(right - 14, middle - 7, 14, 14))
                right -= 18
        if table.others:
            icons.paint(painter, "players", QRectF(right - 14, middle - 7, 14, 14), tokens.accent)
            right -= 18
        if table.proposals:
            pill = QRectF(right - 18, middle - 7, 18, 14)
            painting.box(painter, pill, radius=6, fill=tokens.accent)
            count = str(min(table.proposals, 99))
            painting.words(painter, pill, count, colour=tokens.on_accent, kind=Type.RAIL_KEY, align=painting.CENTRE)

    @staticmethod
    def _progress(painter: QPainter, rect: QRectF, table: MappedTable) -> None:
        if table.hands is None or not 0 < table.share < 1:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        for share, colour in ((1.0, theme.tokens.line), (table.share, theme.tokens.text3)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(QRectF(rect.left(), rect.top(), rect.width() * share, rect.height()), 2, 2)


def _fitting_words(table: MappedTable, room: float) -> str:
    """The state of ``table``, in a shorter form if it is wider than ``room``."""
    words = translator.translate(table.words)
    if painting.width_of(words, Type.CAPTION, figures=True) <= room:
        return words
    short = {StatusIcon.ASKS: mark("Marked"), StatusIcon.DONE: mark("Verified")}.get(table.sign)
    return words if short is None else translator.translate(short)


def _style(table: MappedTable) -> CellStyle:
    name = mark("Table {table}: {state}", table=table.number, state=table.state)
    return CellStyle(
        tooltip=mark("{state}. {players}", state=table.state, players=table.players),
        accessible_text=mark("{state}. {players}", state=name, players=table.players),
    )
