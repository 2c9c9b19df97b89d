"""Where everything is on the charts of an event, on paper and in a picture file.

``--update-golden`` writes the reviewed files again. In them, ``T`` is a line of text with its place, size, anchor and
ink, ``L`` a line and ``A`` an area with its corners, in points from the upper left corner of the chart, and ``W`` is
the chart in words.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from reports.column import Kind
from reports.document import Chart, ChartSeries, ChartShape
from reports.writers.chart_drawing import AnyInk, Area, ChartPart, Ink, Label, Point, Stroke, _apart, draw_chart
from reports.writers.pdf.chart_page import PaperType
from tests.examples.events import sample_event, sample_league
from tests.reports.sheets.test_charts import long_names, made
from tests.reports.sheets.test_ruling_slip import ledger
from tests.reviewed import Reviewed
from tournament.language import ENGLISH, mark, verbatim

GEOMETRY = Path(__file__).parent / "chart_geometry"
OF = ("tournament", "league", "fans", "long-names", "long-texts", "unusual-values", "plain-type")
_LONG = " ".join(["A text that is far too long for the place it has on the chart"] * 6)


@cache
def charts_of(name: str) -> Sequence[Chart]:
    match name:
        case "tournament":
            return made(sample_event()).charts
        case "league":
            return made(sample_league()).charts
        case "fans":
            return made(ledger().view, "fans").charts
        case "long-texts":
            return long_texts()
        case "unusual-values" | "plain-type":
            return unusual_values()
        case _:
            return long_names()


def long_texts() -> Sequence[Chart]:
    """Every shape with texts that are too long for their places."""
    long = verbatim(_LONG)
    series = (ChartSeries(long, (3, 40)), ChartSeries(mark("Wins"), (38, 7)), ChartSeries(long, (1, 2)))
    bars = Chart("bars", long, ChartShape.BARS, (long, "B"), long, series, long, note=long)
    shapes = [replace(bars, key=shape.value, shape=shape) for shape in ChartShape]
    return *shapes, replace(bars, key="empty", series=(ChartSeries(long, (None, None)),), empty=long)


def unusual_values() -> Sequence[Chart]:
    """Bars below zero and without a value, shares of a number, equal values, gaps in lines and many series."""
    names = tuple("ABCDEFGH")
    bars = Chart(
        "below-zero", mark("Score"), ChartShape.BARS, names[:4], mark("Player"),
        (ChartSeries(mark("Score"), (-120, None, 0, 35)), ChartSeries(mark("Total"), (7, -3, None, 250))),
        mark("points"), kind=Kind.SIGNED,
    )  # fmt: skip
    stacked = replace(bars, key="many-parts", shape=ChartShape.STACKED, kind=Kind.INTEGER, series=tuple(
        ChartSeries(f"Part {number}", tuple((number * place + 1) % 5 * place for place in range(4)))
        for number in range(6)
    ))  # fmt: skip
    lines = Chart(
        "many-lines", mark("Rank"), ChartShape.LINES, names, mark("Session"), tuple(
            ChartSeries(f"Player {number}", tuple(
                None if (number + place) % 4 == 3 else Fraction(number * 10 + place, 3) for place in range(8)
            )) for number in range(13)
        ), mark("Rank"), kind=Kind.AVERAGE,
    )  # fmt: skip
    one = lines.series[1]
    return (
        bars,
        replace(bars, key="nothing", series=(ChartSeries(mark("Score"), (0, 0, 0, 0)),)),
        replace(bars, key="all-lost", series=(ChartSeries(mark("Score"), (-1, -2, -3, -4)),)),
        stacked,
        replace(bars, key="shares", series=(ChartSeries(mark("Score"), tuple(Fraction(n, 7) for n in range(4))),),
                kind=Kind.AVERAGE),
        lines,
        replace(lines, key="level", series=(ChartSeries("Level", (5,) * 8),), kind=Kind.INTEGER),
        replace(lines, key="close", series=(ChartSeries("Close", tuple(Fraction(n, 50) for n in range(8))),)),
        replace(lines, key="ranks", series=(one, ChartSeries("Last", (400,) * 8)),
                kind=Kind.INTEGER, least_on_top=True),
        replace(lines, key="first", series=(ChartSeries("First", (1,) * 8),), kind=Kind.INTEGER, least_on_top=True),
        *(
            replace(lines, key=f"{most - 9}-ranks-more", series=(ChartSeries("One", (most, *range(10, 17))),),
                    kind=Kind.INTEGER, least_on_top=True) for most in (27, 28)
        ),
        *(
            replace(lines, key=f"{count}-evenings", series=(ChartSeries("One", tuple(range(count))),),
                    names=tuple(f"Evening {place}" for place in range(count))) for count in (7, 15, 22, 31)
        ),
        replace(lines, key="no-line", series=(ChartSeries("None", (None,) * 8), one)),
        replace(lines, key="no-value", series=(ChartSeries("None", (None,) * 8),)),
    )  # fmt: skip


def places(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def name_of(ink: AnyInk) -> str:
    """How dark it is on paper, and its letter in a palette of five colours."""
    return ink.name.lower() if isinstance(ink, Ink) else f"{ink.on_paper.name.lower()} {ink.of('abcde')}"


def line_of(part: ChartPart) -> str:
    match part:
        case Label():
            ink = f"{part.ink.name} strong" if part.strong else part.ink.name
            return f"T {places([(part.x, part.y)])} {part.size:.1f} {part.anchor.name} {ink.lower()} {part.text}"
        case Stroke():
            dashes = " ".join(f"{each:.1f}" for each in part.dashes)
            return f"L {places(part.points)} thick {part.thick:.1f} {name_of(part.ink)} {dashes}".rstrip()
        case Area():
            inks = f"{name_of(part.fill)} in {name_of(part.outline)}"
            return f"A {places(part.points)} thick {part.thick:.1f} {inks} {part.tooltip}".rstrip()


class PlainType:
    """Letters as wide as they are high; strong ones twice as wide."""

    def width(self, text: str, size: float, *, strong: bool) -> float:
        return len(text) * size * (2 if strong else 1)

    def wrap(self, text: str, size: float, room: float, lines: int) -> Sequence[str]:
        letters = max(1, int(room // size))
        return [text[first : first + letters] for first in range(0, len(text), letters)][:lines]


@pytest.mark.parametrize("name", OF)
def test_everything_on_a_chart_is_where_it_was_reviewed(name: str, reviewed: Reviewed) -> None:
    drawn = []
    for chart in charts_of(name):
        type, wide = (PlainType(), 640) if name == "plain-type" else (PaperType(), 520)
        drawing = draw_chart(chart, ENGLISH, type, wide=wide, size=9)
        drawn += [
            f"== {chart.key}: {drawing.wide:.1f} × {drawing.high:.1f}",
            f"W {drawing.words}",
            *map(line_of, drawing.parts),
        ]
    made_now = "\n".join(drawn) + "\n"
    reviewed(GEOMETRY / f"{name}.txt", made_now)


def test_no_reviewed_file_is_left_over() -> None:
    assert {path.stem for path in GEOMETRY.glob("*.txt")} == set(OF)


@pytest.mark.parametrize(("wanted", "tall", "middles"), [
    ([50], [10], [50]),
    ([-20], [10], [0]),
    ([120], [10], [100]),
    ([50, 50], [10, 10], [50, 60]),
    ([30, 10, 32], [10, 10, 10], [30, 10, 40]),
    ([0, 0], [20, 10], [0, 15]),
    ([-20, -20], [10, 20], [-5, 10]),
    ([100, 100], [10, 20], [85, 100]),
    ([98, 99, 10], [10, 10, 10], [90, 100, 10]),
])  # fmt: skip
def test_names_at_the_ends_of_lines_are_moved_apart(
    wanted: list[float], tall: list[float], middles: list[float]
) -> None:
    assert _apart(wanted, tall, 0, 100) == middles
