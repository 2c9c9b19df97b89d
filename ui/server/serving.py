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
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, assert_never
from uuid import UUID

import h11
from msgspec import structs
from starlette.types import Receive, Scope, Send
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import HANDLED_SIGNALS

from tournament.event.problem import Gravity, Problem, Refused
from tournament.language import mark
from tournament.sharing.host import Host, HostSigning
from tournament.sharing.invitation import Invitation, encode, joined_address
from tournament.sharing.keys import id_of
from tournament.sharing.statements import MOST_DEPUTIES, Signed
from tournament.sharing.succession import places_to_ask
from tournament.use_cases import Book, StoreUnavailable, View
from tournament.use_cases.rights import pins_in
from ui.joining import places
from ui.joining.finding import own_interfaces
from ui.joining.hosts import hosted_elsewhere, kept_host, replaced, serving
from ui.joining.key_file import kept_key
from ui.server.admitted import AdmittedDesk
from ui.server.app import DeskServer
from ui.server.failures import CannotListen
from ui.server.host_folder import HostDecision, HostFolder
from ui.server.hosting import Hosting
from ui.server.listener import LimitedListener
from ui.server.takeover import LostHost, new_naming, signing_of
from ui.server.throttle import Throttle
from ui.server.tls import ServerTls

if TYPE_CHECKING:
    from ui.joining.discovery import FoundEvent

_MOST = 400
"""The most connections of desks at once."""
_MOST_OF_AN_ADDRESS = 200
"""The most of one address whose computers have shown no certificate."""
_PATIENCE = 15.0
"""Seconds in which a client must send all headers of a request, and in which a computer must acknowledge data."""
_TO_TAKE = 60.0
"""Seconds in which a client must accept its answer."""
_UNTAKEN = 64 * 1024
"""About the bytes of unread answers that the system buffers for a public client. Left alone it would buffer megabytes,
so that requests sent in advance would all be answered."""
_REST_OF_THE_PUBLIC = 2.0
"""Seconds in which a public client must send the rest of a request that was already answered."""


class _OneLength(h11.Connection):
    """h11's connection, which also refuses requests whose length two headers state.

    h11 goes by Transfer-Encoding. A proxy that goes by Content-Length would take another part of the bytes for the next
    request. RFC 9112, 6.3 lets a server refuse it. h11 itself refuses two lengths that differ.
    """

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """The next event of the request. Raises RemoteProtocolError, which is answered with 400."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("Content-Length and Transfer-Encoding")
        return event


class _DeskProtocol(H11Protocol):
    """uvicorn's HTTP protocol with deadlines for clients that send or read too slowly, and one length for a request.

    The application limits the time of a body until it answers.
    """

    config: "_LimitedConfig"
    _deadline: asyncio.TimerHandle | None = None
    _number = -1
    """The file descriptor of the connection."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn = _OneLength(h11.SERVER, _MOST_HEADERS)

    def connection_made(self, transport: Any) -> None:
        """Begin the time for the first headers, and let the application know whose connection this is."""
        super().connection_made(transport)
        self._number = transport.get_extra_info("socket").fileno()
        tls = transport.get_extra_info("ssl_object")
        certificate = tls.getpeercert(binary_form=True) if tls is not None else None
        if certificate is not None:
            id = id_of(certificate).hex()
            self.app = _of_client(self.app, id)
            self.config.listener.admit(self._number, id)
        self._drop_after(_PATIENCE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline."""
        super().connection_lost(exc)
        self._number = -1  # another connection may have it now
        self._drop_after(None)

    def data_received(self, data: bytes) -> None:
        """Process data. Only complete headers, or the complete rest of an answered request, end the current
        deadline."""
        super().data_received(data)
        self._note_request()
        if self.flow.write_paused or self.transport.is_closing():
            return
        # h11 keeps the beginning of headers here until they are complete.
        begun = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not begun and not self._answered_before_the_end():
            self._drop_after(None)
        elif self._deadline is None:
            self._drop_after(_PATIENCE)

    def pause_writing(self) -> None:
        """Begin the time for reading the answer, of which much is unread."""
        super().pause_writing()
        self._drop_after(_TO_TAKE)

    def resume_writing(self) -> None:
        """End that time: little is unread."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._drop_after(None)

    def on_response_complete(self) -> None:
        """Continue with the next request, or begin a deadline for what the client still has to do."""
        super().on_response_complete()
        self._note_request()
        if self.transport.is_closing():
            self._drop_after(_TO_TAKE)
        elif self._answered_before_the_end():
            self._drop_after(self.rest)

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that made no further request."""
        super().timeout_keep_alive_handler()
        self._drop_after(_TO_TAKE)

    @property
    def rest(self) -> float:
        """Seconds in which the client must send the rest of a request that was already answered."""
        return _PATIENCE

    def _note_request(self) -> None:
        """Note whether there is a complete request to be answered; until then the connection may be dropped."""
        shares, cycle = self.config.listener.shares, self.cycle
        # uvicorn sets it to None at first.
        if cycle is not None and not (cycle.response_complete or cycle.more_body):  # type: ignore[redundant-expr]
            shares.work(self._number)
        else:
            shares.rest(self._number)

    def _answered_before_the_end(self) -> bool:
        return self.conn.our_state is h11.DONE and self.conn.their_state is h11.SEND_BODY

    def _drop_after(self, seconds: float | None) -> None:
        """Drop the connection after ``seconds`` unless this is called again; None: no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self.transport.abort) if seconds is not None else None


