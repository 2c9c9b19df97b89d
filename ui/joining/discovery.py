"""Shared events in the local network, found by multicast DNS (RFC 6762, 6763).

Anybody in the network may announce anything, so a result only says where to ask; the invitation decides whether it is
trusted. zeroconf is imported and used in a separate thread, and its errors become remarks.
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
"""The most events that are listed, so that a hostile network cannot fill the memory."""
_MOST_NAME = 100
"""The most characters of the name of an event, or of a computer."""
_PATIENCE = 1500
"""Milliseconds to wait for the details of a service whose name was found."""

Tell = Callable[[Problem], None]


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """A shared event, as it was announced."""

    event: UUID
    """The id of the event's first entry."""
    name: str
    addresses: tuple[str, ...]
    """``host:port`` each, as in an invitation."""
    fingerprint_begin: str
    """The first 8 hexadecimal digits of the fingerprint of the server's certificate."""
    computer: str = ""
    """The name of the computer; empty if it was not announced."""


class LocalNetwork:
    """Multicast DNS in a separate thread until `close`.

    The thread calls ``work``, and at the end the function that ``work`` returned. An error is reported with
    ``tell(failed(reason))``, in that thread.
    """

    def __init__(
        self,
        work: Callable[["Zeroconf"], Callable[[], object]],
        failed: Callable[[str], Problem],
        tell: Tell,
        interfaces: tuple[str, ...] = (),
    ) -> None:
        """``interfaces`` are addresses of this computer; empty for all of them."""
        self._work = work
        self._failed = failed
        self._tell = tell
        self._interfaces = interfaces
        self._ended = Event()
        self._thread = Thread(target=self._run, name="local network", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Withdraw the announcements, and return when the thread has ended, within two seconds."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        from zeroconf import Error, InterfaceChoice, Zeroconf

        try:
            with closing(Zeroconf(list(self._interfaces) or InterfaceChoice.All)) as network:
                end = self._work(network)
                self._ended.wait()
                end()
        except (OSError, RuntimeError, Error) as error:  # RuntimeError: no such interface
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            self._tell(self._failed(reason))


def browse(
    changed: Callable[[tuple[FoundEvent, ...]], None], tell: Tell, interfaces: tuple[str, ...] = ()
) -> LocalNetwork:
    """Look for shared events until the returned object is closed.

    ``changed`` gets all events found so far, and ``tell`` gets errors as remarks; both are called in another thread.
    """
    found = dict[str, FoundEvent]()

    def hear(zeroconf: "Zeroconf", service_type: str, name: str, state_change: "ServiceStateChange") -> None:
        from zeroconf import Error, ServiceStateChange

        try:
            gone = state_change is ServiceStateChange.Removed
            info = None if gone else zeroconf.get_service_info(service_type, name, _PATIENCE)
        except Error:  # zeroconf is being closed
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
    """The event that ``info`` announces; None if it is not a shared event."""
    said = info.decoded_properties
    try:
        event = UUID(said.get("event") or "")
        digits = bytes.fromhex(said.get("fp") or "").hex()
    except ValueError:
        return None
    port, hosts = info.port or 0, tuple(host for host in info.parsed_addresses() if not host.startswith("fe80:"))
    if len(digits) != 8 or not hosts or not port:
        return None
    name, computer = (harmless_line(said.get(key) or "")[:_MOST_NAME] for key in ("name", "host"))
    return FoundEvent(event, name, tuple(joined_address(host, port) for host in hosts), digits, computer)


def network_remark(code: str, text: Text) -> Problem:
    """A remark about the local network with the code ``network-{code}``."""
    return Problem(f"network-{code}", text, "network", Gravity.REMARK)


def _not_browsed(reason: str) -> Problem:
    text = mark("Shared events cannot be found in the local network ({reason}). Use an invitation.", reason=reason)
    return network_remark("not-browsed", text)


_NAME_BYTES = 200
"""The most bytes of a name: a DNS text holds 255, and its key needs some."""


def announce(
    event: UUID,
    name: str,
    port: int,
    fingerprint: bytes,
    hosts: Iterable[str],
    tell: Tell,
    interfaces: tuple[str, ...] = (),
    *,
    computer: str = "",
) -> LocalNetwork:
    """Announce the server of ``event`` at the IP addresses ``hosts`` until the returned object is closed.

    The event's id and name, the name of the ``computer`` and the first bytes of the fingerprint are visible to
    everybody in the network; the ticket is not announced. ``tell`` gets errors as remarks, in another thread.
    """
    begin = fingerprint[:4].hex()
    shown, host = (each.encode(errors="replace")[:_NAME_BYTES].decode(errors="ignore") for each in (name, computer))

    def work(network: "Zeroconf") -> Callable[[], object]:
        from zeroconf import ServiceInfo

        info = ServiceInfo(
            SERVICE,
            f"{event.hex[:16]}-{begin}.{SERVICE}",
            port,
            properties={"event": str(event), "name": shown, "fp": begin, "host": host},
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
