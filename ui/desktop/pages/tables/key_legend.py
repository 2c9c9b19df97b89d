"""The keys of the sheet in words. They use only the height that the panel has left."""

from typing import NamedTuple

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.keys import KEYS_SHOWN, KeyHint
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import boxed, row, set_margins
from ui.entry.hand_draft import questions_of
from ui.entry.hand_keys import can_go
from ui.entry.tables_state import TablesState

_WORDS: dict[str, Text] = {
    "Up": mark("Correct a hand"),
    "X": mark("Drawn hand"),
    "F6": mark("Totals on paper"),
    "P": mark("Penalty"),
    "Esc": mark("Start again"),
    "R": mark("Repair"),
    "D": mark("Self-draw"),
    "T": mark("Tiles"),
    "G": mark("Go to a table"),
    KEYS_SHOWN: mark("All keys"),
}
_GAP = 14
_SPACIOUS, _CLOSE = (6, 10), (2, 4)
"""Spacing between the lines, and above and below them: normally, and if space is short."""


class LegendKey(NamedTuple):
    """A key and its meaning."""

    key: str
    text: Text


def legend_keys(state: TablesState) -> tuple[LegendKey, ...]:
    """The keys of the sheet in its current state; empty while a penalty or a repair is shown or the session is closed.

    The longer texts are at the left, and the last is on a line of its own.
    """
    return tuple(LegendKey(key, _WORDS[key]) if isinstance(key, str) else key for key in _keys(state))


def _keys(state: TablesState) -> tuple[str | LegendKey, ...]:
    table, hand = state.table, state.hand
    if table is None or state.penalty is not None or state.repair is not None or state.penalty_at_cursor is not None:
        return ()
    if table.sheet.session in table.view.state.closed:  # nothing can be entered: the notice says how that changes
        return ()
    if hand is not None:
        tiles = ("T",) if (table.rules.scorer or table.rules.counter) is not None else ()
        asked = {translator.translate(each.key): each.short for each in reversed(questions_of(table.rules))
                 if each.key and can_go(hand, each)}  # fmt: skip
        questions = (LegendKey(key, text) for key, text in reversed(asked.items()))
        return ("Up", "X", "F6", "P", "Esc", "R", "D", *tiles, *questions, KEYS_SHOWN)
    totals = ("F6", "P") if state.totals_open else ()
    return ("Up", "R", *totals, "G", KEYS_SHOWN)


class KeyLegend(QWidget):
    """Two keys per line, or one if two are too wide. Hidden if it is too high: the list of keys has all of them."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._keys: tuple[LegendKey, ...] = ()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setColumnStretch(1, 1)
        self._inside = boxed(self._grid)
        self._inside.setParent(self)
        self._parts: dict[LegendKey, QWidget] = {}
        """Created when first needed."""
        self._placed: tuple[tuple[LegendKey, ...], int] = (), 0
        translator.changed.connect(self._fit_soon)

    def show_keys(self, keys: tuple[LegendKey, ...]) -> None:
        """Replace the keys."""
        self.setVisible(bool(keys))
        if keys != self._keys:
            for each in keys:
                if each not in self._parts:
                    self._parts[each] = _part(each, self._inside)
            self._keys = keys
            self._fit()

    def sizeHint(self) -> QSize:
        """Asks for no height."""
        return QSize(80, 0)

    def minimumSizeHint(self) -> QSize:
        """No size."""
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide it according to the available space."""
        super().resizeEvent(event)
        self._fit()

    def _fit_soon(self) -> None:
        """Fit later, when all texts around it are in the new language and laid out."""
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        if not self._keys:
            return
        widths = [self._parts[key].sizeHint().width() for key in self._keys]
        left, right = max(widths[:-1:2]), max(widths[1:-1:2])
        in_line = 2 if left + _GAP + right <= self.width() else 1
        self._grid.setColumnMinimumWidth(0, left)
        self._place(self._keys, in_line)
        high = self._height(_SPACIOUS)
        if high > self.height():
            high = self._height(_CLOSE)
        self._inside.setVisible(high <= self.height() and max(widths) <= self.width())
        self._inside.setGeometry(0, self.height() - high, self.width(), high)

    def _height(self, spacing: tuple[int, int]) -> int:
        """The height needed with this spacing."""
        between, around = spacing
        self._grid.setVerticalSpacing(between)
        set_margins(self._grid, (0, around, 0, around))
        return self._inside.sizeHint().height()

    def _place(self, keys: tuple[LegendKey, ...], in_line: int) -> None:
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


def _part(key: LegendKey, parent: QWidget) -> QWidget:
    part = boxed(row(KeyHint(key.key), TextLabel(key.text, kind=Type.DENSE, tone=Tone.TEXT2), None))
    part.setParent(parent)
    part.hide()
    return part
