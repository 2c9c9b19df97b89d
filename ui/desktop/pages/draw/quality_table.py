"""The quality of a draw: every measure with its target and a tick or a triangle."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import mark
from tournament.use_cases.seating_quality import QualityMeasure
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.signs import StatusIcon

_HEAD, _ROW, _LOW_ROW = 28, 47, 29
"""Heights of the head and of a row, and in a low window of a row that has only the name of the measure."""
_FOUND, _TARGET = 0.68, 0.90
"""Right edges of the two number columns, as shares of the width."""


class QualityTable(Accessible, QWidget):
    """A painted table, which screen readers read line by line."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measures: tuple[QualityMeasure, ...] = ()
        self._row_height = _ROW
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_measures(self, measures: Sequence[QualityMeasure]) -> None:
        """Show these measures."""
        self._measures = tuple(measures)
        self.updateGeometry()
        self._retranslate()

    def set_low(self, low: bool) -> None:
        """Use lower rows, or the usual ones."""
        height = _LOW_ROW if low else _ROW
        if height != self._row_height:
            self._row_height = height
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Size of head and rows."""
        return QSize(300, _HEAD + self._row_height * len(self._measures) + 1)

    def minimumSizeHint(self) -> QSize:
        """Never cut the table."""
        return QSize(240, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint head and rows."""
        painter, tokens, wide = painting.begin(self), theme.tokens, self.width()
        for end, head in ((_FOUND, mark("This draw")), (_TARGET, mark("Target"))):
            place, words = QRectF(0, 0, wide * end, _HEAD), translator.translate(head)
            painting.words(painter, place, words, colour=tokens.text3, kind=Type.HEAD, align=painting.RIGHT)
        painter.fillRect(QRectF(0, _HEAD - 1, wide, 1), QColor(tokens.line_strong))
        for number, measure in enumerate(self._measures):
            self._row(painter, QRectF(0, _HEAD + number * self._row_height, wide, self._row_height), measure)

    def _row(self, painter: QPainter, rect: QRectF, measure: QualityMeasure) -> None:
        tokens, wide, translate = theme.tokens, rect.width(), translator.translate
        painter.fillRect(QRectF(0, rect.bottom() - 1, wide, 1), QColor(tokens.line))
        room = wide * _FOUND - painting.width_of(translate(measure.found), Type.PANEL_TITLE, figures=True) - 10
        name, below = QRectF(0, rect.top() + 4, room, 20), QRectF(0, rect.top() + 24, room, 17)
        painting.words(painter, name, translate(measure.name), colour=tokens.text, kind=Type.LABEL)
        if self._row_height == _ROW:
            painting.words(painter, below, translate(measure.detail), colour=tokens.text2, kind=Type.CAPTION)
        for end, value, kind, ink in (
            (_FOUND, measure.found, Type.PANEL_TITLE, tokens.text),
            (_TARGET, measure.target, Type.BODY, tokens.text2),
        ):
            place, words = QRectF(0, rect.top(), wide * end, rect.height()), translate(value)
            painting.words(
                painter, place, words, colour=ink, kind=kind, align=painting.RIGHT, elide=False, figures=True
            )
        if measure.reached is None:
            return
        sign = StatusIcon.DONE if measure.reached else StatusIcon.ASKS
        sign.draw(painter, QRectF(wide - 16, rect.center().y() - 8, 16, 16))

    def _retranslate(self) -> None:
        lines = (
            mark("{name}: {found}", name=measure.name, found=measure.found)
            if measure.reached is None
            else mark(
                "{name}: {found}, target {target}, {verdict}",
                name=measure.name,
                found=measure.found,
                target=measure.target,
                verdict=mark("reached") if measure.reached else mark("not reached"),
            )
            for measure in self._measures
        )
        self.setAccessibleName("; ".join(map(translator.translate, lines)) or translator.translate(mark("Quality")))
        self.update()
