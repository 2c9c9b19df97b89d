"""The announcement of a shared event in the local network, so that desks find it; off unless somebody wants it."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from uuid import UUID

from tournament.event.problem import Problem
from tournament.language import mark
from ui.joining.discovery import SERVICE, LocalNetwork, Tell, network_remark

if TYPE_CHECKING:
    from zeroconf import Zeroconf

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
