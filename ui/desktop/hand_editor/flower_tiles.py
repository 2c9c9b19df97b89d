"""The flowers of a hand, with their number."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from tournament.language import listed, mark
from tournament.tiles.names import flower_name
from ui.desktop.hand_editor.hand_state import HandState
from ui.desktop.theme import Density, Type, theme
from ui.desktop.translation import translator
from ui.desktop.widgets import painting
from ui.desktop.widgets.accessible import Accessible, Role
from ui.desktop.widgets.tiles import draw_tile

_WIDE, _HIGH, _LOW_WIDE, _LOW_HIGH = 28, 38, 21, 28
_AIR, _LOW_AIR = 6, 3
"""Margins above and below the tiles, with space for the bar under a highlighted tile."""
_TITLE = mark("Flowers")


class FlowerTiles(Accessible, QWidget):
    """The word “Flowers”, the tiles, and their number."""

    accessible_role = Role.StaticText

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flowers, self._highlighted = "", False
        self._wide, self._high, self._air = _WIDE, _HIGH, _AIR
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        translator.follow(self._retranslate)

    def fit(self, density: Density) -> None:
        """Reduce the height in a low window."""
        low = density is Density.DENSE
        self._wide, self._high, self._air = (_LOW_WIDE, _LOW_HIGH, _LOW_AIR) if low else (_WIDE, _HIGH, _AIR)
        self.updateGeometry()

    def show_state(self, state: HandState) -> None:
        """Show the flowers of a hand."""
        self._flowers, self._highlighted = state.arrangement.flowers, state.flowers_highlighted
        self._retranslate()

    def sizeHint(self) -> QSize:
        """Size of word, tiles and number."""
        word = painting.width_of(translator.translate(_TITLE), Type.CAPTION)
        return QSize(round(word) + 12 + (self._wide + 2) * len(self._flowers) + 24, self._high + 2 * self._air)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint them on one line."""
        painter, tokens, title = painting.begin(self), theme.tokens, translator.translate(_TITLE)
        left = painting.width_of(title, Type.CAPTION) + 12
        painting.words(painter, QRectF(0, self._air, left, self._high), title, colour=tokens.text2, kind=Type.CAPTION)
        for letter in self._flowers:
            draw_tile(painter, QRectF(left, self._air, self._wide, self._high), letter)
            if self._highlighted:
                painting.box(
                    painter,
                    QRectF(left + 2, self._air + self._high + 1, self._wide - 4, 4),
                    radius=2,
                    fill=tokens.accent,
                )
            left += self._wide + 2
        number = QRectF(left + 6, self._air, 24, self._high)
        painting.words(painter, number, str(len(self._flowers)), colour=tokens.text, kind=Type.TOTAL)

    def _retranslate(self) -> None:
        names = translator.translate(listed(map(flower_name, self._flowers)))
        self.setAccessibleName(f"{translator.translate(_TITLE)}: {names or '0'}")
        self.updateGeometry()
        self.update()
