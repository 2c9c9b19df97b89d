"""Signing in to an event with PINs: the role in the top bar, the line to sign in, signing out when idle."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from tournament.event.problem import Problem
from tournament.event.role import EventRole
from tournament.language import Text, listed, mark, mark_count
from tournament.use_cases.pins import sign_in_problem
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work
from ui.desktop.message_bars import MessageBar
from ui.desktop.sharing.joined_event import joined_event_of
from ui.desktop.theme import Tone, Type
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.bars import TopBar
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import EdgedSurface, NoticeKind
from ui.desktop.widgets.fields import ChoiceBox, TextField
from ui.desktop.widgets.keys import ENTER, ESCAPE, LOCK, answer_keys
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import column, row, stretched

_TOUCHES = {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel}


class IdleLock(QObject):
    """Signs the user out after the minutes without input that the preferences give; 0 minutes means never."""

    def __init__(self, controller: EventController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(controller.user.lock)
        controller.user.role_changed.connect(self._follow)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._app = app

    def _follow(self) -> None:
        minutes = preferences.lock_after()
        if self._controller.user.signed_in and minutes:
            self._timer.start(minutes * 60_000)
            # The filter sees every event of the program, so it is installed only while somebody is signed in.
            self._app.installEventFilter(self)
        else:
            self._timer.stop()
            self._app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restart the timer at every input."""
        if event.type() in _TOUCHES:
            self._timer.start()
        return super().eventFilter(watched, event)


LONGEST_WAIT = 30
"""Maximum wait in seconds after many wrong PINs. The first wrong PIN waits two, each next one twice as long."""


