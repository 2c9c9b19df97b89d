"""The connections of a host, with limits for those who open many, send nothing, or read nothing."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 400
"""Connections at once."""
MOST_OF_AN_ADDRESS = 200
_PATIENCE = 15.0
"""Seconds in which all headers of a request must arrive, and in which a computer must confirm what it got."""
_TO_TAKE = 60.0
"""Seconds in which somebody must take what is answered."""
_UNTAKEN = 64 * 1024
"""Bytes that the system keeps of answers to somebody who only looks until they take them, about; by itself it keeps
megabytes, and answers all that was asked in advance."""
_REST_OF_THE_PUBLIC = 2.0
"""Seconds in which the rest of a request that is answered already must arrive from somebody who only looks."""


class LimitedListener(socket.socket):
    """A listening socket that closes a connection at once when there are too many, with a last word if there is one.

    They are counted from the moment when the system has them: TLS that is begun takes a quarter of a megabyte.
    """

    one_address = False
    """Whether all come from one, since there is a proxy."""

    def __init__(self, listening: socket.socket, most: int = 0, last_word: bytes = b"") -> None:
        """``most`` connections, however many addresses they have; by default as desks may have them."""
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self._most, self._of_an_address = most or MOST, most or MOST_OF_AN_ADDRESS
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


class DeskProtocol(H11Protocol):
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


class PublicProtocol(DeskProtocol):
    """For those who only look: hardly anything that they send is worth reading to its end."""

    def connection_made(self, transport: Any) -> None:
        """Begin."""
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNTAKEN)
        super().connection_made(transport)

    @property
    def rest(self) -> float:
        """A moment, in which the answer arrives."""
        return _REST_OF_THE_PUBLIC
