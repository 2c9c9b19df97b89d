"""The figures of a club or a league beside its ranking: one table or one chart of the report Statistics at a time."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from math import ceil

from PySide6.QtWidgets import QStackedWidget, QWidget

from reports.column import Cell, Column, Emphasis
from reports.document import Document
from reports.sheets.charts import EventChart, chart_title
from tournament.language import Search, Text, mark
from tournament.use_cases import View
from ui.desktop.kit.table import TableColumn, TableView, cell_text
from ui.desktop.pages.standings.charts import ChartCanvas
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import PAD
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import Scrolled, boxed, column

RANKING = ""
"""The key of the ranking, which is no part of the report."""
_TABLES = (
    mark("Players"), mark("Places"), mark("Head to head"), mark("All hands"), mark("Hands won, by value"),
    mark("Best hands"),
)  # fmt: skip
"""The headings of the tables of the report."""
_CHARTS = (EventChart.ENDINGS, EventChart.ENDINGS_BY_SESSION, EventChart.VALUES, EventChart.WINS,
           EventChart.POINTS_A_HAND, EventChart.RANKS, EventChart.RESULTS)  # fmt: skip
_CHART = "chart "
_LEAST = 56


def parts() -> list[tuple[str, Text | str]]:
    """Return what can be shown in place of the ranking, each by its key, the ranking first."""
    tables = [(each.message, each) for each in _TABLES]
    charts = [(f"{_CHART}{each.value}", mark("Chart: {title}", title=chart_title(each, drawn=False)))
              for each in _CHARTS]  # fmt: skip
    return [(RANKING, mark("Ranking")), *tables, *charts]


def document_of(view: View, session: int | None) -> Document:
    """Return the report Statistics of evening ``session``, or of all evenings."""
    from reports.sheets.options import ReportOptions
    from reports.sheets.statistics import statistics_report

    return statistics_report(view, ReportOptions(datetime.now().astimezone(), session=session))


class FiguresView(QStackedWidget):
    """Shows one table or one chart, or says that there is nothing to count yet."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: TableView[tuple[Cell, ...]] = TableView(mark("Statistics"), ())
        self.chart = ChartCanvas()
        self._scrolled = Scrolled(boxed(column(self.chart, None)))
        self.nothing = TextLabel(kind=Type.BODY, tone=Tone.TEXT2, wrap=True)
        self._nothing = boxed(column(self.nothing, None))
        for each in (self.table, self._scrolled, self._nothing):
            self.addWidget(each)

    def show_part(self, document: Document, key: str, search: Search) -> None:
        """Show the part of ``document`` with this ``key``; of a table the rows that ``search`` finds."""
        section = next((each for each in document.sections if _is_called(each.heading, key)), None)
        chart = next((each for each in document.charts if f"{_CHART}{each.key}" == key), None)
        if section is not None and section.table.rows:
            columns, rows = section.table.columns, section.table.rows
            widths = [_width(each, [row[place] for row in rows]) for place, each in enumerate(columns)]
            self.table.show_rows(())  # the rows of another part have other cells
            self.table.set_columns(
                [TableColumn.showing(each, partial(_cell, place), width=width)
                 for place, (each, width) in enumerate(zip(columns, widths, strict=True))]
            )  # fmt: skip
            self.table.show_rows([row for row in rows if not search or search.finds(*_texts(row))])
            self.setCurrentWidget(self.table)
        elif chart is not None:
            self.chart.show_chart(chart)
            self.setCurrentWidget(self._scrolled)
        else:
            self.nothing.set_text(document.note or mark("No hand is recorded yet."))
            self.setCurrentWidget(self._nothing)

    @property
    def target(self) -> QWidget:
        """The widget that gets the focus."""
        return self.chart if self.currentWidget() is self._scrolled else self.table


def _is_called(heading: Text | None, key: str) -> bool:
    return heading is not None and heading.message == key


def _cell(place: int, row: tuple[Cell, ...]) -> Cell:
    return row[place]


def _texts(row: Sequence[Cell]) -> Iterator[str]:
    """Yield the names and words of a row."""
    for cell in row:
        if isinstance(cell, Text):
            yield translator.translate(cell)
        elif isinstance(cell, str):
            yield cell


def _width(field: Column[tuple[Cell, ...]], cells: Sequence[Cell]) -> int:
    """Return the width of a column: 0 for names, which share the room that is left."""
    if field.flexible or field.emphasis is Emphasis.NAME:
        return 0
    heading = painting.width_of(translator.translate(field.heading), Type.CAPTION)
    longest = max(
        (painting.width_of(cell_text(cell, field.kind), Type.BODY, figures=True) for cell in cells), default=0
    )
    return max(ceil(max(heading, longest)) + 2 * PAD, _LEAST)
