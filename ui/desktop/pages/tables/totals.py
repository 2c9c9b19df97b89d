"""The foot of the paper: totals typed from it beside the computed ones, the differences, table points to come."""

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from tournament.language import Text, integer_text, mark, signed_text
from tournament.rules.payment import Net
from ui.desktop.keys import key_name
from ui.desktop.pages.tables import columns
from ui.desktop.theme import Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.fields import TextField
from ui.desktop.widgets.key_text import draw_key, key_width
from ui.desktop.widgets.signs import StatusIcon

_FIELDS, _ROW = 40, 25
_FIELD_HIGH = 30


def read_total(text: str) -> int | None:
    """Read a total typed with ``-``, ``−`` or ``+``, spaces allowed; None when it is no whole number."""
    cleaned = "".join(text.split()).replace("−", "-").replace("–", "-")
    digits = cleaned.lstrip("+-")
    if len(cleaned) - len(digits) > 1 or not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        return None
    return int(cleaned)


class Totals(QWidget):
    """Four fields in the columns of the players. Enter goes to the next one and, after the last, stores all four."""

    completed = Signal(object)
    """All four are typed: a :data:`Net`."""
    edited = Signal()
    left = Signal()
    """Esc: back to the entry."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = [TextField(parent=self) for _ in range(4)]
        self._names: tuple[str, ...] = ("", "", "", "")
        self._computed: Net = (0, 0, 0, 0)
        self._with_hand: int | None = None
        self._points: tuple[Fraction, ...] = ()
        self._stored: Net | None = None
        self.room = 0
        """Width of the columns above."""
        self.setFixedHeight(_FIELDS + 3 * _ROW + 3)
        for field in self.fields:
            field.setFont(typeface(Type.BODY))
            field.setStyleSheet("QLineEdit { min-height: 0; }")
            field.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            field.setMaxLength(12)
            field.installEventFilter(self)
            field.textEdited.connect(self._edited)
            field.returnPressed.connect(self._next)
        translator.follow(self._retranslate)

    def show_totals(
        self, names: Sequence[str], computed: Net, points: Sequence[Fraction], *, with_hand: int | None = None
    ) -> None:
        """Show the computed totals and what they are worth; ``with_hand`` is the hand being typed, if it counts."""
        self._names, self._computed, self._points = tuple(names), computed, tuple(points)
        self._with_hand = with_hand
        self._judge()

    def set_stored(self, stored: Net | None) -> None:
        """Show what is stored; four fields half typed are given up."""
        self._stored = stored
        for at, field in enumerate(self.fields):
            field.setText(integer_text(stored[at]) if stored is not None else "")
        self._judge()

    def set_open(self, is_open: bool) -> None:
        """Let the totals be typed, or not: the sheet is verified."""
        for field in self.fields:
            field.setEnabled(is_open)

    @property
    def computed(self) -> Net:
        """The totals that the typed ones are compared with."""
        return self._computed

    @property
    def stored(self) -> Net | None:
        """What the ledger has."""
        return self._stored

    def begin(self) -> None:
        """Put the cursor into the first field."""
        if self.fields[0].isEnabled():
            _go(self.fields[0])

    def read(self) -> list[int | None]:
        """What is typed in each field, as far as it is a number."""
        return [read_total(field.text()) for field in self.fields]

    @property
    def typed(self) -> Net | None:
        """The four totals typed, None while one is missing."""
        a, b, c, d = self.read()
        return None if a is None or b is None or c is None or d is None else (a, b, c, d)

    @property
    def unstored(self) -> bool:
        """Something is typed that is not stored."""
        return any(field.text() for field in self.fields) and self.typed != self._stored

    def differences(self) -> list[int | None]:
        """Typed minus computed by column, None where nothing is typed."""
        return [None if typed is None else typed - self._computed[at] for at, typed in enumerate(self.read())]

    def place(self, room: int) -> None:
        """Stand under columns of this width."""
        self.room = room
        edges = columns.lefts(room)
        for at, field in enumerate(self.fields):
            left, right = edges[columns.FIRST_PLAYER + at], edges[columns.FIRST_PLAYER + at + 1]
            wide = min(right - left - 2 * columns.INSET - 8, 96)
            field.setGeometry(right - columns.INSET - wide, 7, wide, _FIELD_HIGH)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leaves; arrows stay in the row."""
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.left.emit()
                return True
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint band, labels, figures."""
        painter, tokens, edges = painting.begin(self), theme.tokens, columns.lefts(self.room)
        painter.fillRect(self.rect(), QColor(tokens.band))
        painter.fillRect(QRectF(0, 0, self.width(), 2), QColor(tokens.paper_rule))
        said = translator.translate(mark("Total on paper"))
        first = QRectF(17, 2, edges[columns.FIRST_PLAYER] - 20, _FIELDS)
        painting.words(painter, first, said, colour=tokens.ink, kind=Type.TOTAL)
        name = key_name("F6")
        after = 17 + painting.width_of(said, Type.TOTAL) + 10
        draw_key(painter, QRectF(after, 2, key_width(name), _FIELDS), name)
        for at, label in enumerate(self._labels()):
            place = QRectF(17, _FIELDS + at * _ROW, edges[columns.FIRST_PLAYER] - 20, _ROW)
            painting.words(
                painter, place, translator.translate(label), colour=tokens.text2, kind=Type.BODY, figures=True
            )
        for column in range(4):
            left, right = edges[columns.FIRST_PLAYER + column], edges[columns.FIRST_PLAYER + column + 1]
            painter.fillRect(QRectF(left, 0, 1, self.height()), QColor(tokens.paper_rule))
            self._paint_column(painter, QRectF(left, _FIELDS, right - left - columns.INSET - 4, _ROW), column)

    def _labels(self) -> tuple[Text, ...]:
        hand = self._with_hand
        computed = mark("Computed") if hand is None else mark("Computed, with hand {hand}", hand=hand)
        points = mark("Table points to come") if self.fields[0].isEnabled() else mark("Table points")
        return computed, mark("Difference"), points

    def _paint_column(self, painter: QPainter, rect: QRectF, column: int) -> None:
        tokens = theme.tokens
        said = integer_text(self._computed[column])
        painting.words(painter, rect, said, colour=tokens.ink, align=painting.RIGHT, figures=True)
        below = rect.translated(0, _ROW)
        difference = self.differences()[column]
        if difference == 0:
            StatusIcon.DONE.draw(painter, QRectF(below.right() - 15, below.center().y() - 8, 16, 16))
        elif difference is not None:
            said = signed_text(difference)
            painting.words(
                painter, below, said, colour=tokens.danger, kind=Type.TOTAL, align=painting.RIGHT, figures=True
            )
            wide = painting.width_of(said, Type.TOTAL, figures=True)
            StatusIcon.DIFFERS.draw(painter, QRectF(below.right() - wide - 24, below.center().y() - 8, 16, 16))
        if self._points:
            last = rect.translated(0, 2 * _ROW)
            slot = Type.TOTAL.size if any(points.denominator > 1 for points in self._points) else 0
            place = last.adjusted(0, 0, Type.TOTAL.size - slot, 0)
            draw_fraction(painter, place, self._points[column], colour=tokens.ink, kind=Type.TOTAL)

    def _edited(self) -> None:
        self._judge()
        self.edited.emit()

    def _judge(self) -> None:
        for field, difference in zip(self.fields, self.differences(), strict=True):
            wrong = bool(field.text()) and (difference is None or difference != 0) and not field.hasFocus()
            field.set_refused(wrong)
        self._retranslate()

    def _next(self) -> None:
        at = next(at for at, field in enumerate(self.fields) if field is self.sender())
        self._judge()
        if read_total(self.fields[at].text()) is None:
            self.fields[at].set_refused(True)
            self.fields[at].selectAll()
            self.edited.emit()
            return
        missing = [field for field in self.fields[at + 1 :] + self.fields[:at] if read_total(field.text()) is None]
        if at < 3:
            _go(self.fields[at + 1])
        elif missing:
            _go(missing[0])
        elif self.typed is not None:
            self.completed.emit(self.typed)

    def _retranslate(self) -> None:
        for at, field in enumerate(self.fields):
            difference = self.differences()[at]
            said = translator.translate(mark("Total on paper: {player}", player=self._names[at]))
            if difference:
                said += ", " + translator.translate(mark("differs by {points}", points=signed_text(difference)))
            field.setAccessibleName(said)
        self.update()


def _go(field: QLineEdit) -> None:
    field.setFocus()
    field.selectAll()
