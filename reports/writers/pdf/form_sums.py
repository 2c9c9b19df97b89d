"""The foot of a score sheet: penalties, totals, table points, signatures, and the lines below."""

from dataclasses import dataclass
from fractions import Fraction

from reports.document import TableForm
from reports.writers.pdf.fonts import Weight, cut, width, wrap
from reports.writers.pdf.grid import ROW, Grid
from reports.writers.pdf.pen import DARK, GREY, MIDDLE, Align, Pen, small_fraction
from reports.writers.pdf.structure import Tag
from tournament.language import Language, fraction_parts, integer_text, mark, signed_text

_MOST_PENALTIES = 2
_SMALL = 7.5


@dataclass(frozen=True, slots=True)
class SumsPlace:
    """The place of the rows under the hands."""

    grid: Grid
    top: float
    """Upper edge of the penalties."""
    rows: int
    """The number of rows above the signatures."""

    @property
    def bottom(self) -> float:
        """Lower edge of the signatures."""
        return self.top - self.rows * ROW - self.grid.sign_high


def sum_rows(form: TableForm) -> int:
    """The number of rows of a form above the signatures: penalties and total, then chips and table points."""
    return 2 + (form.starting_points is not None) + (form.points_text is not None)


def draw_sums(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Draw the empty rows under the hands and the rules between the players."""
    grid, top = place.grid, place.top
    labels = [(mark("Penalties"), language.render(mark("hand, fault, points"))), (mark("Total"), "")]
    if form.starting_points is not None:
        chips = mark("{points} more than the total", points=form.starting_points)
        labels.append((mark("Chips at the end"), language.render(chips)))
    if form.points_text is not None:
        labels.append((mark("Table points"), language.render(form.points_text)))
    labels.append((mark("Signature"), ""))
    for number, (label, detail) in enumerate(labels):
        high = grid.sign_high if number == len(labels) - 1 else ROW
        y = top - high / 2 - 2.9
        text = language.render(label)
        end = grid.left + 4 + width(text, Weight.SEMIBOLD, 8.8)
        if width(detail, Weight.REGULAR, 8) <= grid.won - end - 6:
            pen.text(grid.left + 4, y, text, size=8.8, weight=Weight.SEMIBOLD)
            pen.text(end + 4, y, detail, size=8, grey=DARK)
        else:
            pen.text(grid.left + 4, y + 5, text, size=8.8, weight=Weight.SEMIBOLD)
            rest = cut(detail, Weight.REGULAR, _SMALL, grid.won - grid.left - 6)
            pen.text(grid.left + 4, y - 4.4, rest, size=_SMALL, grey=DARK)
        if number < len(labels) - 1:
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
    right = grid.columns[column + 1] - 5
    base = place.top - ROW / 2 - 3.3
    _fill_penalties(pen, grid, form, language, column, place.top)
    if form.totals is not None:
        text = signed_text(form.totals[column])
        pen.text(right, base - ROW, text, size=10.5, weight=Weight.SEMIBOLD, align=Align.RIGHT)
        if form.starting_points is not None:
            chips = integer_text(form.starting_points + form.totals[column])
            pen.text(right, base - 2 * ROW, chips, size=10.5, align=Align.RIGHT)
    if form.table_points is not None:
        _fill_table_points(pen, form.table_points[column], right, base - (place.rows - 1) * ROW, language)


def _fill_signature(pen: Pen, place: SumsPlace, form: TableForm, language: Language) -> None:
    """Write both totals of each player if they differ, and the notes on the signature below."""
    grid, top = place.grid, place.top - place.rows * ROW
    for left, right, text in zip(grid.columns[:4], grid.columns[1:5], form.signed, strict=True):
        if text is not None:
            lines = wrap(language.render(text), Weight.REGULAR, 7.5, right - left - 7, lines=2)
            for number, line in enumerate(lines):
                pen.text(left + 4, top - 9 - number * 9, line, size=7.5, grey=DARK)
    if form.remark is not None:
        words = cut(language.render(form.remark), Weight.SEMIBOLD, 8.2, grid.wide)
        pen.text(grid.left, place.bottom - 8.6, words, size=8.2, weight=Weight.SEMIBOLD)


def _fill_table_points(pen: Pen, points: Fraction, right: float, y: float, language: Language) -> None:
    whole, rest = fraction_parts(points, language.code)
    slot = max(10.5, width(small_fraction(rest), Weight.SEMIBOLD, 10.5))
    if whole:
        pen.text(right - slot, y, whole, size=10.5, weight=Weight.SEMIBOLD, align=Align.RIGHT)
    if rest:
        pen.text(right - slot, y, small_fraction(rest), size=10.5, weight=Weight.SEMIBOLD)


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


def draw_ends(pen: Pen, place: SumsPlace, language: Language, *, remarked: bool = False) -> None:
    """Draw the reminder, below the remark if there is one, and the lines for umpires and date."""
    grid, bottom = place.grid, place.bottom
    reminder = mark(
        "Check every hand before the next one. The four totals add up to minus the penalties given "
        "to nobody. Once signed, the result is final."
    )
    room = bottom - grid.foot - 10
    alone = len(language.each) == 1
    size, step = (8.2, 10.0) if alone else (7.2, 8.4)
    lines = [line for said in language.lines(reminder) for line in wrap(said, Weight.REGULAR, size, grid.wide, lines=2)]
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
