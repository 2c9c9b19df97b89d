"""Every line of the table in docs/sharing.md, with a host in memory."""

import asyncio
import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_bytes
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace as replace_field
from starlette.requests import Request

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of
from tests.examples.pins import cheap_pin
from tests.tournament.sharing.fakes import FakeWaitingOrders, member
from tests.tournament.use_cases.events import BY, drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.role import EventRole
from tournament.language import mark
from tournament.rules.payment import Outcome
from tournament.sharing.approval import ComparingDesk, RequestingDesk
from tournament.sharing.host import MOST_REFUSED, Host
from tournament.sharing.invitation import Invitation
from tournament.sharing.joining import decode_welcome, joining_desk
from tournament.sharing.messages import (
    PROTOCOL,
    Answer,
    Behind,
    Declined,
    DeskSeen,
    Done,
    Forked,
    News,
    Offer,
    SentOrder,
    decode_reply,
    encode,
    sent,
)
from tournament.sharing.shared_book import SharedBook
from tournament.sharing.six_digits import TypedDigits
from tournament.sharing.statements import Signed
from tournament.use_cases import Book, By, CorrectHand, RecordHand, StoreUnavailable, carry_out
from tournament.use_cases.changes import Order, new_id
from tournament.use_cases.commands import ChangeSettings, RemovePin, SetPin
from ui.server import desks_mount
from ui.server.admitted import MOST_DESKS, AdmittedDesks
from ui.server.desks_mount import MOST_AT_ONCE, DesksMount, _is_of_this_computer
from ui.server.joining import JoiningFile
from ui.server.joining_decisions import approve, invite, show_code, waiting_desks
from ui.server.requests import MOST_BYTES
from ui.server.served_event import ServedEvent
from ui.server.takeover import first_host
from ui.server.throttle import Allowance, Rate, Throttle

