"""Shares an open event from this process: uvicorn with TLS, until it is asked to stop."""

import asyncio
import errno
import logging
import os
import platform
import signal
import socket
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID

import h11
from msgspec import structs
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import HANDLED_SIGNALS

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.host import Host
from tournament.sharing.invitation import Invitation, encode, joined_address
from tournament.use_cases import Book, View
from tournament.use_cases.rights import pins_in
from ui.joining.hosts import refuse_hosted_elsewhere
from ui.server.app import DeskServer
from ui.server.certificate import kept_certificate
from ui.server.failures import CannotListen
from ui.server.host_folder import HostFolder
from ui.server.hosting import Hosting
from ui.server.takeover import LostHost
from ui.server.throttle import Throttle
from ui.server.tokens import JoinedDesk

_MOST = 400
"""Connections at once."""
_MOST_OF_AN_ADDRESS = 200
_PATIENCE = 15.0
"""Seconds in which all headers of a request must arrive, and in which a computer must confirm what it got."""
_TO_TAKE = 60.0
"""Seconds in which a client must read its answer."""
_UNTAKEN = 64 * 1024
"""Bytes that the system keeps of answers to somebody who only looks until they take them, about; by itself it keeps
megabytes, and answers all that was asked in advance."""
_REST_OF_THE_PUBLIC = 2.0
"""Seconds in which the rest of a request that is answered already must arrive from somebody who only looks."""


class _LimitedListener(socket.socket):
    """A listening socket that closes a connection at once when there are too many, with a last word if there is one.

    They are counted from the moment when the system has them: TLS that is begun takes a quarter of a megabyte.
    """

    one_address = False
    """Whether all come from one, since there is a proxy."""

    def __init__(self, listening: socket.socket, most: int = 0, last_word: bytes = b"") -> None:
        """``most`` connections, however many addresses they have; by default as desks may have them."""
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self._most, self._of_an_address = most or _MOST, most or _MOST_OF_AN_ADDRESS
        self._last_word = last_word
        self._open = set[_Counted]()
        self._of_address = Counter[str]()

    def drop_all(self) -> None:
        """Let all connections end at once, whatever was still to be sent."""
        for connection in tuple(self._open):
            with suppress(OSError):  # the other end was faster
                connection.shutdown(socket.SHUT_RDWR)

    def close_rest(self) -> None:
        """Close the connections that came as the server ended, so that nobody answered them; it has ended by now."""
        for connection in tuple(self._open):
            connection.close()

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises BlockingIOError when there is none, or one too many."""
        connection, address = super().accept()
        most = self._most if self.one_address else self._of_an_address
        if len(self._open) >= self._most or self._of_address[address[0]] >= most:
            with connection, suppress(OSError):
                connection.setblocking(False)
                connection.send(self._last_word)
            raise BlockingIOError
        counted = _Counted(connection, partial(self._forget, address[0]))
        self._open.add(counted)
        self._of_address[address[0]] += 1
        return counted, address

    def _forget(self, address: str, connection: "_Counted") -> None:
        if connection in self._open:
            self._open.remove(connection)
            self._of_address[address] -= 1
            self._of_address += Counter()  # forgets those that have none


class _Counted(socket.socket):
    def __init__(self, connection: socket.socket, closed: "Callable[[_Counted], None]") -> None:
        super().__init__(connection.family, connection.type, connection.proto, fileno=connection.detach())
        self._when_closed = closed
        self.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else every answer takes 40 ms longer
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere the system gives up later
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(_PATIENCE * 1000))

    def close(self) -> None:
        self._when_closed(self)
        super().close()


class _DeskProtocol(H11Protocol):
    """uvicorn's, which drops who asks for longer than they may, or takes an answer for longer.

    How long a body may take before it is answered is for the application to say.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin."""
        super().connection_made(transport)
        self._drop_after(_PATIENCE)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self._drop_after(None)

    def data_received(self, data: bytes) -> None:
        """Read on. Only all headers, or all of what was answered already, are worth more patience."""
        super().data_received(data)
        if self.flow.write_paused or self.transport.is_closing():
            return
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not begun and not self._answered_before_the_end():
            self._drop_after(None)
        elif self._deadline is None:
            self._drop_after(_PATIENCE)

    def pause_writing(self) -> None:
        """Much is still to be taken."""
        super().pause_writing()
        self._drop_after(_TO_TAKE)

    def resume_writing(self) -> None:
        """Little is."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._drop_after(None)

    def on_response_complete(self) -> None:
        """Go on with the next request."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._drop_after(_TO_TAKE)
        elif self._answered_before_the_end():
            self._drop_after(self.rest)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more was asked."""
        super().timeout_keep_alive_handler()
        self._drop_after(_TO_TAKE)

    @property
    def rest(self) -> float:
        """Seconds in which the rest of a request that is answered already must arrive."""
        return _PATIENCE

    def _answered_before_the_end(self) -> bool:
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def _drop_after(self, seconds: float | None) -> None:
        """Drop the connection after ``seconds``, if nothing else happens; None: never."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self.transport.abort) if seconds is not None else None


class _PublicProtocol(_DeskProtocol):
    """For those who only look: hardly anything that they send is worth reading to its end."""

    def connection_made(self, transport: Any) -> None:
        """Begin."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNTAKEN)
        super().connection_made(transport)

    @property
    def rest(self) -> float:
        """A moment, in which the answer arrives."""
        return _REST_OF_THE_PUBLIC


