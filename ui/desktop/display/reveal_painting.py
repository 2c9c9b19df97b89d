"""The ceremony on a screen: who was announced last in large type, and beside it the places, some still covered."""

from PySide6.QtCore import QRectF

from tournament.language import fraction_text
from ui.desktop.display.canvas import Canvas
from ui.desktop.display.list_painting import paint_list
from ui.hall.slides import MOST_NAMES, FigureSlide, RevealSlide, places_list

_TOP, _FOOT, _BETWEEN = 180.0, 60.0, 80.0


def paint_reveal(canvas: Canvas, slide: RevealSlide) -> None:
    """Paint what was announced so far."""
    left, right = canvas.margin, canvas.width - canvas.margin
    bottom = canvas.height - _FOOT
    tall = canvas.width < canvas.height
    middle = right if tall else left + (right - left - _BETWEEN) * 0.52
    if slide.newest or not slide.places:
        place = QRectF(left, _TOP, middle - left, (bottom - _TOP) * (0.45 if tall else 1.0))
        _paint_newest(canvas, slide, place)
    else:
        _paint_title(canvas, slide, QRectF(left, _TOP, middle - left, bottom - _TOP))
    if slide.places:
        beside = QRectF(left, _TOP + (bottom - _TOP) * 0.5, right - left, (bottom - _TOP) * 0.5) if tall else (
            QRectF(middle + _BETWEEN, _TOP, right - middle - _BETWEEN, bottom - _TOP)
        )  # fmt: skip
        paint_list(canvas, places_list(slide), beside)


def paint_figure(canvas: Canvas, slide: FigureSlide) -> None:
    """Paint a figure of the event and the name that goes with it."""
    left, room, colours = canvas.margin, canvas.width - 2 * canvas.margin, canvas.colours
    middle = canvas.height / 2
    canvas.write(left, middle - 270, canvas.words(slide.title), size=72, weight=600, colour=colours.second, room=room)
    canvas.write(left, middle - 40, slide.figure, size=300, weight=700, colour=colours.warning, room=room)
    canvas.write(left, middle + 230, canvas.words(slide.names), size=88, weight=600, colour=colours.text, room=room)


def _paint_title(canvas: Canvas, slide: RevealSlide, place: QRectF) -> None:
    text = canvas.words(slide.title)
    canvas.write(place.left(), place.center().y(), text, size=120, weight=700, colour=canvas.colours.text,
                 room=place.width())  # fmt: skip


def _paint_newest(canvas: Canvas, slide: RevealSlide, place: QRectF) -> None:
    colours, left, room = canvas.colours, place.left(), place.width()
    if not slide.newest:
        _paint_title(canvas, slide, place)
        return
    first = slide.newest[0]
    y = place.top() + 150
    canvas.write(left, y, first.rank, size=260, weight=700, colour=colours.warning, room=room)
    names = slide.newest[:MOST_NAMES]
    size = 84 if len(names) == 1 else 64
    y += 210
    for each in names:
        canvas.write(left, y, canvas.words(each.name), size=size, weight=700, colour=colours.text, room=room)
        y += size * 1.15
        if each.note and len(names) == 1:
            canvas.write(left, y, canvas.words(each.note), size=40, colour=colours.second, room=room)
            y += 62
    worth = [fraction_text(first.points)] if first.points is not None else []
    worth += [first.score] if first.score and len(names) == 1 else []
    canvas.write(left, y + 14, "   ".join(worth), size=64, weight=600, colour=colours.accent, room=room)
