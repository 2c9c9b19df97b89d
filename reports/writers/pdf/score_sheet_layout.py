"""The positions of everything on a score sheet. The printer draws by them, and photographs are read by them.

Lengths in points, from the lower left corner of the page. People write the answers into boxes: three for the points of
a hand, four to tick the winner and four the discarder, a sign and digits for a total. The boxes are lighter than ink
and do not touch a rule, so that neither is read as part of a digit.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from reports.document import OpenHand, OpenSheetForm, ScoreSheetForm, SumRow, TableForm
from reports.sheets.code import layout_suffix
from reports.writers.paper import PageSize
from reports.writers.pdf.pen import BLACK, LIGHT, MIDDLE
from tournament.language import mark
from tournament.rules.rotation import HANDS_IN_ROUND

MARGIN = 34.0
"""12 mm."""
ROW = 23.9
"""Height of a row to write in: 8.4 mm."""
_TOP = 112.0
"""From the upper edge of the page to the table."""
_PLAN, _HAND, _POINTS, _WON = 50.0, 18.5, 44.0, 50.0
"""Widths of the first four columns."""


@dataclass(frozen=True)
class Grid:
    """The score sheet on one paper size."""

    page_wide: float
    page_high: float
    tight: bool
    """True on paper shorter than A4: rows that are not written in are lower."""

    @cached_property
    def left(self) -> float:
        """Left edge."""
        return MARGIN

    @cached_property
    def right(self) -> float:
        """Right edge."""
        return self.page_wide - MARGIN

    @cached_property
    def wide(self) -> float:
        """Between the edges."""
        return self.right - self.left

    @cached_property
    def top(self) -> float:
        """Upper edge of the table."""
        return self.page_high - _TOP

    @cached_property
    def hand(self) -> float:
        """Left edge of the column of hand numbers."""
        return self.left + _PLAN

    @cached_property
    def number(self) -> float:
        """Right edge of the column of hand numbers."""
        return self.hand + _HAND

    @cached_property
    def points(self) -> float:
        """Right edge of the column of points."""
        return self.number + _POINTS

    @cached_property
    def won(self) -> float:
        """Right edge of the column of the winner."""
        return self.points + _WON

    @cached_property
    def columns(self) -> tuple[float, ...]:
        """Edges of the four players' columns, five of them."""
        step = (self.right - self.won) / 4
        return tuple(self.won + step * number for number in range(5))

    @cached_property
    def winds(self) -> tuple[float, ...]:
        """Right edges of the own winds in the players' columns."""
        return tuple(edge + 16.5 for edge in self.columns[:4])

    @cached_property
    def nets(self) -> tuple[float, ...]:
        """Right edges of + / − in the players' columns."""
        return tuple(wind + (self.columns[1] - self.columns[0] - 16.5) * 0.47 for wind in self.winds)

    @cached_property
    def players_high(self) -> float:
        """Height of the heads with the players' names."""
        return 63.0 if self.tight else 66.0

    @cached_property
    def band(self) -> float:
        """Height of the band over a round."""
        return 13.0 if self.tight else 15.5

    @cached_property
    def block(self) -> float:
        """Height of a round with its band."""
        return self.band + 4 * ROW

    @cached_property
    def rounds_top(self) -> float:
        """Upper edge of the first round."""
        return self.top - self.players_high

    def sums_top(self, rounds: int) -> float:
        """Upper edge of the penalties, under ``rounds`` rounds."""
        return self.rounds_top - rounds * self.block

    @cached_property
    def sign_high(self) -> float:
        """Height of the row of signatures."""
        return 26.0 if self.tight else 36.0

    @cached_property
    def foot(self) -> float:
        """Base line of the foot."""
        return 22.0 if self.tight else 30.0


LOW_ROW = 18.6
"""Height of a row of sums where there are many."""


