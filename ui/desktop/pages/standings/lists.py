"""The lists of the page, one at a time: the ranking, the fan made, the statistics; and the two lines below them."""

from collections.abc import Iterator, Sequence
from time import sleep
from typing import assert_never

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.sheets.charts import value_band
from reports.sheets.standings import StandingsRow
from tournament.event.player import Player, search_text
from tournament.language import Search, Text, folded, mark, mark_count, verbatim
from tournament.ledger.sheet import Sheet
from tournament.standings import Standings
from tournament.standings.fan_counting import counting_by
from tournament.standings.fan_statistics import FanStatistics, SheetHands, statistics_of
from tournament.standings.statistics import RunningStatistics, Statistics, best_hands, won_by
from tournament.standings.teams import TeamStanding, countries, teams
from tournament.use_cases import View
from tournament.use_cases.public_view import PublicView
from ui.desktop.kit.page import PRINT
from ui.desktop.kit.table import TableView
from ui.desktop.long_work import CurrentWork, Step, Work, WorkBar
from ui.desktop.pages.standings.charts import ChartView, CountChart
from ui.desktop.pages.standings.columns import (
    AIR,
    COUNTRY,
    FIRST_MADE,
    FIRST_SESSION,
    MOST_OFTEN,
    MOVED,
    RANK,
    SESSION_WIDTH,
    CountRow,
    FanMadeRow,
    HandRow,
    SessionPointsDelegate,
    count_columns,
    count_rows,
    country_columns,
    fan_columns,
    fan_rows,
    hand_columns,
    hand_rows,
    ranking_columns,
    team_columns,
)
from ui.desktop.pages.standings.header import ListKind
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, EmptyState
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import column, row, stretched
from ui.desktop.widgets.list_table import ListTable

_CountedSheets = dict[tuple[int, int], tuple[Sheet, SheetHands]]
"""The counted hands of each sheet, by session and table, together with the sheet."""
_EVERYBODY = ""
_MOST_FROM, _FIRST_FROM = 1060, 800
"""Minimum widths in pixels for the columns with who made a fan most often, and first."""


