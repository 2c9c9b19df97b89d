"""Painting the countdown of a screen: the time, a progress bar, and a text and a sign for warning, pause and end."""

from dataclasses import dataclass
from typing import assert_never

from PySide6.QtCore import QRectF

from tournament.language import mark
from ui.desktop.display.canvas import SMALL, Canvas
from ui.desktop.display.list_painting import paint_list
from ui.hall.slides import CountdownSlide, CountdownState

FIGURES = 376
"""Type size at which the height of the figures is a quarter of that of the screen."""
_LARGEST = 560
"""Type size if nothing is shown beside the time."""
_CAPITAL = 0.7275
_BOLD = 700
_HOUR = "00:00"
_LEAST_BESIDE = 600.0
_GAP = 48.0
_MOST_BESIDE = 900.0
_FOOT = 1008.0
_TALL = 1500.0
"""From this height in units a screen counts as upright: the list is below the time, in one block."""


@dataclass(frozen=True, slots=True)
class CountdownPlaces:
    """The positions of the parts of a countdown, in units of the canvas."""

    left: float
    right: float
    title: float
    figures: QRectF
    size: int
    """Type size of the time."""
    bar: QRectF
    hours: float
    tables: float | None
    """The height of the line of tables with their own extra minutes; None puts them at the right of the time."""
    rule: float
    beside: QRectF | None
    blocks: int


def countdown_places(canvas: Canvas, slide: CountdownSlide) -> CountdownPlaces:
    """Return the positions of the parts. The list is beside the time, or below it on a narrow screen."""
    margin, usual = canvas.margin, canvas.wide(_HOUR, FIGURES, _BOLD)
    whole = canvas.width - 2 * margin
    if slide.beside is None:
        return _alone(canvas, slide, margin, whole)
    least = usual + _GAP + _LEAST_BESIDE
    if whole < least:
        return _stacked(canvas, slide, margin, whole)
    beside = min(max(_LEAST_BESIDE, whole - usual - _GAP, (canvas.width - 2 * margin) * 0.36), _MOST_BESIDE)
    beside = min(beside, whole - usual - _GAP)
    right = canvas.width - margin
    wide = whole - beside - _GAP
    size = _fitting(canvas, slide.remaining, wide, FIGURES)
    bottom = 600.0
    return CountdownPlaces(
        margin, margin + wide, 206, _figures(margin, wide, bottom, FIGURES), size,
        QRectF(margin, bottom + 78, wide, 20), bottom + 132, bottom + 208, 880,
        QRectF(right - beside, 170, beside, _FOOT + 16 - 170), 1,
    )  # fmt: skip


def _figures(left: float, wide: float, bottom: float, size: int) -> QRectF:
    high = size * _CAPITAL
    return QRectF(left, bottom - high, wide, high)


def _alone(canvas: Canvas, slide: CountdownSlide, margin: float, whole: float) -> CountdownPlaces:
    size = _fitting(canvas, slide.remaining, whole, _LARGEST)
    spare = canvas.height - 1080
    bottom = 680.0 + spare * 0.4
    return CountdownPlaces(
        margin, margin + whole, 206, _figures(margin, whole, bottom, max(size, 300)), size,
        QRectF(margin, bottom + 54, whole, 20), bottom + 104, bottom + 166, 900 + spare, None, 1,
    )  # fmt: skip


def _stacked(canvas: Canvas, slide: CountdownSlide, margin: float, whole: float) -> CountdownPlaces:
    tall = canvas.height >= _TALL
    room = canvas.wide(_HOUR, FIGURES, _BOLD) if slide.tables and not tall else whole
    size = _fitting(canvas, slide.remaining, room, 460 if tall else FIGURES)
    if tall:
        bottom = 690.0
        top = bottom + 430
        return CountdownPlaces(
            margin, margin + whole, 206, _figures(margin, whole, bottom, 460), size,
            QRectF(margin, bottom + 70, whole, 20), bottom + 122, bottom + 190, bottom + 246,
            QRectF(margin, top, whole, min(canvas.height - 72 - top, 1200)), 1,
        )  # fmt: skip
    bottom = 466.0
    return CountdownPlaces(
        margin, margin + whole, 150, _figures(margin, whole, bottom, FIGURES), size,
        QRectF(margin, bottom + 26, whole, 16), bottom + 70, None, 566,
        QRectF(margin, 682, whole, canvas.height - 24 - 682), 2,
    )  # fmt: skip


