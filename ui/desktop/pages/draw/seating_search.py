"""A search for a seating in a thread of its own. Cancel ends it and keeps the best seating found so far."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event

from PySide6.QtCore import QObject, Signal, SignalInstance

from ui.desktop.listening import listen
from ui.desktop.long_work import Step, Work
from ui.desktop.pages.draw.proposal import Progress, SeatingProposal


class SeatingSearch(Work):
    """A search that emits ``done`` even if it was cancelled."""

    def __init__(self, find: Callable[[Progress], SeatingProposal]) -> None:
        super().__init__(self._search)
        self._find = find
        self._enough = Event()

    def cancel(self) -> None:
        """Ask the search to end with its best result."""
        self._enough.set()

    def _search(self, step: Step) -> SeatingProposal:
        def progress(done: float) -> bool:
            step(round(done * 100), 100)
            return not self._enough.is_set()

        found = self._find(progress)
        return replace(found, stopped=self._enough.is_set())


class SeatingSearches(QObject):
    """The current search. A new search replaces it, and the result of a replaced search is ignored."""

    started = Signal(object)
    """The :class:`Work`."""
    found = Signal(object)
    """A SeatingProposal."""
    failed = Signal(object)
    """A BaseException."""
    cancelled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Work | None = None

    def start(self, work: Work) -> None:
        """Start a work that returns a proposal."""
        self.cancel()
        self._work = work
        listen(work.done, self, partial(self._pass_on, work, self.found))
        listen(work.failed, self, partial(self._pass_on, work, self.failed))
        listen(work.cancelled, self, partial(self._pass_on, work, self.cancelled))
        self.started.emit(work)
        work.start()

    def cancel(self) -> None:
        """Ask the current search to end."""
        if self._work is not None:
            self._work.cancel()

    def forget(self) -> None:
        """End the current search and ignore its result."""
        self.cancel()
        self._work = None

    def _pass_on(self, work: Work, signal: SignalInstance, *outcome: object) -> None:
        if work is self._work:
            signal.emit(*outcome)
