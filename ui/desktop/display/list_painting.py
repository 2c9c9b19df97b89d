"""Painting a page of a list on a screen: its lines, long names made to fit, numbers aligned, and the page number."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QRectF

from tournament.language import apart_parts
from ui.desktop.display.canvas import SMALL, Canvas
from ui.hall.slides import ListCell, ListColumn, ListSlide

_MOST_DOTS = 12
"""Maximum number of pages that are shown as dots; for more, the page number is written."""
_GAP = 22.0
_BETWEEN_BLOCKS = 64.0
_BASE = 0.36
"""Shift per difference of two type sizes that puts them on one baseline."""


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a column. ``slot`` is the width at its right end that is reserved for fractions."""

    left: float
    right: float
    slot: float = 0.0


_BESIDE = 34
"""The largest type size of a list beside something else."""
_LARGEST, _LARGEST_OF_MANY = 60, 40
"""The largest type size of a list alone on the screen: with one name across the screen, and with several."""
_WIDEST = 35
"""The maximum width of a line with one name, in type sizes."""
_OF_LINE = 0.64
"""The type size as a fraction of the height of a line."""
_SUBTITLE = 44
"""The height of a subtitle that has no room beside its title."""
_NOTE = 54.0
"""The height of a note below a list, which can have two lines."""


