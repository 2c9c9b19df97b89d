"""The tables of a session as cards (number, state, and a small square for each hand), and the field to go to one."""

from collections.abc import Mapping
from itertools import zip_longest
from weakref import ref

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QSizePolicy, QWidget

from reports.sheets.seating import sits_out_text
from tournament.event.player import Player
from tournament.language import Text, mark, mark_count, mark_in, signed_text, verbatim
from tournament.ledger.session_clock import SessionClock
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.ledger.state import sitting_out
from tournament.use_cases import View
from ui.desktop.theme import Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, column, row, stretched
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.proposal_keys import marks_of
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import Jump

WIDE, BAR = 180, 12
"""Width of a card, and of the scroll bar in the gap beside it."""
_STRIP, _FIELD = 46, 110
"""Height of the row of cards above a sheet in a narrow window, and the width of the field in it."""
COMPACT_WIDTH = 72
"""Width of a card in a narrow window."""
_LEFT = 47
_SQUARE, _GAP, _GROUP = 5.0, 1.5, 6.0
_MOST_SQUARES = 16
_UNBOUNDED = (1 << 24) - 1
"""Qt's greatest size of a widget."""


_ALL = 1_000_000
_MOVES = {
    Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10, Qt.Key.Key_Home: -_ALL, Qt.Key.Key_End: _ALL,
}  # fmt: skip
"""By how many cards a key moves the focus."""


def state_words(sheet: Sheet) -> tuple[StatusIcon, Text]:
    """Return the icon and the text for a sheet's state."""
    match sheet.state:
        case SheetState.NOT_STARTED:
            return StatusIcon.EMPTY, mark("No hands yet")
        case SheetState.IN_PLAY:
            if sheet.length is None:
                return StatusIcon.PLAYING, mark_count("{count} hand", "{count} hands", sheet.played)
            return StatusIcon.PLAYING, mark("{played} of {hands}", played=sheet.played, hands=sheet.length)
        case SheetState.TOTALS_DIFFER:
            return StatusIcon.DIFFERS, mark("Totals differ")
        case SheetState.TO_VERIFY:
            return StatusIcon.TO_VERIFY, mark("To verify")
        case SheetState.TO_READ_AGAIN:
            return StatusIcon.TO_VERIFY, mark("Read again")
        case SheetState.REJECTED:
            return StatusIcon.DIFFERS, mark("Rejected")
        case SheetState.VERIFIED:
            time = sheet.closed.time.astimezone() if sheet.closed is not None else None
            at = f"{time:%H:%M}" if time is not None else ""
            if sheet.marks:
                return StatusIcon.ASKS, sheet.marks[0].heading
            return StatusIcon.DONE, mark("Verified {time}", time=at)


def whole_state(
    words: Text, *, half_typed: bool, minutes: int, proposals: int, calls: bool, others: Text | None
) -> Text:
    """Return the state of a table in ``words``, with everything else that its card shows by signs.

    ``minutes`` are its extra minutes, ``proposals`` how many proposed hands wait, ``others`` who is on its sheet.
    """
    state = mark("{state}, unfinished entry", state=words) if half_typed else words
    if minutes:
        state = mark("{state}, {minutes} min", state=state, minutes=signed_text(minutes))
    if proposals:
        proposed = mark_count("{count} proposed hand waits", "{count} proposed hands wait", proposals)
        state = mark("{state}; {others}", state=state, others=proposed)
    if calls:
        state = mark("{state}; {others}", state=state, others=mark("calls a referee"))
    return state if others is None else mark("{state}; {others}", state=state, others=others)


