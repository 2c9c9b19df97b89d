"""A chart as strokes, areas and lines of text: the only place that draws it, for the window, paper and picture files.

Whatever shows a chart only carries out these. On paper bars differ by pattern; on screens each series has a colour.
Colour never carries meaning alone: lines also differ by the shape of their marks and by dashes, and each series has its
name and its values beside it. Lengths are in the unit of the page, from the upper left corner down.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from itertools import cycle, pairwise
from math import ceil, cos, pi, sin
from typing import Protocol

from reports.column import Kind
from reports.document import Chart, ChartSeries, ChartShape
from reports.writers.wording import cell_text, one_line, text_of
from tournament.language import Language, Text, isolated
from tournament.rules.pattern import Names


class ChartType(Protocol):
    """The font of a chart where it is shown."""

    def width(self, text: str, size: float, *, strong: bool) -> float:
        """The width of one line of text."""
        ...

    def wrap(self, text: str, size: float, room: float, lines: int) -> Sequence[str]:
        """``text`` in at most ``lines`` lines of width ``room``, cut off at the end if they are too few."""
        ...


class Ink(Enum):
    """How dark a part is; each medium chooses the colour for it."""

    STRONG = "strong"
    PLAIN = "plain"
    MUTED = "muted"
    RULE = "rule"
    PALE = "pale"
    """For bars that must differ from strong ones."""
    GROUND = "ground"

    @property
    def on_paper(self) -> "Ink":
        """The ink of the part on paper."""
        return self


@dataclass(frozen=True, slots=True)
class SeriesInk:
    """The ink of one series, which screens show in its colour.

    A pattern is also drawn in the ink of its series, so it is only visible on paper.
    """

    number: int
    on_paper: Ink

    def of(self, palette: Sequence[str]) -> str:
        """The colour of the series in ``palette``; with more series than colours they repeat."""
        return palette[self.number % len(palette)]


AnyInk = Ink | SeriesInk


class Anchor(Enum):
    """Which part of a line of text is at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    thick: float
    ink: AnyInk
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A closed shape, filled and with an outline."""

    points: tuple[Point, ...]
    fill: AnyInk
    outline: AnyInk
    thick: float
    tooltip: str = ""
    """The text of a tooltip for the shape; empty: none."""


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; ``y`` is its base line."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor = Anchor.START
    ink: Ink = Ink.PLAIN
    strong: bool = False


ChartPart = Stroke | Area | Label


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A chart, ready to be shown."""

    title: str
    words: str
    """All of it in words."""
    wide: float
    high: float
    parts: tuple[ChartPart, ...]


def draw_chart(chart: Chart, language: Language, type: ChartType, *, wide: float, size: float) -> ChartDrawing:
    """Draw ``chart`` with width ``wide``, as high as it needs, with text of ``size``."""
    return _Drawing(chart, language, type, wide, size).made()


def chart_words(chart: Chart, language: Language) -> str:
    """Everything that ``chart`` shows in words, for screen readers."""
    words = _Words(chart, language)
    title = words.say(chart.title)
    if chart.is_empty:
        return f"{title}: {words.say(chart.empty)}" if chart.empty else title
    values = [
        ", ".join(f"{name} {words.value(value)}" for name, value in zip(words.names, series.values, strict=True))
        for series in chart.series
    ]
    if len(chart.series) > 1:
        values = [f"{words.say(series.name)}: {each}" for series, each in zip(chart.series, values, strict=True)]
    return f"{title}: {'; '.join(values)}"


