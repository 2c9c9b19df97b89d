"""The six lists of the page, one at a time, and the two lines under them."""

from collections import Counter
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from tournament.language import Text, mark, mark_count
from tournament.standings import Standing, Standings, Tally
from tournament.standings.statistics import Statistics, best_hands, statistics
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases import View
from ui.desktop.pages.standings.counts import Counts
from ui.desktop.pages.standings.fans import FanView
from ui.desktop.pages.standings.finding import wanted
from ui.desktop.pages.standings.head import COUNTRIES, COUNTS, FANS, HANDS, PLAYERS, TEAMS
from ui.desktop.pages.standings.lists import (
    CountRow,
    HandRow,
    RowsTable,
    country_layouts,
    hand_layouts,
    team_layouts,
)
from ui.desktop.pages.standings.ranking import RankingTable
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.empty_state import EmptyState
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import row

_MOST_HANDS = 100
"""Best hands that are listed."""
_RULES = {
    TEAMS: mark("A team has the table points of all its players; equal ones are decided by their scores."),
    COUNTRIES: mark("Table points a player, exactly; equal ones are decided by the score a player."),
    COUNTS: mark("Tables known by their totals alone have no hands to count."),
    FANS: mark("Counted from the tiles. Enter opens the sheet where a fan was made first."),
}

_NOTHING = Statistics()


class Counted(NamedTuple):
    """The statistics of one session, and what they were computed from."""

    tally: Tally
    own: Statistics
    before: Statistics
    """All sessions before it together."""
    together: Statistics
    """With it."""


