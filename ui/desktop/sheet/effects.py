"""The effect of an entry before Enter: on the four totals, on the standings, and on papers that were printed."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, fraction_text, integer_text, mark, signed_text
from tournament.rules.payment import Net, add
from tournament.use_cases import TableCommand, View
from tournament.use_cases.carrying_out import effect_of_command
from tournament.use_cases.entry_effect import EntryEffect, PlayerChange
from ui.desktop.theme import Tone, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.cards import Notice, NoticeKind
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row, stretched
from ui.desktop.widgets.signs import SIDE, Icon, draw_number
from ui.entry.change_words import papers_text, standings_text

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


_COMPARED_HEAD, _COMPARED_ROW = 30, 32
_RIGHT_EDGES = (0.54, 0.73, 0.875, 1.0)
"""Right edges of the four number columns, as shares of the width."""
_GAP = 10
"""Gap between the headings."""


class Comparison(Accessible, QWidget):
    """Old and new number, old and new table points."""

    accessible_role = Role.StaticText

    def __init__(self, name: Text, number: Text, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._number = name, number
        self._aside: Text | str = ""
        self._rows: tuple[PlayerChange, ...] = ()
        self._names: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_rows(
        self, rows: Sequence[PlayerChange], aside: Text | str = "", *, names: Sequence[str] | None = None
    ) -> None:
        """Show these players, by their full names unless ``names`` are given; ``aside`` is the heading of the names."""
        self._rows, self._aside = tuple(rows), aside
        self._names = tuple(names) if names is not None else tuple(row.player.name for row in rows)
        self.updateGeometry()
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of head and rows."""
        return QSize(300, _COMPARED_HEAD + _COMPARED_ROW * len(self._rows) + 1)

    def minimumSizeHint(self) -> QSize:
        """Never cut the table."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint head and rows."""
        painter, tokens, wide = painting.begin(self), theme.tokens, self.width()
        points = mark("Table points")
        left_of_points = wide * _RIGHT_EDGES[3] - painting.width_of(translator.translate(points), Type.CAPTION) - _GAP
        heads = (
            (0.0, self._aside, painting.LEFT),
            (min(_RIGHT_EDGES[1], left_of_points / wide), self._number, painting.RIGHT),
            (_RIGHT_EDGES[3], points, painting.RIGHT),
        )
        for end, head, align in heads:
            place = QRectF(0, 0, wide * end if end else wide * 0.5, _COMPARED_HEAD)
            text = translator.translate(head)
            painting.words(painter, place, text, colour=tokens.text3, kind=Type.CAPTION, align=align)
        painter.fillRect(QRectF(0, _COMPARED_HEAD - 1, wide, 1), QColor(tokens.line_strong))
        for line, (change, name) in enumerate(zip(self._rows, self._names, strict=True)):
            self._row(painter, QRectF(0, _COMPARED_HEAD + line * _COMPARED_ROW, wide, _COMPARED_ROW), change, name)

    def _row(self, painter: QPainter, rect: QRectF, row: PlayerChange, name: str) -> None:
        tokens, wide = theme.tokens, rect.width()
        painter.fillRect(QRectF(0, rect.bottom() - 1, wide, 1), QColor(tokens.line))
        left = 0.0
        if row.column is not None:
            draw_number(painter, QRectF(0, rect.center().y() - SIDE / 2, SIDE, SIDE), row.column + 1)
            left = SIDE + 6.0
        room = QRectF(left, rect.top(), wide * 0.40 - left, rect.height())
        changed = row.moved or row.points[0] != row.points[1]
        kind = Type.NAME if changed else Type.BODY
        painting.words(painter, room, name, colour=tokens.text, kind=kind)
        for number, end, kind in (
            (row.number[0], _RIGHT_EDGES[0], Type.BODY),
            (row.number[1], _RIGHT_EDGES[1], _kind(row.moved)),
        ):
            colour = tokens.text2 if kind is Type.BODY else tokens.text
            place = QRectF(0, rect.top(), wide * end, rect.height())
            text = integer_text(number)
            painting.words(painter, place, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)
        for points, end, new in (
            (row.points[0], _RIGHT_EDGES[2], False),
            (row.points[1], _RIGHT_EDGES[3], True),
        ):
            kind = _kind(new and row.points[0] != row.points[1])
            colour = tokens.text2 if kind is Type.BODY else tokens.text
            place = QRectF(0, rect.top(), wide * end, rect.height())
            draw_fraction(painter, place, points, colour=colour, kind=kind)

    def _retranslate(self) -> None:
        text = [
            translator.translate(
                mark(
                    "{player}: {number} {old} → {new}, table points {before} → {after}",
                    player=row.player.name,
                    number=self._number,
                    old=row.number[0],
                    new=row.number[1],
                    before=fraction_text(row.points[0]),
                    after=fraction_text(row.points[1]),
                )
            )
            for row in self._rows
        ]
        self.setAccessibleName(f"{translator.translate(self._name)}. {'; '.join(text)}")
        self.update()


def _kind(moved: bool) -> Type:
    return Type.TOTAL if moved else Type.BODY


class ChangeEffect(Notice):
    """Visible while Enter would change something known already: the standings, or papers that were printed or saved."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(NoticeKind.INFO, parent=parent)
        self._tried: tuple[View, TableCommand] | None = None
        self.setVisible(False)

    def show_command(self, view: View | None, command: TableCommand | None) -> None:
        """Try ``command`` unless it is shown already; None hides the effect."""
        if view is None or command is None:
            self._tried = None
            self.setVisible(False)
            return
        if self._tried is not None and self._tried[0] is view and self._tried[1] == command:
            return
        self._tried = (view, command)
        self.show_effect(view, effect_of_command(view, command))

    def show_effect(self, view: View, effect: EntryEffect | None) -> None:
        """Show the effect of what was tried; None if it would be refused."""
        self.setVisible(effect is not None)
        if effect is not None:
            self.show_notice(NoticeKind.INFO, standings_text(view, effect), papers_text(view, effect))
