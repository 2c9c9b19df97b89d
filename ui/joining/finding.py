"""Finds a computer again by its id alone, the SHA-256 of its certificate, after its address or port has changed.

Many places are asked at once: TCP first, then TLS, in which a server shows its certificate and proves that it has the
key. Nothing else is sent, and no certificate of this computer is shown, so strangers learn nothing. If none of the
computers is found, those with other certificates may be asked which event they host: a successor may be among them
that is not known here.
"""

import asyncio
import socket
import ssl
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Interface, ip_address
from itertools import chain, islice, repeat
from threading import Condition, Thread, current_thread
from typing import Protocol, TypeVar, cast
from uuid import UUID

from tournament.event.problem import Problem
from tournament.sharing.invitation import split_address
from tournament.sharing.keys import id_of
from ui.joining.discovery import FoundEvent
from ui.joining.discovery import browse as browse_network
from ui.joining.places import MOST_PLACES, in_local_network, likely_ports, places

AT_ONCE = 64
"""The most connections that are open at the same time."""
_ROUND = 8.0
"""Seconds that a round takes in a network of the usual size."""
_SHORTEST_REACH, _LONGEST_REACH = 0.25, 1.0
"""Seconds in which a computer must accept a connection."""
_SHOWN_WITHIN = 2.0
"""Seconds in which it must show its certificate."""
_PAUSES = (2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds after the first round, the second, and so on; the last one from then on."""
_BETWEEN = 2.5
"""Seconds between two questions, during a pause, at the last addresses and their other ports: a host that was away for
long, and announces nothing, is found again soon after its return. The neighbours are not asked as often."""
_MOST_BETWEEN = 64
"""The most places that are asked then."""
_UNUSED = 15.0
"""Seconds after which the search ends if nobody asks for its result."""
_STEP = 0.5
"""Seconds between two looks, during a pause, at what has changed."""
_ASLEEP = 30.0
"""A look that is so many seconds late means that this computer was asleep."""
_MOST_ANNOUNCED = 32
"""The most announced addresses that are asked in a round or a pause: anybody may announce anything."""
_MOST_OTHERS = 16
"""The most computers with other certificates that are asked at once which event they host."""

ShownId = Callable[[str, float], Awaitable[bytes]]
"""Returns the id of the computer at an address that must accept a connection in so many seconds. Raises OSError."""
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class FoundComputer:
    """A computer with one of the wanted ids."""

    address: str
    id: bytes
    proven: bool = False
    """Whether it has another id, and has shown by statements that it hosts the event."""


@dataclass(frozen=True, slots=True)
class WantedComputers:
    """Whom to search for, and what is known about them."""

    ids: frozenset[bytes]
    known: tuple[str, ...]
    """Addresses where they may be: those that somebody typed, then the last ones."""
    asked: frozenset[str] = frozenset()
    """Addresses that the caller asks itself."""


class Browsing(Protocol):
    """Multicast DNS until it is closed."""

    def close(self) -> None:
        """End it."""


HostAmong = Callable[[Sequence[FoundComputer]], FoundComputer | None]
"""Asks computers which event they host, and returns the one that has proven that it hosts the wanted one. Blocks."""
Browse = Callable[[Callable[[tuple[FoundEvent, ...]], None], Callable[[Problem], None]], Browsing]


def own_interfaces() -> tuple[IPv4Interface, ...]:
    """The IPv4 addresses of this computer with their networks, also virtual ones, without loopback."""
    import ifaddr

    try:
        adapters = tuple(ifaddr.get_adapters())
    except OSError:  # the system names none
        return ()
    addresses = (each for adapter in adapters for each in adapter.ips if each.is_IPv4)
    found = (IPv4Interface(f"{each.ip}/{each.network_prefix}") for each in addresses)
    return tuple(each for each in found if not each.is_loopback)


async def shown_id(address: str, reached_within: float) -> bytes:
    """The id of the computer at ``address``. Raises OSError, also if it shows no certificate in time."""
    host, port = split_address(address)
    loop, protocol = asyncio.get_running_loop(), asyncio.Protocol()
    try:
        async with asyncio.timeout(reached_within):
            plain, _ = await loop.create_connection(lambda: protocol, await _resolved(host), port)
        try:
            async with asyncio.timeout(_SHOWN_WITHIN):
                secured = await loop.start_tls(plain, protocol, _context(), server_hostname=host)
            if secured is None:  # the other side ended the connection at this moment
                raise ConnectionResetError
            certificate = secured.get_extra_info("ssl_object").getpeercert(binary_form=True)
        finally:
            plain.abort()
    except ValueError as error:  # a host name that cannot be encoded
        raise OSError(str(error)) from error
    return id_of(certificate)


async def _resolved(host: str) -> str:
    """An IP address of ``host``. Raises OSError, and ValueError for a name that cannot be encoded.

    asyncio would use threads for which a program waits when it ends, and a name may take many seconds.
    """
    with suppress(ValueError):
        return str(ip_address(host))
    return await _in_own_thread(
        lambda: str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0]), "search name"
    )


async def _in_own_thread(work: Callable[[], Value], name: str) -> Value:
    """What ``work`` returns, which runs in a thread for which no program waits when it ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Value] = loop.create_future()

    def tell(value: Value | None, error: Exception | None) -> None:
        if done.done():  # nobody waits any more
            return
        if error is None:
            done.set_result(cast("Value", value))
        else:
            done.set_exception(error)

    def run() -> None:
        value, failed = None, None
        try:
            value = work()
        except Exception as error:  # noqa: BLE001  # it is raised to who waits
            failed = error
        with suppress(RuntimeError):  # the search has ended
            loop.call_soon_threadsafe(tell, value, failed)

    Thread(target=run, name=name, daemon=True).start()
    return await done


