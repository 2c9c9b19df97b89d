"""The rounds of a score sheet: bands with the seat changes, plans of the table, hands with own winds."""

from reports.document import ScoreSheetForm, SheetHand
from reports.writers.pdf.fonts import Weight, cut, fitting
from reports.writers.pdf.grid import ROW, Grid
from reports.writers.pdf.pen import BAND, BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen
from reports.writers.pdf.structure import Tag
from tournament.language import Language, integer_text, mark, mark_in, signed_text
from tournament.rules.rotation import HANDS_IN_ROUND
from tournament.tiles.wind import Wind

_PLAN = 27.0
"""Side of the table in the plan."""
_PLAN_SIDES = {Wind.EAST: (0, -1), Wind.SOUTH: (1, 0), Wind.WEST: (0, 1), Wind.NORTH: (-1, 0)}
"""East sits at the bottom of the plan, the next player to the right."""


def draw_rounds(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language) -> None:
    """Draw the empty rounds of the session and the rules between them."""
    top = grid.rounds_top
    rounds = len(form.rotation.rounds)
    for number in range(rounds):
        _draw_band(pen, grid, form, language, number, top)
        _draw_plan(pen, grid, form, language, number, top - grid.band)
        for turn in range(HANDS_IN_ROUND):
            _draw_hand(pen, grid, form, language, number * HANDS_IN_ROUND + turn + 1, top - grid.band - turn * ROW)
        top -= grid.block
    for number in range(rounds + 1):
        y = grid.rounds_top - number * grid.block
        pen.rule(grid.left, y, grid.right, y, thick=1)


def fill_rounds(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language) -> None:
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
    pen.frame(x - _PLAN / 2, y - _PLAN / 2, _PLAN, _PLAN, thick=0.9, radius=2)
    for column, seat in enumerate(form.rotation.rounds[number]):
        across, up = _PLAN_SIDES[seat]
        inside, outside = _PLAN / 2 - 5, _PLAN / 2 + 7
        pen.text(x + across * inside, y + up * inside - 2.7, language.each[0].render(seat.short), size=7.5, grey=DARK,
                 align=Align.CENTRE)  # fmt: skip
        pen.text(x + across * outside, y + up * outside - 3.8, str(column + 1), size=10.5, weight=Weight.BOLD,
                 align=Align.CENTRE)  # fmt: skip


def _draw_hand(pen: Pen, grid: Grid, form: ScoreSheetForm, language: Language, hand: int, top: float) -> None:
    middle = top - ROW / 2
    last = hand % HANDS_IN_ROUND == 0
    if not last:
        pen.rule(grid.hand, top - ROW, grid.right, top - ROW, thick=0.45, grey=MIDDLE)
    for x in (grid.hand, grid.number, grid.points, *grid.winds, *grid.nets):
        pen.rule(x, top, x, top - ROW, thick=0.4, grey=LIGHT)
    centre = (grid.hand + grid.number) / 2
    pen.text(centre, middle - 3, str(hand), size=8.8, weight=Weight.SEMIBOLD, align=Align.CENTRE)
    for column, wind in enumerate(form.rotation.winds(hand)):
        draw_wind(pen, language, wind, (grid.columns[column] + grid.winds[column]) / 2, middle)


def draw_wind(pen: Pen, language: Language, wind: Wind, x: float, middle: float) -> None:
    """Draw a wind; East is black, so that the dealer is easy to see."""
    dealer = wind is Wind.EAST
    if dealer:
        pen.fill(x - 5.8, middle - 5.8, 11.6, 11.6, grey=BLACK, radius=1.4)
    weight = Weight.BOLD if dealer else Weight.REGULAR
    pen.text(x, middle - 2.75, language.each[0].render(wind.short), size=7.6, weight=weight, grey=1 if dealer else DARK,
             align=Align.CENTRE)  # fmt: skip


def draw_won(
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
    draw_won(pen, language.render(hand.won), grid.points, grid.won, middle)
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
