"""The panel of one player: rank, chart, result at each table, and what decided the rank."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from reports.sheets.standings import StandingsRow
from tournament.event.country import country_name
from tournament.event.player import Player
from tournament.language import Text, mark, signed_text
from tournament.standings import Standing, Standings
from tournament.standings.explanation import explanation, ordinal
from tournament.standings.journey import journey
from tournament.standings.state_words import unranked_text
from tournament.use_cases import View
from ui.desktop.kit.table import TableView
from ui.desktop.pages.standings.charts import RankChart, ScoreChart
from ui.desktop.pages.standings.columns import STEP_RANK, StepRow, step_columns
from ui.desktop.pages.standings.journey_widgets import LargeNumber, ScoreParagraph
from ui.desktop.theme import Size, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.cards import Card, SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.delegates import PAD
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, add, boxed, column, row, set_margins, stretched
from ui.desktop.widgets.list_table import HEAD

WIDE, NARROW = 404, 388
_MARGIN, _ROW = 22, 44
_BY_RANK, _BY_SCORE = "rank", "score"


class JourneyPanel(SidePanel):
    """The course of one player up to the shown standings: ranks, tables, and what decided the rank."""

    closed = Signal()
    table_chosen = Signal(int, int)
    """Show the sheet of this session and table."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(width=WIDE, parent=parent)
        self._player: Player | None = None
        self._name = TextLabel(kind=Type.PAGE_TITLE, wrap=True)
        self._details = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, wrap=True)
        self.rank, self.points, self.score = LargeNumber(), LargeNumber(), LargeNumber()
        self._chart_title = TextLabel(kind=Type.LABEL)
        self.chart_switch = Switch(mark("Chart"), [Segment(_BY_RANK, mark("Rank")), Segment(_BY_SCORE, mark("Score"))])
        self.rank_chart = RankChart(mark("Rank after each session"))
        self.score_chart = ScoreChart(mark("Score of each session"))
        self.steps: TableView[StepRow] = TableView(
            mark("Table by table"), step_columns(), key=lambda row: row.step.session, tall=True, plain=True
        )
        self._why_title = TextLabel(kind=Type.DENSE_TOTAL)
        self.why = ScoreParagraph()
        self._arrange()
        self.chart_switch.chosen.connect(self._show_chart)
        self.steps.row_chosen.connect(lambda row: self.table_chosen.emit(row.step.session, row.step.table))
        self._show_chart(_BY_RANK)
        translator.follow(self._retranslate)

    def _arrange(self) -> None:
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        close.clicked.connect(self.closed)
        self.steps.set_row_height(_ROW)
        self.steps.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.steps.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        above = column(
            row(stretched(self._name), close, spacing=12),
            self._details,
            12,
            row(self.rank, self.points, self.score, None, spacing=32),
            10,
            row(self._chart_title, None, self.chart_switch),
            2,
            self.rank_chart,
            self.score_chart,
            spacing=0,
            margins=(_MARGIN, 0),
        )
        steps = row(self.steps, margins=(_MARGIN - PAD, 0))
        self.body.addWidget(Scrolled(boxed(column(above, 4, steps, None, spacing=0, margins=(0, 0, 0, 4)))), 1)
        why = Card(quiet=True, margins=(14, 12))
        why.body.setSpacing(4)
        why.body.addWidget(self._why_title)
        why.body.addWidget(self.why)
        add(self.body, column(why, margins=(_MARGIN, 0)))
        set_margins(self.body, (1, 16, 0, Size.PANEL_MARGIN))

    def show_player(self, number: int, standings: Standings, view: View) -> bool:
        """Show player ``number``. Return False if the event or its draw does not have them."""
        everybody: tuple[StandingsRow, ...] = (*standings.rows, *standings.unranked)
        own = next((row for row in everybody if row.player.number == number), None)
        seating = view.seating
        if own is None or seating is None:
            return False
        way = journey(
            number,
            players=view.players,
            seating=seating,
            tallies=[view.tally(session) for session in seating.session_numbers],
            places=_places(number, standings, view),
            ranked=len(standings.rows),
        )
        self._player = own.player
        if isinstance(own, Standing):
            place = ordinal(own.rank)
            self.rank.show_number(place, mark("of {players}", players=len(standings.rows)))
            why, sentences = mark("Why {place}?", place=place), explanation(standings, number)
        else:
            self.rank.show_number("–", own.status.state.label)
            why, sentences = mark("Why not ranked?"), (unranked_text(own),)
        self.points.show_number(own.table_points, mark("table points"))
        self.score.show_number(signed_text(own.score), mark("score"))
        self.rank_chart.show_points(way.ranks, view.drawn_sessions)
        self.score_chart.show_points(way.scores, view.drawn_sessions)
        self.steps.show_rows(
            [
                StepRow(
                    step,
                    played=view.sheet(step.session, step.table).played if step.result else 0,
                    counts=step.session <= standings.after,
                )
                for step in way.steps
            ]
        )
        self.steps.setFixedHeight(HEAD + _ROW * len(way.steps) + 2)
        self._why_title.set_text(why)
        self.why.show_sentences(sentences)
        self._retranslate()
        return True

    def _show_chart(self, which: str) -> None:
        by_rank = which == _BY_RANK
        self.rank_chart.setVisible(by_rank)
        self.score_chart.setVisible(not by_rank)
        self.steps.setColumnHidden(STEP_RANK, by_rank)
        self._chart_title.set_text(mark("Rank after each session") if by_rank else mark("Score of each session"))

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
        self._details.set_text(" · ".join(translator.translate(part) for part in parts if part))


def _places(number: int, standings: Standings, view: View) -> dict[int, int]:
    """Return the rank of player ``number`` after each session, up to that of ``standings``."""
    shown = [view.standings(session) for session in view.drawn_sessions if session <= standings.after]
    return {each.after: row.rank for each in shown for row in each.rows if row.player.number == number}
