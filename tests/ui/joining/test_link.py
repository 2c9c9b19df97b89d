"""A desk in touch with its host: with a connection that a test plays, and once with a socket."""

import gc
import json
import queue
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread, active_count
from typing import Any

import httpx
import pytest
from msgspec import Raw

from tests.ui.joining.fakes import FakeServer
from tests.waiting import PATIENCE
from tournament.event.problem import Problem, Refused
from tournament.language import mark
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.sharing.messages import PROTOCOL, Behind, Forked, Offer, Reply, SentOrder, Sync
from ui.joining.connection import Connection, NotJoined
from ui.joining.failures import CertificateChanged, ServerAway
from ui.joining.link import Link, pause_after

FIRST, SECOND = Sync(PROTOCOL, NO_ENTRIES), Sync(PROTOCOL, NO_ENTRIES, sheet=(1, 2))
AWAY = ServerAway(mark("Interrupted: nothing more was written."), "hall:1")
REFUSED = Refused(Problem("some-code", mark("Interrupted: nothing more was written.")))
REPLY = Forked(NO_ENTRIES)
_SOON = 5.0


class Played:
    """A connection whose answers a test gives one by one."""

    def __init__(self) -> None:
        self.asked: queue.Queue[Sync] = queue.Queue()
        self.answers: queue.Queue[Reply | Exception] = queue.Queue()
        self.heard: queue.Queue[Fingerprint | Exception | None] = queue.Queue()
        self.at_once = 0
        self.most_at_once = 0
        self.offered = 0
        self.signed_in = frozenset({"Ada"})
        self.sign_ins: queue.Queue[tuple[str, str]] = queue.Queue()
        self.refusals: list[Exception] = []
        """Why sign-ins are refused, one after the other."""

    def sign_in(self, author: str, pin: str) -> None:
        self.sign_ins.put((author, pin))
        if self.refusals:
            raise self.refusals.pop(0)
        self.signed_in |= {author}

    def offer(self, _offer: Offer) -> None:
        self.offered += 1
        raise REFUSED

    def sync(self, question: Sync) -> Reply:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.asked.put(question)
        answer = self.answers.get()
        self.at_once -= 1
        if isinstance(answer, Exception):
            raise answer
        return answer

    def stream(self) -> Iterator[Fingerprint | None]:
        while True:
            heard = self.heard.get()
            if isinstance(heard, Exception):
                raise heard
            yield heard

    def close(self) -> None:
        self.answers.put(AWAY)
        self.heard.put(AWAY)

    def next(self) -> Sync:
        return self.asked.get(timeout=_SOON)


class Desk:
    """What a link says, in order."""

    def __init__(self, connection: Any, **given: Any) -> None:
        self.said: queue.Queue[tuple[str, object]] = queue.Queue()
        self.pauses: queue.Queue[float] = queue.Queue()
        self.go_on: queue.Queue[bool] = queue.Queue()
        self.link = Link(connection, self, **{"chance": lambda: 1.0, "wait": self._wait, **given})

    def _wait(self, seconds: float) -> bool:
        self.pauses.put(seconds)
        return self.go_on.get()

    def on_reply(self, reply: Reply) -> None:
        self.said.put(("reply", reply))

    def on_away(self, text: object) -> None:
        self.said.put(("away", text))

    def on_back(self) -> None:
        self.said.put(("back", None))

    def on_refused(self, error: Exception) -> None:
        self.said.put(("refused", error))

    def on_not_signed_in(self, text: object) -> None:
        self.said.put(("not signed in", text))

    def next(self) -> str:
        return self.said.get(timeout=_SOON)[0]


@pytest.fixture
def played() -> Played:
    return Played()


@pytest.fixture
def desk(played: Played) -> Iterator[Desk]:
    desk = Desk(played)
    yield desk
    for _ in range(4):
        desk.go_on.put(True)
    desk.link.close()
    assert played.most_at_once <= 1


