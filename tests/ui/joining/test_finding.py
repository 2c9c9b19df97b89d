"""A computer is found again by its id alone, whatever its neighbours answer."""

import asyncio
import hashlib
import socket
import ssl
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import IPv4Interface
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as threads
from types import SimpleNamespace
from uuid import UUID

import ifaddr
import pytest

from tests.ui.joining.servers import Behaviour, plain, serving, silent, tls
from tests.waiting import PATIENCE
from tournament.event.problem import Problem
from ui.joining import finding
from ui.joining.discovery import FoundEvent
from ui.joining.finding import (
    AT_ONCE,
    ComputerSearch,
    FoundComputer,
    WantedComputers,
    first_found,
    own_interfaces,
    reach_within,
    shown_id,
)
from ui.joining.key_file import kept_key

EVENT = UUID("0198c0de-1111-7222-8333-444455556666")
NOW = datetime(2026, 11, 27, tzinfo=UTC)
OURS, THEIRS = b"\x01" * 32, b"\x02" * 32
"""Seconds that a busy machine may take for what takes a moment."""


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_key(tmp_path_factory.mktemp("ours"), NOW).file


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept_key(tmp_path_factory.mktemp("theirs"), NOW).file


def id_in(pem: Path) -> bytes:
    begin, end = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
    certificate = begin + pem.read_text().partition(begin)[2].partition(end)[0] + end
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()


class _Nothing:
    """Multicast DNS that hears nothing."""

    def close(self) -> None:
        pass


def no_browse(_changed: object, _tell: object) -> _Nothing:
    return _Nothing()


class Network:
    """Computers by their addresses; whoever is not there is out of reach."""

    def __init__(self, **ids: bytes) -> None:
        self.ids = {address.replace("_", ":"): id for address, id in ids.items()}
        self.asked = list[str]()
        self.at_once = self.most_at_once = 0

    async def ask(self, address: str, _reach_within: float = 0) -> bytes:
        self.asked.append(address)
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0.001)
            if (id := self.ids.get(address)) is None:
                raise TimeoutError
            return id
        finally:
            self.at_once -= 1


def asked_in_turn(addresses: list[str]) -> Callable[[], str | None]:
    queue = deque(addresses)
    return lambda: queue.popleft() if queue else None


def test_the_first_with_a_wanted_id_is_found_and_few_are_asked_at_once() -> None:
    network = Network()
    network.ids = {"a:500": THEIRS, "a:600": OURS}
    addresses = [f"a:{port}" for port in range(1, 1000)]
    found = asyncio.run(first_found(asked_in_turn(addresses), frozenset({OURS}), network.ask))
    assert found == FoundComputer("a:600", OURS)
    assert network.most_at_once == AT_ONCE
    assert len(network.asked) < 600 + 2 * AT_ONCE, "nobody is asked after it was found"
    assert network.at_once == 0


def test_if_nobody_has_the_id_all_are_asked_once() -> None:
    network = Network(a_2=THEIRS)
    addresses = [f"a:{port}" for port in range(1, 200)]
    assert asyncio.run(first_found(asked_in_turn(addresses), frozenset({OURS}), network.ask)) is None
    assert sorted(network.asked) == sorted(addresses)
    assert asyncio.run(first_found(lambda: None, frozenset({OURS}), network.ask)) is None


def test_a_fault_of_the_program_is_not_taken_for_an_absent_computer() -> None:
    async def ask(_: str) -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ExceptionGroup) as raised:
        asyncio.run(first_found(asked_in_turn(["a:1"]), frozenset({OURS}), ask))
    assert raised.group_contains(ZeroDivisionError)


def test_neighbours_that_hang_delay_only_their_turn() -> None:
    async def ask(address: str) -> bytes:
        if address == "good:1":
            return OURS
        await asyncio.sleep(PATIENCE)
        raise TimeoutError

    begun = time.monotonic()
    addresses = [*(f"bad:{port}" for port in range(1, AT_ONCE)), "good:1"]
    assert asyncio.run(first_found(asked_in_turn(addresses), frozenset({OURS}), ask)) == FoundComputer("good:1", OURS)
    assert time.monotonic() - begun < PATIENCE / 2


@pytest.mark.parametrize(("count", "seconds"), [(0, 1.0), (254, 1.0), (1016, 0.504), (4096, 0.25)])
def test_many_places_get_less_time_each(count: int, seconds: float) -> None:
    assert reach_within(count) == pytest.approx(seconds, abs=0.001)


