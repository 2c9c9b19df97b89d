"""Shares the events of a database from this process, one of several workers. The database contains all their state.

Two kinds of threads wait for the database: the thread of each event's host, and one that learns what other workers
wrote.
"""

import asyncio
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from itertools import count
from pathlib import Path
from threading import Lock
from uuid import UUID

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from tournament.event.problem import Gravity, Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.language import mark
from tournament.sharing.host import Host
from tournament.sharing.invitation import Invitation
from tournament.sharing.keys import made_key, read_key
from tournament.sharing.tickets import standing_ticket
from tournament.storage.postgres_desks import DESKS, Change, Desk, SharedDatabase, Ticket
from tournament.use_cases import StoreDamaged, StoreUnavailable
from tournament.use_cases.book import DatabaseBook
from ui.server.admitted import AdmittedDesk, AdmittedDesks, EarlierSignIn, desk_named
from ui.server.desks_mount import DesksMount
from ui.server.host_folder import new_ticket
from ui.server.hosting import EventSummary
from ui.server.joining import JoiningChange, JoiningState, decode_state, note_end
from ui.server.ports import LOOPBACK, Ports
from ui.server.requests import address_of, client_id, refuse_fast
from ui.server.served_event import ServedEvent
from ui.server.serving import event_id
from ui.server.takeover import first_host
from ui.server.throttle import Rate, Throttle
from ui.server.tls import ServerTls
from ui.server.two_ports import EventsServedToAll, EventsServer

_PAUSE = 0.5
"""Seconds of one wait for notifications of other workers."""
MOST_INVITED = 8
"""The most addresses of an invitation to a database."""
_HEARD_ELSEWHERE = timedelta(seconds=15)
"""Time after which a desk that no other worker has heard is away: they say whom they hear every few seconds."""
_ALL = 10
"""After this many waits everything is read again, and the times at which desks were last seen are stored."""


@dataclass(frozen=True, slots=True)
class DatabaseSharing:
    """How the events of a database are shared."""

    host: str = LOOPBACK
    port: int | None = 0
    """0: any free one; None: a fixed one if it is free, else any."""
    proxy: str = ""
    """``host:port`` at which a proxy passes the connections of desks through, with their TLS; empty: there is none."""
    new_invitation: bool = False
    public_port: int | None = None
    """The port at which the public is served over plain HTTP; None: it is not served."""


class DatabaseDesks(AdmittedDesks):
    """The desks of one event of a database. Each change is made on top of the changes of other workers."""

    def __init__(self, database: SharedDatabase, event: str) -> None:
        self._database, self._event = database, event
        self._change: Change | None = None
        self._ended = set[str]()
        self._kept = dict[str, datetime]()
        """The time at which each desk was last seen, as the database has it, by its id."""
        super().__init__(Path())

    def refresh(self) -> None:
        """Read the desks from the database; later times at which they were seen here remain."""
        with self._lock:
            found = self._database.desks(self._event)
            self._desks = self._with_times_seen(found)
            self._kept = {row[0]: row[5] for row in found}

    def latest(self, now: datetime) -> tuple[AdmittedDesk, ...]:
        """The desks as the database has them now. Raises StoreUnavailable."""
        self.refresh()
        return self.all(now)

    def take_ended(self) -> set[str]:
        """The names of the desks that other workers ended since the last call."""
        with self._lock:
            ended, self._ended = self._ended, set()
        return ended

    def keep(self) -> None:
        """Store when desks were last seen. Raises StoreUnavailable."""
        heard = [desk for desk in self._desks if desk.last_word > self._kept.get(desk.id, desk.last_word)]
        if heard:
            self._database.hear([_row(desk) for desk in heard])
            self._kept |= {desk.id: desk.last_word for desk in heard}

    @contextmanager
    def _changing(self) -> Iterator[None]:
        with self._lock:
            before = self._desks
            try:
                with self._database.changing(self._event) as self._change:
                    self._desks = self._with_times_seen(self._change.desks)
                    yield
            except BaseException:
                self._desks = before
                raise

    def _with_times_seen(self, found: tuple[Desk, ...]) -> tuple[AdmittedDesk, ...]:
        heard, known = {desk.id: desk for desk in self._desks}, {row[0] for row in found}
        self._ended |= {desk.name for desk in self._desks if desk.id not in known}
        desks = (_desk(row) for row in found)
        return tuple(max(desk, heard.get(desk.id, desk), key=lambda each: each.last_word) for desk in desks)

    def _write(self, desks: tuple[AdmittedDesk, ...]) -> None:
        assert self._change is not None, "within `_changing`"
        self._change.write([_row(desk) for desk in desks])
        self._desks = desks

    def _read(self) -> tuple[AdmittedDesk, ...]:
        return ()  # `refresh` brings them


