"""The time of the session in view: in the top bar second by second, and told when it ends."""

from datetime import datetime, timedelta

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from tournament.language import Text, mark, verbatim
from tournament.ledger.session_clock import WARNING, ClockState, SessionClock
from tournament.use_cases.session_clock import clock_of, gong_text, remaining_text
from ui.desktop.clock_line import ClockLine
from ui.desktop.controller import EventController
from ui.desktop.theme import Tone
from ui.desktop.translation import translator
from ui.desktop.widgets.top_bar import TopBar

_SECOND = 1000
_JUST = timedelta(seconds=5)
"""The last minutes are told when they begin, not when an event is opened in the middle of them."""


class ClockFollower(QObject):
    """Follows the clock of the session in view; one timer, which runs only while that clock does."""

    def __init__(self, controller: EventController, top: TopBar) -> None:
        super().__init__(top)
        self._controller, self._top = controller, top
        self.line = ClockLine(controller)
        self._seen: dict[tuple[int, datetime | None, int | None], str] = {}
        """What was last seen of the time, by session, its start and table: so that each end is told once."""
        self._timer = QTimer(self, interval=_SECOND)
        self._timer.timeout.connect(self.show_now)
        controller.opened.connect(self._opened)
        controller.changed.connect(lambda _changes: self.show_now())
        controller.session_changed.connect(lambda _session: self.show_now())
        translator.changed.connect(self.show_now)
        self.show_now()

    def show_now(self) -> None:
        """Show what is left, and tell when the last minutes begin and when the gong is struck."""
        clock = _clock_in_view(self._controller)
        runs = clock is not None and clock.running_since is not None
        if runs and not self._timer.isActive():
            self._timer.start()
        elif not runs:
            self._timer.stop()
        if clock is None:
            self._top.set_clock("", Tone.TEXT2)
            self.line.hide()
            return
        now = self._controller.book.now
        self._top.set_clock(*_top_words(clock, now))
        self.line.show_clock(clock, now)
        self._tell(clock, now)

    @property
    def shows_a_clock(self) -> bool:
        """Whether a session is in view, now."""
        return _clock_in_view(self._controller) is not None

    @property
    def ticking(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    def _opened(self) -> None:
        self._seen.clear()
        self.show_now()

    def _tell(self, clock: SessionClock, now: datetime) -> None:
        for table in (None, *(table for table, minutes in clock.table_minutes if minutes)):
            place = clock.session, clock.started, table
            state = "warning" if clock.is_warning(now, table) else clock.state(now, table).value
            before, self._seen[place] = self._seen.get(place), state
            if before is None or before == state:
                continue
            if state == "warning" and clock.remaining(now, table) > WARNING - _JUST:
                self._controller.messages.noted.emit(_warning(table))
            elif state == ClockState.OVER.value:
                QApplication.beep()
                view = self._controller.view
                assert view is not None, "its clock is in view"
                self._controller.messages.noted.emit(gong_text(view, clock, table))


def _clock_in_view(controller: EventController) -> SessionClock | None:
    """The clock of the session in view as it stands now; None where there is none, or the past is looked at."""
    view = controller.view
    if view is None or controller.past is not None or controller.session not in view.drawn_sessions:
        return None
    return clock_of(view, controller.session)


def _top_words(clock: SessionClock, now: datetime) -> tuple[Text | str, Tone]:
    state, left = clock.state(now), remaining_text(clock, now)
    if state is ClockState.NOT_STARTED:
        return "", Tone.TEXT2
    if state is ClockState.OVER:
        return mark("Gong"), Tone.DANGER
    if state is ClockState.PAUSED:
        return mark("paused {left}", left=left), Tone.WARN
    return verbatim(left), Tone.WARN if clock.is_warning(now) else Tone.TEXT


def _warning(table: int | None) -> Text:
    minutes = round(WARNING.total_seconds() / 60)
    if table is not None:
        return mark("{minutes} minutes are left at table {table}.", minutes=minutes, table=table)
    return mark("{minutes} minutes are left.", minutes=minutes)