def _of_client(app: Any, id: str) -> Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]:
    """``app`` for the connection of the computer with this ``id``, which uvicorn does not tell it."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "client_id": id}, receive, send)

    return answer


class _PublicProtocol(_DeskProtocol):
    """The protocol for public clients, from whom little needs to be read to its end."""

    def connection_made(self, transport: Any) -> None:
        """Limit the buffer of the system, then begin."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNTAKEN)
        super().connection_made(transport)

    @property
    def rest(self) -> float:
        """Just long enough for the answer to arrive."""
        return _REST_OF_THE_PUBLIC


LOOPBACK = "127.0.0.1"
HERE = (LOOPBACK, "::1")
"""The addresses that only this computer can reach."""
_MOST_ADDRESSES = 4
"""The most addresses of an invitation."""
_AT_ONCE = 32
"""The backlog of desks: connections that wait to be accepted."""
_AT_ONCE_OF_THE_PUBLIC = 256
"""The backlog of the public. It is large since all phones ask at the same time when results are published, and a client
that is not accepted tries again only after a second."""
_KEEP_ALIVE = 75
"""Seconds that a connection may wait for the next request."""
_KEEP_ALIVE_OF_PHONES = 5
"""The same for phones. It is short since in a full hall all phones ask within two seconds, each with a stream open
besides."""
_MOST_OF_THE_PUBLIC = 6000
"""The most public connections at once: two for each phone, and some to spare."""
_TURN = 0.0002
"""Seconds after which a thread that makes pages must let another run: Python's default of 5 ms would delay desks
several times for each hand."""
_MOST_HEADERS = 16 * 1024
"""In bytes."""
_MOST_ON_WINDOWS = 500
"""The most connections of a process on Windows, where ``select`` takes at most 512 sockets."""
_FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_FILES_BESIDE = 600
"""The number of files that the process has open besides connections."""
_TO_FINISH = 10
"""Seconds in which requests must be answered when the server ends."""
_TO_SEND = 0.3
"""Seconds for sending the last answers when the server ends."""
_TO_DROP = 0.02
"""Seconds for closing connections that were dropped."""
_STEP = 0.1
"""Seconds between two checks whether all desks have reported their entries."""
_PAUSE = 0.5
"""Seconds between two checks for desks to be ended."""
_CHECKS_BETWEEN_STORES = 20
"""After this many checks the times at which desks were last seen are stored."""


@dataclass(frozen=True, slots=True)
class Sharing:
    """How an event is shared."""

    host: str = LOOPBACK
    """The address at which desks are served; ``0.0.0.0`` and ``::``: every address of this computer."""
    port: int | None = 0
    """0: the port of the last time if it is free, else any free one; None: that of the last time, else a fixed one."""
    confirm_on_two: bool = False
    announce: bool = False
    new_invitation: bool = False
    """Whether earlier invitations become invalid."""
    anyway: bool = False
    """Whether to remain the host even if another computer has replaced this one."""
    anew: bool = False
    """Whether this computer becomes a new first host, whose invitation every desk needs."""
    deputies: tuple[str, ...] = ()
    """The names of desks that may take over, in order, once they have joined."""
    public_port: int | None = None
    """The port of the public over plain HTTP; 0: the port of the last time if it is free, else a fixed one, else any;
    None: no public pages."""


