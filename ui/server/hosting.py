"""A host in a thread of its own, which does one piece of work after another while the event loop goes on."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from tournament.event.role import EventRole, PinHash
from tournament.ledger.facts import HostTakenOver
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.host import Host
from tournament.sharing.messages import Rival
from tournament.sharing.statements import Signed, WrittenPath

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class EventSummary:
    """What other threads may know about the event and its host: a copy, renewed after each piece of work."""

    event: str
    """The id of its first entry."""
    name: str
    words: tuple[str, ...]
    """The vocabularies of its texts."""
    pins: Mapping[EventRole, PinHash]
    end: Fingerprint
    gathering: bool
    taken_over: HostTakenOver | None
    """The latest takeover of the event; None if there was none."""
    hosting: bool
    """Whether this computer hosts the event still."""
    path: WrittenPath | None
    """The host that it is; None in tests alone."""
    successor: str
    """The id of the deputy to which it hands over, hexadecimal; empty: to none."""
    statements: tuple[Signed, ...]
    """Those that it knows, of all hosts."""
    waits: bool
    """Whether the host writes nothing, since another computer replaced it or is to do so."""
    rival: Rival | None
    """The computer that has replaced it and answers, while people have to choose."""
    mark: object


class Hosting:
    """Calls ``host`` in one thread, for any event loop.

    ``changed`` is called in the loop when desks should ask for news. Desks take turns: what one of them asks for waits
    for one piece of work of each other desk at most, however many these ask for.
    """

    def __init__(self, host: Host, changed: Callable[[], None]) -> None:
        self._host, self._changed = host, changed
        self._thread = ThreadPoolExecutor(1, "host")
        self._waiting = dict[str, deque[tuple[Callable[[Host], Any], Future[Any]]]]()
        """What is to be done, by who asks for it; whose turn is next comes first."""
        self._lock = Lock()
        """Guards `_waiting`."""
        self.summary = self._summary()

    async def do(self, work: Callable[[Host], Found], who: str = "") -> Found:
        """Run ``work`` in the thread of the host, in its turn, and return or raise what it returns or raises.

        It may block, for example on a disk. ``who`` is the id of the desk that asks for it; empty: somebody else.
        """
        before, found = self.summary.mark, Future[Found]()
        with self._lock:
            self._waiting.setdefault(who, deque()).append((work, found))
        self._thread.submit(self._do_next)
        try:
            return await asyncio.wrap_future(found)
        finally:
            if self.summary.mark != before:
                self._changed()

    def close(self) -> None:
        """Wait until all work is done."""
        self._thread.shutdown()

    def _do_next(self) -> None:
        with self._lock:
            who = next(iter(self._waiting))
            waiting = self._waiting.pop(who)
            work, found = waiting.popleft()
            if waiting:
                self._waiting[who] = waiting  # after all others
        if not found.set_running_or_notify_cancel():
            return
        try:
            found.set_result(self._done(work))
        except BaseException as error:  # noqa: BLE001  # who waits for it raises it
            found.set_exception(error)

    def _done(self, work: Callable[[Host], Found]) -> Found:
        try:
            return work(self._host)
        finally:
            self.summary = self._summary()

    def _summary(self) -> EventSummary:
        view, host = self._host.book.view, self._host
        over, signing = view.state.host, host.signing
        return EventSummary(
            view.journal[0].id,
            view.settings.name,
            view.words,
            view.state.pins,
            host.end,
            host.gathering,
            over,
            signing is None or not signing.stepped_back,
            signing.written_path if signing is not None else None,
            signing.successor if signing is not None else "",
            signing.known.signed if signing is not None else (),
            host.waits,
            host.rival,
            host.mark,
        )
