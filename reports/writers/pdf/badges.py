"""Badges in three sizes, as many on a page as fit, to be cut apart; on both sides if the schedule is on the back.

Lengths in points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.design import USUAL_DESIGN, BadgeSize
from reports.document import Badge, Document
from reports.vocabulary import SITS_OUT
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.address_code import (
    code_of,
    code_room,
    draw_address,
    draw_desk_code,
    draw_link,
    player_address,
)
from reports.writers.pdf.fonts import Weight, cut, fitted_lines, fitting, line_high, width, wrap
from reports.writers.pdf.logo import head_pen, keep_clear, show_logo
from reports.writers.pdf.pen import BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen
from reports.writers.pdf.placards import draw_edge
from reports.writers.pdf.structure import Tag
from reports.writers.wording import one_line, text_of
from tournament.language import Language, listed, mark

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_NAMES = (40.0, 38.0, 36.0, 34.0, 32.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0)
"""Type sizes of a name."""
_READABLE = 28.0
"""From this size on a name is read across a table: long words are rather broken than set in smaller type."""
_EDGE_ROOM = 22.0
"""Points that the line with the details of the page needs below the badges."""
_ROWS = 6
"""Sessions in one column."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Margin and type sizes of a badge."""

    pad: float
    event: float
    number: float
    group: float
    detail: float
    seat: float
    back: float
    """The schedule on the back, at most."""
    logo: tuple[float, float]
    """The largest logo."""
    captioned: bool = True
    """There is room for the line below a code."""


