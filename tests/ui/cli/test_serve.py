"""``serve`` as a process of its own, spoken to with httpx as any program may."""

import json
import signal
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import httpx
import pytest

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of, tls_of
from tests.forked import start
from tests.tournament.sharing.fakes import FakeWaitingOrders
from tests.tournament.use_cases.fake_store import FakeStore
from tests.ui.cli.conftest import Call
from tests.waiting import PATIENCE
from tournament.event.role import EventRole
from tournament.rules.payment import Outcome
from tournament.sharing.invitation import decode
from tournament.sharing.messages import Done, News, decode_reply, encode
from tournament.sharing.shared_book import SharedBook
from tournament.use_cases import By, RecordHand, carry_out
from tournament.use_cases.commands import AllowTableEntry
from tournament.use_cases.table_entry import table_token
from ui.cli.context import PIN_VARIABLE

pytestmark = pytest.mark.thorough

PIN = "471147"
BREAK = getattr(signal, "CTRL_BREAK_EVENT", signal.SIGTERM)


def without_its_remark(said: str) -> str:
    """What a server ``said`` to standard error beside what its invitation is good for."""
    lines = said.splitlines(keepends=True)
    left = [line for line in lines if not line.startswith("remark: Whoever has this invitation joins at once")]
    assert len(left) == len(lines) - 1
    return "".join(left)


class Server:
    """``serve FILE --json`` and what it said."""

    def __init__(self, file: Path, *options: str | int | Path, fresh: bool = False) -> None:
        self.process = start(["serve", file, "--json", *options], fresh=fresh)
        assert self.process.stdout is not None
        self.said = json.loads(self.process.stdout.readline() or b"null")

    @property
    def ticket(self) -> str:
        return decode(self.said["invitation"]).ticket.hex()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """Ask it to stop; its exit code, and what it said to standard error beside what its invitation is good for."""
        try:
            self.process.send_signal(BREAK)
        except SystemError:  # what CPython makes of WinError 12
            self.kill()
            pytest.skip("Ctrl+Break needs a console: Wine 8 gives none to a program whose streams are pipes")
        _, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.wait(), without_its_remark(errors.decode())


class Desk:
    """A desk with a replica in memory."""

    def __init__(self, server: Server, name: str) -> None:
        self.book = SharedBook(FakeStore(), FakeWaitingOrders(), name)
        self.name = name
        self.client = httpx.Client(base_url=server.said["desks"], verify=tls_of(name), timeout=30)
        self._host = bytes.fromhex(server.said["fingerprint"])

    def join(self, ticket: str, pin: str = PIN) -> httpx.Response:
        """Join, and if that works sign in."""
        hello = httpx.get(self.client.base_url.join("/hello"), verify=False, timeout=30)
        key, event = key_of(self.name), hello.json()["event"]
        content = request_to_join(event, key, self._host, bytes.fromhex(ticket), self.name)
        found = httpx.post(self.client.base_url.join("/join"), verify=False, content=content, timeout=30)
        if found.status_code != 200:
            return found
        return self.client.post("/sign-in", json={"author": "Ada Sample", "pin": pin})

    def record(self, hand: int, table: int = 1) -> None:
        by = By("Ada Sample", self.name, EventRole.ORGANISER)
        carry_out(self.book, RecordHand(1, table, hand, Outcome(0, 1, 8)), by=by, confirmed=True)

    def ask(self) -> News:
        answer = self.client.post("/sync", content=encode(self.book.question(None, "en")))
        assert answer.status_code == 200, answer.text
        news = decode_reply(answer.content)
        assert isinstance(news, News)
        self.book.take(news)
        return news


def events(response: httpx.Response) -> Iterator[int]:
    """The number of entries in each event of a stream."""
    for line in response.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))["entries"]


