"""The connections of a host, with limits for those who open many, send nothing, or read nothing."""

import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 400
"""Connections at once."""
MOST_OF_AN_ADDRESS = 200
_PATIENCE = 15.0
"""Seconds in which a connection must begin to ask something, and in which a computer must confirm what it got."""


class LimitedListener(socket.socket):
    """A listening socket that closes a connection at once when there are too many.

    They are counted from the moment when the system has them: TLS that is begun takes a quarter of a megabyte.
    """

    one_address = False
    """Whether all come from one, since there is a proxy."""

    def __init__(self, listening: socket.socket, most: int = 0) -> None:
        """``most`` connections, however many addresses they have; by default as desks may have them."""
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self._most, self._of_an_address = most or MOST, most or MOST_OF_AN_ADDRESS
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
            connection.close()
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
    """uvicorn's, closed when nothing is asked."""

    def connection_made(self, transport: Any) -> None:
        """Begin."""
        super().connection_made(transport)
        self.loop.call_later(_PATIENCE, self._close_if_silent)

    def _close_if_silent(self) -> None:
        if not self.headers and not self.transport.is_closing():  # nothing was asked yet
            self.transport.abort()