@dataclass(frozen=True, slots=True)
class SumsPlace:
    """The place of the rows under the hands."""

    grid: Grid
    top: float
    """Upper edge of the penalties."""
    high: float
    """The height of the rows above the signatures."""

    @property
    def signatures(self) -> float:
        """Upper edge of the signatures."""
        return self.top - self.high

    @property
    def bottom(self) -> float:
        """Lower edge of the signatures."""
        return self.signatures - self.grid.sign_high


def sums_high(form: TableForm) -> float:
    """The height of the rows above the signatures."""
    return ROW + len(sum_rows(form)) * row_high(form)


def row_high(form: TableForm) -> float:
    return LOW_ROW if form.steps else ROW


def sum_rows(form: TableForm) -> tuple[SumRow, ...]:
    """The rows between penalties and signatures."""
    rows = [form.left] if form.left is not None else []
    start, totals = form.starting_points, form.totals
    if start is None:
        rows.append(SumRow(mark("Total"), None, totals, strong=True))
    else:
        chips = None if totals is None else [start + total for total in totals]
        if isinstance(form, OpenSheetForm) and form.on_table:
            less = mark("{points} less than at the end", points=start)
            rows.append(SumRow(mark("Points at the end"), None, chips, signed=False))
            rows.append(SumRow(mark("Total"), less, totals, strong=True))
        else:
            more = mark("{points} more than the total", points=start)
            rows.append(SumRow(mark("Total"), None, totals, strong=True))
            rows.append(SumRow(mark("Chips at the end"), more, chips, signed=False))
    rows += form.steps
    if form.points_text is not None:
        points = form.table_points
        exact = not form.steps or any(row.exact for row in form.steps)
        rows.append(SumRow(mark("Table points"), form.points_text, points, signed=False, strong=True, exact=exact))
    return tuple(rows)


OPEN_ROW = 20.6
"""Height of a hand: 7.3 mm."""
_OPEN_HAND, ROUND, _VALUE, _OPEN_WON = 22.0, 30.0, 30.0, 49.0
LYING = 20.0
"""Width of the columns of counters and of sticks."""
_ASKED = {0: 0.0, 1: 46.0}
_ASKED_OF_MANY = 36.0
"""Widths of the columns at the left: of a single question, and of each of several."""
_WIND, SIGN = 15.0, 13.0
_VALUE_SHARE, _NET_SHARE = 0.3, 0.33
"""Shares of a player's column, after the wind."""
ENDS = 66.0
"""Space for the reminder and the lines below the table."""


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
        return self.left + _OPEN_HAND

    @cached_property
    def round(self) -> float:
        """Right edge of the column of the round wind; the same as its left edge if there is no such column."""
        return self.number + (ROUND if self.round_wind else 0)

    @cached_property
    def lying(self) -> tuple[float, ...]:
        """Right edges of the columns of counters and of sticks, if there are any."""
        return (self.round + LYING, self.round + 2 * LYING) if self.on_table else ()

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
        return self.points + _OPEN_WON

    @cached_property
    def winds(self) -> tuple[float, ...]:
        """Right edges of the own winds in the players' columns."""
        return tuple(edge + _WIND for edge in self.columns[:4])

    @cached_property
    def marked(self) -> tuple[float, ...]:
        """Right edges of the signs in the players' columns; those of the winds if the form has no signs."""
        return tuple(wind + (SIGN if self.signs else 0) for wind in self.winds)

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
        sums = high + grid.sign_high + ENDS
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


QR_SIDE = 58.0
"""Side of the code without its border: 20.5 mm."""
QR_TOP = 28.0


