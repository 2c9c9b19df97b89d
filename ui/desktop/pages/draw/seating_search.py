"""A search for a seating in a thread of its own. Cancel ends it and keeps the best seating found so far."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event

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
