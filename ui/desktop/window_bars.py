"""What the frame of the window says of the open event: its name and sessions above, saved, undo and problems below."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from tournament.language import Text, mark
from tournament.ledger.description import name_of
from tournament.ledger.entry import Entry, table_of
from tournament.ledger.facts import HeadsChained
from tournament.use_cases import Changes, Conflict, Refused, StoreUnavailable, View
from ui.desktop.controller import EventController
from ui.desktop.event_counts import EventCounts
from ui.desktop.shell import Shell
from ui.desktop.widgets.switch import Segment


class WindowBars(QObject):
    """Made with the first event that is opened; follows the desk from then on."""

    def __init__(self, controller: EventController, shell: Shell, home: str) -> None:
        """``home`` is the page of the tables: there an undo shows the sheet that it touched."""
        super().__init__(shell)
        self._controller, self._shell, self._home = controller, shell, home
        self._tally = EventCounts()
        controller.changed.connect(self._changed)
        shell.status.undo_asked.connect(partial(self._attempt, controller.undo))
        shell.status.redo_asked.connect(partial(self._attempt, controller.redo))
        shell.status.problems_asked.connect(self._show_problem)

    def show_event(self, view: View) -> None:
        """Another event is open, or another moment of it is looked at."""
        self._tally.recount(view)
        self._show(view)

    def _changed(self, changes: Changes) -> None:
        view = self._controller.view
        if view is not None:
            self._tally.update(view, changes.streams)
            self._show(view)

    def _show(self, view: View) -> None:
        top, status = self._shell.top, self._shell.status
        self._shell.set_event_name(view.settings.name)
        sessions = range(1, (len(view.seating.sessions) if view.seating else 0) + 1)
        verified = self._tally.verified
        segments = [Segment(str(number), str(number), ticked=number in verified) for number in sessions]
        top.set_sessions(segments, str(self._controller.session) if self._controller.session else "")
        if len(view.journal):
            status.set_saved(f"{view.journal[len(view.journal) - 1].time.astimezone():%H:%M:%S}", self._tally.hands)
        status.set_undo(self._named(view, view.journal.to_undo))
        status.set_redo(self._named(view, view.journal.to_redo))
        problems = self._tally.problems(self._controller.session)
        if problems is None:
            status.set_no_problem()
        else:
            status.set_problems(problems)

    def _named(self, view: View, entry: Entry | None) -> Text | None:
        if entry is None or not self._controller.writes or isinstance(entry.fact, HeadsChained):
            return None
        return name_of(view.journal, entry)

    def _show_problem(self) -> None:
        if self._tally.differing:
            self._controller.navigation.table_wanted.emit(*self._tally.differing[0])

    def _attempt(self, action: Callable[[], Changes]) -> None:
        try:
            changes = action()
        except Refused as refused:
            self._controller.messages.shown.emit(refused.problems[0].text)
        except StoreUnavailable as error:
            self._controller.messages.shown.emit(error.text)
        except Conflict as conflict:
            text = mark("Somebody else wrote on {sheet} meanwhile: look again.", sheet=conflict.stream)
            self._controller.messages.shown.emit(text)
        else:
            place = table_of(changes.entries[-1].stream) if changes.entries else None
            if place is not None and self._shell.current == self._home:
                self._controller.navigation.table_wanted.emit(*place)