def paint_list(canvas: Canvas, slide: ListSlide, rect: QRectF, *, blocks: int = 1) -> None:
    """Paint ``slide`` beside something else into ``rect``: its title, its lines in ``blocks``, and the page number."""
    first, bottom = _room(canvas, slide, rect, 40)
    lines = -(-slide.lines // blocks)
    height = min((bottom - first) / lines, 2.4 * _BESIDE)
    size = max(min(round(height * _OF_LINE), _BESIDE), SMALL)
    _paint_lines(canvas, slide, QRectF(rect.left(), first, rect.width(), height), size, lines, blocks)
    _paint_title(canvas, slide, rect, 40)
    _paint_page(canvas, slide, rect)


def paint_whole_list(canvas: Canvas, slide: ListSlide, rect: QRectF, title: float) -> None:
    """Paint ``slide`` alone on the screen into ``rect``, in type as large as its number of lines allows.

    Its title has a room ``title`` units wide. A list with one name per line and one column of lines has a maximum
    width, so that the eye finds the points that belong to a name.
    """
    first, bottom = _room(canvas, slide, QRectF(rect.left(), rect.top(), title, rect.height()), 56)
    upright = canvas.width < canvas.height
    blocks = 1 if upright else slide.blocks
    lines = slide.lines * slide.blocks // blocks
    height = (bottom - first) / lines
    one_name = sum(column.name for column in slide.columns) == 1
    largest = _LARGEST if blocks == 1 and one_name else _LARGEST_OF_MANY
    size = max(min(round(height * _OF_LINE), largest), SMALL)
    height = min(height, 2.4 * size)
    _paint_title(canvas, slide, QRectF(rect.left(), rect.top(), title, rect.height()), 56)
    if blocks == 1 and one_name:
        rect = QRectF(rect.left(), rect.top(), min(rect.width(), _WIDEST * size), rect.height())
    _paint_lines(canvas, slide, QRectF(rect.left(), first, rect.width(), height), size, lines, blocks)
    _paint_page(canvas, slide, rect)


def _room(canvas: Canvas, slide: ListSlide, rect: QRectF, title_size: int) -> tuple[float, float]:
    """Where the lines of ``slide`` begin and end in ``rect``, which is as wide as its title may be."""
    if not _subtitle_fits(canvas, slide, rect, title_size):
        title_size += _SUBTITLE
    headings = any(column.heading is not None for column in slide.columns)
    foot = _NOTE + 12 if slide.note is not None else 50.0 if slide.pages > 1 else 4.0
    return rect.top() + title_size + (46 if headings else 16), rect.bottom() - foot


def _paint_lines(canvas: Canvas, slide: ListSlide, line: QRectF, size: int, lines: int, blocks: int) -> None:
    """Paint the lines in ``blocks`` side by side; ``line`` is as wide as all, and as high as one."""
    wide = (line.width() - _BETWEEN_BLOCKS * (blocks - 1)) / blocks
    places = _places(canvas, slide, wide, size)
    for block in range(blocks):
        rows = slide.rows[block * lines : (block + 1) * lines]
        if rows:
            left = line.left() + block * (wide + _BETWEEN_BLOCKS)
            moved = [_Place(each.left + left, each.right + left, each.slot) for each in places]
            _paint_block(canvas, slide, rows, QRectF(left, line.top(), wide, line.height()), size, moved)


def _subtitle_fits(canvas: Canvas, slide: ListSlide, rect: QRectF, size: int) -> bool:
    """Whether the subtitle has room beside the title, if there is one."""
    if slide.subtitle is None:
        return True
    wide = canvas.wide(canvas.words(slide.title), size, 600) + size * 0.4
    return wide + canvas.wide(canvas.words(slide.subtitle), _second(size)) <= rect.width()


def _second(size: int) -> int:
    """The type size of the subtitle beside a title of ``size``."""
    return max(SMALL, round(size * 0.72))


def _paint_title(canvas: Canvas, slide: ListSlide, rect: QRectF, size: int) -> None:
    middle, second = rect.top() + size * 0.5, _second(size)
    title, colours = canvas.words(slide.title), canvas.colours
    end = canvas.write(rect.left(), middle, title, size=size, weight=600, colour=colours.text, room=rect.width())
    if slide.subtitle is not None:
        text, beside = canvas.words(slide.subtitle), _subtitle_fits(canvas, slide, rect, size)
        left = end + size * 0.4 if beside else rect.left()
        middle += (size - second) * _BASE if beside else size * 0.5 + _SUBTITLE * 0.5
        canvas.write(left, middle, text, size=second, colour=colours.second, room=rect.right() - left)


def _paint_block(
    canvas: Canvas,
    slide: ListSlide,
    rows: Sequence[tuple[ListCell, ...]],
    line: QRectF,
    size: int,
    places: Sequence[_Place],
) -> None:
    for column, place in zip(slide.columns, places, strict=True):
        if column.heading is not None:
            text, middle = canvas.words(column.heading), line.top() - 19
            left = place.right - canvas.wide(text, SMALL) if column.right else place.left
            room = line.right() - left
            canvas.write(left, middle, text, size=SMALL, colour=canvas.colours.second, room=room)
    canvas.rule(line.left(), line.right(), line.top())
    for number, row in enumerate(rows):
        top = line.top() + number * line.height()
        for column, cell, place in zip(slide.columns, row, places, strict=True):
            _paint_cell(canvas, cell, place, QRectF(line.left(), top, line.width(), line.height()), size, column)
        canvas.rule(line.left(), line.right(), top + line.height())


def _paint_cell(canvas: Canvas, cell: ListCell, place: _Place, line: QRectF, size: int, column: ListColumn) -> None:
    whole, rest = _parts(canvas, cell)
    own, weight = _type(cell, size)
    colours, middle = canvas.colours, line.center().y()
    colour = colours.accent if cell.accent else colours.second if cell.second else colours.text
    if column.right:
        end = place.right - place.slot
        canvas.write_right(end, middle, whole, size=own, weight=weight, colour=colour)
        canvas.write(end, middle, rest, size=own, weight=weight, colour=colour)
    else:
        canvas.write_fitted(place.left, middle, whole + rest, size=own, weight=weight, colour=colour,
                            room=place.right - place.left, high=line.height())  # fmt: skip


def _places(canvas: Canvas, slide: ListSlide, wide_line: float, size: int) -> list[_Place]:
    """The positions of the columns in a line. Each is as wide as its widest cell; columns of names share the rest."""
    measured = [
        (0.0, 0.0) if column.name else _measured(canvas, slide, index, size)
        for index, column in enumerate(slide.columns)
    ]
    names = sum(column.name for column in slide.columns)
    shown = sum(bool(wide) for wide, _ in measured) + names
    rest = wide_line - sum(wide for wide, _ in measured) - _GAP * (shown - 1)
    share = max(rest / max(names, 1), 0.0)
    places: list[_Place] = []
    left = 0.0
    for column, (wide, slot) in zip(slide.columns, measured, strict=True):
        taken = share if column.name else wide
        places.append(_Place(left, left + taken, slot))
        left += taken + (_GAP if taken else 0.0)
    return places


def _measured(canvas: Canvas, slide: ListSlide, index: int, size: int) -> tuple[float, float]:
    """The width of a column, and the width of its fractions."""
    column = slide.columns[index]
    wholes, slots = [0.0], [0.0]
    for row in slide.rows:
        whole, rest = _parts(canvas, row[index])
        own = _type(row[index], size)
        wholes.append(canvas.wide(whole, *own) + (0.0 if column.right else canvas.wide(rest, *own)))
        slots.append(canvas.wide(rest, *own) if column.right else 0.0)
    wide = max(wholes) + max(slots)
    if column.heading is not None:
        wide = max(wide, canvas.wide(canvas.words(column.heading), SMALL))
    return wide, max(slots)


def _parts(canvas: Canvas, cell: ListCell) -> tuple[str, str]:
    """The text of a cell, and separately the fraction at its end, or an empty string."""
    if isinstance(cell.text, Fraction):
        return apart_parts(cell.text, canvas.language_code)
    return canvas.words(cell.text), ""


def _type(cell: ListCell, size: int) -> tuple[int, int]:
    """The type size and the weight of a cell."""
    own = max(SMALL, round(size * 0.75)) if cell.small else size
    return own, 600 if cell.strong else 400 if cell.second else 500


def _paint_page(canvas: Canvas, slide: ListSlide, rect: QRectF) -> None:
    middle, colours = rect.bottom() - SMALL / 2, canvas.colours
    left = rect.right()
    if slide.pages == 1:
        pass
    elif slide.pages <= _MOST_DOTS:
        for page in range(slide.pages, 0, -1):
            wide = 40.0 if page == slide.page else 16.0
            left -= wide
            colour = colours.accent if page == slide.page else colours.second
            canvas.painter.setOpacity(1.0 if page == slide.page else 0.4)
            canvas.bar(QRectF(left, middle - 5, wide, 10), colour)
            left -= 10.0
        canvas.painter.setOpacity(1.0)
    else:
        number = f"{slide.page} / {slide.pages}"
        left = canvas.write_right(rect.right(), middle, number, size=SMALL, colour=colours.accent, weight=600)
    texts = [canvas.words(text) for text in (slide.range_text, slide.note) if text is not None]
    if texts:
        room, middle = left - rect.left() - 16, middle if slide.note is None else rect.bottom() - _NOTE / 2
        canvas.write_fitted(rect.left(), middle, " · ".join(texts), size=SMALL, colour=colours.second, room=room,
                            high=_NOTE)  # fmt: skip
