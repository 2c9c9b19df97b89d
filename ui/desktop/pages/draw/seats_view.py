"""The seating of the page Draw: by table or by player, the swap of two seats, and what it is."""

from collections.abc import Sequence

from PySide6.QtWidgets import QStackedWidget, QTableView, QWidget

from tournament.language import Text, mark, mark_count
from tournament.ledger.session import STATE_TEXTS, SessionState
from tournament.use_cases import View
from ui.desktop.kit.menu import MenuEntry, entries_of, table_entries
from ui.desktop.pages.draw.proposal import origin_text
from ui.desktop.pages.draw.seating_tables import FIRST_SEAT, SeatingByPlayer, SeatingByTable, tables_in_view
from ui.desktop.pages.draw.session_choice import SessionChoice
from ui.desktop.pages.draw.state import BY_PLAYER, BY_TABLE, DrawState
from ui.desktop.pages.draw.swap_card import SwapCard
from ui.desktop.session_words import STATE_CHIPS
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.signs import Chip


class SeatsView(QWidget):
    """Shows the seats of a :class:`DrawState`, or that there are none yet."""

    def __init__(self) -> None:
        super().__init__()
        segments = (Segment(BY_TABLE, mark("By table")), Segment(BY_PLAYER, mark("By player")))
        self.arrangement = Switch(mark("Shown"), segments)
        self.session = SessionChoice()
        self.state = Chip("")
        """The state of the session shown by table, or of all sessions if they have the same."""
        self.draft = Chip("")
        """Visible while a draft is shown instead of published seats."""
        self.empty = EmptyState("", mark("Draw"), shortcut="Return")
        self.by_table = SeatingByTable()
        self.by_player = SeatingByPlayer()
        self.swap = SwapCard()
        self.position = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.origin = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._seats = QStackedWidget()
        for part in (self.empty, self.by_table, self.by_player):
            self._seats.addWidget(part)
        title = TextLabel(mark("Draw"), kind=Type.PAGE_TITLE)
        head = row(title, self.arrangement, None, self.session, self.draft, self.state, spacing=12)
        foot = row(stretched(self.position), self.origin, spacing=12, centred=False)
        margins = (Size.PAGE_MARGIN, Size.PAGE_MARGIN, Size.PAGE_MARGIN, 12)
        column(head, stretched(self._seats), self.swap, foot, spacing=12, margins=margins, on=self)

    @property
    def current(self) -> QWidget | None:
        """The seats by table or by player, or the empty state."""
        return self._seats.currentWidget()

    def forget(self) -> None:
        """Drop the seats of the previous event."""
        self.by_table.show_rows(())
        self.by_player.show_rows(())

    def focus_seats(self) -> None:
        """Give the seats the focus, if they are visible."""
        if self.isVisible() and self.current is not None:
            self.current.setFocus()

    def seat_entries(self, *, writes: bool) -> Sequence[MenuEntry]:
        """The actions for the current seat; ``writes``: seats can be changed."""
        if self.current is not self.by_table:
            return ()
        seat, swap = self.by_table.currentIndex(), self.swap
        take = MenuEntry(
            mark("Select or deselect this player"),
            lambda: self.by_table.choose(seat),
            "Return",
            seat.column() >= FIRST_SEAT and writes,
        )
        return [take, *(entries_of(swap.swap, swap.replace, swap.leave) if swap.swap.isVisible() else ())]

    def list_entries(self) -> Sequence[MenuEntry]:
        """The actions that every table has."""
        return table_entries(self.current) if isinstance(self.current, QTableView) else ()

    def show_state(self, state: DrawState, view: View | None, *, writes: bool) -> None:
        """Show the seats of ``state``; ``writes``: they can be changed."""
        proposal, players = state.proposal, view.players if view is not None else {}
        by_table = state.arrangement == BY_TABLE
        self.arrangement.setVisible(proposal is not None)
        self.arrangement.set_current(state.arrangement)
        published = view.seating if view is not None else None
        own = proposal is not None and (published is None or len(published.sessions) != len(proposal.seating.sessions))
        self.session.setVisible(own and by_table)  # otherwise the bar of the window shows the same
        self._show_chips(state, view)
        self.swap.show_swap(state, players, writes=writes)
        self.empty.button.setEnabled(not state.working)
        self.empty.set_sentence(
            mark_count(
                "{count} player is on the list. There is no draw yet.",
                "{count} players are on the list. There is no draw yet.",
                len(players),
            )
        )
        self.position.set_text(_position_text(state, view))
        self.origin.set_text(origin_text(proposal) if proposal is not None else "")
        self._seats.setCurrentWidget(self.by_table if by_table else self.by_player)
        if proposal is None or view is None:
            if published is None:  # otherwise it is being computed: the seats stay until then
                self._seats.setCurrentWidget(self.empty)
            return
        cancelled = view.state.cancelled
        numbers = range(1, len(proposal.seating.sessions) + 1)
        self.session.show_session(
            state.session, [each for each in numbers if each not in cancelled or each == state.session]
        )
        if by_table:
            self.by_table.show_rows(tables_in_view(state, view))
            if not self.by_table.currentIndex().isValid():
                self.by_table.select_line(0)
        else:
            self.by_player.show_proposal(proposal, view)

    def _show_chips(self, state: DrawState, view: View | None) -> None:
        proposal = state.proposal
        sessions = range(1, len(proposal.seating.sessions) + 1) if proposal is not None else range(0)
        shown = [state.session] if state.arrangement == BY_TABLE else list(sessions)
        states = {view.session_state(session) for session in shown} if view is not None and proposal is not None else ()
        self.state.setVisible(len(states) == 1)
        for each in states:
            icon, tone = STATE_CHIPS[each]
            self.state.set_chip(STATE_TEXTS[each], icon=icon, tone=tone)
        drafted = proposal.draft.tables if proposal is not None and proposal.draft is not None else {}
        self.draft.setVisible(not drafted.keys().isdisjoint(shown) and states != {SessionState.DRAWN})
        self.draft.set_chip(mark("draft"), icon="pen", tone=Tone.WARN)


def _position_text(state: DrawState, view: View | None) -> Text | str:
    """Which session of how many, and what can be done with its seats."""
    proposal = state.proposal
    if proposal is None or view is None:
        return ""
    sessions, players = len(proposal.seating.sessions), len(proposal.numbers)
    if state.arrangement == BY_PLAYER:
        return mark("{sessions} sessions · {players} players", sessions=sessions, players=players)
    return mark("Session {session} of {last} · {players} players", session=state.session, last=sessions,
                players=players)  # fmt: skip
