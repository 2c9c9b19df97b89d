"""The clock of a session: the time left in the top bar, its controls, and the line and the card that show them."""

from datetime import datetime, timedelta
from functools import cached_property

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from tournament.event.role import Act
from tournament.language import Text, mark, mark_in, verbatim
from tournament.ledger.session_clock import ClockState, SessionClock
from tournament.use_cases.book import Book
from tournament.use_cases.commands import AddMinutes, ClockCommand, PauseClock, ResumeClock, StartClock, StopClock
from tournament.use_cases.session_clock import (
    clock_of,
    clock_text,
    duration_text,
    extra_minutes_text,
    remaining_text,
    tables_left_text,
    tables_playing_on,
)
from tournament.use_cases.sessions import asks_before_start
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.theme import Tone, Type
from ui.desktop.translation import translator
from ui.desktop.widgets.bars import TopBar
from ui.desktop.widgets.buttons import LinkButton, OutlineButton
from ui.desktop.widgets.cards import Card, EdgedSurface
from ui.desktop.widgets.fields import TextField, take_digits
from ui.desktop.widgets.keys import ENTER, ESCAPE, answer_keys
from ui.desktop.widgets.labels import ElidedLabel, TextLabel
from ui.desktop.widgets.layouts import add, boxed, column, row, stretched
from ui.hall.event_time import ahead_of, jump_text, take_computer_time, taken_jump

_RUN: dict[ClockState, tuple[Text, type[StartClock | PauseClock | ResumeClock]]] = {
    ClockState.NOT_STARTED: (mark_in("clock", "Start"), StartClock),
    ClockState.OVER: (mark("Restart"), StartClock),
    ClockState.RUNNING: (mark("Pause"), PauseClock),
    ClockState.PAUSED: (mark("Resume"), ResumeClock),
}
_RUN_KEY = "Ctrl+F12"
_FIGURE_WIDTH = 190
"""The width of “2:00:00” in pixels, so that nothing moves when less than an hour is left."""
_FIGURE = {ClockState.OVER: Tone.DANGER, ClockState.PAUSED: Tone.WARN}