PIN = "4711"
HOST = bytes(range(32))
"""The id of the server."""
TICKET = bytes(range(16))
NOW = datetime.now(UTC)
REFEREE = By("Ada Sample", "north", EventRole.REFEREE, key=EventRole.ORGANISER)
"""Who joined with the standing invitation and signed in with the PIN of the referees."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


class Hall:
    """A host of an event whose referees have a PIN, and what speaks HTTP to it."""

    def __init__(
        self, folder: Path, *, gathering: bool = False, expires: datetime | None = None, pins: bool = True
    ) -> None:
        self.store = FakeStore()
        book = drawn(self.store)
        if pins:
            carry_out(book, SetPin(EventRole.ORGANISER, cheap_pin("9999")), by=BY)
            carry_out(book, SetPin(EventRole.REFEREE, cheap_pin(PIN)), by=replace(BY, role=EventRole.ORGANISER))
        self.host = Host(book, gathering=gathering)
        self.faults: list[Exception] = []
        self.question = b""
        self.desks = AdmittedDesks(folder / "desks.json")
        self.joining = JoiningFile(folder / "joining.json")
        self.trusted = list[bytes]()
        """The certificates that may connect from now on."""
        invitation = Invitation(("127.0.0.1:1",), UUID(book.view.journal[0].id), "Cup", HOST, TICKET)
        self.event = ServedEvent(
            self.host, invitation, self.desks, self.joining, admitted=self.trusted.extend, expires=expires
        )
        self.mount = DesksMount(self.event, Throttle(), "hall", self.faults.append)

    def app_for(self, desk: str) -> Any:
        """The application as the connection of this desk asks it; empty: no certificate was shown."""

        async def ask(scope: Any, receive: Any, send: Any) -> None:
            id = {"client_id": key_of(desk).id.hex()} if desk else {}
            await self.mount.app({**scope, **id}, receive, send)

        return ask

    def request(self, method: str, path: str, desk: str = "", **content: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app_for(desk))
            async with httpx.AsyncClient(transport=transport, base_url="https://hall") as client:
                return await client.request(method, path, **content)

        return asyncio.run(ask())

    def post(self, path: str, desk: str = "", **content: Any) -> httpx.Response:
        return self.request("POST", path, desk, **content)

    def join(self, desk: str = "north", key: str = "", *, ticket: bytes = TICKET, **changes: Any) -> Any:
        """Ask to join as the computer ``key``, which has the name of the desk if nothing else is said."""
        event = self.host.book.view.journal[0].id
        content = request_to_join(event, key_of(key or desk), HOST, ticket, **{"name": desk, **changes})
        return self.post("/join", content=content)

    def sign_in(self, desk: str = "north", pin: str = PIN, author: str = "Ada Sample") -> Any:
        return self.post("/sign-in", desk, json={"author": author, "pin": pin})

    def joined(self, desk: str = "north", pin: str = PIN, **changes: Any) -> str:
        """Let a desk join and sign in, and return its name."""
        answer = self.join(desk, **changes)
        assert answer.status_code == 200, answer.text
        assert self.sign_in(desk, pin).status_code == 200
        return desk

    def invite(self, role: EventRole = EventRole.REFEREE, **options: Any) -> bytes:
        """The ticket of a new invitation, which the organiser makes."""
        return invite(self.joining, role, EventRole.ORGANISER, **options)

    def replica(self, name: str = "north", entries: int | None = None) -> SharedBook:
        records = [entry.record for entry in self.host.book.view.journal][:entries]
        return SharedBook(FakeStore(records), FakeWaitingOrders(), name)

    def sync(self, name: str, desk: SharedBook, sheet: tuple[int, int] | None = None) -> Any:
        return self.post("/sync", name, content=encode(desk.question(sheet, "en")))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.mount.close()
    assert not hall.faults


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the limits stands still, however slow the machine is, and refusals are sent at once."""
    monkeypatch.setattr(desks_mount, "time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr(desks_mount, "_HELD", 0)


def problem(answer: Any, status: int) -> str:
    """The code of the error in ``answer``, which has words."""
    assert answer.status_code == status, answer.text
    found = answer.json()
    assert set(found) == {"code", "text", "field"}
    assert found["text"]
    assert PIN not in answer.text
    assert TICKET.hex() not in answer.text
    return str(found["code"])


def hand(desk: Book, number: int = 1, role: EventRole | None = EventRole.REFEREE) -> None:
    carry_out(desk, RecordHand(1, 1, number, Outcome(0, 1, 8)), by=By("Ada Sample", "north", role), confirmed=True)


def test_hello_says_what_is_shared_to_anybody(hall: Hall) -> None:
    view = hall.host.book.view
    assert hall.request("GET", "/hello").json() == {
        "protocol": PROTOCOL,
        "event": view.journal[0].id,
        "name": "Cup",
        "entries": len(view.journal),
        "gathering": False,
        "host": "hall",
        "hosting": True,
        "path": None,
        "statements": [],
        "successor": "",
        "desk": "",
        "desks": 0,
        "public": [],
        "since": 0,
        "events": [],
    }


def test_a_desk_joins_with_ticket_and_pin_records_and_leaves(hall: Hall) -> None:
    joined = decode_welcome(hall.join(address="10.0.0.2:8470").content)
    assert (joined.desk, joined.role) == ("north", EventRole.ORGANISER)
    assert hall.trusted == [key_of("north").certificate]
    assert hall.sign_in().json() == {"role": "referee"}
    desk = hall.replica()
    hand(desk)
    news = decode_reply(hall.sync("north", desk, (1, 1)).content)
    assert isinstance(news, News)
    assert [type(answer) for answer in news.answers] == [Done]
    (seen,) = news.desks
    assert (seen.name, seen.role, seen.sheet, seen.address, seen.id) == (
        "north", EventRole.REFEREE, (1, 1), "10.0.0.2:8470", key_of("north").id.hex())  # fmt: skip
    assert (seen.deputy, seen.certificate) == (0, b""), "only deputies are told certificates"
    assert hall.post("/leave", "north").json() == {}
    assert not hall.desks.all(NOW)
    assert hall.host.desks({"north": member("north")})[0].last_word == "", "the host has forgotten it"
    assert problem(hall.sync("north", desk), 401) == "not-joined"


def test_desks_outlive_the_server_and_their_pins_are_not_in_its_file(hall: Hall, tmp_path: Path) -> None:
    hall.joined()
    assert PIN not in (tmp_path / "desks.json").read_text()
    found = AdmittedDesks(tmp_path / "desks.json").find(key_of("north").id.hex(), "", NOW)
    assert found is not None
    assert (found.name, found.member.by) == ("north", REFEREE)


def test_a_desk_whose_name_is_taken_gets_a_number(hall: Hall) -> None:
    computers = (("north", "a"), ("north", "b"), ("south", "c"), ("north", "d"))
    names = [hall.join(name, key).json()["desk"] for name, key in computers]
    assert names == ["north", "north (2)", "south", "north (3)"]


@pytest.mark.parametrize("name", ["North", "nоrth", "ｎｏｒｔｈ", "nor\u034fth", "north (\uff12)", "n0rth"])
def test_a_desk_whose_name_looks_like_that_of_another_is_refused(hall: Hall, name: str) -> None:
    hall.join("north", "a")
    hall.join("north", "b")
    found = hall.join(name, "c")
    assert problem(found, 403) == "desk-name-alike"
    alike = "north (2)" if "(" in name else "north"
    assert found.json()["field"] == "desk"
    assert f"“{alike}”" in found.json()["text"]
    assert [each.name for each in hall.desks.all(NOW)] == ["north", "north (2)"]
    assert hall.join("south").status_code == 200, "another name is let in"
    assert hall.join(name, "a").json()["desk"] == "north", "a desk that asks again is not another one"
    asyncio.run(hall.event.end_desk(alike))
    assert hall.join(name, "c").json()["desk"] == name, "the name is free"


@pytest.mark.parametrize("name", ["nor\u200bth", "north\u00a0hall", "north\u3000hall", "nor\u00adth"])
def test_a_name_with_other_spaces_or_invisible_characters_is_refused_whoever_has_joined(hall: Hall, name: str) -> None:
    assert problem(hall.join(name), 403) == "name-unfit"


def test_a_desk_that_asks_again_to_join_is_the_same_desk(hall: Hall) -> None:
    """The first answer was lost; another computer with the ticket is another desk."""
    for number in range(MOST_DESKS - 2):
        hall.desks.admit(
            f"desk {number}", "Ada Sample", None, "", NOW, key=EventRole.ORGANISER, certificate=b"%d" % number
        )
    hall.joined(address="10.0.0.2:1")
    other = hall.join("north", "other").json()
    again = hall.join(address="10.0.0.2:2").json()
    assert again["desk"] == "north"
    assert hall.desks.all(NOW)[-2].member.by.role is None, "and nobody is signed in"
    assert other["desk"] == "north (2)"
    assert [each.serves_at for each in hall.desks.all(NOW) if each.name == "north"] == ["10.0.0.2:2"]
    asyncio.run(hall.event.end_desk("north"))
    assert hall.join(ticket=bytes(16)).status_code == 403, "a key is no ticket"


def test_nobody_joins_with_the_certificate_of_another_computer(hall: Hall) -> None:
    hall.joined("south")
    south = key_of("south")
    assert problem(hall.join("north", certificate=south.certificate), 403) == "join-unproven"
    event = hall.host.book.view.journal[0].id
    elsewhere = request_to_join(event, south, bytes(32), TICKET)
    assert problem(hall.post("/join", content=elsewhere), 403) == "join-unproven", "it was for another host"
    genuine = json.loads(request_to_join(event, south, HOST, TICKET))
    genuine["request"] = b64encode(b64decode(genuine["request"]).replace(b"Ada", b"Eve")).decode()
    assert problem(hall.post("/join", json=genuine), 403) == "join-unproven"
    assert [(each.name, each.author) for each in hall.desks.all(NOW)] == [("south", "Ada Sample")]


def test_a_desk_of_version_1_is_told_to_update(hall: Hall) -> None:
    body = {"protocol": 1, "ticket": TICKET.hex(), "desk": "north", "author": "Ada Sample", "pin": PIN, "id": "ab" * 16}
    found = hall.post("/join", json=body)
    assert problem(found, 426) == "protocol-other"
    assert found.json()["text"] == "The program of this desk is older than that of the host: update it to join."


def test_whether_a_computer_has_joined_is_answered_to_anybody(hall: Hall) -> None:
    id = key_of("north").id.hex()
    assert problem(hall.request("GET", f"/joined/{id}"), 401) == "not-joined"
    hall.joined()
    assert hall.request("GET", f"/joined/{id}").json() == {"desk": "north"}


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"ticket": bytes(16)}, 403, "ticket-unknown"),
        ({"ticket": b"x"}, 403, "ticket-unknown"),
        ({"event": UUID(int=1)}, 403, "event-other"),
        ({"protocol": PROTOCOL + 1}, 426, "protocol-other"),
        ({"name": " "}, 403, "name-unfit"),
        ({"name": "n" * 61}, 403, "name-unfit"),
        ({"author": "a\nb"}, 403, "name-unfit"),
        ({"author": 7}, 400, "message-unreadable"),
        ({"address": "h" * 301}, 400, "message-unreadable"),
        ({"certificate": 7}, 400, "message-unreadable"),
        ({"author": "1" * 20_000}, 413, "request-too-large"),
    ],
)
def test_a_refused_desk_learns_the_reason(hall: Hall, changes: dict[str, Any], status: int, code: str) -> None:
    assert problem(hall.join(**changes), status) == code
    assert not hall.desks.all(NOW)


