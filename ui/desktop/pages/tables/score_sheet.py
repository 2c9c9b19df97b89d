"""The score sheet in the middle of the page: title, heads, lines and totals in the columns of the printed sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from tournament.event.player import Player
from tournament.language import Text, integer_text, listed, mark, signed_text, verbatim
from tournament.ledger.sheet import table_points_of
from tournament.rules.payment import Net
from tournament.rules.ruleset import POINTS as VALUE_NAME
from ui.desktop.pages.tables import sheet_table
from ui.desktop.pages.tables.sheet_table import (
    NORMAL,
    SheetModel,
    SheetRows,
    SheetSize,
    SheetView,
    most_height,
    sheet_size,
)
from ui.desktop.sheet.entry_fields import is_alone, page_key
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import layouts, painting
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.fields import TextField, take_digits
from ui.desktop.widgets.keys import draw_key, key_name, key_width
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import SIDE, StatusIcon, draw_number
from ui.entry.change_words import presence_text
from ui.entry.page_keys import PageKey
from ui.entry.paper_totals import TypedTotals
from ui.entry.sheet_lines import HandInProgress, LineKind, figures_of, lines_at, lines_of
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import TablesState


class _SheetHead(QWidget):
    """Column heads: number and name of each player, as on the printed sheet; in a low window also the title."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._players: tuple[Player, ...] = ()
        self._title: tuple[Text | str, Text | str, Text | str] = ("", "", "")
        self._value_name = VALUE_NAME
        self._size = NORMAL
        self.room = 0
        """Width of the columns below."""
        self.set_size(NORMAL)
        translator.changed.connect(self.update)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.head)
        self.update()

    def set_players(self, players: Sequence[Player]) -> None:
        """Show the four players."""
        if tuple(players) != self._players:
            self._players = tuple(players)
            self.update()

    def set_value_name(self, name: Text) -> None:
        """Set what the rules call the value of a hand."""
        if name != self._value_name:
            self._value_name = name
            self.update()

    def set_title(self, title: Text, aside: Text, code: Text) -> None:
        """Set the texts of the title, which this widget shows in a window that has no space for a title line."""
        if (title, aside, code) != self._title:
            self._title = (title, aside, code)
            self.update()

    def event(self, event: QEvent) -> bool:
        """Show a whole name in a tooltip if it is elided."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            edges = sheet_table.lefts(self.room)
            for column, player in enumerate(self._players):
                if (
                    edges[sheet_table.FIRST_PLAYER + column]
                    <= event.pos().x()
                    < edges[sheet_table.FIRST_PLAYER + column + 1]
                ):
                    QToolTip.showText(event.globalPos(), plain_tooltip(player.name), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint heads and names."""
        painter, tokens, edges, size = painting.begin(self), theme.tokens, sheet_table.lefts(self.room), self._size
        high = self.height()
        if size.title:
            self._paint_heads(painter, QRectF(0, 0, edges[sheet_table.FIRST_PLAYER], high))
        else:
            self._paint_title(painter, QRectF(0, 0, edges[sheet_table.FIRST_PLAYER], high))
        first_line, last_line = size.name.line, size.text.line
        top = (high - first_line - last_line) / 2
        for column, player in enumerate(self._players):
            left, right = edges[sheet_table.FIRST_PLAYER + column], edges[sheet_table.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, high), QColor(tokens.paper_rule))
            draw_number(painter, QRectF(left + 9, top + (first_line - SIDE) / 2, SIDE, SIDE), column + 1)
            first = QRectF(left + 31, top, right - left - 35, first_line)
            painting.words(painter, first, player.first_name, colour=tokens.ink, kind=size.first_name)
            last = QRectF(left + 31, top + first_line, right - left - 35, last_line)
            painting.words(painter, last, player.last_name, colour=tokens.text2, kind=size.text)
        painter.fillRect(QRectF(0, high - 1, self.width(), 1), QColor(tokens.paper_rule))

    def _paint_heads(self, painter: QPainter, rect: QRectF) -> None:
        colour, kind, edges = theme.tokens.text3, Type.HEAD, sheet_table.lefts(self.room)
        number = QRectF(0, 0, edges[sheet_table.RESULT] - 12, rect.height())
        painting.words(painter, number, "#", colour=colour, kind=kind, align=painting.RIGHT)
        points_head = translator.translate(self._value_name)
        place = rect.adjusted(0, 0, -sheet_table.INSET, 0)
        painting.words(painter, place, points_head, colour=colour, kind=kind, align=painting.RIGHT)
        result = rect.adjusted(edges[sheet_table.RESULT] + 4, 0, -sheet_table.INSET - 8, 0)
        result.setRight(result.right() - painting.width_of(points_head, kind))
        painting.words(painter, result, translator.translate(mark("Result")), colour=colour, kind=kind)

    def _paint_title(self, painter: QPainter, rect: QRectF) -> None:
        """Paint table and session above the code and the heading of the points, as far as they fit."""
        tokens, size = theme.tokens, self._size
        title, aside, code = map(translator.translate, self._title)
        upper = QRectF(13, 4, rect.width() - 17, 20)
        lower = QRectF(13, 23, rect.width() - 13 - sheet_table.INSET, 17)
        painting.words(painter, upper, title, colour=tokens.ink, kind=Type.PANEL_TITLE)
        points_head = translator.translate(self._value_name)
        painting.words(painter, lower, points_head, colour=tokens.text3, kind=Type.HEAD, align=painting.RIGHT)
        upper.setLeft(upper.left() + painting.width_of(title, Type.PANEL_TITLE) + 8)
        lower.setRight(lower.right() - painting.width_of(points_head, Type.HEAD) - 8)
        for place, text in ((upper, aside), (lower, code)):
            if painting.width_of(text, size.quiet) <= place.width():
                painting.words(painter, place, text, colour=tokens.text2, kind=size.quiet)


