"""The two servers of a process: uvicorn with TLS for desks, and another over plain HTTP for the public."""

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from typing import Any, Protocol

from uvicorn import Server
from uvicorn.server import HANDLED_SIGNALS

from tournament.use_cases import View
from ui.server.hosting import Hosting
from ui.server.listener import LimitedListener
from ui.server.ports import HERE
from ui.server.protocol import DesksProtocol, LimitedConfig, PublicProtocol
from ui.server.tls import ServerTls

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
_TURN = 0.0002
"""Seconds after which a thread that makes pages must let another run: Python's default of 5 ms would delay desks
several times for each hand."""
_TO_FINISH = 10
"""Seconds in which requests must be answered when the server ends."""
_TO_SEND = 0.3
"""Seconds for sending the last answers when the server ends."""
_TO_DROP = 0.02
"""Seconds for closing connections that were dropped."""


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
                PublicProtocol,
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

    config: "LimitedConfig"

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # uvicorn's is a generator's
        """Do nothing."""
        return nullcontext()


class StoppableServer(Server):
    """uvicorn's server, which closes the streams when it ends and leaves signals to `_stopped_by_signals`."""

    config: "LimitedConfig"

    def __init__(self, desks: Served, tls: ServerTls, look_after: Callable[[], Coroutine[Any, Any, None]]) -> None:
        super().__init__(
            _config(
                desks.app,
                DesksProtocol,
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


def _config(
    app: Callable[..., Any], protocol: type[DesksProtocol], *, keep_alive: int, backlog: int = _AT_ONCE, **more: Any
) -> LimitedConfig:
    return LimitedConfig(
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
