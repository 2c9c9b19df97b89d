"""Automatic copies of the open event: at each session change, and every ten minutes if something changed.

All copying is off the GUI thread; entering a hand only costs a check of the kind of entry. Failures are shown on the
status bar and in the dialog of the copies, and never interrupt the user.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from tournament.language import Text
from tournament.use_cases import copies
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import Work

if TYPE_CHECKING:
    from tournament.use_cases import Changes
    from tournament.use_cases.copies import CopyOutcome

EVERY = copies.EVERY.total_seconds()
"""Seconds after which changes are copied."""
LATE = 1200.0
"""Seconds after which changes that were not copied are marked as a problem."""
_LOOK_EVERY, _SOON = 15_000, 1_500
"""Milliseconds between two checks of the time and the second place, and before a session change is copied, so that a
user who goes on typing does not wait."""
_YOUNG = 60.0
"""Changes more recent than this, in seconds, are not copied when the event is closed."""


@dataclass(frozen=True, slots=True)
class CopyingState:
    """The state of the copies of the open event."""

    last: datetime | None = None
    """When the last good copy was made."""
    entries: int = 0
    """Number of entries in it."""
    changed: float | None = None
    """When the first change that was not copied was made, on the monotonic clock; None if everything is copied."""
    failed: Text | None = None
    """Why the last attempt made no copy on this computer, or None."""
    second: Path | None = None
    """The folder of the second copies, or None."""
    second_away: bool = False
    """Whether the second place is not available."""
    second_failed: Text | None = None
    """Why there is no copy at the second place although it is available, or None."""
    removed: int = 0
    """Number of today's copies that were removed for lack of space when the last one was made."""

    def late(self, now: float) -> bool:
        """Whether a change was not copied for longer than :data:`LATE` at ``now``, on the monotonic clock."""
        return self.changed is not None and now - self.changed > LATE


