"""Which event of a database a request is about, and who decides about its desks; with a database in memory."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import httpx
import pytest

from tests.examples.joining import request_to_join
from tests.examples.keys import key_of
from tests.ui.server.test_database_looks import EVENTS, GONE, NOW, QUIET, FakeDatabase, GrowingStore, looks, worker
from tests.ui.server.test_listening import Pages
from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH, mark
from tournament.storage.postgres_desks import DESKS, SharedDatabase
from tournament.use_cases import StoreDamaged, StoreUnavailable, View
from ui.server import database, two_ports
from ui.server.admitted import AdmittedDesk
from ui.server.database import MOST_INVITED, DatabaseDecisions, DatabaseDesks, DatabaseSharing, ServedDatabase
from ui.server.hosting import Hosting
from ui.server.joining_decisions import invite

ONE, TWO = EVENTS


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(two_ports, "_TO_SEND", 0.01)
    monkeypatch.setattr(database, "_PAUSE", 0.001)


@pytest.fixture
def found() -> FakeDatabase:
    return FakeDatabase(*EVENTS)


@pytest.fixture
def server(found: FakeDatabase) -> Iterator[ServedDatabase]:
    with worker(found) as server:
        yield server


def ask(
    server: ServedDatabase, method: str, path: str, desk: str = "", address: str = "10.0.0.1", **more: Any
) -> httpx.Response:
    """What the worker answers to this desk; empty: to a computer that shows no certificate."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        id = {"client_id": key_of(desk).id.hex()} if desk else {}
        await server.app({**scope, **id}, receive, send)

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(address, 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="https://hall") as client:
            return await client.request(method, path, **more)

    return asyncio.run(asked())


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def admit(desks: DatabaseDesks, name: str, computer: str = "", **more: Any) -> AdmittedDesk:
    how = {"key": EventRole.ORGANISER, "certificate": key_of(computer or name).certificate, **more}
    return desks.admit(name, "Ada Sample", None, "10.0.0.1", NOW, **how)


def quietly(_: float) -> object:
    """A wait in which nothing happens."""
    time.sleep(0.005)
    return QUIET


def first_entry(found: FakeDatabase, event: str) -> str:
    return found.stores[event].records[0].id


# Which event


@pytest.mark.parametrize("event", EVENTS)
def test_who_names_an_event_hears_of_that_one(server: ServedDatabase, found: FakeDatabase, event: str) -> None:
    for spelled in (event, str(UUID(event)), str(UUID(event)).upper()):
        assert ask(server, "GET", f"/hello?event={spelled}").json()["event"] == first_entry(found, event)


def test_who_names_no_event_of_the_database_hears_of_one_of_them(server: ServedDatabase, found: FakeDatabase) -> None:
    for query in ("", "?event=", "?event=x", f"?event={uuid4()}"):
        assert ask(server, "GET", f"/hello{query}").json()["event"] == first_entry(found, ONE)


def test_who_names_no_event_of_the_database_hears_the_names_of_all(server: ServedDatabase, found: FakeDatabase) -> None:
    hello = ask(server, "GET", "/hello").json()
    assert [each["event"] for each in hello["events"]] == [first_entry(found, event) for event in EVENTS]
    assert hello["name"] in {each["name"] for each in hello["events"]}
    assert ask(server, "GET", f"/hello?event={TWO}").json()["events"] == []


def test_a_desk_is_answered_about_its_own_event(server: ServedDatabase, found: FakeDatabase) -> None:
    """Two desks of the same name, each of another event."""
    for event in EVENTS:
        admit(server._events[event][1], "north", event)
    assert ask(server, "POST", "/leave", TWO).json() == {}
    assert [len(found.rows[event]) for event in EVENTS] == [1, 0]
    assert code(ask(server, "POST", "/leave", TWO)) == (401, "not-joined")
    assert code(ask(server, "POST", "/leave")) == (401, "not-joined")
    assert [len(found.rows[event]) for event in EVENTS] == [1, 0]


def test_whoever_asks_whether_a_desk_has_joined_need_not_say_where(server: ServedDatabase) -> None:
    for event in EVENTS:
        admit(server._events[event][1], f"desk of {event}", event)
    for event in EVENTS:
        answer = ask(server, "GET", f"/joined/{key_of(event).id.hex()}")
        assert (answer.status_code, answer.json()) == (200, {"desk": f"desk of {event}"})
        assert ask(server, "GET", f"/joined/{key_of(event).id.hex()}", ONE).json() == answer.json(), "whoever asks"


