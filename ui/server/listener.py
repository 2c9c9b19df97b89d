"""A listening socket that limits connections."""

import socket
from contextlib import suppress
from typing import Any

from ui.server.shares import ConnectionShares, Holder


class LimitedListener(socket.socket):
    """A listening socket that limits connections, in all and of each address or desk.

    If there are too many, one that waits for a request is dropped for the next one. If all have requests, the next one
    gets ``last_word`` and is closed.

    Connections count from the moment when the system accepts them, since a TLS handshake takes a quarter of a megabyte.
    """

    one_address = False
    """Whether all connections come from one address, because there is a proxy."""

    def __init__(
        self, listening: socket.socket, most: int, of_an_address: int, *, patience: float, last_word: bytes = b""
    ) -> None:
        """Another computer must acknowledge data within ``patience`` seconds."""
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.detach())
        self.shares = ConnectionShares(most, of_an_address)
        self._patience, self._last_word = patience, last_word
        self._open = dict[int, CountedConnection]()
        """By file descriptor; also those that were dropped, until they are closed."""

    @property
    def port(self) -> int:
        """The port at which it listens."""
        return int(self.getsockname()[1])

    def drop_all(self) -> None:
        """End all connections now, even if data is still to be sent."""
        for connection in tuple(self._open.values()):
            connection.drop()

    def close_rest(self) -> None:
        """Close connections that arrived while the server was ending, which nobody will answer any more."""
        for connection in tuple(self._open.values()):
            connection.close()

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection. Raises BlockingIOError if there is none, or if it is one too many."""
        accepted, address = super().accept()
        if self.shares.is_full_for(address[0], is_proxy=self.one_address):
            number = self.shares.to_drop_for(address[0], is_proxy=self.one_address)
            if number is None:
                with accepted, suppress(OSError):
                    # A client that does not read must not delay the others.
                    accepted.setblocking(False)
                    accepted.send(self._last_word)
                # asyncio takes this for “no connection is waiting”, and accepts again when the next one arrives.
                raise BlockingIOError
            self._open[number].drop()
        connection = CountedConnection(accepted, self, self._patience)
        self._open[connection.fileno()] = connection
        self.shares.add(connection.fileno(), Holder(address[0]))
        return connection, address

    def admit(self, number: int, desk: str) -> None:
        """Note that the connection with this file descriptor is of the desk with this id."""
        self.shares.move(number, desk)
        if (too_many := self.shares.to_drop_of(desk)) is not None:
            self._open[too_many].drop()

    def forget(self, number: int) -> None:
        """Forget a connection that is about to be closed."""
        self._open.pop(number, None)
        self.shares.remove(number)


class CountedConnection(socket.socket):
    """A connection that ``listener`` counts."""

    def __init__(self, connection: socket.socket, listener: LimitedListener, patience: float) -> None:
        super().__init__(connection.family, connection.type, connection.proto, fileno=connection.detach())
        self._listener = listener
        self.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else every answer takes 40 ms longer
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere the system gives up later
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(patience * 1000))

    def drop(self) -> None:
        """End the connection now, even if data is still to be sent. The event loop then closes it."""
        self._listener.shares.remove(self.fileno())
        with suppress(OSError):  # the other end was faster
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it, and make room for another one."""
        self._listener.forget(self.fileno())
        super().close()