LOOPBACK = "127.0.0.1"
HERE = (LOOPBACK, "::1")
"""The addresses that only this computer can reach."""
_MOST_ADDRESSES = 4
"""The most addresses of an invitation."""
_AT_ONCE = 32
"""Connections that are accepted before requests are answered again."""
_AT_ONCE_OF_THE_PUBLIC = 256
"""Not fewer: when something is published they all come, and who must knock again waits a second."""
_KEEP_ALIVE = 75
"""Seconds that a connection may wait for the next request."""
_KEEP_ALIVE_OF_PHONES = 5
"""Not longer: in a full hall all phones ask within two seconds, each beside the stream that it listens to."""
_MOST_OF_THE_PUBLIC = 6000
"""Connections at once, of all who only look: two for each phone, and some to spare."""
_TURN = 0.0002
"""Seconds that a thread which serves or makes pages may go on while desks wait; Python's own 5 ms add up, several times
for each hand."""
_MOST_HEADERS_OF_THE_PUBLIC = 16 * 1024
"""Bytes."""
_MOST_ON_WINDOWS = 500
"""Connections of a process, where an event loop asks for all of them at once."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_FILES_BESIDE = 600
"""Files that the process has open besides connections."""
_TO_FINISH = 10
"""Seconds in which requests must be answered when the server ends."""
_TO_SEND = 0.3
"""Seconds in which the last answers go out."""
_TO_DROP = 0.02
"""Seconds in which connections that were dropped are closed."""
_STEP = 0.1
"""Seconds between two checks whether all desks have reported their entries."""
_PAUSE = 0.5
"""Seconds between two checks for desks to be ended."""
_CHECKS_BETWEEN_STORES = 20
"""How many of these checks pass before it is stored when each desk was last seen."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """How an event is shared."""

    host: str = LOOPBACK
    """The address at which desks are served; ``0.0.0.0`` and ``::``: every address of this computer."""
    port: int = 0
    """0: the one of the last time if it is free, else any."""
    confirm_on_two: bool = False
    announce: bool = False
    new_invitation: bool = False
    """Whether earlier invitations become invalid."""
    anyway: bool = False
    """Whether to share the event even if another computer hosts it by now."""
    public_port: int | None = None
    """Where everybody is served over plain HTTP; 0: where they were the last time if that is free, else at any; None:
    nobody is."""


class EventServer:
    """The server of ``book``, which nobody else uses until `run` has returned. It has its port from the beginning.

    Raises CannotListen; OSError when its files cannot be written; Refused for an event that cannot be shared.
    """

    def __init__(
        self,
        book: Book,
        sharing: Sharing,
        *,
        lost_host: LostHost | None = None,
        public: "Callable[[Callable[[], View], Hosting], ServedToAll] | None" = None,
        fault: Callable[[Exception], None],
        remark: Callable[[Problem], None],
    ) -> None:
        """``fault`` gets what the program does wrong, ``remark`` what else has to be said, in any thread.

        ``public`` makes what is served at the public port, of what gives the event and of what carries out commands.
        """
        event, now = event_id(book), datetime.now(UTC)
        self._folder = HostFolder(str(event), Path(book.place))
        ticket = self._folder.ticket(now, new=sharing.new_invitation)
        self._tokens = self._folder.tokens()
        if lost_host is not None:
            known = (each for each in book.view.journal if each.record.position <= lost_host.entries)
            self._tokens.adopt(lost_host.desks, pins_in(known), now)
        elif not sharing.anyway:
            last = book.view.state.host
            places = [(each.serves_at, each.certificate) for each in self._tokens.all(now)]
            refuse_hosted_elsewhere(str(event), places, last.entries + 1 if last is not None else 1)
        self._socket = listening_at(sharing.host, sharing.port, ticket.port)
        port = self._socket.getsockname()[1]
        self._hosts = hosts = hosts_at(sharing.host)
        certificate = kept_certificate(self._folder.certificate_folder, [*hosts, platform.node()], now)
        for ended in self._folder.asked_to_end():
            for desk in self._joined(ended):
                self._tokens.end(desk.name)
            self._folder.forget_ended(ended)
        for problem in (*certificate.remarks, *self._tokens.remarks):
            remark(problem)
        self._sharing, self._remark, self._lost_host = sharing, remark, lost_host
        self._failed: Exception | None = None
        self.invitation = Invitation(
            tuple(joined_address(host, port) for host in hosts),
            event,
            book.view.settings.name,
            certificate.fingerprint,
            bytes.fromhex(ticket.ticket),
            ticket.expires,
        )
        self._desks = DeskServer(
            Host(book, confirm_on_two=sharing.confirm_on_two, gathering=lost_host is not None),
            self.invitation,
            self._tokens,
            Throttle(),
            computer=platform.node(),
            desk=lost_host.desk if lost_host is not None else "",
            fault=fault,
        )
        self._public: PublicSide | None = None
        """The public server, if there is one."""
        if public is not None and sharing.public_port is not None:
            listener = public_socket(sharing.host, sharing.public_port, ticket.public_port)
            self._public = PublicSide(public(lambda: book.view, self._desks.hosting), listener)
        self._folder.keep_ticket(
            structs.replace(
                ticket,
                port=port,
                invitation=encode(self.invitation),
                confirm_on_two=sharing.confirm_on_two,
                public_port=self._public.port if self._public is not None else ticket.public_port,
                public=self.public_addresses,
            )
        )
        self._folder.asked_to_stop()  # an earlier server was
        self._server = StoppableServer(self._desks, certificate.file, self._look_after)

    @property
    def public_addresses(self) -> tuple[str, ...]:
        """The public addresses as ``host:port``, the most likely first; empty if there are none."""
        if self._public is None:
            return ()
        return tuple(joined_address(host, self._public.port) for host in self._hosts)

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until `stop`, or a signal, if this is the main thread; ``ready`` is called when desks can come, or when
        the event is taken over.

        When it returns, everything that was confirmed is on the disk. Raises OSError, what ``ready`` raises, and if it
        takes over what that raises.
        """
        try:
            with self._announced():
                run_server(self._server, self._gathering(ready), self._socket)
        finally:
            self._socket.close()
            if self._public is not None:
                self._public.close()
            self._desks.close()
            self._tokens.keep()
        if self._failed is not None:
            raise self._failed

    def stop(self) -> None:
        """Let `run` return soon. Any thread may call it."""
        self._server.should_exit = True

    def _gathering(self, ready: Callable[[], None]) -> Callable[[], None]:
        """What to call when desks can come; it calls ``ready`` once this host has taken over, if it does."""
        over = self._lost_host
        if over is None:
            return ready
        tasks = set[asyncio.Task[None]]()

        async def gather() -> None:
            hosting, gathered = self._desks.hosting, self._desks.gathered
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(over.seconds):
                        while not gathered.is_set() and await hosting.do(lambda host: any(over.missing(host))):
                            with suppress(TimeoutError):
                                await asyncio.wait_for(gathered.wait(), _STEP)
                await hosting.do(lambda host: over.finish(host, self.invitation.addresses[0]))
                ready()
            except Exception as error:  # noqa: BLE001  # `run` raises it
                self._failed = error
                self.stop()

        return lambda: tasks.add(asyncio.create_task(gather()))

    @contextmanager
    def _announced(self) -> Iterator[None]:
        if not self._sharing.announce:
            yield
            return
        from ui.joining.discovery import announce

        invitation = self.invitation
        hosts = [host for host in self._hosts if _is_ip(host)]
        port = self._socket.getsockname()[1]
        with closing(announce(invitation.event, invitation.name, port, invitation.fingerprint, hosts, self._remark)):
            yield

    async def _look_after(self) -> None:
        """From time to time, end the desks to be ended, or all of them, and store when the others were last seen."""
        if self._public is not None:
            async with self._public.served():
                await self._look_after_desks()
        else:
            await self._look_after_desks()

    async def _look_after_desks(self) -> None:
        for look in count(1):
            with suppress(OSError):  # tried again at the next look
                await self._end_desks()
                if await asyncio.to_thread(self._folder.asked_to_stop):
                    self.stop()
                if look % _CHECKS_BETWEEN_STORES == 0:
                    await asyncio.to_thread(self._tokens.keep)
            await asyncio.sleep(_PAUSE)

    async def _end_desks(self) -> None:
        for ended in await asyncio.to_thread(self._folder.asked_to_end):
            for desk in self._joined(ended):
                await self._desks.end_desk(desk.name)
            await asyncio.to_thread(self._folder.forget_ended, ended)

    def _joined(self, token_hash: str) -> list[JoinedDesk]:
        return [desk for desk in self._tokens.all(datetime.now(UTC)) if desk.token_hash == token_hash]


