"""A page around the hand editor: the editor in a column that scrolls, its verdict at the right."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ui.desktop.hand_editor.editor import HandEditor
from ui.desktop.hand_editor.panel import VerdictPanel
from ui.desktop.theme import Size
from ui.desktop.widgets.focus_target import set_focus_target
from ui.desktop.widgets.layouts import Part, add, boxed, column, row, stretched
from ui.desktop.widgets.scrolled import Scrolled

_WIDE, _NARROW = 404, 348
"""Widths of the verdict."""
_NARROW_BELOW = 1120
"""Width of the page, verdict included."""


class HandPage(QWidget):
    """What stands above the editor, and what follows from its verdict, is the page's own."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor, self.panel = HandEditor(), VerdictPanel(width=_WIDE)
        self._body = column(spacing=12, margins=int(Size.PAGE_MARGIN))
        row(stretched(Scrolled(boxed(self._body))), self.panel, spacing=0, centred=False, on=self)
        self.panel.looked_at.connect(self.editor.look_at)
        set_focus_target(self, self.editor)

    def fill(self, *above: Part) -> None:
        """Lay out the parts ``above``, and the editor under them."""
        for part in (*above, stretched(self.editor)):
            add(self._body, part)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the verdict give way a little."""
        super().resizeEvent(event)
        self.panel.setFixedWidth(_NARROW if self.width() < _NARROW_BELOW else _WIDE)
