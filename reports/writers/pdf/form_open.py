"""The score sheet of a game whose winds depend on results: one row per hand, on as many pages as necessary."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from reports.document import OpenHand, OpenSheetForm
from reports.writers.pdf.fonts import Weight, cut, fitting, width, wrap
from reports.writers.pdf.form_rounds import draw_wind, draw_won
from reports.writers.pdf.form_sums import SumsPlace, draw_ends, draw_sums, fill_sums, sums_high
from reports.writers.pdf.grid import Grid
from reports.writers.pdf.pen import BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen
from reports.writers.pdf.structure import Tag
from tournament.language import Language, Text, integer_text, listed, mark, mark_in, signed_text

OPEN_ROW = 20.6
"""Height of a hand: 7.3 mm."""
_HAND, _ROUND, _VALUE, _WON = 22.0, 30.0, 30.0, 49.0
_LYING = 20.0
"""Width of the columns of counters and of sticks."""
_ASKED = {0: 0.0, 1: 46.0}
_ASKED_OF_MANY = 36.0
"""Widths of the columns at the left: of a single question, and of each of several."""
_WIND, _SIGN = 15.0, 13.0
_VALUE_SHARE, _NET_SHARE = 0.3, 0.33
"""Shares of a player's column, after the wind."""
_ENDS = 66.0
"""Space for the reminder and the lines below the table."""
_SMALL, _SMALLEST = 7.5, 5.4
_MANY_NOTES = 5
"""Lines above the columns at the left that stand closer together."""
_WIN_ROW = 6.4
"""Between the lines of several winners, and their size."""


@dataclass(frozen=True)
class OpenGrid(Grid):
    """The form on one paper size: its columns depend on what the rules ask about a hand."""

    round_wind: bool
    four_values: bool
    questions: int
    on_table: bool
    signs: bool

    @classmethod
    def of(cls, grid: Grid, form: OpenSheetForm) -> "OpenGrid":
        """The grid of ``form`` on the paper of ``grid``."""
        return cls(
            grid.page_wide, grid.page_high, grid.tight, form.round_wind, form.four_values, len(form.asked),
            form.on_table, bool(form.signs),
        )  # fmt: skip

    @cached_property
    def hand(self) -> float:
        """Left edge of the column of hand numbers."""
        return self.left

    @cached_property
    def number(self) -> float:
        """Right edge of the column of hand numbers."""
        return self.left + _HAND

    @cached_property
    def round(self) -> float:
        """Right edge of the column of the round wind; the same as its left edge if there is no such column."""
        return self.number + (_ROUND if self.round_wind else 0)

    @cached_property
    def lying(self) -> tuple[float, ...]:
        """Right edges of the columns of counters and of sticks, if there are any."""
        return (self.round + _LYING, self.round + 2 * _LYING) if self.on_table else ()

    @cached_property
    def points(self) -> float:
        """Right edge of the column of values; the same as its left edge if there is no such column."""
        return self.asked[-1] + (0 if self.four_values else _VALUE)

    @cached_property
    def asked(self) -> tuple[float, ...]:
        """Edges of the columns of questions; the first is where they begin."""
        each = _ASKED.get(self.questions, _ASKED_OF_MANY)
        left = self.lying[-1] if self.lying else self.round
        return tuple(left + each * number for number in range(self.questions + 1))

    @cached_property
    def won(self) -> float:
        """Right edge of the column of the winner."""
        return self.points + _WON

    @cached_property
    def winds(self) -> tuple[float, ...]:
        """Right edges of the own winds in the players' columns."""
        return tuple(edge + _WIND for edge in self.columns[:4])

    @cached_property
    def marked(self) -> tuple[float, ...]:
        """Right edges of what stands at the players in their columns; the winds' if nothing does."""
        return tuple(wind + (_SIGN if self.signs else 0) for wind in self.winds)

    @cached_property
    def _behind_wind(self) -> float:
        return self.columns[1] - self.marked[0]

    @cached_property
    def values(self) -> tuple[float, ...]:
        """Right edges of the values in the players' columns, if there are any."""
        return tuple(left + (self._behind_wind * _VALUE_SHARE if self.four_values else 0) for left in self.marked)

    @cached_property
    def nets(self) -> tuple[float, ...]:
        """Right edges of + / − in the players' columns."""
        share = _NET_SHARE if self.four_values else 0.47
        return tuple(value + self._behind_wind * share for value in self.values)


