"""The panel of one player: place, chart, table by table, and why he stands there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tournament.event.player import Player
from tournament.language import Text, mark, signed_text
from tournament.standings import Standings
from tournament.standings.explanation import explanation, ordinal
from tournament.standings.journey import RunningTotals, journey
from tournament.use_cases import View
from ui.desktop.pages.standings.charts import RankChart, ScoreChart
from ui.desktop.pages.standings.figures import Figure, Reasons
from ui.desktop.pages.standings.lists import RowsTable
from ui.desktop.pages.standings.places import country_name
from ui.desktop.pages.standings.steps import RANK, StepRow, step_layouts, step_rows
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.card import Card, SidePanel
from ui.desktop.widgets.delegates import PAD
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.list_table import HEAD
from ui.desktop.widgets.scrolled import Scrolled
from ui.desktop.widgets.switch import Segment, Switch

WIDE, NARROW = 404, 364
_MARGIN, _STEP = 22, 44
_BY_RANK, _BY_SCORE = "rank", "score"


class JourneyPanel(SidePanel):
    """One player's way through the event, in the standings in view."""

    closed = Signal()
    table_chosen = Signal(int, int)
    """Session and table whose sheet shall be shown."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self._player: Player | None = None
        self._running = RunningTotals()
        self._name = ElidedLabel(kind=Type.PAGE_TITLE)
        self._who = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self._close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        self.rank, self.points, self.score = Figure(), Figure(), Figure()
        self._chart_title = TextLabel(kind=Type.LABEL)
        self.chart_switch = Switch(mark("Chart"), [Segment(_BY_RANK, mark("Rank")), Segment(_BY_SCORE, mark("Score"))])
        self.rank_chart = RankChart(mark("Rank after each session"))
        self.score_chart = ScoreChart(mark("Score of each session"))
        self.steps: RowsTable[StepRow] = RowsTable(mark("Table by table"), step_layouts(), tall=True, plain=True)
        self._why_title = TextLabel(kind=Type.DENSE_TOTAL)
        self.why = Reasons()
        self._lay_out()
        self._close.clicked.connect(self.closed)
        self.chart_switch.chosen.connect(self._show_chart)
        self.steps.row_chosen.connect(self._go)
        self._show_chart(_BY_RANK)
        translator.follow(self._retranslate)

    def _lay_out(self) -> None:
        self.body.setContentsMargins(1, 16, 0, Size.PANEL_MARGIN)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        head = row(self._name, spacing=12)
        head.setStretch(0, 1)
        head.addWidget(self._close)
        above = QVBoxLayout()
        above.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        above.setSpacing(0)
        above.addLayout(head)
        above.addWidget(self._who)
        above.addSpacing(12)
        above.addLayout(row(self.rank, self.points, self.score, None, spacing=32))
        above.addSpacing(10)
        above.addLayout(row(self._chart_title, None, self.chart_switch))
        above.addSpacing(2)
        above.addWidget(self.rank_chart)
        above.addWidget(self.score_chart)
        column.addLayout(above)
        column.addSpacing(4)
        table = row(self.steps)
        table.setContentsMargins(_MARGIN - PAD, 0, _MARGIN - PAD, 0)
        column.addLayout(table)
        self.steps.verticalHeader().setDefaultSectionSize(_STEP)
        column.addStretch(1)
        self.steps.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.steps.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(Scrolled(inside), 1)
        box = Card(quiet=True, margins=(14, 12))
        box.body.setSpacing(4)
        box.body.addWidget(self._why_title)
        box.body.addWidget(self.why)
        foot = QVBoxLayout()
        foot.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        foot.addWidget(box)
        self.body.addLayout(foot)

    def set_width(self, wide: int | None) -> None:
        """Take so many pixels; None: the whole page."""
        if wide is None:
            self.setMinimumWidth(0)
            self.setMaximumWidth(1 << 20)
        else:
            self.setFixedWidth(wide)

    def show_player(self, number: int, standings: Standings, view: View) -> bool:
        """Follow player ``number``; False when the event or its draw does not have him."""
        own = next((row for row in standings.rows if row.player.number == number), None)
        seating = view.seating
        if own is None or seating is None:
            return False
        tallies = [view.tally(session) for session in range(1, len(seating.sessions) + 1)]
        way = journey(
            number,
            players=view.players,
            seating=seating,
            tallies=tallies,
            after=standings.after,
            running=self._running,
            finals=view.state.finals,
        )
        played = {step.session: view.sheet(step.session, step.table).played for step in way.steps if step.result}
        self._player = own.player
        place = ordinal(own.rank)
        self.rank.show_figure(place, mark("of {players}", players=len(standings.rows)))
        self.points.show_figure(own.table_points, mark("table points"))
        self.score.show_figure(signed_text(own.score), mark("score"))
        self.rank_chart.show_points(way.ranks, way.sessions)
        self.score_chart.show_points(way.scores, way.sessions)
        self.steps.show_rows(step_rows(way, played, standings.after))
        self.steps.setFixedHeight(HEAD + _STEP * len(way.steps) + 2)
        self._why_title.set_text(mark("Why {place}?", place=place))
        self.why.show_sentences(explanation(standings, number))
        self._retranslate()
        return True

    def _show_chart(self, which: str) -> None:
        by_rank = which == _BY_RANK
        self.rank_chart.setVisible(by_rank)
        self.score_chart.setVisible(not by_rank)
        self.steps.setColumnHidden(RANK, by_rank)
        self._chart_title.set_text(mark("Rank after each session") if by_rank else mark("Score of each session"))

    def _go(self, chosen: object) -> None:
        assert isinstance(chosen, StepRow)
        self.table_chosen.emit(chosen.step.session, chosen.step.table)

    def _retranslate(self) -> None:
        player = self._player
        if player is None:
            return
        self._name.set_text(player.name)
        parts: list[Text | str] = [
            country_name(player.country, translator.language.code),
            f"EMA {player.ema_number}" if player.ema_number else "",
            player.team,
            mark("player {number}", number=player.number),
        ]
        self._who.set_text(" · ".join(translator.translate(part) for part in parts if part))
