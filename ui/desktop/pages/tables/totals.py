"""The foot of the score sheet: totals from the paper beside the computed ones, differences, table points to come."""

from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tournament.language import Text, integer_text, mark, signed_text
from tournament.rules.payment import Net
from ui.desktop.pages.tables import columns
from ui.desktop.pages.tables.page_key import is_alone, page_key
from ui.desktop.pages.tables.sheet_size import NORMAL, SheetSize
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.fields import TextField, take_digits
from ui.desktop.widgets.keys import draw_key, key_name, key_width
from ui.desktop.widgets.signs import StatusIcon
from ui.entry.page_keys import PageKey
from ui.entry.tables_state import TypedTotals

_TITLES = mark("Total on paper"), mark("On paper")
_NOTHING_TYPED = TypedTotals()
_MINUS = ("-", "−", "–")


@dataclass(frozen=True, slots=True)
class ShownTotals:
    """Everything that the foot of a sheet shows."""

    names: tuple[str, ...] = ("", "", "", "")
    typed: TypedTotals = _NOTHING_TYPED
    computed: Net = (0, 0, 0, 0)
    points: tuple[Fraction, ...] = ()
    """Table points to come; empty while there are none."""
    with_hand: int | None = None
    """The hand being typed, if it is included."""
    closed: bool = False
    """Whether the sheet is signed."""
    is_open: bool = True
    """Whether the totals can be typed."""
    current: int | None = None
    """The column with the cursor."""
    start: int | None = None
    """What each player started with, if the game counts it: a line then shows what they have."""
    ranked: bool = True
    """Whether table points rank the players of the event."""
    alone: bool = False
    """Whether the totals are all that is known of the table: they agree with nothing but themselves."""


