"""The score sheet of one table: a form to write on, or filled in. Lengths in points.

A game with a fixed number of hands has a form of one page in rounds; a game whose winds depend on results has one row
per hand, on as many pages as necessary. Both have the same foot with sums and signatures.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from reports.code_matrix import QUIET
from reports.document import (
    Document,
    OpenHand,
    OpenSheetForm,
    ScoreSheetForm,
    SheetHand,
    SheetPlayer,
    SumRow,
    TableForm,
)
from reports.writers.paper import PageSize
from reports.writers.pdf.address_code import code_of
from reports.writers.pdf.fonts import Weight, cut, fitted_lines, fitting, width, wrap
from reports.writers.pdf.logo import head_pen, keep_clear, show_logo
from reports.writers.pdf.pen import BAND, BLACK, DARK, GREY, LIGHT, MIDDLE, PALE, Align, Pen, small_fraction
from reports.writers.pdf.qr import draw_qr
from reports.writers.pdf.score_sheet_layout import (
    LYING,
    OPEN_ROW,
    QR_SIDE,
    QR_TOP,
    ROUND,
    ROW,
    SIGN,
    ZEROS,
    Grid,
    OpenGrid,
    OpenPages,
    SheetLayout,
    SheetRule,
    SumsPlace,
    hand_boxes,
    layout_of,
    rounds_rules,
    row_high,
    sum_rows,
    sums_high,
    sums_rules,
    total_boxes,
)
from reports.writers.pdf.structure import Tag
from reports.writers.wording import details_line, foot, one_line
from tournament.language import Language, Text, fraction_parts, integer_text, listed, mark, mark_in, signed_text
from tournament.rules.rotation import HANDS_IN_ROUND, Rotation
from tournament.tiles.wind import Wind

_ROUND_PLAN = 27.0
"""Side of the table in the plan."""
_PLAN_SIDES = {Wind.EAST: (0, -1), Wind.SOUTH: (1, 0), Wind.WEST: (0, 1), Wind.NORTH: (-1, 0)}
"""East sits at the bottom of the plan, the next player to the right."""


def _draw_rounds(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language) -> None:
    """Draw the empty rounds of the session and the rules between them."""
    top = grid.rounds_top
    rounds = len(form.rotation.rounds)
    for number in range(rounds):
        _draw_band(pen, grid, form, language, number, top)
        _draw_plan(pen, grid, form, language, number, top - grid.band)
        for turn in range(HANDS_IN_ROUND):
            _draw_hand(pen, grid, form, language, number * HANDS_IN_ROUND + turn + 1, top - grid.band - turn * ROW)
        top -= grid.block
    _draw_rules(pen, rounds_rules(grid, rounds))


def _fill_rounds(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language) -> None:
    """Write the recorded hands into the rounds."""
    for hand, filled in enumerate(form.hands, start=1):
        number, turn = divmod(hand - 1, HANDS_IN_ROUND)
        middle = grid.rounds_top - number * grid.block - grid.band - (turn + 0.5) * ROW
        with pen.part(Tag.PARAGRAPH):
            if filled is not None:
                _fill_hand(pen, grid, language, filled, middle)
            else:
                text = cut(language.render(mark("not played")), Weight.REGULAR, 7.5, grid.won - grid.points - 6)
                pen.text(grid.points + 3, middle - 2.6, text, size=7.5, grey=GREY)


def _draw_band(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language, number: int, top: float) -> None:
    pen.fill(grid.left, top - grid.band, grid.wide, grid.band, grey=BAND)
    y = top - grid.band / 2 - 2.9
    end = pen.text(
        grid.left + 4,
        y,
        language.render(form.rotation.round_text(number * HANDS_IN_ROUND + 1)),
        size=8.4,
        weight=Weight.SEMIBOLD,
    )
    seats, before = form.rotation.rounds[number], form.rotation.rounds[max(0, number - 1)]
    if number == 0:
        seats_note = mark("seats as drawn")
    elif seats != before:
        seats_note = mark("change seats")
    else:
        seats_note = mark("seats stay")
    text = language.each[0].render(seats_note)
    shown = cut(text, Weight.REGULAR, 7.8, grid.won - end - 8)
    if shown == text or len(language.each) == 1:  # the plan below shows it too
        pen.text(grid.won - 5, y, shown, size=7.8, grey=DARK, align=Align.RIGHT)
    for column, seat in enumerate(seats):
        change = language.render(seat.label)
        if seat is not before[column]:
            change = f"{language.each[0].render(before[column].short)} → {change}"
        pen.text(grid.columns[column] + 5, y, change, size=8.4, weight=Weight.SEMIBOLD)


def _draw_plan(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language, number: int, top: float) -> None:
    """The table from above: winds inside, the players' numbers outside."""
    x, y = (grid.left + grid.hand) / 2 - 1, top - 2 * ROW
    pen.frame(x - _ROUND_PLAN / 2, y - _ROUND_PLAN / 2, _ROUND_PLAN, _ROUND_PLAN, thick=0.9, radius=2)
    for column, seat in enumerate(form.rotation.rounds[number]):
        across, up = _PLAN_SIDES[seat]
        inside, outside = _ROUND_PLAN / 2 - 5, _ROUND_PLAN / 2 + 7
        pen.text(x + across * inside, y + up * inside - 2.7, language.each[0].render(seat.short), size=7.5, grey=DARK,
                 align=Align.CENTRE)  # fmt: skip
        pen.text(x + across * outside, y + up * outside - 3.8, str(column + 1), size=10.5, weight=Weight.BOLD,
                 align=Align.CENTRE)  # fmt: skip


