"""The tables that call a referee, in the top bar of every page: how long they wait, one key to go, and who went."""

from collections.abc import Sequence
from datetime import datetime
from time import monotonic

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from tournament.event.role import Act
from tournament.language import Text, mark, mark_count
from tournament.ledger.table_phones import RefereeCall
from tournament.use_cases import View
from tournament.use_cases.commands import AnswerCall
from tournament.use_cases.table_entry import open_calls
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.listening import listen
from ui.desktop.theme import Tone
from ui.desktop.widgets.accessible import announce
from ui.desktop.widgets.bars import TopBar
from ui.entry.proposal_keys import answered_calls, tables_text

GO = "Ctrl+Shift+G"
"""The key of who goes to the table that calls."""
_LOOK = 10_000
"""Milliseconds between two looks at how long tables wait."""
_SHOWN = 60.0
"""Seconds for which it is shown who went."""


class CallFollower(QObject):
    """Follows the calls of the open event. Its timer runs only while there is something to show."""

    def __init__(self, controller: EventController, top: TopBar) -> None:
        super().__init__(top)
        self._controller, self._top = controller, top
        self._timer = QTimer(self, interval=_LOOK)
        self._timer.timeout.connect(self.show_now)
        self._go = QShortcut(QKeySequence(GO), top)
        self._go.setAutoRepeat(False)
        self._go.activated.connect(self._answer)
        top.calls.clicked.connect(self._answer)
        self._calls: Sequence[RefereeCall] = ()
        self._known = frozenset[str]()
        """The ids of the calls that were answered already, and of the open ones."""
        self._went: tuple[float, RefereeCall] | None = None
        """Since when it is shown who went, by the counter of the system."""
        controller.opened.connect(self._opened)
        controller.changed.connect(self._changed)
        listen(controller.user.role_changed, self, self.show_now)
        self._opened()

    @property
    def ticking(self) -> bool:
        """Whether the timer runs."""
        return self._timer.isActive()

    @property
    def _view(self) -> View | None:
        """The event as it is now, also while somebody looks at the past."""
        return self._controller.book.view if self._controller.view is not None else None

    def _opened(self) -> None:
        """Know what was called and answered before; only what happens from now on is news."""
        view = self._view
        self._went, self._calls = None, open_calls(view) if view is not None else ()
        self._known = frozenset(each.id for each in answered_calls(view)) if view is not None else frozenset()
        self.show_now()

    def _changed(self, _changes: object) -> None:
        view = self._view
        before, self._calls = {each.id for each in self._calls}, open_calls(view) if view is not None else ()
        answered = answered_calls(view) if view is not None else ()
        for call in answered:
            if call.id not in self._known:
                self._went = monotonic(), call
        self._known = frozenset(each.id for each in answered)
        self.show_now()
        if any(each.id not in before for each in self._calls):
            announce(self._top, self._top.calls.label(), assertive=True)
            if preferences.sounds_calls():
                QApplication.beep()

    def show_now(self) -> None:
        """Show which tables wait and for how long, or else who went to the last one."""
        view, top = self._view, self._top
        may = self._controller.may(Act.HANDS)
        if self._went is not None and monotonic() - self._went[0] > _SHOWN:
            self._went = None
        self._go.setEnabled(bool(self._calls) and may)
        if view is not None and self._calls:
            top.set_calls(waiting_text(view, self._calls, self._controller.book.now), Tone.WARN, GO if may else "")
        elif view is not None and self._went is not None:
            top.set_calls(went_text(view, self._went[1]), Tone.TEXT2)
        else:
            top.set_calls(None)
        if bool(self._calls or self._went) is not self._timer.isActive():
            self._timer.start() if self._calls or self._went else self._timer.stop()

    def _answer(self) -> None:
        """Say that who is here goes to the table that waits longest."""
        if not self._calls or not self._controller.may(Act.HANDS):
            return
        call = self._calls[0]
        problems = attempt(self._controller, AnswerCall(call.session, call.table, call.id))
        if problems:
            self._controller.messages.shown.emit(problems[0].text)


def minutes_waited(call: RefereeCall, now: datetime) -> int:
    """How many whole minutes ago the table called."""
    return max(int((now - call.entry.time).total_seconds() // 60), 0)


def waiting_text(view: View, calls: Sequence[RefereeCall], now: datetime) -> Text:
    """“Table 7 calls · 3 min · I go”; of several tables the one that waits longest is the first."""
    minutes = minutes_waited(calls[0], now)
    tables = tables_text(view, calls)
    return mark_count("{tables} calls · {minutes} min · I go", "{tables} call · {minutes} min · I go to the first",
                      len(calls), tables=tables, minutes=minutes)  # fmt: skip


def went_text(view: View, call: RefereeCall) -> Text:
    """“Ben → table 7”."""
    who = call.answered.author if call.answered is not None else ""
    return mark("{tables}: {referee} went", tables=tables_text(view, [call]), referee=who)
