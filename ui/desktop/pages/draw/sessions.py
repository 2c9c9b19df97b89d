"""Which session of a draw is shown: a switch while they are few, else a list that drops down."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import mark
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.switch import Segment, Switch

_MOST = 8
"""Segments that fit beside the title."""


class SessionChoice(QWidget):
    """The sessions from 1."""

    chosen = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._switch = Switch(mark("Session shown"))
        self._list = ChoiceBox(mark("Session shown"))
        self._list.hide()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(TextLabel(mark("Session"), kind=Type.DENSE, tone=Tone.TEXT2))
        line.addWidget(self._switch)
        line.addWidget(self._list)
        self._switch.chosen.connect(lambda _key: self.chosen.emit())
        self._list.activated.connect(lambda _at: self.chosen.emit())

    @property
    def current(self) -> int:
        """The session that is shown, from 1."""
        key = self._switch.current if self._count <= _MOST else self._list.currentData()
        return int(key or 1)

    def offer(self, count: int) -> None:
        """Offer the sessions 1 to ``count``; the one that is shown stays if it is still there."""
        if count == self._count:
            return
        self._count = count
        numbers = [str(number) for number in range(1, count + 1)]
        self._switch.set_segments([Segment(number, number) for number in numbers] if count <= _MOST else [])
        self._list.set_choices([(number, number) for number in numbers] if count > _MOST else [])
        self._switch.setVisible(count <= _MOST)
        self._list.setVisible(count > _MOST)

    def show_session(self, session: int, count: int) -> None:
        """Offer ``count`` sessions and choose one of them, without telling anybody."""
        self.offer(count)
        if count <= _MOST:
            self._switch.set_current(str(session))
        else:
            self._list.setCurrentIndex(self._list.findData(str(session)))
