"""The port of a deputy, at which it answers from its naming on which hosts it knows, and would serve the event.

So firewalls ask when somebody names it and not when the host is lost, the host can try whether it reaches the deputy,
nobody else gets the port meanwhile, and a host that returns hears from it who replaced it.
"""

import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from tournament.event.problem import Refused
from tournament.sharing.invitation import joined_address, split_address
from tournament.sharing.keys import ComputerKey
from tournament.sharing.messages import PROTOCOL, News, Reply
from tournament.sharing.statements import Statements
from ui.joining.connection import Hello
from ui.server.failures import CannotListen
from ui.server.takeover import EVERYWHERE, EVERYWHERE_6, own_host

if TYPE_CHECKING:  # imported by who is named as a deputy
    from ui.server.deputy_server import DeputyServer


_LOOK = 5.0
"""Seconds after which the address of this computer is looked up again; the host may have a name that takes a while."""


class KnownHosts(Protocol):
    """What a desk knows of hosts."""

    serves_at: str
    """Where this computer would serve the event, to be told to the host; empty: the host knows it."""
    statements: Statements
    """Those that it knows."""

    @property
    def address(self) -> str:
        """Where the host was reached last."""


class DeputyPort:
    """Opens the port of this computer while it is a deputy of ``event``, as the replies of the host say.

    Any thread may call it.
    """

    def __init__(self, event: str, key: ComputerKey, hosts: KnownHosts) -> None:
        self._event, self._key, self._hosts = event, key, hosts
        self._lock = Lock()
        """Guards the attributes below."""
        self._open: DeputyServer | None = None
        self._desk = ""
        self._entries = 0
        self._told = ""
        """The address that was told to the host last."""
        self._released = self._closed = False
        self._there, self._looked, self._own = "", 0.0, ""
        """The address of the host, when that of this computer was looked up for it, and that."""

    @property
    def port(self) -> int:
        """The port that is open; 0 if none is."""
        found = self._open
        return found.port if found is not None else 0

    def follow(self, reply: Reply) -> bool:
        """Open or close the port as ``reply`` says.

        Return whether there is something to tell the host: this computer serves at another address than it said.
        """
        if not isinstance(reply, News):
            return False
        own = next((each for each in reply.desks if each.id == self._key.id.hex()), None)
        with self._lock:
            if self._released:
                return False
            if own is None or not own.deputy:
                self._end(wait=False)
                return False
            self._desk, self._entries = own.name, own.have
            address = self._opened(own.address)
            self._hosts.serves_at = address if address != own.address else ""
            told, self._told = self._told, self._hosts.serves_at
            return bool(self._told) and self._told != told

    @contextmanager
    def released(self) -> Iterator[None]:
        """Close the port, so that the server of this computer can have it when it takes over.

        After the block it is opened again if a reply says so. Blocks until it is free.
        """
        with self._lock:
            self._released = True
            self._end(wait=True)
        try:
            yield
        finally:
            with self._lock:
                self._released = self._closed

    def close(self) -> None:
        """Close the port for good. Returns at once."""
        with self._lock:
            self._released = self._closed = True
            self._end(wait=False)

    def _opened(self, told: str) -> str:
        """The address at which it is open now; empty if it cannot be opened. ``told`` is the address at the host."""
        own = self._own_host()
        if not own:
            return told  # there is no network now: later the host is told of another address
        everywhere = EVERYWHERE_6 if ":" in own else EVERYWHERE
        host = own if ip_address(own).is_loopback else everywhere  # since its address may change
        if self._open is not None and self._open.host != host:
            self._end(wait=True)
        if self._open is None:
            from ui.server.deputy_server import DeputyServer

            try:
                self._open = DeputyServer(host, _port_of(told), self._key, self._hello)
            except (CannotListen, OSError):  # tried again with the next reply
                return told
        return joined_address(own, self._open.port)

    def _own_host(self) -> str:
        """The address from which this computer reaches the host; empty if it does not."""
        now, there = time.monotonic(), self._hosts.address
        if there != self._there or now - self._looked >= _LOOK:
            self._there, self._looked = there, now
            try:
                self._own = own_host(there)
            except (OSError, UnicodeError, Refused):
                self._own = ""
        return self._own

    def _end(self, *, wait: bool) -> None:
        found, self._open = self._open, None
        self._hosts.serves_at = self._told = ""
        if found is not None:
            found.close(wait=wait)

    def _hello(self) -> Hello:
        return Hello(
            PROTOCOL,
            self._event,
            "",
            self._entries,
            gathering=False,
            host=platform.node(),
            desk=self._desk,
            hosting=False,
            statements=self._hosts.statements.signed,
        )


def _port_of(address: str) -> int:
    try:
        return split_address(address)[1]
    except Refused:
        return 0
