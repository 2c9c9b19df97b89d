"""Statistics of the hands: two charts of the event, and the counts of every player."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from reports.sheets.charts import value_band
from tournament.event.player import Player
from tournament.language import mark
from tournament.standings.statistics import Statistics
from ui.desktop.kit.table import TableView
from ui.desktop.pages.standings.charts import CountChart
from ui.desktop.pages.standings.columns import CountRow, count_columns, count_rows
from ui.desktop.theme import Type
from ui.desktop.widgets.cards import Card
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched


class StatisticsView(QWidget):
    """The counts of all hands as charts, those of each player as a table."""

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