class EventServer:
    """The server of ``book``, which nothing else may use until `run` has returned. It listens from the beginning.

    Raises CannotListen; OSError if its files cannot be written; Refused for an event that cannot be shared.
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
        """``fault`` receives errors of the program, ``remark`` everything else that should be reported, in any thread.

        ``public`` makes the public server from a function that returns the current event and from the host's thread.
        """
        event, now = event_id(book), datetime.now(UTC)
        self._folder = HostFolder(str(event), Path(book.place))
        ticket = self._folder.ticket(now, new=self._folder.asked_for_new_ticket() or sharing.new_invitation)
        self._admitted = self._folder.admitted()
        if lost_host is not None:
            known = (each for each in book.view.journal if each.record.position <= lost_host.entries)
            self._admitted.adopt(lost_host.desks, pins_in(known), now)
        kept = kept_key(self._folder.path, now)
        self._signing = signing_of(self._folder, str(event), kept.key, anew=sharing.anew)
        if self._signing.stepped_back and sharing.anyway:
            self._signing = signing_of(self._folder, str(event), kept.key, anew=True)
        if lost_host is None:
            self._refuse_replaced(sharing)
        self._stored = self._signing.known.signed
        """The statements in the file."""
        self._folder.keep_statements(self._stored)
        self._ended = set[str]()
        """The ids of desks that were ended, so that no option names them as deputies again."""
        self._socket = listening_at(sharing.host, sharing.port, ticket.port)
        listener = None
        if public is not None and sharing.public_port is not None:
            try:
                listener = public_socket(sharing.host, sharing.public_port, ticket.public_port)
            except BaseException:
                self._socket.close()  # so that the next attempt finds its port free
                raise
        port = self._socket.getsockname()[1]
        self._hosts = hosts = hosts_at(sharing.host)
        for ended in self._folder.asked_to_end():
            for desk in self._joined(ended):
                self._forget_deputy(desk.id)
                self._admitted.end(desk.name)
            self._folder.forget_ended(ended)
        for problem in (*kept.remarks, *self._admitted.remarks):
            remark(problem)
        self._tls = ServerTls(kept.key)
        self._tls.know(desk.certificate for desk in self._admitted.all(now))
        self._sharing, self._remark, self._fault, self._lost_host = sharing, remark, fault, lost_host
        self._failed: Exception | None = None
        self._copy_reported = False
        self.invitation = Invitation(
            tuple(joined_address(host, port) for host in hosts),
            event,
            book.view.settings.name,
            self._signing.path.first,
            bytes.fromhex(ticket.ticket),
        )
        self.expires = ticket.expires
        self._desks = DeskServer(
            Host(
                book,
                confirm_on_two=sharing.confirm_on_two,
                gathering=lost_host is not None,
                signing=self._signing,
                kept_end=lost_host.end if lost_host is not None else None,
            ),
            self.invitation,
            self._admitted,
            Throttle(),
            self._folder.joining(),
            admitted=self._tls.know,
            keep_statements=self._keep_statements,
            ended=self._forget_deputy,
            name_deputy=self._name_deputy,
            id=kept.key.id,
            computer=platform.node(),
            desk=lost_host.desk if lost_host is not None else "",
            expires=ticket.expires,
            fault=fault,
        )
        self._public: PublicSide | None = None
        """The public server, if there is one."""
        if public is not None and listener is not None:
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
        self._folder.forget_new_ticket()
        self._folder.asked_to_stop()  # an earlier server was
        self._server = StoppableServer(self._desks, self._tls, self._look_after)

    @property
    def fingerprint(self) -> bytes:
        """The SHA-256 of the certificate of this computer, which is its id in the event."""
        return self._signing.key.id

    @property
    def public_addresses(self) -> tuple[str, ...]:
        """The public addresses as ``host:port``, the most likely first; empty if there are none."""
        if self._public is None:
            return ()
        return tuple(joined_address(host, self._public.port) for host in self._hosts)

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until `stop` or a signal (signals only in the main thread); ``ready`` is called when desks can connect,
        or when the takeover is complete.

        When it returns, everything that was confirmed is on the disk. Raises OSError, and what ``ready`` or the
        takeover raises.
        """
        try:
            with self._announced():
                run_server(self._server, self._gathering(ready), self._socket)
        finally:
            self._socket.close()
            if self._public is not None:
                self._public.close()
            self._desks.close()
            self._admitted.keep()
        if self._failed is not None:
            raise self._failed

    def stop(self) -> None:
        """Make `run` return soon. Any thread may call it."""
        self._server.should_exit = True

    def _refuse_replaced(self, sharing: Sharing) -> None:
        """Ask the computers that may have replaced this host. Raise StoreUnavailable if one did, and not ``anyway``."""
        signing = self._signing
        for found in serving(signing.known.event, self._deputies_asked()):
            signing.receive(found.hello.statements)
            if not sharing.anyway and found.path == signing.known.host != signing.own_path:
                raise StoreUnavailable(hosted_elsewhere(found))
        if signing.known.host != signing.own_path:
            if not sharing.anyway:
                raise StoreUnavailable(replaced())
            signing.stay(new_naming)

    def _deputies_asked(self) -> list[tuple[str, bytes]]:
        """Where to ask the computers that may know who hosts the event.

        A computer that took over knows as a desk where the host was that it replaced, which may have returned.
        """
        known, ids = self._signing.known, set(places_to_ask(self._signing.known)) - {self._signing.key.id}
        admitted = ((each.serves_at, bytes.fromhex(each.id)) for each in self._admitted.all(datetime.now(UTC)))
        try:
            kept = kept_host(self._folder.path)
        except OSError:
            kept = None
        as_desk = (
            kept.places(ids) if kept is not None and (kept.event, kept.first) == (known.event, known.first) else ()
        )
        places = dict.fromkeys((*admitted, *as_desk))
        return [(address, id) for address, id in places if address and id in ids]

    async def _look_for_hosts(self) -> None:
        """Ask deputies that are not connected, and the one to hand over to, whether one has replaced this host."""
        places = await asyncio.to_thread(self._deputies_asked)
        here = self._desks.connected
        names = {desk.id: desk.name for desk in self._admitted.all(datetime.now(UTC))}
        successor = self._signing.successor
        missing = [place for place in places if place[1].hex() == successor or names.get(place[1].hex()) not in here]
        for found in await asyncio.to_thread(serving, self._signing.known.event, missing) if missing else ():
            await self._desks.receive(found.hello.statements)

    async def _follow_decisions(self) -> None:
        """Name the deputies that somebody chose, and do what somebody decided."""
        wanted = await asyncio.to_thread(self._folder.deputies)
        decision = await asyncio.to_thread(self._folder.decided)
        others = (each for each in self._admitted.all(datetime.now(UTC)) if each.id != self._signing.key.id.hex())
        certificates = {desk.id: desk.certificate for desk in others}
        named = [each.id.hex() for each in self._signing.known.deputies(self._signing.path)]
        if wanted is None:
            wanted = tuple(named) + self._chosen_by_name(named)
        left = list(dict.fromkeys(id for id in wanted if id in certificates))[:MOST_DEPUTIES]

        def decide(_: Host) -> None:
            signing = self._signing
            try:
                if decision is not None:
                    _decide(signing, *decision)
            except Refused as refused:
                for problem in refused.problems:
                    self._remark(problem)
            if left != named and not signing.successor:  # while it hands over, that deputy comes first
                signing.name_deputies([certificates[id] for id in left], new_naming)
            self._keep_statements(signing.known.signed)

        renamed = left != named and not self._signing.successor
        if decision is not None or renamed or self._signing.known.signed != self._stored:
            await self._desks.hosting.do(decide)

    def _chosen_by_name(self, named: list[str]) -> tuple[str, ...]:
        """The ids of the desks that the options name as deputies and that are not yet."""
        desks = {desk.name: desk.id for desk in self._admitted.all(datetime.now(UTC))}
        return tuple(
            id
            for id in (desks[name] for name in self._sharing.deputies if name in desks)
            if id not in named and id not in self._ended
        )

    def _forget_deputy(self, id: str) -> None:
        """Let a desk that is ended be no deputy if it joins again. Raises OSError."""
        self._ended.add(id)
        chosen = self._folder.deputies()
        if chosen is not None and id in chosen:
            self._folder.keep_deputies(tuple(each for each in chosen if each != id))

    def _keep_statements(self, statements: tuple[Signed, ...]) -> None:
        """Store what hosts stated; if that fails, it is tried again at each look."""
        if statements != self._stored:
            with suppress(OSError):
                self._folder.keep_statements(statements)
                self._stored = statements

    def _gathering(self, ready: Callable[[], None]) -> Callable[[], None]:
        """The function to call when desks can connect; in a takeover it calls ``ready`` only when that is complete."""
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
        from ui.joining.discovery import announce, browse

        invitation = self.invitation
        hosts = [host for host in self._hosts if _is_ip(host)]
        port = self._socket.getsockname()[1]
        with (
            closing(
                announce(
                    invitation.event,
                    invitation.name,
                    port,
                    self.fingerprint,
                    hosts,
                    self._remark,
                    computer=platform.node(),
                )
            ),
            closing(browse(self._look_for_copies, self._remark)),
        ):
            yield

    def _look_for_copies(self, found: "tuple[FoundEvent, ...]") -> None:
        """Report, once, that a computer which is no host of this event announces it; called in another thread."""
        known = self._signing.known
        begins = {id[:4].hex() for id in (self.fingerprint, *places_to_ask(known), *known.host.hosts)}
        copies = (each for each in found if each.event == self.invitation.event)
        copy = next((each for each in copies if each.fingerprint_begin not in begins), None)
        if copy is not None and not self._copy_reported:
            self._copy_reported = True
            text = mark(
                "Another computer shares a copy of this event at {address}: what is entered at one of them is missing "
                "at the other. Stop sharing one of them.",
                address=copy.addresses[0],
            )
            self._remark(Problem("event-copy", text, "network", Gravity.REMARK))

    async def _look_after(self) -> None:
        """Run beside the server: end desks, stop when asked to, and store when desks were last seen."""
        if self._public is not None:
            async with self._public.served():
                await self._look_after_desks()
        else:
            await self._look_after_desks()

    async def _look_after_desks(self) -> None:
        always, seldom = (
            (
                self._renew_ticket_if_asked,
                self._end_desks,
                self._follow_decisions,
                self._look_for_successor,
                self._stop_if_asked,
            ),
            (
                self._look_for_hosts,
                partial(asyncio.to_thread, self._admitted.keep),
            ),
        )
        failed = False
        for look in count(1):
            for step in (*always, *(seldom if look % _CHECKS_BETWEEN_STORES == 0 else ())):
                try:
                    await step()
                except OSError:
                    pass  # tried again at the next look, as the others are
                except Exception as error:  # noqa: BLE001  # what cannot be done must not end the rest
                    if not failed:
                        self._fault(error)
                    failed = True
            await asyncio.sleep(_PAUSE)

    async def _look_for_successor(self) -> None:
        """Ask the deputy to which this host hands over whether it has taken over."""
        if self._signing.successor:
            await self._look_for_hosts()

    async def _stop_if_asked(self) -> None:
        if await asyncio.to_thread(self._folder.asked_to_stop):
            self.stop()

    async def _renew_ticket_if_asked(self) -> None:
        if await asyncio.to_thread(self._folder.asked_for_new_ticket):
            await asyncio.to_thread(self._renew_ticket)

    def _renew_ticket(self) -> None:
        """Make a new ticket, after which the earlier one is invalid."""
        kept = self._folder.ticket(datetime.now(UTC), new=False)
        fresh = self._folder.ticket(datetime.now(UTC), new=True)
        self.invitation = replace(self.invitation, ticket=bytes.fromhex(fresh.ticket))
        code = encode(self.invitation)
        changed = structs.replace(kept, ticket=fresh.ticket, expires=fresh.expires, invitation=code)
        self._folder.keep_ticket(changed)
        self._folder.forget_new_ticket()
        self.expires = fresh.expires
        self._desks.invitation, self._desks.expires = self.invitation, self.expires

    async def _end_desks(self) -> None:
        for ended in await asyncio.to_thread(self._folder.asked_to_end):
            for desk in self._joined(ended):
                await self._desks.end_desk(desk.name)
            await asyncio.to_thread(self._folder.forget_ended, ended)

    def _name_deputy(self, desk: AdmittedDesk) -> None:
        """Let ``desk`` take over, if it can serve the event and there are not too many deputies."""
        from ui.server.deputies import with_deputy

        with suppress(Refused):
            with_deputy(self._folder, str(self.invitation.event), desk)

    def _joined(self, id: str) -> list[AdmittedDesk]:
        return [desk for desk in self._admitted.all(datetime.now(UTC)) if desk.id == id]