def test_an_invitation_expires(tmp_path: Path) -> None:
    late = Hall(tmp_path, expires=datetime.now(UTC) - timedelta(seconds=1))
    assert problem(late.join(), 403) == "ticket-expired"


def test_desks_that_are_ended_make_room_for_others(hall: Hall) -> None:
    for number in range(MOST_DESKS):
        hall.desks.admit(
            f"desk {number}", "Ada Sample", None, "", NOW, key=EventRole.ORGANISER, certificate=b"%d" % number
        )
    assert problem(hall.join(), 403) == "desks-too-many"
    asyncio.run(hall.event.end_desk("desk 7"))
    hall.joined()


@pytest.mark.parametrize("wrong", ["pin", "ticket"])
def test_wrong_pins_and_tickets_are_slowed_down(hall: Hall, wrong: str) -> None:
    hall.joined()

    def ask(*, right: bool = False) -> Any:
        if wrong == "pin":
            return hall.sign_in(pin=PIN if right else "0000")
        return hall.join("south", ticket=TICKET if right else bytes(16))

    answers = [ask() for _ in range(20)]
    assert problem(answers[0], 403) == ("pin-wrong" if wrong == "pin" else "ticket-unknown")
    slowed = [answer for answer in answers if answer.status_code == 429]
    assert slowed
    assert int(slowed[0].headers["retry-after"]) >= 1
    assert problem(ask(right=True), 429) == "too-fast"  # the right one would tell that the others were wrong