class DatabaseJoining:
    """Who may join one event of a database; each worker finds the same."""

    def __init__(self, database: SharedDatabase, event: str) -> None:
        self._database, self._event = database, event

    def read(self) -> JoiningState:
        """The state as it is now."""
        return decode_state(self._database.joining(self._event))

    @contextmanager
    def changing(self) -> Iterator[JoiningChange]:
        """A change, which is written if the block ends without an error."""
        with self._database.changing_joining(self._event) as row:
            change = JoiningChange(decode_state(row.state).lasting(datetime.now(UTC)))
            yield change
            row.state = encode(change.state).decode()


class DatabaseDecisions:
    """Decides about the desks of one event of a database, on any computer that reaches it."""

    def __init__(self, database: SharedDatabase, event: str) -> None:
        self._database, self._event = database, event
        self.kept = DatabaseJoining(database, event)
        self.desks = DatabaseDesks(database, event)

    def end(self, name: str) -> None:
        """End the desk of this name. Raises Refused if there is none, and StoreUnavailable."""
        desk = desk_named(self.desks.latest(datetime.now(UTC)), name)
        ticket = self._database.tickets().get(self._event)
        if ticket is not None:
            note_end(self.kept, standing_ticket(bytes.fromhex(ticket.ticket), ticket.expires), desk)
        self.desks.end(desk.name)

    def end_all(self) -> None:
        """End all desks, and make a new ticket. Raises StoreUnavailable."""
        now = datetime.now(UTC)
        fresh = new_ticket(now)
        self._database.begin(self._event, Ticket(fresh.ticket, fresh.expires), now, new=True)
        for desk in self.desks.latest(now):
            self.desks.end(desk.name)

    def invitation(self, name: str, ticket: bytes) -> Invitation:
        """The invitation with ``ticket`` to the event of this ``name``, at all workers that share the database.

        Raises Refused if none does.
        """
        addresses = self._database.workers(datetime.now(UTC))
        key = read_key(self._database.kept_key(made_key(datetime.now(UTC)).pem))
        if not addresses or key is None:
            text = mark("Nobody shares this database now, so an invitation would lead nowhere: “serve” shares it.")
            raise Refused(Problem("invitation-nowhere", text, "invite"))
        return Invitation(addresses[:MOST_INVITED], UUID(self._event), name, key.id, ticket)


