"""A server on a thread, and those who use its connections badly."""

import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of, tls_of
from tests.tournament.use_cases.events import drawn
from tests.ui.server.running import running
from tests.waiting import PATIENCE
from tournament.event.problem import Problem
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Text, verbatim
from tournament.sharing.invitation import split_address
from tournament.use_cases import Book, View
from ui.server import ports, protocol, serving, two_ports
from ui.server.failures import CannotListen
from ui.server.host_folder import HostFolder
from ui.server.serving import ServedFile, Sharing


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)


def served(book: Book, sharing: Sharing | None = None) -> AbstractContextManager[ServedFile]:
    """A server of ``book`` on a thread of its own, as a window runs it."""
    return running(lambda fault, remark: ServedFile(book, sharing or Sharing(), fault=fault, remark=remark))


def address(server: ServedFile) -> tuple[str, int]:
    return split_address(server.invitation.addresses[0])


def connected(server: ServedFile) -> ssl.SSLSocket:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(socket.create_connection(address(server), timeout=10))


def hello(server: ServedFile) -> httpx.Response:
    return httpx.get(f"https://{server.invitation.addresses[0]}/hello", verify=False)


def closed(stream: ssl.SSLSocket) -> bool:
    """Whether the server has closed ``stream``; waits for it."""
    try:
        return stream.recv(1) == b""
    except (ConnectionError, ssl.SSLError):
        return True


def test_a_server_on_a_thread_is_stopped_and_its_port_is_used_again() -> None:
    book = drawn()
    with served(book) as first:
        assert hello(first).json()["name"] == "Cup"
        with pytest.raises(CannotListen):
            ServedFile(drawn(), Sharing(port=address(first)[1]), fault=_no, remark=_no)
    with served(book) as second:
        assert second.invitation.addresses == first.invitation.addresses
        assert second.invitation.ticket == first.invitation.ticket
    with socket.create_server(address(second)), served(book, Sharing(new_invitation=True)) as third:
        assert third.invitation.addresses != first.invitation.addresses
        assert third.invitation.ticket != first.invitation.ticket
        assert third.invitation.first_host == first.invitation.first_host


def test_an_answer_does_not_wait_for_the_next_packet() -> None:
    """Nagle's algorithm and a delayed confirmation would make 40 milliseconds of each.

    A busy machine also takes longer for most, so that one that is quick is enough.
    """
    with served(drawn()) as server, httpx.Client(verify=False) as desk:

        def seconds() -> float:
            began = time.perf_counter()
            assert desk.get(f"https://{server.invitation.addresses[0]}/hello").status_code == 200
            return time.perf_counter() - began

        assert any(seconds() < 0.03 for _ in range(200))


def test_whoever_sends_nothing_or_garbage_is_dropped_and_the_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_PATIENCE", 0.2)
    with served(drawn()) as server, ExitStack() as end:
        silent = end.enter_context(connected(server))
        garbage = end.enter_context(socket.create_connection(address(server), timeout=10))
        garbage.sendall(b"GET / HTTP/1.1\r\n\r\n")
        unreadable = end.enter_context(connected(server))
        unreadable.sendall(b"\0\1\2 what is this\r\n\r\n")
        assert b"400" in unreadable.recv(100)
        assert hello(server).status_code == 200
        assert b"HTTP" not in garbage.recv(100)
        assert closed(silent)


@pytest.mark.parametrize(
    "length",
    [b"Content-Length: 5\r\nTransfer-Encoding: chunked", b"Content-Length: 5\r\nContent-Length: 6"],
    ids=["two headers", "two lengths"],
)
def test_a_request_of_two_lengths_is_refused_and_ends_the_connection(length: bytes) -> None:
    """A proxy may take the other one, and what it takes for a body is then a request that it never saw."""
    with served(drawn()) as server, connected(server) as stream:
        hidden = b"0\r\n\r\nGET /hello HTTP/1.1\r\nHost: hall\r\n\r\n"
        stream.sendall(b"POST /join HTTP/1.1\r\nHost: hall\r\n" + length + b"\r\n\r\n" + hidden)
        found = b""
        while piece := stream.recv(1000):
            found += piece
        assert found.startswith(b"HTTP/1.1 400 ")
        assert found.count(b"HTTP/1.1") == 1


def test_one_address_has_only_so_many_connections_and_the_next_one_replaces_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ports, "_MOST_OF_AN_ADDRESS", 3)
    with served(drawn()) as server, ExitStack() as end:
        first, second, third = [end.enter_context(connected(server)) for _ in range(3)]
        half = end.enter_context(socket.create_connection(address(server), timeout=10))
        assert closed(first)
        assert hello(server).status_code == 200
        assert closed(second), "the one that waited longest"
        third.sendall(b"GET /hello HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")
        assert b"200 OK" in third.recv(100)
        assert hello(server).status_code == 200
        half.close()


