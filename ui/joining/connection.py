"""The connection of a desk to the host of a shared event, over HTTP as ``docs/sharing.md`` describes. Calls block.

Nothing is retried here: orders can be sent again without harm, and the caller knows whether that makes sense. At most
two threads use a connection, one of which reads the stream.
"""

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from uuid import UUID

from msgspec import DecodeError, Struct
from msgspec.json import encode

from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.files.typed_json import decode
from tournament.language import Text, mark, verbatim
from tournament.language.harmless import harmless_line
from tournament.ledger.fingerprint import Fingerprint
from tournament.sharing.messages import (
    News,
    Offer,
    PrivateAnswer,
    PrivateQuestion,
    Replaced,
    Reply,
    Said,
    Sync,
    decode_as,
    decode_reply,
    signed_in_at,
)
from tournament.sharing.messages import encode as encode_message
from tournament.sharing.statements import Signed, WrittenPath
from tournament.use_cases import StoreUnavailable
from ui.joining.failures import CertificateChanged, ServerAway, away, was_ended

if TYPE_CHECKING:
    import httpx

REACHED_WITHIN = 2.0
"""Seconds within which a server must accept a connection, for each address."""
ANSWERED_WITHIN = 10.0
"""Seconds within which a host must answer; it may have many orders to write. A silent stream ends sooner."""
SILENT_FOR = 3.0
"""Seconds of silence in the stream after which the server counts as away. It sends something every second."""