def test_the_newest_question_is_asked_and_the_same_one_only_when_there_is_news(played: Played, desk: Desk) -> None:
    desk.link.say(FIRST)
    assert played.next() == FIRST
    desk.link.say(FIRST)
    desk.link.say(SECOND)
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    assert played.next() == SECOND
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    desk.link.say(SECOND)
    assert played.asked.empty()
    played.heard.put(None)  # a sign of life
    played.heard.put(Fingerprint(1, "ab"))
    assert played.next() == SECOND
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    assert played.asked.empty()


def asking(*authors: str) -> Sync:
    """A question with an order of each of ``authors``."""
    orders = tuple(SentOrder((str(n),), (Raw(b"{}"),), False, True, None, each) for n, each in enumerate(authors))
    return Sync(PROTOCOL, NO_ENTRIES, orders)


def test_people_who_take_turns_are_signed_in_before_their_orders_are_sent(played: Played, desk: Desk) -> None:
    """The host is away meanwhile: nothing that somebody typed is sent without them."""
    desk.link.say(FIRST)
    assert played.next() == FIRST
    for author, pin in (("Ben", "1111"), ("Ruth", "2222"), ("Ben", "3333")):
        desk.link.sign_in(author, pin)
    question = asking("Ada", "Ben", "Ruth", "Ben")
    desk.link.say(question)
    played.refusals = [AWAY]
    played.answers.put(AWAY)
    for _ in range(2):
        desk.pauses.get(timeout=_SOON)
        desk.go_on.put(False)
    assert played.next() == question
    signed_in = [played.sign_ins.get_nowait() for _ in range(3)]
    assert signed_in == [("Ruth", "2222"), ("Ruth", "2222"), ("Ben", "3333")]
    assert played.sign_ins.empty()
    played.answers.put(REPLY)


def test_who_gave_an_order_under_a_name_that_the_host_does_not_know_there_is_signed_in_by_name(
    played: Played, desk: Desk
) -> None:
    desk.link.say(asking("Ada", "Ben", ""))
    assert played.next() == asking("Ada", "Ben", "")
    assert played.sign_ins.get_nowait() == ("Ben", "")
    assert played.sign_ins.empty()
    played.answers.put(REPLY)


def test_a_sign_in_that_is_refused_is_told_once_and_holds_nothing_up(played: Played, desk: Desk) -> None:
    played.refusals = [REFUSED]
    desk.link.sign_in("Ada", "0000")
    desk.link.say(FIRST)
    assert desk.said.get(timeout=_SOON) == ("not signed in", REFUSED.problems[0].text)
    assert played.next() == FIRST
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    assert played.sign_ins.qsize() == 1


def test_a_desk_that_was_ended_does_not_sign_in(played: Played, desk: Desk) -> None:
    played.refusals = [NotJoined(REFUSED.problems[0])]
    desk.link.sign_in("Ada", "1111")
    desk.link.say(FIRST)
    assert desk.next() == "refused"


def test_an_absent_server_is_reported_once_and_retried_after_growing_pauses(played: Played, desk: Desk) -> None:
    desk.link.say(FIRST)
    for pause in (0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0):
        played.next()
        played.answers.put(AWAY)
        assert desk.pauses.get(timeout=_SOON) == pause
        desk.go_on.put(False)
    assert played.next() == FIRST
    played.answers.put(REPLY)
    assert [desk.next(), desk.next(), desk.next()] == ["away", "back", "reply"]
    assert desk.said.empty()


def test_a_silent_stream_is_reported_and_the_server_asked_at_once(played: Played, desk: Desk) -> None:
    desk.link.say(FIRST)
    played.next()
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    played.heard.put(AWAY)
    assert desk.next() == "away"
    played.next()
    played.answers.put(REPLY)
    assert [desk.next(), desk.next()] == ["back", "reply"]