def _draw_hand(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language, hand: int, top: float) -> None:
    middle = top - ROW / 2
    for x in (grid.number, grid.points):
        pen.rule(x, top, x, top - ROW, thick=0.4, grey=LIGHT)
    centre = (grid.hand + grid.number) / 2
    pen.text(centre, middle - 3, str(hand), size=8.8, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    if form.totals is None:
        _draw_hand_boxes(pen, grid, hand)
    for column, wind in enumerate(form.rotation.winds(hand)):
        draw_wind(pen, language, wind, (grid.columns[column] + grid.winds[column]) / 2, middle)


def _draw_rules(pen: Pen, rules: Iterable[SheetRule]) -> None:
    for rule in rules:
        pen.rule(rule.x1, rule.y1, rule.x2, rule.y2, thick=rule.thick, grey=rule.grey)


_BOX_LINE = 0.5
"""Thickness of the lines of boxes to write in."""


def _draw_hand_boxes(pen: Pen, grid: Grid, hand: int) -> None:
    """Draw the boxes for points, winner and discarder, each tick with the number of its player."""
    boxes = hand_boxes(grid, hand)
    pen.frames((*boxes.points.digits, *boxes.won, *boxes.discarder), thick=_BOX_LINE, grey=PALE)
    for ticks in (boxes.won, boxes.discarder):
        for column, box in enumerate(ticks, start=1):
            pen.text(box.left + box.wide / 2, box.bottom + box.high / 2 - 2.35, str(column), size=6.6, grey=PALE,
                     align=Align.CENTRE)  # fmt: skip


def _draw_total_boxes(pen: Pen, place: SumsPlace, form: ScoreSheetForm | OpenSheetForm) -> None:
    """Draw a box for the sign and one for each digit of the four totals, then the zeros of hundreds."""
    for total in total_boxes(place, form):
        boxes = total.digits if total.sign is None else (total.sign, *total.digits)
        pen.frames(boxes, thick=_BOX_LINE, grey=PALE)
        if total.unit > 1:
            last = total.digits[-1]
            y = last.bottom + last.high / 2 - 3.4
            pen.text(last.left + last.wide + ZEROS / 2, y, str(total.unit)[1:], size=9.5, grey=DARK, align=Align.CENTRE)


def draw_wind(pen: Pen, language: Language, wind: Wind, x: float, middle: float) -> None:
    """Draw a wind; East is black, so that the dealer is easy to see."""
    dealer = wind is Wind.EAST
    if dealer:
        pen.fill(x - 5.8, middle - 5.8, 11.6, 11.6, grey=BLACK, radius=1.4)
    weight = Weight.BOLD if dealer else Weight.REGULAR
    pen.text(x, middle - 2.75, language.each[0].render(wind.short), size=7.6, weight=weight, grey=1 if dealer else DARK,
             align=Align.CENTRE)  # fmt: skip


def _draw_won(
    pen: Pen, text: str, left: float, right: float, middle: float, *, grey: float = BLACK, most: float = 7.5
) -> None:
    """Draw the winner and the discarder between ``left`` and ``right``, smaller where a game has long words."""
    room = right - left - 5
    size = fitting(text, Weight.REGULAR, most, room, least=5.4)
    pen.text(left + 3, middle - size * 0.35, cut(text, Weight.REGULAR, size, room), size=size, grey=grey)


def _fill_hand(pen: Pen, grid: Grid, language: Language, hand: SheetHand, middle: float) -> None:
    y = middle - 3.1
    if hand.points is not None:
        pen.text(grid.points - 4, y, str(hand.points), size=9, align=Align.RIGHT)
    _draw_won(pen, language.render(hand.won), grid.points, grid.won, middle)
    for column, (net, total) in enumerate(zip(hand.net, hand.totals, strict=True)):
        weight = Weight.SEMIBOLD if column == hand.winner else Weight.REGULAR
        pen.text(grid.nets[column] - 3.5, y, signed_text(net), size=9, weight=weight, align=Align.RIGHT)
        if column in hand.penalised:
            pen.text(
                grid.winds[column] + 2,
                y + 5,
                language.render(mark_in("penalty", "P")),
                size=7.5,
                weight=Weight.SEMIBOLD,
            )
        pen.text(grid.columns[column + 1] - 4, y, integer_text(total), size=9, align=Align.RIGHT)


_MOST_PENALTIES = 2
_SMALL = 7.5


def _draw_sums(pen: Pen, place: SumsPlace, form: ScoreSheetForm | OpenSheetForm, language: Language) -> None:
    """Draw the empty rows under the hands and the rules between the players."""
    grid, top = place.grid, place.top
    rows = (SumRow(mark("Penalties"), mark("hand, fault, points")), *sum_rows(form), SumRow(mark("Signature")))
    for number, row in enumerate(rows):
        high = {0: ROW, len(rows) - 1: grid.sign_high}.get(number, row_high(form))
        y = top - high / 2 - 2.9
        text, detail = language.render(row.label), language.render(row.detail or "")
        end = grid.left + 4 + width(text, Weight.SEMIBOLD, 8.8)
        size = fitting(detail, Weight.REGULAR, 8, grid.won - end - 6, least=8 if high >= ROW else 6.4)
        if width(detail, Weight.REGULAR, size) <= grid.won - end - 5.9:
            pen.text(grid.left + 4, y, text, size=8.8, weight=Weight.SEMIBOLD)
            pen.text(end + 4, y, detail, size=size, grey=DARK)
        else:
            pen.text(grid.left + 4, y + min(5, high / 2 - 7.2), text, size=8.8, weight=Weight.SEMIBOLD)
            rest = cut(detail, Weight.REGULAR, _SMALL, grid.won - grid.left - 6)
            pen.text(grid.left + 4, y - 4.4, rest, size=_SMALL, grey=DARK)
        top -= high
    _draw_rules(pen, sums_rules(place, form))
    if form.totals is None:
        _draw_total_boxes(pen, place, form)


def _fill_sums(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Write penalties, totals and table points of the four players."""
    for column in range(4):
        with pen.part(Tag.PARAGRAPH):
            _fill_column(pen, place, form, language, column)
    _fill_signature(pen, place, form, language)


def _fill_column(pen: Pen, place: SumsPlace, form: TableForm, language: Language, column: int) -> None:
    grid = place.grid
    right, high = grid.columns[column + 1] - 5, row_high(form)
    _fill_penalties(pen, grid, form, language, column, place.top)
    y = place.top - ROW - high / 2 - 3.3
    for row in sum_rows(form):
        if row.values is not None:
            _fill_sum(pen, row, row.values[column], right, y, language)
        y -= high


def _fill_signature(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Write both totals of each player if they differ, and the notes on the signature below."""
    grid, top = place.grid, place.signatures
    for left, right, text in zip(grid.columns[:4], grid.columns[1:5], form.signed, strict=True):
        if text is not None:
            lines = wrap(language.render(text), Weight.REGULAR, 7.5, right - left - 7, lines=2)
            for number, line in enumerate(lines):
                pen.text(left + 4, top - 9 - number * 9, line, size=7.5, grey=DARK)
    if form.remark is not None:
        words = cut(language.render(form.remark), Weight.SEMIBOLD, 8.2, grid.wide)
        pen.text(grid.left, place.bottom - 8.6, words, size=8.2, weight=Weight.SEMIBOLD)


def _fill_sum(pen: Pen, row: SumRow, value: int | Fraction, right: float, y: float, language: Language) -> None:
    weight = Weight.SEMIBOLD if row.strong else Weight.REGULAR
    if isinstance(value, int):
        text = signed_text(value) if row.signed else integer_text(value)
        pen.text(right, y, text, size=10.5, weight=weight, align=Align.RIGHT)
        return
    whole, rest = fraction_parts(value, language.code)
    whole = f"+{whole}" if row.signed and value > 0 else whole
    slot = max(10.5, width(small_fraction(rest), weight, 10.5)) if row.exact else 0.0
    if whole:
        pen.text(right - slot, y, whole, size=10.5, weight=weight, align=Align.RIGHT)
    if rest:
        pen.text(right - slot, y, small_fraction(rest), size=10.5, weight=weight)


def _fill_penalties(pen: Pen, grid: Grid, form: TableForm, language: Language, column: int, top: float) -> None:
    left, right = grid.columns[column] + 4, grid.columns[column + 1] - 3
    lines = [language.render(line) for line in form.penalties[column]]
    if len(lines) == 1:
        lines = list(wrap(lines[0], Weight.REGULAR, 7.5, right - left, lines=_MOST_PENALTIES))
    elif len(lines) > _MOST_PENALTIES:
        more = len(lines) - _MOST_PENALTIES + 1
        lines = [*lines[: _MOST_PENALTIES - 1], language.render(mark("and {count} more", count=more))]
    for number, line in enumerate(lines):
        y = top - (ROW / 2 + 2.6 if len(lines) == 1 else 9 + number * 9.5)
        pen.text(left, y, cut(line, Weight.REGULAR, 7.5, right - left), size=7.5)


_REMINDER = mark(
    "Check every hand before the next one. The four totals add up to minus the penalties given "
    "to nobody. Once signed, the result is final."
)


def _draw_ends(
    pen: Pen, place: SumsPlace, language: Language, reminder: Text | None = None, *, remarked: bool = False
) -> None:
    """Draw the reminder, below the remark if there is one, and the lines for umpires and date."""
    grid, bottom = place.grid, place.bottom
    room = bottom - grid.foot - 10
    alone = len(language.each) == 1
    size, step = (8.2, 10.0) if alone else (7.2, 8.4)
    lines = [
        line
        for said in language.lines(reminder or _REMINDER)
        for line in wrap(said, Weight.REGULAR, size, grid.wide, lines=2)
    ]
    y = bottom - min(26.0 if alone else 18.0, room * 0.26)
    if remarked:
        y = min(y, bottom - 8.6 - size * 1.35)
    for line in lines:
        pen.text(grid.left, y, line, size=size)
        y -= step
    y = grid.foot + 10 + room * 0.2
    gap = 17.0
    widths = [(grid.wide - 2 * gap) * share for share in (0.39, 0.39, 0.22)]
    x = grid.left
    for wide, caption in zip(widths, (mark("Umpire"), mark("Chief umpire"), mark("Date and time")), strict=True):
        pen.rule(x, y + 9, x + wide, y + 9, thick=0.6, grey=GREY)
        pen.text(x, y, language.render(caption), size=7.8, grey=DARK, align=Align.LEFT)
        x += wide + gap


_NOTE, _SMALLEST = 7.5, 5.4
_MANY_NOTES = 5
"""With this many lines above the columns at the left, the lines are set closer together."""
_WIN_ROW = 6.4
"""Distance between the lines of several winners, which is also their type size."""


def _draw_open(pen: Pen, pages: OpenPages, page: int, form: OpenSheetForm, language: Language) -> None:
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
        _draw_sums(pen, place, form, language)
        _fill_sums(pen, place, form, language)
        _draw_ends(pen, place, language, _reminder(form), remarked=form.remark is not None)
    else:
        for edge in grid.columns:
            pen.rule(edge, grid.top, edge, bottom, thick=1)
        text = language.render(mark("The next page continues with hand {hand}.", hand=hands[-1].number + 1))
        pen.text(grid.right, bottom - 14, text, size=8.2, weight=Weight.SEMIBOLD, align=Align.RIGHT)


def _reminder(form: OpenSheetForm) -> Text | None:
    """The reminder for games with sticks, in which the totals add up to the starting points; None for other games."""
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
    lines = [wrap(language.render(note), Weight.REGULAR, _NOTE, room, lines=2) for note in notes if note is not None]
    all_lines = list(chain.from_iterable(lines))
    step = 8.6 if len(all_lines) < _MANY_NOTES else 7.9
    for number, line in enumerate(all_lines):
        pen.text(grid.left + 2, grid.top - 8 - number * step, line, size=_NOTE, grey=DARK)
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
    longest = max(width(word, Weight.REGULAR, _NOTE) for word in text.split())
    size = _NOTE * min(1, room / longest)
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
        text, room = language.render(deal), ROUND - 3
        size = fitting(text, Weight.REGULAR, _NOTE, room, least=_SMALLEST)
        shown = cut(text, Weight.REGULAR, size, room + 0.01)
        pen.text((grid.number + grid.round) / 2, middle - 2.6, shown, size=size, align=Align.CENTRE)
    for number, edge in zip((hand.state.counters, hand.state.sticks), grid.lying, strict=False):
        if number:
            pen.text(edge - LYING / 2, middle - 3, str(number), size=8.8, align=Align.CENTRE)
    for column, wind in enumerate(hand.state.winds):
        draw_wind(pen, language, wind, (grid.columns[column] + grid.winds[column]) / 2, middle)


def _fill_row(pen: Pen, grid: OpenGrid, hand: OpenHand, middle: float, unit: int, language: Language) -> None:
    """Write what was recorded of a hand, points in ``unit``."""
    y = middle - 3.1
    grey = BLACK if hand.played else GREY
    wins = ((hand.won, hand.points), *((win.won, win.value) for win in hand.further))
    most, small = (9.0, _NOTE) if len(wins) == 1 else (_WIN_ROW, _WIN_ROW)
    for place, (won, points) in enumerate(wins):
        line = middle + ((len(wins) - 1) / 2 - place) * _WIN_ROW
        if won is not None:
            _draw_won(pen, language.render(won), grid.points, grid.won, line, grey=grey, most=small)
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
            size = fitting(text, Weight.BOLD, 8.8, SIGN - 3, least=0)
            pen.text(centre, y, text, size=size, weight=Weight.BOLD, align=Align.CENTRE)
        if hand.values is not None:
            _number(pen, integer_text(hand.values[column]), grid.winds[column], grid.values[column], y, weight)
        if hand.net is not None:
            _number(pen, signed_text(hand.net[column] // unit), grid.values[column], grid.nets[column], y, weight)
        if hand.totals is not None:
            _number(pen, integer_text(hand.totals[column] // unit), grid.nets[column], grid.columns[column + 1], y)
        if column in hand.penalised:
            penalty = language.render(mark_in("penalty", "P"))
            pen.text(grid.marked[column] + 2, y + 5, penalty, size=_NOTE, weight=Weight.SEMIBOLD)


def _answer(pen: Pen, text: str, left: float, right: float, middle: float) -> None:
    """Write an answer in the middle of its cell; a long one, such as the name of a hand, smaller and in up to three
    lines."""
    room, centre = right - left - 5, (left + right) / 2
    if width(text, Weight.REGULAR, _NOTE) <= room:
        pen.text(centre, middle - 2.6, text, size=_NOTE, align=Align.CENTRE)
        return
    lines = wrap(text, Weight.REGULAR, _SMALLEST, room, lines=3)
    for number, line in enumerate(lines):
        y = middle - 1.8 + (len(lines) - 1 - 2 * number) * _SMALLEST * 0.55
        pen.text(centre, y, line, size=_SMALLEST, align=Align.CENTRE)


def _number(
    pen: Pen, text: str, left: float, right: float, y: float, weight: Weight = Weight.REGULAR, *, most: float = 9.0
) -> None:
    """Write a number right-aligned, smaller if there is little space."""
    size = fitting(text, weight, most, right - left - 5, least=0)
    pen.text(right - 3.5, y, text, size=size, weight=weight, align=Align.RIGHT)


PHONES_SIDE = 68.0
"""Side of the code for phones without its border: 24 mm."""
PHONES_TOP = 19.0
_PHONES_GAP = 13.0
"""Between the two codes."""
_LABEL_TYPE, _LABEL_DROP = 6.4, 102.0
"""Type size of the labels of the two codes, and how far below the upper edge of the page they stand."""
_FIELD_GAP = 14.0


@dataclass(frozen=True, slots=True)
class _Field:
    """A small heading and its content; empty: a line to write on."""

    heading: str
    value: str
    after: str = ""


class Forms:
    """Draws score sheets; parts shared by all pages are put into the file once."""

    def __init__(self, pen: Pen, document: Document, language: Language, page_size: PageSize) -> None:
        wide, high = page_size.value
        self._pen = pen
        self._document = document
        self._language = language
        self._tight = language.each[0]
        """The language that is used where there is no room for two."""
        self._paper = page_size
        self._grid = Grid(wide, high, tight=page_size is PageSize.LETTER)
        self._shared: dict[tuple[Rotation, Text | None, bool], str] = {}
        self._session: int | None = None

    def pages(self, form: ScoreSheetForm | OpenSheetForm) -> int:
        """The number of pages of ``form``."""
        return 1 if isinstance(form, ScoreSheetForm) else len(OpenPages.of(self._open_grid(form), form).pages)

    def draw(self, form: ScoreSheetForm | OpenSheetForm, part: int, *, page: int, pages: int) -> None:
        """Draw page ``part`` of ``form``, 0 for its first, on the page that is number ``page`` of ``pages``."""
        pen = self._pen
        with pen.group(Tag.SECTION):
            if part == 0:
                self._bookmark(form)
            if isinstance(form, ScoreSheetForm):
                self._draw_head(form, self._grid, layout_of(form, self._paper) if form.totals is None else None)
                with pen.part(Tag.FIGURE, self._language.render(mark("The empty form: hands, seats and sums"))):
                    pen.canvas.show_drawing(self._shared_part(form))
                _fill_rounds(pen, self._grid, form, self._tight)
                _fill_sums(pen, self._sums_place(form), form, self._tight)
            else:
                grid = self._open_grid(form)
                open_pages = OpenPages.of(grid, form)
                read = form.totals is None and part == len(open_pages.pages) - 1
                self._draw_head(form, grid, layout_of(form, self._paper) if read else None)
                _draw_open(pen, open_pages, part, form, self._tight)
        with pen.decoration():
            _draw_foot(pen, self._grid, self._document, self._language, (page, pages))

    def _bookmark(self, form: TableForm) -> None:
        """The sheet under its session, in the list of contents."""
        pen, language, top = self._pen, self._language, self._grid.page_high
        if form.table is None:
            pen.bookmark(one_line(language.render(self._document.title)), top)
            return
        if form.session != self._session:
            self._session = form.session
            pen.bookmark(language.render(_session_text(form)), top)
        pen.bookmark(language.render(_table_text(form)), top, level=1)

    def _draw_head(self, form: TableForm, grid: Grid, layout: SheetLayout | None) -> None:
        """Draw the head of a page; ``layout`` is that of a page to write totals on."""
        head = head_pen(self._pen)
        _draw_title(head, grid, form, self._document, self._language)
        suffix = "" if layout is None else layout.code_suffix
        _draw_code(head, grid, form, self._language, f"{form.scanned}{suffix}")
        if form.scanned:
            code = grid.right - QR_SIDE - 12, grid.page_high - QR_TOP - QR_SIDE - 12, grid.right, grid.page_high
            keep_clear(head, code)
        _draw_phones(head, grid, form, self._language)
        show_logo(head, (grid.left, grid.top + 2, grid.right, grid.page_high - 14), most=(150, 60))
        _draw_players(self._pen, grid, form, self._language)

    def _open_grid(self, form: OpenSheetForm) -> OpenGrid:
        return OpenGrid.of(self._grid, form)

    def _sums_place(self, form: ScoreSheetForm) -> SumsPlace:
        return SumsPlace(self._grid, self._grid.sums_top(len(form.rotation.rounds)), sums_high(form))

    def _shared_part(self, form: ScoreSheetForm) -> str:
        """Name of the empty form for the seats and table points of ``form``, drawn on first use."""
        key = (form.rotation, form.points_text, form.totals is None)
        if key not in self._shared:
            pen, grid, language = self._pen, self._grid, self._language
            name = self._shared[key] = pen.canvas.unused_name("sheet")
            pen.canvas.begin_drawing(name, grid.page_wide, grid.page_high)
            _draw_form_heads(pen, grid, language, ticks=form.totals is None)
            _draw_rounds(pen, grid, form, language)
            _draw_sums(pen, self._sums_place(form), form, language)
            _draw_ends(pen, self._sums_place(form), language, remarked=form.remark is not None)
            pen.canvas.end_drawing()
        return self._shared[key]


def _session_text(form: TableForm) -> Text:
    return mark("Session {session}", session=form.session)


def _table_text(form: TableForm) -> Text:
    return mark("Table {table}", table=form.table)


def _draw_title(pen: Pen, grid: Grid, form: TableForm, document: Document, language: Language) -> None:
    right = _phones_left(grid) if form.phones else grid.right - QR_SIDE
    room = right - grid.left - 30
    top = grid.page_high - 39
    details = details_line(document, language)
    event = one_line(document.event)
    size = fitting(event, Weight.SEMIBOLD, 11.5, room, least=8.4)
    shown = cut(event, Weight.SEMIBOLD, size, room + 0.01)
    pen.text(grid.left, top + (9 if details else 0), shown, size=size, weight=Weight.SEMIBOLD)
    if details:
        size = max(6.0, min(8.0, 8.0 * room / width(details, Weight.REGULAR, 8.0)))
        pen.text(grid.left, top - 2, cut(details, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)
    what = mark("Score sheet · {rules} · {totals}", rules=form.rules, totals=form.counted_totals)
    with pen.part(Tag.TITLE):
        if len(language.each) == 1:
            line = language.render(what)
            size = fitting(line, Weight.REGULAR, 8.6, room, least=6.6) if form.phones else 8.6
            pen.text(grid.left, top - 12.5, cut(line, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)
        else:
            with_gong = what if form.gong is None else mark("{before} · {text}", before=what, text=form.gong)
            for number, line in enumerate(language.lines(with_gong)):
                size = max(6.6, min(8.0, 8.0 * room / width(line, Weight.REGULAR, 8.0)))
                shown = cut(line, Weight.REGULAR, size, room + 0.01)
                pen.text(grid.left, top - 11 - number * 9.4, shown, size=size, grey=DARK)
    if form.gong is not None and len(language.each) == 1:
        with pen.part(Tag.PARAGRAPH):
            pen.text(grid.left, top - 23.5, language.render(form.gong), size=8.6, grey=DARK)
    fields = (
        *_place_fields(form, language),
        _Field(language.render(mark("From, to")), form.times),
        _Field(language.render(mark("Date")), language.date(form.day) if form.day else ""),
    )  # fmt: skip
    x, y = grid.left, top - 46 - (6 if form.gong is not None else 0)
    for number, field in enumerate(fields):
        if number:
            pen.rule(x, y - 5, x, y + 23, thick=0.5, grey=LIGHT)
            x += _FIELD_GAP
        with pen.part(Tag.PARAGRAPH):
            x = _draw_field(pen, field, x, y, right - 12 - x) + _FIELD_GAP * 1.6


def _place_fields(form: TableForm, language: Language) -> tuple[_Field, _Field]:
    """Return session and table, with its name: “Final” or, where games are opened one by one, that in the room."""
    session, table = ("", "") if form.table is None else (str(form.session), str(form.table))
    name = cut(one_line(language.render(form.table_name)), Weight.REGULAR, 9.5, 90)
    if form.sessions is None:
        return (
            _Field(language.render(mark("Session")), session),
            _Field(language.render(mark("Table")), table, name),
        )
    of = language.render(mark("of {sessions}", sessions=form.sessions))
    return _Field(language.render(mark("Session")), session, of), _Field(language.render(mark("Table")), table, name)


def _draw_field(pen: Pen, field: _Field, x: float, y: float, room: float) -> float:
    """Draw one field, at most ``room`` wide; return its right end."""
    head_end = pen.text(x, y + 15.5, field.heading, size=8.2, grey=DARK)
    if not field.value:
        pen.rule(x, y - 1, x + 88, y - 1, thick=0.5, grey=GREY)
        return x + 88
    size = fitting(field.value, Weight.BOLD, 14.5, room, least=7.0)
    end = pen.text(x, y, field.value, size=size, weight=Weight.BOLD)
    if field.after:
        end = pen.text(end + 4, y, field.after, size=9.5)
    return max(end, head_end)


def _draw_code(pen: Pen, grid: Grid, form: TableForm, language: Language, scanned: str) -> None:
    if not form.scanned:
        return
    x = grid.right - QR_SIDE
    y = grid.page_high - QR_TOP - QR_SIDE
    with pen.part(Tag.FIGURE, language.render(mark("Code to scan: {code}", code=form.code))):
        module = draw_qr(pen, scanned, x=x, y=y, side=QR_SIDE)
    below, size = y - QUIET * module - 6.4, 8.8
    if form.phones:
        below, size = grid.top + 2.6, 7.4
        _draw_label(pen, grid, mark("For the desk"), x + QR_SIDE / 2, QR_SIDE + _PHONES_GAP - 4, language)
    pen.text(x + QR_SIDE / 2, below, form.code, size=size, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    version = language.render(mark("version {version}", version=form.version))
    pen.text(x - 8, below, version, size=size - 0.6, grey=DARK, align=Align.RIGHT)


def _draw_label(pen: Pen, grid: Grid, what: Text, centre: float, room: float, language: Language) -> None:
    """Draw below a code what it is for, so that nobody scans the other one."""
    line = one_line(language.each[0].render(what))
    size = fitting(line, Weight.SEMIBOLD, _LABEL_TYPE, room, least=0)
    with pen.part(Tag.PARAGRAPH):
        y = grid.page_high - _LABEL_DROP
        pen.text(centre, y, line, size=size, weight=Weight.SEMIBOLD, align=Align.CENTRE)


def _phones_left(grid: Grid) -> float:
    """The left edge of the code for phones."""
    return grid.right - QR_SIDE - _PHONES_GAP - PHONES_SIDE


def _draw_phones(pen: Pen, grid: Grid, form: TableForm, language: Language) -> None:
    """Draw the code for phones left of the other one, and its address below the fields."""
    if not form.phones:
        return
    left, y = _phones_left(grid), grid.page_high - PHONES_TOP - PHONES_SIDE
    said = one_line(
        language.each[0].render(mark("To type at the table: the left code, or {address}", address=form.phones))
    )
    with pen.part(Tag.FIGURE, said):
        module = draw_qr(pen, code_of(form.phones), x=left, y=y, side=PHONES_SIDE)
    _draw_label(pen, grid, mark("For players’ phones"), left + PHONES_SIDE / 2, PHONES_SIDE + 6, language)
    keep_clear(pen, (left - QUIET * module, y - QUIET * module, left + PHONES_SIDE, grid.page_high))
    room = left - QUIET * module - grid.left
    size = fitting(said, Weight.REGULAR, 8.0, room, least=6.0)
    with pen.part(Tag.PARAGRAPH):
        pen.text(grid.left, grid.top + 4.5, cut(said, Weight.REGULAR, size, room + 0.01), size=size, grey=DARK)


def _draw_form_heads(pen: Pen, grid: Grid, language: Language, *, ticks: bool) -> None:
    bottom = grid.top - grid.players_high
    messages = (mark("Players sit by start seat."), mark("The number stays all session."))
    said = [line for each in language.each for line in map(each.render, messages)]
    step = 10.0 if len(said) == len(messages) else 8.6
    for number, text in enumerate(said):
        size = min(8.2, 8.2 * (grid.columns[0] - grid.left - 6) / width(text, Weight.REGULAR, 8.2))
        pen.text(grid.left + 4, bottom + 20 + step * (len(said) - 1 - number), text, size=size, grey=DARK)
    _draw_column_head(pen, language, mark("Seats"), grid.left + 4, bottom, grid.number - grid.left)
    room, centre = grid.points - grid.number, (grid.number + grid.points) / 2
    _draw_column_head(pen, language, mark_in("hand", "Points"), centre, bottom, room, align=Align.CENTRE)
    if ticks:  # one above the other, as the ticks are
        for number, each in enumerate((mark_in("ticks below", "from"), mark_in("ticks above", "Won"))):
            line = " ".join(dict.fromkeys(language.lines(each)))
            size = fitting(line, Weight.REGULAR, 8.0, grid.won - grid.points - 4, least=5.4)
            pen.text((grid.points + grid.won) / 2, bottom + 4 + number * 8.6, line, size=size, grey=DARK,
                     align=Align.CENTRE)  # fmt: skip
    else:
        room = grid.won - grid.points - 4
        _draw_column_head(pen, language, mark("Won, from"), grid.won - 2, bottom, room, align=Align.RIGHT)
    for column in range(4):
        pen.text(grid.columns[column] + 7, grid.top - 23, str(column + 1), size=21, weight=Weight.BOLD)
        pen.text(grid.nets[column] - 5, bottom + 5, "+ / −", size=8, grey=DARK, align=Align.RIGHT)
        room = grid.columns[column + 1] - grid.nets[column]
        _draw_column_head(pen, language, mark("Total"), grid.columns[column + 1] - 5, bottom, room, align=Align.RIGHT)


def _draw_column_head(
    pen: Pen, language: Language, text: Text, x: float, bottom: float, room: float, *, align: Align = Align.LEFT
) -> None:
    """Draw the languages one above the other, as large as their space allows."""
    for number, line in enumerate(reversed(language.lines(text))):
        size = fitting(line, Weight.REGULAR, 8.0, room, least=7.0)
        pen.text(x, bottom + 4 + number * 8, line, size=size, grey=DARK, align=align)


_NAMES, _NAME_ROOM = (9.4, 8.8, 8.2, 7.6, 7.0, 6.5, 6.0), 42.0
"""Type sizes of a name, and the points for it and the line below it."""


def _draw_players(pen: Pen, grid: Grid, form: TableForm, language: Language) -> None:
    for column, player in enumerate(form.players):
        with pen.part(Tag.PARAGRAPH):
            _draw_player(pen, grid, player, column, language)


def _draw_player(pen: Pen, grid: Grid, player: SheetPlayer, column: int, language: Language) -> None:
    x, y = grid.columns[column] + 27, grid.top - 13
    room, first = grid.columns[column + 1] - x - 3, player.first_name
    size, lines = fitted_lines((first, player.last_name), Weight.SEMIBOLD, _NAMES, room, high=_NAME_ROOM)
    strong = len(wrap(first, Weight.SEMIBOLD, size, room, lines=9)) if first else 0
    for number, line in enumerate(lines):
        pen.text(x, y, line, size=size, weight=Weight.SEMIBOLD if number < strong else Weight.REGULAR)
        y -= max(size * 1.17, 9.0 if number + 1 == len(lines) else 0.0)
    left = max(int((y - grid.top + 13 + _NAME_ROOM) / 9), 0)  # lines left over by the name
    for line in wrap(one_line(language.render(player.detail)), Weight.REGULAR, 7.8, room, lines=max(left, 1))[:left]:
        pen.text(x, y, line, size=7.8, grey=DARK)
        y -= 9


def _draw_foot(pen: Pen, grid: Grid, document: Document, language: Language, page: tuple[int, int]) -> None:
    number = language.render(mark("Page {page} of {pages}", page=page[0], pages=page[1]))
    for line, said in enumerate(language.lines(foot(document))):
        printed = cut(one_line(said), Weight.REGULAR, 7.5, grid.wide * 0.75)
        pen.text(grid.left, grid.foot - line * 8.6, printed, size=7.5, grey=GREY)
    pen.text(grid.right, grid.foot, number, size=7.5, grey=BLACK, align=Align.RIGHT)
