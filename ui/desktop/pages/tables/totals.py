"""The foot of the score sheet: totals typed from the paper beside the computed ones, differences, points to come."""

from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, integer_text, mark, signed_text
from tournament.rules.payment import Net
from ui.desktop.keys import key_name
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.sheet_size import NORMAL, SheetSize
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.digit_keys import take_digits
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.key_text import draw_key, key_width
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.typed_totals import TypedTotals

_TITLES = mark("Total on paper"), mark("On paper")
_NOTHING_TYPED = TypedTotals()
_LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down)


@dataclass(frozen=True, slots=True)
class ShownTotals:
    """All that the foot of a sheet says."""

    names: tuple[str, ...] = ("", "", "", "")
    typed: TypedTotals = _NOTHING_TYPED
    computed: Net = (0, 0, 0, 0)
    points: tuple[Fraction, ...] = ()
    """Table points to come; none while nothing counts."""
    with_hand: int | None = None
    """The hand being typed, if it counts already."""
    is_open: bool = True
    """The totals can be typed: the sheet is not verified."""


class TotalsRow(QWidget):
    """Four fields in the columns of the players, and three lines of figures under them."""

    typed = Signal(int, str)
    """The text of a column."""
    confirmed = Signal(int)
    """Enter in a column."""
    left = Signal()
    """Esc or an arrow."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = [TextField(parent=self) for _ in range(4)]
        self._shown = ShownTotals()
        self.room = 0
        """Width of the columns above."""
        self._size = NORMAL
        for column, field in enumerate(self.fields):
            field.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
            field.setStyleSheet("QLineEdit { min-height: 0; }")
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            field.setMaxLength(12)
            field.installEventFilter(self)
            take_digits(field, signed=True)
            field.textEdited.connect(lambda text, column=column: self.typed.emit(column, text))
            field.returnPressed.connect(lambda column=column: self.confirmed.emit(column))
        self.set_size(NORMAL)
        translator.follow(self._retranslate)

    def show_totals(self, shown: ShownTotals) -> None:
        """Show the typed totals beside the computed ones, and what they are worth."""
        if shown == self._shown:
            return
        self._shown = shown
        for field, text in zip(self.fields, shown.typed.texts, strict=True):
            if field.text() != text:
                field.setText(text)
            field.setEnabled(shown.is_open)
        self._mark_wrong()
        self._retranslate()

    def set_size(self, size: SheetSize) -> None:
        """Be painted in these sizes."""
        self._size = size
        self.setFixedHeight(size.totals)
        for field in self.fields:
            field.setFont(typeface(size.figure))
        self.place(self.room)

    def focus(self, column: int) -> None:
        """Put the cursor into the field of ``column``; what stands there is typed over."""
        self.fields[column].setFocus()
        self.fields[column].selectAll()

    def place(self, room: int) -> None:
        """Stand under columns of this width."""
        self.room = room
        edges = columns.lefts(room)
        for column, field in enumerate(self.fields):
            left, right = edges[columns.FIRST_PLAYER + column], edges[columns.FIRST_PLAYER + column + 1]
            wide = min(right - left - 2 * columns.INSET - 8, 96)
            high = self._size.field
            above = (self._size.typed_totals - high) // 2 + 2
            field.setGeometry(right - columns.INSET - wide, above, wide, high)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc and arrows leave; a wrong total is marked when its field is left."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._mark_wrong()
        elif event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _LEAVING:
            self.left.emit()
            return True
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint band, labels, figures."""
        painter, tokens, edges, size = painting.begin(self), theme.tokens, columns.lefts(self.room), self._size
        painter.fillRect(self.rect(), QColor(tokens.band))
        painter.fillRect(QRectF(0, 0, self.width(), 2), QColor(tokens.paper_rule))
        room = edges[columns.FIRST_PLAYER] - 13 - columns.INSET
        title = self._fitting(_TITLES, room, size.total)
        first = QRectF(13, 2, room, size.typed_totals)
        painting.words(painter, first, title, colour=tokens.ink, kind=size.total)
        name = key_name("F6")
        after = 13 + painting.width_of(title, size.total) + 10
        if after + key_width(name) <= edges[columns.FIRST_PLAYER]:
            draw_key(painter, QRectF(after, 2, key_width(name), size.typed_totals), name)
        for line, labels in enumerate(self._labels()):
            place = QRectF(13, size.typed_totals + line * size.total_row, room, size.total_row)
            text = self._fitting(labels, room, size.figure)
            painting.words(painter, place, text, colour=tokens.text2, kind=size.figure, figures=True)
        for column in range(4):
            left, right = edges[columns.FIRST_PLAYER + column], edges[columns.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, self.height()), QColor(tokens.paper_rule))
            place = QRectF(left, size.typed_totals, right - left - columns.INSET - 4, size.total_row)
            self._paint_column(painter, place, column)

    def _fitting(self, texts: tuple[Text, ...], room: float, kind: Type) -> str:
        """The first of ``texts`` that has room, else the last."""
        *longer, last = map(translator.translate, texts)
        return next((text for text in longer if painting.width_of(text, kind, figures=True) <= room), last)

    def _labels(self) -> tuple[tuple[Text, ...], ...]:
        """The words of each line, the longest first."""
        hand = self._shown.with_hand
        computed: tuple[Text, ...] = (mark("Computed"),)
        if hand is not None:
            computed = (mark("Computed, with hand {hand}", hand=hand), mark("With hand {hand}", hand=hand))
        points = mark("Table points"), mark("Points")
        to_come = (mark("Table points to come"),) if self._shown.is_open else ()
        return computed, (mark("Difference"),), (*to_come, *points)

    def _differences(self) -> tuple[int | None, ...]:
        return self._shown.typed.differences(self._shown.computed)

    def _paint_column(self, painter: QPainter, rect: QRectF, column: int) -> None:
        tokens, points = theme.tokens, self._shown.points
        computed = integer_text(self._shown.computed[column])
        painting.words(
            painter, rect, computed, colour=tokens.ink, kind=self._size.figure, align=painting.RIGHT, figures=True
        )
        below = rect.translated(0, rect.height())
        difference = self._differences()[column]
        if difference == 0:
            StatusIcon.DONE.draw(painter, QRectF(below.right() - 15, below.center().y() - 8, 16, 16))
        elif difference is not None:
            text, kind = signed_text(difference), self._size.total
            painting.words(painter, below, text, colour=tokens.danger, kind=kind, align=painting.RIGHT, figures=True)
            wide = painting.width_of(text, kind, figures=True)
            StatusIcon.DIFFERS.draw(painter, QRectF(below.right() - wide - 24, below.center().y() - 8, 16, 16))
        if points:
            last = rect.translated(0, 2 * rect.height())
            slot = self._size.total.size if any(each.denominator > 1 for each in points) else 0
            place = last.adjusted(0, 0, self._size.total.size - slot, 0)
            draw_fraction(painter, place, points[column], colour=tokens.ink, kind=self._size.total)

    def _mark_wrong(self) -> None:
        """Give a red edge to each total that differs or is no number, but not to the one being typed."""
        for column, (field, difference) in enumerate(zip(self.fields, self._differences(), strict=True)):
            wrong = bool(field.text()) and difference != 0 and not field.hasFocus()
            field.set_refused(wrong or self._shown.typed.unreadable == column)

    def _retranslate(self) -> None:
        for column, (field, difference) in enumerate(zip(self.fields, self._differences(), strict=True)):
            name = translator.translate(mark("Total on paper: {player}", player=self._shown.names[column]))
            if difference:
                name += ", " + translator.translate(mark("differs by {points}", points=signed_text(difference)))
            field.setAccessibleName(name)
        self.update()
