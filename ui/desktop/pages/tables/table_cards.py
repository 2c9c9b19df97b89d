"""The tables of the session as cards, and the field that goes to a table."""

from collections.abc import Mapping
from itertools import zip_longest

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from tournament.language import Text, mark, mark_count, mark_in, verbatim
from tournament.ledger.session_clock import SessionClock
from tournament.ledger.sheet import Sheet, SheetMark, SheetState
from tournament.use_cases import View
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, SearchField
from ui.desktop.widgets.keys import ESCAPE, answer_keys
from ui.desktop.widgets.labels import FittingLabel, TextLabel
from ui.desktop.widgets.layouts import Scrolled, column, row, stretched
from ui.desktop.widgets.painting import RIGHT
from ui.desktop.widgets.signs import StatusIcon
from ui.desktop.widgets.table_card import COMPACT_WIDTH, TableCard
from ui.entry.proposal_keys import marks_of
from ui.entry.table_sheet import TableSheet
from ui.entry.tables_state import Jump

WIDE, BAR = 180, 12
"""Width of a card, and of the scroll bar in the gap beside it."""
_STRIP, _FIELD = 46, 110
"""Height of the row of cards above a sheet, and the width of its field."""
_UNBOUNDED = (1 << 24) - 1
"""Qt's greatest size of a widget."""


def state_words(sheet: Sheet) -> tuple[StatusIcon, Text]:
    """Icon and text for a sheet's state."""
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


class _CardList(Accessible, QWidget):
    """The cards, a list of tables for screen readers."""

    accessible_role = Role.List

    def __init__(self) -> None:
        super().__init__()
        translator.follow(self._retranslate)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Tables")))


class TableCards(QWidget):
    """A column of cards; above them the field that goes to a table."""

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
        self._shown: tuple[View, int, int, frozenset[int]] | None = None
        self._half_typed: frozenset[int] = frozenset()
        self._open: TableCard | None = None
        self._sheets: list[Sheet] = []
        self._marks: list[tuple[SheetMark, ...]] = []
        """Of each sheet. They are asked for again only when it has changed: a session may have a hundred tables."""
        self._timed: tuple[list[int], SessionClock | None] = ([], None)
        """The tables whose extra minutes are shown, and the clock that they follow from."""
        self._said: tuple[list[int], dict[int, tuple[int, bool]]] = ([], {})
        """The tables whose proposals and calls are shown, and what these are."""
        self._others: tuple[list[int], dict[int, Text]] = ([], {})
        """The tables that show who is on their sheet at another desk, and who that is."""
        self._count = FittingLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._count.setAlignment(RIGHT)
        self._title = TextLabel(mark("Tables"), kind=Type.PAGE_TITLE)
        self._jump = SearchField(mark("Table or QR"), key="G")
        self._problem = Notice(NoticeKind.DANGER, boxed=False)
        self._problem.hide()
        self.filter = ChoiceBox(mark("Tables shown"))
        """All tables or those with one mark; visible in a session where some signed sheet has one."""
        self.filter.hide()
        self._list = _CardList()
        self._column = column(None, spacing=6, on=self._list)
        self._scroll = Scrolled(self._list)
        head = row(self._title, stretched(self._count))
        self._above = column(head, self._jump, self._problem, self.filter, spacing=10, margins=(0, 0, BAR, 0))
        self._whole = column(self._above, stretched(self._scroll), spacing=10, on=self)
        self.filter.currentIndexChanged.connect(lambda _index: self._sift())
        self._jump.returnPressed.connect(self.confirmed)
        self._jump.textEdited.connect(self.typed)
        answer_keys(self._jump, {ESCAPE: self.left.emit})
        self.setFixedWidth(WIDE + BAR)

    def show_jump(self, jump: Jump) -> None:
        """Show the text typed to go to a table, and its problem."""
        if self._jump.text() != jump.typed:
            self._jump.setText(jump.typed)
        self._problem.setVisible(bool(jump.problem))
        self._jump.set_refused(bool(jump.problem))
        if jump.problem:
            self._problem.show_notice(NoticeKind.DANGER, jump.problem)
        self._fit_width()

    def show_table(self, table: TableSheet, half_typed: frozenset[int] = frozenset()) -> None:
        """Show the state of every table of the session, which tables are ``half_typed``, and the current one."""
        shown = (table.view, *table.place, half_typed)
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
        if (numbers, said) != self._said:
            self._said = numbers, said
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
        self._sift()

    def show_others(self, others: Mapping[int, Text]) -> None:
        """Show by table who is on its sheet at another desk."""
        numbers = [sheet.table for sheet in self._sheets]
        if (numbers, others) != self._others:
            self._others = numbers, dict(others)
            for card, number in zip(self.cards, numbers, strict=False):
                card.set_others(others.get(number))

    def _sift(self) -> None:
        """Show the cards of the sheets with the chosen mark, or of all."""
        chosen = str(self.filter.currentData() or "")
        for card, marks in zip_longest(self.cards, self._marks):
            shown = marks is not None and (not chosen or any(each.value == chosen for each in marks))
            if card.isHidden() is shown:
                card.setVisible(shown)

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
        self._fit_width()
        self._follow()

    def _fit_width(self) -> None:
        """Make room for the sentence that says what is wrong: by width for the column, in place of the cards."""
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
        """Move the cursor to the field, so that typing replaces a refused text."""
        self._jump.setFocus()
        if self.problem():
            self._jump.selectAll()

    def problem(self) -> str:
        """The problem with what was typed, or an empty string."""
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
        self._column.insertWidget(len(self.cards), card)
        self.cards.append(card)