def test_a_desk_that_joined_at_another_worker_is_looked_for_in_the_database(
    server: ServedDatabase, found: FakeDatabase
) -> None:
    other = DatabaseDesks(cast(SharedDatabase, found), TWO)
    north = admit(other, "north")
    reads = len(found.read)
    assert ask(server, "GET", f"/joined/{north.id}").json() == {"desk": "north"}
    assert found.read[reads:] == [f"desk {north.id[:1]}", "events"]
    assert ask(server, "GET", f"/joined/{north.id}").json() == {"desk": "north"}
    assert found.read[reads:] == [f"desk {north.id[:1]}", "events"], "it is known now"
    assert code(ask(server, "GET", f"/joined/{key_of('nobody').id.hex()}")) == (401, "not-joined")
    assert len(found.read) == reads + 3, "of a desk that nobody knows, nothing more is read"


def test_who_asks_about_many_unknown_computers_waits_and_others_do_not(
    server: ServedDatabase, found: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "time", SimpleNamespace(monotonic=lambda: 0.0))  # however slow the machine is
    path = f"/joined/{key_of('nobody').id.hex()}"
    assert {code(ask(server, "GET", path)) for _ in range(60)} == {(401, "not-joined")}
    reads = len(found.read)
    assert code(ask(server, "GET", path)) == (429, "too-fast")
    assert len(found.read) == reads, "the database is not asked"
    assert code(ask(server, "GET", path, address="10.0.0.2")) == (401, "not-joined")


def test_while_the_database_is_away_who_needs_it_is_told_so(
    server: ServedDatabase, found: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: str) -> None:
        raise GONE

    monkeypatch.setattr(found, "event_of", gone)
    answer = ask(server, "GET", f"/joined/{key_of('nobody').id.hex()}")
    assert code(answer) == (503, "host-cannot-write")
    assert answer.json()["text"] == "The database is gone."


def test_whoever_watches_the_worker_learns_whether_it_reaches_the_database(
    server: ServedDatabase, found: FakeDatabase
) -> None:
    def health() -> tuple[int, object]:
        answer = ask(server, "GET", "/health")
        return answer.status_code, answer.json()

    assert health() == (200, {"events": 2})
    looks(server, found, GONE)
    assert health() == (503, {"events": 2})
    looks(server, found, QUIET)
    assert health() == (200, {"events": 2})


@pytest.mark.parametrize("event", EVENTS)
def test_a_desk_joins_the_event_that_its_ticket_is_for(server: ServedDatabase, found: FakeDatabase, event: str) -> None:
    ticket = bytes.fromhex(found.kept[event].ticket)
    request = request_to_join(UUID(event), key_of("north"), server.fingerprint, ticket, "north")
    assert ask(server, "POST", "/join", content=request).json()["desk"] == "north"
    assert {each: [row[1] for row in rows] for each, rows in found.rows.items() if rows} == {event: ["north"]}
    wrong = request_to_join(UUID(event), key_of("south"), server.fingerprint, bytes(16), "south")
    assert code(ask(server, "POST", "/join", content=wrong)) == (403, "ticket-unknown")


# What is looked after


def test_a_fault_of_a_look_is_reported_and_all_is_read_again(found: FakeDatabase) -> None:
    faults = list[Exception]()
    made = cast(SharedDatabase, found)
    server = ServedDatabase(made, DatabaseSharing(), fault=faults.append, remark=lambda _: None)
    assert looks(server, found, ZeroDivisionError(), QUIET, QUIET) == [(0, 0, 0), (1, 1, 1), (0, 0, 0)]
    assert [type(each) for each in faults] == [ZeroDivisionError]
    server._close()


@pytest.mark.parametrize(("error", "after"), [
    (StoreDamaged(mark("One event is damaged.")), [(0, 0, 1), (0, 0, 0)]),
    (GONE, [(0, 0, 1), (1, 1, 1)]),
], ids=["damaged", "gone"])  # fmt: skip
def test_an_event_that_is_damaged_hinders_no_other_and_a_database_that_is_gone_all(
    server: ServedDatabase,
    found: FakeDatabase,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    after: list[tuple[int, ...]],
) -> None:
    store, failing = found.stores[ONE], [error]
    read = store.after

    def fail(position: int) -> Any:
        if failing:
            raise failing.pop()
        return read(position)

    monkeypatch.setattr(store, "after", fail)
    assert looks(server, found, frozenset({("9", ONE), ("9", TWO)}), QUIET) == after


def test_desks_of_other_workers_are_known_only_after_a_look_at_the_desks(
    server: ServedDatabase, found: FakeDatabase
) -> None:
    admit(DatabaseDesks(cast(SharedDatabase, found), TWO), "north")
    looks(server, found, frozenset({("9", TWO)}))
    assert server._events[TWO][1].all(NOW) == ()
    looks(server, found, frozenset({(DESKS, TWO)}))
    assert [each.name for each in server._events[TWO][1].all(NOW)] == ["north"]