def _decide(signing: HostSigning, decision: HostDecision, deputy: str) -> None:
    """Do what somebody decided. Raises Refused if that is not possible any more."""
    match decision:
        case HostDecision.STAY:
            signing.stay(new_naming)
        case HostDecision.FOLLOW:
            signing.stepped_back = True
        case HostDecision.HAND_OVER:
            signing.hand_over(deputy, new_naming)
        case _:
            assert_never(decision)


class Served(Protocol):
    """An application and its streams, as a server needs them."""

    @property
    def app(self) -> Callable[..., Any]:
        """The ASGI application."""

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""


class ServedToAll(Served, Protocol):
    """The application for the public pages of one event."""

    async def follow(self) -> None:
        """Watch for changes until this task is cancelled."""

    def close(self) -> None:
        """Release its resources."""


class EventsServedToAll(ServedToAll, Protocol):
    """The application for the public pages of several events."""

    def add(self, event: str, view: Callable[[], View], phones: Hosting) -> None:
        """Add the event with this id. ``view`` returns its current state, and ``phones`` carries out the commands of
        phones. Any thread may call it."""


class PublicSide:
    """Serves ``public`` at ``listener`` over plain HTTP, in a thread beside the server of the desks.

    When results are published, all phones ask at once; desks are answered in between.
    """

    def __init__(self, public: ServedToAll, listener: LimitedListener) -> None:
        self._public, self._listener = public, listener
        self.port = int(listener.getsockname()[1])
        self._server = _PublicServer(
            _config(
                public.app,
                _PublicProtocol,
                keep_alive=_KEEP_ALIVE_OF_PHONES,
                forwarded_allow_ips=list(HERE),
                backlog=_AT_ONCE_OF_THE_PUBLIC,
            )
        )
        self._server.config.listener = listener

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Serve until the context is left."""
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
    """uvicorn's server, without its handling of signals: the server of the desks does that."""

    config: "_LimitedConfig"

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # uvicorn's is a generator's
        """Do nothing."""
        return nullcontext()


