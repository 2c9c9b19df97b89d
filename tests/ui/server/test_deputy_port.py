"""A deputy listens from its naming on, and until it is none any more or takes over."""

import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from uuid import uuid4

import httpx
import pytest
from msgspec.structs import replace

from tests.examples.keys import key_of, tls_of
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.invitation import split_address
from tournament.sharing.messages import DeskSeen, Forked, News
from tournament.sharing.statements import Statements
from ui.joining import places
from ui.joining.hosts import ask
from ui.server import two_ports
from ui.server.deputy_port import DeputyPort
from ui.server.takeover import first_host, new_naming

EVENT = str(uuid4())
KEY = key_of("north")


@dataclass
class Known:
    """What the deputy knows of hosts."""

    statements: Statements
    address: str = "127.0.0.1:4711"
    serves_at: str = ""


@pytest.fixture
def known() -> Known:
    signing = first_host(key_of("first host"), EVENT)
    signing.name_deputies([KEY.certificate], new_naming)
    return Known(signing.known)


@pytest.fixture(autouse=True)
def fixed(monkeypatch: pytest.MonkeyPatch) -> range:
    """The fixed ports; those of the program may be taken by other tests."""
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)
    while True:
        with socket.create_server(("127.0.0.1", 0)) as some:
            ports = range(some.getsockname()[1], some.getsockname()[1] + 2)
        if all(is_free(port) for port in ports):
            monkeypatch.setattr(places, "DESK_PORTS", ports)
            return ports


@pytest.fixture
def port(known: Known) -> Iterator[DeputyPort]:
    port = DeputyPort(EVENT, KEY, known)
    yield port
    port.close()
    until(lambda: port.port == 0)


def is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        return False
    return True


def until(found: Callable[[], object], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def news(address: str, deputy: int = 1) -> News:
    own = DeskSeen("north", KEY.id.hex(), "Ada", None, "", None, 7, address, deputy)
    return News((), (), NO_ENTRIES, "", confirm_on_two=False, desks=(replace(own, id="00", name="south"), own))


def test_it_answers_from_its_naming_on_with_its_certificate_and_the_statements_that_it_knows(
    known: Known, port: DeputyPort, fixed: range
) -> None:
    told = f"127.0.0.1:{fixed[1]}"
    assert port.follow(news(told, deputy=0)) is False
    assert port.port == 0
    assert port.follow(news(told)) is False, "the host knows the address"
    assert port.port == fixed[1]
    assert known.serves_at == ""
    found = ask([told], KEY.id)
    assert (found.hello.event, found.hello.desk, found.hello.entries) == (EVENT, "north", 7)
    assert found.hello.statements == known.statements.signed
    assert found.path is None, "it hosts nothing"
    known.statements = known.statements.receive(())
    assert port.follow(news(told)) is False
    assert port.port == fixed[1], "it stays open"


def test_nothing_else_is_answered_and_whoever_asks_too_often_waits(known: Known, port: DeputyPort) -> None:
    port.follow(news(""))
    with httpx.Client(base_url=f"https://127.0.0.1:{port.port}", verify=tls_of("")) as client:
        assert client.get("/joined/00").status_code == 404
        assert client.post("/sync", content=b"{}").status_code == 404
        assert {client.get("/hello").status_code for _ in range(100)} == {200, 429}
    other = httpx.Client(base_url=f"https://127.0.0.1:{port.port}", verify=tls_of("south"))
    with other, pytest.raises(httpx.RequestError):
        other.get("/hello")


def test_if_its_port_is_taken_the_host_is_told_of_another_once(known: Known, port: DeputyPort, fixed: range) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = f"127.0.0.1:{taken.getsockname()[1]}"
        assert port.follow(news(told)) is True
        assert known.serves_at == f"127.0.0.1:{fixed[0]}"
        assert port.follow(news(told)) is False, "the next question says it"
        assert known.serves_at == f"127.0.0.1:{fixed[0]}"
        assert port.follow(news(known.serves_at)) is False
        assert known.serves_at == ""


def test_a_deputy_whose_address_has_changed_tells_the_host(known: Known, port: DeputyPort, fixed: range) -> None:
    assert port.follow(news(f"192.168.7.7:{fixed[0]}")) is True
    assert known.serves_at == f"127.0.0.1:{fixed[0]}"


def test_without_a_network_nothing_is_told(known: Known, port: DeputyPort) -> None:
    known.address = "nowhere.invalid:1"
    assert port.follow(news("192.168.7.7:8470")) is False
    assert port.port == 0


def test_when_it_is_unnamed_the_port_is_closed(port: DeputyPort, fixed: range) -> None:
    port.follow(news(f"127.0.0.1:{fixed[0]}"))
    assert not is_free(fixed[0])
    assert port.follow(Forked(NO_ENTRIES)) is False
    assert not is_free(fixed[0])
    port.follow(news(f"127.0.0.1:{fixed[0]}", deputy=0))
    until(lambda: is_free(fixed[0]))


def test_when_it_takes_over_its_server_gets_the_port(port: DeputyPort, fixed: range) -> None:
    told = f"127.0.0.1:{fixed[0]}"
    port.follow(news(told))
    with port.released():
        assert is_free(fixed[0])
        assert port.follow(news(told)) is False
        assert is_free(fixed[0])
    port.follow(news(told))
    assert port.port == fixed[0], "it did not take over, and listens again"
    port.close()
    port.follow(news(told))
    assert port.port == 0


def test_its_port_is_the_one_that_it_announced_when_it_joined(known: Known, port: DeputyPort) -> None:
    from ui.server.takeover import own_address

    told = own_address("127.0.0.1:4711")
    assert port.follow(news(told)) is False
    assert port.port == split_address(told)[1] == places.DESK_PORTS[0]
