"""The flowers of a hand, beside their number."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import mark
from tournament.tiles.names import flower_name
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.theme import Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.tiles import draw_tile

_WIDE, _HIGH = 28, 38
_AIR = 6
"""Above and below the tiles: the bar under one that stands out has room, and the words are in the middle."""
_TITLE = mark("Flowers")


class FlowerTiles(QWidget):
    """``Flowers``, their tiles, how many."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flowers, self._highlighted = "", False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def show_state(self, state: HandState) -> None:
        """Show the flowers of a hand, by their letters."""
        self._flowers, self._highlighted = state.arrangement.flowers, state.flowers_highlighted
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Word, tiles, number."""
        word = painting.width_of(translator.translate(_TITLE), Type.CAPTION)
        return QSize(round(word) + 12 + (_WIDE + 2) * len(self._flowers) + 24, _HIGH + 2 * _AIR)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them in one line."""
        painter, tokens, title = painting.begin(self), theme.tokens, translator.translate(_TITLE)
        left = painting.width_of(title, Type.CAPTION) + 12
        painting.words(painter, QRectF(0, _AIR, left, _HIGH), title, colour=tokens.text2, kind=Type.CAPTION)
        for letter in self._flowers:
            draw_tile(painter, QRectF(left, _AIR, _WIDE, _HIGH), letter)
            if self._highlighted:
                painting.box(painter, QRectF(left + 2, _AIR + _HIGH + 1, _WIDE - 4, 4), radius=2, fill=tokens.accent)
            left += _WIDE + 2
        number = QRectF(left + 6, _AIR, 24, _HIGH)
        painting.words(painter, number, str(len(self._flowers)), colour=tokens.text, kind=Type.TOTAL)

    def _retranslate(self) -> None:
        names = ", ".join(translator.translate(flower_name(letter)) for letter in self._flowers)
        self.setAccessibleName(f"{translator.translate(_TITLE)}: {names or '0'}")
        self.updateGeometry()
        self.update()
