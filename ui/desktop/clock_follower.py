"""The time of the current session: in the top bar second by second, and in the line of the clock."""

from datetime import datetime
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.language import Text, mark, verbatim
from tournament.ledger.session_clock import ClockState, SessionClock
from tournament.use_cases.session_clock import remaining_text
from ui.desktop.clock_line import ClockLine, clock_in_view
from ui.desktop.controller import EventController
from ui.desktop.theme import Tone
from ui.desktop.translation import translator
from ui.desktop.widgets.bars import TopBar
from ui.hall.event_time import jump_text, taken_jump

_SECOND = 1000


class ClockFollower(QObject):
    """Follows the clock of the current session. Its timer runs only while a clock does."""

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
        """The line of the clock, made when it is first asked for."""
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
        if controller.view is not None:
            self._tell_jump()
        clock = clock_in_view(controller)
        runs = controller.view is not None and any(
            each.running_since is not None for each in controller.book.view.state.clocks.values()
        )
        if runs and not self._timer.isActive():
            self._timer.start()
        elif not runs:
            self._timer.stop()
        if clock is None:
            self._top.set_clock("", Tone.TEXT2)
            self.hide_line()
            return
        now = controller.book.now
        self._top.set_clock(*_top_words(clock, now))
        if self._has_line:
            self.line.controls.show_clock(clock, now)

    def _tell_jump(self) -> None:
        """Report that the computer's clock was set. The countdown continued, and can be moved with it."""
        controller = self._controller
        _ = controller.book.now  # this reads the computer's clock
        jump = taken_jump(controller.book)
        if jump is not None and controller.writes:
            controller.messages.action_offered.emit(jump_text(jump), mark("Time left…"), self._ask)

    def _ask(self) -> None:
        self.line.ask()

    @property
    def shows_a_clock(self) -> bool:
        """Whether a session is shown as it is now."""
        return clock_in_view(self._controller) is not None

    @property
    def ticking(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()


def _top_words(clock: SessionClock, now: datetime) -> tuple[Text | str, Tone]:
    state, left = clock.state(now), remaining_text(clock, now)
    if state is ClockState.NOT_STARTED:
        return "", Tone.TEXT2
    if state is ClockState.OVER:
        return mark("Gong"), Tone.DANGER
    if state is ClockState.PAUSED:
        return mark("paused {left}", left=left), Tone.WARN
    return verbatim(left), Tone.WARN if clock.is_warning(now) else Tone.TEXT
