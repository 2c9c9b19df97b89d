"""Shared events in the local network, found by multicast DNS (RFC 6762, 6763).

What is found is a hint of whom to ask, and nothing more: anybody in the network may announce anything. The invitation
decides. zeroconf is loaded and used in a thread of its own, and nothing that fails there stops anything.
"""

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING
from uuid import UUID

from tournament.event.problem import Gravity, Problem
from tournament.language import Text, mark
from tournament.language.harmless import harmless_line
from tournament.sharing.invitation import joined_address

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf


SERVICE = "_quatre-vents._tcp.local."
_MOST = 200
"""Events that are listed at most, whatever the network says."""
_MOST_NAME = 100
_PATIENCE = 1500
"""Milliseconds in which a service says more than its name."""

Tell = Callable[[Problem], None]


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """A shared event, as it was announced."""

    event: UUID
    """The id of its first entry."""
    name: str
    addresses: tuple[str, ...]
    """``host:port`` each, as in an invitation."""
    fingerprint_begin: str
    """The first 8 hexadecimal digits of the fingerprint of the server's certificate."""


class LocalNetwork:
    """Multicast DNS until `close`: ``work`` is begun in a thread of its own, and what it returns ends it.

    What fails is given to ``tell``, in that thread, as ``failed(reason)``.
    """

    def __init__(
        self,
        work: Callable[["Zeroconf"], Callable[[], object]],
        failed: Callable[[str], Problem],
        tell: Tell,
        interfaces: tuple[str, ...] = (),
    ) -> None:
        """``interfaces`` are addresses of this computer; nothing: all it has."""
        self._work = work
        self._failed = failed
        self._tell = tell
        self._interfaces = interfaces
        self._ended = Event()
        self._thread = Thread(target=self._run, name="local network", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Take back what was announced, and return when all threads have ended: within two seconds."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        from zeroconf import Error, InterfaceChoice, Zeroconf

        try:
            with closing(Zeroconf(list(self._interfaces) or InterfaceChoice.All)) as network:
                end = self._work(network)
                self._ended.wait()
                end()
        except (OSError, RuntimeError, Error) as error:  # RuntimeError: an interface that is not there
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self._tell(self._failed(reason))


def browse(
    changed: Callable[[tuple[FoundEvent, ...]], None], tell: Tell, interfaces: tuple[str, ...] = ()
) -> LocalNetwork:
    """Look for shared events until the answer is closed; ``changed`` gets all of them, in a thread of its own.

    What fails is given to ``tell`` as a remark.
    """
    found = dict[str, FoundEvent]()

    def hear(zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        from zeroconf import Error, ServiceStateChange

        try:
            gone = state_change is ServiceStateChange.Removed
            info = None if gone else zeroconf.get_service_info(service_type, name, _PATIENCE)
        except Error:  # it is being closed
            return
        before = found.get(name)
        event = None if info is None else read_service(info)
        if event is None:
            found.pop(name, None)
        elif name in found or len(found) < _MOST:
            found[name] = event
        if before != found.get(name):
            changed(tuple(found.values()))

    def work(network: "Zeroconf") -> Callable[[], object]:
        from zeroconf import ServiceBrowser

        return ServiceBrowser(network, SERVICE, handlers=[hear]).cancel

    return LocalNetwork(work, _not_browsed, tell, interfaces)


def read_service(info: "ServiceInfo") -> FoundEvent | None:
    """The event that ``info`` announces; None for anything else."""
    said = info.decoded_properties
    try:
        event = UUID(said.get("event") or "")
        digits = bytes.fromhex(said.get("fp") or "").hex()
    except ValueError:
        return None
    port, hosts = info.port or 0, tuple(host for host in info.parsed_addresses() if not host.startswith("fe80:"))
    if len(digits) != 8 or not hosts or not port:
        return None
    name = harmless_line(said.get("name") or "")[:_MOST_NAME]
    return FoundEvent(event, name, tuple(joined_address(host, port) for host in hosts), digits)


def network_remark(code: str, text: Text) -> Problem:
    """A remark about the local network."""
    return Problem(f"network-{code}", text, "network", Gravity.REMARK)


def _not_browsed(reason: str) -> Problem:
    text = mark("Shared events cannot be found in the local network ({reason}). Use an invitation.", reason=reason)
    return network_remark("not-browsed", text)


_NAME_BYTES = 200
"""A text of DNS has 255 bytes."""


def announce(
    event: UUID,
    name: str,
    port: int,
    fingerprint: bytes,
    hosts: Iterable[str],
    tell: Tell,
    interfaces: tuple[str, ...] = (),
) -> LocalNetwork:
    """Announce the server of ``event`` at the IP addresses ``hosts`` until the answer is closed.

    Event and name, and the beginning of the fingerprint, are seen by everybody in the network; the ticket is not among
    them. What fails is given to ``tell`` as a remark, in a thread of its own.
    """
    begin = fingerprint[:4].hex()
    shown = name.encode(errors="replace")[:_NAME_BYTES].decode(errors="ignore")

    def work(network: "Zeroconf") -> Callable[[], object]:
        from zeroconf import ServiceInfo

        info = ServiceInfo(
            SERVICE,
            f"{event.hex[:16]}-{begin}.{SERVICE}",
            port,
            properties={"event": str(event), "name": shown, "fp": begin},
            server=f"quatre-vents-{begin}.local.",
            parsed_addresses=list(hosts),
        )
        # nobody else has this name: it has the event and the certificate, so there is no second of waiting for others
        network.register_service(info, cooperating_responders=True)
        return network.unregister_all_services

    return LocalNetwork(work, _not_announced, tell, interfaces)


def _not_announced(reason: str) -> Problem:
    text = mark(
        "Desks cannot find this event by themselves in the local network ({reason}). Give them the invitation.",
        reason=reason,
    )
    return network_remark("not-announced", text)
