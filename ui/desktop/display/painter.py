"""Painting one slide of a screen and the frame around it, either completely or only the moving part.

The countdown and lists have their own modules.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage

from reports.code_matrix import QUIET, matrix_of
from tournament.language import fraction_text, mark
from ui.desktop.display.canvas import SMALL, Canvas
from ui.desktop.display.countdown_painting import paint_moving, paint_still
from ui.desktop.display.hall_fonts import hall_font
from ui.desktop.display.list_painting import paint_list, paint_whole_list
from ui.desktop.widgets.painting import colour_of
from ui.hall.slides import (
    MOST_NAMES,
    BlankSlide,
    CountdownSlide,
    DrawnLot,
    DrawSlide,
    FigureSlide,
    Frame,
    ListSlide,
    MessageSlide,
    PictureSlide,
    RevealSlide,
    Slide,
    drawn_list,
    places_list,
)

_TOP, _FOOT, _BETWEEN = 180.0, 60.0, 80.0
_SHARE = 0.55
"""Share of the width for the last draw."""


def _paint_draw(canvas: Canvas, slide: DrawSlide) -> None:
    """Paint the live draw: the last lot in large type, with the last ten lots beside it."""
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
    _paint_draw_title(canvas, slide, place)
    if slide.newest is not None:
        _paint_newest_lot(canvas, slide.newest, place)
    if listed is not None:
        paint_list(canvas, listed, beside)


def _paint_draw_title(canvas: Canvas, slide: DrawSlide, place: QRectF) -> None:
    middle = place.top() + 20 if slide.newest is not None else place.center().y() - 60
    size = 40 if slide.newest is not None else 120
    title, colours = canvas.words(slide.title), canvas.colours
    canvas.write(place.left(), middle, title, size=size, weight=600, colour=colours.text, room=place.width())
    text = canvas.words(slide.subtitle)
    canvas.write(place.left(), middle + size * 0.6 + 36, text, size=max(size // 2, 34), colour=colours.second,
                 room=place.width())  # fmt: skip


def _paint_newest_lot(canvas: Canvas, lot: DrawnLot, place: QRectF) -> None:
    colours, left, room = canvas.colours, place.left(), place.width()
    text = canvas.words(lot.lot)
    if len(lot.names) > 1:
        y = place.top() + 220
        canvas.write(left, y, text, size=150, weight=700, colour=colours.accent, room=room)
        for name in lot.names:
            y += 150 if name is lot.names[0] else 110
            canvas.write_fitted(left, y, canvas.words(name), size=72, weight=600, colour=colours.text, room=room,
                                high=110)  # fmt: skip
        return
    y = place.top() + 200
    for name in lot.names:
        y = _write_name(canvas, left, y, canvas.words(name), 68, colours.text, room)
    size = 104 if lot.named else 380
    _write_name(canvas, left, y + size * 0.5, text, size, colours.accent, room)


def _write_name(
    canvas: Canvas, left: float, middle: float, text: str, size: int, colour: str, room: float, weight: int = 700
) -> float:
    """Write ``text``, complete, on one line or two, the first at ``middle``. Return the height of the next line."""
    high = 2.0 * size
    more = canvas.fitted(text, room, size, weight, high=high).more_height
    canvas.write_fitted(left, middle + more / 2, text, size=size, weight=weight, colour=colour, room=room, high=high)
    return middle + more + size * 1.25


def _paint_reveal(canvas: Canvas, slide: RevealSlide) -> None:
    """Paint the ceremony: the last announced place in large type, and beside it the list with covered places."""
    left, right = canvas.margin, canvas.width - canvas.margin
    bottom = canvas.height - _FOOT
    tall = canvas.width < canvas.height
    middle = right if tall else left + (right - left - _BETWEEN) * 0.52
    if slide.newest or not slide.places:
        place = QRectF(left, _TOP, middle - left, (bottom - _TOP) * (0.45 if tall else 1.0))
        _paint_newest_places(canvas, slide, place)
    else:
        _paint_reveal_title(canvas, slide, QRectF(left, _TOP, middle - left, bottom - _TOP))
    if slide.places:
        beside = QRectF(left, _TOP + (bottom - _TOP) * 0.5, right - left, (bottom - _TOP) * 0.5) if tall else (
            QRectF(middle + _BETWEEN, _TOP, right - middle - _BETWEEN, bottom - _TOP)
        )  # fmt: skip
        paint_list(canvas, places_list(slide), beside)


def _paint_figure(canvas: Canvas, slide: FigureSlide) -> None:
    """Paint a figure of the event and the name that goes with it."""
    left, room, colours = canvas.margin, canvas.width - 2 * canvas.margin, canvas.colours
    middle = canvas.height / 2
    canvas.write(left, middle - 270, canvas.words(slide.title), size=72, weight=600, colour=colours.second, room=room)
    canvas.write(left, middle - 40, slide.figure, size=300, weight=700, colour=colours.warning, room=room)
    canvas.write_fitted(left, middle + 230, canvas.words(slide.names), size=88, weight=600, colour=colours.text,
                        room=room, high=190)  # fmt: skip


def _paint_reveal_title(canvas: Canvas, slide: RevealSlide, place: QRectF) -> None:
    text = canvas.words(slide.title)
    canvas.write(place.left(), place.center().y(), text, size=120, weight=700, colour=canvas.colours.text,
                 room=place.width())  # fmt: skip


def _paint_newest_places(canvas: Canvas, slide: RevealSlide, place: QRectF) -> None:
    colours, left, room = canvas.colours, place.left(), place.width()
    if not slide.newest:
        _paint_reveal_title(canvas, slide, place)
        return
    first = slide.newest[0]
    y = place.top() + 150
    canvas.write(left, y, first.rank, size=260, weight=700, colour=colours.warning, room=room)
    names = slide.newest[:MOST_NAMES]
    size = 84 if len(names) == 1 else 64
    y += 210
    for each in names:
        y = _write_name(canvas, left, y, canvas.words(each.name), size, colours.text, room) - size * 0.1
        if each.note and len(names) == 1:
            y = _write_name(canvas, left, y, canvas.words(each.note), 40, colours.second, room, 400) + 12
    worth = [fraction_text(first.points)] if first.points is not None else []
    worth += [first.score] if first.score and len(names) == 1 else []
    canvas.write(left, y + 14, "   ".join(worth), size=64, weight=600, colour=colours.accent, room=room)


Pictures = Callable[[str], QImage | None]
"""Returns the picture of a sponsor by its file name, or None if it cannot be read."""
_CODE, _CORNER_CODE = 300.0, 184.0
_BESIDE_CODE = 420.0


def still_of(slide: Slide) -> Slide:
    """Return ``slide`` without what changes each second.

    While the result stays equal, only the moving part has to be painted again.
    """
    if isinstance(slide, CountdownSlide):
        shape = "".join("0" if letter.isdigit() else letter for letter in slide.remaining)
        return replace(slide, remaining=shape, elapsed=Fraction(0), tables=())
    return slide


def paint_slide(canvas: Canvas, slide: Slide, frame: Frame, pictures: Pictures) -> None:
    """Paint the slide and its frame without the moving part."""
    canvas.painter.fillRect(QRectF(0, 0, canvas.width, canvas.height), colour_of(canvas.colours.ground))
    match slide:
        case CountdownSlide():
            _paint_head(canvas, frame)
            paint_still(canvas, slide)
        case ListSlide():
            _paint_head(canvas, frame, _CORNER_CODE + 40 if _code_in_corner(slide, frame) else 0.0)
            _paint_whole_list(canvas, slide, frame)
        case MessageSlide():
            _paint_head(canvas, frame)
            _paint_message(canvas, slide, frame)
        case PictureSlide():
            _paint_picture(canvas, slide, frame, pictures)
        case RevealSlide():
            _paint_head(canvas, frame)
            _paint_reveal(canvas, slide)
        case FigureSlide():
            _paint_head(canvas, frame)
            _paint_figure(canvas, slide)
        case DrawSlide():
            _paint_head(canvas, frame)
            _paint_draw(canvas, slide)
        case BlankSlide():
            pass
        case _:
            assert_never(slide)
    _paint_marks(canvas, frame)


def paint_time(canvas: Canvas, slide: Slide) -> None:
    """Paint the moving part, if the slide has one, over the rest."""
    if isinstance(slide, CountdownSlide):
        paint_moving(canvas, slide)


def _paint_head(canvas: Canvas, frame: Frame, taken: float = 0.0) -> None:
    """Paint the name of the event and the hour, which leaves ``taken`` units free at its right."""
    colours, right = canvas.colours, canvas.width - canvas.margin - taken
    left = canvas.write_right(right, 80, frame.time, size=42, colour=colours.second)
    room = left - canvas.margin - 48
    if frame.rehearsal:
        room -= _rehearsal_width(canvas) + 40
    end = canvas.write(canvas.margin, 80, frame.event, size=42, weight=600, colour=colours.text, room=room)
    if frame.rehearsal:
        _paint_rehearsal(canvas, end + 40, 80)


def _rehearsal_width(canvas: Canvas) -> float:
    return canvas.wide(canvas.words(_REHEARSAL), 34, 600) + 48


_REHEARSAL = mark("Rehearsal")


def _paint_rehearsal(canvas: Canvas, left: float, middle: float) -> None:
    wide = _rehearsal_width(canvas)
    canvas.bar(QRectF(left, middle - 28, wide, 56), canvas.colours.warning)
    text = canvas.words(_REHEARSAL)
    canvas.write(left + 24, middle, text, size=34, weight=600, colour=canvas.colours.ground)


def _paint_marks(canvas: Canvas, frame: Frame) -> None:
    """Paint bars over the slide: at the top why it may be out of date, at the bottom a hint, if there are any."""
    colours, high, room = canvas.colours, 50.0, canvas.width - 2 * canvas.margin
    if frame.hint is not None:
        foot = canvas.height - high
        canvas.painter.fillRect(QRectF(0, foot, canvas.width, high), colour_of(colours.rules))
        text = canvas.words(frame.hint)
        canvas.write(canvas.margin, foot + high / 2, text, size=30, colour=colours.text, room=room)
    if frame.old_news is None:
        return
    strip = _strip(canvas)
    canvas.painter.fillRect(QRectF(0, 0, canvas.width, strip), colour_of(colours.warning))
    canvas.write_fitted(canvas.margin, strip / 2, canvas.words(frame.old_news), size=64, weight=600,
                        colour=colours.ground, room=room, high=strip - 16)  # fmt: skip


def _strip(canvas: Canvas) -> float:
    """The height of the strip that says why a screen may be out of date, over the name of the event and the hour."""
    return 148.0 if canvas.width >= 1800 else 118.0


def _paint_whole_list(canvas: Canvas, slide: ListSlide, frame: Frame) -> None:
    """Paint a list that is alone on the screen, with the QR code beside it, or in the corner if it needs the width."""
    margin, wide = canvas.margin, canvas.width - 2 * canvas.margin
    rect = QRectF(margin, _TOP - 30, wide, canvas.height - 32 - _TOP + 30)
    title = wide
    if _code_in_corner(slide, frame):
        if frame.old_news is None:  # the strip would cover a part of it
            _paint_corner_code(canvas, frame.address)
        title -= _CORNER_CODE + 40
    elif frame.address and sum(column.name for column in slide.columns) == 1 and wide > 2 * _BESIDE_CODE:
        rect.setWidth(wide - _BESIDE_CODE)
        _paint_code(canvas, frame.address, canvas.width - margin, canvas.height - _FOOT)
    paint_whole_list(canvas, slide, rect, title)


def _code_in_corner(slide: Slide, frame: Frame) -> bool:
    """Whether the QR code is small and in the upper corner, because the lines of a list take the whole width."""
    return isinstance(slide, ListSlide) and slide.blocks > 1 and bool(frame.address)


def _paint_message(canvas: Canvas, slide: MessageSlide, frame: Frame) -> None:
    margin = canvas.margin
    rect = QRectF(margin, _TOP, canvas.width - 2 * margin, canvas.height - _FOOT - _TOP)
    if slide.title is not None:
        text = canvas.words(slide.title)
        canvas.write(margin, 206, text, size=58, weight=600, colour=canvas.colours.text, room=rect.width())
        rect.setTop(280)
    if frame.address:
        rect.setBottom(rect.bottom() - _CODE - 80)
        _paint_code(canvas, frame.address, canvas.width - margin, canvas.height - _FOOT)
    text = canvas.lines(slide.text)
    flags = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value
    painter = canvas.painter
    painter.setPen(colour_of(canvas.colours.text))
    for size in (128, 112, 96, 84, 72, 64, 56, 48, 42, 36, 32, SMALL):
        painter.setFont(hall_font(text, size, 600))
        needed = painter.boundingRect(rect, flags, text)
        if (needed.height() <= rect.height() and needed.width() <= rect.width()) or size == SMALL:
            painter.save()
            painter.setClipRect(rect)
            painter.drawText(rect, flags | Qt.TextFlag.TextWrapAnywhere.value if size == SMALL else flags, text)
            painter.restore()
            return


def _paint_picture(canvas: Canvas, slide: PictureSlide, frame: Frame, pictures: Pictures) -> None:
    image = pictures(slide.path)
    if image is None or image.isNull():
        _paint_head(canvas, frame)
        return
    top = 60.0 if frame.old_news is None else _strip(canvas) + 12
    room = QRectF(48, top, canvas.width - 96, canvas.height - 60 - top)
    scale = min(room.width() / image.width(), room.height() / image.height())
    wide, high = image.width() * scale, image.height() * scale
    place = QRectF(room.center().x() - wide / 2, room.center().y() - high / 2, wide, high)
    canvas.painter.drawImage(place, image)


def _paint_code(canvas: Canvas, address: str, right: float, bottom: float) -> None:
    """Paint ``address`` as a QR code with its text below. ``right`` and ``bottom`` are its lower right corner."""
    _paint_matrix(canvas, address, QRectF(right - _CODE, bottom - _CODE - 44, _CODE, _CODE))
    text = canvas.cut(address.removeprefix("https://").removeprefix("http://"), _BESIDE_CODE - 20, SMALL)
    canvas.write_right(right, bottom - SMALL / 2, text, size=SMALL, colour=canvas.colours.second)


def _paint_corner_code(canvas: Canvas, address: str) -> None:
    right = canvas.width - canvas.margin
    _paint_matrix(canvas, address, QRectF(right - _CORNER_CODE, 20, _CORNER_CODE, _CORNER_CODE))


def _paint_matrix(canvas: Canvas, address: str, place: QRectF) -> None:
    """Paint the QR code of ``address`` on white into ``place``."""
    rows, border = matrix_of(address), QUIET
    module = place.width() / (len(rows) + 2 * border)
    canvas.painter.fillRect(place, colour_of("#FFFFFF"))
    canvas.painter.setRenderHint(canvas.painter.RenderHint.Antialiasing, on=False)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                left, top = place.left() + (x + border) * module, place.top() + (y + border) * module
                canvas.painter.fillRect(QRectF(left, top, module, module), colour_of("#000000"))
    canvas.painter.setRenderHint(canvas.painter.RenderHint.Antialiasing)
