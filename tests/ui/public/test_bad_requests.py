"""Those who use the public port badly: each is answered or dropped in known time, and desks and phones go on."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import httpx
import pytest

from tests.tournament.use_cases.events import drawn, noon
from tests.ui.server.running import plain_client, running
from tests.waiting import PATIENCE, wait_until
from ui.public import mounts
from ui.public.event import PublicEvent
from ui.server import ports, protocol, two_ports
from ui.server.serving import ServedFile, Sharing

SOON = 0.3
"""Seconds of patience, here."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFile]:
    """One for all: whatever somebody does, the next finds it as it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUATRE_VENTS_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(protocol, "_PATIENCE", SOON)
        patch.setattr(protocol, "_TO_TAKE", SOON)
        patch.setattr(protocol, "_REST_OF_THE_PUBLIC", SOON)
        patch.setattr(two_ports, "_KEEP_ALIVE_OF_PHONES", 1)
        patch.setattr(ports, "_MOST_OF_THE_PUBLIC", 40)
        patch.setattr(two_ports, "_TO_SEND", 0.01)
        book = drawn()
        with running(
            lambda fault, remark: ServedFile(
                book, Sharing(public_port=0), fault=fault, remark=remark,
                public=lambda view, host: PublicEvent(view, noon, fault, host),
            )
        ) as server:  # fmt: skip
            yield server


@pytest.fixture(autouse=True)
def desks_and_phones_go_on(server: ServedFile) -> Iterator[None]:
    yield
    hello = httpx.get(f"https://{server.invitation.addresses[0]}/hello", verify=False)
    assert hello.json()["name"] == "Cup"
    assert "server" not in hello.headers, "nobody needs to know which version answers"
    wait_until(lambda: httpx.get(f"http://{server.public_addresses[0]}/").status_code == 200)


def connected(server: ServedFile, receive: int = 0) -> socket.socket:
    """A connection that takes only ``receive`` bytes at once, if not 0."""
    host, _, port = server.public_addresses[0].rpartition(":")
    found = socket.socket()
    if receive:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    found.settimeout(PATIENCE)
    found.connect((host, int(port)))
    return found


def rest(connection: socket.socket) -> bytes:
    """All that is answered until the server closes the connection."""
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionError:
        pass
    return found


def asked(server: ServedFile, request: bytes) -> bytes:
    """All that is answered to ``request``."""
    with connected(server) as connection:
        connection.sendall(request)
        return rest(connection)


def dripping(connection: socket.socket, piece: bytes = b"x") -> float:
    """How long ``piece`` can be sent again and again before the connection ends."""
    began = time.monotonic()
    connection.setblocking(False)
    while time.monotonic() - began < PATIENCE:
        try:
            connection.send(piece)
            if connection.recv(65536) == b"":
                break
        except BlockingIOError:
            time.sleep(0.02)
        except ConnectionError:
            break
    return time.monotonic() - began


TWO_LENGTHS = [
    b"Content-Length: 5\r\nTransfer-Encoding: chunked",
    b"transfer-encoding: CHUNKED\r\nCONTENT-LENGTH: 5",
    b"Content-Length: 5\r\nContent-Length: 6",
]
"""Headers by which one reader of a request takes it to end elsewhere than another."""
GET = b"GET / HTTP/1.1\r\nHost: hall\r\n"


@pytest.mark.parametrize("before", [b"", b"GET /page.css HTTP/1.1\r\nHost: hall\r\n\r\n"], ids=["first", "second"])
def test_headers_that_do_not_end_are_not_waited_for(server: ServedFile, before: bytes) -> None:
    with connected(server) as slow:
        slow.sendall(before)
        time.sleep(SOON / 3)
        slow.sendall(GET + b"X-Long: ")
        assert dripping(slow) < PATIENCE


def test_a_body_is_not_waited_for(server: ServedFile) -> None:
    with connected(server) as slow:
        slow.sendall(b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 1000000\r\n\r\n")
        assert slow.recv(100).startswith(b"HTTP/1.1 405 ")
        assert dripping(slow) < PATIENCE
    with connected(server) as slow:
        slow.sendall(GET + b"Transfer-Encoding: chunked\r\n\r\n")
        assert slow.recv(100).startswith(b"HTTP/1.1 200 ")
        assert dripping(slow, b"1\r\nx\r\n") < PATIENCE


def test_a_gigabyte_is_answered_before_it_arrives_and_not_read(server: ServedFile) -> None:
    with connected(server) as large:
        large.sendall(b"POST /players HTTP/1.1\r\nHost: hall\r\nContent-Length: 1000000000\r\n\r\n")
        assert large.recv(100).startswith(b"HTTP/1.1 405 ")
        assert dripping(large, b"x" * 65536) < PATIENCE


def test_a_short_body_harms_nothing(server: ServedFile) -> None:
    wait_until(lambda: not open_at(server))
    with plain_client(server.public_addresses[0]) as one:
        for method, status in (("POST", 405), ("GET", 200), ("DELETE", 405), ("HEAD", 200)):
            assert one.request(method, "/page.css", content=b"abc").status_code == status
            assert open_at(server) == 1


@pytest.mark.parametrize("at_once", [0, 1], ids=["nothing", "a byte now and then"])
def test_who_reads_too_slowly_is_dropped(server: ServedFile, at_once: int) -> None:
    wait_until(lambda: not open_at(server))
    with connected(server, receive=4096) as slow:
        slow.sendall((GET + b"\r\n") * 400)
        wait_until(lambda: open_at(server))
        slow.settimeout(0.001)

        def gone() -> bool:
            with suppress(TimeoutError):
                slow.recv(at_once)
            return not open_at(server)

        wait_until(gone)


def open_at(server: ServedFile) -> int:
    """How many connections the server has at the public port."""
    assert server._ports.public is not None
    return len(server._ports.public._open)


def test_half_a_connection_is_no_connection(server: ServedFile) -> None:
    for request in (b"", GET, GET + b"\r\n", b"GET /events HTTP/1.1\r\nHost: hall\r\n\r\n"):
        with connected(server) as half:
            half.sendall(request)
            half.shutdown(socket.SHUT_WR)
            began = time.monotonic()
            rest(half)
            assert time.monotonic() - began < PATIENCE


def test_connections_beyond_the_limit_get_503_and_existing_ones_are_served(server: ServedFile) -> None:
    wait_until(lambda: not open_at(server))
    with ExitStack() as end:
        held = list[socket.socket]()
        for _ in range(40):  # each asks at once, before the server loses its patience on a busy machine
            held.append(end.enter_context(connected(server)))
            held[-1].sendall(b"GET /events HTTP/1.1\r\nHost: hall\r\n\r\n")
            assert b" 200 " in held[-1].recv(100)
        for _ in range(100):
            with connected(server) as more:
                assert more.recv(1000).startswith(b"HTTP/1.1 503 ")
        held[0].close()
        wait_until(lambda: b" 200 " in asked(server, GET + b"Connection: close\r\n\r\n"))


def test_who_asks_very_often_waits_and_others_do_not(server: ServedFile, monkeypatch: pytest.MonkeyPatch) -> None:
    with plain_client(server.public_addresses[0]) as often:
        began = time.monotonic()
        for _ in range(mounts._BURST + 4):
            assert often.get("/page.css", headers={"Accept-Encoding": "gzip"}).status_code == 200
        assert time.monotonic() - began > 3 / mounts._PER_SECOND
        began = time.monotonic()
        assert httpx.get(f"http://{server.public_addresses[0]}/page.css").status_code == 200
        assert time.monotonic() - began < PATIENCE


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET / HTTP/1.0", 200),
        (b"HEAD / HTTP/1.1", 200),
        (b"GET /%00 HTTP/1.1", 404),
        (b"GET /%ff%fe/%2e%2e/%2e%2e/etc/passwd HTTP/1.1", 404),
        (b"GET /../../cup.qv HTTP/1.1", 404),
        (b"GET //example.org/ HTTP/1.1", 404),
        (b"GET http://example.org/ HTTP/1.1", 404),
        (b"GET * HTTP/1.1", 404),
        (b"GET /player/\xd9\xa1 HTTP/1.1", 400),
        (b"GET /t/1-1-none?seat=%ff HTTP/1.1", 404),
        (b"POST /t/1-1-none/propose HTTP/1.1", 404),
        (b"GET /player/" + b"9" * 5000 + b" HTTP/1.1", 404),
        (b"GET /" + b"a" * 300_000 + b" HTTP/1.1", 400),
        (b"GET /?" + b"a=b&" * 2000 + b" HTTP/1.1", 200),
        (b"OPTIONS / HTTP/1.1", 405),
        (b"TRACE / HTTP/1.1", 405),
        (b"CONNECT hall:443 HTTP/1.1", 404),
        (b"PROPFIND / HTTP/1.1", 405),
        (b"GET /", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
    ],
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_absurd_requests_are_answered(server: ServedFile, request_line: bytes, status: int) -> None:
    found = asked(server, request_line + b"\r\nHost: hall\r\nConnection: close\r\n\r\n")
    assert found.startswith(b"HTTP/1.1 %d " % status), found[:100]
    assert b"Traceback" not in found


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    ("header", "status"),
    [
        (b"Host: [::1", 200),
        (b"Host: \x00", 400),
        (b"Host: a\r\nHost: b", 400),
        (b"Host: hall\r\nRange: bytes=0-10", 200),
        (b"Host: hall\r\nRange: bytes=" + b"0-1," * 3000, 200),
        (b"Host: hall\r\nIf-None-Match: " + b'"a", W/"b", ' * 1000, 200),
        (b"Host: hall\r\nAccept-Language: " + b"fr;q=0.1," * 1500, 200),
        (b"Host: hall\r\nAccept-Encoding: gzip;q=0, \xff", 200),
        (b"Host: hall\r\nExpect: 100-continue", 200),
        (b"Host: hall\r\nUpgrade: websocket\r\nConnection: Upgrade", 200),
        (b"Host: hall\r\nContent-Length: -1", 400),
        (b"Host: hall\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400),
        (b"Host: hall\r\nTransfer-Encoding: chunked\r\nContent-Length: 0", 400),
        (b"Host: hall\r\nContent-Length: 1\r\nContent-Length: 2", 400),
        (b"Host: hall\r\nContent-Length: 1, 2", 400),
        (b"Host: hall\r\nX: " + b"a" * 400_000, 400),
        (b"Host: hall" + b"\r\nX: a" * 80_000, 400),
        (b"Host: hall\r\n folded: a", 200),
        (b"Cookie: a", 400),
    ],
    ids=lambda value: value[:40].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_absurd_headers_are_answered(server: ServedFile, header: bytes, status: int) -> None:
    found = asked(server, b"GET / HTTP/1.1\r\n" + header + b"\r\nConnection: close\r\n\r\n")
    assert found.startswith(b"HTTP/1.1 %d " % status), found[:100]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("before", [b"", b"HEAD /page.css HTTP/1.1\r\nHost: hall\r\n\r\n"], ids=["first", "second"])
@pytest.mark.parametrize("length", TWO_LENGTHS)
def test_after_a_request_of_two_lengths_nothing_more_is_answered(
    server: ServedFile, before: bytes, length: bytes
) -> None:
    hidden = b"0\r\n\r\nGET /page.css HTTP/1.1\r\nHost: hall\r\n\r\n"
    found = asked(server, before + b"POST / HTTP/1.1\r\nHost: hall\r\n" + length + b"\r\n\r\n" + hidden)
    statuses = [line.split()[1] for line in found.split(b"\r\n") if line.startswith(b"HTTP/1.1")]
    assert statuses == ([b"200", b"400"] if before else [b"400"])


def test_requests_one_after_the_other_without_waiting_are_answered_in_their_order(server: ServedFile) -> None:
    paths = [b"/page.css", b"/none", b"/live.css", b"/"] * 10
    requests = [b"HEAD " + path + b" HTTP/1.1\r\nHost: hall\r\n" for path in paths]
    found = asked(server, b"\r\n".join(requests) + b"Connection: close\r\n\r\n")
    statuses = [line.split()[1] for line in found.split(b"\r\n") if line.startswith(b"HTTP/1.1")]
    assert statuses == [b"200", b"404", b"200", b"200"] * 10


def test_what_speaks_tls_to_the_public_port_is_answered(server: ServedFile) -> None:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with connected(server) as plain, pytest.raises((ssl.SSLError, ConnectionError)):
        context.wrap_socket(plain)
