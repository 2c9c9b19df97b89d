"""A host in a thread of its own: one piece of work after the other, while the event loop goes on."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from tournament.event.role import EventRole, PinHash
from tournament.ledger.facts import HostTakenOver
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.host import Host

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What others than the thread of the host may know of it."""

    event: str
    """The id of its first entry."""
    name: str
    words: tuple[str, ...]
    """The vocabularies of its texts."""
    pins: Mapping[EventRole, PinHash]
    end: Fingerprint
    gathering: bool
    taken_over: HostTakenOver | None
    """The newest take-over of the event."""
    since: str
    """When that was: UTC, ISO 8601; nothing: nobody has taken over."""
    mark: object


class Hosting:
    """Calls ``host`` in one thread, for whatever event loop asks. ``changed`` is called in that loop when desks should
    ask for news."""

    def __init__(self, host: Host, changed: Callable[[], None]) -> None:
        self._host, self._changed = host, changed
        self._thread = ThreadPoolExecutor(1, "host")
        self.glimpse = self._glimpse()

    async def do(self, work: Callable[[Host], Found]) -> Found:
        """What ``work`` gives, which writes to disk as it likes. Raises what it raises."""
        before = self.glimpse.mark
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._done, work)
        finally:
            if self.glimpse.mark != before:
                self._changed()

    def close(self) -> None:
        """Return when all work that was begun is done."""
        self._thread.shutdown()

    def _done(self, work: Callable[[Host], Found]) -> Found:
        try:
            return work(self._host)
        finally:
            self.glimpse = self._glimpse()

    def _glimpse(self) -> Glimpse:
        view, host = self._host.book.view, self._host
        over = view.state.host
        return Glimpse(
            view.journal[0].id,
            view.settings.name,
            view.words,
            view.state.pins,
            host.end,
            host.gathering,
            over,
            view.journal[over.entries].record.time if over is not None and over.entries < len(view.journal) else "",
            host.mark,
        )
