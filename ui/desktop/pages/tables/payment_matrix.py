"""The settlement matrix below the score sheet: who pays whom for a hand, with all sums, as on paper."""

from itertools import accumulate
from typing import NamedTuple, TypeVar

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from tournament.language import Text, integer_text, mark, signed_text
from ui.desktop.pages.tables import sheet_table
from ui.desktop.theme import Room, Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.cards import ground
from ui.desktop.widgets.labels import ElidedLabel, FittingLabel, PlainLabel, TextLabel, place_label, plain_tooltip
from ui.desktop.widgets.layouts import column
from ui.entry.sheet_lines import HandMatrix

_ROW, _ROWS, _EDGE = 20, 7, 4
_WINNER, _PAYER, _PAYMENT, _PAID, _NET = 0, 1, 2, 6, 7
"""Columns; there are four of payments."""
_WIDTHS = (78, 86, *(74,) * 6)
"""Minimum widths of the columns. In a narrow window they shrink; texts are then elided."""
_NAMED = 140
"""Maximum width that the names of the payers get of the rest."""
_INSET, _BEFORE_NAME, _LEAST_NAME = 8, 6, 24
_BELOW_FROM = 700
"""From this height of the window the matrix is below the sheet unless the user hides it; in a lower window it replaces
the sheet."""
_PAYS = mark("East pays…"), mark("South pays…"), mark("West pays…"), mark("North pays…")
_TO = mark("… to East"), mark("… to South"), mark("… to West"), mark("… to North")


class _Figure(PlainLabel):
    """A number. Its tooltip, which screen readers read too, says what it means."""

    def __init__(self, kind: Type = Type.DENSE) -> None:
        super().__init__(kind=kind, tone=Tone.INK, figures=True)

    def show_figure(self, text: str, meaning: Text | None = None) -> None:
        """Show a number; an empty text while it is not known."""
        self.setText(text)
        self.setToolTip("" if meaning is None else plain_tooltip(translator.translate(meaning)))


class _Cell(NamedTuple):
    label: QLabel
    row: int
    column: int
    span: int


_Label = TypeVar("_Label", bound=QLabel)