class ServedDatabase:
    """All events of ``database`` while this process shares them. It listens from the beginning.

    Raises CannotListen, OSError, StoreUnavailable, StoreDamaged; Refused if no event can be shared.
    """

    def __init__(
        self,
        database: SharedDatabase,
        sharing: DatabaseSharing,
        *,
        public: EventsServedToAll | None = None,
        fault: Callable[[Exception], None],
        remark: Callable[[Problem], None],
    ) -> None:
        """``fault`` receives errors of the program, ``remark`` everything else that should be reported.

        ``public`` is served at the public port, and every event is added to it.
        """
        self._database, self._fault, self._remark, self._public_events = database, fault, remark, public
        try:
            key = read_key(database.kept_key(made_key(datetime.now(UTC)).pem))
            if key is None:
                raise StoreDamaged(mark("The key of the host in the database is damaged: restore it from a backup."))
            public_port = sharing.public_port if public is not None else None
            self._ports = Ports(sharing.host, sharing.port, public_port, proxy=sharing.proxy)
        except BaseException:
            database.close()
            raise
        self._key, self._tls, self.fingerprint = key, ServerTls(key), key.id
        self.address, self.public_addresses = self._ports.addresses[0], self._ports.public_addresses
        self._events = dict[str, tuple[DesksMount, DatabaseDesks]]()
        self._books = list[DatabaseBook]()
        self.app = Router([Route("/health", self._health)], redirect_slashes=False, default=self._pass_on)
        """The ASGI application."""
        self._unfit = set[str]()
        """The events that cannot be shared; each was reported once."""
        self._rates = Rate(10, 60)
        """Limits the requests of an address about unknown computers."""
        self._opening = Lock()
        self._workers: tuple[str, ...] = ()
        """The addresses of all workers, as the database has them."""
        self._reached = True
        """Whether the database answered at the last attempt."""
        try:
            database.see_worker(self._ports.addresses, datetime.now(UTC))
            self._refresh(new=sharing.new_invitation)
            if not self._events:
                text = mark("There is no event in this database that can be shared: “shared put” puts one there.")
                raise Refused(Problem("database-empty", text, "database"))
        except BaseException:
            self._close()
            raise
        self._server = EventsServer(self._ports, self, self._tls, self._look_after, public)

    @property
    def invitations(self) -> Mapping[str, Invitation]:
        """The invitation to each event, by its id."""
        return {id: mount.event.invitation for id, (mount, _) in sorted(self._events.items())}

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until `stop` or a signal (signals only in the main thread); ``ready`` is called when desks can
        connect."""
        try:
            self._server.run(ready)
        finally:
            try:
                self._keep()
                self._database.forget_worker(self._ports.addresses)
            except StoreUnavailable as error:  # a last word, which nobody was promised
                self._remark(Problem("last-words", error.text, "database", Gravity.REMARK))
            self._server.close()
            self._close()

    def stop(self) -> None:
        """Make `run` return soon. Any thread may call it."""
        self._server.stop()

    def _close(self) -> None:
        """Release everything, once no request is in progress."""
        self._ports.close()
        for mount, _ in self._events.values():
            mount.close()
        for book in self._books:
            book.close()
        self._database.close()

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        for mount, _ in self._events.values():
            mount.finish_streams()

    # Which event

    async def _pass_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the event that it is about, or else to any."""
        request, mount = Request(scope), next(iter(self._events.values()))[0]
        answer: Response | None = None
        try:
            mount = await self._mount_of(request) or mount
        except Exception as error:  # noqa: BLE001  # one request must not harm the others
            answer = mount.failure(request, error)
        await (answer or mount.app)(scope, receive, send)

    async def _health(self, _request: Request) -> Response:
        status = HTTPStatus.OK if self._reached else HTTPStatus.SERVICE_UNAVAILABLE
        return JSONResponse({"events": len(self._events)}, status)

    async def _mount_of(self, request: Request) -> DesksMount | None:
        """The event that the address names, or that of the desk that asks or is asked about; None if there is none."""
        path = request.url.path
        if path == "/hello" or path.startswith("/join/"):
            with suppress(ValueError):
                return self._named(UUID(request.query_params.get("event", "")))
            return None
        id = path.removeprefix("/joined/") if path.startswith("/joined/") else client_id(request)
        return await self._of_desk(request, id) if id else None

    def _summaries(self) -> tuple[EventSummary, ...]:
        """All events, if these are several."""
        found = tuple(mount.event.hosting.summary for mount, _ in self._events.values())
        return found if len(found) > 1 else ()

    def _named(self, id: UUID) -> DesksMount | None:
        """The event with this ``id``, however the database spells it."""
        return next((mount for mount, _ in self._events.values() if mount.event.invitation.event == id), None)

    async def _of_desk(self, request: Request, id: str) -> DesksMount | None:
        now = datetime.now(UTC)
        for mount, desks in self._events.values():
            if any(desk.id == id for desk in desks.all(now)):
                return mount
        refuse_fast(self._rates.taken(address_of(request), time.monotonic()))
        name = await asyncio.to_thread(self._database.event_of, id)
        if name is not None:
            await asyncio.to_thread(self._refresh)
        return self._events[name][0] if name in self._events else None

    async def _asked_for(self, id: UUID, ticket: bytes) -> DesksMount | None:
        """The event with this ``id``; the database is read first if it is unknown or somebody has a ``ticket``."""
        if ticket or self._named(id) is None:  # another worker may just have ended the ticket, or made it
            await asyncio.to_thread(self._refresh)
        return self._named(id)

    # What others did

    async def _look_after(self) -> None:
        stale = False
        """Whether a notification may have been missed."""
        for look in count(1):
            try:
                moved = await asyncio.to_thread(self._database.wait, _PAUSE)
                every = stale or moved is None or look % _ALL == 0
                if every or any(what == DESKS or id not in self._events for what, id in moved or ()):
                    await asyncio.to_thread(self._refresh)
                    for mount, _ in self._events.values():
                        mount.event.notify()
                await self._end_desks()
                for mount, _ in tuple(self._events.values()):
                    await mount.event.look_who_is_here(_HEARD_ELSEWHERE)
                if look % _ALL == 0:
                    await asyncio.to_thread(self._keep)
                await self._read_on(None if every else {id for _, id in moved or ()})
                stale = False
                self._reached = True
            except (StoreUnavailable, StoreDamaged):  # who asks for something is told
                stale, self._reached = True, False
                await asyncio.sleep(_PAUSE)
            except Exception as error:  # noqa: BLE001  # a report, and the next look
                self._fault(error)
                stale = True
                await asyncio.sleep(_PAUSE)

    async def _read_on(self, ids: set[str] | None) -> None:
        """Read what other workers wrote to these events (None: to all), so that their desks get it."""
        events = [mount.event for id, (mount, _) in self._events.items() if ids is None or id in ids]
        reading = (event.hosting.do(lambda host: host.book.read_on()) for event in events)
        for failed in await asyncio.gather(*reading, return_exceptions=True):
            if isinstance(failed, BaseException) and not isinstance(failed, StoreDamaged):  # its desks are told that
                raise failed

    async def _end_desks(self) -> None:
        for mount, desks in tuple(self._events.values()):
            for name in await asyncio.to_thread(desks.take_ended):
                await mount.event.forget_desk(name)

    def _refresh(self, *, new: bool = False) -> None:
        """Read events, tickets and desks from the database."""
        with self._opening:
            self._workers = self._database.workers(datetime.now(UTC))
            for id in self._database.events():
                if id not in self._events and id not in self._unfit:
                    self._open(id, new=new)
            tickets = self._database.tickets()
            for id, (mount, desks) in self._events.items():
                event = mount.event
                event.invitation = self._invitation(id, event.invitation.name, tickets[id])
                event.expires = tickets[id].expires
                desks.refresh()
                self._tls.know(desk.certificate for desk in desks.all(datetime.now(UTC)))
            self._tls.keep(self._certificates)

    def _certificates(self) -> Iterator[bytes]:
        """Those of the desks of all events."""
        now = datetime.now(UTC)
        return (desk.certificate for _, desks in self._events.values() for desk in desks.all(now))

    def _open(self, id: str, *, new: bool) -> None:
        try:
            store = self._database.store(id)
            try:
                book = DatabaseBook(store)
            except BaseException:
                store.close()
                raise
            self._books.append(book)
            if book.damage:
                raise Refused(*book.damage)
            event_id(book)
        except (Refused, StoreDamaged) as error:
            text = error.problems[0].text if isinstance(error, Refused) else error.text
            self._remark(Problem("event-unfit", text, id, Gravity.REMARK))
            self._unfit.add(id)
            return
        fresh, now = new_ticket(datetime.now(UTC)), datetime.now(UTC)
        self._database.begin(id, Ticket(fresh.ticket, fresh.expires), now, new=new)
        desks = DatabaseDesks(self._database, id)
        ticket = self._database.tickets()[id]
        event = ServedEvent(
            Host(book, signing=first_host(self._key, id)),
            self._invitation(id, book.view.settings.name, ticket),
            desks,
            DatabaseJoining(self._database, id),
            admitted=self._tls.know,
            expires=ticket.expires,
        )
        mount = DesksMount(event, Throttle(), platform.node(), self._fault, self._asked_for, self._summaries)
        # Replaced, not changed, since other threads may be iterating over it.
        self._events = {**self._events, id: (mount, desks)}
        if self._public_events is not None:
            self._public_events.add(id, lambda: book.view, event.hosting)

    def _invitation(self, id: str, name: str, ticket: Ticket) -> Invitation:
        others = (each for each in self._workers if each not in self._ports.addresses)
        addresses = (*self._ports.addresses, *others)[:MOST_INVITED]
        return Invitation(addresses, UUID(id), name, self.fingerprint, bytes.fromhex(ticket.ticket))

    def _keep(self) -> None:
        self._database.see_worker(self._ports.addresses, datetime.now(UTC))
        for _, desks in self._events.values():
            desks.keep()


def _desk(row: Desk) -> AdmittedDesk:
    _, name, author, role, joined, last_word, address, serves_at, certificate, pin, key, earlier = row
    held = EventRole(role) if role else None
    return AdmittedDesk(name, author, held, joined, last_word, address, certificate, EventRole(key), serves_at, pin,
                        decode(earlier, tuple[EarlierSignIn, ...]))  # fmt: skip


def _row(desk: AdmittedDesk) -> Desk:
    role = desk.role.value if desk.role is not None else None
    return (desk.id, desk.name, desk.author, role, desk.joined, desk.last_word, desk.address, desk.serves_at,
            desk.certificate, desk.pin, desk.key.value, encode(desk.earlier).decode())  # fmt: skip
