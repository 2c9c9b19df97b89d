"""The effect of an entry on the four totals, before Enter."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, integer_text, mark, signed_text
from tournament.rules.payment import Net, add
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import SIDE, Icon, draw_number

_HEAD, _ROW = 26, 28
_RIGHTS = (0.59, 0.79, 0.985)
"""Right edges of the three number columns, as shares of the width."""


class EffectTable(Accessible, QWidget):
    """Totals now, the change by the entry, totals afterwards."""

    accessible_role = Role.StaticText

    def __init__(self, moved: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moved = moved
        self._names: tuple[str, ...] = ("", "", "", "")
        self._now: Net = (0, 0, 0, 0)
        self._effect: Net | None = None
        self._marked: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_effect(self, names: Sequence[str], now: Net, effect: Net | None, *, marked: int | None = None) -> None:
        """Show the totals ``now`` and the ``effect`` of the entry, or None if unknown; ``marked`` is a column."""
        shown = (tuple(names), now, effect, marked)
        if shown != (self._names, self._now, self._effect, self._marked):
            self._names, self._now, self._effect, self._marked = shown
            self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of head and four rows."""
        return QSize(280, _HEAD + 4 * _ROW + 1)

    def minimumSizeHint(self) -> QSize:
        """Never cut the table."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the four rows."""
        painter, tokens, wide = painting.begin(self), theme.tokens, self.width()
        painter.fillRect(QRectF(0, 0, wide, 1), QColor(tokens.line))
        heads = (mark("Now"), self._moved, mark("After"))
        totals = translator.translate(mark("Totals"))
        painting.words(painter, QRectF(6, 1, wide, _HEAD), totals, colour=tokens.text3, kind=Type.CAPTION)
        for end, head in zip(_RIGHTS, heads, strict=True):
            place = QRectF(0, 1, wide * end, _HEAD)
            painting.words(
                painter, place, translator.translate(head), colour=tokens.text3, kind=Type.CAPTION, align=painting.RIGHT
            )
        for column, name in enumerate(self._names):
            top = _HEAD + column * _ROW
            if column == self._marked:
                painter.fillRect(QRectF(0, top, wide, _ROW), QColor(tokens.accent_soft))
            painter.fillRect(QRectF(0, top, wide, 1), QColor(tokens.line))
            draw_number(painter, QRectF(6, top + (_ROW - SIDE) / 2, SIDE, SIDE), column + 1)
            room = QRectF(31, top, wide * 0.42 - 31, _ROW)
            painting.words(painter, room, name, colour=tokens.text, kind=Type.BODY)
            for end, (text, kind) in zip(_RIGHTS, self._figures(column), strict=True):
                colour = tokens.text2 if kind is Type.BODY else tokens.text
                place = QRectF(0, top, wide * end, _ROW)
                painting.words(painter, place, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)
        painter.fillRect(QRectF(0, _HEAD + 4 * _ROW, wide, 1), QColor(tokens.line))

    def _figures(self, column: int) -> tuple[tuple[str, Type], ...]:
        now = (integer_text(self._now[column]), Type.BODY)
        if self._effect is None:
            return now, ("–", Type.BODY), ("–", Type.BODY)
        after = add(self._now, self._effect)[column]
        moved = signed_text(self._effect[column]) if self._effect[column] else "–"
        kind = Type.TOTAL if column == self._marked else Type.BODY
        return now, (moved, kind), (integer_text(after), Type.TOTAL)

    def _retranslate(self) -> None:
        rows = []
        for column, name in enumerate(self._names):
            now, moved, after = (text for text, _ in self._figures(column))
            rows.append(f"{name} {now}, {moved}, {after}")
        totals = translator.translate(mark("Totals"))
        self.setAccessibleName(f"{totals}: {'; '.join(rows)}")
        self.update()


class SumLine(QWidget):
    """The sum of the four totals, and why it is not zero."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = TextLabel(kind=Type.CAPTION, tone=Tone.TEXT2, figures=True, wrap=True)
        row(Icon("tick", size=14, tone=Tone.OK), stretched(self._words), margins=(6, 0, 0, 0), on=self)

    def show_sum(self, lost: int, *, left: int = 0) -> None:
        """Show the sum if ``lost`` points went to nobody, or ``left`` points to nobody when the game ended."""
        if left:
            self._words.set_text(mark("Sum {sum}: {left} points left on the table", sum=-lost - left, left=left))
        elif lost:
            self._words.set_text(mark("Sum {sum}: {lost} penalty points went to nobody", sum=-lost, lost=lost))
        else:
            self._words.set_text(mark("Sum 0"))