class Board(QWidget):
    """Shows what it is given; computes teams, best hands and counts from it, and only those in view."""

    player_chosen = Signal(int)
    """Show the journey of this player."""
    table_chosen = Signal(int, int)
    """Show the sheet of this session and table."""
    page_chosen = Signal(str)
    """Go to the page where what is missing can be entered."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = PLAYERS
        self._standings: Standings | None = None
        self._words = ""
        self._counted: dict[int, Counted] = {}
        self.ranking = RankingTable()
        self.teams = RowsTable(mark("Teams"), team_layouts(), tall=True)
        self.countries = RowsTable(mark("Countries"), country_layouts(), tall=True)
        self.hands = RowsTable(mark("Best hands"), hand_layouts())
        self.counts = Counts()
        self.fans = FanView()
        self.empty = EmptyState("", mark("Go to the tables"), shortcut="Return")
        self.count_line = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self.rule_line = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._views: dict[str, QWidget] = {
            PLAYERS: self.ranking,
            TEAMS: self.teams,
            COUNTRIES: self.countries,
            HANDS: self.hands,
            COUNTS: self.counts,
            FANS: self.fans,
        }
        self._stack = QStackedWidget()
        for view in (*self._views.values(), self.empty):
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._stack, 1)
        column.addLayout(row(self.count_line, None, self.rule_line, spacing=16))
        self._listen()

    def _listen(self) -> None:
        self.ranking.player_chosen.connect(self.player_chosen)
        self.ranking.verticalScrollBar().valueChanged.connect(self._show_count)
        self.ranking.verticalScrollBar().rangeChanged.connect(self._show_count)
        self.hands.row_chosen.connect(self._open_hand)
        self.fans.hand_chosen.connect(self.table_chosen)
        self.counts.table.row_chosen.connect(self._open_counts)
        self.empty.activated.connect(self._leave_empty)

    @property
    def current(self) -> QWidget:
        """The list in view, or what stands in its place."""
        return self._stack.currentWidget() or self.ranking

    def forget(self) -> None:
        """Another event is open."""
        self._counted.clear()
        self.fans.forget()
        self._standings = None
        self.ranking.rows.set_rows(())

    def show_standings(self, kind: str, view: View, standings: Standings, words: str, player: int | None) -> None:
        """Show the list of ``kind``, of those whom ``words`` mean; ``player`` is the one to be selected."""
        self._kind, self._standings, self._words = kind, standings, words
        rows = [each for each in standings.rows if wanted(each.player, words)]
        if not standings.after:
            empty: Text | None = mark("No hand is recorded yet. The standings begin with the first one.")
        else:
            empty = self._fill(view, standings, rows, player)
        if empty is not None:
            self.empty.set_sentence(empty)
            to_players = standings.after and kind == TEAMS
            self.empty.button.set_text(mark("Go to the players") if to_players else mark("Go to the tables"))
        self._stack.setCurrentWidget(self.empty if empty is not None else self._views[kind])
        self.rule_line.set_text(self._rule(view, standings) if empty is None else "")
        self._show_count()

    def _fill(self, view: View, standings: Standings, rows: list[Standing], player: int | None) -> Text | None:
        """Fill the list in view; the words instead of it when there is nothing to list."""
        named = {each.player.number: each.player.name for each in rows}
        if self._kind == PLAYERS:
            self.ranking.show_standings(standings, rows)
            self.ranking.select_player(player)
        elif self._kind == TEAMS:
            groups = teams(standings)
            self.teams.show_rows(_having(groups, named))
            if not groups:
                return mark("No player has a team. Teams are typed beside the players.")
        elif self._kind == COUNTRIES:
            groups = countries(standings)
            self.countries.show_rows(_having(groups, named))
            if not groups:
                return mark("No player has a country. Countries are typed beside the players.")
        elif self._kind == COUNTS:
            self.counts.show_counts(list(named.items()), self._count(view, standings.after))
        elif self._kind == FANS:
            if not any(line.tiles for each in range(1, standings.after + 1) for sheet in view.sheets(each)
                       for line in sheet.hands):  # fmt: skip
                return mark("No hand has its tiles: they are entered at the tables, with T.")
            self.fans.show_fans(view, standings.after, [each.player for each in rows], self._words)
        else:
            self._fill_hands(view, self._count(view, standings.after), named)
        return None

    def _fill_hands(self, view: View, counted: Statistics, named: dict[int, str]) -> None:
        if self._words:
            counted = _of(counted, named)
        best = best_hands(counted, _MOST_HANDS)
        points = [hand.points for hand in best]
        names = {number: player.name for number, player in view.players.items()}
        self.hands.show_rows(
            [
                HandRow(
                    1 + points.index(hand.points),
                    hand,
                    names[hand.winner],
                    names[hand.discarder] if hand.discarder is not None else "",
                )
                for hand in best
            ]
        )

    def _count(self, view: View, after: int) -> Statistics:
        """The statistics up to a session; each session is counted again only when its tally changed."""
        before = _NOTHING
        for session in range(1, after + 1):
            tally = view.tally(session)
            known = self._counted.get(session)
            if known is None or known.tally is not tally:
                own = statistics(view.sheets(session))
                known = Counted(tally, own, before, before + own)
            elif known.before is not before:
                known = Counted(tally, known.own, before, before + known.own)
            self._counted[session] = known
            before = known.together
        return before

    def _rule(self, view: View, standings: Standings) -> Text:
        if self._kind in _RULES:
            return _RULES[self._kind]
        if self._kind == HANDS:
            if view.rules.flowers:
                return mark("The dearest hands, flowers included. Enter opens the sheet.")
            return mark("The dearest hands. Enter opens the sheet.")
        if standings.after > 1:
            return mark(
                "Moved: since session {session}. Equal table points are decided by score.",
                session=standings.after - 1,
            )
        return mark("Equal table points are decided by score.")

    def _show_count(self) -> None:
        if self._standings is None or self.current is not self.ranking:
            self.count_line.set_text("")
            return
        shown, everybody = self.ranking.rows.rowCount(), len(self._standings.rows)
        if self._words:
            found = mark_count("{count} of {all} players found", "{count} of {all} players found", shown, all=everybody)
            self.count_line.set_text(found)
        else:
            first, last = self.ranking.in_view()
            self.count_line.set_text(mark("{first} to {last} of {all} players", first=first, last=last, all=everybody))

    def _open_hand(self, chosen: object) -> None:
        assert isinstance(chosen, HandRow)
        self.table_chosen.emit(chosen.hand.session, chosen.hand.table)

    def _open_counts(self, chosen: object) -> None:
        assert isinstance(chosen, CountRow)
        self.player_chosen.emit(chosen.number)

    def _leave_empty(self) -> None:
        played = self._standings is not None and self._standings.after
        self.page_chosen.emit("players" if played else "tables")


def _having(groups: tuple[TeamStanding, ...], named: dict[int, str]) -> list[TeamStanding]:
    return [group for group in groups if any(each.player.number in named for each in group.members)]


def _of(counted: Statistics, named: dict[int, str]) -> Statistics:
    """The hands won by those who are named."""
    won = tuple(hand for hand in counted.won if hand.winner in named)
    return Statistics(values=Counter(hand.points for hand in won), won=won)