class StoppableServer(Server):
    """uvicorn's server, which closes the streams when it ends and leaves signals to `_stopped_by_signals`."""

    config: "_LimitedConfig"

    def __init__(self, desks: Served, tls: ServerTls, look_after: Callable[[], Coroutine[Any, Any, None]]) -> None:
        super().__init__(
            _config(
                desks.app,
                _DeskProtocol,
                keep_alive=_KEEP_ALIVE,
                proxy_headers=False,
                ssl_context_factory=lambda _config, _default: tls.context,
            )
        )
        self._desks, self._look_after = desks, look_after

    async def serve_with(self, ready: Callable[[], None], listener: LimitedListener) -> None:
        """Serve at ``listener``."""
        self._ready, self._listener = ready, listener
        self.config.listener = listener
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
        """Start, then call ``ready``."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close streams at once, and wait for other requests to be answered."""
        self._desks.finish_streams()
        dropping = asyncio.create_task(self._drop_idle())
        await super().shutdown(sockets)
        dropping.cancel()

    async def _drop_idle(self) -> None:
        """Drop idle connections: a desk would confirm their end only when it next sends something."""
        while tasks := self.server_state.tasks:
            await asyncio.wait(tasks)
        await asyncio.sleep(_TO_SEND)
        self._listener.drop_all()


