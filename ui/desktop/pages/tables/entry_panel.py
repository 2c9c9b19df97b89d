"""The panel at the right of the page Tables: the form of the current entry, its keys, and signing below."""

from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QSizePolicy, QWidget

from tournament.language import Text, mark
from tournament.rules.payment import Net
from ui.desktop import preferences
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.pages.tables.hand_form import HandForm
from ui.desktop.pages.tables.proposals import ProposalsView
from ui.desktop.pages.tables.repair_form import RepairForm
from ui.desktop.pages.tables.sheet_end import SecondReadingNotice, SessionNotice, SheetSummary, SigningForm
from ui.desktop.sheet.penalty_form import PenaltyForm, PenaltyShown
from ui.desktop.theme import Room, Size, Tone, Type
from ui.desktop.theme.tokens import COMPACT_BELOW
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import SidePanel
from ui.desktop.widgets.focus import set_tab_order, tab_stops
from ui.desktop.widgets.keys import KEYS_SHOWN, KeyHint
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import FittedScroll, add, boxed, column, lay_out_now, row, set_margins, stretched
from ui.entry.hand_draft import questions_of
from ui.entry.hand_typing import key_has_effect
from ui.entry.sheet_lines import HandInProgress
from ui.entry.tables_state import SigningQuestion, TablesState, TotalField

_WORDS: dict[str, Text] = {
    "Up": mark("Correct a hand"),
    "X": mark("Drawn hand"),
    "F6": mark("Totals on paper"),
    "P": mark("Penalty"),
    "Esc": mark("Start again"),
    "R": mark("Repair"),
    "D": mark("Self-draw"),
    "T": mark("Tiles"),
    "G": mark("Go to a table"),
    KEYS_SHOWN: mark("All keys"),
}
_GAP = 14
_SPACIOUS, _CLOSE = (6, 10), (2, 4)
"""Spacing between the lines, and above and below them: normally, and if space is short."""


class LegendKey(NamedTuple):
    """A key and its meaning."""

    key: str
    text: Text


def legend_keys(state: TablesState) -> tuple[LegendKey, ...]:
    """Return the keys that work in this state; none while a penalty or a repair is shown or the session is closed.

    They alternate between the left and the right column, the longer texts at the left. The last is on its own line.
    """
    return tuple(LegendKey(key, _WORDS[key]) if isinstance(key, str) else key for key in _keys(state))


def _keys(state: TablesState) -> tuple[str | LegendKey, ...]:
    table, hand = state.table, state.hand
    if table is None or state.penalty is not None or state.repair is not None or state.penalty_at_cursor is not None:
        return ()
    if (
        table.sheet.session in table.view.state.closed
    ):  # nothing can be entered, and the notice says how to reopen the session
        return ()
    if hand is not None:
        tiles = ("T",) if (table.rules.scorer or table.rules.counter) is not None else ()
        asked = {translator.translate(each.key): each.short for each in reversed(questions_of(table.rules))
                 if each.key and key_has_effect(hand, each)}  # fmt: skip
        questions = (LegendKey(key, text) for key, text in reversed(asked.items()))
        return ("Up", "X", "F6", "P", "Esc", "R", "D", *tiles, *questions, KEYS_SHOWN)
    totals = ("F6", "P") if state.totals_open else ()
    return ("Up", "R", *totals, "G", KEYS_SHOWN)