class Served(Protocol):
    """What a server answers with."""

    @property
    def app(self) -> Callable[..., Any]:
        """In ASGI."""

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""


class ServedToAll(Served, Protocol):
    """What everybody may see."""

    async def follow(self) -> None:
        """Notice what changes, until it is cancelled."""

    def close(self) -> None:
        """Release its resources."""


class EventsServedToAll(ServedToAll, Protocol):
    """The same of events that are added one by one."""

    def add(self, event: str, view: Callable[[], View], phones: Hosting) -> None:
        """Show the event of this id as well, which ``view`` gives as it stands, and carry out what its ``phones`` ask
        for. Any thread may call it."""


class PublicSide:
    """Serves ``public`` at ``listener`` over plain HTTP, beside the desks and in a thread of its own: when results are
    published all phones ask at once, and desks are answered in between."""

    def __init__(self, public: ServedToAll, listener: _LimitedListener) -> None:
        self._public, self._listener = public, listener
        self.port = int(listener.getsockname()[1])
        self._server = _PublicServer(
            _config(
                public.app,
                _PublicProtocol,
                keep_alive=_KEEP_ALIVE_OF_PHONES,
                forwarded_allow_ips=list(HERE),
                backlog=_AT_ONCE_OF_THE_PUBLIC,
                h11_max_incomplete_event_size=_MOST_HEADERS_OF_THE_PUBLIC,
            )
        )

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Serve as long as this is open."""
        before = sys.getswitchinterval()
        sys.setswitchinterval(_TURN)
        loop, ended = asyncio.SelectorEventLoop(), asyncio.Event()
        serving = asyncio.create_task(asyncio.to_thread(self._run, loop, ended))
        try:
            yield
        finally:
            loop.call_soon_threadsafe(ended.set)
            await serving
            sys.setswitchinterval(before)

    def _run(self, loop: asyncio.AbstractEventLoop, ended: asyncio.Event) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(self._serve(ended))

    async def _serve(self, ended: asyncio.Event) -> None:
        serving = asyncio.create_task(self._server.serve([self._listener]))
        following = asyncio.create_task(self._public.follow())
        await ended.wait()
        following.cancel()
        self._public.finish_streams()
        self._server.should_exit = True
        self._listener.drop_all()
        await serving
        self._listener.drop_all()  # who came while it ended
        await asyncio.sleep(_TO_DROP)

    def close(self) -> None:
        """Close the port."""
        self._listener.close()
        self._listener.close_rest()
        self._public.close()


class _PublicServer(Server):
    """uvicorn's, which leaves signals to the server of the desks."""

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # uvicorn's is a generator's
        """Do nothing."""
        return nullcontext()