class SheetRule(NamedTuple):
    """A printed rule from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    thick: float = 1.0
    grey: float = BLACK


class SheetBox(NamedTuple):
    """A box to write one digit in, or to tick."""

    left: float
    bottom: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class NumberBoxes:
    """Boxes for a number, which ends in the last one."""

    sign: SheetBox | None
    digits: tuple[SheetBox, ...]
    unit: int = 1
    """What the number counts; its zeros are printed behind the boxes if it is not 1."""


@dataclass(frozen=True, slots=True)
class HandBoxes:
    """Boxes for one hand."""

    points: NumberBoxes
    won: tuple[SheetBox, ...]
    """Ticks for the winner, columns A–D."""
    discarder: tuple[SheetBox, ...]
    """Ticks for the player whose discard won; none is ticked after a self-draw."""


class LayoutKind(Enum):
    """The kind of a blank sheet, by what people write on it. Its number is part of the code printed on the sheet."""

    HANDS = 1
    """Points, winner and discarder of each hand, and the totals."""
    TOTALS = 2
    """The totals alone, or the points at the end if sticks lie on the table."""


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The page of a blank sheet that has the totals."""

    kind: LayoutKind
    paper: PageSize
    code: SheetBox
    """The code to scan, without the white around it."""
    rules: tuple[SheetRule, ...]
    """Those that every such sheet has, whatever its seats are."""
    totals: tuple[NumberBoxes, ...]
    """Columns A–D."""
    penalties: tuple[SheetBox, ...]
    """Where penalties of columns A–D are written: not in boxes, and not read."""
    hands: tuple[HandBoxes, ...] = ()
    """Hand 1 first; empty if the hands are not read."""

    @property
    def code_suffix(self) -> str:
        """``:1A``, what the code says of the layout: its kind and the paper."""
        return layout_suffix(self.kind.value, self.paper.name)


def layout_of(form: ScoreSheetForm | OpenSheetForm, paper: PageSize) -> SheetLayout:
    """The layout of the last page of ``form``, blank, on ``paper``."""
    grid = Grid(*paper.value, tight=paper is PageSize.LETTER)
    code = SheetBox(grid.right - QR_SIDE, grid.page_high - QR_TOP - QR_SIDE, QR_SIDE, QR_SIDE)
    if isinstance(form, ScoreSheetForm):
        rounds = len(form.rotation.rounds)
        place = SumsPlace(grid, grid.sums_top(rounds), sums_high(form))
        rules = (*rounds_rules(grid, rounds), *sums_rules(place, form))
        hands = tuple(hand_boxes(grid, hand) for hand in range(1, rounds * HANDS_IN_ROUND + 1))
        return SheetLayout(LayoutKind.HANDS, paper, code, rules, total_boxes(place, form), _penalties(place), hands)
    pages = OpenPages.of(OpenGrid.of(grid, form), form)
    rules = (*open_rules(pages, -1), *sums_rules(pages.sums, form))
    return SheetLayout(LayoutKind.TOTALS, paper, code, rules, total_boxes(pages.sums, form), _penalties(pages.sums))


def rounds_rules(grid: Grid, rounds: int) -> tuple[SheetRule, ...]:
    """The rules across the rounds of a form."""
    blocks = [grid.rounds_top - number * grid.block for number in range(rounds + 1)]
    hands = [top - grid.band - turn * ROW for top in blocks[:-1] for turn in range(HANDS_IN_ROUND)]
    between = [y for turn, y in enumerate(hands) if turn % HANDS_IN_ROUND]
    upright = (grid.hand, *grid.winds, *grid.nets)  # those beside boxes would be mistaken for the lines of these
    return (
        *(SheetRule(x, y, x, y - ROW, 0.4, LIGHT) for y in hands for x in upright),
        SheetRule(grid.columns[0], grid.top, grid.right, grid.top),
        *(SheetRule(grid.hand, y, grid.right, y, 0.45, MIDDLE) for y in between),
        *(SheetRule(grid.left, y, grid.right, y) for y in blocks),
    )


