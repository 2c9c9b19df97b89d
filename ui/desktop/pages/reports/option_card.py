"""A choice as a card: its name in bold, and a short reason."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Type, theme, typeface
from ui.desktop.translation import translator
from ui.desktop.widgets import painting

_LEFT, _TOP = 42, 10


class OptionCard(QAbstractButton):
    """One of several choices. Arrows move between those with the same parent; a click chooses."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title: Text | str = ""
        self._reason: Text | str = ""
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        translator.follow(self._retranslate)

    def show_option(self, title: Text, reason: Text) -> None:
        """Set the name and the reason."""
        if (title, reason) != (self._title, self._reason):
            self._title, self._reason = title, reason
            self._retranslate()

    def hasHeightForWidth(self) -> bool:
        """The text wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the text at this width."""
        title, reason = translator.translate(self._title), translator.translate(self._reason)
        return self._lines(title, width, Type.NAME) + self._lines(reason, width, Type.DENSE) + 2 * _TOP

    def sizeHint(self) -> QSize:
        """The height for its width."""
        return QSize(240, self.heightForWidth(max(self.width(), 240)))

    def minimumSizeHint(self) -> QSize:
        """Never cut a line."""
        return QSize(120, self.heightForWidth(max(self.width(), 120)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the text again."""
        super().resizeEvent(event)
        self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, its ring and the text."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        on = self.isChecked()
        border = tokens.accent if on or self.hasFocus() else tokens.line
        fill = tokens.accent_soft if on else tokens.surface
        painting.box(painter, rect, radius=Size.RADIUS, fill=fill, border=border, width=2 if on else 1)
        ring = QRectF(13, _TOP + 1, 18, 18)
        colour = tokens.accent if on else tokens.line_strong
        painting.box(painter, ring, radius=9, fill=tokens.surface, border=colour, width=2 if on else 1)
        if on:
            painting.box(painter, ring.adjusted(5, 5, -5, -5), radius=4, fill=tokens.accent)
        ink = tokens.text if self.isEnabled() else tokens.text3
        room, name = rect.width() - _LEFT - 12, translator.translate(self._title)
        title = QRectF(_LEFT, _TOP, room, self._lines(name, self.width(), Type.NAME))
        painting.paragraph(painter, title, name, colour=ink, kind=Type.NAME)
        below = QRectF(_LEFT, title.bottom(), room, rect.height() - title.bottom())
        painting.paragraph(painter, below, translator.translate(self._reason), colour=tokens.text2, kind=Type.DENSE)

    @staticmethod
    def _lines(text: str, width: int, kind: Type) -> int:
        metrics = QFontMetrics(typeface(kind, figures=False))
        room = max(width - _LEFT - 12, 60)
        return metrics.boundingRect(0, 0, room, 1 << 12, Qt.TextFlag.TextWordWrap.value, text).height()

    def _retranslate(self) -> None:
        title, reason = translator.translate(self._title), translator.translate(self._reason)
        self.setText(title.replace("&", "&&"))
        self.setAccessibleName(title)
        self.setAccessibleDescription(reason)
        self.updateGeometry()
        self.update()
