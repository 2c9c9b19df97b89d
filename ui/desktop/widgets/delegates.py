"""The delegates that draw the cells of a list: text, numbers, exact fractions, changes of place.

A model returns the text for Qt's ``DisplayRole``, and everything else that drawing needs for a :class:`Role`.
"""

from collections.abc import Iterable
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QHelpEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from tournament.language import fraction_parts, fraction_text, integer_text
from ui.desktop.theme import Tone, Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.labels import plain_tooltip
from ui.desktop.widgets.signs import StatusIcon

PAD = 12
Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What a model can return for a cell, in addition to its text."""

    VALUE = Qt.ItemDataRole.UserRole + 1
    """The number in the cell (int or Fraction), by which the list is sorted, or None."""
    KIND = Qt.ItemDataRole.UserRole + 2
    """A :class:`Type`; default body."""
    TONE = Qt.ItemDataRole.UserRole + 3
    """A :class:`Tone`; default text."""
    SIGN = Qt.ItemDataRole.UserRole + 4
    """A :class:`StatusIcon` before the text."""
    SECOND = Qt.ItemDataRole.UserRole + 5
    """A second, quieter line under the text (str)."""
    STRUCK = Qt.ItemDataRole.UserRole + 6
    """True if it is struck through, for example a cancelled penalty."""
    SHARE = Qt.ItemDataRole.UserRole + 8
    """Length of the bar of a count, from 0 to 1."""
    GROUND = Qt.ItemDataRole.UserRole + 7
    """Name of the background's colour token, for example ``warn_soft``."""
    ROW = Qt.ItemDataRole.UserRole + 9
    """The row, for delegates that need more than the cell."""
    COPIED = Qt.ItemDataRole.UserRole + 10
    """What is copied instead of the value or text. A tuple stands for several cells; its heading is one as long."""
    CELL = Qt.ItemDataRole.UserRole + 11
    """The whole :class:`DrawnCell`, fetched in one call per painting, because each role alone is a slow call through
    Qt."""


class DrawnCell(NamedTuple):
    """Everything needed to draw a cell. The fields have the names of the roles."""

    text: str
    value: int | Fraction | None = None
    kind: Type | None = None
    tone: Tone | None = None
    sign: StatusIcon | None = None
    second: str = ""
    struck: bool = False
    ground: str = ""
    share: float | None = None
    row: object = None


def drawn_cell(index: Index) -> DrawnCell:
    """The cell at ``index``. It is read role by role if the model has no :attr:`Role.CELL`."""
    cell = index.data(Role.CELL)
    if isinstance(cell, DrawnCell):
        return cell
    return DrawnCell(
        text=str(index.data(Qt.ItemDataRole.DisplayRole) or ""),
        value=index.data(Role.VALUE),
        kind=index.data(Role.KIND),
        tone=index.data(Role.TONE),
        sign=index.data(Role.SIGN),
        second=str(index.data(Role.SECOND) or ""),
        struck=bool(index.data(Role.STRUCK)),
        ground=str(index.data(Role.GROUND) or ""),
        share=index.data(Role.SHARE),
        row=index.data(Role.ROW),
    )