class ClockControls(QWidget):
    """A button to start, pause and resume, and fields for extra minutes, for all tables or for one with a reason.

    Controls that have no effect now are hidden.
    """

    left = Signal()
    """The user pressed Esc in one of the fields or buttons."""
    computer_time_taken = Signal()
    """The countdown was moved with the computer's clock."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._state = ClockState.NOT_STARTED
        self._words = TextLabel(kind=Type.LABEL, figures=True)
        self._extra = ElidedLabel(kind=Type.DENSE, tone=Tone.TEXT2)
        self.run = OutlineButton(mark_in("clock", "Start"), shortcut=_RUN_KEY)
        self.take = LinkButton("", tone=Tone.WARN)
        self.gong = OutlineButton(mark("Gong"))
        self.minutes = TextField(name=mark("Extra minutes"), placeholder=mark("min"))
        self.table = TextField(name=mark("Table (blank for all)"), placeholder=mark("all tables"))
        self.reason = TextField(name=mark("Why"), placeholder=mark("Reason (for one table)"))
        self.add = OutlineButton(mark("Add minutes"), hint="Return")
        self._problem = TextLabel(kind=Type.DENSE, tone=Tone.DANGER, wrap=True)
        for line, width, signed in ((self.minutes, 64, True), (self.table, 104, False)):
            line.setFixedWidth(width)
            take_digits(line, signed=signed)
        self.first = row(self._words, stretched(self._extra), self.take, self.run, self.gong, spacing=10)
        self._adding = boxed(row(self.minutes, self.table, stretched(self.reason), self.add, spacing=10))
        column(self.first, self._adding, self._problem, spacing=6, on=self)
        self.run.clicked.connect(self._run)
        self.take.clicked.connect(lambda _checked: self._take_computer_time())
        self.gong.clicked.connect(lambda _checked: self._attempt(StopClock(self._controller.session)))
        self.add.clicked.connect(lambda _checked: self._add())
        for line in (self.minutes, self.table, self.reason):
            answer_keys(line, {ESCAPE: self.left.emit, **dict.fromkeys(ENTER, self._add)})
        for button in (self.run, self.take, self.gong, self.add):
            answer_keys(button, {ESCAPE: self.left.emit})
        for part in (self.take, self._adding, self._problem):
            part.hide()

    def ask(self) -> None:
        """Move the focus to the extra minutes if the clock was started, otherwise to the button that starts it."""
        self._problem.hide()
        started = self._state in {ClockState.RUNNING, ClockState.PAUSED}
        (self.minutes if started and not self._adding.isHidden() else self.run).setFocus()

    def text(self) -> str:
        """The state of the clock in words, with the time left on tables that have extra minutes."""
        return f"{self._words.text()} {self._extra.full_text()}".strip()

    def problem(self) -> str:
        """The problem that is shown, or an empty string."""
        return "" if self._problem.isHidden() else self._problem.text()

    def show_clock(self, clock: SessionClock, now: datetime) -> ClockState:
        """Show the state of ``clock`` at ``now`` and the controls that apply; return the state."""
        view = self._controller.view
        assert view is not None
        tables = tables_playing_on(clock, now)
        self._state = clock.state(now, next(iter(tables), None))  # while one table plays on, the time is not over
        ahead = ahead_of(self._controller.book)
        self._words.set_text(clock_text(clock, now, ahead))
        self.take.setVisible(bool(ahead) and clock.running_since is not None and self._controller.may(Act.CLOCK))
        self.take.set_text(mark("Use the computer’s clock ({left} left)", left=remaining_text(clock, now + ahead)))
        self._extra.set_text(tables_left_text(clock, now) or extra_minutes_text(clock) or "")
        self.run.set_text(_RUN[self._state][0])
        whole, table = self._controller.may(Act.CLOCK), self._controller.may(Act.TABLE_MINUTES)
        goes = clock.started is not None and clock.stopped is None
        self.run.setVisible(whole)
        self.gong.setVisible(whole and goes and self._state is not ClockState.OVER)
        self._adding.setVisible(table and goes)
        return self._state

    def _take_computer_time(self) -> None:
        """Move the countdown with the computer's clock, because the user says that it is correct now."""
        take_computer_time(self._controller.book)
        self.computer_time_taken.emit()

    def _add(self) -> None:
        minutes, tables = self.minutes.text().replace("−", "-"), self.table.text().split()
        if not minutes.lstrip("-").isdigit() or not all(table.isdigit() for table in tables):
            self._refuse(mark("Type the extra minutes. Type a table too, or leave it blank for all tables."))
            return
        numbers = tuple(int(table) for table in tables)
        if self._attempt(AddMinutes(self._controller.session, int(minutes), numbers, self.reason.text())):
            for line in (self.minutes, self.table, self.reason):
                line.clear()
            self.minutes.setFocus()

    def _run(self) -> None:
        controller, session = self._controller, self._controller.session
        command = _RUN[self._state][1](session)
        if isinstance(command, StartClock) and asks_before_start(controller.book.view, session):
            controller.navigation.page_wanted.emit("event")
            controller.navigation.clock_start_wanted.emit(session)
        else:
            self._attempt(command)

    def _attempt(self, command: ClockCommand) -> bool:
        problems = attempt(self._controller, command)
        self._problem.setVisible(bool(problems))
        if problems:
            self._refuse(problems[0].text)
        return not problems

    def _refuse(self, text: Text) -> None:
        self._problem.set_text(text)
        self._problem.show()


class ClockLine(EdgedSurface):
    """The controls of the clock in a line below the top bar, hidden until the user asks for them."""

    left = Signal()
    """It was closed, and the widget that had the focus before is gone."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Edge.BottomEdge, parent=parent)
        self._before: QWidget | None = None
        self.controls = ClockControls(controller)
        close = LinkButton(mark("Close"), hint="Esc", tone=Tone.TEXT2)
        add(self.controls.first, close)
        column(self.controls, margins=(16, 8, 12, 8), on=self)
        close.clicked.connect(lambda _checked: self.leave())
        self.controls.left.connect(self.leave)
        self.hide()

    def ask(self) -> None:
        """Show the line with the cursor in the field most likely needed."""
        self._before = QApplication.focusWidget()
        self.show()
        self.controls.ask()

    def leave(self) -> None:
        """Close the line and return the focus to the earlier widget. Unfinished entries stay in the fields."""
        before, self._before = self._before, None
        self.hide()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.left.emit()


class CountdownCard(Card):
    """The time left in large figures, and the controls of the clock."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller = controller
        self.left = TextLabel(kind=Type.BIG_FIGURE, figures=True)
        self.left.setMinimumWidth(_FIGURE_WIDTH)
        self.controls = ClockControls(controller)
        add(self.body, row(self.left, stretched(self.controls), spacing=20))

    def show_now(self) -> None:
        """Show the clock of the current session as it is now; hide the card if there is none."""
        clock = clock_in_view(self._controller)
        self.setVisible(clock is not None)
        if clock is None:
            return
        now = self._controller.book.now
        state = self.controls.show_clock(clock, now)
        late = Tone.WARN if clock.is_warning(now) else Tone.TEXT
        planned = duration_text(timedelta(minutes=clock.minutes))
        self.left.set_text(verbatim(planned if clock.started is None else remaining_text(clock, now)))
        self.left.set_tone(_FIGURE.get(state, late if state is ClockState.RUNNING else Tone.TEXT2))


