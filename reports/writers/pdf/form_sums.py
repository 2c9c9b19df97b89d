"""The foot of a score sheet: penalties, totals, table points, signatures, and the lines below."""

from dataclasses import dataclass
from fractions import Fraction

from reports.document import OpenSheetForm, SumRow, TableForm
from reports.writers.pdf.fonts import Weight, cut, fitting, width, wrap
from reports.writers.pdf.grid import ROW, Grid
from reports.writers.pdf.pen import DARK, GREY, MIDDLE, Align, Pen, small_fraction
from reports.writers.pdf.structure import Tag
from tournament.language import Language, Text, fraction_parts, integer_text, mark, signed_text

_MOST_PENALTIES = 2
_LOW_ROW = 18.6
"""Height of a row of sums where there are many."""
_SMALL = 7.5


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
    return ROW + len(_rows(form)) * _row_high(form)


def _row_high(form: TableForm) -> float:
    return _LOW_ROW if form.steps else ROW


def _rows(form: TableForm) -> tuple[SumRow, ...]:
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


def draw_sums(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Draw the empty rows under the hands and the rules between the players."""
    grid, top = place.grid, place.top
    rows = (SumRow(mark("Penalties"), mark("hand, fault, points")), *_rows(form), SumRow(mark("Signature")))
    for number, row in enumerate(rows):
        high = {0: ROW, len(rows) - 1: grid.sign_high}.get(number, _row_high(form))
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
        if number < len(rows) - 1:
            pen.rule(grid.left, top - high, grid.right, top - high, thick=0.45, grey=MIDDLE)
        top -= high
    pen.rule(grid.left, place.bottom, grid.right, place.bottom, thick=1)
    for edge in grid.columns:
        pen.rule(edge, grid.top, edge, place.bottom, thick=1)


def fill_sums(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Write penalties, totals and table points of the four players."""
    for column in range(4):
        with pen.part(Tag.PARAGRAPH):
            _fill_column(pen, place, form, language, column)
    _fill_signature(pen, place, form, language)


def _fill_column(pen: Pen, place: SumsPlace, form: TableForm, language: Language, column: int) -> None:
    grid = place.grid
    right, high = grid.columns[column + 1] - 5, _row_high(form)
    _fill_penalties(pen, grid, form, language, column, place.top)
    y = place.top - ROW - high / 2 - 3.3
    for row in _rows(form):
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


REMINDER = mark(
    "Check every hand before the next one. The four totals add up to minus the penalties given "
    "to nobody. Once signed, the result is final."
)


def draw_ends(
    pen: Pen, place: SumsPlace, language: Language, reminder: Text | None = None, *, remarked: bool = False
) -> None:
    """Draw the reminder, below the remark if there is one, and the lines for umpires and date."""
    grid, bottom = place.grid, place.bottom
    room = bottom - grid.foot - 10
    alone = len(language.each) == 1
    size, step = (8.2, 10.0) if alone else (7.2, 8.4)
    lines = [
        line
        for said in language.lines(reminder or REMINDER)
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
