"""The panel at the right: what is typed at the cursor above, signing below."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from tournament.rules.payment import Net
from ui.desktop.pages.tables.hand_form import HandForm
from ui.desktop.pages.tables.signing_form import SigningForm
from ui.desktop.pages.tables.summary import SheetSummary
from ui.desktop.sheet.penalty_form import PenaltyForm
from ui.desktop.sheet.penalty_shown import PenaltyShown
from ui.desktop.theme import Size
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.layouts import boxed, column, set_margins
from ui.desktop.widgets.scrolled import Scrolled
from ui.entry.sheet_lines import HandInProgress
from ui.entry.tables_state import TablesState

_EDGE = 4
"""Between the scroll bar and the window's edge."""
_HINTS_FROM = 780
"""Height below which the list of keys gives way: the fields show theirs."""


class EntryPanel(SidePanel):
    """Shows a hand, a penalty to give, a penalty given, or how the sheet stands."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.hand = HandForm()
        self.penalty = PenaltyForm(scrolled=False)
        self.penalty_shown = PenaltyShown()
        self.summary = SheetSummary()
        self.signing = SigningForm()
        self._forms: tuple[QWidget, ...] = (self.hand, self.penalty, self.penalty_shown, self.summary)
        for form in self._forms:
            form.setVisible(form is self.summary)
        self._inside = column(*self._forms, margins=(4, 4, Size.PANEL_MARGIN - _EDGE, 4))
        self._scroll = Scrolled(boxed(self._inside))
        self._scroll.verticalScrollBar().rangeChanged.connect(self._make_room)
        set_margins(self.body, (Size.PANEL_MARGIN - 4, 12, _EDGE, 16))
        self.body.addWidget(self._scroll, 1)
        self.body.addLayout(column(self.signing, margins=(4, 0, Size.PANEL_MARGIN - _EDGE, 4)))
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._reveal)

    def show_state(self, state: TablesState, in_progress: HandInProgress | None, computed: Net) -> None:
        """Show what is typed or looked at; ``computed`` are the totals with it."""
        table, hand, given = state.table, state.hand, state.penalty_at_cursor
        if table is None:
            return
        shown: QWidget = self.summary
        if state.penalty is not None:
            shown = self.penalty
            self.penalty.show_draft(state.penalty)
        elif given is not None:
            shown = self.penalty_shown
            self.penalty_shown.show_penalty(table, given, state.cancel)
        elif hand is not None:
            shown = self.hand
            self.hand.show_hand(hand, in_progress, state.reason, state.refusal)
        else:
            self.summary.show_table(table)
        for form in self._forms:
            form.setVisible(form is shown)
        self.signing.show_state(state, computed)

    def set_tight(self, tight: bool) -> None:
        """Give a narrow window some of the width."""
        self.setFixedWidth(Size.PANEL - 40 if tight else Size.PANEL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop the list of keys where the height is needed."""
        super().resizeEvent(event)
        self.hand.set_roomy(self.height() >= _HINTS_FROM)

    def _make_room(self, _least: int, most: int) -> None:
        """Let a scroll bar stand in the margin, so that nothing moves when it comes."""
        bar = self._scroll.verticalScrollBar().sizeHint().width() if most else 0
        set_margins(self._inside, (4, 4, max(Size.PANEL_MARGIN - _EDGE - bar, 0), 4))

    def _reveal(self, _old: QWidget | None, new: QWidget | None) -> None:
        content = self._scroll.widget()
        if new is not None and content is not None and content.isAncestorOf(new):
            self._scroll.ensureWidgetVisible(new, 0, 24)
