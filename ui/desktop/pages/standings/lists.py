"""The lists of the page, one at a time, and the two lines below them."""

from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.sheets.standings import StandingsRow
from tournament.event.player import search_text
from tournament.language import Search, Text, mark, mark_count
from tournament.standings import Standings
from tournament.standings.statistics import RunningStatistics, Statistics, best_hands, won_by
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from ui.desktop.kit.table import TableView
from ui.desktop.pages.standings.chart_view import ChartView
from ui.desktop.pages.standings.columns import (
    HandRow,
    country_columns,
    hand_columns,
    hand_rows,
    team_columns,
)
from ui.desktop.pages.standings.fans import FanView
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.pages.standings.ranking import RankingTable
from ui.desktop.pages.standings.statistics import StatisticsView
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.cards import EmptyState
from ui.desktop.widgets.labels import ElidedLabel
from ui.desktop.widgets.layouts import column, row, stretched

_MOST_HANDS = 100
"""Maximum number of best hands in the list."""


class StandingsLists(QWidget):
    """Shows the standings it is given. It computes teams, best hands and counts, but only for the visible list."""

    player_chosen = Signal(int)
    """Show the course of this player."""
    table_chosen = Signal(int, int)
    """Show the sheet of this session and table."""
    page_chosen = Signal(str)
    """Go to the page where missing information can be entered."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = ListKind.PLAYERS
        self._standings: Standings | None = None
        self._search = Search("")
        self._statistics = RunningStatistics()
        self.ranking = RankingTable()
        self.teams = TableView(mark("Teams"), team_columns(), key=_name, tall=True)
        self.countries = TableView(mark("Countries"), country_columns(), key=_name, tall=True)
        self.hands: TableView[HandRow] = TableView(mark("Best hands"), hand_columns(), key=lambda row: row.hand)
        self.statistics = StatisticsView()
        self.charts = ChartView()
        self.fans = FanView()
        self.empty = EmptyState("", mark("Go to the tables"), shortcut="Return")
        self.count_line = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self.rule_line = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        self._views: dict[ListKind, QWidget] = {
            ListKind.PLAYERS: self.ranking,
            ListKind.TEAMS: self.teams,
            ListKind.COUNTRIES: self.countries,
            ListKind.HANDS: self.hands,
            ListKind.COUNTS: self.statistics,
            ListKind.CHARTS: self.charts,
            ListKind.FANS: self.fans,
        }
        self._stack = QStackedWidget()
        for view in (*self._views.values(), self.empty):
            self._stack.addWidget(view)
        column(stretched(self._stack), row(self.count_line, None, self.rule_line, spacing=16), spacing=12, on=self)
        self._connect()

    def _connect(self) -> None:
        self.ranking.player_chosen.connect(self.player_chosen)
        self.ranking.verticalScrollBar().valueChanged.connect(self._show_count)
        self.ranking.verticalScrollBar().rangeChanged.connect(self._show_count)
        self.hands.row_chosen.connect(lambda row: self.table_chosen.emit(row.hand.session, row.hand.table))
        self.statistics.table.row_chosen.connect(lambda row: self.player_chosen.emit(row.number))
        self.fans.hand_chosen.connect(self.table_chosen)
        self.empty.activated.connect(self._leave_empty)

    @property
    def current(self) -> QWidget:
        """The visible list, or what is shown instead of it."""
        return self._stack.currentWidget() or self.ranking

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._statistics = RunningStatistics()
        self.charts.forget()
        self.fans.forget()
        self._standings = None
        self.ranking.show_rows(())

    def show_standings(
        self, kind: ListKind, view: View, standings: Standings, search: Search, player: int | None
    ) -> None:
        """Show the list of ``kind`` with the rows that ``search`` finds, and select ``player``."""
        self._kind, self._standings, self._search = kind, standings, search
        if not standings.after:
            empty: Text | None = mark("No hand is recorded yet. The standings start with the first hand.")
            if isinstance(view, PublicView):
                empty = mark("No results are public.")
        else:
            everybody: tuple[StandingsRow, ...] = (*standings.rows, *standings.unranked)
            found = [each for each in everybody if not search or search.finds_folded(search_text(each.player))]
            empty = self._fill(view, standings, found, player)
        if empty is not None:
            self.empty.set_sentence(empty)
            no_teams = standings.after and kind is ListKind.TEAMS
            self.empty.button.set_text(mark("Go to the players") if no_teams else mark("Go to the tables"))
        self._stack.setCurrentWidget(self.empty if empty is not None else self._views[kind])
        self.rule_line.set_text(_rule(kind, view, view.session_before(standings.after)) if empty is None else "")
        self._show_count()

    def _fill(self, view: View, standings: Standings, found: list[StandingsRow], player: int | None) -> Text | None:
        """Fill the visible list. Return the sentence to show instead if it is empty."""
        numbers = {each.player.number for each in found}
        match self._kind:
            case ListKind.PLAYERS:
                self.ranking.show_standings(view.sessions_until(standings.after), found, player)
            case ListKind.TEAMS:
                ranked = teams(standings)
                self.teams.show_rows(_with_members(ranked, numbers))
                if not ranked:
                    return mark("No player has a team. Enter teams on the Players page.")
            case ListKind.COUNTRIES:
                ranked = countries(standings)
                self.countries.show_rows(_with_members(ranked, numbers))
                if not ranked:
                    return mark("No player has a country. Enter countries on the Players page.")
            case ListKind.HANDS:
                counted = self._count(view, standings)
                best = best_hands(won_by(counted, numbers) if self._search else counted, _MOST_HANDS)
                self.hands.show_rows(hand_rows(best, view.players))
            case ListKind.COUNTS:
                self.statistics.show_statistics(
                    [each.player for each in found], self._count(view, standings), view.rules.value_bands
                )
            case ListKind.CHARTS:
                self.charts.show_charts(view, standings, [each.player for each in found], searched=bool(self._search))
            case ListKind.FANS:
                if not _has_tiles(view, standings.after):
                    return mark("No hand has recorded tiles. To enter them, press T on the Tables page.")
                self.fans.show_fans(view, standings.after, [each.player for each in found], searched=bool(self._search))
            case _:
                assert_never(self._kind)
        return None

    def _count(self, view: View, standings: Standings) -> Statistics:
        return self._statistics.of(
            [view.tally(session) for session in view.sessions_until(standings.after)], view.sheets
        )

    def _show_count(self) -> None:
        if self._standings is None or self.current is not self.ranking:
            self.count_line.set_text("")
            return
        everybody = len(self._standings.rows) + len(self._standings.unranked)
        if self._search:
            found = len(self.ranking.rows)
            self.count_line.set_text(
                mark_count("{count} of {all} players found", "{count} of {all} players found", found, all=everybody)
            )
        else:
            first, last = self.ranking.in_view()
            self.count_line.set_text(mark("Players {first}–{last} of {all}", first=first, last=last, all=everybody))

    def _leave_empty(self) -> None:
        played = self._standings is not None and self._standings.after
        self.page_chosen.emit("players" if played else "tables")


def _name(group: TeamStanding) -> str:
    return group.name


def _with_members(groups: tuple[TeamStanding, ...], numbers: set[int]) -> list[TeamStanding]:
    return [group for group in groups if any(each.player.number in numbers for each in group.members)]


def _has_tiles(view: View, after: int) -> bool:
    sheets = (sheet for session in view.sessions_until(after) for sheet in view.sheets(session))
    return view.rules.scorer is not None and any(line.tiles for sheet in sheets for line in sheet.hands)


def _rule(kind: ListKind, view: View, before: int) -> Text:
    """How to read the list of the standings, to which the session ``before`` the last one belongs, or 0."""
    match kind:
        case ListKind.PLAYERS if before:
            return mark("Moved: since session {session}. Ties in table points are decided by score.", session=before)
        case ListKind.PLAYERS:
            return mark("Ties in table points are decided by score.")
        case ListKind.TEAMS:
            return mark("A team’s table points are those of all its players. Ties are decided by score.")
        case ListKind.COUNTRIES:
            return mark("Exact table points per player. Ties are decided by score per player.")
        case ListKind.HANDS if view.rules.flowers:
            return mark("The hands with the most points, flowers included. Enter opens the sheet.")
        case ListKind.HANDS:
            return mark("The hands with the most points. Enter opens the sheet.")
        case ListKind.COUNTS:
            return mark("Tables entered with totals only have no hands to count.")
        case ListKind.CHARTS:
            return mark("Use the search field to choose players: “Ada, Ben” shows both.")
        case ListKind.FANS:
            return mark("Based on the recorded tiles. Enter opens the first sheet with this fan.")
        case _:
            assert_never(kind)
