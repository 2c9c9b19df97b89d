"""Which host of an event this computer is, and how a desk takes over: what it knows, and what it collects first."""

import random
import secrets
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.sharing.ends import SignedEnd
from tournament.sharing.host import Host, HostSigning
from tournament.sharing.invitation import joined_address, split_address
from tournament.sharing.keys import ComputerKey
from tournament.sharing.messages import DeskSeen, HandedOn
from tournament.sharing.statements import NAMING_BYTES, HostPath, Statements, read_statement
from tournament.sharing.succession import MayTakeOver, may_take_over, places_to_ask, taking_over
from tournament.sharing.tickets import KnownTickets
from tournament.use_cases import By, StoreUnavailable, carry_out
from tournament.use_cases.commands import TakeOver
from ui.joining import places
from ui.joining.hosts import Known, hosted_elsewhere, serving
from ui.joining.key_file import kept_key
from ui.server.host_folder import HostFolder

_PORTS, _TRIES = range(20_000, 32_000), 10
"""Ports below those that systems assign to outgoing connections (from 32768 on Linux, from 49152 elsewhere), and how
many of them are tried."""
EVERYWHERE, EVERYWHERE_6 = "0.0.0.0", "::"
"""All addresses of this computer, of IPv4 and of both."""
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
    entries: int
    """How many entries that host had when it reported these desks."""
    seconds: float = GATHER
    """How long to wait for the other desks."""
    end: SignedEnd | None = None
    """The newest end that the lost host had signed for this desk."""
    tickets: KnownTickets | None = None
    """The tickets of invitations, as the lost host told them; None if it did not."""
    handed_on: HandedOn | None = None
    """How the lost host served people beside the desks; None if it did not say."""

    def missing(self, host: Host) -> Iterator[str]:
        """The names of the desks that have not reported their entries yet."""
        return (each.name for each in self.desks if each.name != self.desk and not host.has_heard(each.name))

    def finish(self, host: Host, address: str) -> None:
        """Record that the desk took over and serves the event at ``address``; then ``host`` accepts orders.

        Raises Refused and what a store raises.
        """
        carry_out(host.book, TakeOver(self.desk, address, tuple(self.missing(host))), by=self.by)
        host.finish_gathering()


def signing_of(folder: HostFolder, event: str, key: ComputerKey, *, anew: bool = False) -> HostSigning:
    """What the computer with ``key`` signs as the host of ``event``; ``anew``, as a new first host.

    A first statement is made if it has made none. If it was a host and its naming has ended, it has stepped back.
    Raises Refused if the host has changed too often.
    """
    kept = () if anew else folder.statements()
    read = [each for each in map(read_statement, kept) if each is not None]
    first = next((each.path.first for each in read), key.id)
    known = Statements(event, first).receive(kept)
    own = [path for path in known.newest if path.host == key.id]
    if not own and first != key.id:
        return HostSigning(key, known.host, known, stepped_back=True)
    path = known.host if known.host in own else own[-1] if own else HostPath(first)
    signing = HostSigning(key, path, known)
    if path not in known.newest:
        signing.name_deputies((), new_naming)
    return signing


def take_over_signed(folder: HostFolder, known: Known) -> None:
    """Sign that the desk which keeps ``folder`` replaces the host, as it is ``known`` to it.

    Raises Refused if the host did not name this desk, and StoreUnavailable if a host answers.
    """
    key = kept_key(folder.path, datetime.now(UTC)).key
    statements = known.verified
    path = statements.host
    found = serving(known.event, known.places(places_to_ask(statements)))
    for each in found:
        statements = statements.receive(each.hello.statements)
    host = next((each for each in found if each.path in (path, statements.host)), None)
    if host is not None and host.hello.successor != key.id.hex():  # to this desk it hands over
        raise StoreUnavailable(hosted_elsewhere(host))
    match may_take_over(statements, key.id, host_answers=False):
        case MayTakeOver.YES:
            statements = statements.merge([taking_over(statements, key, new_naming)])
        case MayTakeOver.IS_HOST | MayTakeOver.HOST_ANSWERS:
            pass  # it has begun to take over before
        case MayTakeOver.NOT_NAMED:
            text = mark(
                "The host has not named this desk to take over from it. Another desk may; or share the event anew with "
                "--anyway, and all desks join again."
            )
            raise Refused(Problem("take-over-unnamed", text, "file"))
        case MayTakeOver.TOO_OFTEN:
            text = mark("The host of this event has changed too often: share it anew with --anyway.")
            raise Refused(Problem("hosts-too-many", text, "file"))
    folder.keep_statements(statements.signed)


def first_host(key: ComputerKey, event: str) -> HostSigning:
    """What the computer with ``key`` signs as the first host of ``event``, which names no deputies."""
    signing = HostSigning(key, HostPath(key.id), Statements(event, key.id))
    signing.name_deputies((), new_naming)
    return signing


def new_naming() -> bytes:
    """16 random bytes for a deputy."""
    return secrets.token_bytes(NAMING_BYTES)


def is_here(host: str) -> bool:
    """Whether ``host`` is an address of this computer, or a name of one."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.create_server(address, family=family):
            return True
    except (OSError, UnicodeError):
        return False


def own_address(invited: str) -> str:
    """The address at which this computer would serve the event after a takeover.

    It is the address from which this computer reaches ``invited``, with the first fixed port that is free, else one
    that is free and will not be assigned to a connection. It is empty if it cannot serve.
    """
    try:
        own = own_host(invited)
        return joined_address(own, _free_port(own))
    except (OSError, UnicodeError):
        return ""


def own_host(there: str) -> str:
    """The address from which this computer reaches ``there``. Nothing is sent. Raises OSError and UnicodeError."""
    host, port = split_address(there)
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with closing(socket.socket(family, kind)) as found:
        found.connect(address)
        return str(found.getsockname()[0])


def _free_port(address: str) -> int:
    """A port at which this computer can serve. Raises OSError if there is none at ``address``."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    for port in (*places.DESK_PORTS, *random.sample(_PORTS, _TRIES), 0):
        with suppress(OSError), socket.create_server((address, port), family=family) as free:
            return int(free.getsockname()[1])
    raise OSError
