"""The settlement matrix below the score sheet: who pays whom for a hand, with all sums, as on paper."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, integer_text, mark, signed_text
from tournament.rules.payment_matrix import PaymentMatrix
from ui.desktop.pages.tables import sheet_table
from ui.desktop.theme import Room, Size, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.entry.sheet_lines import HandMatrix

_ROW, _ROWS, _EDGE = 20, 7, 4
_CROSS, _NAMED, _CELL, _RESULT = 78, 86, 74, 74
"""Minimum widths: the first column, the payer, a payment, a sum."""
_INSET = 8
_BELOW_FROM = 700
"""From this height of the window the matrix is below the sheet unless the user hides it; in a lower window it replaces
the sheet."""
_PAYS = mark("East pays…"), mark("South pays…"), mark("West pays…"), mark("North pays…")
_TO = mark("… to East"), mark("… to South"), mark("… to West"), mark("… to North")


class PaymentMatrixView(Accessible, QWidget):
    """The matrix of a hand: each row pays each column, from East. It also shows what each player paid and received."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = HandMatrix(1)
        self.asked = False
        """Whether the user reversed the default, which is to show the matrix only in a window that is high enough."""
        self._low = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(sheet_table.MOST)
        translator.follow(self._retranslate)

    def show_hand(self, shown: HandMatrix) -> None:
        """Show the matrix of a hand."""
        if shown != self._shown:
            self._shown = shown
            self._retranslate()

    def fit(self, room: Room) -> bool:
        """Note the height of the window. Return whether that changes where the matrix is shown."""
        before, self._low = self._low, room.height < _BELOW_FROM
        return before is not self._low

    def show_below(self, shown: HandMatrix) -> bool:
        """Show ``shown`` below the sheet, or in a low window instead of it if the user asked for it.

        Return whether the sheet stays in view.
        """
        wanted = self._low is self.asked
        self.show_hand(shown)
        self.setVisible(wanted)
        return not (wanted and self._low)

    def sizeHint(self) -> QSize:
        """Return the size of seven rows."""
        return QSize(_CROSS + _NAMED + 4 * _CELL + 2 * _RESULT, _ROWS * _ROW + 2 * _EDGE)

    def minimumSizeHint(self) -> QSize:
        """Return the full height and a small width: in a narrow window texts are elided, figures are not."""
        return QSize(4 * 40, self.sizeHint().height())

    def text(self) -> str:
        """Return all of it as text."""
        return self.accessibleName()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper, its rules, words and figures."""
        painter, tokens, edges = painting.begin(self), theme.tokens, self._edges()
        painting.box(painter, QRectF(self.rect()), radius=Size.PAPER_RADIUS, fill=tokens.paper,
                     border=tokens.paper_rule)  # fmt: skip
        head = QRectF(1, _EDGE + _ROW, self.width() - 2, _ROW)
        painter.fillRect(head, QColor(tokens.band))
        for row in range(1, _ROWS):
            painter.fillRect(QRectF(1, _EDGE + row * _ROW, self.width() - 2, 1), QColor(tokens.paper_line))
        painter.fillRect(QRectF(edges[1], _EDGE + _ROW, 1, 5 * _ROW), QColor(tokens.paper_rule))
        for edge in edges[2:-1]:
            painter.fillRect(QRectF(edge, 1, 1, self.height() - 2), QColor(tokens.paper_rule))
        self._paint_heads(painter, edges)
        for row in range(4):
            self._paint_row(painter, edges, row)
        self._paint_sums(painter, edges)

    def _edges(self) -> list[float]:
        """Return the left edges of the columns and the right edge of the last: cross, payer, payments, paid, result."""
        least = (_CROSS, _NAMED, *(_CELL,) * 4, _RESULT, _RESULT)
        scale = min(self.width() / sum(least), 1.0)
        more = max(self.width() - sum(least), 0)
        named = min(more * 0.4, 140.0)
        widths = [wide * scale for wide in least]
        widths[1] += named
        for column in range(2, 8):
            widths[column] += (more - named) / 6
        edges = [0.0]
        for wide in widths:
            edges.append(edges[-1] + wide)
        return edges

    def _cell(self, edges: list[float], row: int, column: int) -> QRectF:
        return QRectF(edges[column], _EDGE + row * _ROW, edges[column + 1] - edges[column], _ROW)

    def _write(
        self, painter: QPainter, cell: QRectF, text: Text | str, *, kind: Type = Type.CAPTION, colour: str = "",
        right: bool = True,
    ) -> None:  # fmt: skip
        words = translator.translate(text) if isinstance(text, Text) else text
        place = cell.adjusted(_INSET, 0, -_INSET, 0)
        align = painting.RIGHT if right else painting.LEFT
        painting.words(painter, place, words, colour=colour or theme.tokens.text2, kind=kind, align=align, figures=True)

    def _paint_heads(self, painter: QPainter, edges: list[float]) -> None:
        shown, tokens = self._shown, theme.tokens
        title = QRectF(edges[0], _EDGE, edges[2] - edges[0], _ROW)
        words = mark("Hand {hand}: points", hand=shown.hand)
        self._write(painter, title, words, kind=Type.LABEL, colour=tokens.ink, right=False)
        self._write(painter, self._cell(edges, 1, 0), mark("Mah-Jong"), right=False)
        for place in range(4):
            if shown.values is not None:
                kind = Type.DENSE_TOTAL if place == shown.winner else Type.DENSE
                value = integer_text(shown.values[place])
                self._write(painter, self._cell(edges, 0, 2 + place), value, kind=kind, colour=tokens.ink)
            self._write(painter, self._cell(edges, 1, 2 + place), self._fitting(edges, 2 + place, _TO[place], place))
        self._write(painter, self._cell(edges, 1, 6), mark("Total paid"))
        self._write(painter, self._cell(edges, 1, 7), mark("Result"), colour=tokens.ink)

    def _paint_row(self, painter: QPainter, edges: list[float], payer: int) -> None:
        shown, tokens, row = self._shown, theme.tokens, 2 + payer
        won = payer == shown.winner
        if won:
            painting.words(painter, self._cell(edges, row, 0), "×", colour=tokens.ink, kind=Type.TOTAL,
                           align=painting.CENTRE)  # fmt: skip
        named = self._cell(edges, row, 1)
        words, name = self._fitting(edges, 1, _PAYS[payer], payer), shown.names[payer]
        kind = Type.CAPTION_STRONG if won else Type.CAPTION
        after = painting.width_of(words, kind) + 6
        self._write(painter, named, words, kind=kind, colour=tokens.ink, right=False)
        if name and after + 24 <= named.width() - 2 * _INSET:
            self._write(painter, named.adjusted(after, 0, 0, 0), name, right=False)
        if shown.matrix is None:
            return
        for receiver, points in enumerate(shown.matrix.rows[payer]):
            text = "=" if payer == receiver else integer_text(points)
            colour = tokens.ink if points else tokens.text3
            self._write(painter, self._cell(edges, row, 2 + receiver), text, kind=Type.DENSE, colour=colour)
        paid, net = integer_text(shown.matrix.paid[payer]), signed_text(shown.matrix.net[payer])
        self._write(painter, self._cell(edges, row, 6), paid, kind=Type.DENSE, colour=tokens.ink)
        self._write(painter, self._cell(edges, row, 7), net, kind=Type.DENSE_TOTAL, colour=tokens.ink)

    def _fitting(self, edges: list[float], column: int, text: Text, place: int) -> str:
        """Return ``text``, or the letter of the wind if the column is too narrow for the text."""
        words = translator.translate(text)
        room = edges[column + 1] - edges[column] - 2 * _INSET
        fits = painting.width_of(words, Type.CAPTION_STRONG) <= room
        return words if fits else translator.translate(self._shown.winds[place].short)

    def _paint_sums(self, painter: QPainter, edges: list[float]) -> None:
        shown, row = self._shown, _ROWS - 1
        label = QRectF(edges[0], _EDGE + row * _ROW, edges[2] - edges[0], _ROW)
        self._write(painter, label, mark("Total received"), right=False)
        if shown.matrix is None:
            return
        for receiver, points in enumerate(shown.matrix.received):
            cell = self._cell(edges, row, 2 + receiver)
            self._write(painter, cell, integer_text(points), kind=Type.DENSE, colour=theme.tokens.ink)

    def _retranslate(self) -> None:
        self.setAccessibleName("; ".join(map(translator.translate, self._words())))
        self.update()

    def _words(self) -> list[Text]:
        """Return the text for screen readers: every payment above zero, and what each player won or lost."""
        shown = self._shown
        words = [mark("Who pays whom for hand {hand}", hand=shown.hand)]
        if shown.values is not None:
            words += [
                mark("{player}: {points}", player=name, points=integer_text(value))
                for name, value in zip(shown.names, shown.values, strict=True)
            ]
        return words + _payments(shown.names, shown.matrix) if shown.matrix is not None else words


def _payments(names: tuple[str, ...], matrix: PaymentMatrix) -> list[Text]:
    paid = [
        mark("{payer} pays {points} to {receiver}", payer=names[payer], points=integer_text(points),
             receiver=names[receiver])
        for payer, row in enumerate(matrix.rows)
        for receiver, points in enumerate(row)
        if points
    ]  # fmt: skip
    return [
        *paid,
        *(
            mark(
                "{player}: {received} − {paid} = {net}", player=name, received=received, paid=pays, net=signed_text(net)
            )
            for name, received, pays, net in zip(names, matrix.received, matrix.paid, matrix.net, strict=True)
        ),
    ]