class KeyLegend(QWidget):
    """The keys that work now, two per line, or one if two are too wide.

    They are hidden if they do not fit; the list of all keys has them too.
    """

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._keys: tuple[LegendKey, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setColumnStretch(1, 1)
        self._inside = boxed(self._grid)
        self._inside.setParent(self)
        self._parts: dict[LegendKey, QWidget] = {}
        """The widget of each key, created when it is first needed."""
        self._placed: tuple[tuple[LegendKey, ...], int] = (), 0
        translator.changed.connect(self._fit_soon)

    def show_keys(self, keys: tuple[LegendKey, ...]) -> None:
        """Replace the keys."""
        self.setVisible(bool(keys))
        if keys != self._keys:
            for each in keys:
                if each not in self._parts:
                    self._parts[each] = _part(each, self._inside)
            self._keys = keys
            self._fit()

    def sizeHint(self) -> QSize:
        """Return a height of 0, so that the legend only gets space that nothing else needs."""
        return QSize(80, 0)

    def minimumSizeHint(self) -> QSize:
        """Return an empty size: the legend may be hidden."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide the keys according to the available space."""
        super().resizeEvent(event)
        self._fit()

    def _fit_soon(self) -> None:
        """Fit the keys after all other texts have been translated and laid out."""
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        if not self._keys:
            return
        widths = [self._parts[key].sizeHint().width() for key in self._keys]
        left, right = max(widths[:-1:2]), max(widths[1:-1:2])
        in_line = 2 if left + _GAP + right <= self.width() else 1
        self._grid.setColumnMinimumWidth(0, left)
        self._place(self._keys, in_line)
        high = self._height(_SPACIOUS)
        if high > self.height():
            high = self._height(_CLOSE)
        self._inside.setVisible(high <= self.height() and max(widths) <= self.width())
        self._inside.setGeometry(0, self.height() - high, self.width(), high)

    def _height(self, spacing: tuple[int, int]) -> int:
        """Set this spacing and return the height that the keys then need."""
        between, around = spacing
        self._grid.setVerticalSpacing(between)
        set_margins(self._grid, (0, around, 0, around))
        return self._inside.sizeHint().height()

    def _place(self, keys: tuple[LegendKey, ...], in_line: int) -> None:
        if (keys, in_line) == self._placed:
            return
        self._placed = keys, in_line
        for part in self._parts.values():
            self._grid.removeWidget(part)
            part.hide()
        for place, key in enumerate(keys):
            alone = place == len(keys) - 1
            line = len(keys) if alone else place // in_line
            self._grid.addWidget(self._parts[key], line, 0 if alone else place % in_line, 1, 2 if alone else 1)
            self._parts[key].show()


def _part(key: LegendKey, parent: QWidget) -> QWidget:
    part = boxed(row(KeyHint(key.key), TextLabel(key.text, kind=Type.DENSE, tone=Tone.TEXT2), None))
    part.setParent(parent)
    part.hide()
    return part


_WIDTHS = ((2200, 480), (1500, 400), (WIDE_FROM, int(Size.PANEL)), (COMPACT_BELOW, 300), (0, 272))
"""Pairs of the minimum width of the window and the panel's width from there on."""
_TOTALS_FROM = 800
"""Below this height of the window the totals are shown on the sheet only, not in the panel."""
_EDGE = 4
"""Space between the scroll bar and the edge of the window."""
_PROPOSALS = 160
"""Height of the proposals of players."""
_ABOVE_KEYS = 2
"""Index in the panel's layout of the place below the form and its button."""
_ROOMY_FROM = 780
"""Below this height the form omits hints, because the fields show what is missing."""
_SHORTENED = (HandForm, PenaltyForm, PenaltyShown, RepairForm)
"""The forms that leave out what the sheet or the list of keys shows too, where there is no space for it."""


class EntryPanel(SidePanel):
    """Shows one of these: a hand, a penalty to give, a given penalty, a repair, or the state of the sheet."""

    penalty_stepped = Signal(object)
    """The user pressed a key in the form of a penalty; carries the resulting PenaltyStep."""
    repair_stepped = Signal(object)
    """The user pressed a key in the form of a repair; carries the resulting RepairStep."""
    cancel_typed = Signal(str)
    """The user typed the reason for cancelling a given penalty."""
    cancel_confirmed = Signal()
    """The user pressed Enter at a given penalty."""
    penalty_left = Signal()
    """The user pressed Esc at a given penalty."""
    penalty_moved = Signal(int)
    """The user pressed an arrow at a given penalty: -1 up, 1 down."""
    form_left = Signal()
    """The user pressed Esc in the form of a penalty or of a repair."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.hand = HandForm()
        self.summary = SheetSummary()
        self.second_reading = SecondReadingNotice()
        self.session = SessionNotice()
        self.signing = SigningForm()
        self.legend = KeyLegend()
        self.lists_keys = preferences.lists_keys()
        """Whether the keys are listed under the form; whoever knows them finds them in the help."""
        self._room: Room | None = None
        self._fitted: tuple[object, ...] = ()
        """The form that was fitted last, the height that everything then needed, and the size of the panel."""
        self._fitting = False
        self._proposals_shown = False
        self._forms: list[QWidget] = [self.hand, self.summary]
        self._feet: dict[QWidget, QWidget] = {self.hand: self.hand.foot}
        """The part of each form that stays visible when the form is scrolled: its button."""
        self._inside = column(*self._forms, margins=(4, 4, Size.PANEL_MARGIN - _EDGE, 4))
        self._scroll = FittedScroll(boxed(self._inside))
        self._scroll.verticalScrollBar().rangeChanged.connect(self._make_room)
        set_margins(self.body, (Size.PANEL_MARGIN - 4, 12, _EDGE, 16))
        right = Size.PANEL_MARGIN - _EDGE
        self._feet_below = column(*self._feet.values(), margins=(4, 0, right, 0))
        add(self.body, self._scroll)
        add(self.body, self._feet_below)
        add(self.body, stretched(boxed(column(stretched(self.legend), margins=(4, 0, right, 0)))))
        add(self.body, column(self.second_reading, self.session, self.signing, margins=(4, 0, right, 4)))
        self._show_form(self.summary)  # not earlier: Qt would show a widget without a parent as a window

    @cached_property
    def penalty_shown(self) -> PenaltyShown:
        """The view of a given penalty, created when it is first needed."""
        form = PenaltyShown(whole=False)
        form.typed.connect(self.cancel_typed)
        form.confirmed.connect(self.cancel_confirmed)
        form.left.connect(self.penalty_left)
        form.moved.connect(self.penalty_moved)
        self._add_form(form, form.foot)
        return form

    @cached_property
    def penalty(self) -> PenaltyForm:
        """The form of a penalty, created when it is first needed."""
        form = PenaltyForm(scrolled=False)
        form.stepped.connect(self.penalty_stepped)
        form.left.connect(self.form_left)
        self._add_form(form, form.foot)
        return form

    @cached_property
    def repair(self) -> RepairForm:
        """The form of a repair, created when it is first needed."""
        form = RepairForm()
        form.stepped.connect(self.repair_stepped)
        form.left.connect(self.form_left)
        self._add_form(form, form.foot)
        return form

    @cached_property
    def proposals(self) -> ProposalsView:
        """The proposals of players, created for the first one. They are above the keys, so that no field moves."""
        view = ProposalsView()
        right = int(Size.PANEL_MARGIN) - _EDGE
        self.body.insertWidget(_ABOVE_KEYS, boxed(column(view, margins=(4, 0, right, 0))))
        set_tab_order(self)
        return view

    def _add_form(self, form: QWidget, foot: QWidget) -> None:
        self._forms.append(form)
        form.hide()
        add(self._inside, form)
        self._feet[form] = foot
        foot.hide()
        add(self._feet_below, foot)
        set_tab_order(self)

    def show_state(self, state: TablesState, in_progress: HandInProgress | None, computed: Net) -> None:
        """Show what is being typed or looked at; ``computed`` are the totals including it."""
        table, hand, given = state.table, state.hand, state.penalty_at_cursor
        if table is None:
            return
        shown: QWidget = self.summary
        if state.penalty is not None:
            shown = self.penalty
            self.penalty.show_draft(state.penalty)
        elif state.repair is not None:
            shown = self.repair
            self.repair.show_draft(state.repair)
        elif given is not None:
            shown = self.penalty_shown
            self.penalty_shown.show_penalty(table, given, state.cancel)
        elif hand is not None:
            shown = self.hand
            self.hand.show_hand(hand, in_progress)
        else:
            self.summary.show_table(table)
        low = self._room is not None and self._room.dense
        untouched = shown is self.summary or (shown is self.hand and hand is not None and not hand.changed)
        asks = low and untouched and state.signing.question is not SigningQuestion.NONE
        self._show_form(None if asks else shown)  # the question needs the height, and is to be answered first
        self.legend.show_keys(legend_keys(state) if self.lists_keys else ())
        self.second_reading.show_table(table)
        self.session.show_table(table)
        in_form = shown is not self.summary and not isinstance(state.typing_place, TotalField)
        self.signing.show_state(state, computed, brief=low and in_form)
        nothing_typed = shown is self.summary or (shown is self.hand and not self.hand.record.isEnabled())
        complete = table.sheet.next_hand is None or table.sheet.closed is not None
        self.signing.sign.set_filled(nothing_typed and complete and table.signable and not self.signing.differs)
        self.session.close_session.set_filled(nothing_typed and not table.signable)
        corrects = shown is self.hand and table.sheet.closed is not None and hand is not None and hand.changed
        alone = state.repair is not None or (corrects and state.signing.question is SigningQuestion.NONE)
        self.signing.setVisible(not alone)
        if alone:  # how the sheet is signed, reopened and closed has nothing to do with it
            self.second_reading.setVisible(False)
            self.session.setVisible(False)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Keep Tab and Shift+Tab in a penalty or a repair, and in the reason for a cancellation that is being typed.

        Esc leaves them. The form of a hand keeps Tab itself.
        """
        stops: tuple[QWidget, ...] = ()
        for form in self._forms:
            begun = isinstance(form, PenaltyShown) and form.reason.text()
            if not form.isHidden() and (begun or isinstance(form, PenaltyForm | RepairForm)):
                stops = tab_stops(form, *(foot for each, foot in self._feet.items() if each is form))
        focused = QApplication.focusWidget()
        if focused is None or focused not in stops:
            return super().focusNextPrevChild(forwards)
        reason = Qt.FocusReason.TabFocusReason if forwards else Qt.FocusReason.BacktabFocusReason
        stops[(stops.index(focused) + (1 if forwards else -1)) % len(stops)].setFocus(reason)
        return True

    def _show_form(self, shown: QWidget | None) -> None:
        focused = QApplication.focusWidget()
        going = [part for form in self._forms if form is not shown for part in (form, self._feet.get(form))]
        if focused is not None and any(part is not None and part.isAncestorOf(focused) for part in going):
            focused.clearFocus()  # otherwise Qt passes the focus through several widgets while they are hidden
        for form in self._forms:
            form.setVisible(form is shown)
        for form, foot in self._feet.items():
            foot.setVisible(form is shown)

    def fit(self, room: Room) -> bool:
        """Adapt the panel to the size of the window. Return whether the state must be shown again."""
        self.setFixedWidth(next(width for least, width in _WIDTHS if room.width >= least))
        before, self._room = self._room, room
        self._fit_totals()
        return before is not None and before.dense != room.dense

    def set_proposals_shown(self, shown: bool) -> None:
        """Set whether proposals are shown. In a window that is not high enough for both, the totals are then hidden."""
        if shown is not self._proposals_shown:
            self._proposals_shown = shown
            self._fit_totals()

    def _fit_totals(self) -> None:
        room = self._room
        if room is not None:
            totals = room.height >= _TOTALS_FROM + (_PROPOSALS if self._proposals_shown else 0)
            self.hand.fit(room.density, totals=totals)
            self.summary.set_totals_shown(totals)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show fewer hints if the height is needed."""
        super().resizeEvent(event)
        self.hand.set_roomy(self.height() >= _ROOMY_FROM)
        self._fit_form()

    def event(self, event: QEvent) -> bool:
        """Fit the form again when its content changed."""
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_form()
        return handled

    def _fit_form(self) -> None:
        """Shorten the form only as far as needed to show all of it. If its shortest form is too long, it scrolls."""
        form = next((each for each in self._forms if isinstance(each, _SHORTENED) and not each.isHidden()), None)
        if form is None or self._fitting or not self.isVisible():
            return
        whole = form.level == 0 and self._needed <= self.height()
        if whole or self._fitted == (form, self._needed, self.size()):
            return
        self._fitting = True
        try:
            for level in range(form.shortest + 1):
                form.shorten(level)
                lay_out_now()
                if self._needed <= self.height():
                    break
        finally:
            self._fitting = False
        self._fitted = (form, self._needed, self.size())

    @property
    def _needed(self) -> int:
        """The height of all that is shown."""
        body = self.body
        return body.totalHeightForWidth(self.width()) if body.hasHeightForWidth() else body.totalSizeHint().height()

    def _make_room(self, _least: int, most: int) -> None:
        """Put the scroll bar into the margin, so that nothing moves when it appears."""
        bar = self._scroll.verticalScrollBar().sizeHint().width() if most else 0
        set_margins(self._inside, (4, 4, max(Size.PANEL_MARGIN - _EDGE - bar, 0), 4))
