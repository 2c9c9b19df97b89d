"""Old and new values side by side, a line per player; changed values are bold."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text, fraction_text, integer_text, mark
from tournament.use_cases.entry_effect import PlayerChange
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.delegates import draw_fraction
from ui.desktop.widgets.signs import SIDE, draw_number

_HEAD, _ROW = 30, 32
_RIGHTS = (0.54, 0.73, 0.875, 1.0)
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
        return QSize(300, _HEAD + _ROW * len(self._rows) + 1)

    def minimumSizeHint(self) -> QSize:
        """Never cut the table."""
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint head and rows."""
        painter, tokens, wide = painting.begin(self), theme.tokens, self.width()
        points = mark("Table points")
        left_of_points = wide * _RIGHTS[3] - painting.width_of(translator.translate(points), Type.CAPTION) - _GAP
        heads = (
            (0.0, self._aside, painting.LEFT),
            (min(_RIGHTS[1], left_of_points / wide), self._number, painting.RIGHT),
            (_RIGHTS[3], points, painting.RIGHT),
        )
        for end, head, align in heads:
            place = QRectF(0, 0, wide * end if end else wide * 0.5, _HEAD)
            text = translator.translate(head)
            painting.words(painter, place, text, colour=tokens.text3, kind=Type.CAPTION, align=align)
        painter.fillRect(QRectF(0, _HEAD - 1, wide, 1), QColor(tokens.line_strong))
        for line, (row, name) in enumerate(zip(self._rows, self._names, strict=True)):
            self._row(painter, QRectF(0, _HEAD + line * _ROW, wide, _ROW), row, name)

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
            (row.number[0], _RIGHTS[0], Type.BODY),
            (row.number[1], _RIGHTS[1], _kind(row.moved)),
        ):
            colour = tokens.text2 if kind is Type.BODY else tokens.text
            place = QRectF(0, rect.top(), wide * end, rect.height())
            text = integer_text(number)
            painting.words(painter, place, text, colour=colour, kind=kind, align=painting.RIGHT, figures=True)
        for points, end, new in ((row.points[0], _RIGHTS[2], False), (row.points[1], _RIGHTS[3], True)):
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
