"""The two lists with their headings: the faults of the rules, and the penalties given with their sums."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget

from reports import vocabulary
from reports.column import Emphasis, Kind
from reports.sheets import fouls
from reports.sheets.fouls import RecordedPenalty
from reports.vocabulary import ENTRY_NUMBER
from tournament.language import Text, integer_text, listed, mark, mark_count, verbatim
from tournament.rules.fault import Fault
from tournament.use_cases import View
from ui.desktop.kit.table import CellStyle, TableColumn, TableView
from ui.desktop.sheet.penalty_form import fault_with_sanction
from ui.desktop.theme import Room, Size, Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import Card, Notice, NoticeKind, Rule
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import PAD, DrawnCell, TextDelegate, drawn_cell
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.keys import DOWN, ESCAPE, UP, Key, KeyText, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, column, row, stretched
from ui.desktop.widgets.list_table import ListTable, room_for
from ui.entry.penalty_draft import (
    ListedFault,
    PenaltySums,
    cancellation_text,
    fault_text,
    listed_faults,
    matching,
    newest_first,
    penalties_of_event,
    penalties_of_session,
    receivers_text,
    sums_of,
)


class _Figure(QWidget):
    def __init__(self, words: Text, kind: Type, tone: Tone = Tone.TEXT) -> None:
        super().__init__()
        self.number = TextLabel(kind=kind, tone=tone, figures=True)
        column(self.number, TextLabel(words, kind=Type.DENSE, tone=Tone.TEXT2), spacing=0, on=self)


class _SumsCard(Card):
    """The sums of the penalties of a session, and whether the scores balance."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._title = TextLabel(kind=Type.NAME)
        self.taken = _Figure(mark("points taken"), Type.FIGURE)
        self.to_players = _Figure(mark("given to players"), Type.FIGURE_LESSER, Tone.TEXT2)
        self.to_nobody = _Figure(mark("to nobody"), Type.FIGURE)
        self.balance = Notice(NoticeKind.OK, boxed=False)
        figures = row(*(stretched(each) for each in (self.taken, self.to_players, self.to_nobody)), spacing=6)
        for part in (self._title, figures, Rule(), self.balance):
            add(self.body, part)

    def show_sums(self, session: int, sums: PenaltySums) -> None:
        """Show the sums of ``session``."""
        self._title.set_text(mark("Sums of session {session}", session=session))
        for figure, number in ((self.taken, sums.taken), (self.to_players, sums.to_players),
                               (self.to_nobody, sums.to_nobody)):  # fmt: skip
            figure.number.set_text(verbatim(integer_text(number)))
        if sums.wrong:
            tables = tuple(map(str, sums.wrong))
            text = mark_count(
                "The totals of table {tables} do not match its penalties. Check its sheet.",
                "The totals of tables {tables} do not match their penalties. Check their sheets.",
                len(sums.wrong),
                tables=tables,
            )
            self.balance.show_notice(NoticeKind.DANGER, text)
        elif not sums.tables:
            self.balance.show_notice(NoticeKind.INFO, mark("No hand has been played in this session yet."))
        else:
            text = mark_count(
                "Scores balance: {count} table, sum {sum}.",
                "Scores balance: {count} tables, sum {sum}.",
                sums.tables,
                sum=sums.scores,
            )
            self.balance.show_notice(NoticeKind.OK, text)


_IN_SESSION, _IN_EVENT, _BY_PLAYER = "session", "event", "players"
NUMBER, FAULT, SANCTION = range(3)
SESSION, TIME, TABLE, HAND, _WHAT, POINTS, TO = range(7)
_ROW, _NUMBER, _EDGE = 27, 50, 18
"""Height of a fault on one line; widths of its number, and of the frame with the scroll bar."""
_AROUND_LINES = 5
"""Space above and below the text of a row with several lines."""
_BESIDE = 720
"""Minimum width of the list with a separate column for the recipients."""
_POINTS, _BELOW, _TO = 66, 112, 220
"""Widths of the points, of the points with the recipients below them, and of the recipients."""
_DELETING = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class _Right(TextDelegate):
    align = painting.RIGHT


