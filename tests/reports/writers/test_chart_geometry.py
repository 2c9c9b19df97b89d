"""Where everything is on the charts of an event, on paper and in a picture file.

``--update-golden`` writes the reviewed files again. In them, ``T`` is a line of text with its place, size, anchor and
ink, ``L`` a line and ``A`` an area with its corners, in points from the upper left corner of the chart.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from reports.document import Chart
from reports.writers.chart_drawing import Area, ChartPart, Label, Point, Stroke, draw_chart
from reports.writers.pdf.chart_page import PaperType
from tests.examples.events import sample_event, sample_league
from tests.reports.sheets.test_charts import long_names, made
from tests.reports.sheets.test_ruling_slip import ledger
from tests.reviewed import Reviewed
from tournament.language import ENGLISH

GEOMETRY = Path(__file__).parent / "chart_geometry"
OF = ("tournament", "league", "fans", "long-names")


@cache
def charts_of(name: str) -> Sequence[Chart]:
    match name:
        case "tournament":
            return made(sample_event()).charts
        case "league":
            return made(sample_league()).charts
        case "fans":
            return made(ledger().view, "fans").charts
        case _:
            return long_names()


def places(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def line_of(part: ChartPart) -> str:
    match part:
        case Label():
            ink = f"{part.ink.name} strong" if part.strong else part.ink.name
            return f"T {places([(part.x, part.y)])} {part.size:.1f} {part.anchor.name} {ink.lower()} {part.text}"
        case Stroke():
            dashes = " ".join(f"{each:.1f}" for each in part.dashes)
            return f"L {places(part.points)} thick {part.thick:.1f} {part.ink.on_paper.name.lower()} {dashes}".rstrip()
        case Area():
            inks = f"{part.fill.on_paper.name} in {part.outline.on_paper.name}".lower()
            return f"A {places(part.points)} thick {part.thick:.1f} {inks} {part.tooltip}".rstrip()


@pytest.mark.parametrize("name", OF)
def test_everything_on_a_chart_is_where_it_was_reviewed(name: str, reviewed: Reviewed) -> None:
    drawn = []
    for chart in charts_of(name):
        drawing = draw_chart(chart, ENGLISH, PaperType(), wide=520, size=9)
        drawn += [f"== {chart.key}: {drawing.wide:.1f} × {drawing.high:.1f}", *map(line_of, drawing.parts)]
    made_now = "\n".join(drawn) + "\n"
    reviewed(GEOMETRY / f"{name}.txt", made_now)


def test_no_reviewed_file_is_left_over() -> None:
    assert {path.stem for path in GEOMETRY.glob("*.txt")} == set(OF)
