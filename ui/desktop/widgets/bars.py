"""The top bar and the status bar of the window."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from tournament.language import Text, mark, verbatim
from ui.desktop.theme import Density, Room, Size, Tone, Type
from ui.desktop.widgets.buttons import LinkButton, bind
from ui.desktop.widgets.cards import EdgedSurface, Rule
from ui.desktop.widgets.choices import Segment, Switch
from ui.desktop.widgets.fields import ChoiceBox
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import row
from ui.desktop.widgets.signs import Icon, StatusIcon, StatusSign

_SESSION = mark("Session")
MOST_SEGMENTS = 8
"""The largest number of sessions in a switch. More are in a drop-down list, because the switch would be too wide."""

_WITH_TIME = 880
"""The minimum width of the top bar, in pixels, at which it also shows the time of day."""


class TopBar(EdgedSurface):
    """The bar with the name of the event, the sessions, calls, the current role, the clock and the help."""

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
        self._sessions: tuple[tuple[Segment, ...], str] | None = None
        """The sessions that are shown, and the key of the current one."""
        self.state = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        """The state of the current session."""
        self._now = TextLabel(kind=Type.DENSE, tone=Tone.TEXT2, figures=True)
        self.clock = LinkButton("", hint="F12", tone=Tone.TEXT)
        self.clock.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clock.hide()
        self.calls = LinkButton("", icon="triangle", tone=Tone.WARN)
        """The tables that call a referee, or the referee who answered."""
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
        self._covered = False
        self.set_density(Density.NORMAL)
        self.set_sessions(())
        self.set_state(None)

    def set_density(self, density: Density) -> None:
        """Set the height according to the window's height."""
        self._density = density
        self._fit_height()

    def set_covered(self, covered: bool) -> None:
        """Set whether a message takes the place of the bar. It is then as low as nothing, and its shortcuts work.

        While something in it has the focus, it stays in view.
        """
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if covered and not self._covered:
            app.focusChanged.connect(self._fit_height)
        elif self._covered and not covered:
            app.focusChanged.disconnect(self._fit_height)
        self._covered = covered
        self._fit_height()

    def _fit_height(self) -> None:
        focused = QApplication.focusWidget()
        in_use = focused is not None and self.isAncestorOf(focused)
        self.setFixedHeight(0 if self._covered and not in_use else self._density.top_bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the word "Session" and the time of day in a very narrow window, for the sessions to stay whole."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wide = self.width() >= _WITH_TIME
        self._now.setVisible(wide)
        self._session.setVisible(wide and self._sessions is not None and bool(self._sessions[0]))

    def set_event_name(self, name: str) -> None:
        """Show the event's name, elided if it is long."""
        self._name.set_text(verbatim(name))

    def set_sessions(self, sessions: Sequence[Segment], current: str = "") -> None:
        """Set the sessions, ticked if played and locked if closed.

        The switch is hidden if there are none. ``current`` is the key of the current session; empty keeps it.
        """
        if (tuple(sessions), current) == self._sessions:
            return
        self._sessions = tuple(sessions), current
        few = len(sessions) <= MOST_SEGMENTS
        self._fit()
        self._switch.setVisible(bool(sessions) and few)
        self._list.setVisible(not few)
        self._switch.set_segments(sessions if few else ())
        self._list.set_choices([] if few else [(each.key, _ticked(each)) for each in sessions])
        if current:
            self.set_session(current)

    def set_state(self, words: Text | None) -> None:
        """Show the state of the current session; None hides it."""
        self.state.setVisible(words is not None)
        self.state.set_text(words or "")

    def set_session(self, key: str) -> None:
        """Show the session with ``key`` as the current one. Raises KeyError if there is no such session."""
        if self._list.isHidden():
            self._switch.set_current(key)
        else:
            self._list.setCurrentIndex(self._list.findData(key))

    def set_clock(self, words: Text | str, tone: Tone) -> None:
        """Show the time left in the current session; empty hides it. It never gets narrower, and so does not move."""
        shown = bool(words)
        if shown:
            self.clock.set_tone(tone)
            self.clock.set_text(words)
            self.clock.setMinimumWidth(max(self.clock.minimumWidth(), self.clock.sizeHint().width()))
        if shown is self.clock.isHidden():
            self.clock.setVisible(shown)
            self.clock.setMinimumWidth(0)

    def set_role(self, words: Text | None, hint: str = "") -> None:
        """Show the role of the current user with the key ``hint``; None hides it."""
        if words is not None:
            self.role.set_text(words)
            self.role.set_hint(hint)
        self.role.setVisible(words is not None)

    def set_calls(self, words: Text | None, tone: Tone = Tone.TEXT2, hint: str = "") -> None:
        """Show which tables call a referee, with the key ``hint`` to answer, or who answered; None hides it."""
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


_HOST = 200
"""Width in pixels that the name of the host has before the words of undo, in a narrow window."""
COPIES = "Ctrl+B"
"""The shortcut that opens the list of copies."""


class StatusBar(EdgedSurface):
    """The bar with the state of the event file, undo and redo. “Saved” is shown only when the commit has returned."""

    undo_asked = Signal()
    clear_asked = Signal()
    """Ctrl+Z was pressed with nothing to undo: it still clears what is typed."""
    redo_asked = Signal()
    history_asked = Signal()
    open_asked = Signal()
    copies_asked = Signal()
    desks_asked = Signal()

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.TopEdge, parent=parent)
        button = partial(LinkButton, kind=Type.CAPTION, tone=Tone.TEXT2)
        self.saved = TextLabel(kind=Type.CAPTION_STRONG, figures=True)
        self.copies = button("", hint=COPIES, icon=StatusIcon.INFO.icon)
        self.copies.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.desks = button("", icon=StatusIcon.DONE.icon)
        self.desks.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.desks.hide()
        self.host = ElidedLabel(kind=Type.CAPTION, tone=Tone.TEXT2)
        """Who hosts the event, at a desk that has joined it."""
        self.host.hide()
        self.undo = button("", shortcut="Ctrl+Z", icon="undo")
        self.redo = button("", shortcut="Ctrl+Y", icon="redo")
        bind(self.redo, "Ctrl+Shift+Z")
        self.history = button(mark("History"), hint="Ctrl+H")
        self.open = button("", shortcut="F8", icon=StatusIcon.DONE.icon)
        self.open.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row(
            *(StatusSign(StatusIcon.DONE), 3, self.saved, 14, Rule(upright=True)),
            *(10, self.copies, self.desks, self.host, 10, Rule(upright=True)),
            *(10, self.undo, 10, self.redo, 10, Rule(upright=True), 10, self.history, None, self.open),
            spacing=4,
            margins=(16, 1, 12, 0),
            centred=False,
            on=self,
        )
        self.undo.clicked.connect(self.undo_asked)
        self.redo.clicked.connect(self.redo_asked)
        self.history.clicked.connect(self.history_asked)
        self.open.clicked.connect(self.open_asked)
        self.copies.clicked.connect(self.copies_asked)
        self._clear = QShortcut(QKeySequence("Ctrl+Z"), self)
        self._clear.activated.connect(self.clear_asked)
        copies = QShortcut(QKeySequence(COPIES), self)
        copies.setAutoRepeat(False)
        copies.activated.connect(self.copies_asked)
        self.desks.clicked.connect(self.desks_asked)
        self._copied: Text | str = ""
        self._redone: Text | str = ""
        self._copies_loud = False
        self.set_density(Density.NORMAL)
        self.set_undo(None)
        self.set_redo(None)

    def set_density(self, density: Density) -> None:
        """Set the height according to the window's height."""
        self.setFixedHeight(density.status_bar)

    def set_saved(self, time: str) -> None:
        """Show the ``time`` of the last saved entry, like ``14:02:17``."""
        self.saved.set_text(mark("Saved {time}", time=time))

    def set_copies(self, what: Text, sign: StatusIcon, *, loud: bool) -> None:
        """Show when the last copy was made. ``loud`` shows it in colour, and as text even in a narrow window."""
        self.copies.set_icon(sign.icon)
        self.copies.set_tone(sign.tone if loud else Tone.TEXT2)
        self._copied, self._copies_loud = what, loud
        self._give_way()

    def set_desks(self, what: Text | None, sign: StatusIcon) -> None:
        """Show the state of the connection to the host; None hides it if the event is not shared."""
        self.desks.setVisible(what is not None)
        if what is not None:
            self.desks.set_icon(sign.icon)
            self.desks.set_tone(Tone.TEXT2 if sign is StatusIcon.DONE else sign.tone)
            self.desks.set_text(what)

    def set_host(self, who: Text | None) -> None:
        """Show who hosts the event, or can take over, in the whole room that is left; None hides it."""
        self.host.setVisible(who is not None)
        self.host.set_text(who or "")
        self._give_way()

    def set_undo(self, what: Text | None) -> None:
        """Show what undo would undo; None if there is nothing."""
        self.undo.set_text(mark("Undo: {what}", what=what) if what else mark("Nothing to undo"))
        self.undo.setEnabled(what is not None)
        self._clear.setEnabled(what is None)

    def set_redo(self, what: Text | None) -> None:
        """Show what redo would restore; None hides it."""
        self._redone = mark("Redo: {what}", what=what) if what else ""
        self.redo.setVisible(what is not None)
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the contents to the new width."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        """In a narrow window, hide the copies unless they are loud, and the text of redo where a host is shown."""
        roomy = not Room(self.width(), self.window().height()).compact
        self.redo.set_text(self._redone if roomy or self.host.isHidden() else "", name=self._redone)
        self.host.setMinimumWidth(0 if roomy else min(self.host.sizeHint().width(), _HOST))
        self.copies.set_text(self._copied)
        self.copies.setVisible(roomy or self._copies_loud)

    def set_history_open(self, is_open: bool) -> None:
        """Show whether the history is the current page."""
        self.history.set_tone(Tone.ACCENT if is_open else Tone.TEXT2)

    def set_open(self, what: Text, sign: StatusIcon) -> None:
        """Show how many points are open. The ``sign`` for tables that differ, or for marked sheets, is coloured."""
        self.open.set_icon(sign.icon)
        self.open.set_tone(sign.tone if sign in (StatusIcon.DIFFERS, StatusIcon.ASKS) else Tone.TEXT2)
        self.open.set_text(what)