class StoppableServer(Server):
    """uvicorn's, which leaves signals to `_stopped_by_signals` and closes the streams when it ends."""

    def __init__(
        self, desks: Served, certificate: Path | None, look_after: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Without a ``certificate`` a proxy on this computer has it, and says from where it was asked."""
        super().__init__(
            _config(
                desks.app,
                _DeskProtocol,
                keep_alive=_KEEP_ALIVE,
                proxy_headers=certificate is None,
                forwarded_allow_ips=list(HERE),
                ssl_certfile=certificate,
            )
        )
        self._desks, self._look_after = desks, look_after

    async def serve_with(self, ready: Callable[[], None], listener: _LimitedListener) -> None:
        """Serve at ``listener``."""
        self._ready, self._listener = ready, listener
        looking = asyncio.create_task(self._look_after())
        try:
            await self.serve([listener])
        finally:
            looking.cancel()
            await asyncio.wait([looking])

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # uvicorn's is a generator's
        """Do nothing: `_stopped_by_signals` does it, and does not end the program by the signal afterwards."""
        return nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: streams at once, other requests when they are answered."""
        self._desks.finish_streams()
        dropping = asyncio.create_task(self._drop_idle())
        await super().shutdown(sockets)
        dropping.cancel()

    async def _drop_idle(self) -> None:
        """Wait for no desk to confirm the end of its connection, which it does when it speaks next."""
        while tasks := self.server_state.tasks:
            await asyncio.wait(tasks)
        await asyncio.sleep(_TO_SEND)
        self._listener.drop_all()


def _config(
    app: Callable[..., Any], protocol: type[_DeskProtocol], *, keep_alive: int, backlog: int = _AT_ONCE, **more: Any
) -> Config:
    return Config(
        app,
        interface="asgi3",
        http=protocol,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        log_level=logging.CRITICAL,
        access_log=False,
        server_header=False,
        workers=1,
        backlog=backlog,
        timeout_keep_alive=keep_alive,
        timeout_graceful_shutdown=_TO_FINISH,
        **more,
    )


def run_server(server: StoppableServer, ready: Callable[[], None], listener: _LimitedListener) -> None:
    """Let ``server`` serve at ``listener`` until it is asked to stop."""
    with (
        _stopped_by_signals(server),
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,  # on Windows, too, it asks `LimitedListener`
    ):
        runner.run(server.serve_with(ready, listener))


@contextmanager
def _stopped_by_signals(server: Server) -> Iterator[None]:
    """Let SIGTERM, Ctrl+C and on Windows Ctrl+Break stop ``server``; after that the program goes on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, server.handle_exit) for each in HANDLED_SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def event_id(book: Book) -> UUID:
    """The id of the event, with which an invitation names it. Raises Refused."""
    if not len(book.view.journal):
        raise Refused(Problem("event-empty", mark("This file contains no event: its creation was interrupted.")))
    try:
        return UUID(book.view.journal[0].id)
    except ValueError as error:
        text = mark("This event cannot be shared: the id of its first entry is not a UUID.")
        raise Refused(Problem("event-id", text)) from error


def listening_at(host: str, port: int, last: int) -> _LimitedListener:
    """A socket at ``host``; of the port 0 at the one of the last time if it is free. Raises CannotListen."""
    try:
        return _bound_again(host, port, last)
    except OSError as error:
        text = mark(
            "Desks cannot be served at {address}: {reason}. Choose another --host or --port.",
            address=joined_address(host, port),
            reason=(error.strerror or str(error)).partition(" (")[0],
        )
        raise CannotListen(text) from error


def public_socket(host: str, port: int, last: int = 0) -> _LimitedListener:
    """Where everybody is served; of the port 0 at the one of the last time if it is free. Raises CannotListen."""
    most = min(_MOST_OF_THE_PUBLIC, _allowed_files(_MOST_OF_THE_PUBLIC + _FILES_BESIDE) - _FILES_BESIDE)
    try:
        return _LimitedListener(_bound_again(host, port, last), max(1, most), _FULL)  # a hall may have one address
    except OSError as error:
        text = mark("Nobody can be served at {address}: {reason}. Choose another --public-port.",
                    address=joined_address(host, port),
                    reason=(error.strerror or str(error)).partition(" (")[0])  # fmt: skip
        raise CannotListen(text) from error


def _allowed_files(wanted: int) -> int:
    """How many connections and files this process may have, ``wanted`` if the system lets it."""
    try:
        import resource
    except ImportError:  # on Windows desks may have theirs, and what is left is for others
        return _MOST_ON_WINDOWS - _MOST + _FILES_BESIDE
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != resource.RLIM_INFINITY and now < wanted:
        more = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        with suppress(OSError, ValueError):  # the system has a limit of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
            now = more
    return wanted if now == resource.RLIM_INFINITY else now


def _bound_again(host: str, port: int, last: int) -> _LimitedListener:
    if not port and last:
        with suppress(OSError):
            return _bound(host, last)
    return _bound(host, port)


def _bound(host: str, port: int) -> _LimitedListener:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError as error:  # a part of the name is empty or too long
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from error
    both = host == "::" and socket.has_dualstack_ipv6()
    return _LimitedListener(socket.create_server(address, family=family, dualstack_ipv6=both))


def hosts_at(host: str) -> tuple[str, ...]:
    """By which names desks reach what listens at ``host``, the most likely first."""
    if host not in ("0.0.0.0", "::"):  # it is what the user asks for
        return (host,)
    try:
        _, _, named = socket.gethostbyname_ex(socket.gethostname())
    except OSError:
        named = []
    others = (each for each in named if not ip_address(each).is_loopback)
    return tuple(dict.fromkeys((*_usual_address(), *others)))[:_MOST_ADDRESSES] or (LOOPBACK,)


def _usual_address() -> tuple[str, ...]:
    """The address from which this computer speaks to others, if it does; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(("192.0.2.1", 9))  # of documentation: any that is not here will do
        except OSError:
            return ()
        return (found.getsockname()[0],)


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
