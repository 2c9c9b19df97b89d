"""Window widths at which pages change, and two parts of a page of which a narrow window shows only one."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark
from ui.desktop.theme import Room
from ui.desktop.widgets.cards import SidePanel
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.keys import KeyHint
from ui.desktop.widgets.layouts import row

ROOMY_FROM = 1280
FULL_PANEL_FROM = 1328
"""From this width a side panel has its full width."""
WIDE_FROM = 1440


TURN = "F3"
"""The shortcut that switches to the other side."""
_FIRST, _SECOND = "first", "second"


class Sides(QWidget):
    """Shows one of two parts in a narrow window, with a switch above. In a wider one it is hidden, and shows both."""

    turned = Signal(QWidget)
    """The user switched to the other side; carries the widget that gets the focus there."""

    def __init__(self, first: QWidget, second: QWidget, names: tuple[Text, Text], *, margin: int = 16) -> None:
        super().__init__()
        self._first, self._second = first, second
        self._alone = False
        self.switch = Switch(mark("Section of the page"), [Segment(_FIRST, names[0]), Segment(_SECOND, names[1])])
        row(self.switch, KeyHint(TURN), None, margins=(margin, 8, margin, 0), on=self)
        self.switch.chosen.connect(lambda _key: self._turned())
        QShortcut(QKeySequence(TURN), self).activated.connect(self._turn)
        self.setVisible(False)

    def fit(self, room: Room) -> None:
        """Show one side in a narrow window, both in a wider one."""
        if room.compact != self._alone:
            self._alone = room.compact
            if isinstance(self._second, SidePanel):
                self._second.set_alone(self._alone)
            self._show()

    def show_side_of(self, part: QWidget) -> None:
        """Switch to the side that contains ``part``."""
        inside = part is self._second or self._second.isAncestorOf(part)
        self.switch.set_current(_SECOND if inside else _FIRST)
        self._show()

    def _turn(self) -> None:
        self.switch.set_current(_FIRST if self.switch.current == _SECOND else _SECOND)
        self._turned()

    def _turned(self) -> None:
        self._show()
        self.turned.emit(self._first_control() if self.switch.current == _SECOND else self._first)

    def _first_control(self) -> QWidget:
        """The first widget of the second side that Tab can reach."""
        tab = Qt.FocusPolicy.TabFocus.value
        inside = (each for each in self._second.findChildren(QWidget) if each.isVisible() and each.isEnabled())
        return next((each for each in inside if each.focusPolicy().value & tab), self._second)

    def _show(self) -> None:
        self.setVisible(self._alone)
        self._first.setVisible(not self._alone or self.switch.current == _FIRST)
        self._second.setVisible(not self._alone or self.switch.current == _SECOND)