def test_a_server_ends_soon_whatever_the_other_ends_do() -> None:
    with served(drawn()) as server, ExitStack() as end:
        kept = [end.enter_context(connected(server)) for _ in range(5)]
        for stream in kept[:3]:
            stream.sendall(b"GET /hello HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")
        kept[3].sendall(b"POST /join HTTP/1.1\r\nHost: hall\r\nContent-Length: 7\r\n")
        end.enter_context(socket.create_connection(address(server)))
        assert b"200 OK" in kept[0].recv(100)
        server.stop()
        began = time.monotonic()
        for stream in kept:
            while not closed(stream):
                pass
        assert time.monotonic() - began < 5


def test_a_desk_that_was_ended_while_nobody_served_is_not_let_in() -> None:
    book = drawn()
    folder, now = HostFolder(book.view.journal[0].id, Path(book.place)), datetime.now(UTC)
    admitted = folder.admitted()
    for name in ("north", "south"):
        admitted.admit(name, "Ada Sample", None, "", now, key=EventRole.ORGANISER, certificate=key_of(name).certificate)
    folder.ask_to_end(key_of("north").id.hex())
    with served(book) as server:
        url = f"https://{server.invitation.addresses[0]}"
        with pytest.raises(httpx.TransportError):  # the connection ends, since its certificate is not known
            httpx.post(f"{url}/leave", verify=tls_of("north"))
        assert httpx.get(f"{url}/joined/{key_of('north').id.hex()}", verify=False).status_code == 401
        assert httpx.post(f"{url}/leave", verify=tls_of("south")).status_code == 200
    assert not folder.asked_to_end()


@pytest.mark.thorough
def test_a_desk_that_is_ended_has_no_rights_and_soon_no_connection_either() -> None:
    book = drawn()
    folder, now = HostFolder(book.view.journal[0].id, Path(book.place)), datetime.now(UTC)
    admitted = folder.admitted()
    for name in ("north", "south"):
        admitted.admit(name, "Ada Sample", None, "", now, key=EventRole.ORGANISER, certificate=key_of(name).certificate)
    with served(book) as server, httpx.Client(verify=tls_of("north")) as before:
        url, body = f"https://{server.invitation.addresses[0]}", {"author": "Ada Sample"}
        assert before.post(f"{url}/sign-in", json=body).status_code == 200
        folder.ask_to_end(key_of("north").id.hex())
        deadline = time.monotonic() + PATIENCE
        while before.post(f"{url}/sign-in", json=body).status_code != 401:
            assert time.monotonic() < deadline
        with suppress(httpx.TransportError):
            while True:
                assert httpx.post(f"{url}/sign-in", json=body, verify=tls_of("north")).status_code == 401
                assert time.monotonic() < deadline
        assert before.post(f"{url}/sign-in", json=body).status_code == 401, "a connection of before opens nothing"
        assert httpx.post(f"{url}/sign-in", json=body, verify=tls_of("south")).status_code == 200


def test_nobody_makes_another_address_of_theirs_by_a_header() -> None:
    """Wrong tickets and too many requests count against it, and no proxy that could add the header is asked for."""
    book = drawn()
    folder = HostFolder(book.view.journal[0].id, Path(book.place))
    with served(book) as server:
        event, ticket = server.invitation.event, server.invitation.ticket
        content = request_to_join(event, key_of("north"), server.fingerprint, ticket, "north")
        url = f"https://{server.invitation.addresses[0]}/join"
        headers = {"X-Forwarded-For": "10.9.9.9", "Forwarded": "for=10.9.9.9"}
        assert httpx.post(url, verify=False, content=content, headers=headers).status_code == 200
    assert [each.address for each in folder.admitted().all(datetime.now(UTC))] == ["127.0.0.1"]


def _no(_: object) -> None:
    raise AssertionError


def test_the_event_is_copied_while_it_is_served_and_what_fails_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_CHECKS_BETWEEN_STORES", 1)
    monkeypatch.setattr(serving, "_PAUSE", 0.01)
    book, given, remarks = drawn(), list[View](), list[Problem]()
    copied = threading.Event()

    def copy(view: View) -> tuple[Text, ...]:
        given.append(view)
        if len(given) == 3:
            copied.set()
        return (verbatim("The disk is full."),) if len(given) == 2 else ()

    def make(fault: Callable[[Exception], None], _remark: object) -> ServedFile:
        return ServedFile(book, Sharing(), copy=copy, fault=fault, remark=remarks.append)

    with running(make):
        assert copied.wait(PATIENCE)
    assert given[0] is book.view
    assert [(problem.code, ENGLISH.render(problem.text)) for problem in remarks] == [
        ("copy-failed", "The disk is full.")
    ]