def _fitting(canvas: Canvas, text: str, room: float, most: int) -> int:
    """The largest type size up to ``most`` at which ``text`` fits into ``room``."""
    wide = canvas.wide(text, most, _BOLD)
    return most if wide <= room else int(most * room / wide)


def paint_still(canvas: Canvas, slide: CountdownSlide) -> None:
    """Paint the parts that do not change each second."""
    places, colours = countdown_places(canvas, slide), canvas.colours
    size = 48 if places.tables is None else 58
    end = canvas.write(places.left, places.title, canvas.words(slide.title), size=size, weight=600, colour=colours.text)
    if slide.of is not None:
        text = canvas.words(slide.of)
        end = canvas.write(end + size * 0.28, places.title, text, size=size, colour=colours.second)
    if slide.state_text is not None:
        _paint_state(canvas, slide, places, end)
    canvas.write(places.left, places.hours, slide.begins, size=30, colour=colours.second)
    left = canvas.write_right(places.right, places.hours, slide.ends, size=30, colour=colours.second)
    if slide.warns is not None and slide.warning_at is not None:
        text = canvas.words(slide.warns)
        right = min(places.bar.left() + places.bar.width() * float(slide.warning_at), left - 36)
        canvas.write_right(right, places.hours, text, size=30, colour=colours.second)
    _paint_rule(canvas, slide, places)
    if slide.beside is not None and places.beside is not None:
        paint_list(canvas, slide.beside, places.beside, blocks=places.blocks)


def paint_moving(canvas: Canvas, slide: CountdownSlide) -> None:
    """Paint the time, the progress bar, and the tables with their own extra minutes."""
    places, colours = countdown_places(canvas, slide), canvas.colours
    colour = time_colour(canvas, slide.state)
    wide = canvas.wide(slide.remaining, places.size, _BOLD)
    left = (
        places.left - places.size * 0.02
        if places.beside is not None
        else places.left + (places.figures.width() - wide) / 2
    )
    middle = places.figures.center().y()
    canvas.write(left, middle, slide.remaining, size=places.size, weight=_BOLD, colour=colour)
    bar = places.bar
    canvas.bar(bar, colours.rules)
    if slide.elapsed:
        running = slide.state in (CountdownState.RUNNING, CountdownState.NOT_STARTED)
        done = max(bar.width() * float(slide.elapsed), bar.height())
        canvas.bar(QRectF(bar.left(), bar.top(), done, bar.height()), colours.accent if running else colour)
    if slide.warning_at is not None:
        place = bar.left() + bar.width() * float(slide.warning_at)
        canvas.painter.fillRect(QRectF(place - 2, bar.top() - 9, 4, bar.height() + 18), colours.text)
    if places.tables is not None:
        _paint_tables(canvas, slide, places, places.tables)
    else:
        _paint_tables_beside(canvas, slide, places, left + wide)


def moving_part(canvas: Canvas, slide: CountdownSlide) -> QRectF:
    """The rectangle around everything that :func:`paint_moving` paints."""
    places = countdown_places(canvas, slide)
    top = places.figures.top() - 0.1 * places.figures.height()
    return QRectF(places.left - 12, top, places.right - places.left + 24, places.rule - top)


def time_colour(canvas: Canvas, state: CountdownState) -> str:
    """The colour of the time in this state of the countdown."""
    colours = canvas.colours
    match state:
        case CountdownState.RUNNING:
            return colours.text
        case CountdownState.WARNING | CountdownState.OVER:
            return colours.warning
        case CountdownState.PAUSED | CountdownState.NOT_STARTED:
            return colours.second
        case _:
            assert_never(state)


def _paint_state(canvas: Canvas, slide: CountdownSlide, places: CountdownPlaces, end: float) -> None:
    assert slide.state_text is not None
    colour, size, sign = time_colour(canvas, slide.state), 38, 52.0
    middle = places.title
    text = canvas.cut(canvas.words(slide.state_text), places.right - end - 40 - sign, size, 600)
    left = canvas.write_right(places.right, middle, text, size=size, weight=600, colour=colour)
    _paint_sign(canvas, slide.state, left - sign, middle, colour)