_LONGEST_OF_STRANGERS = 30.0
"""Seconds in which an answer of such a server must be complete, however slowly it sends."""
_MOST_OF_STRANGERS = 4 * 1024 * 1024
"""The most bytes that are read of a server before it has shown that it is the host: more than 64 statements have."""
_MOST_OF_A_HOST = 32 * 1024 * 1024
"""The most bytes of one answer of the host. 2,000 entries have a few MB, and what one command wrote is not cut."""
_READ_WITHIN = 60.0
"""Seconds within which the host must have sent an answer to its end, however slowly it sends."""
_MOST_OF_A_LINE = 64 * 1024
"""The most bytes of a line of the stream."""
_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds after which a worker is asked again that has not heard yet that this computer was admitted."""

Found = TypeVar("Found")
Message = TypeVar("Message", Sync, Offer)
Reached = tuple[str, "httpx.Client"]
"""The address at which a server was reached, and the client for it."""
Reach = Callable[[bool], Reached]
"""Connects to the server. The argument is whether to show the certificate of this computer, which only a server that
has admitted it accepts."""


class EventName(Struct, frozen=True):
    """An event that a server shares."""

    event: str
    """The id of the first entry."""
    name: str


class Hello(Struct, frozen=True):
    """What a server answers to a desk that has not joined yet."""

    protocol: int
    event: str
    """The id of the first entry."""
    name: str
    entries: int
    gathering: bool
    """Whether it is taking over, and still collects entries from the desks."""
    host: str
    desk: str = ""
    """The name of the desk that took over, or is taking over."""
    hosting: bool = True
    """Whether it hosts the event still, as far as it knows."""
    path: WrittenPath | None = None
    """The host that it says it is."""
    successor: str = ""
    """The id of the deputy to which it hands over, hexadecimal; empty: to none."""
    statements: tuple[Signed, ...] = ()
    """Those that it knows, of all hosts."""
    desks: int = 0
    """How many desks are connected to it, as it says."""
    since: int = 0
    """How many entries there were when it took over, as it says; 0 for the first host."""
    events: tuple[EventName, ...] = ()
    """All events that it shares, if these are several and the question named none."""
    public: tuple[str, ...] = ()
    """The likeliest address of its public pages, as ``host:port``; empty if it serves none."""


class _SignedIn(Struct, frozen=True):
    role: EventRole


class _Fault(Struct, frozen=True):
    code: str
    text: str
    field: str = ""


class NotJoined(Refused):
    """The host does not know this desk, or its access was ended: it must join again."""


class _NotKnownYet(ServerAway):
    """One of several workers of a database has not heard yet that this computer was admitted."""


class HostBusy(StoreUnavailable):
    """The host did not carry out the request, but may do so later."""

    def __init__(self, text: Text, seconds: float, *, failed: bool) -> None:
        super().__init__(text)
        self.seconds = seconds
        """The least time to wait before the next attempt, in seconds."""
        self.failed = failed
        """Whether the host failed in the middle, so that it may have carried out the request."""


def may_be_done(error: BaseException) -> bool:
    """Whether the server may have carried out the request although the call raised ``error``."""
    import httpx

    if isinstance(error, HostBusy):
        return error.failed
    # httpx raises these before it sends anything.
    never = httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout
    away = isinstance(error, ServerAway) and isinstance(error.__cause__, httpx.RequestError)
    return away and not isinstance(error.__cause__, never)


def way_to(addresses: Sequence[str], id: bytes, answered_within: float = ANSWERED_WITHIN) -> Reach:
    """A function that connects to the computer with this ``id``, whose answers begin in ``answered_within`` seconds.

    It is at one of ``addresses``. This computer does not show its certificate there.
    """

    def reach(_shown: bool) -> Reached:
        from ui.joining.pinned import first_reached, http_client

        address, context = first_reached(addresses, id, REACHED_WITHIN)
        return address, http_client(context, address, answered_within)

    return reach


@dataclass(slots=True)
class _Way:
    address: str
    client: "httpx.Client"
    users: int = 0
    lost: bool = False
    answered: bool = False
    """Whether the server has answered anything there."""


class HostMemory(Protocol):
    """What a desk knows of hosts; `Connection` completes messages from it, and tells it what it hears."""

    def complete(self, message: Message) -> Message:
        """Return ``message`` with what the host should know."""

    def heard(self, question: Sync, said: Said) -> None:
        """Note what the host said."""


class Connection:
    """Sends the requests of this computer to the host, which writes its messages in ``language``.

    Every call raises ServerAway, CertificateChanged, HostBusy (also if the host cannot write), NotJoined, and Refused
    with the host's message. The problem ``protocol-other`` means that one of the two programs must be updated.
    """

    def __init__(
        self,
        reach: Reach,
        language: str,
        id: bytes = b"",
        memory: "HostMemory | None" = None,
    ) -> None:
        """``id`` is that of this computer. ``memory`` is asked and told in the calling thread."""
        self._reach, self._language, self._id, self._memory = reach, language, id, memory
        self.signed_in = frozenset[str]()
        """Who signed in at this desk, as the host said last."""
        self._reaching = Lock()
        """Held while a thread connects to the server, so that the other thread waits instead of connecting too."""
        self._lock = Lock()
        """Guards the attributes below."""
        self._way: _Way | None = None
        self._last_address = ""
        self._sockets: list[socket.socket] = []
        self._closed = Event()

    def hello(self, event: str = "") -> Hello:
        """Ask the server to describe itself and what it knows of ``event``, since it may share several."""
        return _read(self._answered_as_stranger("GET", f"/hello?event={event}" if event else "/hello"), Hello)

    def join(self, request: bytes) -> bytes:
        """Ask the server to admit this computer, and return its answer. The call can be repeated."""
        return self._answered_as_stranger("POST", "/join", request)

    def ask_with_digits(self, event: UUID, request: bytes) -> bytes:
        """Ask the server to admit this computer to ``event`` by six digits, and return its answer."""
        return self._answered_as_stranger("POST", f"/join/code?event={event}", request)

    def confirm(self, event: UUID, message: bytes) -> bytes:
        """Send the server a further ``message`` of a computer that joins ``event``, and return its answer."""
        return self._answered_as_stranger("POST", f"/join/confirm?event={event}", message)

    def welcome(self, event: UUID, id: str) -> bytes:
        """Ask the server whether the computer that waits for approval under this ``id`` may join ``event``."""
        return self._answered_as_stranger("GET", f"/join/{id}?event={event}")

    def wait(self, seconds: float) -> bool:
        """Return whether this connection was closed, after ``seconds`` at most."""
        return self._closed.wait(seconds)

    def sign_in(self, author: str, pin: str) -> EventRole:
        """Let ``author`` act at this desk in the role that ``pin`` opens; return that role."""
        role = self._asked("POST", "/sign-in", _SignedIn, encode({"author": author, "pin": pin})).role
        self.signed_in |= {author}
        return role

    def sync(self, question: Sync) -> Reply:
        """Send ``question`` with the desk's orders, and return the host's answer with new entries."""
        memory = self._memory
        sent = memory.complete(question) if memory is not None else question
        said = decode_reply(self._answer("POST", "/sync", encode_message(sent)))
        if memory is not None:
            memory.heard(question, said)
        if isinstance(said, Replaced):
            raise self._replaced()
        if isinstance(said, News):
            own = [each for each in said.desks if each.id == self._id.hex()]
            self.signed_in = frozenset(name for desk in own for name in signed_in_at(desk))
        return said

    def private(self, question: PrivateQuestion) -> PrivateAnswer:
        """Read or write the data of people at the host; return them as they are there now."""
        found: PrivateAnswer = decode_as(self._answer("POST", "/private", encode_message(question)), PrivateAnswer)
        return found

    def offer(self, offer: Offer) -> None:
        """Send entries that the host lacks to a host that takes over."""
        sent = self._memory.complete(offer) if self._memory is not None else offer
        self._answer("POST", "/offer", encode_message(sent))

    def gathered(self) -> None:
        """End the collection of entries of a host that takes over. Only the desk that takes over may ask this."""
        self._answer("POST", "/gathered")

    def end_desk(self, name: str) -> None:
        """End the access of the desk with this name. The person signed in here needs the right to share the event."""
        self._answer("POST", "/end", encode({"desk": name}))

    def leave(self) -> None:
        """Leave the event: the host does not accept this computer any more."""
        self._answer("POST", "/leave")

    def stream(self) -> Iterator[Fingerprint | None]:
        """Yield the end of the host's journal whenever it has changed, and None for each sign of life.

        Raises ServerAway if the stream is silent for `SILENT_FOR` seconds, or ends.
        """
        import httpx

        timeout = httpx.Timeout(SILENT_FOR)
        with (
            self._reached() as way,
            way.client.stream(
                "GET", "/stream", headers=self._headers(), timeout=timeout, extensions={"trace": self._trace}
            ) as found,
        ):
            way.answered = True
            if found.status_code != HTTPStatus.OK:
                raise _failure(found.status_code, _content(found, _MOST_OF_STRANGERS), found.headers)
            event = ""
            for line in _lines(found, way.address):
                name, _, value = line.partition(":")
                if name == "data" and event == "end":
                    yield _read(value.encode(), Fingerprint)
                elif not name and line:
                    yield None
                event = value.strip() if name == "event" else event if line else ""
            text = mark("The server at {address} ended the connection.", address=way.address)
            raise ServerAway(text, way.address)

    def close(self) -> None:
        """Close the connection, so that a call in another thread raises ServerAway. May be called again."""
        self._closed.set()
        self._end_requests()
        with self._lock:
            way, self._way = self._way, None
            unused = way is not None and way.users == 0
        if way is not None and unused:
            way.client.close()

    def _replaced(self) -> ServerAway:
        """The error for a server that hosts the event no more; the next call looks for the host."""
        with self._lock:
            way, self._way = self._way, None
            unused = way is not None and way.users == 0
            if way is not None:
                way.lost = True
        if way is not None and unused:
            way.client.close()
        return ServerAway(mark("Another computer hosts this event now: it is looked for."), way.address if way else "")

    def _asked(self, method: str, path: str, kind: type[Found], content: bytes = b"") -> Found:
        return _read(self._answer(method, path, content), kind)

    def _answer(self, method: str, path: str, content: bytes = b"") -> bytes:
        for pause in _PAUSES:
            try:
                return self._answer_once(method, path, content)
            except _NotKnownYet:
                if self._closed.wait(pause):
                    raise
        return self._answer_once(method, path, content)

    def _answer_once(self, method: str, path: str, content: bytes) -> bytes:
        with self._reached() as way, self._answered_in(_READ_WITHIN, way.address):
            return self._request(way, method, path, content, _MOST_OF_A_HOST)

    def _answered_as_stranger(self, method: str, path: str, content: bytes = b"") -> bytes:
        """The answer to a request over a connection of its own, in which this computer does not show its certificate.

        Anybody may be there, so only so much is read for so long, and nothing that is packed. Raises Refused for more.
        """
        from ui.joining.pinned import raising_server_away

        way = _Way(*self._reach(False))
        with way.client, self._answered_in(_LONGEST_OF_STRANGERS, way.address), raising_server_away(way.address):
            if self._closed.is_set():
                raise _closed()
            return self._request(way, method, path, content, _MOST_OF_STRANGERS)

    def _request(self, way: _Way, method: str, path: str, content: bytes, most: int) -> bytes:
        """The answer to a request, which has at most ``most`` bytes. Raises Refused for more."""
        with way.client.stream(
            method, path, content=content, headers=self._headers(), extensions={"trace": self._trace}
        ) as answer:
            way.answered = True
            found = _content(answer, most)
            if answer.status_code != HTTPStatus.OK:
                raise _failure(answer.status_code, found, answer.headers)
        return found

    @contextmanager
    def _answered_in(self, seconds: float, address: str) -> Iterator[None]:
        """End all requests, also the stream, after so many seconds, and say that the server does not respond.

        httpx limits only the time between bytes.
        """
        late = Event()

        def end() -> None:
            late.set()
            self._end_requests()

        timer = Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            yield
        except ServerAway as error:
            if late.is_set():
                raise away(address, TimeoutError()) from error
            raise
        finally:
            timer.cancel()

    @contextmanager
    def _reached(self) -> "Iterator[_Way]":
        """Borrow the connection to the server. If the server is away, the next call tries all addresses again."""
        from ui.joining.pinned import raising_server_away

        way = self._taken()
        try:
            with raising_server_away(way.address):
                yield way
        except ServerAway as error:
            with self._lock:
                way.lost = True
                self._way = None if self._way is way else self._way
            if not way.answered and was_ended(error) and self._has_joined():
                raise _NotKnownYet(error.message, error.address) from error.__cause__
            raise
        finally:
            with self._lock:
                way.users -= 1
                unused = way.users == 0 and (way.lost or self._closed.is_set())
            if unused:
                way.client.close()

    def _taken(self) -> "_Way":
        """Connect if necessary, and count one more user of the connection. Raises ServerAway after `close`."""
        with self._reaching:
            with self._lock:
                if self._closed.is_set():
                    raise _closed()
                if self._way is not None:
                    self._way.users += 1
                    return self._way
            try:
                way = _Way(*self._reach(True), users=1)
            except (ServerAway, CertificateChanged):
                self._end_requests()
                raise
            if way.address != self._last_address:
                self._end_requests()
            with self._lock:
                self._last_address = way.address
                if not self._closed.is_set():
                    self._way = way
                    return way
        way.client.close()
        raise _closed()

    def _has_joined(self) -> bool:
        """Whether the server says that this computer is admitted; False if it says nothing. Raises NotJoined.

        Servers end a connection that shows an unknown certificate without a word that surely arrives.
        """
        try:
            self._answered_as_stranger("GET", f"/joined/{self._id.hex()}")
        except (ServerAway, CertificateChanged, HostBusy):
            return False
        return True

    def _end_requests(self) -> None:
        """Make requests that wait for an answer raise ServerAway: nobody is where they were sent."""
        with self._lock:
            for each in self._sockets:
                _shut_down(each)
            self._sockets.clear()

    def _headers(self) -> dict[str, str]:
        # A packed answer would be unpacked before its size is known.
        return {
            "Accept-Encoding": "identity",
            "Accept-Language": self._language,
            "Content-Type": "application/json",
        }

    def _trace(self, what: str, found: dict[str, Any]) -> None:
        """Remember the sockets, so that `close` can end them: httpx cannot while another thread waits for an answer."""
        if what in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            new = found["return_value"].get_extra_info("socket")
            with self._lock:
                self._sockets = [*(each for each in self._sockets if each.fileno() >= 0), new]
                if self._closed.is_set():
                    _shut_down(new)


def _content(answer: "httpx.Response", most: int) -> bytes:
    """The body of ``answer``, of at most ``most`` bytes; empty if it is packed. Raises Refused for more."""
    found = bytearray()
    for piece in _pieces(answer):
        found += piece
        if len(found) > most:
            raise _unexpected(f"> {most}")
    return bytes(found)


def _lines(answer: "httpx.Response", address: str) -> Iterator[str]:
    """Yield the lines of a stream. Raises Refused for one that is too long, and ServerAway for one that never ends."""
    begun, heard = b"", time.monotonic()
    for piece in _pieces(answer):
        *lines, begun = (begun + piece).split(b"\n")
        if len(begun) > _MOST_OF_A_LINE:
            raise _unexpected(f"> {_MOST_OF_A_LINE}")
        if lines:
            heard = time.monotonic()
        elif time.monotonic() - heard > SILENT_FOR:
            raise away(address, TimeoutError())
        yield from (line.removesuffix(b"\r").decode(errors="replace") for line in lines)


def _pieces(answer: "httpx.Response") -> Iterator[bytes]:
    return answer.iter_bytes() if "Content-Encoding" not in answer.headers else iter(())


def _shut_down(connection: socket.socket) -> None:
    """Make all reads of ``connection`` end, also those in other threads. The threads themselves close it."""
    with suppress(OSError):  # already closed
        socket.socket.shutdown(connection, socket.SHUT_RDWR)  # SSLSocket.shutdown would break the reading thread


def _closed() -> ServerAway:
    return ServerAway(mark("The connection was closed."), "")


def _read(content: bytes, kind: type[Found]) -> Found:
    try:
        return decode(content, kind)
    except (DecodeError, UnicodeDecodeError) as error:  # ValidationError is a DecodeError
        raise _unexpected(str(error)) from error


def _unexpected(what: str) -> Refused:
    text = mark("The server answered something else than this program expects: {what}.", what=harmless_line(what))
    return Refused(Problem("answer-unreadable", text))


def _failure(status: int, content: bytes, headers: "httpx.Headers") -> Refused | HostBusy:
    """The error for an answer that is not 200."""
    try:
        fault = decode(content, _Fault)
        problem = Problem(harmless_line(fault.code), verbatim(harmless_line(fault.text)), harmless_line(fault.field))
    except (DecodeError, UnicodeDecodeError):
        text = mark("The server answered with the status {status}: is there another program before it?", status=status)
        problem = Problem("status-unknown", text)
    if status == HTTPStatus.UNAUTHORIZED:
        return NotJoined(problem)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        after = headers.get("Retry-After", "")
        failed = status not in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
        return HostBusy(problem.text, float(after) if after.isdecimal() else 0.0, failed=failed)
    return Refused(problem)