@pytest.mark.parametrize("count", [254, 254 * 2, 254 * 4])
def test_a_24_is_asked_at_all_fixed_ports_within_ten_seconds_even_if_nobody_answers(count: int) -> None:
    assert -(-count // AT_ONCE) * reach_within(count) < 10


def flooding(connection: socket.socket) -> None:
    with suppress(OSError):
        while True:
            connection.sendall(bytes(65536))


def closing_at_once(_connection: socket.socket) -> None:
    pass


HOSTILE: dict[str, Behaviour] = {
    "silent": silent,
    "garbage": plain(b"\x16\x03\x01garbage"),
    "another program": plain(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "flood": flooding,
    "closed": closing_at_once,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_neighbour_that_shows_no_certificate_is_left(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_SHOWN_WITHIN", 0.3)
    with serving(HOSTILE[name]) as address, pytest.raises(OSError):  # noqa: PT011  # which one does not matter
        asyncio.run(shown_id(address, PATIENCE))


@pytest.mark.parametrize("address", ["127.0.0.1:{free}", "nowhere.invalid:1", "a..b:1", "[::1]:{free}"])
def test_where_nobody_is_there_is_no_id(address: str) -> None:
    with pytest.raises(OSError):  # noqa: PT011  # of every system another
        asyncio.run(shown_id(address.format(free=free_port()), PATIENCE))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def test_nothing_is_sent_to_a_computer_and_no_certificate_is_shown_to_it(ours: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(ours)
    context.load_verify_locations(ours)
    context.verify_mode = ssl.CERT_OPTIONAL
    heard = list[tuple[bytes, object]]()

    def listen(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secured:
            shown = secured.getpeercert(binary_form=True)
            try:
                heard.append((secured.recv(4096), shown))
            except (OSError, ssl.SSLError):  # it left without a word
                heard.append((b"", shown))

    with serving(listen) as address:
        assert asyncio.run(shown_id(address, PATIENCE)) == id_in(ours)
    assert heard == [(b"", None)]


def test_own_interfaces_are_those_of_ipv4_without_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    ips = [("127.0.0.1", 8), ("192.168.1.20", 24), (("fe80::1", 0, 2), 64)]
    adapter = SimpleNamespace(
        ips=[SimpleNamespace(ip=ip, network_prefix=length, is_IPv4=isinstance(ip, str)) for ip, length in ips]
    )
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter])
    assert own_interfaces() == (IPv4Interface("192.168.1.20/24"),)

    def fail() -> None:
        raise OSError

    monkeypatch.setattr(ifaddr, "get_adapters", fail)
    assert own_interfaces() == ()


def test_the_interfaces_of_this_computer_can_be_read() -> None:
    assert not any(each.is_loopback for each in own_interfaces())


@contextmanager
def search_in(network: Network, **how: object) -> Iterator[ComputerSearch]:
    usual = {"ask": network.ask, "interfaces": lambda: (IPv4Interface("192.168.1.20/24"),), "browse": no_browse}
    search = ComputerSearch(EVENT, **(usual | how))  # type: ignore[arg-type]
    try:
        yield search
    finally:
        close(search)


def close(search: ComputerSearch) -> None:
    search.close()
    end = time.monotonic() + PATIENCE
    while searching() and time.monotonic() < end:
        time.sleep(0.01)
    assert not searching()


def searching() -> bool:
    return any(each.name == "search" for each in threads())


def until(search: ComputerSearch, wanted: WantedComputers) -> FoundComputer:
    """What ``search`` finds in the end."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := search.look(wanted):
            return found
        time.sleep(0.01)
    raise AssertionError("it was not found")


WANTED = WantedComputers(frozenset({OURS}), ("192.168.1.77:8470",), frozenset({"192.168.1.77:8470"}))


def test_a_host_with_another_address_is_found_and_told_once() -> None:
    network = Network()
    network.ids = {"192.168.1.20:8470": THEIRS, "192.168.1.213:8472": OURS}
    with search_in(network) as search:
        assert search.look(WANTED, PATIENCE) == FoundComputer("192.168.1.213:8472", OURS)
    assert "192.168.1.77:8470" not in network.asked, "the caller asks there"
    assert len(set(network.asked)) == len(network.asked)


def test_a_host_that_comes_back_later_is_found_by_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_PAUSES", (0.05,))
    monkeypatch.setattr(finding, "_STEP", 0.01)
    network = Network()
    with search_in(network) as search:
        assert search.look(WANTED, PATIENCE) is None
        network.ids["192.168.1.9:8470"] = OURS
        assert until(search, WANTED) == FoundComputer("192.168.1.9:8470", OURS)


def test_a_host_that_comes_back_in_a_long_pause_is_found_at_its_last_addresses_and_the_neighbours_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After 40 seconds a round begins only every 30."""
    monkeypatch.setattr(finding, "_PAUSES", (1000.0,))
    monkeypatch.setattr(finding, "_BETWEEN", 0.05)
    monkeypatch.setattr(finding, "_STEP", 0.01)
    network = Network()
    with search_in(network) as search:
        assert search.look(WANTED, PATIENCE) is None
        network.asked.clear()
        network.ids["192.168.1.77:8472"] = OURS
        assert until(search, WANTED) == FoundComputer("192.168.1.77:8472", OURS)
    assert {each.rpartition(":")[0] for each in network.asked} <= {"192.168.1.77", "127.0.0.1", "[::1]"}


@pytest.mark.parametrize("change", ["interface", "sleep", "typed"])
def test_a_change_begins_a_round_at_once(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_PAUSES", (1000.0,))
    monkeypatch.setattr(finding, "_BETWEEN", 1000.0)
    monkeypatch.setattr(finding, "_STEP", 0.01)
    network, own, clock, wanted = Network(), [IPv4Interface("10.0.0.1/30")], [0.0], WANTED
    with search_in(network, interfaces=lambda: tuple(own), clock=lambda: clock[0]) as search:
        assert search.look(WANTED, PATIENCE) is None
        before = len(network.asked)
        time.sleep(0.1)
        assert search.look(WANTED) is None
        assert len(network.asked) == before, "without a change there is a pause"
        network.ids = {"10.0.0.2:8470": OURS, "10.7.0.2:8470": OURS}
        if change == "interface":
            own[0] = IPv4Interface("10.7.0.1/30")
        elif change == "sleep":
            clock[0] += 3600
        else:
            wanted = WantedComputers(WANTED.ids, ("10.7.0.2:8470", *WANTED.known), WANTED.asked)
        assert until(search, wanted).id == OURS


def announced(address: str, event: UUID = EVENT, id: bytes = OURS) -> FoundEvent:
    return FoundEvent(event, "Cup", (address,), id[:4].hex())


def test_an_announced_address_is_asked_during_a_pause_but_not_that_of_another_event(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "_PAUSES", (1000.0,))
    monkeypatch.setattr(finding, "_BETWEEN", 1000.0)
    monkeypatch.setattr(finding, "_STEP", 0.01)
    changed = list[Callable[[tuple[FoundEvent, ...]], None]]()
    closed = Event()

    def browse(hear: Callable[[tuple[FoundEvent, ...]], None], _tell: Callable[[Problem], None]) -> SimpleNamespace:
        changed.append(hear)
        return SimpleNamespace(close=closed.set)

    network = Network()
    with search_in(network, browse=browse, interfaces=tuple) as search:
        assert search.look(WANTED, PATIENCE) is None
        network.ids = {f"10.9.9.{number}:4711": OURS for number in range(1, 9)}
        network.asked.clear()
        others = (announced("10.9.9.1:4711", id=THEIRS), announced("10.9.9.2:4711", UUID(int=0)))
        changed[0](others)
        many = tuple(announced(f"10.8.{number}.1:4711") for number in range(200))
        changed[0]((*others, announced("10.9.9.3:4711"), *many))
        assert until(search, WANTED) == FoundComputer("10.9.9.3:4711", OURS)
        assert closed.wait(PATIENCE)
    assert len(network.asked) <= finding._MOST_ANNOUNCED
    assert "10.9.9.2:4711" not in network.asked


def test_computers_with_other_certificates_are_asked_for_the_event_once_nobody_else_was_found() -> None:
    """An unknown successor announces the event, or is a neighbour."""
    network, asked = Network(), list[tuple[FoundComputer, ...]]()
    network.ids = {f"192.168.1.{number}:8470": bytes([number]) * 32 for number in range(21, 61)}
    host = FoundComputer("192.168.1.59:8470", bytes([59]) * 32)

    def host_among(others: Sequence[FoundComputer]) -> FoundComputer | None:
        asked.append(tuple(others))
        return replace(host, proven=True) if host in others else None

    with search_in(network, host_among=host_among) as search:
        assert until(search, WANTED) == replace(host, proven=True)
    assert [len(each) for each in asked] == [16, 16, 8], "a few at once, in turn"
    assert len({*sum(asked, ())}) == 40


def test_computers_with_other_certificates_that_hang_hold_up_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_PAUSES", (0.05,))
    monkeypatch.setattr(finding, "_STEP", 0.01)
    network, hung, end = Network(), Event(), Event()
    network.ids = {"192.168.1.21:8470": THEIRS}

    def host_among(_others: object) -> None:
        if begun.is_set():
            hung.set()
            end.wait(PATIENCE)

    begun = Event()
    with search_in(network, host_among=host_among) as search:
        try:
            assert search.look(WANTED, PATIENCE) is None
            begun.set()
            wait_until_found = time.monotonic() + PATIENCE
            while not hung.is_set() and time.monotonic() < wait_until_found:
                search.look(WANTED)
                time.sleep(0.01)
            network.ids["192.168.1.9:8470"] = OURS
            assert until(search, WANTED) == FoundComputer("192.168.1.9:8470", OURS)
            assert hung.is_set()
        finally:
            end.set()


def test_who_waits_for_a_search_stops_waiting_when_it_is_closed() -> None:
    async def ask(*_: object) -> bytes:
        asked.set()
        while not stopped.is_set():  # noqa: ASYNC110  # the event is of a thread
            await asyncio.sleep(0.01)
        raise TimeoutError

    asked, stopped, begun = Event(), Event(), time.monotonic()
    with search_in(Network(), ask=ask) as search:

        def close() -> None:
            assert asked.wait(PATIENCE)
            search.close()

        closing = Thread(target=close)
        closing.start()
        assert search.look(WANTED, PATIENCE) is None
        closing.join()
        assert time.monotonic() - begun < PATIENCE / 2
        stopped.set()


def test_who_was_never_in_the_local_network_listens_to_no_announcements() -> None:
    def browse(*_: object) -> SimpleNamespace:
        raise AssertionError

    with search_in(Network(), browse=browse) as search:
        assert search.look(WantedComputers(frozenset({OURS}), ("127.0.0.1:4711",)), PATIENCE) is None


def test_a_search_that_nobody_asks_about_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_UNUSED", 0.1)
    monkeypatch.setattr(finding, "_STEP", 0.01)
    monkeypatch.setattr(finding, "_PAUSES", (0.05,))
    network = Network()
    with search_in(network, interfaces=tuple) as search:
        assert search.look(WANTED, PATIENCE) is None
        end = time.monotonic() + PATIENCE
        while searching() and time.monotonic() < end:
            time.sleep(0.01)
        assert not searching()
        network.ids["127.0.0.1:8470"] = OURS
        assert until(search, WANTED) == FoundComputer("127.0.0.1:8470", OURS), "it begins again"


@contextmanager
def server_at(address: str, behaviour: Behaviour) -> Iterator[None]:
    """A server at exactly ``address``, which meets several connections at once."""
    host, _, port = address.partition(":")
    with ExitStack() as stack:
        try:
            listening = stack.enter_context(socket.create_server((host, int(port)), backlog=64))
        except OSError as error:
            pytest.skip(f"{address} is not free here: {error}")

        def meet(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.settimeout(5)
                behaviour(connection)

        def accept() -> None:
            with suppress(OSError):
                while not ended.is_set():
                    connection, _ = listening.accept()
                    Thread(target=meet, args=(connection,)).start()

        ended = Event()
        thread = Thread(target=accept)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            socket.create_connection((host, int(port))).close()
            thread.join()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8 without being told so")
def test_a_host_that_moves_to_another_address_and_port_is_found_among_hostile_neighbours(
    ours: Path, theirs: Path
) -> None:
    """Real sockets: it was at 127.0.0.2 and is at 127.0.0.77 now, with another port; its neighbours are no help."""
    known, other = free_port(), free_port()
    wanted = WantedComputers(frozenset({id_in(ours)}), (f"127.0.0.2:{known}", f"10.255.255.1:{other}"))
    network = IPv4Interface("127.0.0.2/25")
    neighbours = {
        "127.0.0.2": tls(theirs, b""),
        "127.0.0.3": silent,
        "127.0.0.4": plain(b"\x16\x03\x01garbage"),
        "127.0.0.5": flooding,
        "127.0.0.6": closing_at_once,
    }
    search = ComputerSearch(EVENT, interfaces=lambda: (network,), browse=no_browse)
    with ExitStack() as stack:
        stack.callback(close, search)
        for host, behaviour in neighbours.items():
            stack.enter_context(server_at(f"{host}:{known}", behaviour))
        stack.enter_context(server_at(f"127.0.0.77:{other}", tls(ours, b"")))
        begun = time.monotonic()
        assert until(search, wanted) == FoundComputer(f"127.0.0.77:{other}", id_in(ours))
        assert time.monotonic() - begun < 10
