"""Where a server listens, under which names it is reached, and what it does beside answering."""

import asyncio
import errno
import platform
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import IPv4Interface
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from starlette.requests import Request
from uvicorn.server import HANDLED_SIGNALS

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import BY, drawn
from tests.ui.server.running import running
from tests.waiting import PATIENCE, wait_until
from tournament.event.problem import Problem
from tournament.event.role import EventRole
from tournament.language import ENGLISH
from tournament.ledger.facts import HostTakenOver
from tournament.sharing.invitation import decode, split_address
from tournament.sharing.messages import DeskSeen
from tournament.sharing.tickets import KnownTickets, new_ticket
from tournament.use_cases import Book, View
from ui.joining import discovery, places
from ui.joining.discovery import FoundEvent
from ui.server import ports, serving, shares, two_ports
from ui.server.failures import CannotListen
from ui.server.host_folder import HostFolder
from ui.server.hosting import Hosting
from ui.server.joining_decisions import invite
from ui.server.ports import hosts_at, listening_at, public_socket
from ui.server.requests import asked_language
from ui.server.serving import ServedFile, Sharing
from ui.server.shares import Holder
from ui.server.takeover import LostHost


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)


class Pages:
    """Public pages that answer nothing."""

    closed = False

    async def app(self, _scope: object, _receive: object, _send: object) -> None:
        raise AssertionError

    async def follow(self) -> None:
        await asyncio.Event().wait()

    def finish_streams(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def _no(_: object) -> None:
    raise AssertionError


def made(book: Book, sharing: Sharing, **how: Any) -> ServedFile:
    return ServedFile(book, sharing, fault=_no, remark=_no, **how)


def closed(server: ServedFile) -> ServedFile:
    """The server, which will not run."""
    server._server.close()
    server._event.close()
    return server


@pytest.mark.parametrize(("port", "has_pages", "public"), [
    (None, True, False), (0, False, False), (None, False, False), (0, True, True),
])  # fmt: skip
def test_an_event_is_public_if_a_port_is_given_and_there_are_pages(
    port: int | None, has_pages: bool, public: bool
) -> None:
    pages = Pages()

    def make(view: Callable[[], View], hosting: Hosting) -> Pages:
        assert view().settings.name == hosting.summary.name == "Cup"
        return pages

    server = closed(made(drawn(), Sharing(public_port=port), public=make if has_pages else None))
    assert bool(server.public_addresses) == public == pages.closed
    assert server._folder.public == server.public_addresses


def test_the_public_port_of_the_last_time_is_used_again() -> None:
    book = drawn()
    (first,) = closed(made(book, Sharing(public_port=0), public=lambda *_: Pages())).public_addresses
    closed(made(book, Sharing()))
    again = closed(made(book, Sharing(public_port=0), public=lambda *_: Pages()))
    assert again.public_addresses == (first,)


@pytest.mark.parametrize("announced", [False, True])
def test_an_event_is_announced_only_if_that_is_wanted(monkeypatch: pytest.MonkeyPatch, announced: bool) -> None:
    said, ended = list[tuple[Any, ...]](), list[bool]()

    def announce(*words: Any, computer: str) -> SimpleNamespace:
        said.append((*words, computer))
        return SimpleNamespace(close=lambda: ended.append(True))

    def browse(changed: Callable[[tuple[FoundEvent, ...]], None], _: object) -> SimpleNamespace:
        changed(())
        return SimpleNamespace(close=lambda: ended.append(True))

    monkeypatch.setattr(discovery, "announce", announce)
    monkeypatch.setattr(discovery, "browse", browse)
    sharing = Sharing(announce=True) if announced else Sharing()
    with running(lambda fault, remark: ServedFile(drawn(), sharing, fault=fault, remark=remark)) as server:
        invitation = server.invitation
        assert len(said) == announced
    for event, name, port, fingerprint, hosts, _, computer in said:
        assert (event, name, fingerprint, computer) == (invitation.event, "Cup", server.fingerprint, platform.node())
        assert (f"127.0.0.1:{port}", hosts) == (invitation.addresses[0], ["127.0.0.1"])
    assert ended == [True, True] * announced


def test_a_copy_of_the_event_that_another_computer_shares_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    remarks = list[Problem]()
    server = closed(ServedFile(drawn(), Sharing(), fault=_no, remark=remarks.append))
    event, begin = server.invitation.event, server.fingerprint[:4].hex()
    ours = FoundEvent(event, "Cup", ("192.0.2.7:8470",), begin)
    elsewhere = FoundEvent(uuid4(), "Other", ("192.0.2.8:8470",), "00" * 4)
    server._look_for_copies((ours, elsewhere))
    assert remarks == []
    copy = FoundEvent(event, "Cup", ("192.0.2.9:8470",), "00" * 4)
    for _ in range(2):
        server._look_for_copies((ours, copy))
    (remark,) = remarks
    assert remark.code == "event-copy"
    assert "192.0.2.9:8470" in ENGLISH.render(remark.text)


def test_desks_are_told_of_a_copy_as_long_as_it_is_announced() -> None:
    remarks = list[Problem]()
    with running(lambda fault, _remark: ServedFile(drawn(), Sharing(), fault=fault, remark=remarks.append)) as server:
        copy = FoundEvent(server.invitation.event, "Cup", ("192.0.2.9:8470",), "00" * 4)
        host = server._event.hosting._host
        before = host.mark
        server._look_for_copies((copy,))
        wait_until(lambda: host.copy == "192.0.2.9:8470")
        assert host.mark != before, "desks ask for news"
        server._look_for_copies(())
        wait_until(lambda: host.copy == "")


class Computer:
    """The networks of the computer of the host, and what it announces."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.addresses: tuple[str, ...] = ("192.168.1.20",)
        self.announced, self.browses, self.moves = list[list[str]](), 0, list[tuple[str, ...]]()
        monkeypatch.setattr(ports, "_usual_address", lambda: self.addresses[:1])
        monkeypatch.setattr(
            ports, "own_interfaces", lambda: tuple(IPv4Interface(f"{each}/24") for each in self.addresses)
        )
        monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: ("hall", [], list(self.addresses)))
        monkeypatch.setattr(discovery, "announce", self.announce)
        monkeypatch.setattr(discovery, "browse", self.browse)
        monkeypatch.setattr(serving, "_PAUSE", 0.01)

    def announce(self, *words: Any, computer: str) -> SimpleNamespace:  # noqa: ARG002  # as it is called
        hosts: list[str] = words[4]
        self.announced.append(hosts)
        return SimpleNamespace(close=lambda: self.announced.remove(hosts))

    def browse(self, *_: object) -> SimpleNamespace:
        self.browses += 1
        return SimpleNamespace(close=lambda: None)

    @contextmanager
    def serving(self, book: Book) -> Iterator[ServedFile]:
        sharing, ready = Sharing("0.0.0.0", announce=True, public_port=0), threading.Event()
        server = made(book, sharing, public=lambda *_: Pages())
        moved = lambda: self.moves.append(server.invitation.addresses)  # noqa: E731
        thread = threading.Thread(target=server.run, args=(ready.set, moved))
        thread.start()
        try:
            assert ready.wait(PATIENCE)
            yield server
        finally:
            server.stop()
            thread.join(PATIENCE)


def test_a_host_with_another_address_renews_invitation_and_announcement_without_being_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    computer = Computer(monkeypatch)
    with computer.serving(drawn()) as server:
        first = server.invitation
        port, public = (split_address(each[0])[1] for each in (first.addresses, server.public_addresses))
        time.sleep(0.2)
        assert (computer.announced, computer.browses, computer.moves) == ([["192.168.1.20"]], 1, [])
        computer.addresses = ("10.4.0.9", "192.168.7.7")
        wait_until(lambda: computer.moves)
        assert server.invitation.addresses == (f"10.4.0.9:{port}", f"192.168.7.7:{port}")
        assert server.invitation == replace(first, addresses=server.invitation.addresses), "earlier ones stay valid"
        assert server._event.invitation == server.invitation
        assert decode(server._folder.invitation).addresses == server.invitation.addresses
        assert server._folder.public == server.public_addresses == (f"10.4.0.9:{public}", f"192.168.7.7:{public}")
        assert (computer.announced, computer.browses) == ([["10.4.0.9", "192.168.7.7"]], 2)
        computer.addresses = ()
        time.sleep(0.2)
        assert len(computer.moves) == 1, "without a network the last ones stay"
    assert computer.announced == []


def test_what_cannot_be_renewed_at_once_is_renewed_later(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch)
    with computer.serving(drawn()) as server:
        blocked = server._folder.path / "ticket.json.part"
        blocked.mkdir()
        computer.addresses = ("10.4.0.9",)
        wait_until(lambda: computer.browses > 2)  # it tries again
        assert not computer.moves
        blocked.rmdir()
        wait_until(lambda: computer.moves)
        assert decode(server._folder.invitation).addresses == server.invitation.addresses
    assert len(computer.moves) == 1


def test_a_host_that_listens_at_one_address_or_behind_a_proxy_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    computer = Computer(monkeypatch)
    with (
        closing(ports.Ports("127.0.0.1", 0, None)) as here,
        closing(ports.Ports("0.0.0.0", 0, None, proxy="hall.example:8470")) as behind,
    ):
        for _ in range(2):
            assert not here.look()
            assert not behind.look()
            computer.addresses = ("10.4.0.9",)
        assert here.addresses == (f"127.0.0.1:{here.desks.port}",)
        assert behind.addresses == ("hall.example:8470",)


def test_desks_are_looked_after_and_stored_at_every_twentieth_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_PAUSE", 0.0001)
    server = made(drawn(), Sharing())
    looks, stored, fails = 0, list[int](), {3, 20}

    def asked_to_end() -> frozenset[str]:
        nonlocal looks
        looks += 1
        if looks in fails:
            raise OSError
        return frozenset()

    def asked_to_stop() -> bool:
        return looks == 60

    def stop() -> None:
        raise SystemExit

    decided = {"deputies": lambda: None, "decided": lambda: None, "asked_for_new_ticket": lambda: False}
    asked = {"asked_to_end": asked_to_end, "asked_to_stop": asked_to_stop}
    folder = SimpleNamespace(path=server._folder.path, **asked, **decided)
    monkeypatch.setattr(server, "_folder", folder)
    monkeypatch.setattr(server, "_admitted", SimpleNamespace(keep=lambda: stored.append(looks), all=lambda _now: ()))
    monkeypatch.setattr(server, "stop", stop)
    with pytest.raises(SystemExit):
        asyncio.run(server._look_after())
    closed(server)
    assert (looks, stored) == (60, [20, 40]), "what fails at a look keeps nothing else from being done"


def desk(name: str) -> DeskSeen:
    key, now = key_of(name), datetime.now(UTC).isoformat()
    return DeskSeen(name, key.id.hex(), "Ada Sample", None, now, None, 0, "", 0, key.certificate)


@pytest.mark.parametrize("desks", [("old",), ("old", "north")])
def test_a_desk_that_takes_over_waits_for_the_others_and_names_who_is_missing(desks: tuple[str, ...]) -> None:
    book = drawn()
    before = len(book.view.journal)
    lost = LostHost("old", BY, tuple(map(desk, desks)), before, seconds=0.2)
    with running(
        lambda fault, remark: ServedFile(book, Sharing(), lost_host=lost, fault=fault, remark=remark)
    ) as server:
        taken = book.view.state.host
        assert taken is not None
        assert len(book.view.journal) == before + 1
        fact = book.view.journal[-1].fact
        assert fact == HostTakenOver("old", server.invitation.addresses[0], before, desks[1:])


@pytest.mark.parametrize("anew", [True, False])
def test_a_computer_that_was_the_host_before_knows_only_tickets_that_were_not_ended_since(anew: bool) -> None:
    """If it takes over, those of the lost host; if it shares the event anew, none."""
    book, now = drawn(), datetime.now(UTC)
    folder = HostFolder(book.view.journal[0].id, Path(book.place))
    before = folder.ticket(now, new=True)
    folder.keep_ticket(before)
    ended = invite(folder.joining(), EventRole.REFEREE, EventRole.ORGANISER)
    other, known = new_ticket(EventRole.REFEREE, secrets.token_bytes)
    told = KnownTickets((known,), 7)
    lost = LostHost("old", BY, (desk("old"),), len(book.view.journal), seconds=0.1, tickets=told)
    with running(
        lambda fault, remark: ServedFile(book, Sharing(anew=anew), lost_host=lost, fault=fault, remark=remark)
    ) as server:
        assert server.invitation.ticket != bytes.fromhex(before.ticket)
        now_known = server._event.known_tickets()
        assert now_known.has(server.invitation.ticket)
        assert not now_known.has(ended)
        assert not now_known.has(bytes.fromhex(before.ticket))
        assert now_known.has(other) is not anew
        assert len(now_known.tickets) == (1 if anew else 2)


@pytest.mark.parametrize(("desks", "gathered"), [((), False), (("old",), False), (("north",), True)])
def test_a_desk_that_takes_over_waits_only_while_others_are_missing_and_nobody_ends_it(
    desks: tuple[str, ...], gathered: bool
) -> None:
    lost = LostHost("old", BY, tuple(map(desk, desks)), 0, seconds=3600)

    def make(fault: Any, remark: Any) -> ServedFile:
        server = ServedFile(drawn(), Sharing(), lost_host=lost, fault=fault, remark=remark)
        if gathered:
            server._event.gathered.set()
        return server

    with running(make) as server:
        assert not server._event.hosting.summary.gathering


def test_an_address_is_that_of_a_name_or_of_this_computer_towards_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_usual_address", lambda: ("10.0.0.2",))
    named = ["127.0.1.1", "10.0.0.2", "10.0.0.3", "::1", "10.0.0.4", "10.0.0.5", "10.0.0.6"]
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: ("hall", [], named))
    assert hosts_at("hall.local") == ("hall.local",)
    for everywhere in ("0.0.0.0", "::"):
        assert hosts_at(everywhere) == ("10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5")

    def unknown(_: str) -> Any:
        raise OSError

    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert hosts_at("::") == ("10.0.0.2",)
    monkeypatch.setattr(ports, "_usual_address", tuple)
    monkeypatch.setattr(ports, "own_interfaces", lambda: (IPv4Interface("192.168.1.20/24"),))
    assert hosts_at("::") == ("192.168.1.20",), "a network of its own, without a way to others"
    monkeypatch.setattr(ports, "own_interfaces", tuple)
    assert hosts_at("::") == ("127.0.0.1",)


def test_ports_are_taken_again_if_they_are_free_and_others_only_if_none_was_asked_for() -> None:
    with closing(listening_at("127.0.0.1", 0, 0)) as first:
        port = first.getsockname()[1]
        with closing(listening_at("127.0.0.1", 0, port)) as other:
            assert other.getsockname()[1] != port
        for listen in (lambda: listening_at("127.0.0.1", port, 0), lambda: public_socket("127.0.0.1", port)):
            with pytest.raises(CannotListen) as refused:
                listen()
            assert f"127.0.0.1:{port}: " in ENGLISH.render(refused.value.text)
            assert "(" not in ENGLISH.render(refused.value.text)
    with closing(listening_at("127.0.0.1", 0, port)) as again:
        assert again.getsockname()[1] == port
        assert not again.one_address
    with pytest.raises(CannotListen):
        listening_at("a" * 64 + ".example", 0, 0)


def test_a_public_port_that_is_taken_leaves_the_port_of_desks_free() -> None:
    with closing(listening_at("127.0.0.1", 0, 0)) as other, closing(public_socket("127.0.0.1", 0)) as taken:
        port = other.getsockname()[1]
        other.close()
        with pytest.raises(CannotListen) as refused:
            made(
                drawn(),
                Sharing("127.0.0.1", port=port, public_port=taken.getsockname()[1]),
                public=lambda *_: pytest.fail("nothing is served"),
            )
        with closing(listening_at("127.0.0.1", port, 0)):
            assert "public-port" in ENGLISH.render(refused.value.text)


def test_without_a_port_the_first_fixed_one_that_is_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with ExitStack() as stack:
        fixed = [stack.enter_context(closing(listening_at("127.0.0.1", 0, 0))).getsockname()[1] for _ in range(3)]
        last = fixed.pop()
    monkeypatch.setattr(places, "DESK_PORTS", fixed)
    monkeypatch.setattr(places, "PUBLIC_PORTS", fixed)
    with ExitStack() as stack:

        def taken(listening: socket.socket) -> int:
            return int(stack.enter_context(closing(listening)).getsockname()[1])

        assert taken(listening_at("127.0.0.1", None, last)) == last
        assert taken(listening_at("127.0.0.1", None, last)) == fixed[0], "it is not free any more"
        assert taken(listening_at("127.0.0.1", 0, 0)) not in fixed, "any was asked for"
        assert taken(public_socket("127.0.0.1", 0, last)) == fixed[1]
        assert taken(listening_at("127.0.0.1", None, 0)) not in fixed, "all are taken"


@pytest.fixture
def connections() -> Iterator[list[socket.socket]]:
    found = list[socket.socket]()
    yield found
    for each in found:
        each.close()


@pytest.mark.parametrize(("most", "of_an_address", "one_address", "accepted"), [
    (3, 2, False, 2), (3, 2, True, 3), (2, 5, False, 2),
])  # fmt: skip
def test_a_port_takes_so_many_connections_and_another_when_one_ends(
    connections: list[socket.socket],
    monkeypatch: pytest.MonkeyPatch,
    most: int,
    of_an_address: int,
    one_address: bool,
    accepted: int,
) -> None:
    monkeypatch.setattr(ports, "_MOST", most)
    monkeypatch.setattr(ports, "_MOST_OF_AN_ADDRESS", of_an_address)
    with closing(listening_at("127.0.0.1", 0, 0)) as listener:
        listener.one_address = one_address
        taken = list[socket.socket]()

        def come() -> bool:
            connections.append(socket.create_connection(listener.getsockname(), timeout=5))
            try:
                taken.append(listener.accept()[0])
            except BlockingIOError:
                assert connections[-1].recv(10) == b"", "it is told nothing, and closed"
                return False
            connections.append(taken[-1])
            listener.shares.work(taken[-1].fileno())
            return True

        assert [come() for _ in range(5)] == [True] * accepted + [False] * (5 - accepted)
        taken[0].close()
        taken[0].close()
        assert [come() for _ in range(2)] == [True, False]
        assert len(listener._open) == accepted
        listener.close_rest()
        assert (len(listener._open), len(listener.shares)) == (0, 0)


def test_who_is_one_too_many_of_the_public_is_told_to_come_again(
    connections: list[socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "_MOST_OF_THE_PUBLIC", 1)
    with closing(public_socket("127.0.0.1", 0)) as listener:
        connections.extend(socket.create_connection(listener.getsockname(), timeout=5) for _ in range(2))
        connections.append(listener.accept()[0])
        listener.shares.work(connections[-1].fileno())
        with pytest.raises(BlockingIOError):
            listener.accept()
        assert connections[1].recv(1000) == (
            b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )


@pytest.mark.parametrize(("now", "most", "allowed", "raised"), [
    (100, 1000, 500, [(500, 1000)]),
    (100, 300, 300, [(300, 300)]),
    (100, -1, 500, [(500, -1)]),
    (500, 1000, 500, []),
    (600, 1000, 600, []),
    (-1, -1, 500, []),
])  # fmt: skip
def test_a_process_gets_as_many_files_as_it_may(
    monkeypatch: pytest.MonkeyPatch, now: int, most: int, allowed: int, raised: list[tuple[int, int]]
) -> None:
    resource = pytest.importorskip("resource")
    set_to = list[tuple[int, int]]()
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (now, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits))
    assert ports._allowed_files(500) == allowed
    assert set_to == raised

    def refuse(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert ports._allowed_files(500) == (allowed if not raised else now)


def test_desks_that_were_asked_to_end_while_nothing_was_served_end_at_the_start() -> None:
    book = drawn()
    first = closed(made(book, Sharing("127.0.0.1", 0)))
    folder = first._folder
    for name in ("Desk", "Other desk"):
        first._admitted.admit(
            name, "Ada", None, "::1", datetime.now(UTC), key=EventRole.ORGANISER, certificate=key_of(name).certificate
        )
    folder.ask_to_end(key_of("Other desk").id.hex())
    again = closed(made(book, Sharing("127.0.0.1", 0)))
    assert [desk.name for desk in again._admitted.all(datetime.now(UTC))] == ["Desk"]
    assert folder.asked_to_end() == frozenset()


def asking(header: str) -> Request:
    return Request({"type": "http", "headers": [(b"accept-language", header.encode())]})


@pytest.mark.parametrize(("header", "code"), [
    ("", "en"), ("xx", "en"), ("fr", "fr"), ("xx, fr-CH;q=0.8", "fr"), ("zh-Hans, fr", "zh"), ("FR", "fr"),
    (f"{'x,' * 99}fr", "fr"), (f"{'x,' * 99} fr", "en"), (f"{'x,' * 500}fr", "en"),
])  # fmt: skip
def test_the_language_asked_for_is_looked_for_in_200_characters(header: str, code: str) -> None:
    assert asked_language(asking(header)).code == code


def test_on_windows_desks_and_the_public_share_what_one_process_can_select(monkeypatch: pytest.MonkeyPatch) -> None:
    """``select`` takes 512 sockets there, some of which listen or wake the loop."""
    monkeypatch.setitem(sys.modules, "resource", None)
    with public_socket("127.0.0.1", 0) as public, listening_at("127.0.0.1", 0, 0) as desks:
        assert (desks.shares._most, public.shares._most) == (400, 100)


class _Found:
    """A socket that is at home in a network, or in none."""

    def __init__(self, error: OSError | None) -> None:
        self.error = error

    def __enter__(self) -> "_Found":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, address: tuple[str, int]) -> None:
        assert address == ("192.0.2.1", 9), "of documentation (RFC 5737), and the port that discards (RFC 863)"
        if self.error is not None:
            raise self.error

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.20", 53001


@pytest.mark.parametrize(("error", "found"), [
    (None, ("192.168.1.20",)),
    (OSError(errno.ENETUNREACH, "Network is unreachable"), ()),
])  # fmt: skip
def test_the_usual_address_is_the_one_towards_others(
    monkeypatch: pytest.MonkeyPatch, error: OSError | None, found: tuple[str, ...]
) -> None:
    monkeypatch.setattr("ui.server.ports.socket.socket", lambda *_: _Found(error))
    assert ports._usual_address() == found


@pytest.mark.parametrize("way", ["drop_all", "close_rest"])
def test_all_connections_can_be_ended_at_once(way: str) -> None:
    with ExitStack() as end:
        listening = end.enter_context(listening_at("127.0.0.1", 0, 0))
        listening.setblocking(True)
        others = [end.enter_context(socket.create_connection(listening.getsockname()[:2], timeout=5)) for _ in range(3)]
        accepted = [end.enter_context(listening.accept()[0]) for _ in others]
        assert len(listening._open) == len(listening.shares) == 3
        getattr(listening, way)()
        assert [other.recv(1) for other in others] == [b""] * 3
        for each in accepted:
            each.close()
        assert len(listening._open) == len(listening.shares) == 0


def test_connections_count_for_their_address_and_then_for_the_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk that opens too many loses the one that has waited longest."""
    monkeypatch.setattr(shares, "MOST_OF_A_DESK", 2)
    with ExitStack() as end:
        listening = end.enter_context(listening_at("127.0.0.1", 0, 0))
        listening.setblocking(True)

        def come() -> tuple[socket.socket, socket.socket]:
            other = end.enter_context(socket.create_connection(listening.getsockname()[:2], timeout=5))
            return other, end.enter_context(listening.accept()[0])

        pairs = [come() for _ in range(3)]
        assert dict(listening.shares._count) == {Holder("127.0.0.1"): 3}
        for _, accepted in pairs[:2]:
            listening.admit(accepted.fileno(), "north")
        assert dict(listening.shares._count) == {Holder("127.0.0.1"): 1, Holder("north", is_desk=True): 2}
        listening.admit(pairs[2][1].fileno(), "north")
        assert pairs[0][0].recv(1) == b"", "it is closed"
        for _, accepted in pairs[1:]:
            assert accepted.getpeername()[0] == "127.0.0.1", "it is open"
        assert len(listening.shares) == 2


def test_a_connection_sends_at_once_and_gives_up_in_time() -> None:
    with ExitStack() as end:
        listening = end.enter_context(listening_at("127.0.0.1", 0, 0))
        listening.setblocking(True)
        assert listening.port == listening.getsockname()[1]
        end.enter_context(socket.create_connection(listening.getsockname()[:2], timeout=5))
        accepted = end.enter_context(listening.accept()[0])
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000 * ports._PATIENCE


@pytest.mark.parametrize(("host", "is_one"), [
    ("10.0.0.1", True), ("::1", True), ("hall.local", False), ("", False), ("10.0.0.1:80", False),
])  # fmt: skip
def test_only_addresses_are_announced_and_no_names(host: str, is_one: bool) -> None:
    assert ports.is_ip(host) is is_one


def test_a_proxy_is_the_only_address_that_desks_are_told() -> None:
    behind = ports.Ports("127.0.0.1", 0, 0, proxy="hall.example:443")
    alone = ports.Ports("127.0.0.1", 0, None)
    try:
        assert (behind.hosts, behind.addresses) == (("hall.example",), ("hall.example:443",))
        assert behind.desks.one_address
        assert behind.public is not None
        assert behind.public_addresses == (f"hall.example:{behind.public.port}",)
        assert (alone.hosts, alone.addresses) == (("127.0.0.1",), (f"127.0.0.1:{alone.desks.port}",))
        assert (alone.public, alone.public_addresses, alone.desks.one_address) == (None, (), False)
    finally:
        behind.close()
        alone.close()
    for port in (behind.desks, alone.desks, behind.public):
        assert port.fileno() == -1, "it is closed"


def test_the_public_has_as_many_connections_as_there_are_files_and_one_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for files, most in ((10_000, 6000), (1600, 1000), (601, 1), (0, 1)):
        monkeypatch.setattr(ports, "_allowed_files", lambda _, files=files: files)
        with closing(public_socket("127.0.0.1", 0)) as listener:
            assert (listener.shares._most, listener.shares._of_an_address) == (most, most)


def test_a_server_in_the_main_thread_gives_its_signals_back() -> None:
    """The program goes on after it, and Ctrl+C ends that as before."""
    before = {each: signal.getsignal(each) for each in HANDLED_SIGNALS}
    server, during = made(drawn(), Sharing()), list[bool]()

    def stop() -> None:
        during.append(all(signal.getsignal(each) != before[each] for each in HANDLED_SIGNALS))
        server.stop()

    server.run(stop)
    assert during == [True]
    assert {each: signal.getsignal(each) for each in HANDLED_SIGNALS} == before