class _SheetTitle(Accessible, QWidget):
    """The first line of the paper: table, session, code."""

    accessible_role = Role.Heading

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title: Text | str = ""
        self._aside: Text | str = ""
        self._code: Text | str = ""
        self.setFixedHeight(NORMAL.title)
        translator.follow(self._retranslate)

    def set_size(self, size: SheetSize) -> None:
        """Use the height given, or hide the line if the head of the columns shows the same."""
        self.setFixedHeight(max(size.title, 1))
        self.setVisible(bool(size.title))

    def set_title(self, title: Text, aside: Text, code: Text) -> None:
        """Show table, session, and the code printed on the sheet."""
        if (title, aside, code) != (self._title, self._aside, self._code):
            self._title, self._aside, self._code = title, aside, code
            self._retranslate()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the line."""
        painter, tokens, high = painting.begin(self), theme.tokens, self.height()
        title = translator.translate(self._title)
        wide = painting.width_of(title, Type.PAGE_TITLE)
        painting.words(painter, QRectF(17, 0, wide + 2, high), title, colour=tokens.ink, kind=Type.PAGE_TITLE)
        aside = QRectF(17 + wide + 13, 1, self.width() - wide - 160, high)
        painting.words(painter, aside, translator.translate(self._aside), colour=tokens.text2, kind=Type.DENSE)
        code = QRectF(0, 1, self.width() - 16, high)
        painting.words(
            painter, code, translator.translate(self._code), colour=tokens.text2, kind=Type.DENSE, align=painting.RIGHT
        )
        painter.fillRect(QRectF(0, high - 1, self.width(), 1), QColor(tokens.paper_rule))

    def _retranslate(self) -> None:
        said = map(translator.translate, (self._title, self._aside, self._code))
        self.setAccessibleName(", ".join(filter(None, said)))
        self.update()


_TITLES = mark("Total on paper"), mark("On paper")
_COMPUTED, _DIFFERENCE = (mark("Computed"),), (mark("Difference"),)
_POINTS = mark("Table points"), mark("Points")
_POINTS_TO_COME = mark("Expected table points"), *_POINTS
_NOTHING_TYPED = TypedTotals()
_MINUS = ("-", "−", "–")


@dataclass(frozen=True, slots=True)
class _ShownTotals:
    """Everything that the totals at the foot of a sheet show."""

    names: tuple[str, ...] = ("", "", "", "")
    typed: TypedTotals = _NOTHING_TYPED
    computed: Net = (0, 0, 0, 0)
    points: tuple[Fraction, ...] = ()
    """The table points, expected ones until the sheet is signed; empty if there are none."""
    with_hand: int | None = None
    """The number of the hand being typed if the totals include it; otherwise None."""
    closed: bool = False
    """Whether the sheet is signed."""
    is_open: bool = True
    """Whether the totals can be typed."""
    current: int | None = None
    """The column with the cursor."""
    start: int | None = None
    """The starting points of each player if the game counts them; a line then shows what each player has now."""
    ranked: bool = True
    """Whether table points rank the players of the event."""
    alone: bool = False
    """Whether only totals were entered, so that there is nothing with which to compare them."""


class _TotalsRow(QWidget):
    """Four fields in the columns of the players, and the lines of figures below them."""

    typed = Signal(int, str)
    """The text of a column changed."""
    confirmed = Signal(int)
    """The user pressed Enter in a column."""
    continued = Signal(int)
    """The user typed a minus after the digits of a column. The next total begins with it."""
    entered = Signal(int)
    """The cursor moved to a column by Tab or a click."""
    pressed = Signal(object)
    """A :class:`PageKey`."""
    refused = Signal(str)
    """A key that is neither a digit nor a key of the page."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # paintEvent fills the whole widget, so Qt need not paint what is below it
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.fields = [TextField(parent=self) for _ in range(4)]
        self._shown = _ShownTotals()
        self._problems: tuple[Text | None, ...] = (None,) * 4
        """What is wrong with each total, in words."""
        self.room = 0
        """Width of the columns above."""
        self._size = NORMAL
        for column, field in enumerate(self.fields):
            field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            field.setStyleSheet("QLineEdit { min-height: 0; }")
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            field.setMaxLength(12)
            field.installEventFilter(self)
            take_digits(field, signed=True)
            field.textEdited.connect(lambda text, column=column: self.typed.emit(column, text))
            field.returnPressed.connect(lambda column=column: self.confirmed.emit(column))
        self.set_size(NORMAL)
        translator.follow(self._retranslate)

    def show_totals(self, shown: _ShownTotals) -> None:
        """Show the typed totals beside the computed ones, and the table points."""
        if shown == self._shown:
            return
        before = self._shown.names, self._problems
        self._shown, self._problems = shown, shown.typed.problems(shown.computed)
        for field, text in zip(self.fields, shown.typed.texts, strict=True):
            if field.text() != text:
                field.setText(text)
            field.setEnabled(shown.is_open)
        if (shown.names, self._problems) != before:
            self._describe_fields()
        above = int(self._size.typed_totals)
        self.update(0, above, self.width(), self.height() - above)  # the fields paint themselves

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.totals)
        for field in self.fields:
            field.setFont(typeface(size.figure))
        self.place(self.room)

    def focus(self, column: int, *, begun: bool = False) -> None:
        """Move the cursor to the field of ``column``. Typing replaces its text unless it is ``begun``."""
        field = self.fields[column]
        field.setFocus()
        if begun:
            field.end(False)
        else:
            field.selectAll()

    def place(self, room: int) -> None:
        """Place the fields below columns of this width."""
        self.room = room
        edges = sheet_table.lefts(room)
        for column, field in enumerate(self.fields):
            left, right = edges[sheet_table.FIRST_PLAYER + column], edges[sheet_table.FIRST_PLAYER + column + 1]
            wide = min(right - left - 2 * sheet_table.INSET - 8, 96)
            high = self._size.field
            above = (self._size.typed_totals - high) // 2 + 2
            field.setGeometry(right - sheet_table.INSET - wide, above, wide, high)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept digits and a minus as text. Every other key works as on the sheet."""
        if not isinstance(watched, TextField):
            return False
        kind, column = event.type(), self.fields.index(watched)
        if kind is QEvent.Type.FocusIn and column != self._shown.current:
            self.entered.emit(column)
        if kind is QEvent.Type.FocusOut and (wrong := self._problems[column]):
            announce(self, mark("{field}: {answer}", field=watched.accessibleName(), answer=wrong), assertive=True)
        if kind is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return True
        key, text = page_key(event), event.text()
        if key is not None and key is not PageKey.READ_AGAIN:
            self.pressed.emit(key)
        elif not is_alone(event) or not text.isprintable() or not text or text in "0123456789":
            return False
        elif text in _MINUS:
            return self._continue(watched, column)
        elif text != "+":  # a plus before a positive total is accepted and ignored
            self.refused.emit(text)
        return True

    def _continue(self, field: TextField, column: int) -> bool:
        """Handle a minus: at the beginning it is text (return False); after digits it begins the next total."""
        kept = field.text()
        if field.hasSelectedText():
            start = field.selectionStart()
            kept = kept[:start] + kept[start + len(field.selectedText()) :]
        if field.cursorPosition() == 0 or field.hasSelectedText() or not any(each.isdigit() for each in kept):
            return False
        self.continued.emit(column)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, labels and figures."""
        painter, tokens, edges, size = painting.begin(self), theme.tokens, sheet_table.lefts(self.room), self._size
        painter.fillRect(self.rect(), QColor(tokens.band))
        painter.fillRect(QRectF(0, 0, self.width(), 2), QColor(tokens.paper_rule))
        room = edges[sheet_table.FIRST_PLAYER] - 13 - sheet_table.INSET
        if event.rect().top() < size.typed_totals:
            self._paint_title(painter, QRectF(13, 2, room, size.typed_totals))
        for line, labels in enumerate(self._labels()):
            place = QRectF(13, size.typed_totals + line * size.total_row, room, size.total_row)
            text = self._fitting(labels, room, size.figure)
            painting.words(painter, place, text, colour=tokens.text2, kind=size.figure, figures=True)
        differences = self._shown.typed.differences(self._shown.computed)
        for column in range(4):
            left, right = edges[sheet_table.FIRST_PLAYER + column], edges[sheet_table.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, self.height()), QColor(tokens.paper_rule))
            place = QRectF(left, size.typed_totals, right - left - sheet_table.INSET - 4, size.total_row)
            self._paint_column(painter, place, column, differences[column])

    def _paint_title(self, painter: QPainter, rect: QRectF) -> None:
        """Paint what the fields are, and the key that goes to them."""
        kind = self._size.total
        title, name = self._fitting(_TITLES, rect.width(), kind), key_name("F6")
        painting.words(painter, rect, title, colour=theme.tokens.ink, kind=kind)
        after = rect.left() + painting.width_of(title, kind) + 10
        if after + key_width(name) <= rect.right() + sheet_table.INSET:
            draw_key(painter, QRectF(after, rect.top(), key_width(name), rect.height()), name)

    def _fitting(self, texts: tuple[Text, ...], room: float, kind: Type) -> str:
        """Return the first of ``texts`` that fits in ``room``, or the last if none does."""
        *longer, last = map(translator.translate, texts)
        return next((text for text in longer if painting.width_of(text, kind, figures=True) <= room), last)

    def _labels(self) -> tuple[tuple[Text, ...], ...]:
        """Return the label of each line of figures, in several wordings, the longest first."""
        hand, start = self._shown.with_hand, self._shown.start
        lines: list[tuple[Text, ...]] = [_COMPUTED, _DIFFERENCE]
        if hand is not None:
            lines[0] = (
                mark("Computed, including hand {hand}", hand=hand),
                mark("Including hand {hand}", hand=hand),
                mark("With hand {hand}", hand=hand),
            )
        if start is not None:
            lines.append((mark("Current, of {start} at the start", start=start), mark("Current")))
        if self._shown.ranked:
            lines.append(_POINTS if self._shown.closed else _POINTS_TO_COME)
        return tuple(lines)

    def _paint_column(self, painter: QPainter, rect: QRectF, column: int, difference: int | None) -> None:
        tokens, points = theme.tokens, self._shown.points
        computed = integer_text(self._shown.computed[column])
        painting.words(
            painter, rect, computed, colour=tokens.ink, kind=self._size.figure, align=painting.RIGHT, figures=True
        )
        below = rect.translated(0, rect.height())
        problem = self._problems[column]
        if problem is not None:
            self._paint_wrong(painter, below, translator.translate(problem), difference)
        elif difference == 0 and not self._shown.alone:
            StatusIcon.DONE.draw(painter, QRectF(below.right() - 15, below.center().y() - 8, 16, 16))
        start = self._shown.start
        if start is not None:
            self._paint_stack(painter, rect.translated(0, 2 * rect.height()), start + self._shown.computed[column])
        if points:
            last = rect.translated(0, (self._size.lines - 1) * rect.height())
            slot = self._size.total.size if any(each.denominator > 1 for each in points) else 0
            place = last.adjusted(0, 0, self._size.total.size - slot, 0)
            draw_fraction(painter, place, points[column], colour=tokens.ink, kind=self._size.total)

    def _paint_stack(self, painter: QPainter, rect: QRectF, stack: int) -> None:
        """Paint what a player has, including what they started with."""
        colour = theme.tokens.ink if stack > 0 else theme.tokens.danger
        text, kind = integer_text(stack), self._size.figure
        painting.words(painter, rect, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)

    def _paint_wrong(self, painter: QPainter, rect: QRectF, words: str, difference: int | None) -> None:
        """Paint the problem in words, or only the difference if the words are too long."""
        room, sign = rect.width() - sheet_table.INSET, 20
        if painting.width_of(words, Type.LABEL, figures=True) > room and difference:
            words = signed_text(difference)
        wide = painting.width_of(words, Type.LABEL, figures=True)
        danger, kind = theme.tokens.danger, Type.LABEL
        painting.words(painter, rect, words, colour=danger, kind=kind, align=painting.RIGHT, figures=True)
        if wide + sign <= room:
            StatusIcon.DIFFERS.draw(painter, QRectF(rect.right() - wide - sign, rect.center().y() - 8, 16, 16))

    def _retranslate(self) -> None:
        self._describe_fields()
        self.update()

    def _describe_fields(self) -> None:
        """Name the fields, and mark each total with a problem."""
        for field, player, problem in zip(self.fields, self._shown.names, self._problems, strict=True):
            field.set_refused(problem is not None)
            field.setAccessibleName(translator.translate(mark("Total on paper: {player}", player=player)))
            field.setAccessibleDescription(translator.translate(problem or ""))