class SignInLine(EdgedSurface):
    """Role, name and PIN, in a line. Unfinished entries of the page stay. After a wrong PIN the user must wait."""

    left = Signal()
    """It was closed, and the widget that had the focus before is gone."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, parent=parent)
        self._controller = controller
        self._before: QWidget | None = None
        self._work: Work | None = None
        self._wrong = 0
        self._wait = QTimer(self, singleShot=True)
        self._wait.timeout.connect(self._waited)
        self.role = ChoiceBox(mark("Role"))
        self.name = TextField(name=mark("Your name"), placeholder=mark("Your name"))
        self.pin = TextField(name=mark("PIN"), placeholder=mark("PIN"))
        self.pin.setEchoMode(TextField.EchoMode.Password)
        self.pin.setFixedWidth(160)
        self.sign_in = OutlineButton(mark("Sign in"), hint="Return")
        self._problem = TextLabel(kind=Type.DENSE, tone=Tone.DANGER, wrap=True)
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        title = TextLabel(mark("Sign in"), kind=Type.LABEL)
        first = row(title, 6, self.role, stretched(self.name), self.pin, self.sign_in, close, spacing=10)
        column(first, self._problem, spacing=6, margins=(16, 8, 12, 8), on=self)
        self.sign_in.clicked.connect(lambda _checked: self._try())
        close.clicked.connect(lambda _checked: self.leave())
        for line in (self.name, self.pin):
            answer_keys(line, {ESCAPE: self.leave, **dict.fromkeys(ENTER, self._try)})
        for part in (self.role, self.sign_in):
            answer_keys(part, {ESCAPE: self.leave})
        self.hide()

    def ask(self) -> None:
        """Show the line with the cursor in the field of the PIN. Only roles that have a PIN can be chosen."""
        view = self._controller.view
        if view is None:
            return
        chosen = self.role.currentData()
        self.role.set_choices([(role.value, role.label) for role in EventRole if role in view.state.pins])
        self.role.setCurrentIndex(max(self.role.findData(chosen), 0))
        if not self.name.text():
            self.name.setText(self._controller.user.by.author)
        focused = QApplication.focusWidget()
        if focused is not None and not self.isAncestorOf(focused):
            self._before = focused
        self._show_problem(None)
        self.show()
        self.pin.setFocus()

    def leave(self) -> None:
        """Close the line, clear the PIN, and return the focus to the earlier widget."""
        before, self._before = self._before, None
        self.pin.clear()
        self.hide()
        if before is not None and isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left.emit()

    def problem(self) -> str:
        """The problem that is shown, or an empty string."""
        return "" if self._problem.isHidden() else self._problem.text()

    def _try(self) -> None:
        """Check the PIN in another thread, because its hash is deliberately slow to compute."""
        view = self._controller.view
        name = " ".join(self.name.text().split())
        if view is None or self._work is not None or self._wait.isActive():
            return
        if not name:
            self._show_problem(mark("Enter your name: it is recorded with each entry."))
            self.name.setFocus()
            return
        pins, role, pin = view.state.pins, EventRole(self.role.currentData()), self.pin.text()

        def ask(_step: Step) -> Problem | None:
            return sign_in_problem(pins, role, pin)

        self._work = work = Work(ask)
        listen(work.done, self, lambda problem: self._answered(role, name, pin, problem))
        work.ended.connect(self._ended)
        self.sign_in.setEnabled(False)
        work.start()

    def _ended(self) -> None:
        self._work = None
        self.sign_in.setEnabled(not self._wait.isActive())

    def _answered(self, role: EventRole, name: str, pin: str, problem: Problem | None) -> None:
        self.pin.clear()
        if problem is None:
            self._wrong = 0
            self._controller.user.sign_in(role, name, pin)
            joined_event_of(self._controller).sign_in(name, pin)
            self.leave()
            return
        self._wrong += 1
        seconds = min(2**self._wrong, LONGEST_WAIT)
        self._wait.start(1000 * seconds)
        self._show_problem(
            mark_count(
                "{problem} Wait {count} second.", "{problem} Wait {count} seconds.", seconds, problem=problem.text
            )
        )

    def _waited(self) -> None:
        self.sign_in.setEnabled(True)
        self._show_problem(None)

    def _show_problem(self, text: Text | None) -> None:
        if text is not None:
            self._problem.set_text(text)
            announce(self, text, assertive=True)
        self._problem.setVisible(text is not None)


class SignIn(QObject):
    """Shows the role in the top bar. The line and the idle lock are created late: only events with PINs need them."""

    line_made = Signal(object)
    """The line to sign in was created, and needs its place in the window."""
    left = Signal()
    """The line was closed, and the widget that had the focus before is gone."""

    def __init__(self, controller: EventController, top: TopBar, messages: MessageBar) -> None:
        super().__init__(top)
        self._controller, self._top, self._messages = controller, top, messages
        self.line: SignInLine | None = None
        """The line to sign in; None until it is first needed."""
        top.role_asked.connect(self.lock_or_ask)
        controller.user.role_changed.connect(self.show_role)

    def show_role(self) -> None:
        """Show in the top bar who is signed in, or nothing if the event has no PIN."""
        controller = self._controller
        if not self._has_pins:
            self._top.set_role(None)
            if self.line is not None:
                self.line.hide()
        elif controller.user.signed_in:
            self._top.set_role(listed((controller.user.by.author, controller.user.role.label)), LOCK)
        else:
            self._top.set_role(mark("Sign in ({role})", role=controller.user.role.label), LOCK)

    def lock_or_ask(self) -> None:
        """Sign out, and ask the next user to sign in."""
        if not self._has_pins:
            self._messages.show_message(mark("This event has no PINs: everybody has all rights."), NoticeKind.INFO)
            return
        self._controller.user.lock()
        self.ask()

    def ask(self) -> None:
        """Show the line to sign in."""
        if self.line is None:
            self.line = SignInLine(self._controller)
            self.line_made.emit(self.line)
            self.line.left.connect(self.left)
            self._idle_lock = IdleLock(self._controller, self)
        self.line.ask()

    @property
    def _has_pins(self) -> bool:
        return self._controller.view is not None and bool(self._controller.book.view.state.pins)
