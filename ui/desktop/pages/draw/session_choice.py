"""The choice of the session shown: a switch if there are few, otherwise a drop-down list."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.switch import Segment, Switch

_MOST = 8
"""Number of segments that fit beside the title."""


class SessionChoice(QWidget):
    """The sessions from 1."""

    chosen = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._switch = Switch(mark("Session shown"))
        self._list = ChoiceBox(mark("Session shown"))
        label = TextLabel(mark("Session"), kind=Type.DENSE, tone=Tone.TEXT2)
        row(label, self._switch, self._list, centred=False, on=self)
        self._switch.chosen.connect(lambda key: self.chosen.emit(int(key)))
        self._list.activated.connect(lambda index: self.chosen.emit(index + 1))

    def show_session(self, session: int, count: int) -> None:
        """Offer ``count`` sessions, and choose ``session``."""
        few = count <= _MOST
        if count != self._count:
            self._count = count
            numbers = [str(number) for number in range(1, count + 1)]
            self._switch.set_segments([Segment(number, number) for number in numbers] if few else [])
            self._list.set_choices([] if few else [(number, number) for number in numbers])
            self._switch.setVisible(few)
            self._list.setVisible(not few)
        if few:
            self._switch.set_current(str(session))
        else:
            self._list.setCurrentIndex(session - 1)
