"""The quality of a draw: every figure beside the best possible one, a tick or a triangle."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import mark
from ui.desktop.pages.draw.figures import Figure
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.signs import StatusIcon

_HEAD, _ROW, _SIGN = 28, 47, 30
_FOUND, _BEST = 0.68, 0.90
"""Where the two columns of numbers end, as parts of the width."""


class QualityReport(QWidget):
    """A painted table; read out line by line for a screen reader."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show other figures."""
        self._figures = tuple(figures)
        self.updateGeometry()
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Head and rows."""
        return QSize(300, _HEAD + _ROW * len(self._figures) + 1)

    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return QSize(240, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint head and rows."""
        painter, tokens, wide = painting.begin(self), theme.tokens, self.width()
        for end, head in ((_FOUND, mark("This draw")), (_BEST, mark("At best"))):
            place = QRectF(0, 0, wide * end, _HEAD)
            said = translator.translate(head)
            painting.words(painter, place, said, colour=tokens.text3, kind=Type.HEAD, align=painting.RIGHT)
        painter.fillRect(QRectF(0, _HEAD - 1, wide, 1), QColor(tokens.line_strong))
        for at, figure in enumerate(self._figures):
            self._row(painter, QRectF(0, _HEAD + at * _ROW, wide, _ROW), figure)

    def _row(self, painter: QPainter, rect: QRectF, figure: Figure) -> None:
        tokens, wide = theme.tokens, rect.width()
        painter.fillRect(QRectF(0, rect.bottom() - 1, wide, 1), QColor(tokens.line))
        room = (
            wide * _FOUND - painting.width_of(translator.translate(figure.found), Type.PANEL_TITLE, figures=True) - 10
        )
        name = QRectF(0, rect.top() + 4, room, 20)
        painting.words(painter, name, translator.translate(figure.name), colour=tokens.text, kind=Type.LABEL)
        below = QRectF(0, rect.top() + 24, room, 17)
        painting.words(painter, below, translator.translate(figure.aside), colour=tokens.text2, kind=Type.CAPTION)
        for end, value, kind, ink in (
            (_FOUND, figure.found, Type.PANEL_TITLE, tokens.text),
            (_BEST, figure.best, Type.BODY, tokens.text2),
        ):
            place = QRectF(0, rect.top(), wide * end, rect.height())
            said = translator.translate(value)
            painting.words(painter, place, said, colour=ink, kind=kind, align=painting.RIGHT, elide=False, figures=True)
        sign = StatusIcon.DONE if figure.reached else StatusIcon.ASKS
        sign.draw(painter, QRectF(wide - 16, rect.center().y() - 8, 16, 16))

    def _retranslate(self) -> None:
        lines = [
            translator.translate(
                mark(
                    "{name}: {found}, at best {best}, {verdict}",
                    name=figure.name,
                    found=figure.found,
                    best=figure.best,
                    verdict=mark("reached") if figure.reached else mark("not reached"),
                )
            )
            for figure in self._figures
        ]
        self.setAccessibleName("; ".join(lines) or translator.translate(mark("Quality")))
        self.update()
