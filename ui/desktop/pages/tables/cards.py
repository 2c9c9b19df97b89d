"""The tables of the session as cards, and the field that goes to one of them."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from tournament.ledger.sheet import Sheet, SheetState
from tournament.use_cases import View
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import SearchField
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.notice import Notice, NoticeKind
from ui.desktop.widgets.signs import StatusIcon
from ui.desktop.widgets.table_card import COMPACT_WIDTH, TableCard

WIDE, BAR = 180, 12
"""A card, and the scroll bar that may stand in the gap beside it."""


def state_of(sheet: Sheet) -> tuple[StatusIcon, Text]:
    """Sign and words of a sheet's state."""
    match sheet.state:
        case SheetState.NOT_STARTED:
            return StatusIcon.EMPTY, mark("No hands yet")
        case SheetState.IN_PLAY:
            return StatusIcon.PLAYING, mark("{played} of {hands}", played=sheet.played, hands=len(sheet.hands))
        case SheetState.TOTALS_DIFFER:
            return StatusIcon.DIFFERS, mark("Totals differ")
        case SheetState.TO_VERIFY:
            return StatusIcon.TO_VERIFY, mark("To verify")
        case SheetState.VERIFIED:
            time = sheet.closed.time.astimezone() if sheet.closed is not None else None
            return StatusIcon.DONE, mark("Verified {time}", time=f"{time:%H:%M}" if time is not None else "")


class Cards(QWidget):
    """One column of cards; the jump field above them."""

    jumped = Signal(str)
    """A number or a code was typed or scanned, and Enter."""
    chosen = Signal(int)
    """A card was clicked: its table."""
    left = Signal()
    """Esc: back to the entry."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards: list[TableCard] = []
        self._compact = False
        self._shown: dict[int, Sheet] = {}
        self._count = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._title = TextLabel(mark("Tables"), kind=Type.PAGE_TITLE)
        self._jump = SearchField(mark("Table or QR"), key="G")
        self._problem = Notice(NoticeKind.DANGER, boxed=False)
        self._problem.hide()
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self._scroll.setWidget(self._list)
        self._list.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        above = QVBoxLayout()
        above.setContentsMargins(0, 0, BAR, 0)
        above.setSpacing(10)
        above.addLayout(row(self._title, None, self._count))
        above.addWidget(self._jump)
        above.addWidget(self._problem)
        column.addLayout(above)
        column.addWidget(self._scroll, 1)
        self._jump.returnPressed.connect(lambda: self.jumped.emit(self._jump.text()))
        self._jump.textEdited.connect(lambda _text: self._forgive())
        self._jump.installEventFilter(self)
        self.setFixedWidth(WIDE + BAR)

    def show_table(self, view: View, current: Sheet) -> None:
        """Show how every table of the session stands, and which one is in view."""
        sheets = list(view.sheets(current.session))
        while len(self.cards) < len(sheets):
            self._add()
        for at, card in enumerate(self.cards):
            card.setVisible(at < len(sheets))
        for card, sheet in zip(self.cards, sheets, strict=False):
            if self._shown.get(sheet.table) is not sheet:
                self._shown[sheet.table] = sheet
                sign, words = state_of(sheet)
                card.set_state(sign, words, played=sheet.played, hands=len(sheet.hands))
            card.set_selected(sheet.table == current.table)
            if sheet.table == current.table:
                self._scroll.ensureWidgetVisible(card, 0, 12)
        verified = sum(sheet.state is SheetState.VERIFIED for sheet in sheets)
        self._count.set_text(mark_count("{verified} of {count} verified", "{verified} of {count} verified", len(sheets),
                                        verified=verified))  # fmt: skip

    def set_compact(self, compact: bool) -> None:
        """Shrink to numbers and signs, or grow again."""
        if compact == self._compact:
            return
        self._compact = compact
        self._title.setVisible(not compact)
        self._count.setVisible(not compact)
        self.setFixedWidth(self._width() + BAR)
        for card in self.cards:
            self._fit(card)

    def ask(self, first: str = "") -> None:
        """Wait for a number or a code that begins with ``first``."""
        self._jump.setText(first)
        self._jump.setFocus()

    def refuse(self, text: Text) -> None:
        """Say what is wrong with what was typed."""
        self._problem.show_notice(NoticeKind.DANGER, text)
        self._problem.show()
        self._jump.set_refused(True)
        self._jump.selectAll()

    def problem(self) -> str:
        """What is wrong with what was typed, empty if nothing."""
        return "" if self._problem.isHidden() else self._problem.text()

    def clear(self) -> None:
        """The jump is done."""
        self._jump.clear()
        self._forgive()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc gives the jump up."""
        if not isinstance(event, QKeyEvent) or event.type() is not QEvent.Type.KeyPress:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.clear()
        self.left.emit()
        return True

    def _forgive(self) -> None:
        self._problem.hide()
        self._jump.set_refused(False)

    def _width(self) -> int:
        return COMPACT_WIDTH + BAR if self._compact else WIDE

    def _fit(self, card: TableCard) -> None:
        card.set_compact(self._compact)
        card.setMaximumWidth(self._width())

    def _add(self) -> None:
        card = TableCard(len(self.cards) + 1)
        self._fit(card)
        card.clicked.connect(lambda _checked=False, number=card.number: self.chosen.emit(number))
        self._column.insertWidget(len(self.cards), card)
        self.cards.append(card)
