"""A server without sockets: what httpx sends is answered by a host in memory."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import httpx

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of
from tests.tournament.sharing.fakes import member
from tests.tournament.use_cases.events import drawn
from tournament.event.role import EventRole
from tournament.sharing.approval import read_request
from tournament.sharing.host import Host, Member
from tournament.sharing.joining import Welcome, encode_message
from tournament.sharing.messages import decode_offer, decode_sync, encode
from ui.joining.connection import Connection, Reached

HOST = bytes(range(32))
"""The id of the server."""


class _Stream(httpx.SyncByteStream):
    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        raise httpx.ReadTimeout("silent")


@dataclass
class FakeServer:
    """Answers as ``docs/sharing.md`` says."""

    host: Host = field(default_factory=lambda: Host(drawn()))
    members: dict[str, Member] = field(default_factory=dict)
    away: bool = False
    lose: int = 0
    """How many answers are lost after the work was done."""
    status: int = 0
    """With which everything is refused."""
    pieces: list[bytes] = field(default_factory=list)
    """Of the stream."""
    asked: list[str] = field(default_factory=list)
    heads: list[httpx.Headers] = field(default_factory=list)
    on_answer: Callable[[], None] = lambda: None
    """Called before each answer."""

    def connection(self, name: str = "nobody", language: str = "en") -> Connection:
        return Connection(partial(self.reach, name), language, key_of(name).id)

    def reach(self, name: str, shown: bool) -> Reached:
        transport = httpx.MockTransport(partial(self.answer, name if shown else ""))
        return "hall:1", httpx.Client(base_url="https://hall:1", transport=transport)

    def joined(self, name: str = "north") -> Connection:
        connection = self.connection(name)
        event = self.host.book.view.journal[0].id
        connection.join(request_to_join(event, key_of(name), HOST, b"t" * 16, name))
        return connection

    def answer(self, name: str, request: httpx.Request) -> httpx.Response:
        """Answer a request over a connection in which the desk ``name`` shows its certificate; empty: nobody does."""
        path = request.url.path
        self.asked.append(path)
        self.heads.append(request.headers)
        self.on_answer()
        if self.away:
            raise httpx.ConnectError("refused")
        if self.status:
            return httpx.Response(
                self.status, json={"code": "some-code", "text": "Some\x1b words."}, headers={"Retry-After": "2"}
            )
        found = self._answer(path, name, request)
        if self.lose:
            self.lose -= 1
            raise httpx.ReadError("cut")
        return found

    def _answer(self, path: str, name: str, request: httpx.Request) -> httpx.Response:
        if path == "/hello":
            seen = {"event": self.host.book.view.journal[0].id, "name": "Cup", "entries": self.host.end.entries}
            return httpx.Response(200, json={"protocol": 1, "gathering": False, "host": "hall", "more": 1, **seen})
        if path == "/join":
            desk = read_request(request.content, HOST).desk.name
            self.members[desk] = member(desk)
            return httpx.Response(200, content=encode_message(Welcome(desk, EventRole.ORGANISER, b"")))
        if name not in self.members:
            return httpx.Response(401, json={"code": "not-joined", "text": "Join.", "field": ""})
        match path:
            case "/sign-in":
                return httpx.Response(200, json={"role": "referee"})
            case "/sync":
                reply = self.host.answer(self.members[name], decode_sync(request.content), self.members)
                return httpx.Response(200, content=encode(reply))
            case "/stream":
                return httpx.Response(200, stream=_Stream(self.pieces))
            case "/offer":
                self.host.take_offer(decode_offer(request.content))
            case "/leave":
                del self.members[name]
        return httpx.Response(200, json={})