_SCROLL_BAR = 14
"""Width reserved for the scroll bar of a long sheet."""


class ScoreSheetView(QFrame):
    """One score sheet: title, heads of the columns, lines and totals."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = _SheetTitle()
        self.head = _SheetHead()
        self.model = SheetModel(self)
        self.view = SheetView(self.model)
        self.totals = _TotalsRow()
        self.setProperty("ground", "paper")
        layouts.column(self.title, self.head, layouts.stretched(self.view), self.totals, spacing=0, on=self)
        self.view.room_changed.connect(self._share_width)
        self._shown, self._large = SheetRows(), False
        self._others: Sequence[Text] = ()
        self._four_values = False
        self._size = NORMAL
        self.setMaximumWidth(sheet_table.MOST)

    def set_others(self, others: Sequence[Text]) -> None:
        """Set who is on this sheet at another desk. The next call of :meth:`show_state` shows it."""
        self._others = others

    def show_state(self, state: TablesState, in_progress: HandInProgress | None, computed: Net) -> None:
        """Show the sheet with what is being typed, and the ``computed`` totals including it."""
        table = state.table
        if table is None:
            return
        sheet = table.sheet
        drawn = table.view.settings.format.is_drawn
        code = mark("sheet {code}", code=f"{sheet.session}-{sheet.table:02}") if drawn else verbatim("")
        title, aside = _title(table, drawn=drawn)
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
                replace(player, last_name=f"{player.last_name} *") if column in table.substitutes else player
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
            _ShownTotals(
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
        """Put the change above the total on a growing sheet if they do not fit side by side."""
        shown = self._shown
        room = sheet_table.have_room(self.width() - _SCROLL_BAR, 3 if self._four_values else 2)
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


def _title(table: TableSheet, *, drawn: bool) -> tuple[Text, Text]:
    """Return the title and the text beside it: table and session; for a game also the name of its table."""
    session = table.sheet.session
    if drawn:
        return table.title, mark("Session {session}", session=session)
    name = table.view.state.table_names.get(table.place, "")
    if name:
        return table.title, mark("Evening {evening}, at {table}", evening=session, table=name)
    return table.title, mark("Session {session}", session=session)
