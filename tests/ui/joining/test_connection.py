"""One desk's way to a host: what is asked, and what becomes of every answer."""

import gzip
import time
from threading import Thread
from types import SimpleNamespace

import httpx
import pytest

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of
from tests.ui.joining.fakes import HOST, FakeServer
from tests.ui.joining.servers import serving, silent
from tests.waiting import PATIENCE
from tournament.event.problem import Refused
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.sharing.joining import decode_welcome
from tournament.sharing.messages import PROTOCOL, News, Sync, encode
from ui.joining.connection import Connection, HostBusy, NotJoined, Reached, may_be_done
from ui.joining.failures import ServerAway

QUESTION = Sync(PROTOCOL, NO_ENTRIES)


def test_a_desk_joins_signs_in_asks_and_leaves() -> None:
    server = FakeServer()
    connection = server.connection("north", language="fr")
    assert connection.hello().entries == server.host.end.entries
    request = request_to_join(connection.hello().event, key_of("north"), HOST, b"t" * 16)
    assert decode_welcome(connection.join(request)).desk == "north"
    assert connection.sign_in("Ada Sample", "1234") is EventRole.REFEREE
    reply = connection.sync(QUESTION)
    assert isinstance(reply, News)
    assert reply.end == server.host.end
    connection.leave()
    with pytest.raises(NotJoined):
        connection.sync(QUESTION)
    assert server.asked == ["/hello", "/hello", "/join", "/sign-in", "/sync", "/leave", "/sync"]
    assert {head["Accept-Language"] for head in server.heads} == {"fr"}


def test_the_stream_says_each_end_and_each_sign_of_life_until_it_is_silent() -> None:
    server = FakeServer(pieces=[b"event: end\nda", b'ta: {"entries": 3, "hash": "ab"}\n\n:\n\n', b"data: 5\n\n"])
    heard = server.joined().stream()
    assert [next(heard), next(heard)] == [Fingerprint(3, "ab"), None]
    with pytest.raises(ServerAway):
        next(heard)


def test_the_host_cannot_fill_the_memory_with_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    desk = server.joined()
    size = len(encode(desk.sync(QUESTION)))
    monkeypatch.setattr("ui.joining.connection._MOST_OF_A_HOST", size)
    desk.sync(QUESTION)
    monkeypatch.setattr("ui.joining.connection._MOST_OF_A_HOST", size - 1)
    with pytest.raises(Refused):
        desk.sync(QUESTION)


def test_a_stream_whose_line_never_ends_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr("ui.joining.connection.time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    heard = FakeServer(pieces=[b": alive\n", b":", b":", b":", b"\n", *[b":"] * 50]).joined().stream()
    assert [next(heard), next(heard)] == [None, None]
    with pytest.raises(ServerAway):
        next(heard)
    assert next(clock) < 20, "it is not read to its end"


def test_nothing_that_is_packed_is_unpacked() -> None:
    asked = list[httpx.Request]()

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=gzip.compress(b" " * 10_000_000))

    client = httpx.Client(base_url="https://hall:1", transport=httpx.MockTransport(answer))
    desk = Connection(lambda _shown: ("hall:1", client), "en")
    with pytest.raises(Refused):
        desk.sync(QUESTION)
    with pytest.raises(ServerAway):
        next(desk.stream())
    assert [each.headers["Accept-Encoding"] for each in asked] == ["identity"] * 2


def test_the_host_cannot_fill_the_memory_with_a_line_of_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.joining.connection._MOST_OF_A_LINE", 100)
    pieces = [b": alive\n", *[b"x" * 10] * 10, b"\n: alive\n", *[b"x" * 10] * 11]
    heard = FakeServer(pieces=pieces).joined().stream()
    assert [next(heard), next(heard)] == [None, None]
    with pytest.raises(Refused):
        next(heard)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, NotJoined),
        (403, Refused),
        (413, Refused),
        (426, Refused),
        (429, HostBusy),
        (500, HostBusy),
        (503, HostBusy),
    ],
)
def test_what_the_host_refuses_is_raised_in_its_words_without_steering_a_screen(status: int, kind: type) -> None:
    server = FakeServer()
    connection = server.joined()
    server.status = status
    for ask in (connection.hello, lambda: connection.sync(QUESTION), lambda: next(connection.stream())):
        with pytest.raises(kind) as raised:
            ask()
        error = raised.value
        assert isinstance(error, HostBusy | Refused)
        text = error.text if isinstance(error, HostBusy) else error.problems[0].text
        assert text.message == "Some� words."
        assert not isinstance(error, HostBusy) or error.seconds == 2
        assert may_be_done(error) is (status == 500)


def test_only_what_was_sent_may_be_done_and_nothing_is_repeated() -> None:
    server = FakeServer()
    connection = server.joined()
    for arrived in (True, False):
        server.lose, server.away = int(arrived), not arrived
        asked = len(server.asked)
        with pytest.raises(ServerAway) as raised:
            connection.sync(QUESTION)
        assert may_be_done(raised.value) is arrived
        assert len(server.asked) == asked + 1


def test_an_answer_that_is_none_is_refused() -> None:
    connection = FakeServer().joined()
    with pytest.raises(Refused):
        connection._asked("POST", "/leave", int)


def test_a_closed_connection_asks_nothing() -> None:
    server = FakeServer()
    connection = server.joined()
    connection.close()
    connection.close()
    with pytest.raises(ServerAway):
        connection.sync(QUESTION)
    assert server.asked == ["/join"]


@pytest.mark.parametrize("answering", [False, True])
def test_closed_while_the_server_is_looked_for_or_answers_it_leaves_nothing_open(answering: bool) -> None:
    server, clients = FakeServer(), list[httpx.Client]()

    def reach(shown: bool) -> Reached:
        address, client = server.reach("north", shown)
        clients.append(client)
        if not answering:
            connection.close()
        return address, client

    connection = Connection(reach, "en")
    if answering:
        server.on_answer = connection.close
        connection.hello()
    else:
        with pytest.raises(ServerAway):
            connection.hello()
    assert server.asked == ["/hello"] * answering
    assert [each.is_closed for each in clients] == [True]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_request_ends_as_soon_as_the_host_is_found_to_be_away_or_elsewhere(elsewhere: bool) -> None:
    """Else a desk waits for the answer of a host whose cable is cut, though it has met the host at another address."""
    with serving(silent) as address:

        def reach(shown: bool) -> Reached:
            ways.append(address)
            if len(ways) == 1:
                return address, httpx.Client(base_url=f"http://{address}", timeout=PATIENCE, trust_env=False)
            if elsewhere:
                return FakeServer().reach("nobody", shown)
            raise ServerAway(mark("There is no server at {address}.", address=address), address)

        def ask() -> None:
            try:
                connection.sync(QUESTION)
            except (ServerAway, NotJoined) as error:
                ended.append(error)

        ways, ended = list[str](), list[Exception]()
        connection = Connection(reach, "en")
        asking = Thread(target=ask)
        begun = time.monotonic()
        asking.start()
        while not connection._sockets:
            time.sleep(0.001)
        assert connection._way is not None
        connection._way = None  # its stream was silent
        with pytest.raises(NotJoined if elsewhere else ServerAway):
            connection.sync(QUESTION)
        asking.join()
        assert time.monotonic() - begun < PATIENCE / 2
        assert len(ended) == 1
        connection.close()
