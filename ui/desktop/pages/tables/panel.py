"""The panel at the right: one entry at a time above, signing below."""

from collections.abc import Callable

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tournament.event.problem import Problem
from tournament.language import Text, mark
from tournament.ledger.sheet import Penalty, Sheet
from tournament.rules.payment import Net
from tournament.use_cases import Command
from ui.desktop.pages.tables.draft import Draft
from ui.desktop.pages.tables.entry import HandEntry
from ui.desktop.pages.tables.judging import judgement_of
from ui.desktop.pages.tables.penalty import PenaltyEntry
from ui.desktop.pages.tables.rest import Rest
from ui.desktop.pages.tables.signing import Signing
from ui.desktop.sheet.lines import Typing
from ui.desktop.sheet.penalty_shown import PenaltyShown
from ui.desktop.sheet.table_sheet import TableSheet
from ui.desktop.theme import Size
from ui.desktop.widgets.card import SidePanel
from ui.desktop.widgets.scrolled import Scrolled

_EDGE = 4
"""Between the scroll bar and the window's edge."""
_HINTS_FROM = 780
"""Height below which the list of keys gives way: the fields show theirs."""


class Panel(SidePanel):
    """Shows a hand, a penalty to give, a penalty given, or how the sheet stands."""

    def __init__(self, carry: Callable[[Command, bool], tuple[Problem, ...]], *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.entry = HandEntry(carry)
        self.penalty = PenaltyEntry(carry)
        self.penalty_shown = PenaltyShown(carry)
        self.rest = Rest()
        self.signing = Signing(carry)
        self._shown: QWidget = self.rest
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 4, Size.PANEL_MARGIN - _EDGE, 4)
        for mode in (self.entry, self.penalty, self.penalty_shown, self.rest):
            mode.setVisible(mode is self.rest)
            column.addWidget(mode)
        scroll = Scrolled(inside)
        self.body.setContentsMargins(Size.PANEL_MARGIN - 4, 12, _EDGE, 16)
        scroll.verticalScrollBar().rangeChanged.connect(self._make_room)
        self.body.addWidget(scroll, 1)
        self._inside, self._scroll = inside, scroll
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._reveal)
        foot = QVBoxLayout()
        foot.setContentsMargins(4, 0, Size.PANEL_MARGIN - _EDGE, 4)
        foot.addWidget(self.signing)
        self.body.addLayout(foot)

    @property
    def typing(self) -> Typing | None:
        """The hand being typed, for its row in the sheet."""
        return self.entry.typing if self._shown is self.entry else None

    @property
    def penalty_open(self) -> bool:
        """A penalty is being typed."""
        return self._shown is self.penalty

    def set_tight(self, tight: bool) -> None:
        """Give a narrow window some of the width."""
        self.setFixedWidth(Size.PANEL - 40 if tight else Size.PANEL)

    def show_hand(self, at: TableSheet, draft: Draft, *, again: bool) -> None:
        """Type a hand; ``again``: the same one, and what is typed stays."""
        same = again and self._is_typing(at, draft.hand)
        if same:
            self.entry.look_again(at)
        else:
            self.entry.show_hand(at, draft)
        self._turn_to(self.entry, at)

    def show_penalty(self, at: TableSheet, penalty: Penalty) -> None:
        """Look at a penalty."""
        self.penalty_shown.show_penalty(at, penalty)
        self._turn_to(self.penalty_shown, at)

    def show_rest(self, at: TableSheet) -> None:
        """Say how the sheet stands."""
        self.rest.show_table(at)
        self._turn_to(self.rest, at)

    def open_penalty(self, at: TableSheet, hand: int | None) -> None:
        """Type a penalty."""
        self.penalty.begin(at, hand)
        self._turn_to(self.penalty, at)
        self.penalty.setFocus()

    def close_penalty(self) -> None:
        """Leave it."""
        self._shown = self.rest

    def resume(self) -> bool:
        """Put the cursor into what is shown; False when there is nothing to type."""
        if self._shown is self.entry:
            self.entry.resume()
        elif self._shown is not self.rest:
            self._shown.setFocus()
        return self._shown is not self.rest

    def show_signing(self, at: TableSheet, computed: Net, typed: Net | None) -> None:
        """Say what the totals come to and whether the sheet can be signed."""
        judgement = judgement_of(at.sheet, computed, typed)
        self.signing.show_sheet(at.sheet, typed, judgement, self._blocked(at.sheet, typed))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop the list of keys where the height is needed."""
        super().resizeEvent(event)
        self.entry.set_roomy(self.height() >= _HINTS_FROM)

    def _make_room(self, _least: int, most: int) -> None:
        """Let a scroll bar stand in the margin, so that nothing moves when it comes."""
        column = self._inside.layout()
        if column is not None:
            bar = self._scroll.verticalScrollBar().sizeHint().width() if most else 0
            column.setContentsMargins(4, 4, max(Size.PANEL_MARGIN - _EDGE - bar, 0), 4)

    def _reveal(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._inside.isAncestorOf(new):
            self._scroll.ensureWidgetVisible(new, 0, 24)

    def _blocked(self, sheet: Sheet, typed: Net | None) -> Text | None:
        if self._shown is self.entry and self.entry.changed:
            return mark("Hand {hand} is half typed: record it, or Esc.", hand=self.entry.draft.hand)
        if not sheet.played and typed is None:
            return mark("Nothing to sign: no hand is in.")
        return None

    def _is_typing(self, at: TableSheet, hand: int) -> bool:
        shown = self.entry.at.sheet if self.entry.at is not None else None
        here = shown is not None and (shown.session, shown.table) == (at.sheet.session, at.sheet.table)
        return here and self.entry.draft.hand == hand

    def _turn_to(self, mode: QWidget, at: TableSheet) -> None:
        if self._shown is self.penalty and mode is not self.penalty and self.penalty.half_typed:
            self.penalty.look_again(at)  # the sheet grew while a penalty is typed: it stays
            return
        self._shown = mode
        for each in (self.entry, self.penalty, self.penalty_shown, self.rest):
            each.setVisible(each is mode)
