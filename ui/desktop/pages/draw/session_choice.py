"""The choice of the session shown: a switch if there are few, otherwise a drop-down list."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from tournament.language import mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import row

_MOST = 8
"""Number of segments that fit beside the title."""


class SessionChoice(QWidget):
    """The sessions that can be shown."""

    chosen = Signal(int)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._numbers: tuple[int, ...] = ()
        self._switch = Switch(mark("Session shown"))
        self._list = ChoiceBox(mark("Session shown"))
        label = TextLabel(mark("Session"), kind=Type.DENSE, tone=Tone.TEXT2)
        row(label, self._switch, self._list, centred=False, on=self)
        self._switch.chosen.connect(lambda key: self.chosen.emit(int(key)))
        self._list.activated.connect(lambda _index: self.chosen.emit(int(self._list.currentData())))

    def show_session(self, session: int, sessions: Sequence[int]) -> None:
        """Offer ``sessions`` by their numbers, and choose ``session``, one of them."""
        few = len(sessions) <= _MOST
        if tuple(sessions) != self._numbers:
            self._numbers = tuple(sessions)
            numbers = [str(number) for number in sessions]
            self._switch.set_segments([Segment(number, number) for number in numbers] if few else [])
            self._list.set_choices([] if few else [(number, number) for number in numbers])
            self._switch.setVisible(few)
            self._list.setVisible(not few)
        if few:
            self._switch.set_current(str(session))
        else:
            self._list.setCurrentIndex(self._list.findData(str(session)))