def open_rules(pages: "OpenPages", page: int) -> tuple[SheetRule, ...]:
    """The rules across the hands of a page whose rows follow one another, in the order of the rows."""
    grid, bottom = pages.grid, pages.bottom(page)
    rows = [grid.rounds_top - row * OPEN_ROW for row in range(1, len(pages.pages[page]))]
    return (
        SheetRule(grid.columns[0], grid.top, grid.right, grid.top),
        SheetRule(grid.left, grid.rounds_top, grid.right, grid.rounds_top),
        *(SheetRule(grid.left, y, grid.right, y, 0.45, MIDDLE) for y in rows),
        SheetRule(grid.left, bottom, grid.right, bottom),
    )


def sums_rules(place: SumsPlace, form: TableForm) -> tuple[SheetRule, ...]:
    """The rules between and under the rows of sums, and those between the players from top to bottom."""
    grid, first = place.grid, place.top - ROW
    rows = [first - row * row_high(form) for row in range(len(sum_rows(form)) + 1)]
    return (
        *(SheetRule(grid.left, y, grid.right, y, 0.45, MIDDLE) for y in rows),
        SheetRule(grid.left, place.bottom, grid.right, place.bottom),
        *(SheetRule(edge, grid.top, edge, place.bottom) for edge in grid.columns),
    )


_CLEAR = 2.5
"""Between boxes and the nearest rule: a digit that touches a rule is misread."""
_DIGIT, _SIGN_BOX, _SIGN_GAP = 13.0, 11.5, 3.0
_TICK, _TICK_GAP = 10.0, 1.65
_MOST_DIGITS = 3, 4
"""Of a total of a form with rounds or in hundreds, and of another one."""


def hand_boxes(grid: Grid, hand: int) -> HandBoxes:
    """The boxes of a hand of a form with rounds."""
    number, turn = divmod(hand - 1, HANDS_IN_ROUND)
    bottom = grid.rounds_top - number * grid.block - grid.band - (turn + 1) * ROW + _CLEAR
    high = ROW - 2 * _CLEAR
    tick = (high - _TICK_GAP) / 2
    across = (grid.points + grid.won - 4 * _TICK - 3 * _TICK_GAP) / 2
    lefts = [across + column * (_TICK + _TICK_GAP) for column in range(4)]
    return HandBoxes(
        NumberBoxes(None, _digits((grid.number + grid.points + 3 * _DIGIT) / 2, 3, bottom, high)),
        tuple(SheetBox(left, bottom + tick + _TICK_GAP, _TICK, tick) for left in lefts),
        tuple(SheetBox(left, bottom, _TICK, tick) for left in lefts),
    )


def _penalties(place: SumsPlace) -> tuple[SheetBox, ...]:
    edges = place.grid.columns
    return tuple(
        SheetBox(left + _CLEAR, place.top - ROW + _CLEAR, right - left - 2 * _CLEAR, ROW - 2 * _CLEAR)
        for left, right in pairwise(edges)
    )


def _digits(right: float, count: int, bottom: float, high: float) -> tuple[SheetBox, ...]:
    return tuple(SheetBox(right - (count - place) * _DIGIT, bottom, _DIGIT, high) for place in range(count))


def total_boxes(place: SumsPlace, form: ScoreSheetForm | OpenSheetForm) -> tuple[NumberBoxes, ...]:
    """The boxes for the totals of the four players; for their points at the end if sticks lie on the table."""
    row = 1 if form.left is not None else 0
    bottom = place.top - ROW - (row + 1) * row_high(form) + _CLEAR
    high = row_high(form) - 2 * _CLEAR
    unit = form.unit if isinstance(form, OpenSheetForm) else 1
    count = _MOST_DIGITS[isinstance(form, OpenSheetForm) and unit == 1]
    found = []
    for edge in place.grid.columns[1:]:
        digits = _digits(edge - _CLEAR - ZEROS * (unit > 1), count, bottom, high)
        sign = SheetBox(digits[0].left - _SIGN_GAP - _SIGN_BOX, bottom, _SIGN_BOX, high)
        found.append(NumberBoxes(sign, digits, unit))
    return tuple(found)


ZEROS = 15.0
"""Space for the printed zeros of hundreds."""
