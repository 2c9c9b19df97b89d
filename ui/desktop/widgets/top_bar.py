"""The top bar: event, session, time of day, help."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, verbatim
from ui.desktop.theme import Density, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton
from ui.desktop.widgets.card import EdgedSurface, Rule
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import Icon
from ui.desktop.widgets.switch import Segment, Switch

_SESSION = mark("Session")
MOST_SEGMENTS = 8
"""Above this number a drop-down list replaces the switch, which would be too wide."""


class TopBar(EdgedSurface):
    """Shows the event and the current session."""

    session_chosen = Signal(str)
    help_asked = Signal()
    clock_asked = Signal()
    role_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, parent=parent)
        self._name = ElidedLabel(kind=Type.PANEL_TITLE)
        self._session = TextLabel(_SESSION, kind=Type.DENSE, tone=Tone.TEXT2)
        self._switch = Switch(_SESSION)
        self._list = ChoiceBox(_SESSION)
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        """The state of the current session."""
        self._now = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.clock = LinkButton("", hint="F12", tone=Tone.TEXT)
        self.clock.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clock.hide()
        self.calls = LinkButton("", icon="triangle", tone=Tone.WARN)
        """The tables that call a referee, or who went."""
        self.calls.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.calls.hide()
        self.role = LinkButton("", icon="players", tone=Tone.TEXT2)
        self.role.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.role.hide()
        self._help = LinkButton(mark("Help"), hint="F1", tone=Tone.TEXT2)
        self._help.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        logo = Icon("logo", size=28, tone=Tone.ACCENT)
        logo.setFixedWidth(Size.RAIL - 1)
        row(
            *(logo, 6, self._name, 12, self._session, self._switch, self._list, self.state, None),
            *(self.calls, 2, self.role, 2, self.clock, 6, self._now, 6, Rule(upright=True), 2, self._help),
            spacing=10,
            margins=(0, 0, 16, 1),
            centred=False,
            on=self,
        )
        self._switch.chosen.connect(self.session_chosen)
        self._list.activated.connect(lambda _at: self.session_chosen.emit(self._list.currentData()))
        self._help.clicked.connect(self.help_asked)
        self.clock.clicked.connect(self.clock_asked)
        self.role.clicked.connect(self.role_asked)
        self.set_density(Density.NORMAL)
        self.set_sessions(())
        self.set_state(None)

    def set_density(self, density: Density) -> None:
        """Set the height according to the window's height."""
        self.setFixedHeight(density.top_bar)

    def set_event_name(self, name: str) -> None:
        """Show the event's name, elided if it is long."""
        self._name.set_text(verbatim(name))

    def set_sessions(self, sessions: Sequence[Segment], current: str = "", label: Text = _SESSION) -> None:
        """Set the sessions, or what ``label`` calls them: ticked if played, locked if closed.

        Without any it is hidden.
        """
        self._session.set_text(label)
        few = len(sessions) <= MOST_SEGMENTS
        self._session.setVisible(bool(sessions))
        self._switch.setVisible(bool(sessions) and few)
        self._list.setVisible(not few)
        self._switch.set_segments(sessions if few else ())
        self._list.set_choices([] if few else [(each.key, _ticked(each)) for each in sessions])
        if current:
            self.set_session(current)

    def set_state(self, words: Text | None) -> None:
        """Show the state of the current session, or nothing."""
        self.state.setVisible(words is not None)
        self.state.set_text(words or "")

    def set_session(self, key: str) -> None:
        """Show the current session. Raises KeyError for one that is not offered."""
        if self._list.isHidden():
            self._switch.set_current(key)
        else:
            self._list.setCurrentIndex(self._list.findData(key))

    def set_clock(self, words: Text | str, tone: Tone) -> None:
        """Show the time left in the current session, or nothing. Its position does not change while it counts."""
        shown = bool(words)
        if shown:
            self.clock.set_tone(tone)
            self.clock.set_text(words)
            self.clock.setMinimumWidth(max(self.clock.minimumWidth(), self.clock.sizeHint().width()))
        if shown is self.clock.isHidden():
            self.clock.setVisible(shown)
            self.clock.setMinimumWidth(0)

    def set_role(self, words: Text | None, hint: str = "") -> None:
        """Show the role of the current user, or nothing if there are no roles."""
        if words is not None:
            self.role.set_text(words)
            self.role.set_hint(hint)
        self.role.setVisible(words is not None)

    def set_calls(self, words: Text | None, tone: Tone = Tone.TEXT2, hint: str = "") -> None:
        """Show which tables call a referee with the key to go, or who went; None: nothing."""
        if words is not None:
            self.calls.set_text(words)
            self.calls.set_tone(tone)
            self.calls.set_icon("triangle" if tone is Tone.WARN else "tick")
            self.calls.set_hint(hint)
        self.calls.setVisible(words is not None)

    def set_now(self, time: str) -> None:
        """Show the time of day."""
        self._now.set_text(verbatim(time))


def _ticked(segment: Segment) -> Text | str:
    if segment.closed:
        return mark("{session}, closed", session=segment.text)
    return Text("✓ {n}", (("n", segment.text),)) if segment.ticked else segment.text