def test_a_worker_says_that_it_is_there_until_it_ends(found: FakeDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "wait", quietly)
    with worker(found) as server:
        assert set(found.seen) == {server.address}
        server.run(server.stop)
        assert found.seen == {}
        assert found.closed


def test_a_database_that_is_gone_when_a_worker_ends_is_remarked(
    found: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: object) -> None:
        raise GONE

    remarks, faults = list[Problem](), list[Exception]()
    monkeypatch.setattr(found, "wait", quietly)
    monkeypatch.setattr(found, "forget_worker", gone)
    made = cast(SharedDatabase, found)
    server = ServedDatabase(made, DatabaseSharing(), fault=faults.append, remark=remarks.append)
    server.run(server.stop)
    assert [(each.code, ENGLISH.render(each.text)) for each in remarks] == [("last-words", "The database is gone.")]
    assert not faults
    assert found.closed


# Invitations, and what is public


def test_an_invitation_names_this_worker_first_and_only_some_of_the_others(found: FakeDatabase) -> None:
    others = [f"10.0.0.{number}:8470" for number in range(1, MOST_INVITED + 2)]
    found.see_worker(others, NOW - timedelta(hours=1))
    with worker(found) as server:
        for invitation in server.invitations.values():
            assert invitation.addresses == (server.address, *others[: MOST_INVITED - 1])
            assert invitation.first_host == server.fingerprint


class _Public(Pages):
    """The public pages of events, which notes what is added."""

    def __init__(self) -> None:
        self.added = dict[str, tuple[str, Hosting]]()

    def add(self, event: str, view: Any, phones: Hosting) -> None:
        shown: View = view()
        self.added[event] = shown.journal[0].id, phones


@pytest.mark.parametrize("port", [None, 0])
def test_every_event_is_public_if_a_port_is_given(found: FakeDatabase, port: int | None) -> None:
    public = _Public()
    with worker(found, DatabaseSharing(public_port=port), public=public) as server:
        hosts = {event: server._events[event][0].event.hosting for event in EVENTS}
        assert public.added == {event: (first_entry(found, event), hosts[event]) for event in EVENTS}
        assert len(server.public_addresses) == (port is not None)


def test_without_pages_nothing_is_public(found: FakeDatabase) -> None:
    with worker(found, DatabaseSharing(public_port=0)) as server:
        assert server.public_addresses == ()


