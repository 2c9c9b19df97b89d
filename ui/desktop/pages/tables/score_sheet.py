"""The score sheet in the middle of the page: title, heads, lines and totals in the columns of the printed sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise, zip_longest
from math import ceil

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from tournament.event.player import Player
from tournament.language import Text, integer_text, listed, mark, signed_text, verbatim
from tournament.ledger.sheet import table_points_of, winners_of
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
from ui.desktop.theme import Tone, Type, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import layouts, painting
from ui.desktop.widgets.accessible import Accessible, Role, announce
from ui.desktop.widgets.cards import ground
from ui.desktop.widgets.delegates import fraction_strokes
from ui.desktop.widgets.fields import TextField, take_digits
from ui.desktop.widgets.keys import ESCAPE, KeyHint, answer_keys, keys_of
from ui.desktop.widgets.labels import ElidedLabel, FittingLabel, PlainLabel, TextLabel, place_label
from ui.desktop.widgets.signs import SIDE, PlayerBadge, StatusIcon, StatusSign
from ui.entry.change_words import presence_text
from ui.entry.page_keys import PageKey
from ui.entry.paper_totals import TypedTotals
from ui.entry.sheet_lines import HandInProgress, LineKind, before_players, figures_of, lines_at, lines_of
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import TablesState


class _SheetHead(QWidget):
    """Column heads: number and name of each player, as on the printed sheet; in a low window also the title.

    It places its labels itself, in the columns of the sheet.
    """

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = NORMAL
        self._room = 0
        """Width of the columns below."""
        self._value_name = VALUE_NAME
        self._texts: tuple[object, ...] = ()
        self._number, self._result, self._points = (
            TextLabel(text, kind=Type.HEAD, tone=Tone.TEXT3, parent=self) for text in ("#", mark("Result"), VALUE_NAME)
        )
        self._title = ElidedLabel(kind=Type.PANEL_TITLE, tone=Tone.INK, parent=self)
        self._aside, self._code = (FittingLabel(kind=NORMAL.quiet, tone=Tone.TEXT2, parent=self) for _ in range(2))
        self._rules = [ground("paper_rule", self) for _ in range(4)]
        self._badges = [PlayerBadge(column + 1, parent=self) for column in range(4)]
        self._first_names = [ElidedLabel(tone=Tone.INK, parent=self) for _ in range(4)]
        self._last_names = [ElidedLabel(tone=Tone.TEXT2, parent=self) for _ in range(4)]
        self._line = ground("paper_rule", self)
        for label in (self._number, self._points):
            label.setAlignment(painting.RIGHT)
        self.set_size(NORMAL)
        translator.changed.connect(self._place)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.head)
        for first, last in zip(self._first_names, self._last_names, strict=True):
            first.set_kind(size.first_name)
            last.set_kind(size.text)
        for aside in (self._aside, self._code):
            aside.set_kind(size.quiet)
        for label in (self._title, self._aside, self._code):
            label.setVisible(not size.title)
        for head in (self._number, self._result):
            head.setVisible(bool(size.title))
        self._place()

    def set_players(self, players: Sequence[Player]) -> None:
        """Show the four players."""
        for player, first, last in zip(players, self._first_names, self._last_names, strict=True):
            first.set_text(player.first_name)
            last.set_text(player.last_name)

    def set_value_name(self, name: Text) -> None:
        """Set what the rules call the value of a hand."""
        if name != self._value_name:  # checked for speed: it is the same after nearly every key
            self._value_name = name
            self._points.set_text(name)
            self._place()

    def set_title(self, title: Text, asides: Sequence[Text], code: Text) -> None:
        """Set the texts of the title, which this widget shows in a window that has no space for a title line.

        The first of ``asides`` that fits is shown.
        """
        texts = (title, tuple(asides), code)
        if texts != self._texts:  # likewise
            self._texts = texts
            self._title.set_text(title)
            self._aside.set_texts(*asides)
            self._code.set_texts(code)
            self._place()

    def set_room(self, room: int) -> None:
        """Place the heads above columns of this width."""
        self._room = room
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the heads in the new width."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        edges, size, high = sheet_table.lefts(self._room), self._size, self.height()
        self._line.setGeometry(0, high - 1, self.width(), 1)
        if size.title:
            self._place_heads(edges[sheet_table.RESULT], edges[sheet_table.FIRST_PLAYER] - sheet_table.INSET, high)
        else:
            self._place_title(edges[sheet_table.FIRST_PLAYER])
        first_line, last_line = size.name.line, size.text.line
        top = (high - first_line - last_line) // 2
        for column, rule in enumerate(self._rules):
            left, right = edges[sheet_table.FIRST_PLAYER + column], edges[sheet_table.FIRST_PLAYER + column + 1]
            rule.setGeometry(left, 0, 1, high)
            self._badges[column].move(left + 9, top + (first_line - SIDE) // 2)
            place_label(self._first_names[column], left + 31, top, right - 4, top + first_line)
            place_label(self._last_names[column], left + 31, top + first_line, right - 4, top + first_line + last_line)

    def _place_heads(self, result: int, right: int, high: int) -> None:
        points = right - self._points.sizeHint().width()
        place_label(self._number, 0, 0, result - 12, high)
        place_label(self._result, result + 4, 0, points - 8, high)
        place_label(self._points, points, 0, right, high)

    def _place_title(self, right: int) -> None:
        """Place table and session above the code and the heading of the points, as far as they fit."""
        after = min(13 + self._title.sizeHint().width(), right - 4)
        points = right - sheet_table.INSET - self._points.sizeHint().width()
        place_label(self._title, 13, 4, after, 24)
        place_label(self._aside, after + 6, 4, right - 4, 24)
        place_label(self._code, 13, 23, points - 8, 40)
        place_label(self._points, points, 23, right - sheet_table.INSET, 40)


class _SheetTitle(Accessible, QWidget):
    """The first line of the paper: table, session, code."""

    accessible_role = Role.Heading

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = TextLabel(kind=Type.PAGE_TITLE, tone=Tone.INK)
        self._aside = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._code = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        words = layouts.row(
            self._title, layouts.stretched(self._aside), self._code, spacing=13, margins=(17, 0, 16, 0), centred=False
        )
        line = ground("paper_rule", self)
        line.setFixedHeight(1)
        layouts.column(layouts.stretched(words), line, spacing=0, on=self)
        self.setFixedHeight(NORMAL.title)
        translator.follow(self._retranslate)

    def set_size(self, size: SheetSize) -> None:
        """Use the height given, or hide the line if the head of the columns shows the same."""
        self.setFixedHeight(max(size.title, 1))
        self.setVisible(bool(size.title))

    def set_title(self, title: Text, aside: Text, code: Text) -> None:
        """Show table, session, and the code printed on the sheet."""
        for label, text in ((self._title, title), (self._aside, aside), (self._code, code)):
            label.set_text(text)
        self._retranslate()

    def _retranslate(self) -> None:
        said = self._title.text(), self._aside.full_text(), self._code.text()
        self.setAccessibleName(", ".join(filter(None, said)))


_TITLES = mark("Total on paper"), mark("On paper")
_COMPUTED, _DIFFERENCE = (mark("Computed"),), (mark("Difference"),)
_POINTS = mark("Table points"), mark("Points")
_POINTS_TO_COME = mark("Expected table points"), *_POINTS
_NOTHING_TYPED = TypedTotals()
_MINUS = ("-", "−", "–")
_DECIMALS = (".", ",")
"""Either begins the decimal of a total in thousands, in games that are written so."""
_LEFT, _MOST_LINES = 13, 4
"""Left edge of the texts, and the maximum number of lines of figures."""


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
    stacks: Net = (0, 0, 0, 0)
    """What lies before each player, without the starting points."""
    on_table: int = 0
    """The points of the riichi sticks on the table."""
    ranked: bool = True
    """Whether table points rank the players of the event."""
    alone: bool = False
    """Whether only totals were entered, so that there is nothing with which to compare them."""


class _FootColumn:
    """What is below the typed total of one player."""

    def __init__(self, parent: QWidget) -> None:
        self.rule = ground("paper_rule", parent)
        self.computed = PlainLabel(tone=Tone.INK, figures=True, parent=parent)
        self.difference = ElidedLabel(kind=Type.LABEL, tone=Tone.DANGER, figures=True, parent=parent)
        self.sign = StatusSign(StatusIcon.DONE, parent=parent)
        self.stack = PlainLabel(tone=Tone.INK, figures=True, parent=parent)
        """What the player has, including what they started with."""
        self.points, self.fraction = (PlainLabel(tone=Tone.INK, figures=True, parent=parent) for _ in range(2))
        for label in (self.computed, self.difference, self.stack, self.points):
            label.setAlignment(painting.RIGHT)

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        for label, kind in ((self.computed, size.figure), (self.stack, size.figure), (self.points, size.total)):
            label.set_kind(kind)
        self.fraction.setFont(typeface(size.total, figures=False, fractions=True))


class _TotalsRow(QFrame):
    """Four fields in the columns of the players, and the lines of figures below them.

    It places all of them itself, in the columns of the sheet.
    """

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
    overfull = Signal()
    """The user typed a digit into a total that has no room for another."""
    refused = Signal(str)
    """A key that is neither a digit nor a key of the page."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ground", "band")
        self._line = ground("paper_rule", self)
        self._title = FittingLabel(*_TITLES, kind=NORMAL.total, tone=Tone.INK, parent=self)
        self._key = KeyHint("F6", parent=self)
        self._heads = [FittingLabel(tone=Tone.TEXT2, parent=self) for _ in range(_MOST_LINES)]
        self._columns = [_FootColumn(self) for _ in range(4)]
        self.fields = [TextField(parent=self) for _ in range(4)]
        self._shown = _ShownTotals()
        self._problems: tuple[Text | None, ...] = (None,) * 4
        """What is wrong with each total, in words."""
        self._room = 0
        """Width of the columns above."""
        self._size = NORMAL
        for column, field in enumerate(self.fields):
            field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            field.setStyleSheet("QLineEdit { min-height: 0; }")
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            field.setMaxLength(12)
            field.focused.connect(partial(self._follow_focus, column))
            keys_of(field).page = partial(self._press, column)
            answer_keys(field, {ESCAPE: self.left.emit})
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
        self._show_figures()

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.totals)
        self._title.set_kind(size.total)
        for head in self._heads:
            head.set_kind(size.figure)
        for field, column in zip(self.fields, self._columns, strict=True):
            field.setFont(typeface(size.figure))
            column.set_size(size)
        self.set_room(self._room)

    def focus(self, column: int, *, begun: bool = False) -> None:
        """Move the cursor to the field of ``column``. Typing replaces its text unless it is ``begun``."""
        field = self.fields[column]
        field.setFocus()
        if begun:
            field.end(False)
        else:
            field.selectAll()

    def set_room(self, room: int) -> None:
        """Place everything below columns of this width."""
        self._room = room
        edges, size = sheet_table.lefts(room), self._size
        self._line.setGeometry(0, 0, self.width(), 2)
        right = edges[sheet_table.FIRST_PLAYER] - sheet_table.INSET
        place_label(self._title, _LEFT, 2, right, 2 + size.typed_totals)
        for line, head in enumerate(self._heads):
            top = size.typed_totals + line * size.total_row
            place_label(head, _LEFT, top, right, top + size.total_row)
        for column, field in enumerate(self.fields):
            left, right = edges[sheet_table.FIRST_PLAYER + column], edges[sheet_table.FIRST_PLAYER + column + 1]
            wide = min(right - left - 2 * sheet_table.INSET - 8, 96)
            above = (size.typed_totals - size.field) // 2 + 2
            field.setGeometry(right - sheet_table.INSET - wide, above, wide, size.field)
            self._columns[column].rule.setGeometry(left, 0, 1, self.height())
        self._show_figures()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the line above in the new width."""
        super().resizeEvent(event)
        self._line.setGeometry(0, 0, self.width(), 2)

    def _follow_focus(self, column: int, focused: bool) -> None:
        """Report the total that got the focus, and announce what is wrong with one that lost it."""
        if focused and column != self._shown.current:
            self.entered.emit(column)
        if not focused and (wrong := self._problems[column]):
            name = self.fields[column].accessibleName()
            announce(self, mark("{field}: {answer}", field=name, answer=wrong), assertive=True)

    def _press(self, column: int, event: QKeyEvent) -> bool:
        """Accept digits, a minus and a decimal point as text. Return whether it was another key, which works as on the
        sheet."""
        key, text = page_key(event), event.text()
        if key is not None and key is not PageKey.READ_AGAIN:
            self.pressed.emit(key)
        elif not is_alone(event) or not text.isprintable() or not text:
            return False
        elif text in "0123456789":
            line = self.fields[column]
            full = len(line.text()) - len(line.selectedText()) >= line.maxLength()
            if full:
                self.overfull.emit()
            return full
        elif text in _DECIMALS and self._shown.typed.scale.unit > 1:
            return any(each in self.fields[column].text() for each in _DECIMALS)
        elif text in _MINUS:
            return self._continue(self.fields[column], column)
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

    def _show_figures(self) -> None:
        """Show the texts at the left and the figures of all columns."""
        key = self._title.x() + self._title.fontMetrics().horizontalAdvance(self._title.text()) + 10
        size = self._key.sizeHint()
        self._key.setGeometry(key, 2 + (self._size.typed_totals - size.height()) // 2, size.width(), size.height())
        self._key.setVisible(self._key.geometry().right() <= self._title.geometry().right() + sheet_table.INSET)
        labels = self._labels()
        for head, texts in zip_longest(self._heads, labels):
            head.setVisible(texts is not None)
            if texts is not None:
                head.set_texts(*texts)
        edges = sheet_table.lefts(self._room)[sheet_table.FIRST_PLAYER :]
        differences = self._shown.typed.differences(self._shown.computed)
        for column, (left, right) in enumerate(pairwise(edges)):
            self._show_column(column, left, right - sheet_table.INSET - 4, differences[column])

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
            lines.append((*self._current_texts(start), mark("Current")))
        if self._shown.ranked:
            lines.append(_POINTS if self._shown.closed else _POINTS_TO_COME)
        return tuple(lines)

    def _current_texts(self, start: int) -> tuple[Text, ...]:
        lying = self._shown.on_table
        if lying:
            whole = mark("Current, of {start}; {points} on the table", start=start, points=lying)
            return whole, mark("Current, {points} on the table", points=lying)
        return (mark("Current, of {start} at the start", start=start),)

    def _show_column(self, column: int, left: int, right: int, difference: int | None) -> None:
        shown, parts, size = self._shown, self._columns[column], self._size
        computed, start = shown.computed[column], shown.start

        def place(label: QLabel, line: int, until: int = right) -> None:
            top = size.typed_totals + line * size.total_row
            place_label(label, left, top, until, top + size.total_row)

        parts.computed.setText(integer_text(computed))
        place(parts.computed, 0)
        self._show_difference(column, left, right, difference)
        parts.stack.setVisible(start is not None)
        if start is not None:
            stack = start + shown.stacks[column]
            parts.stack.setText(integer_text(stack))
            parts.stack.set_tone(Tone.INK if stack > 0 else Tone.DANGER)
            place(parts.stack, 2)
        for label in (parts.points, parts.fraction):
            label.setVisible(bool(shown.points))
        if shown.points:
            whole, fraction, in_slot = fraction_strokes(shown.points[column], translator.language.code)
            slot = size.total.size
            end = right if any(each.denominator > 1 for each in shown.points) else right + slot
            parts.points.setText(whole)
            parts.fraction.setText(fraction)
            parts.fraction.setVisible(bool(fraction))
            place(parts.points, size.lines - 1, end - slot if in_slot else end)
            place(parts.fraction, size.lines - 1, end)
            parts.fraction.setGeometry(parts.fraction.geometry().adjusted(end - slot + 1 - left, 0, 0, 0))

    def _show_difference(self, column: int, left: int, right: int, difference: int | None) -> None:
        """Show that the totals agree, or the problem in words; only the difference if the words are too long."""
        parts, room = self._columns[column], right - left - sheet_table.INSET
        top = self._size.typed_totals + self._size.total_row
        words = self._problems[column]
        agrees = words is None and difference == 0 and not self._shown.alone
        parts.difference.setVisible(words is not None)
        beside = right
        if words is not None:
            text = translator.translate(words)
            fits = painting.width_of(text, Type.LABEL, figures=True) <= room
            parts.difference.set_text(words if fits or not difference else signed_text(difference))
            place_label(parts.difference, left + sheet_table.INSET, top, right, top + self._size.total_row)
            beside -= ceil(painting.width_of(parts.difference.full_text(), Type.LABEL, figures=True)) + 4
        parts.sign.set_status(StatusIcon.DONE if agrees else StatusIcon.DIFFERS)
        parts.sign.setGeometry(beside - 16, top + (self._size.total_row - 16) // 2, 16, 16)
        parts.sign.setVisible(agrees or (words is not None and parts.sign.x() >= left + sheet_table.INSET))

    def _retranslate(self) -> None:
        self._describe_fields()
        self.set_room(self._room)

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
        more = [mark("in units of {unit} points", unit=unit)] if unit > 1 else []
        more += [each.label for each in sheet.marks]
        for each in more:
            aside = mark("{aside} · {mark}", aside=aside, mark=each)
        others = self._others
        self.head.set_title(title, [listed(others)] if others else [aside, *more[-1:]], code)
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
            sheet.table_points
            if closed
            else table_points_of(table.rules, computed, sheet.penalties, sheet.unplaced, winners_of(sheet.hands))
        )
        stacks, lying = before_players(table, in_progress)
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
                stacks,
                lying,
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
        self.head.set_room(room)
        self.totals.set_room(room)


def _title(table: TableSheet, *, drawn: bool) -> tuple[Text, Text]:
    """Return the title and the text beside it: table and session; for a game also the name of its table."""
    session = table.sheet.session
    if drawn:
        return table.title, mark("Session {session}", session=session)
    name = table.view.state.table_names.get(table.place, "")
    if name:
        return table.title, mark("Evening {evening}, at {table}", evening=session, table=name)
    return table.title, mark("Session {session}", session=session)