class Copying(QObject):
    """Copies the event of the window. It does nothing for a read-only event."""

    changed = Signal()
    """The state or the progress of the copies changed."""

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self.state = CopyingState()
        self.origin: Path | None = None
        """The path of the event from which the user opened a copy, or None."""
        self._controller = controller
        self._event = ""
        """The id of the first entry of the event that is copied; empty for none."""
        self._place = Path()
        self._work: Work | None = None
        self._again = False
        """Whether a copy was requested while another was being made."""
        self._tried = monotonic()
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self.copy_now)
        self._look = QTimer(self, interval=_LOOK_EVERY)
        self._look.timeout.connect(self.look)
        controller.opened.connect(self.follow_event)
        controller.leaving.connect(self._leave)
        controller.changed.connect(self._follow)

    @property
    def event_id(self) -> str:
        """The id of the event that is copied; empty if none is open for writing."""
        return self._event

    @property
    def of_finished_event(self) -> bool:
        """Whether the event that is copied is over, so that no further entry will cause the missing copy."""
        from tournament.use_cases.results_state import results_state

        return bool(self._event) and results_state(self._controller.book.written).final

    @property
    def busy(self) -> bool:
        """Whether a copy is being made."""
        return self._work is not None

    def look_from(self, origin: Path) -> None:
        """Note that a copy was opened from the event at ``origin``, to which the user can return."""
        self.origin = origin

    def follow_event(self) -> None:
        """Start copying the event that is open now, if it is another one; stop if none is open for writing."""
        controller = self._controller
        writes = controller.view is not None and not controller.read_only and len(controller.book.written.journal)
        event = controller.book.written.journal[0].id if writes else ""
        place = Path(controller.book.place) if event else Path()
        if (event, place) == (self._event, self._place):
            return
        self._soon.stop()
        self._event, self._place, self._again = event, place, False
        self.state = CopyingState()
        if not event:
            self._look.stop()
        else:
            self._begin()
        self.changed.emit()

    def _begin(self) -> None:
        """Continue from the existing copies of this event."""
        self._tried = monotonic()
        known = bootstrap.known_copies(self._place, self._event)
        entries = len(self._controller.book.written.journal)
        self.state = CopyingState(
            known.last, known.entries, None if known.entries >= entries else monotonic(), second=known.second
        )
        self._look.start()

    def _follow(self, changes: "Changes") -> None:
        if not self._event:
            if self._controller.view is not None and not self._controller.read_only:
                self.follow_event()  # a new event has an id only after its first entry
            return
        if self.state.changed is None and changes.entries:
            self.state = replace(self.state, changed=monotonic())
        if copies.changes_a_session(entry.record.kind for entry in changes.entries):
            self._soon.start()

    def note_change(self) -> None:
        """Note that data of people were changed, which are no entry: they are copied as soon as an entry would be."""
        if self._event and self.state.changed is None:
            self.state = replace(self.state, changed=monotonic())
            self.changed.emit()

    def look(self) -> None:
        """Copy changes that are old enough, or that the second place lacks; emit ``changed`` to update the time."""
        state, now = self.state, monotonic()
        if not self._event or self._work is not None:
            return
        due = state.changed is not None and now - max(self._tried, state.changed) >= EVERY
        missing = state.second is not None and (state.second_away or state.second_failed is not None)
        if due or missing:
            self.copy_now(quietly=not due)
        self.changed.emit()

    def copy_now(self, *, quietly: bool = False) -> None:
        """Copy to both places.

        With ``quietly`` copy only if the second place is available, which is checked in the other thread.
        """
        if not self._event:
            return
        if self._work is not None:
            self._again = True
            return
        journal = self._controller.book.written.journal
        second = self.state.second
        # A quiet attempt may copy nothing, so it must not delay the next one.
        self._tried = self._tried if quietly else monotonic()
        order = bootstrap.CopyOrder(
            self._place, self._event, self._controller.book.written.settings.name, len(journal),
            journal[len(journal) - 1].record.hash, second,
        )  # fmt: skip
        event, place, begun = self._event, self._place, monotonic()
        self._work = work = Work(lambda _step: bootstrap.make_copies(order, only_if_second=quietly))
        listen(work.done, self, lambda outcomes: self._made(event, place, order.entries, begun, outcomes))
        work.ended.connect(self._ended)
        work.start()
        self.changed.emit()

    def choose_second(self, second: Path | None) -> None:
        """Copy to ``second`` as well, starting now. Raises what the store raises."""
        bootstrap.keep_second_place(self._place, self._event, second)
        self.state = replace(self.state, second=second, second_away=False, second_failed=None)
        self.changed.emit()
        self.copy_now()

    def _made(self, event: str, place: Path, entries: int, begun: float, outcomes: "tuple[CopyOutcome, ...]") -> None:
        if (event, place) != (self._event, self._place) or not outcomes:
            return
        first, second = outcomes[0], outcomes[1] if len(outcomes) > 1 else None
        made = [outcome.copy for outcome in outcomes if outcome.copy is not None]
        state = replace(
            self.state,
            failed=first.problem,
            second_away=second is not None and second.absent,
            second_failed=second.problem if second is not None else None,
            removed=sum(outcome.removed for outcome in outcomes),
        )
        if made:
            copied = max(copy.content.entries for copy in made if copy.content is not None)
            open_book = self._controller.book.written.journal
            # The copy lacks entries that were made while it was written. They are as old as its beginning.
            changed = None if copied >= len(open_book) else max(begun, state.changed or begun)
            state = replace(state, last=max(copy.time for copy in made), entries=copied, changed=changed)
        self.state = state

    def _ended(self) -> None:
        self._work = None
        if self._again:
            self._again = False
            self._soon.start()
        self.changed.emit()

    def _leave(self) -> None:
        """Copy changes older than a minute when the event is closed. Closing does not wait for the copy."""
        changed = self.state.changed
        if self._event and changed is not None and monotonic() - changed > _YOUNG and self._work is None:
            self.copy_now()
        self._soon.stop()


def copying_of(controller: EventController) -> Copying:
    """The instance that copies the event of ``controller``."""
    return controller.findChild(Copying) or Copying(controller)