class TextDelegate(QStyledItemDelegate):
    """Text at the left, elided if too long, with an optional sign before it and a quieter line below."""

    align = painting.LEFT
    """Alignment of the cells and of the column's heading."""
    most_inset = 0
    """The maximum of :meth:`head_inset`."""
    before_text = 0
    """Pixels before the text of every cell, for a column whose cells all have a sign."""
    head_strong = False
    """Whether the heading is bold, for the column that decides the ranking."""
    kind = Type.BODY
    large = False
    """Whether the type is one step larger, in a large window."""

    def head_inset(self, head: float) -> float:
        """Pixels between the right edges of the heading, which is ``head`` wide, and of the cell."""
        return 0.0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint background, line and contents."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        cell = drawn_cell(index)
        self._ground(painter, rect, option, cell, first=index.column() == 0)
        self.contents(painter, rect.adjusted(PAD, 0, -PAD, -1), cell)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The size needed for the text and the sign, to which Qt can fit a column."""
        cell = drawn_cell(index)
        sign = 22 if cell.sign else 0
        return QSize(int(painting.width_of(cell.text, self.type_of(cell), figures=True)) + 2 * PAD + sign + 2, 33)

    def room_for(self, numbers: Iterable[str]) -> int:
        """The width in pixels of a column in which none of ``numbers`` is cut."""
        kind = self.enlarged(self.kind)
        return ceil(max((painting.width_of(text, kind, figures=True) for text in numbers), default=0.0)) + 2 * PAD + 2

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Show text that is elided in a tooltip, unless the model has its own tooltip."""
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        silent = index.data(Qt.ItemDataRole.ToolTipRole) is None
        if (
            event.type() is QEvent.Type.ToolTip
            and silent
            and self.sizeHint(option, index).width() > option.rect.width()
        ):
            QToolTip.showText(event.globalPos(), plain_tooltip(text), view)
            return True
        return super().helpEvent(event, view, option, index)

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Paint the contents of the cell."""
        if cell.sign is not None:
            cell.sign.draw(painter, QRectF(rect.left(), rect.center().y() - 8, 16, 16))
            rect = rect.adjusted(22, 0, 0, 0)
        if cell.second:
            rect, below = rect.adjusted(0, 5, 0, -22), rect.adjusted(0, 24, 0, -4)
            kind = self.enlarged(Type.DENSE)
            painting.words(painter, below, cell.second, colour=theme.tokens.text2, kind=kind, align=self.align)
        self.line(painter, rect, cell.text, cell)

    def line(self, painter: QPainter, rect: QRectF, text: str, cell: DrawnCell, *, figures: bool = False) -> None:
        """Write one line in the type and tone of the cell."""
        kind, ink = self.type_of(cell), self.ink(cell)
        if cell.struck:
            face = QFont(typeface(kind, figures=figures))
            face.setStrikeOut(True)
            painting.write(painter, rect, text, colour=ink, font=face, align=self.align)
        else:
            painting.words(painter, rect, text, colour=ink, kind=kind, align=self.align, figures=figures)

    def ink(self, cell: DrawnCell) -> str:
        """The colour of the cell's text."""
        return (cell.tone or Tone.TEXT).of(theme.tokens)

    def type_of(self, cell: DrawnCell) -> Type:
        """The step of the type scale of the cell."""
        return self.enlarged(cell.kind or self.kind)

    def enlarged(self, kind: Type) -> Type:
        """``kind``, or the next larger step in a large window."""
        return kind.larger if self.large else kind

    def _ground(
        self, painter: QPainter, rect: QRectF, option: QStyleOptionViewItem, cell: DrawnCell, *, first: bool
    ) -> None:
        tokens, colour = theme.tokens, painting.colour_of
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colour(tokens.accent_soft))
            if first:
                painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height() - 1), colour(tokens.accent))
        elif cell.ground:
            painter.fillRect(rect, colour(getattr(tokens, cell.ground)))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colour(tokens.line))


class RightDelegate(TextDelegate):
    """Text at the right."""

    align = painting.RIGHT


class NumberDelegate(TextDelegate):
    """A number aligned right, nearly always a whole number. An empty text is shown as a dash."""

    align = painting.RIGHT

    def __init__(self, *, kind: Type = Type.BODY) -> None:
        super().__init__()
        self.kind = kind

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the number."""
        self.line(painter, rect, cell.text or "–", cell, figures=True)


class FractionDelegate(TextDelegate):
    """Table points: whole numbers are aligned, followed by a slot of one em for the fraction."""

    align = painting.RIGHT

    def __init__(self, *, kind: Type = Type.TOTAL) -> None:
        super().__init__()
        self.kind = kind
        self.most_inset = kind.size
        self.head_strong = kind is Type.TOTAL
        self._figures = 0.0
        """Width of the widest number including its fraction; 0 if no number has a fraction."""
        self.room = 0
        """The width of a column in which no number is cut."""

    def measure(self, values: Iterable[Fraction | int]) -> None:
        """Measure ``values``, the numbers of the column, for :attr:`room` and the position of the heading."""
        kind, language = self.enlarged(self.kind), translator.language.code
        alike: dict[tuple[int, bool, int, int], Fraction | int] = {}
        """One number for each width, because numbers with as many digits are equally wide."""
        for value in values:
            whole, rest = divmod(abs(value.numerator), value.denominator)
            alike[len(str(whole)), value < 0, rest, value.denominator] = value
        known = [value if isinstance(value, Fraction) else Fraction(value) for value in alike.values()]
        strokes = [fraction_strokes(value, language) for value in known]
        widths = [
            painting.width_of(whole, kind, figures=True) + (kind.size if in_slot else 0)
            for whole, _, in_slot in strokes
        ]
        widest = max(widths, default=0.0)
        self._figures = widest if any(value.denominator != 1 for value in known) else 0.0
        self.room = ceil(widest) + 2 * PAD

    def head_inset(self, head: float) -> float:
        """Align the heading with the right end of the figures, or centre it over them if it is narrower."""
        if not self._figures:
            return self.enlarged(self.kind).size
        return max(self._figures - head, 0.0) / 2

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the whole number and the fraction."""
        if cell.value is not None:
            value = cell.value if isinstance(cell.value, Fraction) else Fraction(cell.value)
            draw_fraction(painter, rect, value, colour=self.ink(cell), kind=self.type_of(cell))
        else:
            self.line(painter, rect.adjusted(0, 0, -self.kind.size, 0), "–", cell)