class _Paragraphs(TextDelegate):
    """Two texts, each on as many lines as it needs; a text that is struck through has one line."""

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Paint both texts."""
        high = painting.height_of(cell.text, self.type_of(cell), rect.width())
        first = QRectF(rect.left(), rect.top() + _AROUND_LINES, rect.width(), high)
        below = rect.adjusted(0, _AROUND_LINES + high, 0, 0)
        if cell.struck:
            self.line(painter, first, cell.text, cell)
        else:
            painting.paragraph(painter, first, cell.text, colour=self.ink(cell), kind=self.type_of(cell))
        second = self.enlarged(Type.DENSE)
        painting.paragraph(painter, below, cell.second, colour=theme.tokens.text2, kind=second)

    def height(self, cell: DrawnCell, width: float) -> int:
        """Return the height of a row in a column of this width."""
        texts = ((cell.text, self.type_of(cell)), (cell.second, self.enlarged(Type.DENSE)))
        lines = sum(painting.height_of(text, kind, width - 2 * PAD) for text, kind in texts)
        return math.ceil(lines) + 2 * _AROUND_LINES + 1


def _fit_rows(table: ListTable, column: int) -> None:
    """Give each row of ``table`` the height that its text in ``column`` needs."""
    delegate, width = table.itemDelegateForColumn(column), table.columnWidth(column)
    if isinstance(delegate, _Paragraphs):
        for line in range(table.model().rowCount()):
            table.setRowHeight(line, delegate.height(drawn_cell(table.model().index(line, column)), width))


def _fault_columns(sanction_width: int, *, brief: bool) -> tuple[TableColumn[ListedFault], ...]:
    """Return the columns number, name and sanction. With ``brief`` the sanction is under the name, to save width."""

    def style(each: ListedFault, type_: Type, tone: Tone, second: Text | str = "") -> CellStyle:
        whole = fault_with_sanction(each)
        return CellStyle(second, type=type_, tone=tone, tooltip=whole, accessible_text=whole)

    return (
        TableColumn.showing(ENTRY_NUMBER, lambda each: each.number, kind=Kind.TEXT, emphasis=Emphasis.PLAIN,
                            width=_NUMBER, style=lambda each: style(each, Type.CAPTION, Tone.TEXT3)),
        TableColumn.showing(vocabulary.FAULT, lambda each: each.name, delegate=_Paragraphs if brief else None,
                            style=lambda each: style(each, Type.DENSE, Tone.TEXT, each.sanction if brief else "")),
        TableColumn.showing(vocabulary.SANCTION, lambda each: each.sanction, width=sanction_width, delegate=_Right,
                            style=lambda each: style(each, Type.CAPTION, Tone.TEXT2)),
    )  # fmt: skip


def _penalty_columns(*, brief: bool) -> tuple[TableColumn[RecordedPenalty], ...]:
    """Return the columns of the penalties. Cancelled penalties are struck through.

    With ``brief`` the recipients are under the points, or after the fault if their text is long.
    """

    def style(each: RecordedPenalty, type_: Type = Type.DENSE, tone: Tone = Tone.TEXT2, second: Text | str = "",
              *, struck: bool = False) -> CellStyle:  # fmt: skip
        cancelled = each.penalty.cancelled is not None
        return CellStyle(second, type=type_, tone=Tone.TEXT3 if cancelled else tone, struck=struck and cancelled,
                         tooltip=_in_words(each), accessible_text=_in_words(each))  # fmt: skip

    def long(each: RecordedPenalty) -> bool:
        return painting.width_of(translator.translate(receivers_text(each)), Type.DENSE) > _BELOW - 2 * PAD

    def words(each: RecordedPenalty) -> CellStyle:
        what = cancellation_text(each) or fault_text(each)
        if brief and long(each):
            what = verbatim(" · ".join(map(translator.translate, (what, receivers_text(each)))))
        return style(each, Type.NAME, Tone.TEXT, what, struck=True)

    def points(each: RecordedPenalty) -> CellStyle:
        below = "" if not brief or long(each) else receivers_text(each)
        return style(each, Type.TOTAL, Tone.TEXT, below, struck=True)

    return (
        TableColumn(mark("S"), fouls.SESSION.cell, Kind.CODE, width=34, style=style),
        TableColumn.showing(vocabulary.TIME, lambda each: f"{each.penalty.entry.time.astimezone():%H:%M}",
                            emphasis=Emphasis.PLAIN, width=64, style=style),
        TableColumn.showing(fouls.TABLE, width=58, delegate=_Right,
                            style=lambda each: style(each, Type.TOTAL, Tone.TEXT)),
        TableColumn(fouls.HAND.heading, lambda each: fouls.HAND.cell(each) or "–", width=56, delegate=_Right,
                    style=style),
        TableColumn(mark("Player and fault"), lambda each: each.player.name, emphasis=Emphasis.NAME, style=words,
                    delegate=_Paragraphs),
        TableColumn.showing(vocabulary.POINTS, lambda each: each.points, kind=Kind.TEXT, emphasis=Emphasis.PLAIN,
                            width=_BELOW if brief else _POINTS, delegate=_Right, style=points),
        TableColumn(mark("To whom"), receivers_text, width=_TO, style=style),
    )  # fmt: skip


class FaultsColumn(QWidget):
    """All faults with their sanctions. Typing narrows the list; Enter or a click picks a fault."""

    picked = Signal(object)
    """A :class:`ListedFault`."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faults: tuple[ListedFault, ...] = ()
        self._fitted: tuple[bool, int] | None = None
        """Whether the sanction is under its fault, and the width of the sanctions."""
        self.search = SearchField(mark("Find"), key="Ctrl+F")
        self.search.setMaximumWidth(216)
        self.list: TableView[ListedFault] = TableView(
            mark("Faults"), _fault_columns(_NUMBER, brief=False), key=lambda each: each.slug
        )
        heading = row(TextLabel(mark("Fouls"), kind=Type.PAGE_TITLE), None, self.search)
        legend = mark("No Hu: the player can no longer win this hand.")
        self._legend = TextLabel(legend, kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        column(heading, stretched(self.list), self._legend, spacing=12, margins=(0, Size.PAGE_MARGIN, 0, 12), on=self)
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self._pick)
        arrows = {UP: lambda: self._move(-1), DOWN: lambda: self._move(1)}
        answer_keys(self.search, {ESCAPE: self._leave, **arrows})
        self.list.clicked.connect(self._pick)
        self.list.activated.connect(self._pick)
        self.list.horizontalHeader().sectionResized.connect(lambda: _fit_rows(self.list, FAULT))
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
        translator.changed.connect(self._make_room)
        translator.changed.connect(self._narrow)

    def offer(self, faults: Sequence[Fault]) -> None:
        """Set the faults of the current rules."""
        if listed_faults(faults) != self._faults:
            self._faults = listed_faults(faults)
            self._legend.setVisible(any(fault.no_hu for fault in faults))
            self._make_room()
            self._narrow()

    def clear(self) -> None:
        """Clear the choice."""
        self.search.clear()
        self.list.setCurrentIndex(QModelIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow column show the sanction under its fault."""
        super().resizeEvent(event)
        self._make_room()

    def _move(self, step: int) -> None:
        line = self.list.currentIndex().row() + step
        self.list.select_line(min(max(line, 0), len(self.list.rows) - 1))

    def _leave(self) -> None:
        self.search.clear()
        self.left.emit()

    def _make_room(self) -> None:
        name = room_for((translator.translate(each.name) for each in self._faults), Type.DENSE)
        window = self.window()
        kind = Type.CAPTION.larger if Room(window.width(), window.height()).large else Type.CAPTION
        sanction = room_for((translator.translate(each.sanction) for each in self._faults), kind)
        brief = self.width() < _NUMBER + name + sanction + _EDGE
        if self._fitted != (brief, sanction):
            self._fitted = brief, sanction
            self.list.set_columns(_fault_columns(sanction, brief=brief))
            self.list.setColumnHidden(SANCTION, brief)
            self.list.set_row_height(_ROW)

    def _narrow(self) -> None:
        typed = self.search.text()
        self.list.show_rows(matching(self._faults, typed, translator.language))
        _fit_rows(self.list, FAULT)
        self.search.show_found(len(self.list.rows))
        if typed and self.list.rows:
            self.list.select_line(0)

    def _pick(self) -> None:
        listed = self.list.current_row
        if listed is not None:
            self.search.clear()
            self.list.select(listed.slug)
            self.list.scrollToTop()  # as far as the fault stays visible
            self.list.scrollTo(self.list.currentIndex())
            self.picked.emit(listed)


class PenaltiesColumn(QWidget):
    """The penalties of the session, of the event, or by player. Del asks to cancel one."""

    wanted = Signal(object)
    """A :class:`RecordedPenalty` to cancel."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._session = 0
        self._brief = False
        self.range = Switch(mark("Shown"))
        self.list: TableView[RecordedPenalty] = TableView(
            mark("Penalties given"), _penalty_columns(brief=False), key=lambda each: each.id, tall=True
        )
        self.count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.sums = _SumsCard()
        arrows = KeyText(mark("{up} {down} choose a penalty", up=Key("Up"), down=Key("Down")))
        delete = KeyText(mark("{delete} cancel it (reason required)", delete=Key("Del")))
        column(row(self.range, None, self.count), stretched(self.list), row(arrows, None, delete), self.sums,
               spacing=12, margins=(0, Size.PAGE_MARGIN, 0, 12), on=self)  # fmt: skip
        self.range.chosen.connect(self._fill)
        self.list.row_chosen.connect(self.wanted)
        self.list.horizontalHeader().sectionResized.connect(lambda: _fit_rows(self.list, _WHAT))
        answer_keys(self.list, dict.fromkeys(_DELETING, self.want_cancelled))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow column show the recipients under the points."""
        super().resizeEvent(event)
        brief = self.width() < _BESIDE
        if brief != self._brief:
            self._brief, chosen = brief, self.list.current_row
            self.list.set_columns(_penalty_columns(brief=brief))
            self._hide_columns()
            self.choose(chosen.id if chosen is not None else "")

    def show_event(self, view: View, session: int) -> None:
        """List the penalties of ``view``."""
        self._view, self._session = view, session
        segments = (
            Segment(_IN_SESSION, mark("Session {session}", session=session)),
            Segment(_IN_EVENT, mark("Whole event")),
            Segment(_BY_PLAYER, mark("By player")),
        )
        self.range.set_segments(segments)
        self.sums.show_sums(session, sums_of(view, session))
        self._fill()

    def choose(self, id: str) -> None:
        """Move the cursor to the penalty of the entry ``id``, if it is listed."""
        self.list.select(id)

    def want_cancelled(self) -> None:
        """Ask to cancel the current penalty."""
        if self.list.current_row is not None:
            self.wanted.emit(self.list.current_row)

    def _fill(self) -> None:
        if self._view is None:
            return
        key = self.range.current
        in_session = key == _IN_SESSION
        lines = newest_first(
            penalties_of_session(self._view, self._session) if in_session else penalties_of_event(self._view)
        )
        if key == _BY_PLAYER:
            lines.sort(key=lambda each: (each.player.last_name.casefold(), each.player.first_name.casefold()))
        self.list.show_rows(lines)
        _fit_rows(self.list, _WHAT)
        self._hide_columns()
        self.count.set_text(_counted(lines))

    def _hide_columns(self) -> None:
        self.list.setColumnHidden(SESSION, self.range.current == _IN_SESSION)
        self.list.setColumnHidden(TO, self._brief)


def _in_words(each: RecordedPenalty) -> str:
    points = mark("{points} points", points=each.points)
    parts = (each.player.name, fault_text(each), points, receivers_text(each), cancellation_text(each) or "")
    return translator.translate(listed(filter(None, map(translator.translate, parts))))


def _counted(lines: Sequence[RecordedPenalty]) -> Text:
    cancelled = sum(line.penalty.cancelled is not None for line in lines)
    found = mark_count("{count} penalty", "{count} penalties", len(lines))
    if not cancelled:
        return found
    return mark("{found}, {cancelled}", found=found,
                cancelled=mark_count("{count} cancelled", "{count} cancelled", cancelled))  # fmt: skip