def steps_between(low: Fraction | int, high: Fraction | int, most: int = 5, *, whole: bool = True) -> list[Fraction]:
    """Round numbers from ``low`` to ``high``, about ``most`` of them, for the lines of a chart."""
    span = max(Fraction(high) - Fraction(low), Fraction(1) if whole else Fraction(1, 10))
    size = Fraction(1) if whole else Fraction(1, 10)
    times = cycle((Fraction(2), Fraction(5, 2), Fraction(2)))  # 1, 2, 5, 10, 20, 50…
    while span / size > most:
        size *= next(times)
    first = -(-Fraction(low) // size) * size
    return [first + size * number for number in range(int((Fraction(high) - first) // size) + 1)]


class _Words:
    """The texts of a chart, in one language."""

    def __init__(self, chart: Chart, language: Language) -> None:
        self._kind, self._language = chart.kind, language
        self.names = [self.say(name) for name in chart.names]

    def say(self, text: Text | Names | str | None) -> str:
        return "" if text is None else one_line(text_of(text, self._language))

    def value(self, value: int | Fraction | None) -> str:
        return cell_text(value, self._kind, self._language)


_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2), (8, 2, 2, 2))
_LINE = 1.35
"""From base line to base line, as a factor of the size."""


@dataclass
class _Drawing:
    """One chart while it is drawn."""

    chart: Chart
    language: Language
    type: ChartType
    wide: float
    size: float
    parts: list[ChartPart] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.words = _Words(self.chart, self.language)
        self.small = self.size * 0.92
        self.y = 0.0

    def made(self) -> ChartDrawing:
        """Draw the whole chart."""
        chart = self.chart
        title = self.words.say(chart.title)
        self._paragraph(title, self.size * 1.25, Ink.STRONG, strong=True)
        if chart.note is not None:
            self._paragraph(self.words.say(chart.note), self.small, Ink.MUTED)
        if chart.is_empty:
            self._paragraph(self.words.say(chart.empty), self.size, Ink.PLAIN)
        elif chart.shape is ChartShape.LINES:
            self._lines()
        else:
            self._bars()
        return ChartDrawing(title, chart_words(chart, self.language), self.wide, self.y, tuple(self.parts))

    def _paragraph(self, text: str, size: float, ink: Ink, *, strong: bool = False) -> None:
        for line in self.type.wrap(text, size, self.wide, 3):
            self.y += size * _LINE
            self.parts.append(Label(0, self.y - size * 0.3, line, size, ink=ink, strong=strong))

    # Bars -------------------------------------------------------------------------------------------------------------

    def _bars(self) -> None:
        chart, size = self.chart, self.size
        stacked = chart.shape is ChartShape.STACKED
        if len(chart.series) > 1:
            self._legend()
        names = [self._name_lines(name) for name in self.words.names]
        left = max(self.type.width(line, size, strong=False) for lines in names for line in lines) + size
        left = max(left, self._heading_width(chart.names_title))
        self._names_heading(left)
        thick = size * (1.3 if stacked or len(chart.series) == 1 else 0.95)
        bars = 1 if stacked else len(chart.series)
        top = self.y
        pitches = [max(thick * bars + size * 0.9, size * _LINE * len(lines) + size * 0.35) for lines in names]
        room = self.wide - left - self._value_room(stacked=stacked)
        least, most = self._ends(stacked=stacked)
        across = _scale(least, most, left, left + room)
        bottom = top + sum(pitches)
        self._value_lines(least, most, across, top, bottom)
        at = top
        for number, (lines, pitch) in enumerate(zip(names, pitches, strict=True)):
            middle = at + pitch / 2
            self._name(lines, left - size * 0.7, middle)
            if stacked:
                self._stack(number, across, middle - thick / 2, thick)
            else:
                self._group(number, across, middle - thick * bars / 2, thick)
            at += pitch
        self.parts.append(Stroke(((across(0), top), (across(0), bottom)), 1.0, Ink.STRONG))

    def _legend(self) -> None:
        """Draw a sample of each pattern with the name of its series, in as many lines as necessary."""
        size, x = self.size, 0.0
        self.y += size * 1.7
        for number, series in enumerate(self.chart.series):
            name = self._cut(series.name, size, self.wide - size * 3)
            wide = size * 2 + self.type.width(name, size, strong=False)
            if x and x + wide > self.wide:
                x, self.y = 0.0, self.y + size * 1.6
            self._bar(number, x, self.y - size * 0.85, size * 1.5, size)
            self.parts.append(Label(x + size * 2, self.y, name, size))
            x += wide + size * 1.6
        self.y += size * 0.6

    def _name_lines(self, name: str) -> Sequence[str]:
        return self.type.wrap(name, self.size, self.wide * 0.36, 3)

    def _heading_width(self, heading: Text) -> float:
        lines = self.type.wrap(self.words.say(heading), self.small, self.wide * 0.36, 2)
        return max(self.type.width(line, self.small, strong=False) for line in lines) + self.size

    def _names_heading(self, left: float) -> None:
        """The title of the names, above them."""
        lines = self.type.wrap(self.words.say(self.chart.names_title), self.small, self.wide * 0.36, 2)
        for line in lines:
            self.y += self.small * _LINE
            self.parts.append(Label(left - self.size * 0.7, self.y, line, self.small, Anchor.END, Ink.MUTED))
        self.y += self.size * 0.7

    def _value_room(self, *, stacked: bool) -> float:
        """The space needed after the longest bar."""
        values = self._sums() if stacked else [value for series in self.chart.series for value in series.values]
        longest = max(self.type.width(self.words.value(value), self.size, strong=True) for value in values)
        return longest + self.size * 1.2

    def _sums(self) -> list[int | Fraction]:
        columns = zip(*(series.values for series in self.chart.series), strict=True)
        return [sum(value for value in column if value is not None) for column in columns]

    def _ends(self, *, stacked: bool) -> tuple[Fraction, Fraction]:
        values = self._sums() if stacked else _known(self.chart.series)
        return Fraction(min(0, *values, 0)), Fraction(max(0, *values, 0)) or Fraction(1)

    def _name(self, lines: Sequence[str], x: float, middle: float) -> None:
        high = self.size * _LINE
        for number, line in enumerate(lines):
            y = middle + (number - (len(lines) - 1) / 2) * high + self.size * 0.35
            self.parts.append(Label(x, y, line, self.size, Anchor.END))

    def _group(self, name: int, across: Callable[[Fraction | int], float], top: float, thick: float) -> None:
        for number, series in enumerate(self.chart.series):
            value = series.values[name]
            if value is None:
                continue
            start, end = across(0), across(value)
            y = top + number * thick
            self._bar(number, min(start, end), y, abs(end - start), thick * 0.86, self._tooltip(name, series))
            x = max(start, end) + self.size * 0.45
            self.parts.append(Label(x, y + thick * 0.43 + self.size * 0.34, self.words.value(value), self.size,
                                    ink=Ink.STRONG, strong=True))  # fmt: skip

    def _stack(self, name: int, across: Callable[[Fraction | int], float], top: float, thick: float) -> None:
        total: int | Fraction = 0
        for number, series in enumerate(self.chart.series):
            value = series.values[name]
            if not value:
                continue
            start, end = across(total), across(total + value)
            self._bar(number, start, top, end - start, thick, self._tooltip(name, series))
            text = self.words.value(value)
            if self.type.width(text, self.small, strong=True) + self.size * 0.7 < end - start:
                self._on_bar(text, (start + end) / 2, top + thick / 2)
            total += value
        self.parts.append(Label(across(total) + self.size * 0.45, top + thick / 2 + self.size * 0.34,
                                self.words.value(total), self.size, ink=Ink.STRONG, strong=True))  # fmt: skip

    def _on_bar(self, text: str, x: float, middle: float) -> None:
        """A value on its part of a bar, on a plain background, so that no pattern runs through it."""
        wide, high = self.type.width(text, self.small, strong=True) + self.size * 0.5, self.small * 1.1
        ground = _box(x - wide / 2, middle - high / 2, wide, high)
        self.parts.append(Area(ground, Ink.GROUND, Ink.GROUND, 0.0))
        self.parts.append(
            Label(x, middle + self.small * 0.35, text, self.small, Anchor.MIDDLE, Ink.STRONG, strong=True)
        )

    def _bar(self, number: int, x: float, y: float, wide: float, high: float, tooltip: str = "") -> None:
        """A bar in the pattern of its series: full, hatched, empty, dotted across."""
        if wide <= 0:
            return
        pattern, ink = number % 4, SeriesInk(number, Ink.STRONG)
        fill = SeriesInk(number, (Ink.STRONG, Ink.GROUND, Ink.GROUND, Ink.PALE)[pattern])
        self.parts.append(Area(_box(x, y, wide, high), fill, ink, 0.8, tooltip))
        if pattern == 1:
            self.parts.extend(Stroke(line, 0.9, ink) for line in _hatching(x, y, wide, high, self.size * 0.42))

    # Lines ------------------------------------------------------------------------------------------------------------

    def _lines(self) -> None:
        chart, size = self.chart, self.size
        low, high = self._line_ends()
        steps = self._steps(low, high, 7)
        if chart.least_on_top and steps[0] > low and steps[0] - low >= (high - low) / 18:
            steps.insert(0, low)
        labels = [self.words.value(_plain(step)) for step in steps]
        self.y += self.small * _LINE
        heading = self._cut(chart.values_title, self.small, self.wide * 0.6)
        self.parts.append(Label(0, self.y, heading, self.small, ink=Ink.MUTED))
        self.y += size
        left = max(self.type.width(label, self.small, strong=False) for label in labels) + size
        named = [(series, self._end_lines(series)) for series in chart.series if _known((series,))]
        wide_names = max(self.type.width(line, size, strong=False) for _, lines in named for line in lines)
        wide_values = max(
            self.type.width(self.words.value(_known((each,))[-1]), size, strong=True) for each, _ in named
        )
        right = self.wide - wide_names - wide_values - size * 3.0
        wanted = sum(len(lines) for _, lines in named) * size * _LINE + size * 0.4 * len(named)
        tall = max(min(self.wide * 0.42, size * 26), wanted)
        top, bottom = self.y + size * 0.6, self.y + size * 0.6 + tall
        down = _scale(low, high, *((top, bottom) if chart.least_on_top else (bottom, top)))
        for step, label in zip(steps, labels, strict=True):
            y = down(step)
            self.parts.append(Stroke(((left, y), (right, y)), 0.7, Ink.RULE))
            self.parts.append(Label(left - size * 0.5, y + self.small * 0.35, label, self.small, Anchor.END, Ink.MUTED))
        places = [left + (right - left) * (number + 0.5) / len(chart.names) for number in range(len(chart.names))]
        self._foot(places, bottom, (right - left) / len(chart.names))
        for number, (series, _) in enumerate(named):
            self._line(number, series, places, down)
        self._end_names(named, places, down, right, (top, bottom))
        self.y += size * 0.4

    def _line_ends(self) -> tuple[Fraction, Fraction]:
        values = _known(self.chart.series)
        low, high = Fraction(min(values)), Fraction(max(values))
        if self.chart.least_on_top:
            return max(Fraction(1), low - 1), max(high, low + 3)
        return (low, high) if high > low else (low - 1, high + 1)

    def _steps(self, low: Fraction, high: Fraction, most: int) -> list[Fraction]:
        steps = steps_between(low, high, most, whole=self.chart.kind is not Kind.AVERAGE)
        return steps or [low]

    def _end_lines(self, series: ChartSeries) -> Sequence[str]:
        """The name of a line, as it is shown beside its end."""
        return self.type.wrap(self.words.say(series.name), self.size, self.wide * 0.26, 2)

    def _foot(self, places: Sequence[float], bottom: float, pitch: float) -> None:
        """The names of the values across, as many as fit, and their title."""
        size = self.size
        widest = max(self.type.width(name, self.small, strong=False) for name in self.words.names)
        every = ceil((widest + size * 0.6) / pitch)
        y = bottom + size * 1.6
        for number in range(0, len(places), every):
            self.parts.append(Label(places[number], y, self.words.names[number], self.small, Anchor.MIDDLE, Ink.MUTED))
        middle = (places[0] + places[-1]) / 2
        y += self.small * _LINE
        title = self.words.say(self.chart.names_title)
        self.parts.append(Label(middle, y, title, self.small, Anchor.MIDDLE, Ink.MUTED))
        self.y = y

    def _line(
        self, number: int, series: ChartSeries, places: Sequence[float], down: Callable[[Fraction | int], float]
    ) -> None:
        points = [(places[index], down(value), index) for index, value in enumerate(series.values) if value is not None]
        dashes = tuple(each * self.size / 10 for each in _DASHES[number % len(_DASHES)])
        for (x1, y1, before), (x2, y2, index) in pairwise(points):
            if index == before + 1:
                self.parts.append(Stroke(((x1, y1), (x2, y2)), 1.3, SeriesInk(number, Ink.STRONG), dashes))
        for x, y, index in points:
            self._mark(number, x, y, self.size * 0.34, self._tooltip(index, series))

    def _mark(self, number: int, x: float, y: float, radius: float, tooltip: str = "") -> None:
        """The mark of a line: its shape and fill distinguish it from the others."""
        corners, turn = ((16, 0.0), (4, pi / 4), (3, 0.0), (4, 0.0), (3, pi), (5, 0.0))[number % 6]
        outline = tuple(
            (x + radius * sin(turn + 2 * pi * corner / corners), y - radius * cos(turn + 2 * pi * corner / corners))
            for corner in range(corners)
        )
        ink = SeriesInk(number, Ink.STRONG)
        self.parts.append(Area(outline, Ink.GROUND if (number + number // 6) % 2 else ink, ink, 1.1, tooltip))

    def _end_names(
        self,
        named: Sequence[tuple[ChartSeries, Sequence[str]]],
        places: Sequence[float],
        down: Callable[[Fraction | int], float],
        right: float,
        ends: tuple[float, float],
    ) -> None:
        """Each name beside the end of its line, moved apart if they would touch, with a leader line."""
        size = self.size
        lasts = [
            max((index, value) for index, value in enumerate(series.values) if value is not None) for series, _ in named
        ]
        tall = [len(lines) * size * _LINE for _, lines in named]
        wanted = [down(value) for _, value in lasts]
        middles = _apart(wanted, tall, *ends)
        x = right + size * 1.4
        values = [self.words.value(value) for _, value in lasts]
        names_at = x + size * 1.3 + max(self.type.width(value, size, strong=True) for value in values)
        for number, (_, lines) in enumerate(named):
            start = (places[lasts[number][0]], wanted[number])
            self.parts.append(
                Stroke((start, (right, wanted[number]), (x - size * 0.4, middles[number])), 0.5, Ink.MUTED)
            )
            self._mark(number, x, middles[number], size * 0.3)
            self.parts.append(Label(names_at - size * 0.6, middles[number] + size * 0.35, values[number], size,
                                    Anchor.END, Ink.STRONG, strong=True))  # fmt: skip
            for index, line in enumerate(lines):
                y = middles[number] + (index - (len(lines) - 1) / 2) * size * _LINE + size * 0.35
                self.parts.append(Label(names_at, y, line, size))

    # Both -------------------------------------------------------------------------------------------------------------

    def _value_lines(
        self,
        low: Fraction,
        high: Fraction,
        across: Callable[[Fraction | int], float],
        top: float,
        bottom: float,
    ) -> None:
        """Grid lines of round values across the bars, with numbers and a title below."""
        size = self.size
        for step in self._steps(low, high, 6):
            x = across(step)
            self.parts.append(Stroke(((x, top), (x, bottom)), 0.7, Ink.RULE))
            number = self.words.value(_plain(step))
            self.parts.append(Label(x, bottom + size * 1.3, number, self.small, Anchor.MIDDLE, Ink.MUTED))
        middle = (across(low) + across(high)) / 2
        title = self._cut(self.chart.values_title, self.small, self.wide * 0.6)
        self.y = bottom + size * 1.3 + self.small * _LINE
        self.parts.append(Label(middle, self.y, title, self.small, Anchor.MIDDLE, Ink.MUTED))
        self.y += size * 0.4

    def _cut(self, text: Text | str, size: float, room: float) -> str:
        """``text`` on one line, cut off at the end if it is too long."""
        (line,) = self.type.wrap(self.words.say(text), size, room, 1)
        return line

    def _tooltip(self, name: int, series: ChartSeries) -> str:
        """What one mark shows: ``Wins · Anna Example · 12``."""
        parts = [self.words.say(series.name)] if len(self.chart.series) > 1 else []
        return " · ".join(map(isolated, (*parts, self.words.names[name], self.words.value(series.values[name]))))


def _known(series: Sequence[ChartSeries]) -> list[int | Fraction]:
    return [value for each in series for value in each.values if value is not None]


def _plain(step: Fraction) -> int | Fraction:
    return step.numerator if step.denominator == 1 else step


def _scale(low: Fraction, high: Fraction, start: float, end: float) -> Callable[[Fraction | int], float]:
    return lambda value: start + (end - start) * float(Fraction(value - low) / (high - low))


def _box(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def _hatching(x: float, y: float, wide: float, high: float, apart: float) -> Iterator[tuple[Point, Point]]:
    """Hatching lines that rise from left to right through a box."""
    offset = apart
    while offset < wide + high:
        left, right = max(0.0, offset - high), min(offset, wide)
        yield (x + left, y + offset - left), (x + right, y + offset - right)
        offset += apart * 1.4


def _apart(wanted: Sequence[float], tall: Sequence[float], top: float, bottom: float) -> list[float]:
    """Middles of lines of text near the wanted places, in that order, without overlaps."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    middles = list(wanted)
    edge = top - max(tall) / 2
    for index in order:
        middles[index] = max(middles[index], edge + tall[index] / 2)
        edge = middles[index] + tall[index] / 2
    edge = bottom + max(tall) / 2
    for index in reversed(order):
        middles[index] = min(middles[index], edge - tall[index] / 2)
        edge = middles[index] - tall[index] / 2
    return middles
