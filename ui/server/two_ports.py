"""The two servers of a process: uvicorn with TLS for desks, and another over plain HTTP for the public."""

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, Protocol

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from tournament.use_cases import View
from ui.server.hosting import Hosting
from ui.server.listener import LimitedListener
from ui.server.ports import HERE, Ports
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
        """Wait until its work is done."""


class EventsServedToAll(ServedToAll, Protocol):
    """The application for the public pages of several events."""

    def add(self, event: str, view: Callable[[], View], phones: Hosting) -> None:
        """Add the event with this id. ``view`` returns its current state, and ``phones`` carries out the commands of
        phones. Any thread may call it."""


class _Server(uvicorn.Server):
    """uvicorn's server at one listener, without its handling of signals.

    `EventsServer.run` handles them, and does not end the program by the signal afterwards.
    """

    def __init__(
        self, served: Served, listener: LimitedListener, protocol: type[DesksProtocol], keep_alive: int, **more: Any
    ) -> None:
        config = LimitedConfig(
            served.app,
            interface="asgi3",
            http=protocol,
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            log_level=logging.CRITICAL,
            access_log=False,
            server_header=False,
            timeout_keep_alive=keep_alive,
            timeout_graceful_shutdown=_TO_FINISH,
            **more,
        )
        config.listener = self.listener = listener
        super().__init__(config)
        self.served = served

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # uvicorn's is a generator's
        """Do nothing."""
        return nullcontext()


class PublicServer(_Server):
    """Serves ``public`` at ``listener`` over plain HTTP, in a thread beside the server of the desks.

    When results are published, all phones ask at once; desks are answered in between.
    """

    def __init__(self, public: ServedToAll, listener: LimitedListener) -> None:
        more = {"forwarded_allow_ips": list(HERE), "backlog": _AT_ONCE_OF_THE_PUBLIC}
        super().__init__(public, listener, PublicProtocol, _KEEP_ALIVE_OF_PHONES, **more)
        self._follow = public.follow

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
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
            runner.run(self._serve_until(ended))

    async def _serve_until(self, ended: asyncio.Event) -> None:
        serving = asyncio.create_task(self.serve([self.listener]))
        following = asyncio.create_task(self._follow())
        await ended.wait()
        following.cancel()
        self.served.finish_streams()
        self.should_exit = True
        self.listener.drop_all()
        await serving
        self.listener.drop_all()  # who came while it ended
        await asyncio.sleep(_TO_DROP)


class EventsServer(_Server):
    """The server of a process: it serves ``desks`` over TLS at one port, and ``public`` over plain HTTP at another."""

    def __init__(
        self,
        ports: Ports,
        desks: Served,
        tls: ServerTls,
        look_after: Callable[[], Coroutine[Any, Any, None]],
        public: ServedToAll | None,
    ) -> None:
        """``look_after`` runs beside the server, and is cancelled when it ends."""
        more = {"proxy_headers": False, "ssl_context_factory": lambda _config, _default: tls.context}
        super().__init__(desks, ports.desks, DesksProtocol, _KEEP_ALIVE, backlog=_AT_ONCE, **more)
        self._ports, self._public, self._look_after = ports, public, look_after

    def run(self, ready: Callable[[], None]) -> None:  # type: ignore[override]  # uvicorn's is not used
        """Serve until `stop` or a signal; ``ready`` is called when desks can connect.

        In the main thread, SIGTERM, Ctrl+C and on Windows Ctrl+Break stop it; the program continues after it.
        """
        here = threading.current_thread() is threading.main_thread()
        before = {each: signal.signal(each, self.handle_exit) for each in HANDLED_SIGNALS if here}
        self._ready = ready
        try:
            # On Windows, too, a loop with a selector asks `LimitedListener`.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._serve_both())
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def stop(self) -> None:
        """Make `run` return soon. Any thread may call it."""
        self.should_exit = True

    def close(self) -> None:
        """Close the ports, and wait until the work of the public is done."""
        self._ports.close()
        if self._public is not None:
            self._public.close()

    async def _serve_both(self) -> None:
        looking = asyncio.create_task(self._look())
        try:
            await self.serve([self.listener])
        finally:
            looking.cancel()
            await asyncio.wait([looking])

    async def _look(self) -> None:
        public, listener = self._public, self._ports.public
        if public is None or listener is None:
            await self._look_after()
        else:
            async with PublicServer(public, listener).serving():
                await self._look_after()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call ``ready``."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close streams at once, and wait for other requests to be answered."""
        self.served.finish_streams()
        dropping = asyncio.create_task(self._drop_idle())
        await super().shutdown(sockets)
        dropping.cancel()

    async def _drop_idle(self) -> None:
        """Drop idle connections: a desk would confirm their end only when it next sends something."""
        while tasks := self.server_state.tasks:
            await asyncio.wait(tasks)
        await asyncio.sleep(_TO_SEND)
        self.listener.drop_all()