class FanView(QWidget):
    """The fan made in the event, or by one player, in the hands whose tiles were entered.

    Hands are counted in another thread, and each only once.
    """

    hand_chosen = Signal(int, int)
    """Show the sheet of this session and table, on which a fan was made first."""
    print_asked = Signal()
    """Open the report."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.player = ChoiceBox(mark("Fan for"))
        self.summary = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.print = OutlineButton(mark("Print or save"), hint=PRINT)
        self.table: TableView[FanMadeRow] = TableView(
            mark("Recorded fan"), fan_columns(), key=lambda row: row.made.pattern.number, tall=True
        )
        self.bar = WorkBar()
        self._counting = CurrentWork(self)
        self._counting.done.connect(self._take)
        self._clear()
        head = row(self.player, stretched(self.summary), self.print, spacing=12)
        column(head, self.bar, stretched(self.table), spacing=12, on=self)
        set_focus_target(self, self.table)
        self.player.activated.connect(self._choose)
        self.print.clicked.connect(self.print_asked)
        self.table.row_chosen.connect(lambda row: self.hand_chosen.emit(row.made.first.session, row.made.first.table))

    def _clear(self) -> None:
        self._players: dict[int, Player] = {}
        self._sheets: tuple[Sheet, ...] = ()
        self._counted: _CountedSheets = {}
        self._statistics = FanStatistics()
        self._found: tuple[Player, ...] = ()
        self._chosen_by_search = False

    @property
    def busy(self) -> bool:
        """Whether hands are being counted."""
        return self._counting.busy

    def show_fans(self, view: View, after: int, found: Sequence[Player], *, searched: bool) -> None:
        """Show the fan of the sessions up to ``after``.

        One of the players ``found`` can be chosen; with ``searched`` the first one is.
        """
        sheets = tuple(sheet for session in view.sessions_until(after) for sheet in view.sheets(session))
        self._players = dict(view.players)
        self._offer(found, searched=searched)
        if sheets != self._sheets:
            self._sheets = sheets
            self._count(view.rules.id)
        else:
            self._show()

    def forget(self) -> None:
        """Drop what belonged to the previous event."""
        self._counting.forget()
        self._clear()
        self.table.show_rows(())
        self.player.set_choices([])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """If space is short, hide who made a fan most often, then who made it first."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.table.setColumnHidden(MOST_OFTEN, self.width() < _MOST_FROM or bool(self._chosen))
        self.table.setColumnHidden(FIRST_MADE, self.width() < _FIRST_FROM)

    def _offer(self, found: Sequence[Player], *, searched: bool) -> None:
        """List these players to be chosen from. After a search the first one is chosen."""
        by_name = tuple(sorted(found, key=lambda player: folded(player.name)))
        if by_name != self._found:
            self._found = by_name
            everybody: list[tuple[str, Text | str]] = [(_EVERYBODY, mark("All players"))]
            self.player.set_choices([*everybody, *((str(each.number), verbatim(each.name)) for each in by_name)])
        if searched and found and (self._chosen_by_search or not self._chosen):
            self.player.setCurrentIndex(1)
            self._chosen_by_search = True
        elif not searched and self._chosen_by_search:
            self.player.setCurrentIndex(0)
            self._chosen_by_search = False

    def _count(self, rules: str) -> None:
        """Count in another thread. Sheets that did not change are not counted again."""
        sheets, before, count = self._sheets, self._counted, counting_by(rules)

        def task(step: Step) -> tuple[_CountedSheets, FanStatistics]:
            counted: _CountedSheets = {}

            def hands() -> Iterator[SheetHands]:
                for number, sheet in enumerate(sheets):
                    step(number, len(sheets))
                    sleep(0)  # let the GUI thread work, which may delete the window
                    place = sheet.session, sheet.table
                    known = before.get(place)
                    if known is None or known[0] is not sheet:
                        known = sheet, SheetHands.of(sheet, count)
                    counted[place] = known
                    yield known[1]

            return counted, statistics_of(hands())

        work = Work(task)
        self.bar.follow(work, mark("Counting the hands"))
        self._counting.start(work)

    def _take(self, result: tuple[_CountedSheets, FanStatistics]) -> None:
        self._counted, self._statistics = result
        self._show()

    @property
    def _chosen(self) -> int:
        return int(self.player.currentData() or 0)

    def _choose(self) -> None:
        self._chosen_by_search = False
        self._show()

    def _show(self) -> None:
        statistics, chosen = self._statistics, self._chosen
        made = statistics.of(chosen) if chosen else statistics.made
        known = len(statistics.hands_by_winner.get(chosen, ())) if chosen else statistics.counted
        self.table.show_rows(fan_rows(made, known, self._players, of_one=bool(chosen)))
        self._fit()
        hands = mark_count("{count} hand with its tiles", "{count} hands with their tiles", known)
        if chosen:
            self.summary.set_text(mark("{known}, won by {player}", known=hands, player=self._players[chosen].name))
        else:
            self.summary.set_text(mark("{known}, of {won} won", known=hands, won=statistics.won))
        self.print.setEnabled(bool(statistics.made))


_NAME, _LONG_NAME = 170, 264
"""Minimum width of a name in pixels, and the width up to which it has priority over padding between sessions."""
_NARROW_SESSION = 40