def clock_in_view(controller: EventController) -> SessionClock | None:
    """The clock of the current session. None if there is none, or while the user looks at the past."""
    view = controller.view
    if view is None or controller.past is not None or controller.session not in view.drawn_sessions:
        return None
    return clock_of(view, controller.session)


_SECOND = 1000


class ClockFollower(QObject):
    """Shows the clock of the current session. Its timer runs only while the clock of any session runs."""

    line_made = Signal(object)
    """The line of the clock was created, and needs its place in the window."""

    def __init__(self, controller: EventController, top: TopBar) -> None:
        super().__init__(top)
        self._controller, self._top = controller, top
        self._timer = QTimer(self, interval=_SECOND)
        self._timer.timeout.connect(self.show_now)
        controller.opened.connect(self.show_now)
        controller.changed.connect(self.show_now)
        controller.session_changed.connect(self.show_now)
        translator.changed.connect(self.show_now)
        self.show_now()

    @cached_property
    def line(self) -> ClockLine:
        """The line of the clock, created when it is first needed."""
        line, controller = ClockLine(self._controller), self._controller
        line.controls.computer_time_taken.connect(self.show_now)
        clock = clock_in_view(controller)
        if clock is not None:
            line.controls.show_clock(clock, controller.book.now)
        self.line_made.emit(line)
        return line

    def hide_line(self) -> None:
        """Hide the line of the clock."""
        if self._has_line:
            self.line.hide()

    @property
    def _has_line(self) -> bool:
        return "line" in vars(self)

    def show_now(self) -> None:
        """Show the time left, and report if the computer's clock jumped."""
        controller = self._controller
        if controller.view is None:
            self._timer.stop()
            self._show_none()
            return
        book = controller.book
        now = book.now  # this notices a jump of the computer's clock
        self._report_jump(book)
        runs = any(each.running_since is not None for each in book.view.state.clocks.values())
        if runs and not self._timer.isActive():
            self._timer.start()
        elif not runs:
            self._timer.stop()
        clock = clock_in_view(controller)
        if clock is None:
            self._show_none()
            return
        self._top.set_clock(*_top_words(clock, now))
        if self._has_line:
            self.line.controls.show_clock(clock, now)

    def _show_none(self) -> None:
        self._top.set_clock("", Tone.TEXT2)
        self.hide_line()

    def _report_jump(self, book: Book) -> None:
        """Report that the computer's clock was set. The countdown did not follow it, and the user can move it now."""
        jump, controller = taken_jump(book), self._controller
        if jump is not None and controller.writes:
            controller.messages.action_offered.emit(jump_text(jump), mark("Time left…"), self._ask)

    def _ask(self) -> None:
        self.line.ask()

    @property
    def shows_a_clock(self) -> bool:
        """Whether there is a clock to show: the event is shown as it is now, and a session is drawn."""
        return clock_in_view(self._controller) is not None

    @property
    def ticking(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()


def _top_words(clock: SessionClock, now: datetime) -> tuple[Text | str, Tone]:
    state = clock.state(now)
    if state is ClockState.NOT_STARTED:
        return "", Tone.TEXT2
    if state is ClockState.OVER:
        return mark("Gong"), Tone.DANGER
    left = remaining_text(clock, now)
    if state is ClockState.PAUSED:
        return mark("paused {left}", left=left), Tone.WARN
    return verbatim(left), Tone.WARN if clock.is_warning(now) else Tone.TEXT
