"""What the hands say: two charts of the event, and the counts of every player."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from tournament.language import Text, mark
from tournament.standings.statistics import BANDS, Statistics
from ui.desktop.pages.standings.charts import CountChart
from ui.desktop.pages.standings.lists import CountRow, RowsTable, count_layouts, count_rows
from ui.desktop.theme import Type
from ui.desktop.widgets.card import Card
from ui.desktop.widgets.labels import TextLabel


class Counts(QWidget):
    """The statistics."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ends = CountChart(mark("How hands end"))
        self.values = CountChart(mark("Value of winning hands"))
        self.table: RowsTable[CountRow] = RowsTable(mark("Counts of each player"), count_layouts())
        charts = QHBoxLayout()
        charts.setSpacing(12)
        for title, chart in ((mark("How hands end"), self.ends), (mark("Value of winning hands"), self.values)):
            card = Card(margins=(20, 12))
            card.body.addWidget(TextLabel(title, kind=Type.LABEL))
            card.body.addWidget(chart)
            card.body.addStretch(1)
            charts.addWidget(card, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(charts)
        column.addWidget(self.table, 1)
        self.setFocusProxy(self.table)

    def show_counts(self, names: Sequence[tuple[int, str]], counted: Statistics) -> None:
        """Show the counts of the players of ``names`` (number and name), in their order."""
        self.ends.show_bars(
            [
                (mark("Won on a discard"), counted.by_discard),
                (mark("Won by self-draw"), counted.self_draws),
                (mark("Drawn"), counted.drawn),
            ]
        )
        self.values.show_bars([(_band(*band), count) for band, count in zip(BANDS, counted.bands, strict=True)])
        self.table.show_rows(count_rows(names, counted))


def _band(first: int, last: int | None) -> Text:
    if last is None:
        return mark("{first} and more", first=first)
    return mark("{first} to {last}", first=first, last=last)