class _RankingTable(TableView[StandingsRow]):
    """All players by rank, then those who are not ranked.

    If space is short, it first reduces the padding between sessions, then hides the earliest sessions.
    """

    player_chosen = Signal(int)
    """Enter or a click: show the course of this player."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(
            mark("Standings"), ranking_columns(()), key=lambda row: row.player.number, limited=True, parent=parent
        )
        self._shown: tuple[int, ...] = ()
        self.row_chosen.connect(lambda row: self.player_chosen.emit(row.player.number))
        self.clicked.connect(self.activated)

    def show_standings(self, sessions: Sequence[int], rows: Sequence[StandingsRow], player: int | None) -> None:
        """Show ``rows`` with the table points of each of ``sessions``, with the cursor on ``player`` or on no row."""
        if tuple(sessions) != self._shown:
            self._shown = tuple(sessions)
            self.set_columns(ranking_columns(sessions))
        self.show_rows(rows)
        self.select_player(player)

    def select_player(self, number: int | None) -> None:
        """Move the cursor to a player, or to no row if the player is not shown."""
        if not self.select(number):
            self.selectionModel().clear()

    @property
    def player(self) -> int | None:
        """Number of the current player."""
        row = self.current_row
        return row.player.number if row is not None else None

    def in_view(self) -> tuple[int, int]:
        """The numbers of the first and the last row that are wholly visible, from 1; zeros without rows."""
        count = len(self.rows)
        if not count:
            return 0, 0
        height, top = max(self.verticalHeader().defaultSectionSize(), 1), self.verticalScrollBar().value()
        first, last = -(-top // height), (top + self.viewport().height()) // height
        return min(first + 1, count), max(1, min(last, count))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show no cursor until a key moves it, so that the page does not open with the leader selected."""
        ListTable.focusInEvent(self, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass letters to the page, which starts a search."""
        if event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def share_width(self) -> None:
        """Make the sessions narrower, then hide the earliest ones. The name gets the remaining width."""
        header, sessions = self.horizontalHeader(), self._sessions
        self.setColumnHidden(MOVED, sessions < 2)
        others = (RANK, MOVED, COUNTRY, FIRST_SESSION + sessions, FIRST_SESSION + sessions + 1)
        spare = self.viewport().width() - sum(header.sectionSize(column) for column in others)
        columns = range(FIRST_SESSION, FIRST_SESSION + sessions)
        delegates = [
            each for each in map(self.itemDelegateForColumn, columns) if isinstance(each, SessionPointsDelegate)
        ]
        figures = max((each.room for each in delegates), default=0)
        usual, least = max(SESSION_WIDTH + 8 * self.large, figures), max(_NARROW_SESSION, figures - 2 * AIR)
        width = max(least, min(usual, (spare - _LONG_NAME) // max(sessions, 1)))
        shown = min(sessions, max(1, (spare - _NAME) // width))
        for delegate in delegates:
            delegate.set_narrow(width < usual - AIR)
        for index in columns:
            self.setColumnHidden(index, index < FIRST_SESSION + sessions - shown)
            header.resizeSection(index, width)
        super().share_width()

    @property
    def _sessions(self) -> int:
        return len(self.rows_model.columns) - FIRST_SESSION - 2


class _StatisticsView(QWidget):
    """Statistics of all hands as charts, and those of each player as a table."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ends = CountChart(mark("Results of hands"))
        self.values = CountChart(mark("Value of winning hands"))
        self.table: TableView[CountRow] = TableView(
            mark("Player statistics"), count_columns(), key=lambda row: row.number
        )
        charts = row(stretched(_card(self.ends)), stretched(_card(self.values)), spacing=12)
        column(charts, stretched(self.table), spacing=8, on=self)
        set_focus_target(self, self.table)

    def show_statistics(self, players: Sequence[Player], counted: Statistics, bands: Sequence[int]) -> None:
        """Show the ``counted`` hands as charts, and the counts of ``players`` in their order.

        ``bands`` are the lower limits of the value classes of winning hands.
        """
        self.ends.show_bars(
            [
                (mark("Won on a discard"), counted.by_discard),
                (mark("Won by self-draw"), counted.self_draws),
                (mark("Drawn"), counted.drawn),
            ]
        )
        self.values.show_bars(
            [
                (value_band(first, following), count)
                for first, following, count in zip(bands, (*bands[1:], None), counted.in_bands(bands), strict=True)
            ]
        )
        self.table.show_rows(count_rows(players, counted))


def _card(chart: CountChart) -> Card:
    card = Card(margins=(20, 9))
    card.body.addWidget(TextLabel(chart.name, kind=Type.LABEL))
    card.body.addWidget(chart)
    card.body.addStretch(1)
    return card


_MOST_HANDS = 100
"""Maximum number of best hands in the list."""


class StandingsLists(QWidget):
    """Shows one list of the standings. Teams, best hands and counts are computed only for the visible list."""

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
        self.ranking = _RankingTable()
        self.teams = TableView(mark("Teams"), team_columns(), key=_name, tall=True, limited=True)
        self.countries = TableView(mark("Countries"), country_columns(), key=_name, tall=True, limited=True)
        self.hands: TableView[HandRow] = TableView(mark("Best hands"), hand_columns(), key=lambda row: row.hand)
        self.statistics = _StatisticsView()
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
        """The visible list, or the empty state shown in its place."""
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
        """Fill the visible list. Return the text to show in its place if it is empty."""
        numbers = {each.player.number for each in found}
        match self._kind:
            case ListKind.PLAYERS:
                self.ranking.show_standings(view.sessions_until(standings.after), found, player)
            case ListKind.TEAMS:
                ranked = teams(standings, view.settings)
                self.teams.show_rows(_with_members(ranked, numbers))
                if not ranked:
                    return mark("No player has a team. Enter teams on the Players page.")
            case ListKind.COUNTRIES:
                ranked = countries(standings, view.settings)
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
    """How to read the list, with ``before``, the session before the last one or 0, for the movement."""
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
