"""How long the server waits for each part of a conversation, one connection without a network."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.server import ServerState

from tests.examples.keys import key_of
from ui.server import protocol
from ui.server.protocol import DesksProtocol, LimitedConfig, PublicProtocol

HEADERS, TO_TAKE, REST = 100, 200, 300
"""Seconds, here: of the headers of a request, of an answer, and of the rest of a request that was answered."""


class Line:
    """A connection, and an application that answers when it is told to."""

    def __init__(self, kind: type[DesksProtocol], certificate: bytes | None = None) -> None:
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))  # Windows gives no address of a socket that has none
        self.closing, self.shares = False, list[tuple[str, int]]()
        self.admitted, self.scopes = list[tuple[int, str]](), list[Any]()
        self.go_on = asyncio.Event()
        self._certificate = certificate
        config = LimitedConfig(self.app, interface="asgi3", http=kind, ws="none", lifespan="off", log_config=None)
        config.load()
        config.listener = SimpleNamespace(  # type: ignore[assignment]
            admit=lambda number, desk: self.admitted.append((number, desk)),
            shares=SimpleNamespace(
                work=lambda number: self.shares.append(("work", number)),
                rest=lambda number: self.shares.append(("rest", number)),
            ),
        )
        self.protocol = kind(config, ServerState(), {})
        self.protocol.connection_made(self)

    async def app(self, scope: Any, _receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await self.go_on.wait()
        self.go_on.clear()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    # What the protocol asks of a transport

    def get_extra_info(self, name: str, default: object = None) -> Any:
        tls = SimpleNamespace(getpeercert=lambda *, binary_form: self._certificate if binary_form else {})
        return {"socket": self.socket, "ssl_object": tls if self._certificate else None}.get(name, default)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def write(self, data: bytes) -> None:
        pass

    def abort(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    # What happens

    def send(self, data: str) -> None:
        self.protocol.data_received(data.encode())

    async def answer(self) -> None:
        """Let the application answer what was asked."""
        self.go_on.set()
        for _ in range(10):
            await asyncio.sleep(0)

    def deadline(self) -> int | None:
        """The seconds after which the connection is dropped, as they were when the time began; None: never."""
        found = self.protocol._deadline
        if found is None or found.cancelled():
            return None
        return round((found.when() - asyncio.get_running_loop().time()) / 10) * 10

    def works(self) -> bool:
        """Whether the connection was said to have a request."""
        return self.shares[-1] == ("work", self.socket.fileno())


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_PATIENCE", HEADERS)
    monkeypatch.setattr(protocol, "_TO_TAKE", TO_TAKE)
    monkeypatch.setattr(protocol, "_REST_OF_THE_PUBLIC", REST)


def run(
    test: Callable[[Line], Awaitable[None]],
    kind: type[DesksProtocol] = DesksProtocol,
    certificate: bytes | None = None,
) -> None:
    async def limited() -> None:
        line = Line(kind, certificate)
        with line.socket:
            async with asyncio.timeout(10):
                await test(line)
        line.protocol.connection_lost(None)
        assert line.deadline() is None

    asyncio.run(limited())


def test_headers_must_arrive_in_time_however_they_are_cut() -> None:
    async def test(line: Line) -> None:
        assert line.deadline() == HEADERS
        begun = line.protocol._deadline
        for piece in ("GET / HTT", "P/1.1\r\nHost: hall\r\n"):
            line.send(piece)
            assert line.protocol._deadline is begun, "what was sent gives no more time"
            assert line.deadline() == HEADERS
            assert not line.works()
        line.send("\r\n")
        await asyncio.sleep(0)
        assert (line.deadline(), line.works()) == (None, True)
        await line.answer()
        assert (line.deadline(), line.works()) == (None, False)
        line.send("GET /")
        assert (line.deadline(), line.works()) == (HEADERS, False), "of the next request"
        line.send(" HTTP/1.1\r\nHost: hall\r\n\r\n")
        await line.answer()
        assert line.deadline() is None
        assert len(line.scopes) == 2

    run(test)


def test_a_request_has_its_place_only_when_it_is_complete() -> None:
    """Until then the connection may be dropped for another one; the application limits the time of a body."""

    async def test(line: Line) -> None:
        line.send("POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 4\r\n\r\n")
        assert (line.deadline(), line.works()) == (None, False)
        line.send("ab")
        assert (line.deadline(), line.works()) == (None, False)
        line.send("cd")
        assert (line.deadline(), line.works()) == (None, True)
        await line.answer()
        assert (line.deadline(), line.works()) == (None, False)

    run(test)


@pytest.mark.parametrize(("kind", "seconds"), [(DesksProtocol, HEADERS), (PublicProtocol, REST)])
def test_the_rest_of_a_request_that_was_answered_must_arrive_soon(kind: type[DesksProtocol], seconds: int) -> None:
    async def test(line: Line) -> None:
        line.send("POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 4\r\n\r\n")
        await line.answer()
        assert line.deadline() == seconds
        begun = line.protocol._deadline
        line.send("abc")
        assert line.protocol._deadline is begun
        line.send("d")
        assert line.deadline() is None

    run(test, kind)


def test_an_answer_must_be_taken_in_time() -> None:
    async def test(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
        line.protocol.pause_writing()
        assert line.deadline() == TO_TAKE
        line.send("GET / HTTP/1.1\r\n")
        assert line.deadline() == TO_TAKE, "whatever it sends"
        line.protocol.resume_writing()
        assert line.deadline() is None
        line.protocol.pause_writing()
        line.closing = True
        line.protocol.resume_writing()
        assert line.deadline() == TO_TAKE, "the connection must be closed, too"

    run(test)


def test_a_connection_that_is_to_be_closed_is_closed_in_time() -> None:
    async def test(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n")
        assert line.deadline() is None
        await line.answer()
        assert (line.is_closing(), line.deadline()) == (True, TO_TAKE)

    run(test)


def test_a_connection_without_a_further_request_is_closed_in_time() -> None:
    async def test(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
        await line.answer()
        line.protocol.timeout_keep_alive_handler()
        assert (line.is_closing(), line.deadline()) == (True, TO_TAKE)

    run(test)


def test_nothing_is_said_of_a_connection_that_is_lost() -> None:
    """Another one may have its number."""

    async def test(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
        line.protocol.connection_lost(None)
        assert line.deadline() is None
        said = len(line.shares)
        line.protocol._note_request()
        assert all(number < 0 for _, number in line.shares[said:])

    run(test)


def test_the_application_learns_whose_certificate_was_shown() -> None:
    north = key_of("north")

    async def shown(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
        await line.answer()
        assert line.admitted == [(line.socket.fileno(), north.id.hex())]
        assert [each["client_id"] for each in line.scopes] == [north.id.hex()]

    async def none(line: Line) -> None:
        line.send("GET / HTTP/1.1\r\nHost: hall\r\n\r\n")
        await line.answer()
        assert line.admitted == []
        assert ["client_id" in each for each in line.scopes] == [False]

    run(shown, certificate=north.certificate)
    run(none)