class Shared:
    """An event file with a PIN, its servers and its desks, which are all gone at the end."""

    def __init__(self, file: Path, end: ExitStack) -> None:
        self.file, self._end = file, end

    def serve(self, *options: str | int, fresh: bool = False) -> Server:
        server = Server(self.file, *options, fresh=fresh)
        self._end.callback(server.kill)
        return server

    def desk(self, server: Server, name: str) -> Desk:
        desk = Desk(server, name)
        self._end.enter_context(desk.client)
        return desk


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tests have the same event, which is shared by none of them at first."""
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path / "home"))


@pytest.fixture
def shared(event: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shared]:
    with monkeypatch.context() as patch:
        patch.setenv("QUATRE_VENTS_NEW_PIN", PIN)
        assert call("pin", event, "set", "organiser").code == 0
    with ExitStack() as end:
        yield Shared(event, end)


def test_an_event_is_shared_until_the_server_is_stopped(shared: Shared, call: Call) -> None:
    file = shared.file
    server = shared.serve(fresh=True)
    assert set(server.said) == {"desks", "public", "invitation", "until", "fingerprint"}
    until = datetime.fromisoformat(server.said["until"])
    assert timedelta(days=29) < until - datetime.now(UTC) <= timedelta(days=30)
    invitation = decode(server.said["invitation"])
    shown = ssl.get_server_certificate(_address(server))
    assert sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest() == server.said["fingerprint"]
    assert invitation.first_host.hex() == server.said["fingerprint"]
    assert call("serve", file).code == 3, "it is open for writing"

    north, south = shared.desk(server, "north"), shared.desk(server, "south")
    assert [north.join("00" * 16).status_code, north.join(server.ticket, "0000").status_code] == [403, 403]
    assert [desk.join(server.ticket).status_code for desk in (north, south)] == [200, 200]
    for desk in (north, south):
        assert desk.ask().end == desk.book.confirmed.fingerprint
    with south.client.stream("GET", "/stream") as stream:
        told = events(stream)
        before = next(told)
        north.record(1)
        after = len(north.book.view.journal)
        assert after > before
        began = time.monotonic()
        (answer,) = north.ask().answers
        assert isinstance(answer, Done)
        assert next(told) == after
        assert time.monotonic() - began < 5
        south.ask()
        assert south.book.view.fingerprint == north.book.view.fingerprint

        listed = call("desks", file, "--json").json
        assert [(desk["desk"], desk["author"], desk["role"]) for desk in listed] == [
            ("north", "Ada Sample", "organiser"),
            ("south", "Ada Sample", "organiser"),
        ]
        assert call("desks", file, "--end", "nobody").code == 1
        assert "south" not in call("desks", file, "--end", "South").out
        assert set(told) <= {after}, "its stream ends"
    assert south.client.post("/sync", content=b"").status_code == 401
    with north.client.stream("GET", "/stream") as stream:
        told = events(stream)
        assert next(told) == after
        assert server.stop() == (0, "")
        assert set(told) <= {after}, "who is connected changes, and nothing is written"
    assert call("check", file).code == 0
    assert len(call("log", file, "--json").json) == after

    again = shared.serve("--new-invitation")
    assert again.said["desks"] == server.said["desks"], "desks find it at the same port"
    assert again.said["fingerprint"] == server.said["fingerprint"]
    assert shared.desk(again, "west").join(server.ticket).status_code == 403
    assert shared.desk(again, "west").join(again.ticket).status_code == 200
    assert north.ask().answers == (), "the desk is still joined"
    assert again.stop() == (0, "")


def test_what_a_killed_server_confirmed_is_there_and_written_once(shared: Shared, call: Call) -> None:
    file = shared.file
    server = shared.serve()
    desk = shared.desk(server, "north")
    desk.join(server.ticket)
    desk.ask()
    for hand in range(1, 9):
        desk.record(hand)
    end = len(desk.book.view.journal)
    question = encode(desk.book.question(None, "en"))
    raw = socket.create_connection(_address(server))
    with tls_of("north").wrap_socket(raw) as connection:
        head = f"POST /sync HTTP/1.1\r\nHost: hall\r\nContent-Length: {len(question)}\r\n"
        head += "\r\n"
        connection.sendall(head.encode() + question)
        server.kill()
    again = shared.serve()
    assert again.said["invitation"] == server.said["invitation"] or again.ticket == server.ticket
    first = desk.ask()
    assert [type(answer) for answer in first.answers] == [Done] * 8
    repeated = desk.client.post("/sync", content=question)
    news = decode_reply(repeated.content)
    assert isinstance(news, News)
    assert [type(answer) for answer in news.answers] == [Done] * 8
    assert news.end.entries == end
    assert again.stop()[0] == 0
    assert call("check", file).code == 0


def test_what_a_phone_sent_to_a_killed_server_is_there_and_written_once(shared: Shared, call: Call) -> None:
    server = shared.serve("--public-port", 0)
    desk = shared.desk(server, "north")
    desk.join(server.ticket)
    desk.ask()
    by = By("Ada Sample", "north", EventRole.ORGANISER)
    carry_out(desk.book, AllowTableEntry(server.said["public"], bytes(32)), by=by)
    desk.ask()
    code = "/t/" + table_token(desk.book.view, 1, 1)
    sent = [{"id": str(uuid4()), "seat": "0", "hand": str(hand), "winner": "1", "source": "0", "points": str(7 + hand)}
            for hand in range(1, 7)]  # fmt: skip
    cookie = {"Cookie": "quatre-vents-phone=" + "A" * 22}
    with httpx.Client(base_url=server.said["public"], headers=cookie) as phone:
        assert {phone.post(f"{code}/propose", data=each).status_code for each in sent[:5]} == {303}
        host = phone.base_url
        with socket.create_connection((host.host, host.port or 80)) as connection:
            body = urlencode(sent[5])
            head = f"POST {code}/propose HTTP/1.1\r\nHost: hall\r\nContent-Length: {len(body)}\r\n"
            head += f"Cookie: {cookie['Cookie']}\r\n"
            head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
            connection.sendall(f"{head}{body}".encode())
            server.kill()
    again = shared.serve("--public-port", 0)
    with httpx.Client(base_url=again.said["public"], headers=cookie) as phone:
        assert {phone.post(f"{code}/propose", data=each).status_code for each in sent} <= {303, 422}
        assert phone.get(code).status_code == 200
    desk.ask()
    proposals = desk.book.view.phones(1, 1).proposals
    assert [each.id for each in proposals] == [each["id"] for each in sent]
    assert again.stop()[0] == 0
    assert call("check", shared.file).code == 0


def test_an_address_that_is_not_to_be_had_is_named(event: Path, call: Call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = call("serve", event, "--port", port)
    assert answer.code == 3
    assert f"127.0.0.1:{port}" in answer.err
    assert call("serve", event, "--port", 70000).code == 2
    assert call("serve", event.with_name("none.qv")).code == 1


def test_nobody_has_joined_what_was_never_shared(event: Path, call: Call) -> None:
    assert call("desks", event, "--json").json == []
    assert call("desks", event).out == "No desk has joined this event.\n"


def _address(server: Server) -> tuple[str, int]:
    host, _, port = server.said["desks"].removeprefix("https://").partition(":")
    return host, int(port)


def test_a_theme_for_overlays_is_a_style_sheet_and_served_at_the_public_port(event: Path, call: Call) -> None:
    style = event.with_name("club.css")
    style.write_text(":root { --accent: #f0f }", encoding="utf-8")
    for options in (("--overlay-css", style), ("--public-port", 0, "--overlay-css", event),
                    ("--public-port", 0, "--overlay-css", style.with_name("a b.css")),
                    ("--public-port", 0, "--overlay-css", style.with_name("none.css"))):  # fmt: skip
        assert call("serve", event, *options).code == 2
    server = Server(event, "--public-port", 0, "--overlay-css", style)
    try:
        found = httpx.get(f"{server.said['public']}/overlay/theme/club.css")
        assert found.text == style.read_text(encoding="utf-8")
    finally:
        assert server.stop() == (0, "")


def test_it_says_where_the_codes_of_tables_lead_unless_that_is_here(
    shared: Shared, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PIN_VARIABLE, PIN)
    assert call("phones", shared.file, "--allow", "http://192.0.2.9:8080").code == 0
    assert "add --public-port" in shared.serve().stop()[1]
    server = shared.serve("--public-port", 0)
    address = server.said["public"]
    assert f"lead to http://192.0.2.9:8080: “phones FILE --allow {address}”" in server.stop()[1]
    assert call("phones", shared.file, "--allow", address).code == 0
    server = shared.serve("--public-port", 0)
    assert server.said["public"] == address, "the port of the last time"
    assert server.stop() == (0, "")
