"""A deputy listens from its naming on, and until it is none any more or takes over."""

import platform
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from uuid import uuid4

import httpx
import pytest
from msgspec.structs import replace

from tests.examples.keys import key_of, tls_of
from tests.waiting import wait_until
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.invitation import split_address
from tournament.sharing.messages import PROTOCOL, DeskSeen, Forked, News
from tournament.sharing.statements import Statements
from ui.joining import places
from ui.joining.hosts import ask
from ui.server import deputy_port, deputy_server, two_ports
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
    wait_until(lambda: port.port == 0)


def is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError):
        return False
    return True


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
    wait_until(lambda: is_free(fixed[0]))


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


def test_it_listens_where_the_host_reaches_it_now(
    known: Known, port: DeputyPort, fixed: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its address may change from one network to another; the port is that of all addresses but the loopback one."""
    own = ["127.0.0.1"]
    asked, now = list[str](), [100.0]

    def own_host(there: str) -> str:
        asked.append(there)
        return own[0]

    monkeypatch.setattr(deputy_port, "own_host", own_host)
    monkeypatch.setattr(deputy_port, "time", SimpleNamespace(monotonic=lambda: now[0]))
    opened, servers = list[str](), list[Opened]()

    def server(host: str, *_: object) -> Opened:
        opened.append(host)
        servers.append(Opened(host, fixed[0]))
        return servers[-1]

    monkeypatch.setattr(deputy_server, "DeputyServer", server)
    for elapsed in (0.0, 4.9):
        now[0] += elapsed
        port.follow(news(f"127.0.0.1:{fixed[0]}"))
    assert (asked, opened) == (["127.0.0.1:4711"], ["127.0.0.1"]), "it is not looked up each time"
    own[0] = "10.0.0.7"
    now[0] += 0.1
    assert port.follow(news(f"127.0.0.1:{fixed[0]}")) is True
    assert (len(asked), opened) == (2, ["127.0.0.1", "0.0.0.0"])
    assert known.serves_at == f"10.0.0.7:{fixed[0]}"
    own[0], known.address = "fd00::7", "[fd00::1]:4711"
    assert port.follow(news(known.serves_at)) is True
    assert (asked[2:], opened[2:]) == (["[fd00::1]:4711"], ["::"]), "the host is elsewhere"
    assert known.serves_at == f"[fd00::7]:{fixed[0]}"
    assert port.follow(news(known.serves_at)) is False
    assert opened[3:] == []
    now[0] += 9
    own[0] = "fd00::8"
    assert port.follow(news(f"[fd00::7]:{fixed[0]}")) is True
    assert opened[3:] == [], "the same port serves all addresses"
    assert [each.closed for each in servers] == [[True], [True], []], "the next one needs the port"


class Opened:
    """A server that is open, and says how it was closed."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port, self.closed = host, port, list[bool]()

    def close(self, *, wait: bool) -> None:
        self.closed.append(wait)


@pytest.mark.parametrize(("how", "waits"), [("unnamed", False), ("released", True), ("closed", False)])
def test_nobody_waits_for_the_port_but_a_server_that_needs_it(
    port: DeputyPort, monkeypatch: pytest.MonkeyPatch, how: str, waits: bool
) -> None:
    opened = Opened("127.0.0.1", 4711)
    monkeypatch.setattr(deputy_server, "DeputyServer", lambda *_: opened)
    port.follow(news("127.0.0.1:4711"))
    assert port.port == 4711
    if how == "unnamed":
        port.follow(replace(news(""), desks=()))
    elif how == "released":
        with port.released():
            pass
    else:
        port.close()
    assert opened.closed == [waits]
    assert port.port == 0


def test_a_port_that_was_closed_for_good_stays_closed(port: DeputyPort) -> None:
    with port.released():
        port.close()
    assert port.follow(news("")) is False
    assert port.port == 0


@pytest.mark.parametrize("address", ["", "nonsense", "host:99999"])
def test_without_an_address_it_listens_at_the_first_fixed_port(port: DeputyPort, fixed: range, address: str) -> None:
    port.follow(news(address))
    assert port.port == fixed[0]


def test_what_a_deputy_says_of_itself(known: Known, port: DeputyPort) -> None:
    port.follow(news(""))
    hello = ask([known.serves_at], KEY.id).hello
    assert (hello.protocol, hello.event, hello.name, hello.host) == (PROTOCOL, EVENT, "", platform.node())
    assert (hello.hosting, hello.gathering, hello.path, hello.successor) == (False, False, None, "")