@dataclass(frozen=True, slots=True)
class OpenPages:
    """The hands of a form by pages, with empty rows at the end if more may follow."""

    grid: OpenGrid
    pages: tuple[tuple[OpenHand, ...], ...]
    sums_high: float
    """The height of the rows of sums."""

    @classmethod
    def of(cls, grid: OpenGrid, form: OpenSheetForm) -> "OpenPages":
        """Fill the pages: the last one also has the sums."""
        room = grid.rounds_top - grid.foot
        high = sums_high(form)
        sums = high + grid.sign_high + _ENDS
        whole, ending = int((room - 30) // OPEN_ROW), int((room - sums) // OPEN_ROW)
        hands, pages = list(form.hands), list[tuple[OpenHand, ...]]()
        while len(hands) > ending:
            pages.append(tuple(hands[:whole]))
            hands = hands[whole:]
        if form.more:
            first = (hands[-1].number if hands else pages[-1][-1].number if pages else 0) + 1
            hands += [OpenHand(number) for number in range(first, first + ending - len(hands))]
        return cls(grid, (*pages, tuple(hands)), high)

    def bottom(self, page: int) -> float:
        """Lower edge of the hands of a page."""
        return self.grid.rounds_top - len(self.pages[page]) * OPEN_ROW

    @property
    def sums(self) -> SumsPlace:
        """The place of the sums on the last page."""
        return SumsPlace(self.grid, self.bottom(-1), self.sums_high)


def draw_open(pen: Pen, pages: OpenPages, page: int, form: OpenSheetForm, language: Language) -> None:
    """Draw one page of the form between its head and its foot, 0 for the first, with what is filled in."""
    grid, hands = pages.grid, pages.pages[page]
    last = page == len(pages.pages) - 1
    _draw_heads(pen, grid, form, language)
    for row, hand in enumerate(hands):
        top = grid.rounds_top - row * OPEN_ROW
        with pen.part(Tag.PARAGRAPH):
            _draw_row(pen, grid, hand, top, language, opens=row == 0 or (hand.state is not None and hand.state.opens))
            _fill_row(pen, grid, hand, top - OPEN_ROW / 2, form.unit, language)
    bottom = pages.bottom(page)
    pen.rule(grid.left, bottom, grid.right, bottom, thick=1)
    if last:
        place = pages.sums
        draw_sums(pen, place, form, language)
        fill_sums(pen, place, form, language)
        draw_ends(pen, place, language, _reminder(form), remarked=form.remark is not None)
    else:
        for edge in grid.columns:
            pen.rule(edge, grid.top, edge, bottom, thick=1)
        text = language.render(mark("The next page continues with hand {hand}.", hand=hands[-1].number + 1))
        pen.text(grid.right, bottom - 14, text, size=8.2, weight=Weight.SEMIBOLD, align=Align.RIGHT)


def _reminder(form: OpenSheetForm) -> Text | None:
    """What the four add up to where it is not what the other games say."""
    if not form.on_table or form.starting_points is None:
        return None
    return mark(
        "Check every hand before the next one. The points at the end add up to {points}, with the riichi sticks that "
        "nobody gets. Once signed, the result is final.",
        points=4 * form.starting_points,
    )


def _draw_heads(pen: Pen, grid: OpenGrid, form: OpenSheetForm, language: Language) -> None:
    bottom = grid.top - grid.players_high
    pen.rule(grid.columns[0], grid.top, grid.right, grid.top, thick=1)
    room = grid.won - grid.left - 6
    start = (
        mark("{points} points each at the start", points=form.starting_points)
        if form.starting_points is not None
        else None
    )
    unit = mark("Rows are in hundreds: {points} for {all}.", points=1, all=form.unit) if form.unit > 1 else None
    meanings = [mark("{sign}: {meaning}", sign=sign, meaning=meaning) for sign, meaning in form.signs]
    signs = listed(meanings) if meanings else None
    notes = (mark("Players sit by start seat."), mark("The number stays all session."), start, unit, signs)
    lines = [wrap(language.render(note), Weight.REGULAR, _SMALL, room, lines=2) for note in notes if note is not None]
    told = list(chain.from_iterable(lines))
    step = 8.6 if len(told) < _MANY_NOTES else 7.9
    for number, line in enumerate(told):
        pen.text(grid.left + 2, grid.top - 8 - number * step, line, size=_SMALL, grey=DARK)
    _heading(pen, language, mark("Hand"), grid.left, grid.number, bottom)
    if grid.round_wind:
        _heading(pen, language, mark("Round"), grid.number, grid.round, bottom)
    if grid.lying:
        _heading(pen, language, mark("Counters, sticks"), grid.round, grid.lying[-1], bottom)
    for asked, left, right in zip(form.asked, grid.asked[:-1], grid.asked[1:], strict=True):
        _heading(pen, language, asked, left, right, bottom)
    if not grid.four_values:
        _heading(pen, language, form.value, grid.asked[-1], grid.points, bottom)
    _heading(pen, language, mark("Won, from"), grid.points, grid.won, bottom)
    for column in range(4):
        pen.text(grid.columns[column] + 7, grid.top - 23, str(column + 1), size=21, weight=Weight.BOLD)
        if form.signs:
            heading = "/".join(language.render(sign) for sign, _ in form.signs)
            _heading(pen, language, heading, grid.winds[column] - 8, grid.marked[column] + 2, bottom)
        if grid.four_values:
            _heading(pen, language, form.value, grid.columns[column] + 3, grid.values[column], bottom)
        _heading(pen, language, "+ / −", grid.values[column], grid.nets[column], bottom)
        _heading(pen, language, mark("Total"), grid.nets[column], grid.columns[column + 1], bottom)
    pen.rule(grid.left, bottom, grid.right, bottom, thick=1)


def _heading(pen: Pen, language: Language, heading: Text | str, left: float, right: float, bottom: float) -> None:
    """A heading above its column, in up to three lines."""
    text, room = language.render(heading), right - left - 4
    longest = max(width(word, Weight.REGULAR, _SMALL) for word in text.split())
    size = _SMALL * min(1, room / longest)
    for number, line in enumerate(reversed(wrap(text, Weight.REGULAR, size, room, lines=3))):
        pen.text(right - 2.5, bottom + 5 + number * 8.6, line, size=size, grey=DARK, align=Align.RIGHT)


def _draw_row(pen: Pen, grid: OpenGrid, hand: OpenHand, top: float, language: Language, *, opens: bool) -> None:
    """The empty row, with the winds that are known."""
    middle = top - OPEN_ROW / 2
    pen.rule(grid.left, top, grid.right, top, thick=1 if opens else 0.45, grey=0 if opens else MIDDLE)
    for x in dict.fromkeys((grid.left, grid.number, grid.round, *grid.lying, *grid.asked, grid.points, *grid.winds,
                            *grid.marked, *grid.values, *grid.nets)):  # fmt: skip
        pen.rule(x, top, x, top - OPEN_ROW, thick=0.4, grey=LIGHT)
    centre = (grid.hand + grid.number) / 2
    pen.text(centre, middle - 3, str(hand.number), size=8.8, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    if hand.state is None:
        return
    if grid.round_wind and hand.state.prevalent is not None:
        deal = hand.state.prevalent.label
        if grid.on_table:
            deal = mark_in("hand of a round", "{wind} {number}", wind=deal, number=hand.state.passed % 4 + 1)
        text, room = language.render(deal), _ROUND - 3
        size = fitting(text, Weight.REGULAR, _SMALL, room, least=_SMALLEST)
        shown = cut(text, Weight.REGULAR, size, room + 0.01)
        pen.text((grid.number + grid.round) / 2, middle - 2.6, shown, size=size, align=Align.CENTRE)
    for number, edge in zip((hand.state.counters, hand.state.sticks), grid.lying, strict=False):
        if number:
            pen.text(edge - _LYING / 2, middle - 3, str(number), size=8.8, align=Align.CENTRE)
    for column, wind in enumerate(hand.state.winds):
        draw_wind(pen, language, wind, (grid.columns[column] + grid.winds[column]) / 2, middle)


def _fill_row(pen: Pen, grid: OpenGrid, hand: OpenHand, middle: float, unit: int, language: Language) -> None:
    """Write what was recorded of a hand, points in ``unit``."""
    y = middle - 3.1
    grey = BLACK if hand.played else GREY
    wins = ((hand.won, hand.points), *((win.won, win.value) for win in hand.further))
    most, small = (9.0, _SMALL) if len(wins) == 1 else (_WIN_ROW, _WIN_ROW)
    for place, (won, points) in enumerate(wins):
        line = middle + ((len(wins) - 1) / 2 - place) * _WIN_ROW
        if won is not None:
            draw_won(pen, language.render(won), grid.points, grid.won, line, grey=grey, most=small)
        if points is not None:
            text = language.render(points) if isinstance(points, Text | str) else str(points)
            _number(pen, text, grid.asked[-1], grid.points, line - most * 0.345, most=most)
    for answer, left, right in zip(hand.answers, grid.asked[:-1], grid.asked[1:], strict=False):
        if answer is not None:
            _answer(pen, language.render(answer), left, right, middle)
    winners = {hand.winner, *(win.winner for win in hand.further)}
    for column in range(4):
        weight = Weight.SEMIBOLD if column in winners else Weight.REGULAR
        text = "".join(map(language.render, hand.signs[column]))
        if text:
            centre = (grid.winds[column] + grid.marked[column]) / 2
            size = fitting(text, Weight.BOLD, 8.8, _SIGN - 3, least=0)
            pen.text(centre, y, text, size=size, weight=Weight.BOLD, align=Align.CENTRE)
        if hand.values is not None:
            _number(pen, integer_text(hand.values[column]), grid.winds[column], grid.values[column], y, weight)
        if hand.net is not None:
            _number(pen, signed_text(hand.net[column] // unit), grid.values[column], grid.nets[column], y, weight)
        if hand.totals is not None:
            _number(pen, integer_text(hand.totals[column] // unit), grid.nets[column], grid.columns[column + 1], y)
        if column in hand.penalised:
            penalty = language.render(mark_in("penalty", "P"))
            pen.text(grid.marked[column] + 2, y + 5, penalty, size=_SMALL, weight=Weight.SEMIBOLD)


def _answer(pen: Pen, text: str, left: float, right: float, middle: float) -> None:
    """In the middle of its cell; smaller and in up to three lines where it is long, as the names of hands are."""
    room, centre = right - left - 5, (left + right) / 2
    if width(text, Weight.REGULAR, _SMALL) <= room:
        pen.text(centre, middle - 2.6, text, size=_SMALL, align=Align.CENTRE)
        return
    lines = wrap(text, Weight.REGULAR, _SMALLEST, room, lines=3)
    for number, line in enumerate(lines):
        y = middle - 1.8 + (len(lines) - 1 - 2 * number) * _SMALLEST * 0.55
        pen.text(centre, y, line, size=_SMALLEST, align=Align.CENTRE)


def _number(
    pen: Pen, text: str, left: float, right: float, y: float, weight: Weight = Weight.REGULAR, *, most: float = 9.0
) -> None:
    """Right-aligned, and smaller if there is little space."""
    size = fitting(text, weight, most, right - left - 5, least=0)
    pen.text(right - 3.5, y, text, size=size, weight=weight, align=Align.RIGHT)
