"""What a host answers in cases that are rare: a desk that is ended meanwhile, a takeover, a full disk."""

import asyncio
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from msgspec.structs import replace as replace_field
from starlette.requests import ClientDisconnect, Request

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import BY
from tests.ui.server.test_served_event import PIN, Hall, problem
from tournament.event.role import EventRole
from tournament.ledger.fingerprint import NO_ENTRIES
from tournament.sharing.host import Host, RivalClaims
from tournament.sharing.joining import decode_welcome
from tournament.sharing.messages import Declined, Done, Forked, News, Overtaken, WordedProblem, decode_reply, encode
from tournament.sharing.statements import HostPath, Signed, first_certificate
from tournament.sharing.succession import taking_over
from tournament.use_cases import carry_out
from tournament.use_cases.commands import TakeOver
from ui.server import desks_mount
from ui.server.desks_mount import MOST_AT_ONCE, _is_of_this_computer, _refused_in
from ui.server.requests import MOST_BYTES
from ui.server.takeover import first_host, new_naming


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.mount.close()
    assert not hall.faults


def now() -> datetime:
    return datetime.now(UTC)


def hello(hall: Hall) -> dict[str, Any]:
    return dict(hall.request("GET", "/hello").json())


# Desks that are ended, and takeovers


def test_a_desk_that_is_ended_while_it_asks_is_told_so(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time another thread ends it, directly before the host looks again."""
    for path, method, content in (
        ("/sync", "latest", encode(hall.replica().question(None, "en"))),
        ("/sign-in", "sign_in", json.dumps({"author": "Ada Sample", "pin": PIN}).encode()),
        ("/end", "follow_pins", b'{"desk": "south"}'),
    ):
        hall.joined("south", pin="9999")
        north, looked = hall.joined(pin="9999"), getattr(hall.desks, method)

        def ended(*given: Any, looked: Any = looked, **more: Any) -> Any:
            hall.desks.end("north")
            return looked(*given, **more)

        with monkeypatch.context() as patch:
            patch.setattr(hall.desks, method, ended)
            assert problem(hall.post(path, north, content=content), 401) == "not-joined"
        assert [each.name for each in hall.desks.all(now())] == ["south"]


def test_who_is_ended_is_told_to_whoever_asked_and_no_other(hall: Hall) -> None:
    ended = list[str]()
    hall.event._ended = ended.append
    for name in ("north", "south"):
        hall.joined(name)
    asyncio.run(hall.event.end_desk("south"))
    assert ended == [key_of("south").id.hex()]
    assert [each.name for each in hall.desks.all(now())] == ["north"]


def test_who_ends_a_desk_that_there_is_not_learns_how_to_see_them(hall: Hall) -> None:
    hall.joined("north", pin="9999")
    hall.joined("south")
    answer = hall.post("/end", "north", json={"desk": "west"})
    assert problem(answer, 403) == "desk-unknown"
    assert answer.json()["field"] == "end"
    assert hall.post("/end", "north", json={"desk": " SOUTH "}).json() == {}
    assert [each.name for each in hall.desks.all(now())] == ["north"]


def test_only_the_desk_that_takes_over_ends_the_waiting_for_the_others(hall: Hall) -> None:
    hall.event.desk = hall.joined("north")
    other = hall.joined("south")
    assert problem(hall.post("/gathered", other), 403) == "not-taking-over"
    assert not hall.event.gathered.is_set()
    assert hall.post("/gathered", "north").json() == {}
    assert hall.event.gathered.is_set()


def test_anybody_learns_who_takes_over_and_since_when_the_event_is_hosted_here(tmp_path: Path) -> None:
    hall = Hall(tmp_path, gathering=True)
    hall.event.desk = "south"
    assert (hello(hall)["desk"], hello(hall)["gathering"], hello(hall)["since"]) == ("south", True, 0)
    before = len(hall.host.book.view.journal)

    def take(host: Host) -> None:
        carry_out(host.book, TakeOver("north", "10.0.0.7:8470", ()), by=replace(BY, role=EventRole.ORGANISER))

    asyncio.run(hall.event.hosting.do(take))
    assert (hello(hall)["desk"], hello(hall)["since"]) == ("south", before), "another takeover begins"
    asyncio.run(hall.event.hosting.do(lambda host: host.finish_gathering()))
    assert (hello(hall)["desk"], hello(hall)["gathering"], hello(hall)["since"]) == ("north", False, before)
    hall.mount.close()


# What hosts stated


def test_what_a_desk_tells_of_other_hosts_is_stored_once(hall: Hall) -> None:
    kept = list[tuple[Signed, ...]]()
    hall.event.keep_statements = kept.append
    signing = first_host(key_of("hall"), hall.host.book.view.journal[0].id)
    signing.name_deputies([key_of("north").certificate], new_naming)
    known = signing.known
    taken = known.merge([taking_over(known, key_of("north"), new_naming)])
    hall.host.signing = signing
    south, desk = hall.joined("south"), hall.replica("south")
    question = desk.question(None, "en")
    for statements in (known.signed, (), taken.signed, taken.signed):
        hall.post("/sync", south, content=encode(replace_field(question, statements=statements)))
    assert kept == [taken.signed]
    asyncio.run(hall.event.receive(taken.signed))
    assert kept == [taken.signed] * 2
    seen = hello(hall)
    assert not seen["hosting"], "that one has taken over, and nobody is connected here"
    assert len(seen["statements"]) == len(taken.signed)


def test_who_joins_learns_what_the_hosts_have_stated(hall: Hall) -> None:
    signing = first_host(key_of("hall"), hall.host.book.view.journal[0].id)
    hall.host.signing = signing
    welcome = decode_welcome(hall.join().content)
    assert welcome.first_host == first_certificate(signing.known, signing.key)
    assert welcome.statements == signing.known.signed
    path = hello(hall)["path"]
    assert path is not None


def test_desks_ask_again_when_deputies_are_reached_or_another_host_says_something_new(hall: Hall) -> None:
    hall.joined()
    told, claims = list[object](), RivalClaims(HostPath(key_of("north").id), "north", "10.0.0.7:8470", 1, 9, 3)
    do = hall.event.hosting.do

    async def noted(work: Any, who: str = "") -> Any:
        told.append(work)
        return await do(work, who)

    hall.event.hosting.do = noted  # type: ignore[method-assign]
    for each in (None, claims, claims, replace(claims, desks=2), None, None):
        asyncio.run(hall.event.note_claims(each))
        assert hall.host.claims == each
    assert len(told) == 3, "what is known costs nothing"
    asyncio.run(hall.event.note_reached({"ab": True}))
    assert hall.event.reached == hall.host.reached == {"ab": True}


# Who is slowed down, or cannot be answered


def test_a_right_pin_makes_up_for_wrong_ones_and_no_pin_does_not(hall: Hall) -> None:
    hall.joined()

    def tries(*pins: str) -> list[int]:
        return [hall.sign_in(pin=pin).status_code for pin in pins]

    assert tries("0", "0", PIN, "0", "0", "") == [403, 403, 200, 403, 403, 200]
    assert tries("0", "0", PIN) == [403, 429, 429], "the third wrong one since the right one"


def test_who_asks_too_fast_is_held_and_who_guesses_is_told_at_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks_mount, "_HELD", 3600)
    north = hall.joined()
    assert [hall.sign_in(pin="0").status_code for _ in range(4)] == [403, 403, 403, 429]
    monkeypatch.setattr(desks_mount, "_HELD", 0.05)
    hall.mount._large[key_of(north).id.hex()] = MOST_AT_ONCE
    began = time.monotonic()
    answer = hall.sync(north, hall.replica())
    assert problem(answer, 429) == "too-fast"
    assert time.monotonic() - began >= 0.05
    hall.mount._signing_in.add(key_of(north).id.hex())
    began = time.monotonic()
    assert problem(hall.sign_in(), 429) == "too-fast", "a PIN of this desk is being checked"
    assert time.monotonic() - began >= 0.05
    hall.mount._signing_in.clear()
    hall.mount._large[key_of(north).id.hex()] = MOST_AT_ONCE - 1
    for _ in range(3):
        assert hall.post("/sync", north, content=b"{").status_code == 400
        assert hall.sync(north, hall.replica()).status_code == 200, "no request counts any more once it is answered"


def test_each_refused_command_counts_and_so_does_each_order_that_was_overtaken() -> None:
    unfit = WordedProblem("a", "A.", "")
    answers = (Declined("1", (unfit, unfit)), Declined("2", ()), Overtaken("3", "", 1), Done("4", 1))
    news = News(answers, (), NO_ENTRIES, "", False, ())
    assert _refused_in(news) == 2 + 1 + 1
    assert _refused_in(Forked(NO_ENTRIES)) == 0


@pytest.mark.parametrize(("error", "reason"), [
    (OSError(28, "No space left on device"), "No space left on device"), (OSError(), "OSError"),
])  # fmt: skip
def test_a_host_whose_disk_fails_says_why(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str
) -> None:
    hall.joined()

    def fail(*_: object, **_more: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(hall.desks, "sign_in", fail)
        answer = hall.sign_in()
    assert problem(answer, 503) == "host-cannot-write"
    assert reason in answer.json()["text"]
    assert hall.sign_in().status_code == 200


def test_a_desk_that_leaves_before_it_is_answered_is_no_fault(hall: Hall) -> None:
    answer = hall.mount.failure(Request({"type": "http", "headers": []}), ClientDisconnect())
    assert (answer.status_code, answer.body) == (400, b"")


@pytest.mark.parametrize(("client", "server", "here"), [
    (("::1", 1), ("10.0.0.1", 2), True), (("10.0.0.2", 1), None, False), (("10.0.0.2", 1), ("10.0.0.2", 2), True),
])  # fmt: skip
def test_the_computer_of_the_host_is_known_by_its_addresses(client: Any, server: Any, here: bool) -> None:
    assert _is_of_this_computer(Request({"type": "http", "client": client, "server": server})) is here


# Streams and invitations


def test_a_stream_says_how_far_the_journal_goes(hall: Hall) -> None:
    kind, data, *rest = hall.event.streams._event().split(b"\n")
    assert (kind, rest) == (b"event: end", [b"", b""])
    end = hall.host.end
    assert json.loads(data.removeprefix(b"data: ")) == {"entries": end.entries, "hash": end.hash}


def test_a_desk_on_the_computer_of_the_host_is_not_counted_among_those_that_wait_for_it(hall: Hall) -> None:
    for desk in ("north", "south", "west"):
        hall.joined(desk)

    async def count() -> tuple[int, frozenset[str]]:
        for desk, address in (("north", "127.0.0.1"), ("south", "10.0.0.2"), ("west", "10.0.0.3")):
            scope = {"type": "http", "client": (address, 1), "server": ("10.0.0.1", 2), "headers": []}
            await hall.mount._stream(Request({**scope, "client_id": key_of(desk).id.hex()}))
        return hall.event.streams.desks, hall.event.connected

    assert asyncio.run(count()) == (2, frozenset({"north", "south", "west"}))
    hall.event.streams._loop = None  # it is closed
    assert hello(hall)["desks"] == 2
    hall.sync("south", hall.replica("south"))
    assert hall.host.connected == 2
    hall.event.streams._open.clear()


def test_an_invitation_is_valid_as_long_as_its_host_says(hall: Hall) -> None:
    assert hall.join("north").status_code == 200, "without an end"
    for seconds, status in ((60, 200), (-1, 403)):
        hall.event.expires = now() + timedelta(seconds=seconds)
        assert hall.join(f"desk {seconds}").status_code == status


def test_a_request_to_join_another_event_goes_to_the_server_of_that_one(tmp_path: Path) -> None:
    here, there = Hall(tmp_path / "here"), Hall(tmp_path / "there")
    asked = list[tuple[Any, bytes]]()

    async def find(event: Any, ticket: bytes) -> Any:
        asked.append((event, ticket))
        return {each.event.invitation.event: each.mount for each in (there,)}.get(event)

    here.mount._asked_for = find
    assert there.host.book.view.journal[0].id != here.host.book.view.journal[0].id
    north = here.join("north", event=there.event.invitation.event)
    assert north.json()["desk"] == "north"
    assert [len(each.desks.all(now())) for each in (here, there)] == [0, 1]
    assert here.join("south").json()["desk"] == "south"
    assert [len(each.desks.all(now())) for each in (here, there)] == [1, 1]
    assert [event for event, _ in asked] == [there.event.invitation.event, here.event.invitation.event]
    for each in (here, there):
        each.mount.close()


def test_the_thread_of_the_host_is_told_once_how_much_a_desk_used(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it sent and what it got count; a request that is broken off counts as the largest."""
    monkeypatch.setattr(desks_mount, "time", SimpleNamespace(monotonic=lambda: 0.0))
    north, used = hall.joined(), list[float]()
    monkeypatch.setattr(hall.mount._bytes, "use", lambda _desk, amount, _now: used.append(amount))
    content = encode(hall.replica().question(None, "en"))
    found: httpx.Response = hall.post("/sync", north, content=content)
    assert used == [len(content), len(found.content)]
    assert isinstance(decode_reply(found.content), News)
    used.clear()
    assert hall.post("/offer", north, content=bytes(MOST_BYTES + 1)).status_code == 413
    assert used == [MOST_BYTES]
