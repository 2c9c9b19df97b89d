"""A desk takes over as the host: where it serves the event, and what it collects before it writes."""

import random
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass

from tournament.sharing.host import Host
from tournament.sharing.invitation import joined_address, split_address
from tournament.sharing.messages import DeskSeen
from tournament.use_cases import By, carry_out
from tournament.use_cases.commands import TakeOver

_PORTS, _TRIES = range(20_000, 32_000), 10
"""Ports below those that systems assign to outgoing connections (from 32768 on Linux, from 49152 elsewhere), and how
many of them are tried."""
GATHER = 10.0
"""Seconds in which the other desks can report their entries."""


@dataclass(frozen=True, slots=True)
class LostHost:
    """What the desk that takes over knows about the lost host."""

    desk: str
    """The name of the lost host."""
    by: By
    desks: tuple[DeskSeen, ...]
    """All desks that had joined the lost host, including this one."""
    entries: int = 0
    """How many entries that host had when it reported these desks."""
    seconds: float = GATHER
    """How long to wait for the other desks."""

    def missing(self, host: Host) -> Iterator[str]:
        """The names of the desks that have not reported their entries yet."""
        return (each.name for each in self.desks if each.name != self.desk and not host.has_heard(each.name))

    def finish(self, host: Host, address: str) -> None:
        """Record that the desk took over and serves the event at ``address``; then ``host`` accepts orders.

        Raises Refused and what a store raises.
        """
        carry_out(host.book, TakeOver(self.desk, address, tuple(self.missing(host))), by=self.by)
        host.gathering = False


def own_address(invited: str) -> str:
    """The address at which this computer would serve the event after a takeover.

    It is the address from which this computer reaches ``invited``, with a port that is free and will not be assigned to
    a connection. It is empty if it cannot serve.
    """
    try:
        host, port = split_address(invited)
        family, kind, _, _, there = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        with closing(socket.socket(family, kind)) as found:
            found.connect(there)  # nothing is sent
            own = found.getsockname()[0]
        return joined_address(own, _free_port(own, family))
    except (OSError, UnicodeError):
        return ""


def _free_port(address: str, family: int) -> int:
    """A port at which this computer can serve. Raises OSError if there is none at ``address``."""
    for port in (*random.sample(_PORTS, _TRIES), 0):
        with suppress(OSError), socket.create_server((address, port), family=family) as free:
            return int(free.getsockname()[1])
    raise OSError
