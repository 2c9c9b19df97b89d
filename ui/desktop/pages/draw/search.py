"""A search in a thread of its own; Cancel ends it and keeps the best that it has found."""

from collections.abc import Callable
from threading import Event

from ui.desktop.long_work import Step, Work

GoesOn = Callable[[float], bool]
"""Told how far the search has come (0 … 1); answers whether it goes on."""


class Search(Work):
    """Emits done also when it was cancelled."""

    def __init__(self, find: Callable[[GoesOn], object]) -> None:
        super().__init__(self._search)
        self._find = find
        self._enough = Event()

    @property
    def stopped(self) -> bool:
        """Whether it was ended before its time."""
        return self._enough.is_set()

    def cancel(self) -> None:
        """Ask it to end with what it has."""
        self._enough.set()

    def _search(self, step: Step) -> object:
        def goes_on(done: float) -> bool:
            step(round(done * 100), 100)
            return not self._enough.is_set()

        return self._find(goes_on)
