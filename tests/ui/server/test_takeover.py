"""Where a desk would serve if it took over."""

import random
import socket

import pytest

from tournament.sharing.invitation import split_address
from ui.joining import places
from ui.server.takeover import is_here, own_address


def test_the_first_fixed_port_that_is_free_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        ports = [each.getsockname()[1] for each in (taken, free)]
        free.close()
        monkeypatch.setattr(places, "DESK_PORTS", ports)
        assert own_address("127.0.0.1:4711") == f"127.0.0.1:{ports[1]}"


def test_then_ten_free_ports_below_those_of_outgoing_connections_are_tried_and_then_the_system_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried, create, range_ = list[int](), socket.create_server, list[range]()

    def taken(address: tuple[str, int], *, family: int) -> socket.socket:
        tried.append(address[1])
        if address[1]:
            raise OSError
        return create(address, family=family)

    def first(ports: range, count: int) -> list[int]:
        range_.append(ports)
        return list(ports[:count])

    monkeypatch.setattr(random, "sample", first)
    monkeypatch.setattr(socket, "create_server", taken)
    address = own_address("127.0.0.1:4711")
    assert tried == [*places.DESK_PORTS, *range(20_000, 20_010), 0]
    assert range_ == [range(20_000, 32_000)]
    assert split_address(address)[1] > 0


@pytest.mark.parametrize("invited", ["nowhere.invalid:4711", "a" * 64 + ".example:1"])
def test_whoever_reaches_nobody_offers_nothing(invited: str) -> None:
    assert own_address(invited) == ""


@pytest.mark.parametrize(("host", "here"), [
    ("127.0.0.1", True), ("localhost", True), ("192.0.2.77", False), ("nowhere.invalid", False),
    ("a" * 64 + ".example", False),
])  # fmt: skip
def test_an_address_that_this_computer_had_before_is_not_here(host: str, here: bool) -> None:
    """192.0.2.0/24 is of documentation (RFC 5737)."""
    assert is_here(host) is here
