"""Where a computer is searched: the likeliest places first, each once, and never in networks of strangers."""

from ipaddress import IPv4Interface, IPv4Network, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.event.problem import Refused
from tournament.sharing.invitation import joined_address, split_address
from ui.joining.places import (
    DESK_PORTS,
    LOOPBACK,
    MOST_NEIGHBOURS,
    MOST_PLACES,
    MOST_PORTS,
    PUBLIC_PORTS,
    in_local_network,
    likely_ports,
    neighbours,
    places,
    typed_places,
)

PRIVATE = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")))
SYSTEMS_CHOOSE = 32768
"""From here on Linux gives ports to outgoing connections."""

PORTS = st.integers(1, 65535)
INTERFACES = st.builds(
    lambda network, place, length: IPv4Interface((int(network[0]) + place % network.num_addresses, length)),
    st.sampled_from(PRIVATE),
    st.integers(0, 2**24),
    st.integers(16, 32),
)
ADDRESSES = st.builds(
    joined_address, st.sampled_from(("192.168.1.20", "127.0.0.1", "hall.local", "fd00::7", "8.8.8.8")), PORTS
)


@given(own=INTERFACES)
def test_neighbours_are_the_nearest_addresses_of_the_network(own: IPv4Interface) -> None:
    found = list(neighbours(own))
    assert found[0] == own.ip
    assert len(set(found)) == len(found) <= MOST_NEIGHBOURS + 1
    assert all(each in own.network for each in found)
    distances = [abs(int(each) - int(own.ip)) for each in found]
    assert distances == sorted(distances)
    hosts = set(own.network.hosts()) | {own.ip} if own.network.prefixlen >= 22 else None
    assert hosts is None or set(found) == hosts


def test_of_a_large_network_as_many_are_asked_as_a_22_has() -> None:
    found = list(neighbours(IPv4Interface("10.0.0.5/8")))
    assert len(found) == MOST_NEIGHBOURS + 1, "and the own address"
    assert min(found) == ip_address("10.0.0.1"), "not the address of the network"


@pytest.mark.parametrize("own", ["8.8.8.8/24", "192.0.2.2/24", "100.64.0.1/24", "172.32.0.1/24", "192.0.0.1/2"])
def test_nobody_is_asked_in_a_public_network(own: str) -> None:
    assert list(neighbours(IPv4Interface(own))) == []


@given(
    known=st.lists(ADDRESSES | st.text(max_size=5), max_size=6),
    announced=st.lists(ADDRESSES, max_size=3),
    interfaces=st.lists(INTERFACES, max_size=4),
    ports=st.lists(PORTS, min_size=1, max_size=MOST_PORTS, unique=True),
)
def test_each_place_is_asked_once_and_the_likeliest_first(
    known: list[str], announced: list[str], interfaces: list[IPv4Interface], ports: list[int]
) -> None:
    found = places(known, interfaces, ports, announced)
    assert len(set(found)) == len(found) <= MOST_PLACES
    said = list(dict.fromkeys(each for each in (*known, *announced) if _is_address(each)))
    assert list(found[: len(said)]) == said
    hosts = {split_address(each)[0] for each in said}
    near = {str(each) for own in interfaces for each in neighbours(own)} if in_local_network(known) else set()
    for each in found[len(said) :]:
        host, port = split_address(each)
        assert host in hosts or host in LOOPBACK or host in near
        assert port in ports
    for host in (*hosts, *LOOPBACK):
        assert all(joined_address(host, port) in found for port in ports)


def _is_address(text: str) -> bool:
    try:
        return joined_address(*split_address(text)) == text
    except Refused:
        return False


def test_two_networks_are_asked_in_turn_and_the_first_port_in_all_before_the_second() -> None:
    own = [IPv4Interface("192.168.1.20/24"), IPv4Interface("10.9.0.3/29")]
    found = places(["192.168.1.77:8470"], own, [8470, 8471])
    near = [each for each in found if split_address(each)[0] not in ("192.168.1.77", *LOOPBACK)]
    assert near[:4] == ["192.168.1.20:8470", "10.9.0.3:8470", "192.168.1.19:8470", "10.9.0.2:8470"]
    assert len(near) == 2 * (253 + 6)
    assert [split_address(each)[1] for each in near] == [8470] * 259 + [8471] * 259


@pytest.mark.parametrize("known", [(), ("127.0.0.1:8470", "[::1]:8470", "localhost:1"), ("8.8.8.8:8470", "?")])
def test_who_was_never_near_is_not_searched_among_the_neighbours(known: tuple[str, ...]) -> None:
    assert not in_local_network(known)
    found = places(known, [IPv4Interface("192.168.1.20/24")], [8470])
    assert not any(each.startswith("192.") for each in found)


@given(known=st.lists(ADDRESSES, max_size=9))
def test_known_ports_are_asked_before_the_fixed_ones(known: list[str]) -> None:
    ports = likely_ports(known)
    assert len(set(ports)) == len(ports) <= MOST_PORTS
    used = list(dict.fromkeys(split_address(each)[1] for each in known))
    assert list(ports[: len(used[: MOST_PORTS // 2])]) == used[: MOST_PORTS // 2]
    assert DESK_PORTS[0] in ports
    assert len(used) > 2 or set(DESK_PORTS) <= set(ports)


@pytest.mark.parametrize(("text", "found"), [
    (" 192.168.1.20 ", ("192.168.1.20:1", "192.168.1.20:2")),
    ("192.168.1.20:9", ("192.168.1.20:9",)),
    ("Hall.local", ("hall.local:1", "hall.local:2")),
    ("hall:9", ("hall:9",)),
    ("fd00::7", ("[fd00::7]:1", "[fd00::7]:2")),
    ("[fd00::7]", ("[fd00::7]:1", "[fd00::7]:2")),
    ("[fd00::7]:9", ("[fd00::7]:9",)),
])  # fmt: skip
def test_an_address_is_typed_with_its_port_or_without(text: str, found: tuple[str, ...]) -> None:
    assert typed_places(text, (1, 2)) == found


@pytest.mark.parametrize("text", ["", "192.168.1.20:", "hall:99999", "two words", "a:b:c", "fe80::1%eth0"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        typed_places(text, DESK_PORTS)
    assert [each.code for each in refused.value.problems] == ["invitation-addresses"]


def test_the_fixed_ports_are_apart_and_never_given_to_outgoing_connections() -> None:
    assert set(DESK_PORTS).isdisjoint(PUBLIC_PORTS)
    assert min(DESK_PORTS) > 1024
    assert max(*DESK_PORTS, *PUBLIC_PORTS) < SYSTEMS_CHOOSE
