"""The keys of the sheet in words, in whatever height the panel has left: it takes none from anybody."""

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from tournament.language import Text, mark
from ui.desktop.keys import KEYS_SHOWN
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.key_text import KeyHint
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, row, set_margins

_TILES = "T"
_KEYS: tuple[tuple[str, Text], ...] = (
    ("Up", mark("Correct a hand")),
    ("X", mark("Drawn hand")),
    ("F6", mark("Totals on paper")),
    ("P", mark("Penalty")),
    ("Esc", mark("Start again")),
    ("R", mark("Repair")),
    ("D", mark("Self-draw")),
    (_TILES, mark("Tiles")),
    (KEYS_SHOWN, mark("All keys")),
)
"""The longer words at the left; the last has a line of its own."""
_GAP, _LINE_GAP = 14, 6


class KeyLegend(QWidget):
    """Two keys in a line, or one where two are too wide; goes where that is too high. The list of keys has them all."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._tiles = True
        self._grid = QGridLayout()
        set_margins(self._grid, (0, 10, 0, 10))
        self._grid.setVerticalSpacing(_LINE_GAP)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setColumnStretch(1, 1)
        self._inside = boxed(self._grid)
        self._inside.setParent(self)
        self._parts = {
            key: boxed(row(KeyHint(key), TextLabel(text, kind=Type.DENSE, tone=Tone.TEXT2), None))
            for key, text in _KEYS
        }
        self._placed: tuple[list[str], int] = [], 0
        translator.changed.connect(self._fit_soon)

    def show_tiles(self, shown: bool) -> None:
        """Show the key of the tiles, or none where they cannot be counted."""
        if shown != self._tiles:
            self._tiles = shown
            self._fit()

    def sizeHint(self) -> QSize:
        """No height of its own."""
        return QSize(80, 0)

    def minimumSizeHint(self) -> QSize:
        """Nothing."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Come and go with the room."""
        super().resizeEvent(event)
        self._fit()

    def _fit_soon(self) -> None:
        """Fit when every word around is the new language's, and has its place."""
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        keys = [key for key, _ in _KEYS if self._tiles or key != _TILES]
        widths = [self._parts[key].sizeHint().width() for key in keys]
        left, right = max(widths[:-1:2]), max(widths[1:-1:2])
        in_line = 2 if left + _GAP + right <= self.width() else 1
        self._grid.setColumnMinimumWidth(0, left)
        self._place(keys, in_line)
        high = self._inside.sizeHint().height()
        self._inside.setVisible(high <= self.height() and max(widths) <= self.width())
        self._inside.setGeometry(0, self.height() - high, self.width(), high)

    def _place(self, keys: list[str], in_line: int) -> None:
        if (keys, in_line) == self._placed:
            return
        self._placed = keys, in_line
        for part in self._parts.values():
            self._grid.removeWidget(part)
            part.hide()
        for place, key in enumerate(keys):
            alone = place == len(keys) - 1
            line = len(keys) if alone else place // in_line
            self._grid.addWidget(self._parts[key], line, 0 if alone else place % in_line, 1, 2 if alone else 1)
            self._parts[key].show()
