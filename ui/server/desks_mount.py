"""What a host answers to desks over HTTP, as ``docs/sharing.md`` describes. TLS is added by the server."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http import HTTPStatus
from math import ceil
from typing import Any, TypeVar
from uuid import UUID

from msgspec import Struct, structs
from msgspec.json import encode as encode_json
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from tournament.event.problem import Problem, Refused
from tournament.event.role import Act, EventRole
from tournament.language import joined, mark
from tournament.language.harmless import harmless_line
from tournament.sharing.approval import AskedApproval, DeskNumber, DeskWord, read_request, undecided
from tournament.sharing.host import Host, Member
from tournament.sharing.joining import Welcome, encode_message, joined_name
from tournament.sharing.messages import (
    PROTOCOL,
    Declined,
    ErasedCopy,
    News,
    Overtaken,
    PrivateAnswer,
    PrivateQuestion,
    Said,
    decode_as,
    decode_offer,
    decode_sync,
    encode,
)
from tournament.sharing.six_digits import DigitsProof
from tournament.use_cases import By, StoreDamaged, StoreUnavailable
from tournament.use_cases.rights import acting_with, refuse_to
from ui.server.admitted import desk_named
from ui.server.hosting import EventSummary
from ui.server.requests import (
    MOST_BYTES,
    MOST_BYTES_OF_OTHERS,
    Failed,
    address_of,
    asked_language,
    body_of,
    client_id,
    refuse_fast,
)
from ui.server.served_event import ServedEvent
from ui.server.throttle import Allowance, Rate, Throttle

MOST_AT_ONCE = 8
"""Large requests of a desk that are answered at the same time."""
_THIS_COMPUTER = ("127.0.0.1", "::1")
"""The addresses of the window of the host itself, which is a desk, but not one that waits for a host."""
_PER_SECOND, _BURST = 100, 200
"""Requests of a desk, per second and at once."""
_REFUSED_PER_SECOND, _REFUSED_BURST = 20, 200
"""Refused orders, and statements that the host does not have, of a desk, per second and at once."""
_BYTES_PER_SECOND, _BYTES_BURST = 8 * 1024 * 1024, 64 * 1024 * 1024
"""Bytes of large requests and their answers, of a desk; enough to fetch an event or to offer it to a new host."""
_SIGN_INS_PER_SECOND, _SIGN_INS_BURST = 1, 30
"""Sign-ins of a desk, per second and at once: each is written, and all desks are told."""
_HELD = 1.0
"""Seconds before a desk or an address that asks too much is told so, since it may not wait as it is told."""
_PER_SECOND_OF_OTHERS, _BURST_OF_OTHERS = 10, 60
"""Requests of one address whose computer is not admitted, per second and at once."""

Found = TypeVar("Found")
Endpoint = Callable[[Request], Awaitable[Response]]


class _SignInRequest(Struct, frozen=True):
    """The body of ``/sign-in``."""

    author: str
    pin: str = ""


class _EndRequest(Struct, frozen=True):
    """The body of ``/end``."""

    desk: str


class DesksMount:
    """What ``event`` answers to its desks: the ASGI application `app`.

    Everything but the work of the host runs in its event loop. Desks are read there, and changed in the thread of the
    host. The scope of a request has the id of the client's certificate as ``client_id``, in hexadecimal digits; see
    `client_id`.
    """

    def __init__(
        self,
        event: ServedEvent,
        throttle: Throttle,
        computer: str,
        fault: Callable[[Exception], None],
        asked_for: "Callable[[UUID, bytes], Awaitable[DesksMount | None]] | None" = None,
        events: "Callable[[], Iterable[EventSummary]]" = tuple,
    ) -> None:
        """``computer`` is the name of this computer. If several events are served, ``asked_for`` finds another one for
        a desk with this ticket, and ``events`` tells of all."""
        self.event, self._throttle = event, throttle
        self._computer, self._fault, self._asked_for, self._events = computer, fault, asked_for, events
        self._pins = ThreadPoolExecutor(1, "pins")
        """One thread checks PINs and tickets, so that parallel requests cannot bypass the throttle."""
        self._large = Counter[str]()
        """The number of large requests in progress, by id of the desk."""
        self._signing_in = set[str]()
        """The ids of the desks whose PIN is being checked."""
        self._sign_ins = Rate(_SIGN_INS_PER_SECOND, _SIGN_INS_BURST)
        self._rates = Rate(_PER_SECOND, _BURST)
        self._refused = Allowance(_REFUSED_PER_SECOND, _REFUSED_BURST)
        self._bytes = Allowance(_BYTES_PER_SECOND, _BYTES_BURST)
        self._rates_of_others = Rate(_PER_SECOND_OF_OTHERS, _BURST_OF_OTHERS)
        endpoints: dict[str, tuple[str, Endpoint]] = {
            "/hello": ("GET", self._hello),
            "/join": ("POST", self._join),
            "/join/code": ("POST", self._ask_with_digits),
            "/join/confirm": ("POST", self._confirm),
            "/join/{id}": ("GET", self._entered),
            "/joined/{id}": ("GET", self._joined),
            "/sign-in": ("POST", self._sign_in),
            "/sync": ("POST", self._sync),
            "/private": ("POST", self._private),
            "/stream": ("GET", self._stream),
            "/offer": ("POST", self._offer),
            "/gathered": ("POST", self._end_gathering),
            "/leave": ("POST", self._leave),
            "/end": ("POST", self._end),
        }
        routes = [Route(path, self._answering(each), methods=[method]) for path, (method, each) in endpoints.items()]
        self.app = Starlette(routes=routes, exception_handlers={HTTPException: self._unknown})

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self.event.finish_streams()

    def close(self) -> None:
        """Wait until all work is done."""
        self._pins.shutdown()
        self.event.close()

    # Requests

    async def _hello(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        seen = self.event.hosting.summary
        others = () if request.query_params.get("event") else self._events()
        return _json({
            "protocol": PROTOCOL,
            "event": seen.event,
            "name": seen.name,
            "entries": seen.end.entries,
            "gathering": seen.gathering,
            "host": self._computer,
            "hosting": seen.hosting,
            "path": seen.path,
            "successor": seen.successor,
            "statements": seen.statements,
            "desks": self.event.streams.desks,
            "public": self.event.public[:1],
            "since": seen.taken_over.entries if seen.taken_over is not None else 0,
            "events": [{"event": each.event, "name": each.name} for each in others],
            "desk": self.event.desk if seen.gathering or seen.taken_over is None else seen.taken_over.desk,
        })  # fmt: skip

    async def _join(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        asking = read_request(await body_of(request, MOST_BYTES_OF_OTHERS), self.event.id)
        other = await self._asked_for(asking.event, asking.ticket) if self._asked_for is not None else None
        return await (other or self).join(request, asking)

    async def join(self, request: Request, asking: AskedApproval) -> Response:
        """Let a desk join or wait for approval, or raise the reason why it cannot."""
        address = address_of(request)

        def look() -> None:
            refuse_fast(self._throttle.allowed(address, time.monotonic()))
            try:
                self.event.joining.refuse_ticket(asking, _now())
            except Refused:
                self._throttle.failed(address, time.monotonic())
                raise

        def ask(host: Host) -> Welcome | bytes:
            found = self.event.joining.asked(asking, address, _now())
            return found if isinstance(found, bytes) else self.event.welcomed(host, found)

        await asyncio.get_running_loop().run_in_executor(self._pins, look)
        return _answered(await self.event.hosting.do(ask))

    async def _ask_with_digits(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        content = await body_of(request, MOST_BYTES_OF_OTHERS)
        return _answered(await self.event.hosting.do(lambda _: self.event.joining.asked_with_digits(content, _now())))

    async def _confirm(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        content, address = await body_of(request, MOST_BYTES_OF_OTHERS), address_of(request)
        if isinstance(decode_as(content, DigitsProof | DeskNumber | DeskWord), DigitsProof):

            def prove(host: Host) -> bytes:
                return self.event.joining.proven(content, address, _now(), lambda desk: self.event.welcomed(host, desk))

            return _answered(await self.event.hosting.do(prove))
        await self.event.hosting.do(lambda _: self.event.joining.told(content, _now()))
        return _json({})

    async def _entered(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        id, address = request.path_params["id"], address_of(request)

        def look(host: Host) -> Welcome | bytes:
            found = self.event.joining.entered(id, address, _now())
            return undecided() if found is None else self.event.welcomed(host, found)

        return _answered(await self.event.hosting.do(look))

    async def _joined(self, request: Request) -> Response:
        self._refuse_fast_address(request)
        found = {each.id: each for each in self.event.desks.all(_now())}.get(request.path_params["id"])
        if found is None:
            raise _not_joined()
        return _json({"desk": found.name})

    async def _sign_in(self, request: Request) -> Response:
        member, id, desks = self._member(request), client_id(request), self.event.desks
        asked: _SignInRequest = decode_as(await body_of(request, MOST_BYTES_OF_OTHERS), _SignInRequest)
        author = joined_name(asked.author, "author")
        # A PIN takes a third of a second, and one is checked at a time: each desk takes turns with the others.
        refuse_fast(1.0 if id in self._signing_in else self._sign_ins.taken(id, time.monotonic()), held=True)
        self._signing_in.add(id)
        try:
            by, pin = await self._check_pin(request, By(author, member.name, pin=asked.pin, key=member.by.key))
        finally:
            self._signing_in.discard(id)
        if await self.event.hosting.do(lambda _: desks.sign_in(id, author, by.role, _now(), pin=pin)) is None:
            raise _not_joined()  # it was ended in the meantime
        self.event.streams.notify()
        return _json({"role": self._role(by)})

    async def _sync(self, request: Request) -> Response:
        name = self._member(request).name

        def members() -> dict[str, Member]:
            return {each.name: each.member for each in self.event.desks.all(_now())}

        def answer(host: Host) -> tuple[bytes, int, bool]:
            self.event.desks.latest(_now())
            before = self.event.desks.follow_pins(host.book.view)
            if (member := members().get(name)) is None:  # it was ended in the meantime
                raise _not_joined()
            host.connected = connected
            known = host.signing.known if host.signing is not None else None
            asked = decode_sync(content)
            unknown = len(set(asked.statements) - set(known.signed)) if known is not None else 0
            if asked.serves_at and self.event.desks.serve_at(client_id(request), asked.serves_at):
                unknown += 1
            reply = host.answer(member, asked, members())
            if host.signing is not None and host.signing.known is not known:
                self.event.keep_statements(host.signing.known.signed)
            # A second time, since the orders of this desk may have set a PIN.
            after = self.event.desks.follow_pins(host.book.view)
            if after and isinstance(reply, News):
                reply = structs.replace(reply, desks=host.desks(members(), member))
            if isinstance(reply, News):
                reply = structs.replace(reply, private=host.private_for(member, asked.private))
            if isinstance(reply, News) and host.has_deputy(member):
                told = self.event.known_tickets()
                reply = structs.replace(reply, tickets=told, handed_on=host.handed_on)
            return encode(reply), _refused_in(reply) + unknown, before or after

        connected = self.event.streams.desks
        async with self._large_request(request) as content:
            # To verify a statement takes about as long as to refuse an order.
            found, refused, signed_out = await self.event.hosting.do(answer, client_id(request))
            self._refused.use(client_id(request), refused, time.monotonic())
            self._bytes.use(client_id(request), len(found), time.monotonic())
        if signed_out:
            self.event.streams.notify()
        return Response(found, media_type="application/json")

    async def _private(self, request: Request) -> Response:
        name = self._member(request).name

        def answer(host: Host) -> PrivateAnswer:
            self.event.desks.latest(_now())
            self.event.desks.follow_pins(host.book.view)
            found = next((each for each in self.event.desks.all(_now()) if each.name == name), None)
            if found is None:  # it was ended in the meantime
                raise _not_joined()
            host.book.read_on()
            return host.private_answer(found.member, question)

        async with self._large_request(request) as content:
            question: PrivateQuestion = decode_as(content, PrivateQuestion)
            reply = await self.event.hosting.do(answer, client_id(request))
            self._refused.use(client_id(request), len(reply.conflicts), time.monotonic())
            if question.copies_of:
                copies = await asyncio.to_thread(self.event.erase_copies, question.copies_of)
                say = asked_language(request).render
                reply = structs.replace(reply, copies=tuple(
                    ErasedCopy(str(each.path), each.fate, say(each.problem) if each.problem is not None else "")
                    for each in copies
                ))  # fmt: skip
            found = encode(reply)
            self._bytes.use(client_id(request), len(found), time.monotonic())
        return Response(found, media_type="application/json")

    async def _stream(self, request: Request) -> Response:
        return self.event.streams.open(self._member(request).name, here=_is_of_this_computer(request))

    async def _offer(self, request: Request) -> Response:
        name = self._member(request).name

        def take(host: Host) -> None:
            try:
                host.take_offer(decode_offer(content), name)
            except StoreDamaged as error:  # what was offered does not continue the journal
                raise Refused(Problem("offer-unfit", error.text)) from error

        async with self._large_request(request) as content:
            await self.event.hosting.do(take, client_id(request))
        return _json({})

    async def _end_gathering(self, request: Request) -> Response:
        if self._member(request).name != self.event.desk:
            raise Refused(Problem("not-taking-over", mark("Another desk takes over.")))
        self.event.gathered.set()
        return _json({})

    async def _leave(self, request: Request) -> Response:
        await self.event.end_desk(self._member(request).name, leaves=True)
        return _json({})

    async def _end(self, request: Request) -> Response:
        member = self._member(request)
        asked: _EndRequest = decode_as(await body_of(request, MOST_BYTES_OF_OTHERS), _EndRequest)
        await self.event.hosting.do(lambda host: self.event.desks.follow_pins(host.book.view))
        by = next((each.member.by for each in self.event.desks.all(_now()) if each.name == member.name), None)
        if by is None:
            raise _not_joined()
        refuse_to(self._role(by), Act.HOSTING)
        await self.event.end_desk(desk_named(self.event.desks.latest(_now()), harmless_line(asked.desk)).name)
        return _json({})

    # Who asks

    def _member(self, request: Request) -> Member:
        """The desk that sent ``request``. Raises Failed if it sends too many."""
        desk = self.event.desks.find(client_id(request), address_of(request), _now())
        if desk is None:
            self._refuse_fast_address(request)
            raise _not_joined()
        refuse_fast(self._rates.taken(desk.id, time.monotonic()), held=True)
        return desk.member

    def _refuse_fast_address(self, request: Request) -> None:
        refuse_fast(self._rates_of_others.taken(address_of(request), time.monotonic()), held=True)

    @asynccontextmanager
    async def _large_request(self, request: Request) -> AsyncIterator[bytes]:
        """The body of a large request of a desk, until it is answered. Raises Failed if the desk asks too much."""
        desk, now = client_id(request), time.monotonic()
        refuse_fast(max(self._refused.wait(desk, now), self._bytes.wait(desk, now)), held=True)
        refuse_fast(1.0 if self._large[desk] >= MOST_AT_ONCE else 0.0, held=True)
        self._large[desk] += 1
        received = MOST_BYTES
        try:
            try:
                content = await body_of(request, MOST_BYTES)
                received = len(content)
            finally:
                self._bytes.use(desk, received, time.monotonic())
            yield content
        finally:
            self._large[desk] -= 1

    async def _check_pin(self, request: Request, by: By) -> tuple[By, str]:
        """Check the PIN in ``by``.

        Return ``by`` in the role that the PIN opens, without the PIN, and the hash that the event stores of it. Raises
        Failed for a wrong PIN; then the computer must wait longer each time.
        """
        who, pins = client_id(request), self.event.hosting.summary.pins

        def look() -> tuple[By, str]:
            refuse_fast(self._throttle.allowed(who, time.monotonic()))
            try:
                opened = acting_with(pins, replace(by, key=None))
            except Refused:
                self._throttle.failed(who, time.monotonic())
                raise
            if by.pin:
                self._throttle.succeeded(who)
            if not opened.signed_in:
                return replace(by, pin="", role=None), ""
            return replace(by, pin="", role=opened.role), pins[opened.role].hash

        return await asyncio.get_running_loop().run_in_executor(self._pins, look)

    def _role(self, by: By) -> EventRole:
        return acting_with(self.event.hosting.summary.pins, by).role

    # Errors

    def _answering(self, endpoint: Endpoint) -> Endpoint:
        async def answer(request: Request) -> Response:
            try:
                return await endpoint(request)
            except Exception as error:  # noqa: BLE001  # one request must not harm the others
                if isinstance(error, Failed) and error.held:
                    await asyncio.sleep(_HELD)
                return self.failure(request, error)

        return answer

    def failure(self, request: Request, error: Exception) -> Response:
        """The response to a request that raised ``error``."""
        match error:
            case Failed():
                return self._error(request, error.status, error.problem, wait=error.wait)
            case Refused():
                status = _STATUS.get(error.problems[0].code, HTTPStatus.FORBIDDEN)
                return self._error(request, status, *error.problems)
            case StoreUnavailable() | StoreDamaged():
                return self._error(request, HTTPStatus.SERVICE_UNAVAILABLE, Problem("host-cannot-write", error.text))
            case OSError():
                text = mark("The host cannot write: {reason}.", reason=error.strerror or type(error).__name__)
                return self._error(request, HTTPStatus.SERVICE_UNAVAILABLE, Problem("host-cannot-write", text))
            case ClientDisconnect():
                return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody reads it
            case _:
                self._fault(error)
                text = mark("The program of the host failed. Everything that was saved is safe.")
                return self._error(request, HTTPStatus.INTERNAL_SERVER_ERROR, Problem("host-failed", text))

    def _unknown(self, request: Request, error: Any) -> Response:
        text = mark("The host of a shared event does not answer this request.")
        return self._error(request, HTTPStatus(error.status_code), Problem("request-unknown", text))

    def _error(self, request: Request, status: HTTPStatus, *problems: Problem, wait: float = 0.0) -> Response:
        language = asked_language(request).with_words(self.event.hosting.summary.words)
        texts = joined(language.render(problem.text) for problem in problems)
        headers = {"Retry-After": str(ceil(wait))} if wait else {}
        if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            headers["Connection"] = "close"  # the rest is not read
        first = problems[0]
        return _json({"code": first.code, "text": texts, "field": first.field}, status, headers)


_STATUS = {"protocol-other": HTTPStatus.UPGRADE_REQUIRED, "message-unreadable": HTTPStatus.BAD_REQUEST}
"""The HTTP status of refusals by their code; 403 for all others."""


def _refused_in(reply: Said) -> int:
    """The number of commands refused in ``reply``, of which one order may have many."""
    answers = reply.answers if isinstance(reply, News) else ()
    return sum(max(1, len(each.problems)) for each in answers if isinstance(each, Declined)) + sum(
        isinstance(each, Overtaken) for each in answers
    )


def _json(value: object, status: HTTPStatus = HTTPStatus.OK, headers: dict[str, str] | None = None) -> Response:
    return Response(encode_json(value), status, headers, media_type="application/json")


def _answered(answer: Welcome | bytes) -> Response:
    content = answer if isinstance(answer, bytes) else encode_message(answer)
    return Response(content, media_type="application/json")


def _now() -> datetime:
    return datetime.now(UTC)


def _is_of_this_computer(request: Request) -> bool:
    """Whether ``request`` comes from the computer of the host: a connection within it has the same address twice."""
    address = address_of(request)
    return address in _THIS_COMPUTER or address == (request.scope.get("server") or ("",))[0]


def _not_joined() -> Failed:
    text = mark("This desk has not joined, or was ended: join with an invitation.")
    return Failed(HTTPStatus.UNAUTHORIZED, "not-joined", text)