class _LimitedConfig(Config):
    """uvicorn's configuration, from which each connection learns at which ``listener`` it arrived."""

    listener: LimitedListener


def _config(
    app: Callable[..., Any], protocol: type[_DeskProtocol], *, keep_alive: int, backlog: int = _AT_ONCE, **more: Any
) -> _LimitedConfig:
    return _LimitedConfig(
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
        backlog=backlog,
        timeout_keep_alive=keep_alive,
        timeout_graceful_shutdown=_TO_FINISH,
        **more,
    )


def run_server(server: StoppableServer, ready: Callable[[], None], listener: LimitedListener) -> None:
    """Let ``server`` serve at ``listener`` until it is asked to stop."""
    with (
        _stopped_by_signals(server),
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,  # on Windows, too, it asks `LimitedListener`
    ):
        runner.run(server.serve_with(ready, listener))


@contextmanager
def _stopped_by_signals(server: Server) -> Iterator[None]:
    """Make SIGTERM, Ctrl+C and on Windows Ctrl+Break stop ``server``; the program continues after it."""
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
    """The id of the event, by which an invitation names it. Raises Refused."""
    if not len(book.view.journal):
        raise Refused(Problem("event-empty", mark("This file contains no event: its creation was interrupted.")))
    try:
        return UUID(book.view.journal[0].id)
    except ValueError as error:
        text = mark("This event cannot be shared: the id of its first entry is not a UUID.")
        raise Refused(Problem("event-id", text)) from error