class TotalsRow(QWidget):
    """Four fields in the columns of the players, and the lines of figures below them."""

    typed = Signal(int, str)
    """The text of a column changed."""
    confirmed = Signal(int)
    """The user pressed Enter in a column."""
    continued = Signal(int)
    """The user typed a minus after the digits of a column: the next total begins with it."""
    entered = Signal(int)
    """The cursor moved to a column by Tab or a click."""
    pressed = Signal(object)
    """A :class:`PageKey`."""
    refused = Signal(str)
    """A key that is neither a digit nor a key of the page."""
    left = Signal()
    """The user pressed Esc."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # Qt need not paint what is below it
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
        """Show the typed totals beside the computed ones, and the table points."""
        if shown == self._shown:
            return
        self._shown = shown
        for field, text in zip(self.fields, shown.typed.texts, strict=True):
            if field.text() != text:
                field.setText(text)
            field.setEnabled(shown.is_open)
        self._mark_wrong()
        self._name_fields()
        above = int(self._size.typed_totals)
        self.update(0, above, self.width(), self.height() - above)  # the fields paint themselves

    def set_size(self, size: SheetSize) -> None:
        """Use these sizes."""
        self._size = size
        self.setFixedHeight(size.totals)
        for field in self.fields:
            field.setFont(typeface(size.figure))
        self.place(self.room)

    def focus(self, column: int, *, begun: bool = False) -> None:
        """Move the cursor to the field of ``column``. Typing replaces its text unless it is ``begun``."""
        field = self.fields[column]
        field.setFocus()
        if begun:
            field.end(False)
        else:
            field.selectAll()

    def place(self, room: int) -> None:
        """Place the fields below columns of this width."""
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
        """Only digits and a minus are text; every other key works as on the sheet."""
        if not isinstance(watched, TextField):
            return False
        kind, column = event.type(), self.fields.index(watched)
        if kind is QEvent.Type.FocusIn and column != self._shown.current:
            self.entered.emit(column)
        if kind is QEvent.Type.FocusOut and (wrong := self._wrong(column)):
            announce(self, mark("{field}: {answer}", field=watched.accessibleName(), answer=wrong), assertive=True)
        if kind is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return True
        key, text = page_key(event), event.text()
        if key is not None and key is not PageKey.READ_AGAIN:
            self.pressed.emit(key)
        elif not is_alone(event) or not text.isprintable() or not text or text in "0123456789":
            return False
        elif text in _MINUS:
            return self._continue(watched, column)
        elif text != "+":  # a plus before a positive total is accepted and ignored
            self.refused.emit(text)
        return True

    def _continue(self, field: TextField, column: int) -> bool:
        """A minus is text where it can be; after digits it begins the next total."""
        kept = field.text()
        if field.hasSelectedText():
            start = field.selectionStart()
            kept = kept[:start] + kept[start + len(field.selectedText()) :]
        if field.cursorPosition() == 0 or field.hasSelectedText() or not any(each.isdigit() for each in kept):
            return False
        self.continued.emit(column)
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, labels and figures."""
        painter, tokens, edges, size = painting.begin(self), theme.tokens, columns.lefts(self.room), self._size
        painter.fillRect(self.rect(), QColor(tokens.band))
        painter.fillRect(QRectF(0, 0, self.width(), 2), QColor(tokens.paper_rule))
        room = edges[columns.FIRST_PLAYER] - 13 - columns.INSET
        if event.rect().top() < size.typed_totals:
            self._paint_title(painter, QRectF(13, 2, room, size.typed_totals))
        for line, labels in enumerate(self._labels()):
            place = QRectF(13, size.typed_totals + line * size.total_row, room, size.total_row)
            text = self._fitting(labels, room, size.figure)
            painting.words(painter, place, text, colour=tokens.text2, kind=size.figure, figures=True)
        differences = self._shown.typed.differences(self._shown.computed)
        for column in range(4):
            left, right = edges[columns.FIRST_PLAYER + column], edges[columns.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, self.height()), QColor(tokens.paper_rule))
            place = QRectF(left, size.typed_totals, right - left - columns.INSET - 4, size.total_row)
            self._paint_column(painter, place, column, differences[column])

    def _paint_title(self, painter: QPainter, rect: QRectF) -> None:
        """Paint what the fields are, and the key that goes to them."""
        kind = self._size.total
        title, name = self._fitting(_TITLES, rect.width(), kind), key_name("F6")
        painting.words(painter, rect, title, colour=theme.tokens.ink, kind=kind)
        after = rect.left() + painting.width_of(title, kind) + 10
        if after + key_width(name) <= rect.right() + columns.INSET:
            draw_key(painter, QRectF(after, rect.top(), key_width(name), rect.height()), name)

    def _fitting(self, texts: tuple[Text, ...], room: float, kind: Type) -> str:
        """The first of ``texts`` that fits, else the last."""
        *longer, last = map(translator.translate, texts)
        return next((text for text in longer if painting.width_of(text, kind, figures=True) <= room), last)

    def _labels(self) -> tuple[tuple[Text, ...], ...]:
        """The labels of each line, the longest wording first."""
        hand = self._shown.with_hand
        computed: tuple[Text, ...] = (mark("Computed"),)
        if hand is not None:
            computed = (
                mark("Computed, including hand {hand}", hand=hand),
                mark("Including hand {hand}", hand=hand),
                mark("With hand {hand}", hand=hand),
            )
        points = mark("Table points"), mark("Points")
        to_come = (mark("Expected table points"),) if not self._shown.closed else ()
        has = (mark("Current, of {start} at the start", start=self._shown.start), mark("Current"))
        begun = () if self._shown.start is None else (has,)
        ranked = ((*to_come, *points),) if self._shown.ranked else ()
        return computed, (mark("Difference"),), *begun, *ranked

    def _paint_column(self, painter: QPainter, rect: QRectF, column: int, difference: int | None) -> None:
        tokens, points = theme.tokens, self._shown.points
        computed = integer_text(self._shown.computed[column])
        painting.words(
            painter, rect, computed, colour=tokens.ink, kind=self._size.figure, align=painting.RIGHT, figures=True
        )
        below = rect.translated(0, rect.height())
        words = self._shown.typed.words(self._shown.computed, column)
        if words is not None:
            self._paint_wrong(painter, below, translator.translate(words), difference)
        elif difference == 0 and not self._shown.alone:
            StatusIcon.DONE.draw(painter, QRectF(below.right() - 15, below.center().y() - 8, 16, 16))
        start = self._shown.start
        if start is not None:
            self._paint_stack(painter, rect.translated(0, 2 * rect.height()), start + self._shown.computed[column])
        if points:
            last = rect.translated(0, (self._size.lines - 1) * rect.height())
            slot = self._size.total.size if any(each.denominator > 1 for each in points) else 0
            place = last.adjusted(0, 0, self._size.total.size - slot, 0)
            draw_fraction(painter, place, points[column], colour=tokens.ink, kind=self._size.total)

    def _paint_stack(self, painter: QPainter, rect: QRectF, stack: int) -> None:
        """Paint what a player has, including what they started with."""
        colour = theme.tokens.ink if stack > 0 else theme.tokens.danger
        text, kind = integer_text(stack), self._size.figure
        painting.words(painter, rect, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)

    def _paint_wrong(self, painter: QPainter, rect: QRectF, words: str, difference: int | None) -> None:
        """Paint the problem in words, or only the difference if the words are too long."""
        room, sign = rect.width() - columns.INSET, 20
        if painting.width_of(words, Type.LABEL, figures=True) > room and difference:
            words = signed_text(difference)
        wide = painting.width_of(words, Type.LABEL, figures=True)
        danger, kind = theme.tokens.danger, Type.LABEL
        painting.words(painter, rect, words, colour=danger, kind=kind, align=painting.RIGHT, figures=True)
        if wide + sign <= room:
            StatusIcon.DIFFERS.draw(painter, QRectF(rect.right() - wide - sign, rect.center().y() - 8, 16, 16))

    def _wrong(self, column: int) -> Text | str:
        """What is wrong with the total of ``column``; empty if it agrees."""
        return self._shown.typed.words(self._shown.computed, column) or ""

    def _mark_wrong(self) -> None:
        """Mark each total that differs or is not a number, but not one that is being typed."""
        for column, field in enumerate(self.fields):
            field.set_refused(self._shown.typed.words(self._shown.computed, column) is not None)

    def _retranslate(self) -> None:
        self._name_fields()
        self.update()

    def _name_fields(self) -> None:
        for column, field in enumerate(self.fields):
            name = translator.translate(mark("Total on paper: {player}", player=self._shown.names[column]))
            field.setAccessibleName(name)
            field.setAccessibleDescription(translator.translate(self._wrong(column)))