class _Matrix(QFrame):
    """Title, heads, payments and sums.

    It places its labels itself: a layout would pass each new text on to all layouts around it, up to the window.
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown = HandMatrix(1)
        self._cells: list[_Cell] = []
        self.setProperty("ground", "paper")
        self._band = ground("band", self)
        self._lines = [ground("paper_line", self) for _ in range(1, _ROWS)]
        self._rules = [ground("paper_rule", self) for _ in _WIDTHS[1:]]
        self._title = self._put(TextLabel(kind=Type.LABEL, tone=Tone.INK), 0, span=2)
        self._values = self._put_figures(0)
        self._put(ElidedLabel(mark("Mah-Jong"), kind=Type.CAPTION, tone=Tone.TEXT2), 1)
        self._to = [
            self._put(FittingLabel(kind=Type.CAPTION, tone=Tone.TEXT2), 1, _PAYMENT + place) for place in range(4)
        ]
        self._put(ElidedLabel(mark("Total paid"), kind=Type.CAPTION, tone=Tone.TEXT2), 1, _PAID)
        self._put(ElidedLabel(mark("Result"), kind=Type.CAPTION, tone=Tone.INK), 1, _NET)
        self._won, self._pays, self._names = list[QLabel](), list[FittingLabel](), list[ElidedLabel]()
        self._payments = list[list[_Figure]]()
        self._paid, self._net = list[_Figure](), list[_Figure]()
        for row in range(2, 6):
            self._won.append(self._put(PlainLabel("×", kind=Type.TOTAL, tone=Tone.INK), row, _WINNER))
            self._pays.append(self._put(FittingLabel(tone=Tone.INK), row, _PAYER))
            self._names.append(self._put(ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2), row, _PAYER))
            self._payments.append(self._put_figures(row))
            self._paid.append(self._put(_Figure(), row, _PAID))
            self._net.append(self._put(_Figure(Type.DENSE_TOTAL), row, _NET))
            self._won[-1].setAlignment(painting.CENTRE)
        self._put(ElidedLabel(mark("Total received"), kind=Type.CAPTION, tone=Tone.TEXT2), _ROWS - 1, span=2)
        self._received = self._put_figures(_ROWS - 1)
        self.setFixedHeight(_ROWS * _ROW + 2 * _EDGE)
        self.setMinimumWidth(160)
        translator.follow(self._retranslate)

    def _put(self, label: _Label, row: int, column: int = _WINNER, *, span: int = 1) -> _Label:
        """Put ``label`` into a cell. From the payments on, columns are aligned right."""
        label.setParent(self)
        label.setAlignment(painting.RIGHT if column >= _PAYMENT else painting.LEFT)
        self._cells.append(_Cell(label, row, column, span))
        return label

    def _put_figures(self, row: int) -> list[_Figure]:
        return [self._put(_Figure(), row, _PAYMENT + place) for place in range(4)]

    def show_hand(self, shown: HandMatrix) -> None:
        """Show the matrix of a hand."""
        if shown != self._shown:
            self._shown = shown
            self._retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the labels in the new width."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        edges, width, high = self._edges(), self.width(), self.height()
        self._band.setGeometry(1, _EDGE + _ROW, width - 2, _ROW)
        for row, line in enumerate(self._lines, 1):
            line.setGeometry(1, _EDGE + row * _ROW, width - 2, 1)
        for number, rule in enumerate(self._rules, 1):
            if number == _PAYER:
                rule.setGeometry(edges[number], _EDGE + _ROW, 1, (_ROWS - 2) * _ROW)
            else:
                rule.setGeometry(edges[number], 1, 1, high - 2)
        for cell in self._cells:
            top = _EDGE + cell.row * _ROW
            left, right = edges[cell.column] + _INSET, edges[cell.column + cell.span] - _INSET
            place_label(cell.label, left, top, right, top + _ROW)
        for pays, name in zip(self._pays, self._names, strict=True):
            whole = name.geometry()
            name.setGeometry(whole.adjusted(min(pays.sizeHint().width() + _BEFORE_NAME, whole.width() - 1), 0, 0, 0))
            name.setVisible(name.width() >= _LEAST_NAME)

    def _edges(self) -> list[int]:
        """Return the left edges of the columns and the right edge of the last."""
        scale, more = min(self.width() / sum(_WIDTHS), 1.0), max(self.width() - sum(_WIDTHS), 0)
        named = min(more * 0.4, _NAMED)
        others = (more - named) / len(_WIDTHS[_PAYMENT:])
        rest = (0, named, *(others,) * len(_WIDTHS[_PAYMENT:]))
        widths = (wide * scale + extra for wide, extra in zip(_WIDTHS, rest, strict=True))
        return list(map(int, accumulate(widths, initial=0)))

    def _retranslate(self) -> None:
        shown, names = self._shown, self._shown.names
        self._title.set_text(mark("Hand {hand}: points", hand=shown.hand))
        self._title.setToolTip(translator.translate(mark("Who pays whom for hand {hand}", hand=shown.hand)))
        for place, (name, wind) in enumerate(zip(names, shown.winds, strict=True)):
            won = place == shown.winner
            self._won[place].setVisible(won)
            self._to[place].set_texts(_TO[place], wind.short)
            self._pays[place].set_kind(Type.CAPTION_STRONG if won else Type.CAPTION)
            self._pays[place].set_texts(_PAYS[place], wind.short)
            self._names[place].set_text(name)
            self._values[place].set_kind(Type.DENSE_TOTAL if won else Type.DENSE)
            value = "" if shown.values is None else integer_text(shown.values[place])
            self._values[place].show_figure(
                value, mark("{player}: {points}", player=name, points=value) if value else None
            )
            self._show_payments(place)
        self._place()

    def _show_payments(self, payer: int) -> None:
        """Show what a player pays, and as a whole pays, receives, wins or loses."""
        names, matrix = self._shown.names, self._shown.matrix
        figures = *self._payments[payer], self._paid[payer], self._net[payer], self._received[payer]
        if matrix is None:
            for figure in figures:
                figure.show_figure("")
            return
        for receiver, (figure, points) in enumerate(zip(self._payments[payer], matrix.rows[payer], strict=True)):
            text = integer_text(points)
            meaning = mark("{payer} pays {points} to {receiver}", payer=names[payer], points=text,
                           receiver=names[receiver]) if points else None  # fmt: skip
            figure.show_figure("=" if payer == receiver else text, meaning)
            figure.set_tone(Tone.INK if points else Tone.TEXT3)
        received, paid, net = matrix.received[payer], matrix.paid[payer], signed_text(matrix.net[payer])
        self._received[payer].show_figure(integer_text(received))
        self._paid[payer].show_figure(integer_text(paid))
        meaning = mark(
            "{player}: {received} − {paid} = {net}", player=names[payer], received=received, paid=paid, net=net
        )
        self._net[payer].show_figure(net, meaning)


class PaymentMatrixView(QWidget):
    """The matrix of a hand: each row pays each column, from East. It also shows what each player paid and received."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = False
        """Whether the user reversed the default, which is to show the matrix only in a window that is high enough."""
        self._low = False
        self._matrix: _Matrix | None = None
        """Created when first needed; most rules have none."""
        self._column = column(on=self)
        self.setMaximumWidth(sheet_table.MOST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def fit(self, room: Room) -> bool:
        """Note the height of the window. Return whether that changes where the matrix is shown."""
        before, self._low = self._low, room.height < _BELOW_FROM
        return before is not self._low

    def show_below(self, shown: HandMatrix) -> bool:
        """Show ``shown`` below the sheet, or in a low window instead of it if the user asked for it.

        Return whether the sheet stays in view.
        """
        wanted = self._low is self.asked
        if self._matrix is None:
            self._matrix = _Matrix()
            self._column.addWidget(self._matrix)
        self._matrix.show_hand(shown)
        self.setVisible(wanted)
        return not (wanted and self._low)
