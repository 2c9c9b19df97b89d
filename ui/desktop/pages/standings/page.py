"""The Standings page: lists at the left, a player's journey at the right.

Shown is always what the ledger says now: each entry that is written comes through :attr:`Desk.changed`, and only the
rows that differ are painted again. While another page is in view nothing is computed.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import Text, folded, mark
from tournament.ledger.sheet import SheetState
from tournament.standings import Standings
from tournament.standings.finals import final_text
from tournament.use_cases import Changes, View
from ui.desktop.controller import EventController
from ui.desktop.pages.papers import show_fans
from ui.desktop.pages.standings.board import Board
from ui.desktop.pages.standings.head import COUNTS, FANS, NOW, PLAYERS, Head
from ui.desktop.pages.standings.panel import NARROW, WIDE, JourneyPanel
from ui.desktop.theme import Size

_WIDE_FROM, _ALONE_BELOW = 1440 - Size.RAIL, 1120 - Size.RAIL


class StandingsPage(QWidget):
    """Who stands where, and why."""

    def __init__(self, controller: EventController) -> None:
        super().__init__()
        self._controller = controller
        self._kind = PLAYERS
        self._player: int | None = None
        self._words = ""
        self._stale = True
        self._standings: Standings | None = None
        self.head = Head()
        self.board = Board()
        self.panel = JourneyPanel()
        self._lay_out()
        self._listen()

    def _lay_out(self) -> None:
        self._left = QWidget()
        column = QVBoxLayout(self._left)
        column.setContentsMargins(Size.PAGE_MARGIN, 14, Size.PAGE_MARGIN, Size.PAGE_MARGIN)
        column.setSpacing(12)
        column.addWidget(self.head)
        column.addWidget(self.board, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._left, 1)
        whole.addWidget(self.panel)
        self.panel.hide()

    def _listen(self) -> None:
        controller = self._controller
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        self.head.kind_chosen.connect(self._show_kind)
        self.head.after_chosen.connect(self.refresh)
        self.head.searched.connect(self._search)
        self.head.search.returnPressed.connect(self._to_list)
        self.board.player_chosen.connect(self.show_player)
        self.board.table_chosen.connect(controller.navigation.table_wanted)
        self.board.page_chosen.connect(controller.navigation.page_wanted)
        self.board.fans.print_asked.connect(self._print_fans)
        self.panel.closed.connect(self.close_panel)
        self.panel.table_chosen.connect(controller.navigation.table_wanted)
        leave = QShortcut(QKeySequence("Esc"), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self._leave)
        self.setFocusProxy(self.board.ranking)

    def refresh(self) -> None:
        """Ask the ledger again and show what differs."""
        view = self._controller.view
        if view is None:
            return
        self._stale = False
        last = view.last_session
        counted = view.rules.scorer is not None
        self.head.offer_kinds(fans=counted)
        if self._kind == FANS and not counted:
            self._kind = PLAYERS
        self.head.set_after(_moments(view, last), self.head.chosen_after)
        chosen = self.head.chosen_after
        self._standings = view.standings(last if chosen == NOW else int(chosen))
        self.head.show_state(provisional_words(view, self._standings), final_words(self._standings))
        self._show_board()
        if not self.panel.isHidden():
            self._show_panel()

    def show_player(self, number: int) -> None:
        """Open the journey of a player."""
        self._player = number
        self.panel.show()
        self._fit()
        self._show_panel()

    def close_panel(self) -> None:
        """Close the journey and go back to the list."""
        self.panel.hide()
        self._fit()
        self._to_list()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while another page was in view."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give way: first the panel, then the list."""
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start a search with a letter typed on the page; go from the field down into the list."""
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        typed = event.text()
        if typed.strip() and typed.isprintable() and not held and not self.head.search.hasFocus():
            self.head.search.setFocus()
            self.head.search.setText(typed)
        elif event.key() == Qt.Key.Key_Down and self.head.search.hasFocus():
            self._to_list()
        else:
            super().keyPressEvent(event)

    def _opened(self) -> None:
        self.board.forget()
        self._player, self._standings = None, None
        self.panel.hide()
        self.head.search.clear()
        self.head.set_after([], NOW)
        self._changed(None)

    def _changed(self, _changes: Changes | None) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

    def _show_kind(self, kind: str) -> None:
        self._kind = kind
        if kind not in (PLAYERS, COUNTS):
            self.panel.hide()
            self._fit()
        self.refresh()
        self.setFocusProxy(self.board.current)

    def _show_board(self) -> None:
        view = self._controller.view
        if view is not None and self._standings is not None:
            player = self.board.ranking.player or self._player
            self.board.show_standings(self._kind, view, self._standings, self._words, player)

    def _show_panel(self) -> None:
        view = self._controller.view
        if self._player is None or view is None or self._standings is None:
            return
        self.board.ranking.select_player(self._player)
        if not self.panel.show_player(self._player, self._standings, view):
            self.close_panel()

    def _print_fans(self) -> None:
        view = self._controller.view
        if view is not None:
            show_fans(self._controller, view, self)

    def _search(self, words: str) -> None:
        self._words = folded(words)
        self._show_board()

    def _leave(self) -> None:
        if self.head.search.text():
            self.head.search.clear()
            self._to_list()
        elif not self.panel.isHidden():
            self.close_panel()
        else:
            self._to_list()

    def _to_list(self) -> None:
        ranking = self.board.ranking
        self.board.current.setFocus()
        if self.board.current is ranking and ranking.player is None and ranking.rows.rows:
            ranking.select_player(ranking.rows.rows[0].player.number)

    def _fit(self) -> None:
        wide, open_ = self.width(), not self.panel.isHidden()
        alone = wide < _ALONE_BELOW
        self._left.setVisible(not (open_ and alone))
        panel = None if alone else WIDE if wide >= _WIDE_FROM else NARROW
        self.panel.set_width(panel)
        self.head.fit(wide - 2 * Size.PAGE_MARGIN - ((panel or 0) if open_ else 0))


def _moments(view: View, last: int) -> list[tuple[str, Text | str]]:
    """The moments of which standings can be shown, the latest first."""
    if not last:
        return [(NOW, mark("Now"))]
    if view.tally(last).final:
        now = mark("Now, after session {session}", session=last)
    else:
        now = mark("Now, in session {session}", session=last)
    return [
        (NOW, now),
        *((str(number), mark("After session {session}", session=number)) for number in range(last - 1, 0, -1)),
    ]


def final_words(standings: Standings) -> Text | None:
    """How the last final counts; None without one."""
    return final_text(standings.finals[-1]) if standings.finals else None


def provisional_words(view: View, standings: Standings) -> Text | None:
    """Why ``standings`` can still change; None when they cannot."""
    if not standings.provisional or not standings.after:
        return None
    open_ones = [session for session in range(1, standings.after + 1) if not view.tally(session).final]
    if len(open_ones) > 1:
        return mark("Sheets of {count} sessions are not verified; they count as they stand.", count=len(open_ones))
    verified = [sheet.state is SheetState.VERIFIED for sheet in view.sheets(open_ones[0])]
    return mark(
        "{verified} of {sheets} sheets of session {session} are verified; the others count as they stand.",
        verified=sum(verified),
        sheets=len(verified),
        session=open_ones[0],
    )