class AverageDelegate(RightDelegate):
    """An average, aligned right with digits of equal width; ``strong`` for the column that decides the ranking."""

    def __init__(self, *, strong: bool = False) -> None:
        super().__init__()
        self.kind = Type.TOTAL if strong else Type.BODY
        self.head_strong = strong

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Write the number."""
        self.line(painter, rect, cell.text or "–", cell, figures=True)


class BarDelegate(TextDelegate):
    """A count with a bar whose length is its share of the largest count in the column."""

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Draw the number and the bar."""
        value = cell.value
        if not isinstance(value, int):
            return
        number = QRectF(rect.left(), rect.top(), 26, rect.height())
        ink = self.ink(cell)
        kind = self.type_of(cell)
        painting.words(painter, number, str(value), colour=ink, kind=kind, align=painting.RIGHT, figures=True,
                       elide=False)  # fmt: skip
        room = rect.width() - 36
        if cell.share is not None and value and room > 4:
            bar = QRectF(rect.left() + 36, rect.center().y() - 4, max(room * cell.share, 2), 8)
            painting.box(painter, bar, radius=2, fill=theme.tokens.accent)


class MoveDelegate(TextDelegate):
    """Places gained (filled arrow, accent colour), lost (outlined arrow) or neither (dash).

    The comparison is with the previous session.
    """

    def contents(self, painter: QPainter, rect: QRectF, cell: DrawnCell) -> None:
        """Draw the arrow and the number."""
        value = cell.value
        if not isinstance(value, int):
            return
        colour = theme.tokens.accent if value > 0 else theme.tokens.text2
        if value == 0:
            painting.words(painter, rect, "–", colour=colour)
            return
        draw_move(painter, QRectF(rect.left(), rect.center().y() - 4, 9, 8), up=value > 0, colour=colour)
        kind = self.enlarged(Type.DENSE_TOTAL if value > 0 else Type.DENSE)
        place = rect.adjusted(14, 0, 0, 0)
        painting.words(painter, place, str(abs(value)), colour=colour, kind=kind, figures=True)


def draw_fraction(painter: QPainter, rect: QRectF, value: Fraction, *, colour: str, kind: Type) -> None:
    """Write ``value`` so that whole numbers are aligned: the last em of ``rect`` is reserved for the fraction."""
    whole, fraction, in_slot = fraction_strokes(value, translator.language.code)
    slot = float(kind.size)
    if whole:
        place = rect.adjusted(0, 0, -slot, 0) if in_slot else rect
        painting.words(painter, place, whole, colour=colour, kind=kind, align=painting.RIGHT, elide=False, figures=True)
    if fraction:
        place = QRectF(rect.right() - slot + 1, rect.top(), slot, rect.height())
        face = typeface(kind, figures=False, fractions=True)
        painting.write(painter, place, fraction, colour=colour, font=face, elide=False)


@lru_cache(maxsize=1024, typed=True)
def fraction_strokes(value: Fraction, language: str) -> tuple[str, str, bool]:
    """The whole number, the fraction like ``2/3``, and whether the last em is reserved for a fraction.

    It is not if the language writes decimals. The result is cached, because a long list repeats a few values.
    """
    before, decimals = fraction_parts(value, language)
    if decimals[:1] in (".", ","):
        return before + decimals, "", False
    whole, rest = divmod(abs(value), 1)
    text = integer_text(-whole if value < 0 else whole) if whole or not rest else ""
    sign = fraction_text(-1)[0] if value < 0 and not whole else ""
    return text, f"{sign}{rest.numerator}/{rest.denominator}" if rest else "", True


def draw_move(painter: QPainter, rect: QRectF, *, up: bool, colour: str) -> None:
    """Paint the arrow of a change of place: filled if up, outlined if down."""
    left, right, middle = rect.bottomLeft(), rect.bottomRight(), rect.center().x()
    if up:
        painting.shape(
            painter, QPolygonF([left, right, rect.topLeft() + (rect.topRight() - rect.topLeft()) / 2]), colour
        )
    else:
        inner = rect.adjusted(0.5, 0.5, -0.5, -0.5)
        tip = inner.bottomLeft()
        tip.setX(middle)
        painting.shape(painter, QPolygonF([inner.topLeft(), inner.topRight(), tip]), colour, filled=False)