def listening_at(host: str, port: int | None, last: int) -> LimitedListener:
    """A socket at ``host`` and ``port``. Raises CannotListen.

    Port 0 means ``last`` if that is free, else any; None: ``last``, else the first of `places.DESK_PORTS` that is free,
    else any.
    """
    try:
        bound = _bound_again(host, port or 0, (last, *(places.DESK_PORTS if port is None else ())))
    except OSError as error:
        text = mark(
            "Desks cannot be served at {address}: {reason}. Choose another --host or --port.",
            address=joined_address(host, port or 0),
            reason=(error.strerror or str(error)).partition(" (")[0],
        )
        raise CannotListen(text) from error
    return LimitedListener(bound, _MOST, _MOST_OF_AN_ADDRESS, patience=_PATIENCE)


def public_socket(host: str, port: int, last: int = 0) -> LimitedListener:
    """The socket of the public. Raises CannotListen.

    Port 0 means ``last`` if that is free, else the first of `places.PUBLIC_PORTS` that is, else any.
    """
    most = min(_MOST_OF_THE_PUBLIC, _allowed_files(_MOST_OF_THE_PUBLIC + _FILES_BESIDE) - _FILES_BESIDE)
    try:
        bound = _bound_again(host, port, (last, *places.PUBLIC_PORTS))
        # A hall may have one address.
        return LimitedListener(bound, max(1, most), max(1, most), patience=_PATIENCE, last_word=_FULL)
    except OSError as error:
        text = mark("Nobody can be served at {address}: {reason}. Choose another --public-port.",
                    address=joined_address(host, port),
                    reason=(error.strerror or str(error)).partition(" (")[0])  # fmt: skip
        raise CannotListen(text) from error


def _allowed_files(wanted: int) -> int:
    """The number of connections and files that this process may have; tries to raise it to ``wanted``."""
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


def _bound_again(host: str, port: int, rather: Iterable[int]) -> socket.socket:
    """A socket at ``port``; port 0 means the first of ``rather`` that is free, else any."""
    for each in rather if not port else ():
        if each:
            with suppress(OSError):
                return _bound(host, each)
    return _bound(host, port)


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except UnicodeError as error:  # a part of the name is empty or too long
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)) from error
    # On systems with both protocols, “::” stands for the addresses of IPv4 as well.
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server(address, family=family, dualstack_ipv6=both)


def hosts_at(host: str) -> tuple[str, ...]:
    """The names or addresses by which desks reach a server that listens at ``host``, the likeliest first."""
    if host not in ("0.0.0.0", "::"):  # it is what the user asks for
        return (host,)
    try:
        _, _, named = socket.gethostbyname_ex(socket.gethostname())
    except OSError:
        named = []
    others = (each for each in named if not ip_address(each).is_loopback)
    found = (*_usual_address(), *others) or tuple(str(each.ip) for each in own_interfaces())
    return tuple(dict.fromkeys(found))[:_MOST_ADDRESSES] or (LOOPBACK,)


def _usual_address() -> tuple[str, ...]:
    """The address of this computer towards others; empty if its network leads to no other. Nothing is sent."""
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
