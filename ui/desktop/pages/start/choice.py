"""One of the choices: an icon, a title, one line about what happens, and the key."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from tournament.language import Text
from ui.desktop.theme import Size, Type, icons, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.keys import draw_key, key_name, key_width

_TILE = 48
_PAD = 22


class StartChoice(QAbstractButton):
    """A large button. Enter and Space click it."""

    def __init__(
        self, icon: str, title: Text, line: Text, key: str, *, first: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon, self._title, self._line, self._key, self._first = icon, title, line, key, first
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def sizeHint(self) -> QSize:
        """As wide as possible, 90 pixels high."""
        return QSize(548, 90)

    def minimumSizeHint(self) -> QSize:
        """Can shrink in a narrow window."""
        return QSize(320, 76)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter, tokens, rect = painting.begin(self), theme.tokens, QRectF(self.rect())
        border, width = (tokens.accent, 2.0) if self.hasFocus() else (tokens.line, 1.0)
        if self.underMouse() and not self.hasFocus():
            border = tokens.line_strong
        fill = tokens.surface2 if self.isDown() else tokens.surface
        painting.box(painter, rect, radius=Size.CARD_RADIUS, fill=fill, border=border, width=width)
        middle = rect.center().y()
        tile = QRectF(_PAD, middle - _TILE / 2, _TILE, _TILE)
        ground, ink = (tokens.accent, tokens.on_accent) if self._first else (tokens.surface2, tokens.accent)
        painting.box(painter, tile, radius=8, fill=ground, border="" if self._first else tokens.line)
        icons.paint(painter, self._icon, tile.adjusted(13, 13, -13, -13), ink)
        name = key_name(self._key)
        wide = key_width(name)
        draw_key(painter, QRectF(rect.right() - _PAD - wide, 0, wide, rect.height()), name)
        left = tile.right() + 20
        words, text = QRectF(left, 0, rect.right() - _PAD - wide - 12 - left, 24), translator.translate(self._line)
        lines = 1 if painting.width_of(text, Type.DENSE) <= words.width() else 2
        words.moveTop(middle - 14 - 9 * lines)
        painting.words(painter, words, translator.translate(self._title), colour=tokens.text, kind=Type.PANEL_TITLE)
        below = QRectF(left, words.bottom(), words.width(), 18 * lines)
        painting.paragraph(painter, below, text, colour=tokens.text2, kind=Type.DENSE)

    def _retranslate(self) -> None:
        self.setAccessibleName(translator.translate(self._title))
        self.setAccessibleDescription(translator.translate(self._line))
        self.setToolTip("")
        self.update()