_SIZES = {
    BadgeSize.A6: _Sizes(20.0, 11.0, 30.0, 16.0, 12.0, 9.0, 13.0, (200.0, 120.0)),
    BadgeSize.A7: _Sizes(15.0, 9.0, 20.0, 12.0, 9.5, 7.5, 11.0, (80.0, 44.0)),
    BadgeSize.CARD: _Sizes(11.0, 7.5, 15.0, 9.5, 7.5, 7.0, 9.0, (60.0, 32.0), captioned=False),
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A badge on the page."""

    left: float
    top: float
    wide: float
    high: float


def write_badges(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the badges with cutting marks. Each page of backs follows its page of fronts, mirrored."""
    design = document.design or USUAL_DESIGN
    sheet = _Sheet(page_size.value, design.badge.points)
    sides = (False, True) if design.schedule_on_back else (False,)
    firsts = range(0, len(document.badges), sheet.places)
    pages = [(document.badges[first : first + sheet.places], back) for first in firsts for back in sides]
    pen = Pen(canvas)
    for number, (badges, back) in enumerate(pages):
        if progress:
            progress(number, len(pages))
        for place, badge in enumerate(badges):
            with pen.group(Tag.SECTION):
                one = _BadgePen(head_pen(pen), badge, document, language, sheet.box(place, mirrored=back))
                if back:
                    one.draw_back()
                else:
                    one.draw_front(whole=not design.schedule_on_back)
        with pen.decoration():
            sheet.draw_marks(pen)
        left = max(sheet.left, 15.0)
        draw_edge(pen, document, language, (number + 1, len(pages)), left=left, right=sheet.page[0] - left)
        canvas.showPage()


class _Sheet:
    """How badges share a page."""

    def __init__(self, page: tuple[float, float], size: tuple[float, float]) -> None:
        self.page = page
        self._across, self._down = (int((whole + 0.5) // part) for whole, part in zip(page, size, strict=True))
        self.left = (page[0] - self._across * size[0]) / 2
        self._below = max((page[1] - self._down * size[1]) / 2, _EDGE_ROOM)
        # Two millimetres lower where whole badges would leave no room for the line with the details of the page.
        self._size = size[0], min(size[1], (page[1] - self._below) / self._down)

    @property
    def places(self) -> int:
        """The number of badges on a page."""
        return self._across * self._down

    def box(self, place: int, *, mirrored: bool) -> _Box:
        """The box at this place, row by row from the top left, or ``mirrored`` from the top right."""
        row, column = divmod(place, self._across)
        if mirrored:
            column = self._across - 1 - column
        wide, high = self._size
        return _Box(self.left + column * wide, self._below + (self._down - row) * high, wide, high)

    def draw_marks(self, pen: Pen) -> None:
        """Draw hairlines to cut along, over the whole page but for the line with its details."""
        for column in range(self._across + 1):
            x = self.left + column * self._size[0]
            if 3 < x < self.page[0] - 3:
                pen.rule(x, _EDGE_ROOM - 1, x, self.page[1], thick=0.3, grey=LIGHT)
        for row in range(self._down + 1):
            y = self._below + row * self._size[1]
            if 3 < y < self.page[1] - 3:
                pen.rule(0, y, self.page[0], y, thick=0.3, grey=LIGHT)


class _BadgePen:
    """Draws one badge."""

    def __init__(self, pen: Pen, badge: Badge, document: Document, language: Language, box: _Box) -> None:
        self._pen, self._badge, self._document, self._language = pen, badge, document, language
        self._sizes = sizes = _SIZES[(document.design or USUAL_DESIGN).badge]
        self._box = box
        self._left, self._right = box.left + sizes.pad, box.left + box.wide - sizes.pad
        self._bottom = box.top - box.high + sizes.pad
        self._address = player_address(document.address, badge.number)

    def draw_front(self, *, whole: bool) -> None:
        """Draw the side with the name; ``whole`` also with code and schedule."""
        code = self._code_room if whole else (0.0, 0.0)
        top = self._draw_head()
        low = self._draw_details(code, self._seat_lines() if whole else ())
        self._draw_name(top, low, code)
        if whole:
            self._draw_code(code)
        self._show_logo()

    def draw_back(self) -> None:
        """Draw the side with the schedule and the code."""
        code = self._code_room
        top = self._draw_head()
        name = one_line(" ".join(self._badge.name_lines))
        sizes = [self._sizes.group * share for share in (1.0, 0.9, 0.8, 0.7, 0.6)]
        size, lines = fitted_lines((name,), Weight.SEMIBOLD, sizes, self._room, lines=3)
        for line in lines:
            top -= size * line_high(line, Weight.SEMIBOLD)
            self._pen.text(self._left, top, line, size=size, weight=Weight.SEMIBOLD)
        self._draw_seats(top - size * 0.5, code)
        self._draw_code(code)
        self._show_logo()

    @property
    def _code_room(self) -> tuple[float, float]:
        text = code_of(self._badge.link) or self._address or self._badge.scanned
        return code_room(text, captioned=self._sizes.captioned)

    @property
    def _role(self) -> str:
        return "" if self._badge.role is None else one_line(self._language.render(self._badge.role))

    @property
    def _room(self) -> float:
        return self._right - self._left

    def _draw_head(self) -> float:
        """Draw the name of the event and the number of the player; return the top of what follows."""
        pen, sizes = self._pen, self._sizes
        number = str(self._badge.number)
        base = self._box.top - sizes.pad - sizes.number * 0.74
        beside = width(number, Weight.BOLD, sizes.number) + 10
        event, room = one_line(self._document.event), self._room - beside
        size = fitting(event, Weight.MEDIUM, sizes.event, room, least=sizes.event * 0.8)
        for place, line in enumerate(reversed(wrap(event, Weight.MEDIUM, size, room, lines=2))):
            pen.text(self._left, base + place * size * 1.15, line, size=size, weight=Weight.MEDIUM, grey=DARK)
        pen.text(self._right, base, number, size=sizes.number, weight=Weight.BOLD, align=Align.RIGHT)
        y = base - sizes.event * 0.75
        pen.rule(self._left, y, self._right, y, thick=0.6, grey=BLACK)
        return y - sizes.event * 0.5

    def _draw_name(self, top: float, low: float, code: tuple[float, float]) -> None:
        """Draw the name between ``top`` and ``low``: beside the code or above it, whichever gives larger type."""
        badge = self._badge
        parts = badge.name_lines
        places = (self._room - code[0] - 4, top - low), (self._room, top - max(low, self._bottom + code[1]))
        beside, above = (
            fitted_lines(parts, Weight.BOLD, _NAMES, room, high=high, readable=_READABLE) for room, high in places
        )
        size, lines = max(above, beside, key=lambda each: each[0])
        spare = top - low - sum(size * line_high(line, Weight.BOLD) for line in lines)
        y = top - min(max(spare, 0.0) * 0.4, self._sizes.pad)
        with self._pen.part(Tag.HEADING):
            for line in lines:
                high = size * line_high(line, Weight.BOLD)
                y -= high
                self._pen.text(self._left, y + high * 0.2, line, size=size, weight=Weight.BOLD)

    def _draw_details(self, code: tuple[float, float], seats: Sequence[str]) -> float:
        """Draw team or club, country and EMA number, and the ``seats``, up from the lower edge; return their top."""
        sizes, room, y = self._sizes, self._room - code[0], self._bottom
        columns = 1 if len(seats) <= _ROWS else 2
        rows, share = -(-len(seats) // columns), room / columns - (6 if columns > 1 else 0)
        for place, line in enumerate(seats):
            column, row = divmod(place, rows)
            size = fitting(line, Weight.REGULAR, sizes.seat, share, least=5.5)
            x = self._left + column * room / columns
            base = y + (rows - 1 - row) * sizes.seat * 1.3
            self._pen.text(x, base, cut(line, Weight.REGULAR, size, share), size=size, grey=DARK)
        if rows:
            y += rows * sizes.seat * 1.3 + 4
        country = text_of(self._badge.country, self._language) if self._badge.country is not None else ""
        detail = " · ".join(filter(None, (country, self._badge.code)))
        for text, largest, weight, grey in (
            (detail, sizes.detail, Weight.REGULAR, DARK),
            (" · ".join(filter(None, (self._role, one_line(self._badge.group)))), sizes.group, Weight.SEMIBOLD, BLACK),
        ):
            sizes_tried = [largest * share for share in (1.0, 0.9, 0.8, 0.7)]
            size, lines = fitted_lines((text,), weight, sizes_tried, room, lines=2)
            for line in reversed(lines):
                high = size * line_high(line, weight)
                below = 0.22 * size + 0.5 * (high - 1.2 * size)  # tall scripts reach further down, too
                self._pen.text(self._left, y + below, line, size=size, weight=weight, grey=grey)
                y += high
        return y + 2

    def _seat_lines(self) -> tuple[str, ...]:
        """The seats, one line for each session."""
        return tuple(
            one_line(self._language.render(listed(
                each
                for each in (
                    mark("S{session}", session=seat.session),
                    mark("{table} {wind}", table=seat.table, wind=seat.wind.short)
                    if seat.table is not None and seat.wind is not None
                    else SITS_OUT,
                    seat.name,
                    seat.when,
                )
                if each is not None
            )))
            for seat in self._badge.seats
        )  # fmt: skip

    def _draw_seats(self, top: float, code: tuple[float, float]) -> None:
        """Draw the seats as a table below ``top``, beside the code if they would meet it."""
        seats, render = self._badge.seats, self._language.render
        if not seats:
            return
        rows = [
            tuple(map(one_line, (
                render(mark("S{session}", session=seat.session)),
                render(SITS_OUT if seat.table is None else mark("Table {table}", table=seat.table)),
                "" if seat.wind is None else render(seat.wind.label),
                " · ".join(render(each) for each in (seat.name, seat.when) if each is not None),
            )))
            for seat in seats
        ]  # fmt: skip
        pitch = min(self._sizes.back * 1.6, (top - self._bottom) / len(rows))
        size = min(self._sizes.back, pitch / 1.2)
        meets = top - pitch * len(rows) < self._bottom + code[1]
        room = self._room - (code[0] + 4 if meets else 0)
        while size > 5 and _wide(rows, size) > room:
            size -= 0.25
        widths = [max(width(row[column], Weight.SEMIBOLD, size) for row in rows) + size * 0.9 for column in range(3)]
        for number, row in enumerate(rows):
            x, base = self._left, top - pitch * (number + 0.72)
            for column, text in enumerate(row):
                weight, grey = (Weight.SEMIBOLD, BLACK) if column == 1 else (Weight.REGULAR, GREY)
                last = self._left + room - x
                self._pen.text(x, base, cut(text, weight, size, last), size=size, weight=weight, grey=grey)
                x += widths[column] if column < 3 else 0
            y = top - pitch * (number + 1)
            self._pen.rule(self._left, y, self._left + room, y, thick=0.3, grey=MIDDLE)

    def _draw_code(self, code: tuple[float, float]) -> None:
        """Draw the code in the lower right corner."""
        if not code[0]:
            return
        keep_clear(self._pen, (self._right - code[0], self._bottom, self._right, self._bottom + code[1]))
        codes = (self._badge.link, draw_link), (self._address, draw_address), (self._badge.scanned, draw_desk_code)
        text, draw = next((text, draw) for text, draw in codes if text)
        draw(
            self._pen,
            text,
            self._language,
            right=self._right,
            bottom=self._bottom,
            captioned=self._sizes.captioned,
        )

    def _show_logo(self) -> None:
        """Show the logo where there is room."""
        area = self._left, self._bottom, self._right, self._box.top - self._sizes.pad + 3
        show_logo(self._pen, area, most=self._sizes.logo)


def _wide(rows: Sequence[Sequence[str]], size: float) -> float:
    """The width of a table of seats in this type size."""
    columns = zip(*rows, strict=True)
    return sum(max(width(text, Weight.SEMIBOLD, size) for text in column) + size * 0.9 for column in columns)