def test_a_desk_that_signs_in_again_and_again_keeps_no_other_from_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its PIN is right, so it need not wait as who guesses does."""
    monkeypatch.setattr(desks_mount, "_HELD", 0.0)
    hall.joined("north")
    hall.joined("south")
    answered: list[tuple[str, int]] = []

    async def sign_in(desk: str) -> None:
        transport = httpx.ASGITransport(hall.app_for(desk))
        async with httpx.AsyncClient(transport=transport, base_url="https://hall") as client:
            found = await client.post("/sign-in", json={"author": "Ada Sample", "pin": PIN})
        answered.append((desk, found.status_code))

    async def flood() -> None:
        await asyncio.gather(*(sign_in("north") for _ in range(50)), sign_in("south"))

    asyncio.run(flood())
    signed_in = [desk for desk, status in answered if status == 200]
    assert sorted(signed_in) == ["north", "south"], "one at a time of each desk"
    assert Counter(answered)["north", 429] == 49
    found = [hall.sign_in("north").status_code for _ in range(40)]
    assert found[:20] == [200] * 20
    assert found[-1] == 429
    assert hall.sign_in("south").status_code == 200


def test_who_guesses_pins_does_not_slow_down_another_desk_at_the_same_address(hall: Hall) -> None:
    hall.joined("north")
    hall.joined("south")
    assert 429 in {hall.sign_in("north", "0000").status_code for _ in range(9)}
    assert hall.sign_in("south").status_code == 200


def test_a_desk_that_guesses_pins_slows_down_no_other_desk_behind_the_same_address(hall: Hall) -> None:
    guesser, south = hall.joined("north"), hall.joined("south")
    wrong = [hall.post("/sign-in", guesser, json={"author": "Ada", "pin": "0000"}) for _ in range(6)]
    assert [each.status_code for each in wrong] == [403] * 3 + [429] * 3
    assert hall.post("/sign-in", south, json={"author": "Ben Sample", "pin": PIN}).json() == {"role": "referee"}
    assert hall.join("east").status_code == 200, "nor who joins there"


def test_without_a_pin_a_desk_may_what_everybody_may_and_signs_in_later(hall: Hall) -> None:
    hall.joined(pin="")
    assert hall.sign_in(pin="").json() == {"role": "viewer"}
    desk = hall.replica()
    hand(desk)
    news = decode_reply(hall.sync("north", desk).content)
    assert isinstance(news, News)
    assert [type(each) for each in news.answers] == [Declined]
    answer = hall.post("/sign-in", "north", json={"author": "Ben Sample", "pin": PIN}).json()
    assert answer == {"role": "referee"}
    assert hall.desks.all(NOW)[0].member.by == replace(REFEREE, author="Ben Sample")
    assert problem(hall.post("/sign-in", "north", json={"author": "B", "pin": "1"}), 403) == "pin-wrong"
    assert hall.post("/sign-in", "north", json={"author": "B"}).json() == {"role": "viewer"}


@pytest.mark.parametrize(("key", "taken"), [(EventRole.REFEREE, Declined), (EventRole.ORGANISER, Done)])
def test_the_pin_of_the_organiser_opens_no_more_than_the_key_of_the_desk(
    hall: Hall, key: EventRole, taken: type[Answer]
) -> None:
    hall.joined(pin="9999", ticket=hall.invite(key, approval=False))
    assert hall.sign_in(pin="9999").json() == {"role": key.value}
    desk = hall.replica()
    settings = replace(desk.view.settings, place="Lyon")
    carry_out(desk, ChangeSettings(settings), by=By("Ada Sample", "north", EventRole.ORGANISER))
    news = decode_reply(hall.sync("north", desk).content)
    assert isinstance(news, News)
    assert [type(each) for each in news.answers] == [taken]
    hall.joined("south")
    ended = hall.post("/end", "north", json={"desk": "south"})
    assert ended.status_code == (200 if key is EventRole.ORGANISER else 403)


def test_a_desk_is_approved_over_http_and_is_then_signed_in_as_its_key(hall: Hall) -> None:
    key, event = key_of("north"), hall.host.book.view.journal[0].id
    desk = joining_desk(key.certificate, "north", "Ada Sample", "10.0.0.2:8470")
    asking = RequestingDesk(UUID(event), HOST, desk, key.sign, token_bytes, hall.invite(EventRole.REFEREE))
    comparing = asking.answered(hall.post("/join", content=asking.request).content)
    assert isinstance(comparing, ComparingDesk)
    assert waiting_desks(hall.joining, NOW) == ()
    agreed = comparing.agreed()
    for message in (comparing.request, agreed.request):
        assert hall.post("/join/confirm", content=message).json() == {}
    (waiting,) = waiting_desks(hall.joining, NOW)
    assert waiting.digits == comparing.digits
    assert agreed.welcomed(hall.request("GET", f"/join/{agreed.id}").content) is None
    assert problem(hall.request("GET", f"/joined/{key.id.hex()}"), 401) == "not-joined"
    approve(hall.joining, "north", key.id.hex()[:8], EventRole.ORGANISER, NOW)
    for _ in range(2):
        welcome = agreed.welcomed(hall.request("GET", f"/join/{agreed.id}").content)
        assert welcome is not None
        assert (welcome.desk, welcome.role) == ("north", EventRole.REFEREE)
    assert hall.trusted == [key.certificate] * 2
    (found,) = hall.desks.all(NOW)
    assert (found.member.by.role, found.key, found.serves_at) == (EventRole.REFEREE, EventRole.REFEREE, "10.0.0.2:8470")
    asked = {"type": "DeskNumber", "id": "é", "number": ""}
    assert problem(hall.post("/join/confirm", json=asked), 403) == "approval-expired"


def test_desks_are_told_who_is_connected_and_ask_again_when_that_changes(hall: Hall) -> None:
    north, _ = hall.joined("north"), hall.joined("south")
    marks = [hall.event.hosting.summary.mark]

    def seen() -> dict[str, tuple[bool, bool]]:
        marks.append(hall.event.hosting.summary.mark)
        news = decode_reply(hall.sync(north, hall.replica()).content)
        assert isinstance(news, News)
        return {each.name: (each.here, each.at_host) for each in news.desks}

    async def look(*connected: str) -> None:
        """See who is connected while these are: the first is on the computer of the host."""
        for desk in connected:
            hall.event.streams.open(desk, here=desk == connected[0])
        await hall.event.look_who_is_here()
        await hall.event.look_who_is_here()  # nothing has changed
        hall.event.streams._open.clear()
        hall.event.streams._loop = None

    asyncio.run(look("south", "north"))
    assert seen() == {"north": (True, False), "south": (True, True)}
    heard = {each.name: each.last_word for each in hall.desks.all(NOW)}
    asyncio.run(look("north"))
    assert seen() == {"north": (True, True), "south": (False, False)}
    later = {each.name: each.last_word for each in hall.desks.all(NOW)}
    assert (later["south"], later["north"] > heard["north"]) == (heard["south"], True), "it is away since then"
    assert len(set(map(str, marks))) == 3
    for within, found in ((timedelta(minutes=1), True), (timedelta(0), False)):
        asyncio.run(hall.event.look_who_is_here(within))
        assert seen()["south"] == (found, False), "another worker has heard it"


@pytest.mark.parametrize(
    ("client", "server", "here"),
    [("127.0.0.1", "10.0.0.1", True), ("10.0.0.1", "10.0.0.1", True), ("10.0.0.2", "10.0.0.1", False)],
)
def test_a_connection_within_the_computer_of_the_host_is_recognised(client: str, server: str, here: bool) -> None:
    scope = {"type": "http", "client": (client, 50000), "server": (server, 8470)}
    assert _is_of_this_computer(Request(scope)) is here


def test_a_desk_joins_over_http_with_the_six_digits_that_the_host_shows(hall: Hall) -> None:
    key, event = key_of("north"), UUID(hall.host.book.view.journal[0].id)
    code = show_code(hall.joining, event, HOST, EventRole.HEAD_REFEREE, EventRole.ORGANISER, datetime.now(UTC))
    desk = joining_desk(key.certificate, "north", "Ada Sample")
    typed = TypedDigits(event, HOST, code.digits, desk, key.sign, token_bytes)
    proving = typed.answered(hall.post("/join/code", content=typed.request).content)
    assert hall.trusted == []
    welcome = proving.welcomed(hall.post("/join/confirm", content=proving.request).content)
    assert (welcome.desk, welcome.role) == ("north", EventRole.HEAD_REFEREE)
    assert hall.trusted == [key.certificate]
    assert hall.desks.all(NOW)[0].member.by.role is EventRole.HEAD_REFEREE
    assert problem(hall.post("/join/code", content=typed.request), 403) == "code-used"
    assert problem(hall.post("/join/code", json={"protocol": 1}), 426) == "protocol-other"


def test_who_signed_in_with_a_pin_that_was_changed_is_signed_out(hall: Hall, tmp_path: Path) -> None:
    """And who changed it at their own desk is not; it is the same where it is changed while nobody serves the event."""
    organiser = hall.joined("south", pin="9999")
    referee = hall.joined("north")
    north, south = hall.replica(), hall.replica("south")

    def change(command: SetPin | RemovePin) -> None:
        south.take(decode_reply(hall.sync(organiser, south).content))  # type: ignore[arg-type]  # it is News
        carry_out(south, command, by=By("Ada Sample", "south", EventRole.ORGANISER))
        news = decode_reply(hall.sync(organiser, south).content)
        assert isinstance(news, News)
        assert [type(each) for each in news.answers] == [Done]
        south.take(news)
        assert {each.name: each.role for each in news.desks} == roles(), "who takes over knows it"

    def roles() -> dict[str, EventRole | None]:
        return {each.name: each.role for each in AdmittedDesks(tmp_path / "desks.json").all(NOW)}

    def answered(desk: str) -> list[type]:
        news = decode_reply(hall.sync(desk, north).content)
        assert isinstance(news, News)
        north.take(news)
        for each in north.orders:
            north.drop(each.id)
        return [type(each) for each in news.answers]

    hand(north)
    assert answered(referee) == [Done]
    change(SetPin(EventRole.REFEREE, cheap_pin("5555")))
    assert roles() == {"south": EventRole.ORGANISER, "north": None}
    hand(north, 2)
    assert answered(referee) == [Declined]
    assert problem(hall.post("/sign-in", "north", json={"author": "Ada Sample", "pin": PIN}), 403) == "pin-wrong"
    assert hall.post("/sign-in", "north", json={"author": "Ada Sample", "pin": "5555"}).status_code == 200
    hand(north, 2)
    assert answered(referee) == [Done]
    change(SetPin(EventRole.ORGANISER, cheap_pin("7777")))
    assert roles() == {"south": EventRole.ORGANISER, "north": EventRole.REFEREE}
    carry_out(hall.host.book, SetPin(EventRole.ORGANISER, cheap_pin("8888")), by=replace(BY, role=EventRole.ORGANISER))
    assert problem(hall.post("/end", organiser, json={"desk": "north"}), 403) == "role-may-not"
    assert roles() == {"south": None, "north": EventRole.REFEREE}
    carry_out(hall.host.book, RemovePin(EventRole.REFEREE), by=replace(BY, role=EventRole.ORGANISER))
    answered(referee)
    assert roles() == {"south": None, "north": None}


def test_a_host_that_takes_over_signs_out_whose_pin_was_changed_since(hall: Hall, tmp_path: Path) -> None:
    book = hall.host.book
    key = key_of("north")
    seen = [DeskSeen("north", key.id.hex(), "Ada", EventRole.REFEREE, "", None, 0, "", 1, key.certificate)]
    desks = AdmittedDesks(tmp_path / "adopted.json")
    desks.adopt(seen, book.view.state.pins, NOW)
    assert not desks.follow_pins(book.view)
    carry_out(book, SetPin(EventRole.REFEREE, cheap_pin("5555")), by=replace(BY, role=EventRole.ORGANISER))
    assert desks.follow_pins(book.view)
    assert [each.role for each in desks.all(NOW)] == [None]


def test_a_host_that_takes_over_knows_who_signed_in_at_each_desk(hall: Hall, tmp_path: Path) -> None:
    """So what waits there in their names is accepted, and what anybody else might have typed is not."""
    hall.joined(author="Organiser")
    hall.sign_in(author="Ben Sample", pin="")
    (north,) = hall.desks.all(NOW)
    (seen,) = hall.host.desks({"north": north.member}, north.member)
    told = [replace_field(seen, certificate=north.certificate)]  # as deputies are told
    desks = AdmittedDesks(tmp_path / "adopted.json")
    desks.adopt(told, hall.host.book.view.state.pins, north.joined)
    assert desks.all(NOW)[0].earlier == north.earlier
    people = {each.author: each.role for each in north.earlier}
    assert people == {"Ada Sample": EventRole.REFEREE, "Organiser": None}
    carry_out(hall.host.book, RemovePin(EventRole.REFEREE), by=replace(BY, role=EventRole.ORGANISER))
    assert desks.follow_pins(hall.host.book.view)
    assert [each.role for each in desks.all(NOW)[0].earlier] == [None, None]


def test_an_order_in_the_name_of_somebody_who_did_not_sign_in_there_is_refused_until_they_do(hall: Hall) -> None:
    hall.joined()
    hall.joined("south")
    hall.sign_in("south", author="Ben Sample")
    desk = hall.replica()
    carry_out(desk, RecordHand(1, 1, 1, Outcome(0, 1, 8)), by=By("Ben Sample", "north", EventRole.REFEREE))

    def answered() -> Answer:
        news = decode_reply(hall.sync("north", desk).content)
        assert isinstance(news, News)
        (answer,) = news.answers
        return answer

    refused = answered()
    assert isinstance(refused, Declined)
    assert [(each.code, each.field) for each in refused.problems] == [("author-unknown", "author")]
    hall.sign_in(author="Ben Sample", pin="")
    refused = answered()
    assert isinstance(refused, Declined)
    assert [each.code for each in refused.problems] == ["role-may-not"], "Ada’s PIN is not Ben’s"
    hall.sign_in(author="Ben Sample")
    hall.sign_in(author="Ada Sample", pin="")
    assert isinstance(answered(), Done)
    last = hall.host.book.view.journal[-1]
    assert (last.author, last.role) == ("Ben Sample", EventRole.REFEREE)


@pytest.mark.parametrize("path", ["/sign-in", "/sync", "/offer", "/leave", "/end", "/stream"])
@pytest.mark.parametrize("desk", ["", "nobody"])
def test_without_an_admitted_certificate_there_is_nothing(hall: Hall, path: str, desk: str) -> None:
    hall.joined()
    headers = {"Authorization": "Bearer " + "x" * 43, "X-Client-Id": key_of("north").id.hex()}
    method = "GET" if path == "/stream" else "POST"
    assert problem(hall.request(method, path, desk, headers=headers), 401) == "not-joined"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"{}", b'{"type":"Sync","protocol":1}', b'{"type":"Offer","entries":[]}'],
)
def test_garbage_is_answered_with_words_and_harms_nobody(hall: Hall, content: bytes) -> None:
    north = hall.joined()
    assert problem(hall.post("/sync", north, content=content), 400) == "message-unreadable"
    assert hall.sync(north, hall.replica()).status_code == 200


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_question_contains_it_is_answered(hall: Hall, data: st.DataObject) -> None:
    """One value of a valid question is another one, at any depth."""
    if not hall.question:
        hall.joined()
        desk = hall.replica()
        hand(desk)
        hall.question = encode(desk.question((1, 1), "en"))
    question = json.loads(hall.question)
    place: Any = question
    while True:
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not (isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans())):
            break
        place = place[key]
    place[key] = data.draw(JSON)
    hall.mount._rates = Rate(1e6, 1_000_000)
    for path in ("/sync", "/offer", "/sign-in", "/join"):
        answer = hall.post(path, "north", content=json.dumps(question).encode())
        assert answer.status_code in {200, 400, 403, 426, 429}, answer.text


def test_a_desk_sends_only_so_much_at_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    north, content = hall.joined(), encode(hall.replica().question(None, "en"))

    async def ask() -> list[tuple[int, str | None]]:
        gate = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            await gate.wait()
            yield content

        transport = httpx.ASGITransport(hall.app_for(north))
        async with httpx.AsyncClient(transport=transport, base_url="https://hall") as client:
            asked = [asyncio.create_task(client.post("/sync", content=slow())) for _ in range(10)]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
            gate.set()
            answers = [await each for each in asked]
            return [(each.status_code, each.headers.get("retry-after")) for each in answers]

    monkeypatch.setattr(desks_mount, "_HELD", 0)
    for _ in range(2):
        assert asyncio.run(ask()) == [(200, None)] * MOST_AT_ONCE + [(429, "1")] * 2


def test_another_version_of_the_protocol_is_refused(hall: Hall) -> None:
    north = hall.joined()
    question = json.loads(encode(hall.replica().question(None, "en")))
    answer = hall.post("/sync", north, json={**question, "protocol": 0})
    assert problem(answer, 426) == "protocol-other"


def test_what_is_too_large_is_not_read_to_its_end(hall: Hall) -> None:
    north = hall.joined()
    read: list[int] = []

    async def pieces() -> AsyncIterator[bytes]:
        for number in range(100):
            read.append(number)
            yield bytes(MOST_BYTES // 8)

    answer = hall.post("/sync", north, content=pieces())
    assert problem(answer, 413) == "request-too-large"
    assert answer.headers["connection"] == "close"
    assert len(read) < 10


@pytest.mark.usefixtures("still_clock")
def test_a_desk_that_asks_too_fast_waits_and_the_others_do_not(hall: Hall) -> None:
    north, south = hall.joined("north"), hall.joined("south")
    answers = [hall.post("/offer", north, content=b"{}") for _ in range(400)]
    slowed = [answer for answer in answers if answer.status_code == 429]
    assert slowed
    assert problem(slowed[0], 429) == "too-fast"
    assert int(slowed[0].headers["retry-after"]) >= 1
    assert hall.sync(south, hall.replica("south")).status_code == 200


def wrong_orders(count: int) -> tuple[SentOrder, ...]:
    """Each for a hand that does not exist."""
    command = CorrectHand(1, 1, 99, Outcome(0, None, 8), "wrong")
    return tuple(sent(Order((new_id(),), (command,), False, True, None, "Ada")) for _ in range(count))


def test_only_some_wrong_orders_are_looked_at_in_one_request(hall: Hall) -> None:
    north = hall.joined()
    asked = replace_field(hall.replica().question(None, "en"), orders=wrong_orders(100))
    for left in (100, 100 - MOST_REFUSED):
        asked = replace_field(asked, orders=asked.orders[-left:])
        news = decode_reply(hall.post("/sync", north, content=encode(asked)).content)
        assert isinstance(news, News)
        assert [each.id for each in news.answers] == [each.ids[0] for each in asked.orders[:MOST_REFUSED]]


@pytest.mark.usefixtures("still_clock")
def test_a_desk_whose_orders_are_wrong_again_and_again_waits_and_the_others_do_not(hall: Hall) -> None:
    north, south = hall.joined("north"), hall.joined("south")
    asked = encode(replace_field(hall.replica().question(None, "en"), orders=wrong_orders(100)))
    answers = [hall.post("/sync", north, content=asked) for _ in range(30)]
    assert [each.status_code for each in answers] == [200] * 21 + [429] * 9
    assert hall.sync(south, hall.replica("south")).status_code == 200


@pytest.mark.usefixtures("still_clock")
def test_a_desk_that_sends_other_statements_again_and_again_waits_and_the_others_do_not(hall: Hall) -> None:
    hall.host.signing = first_host(key_of("hall"), hall.host.book.view.journal[0].id)
    north, south = hall.joined("north"), hall.joined("south")
    asked = hall.replica().question(None, "en")

    def said(*statements: Signed) -> int:
        return hall.post("/sync", north, content=encode(replace_field(asked, statements=statements))).status_code

    known = hall.host.signing.known.signed
    assert {said(*known) for _ in range(100)} == {200}, "what the host has costs nothing"
    others = [tuple(Signed(b"%d" % (64 * each + one), b"") for one in range(64)) for each in range(6)]
    assert [said(*each) for each in others] == [200] * 4 + [429] * 2
    assert hall.sync(south, hall.replica("south")).status_code == 200


@pytest.mark.usefixtures("still_clock")
def test_a_desk_says_where_it_would_serve_now_and_garbage_is_ignored(hall: Hall) -> None:
    hall.mount._rates = Rate(1, 10_000)
    north = hall.joined("north", address="10.0.0.7:8470")
    asked = hall.replica().question(None, "en")

    def address(said: str) -> str:
        answer = hall.post("/sync", north, content=encode(replace_field(asked, serves_at=said)))
        (seen,) = decode_reply(answer.content).desks  # type: ignore[union-attr]
        return seen.address

    assert address("") == "10.0.0.7:8470"
    assert address("10.0.0.9:8471") == address("") == "10.0.0.9:8471"
    for garbage in ("host:99999", "[::1%1]:80", "x", "\0:1", "é" * 90 + ":1"):
        assert address(garbage) == "10.0.0.9:8471"
    assert AdmittedDesks(hall.desks._path).all(NOW)[0].serves_at == "10.0.0.9:8471"
    for number in range(200):
        address(f"10.0.0.9:{1000 + number}")
    answer = hall.post("/sync", north, content=encode(replace_field(asked, serves_at="10.0.0.9:1")))
    assert problem(answer, 429) == "too-fast", "each change is written to the disk"


@pytest.mark.usefixtures("still_clock")
def test_a_desk_that_sends_or_fetches_too_much_waits(hall: Hall) -> None:
    hall.mount._bytes = Allowance(1, 3 * MOST_BYTES)
    for number, (name, content) in enumerate({
        "north": bytes(MOST_BYTES - 1), "south": bytes(MOST_BYTES + 1), "east": b" " * (MOST_BYTES - 1)
    }.items()):  # fmt: skip
        hall.joined(name)
        path = ("/sync", "/sync", "/offer")[number]
        answers = [hall.post(path, name, content=content).status_code for _ in range(6)]
        assert answers[:3].count(429) == 0
        assert answers[4:] == [429, 429]
    west = hall.joined("west")
    hall.mount._bytes.use(key_of(west).id.hex(), 3 * MOST_BYTES - 1000, 0)
    empty = encode(hall.replica("west", entries=0).question(None, "en"))
    assert [hall.post("/sync", west, content=empty).status_code for _ in range(2)] == [200, 429], "what is sent counts"


def test_a_host_that_cannot_write_says_why(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(records: object) -> None:
        raise StoreUnavailable(mark("The disk is full: free some space and try again."))

    north, desk = hall.joined(), hall.replica()
    hand(desk)
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", full)
        answer = hall.post(
            "/sync", north, content=encode(desk.question(None, "en")), headers={"Accept-Language": "xx, fr-CH;q=0.8"}
        )
    assert problem(answer, 503) == "host-cannot-write"
    assert answer.json()["text"].startswith("Le disque est plein")
    news = decode_reply(hall.sync(north, desk).content)
    assert isinstance(news, News)
    assert [type(each) for each in news.answers] == [Done]


def test_a_fault_of_the_program_is_reported_and_harms_nobody(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    north = hall.joined()
    with monkeypatch.context() as patch:
        patch.setattr(Host, "answer", lambda *_: 1 // 0)
        assert problem(hall.sync(north, hall.replica()), 500) == "host-failed"
    assert [type(each) for each in hall.faults] == [ZeroDivisionError]
    hall.faults.clear()
    assert hall.sync(north, hall.replica()).status_code == 200


def test_a_replica_of_another_journal_is_refused_as_such(hall: Hall) -> None:
    north, desk = hall.joined(), hall.replica()
    other = SharedBook(FakeStore([entry.record for entry in drawn().view.journal]), FakeWaitingOrders(), "north")
    assert isinstance(decode_reply(hall.sync(north, other).content), Forked)
    assert isinstance(decode_reply(hall.sync(north, desk).content), News)


def test_a_host_that_takes_over_gathers_what_desks_have(tmp_path: Path) -> None:
    hall = Hall(tmp_path, gathering=True)
    north, desk = hall.joined(), hall.replica()
    ahead = Book(FakeStore([entry.record for entry in desk.view.journal]))
    hand(ahead)
    records = [entry.record for entry in ahead.view.journal]
    longer = SharedBook(FakeStore(records), FakeWaitingOrders(), "north")
    reply = decode_reply(hall.sync(north, longer).content)
    assert isinstance(reply, Behind)
    missing = records[reply.end.entries :]
    forged = Offer((structs.replace(missing[0], author="Somebody else"),))
    assert problem(hall.post("/offer", north, content=encode(forged)), 403) == "offer-unfit"
    offered = hall.post("/offer", north, content=encode(Offer(tuple(missing))))
    assert (offered.status_code, offered.json()) == (200, {})
    assert hall.host.end == ahead.view.fingerprint
    hall.host.gathering = False
    assert problem(hall.post("/offer", north, content=encode(Offer(()))), 403) == "not-gathering"


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/", 404), ("GET", "/sync", 405), ("POST", "/x", 404)])
def test_other_requests_are_answered_in_the_same_form(hall: Hall, method: str, path: str, status: int) -> None:
    assert problem(hall.request(method, path), status) == "request-unknown"
