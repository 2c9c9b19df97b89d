"""The page Standings: lists at the left, the course of a player at the right.

It always shows the current state of the ledger. Only rows that differ are painted again.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Search, Text, mark
from tournament.ledger.sheet import SheetState
from tournament.standings import Standings
from tournament.standings.finals import final_text
from tournament.standings.granted import granted_text
from tournament.use_cases import View
from tournament.use_cases.results_state import results_state
from ui.desktop.controller import EventController
from ui.desktop.kit.menu import MenuEntry, table_entries
from ui.desktop.kit.page import Page
from ui.desktop.kit.results import HeldResultsBand
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.kit.table import TableView
from ui.desktop.pages.report_dialogs import show_chart, show_report, show_table
from ui.desktop.pages.standings.header import NOW, ListKind, StandingsHeader
from ui.desktop.pages.standings.journey import NARROW, WIDE, JourneyPanel
from ui.desktop.pages.standings.lists import StandingsLists
from ui.desktop.theme import Room, Size, room_of
from ui.desktop.widgets.layouts import boxed, column, stretched


class StandingsPage(Page):
    """Shows the ranking, and what decided it."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._kind = ListKind.PLAYERS
        self._player: int | None = None
        """The player whose course was shown last."""
        self._search = Search("")
        self._standings: Standings | None = None
        self.held = HeldResultsBand(controller)
        self.header = StandingsHeader()
        self.lists = StandingsLists()
        self.panel = JourneyPanel()
        self.panel.hide()
        margins = (Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        self._left = boxed(column(self.header, self.held, stretched(self.lists), spacing=12, margins=margins))
        self.lay_out(self._left, panel=self.panel)
        self._connect()

    def _connect(self) -> None:
        navigation = self.controller.navigation
        self.held.turned.connect(self.invalidate)
        self.header.list_chosen.connect(self._show_list)
        self.header.after_chosen.connect(self.invalidate)
        self.header.searched.connect(self._find)
        self.header.search.returnPressed.connect(self._focus_list)
        self.lists.player_chosen.connect(self.show_player)
        self.lists.table_chosen.connect(navigation.table_wanted)
        self.lists.page_chosen.connect(navigation.page_wanted)
        self.lists.fans.print_asked.connect(self.print_view)
        self.lists.charts.print_asked.connect(self.print_view)
        self.panel.closed.connect(self.close_panel)
        self.panel.table_chosen.connect(navigation.table_wanted)
        leave = QShortcut(QKeySequence("Esc"), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave)

    @property
    def view(self) -> View | None:
        """The open event. While results are held for the ceremony, it is what is public, until they are shown."""
        view = super().view
        return None if view is None else self.held.shown_of(view)

    def refresh(self) -> None:
        """Read the ledger again and show what changed."""
        self.held.follow(self.controller.view)
        view = self.view
        if view is None:
            return
        last, has_fans = view.last_session, view.rules.scorer is not None
        self.header.offer_lists(fans=has_fans)
        self._kind = self.header.kind
        self.header.set_after(_moments(view, last), self.header.chosen_after)
        chosen = self.header.chosen_after
        self._standings = view.standings(last if chosen == NOW else int(chosen))
        final = final_text(self._standings.finals[-1], self._standings.final_ranks) if self._standings.finals else None
        granted = granted_text(self._standings, view.settings)
        state = results_state(view, self._standings.after)
        self.header.show_state(state, _provisional_text(view, self._standings), final, granted)
        self._show_lists()
        if not self.panel.isHidden():
            self._show_panel()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self.lists.forget()
        self.held.forget()
        self._player, self._standings = None, None
        self.panel.hide()
        self.header.search.clear()
        self.header.set_after([], NOW)

    def focus_target(self) -> QWidget:
        """The visible list."""
        return self.lists.current

    def fit(self, room: Room) -> None:
        """Make the panel narrower first, then the list."""
        is_open, alone = not self.panel.isHidden(), room.compact
        self._left.setVisible(not (is_open and alone))
        beside = WIDE if room.width >= WIDE_FROM else NARROW
        self.panel.set_width(beside)
        self.panel.set_alone(alone)
        self.header.fit(room.width - Size.RAIL - 2 * Size.PAGE_MARGIN - (beside if is_open and not alone else 0))

    def print_view(self) -> None:
        """Print the visible list: the standings after the chosen session, or another list as it is shown."""
        view, standings, shown = self.view, self._standings, self.lists.current
        if view is None or standings is None or not standings.after or shown is self.lists.empty:
            self.controller.messages.noted.emit(self.lists.empty.sentence)
        elif self._kind is ListKind.FANS:
            show_report(self.controller, view, "fans", self)
        elif self._kind is ListKind.CHARTS:
            chart = self.lists.charts.canvas.chart
            if chart is not None and not chart.is_empty:
                show_chart(self.controller, view, chart, standings, self)
        elif self._kind is ListKind.PLAYERS and not self._search:
            show_report(self.controller, view, "standings", self, session=standings.after)
        else:
            title = mark("{list}, after session {session}", list=self.header.list_name, session=standings.after)
            table = self.lists.statistics.table if self._kind is ListKind.COUNTS else shown
            assert isinstance(table, TableView)
            show_table(self.controller, view, title, table, self)

    def _show_prospects(self) -> None:
        """Open the paper about who can still win; the public sees it only where it is shown."""
        if self.controller.view is not None:
            show_report(self.controller, self.controller.view, "prospects", self)

    def menu_groups(self, under: QWidget | None) -> Sequence[Sequence[MenuEntry]]:
        """The actions for the current player or hand and for the list."""
        current = self.lists.current
        inside: dict[ListKind, TableView[Any]] = {
            ListKind.COUNTS: self.lists.statistics.table,
            ListKind.FANS: self.lists.fans.table,
        }
        table: TableView[Any] | None = current if isinstance(current, TableView) else inside.get(self._kind)
        whole = [
            MenuEntry(mark("Find a player"), self.header.find_player, "Ctrl+F"),
            MenuEntry(mark("What it takes"), self._show_prospects),
        ]
        if not self.panel.isHidden():
            whole.append(MenuEntry(mark("Close the player’s results"), self.close_panel, "Esc"))
        if table is None:
            return [whole]
        row = table.current_row
        names = {
            ListKind.PLAYERS: mark("Player’s results"),
            ListKind.COUNTS: mark("Player’s results"),
            ListKind.HANDS: mark("Score sheet of the hand"),
            ListKind.FANS: mark("First sheet with this fan"),
        }
        name = names.get(self._kind)
        here = (
            [MenuEntry(name, lambda: table.row_chosen.emit(row), "Return", row is not None)] if name is not None else []
        )
        return [here, whole, table_entries(table)]

    def show_player(self, number: int) -> None:
        """Show the course of a player."""
        self._player = number
        self._show_beside(shown=True)
        self._show_panel()

    def close_panel(self) -> None:
        """Close the panel and go back to the list."""
        self._show_beside(shown=False)
        self._focus_list()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start a search when a letter is typed on the page; go from the search field to the list."""
        modifiers = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        typed, search = event.text(), self.header.search
        if typed.strip() and typed.isprintable() and not modifiers and not search.hasFocus():
            search.setFocus()
            search.setText(typed)
        elif event.key() == Qt.Key.Key_Down and search.hasFocus():
            self._focus_list()
        else:
            super().keyPressEvent(event)

    def _show_list(self, kind: str) -> None:
        self._kind = ListKind(kind)
        if self._kind not in (ListKind.PLAYERS, ListKind.COUNTS):
            self._show_beside(shown=False)
        self.invalidate()

    def _show_beside(self, *, shown: bool) -> None:
        self.panel.setVisible(shown)
        self.fit(room_of(self))

    def _show_lists(self) -> None:
        if self.view is not None and self._standings is not None:
            player = self.lists.ranking.player or self._player
            self.lists.show_standings(self._kind, self.view, self._standings, self._search, player)

    def _show_panel(self) -> None:
        if self._player is None or self.view is None or self._standings is None:
            return
        self.lists.ranking.select_player(self._player)
        if not self.panel.show_player(self._player, self._standings, self.view):
            self.close_panel()

    def _find(self, typed: str) -> None:
        self._search = Search(typed, several=True)
        self._show_lists()
        if self.lists.current is self.lists.ranking:
            self.header.search.show_found(self.lists.ranking.model().rowCount())

    def _leave(self) -> None:
        if self.header.search.text():
            self.header.search.clear()
            self._focus_list()
        elif not self.panel.isHidden():
            self.close_panel()
        else:
            self._focus_list()

    def _focus_list(self) -> None:
        self.lists.current.setFocus()
        if self.lists.current is self.lists.ranking and self.lists.ranking.player is None:
            self.lists.ranking.select_line(0)


def _moments(view: View, last: int) -> list[tuple[str, Text | str]]:
    """Return the sessions after which standings can be shown, the latest first, as keys and names."""
    if not last:
        return [(NOW, mark("Now"))]
    if view.tally(last).final:
        now = mark("Now, after session {session}", session=last)
    else:
        now = mark("Now, in session {session}", session=last)
    earlier = reversed(view.sessions_until(last - 1))
    return [(NOW, now), *((str(number), mark("After session {session}", session=number)) for number in earlier)]


def _provisional_text(view: View, standings: Standings) -> Text | None:
    """Return why ``standings`` can still change, or None if they cannot."""
    if not standings.provisional or not standings.after:
        return None
    if view.has_open_means(standings.after):
        return mark("Averages can still change: not all sessions are verified.")
    open_ones = [session for session in view.sessions_until(standings.after) if not view.tally(session).final]
    if len(open_ones) > 1:
        return mark("Sheets of {count} sessions are not verified. They also count.", count=len(open_ones))
    verified = [sheet.state is SheetState.VERIFIED for sheet in view.sheets(open_ones[0])]
    return mark(
        "{verified} of {sheets} sheets of session {session} are verified. Unverified sheets also count.",
        verified=sum(verified),
        sheets=len(verified),
        session=open_ones[0],
    )