@cache
def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # the id is compared instead
    return context


def reach_within(count: int) -> float:
    """Seconds in which each of ``count`` places must accept a connection: the fewer places, the more."""
    return min(_LONGEST_REACH, max(_SHORTEST_REACH, _ROUND * AT_ONCE / max(1, count)))


async def first_found(
    take: Callable[[], str | None], ids: frozenset[bytes], ask: Callable[[str], Awaitable[bytes]]
) -> FoundComputer | None:
    """The first computer that shows one of ``ids``; None if none does. ``take`` returns places until there are none."""
    found = list[FoundComputer]()

    async def work() -> None:
        while not found and (address := take()) is not None:
            with suppress(OSError):  # nobody is there, or no server of this program
                if (id := await ask(address)) in ids and not found:
                    found.append(FoundComputer(address, id))
                    for each in workers:
                        if each is not asyncio.current_task():
                            each.cancel()

    async with asyncio.TaskGroup() as group:
        workers = [group.create_task(work()) for _ in range(AT_ONCE)]
    return next(iter(found), None)


class ComputerSearch:
    """Searches for the computers of an event in a thread of its own, in rounds with growing pauses.

    It ends when a computer was found, and when nobody asked for the result for a while. If this computer was asleep or
    got another address, or somebody typed one, a round begins at once.
    """

    def __init__(
        self,
        event: UUID,
        *,
        ask: ShownId = shown_id,
        interfaces: Callable[[], Sequence[IPv4Interface]] | None = None,
        browse: Browse | None = None,
        clock: Callable[[], float] = time.time,
        host_among: HostAmong = lambda _others: None,
    ) -> None:
        """``clock`` must go on while the computer sleeps; None: the interfaces and multicast DNS of this computer.

        ``host_among`` is called in other threads, with computers that show none of the wanted certificates.
        """
        self._event, self._ask, self._clock = event, ask, clock
        self._interfaces, self._browse = interfaces or own_interfaces, browse or browse_network
        self._changed = Condition()
        """Guards the attributes below."""
        self._wanted: WantedComputers | None = None
        """None: the search is to end."""
        self._looked = 0.0
        """When `look` was called last."""
        self._found: FoundComputer | None = None
        self._first_round = False
        """Whether the first round has not ended."""
        self._announced: tuple[str, ...] = ()
        """The addresses that are announced now."""
        self._new = deque[str](maxlen=_MOST_ANNOUNCED)
        """Those that were not asked yet, the newest last."""
        self._thread: Thread | None = None
        self._host_among = host_among
        self._others = dict[FoundComputer, None]()
        """Computers with other certificates that are still to be asked which event they host, in turn."""

    def begin(self, wanted: WantedComputers) -> None:
        """Search for ``wanted``, or go on. Returns at once."""
        with self._changed:
            self._wanted, self._looked = wanted, time.monotonic()
            if self._found is None and self._thread is None:
                self._first_round = True
                self._thread = Thread(target=self._run, name="search", daemon=True)
                self._thread.start()

    def look(self, wanted: WantedComputers, wait: float = 0.0) -> FoundComputer | None:
        """A computer that was found for ``wanted``, once; None if there is none yet. The search begins or goes on.

        Waits for its first round, for ``wait`` seconds at most.
        """
        with self._changed:
            self.begin(wanted)
            self._changed.wait_for(lambda: not self._first_round or self._wanted is None, wait)
            found, self._found = self._found, None
            if found is None or found.address in wanted.asked:
                return None
            return found if found.proven or found.id in wanted.ids else None

    def close(self) -> None:
        """End the search soon, also for a thread that waits for it; `look` begins it again."""
        with self._changed:
            self._wanted = None
            self._changed.notify_all()

    def _run(self) -> None:
        try:
            asyncio.run(self._search())
        finally:
            self._tell(None, ended=True)

    async def _search(self) -> None:
        circumstances: object = None
        due, between, pauses, last_look = 0.0, 0.0, _pauses(), self._clock()
        others: asyncio.Task[FoundComputer | None] | None = None
        with self._browsing():
            while (wanted := self._still_wanted()) is not None:
                own, before = tuple(self._interfaces()), circumstances
                circumstances = (wanted.known, own)
                if circumstances != before or self._clock() - last_look > _ASLEEP:
                    due, pauses = 0.0, _pauses()
                found: FoundComputer | None = None
                whole = time.monotonic() >= due
                if whole or time.monotonic() >= between:
                    near = own if whole else ()
                    likely = places(wanted.known, near, likely_ports(wanted.known), self._announced)
                    found = await self._asked(wanted, likely if whole else likely[:_MOST_BETWEEN])
                    between = time.monotonic() + _BETWEEN
                    if whole:
                        due = time.monotonic() + next(pauses)
                elif self._new:
                    found = await self._asked(wanted, ())
                if others is None and found is None and self._others:
                    others = asyncio.create_task(self._host_among_others())
                if others is not None and (self._first_round or others.done()):
                    found, others = found or await others, None
                self._tell(found, ended=found is not None)
                if found is not None:
                    return
                last_look = self._clock()
                await asyncio.sleep(_STEP)

    async def _asked(self, wanted: WantedComputers, likely: Iterable[str]) -> FoundComputer | None:
        """Ask at the places ``likely``, and before them at those that were just announced."""
        queue = deque(each for each in likely if each not in wanted.asked)
        within, others = reach_within(len(queue)), list[FoundComputer]()

        def take() -> str | None:
            if self._wanted is None:
                return None
            while self._new:
                if (address := self._new.pop()) not in wanted.asked:
                    return address
            return queue.popleft() if queue else None

        async def ask(address: str) -> bytes:
            id = await self._ask(address, within)
            if id not in wanted.ids:
                others.append(FoundComputer(address, id))
            return id

        found = await first_found(take, wanted.ids, ask)
        self._others = dict.fromkeys(islice((*self._others, *others), MOST_PLACES))
        return found

    async def _host_among_others(self) -> FoundComputer | None:
        """Ask the next computers with other certificates, in another thread."""
        next_ones = tuple(islice(self._others, _MOST_OTHERS))
        self._others = dict.fromkeys(islice(self._others, _MOST_OTHERS, None))
        return await _in_own_thread(lambda: self._host_among(next_ones), "search host")

    def _still_wanted(self) -> WantedComputers | None:
        """Whom to search for; None if the search is to end."""
        with self._changed:
            return self._wanted if time.monotonic() - self._looked < _UNUSED else None

    def _tell(self, found: FoundComputer | None, *, ended: bool) -> None:
        """Say that a round has ended, and perhaps the search of this thread."""
        with self._changed:
            if self._thread is current_thread():
                self._first_round, self._found = False, found
                self._thread = None if ended else self._thread
                self._changed.notify_all()

    @contextmanager
    def _browsing(self) -> Iterator[None]:
        """Hear which addresses are announced, if the computers may be in the local network."""
        wanted = self._wanted
        if wanted is None or not in_local_network(wanted.known):
            yield
            return
        with closing(self._browse(self._hear, lambda _problem: None)):  # other ways are left if it fails
            yield

    def _hear(self, events: tuple[FoundEvent, ...]) -> None:
        """Take what is announced. Called in another thread."""
        wanted = self._wanted
        begins = {id[:4].hex() for id in wanted.ids} if wanted is not None else set()
        here = [each for each in events if each.event == self._event]
        here.sort(key=lambda each: each.fingerprint_begin not in begins)  # a successor may not be known here
        announced = tuple(islice((address for each in here for address in each.addresses), _MOST_ANNOUNCED))
        self._new.extend(each for each in announced if each not in self._announced)
        self._announced = announced


def _pauses() -> Iterator[float]:
    return chain(_PAUSES, repeat(_PAUSES[-1]))
