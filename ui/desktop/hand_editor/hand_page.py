"""A page around the hand editor: the editor in a column that scrolls, its verdict at the right."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ui.desktop.hand_editor.editor import HandEditor
from ui.desktop.hand_editor.panel import VerdictPanel
from ui.desktop.kit.sides import WIDE_FROM
from ui.desktop.theme import Density, room_of
from ui.desktop.theme.room import COMPACT_BELOW
from ui.desktop.widgets.focus import set_focus_target
from ui.desktop.widgets.layouts import Part, Scrolled, add, boxed, column, row, set_margins, stretched

_WIDTHS = ((2200, 480), (1500, 430), (WIDE_FROM, 404), (COMPACT_BELOW, 340), (0, 320))
"""Minimum widths of the window, with the width of the verdict from there."""
_ALL_FROM = 860
"""From this height of the window rack, line and tiles all fit in their usual sizes."""
_MOST = 1180
"""Maximum width of the editor, so that the eyes need not travel far."""


class HandPage(QWidget):
    """A subclass adds what is above the editor, and handles the verdict."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor, self.panel = HandEditor(), VerdictPanel(width=_WIDTHS[2][1])
        self._body = column()
        inside = boxed(self._body)
        inside.setMaximumWidth(_MOST)
        around = boxed(row(None, stretched(inside, _MOST), None, spacing=0, centred=False))
        row(stretched(Scrolled(around)), self.panel, spacing=0, centred=False, on=self)
        self.panel.looked_at.connect(self.editor.look_at)
        set_focus_target(self, self.editor)

    def fill(self, *above: Part) -> None:
        """Lay out the parts ``above``, and the editor below them."""
        for part in (*above, stretched(self.editor)):
            add(self._body, part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the verdict narrower, and everything lower in a low window."""
        super().resizeEvent(event)
        room = room_of(self)
        self.panel.setFixedWidth(next(width for least, width in _WIDTHS if room.width >= least))
        density = Density.DENSE if room.height < _ALL_FROM else room.density
        self._body.setSpacing(6 if density is Density.DENSE else 12)
        set_margins(self._body, density.page_margin)
        self.editor.fit(density)
        self.panel.fit(density)
