"""The Tables page: cards, sheet and entry, and what the keys do between them.

The cursor stands on a *stop*: a hand, or a penalty on its own line. A hand not recorded is typed, a recorded one is
corrected, a penalty can be cancelled; with no stop the panel says how the sheet stands. What is half typed is kept by
hand when the cursor goes elsewhere.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import mark
from tournament.use_cases import Changes
from ui.desktop.controller import EventController
from ui.desktop.pages.tables.bench import Bench
from ui.desktop.pages.tables.cards import BAR, Cards
from ui.desktop.pages.tables.draft import Turn
from ui.desktop.pages.tables.jump import Place, place_of
from ui.desktop.pages.tables.panel import Panel
from ui.desktop.pages.tables.paper import Paper
from ui.desktop.pages.tables.tiles_door import TilesDoor
from ui.desktop.sheet.lines import Stop
from ui.desktop.theme import Size
from ui.desktop.widgets.empty_state import EmptyState

_COMPACT_BELOW, _TIGHT_BELOW = 1281 - Size.RAIL, 1120 - Size.RAIL
_ARROWS = {Qt.Key.Key_Up: "UP", Qt.Key.Key_Down: "DOWN"}


class TablesPage(QWidget):
    """The referee's home."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self.setProperty("ring", False)
        self._controller = controller
        self._bench = Bench(controller, self)
        self.cards = Cards()
        self.paper = Paper()
        self.panel = Panel(self._bench.carry)
        self._empty = EmptyState(
            mark("No draw is published yet, so there is no table."), mark("Go to the event"), shortcut="Return"
        )
        self._lay_out()
        self._listen()
        self._look()

    def _lay_out(self) -> None:
        self._whole = QWidget()
        middle = QHBoxLayout(self._whole)
        middle.setContentsMargins(Size.PAGE_MARGIN, 0, 0, 0)
        middle.setSpacing(0)
        for part, share in ((self.cards, 0), (self.paper, 1)):
            column = QVBoxLayout()
            column.setContentsMargins(0, Size.PAGE_MARGIN, 0, Size.PAGE_MARGIN)
            column.addWidget(part)
            middle.addLayout(column, share)
            middle.addSpacing(Size.PAGE_MARGIN if share else Size.PAGE_MARGIN - BAR)
        middle.addWidget(self.panel)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._whole)
        outer.addWidget(self._empty)
        entry = self.panel.entry
        self.tiles_door = TilesDoor(self._controller, self._bench.carry, self._whole, entry, self._back, self)

    def _listen(self) -> None:
        controller, bench, panel = self._controller, self._bench, self.panel
        controller.opened.connect(self._look)
        controller.changed.connect(self._changed)
        controller.session_changed.connect(self._look)
        controller.navigation.table_wanted.connect(self._go)
        bench.turned.connect(self._turned)
        bench.moved.connect(self._show)
        bench.grown.connect(self._grown)
        bench.recorded.connect(self._show)
        bench.recorded.connect(self._back)
        self.paper.totals.completed.connect(bench.type_totals)
        self.paper.totals.completed.connect(self._back)
        self._empty.activated.connect(lambda: controller.navigation.page_wanted.emit("event"))
        self.cards.chosen.connect(lambda table: self._go(controller.session, table))
        self.cards.jumped.connect(self._jump)
        self.paper.view.stop_chosen.connect(self._stand_at)
        for left in (self.cards.left, self.paper.view.left, self.paper.totals.left, panel.signing.finished):
            left.connect(self._back)
        self.paper.totals.edited.connect(self._show_signing)
        panel.entry.drafted.connect(self._show_lines)
        panel.penalty.finished.connect(self._back)
        for done in (panel.entry.cancelled, panel.penalty_shown.finished):
            done.connect(bench.go_on)
            done.connect(self._back)
        for asked in (panel.entry.asked, panel.penalty_shown.asked):
            asked.connect(self._asked)
        panel.entry.slip.clicked.connect(self.tiles_door.print_slip)
        totals = QShortcut(QKeySequence("F6"), self._whole)
        totals.activated.connect(self.paper.totals.begin)

    def half_typed(self) -> str:
        """What is typed and not recorded, for a crash report."""
        self._keep()
        return self._bench.half_typed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys that work wherever nothing is typed."""
        letter = _ARROWS.get(Qt.Key(event.key()), event.text().upper())
        if letter in ("UP", "DOWN", "G", "Q", "P", "T") and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._asked(letter)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to what is typed."""
        super().focusInEvent(event)
        if self._empty.isVisible():
            self._empty.setFocus()
        elif self.tiles_door.tiles is not None and self.tiles_door.is_open:
            self.tiles_door.tiles.setFocus()
        else:
            self.panel.resume()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: first the words of the cards, then the cards, then some of the panel."""
        super().resizeEvent(event)
        wide = self.width()
        self.cards.set_compact(wide < _COMPACT_BELOW)
        self.cards.setVisible(wide >= _TIGHT_BELOW)
        self.panel.set_tight(wide < _TIGHT_BELOW)

    def _go(self, session: int, table: int) -> None:
        self._keep()
        self._bench.go(session, table)

    def _look(self) -> None:
        session = self._controller.session
        drawn = self._controller.view is not None and session > 0
        self._whole.setVisible(drawn and not self.tiles_door.is_open)
        self._empty.setVisible(not drawn)
        self._keep()
        self._bench.go_to_session(session)

    def _changed(self, changes: Changes) -> None:
        self._look()
        self._bench.follow(changes)
        if self._bench.at is not None and self._controller.view is not None:
            self.cards.show_table(self._controller.view, self._bench.at.sheet)

    def _turned(self) -> None:
        at = self._bench.at
        assert at is not None
        self.paper.show_table(at)
        self.paper.totals.set_stored(at.sheet.typed)
        self.cards.show_table(at.view, at.sheet)
        self._show()
        self._back()

    def _grown(self) -> None:
        at, totals = self._bench.at, self.paper.totals
        assert at is not None
        self.paper.show_table(at)
        if at.sheet.typed != totals.stored or not totals.unstored:
            totals.set_stored(at.sheet.typed)
        self._show(again=True)

    def _show(self, *, again: bool = False) -> None:
        """Show the cursor's line in the sheet and in the panel; ``again``: what is typed stays."""
        at, stop = self._bench.at, self._bench.stop
        if at is None:
            return
        penalty = at.penalty_at(stop)
        if penalty is not None:
            self.panel.show_penalty(at, penalty)
        elif stop is not None and stop.hand is not None:
            self.panel.show_hand(at, self._bench.draft(stop.hand), again=again)
        else:
            self.panel.show_rest(at)
        self._show_lines()
        self.paper.totals.set_open(at.sheet.closed is None)

    def _show_lines(self) -> None:
        at = self._bench.at
        if at is not None:
            self.paper.show_lines(at, self._bench.stop, self.panel.typing)
            self._show_signing()

    def _show_signing(self) -> None:
        if self._bench.at is not None:
            totals = self.paper.totals
            self.panel.show_signing(self._bench.at, totals.computed, totals.typed)

    def _stand_at(self, stop: Stop) -> None:
        self._keep()
        self._bench.stand_at(stop)
        if not self.paper.view.hasFocus():
            self._back()

    def _keep(self) -> None:
        shown, entry = self.panel.entry.at, self.panel.entry
        if shown is not None:
            self._bench.keep(shown, entry.draft, changed=entry.changed)

    def _back(self) -> None:
        """Put the cursor where the referee goes on typing."""
        if self.panel.penalty_open:
            self.panel.close_penalty()
            self._show(again=True)
        at, totals = self._bench.at, self.paper.totals
        if at is not None and self._bench.stop is None and at.sheet.closed is None and totals.typed is None:
            totals.begin()
        elif not self.panel.resume():
            self.setFocus()

    def _asked(self, key: str) -> None:
        at, stop = self._bench.at, self._bench.stop
        if key in ("G", "Q"):
            self.cards.show()
            self.cards.ask("Q" if key == "Q" else "")
        elif key == "T" and at is not None:
            if self.panel.entry.isVisible() and self.panel.entry.draft.turn in (Turn.POINTS, Turn.READY):
                self.tiles_door.open(at)
        elif key == "P" and at is not None:
            self._keep()
            self.panel.open_penalty(at, stop.hand if stop is not None else None)
        else:
            beside = self.paper.view.neighbour(stop, -1 if key == "UP" else 1)
            if beside is not None:
                self._stand_at(beside)

    def _jump(self, typed: str) -> None:
        if self._controller.view is None:
            return
        place = place_of(typed, self._controller.view, self._controller.session)
        if not isinstance(place, Place):
            self.cards.refuse(place)
            return
        self.cards.clear()
        self.cards.setVisible(self.width() >= _TIGHT_BELOW)
        self._go(place.session, place.table)
