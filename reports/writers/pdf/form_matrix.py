"""The settlement matrix of one hand on paper: who pays whom, what each player paid and received, the results."""

from collections.abc import Sequence

from reports.document import MatrixForm
from reports.writers.pdf.fonts import Weight, cut, width, wrap
from reports.writers.pdf.pen import BAND, BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen
from reports.writers.pdf.structure import Tag
from reports.writers.wording import one_line
from tournament.language import Language, Text, integer_text, mark, signed_text
from tournament.tiles.wind import Wind

MATRIX_HIGH = 216.0
"""Height of one matrix with its heading."""
_HEADING, _ROW = 17.0, 15.2
_CROSS, _LABEL, _LAST_LABEL, _LAST = 0.105, 0.145, 0.19, 0.11
"""Widths of the columns beside the four of the square, as shares of the whole."""
_SIZE, _SMALL = 9.0, 7.5


class _Square:
    """One matrix, drawn from the top; rows are numbered from 0, columns by their edges."""

    def __init__(self, pen: Pen, language: Language, left: float, top: float, wide: float) -> None:
        self._pen, self._language = pen, language
        self._top = top - _HEADING
        self._left, self._right = left, left + wide
        self._label = left + wide * _CROSS
        first = self._label + wide * _LABEL
        self._last_label = self._right - wide * (_LAST_LABEL + _LAST)
        self._last = self._right - wide * _LAST
        step = (self._last_label - first) / 4
        self._columns = tuple(first + step * number for number in range(5))

    def draw(self, form: MatrixForm) -> None:
        if form.heading is not None:
            heading = cut(one_line(self._language.render(form.heading)), Weight.SEMIBOLD, 9.6, self._right - self._left)
            with self._pen.part(Tag.HEADING):
                self._pen.text(self._left, self._top + 5, heading, size=9.6, weight=Weight.SEMIBOLD)
        else:
            caption = self._language.render(mark("Table, hand:"))
            end = self._pen.text(self._left, self._top + 5, caption, size=_SMALL, grey=DARK) + 4
            self._pen.rule(end, self._top + 3, end + 90, self._top + 3, thick=0.5, grey=GREY)
        self._rules()
        self._heads(form)
        self._payments(form)
        self._results(form)

    def _rules(self) -> None:
        """The frame and its lines: the square, the sums, then the results."""
        self._pen.fill(self._left, self._y(8), self._right - self._left, _ROW, grey=BAND)
        for row in range(14):
            strong = row in (0, 2, 6, 8, 13)
            left = self._left if row else self._label
            self._pen.rule(left, self._y(row - 1), self._right, self._y(row - 1), thick=0.9 if strong else 0.45,
                           grey=BLACK if strong else MIDDLE)  # fmt: skip
        for x in (*self._columns, self._last):
            thick = 0.9 if x in (self._columns[0], self._columns[4]) else 0.45
            self._pen.rule(x, self._top, x, self._y(7), thick=thick, grey=BLACK if thick == 0.9 else MIDDLE)
        self._pen.rule(self._last, self._y(7), self._last, self._y(12), thick=0.45, grey=MIDDLE)
        for above, below in ((self._top, self._y(7)), (self._y(8), self._y(12))):
            self._pen.rule(self._label, above, self._label, below, thick=0.45, grey=LIGHT)
        for x in (self._left, self._right):
            self._pen.rule(x, self._y(0) if x == self._left else self._top, x, self._y(12), thick=0.9)

    def _heads(self, form: MatrixForm) -> None:
        self._word(form.value, self._label, self._columns[0], 0, Weight.SEMIBOLD)
        self._word(mark("Mah-Jong"), self._left, self._label, 1, Weight.SEMIBOLD)
        for wind in Wind:
            self._centred(mark("… to {wind}", wind=wind.label), wind, 1)
            self._word(mark("{wind} pays…", wind=wind.label), self._label, self._columns[0], 2 + wind)
            self._word(mark("Total paid by {wind}", wind=wind.label), self._columns[4], self._last, 2 + wind)
            self._centred(mark("Total received by {wind}", wind=wind.label), wind, 6)
        if form.values is not None:
            for wind in Wind:
                self._number(integer_text(form.values[wind]), self._columns[wind + 1], 0)
        if form.winner is not None:
            middle = (self._left + self._label) / 2
            self._pen.text(middle, self._base(2 + form.winner), "×", size=11, weight=Weight.BOLD, align=Align.CENTRE)

    def _payments(self, form: MatrixForm) -> None:
        for payer in Wind:
            self._centred("=", payer, 2 + payer)
            if form.matrix is None:
                continue
            for receiver in Wind:
                if receiver is not payer:
                    paid = integer_text(form.matrix.rows[payer][receiver])
                    self._number(paid, self._columns[receiver + 1], 2 + payer)
            self._number(integer_text(form.matrix.paid[payer]), self._right, 2 + payer)
            self._number(integer_text(form.matrix.received[payer]), self._columns[payer + 1], 7)

    def _results(self, form: MatrixForm) -> None:
        self._word(mark("Results of the hand"), self._left, self._last, 8, Weight.SEMIBOLD)
        self._word(mark("Total"), self._last, self._right, 8, Weight.SEMIBOLD)
        for wind in Wind:
            row = 9 + wind
            self._word(wind.label, self._left, self._label, row, Weight.SEMIBOLD)
            how = mark("Total received − Total paid =")
            if form.matrix is not None:
                how = mark("Total received − Total paid = {received} − {paid}", received=form.matrix.received[wind],
                           paid=form.matrix.paid[wind])  # fmt: skip
                self._number(signed_text(form.matrix.net[wind]), self._right, row, Weight.SEMIBOLD)
            self._word(how, self._label, self._columns[4], row)
            if form.players:
                self._word(form.players[wind], self._columns[4] - 30, self._last, row)

    def _y(self, row: int) -> float:
        """Lower edge of a row; -1 is the upper edge of the first."""
        return self._top - (row + 1) * _ROW

    def _base(self, row: int) -> float:
        return self._y(row) + _ROW / 2 - 3.0

    def _word(self, text: Text | str, left: float, right: float, row: int, weight: Weight = Weight.REGULAR) -> None:
        rendered, room = one_line(self._language.render(text)), right - left - 7
        size = max(6.5, min(_SIZE - 0.6, (_SIZE - 0.6) * room / max(1.0, width(rendered, weight, _SIZE - 0.6))))
        self._pen.text(left + 4, self._base(row), cut(rendered, weight, size, room), size=size, weight=weight)

    def _centred(self, text: Text | str, column: int, row: int) -> None:
        left, right = self._columns[column], self._columns[column + 1]
        lines: Sequence[str] = wrap(self._language.render(text), Weight.REGULAR, _SMALL, right - left - 4, lines=2)
        if len(lines) == 1:
            self._pen.text((left + right) / 2, self._base(row), lines[0], size=_SMALL, grey=DARK, align=Align.CENTRE)
            return
        for number, line in enumerate(lines):
            y = self._base(row) + 3.4 - number * 7.0
            self._pen.text((left + right) / 2, y, line, size=6.6, grey=DARK, align=Align.CENTRE)

    def _number(self, text: str, right: float, row: int, weight: Weight = Weight.REGULAR) -> None:
        self._pen.text(right - 5, self._base(row), text, size=_SIZE, weight=weight, align=Align.RIGHT)


def draw_matrix(pen: Pen, form: MatrixForm, language: Language, *, left: float, top: float, wide: float) -> None:
    """Draw one matrix from ``top`` down."""
    with pen.group(Tag.SECTION):
        _Square(pen, language, left, top, wide).draw(form)
