"""A connection of uvicorn, with limits for those who send nothing, read nothing, or open many."""

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 400
"""Connections at once."""
MOST_OF_AN_ADDRESS = 200
_PATIENCE = 15.0
"""Seconds in which a connection must begin to ask something, and in which a computer must confirm what it got."""


class Connection(H11Protocol):
    """Closed at once when there are too many, and when its other end does not respond."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as there
        """Begin."""
        super().connection_made(transport)
        address = self.client[0] if self.client is not None else ""
        of_address = sum((getattr(each, "client", None) or ("",))[0] == address for each in self.connections)
        if len(self.connections) > MOST or of_address > MOST_OF_AN_ADDRESS:
            transport.abort()
            return
        self.loop.call_later(_PATIENCE, self._close_if_silent)
        found = transport.get_extra_info("socket")
        if found is None:
            return
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else every answer takes 40 ms longer
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # elsewhere the system gives up later
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(_PATIENCE * 1000))

    def _close_if_silent(self) -> None:
        if not self.headers:  # nothing was asked yet
            self.transport.abort()
