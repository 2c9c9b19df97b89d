"""Thousands of idle connections of one address: everybody else is answered as before."""

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.examples.keys import key_of, tls_of
from tests.tournament.use_cases.events import drawn
from tests.ui.server.running import running
from tournament.event.role import EventRole
from tournament.sharing.invitation import split_address
from ui.server import ports
from ui.server.serving import ServedFile, Sharing

pytestmark = pytest.mark.thorough
_REQUESTS = 200
_JITTER = 0.03
"""Seconds by which a busy machine may delay an answer without being a fault; a dropped SYN costs a whole one."""
_GET = b"GET /nothing HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n"
"""What the rates of requests do not limit."""


class Pages:
    """Public pages: an empty one."""

    async def app(self, _scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"OK"})

    async def follow(self) -> None:
        await asyncio.Event().wait()

    def finish_streams(self) -> None:
        """There are none."""

    def close(self) -> None:
        """It has nothing."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))


@contextmanager
def served() -> Iterator[ServedFile]:
    with running(
        lambda fault, remark: ServedFile(
            drawn(), Sharing(public_port=0), public=lambda *_: Pages(), fault=fault, remark=remark
        )
    ) as server:
        yield server


def p99(ask: Callable[[], None]) -> float:
    """The slowest but one in a hundred, in seconds."""
    times = list[float]()
    for _ in range(_REQUESTS):
        began = time.perf_counter()
        ask()
        times.append(time.perf_counter() - began)
    return sorted(times)[_REQUESTS * 99 // 100]


def asking(place: tuple[str, int], source: str, context: ssl.SSLContext | None) -> Callable[[], None]:
    """Connects from the address ``source`` and asks once, as somebody does who comes in."""

    def ask() -> None:
        with socket.create_connection(place, timeout=10, source_address=(source, 0)) as plain, ExitStack() as end:
            stream = plain if context is None else end.enter_context(context.wrap_socket(plain))
            stream.sendall(_GET)
            assert stream.recv(1000).startswith((b"HTTP/1.1 200", b"HTTP/1.1 404"))

    return ask


@pytest.mark.parametrize(("public", "count", "shakes_hands"), [
    (False, 400, True), (False, 6000, False), (True, 400, False), (True, 6000, False),
])  # fmt: skip
@pytest.mark.parametrize("source", ["127.0.0.1", "127.0.0.2"], ids=["same address", "another"])
def test_idle_connections_leave_the_others_as_fast_as_before(
    public: bool, count: int, source: str, shakes_hands: bool
) -> None:
    ports._allowed_files(2 * 6000 + 1000)
    with served() as server, ExitStack() as end:
        place = split_address(server.public_addresses[0] if public else server.invitation.addresses[0])
        certificate = key_of("Desk").certificate
        server._admitted.admit(
            "Desk", "Ada", None, source, datetime.now(UTC), key=EventRole.ORGANISER, certificate=certificate
        )
        server._tls.know([certificate])
        ask = asking(place, source, None if public else tls_of("Desk"))
        before = p99(ask)
        for number in range(count):
            if number % 30 == 0:
                ask()  # by then the server has accepted the others: its queue is short, and the system waits a second
            idle = end.enter_context(socket.create_connection(place, timeout=10))
            if shakes_hands:
                with suppress(OSError):  # it was dropped for the next one
                    end.enter_context(tls_of("").wrap_socket(idle))
        with_idle = min(p99(ask) for _ in range(3))  # what else this machine does counts least
        print(f"p99 {before * 1000:.1f} ms, with {count} idle connections {with_idle * 1000:.1f} ms")
        assert with_idle <= 2 * before + _JITTER
