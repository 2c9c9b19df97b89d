"""The server of a deputy: it says which event it is a deputy of, and passes on the signed statements of hosts."""

import time
from collections.abc import Callable
from threading import Thread

from msgspec.json import encode
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tournament.sharing.keys import ComputerKey
from ui.joining.connection import Hello
from ui.server.ports import Ports
from ui.server.requests import address_of
from ui.server.throttle import Rate
from ui.server.tls import ServerTls
from ui.server.two_ports import EventsServer

_PER_SECOND, _BURST = 10, 60
"""Requests of one address, per second and at once."""
_ENDS_WITHIN = 15.0
"""Seconds in which the port is closed at the latest."""


class _Answers:
    """The application: it says which event this is, and passes on the signed statements of hosts."""

    def __init__(self, hello: Callable[[], Hello]) -> None:
        self._hello, self._rates = hello, Rate(_PER_SECOND, _BURST)
        self.app = Starlette(routes=[Route("/hello", self._answer, methods=["GET"])])

    def finish_streams(self) -> None:
        """Do nothing: there are none."""

    async def _answer(self, request: Request) -> Response:
        wait = self._rates.taken(address_of(request), time.monotonic())
        if wait:
            return Response(status_code=429, headers={"Retry-After": "1"})
        return Response(encode(self._hello()), media_type="application/json")


class DeputyServer:
    """Serves in a thread of its own until `close`."""

    def __init__(self, host: str, last: int, key: ComputerKey, hello: Callable[[], Hello]) -> None:
        """Listen at ``host``, at the port ``last`` if that is free. ``hello`` is called in the thread.

        Raises CannotListen.
        """
        self.host = host
        ports = Ports(host, None, None, last=last)
        self.port = ports.desks.port
        self._server = EventsServer(ports, _Answers(hello), ServerTls(key), _nothing, None)
        self._thread = Thread(target=self._run, name="deputy", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._server.run(lambda: None)
        finally:
            self._server.close()

    def close(self, *, wait: bool) -> None:
        """Close it; with ``wait``, return when it is free for another program."""
        self._server.stop()
        if wait:
            self._thread.join(_ENDS_WITHIN)


async def _nothing() -> None:
    """There is nothing to look after."""
