"""The live draw on a screen: what was drawn last in large type, with the last ten draws beside it."""

from PySide6.QtCore import QRectF

from ui.desktop.display.canvas import Canvas
from ui.desktop.display.list_painting import paint_list
from ui.hall.slides import DrawnLot, DrawSlide, drawn_list

_TOP, _FOOT, _BETWEEN = 180.0, 60.0, 80.0
_SHARE = 0.55
"""Share of the width for what was drawn last."""


def paint_draw(canvas: Canvas, slide: DrawSlide) -> None:
    """Paint what was drawn so far."""
    left, right, bottom = canvas.margin, canvas.width - canvas.margin, canvas.height - _FOOT
    upright = canvas.width < canvas.height
    place = QRectF(left, _TOP, right - left, bottom - _TOP)
    beside = QRectF(place)
    if upright:
        place.setHeight(place.height() * 0.45)
        beside.setTop(place.bottom() + _BETWEEN / 2)
    else:
        place.setWidth((place.width() - _BETWEEN) * _SHARE)
        beside.setLeft(place.right() + _BETWEEN)
    listed = drawn_list(slide)
    if listed is None:
        place.setRight(right)
    _paint_title(canvas, slide, place)
    if slide.newest is not None:
        _paint_newest(canvas, slide.newest, place)
    if listed is not None:
        paint_list(canvas, listed, beside)


def _paint_title(canvas: Canvas, slide: DrawSlide, place: QRectF) -> None:
    middle = place.top() + 20 if slide.newest is not None else place.center().y() - 60
    size = 40 if slide.newest is not None else 120
    title, colours = canvas.words(slide.title), canvas.colours
    canvas.write(place.left(), middle, title, size=size, weight=600, colour=colours.text, room=place.width())
    text = canvas.words(slide.subtitle)
    canvas.write(place.left(), middle + size * 0.6 + 36, text, size=max(size // 2, 34), colour=colours.second,
                 room=place.width())  # fmt: skip


def _paint_newest(canvas: Canvas, lot: DrawnLot, place: QRectF) -> None:
    colours, left, room = canvas.colours, place.left(), place.width()
    text = canvas.words(lot.lot)
    if len(lot.names) > 1:
        y = place.top() + 220
        canvas.write(left, y, text, size=150, weight=700, colour=colours.accent, room=room)
        for name in lot.names:
            y += 150 if name is lot.names[0] else 110
            canvas.write(left, y, canvas.words(name), size=72, weight=600, colour=colours.text, room=room)
        return
    y = place.top() + 200
    for name in lot.names:
        y = _write_wrapped(canvas, left, y, canvas.words(name), 68, colours.text, room)
    size = 104 if lot.named else 380
    _write_wrapped(canvas, left, y + size * 0.5, text, size, colours.accent, room)


def _write_wrapped(canvas: Canvas, left: float, middle: float, text: str, size: int, colour: str, room: float) -> float:
    """Write on one line, or on two if necessary, eliding the second. Return the position of the next line."""
    first, rest = text, ""
    while canvas.wide(first, size, 700) > room and " " in first.strip():
        first = first.rpartition(" ")[0]
        rest = text[len(first) :].strip()
    for line in filter(None, (first, rest)):
        canvas.write(left, middle, line, size=size, weight=700, colour=colour, room=room)
        middle += size * 1.25
    return middle