def test_an_event_that_cannot_be_read_is_reported_and_its_store_closed(
    found: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Damaged(GrowingStore):
        def read(self) -> Any:
            raise StoreDamaged(mark("It is damaged."))

    found.stores[TWO], remarks = Damaged(), list[Problem]()
    made = cast(SharedDatabase, found)
    server = ServedDatabase(made, DatabaseSharing(), fault=lambda _: None, remark=remarks.append)
    assert list(server.invitations) == [ONE]
    assert [(each.code, each.field, ENGLISH.render(each.text)) for each in remarks] == [
        ("event-unfit", TWO, "It is damaged.")
    ]
    assert found.stores[TWO].closed
    server._close()


# Who decides


@pytest.fixture
def decisions(found: FakeDatabase) -> DatabaseDecisions:
    return DatabaseDecisions(cast(SharedDatabase, found), ONE)


def test_an_invitation_is_made_anywhere_for_those_who_serve_the_database(
    found: FakeDatabase, decisions: DatabaseDecisions
) -> None:
    with pytest.raises(Refused) as refused:
        decisions.invitation("Cup", b"t" * 16)
    assert [(each.code, each.field) for each in refused.value.problems] == [("invitation-nowhere", "invite")]
    workers = [f"10.0.0.{number}:8470" for number in range(1, MOST_INVITED + 2)]
    found.see_worker(workers, NOW - timedelta(hours=1))
    made = decisions.invitation("Cup", b"t" * 16)
    assert (made.addresses, made.event, made.name) == (tuple(workers[:MOST_INVITED]), UUID(ONE), "Cup")
    assert (made.first_host, made.ticket) == (key_of("host").id, b"t" * 16)


def test_a_ticket_that_another_worker_has_just_ended_lets_nobody_join(
    server: ServedDatabase, found: FakeDatabase
) -> None:
    """This worker has not heard of it yet."""
    ended = found.kept[ONE]
    found.begin(ONE, replace(ended, ticket="ab" * 16), NOW, new=True)
    request = request_to_join(UUID(ONE), key_of("north"), server.fingerprint, bytes.fromhex(ended.ticket), "north")
    assert code(ask(server, "POST", "/join", content=request)) == (403, "ticket-unknown")


def test_who_ends_all_ends_every_desk_and_the_ticket(
    server: ServedDatabase, found: FakeDatabase, decisions: DatabaseDecisions
) -> None:
    for number, event in enumerate((ONE, ONE, TWO)):
        admit(server._events[event][1], f"desk {number}")
    before = dict(found.kept)
    decisions.end_all()
    assert [len(found.rows[event]) for event in EVENTS] == [0, 1]
    assert found.kept[ONE].ticket != before[ONE].ticket
    assert found.kept[TWO] == before[TWO]


def test_each_worker_and_who_decides_know_the_same_invitations(
    server: ServedDatabase, found: FakeDatabase, decisions: DatabaseDecisions
) -> None:
    ticket = invite(decisions.kept, EventRole.REFEREE, EventRole.ORGANISER, uses=2, approval=False)
    assert [each.uses for each in decisions.kept.read().tickets] == [2]
    request = request_to_join(UUID(ONE), key_of("north"), server.fingerprint, ticket, "north")
    assert ask(server, "POST", "/join", content=request).json()["role"] == "referee"
    assert [each.uses for each in decisions.kept.read().tickets] == [1]
    with suppress(ZeroDivisionError), decisions.kept.changing() as change:
        change.state = type(change.state)()
        raise ZeroDivisionError
    assert [each.uses for each in decisions.kept.read().tickets] == [1], "a change that fails changes nothing"


# What the database keeps of desks


def test_a_desk_is_the_same_for_every_worker(found: FakeDatabase, decisions: DatabaseDecisions) -> None:
    desks = decisions.desks
    first = admit(desks, "north", serves_at="10.0.0.7:8470")
    desks.sign_in(first.id, "Ben", EventRole.REFEREE, NOW, pin="ab")
    desks.sign_in(first.id, "Ruth", EventRole.HEAD_REFEREE, NOW, pin="cd")
    admit(desks, "south", key=EventRole.REFEREE)
    other = DatabaseDesks(cast(SharedDatabase, found), ONE)
    assert other.all(NOW) == ()
    assert other.latest(NOW) == desks.all(NOW)
    north, south = other.all(NOW)
    assert (north.role, north.pin, [each.author for each in north.earlier]) == (
        EventRole.HEAD_REFEREE, "cd", ["Ben", "Ada Sample"])  # fmt: skip
    assert (south.role, south.key) == (None, EventRole.REFEREE)


def test_a_change_that_the_database_refuses_changes_nothing_here(
    found: FakeDatabase, decisions: DatabaseDecisions, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks = decisions.desks
    north = admit(desks, "north")
    admit(DatabaseDesks(cast(SharedDatabase, found), ONE), "south")  # another worker, which the change begins with
    monkeypatch.setattr(database, "_row", lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        desks.end("north")
    assert desks.all(NOW) == (north,)


def test_the_later_of_two_times_at_which_a_desk_was_heard_counts(
    found: FakeDatabase, decisions: DatabaseDecisions
) -> None:
    here, there = decisions.desks, DatabaseDesks(cast(SharedDatabase, found), ONE)
    north = admit(here, "north")

    def heard(desks: DatabaseDesks, seconds: int) -> datetime:
        assert desks.find(north.id, "10.0.0.1", NOW + timedelta(seconds=seconds)) is not None
        return NOW + timedelta(seconds=seconds)

    there.refresh()
    assert [each.last_word for each in there.all(NOW)] == [NOW]
    there.keep()
    assert not [each for each in found.read if each.startswith("heard")], "the database has that"
    late = heard(there, 30)
    there.refresh()
    assert [each.last_word for each in there.all(late)] == [late], "what was read is older"
    for _ in range(2):
        there.keep()
    assert [each for each in found.read if each.startswith("heard")] == ["heard north"], "it is stored once"
    found.rows[ONE] = tuple((*row[:5], NOW + timedelta(seconds=60), *row[6:]) for row in found.rows[ONE])
    there.refresh()
    assert [each.last_word for each in there.all(late)] == [NOW + timedelta(seconds=60)], "another worker heard it"


def test_the_names_of_desks_that_others_ended_are_told_once(found: FakeDatabase, decisions: DatabaseDecisions) -> None:
    here, there = decisions.desks, DatabaseDesks(cast(SharedDatabase, found), ONE)
    for name in ("north", "south"):
        admit(here, name)
    there.refresh()
    here.end("north")
    assert there.take_ended() == set()
    there.refresh()
    assert (there.take_ended(), there.take_ended()) == ({"north"}, set())


def test_a_database_that_is_away_when_a_worker_begins_is_closed(
    found: FakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise GONE

    monkeypatch.setattr(found, "tickets", gone)
    with pytest.raises(StoreUnavailable), worker(found):
        pass
    assert found.closed
