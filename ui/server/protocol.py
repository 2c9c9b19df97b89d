"""How a server reads HTTP: uvicorn's protocol with deadlines, and with the id of the computer that sent a request."""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

import h11
from starlette.types import Receive, Scope, Send
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from tournament.sharing.keys import id_of
from ui.server.listener import LimitedListener

_PATIENCE = 15.0
"""Seconds in which a client must send all headers of a request."""
_TO_TAKE = 60.0
"""Seconds in which a client must accept its answer."""
_UNTAKEN = 64 * 1024
"""About the bytes of unread answers that the system buffers for a public client. Left alone it would buffer megabytes,
so that requests sent in advance would all be answered."""
_REST_OF_THE_PUBLIC = 2.0
"""Seconds in which a public client must send the rest of a request that was already answered."""
_MOST_HEADERS = 16 * 1024
"""In bytes."""


class LimitedConfig(Config):
    """uvicorn's configuration, from which each connection learns at which ``listener`` it arrived."""

    listener: LimitedListener


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


class DesksProtocol(H11Protocol):
    """uvicorn's HTTP protocol with deadlines for clients that send or read too slowly, and one length for a request.

    The application limits the time of a body until it answers.
    """

    config: "LimitedConfig"
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


class PublicProtocol(DesksProtocol):
    """The protocol for public clients, from whom little needs to be read to its end."""

    def connection_made(self, transport: Any) -> None:
        """Limit the buffer of the system, then begin."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNTAKEN)
        super().connection_made(transport)

    @property
    def rest(self) -> float:
        """Just long enough for the answer to arrive."""
        return _REST_OF_THE_PUBLIC
