"""What a computer that shares an event sees of itself."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ipaddress import IPv4Interface
from threading import Thread

import pytest

from ui.joining import own_network
from ui.joining.own_network import look_at_host


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """A port at which each connection gets ``answer``."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def serve() -> None:
            with server.accept()[0] as connection:
                connection.recv(1000)
                connection.sendall(answer)

        thread = Thread(target=serve)
        thread.start()
        yield int(server.getsockname()[1])
        thread.join()


def test_it_reaches_itself_where_http_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_network, "own_interfaces", lambda: (IPv4Interface("192.0.2.7/24"),))
    with answering(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n") as port:
        seen = look_at_host(f"127.0.0.1:{port}")
    assert (seen.address, seen.reached, seen.networks) == (f"127.0.0.1:{port}", True, ("192.0.2.7/24",))
    assert seen.firewall_by_program == (sys.platform in ("win32", "darwin"))


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n"])
def test_what_is_not_http_does_not_count(answer: bytes) -> None:
    with answering(answer) as port:
        assert not look_at_host(f"127.0.0.1:{port}").reached


def test_it_does_not_reach_a_closed_port_or_a_name_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    assert not look_at_host(f"127.0.0.1:{port}").reached
    assert not look_at_host(f"{'x' * 70}.invalid:{port}").reached


@pytest.mark.parametrize(
    ("said", "public"),
    [("Private\r\n", False), ("Private\r\nPublic\r\n", True), ("DomainAuthenticated\r\n", False), ("", False)],
)
def test_windows_says_whether_it_treats_a_network_as_public(
    monkeypatch: pytest.MonkeyPatch, said: str, public: bool
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(own_network, "own_interfaces", tuple)
    monkeypatch.setattr(own_network, "_is_reached", lambda _address: True)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess((), 0, said, ""))
    seen = look_at_host("192.0.2.7:8080")
    assert (seen.public_profile, seen.firewall_by_program) == (public, True)


@pytest.mark.parametrize("error", [FileNotFoundError(), subprocess.TimeoutExpired("powershell", 1)])
def test_without_powershell_nothing_is_known_of_the_firewall(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(own_network, "own_interfaces", tuple)
    monkeypatch.setattr(own_network, "_is_reached", lambda _address: True)
    monkeypatch.setattr(subprocess, "run", fail)
    assert not look_at_host("192.0.2.7:8080").public_profile
