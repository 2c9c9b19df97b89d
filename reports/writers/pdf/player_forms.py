"""Forms that players fill in: the card of a session that each keeps, and the settlement matrix of a hand.

Lengths in points.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.document import Document, MatrixForm, OpenHand, OpenSheetForm, PlayerCard
from reports.writers.atomic_file import Progress
from reports.writers.paper import PageSize
from reports.writers.pdf.fonts import Weight, cut, width, wrap
from reports.writers.pdf.logo import head_pen, show_logo
from reports.writers.pdf.pen import BAND, BLACK, DARK, GREY, LIGHT, MIDDLE, Align, Pen
from reports.writers.pdf.score_sheet import draw_wind
from reports.writers.pdf.structure import Tag
from reports.writers.wording import event_line, foot, one_line
from tournament.language import Language, Text, integer_text, mark, signed_text
from tournament.rules.payment import opponents
from tournament.tiles.wind import Wind

if TYPE_CHECKING:
    from reports.writers.pdf.canvas import PageCanvas

_MARGIN = 26.0
_ROW = 20.4
"""Height of a hand: 7.2 mm."""
_HAND, _WIND, _VALUE, _WON, _TOTAL = 19.0, 16.0, 28.0, 46.0, 40.0
_INITIALS = 26.0
"""Space for the initials of one of the three others."""
_MOST_ROWS = 18
_SMALL = 7.5


def write_cards(
    canvas: "PageCanvas", document: Document, language: Language, page_size: PageSize, progress: Progress | None
) -> None:
    """Draw the cards, two to a page."""
    high, wide = page_size.value
    pages = (len(document.cards) + 1) // 2
    pen = Pen(canvas)
    for number in range(pages):
        if progress:
            progress(number, pages)
        canvas.setPageSize((wide, high))
        for place, card in enumerate(document.cards[2 * number : 2 * number + 2]):
            with pen.group(Tag.SECTION):
                _Card(pen, document, language, place * wide / 2, wide / 2, high).draw(card, (number + 1, pages))
        pen.rule(wide / 2, 0, wide / 2, high, thick=0.3, grey=LIGHT)
        canvas.showPage()


class _Card:
    """One card on its half of the page."""

    def __init__(self, pen: Pen, document: Document, language: Language, left: float, wide: float, high: float) -> None:
        self._pen, self._document, self._language = pen, document, language
        self._left, self._right, self._high = left + _MARGIN, left + wide - _MARGIN, high
        self._rows_top = high - 118.0
        results = self._right - self._left - _HAND - _WIND - _VALUE - _WON - _TOTAL - 3 * _INITIALS
        widths = (_HAND, _WIND, _VALUE, _WON, *(results / 4,) * 4, _TOTAL, *(_INITIALS,) * 3)
        self._edges = [self._left]
        for each in widths:
            self._edges.append(self._edges[-1] + each)

    def draw(self, card: PlayerCard, page: tuple[int, int]) -> None:
        form, others = card.form, opponents(card.column)
        self._head(form, card.column)
        headings: list[Text | str] = [mark("Hand"), "", form.value, mark("Won, from")]
        headings += [str(column + 1) for column in range(4)]
        headings += [mark("Total {number}", number=card.column + 1), *(str(column + 1) for column in others)]
        for place, heading in enumerate(headings):
            self._heading(place, heading, strong=place == 4 + card.column)
        top = self._rows_top + 26
        self._pen.text((self._edges[4] + self._edges[8]) / 2, top, self._words(mark("Results")), size=_SMALL, grey=DARK,
                       align=Align.CENTRE)  # fmt: skip
        self._pen.text((self._edges[9] + self._edges[12]) / 2, top, self._words(mark("Initials")), size=_SMALL,
                       grey=DARK, align=Align.CENTRE)  # fmt: skip
        hands = form.hands[:_MOST_ROWS]
        for row, hand in enumerate(hands):
            with self._pen.part(Tag.PARAGRAPH):
                self._row(hand, card.column, self._rows_top - row * _ROW)
        self._end(len(hands), [one_line(_name(form, column)) for column in others])
        with self._pen.decoration():
            self._foot(page)

    def _words(self, text: Text) -> str:
        return one_line(self._language.render(text))

    def _head(self, form: OpenSheetForm, column: int) -> None:
        room, y = self._right - self._left, self._high - 34.0
        event = cut(event_line(self._document, self._language), Weight.REGULAR, 8.6, room - 60)
        plain = self._pen
        self._pen = head_pen(plain)
        self._pen.text(self._left, y, event, size=8.6, grey=DARK)
        code = form.code
        self._pen.text(self._right, y, code, size=8.6, weight=Weight.SEMIBOLD, align=Align.RIGHT)
        self._pen.bookmark(one_line(f"{code} {_name(form, column)}"), self._high)
        name = cut(one_line(f"{column + 1}  {_name(form, column)}"), Weight.BOLD, 15, room)
        with self._pen.part(Tag.TITLE):
            self._pen.text(self._left, y - 20, name, size=15, weight=Weight.BOLD)
        self._pen.text(
            self._left, y - 33, cut(self._words(_place_text(form)), Weight.REGULAR, 8, room), size=8, grey=DARK
        )
        others = " · ".join(f"{each + 1} {self._language.isolated(_name(form, each))}" for each in opponents(column))
        self._pen.text(self._left, y - 45, cut(one_line(others), Weight.REGULAR, 8, room), size=8)
        show_logo(self._pen, (self._left, self._rows_top + 36, self._right, self._high - 14), most=(110, 40))
        self._pen = plain

    def _heading(self, place: int, heading: Text | str, *, strong: bool) -> None:
        left, right = self._edges[place], self._edges[place + 1]
        text = one_line(self._language.render(heading))
        if not text:
            return
        weight = Weight.BOLD if strong else Weight.REGULAR
        longest = max(width(word, weight, _SMALL) for word in text.split())
        size = _SMALL * min(1, (right - left - 3) / longest)
        for number, line in enumerate(reversed(wrap(text, weight, size, right - left - 2, lines=2))):
            self._pen.text((left + right) / 2, self._rows_top + 5 + number * 8.4, line, size=size, weight=weight,
                           grey=BLACK if strong else DARK, align=Align.CENTRE)  # fmt: skip

    def _row(self, hand: OpenHand, column: int, top: float) -> None:
        opens = hand.number == 1 or (hand.state is not None and hand.state.opens)
        self._pen.rule(self._left, top, self._right, top, thick=0.9 if opens else 0.45, grey=BLACK if opens else MIDDLE)
        for place, x in enumerate(self._edges):
            strong = place in (0, 4, 8, 9, 12)
            self._pen.rule(x, top, x, top - _ROW, thick=0.9 if strong else 0.4, grey=BLACK if strong else LIGHT)
        middle = top - _ROW / 2
        self._pen.text((self._edges[0] + self._edges[1]) / 2, middle - 3, str(hand.number), size=8.6,
                       weight=Weight.SEMIBOLD, align=Align.CENTRE)  # fmt: skip
        if hand.state is not None:
            draw_wind(
                self._pen, self._language, hand.state.winds[column], (self._edges[1] + self._edges[2]) / 2, middle
            )

    def _end(self, rows: int, others: list[str]) -> None:
        """The rule under the last hand, the instruction, and lines for the three signatures."""
        y = self._rows_top - rows * _ROW
        self._pen.rule(self._left, y, self._right, y, thick=0.9)
        text = self._words(mark("The three others initial each hand before the tiles are mixed."))
        for number, line in enumerate(wrap(text, Weight.REGULAR, 8, self._right - self._left, lines=2)):
            self._pen.text(self._left, y - 13 - number * 10, line, size=8)
        gap = 12.0
        wide = (self._right - self._left - 2 * gap) / 3
        base = max(42.0, y - 62)
        for number, name in enumerate(others):
            x = self._left + number * (wide + gap)
            self._pen.rule(x, base, x + wide, base, thick=0.6, grey=GREY)
            signed = cut(self._words(mark("Signed by {player}", player=name)), Weight.REGULAR, _SMALL, wide)
            self._pen.text(x, base - 9, signed, size=_SMALL, grey=DARK)

    def _foot(self, page: tuple[int, int]) -> None:
        number = self._words(mark("Page {page} of {pages}", page=page[0], pages=page[1]))
        room = self._right - self._left - width(number, Weight.REGULAR, 7) - 10
        printed = cut(self._words(foot(self._document)), Weight.REGULAR, 7, room)
        self._pen.text(self._left, 18, printed, size=7, grey=GREY)
        self._pen.text(self._right, 18, number, size=7, grey=GREY, align=Align.RIGHT)


def _place_text(form: OpenSheetForm) -> Text:
    values = {"session": form.session, "table": form.table, "rules": form.rules}
    if form.sessions is None:
        return mark("Card of a player · evening {session}, game {table} · {rules}", **values)
    return mark(
        "Card of a player · session {session} of {sessions}, table {table} · {rules}", sessions=form.sessions, **values
    )


def _name(form: OpenSheetForm, column: int) -> str:
    player = form.players[column]
    return f"{player.first_name} {player.last_name}".strip()


MATRIX_HIGH = 216.0
"""Height of one matrix with its heading."""
_HEADING, _ROW_HIGH = 17.0, 15.2
_CROSS, _LABEL, _LAST_LABEL, _LAST = 0.105, 0.145, 0.19, 0.11
"""Widths of the columns beside the four of the square, as shares of the whole."""
_SIZE, _SMALL_TEXT = 9.0, 7.5


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
            end = self._pen.text(self._left, self._top + 5, caption, size=_SMALL_TEXT, grey=DARK) + 4
            self._pen.rule(end, self._top + 3, end + 90, self._top + 3, thick=0.5, grey=GREY)
        self._rules()
        self._heads(form)
        self._payments(form)
        self._results(form)

    def _rules(self) -> None:
        """The frame and its lines: the square, the sums, then the results."""
        self._pen.fill(self._left, self._y(8), self._right - self._left, _ROW_HIGH, grey=BAND)
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
        return self._top - (row + 1) * _ROW_HIGH

    def _base(self, row: int) -> float:
        return self._y(row) + _ROW_HIGH / 2 - 3.0

    def _word(self, text: Text | str, left: float, right: float, row: int, weight: Weight = Weight.REGULAR) -> None:
        rendered, room = one_line(self._language.render(text)), right - left - 7
        size = max(6.5, min(_SIZE - 0.6, (_SIZE - 0.6) * room / max(1.0, width(rendered, weight, _SIZE - 0.6))))
        self._pen.text(left + 4, self._base(row), cut(rendered, weight, size, room), size=size, weight=weight)

    def _centred(self, text: Text | str, column: int, row: int) -> None:
        left, right = self._columns[column], self._columns[column + 1]
        lines: Sequence[str] = wrap(self._language.render(text), Weight.REGULAR, _SMALL_TEXT, right - left - 4, lines=2)
        if len(lines) == 1:
            self._pen.text(
                (left + right) / 2, self._base(row), lines[0], size=_SMALL_TEXT, grey=DARK, align=Align.CENTRE
            )
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
