"""Strangers at the address of a host, and hosts that answer slowly, without end, or with more than the memory holds."""

import gzip
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import UUID

import pytest

from tests.examples.keys import key_of
from tests.ui.joining.servers import serving
from tournament.event.problem import Refused
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.invitation import Invitation
from tournament.sharing.messages import PROTOCOL, Sync
from ui.joining import connection, hosts
from ui.joining.connection import Connection, way_to
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.hosts import Hosts, ask

pytestmark = pytest.mark.thorough

EVENT = UUID("5f0c6d3e-0000-4000-8000-000000000001")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
Answer = Callable[[ssl.SSLSocket], None]


def slowly(begin: bytes) -> Answer:
    """Sends ``begin``, then a byte every tenth of a second."""

    def answer(stream: ssl.SSLSocket) -> None:
        stream.sendall(begin)
        while True:
            stream.sendall(b" ")
            time.sleep(0.1)

    return answer


def without_end(stream: ssl.SSLSocket) -> None:
    stream.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    while True:
        stream.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")


def packed(stream: ssl.SSLSocket) -> None:
    content = gzip.compress(b" " * 50_000_000)
    stream.sendall(HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(content) + content)


ANSWERS = {
    "slow body": slowly(HEAD + b"Content-Length: 1000000\r\n\r\n"),
    "slow head": slowly(HEAD + b"X: "),
    "without end": without_end,
    "packed": packed,
}


@pytest.fixture(params=list(ANSWERS.values()), ids=list(ANSWERS))
def address(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of such a server. The program waits two seconds for what it says, and reads 100,000 bytes."""
    monkeypatch.setattr(hosts, "_DESCRIBED_WITHIN", 2.0)
    monkeypatch.setattr(connection, "_READ_WITHIN", 2.0)
    monkeypatch.setattr(connection, "_LONGEST_OF_STRANGERS", 2.0)
    monkeypatch.setattr(connection, "_MOST_OF_STRANGERS", 100_000)
    monkeypatch.setattr(connection, "_MOST_OF_A_HOST", 100_000)
    file = tmp_path / "stranger.pem"
    file.write_text(key_of("stranger").pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)

    def behave(stream: socket.socket) -> None:
        with context.wrap_socket(stream, server_side=True) as secured:
            if secured.recv(4096):
                request.param(secured)

    with serving(behave) as found:
        yield found


def test_whoever_is_asked_has_only_so_much_time_and_so_many_bytes(address: str) -> None:
    began = time.monotonic()
    with pytest.raises((ServerAway, Refused)):
        ask((address,), key_of("stranger").id)
    assert time.monotonic() - began < 8


def test_a_stranger_at_the_address_of_the_host_delays_a_desk_only_a_little(address: str, tmp_path: Path) -> None:
    invitation = Invitation((address,), EVENT, "Cup", key_of("first host").id, bytes(16))
    desk = Hosts(tmp_path, invitation, tmp_path / "key.pem", searched_for=0.0)
    began = time.monotonic()
    with pytest.raises((ServerAway, CertificateChanged)):
        desk.reach(False)
    assert time.monotonic() - began < 8
    desk.close()


def test_a_host_that_is_believed_has_only_so_much_time_and_so_many_bytes_too(address: str) -> None:
    invitation = Invitation((address,), EVENT, "Cup", key_of("stranger").id, bytes(16))
    desk = Connection(way_to(invitation.addresses, invitation.first_host), "en")
    began = time.monotonic()
    with pytest.raises((ServerAway, Refused)):
        desk.sync(Sync(PROTOCOL, NO_ENTRIES))
    assert time.monotonic() - began < 8
    desk.close()
