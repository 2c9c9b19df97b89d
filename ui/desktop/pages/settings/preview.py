"""A sample of what a typeface must be able to show: Ł, a fraction, aligned digits, Chinese."""

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import mark, signed_text
from ui.desktop.theme import Size, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.delegates import draw_fraction

_LINES = (("2", "Łucja Przykład", "PL", Fraction(43, 3), 563), ("11", "Đorđe Dæmi", "RS", Fraction(9), -118))
_FAN = "混一色", "麻将"


class FontPreview(Accessible, QWidget):
    """Two lines of a ranking, and two names in Chinese."""

    accessible_role = Role.Graphic

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def sizeHint(self) -> QSize:
        """Size of a caption and two lines."""
        return QSize(400, 88)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box and its lines."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        painting.box(painter, rect, radius=Size.RADIUS, fill=tokens.surface2, border=tokens.line)
        caption = QRectF(14, 8, rect.width() - 28, 18)
        painting.words(painter, caption, translator.translate(mark("Preview")), colour=tokens.text2, kind=Type.CAPTION)
        for row, ((rank, name, country, points, score), fan) in enumerate(zip(_LINES, _FAN, strict=True)):
            line = QRectF(14, 30 + 24 * row, rect.width() - 28, 22)
            wide = line.width()
            painting.words(painter, line, rank, colour=tokens.text, kind=Type.TOTAL, figures=True)
            name_place = line.adjusted(28, 0, -wide * 0.55, 0)
            painting.words(painter, name_place, name, colour=tokens.text, kind=Type.NAME)
            place = QRectF(line.left() + wide * 0.45, line.top(), 30, line.height())
            painting.words(painter, place, country, colour=tokens.text2)
            place = QRectF(line.left(), line.top(), wide * 0.64, line.height())
            draw_fraction(painter, place, points, colour=tokens.text, kind=Type.TOTAL)
            place = QRectF(line.left(), line.top(), wide * 0.78, line.height())
            painting.words(painter, place, signed_text(score), colour=tokens.text, align=painting.RIGHT, figures=True)
            painting.words(painter, line, fan, colour=tokens.text, align=painting.RIGHT)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(mark("Preview")))
        self.update()
