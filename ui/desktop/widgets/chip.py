"""A chip: a sign and a word or two on a soft background."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Tone, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role

_SOFT = {Tone.OK: "ok_soft", Tone.WARN: "warn_soft", Tone.DANGER: "danger_soft", Tone.ACCENT: "accent_soft"}


class Chip(Accessible, QWidget):
    """Shows a state (OK, WARN, DANGER, ACCENT: soft background, no border) or a plain word (with a border)."""

    accessible_role = Role.StaticText

    def __init__(
        self, text: Text | str, *, icon: str = "", tone: Tone = Tone.TEXT2, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text, self._icon, self._tone = text, icon, tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def set_chip(self, text: Text | str, *, icon: str = "", tone: Tone = Tone.TEXT2) -> None:
        """Change the state."""
        self._text, self._icon, self._tone = text, icon, tone
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of sign and text, 22 pixels high."""
        sign = 19 if self._icon else 0
        return QSize(int(painting.width_of(translator.translate(self._text), Type.HEAD)) + sign + 22, 22)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, sign and text."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        ink = self._tone.of(tokens)
        if self._tone in _SOFT:
            painting.box(painter, rect, radius=11, fill=getattr(tokens, _SOFT[self._tone]))
        else:
            painting.box(painter, rect, radius=11, fill=tokens.surface, border=tokens.line)
        left = 10.0
        if self._icon:
            icons.paint(painter, self._icon, QRectF(left - 1, rect.center().y() - 7, 14, 14), ink)
            left += 19
        place = QRectF(left, 0, rect.width() - left - 8, rect.height())
        painting.words(painter, place, translator.translate(self._text), colour=ink, kind=Type.HEAD)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._text))
        self.updateGeometry()
        self.update()
