"""The charts of a document as one picture, for a separate file: head, charts and foot, as on a page of paper."""

from dataclasses import dataclass

from reports.document import Document
from reports.writers.atomic_file import Progress, Steps
from reports.writers.chart_drawing import ChartDrawing, Ink, Label, draw_chart
from reports.writers.pdf.chart_page import PaperType
from reports.writers.wording import event_line, foot, one_line, standing_mark
from tournament.language import Language

_WIDE, _MARGIN, _BETWEEN = 760.0, 28.0, 40.0
_SIZE, _FOOT = 12.0, 10.0
"""Pixels."""


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """The positions of all parts, in pixels from the upper left corner down."""

    title: str
    wide: float
    high: float
    labels: tuple[Label, ...]
    """Head and foot."""
    charts: tuple[tuple[float, float, ChartDrawing], ...]
    """Each with the place of its upper left corner."""


def picture_of(document: Document, language: Language, progress: Progress | None = None) -> ChartPicture:
    """The charts of ``document``, one below the other, between the head and foot of its pages."""
    room, type = _WIDE - 2 * _MARGIN, PaperType()
    steps = Steps(progress)
    head = [event_line(document, language)]
    standing = standing_mark(document)
    if standing is not None:
        head.append(one_line(language.render(standing)))
    if document.note is not None:
        head.append(one_line(language.render(document.note)))
    labels, y = [], _MARGIN
    for text in head:
        for line in type.wrap(text, _SIZE, room, 3):
            y += _SIZE * 1.4
            labels.append(Label(_MARGIN, y - _SIZE * 0.5, line, _SIZE, ink=Ink.MUTED))
    y += _SIZE
    charts = []
    for done, chart in enumerate(document.charts):
        steps(done, len(document.charts))
        drawing = draw_chart(chart, language, type, wide=room, size=_SIZE)
        charts.append((_MARGIN, y, drawing))
        y += drawing.high + _BETWEEN
    for line in type.wrap(one_line(language.render(foot(document))), _FOOT, room, 3):
        labels.append(Label(_MARGIN, y, line, _FOOT, ink=Ink.MUTED))
        y += _FOOT * 1.4
    title = one_line(language.render(document.title))
    return ChartPicture(title, _WIDE, y + _MARGIN - _FOOT, tuple(labels), tuple(charts))
