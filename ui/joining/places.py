"""The places where a computer may be that has changed its address, the likeliest first.

A place is an address as ``host:port``. Nothing is asked here, and no place is trusted: `ui.joining.finding` asks for
the certificate there.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, ip_address
from itertools import chain, islice, zip_longest

from tournament.event.problem import Refused
from tournament.sharing.invitation import joined_address, split_address

DESK_PORTS = range(8470, 8474)
"""The ports at which desks are served by default: the first, or the next one that is free."""
PUBLIC_PORTS = range(8480, 8484)
"""The same for the public."""
MOST_NEIGHBOURS = 1022
"""The most neighbours of a network, those of a /22; of a larger network these are the nearest ones."""
MOST_PLACES = 4096
MOST_PORTS = 6
"""The most ports that are asked at a computer."""
LOOPBACK = ("127.0.0.1", "::1")
_SEARCHED = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")))
"""The networks in which neighbours are asked: private ones (RFC 1918), link-local ones (RFC 3927), and loopback."""


def likely_ports(known: Iterable[str]) -> tuple[int, ...]:
    """The ports at which to ask: the fixed ones, and before them those of the addresses ``known``."""
    used = (port for _, port in _readable(known))
    return tuple(islice(dict.fromkeys((*islice(dict.fromkeys(used), MOST_PORTS // 2), *DESK_PORTS)), MOST_PORTS))


def typed_places(text: str, ports: Iterable[int]) -> tuple[str, ...]:
    """The places that somebody typed: ``192.168.1.20:8470``, or a host alone, which is asked at all ``ports``.

    Raises Refused.
    """
    text = text.strip()
    try:
        host, has_port = str(ip_address(text.strip("[]"))), False
    except ValueError:
        host, has_port = text, ":" in text
    if has_port:
        return (joined_address(*split_address(text)),)
    return tuple(joined_address(*split_address(joined_address(host, port))) for port in ports)


def places(
    known: Sequence[str], interfaces: Sequence[IPv4Interface], ports: Sequence[int], announced: Sequence[str] = ()
) -> tuple[str, ...]:
    """The places to ask, each once: the addresses ``known`` and ``announced``; their hosts at the other ``ports``; this
    computer; and the neighbours at ``interfaces``, if a known address may be in the local network.

    Unreadable addresses are skipped: a host passes on what others said.
    """
    addresses = tuple(_readable((*known, *announced)))
    hosts = tuple(dict.fromkeys(host for host, _ in addresses))
    near: tuple[str, ...] = ()
    if in_local_network(known):
        near = tuple(map(str, _in_turn([neighbours(each) for each in dict.fromkeys(interfaces)])))
    found = chain(
        (joined_address(*each) for each in addresses),
        (joined_address(host, port) for host in (*hosts, *LOOPBACK) for port in ports),
        (joined_address(host, port) for port in ports for host in near),
    )
    return tuple(islice(dict.fromkeys(found), MOST_PLACES))


def in_local_network(known: Iterable[str]) -> bool:
    """Whether one of the addresses ``known`` may be in the local network: it is private, link-local, or a name."""
    return any(_may_be_near(host) for host, _ in _readable(known))


def neighbours(own: IPv4Interface) -> Iterator[IPv4Address]:
    """The addresses in the network of ``own``, itself first and then the nearest; none in a public network."""
    network = own.network
    if not any(network.subnet_of(each) for each in _SEARCHED):
        return
    reserved = {network.network_address, network.broadcast_address} if network.prefixlen < 31 else set()
    yield own.ip
    asked, distance = 1, 1
    while asked <= MOST_NEIGHBOURS and distance < network.num_addresses:
        for number in (int(own.ip) - distance, int(own.ip) + distance):
            if not int(network.network_address) <= number <= int(network.broadcast_address):
                continue
            if (address := IPv4Address(number)) not in reserved and asked <= MOST_NEIGHBOURS:
                yield address
                asked += 1
        distance += 1


def _readable(addresses: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Host and port of each of ``addresses`` that is one."""
    for each in addresses:
        with suppress(Refused):
            yield split_address(each)


def _in_turn(lists: Iterable[Iterator[IPv4Address]]) -> Iterator[IPv4Address]:
    """The first of each of ``lists``, then the second of each, and so on."""
    yield from (each for group in zip_longest(*lists) for each in group if each is not None)


def _may_be_near(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host != "localhost"
    return not address.is_loopback and (address.is_private or address.is_link_local)
