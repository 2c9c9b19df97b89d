"""What the parts of the public application have in common. Each part is mounted at addresses of its own."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from tournament.sharing.host import Host
from ui.public.resources import HEADERS
from ui.server.requests import address_of
from ui.server.streams import Streams
from ui.server.throttle import Rate

_PER_SECOND, _BURST = 20, 100
"""Requests over one connection, per second and at once."""
PAUSE = 15.0
"""Seconds of silence on a public stream after which a comment keeps it open."""

Found = TypeVar("Found")
Endpoint = Callable[[Request], Awaitable[Response]]


class HostWork(Protocol):
    """Does work in the thread of a host, such as the commands of phones."""

    async def do(self, work: Callable[[Host], Found]) -> Found:
        """Run ``work`` in the thread of the host, and return or raise what it returns or raises."""


class Answers:
    """Makes an ASGI application of an endpoint, without the layers of a framework.

    In a full hall two thousand phones ask at once. One request that fails harms no other one.
    """

    def __init__(self, fault: Callable[[Exception], None]) -> None:
        self.fault = fault
        """What is called with errors of the program."""
        self._rates = Rate(_PER_SECOND, _BURST)

    def of(self, endpoint: Endpoint) -> ASGIApp:
        """The application that answers with ``endpoint``."""
        return _Answering(endpoint, self.fault, self._rates)


@dataclass(frozen=True, slots=True)
class _Answering:
    endpoint: Endpoint
    fault: Callable[[Exception], None]
    rates: Rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            await self._wait_for_its_turn(request)
            response = await self.endpoint(request)
        except Exception as error:  # noqa: BLE001  # one request must not harm the others
            self.fault(error)
            response = Response(status_code=HTTPStatus.INTERNAL_SERVER_ERROR, headers=HEADERS)
        await response(scope, receive, send)

    async def _wait_for_its_turn(self, request: Request) -> None:
        """Delay a request if its connection sends too many.

        Requests are counted by connection, since a whole hall may have one address. A proxy, which reports no
        port, does this itself.
        """
        if (client := request.client) is not None and client.port:
            connection = f"{client.host} {client.port}"
            if wait := self.rates.taken(connection, time.monotonic()):
                await asyncio.sleep(wait)
                self.rates.taken(connection, time.monotonic())


class PublicMount(ABC):
    """A part of the public application: its ``routes``, and what it does beside requests."""

    routes: Sequence[BaseRoute]

    def __init__(self, name: str, pause: float, answers: Answers) -> None:
        """``name`` is that of its thread; ``pause`` is in seconds, between two looks at the event."""
        self._pause, self._fault = pause, answers.fault
        self._making = ThreadPoolExecutor(1, name)

    async def follow(self) -> None:
        """Look at the event again and again until this task is cancelled."""
        while True:
            await asyncio.sleep(self._pause)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001  # what is shown stays as it is, and desks go on
                self._fault(error)

    @abstractmethod
    async def look(self) -> None:
        """Look at the event, and notify browsers if something has changed."""

    @abstractmethod
    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""

    def close(self) -> None:
        """Wait until the page that is being made is finished."""
        self._making.shutdown()

    async def in_thread(self, work: Callable[[], Found]) -> Found:
        """Do ``work`` in the thread of this part, and return or raise what it returns or raises."""
        return await asyncio.get_running_loop().run_in_executor(self._making, work)


class StreamingMount(PublicMount):
    """A part with streams that tell browsers when to ask again."""

    def __init__(self, name: str, pause: float, answers: Answers, event: Callable[[], bytes], most: int) -> None:
        """``event`` returns the message of the streams, of which there may be ``most``."""
        super().__init__(name, pause, answers)
        self._streams = Streams(event, PAUSE, most)

    def finish_streams(self) -> None:
        """Close all streams, since the server ends."""
        self._streams.finish_all()

    async def listen(self, request: Request) -> Response:
        """A stream for one more browser; a refusal if too many are open, unless another address has more of them."""
        address = address_of(request)
        if not self._streams.has_room_for(address):
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={**HEADERS, "Retry-After": "30"})
        return self._streams.open(address=address)


def path_below(request: Request) -> str:
    """The path below the mount, as it was asked for: a parameter of a route would lose a line break at its end."""
    return str(request.scope["path"].removeprefix(request.scope.get("root_path", "")))


def version_event(version: int) -> bytes:
    """The message of a stream that states the version of what is shown."""
    return f"event: version\ndata: {version}\n\n".encode()