def test_a_refusal_is_reported_once_and_polling_continues(played: Played, desk: Desk) -> None:
    for question in (FIRST, SECOND):
        desk.link.say(question)
        assert played.next() == question
        played.answers.put(REFUSED)
    assert desk.next() == "refused"
    desk.link.say(SECOND)
    played.next()
    played.answers.put(REPLY)
    assert desk.next() == "reply"


def test_what_a_host_does_not_take_is_offered_again_after_a_pause(played: Played, desk: Desk) -> None:
    """The host asks for it at once whenever it is asked, so that the desk would never rest."""
    desk.link.say(FIRST)
    played.next()
    desk.link.offer(Offer(()))
    played.answers.put(Behind(NO_ENTRIES))
    assert desk.next() == "reply"
    assert desk.pauses.get(timeout=_SOON) == pause_after(1, 1.0)
    assert (played.asked.empty(), played.offered) == (True, 1)
    desk.go_on.put(False)
    played.next()
    played.answers.put(REPLY)
    assert desk.next() == "reply"


def test_pauses_grow_to_five_seconds_and_have_a_random_part() -> None:
    assert [pause_after(failures, 1.0) for failures in (1, 2, 50)] == [0.25, 0.5, 5.0]
    assert pause_after(50, 0.0) == 2.5


class Server(BaseHTTPRequestHandler):
    """A server that answers questions, and writes to the stream until a test silences it."""

    protocol_version = "HTTP/1.1"
    silent: Event
    fake: FakeServer

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        headers = dict(self.headers.items())
        request = httpx.Request("POST", f"https://hall:1{self.path}", content=content, headers=headers)
        found = self.fake.answer("north", request)
        self.send_response(found.status_code)
        self.send_header("Content-Length", str(len(found.content)))
        self.end_headers()
        self.wfile.write(found.content)

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(f"event: end\ndata: {json.dumps({'entries': 1, 'hash': 'ab'})}\n\n".encode())
        self.silent.wait(PATIENCE)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.thorough
def test_with_a_socket_silence_is_noticed_in_three_seconds_and_closing_takes_less_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.joining.connection.SILENT_FOR", 0.3)  # not to wait that long here

    class Handler(Server):
        silent, fake = Event(), FakeServer()

    Handler.fake.joined()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    serving = Thread(target=server.serve_forever, daemon=True)
    serving.start()
    url = f"http://127.0.0.1:{server.server_port}"
    connection = Connection(lambda _shown: (url, httpx.Client(base_url=url, trust_env=False)), "en")
    before = active_count()
    desk = Desk(connection, wait=None)
    desk.link.say(FIRST)
    said = [desk.next() for _ in range(3)]
    assert said[0] == "reply"
    assert "away" in (*said, desk.next())
    monkeypatch.setattr("ui.joining.connection.SILENT_FOR", 200.0)  # now it hears nothing and waits
    time.sleep(0.6)
    began = time.monotonic()
    desk.link.close()
    assert time.monotonic() - began < PATIENCE
    Handler.silent.set()
    gc.collect()
    server.shutdown()
    server.server_close()
    assert active_count() <= before


def test_a_changed_certificate_is_reported_once_and_checked_again(played: Played, desk: Desk) -> None:
    """Another program may have the address of a host that is gone, until a desk has taken over."""
    changed = CertificateChanged("hall:1", b"a" * 32, b"b" * 32)
    desk.link.say(FIRST)
    for _ in range(2):
        assert played.next() == FIRST
        played.answers.put(changed)
        assert desk.pauses.get(timeout=_SOON) == 5.0
        desk.go_on.put(False)
    assert desk.next() == "refused"
    assert played.next() == FIRST
    played.answers.put(REPLY)
    assert desk.next() == "reply"
    played.heard.put(NO_ENTRIES)
    assert played.next() == FIRST
    played.answers.put(REPLY)
    assert desk.next() == "reply"