class TableCard(Accessible, QAbstractButton):
    """A card that can be clicked, or opened with Enter or Space while it has the focus.

    The compact form for narrow windows shows only number and sign; the text is then in the tooltip.
    """

    accessible_role = Role.ListItem

    moved = Signal(int)
    """A key moves the focus by so many cards."""

    def __init__(self, number: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number, self._sign, self._words = number, StatusIcon.EMPTY, Text("", translated=False)
        self._played = 0
        self._hands: int | None = 16
        self._selected = self._compact = self._half_typed = False
        self._minutes = 0
        self._others: Text | None = None
        self._proposals, self._calls = 0, False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    @property
    def number(self) -> int:
        """The table's number."""
        return self._number

    def set_number(self, number: int) -> None:
        """Set the number of the table."""
        self._number = number

    def set_state(
        self, sign: StatusIcon, words: Text, *, played: int, hands: int | None = 16, half_typed: bool = False
    ) -> None:
        """Show the state of the table: its sign and text, the number of hands recorded, and whether one is half typed.

        ``hands`` is the number of hands of the sheet; None for a game whose length is not known in advance.
        """
        self._sign, self._words, self._played, self._hands = sign, words, played, hands
        self._half_typed = half_typed
        self._retranslate()

    def set_minutes(self, minutes: int) -> None:
        """Show the extra minutes of this table."""
        if minutes != self._minutes:
            self._minutes = minutes
            self._retranslate()

    def set_others(self, others: Text | None) -> None:
        """Show who is on this sheet at other desks; None if nobody is."""
        if others != self._others:
            self._others = others
            self._retranslate()

    def set_phones(self, proposals: int, *, calls: bool) -> None:
        """Show how many proposed hands wait, and whether the table calls a referee."""
        if (proposals, calls) != (self._proposals, self._calls):
            self._proposals, self._calls = proposals, calls
            self._retranslate()

    def set_selected(self, selected: bool) -> None:
        """Show whether this is the current table."""
        if selected != self._selected:
            self._selected = selected
            self.update()

    def set_compact(self, compact: bool) -> None:
        """Switch to the compact form or back."""
        self._compact = compact
        self._retranslate()
        self.updateGeometry()

    def state(self) -> str:
        """Return the state as text in the current language."""
        return translator.translate(self._state)

    @property
    def _state(self) -> Text:
        return whole_state(self._words, half_typed=self._half_typed, minutes=self._minutes, proposals=self._proposals,
                           calls=self._calls, others=self._others)  # fmt: skip

    def sizeHint(self) -> QSize:
        """Return the size: 180 by 50 pixels, or 72 by 44 in the compact form."""
        return QSize(COMPACT_WIDTH, 44) if self._compact else QSize(180, 50)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the compact form."""
        return QSize(COMPACT_WIDTH, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        ground = tokens.accent_soft if self._selected else tokens.surface
        border, width = (tokens.accent, 2.0) if self._selected else (tokens.line, 1.0)
        if self.underMouse() and not self._selected:
            border = tokens.line_strong
        painting.box(painter, rect, radius=8, fill=ground, border=border, width=width)
        middle = rect.center().y()
        above = 6 if self._proposals or self._calls else 0
        number = QRectF(4, above, 31, rect.height() - above - (10 if self._others is not None else 0))
        if self._compact:
            top = middle - 17 if self._minutes else middle - 8
            self._sign.draw(painter, QRectF(_LEFT - 3, top, 16, 16))
        else:
            tone = Tone.TEXT2 if self._sign in {StatusIcon.EMPTY, StatusIcon.PLAYING} else self._sign.tone
            self._sign.draw(painter, QRectF(_LEFT - 1, middle - 17, 16, 16), tone.of(tokens))
            words = QRectF(_LEFT + 21, middle - 19, rect.width() - _LEFT - 27, 20)
            quiet = self._half_typed and tone is Tone.TEXT2  # the squares show how many were recorded
            text = translator.translate(mark("Unfinished") if quiet else self._words)
            if self._half_typed:
                words.setRight(words.right() - 18)
            painting.words(painter, words, text, colour=tone.of(tokens), kind=Type.DENSE, figures=True)
            _draw_squares(painter, _LEFT, middle + 8, self._played, self._hands)
        if self._minutes:
            place = QRectF(rect.right() - 36, middle, 32, 18)
            extra = f"{signed_text(self._minutes)}\u2032"
            painting.words(
                painter, place, extra, colour=tokens.text2, kind=Type.DENSE, figures=True, align=painting.RIGHT
            )
        if self._half_typed:
            StatusIcon.HALF_TYPED.draw(painter, QRectF(rect.right() - 20, 4, 14, 14))
        if self._others is not None:
            icons.paint(painter, "players", QRectF(10, rect.height() - 15, 12, 12), tokens.text2)
        self._paint_phones(painter)
        painting.words(
            painter,
            number,
            str(self._number),
            colour=tokens.text,
            kind=Type.CARD_NUMBER if self._number < 100 else Type.CLOCK,
            align=painting.RIGHT,
            elide=False,
        )

    def _paint_phones(self, painter: QPainter) -> None:
        """Paint the call of a referee and the number of proposals above the table's number."""
        tokens, left = theme.tokens, 5.0
        if self._calls:
            StatusIcon.ASKS.draw(painter, QRectF(left, 2, 13, 13))
            left += 15
        if self._proposals:
            pill = QRectF(left, 2, 16, 13)
            painting.box(painter, pill, radius=6, fill=tokens.accent)
            count = str(min(self._proposals, 99))
            painting.words(painter, pill, count, colour=tokens.on_accent, kind=Type.RAIL_KEY, align=painting.CENTRE)

    def complete_accessible_state(self, state: QAccessible.State) -> None:
        """Report the current table as selected. All cards can have the focus, though Tab stops at one of them."""
        state.selectable, state.selected, state.focusable = True, self._selected, True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the table, or move the focus among the cards. Other keys are those of the page."""
        key = Qt.Key(event.key())
        if key in ENTER:
            self.click()
        elif key in _MOVES and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.moved.emit(_MOVES[key])
        elif key is Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()  # a button would move the focus with the arrows in its own order

    def _retranslate(self) -> None:
        name = mark("Table {table}: {state}", table=self._number, state=self._state)
        self.setAccessibleName(translator.translate(name))
        more = self._half_typed or self._minutes or self._others or self._proposals or self._calls
        self.setToolTip(self.state() if self._compact or more else "")
        self.update()


def _draw_squares(painter: QPainter, left: float, top: float, played: int, hands: int | None) -> None:
    """Paint one small square per hand in groups of four, filled for recorded hands, as many as fit."""
    tokens = theme.tokens
    filled, empty = QPainterPath(), QPainterPath()
    for index in range(min(played if hands is None else hands, _MOST_SQUARES)):
        x = left + index * (_SQUARE + _GAP) + index // 4 * (_GROUP - _GAP)
        if index < played:
            filled.addRoundedRect(QRectF(x, top, _SQUARE, _SQUARE), 1.5, 1.5)
        else:
            empty.addRoundedRect(QRectF(x + 0.5, top + 0.5, _SQUARE - 1, _SQUARE - 1), 1, 1)
    painter.fillPath(filled, QColor(tokens.text3))
    painter.strokePath(empty, QPen(QColor(tokens.line_strong), 1))


class _CardList(Accessible, QWidget):
    """The cards, a list of tables for screen readers. Tab stops at one of them, and arrows move among them."""

    accessible_role = Role.List

    def __init__(self) -> None:
        super().__init__()
        translator.follow(self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Tables")))


class TableCards(QWidget):
    """A column of cards below the field that goes to a table."""

    chosen = Signal(int)
    """The user clicked the card of this table."""
    typed = Signal(str)
    """The text of the field."""
    confirmed = Signal()
    """Enter: a number or code was typed or scanned."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[TableCard] = []
        self._compact = self._strip = False
        self._shown: tuple[ref[View], int, int, frozenset[int]] | None = None
        """The view, session, table and unfinished tables that are shown.

        The reference is weak, so that the cards do not keep an event that was closed.
        """
        self._half_typed: frozenset[int] = frozenset()
        self._open: TableCard | None = None
        self._sheets: list[Sheet] = []
        self._marks: list[tuple[SheetMark, ...]] = []
        """The marks of each sheet. Only those of changed sheets are
        computed again, because a session may have a hundred tables."""
        self._timed: tuple[list[int], SessionClock | None] = ([], None)
        """The tables whose extra minutes are shown, and the clock from which they were taken."""
        self._phones_shown: tuple[list[int], dict[int, tuple[int, bool]]] = ([], {})
        """The tables whose proposals and calls are shown, and what these are."""
        self._others: tuple[list[int], dict[int, Text]] = ([], {})
        """The tables that show who is on their sheet at another desk, and who that is."""
        self._turns: list[Player] = []
        """Who sits out."""
        self._count = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._count.setAlignment(painting.RIGHT)
        self._title = TextLabel(mark("Tables"), kind=Type.PAGE_TITLE)
        self._jump = SearchField(mark("Table, name or QR"), key="G")
        self._problem = Notice(NoticeKind.DANGER, boxed=False)
        self._problem.hide()
        self.filter = ChoiceBox(mark("Tables shown"))
        """All tables or those with one mark; visible in a session where some signed sheet has one."""
        self.filter.hide()
        self._list = _CardList()
        self._column = column(None, spacing=6, on=self._list)
        self._scroll = Scrolled(self._list)
        self._resting = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, wrap=True)
        """Who sits out; only their numbers in the compact form, and then the names in its tooltip."""
        self._resting.hide()
        head = row(self._title, stretched(self._count))
        self._above = column(head, self._jump, self._problem, self.filter, spacing=10, margins=(0, 0, BAR, 0))
        self._whole = column(self._above, stretched(self._scroll), self._resting, spacing=10, on=self)
        self.filter.currentIndexChanged.connect(lambda _index: self._filter_cards())
        self._jump.returnPressed.connect(self.confirmed)
        self._jump.textEdited.connect(self.typed)
        self._stop: TableCard | None = None
        """The card at which Tab stops: that of the current table, or the first in view."""
        answer_keys(self._jump, {ESCAPE: self.left.emit})
        self.setFixedWidth(WIDE + BAR)

    def show_jump(self, jump: Jump) -> None:
        """Show the text typed to go to a table, and its problem."""
        if self._jump.text() != jump.typed:
            self._jump.setText(jump.typed)
        refusal = jump.refusal
        self._problem.setVisible(refusal is not None)
        self._jump.set_refused(refusal is not None)
        if refusal is not None:
            self._problem.show_notice(NoticeKind.DANGER, refusal)
        self._fit_width()

    def show_table(self, table: TableSheet, half_typed: frozenset[int] = frozenset()) -> None:
        """Show the state of every table of the session, which tables are ``half_typed``, and the current one."""
        shown = (ref(table.view), *table.place, half_typed)
        if shown == self._shown:
            return
        self._shown = shown
        sheets = list(table.view.sheets(table.sheet.session))
        while len(self.cards) < len(sheets):
            self._add()
        before, self._sheets = self._sheets, sheets
        numbers = [sheet.table for sheet in sheets]  # games can be cancelled, so there may be fewer than before
        marks_before, self._marks = self._marks, []
        pens = half_typed ^ self._half_typed
        for at, (card, sheet) in enumerate(zip(self.cards, sheets, strict=False)):
            changed = at >= len(before) or sheet is not before[at]
            self._marks.append(sheet.marks if changed else marks_before[at])
            if changed or sheet.table in pens:
                pen = sheet.table in half_typed
                icon, words = state_words(sheet)
                card.set_number(sheet.table)
                card.set_state(icon, words, played=sheet.played, hands=sheet.length, half_typed=pen)
        clock = table.view.state.clocks.get(table.sheet.session)
        if (numbers, clock) != self._timed:
            self._timed = numbers, clock
            for card, number in zip(self.cards, numbers, strict=False):
                card.set_minutes(0 if clock is None else clock.added_to(number))
        said = marks_of(table.view, table.sheet.session)
        if (numbers, said) != self._phones_shown:
            self._phones_shown = numbers, said
            for card, number in zip(self.cards, numbers, strict=False):
                proposals, calls = said.get(number, (0, False))
                card.set_phones(proposals, calls=calls)
        self._half_typed = half_typed
        if self._open is not None:
            self._open.set_selected(False)
        self._open = self.cards[numbers.index(table.sheet.table)]
        self._open.set_selected(True)
        self._follow()
        verified = sum(sheet.state is SheetState.VERIFIED for sheet in sheets)
        words = mark_count("{verified} of {count} verified", "{verified} of {count} verified", len(sheets),
                           verified=verified)  # fmt: skip
        if table.sheet.session in table.view.state.closed:
            words = mark("closed")
        self._count.set_texts(words, verbatim(f"{verified}/{len(sheets)}"))
        counts = ((each, sum(each in marks for marks in self._marks)) for each in SheetMark)
        marked = [(each.value, mark("{mark} ({count})", mark=each.heading, count=count))
                  for each, count in counts if count]  # fmt: skip
        self.filter.set_choices([("", mark_in("tables", "All")), *marked])
        self.filter.setVisible(bool(marked))
        turns = sorted(sitting_out(table.view.state, table.sheet.session))
        self._turns = [table.view.players[number] for number in turns]
        self._show_resting()
        self._filter_cards()

    def _show_resting(self) -> None:
        """Show who sits out, except beside cards in a row."""
        text, names = sits_out_text(self._turns, named=not self._compact), sits_out_text(self._turns)
        self._resting.setVisible(text is not None and not self._strip)
        self._resting.set_text(text or "")
        self._resting.setToolTip(translator.translate(names) if names is not None and self._compact else "")

    def show_others(self, others: Mapping[int, Text]) -> None:
        """Show by table who is on its sheet at another desk."""
        numbers = [sheet.table for sheet in self._sheets]
        if (numbers, others) != self._others:
            self._others = numbers, dict(others)
            for card, number in zip(self.cards, numbers, strict=False):
                card.set_others(others.get(number))

    def _filter_cards(self) -> None:
        """Show the cards of the sheets with the chosen mark, or of all."""
        chosen = str(self.filter.currentData() or "")
        for card, marks in zip_longest(self.cards, self._marks):
            shown = marks is not None and (not chosen or any(each.value == chosen for each in marks))
            if card.isHidden() is shown:
                card.setVisible(shown)
        in_view = [card for card in self.cards if not card.isHidden()]
        self._set_stop(self._open if self._open in in_view else next(iter(in_view), None))

    def _set_stop(self, card: TableCard | None) -> None:
        if card is self._stop:
            return
        if self._stop is not None:
            self._stop.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._stop = card
        if card is not None:
            card.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _move_focus(self, by: int) -> None:
        """Move the focus by so many of the cards in view, and scroll to it."""
        in_view = [card for card in self.cards if not card.isHidden()]
        here = next((at for at, card in enumerate(in_view) if card.hasFocus()), None)
        if here is None:
            return
        card = in_view[max(0, min(here + by, len(in_view) - 1))]
        card.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(card, 12, 12)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current table visible."""
        super().resizeEvent(event)
        self._follow()

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the current table."""
        super().showEvent(event)
        self._follow()

    def _follow(self) -> None:
        """Scroll to the card of the current table, after the cards are laid out."""
        QTimer.singleShot(0, self, self._scroll_to_open)

    def _scroll_to_open(self) -> None:
        if self._open is not None:
            self._scroll.ensureWidgetVisible(self._open, 12, 12)

    def set_compact(self, compact: bool) -> None:
        """Switch the cards to their compact form or back."""
        if compact == self._compact:
            return
        self._compact = compact
        self._title.setVisible(not compact)
        self._count.setVisible(not compact)
        self._fit_width()
        self._show_resting()
        for card in self.cards:
            self._fit(card)

    def set_strip(self, strip: bool) -> None:
        """Put field and cards in a row above the sheet, in a window without width for a column; or back in a column."""
        if strip == self._strip:
            return
        self._strip = strip
        direction = QBoxLayout.Direction.LeftToRight if strip else QBoxLayout.Direction.TopToBottom
        for box in (self._whole, self._above, self._column):
            box.setDirection(direction)
        self._jump.setMinimumWidth(_FIELD if strip else 0)
        self._jump.setMaximumWidth(_FIELD if strip else _UNBOUNDED)
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if strip else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self._scroll.setVerticalScrollBarPolicy(policy)
        self._show_resting()
        self._fit_width()
        self._follow()

    def _fit_width(self) -> None:
        """Make space for the problem: a column becomes as wide as full cards, and a row hides its cards."""
        self._scroll.setVisible(not (self._strip and self.problem()))
        if self._strip:
            self.setMinimumWidth(0)
            self.setMaximumWidth(_UNBOUNDED)
            self.setFixedHeight(_STRIP)
        else:
            self.setMinimumHeight(0)
            self.setMaximumHeight(_UNBOUNDED)
            self.setFixedWidth((WIDE if self.problem() else self._width()) + BAR)

    def focus_jump(self) -> None:
        """Move the cursor to the field. A refused text is selected, so that typing replaces it."""
        self._jump.setFocus()
        if self.problem():
            self._jump.selectAll()

    def problem(self) -> str:
        """Return the problem with what was typed, or an empty string."""
        return "" if self._problem.isHidden() else self._problem.text()

    def _width(self) -> int:
        return COMPACT_WIDTH + BAR if self._compact else WIDE

    def _fit(self, card: TableCard) -> None:
        card.set_compact(self._compact)
        card.setMaximumWidth(self._width())

    def _add(self) -> None:
        card = TableCard(len(self.cards) + 1)
        self._fit(card)
        card.clicked.connect(lambda _checked=False, card=card: self.chosen.emit(card.number))
        card.moved.connect(self._move_focus)
        QWidget.setTabOrder(self.cards[-1] if self.cards else self.filter, card)
        self._column.insertWidget(len(self.cards), card)
        self.cards.append(card)
