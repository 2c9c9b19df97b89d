"""The top bar: event, session, clock, help."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from tournament.language import Text, mark, verbatim
from ui.desktop.theme import Size, Tone, Type, theme
from ui.desktop.widgets import painting
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.card import Rule
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.signs import Icon
from ui.desktop.widgets.switch import Segment, Switch

ROOMY = 1240
"""From this width the clock says what its time means."""
MOST_SEGMENTS = 8
"""More sessions than this drop down from a box: a switch of twenty would push the clock out."""


class TopBar(QWidget):
    """What is being played, which session is looked at, how long it lasts."""

    session_chosen = Signal(str)
    help_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(Size.TOP_BAR)
        self._name = ElidedLabel(kind=Type.PANEL_TITLE)
        self._session = TextLabel(mark("Session"), kind=Type.DENSE, tone=Tone.TEXT2)
        self._switch = Switch(mark("Session"))
        self._list = ChoiceBox(mark("Session"))
        self._clock_icon = Icon("clock", size=18)
        self._clock = TextLabel(kind=Type.CLOCK, figures=True)
        self._clock_words = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._has_clock = False
        self._rule = Rule(upright=True)
        self._now = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self._help = LinkButton(mark("Help"), hint="F1", tone=Tone.TEXT2)
        self._help.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self._switch.chosen.connect(self.session_chosen)
        self._list.activated.connect(lambda _at: self.session_chosen.emit(self._list.currentData()))
        self._help.clicked.connect(self.help_asked)
        self.set_sessions(())
        self.set_clock("")

    def _lay_out(self) -> None:
        logo = Icon("logo", size=28, tone=Tone.ACCENT)
        logo.setFixedWidth(Size.RAIL - 1)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 16, 1)
        line.setSpacing(10)
        line.addWidget(logo)
        line.addSpacing(6)
        line.addWidget(self._name)
        line.addSpacing(12)
        chosen: tuple[QWidget, ...] = (self._session, self._switch, self._list)
        clock: tuple[QWidget, ...] = (self._clock_icon, self._clock, self._clock_words)
        for part in chosen:
            line.addWidget(part)
        line.addStretch(1)
        for part in clock:
            line.addWidget(part)
        line.addSpacing(6)
        line.addWidget(self._rule)
        line.addSpacing(6)
        line.addWidget(self._now)
        line.addSpacing(6)
        line.addWidget(Rule(upright=True))
        line.addSpacing(2)
        line.addWidget(self._help)

    def set_event_name(self, name: str) -> None:
        """Show the event's name, cut if it is long."""
        self._name.set_text(verbatim(name))

    def set_sessions(self, sessions: Sequence[Segment], current: str = "") -> None:
        """Offer the sessions, ticked if played; none hides the choice."""
        few = len(sessions) <= MOST_SEGMENTS
        self._session.setVisible(bool(sessions))
        self._switch.setVisible(bool(sessions) and few)
        self._list.setVisible(not few)
        self._switch.set_segments(sessions if few else ())
        ticked = [(each.key, Text("✓ {n}", (("n", each.text),))) for each in sessions]
        plain = [(each.key, each.text) for each in sessions]
        shown = [yes if each.ticked else no for each, yes, no in zip(sessions, ticked, plain, strict=True)]
        self._list.set_choices([] if few else shown)
        if current:
            self.set_session(current)

    def set_session(self, key: str) -> None:
        """Show which session is looked at; KeyError for one that is not offered."""
        if self._list.isHidden():
            self._switch.set_current(key)
        else:
            self._list.setCurrentIndex(self._list.findData(key))

    def set_clock(self, time: str, words: Text | str = "", *, warning: bool = False) -> None:
        """Show the session's time (``0:02:43``) and what it means; an empty time hides the clock."""
        self._has_clock = bool(time)
        for part in (self._clock_icon, self._clock, self._rule):
            part.setVisible(bool(time))
        self._make_room()
        self._clock.set_text(verbatim(time))
        self._clock.set_tone(Tone.WARN if warning else Tone.TEXT)
        self._clock_words.set_text(words)

    def set_now(self, time: str) -> None:
        """Show the time of day."""
        self._now.set_text(verbatim(time))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop the clock's words from a narrow window."""
        super().resizeEvent(event)
        self._make_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground and the line below."""
        painter = painting.begin(self)
        painter.fillRect(self.rect(), QColor(theme.tokens.surface))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.tokens.line))

    def _make_room(self) -> None:
        self._clock_words.setVisible(self._has_clock and self.width() >= ROOMY)