def _paint_sign(canvas: Canvas, state: CountdownState, left: float, middle: float, colour: str) -> None:
    top, bottom = middle - 17, middle + 17
    match state:
        case CountdownState.WARNING:
            canvas.polygon([(left, bottom), (left + 38, bottom), (left + 19, top - 2)], colour)
            mark_left = left + 17
            canvas.painter.fillRect(QRectF(mark_left, top + 9, 4, 13), canvas.colours.ground)
            canvas.painter.fillRect(QRectF(mark_left, bottom - 8, 4, 4), canvas.colours.ground)
        case CountdownState.PAUSED:
            for shift in (6.0, 24.0):
                canvas.painter.fillRect(QRectF(left + shift, top, 10, bottom - top), colour)
        case CountdownState.OVER:
            canvas.painter.fillRect(QRectF(left + 4, top, 34, 34), colour)
        case CountdownState.NOT_STARTED | CountdownState.RUNNING:
            pass
        case _:
            assert_never(state)


def _paint_tables(canvas: Canvas, slide: CountdownSlide, places: CountdownPlaces, middle: float) -> None:
    """Paint as many tables with their time left as fit on the line, then the number of the others."""
    colours, left = canvas.colours, places.left
    for number, each in enumerate(slide.tables):
        name = canvas.words(mark("Table {table}", table=each.table))
        wide = canvas.wide(name, 32) + 16 + canvas.wide(each.remaining, 38, 600)
        more = f"+{len(slide.tables) - number}"
        last = number == len(slide.tables) - 1
        if left + wide + (0 if last else 36 + canvas.wide(more, 32)) > places.right:
            canvas.write(left, middle, more, size=32, colour=colours.second)
            return
        left = canvas.write(left, middle, name, size=32, colour=colours.second) + 16
        left = canvas.write(left, middle, each.remaining, size=38, weight=600, colour=colours.text) + 40


def _paint_tables_beside(canvas: Canvas, slide: CountdownSlide, places: CountdownPlaces, figures: float) -> None:
    """Paint the tables with their time left in a column at the right of the time."""
    colours, top, line = canvas.colours, places.figures.top() + 24, 52.0
    most = int((places.figures.height() - 24) // line)
    shown = slide.tables if len(slide.tables) <= most else slide.tables[: most - 1]
    for number, each in enumerate(shown):
        name = canvas.words(mark("Table {table}", table=each.table))
        middle = top + number * line
        left = canvas.write_right(places.right, middle, each.remaining, size=38, weight=600, colour=colours.text)
        room = left - 16 - figures - 24
        canvas.write_right(left - 16, middle, name, size=32, colour=colours.second, room=room)
    if len(shown) < len(slide.tables):
        more = f"+{len(slide.tables) - len(shown)}"
        canvas.write_right(places.right, top + len(shown) * line, more, size=32, colour=colours.second)


def _paint_rule(canvas: Canvas, slide: CountdownSlide, places: CountdownPlaces) -> None:
    colours, room = canvas.colours, places.right - places.left
    canvas.rule(places.left, places.right, places.rule)
    size = _two_lines(canvas, canvas.words(slide.rule), room)
    roomy, lines = places.tables is not None, 1 + bool(slide.resting) + (slide.next is not None)
    apart = {1: 0, 2: 58 if roomy else 46, 3: 52 if roomy else 36}[lines]
    middle = places.rule + (60 if roomy and lines < 3 else 44 if roomy else 32 if lines < 3 else 22)
    first = canvas.words(slide.rule)
    canvas.write(places.left, middle, first, size=size, weight=600, colour=colours.text, room=room)
    if slide.resting:
        _paint_resting(canvas, slide, QRectF(places.left, middle + apart, room, apart))
    if slide.next is not None:
        below = middle + apart * (lines - 1)
        canvas.write(places.left, below, canvas.words(slide.next), size=_next_size(canvas, slide, room),
                     colour=colours.second, room=room)  # fmt: skip


def _paint_resting(canvas: Canvas, slide: CountdownSlide, line: QRectF) -> None:
    """Paint who sits out, by number if the names do not fit in the smallest type."""
    texts = [canvas.words(text) for text in slide.resting]
    text = next((text for text in texts if canvas.wide(text, SMALL) <= line.width()), texts[-1])
    canvas.write_fitted(line.left(), line.top(), text, size=36, colour=canvas.colours.text, room=line.width(),
                        high=line.height())  # fmt: skip


def _two_lines(canvas: Canvas, text: str, room: float) -> int:
    """The largest type size at which ``text``, a sentence of the program, fits into ``room``."""
    return next((size for size in (42, 38, 34, 30) if canvas.wide(text, size, 600) <= room), SMALL)


def _next_size(canvas: Canvas, slide: CountdownSlide, room: float) -> int:
    assert slide.next is not None
    text = canvas.words(slide.next)
    return next((size for size in (36, 32, 30) if canvas.wide(text, size) <= room), SMALL)
