"""What a worker reads again after each wait, with a database in memory that says what other workers did."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from starlette.requests import Request

from tests.examples.keys import key_of
from tests.tournament.use_cases.events import drawn
from tests.tournament.use_cases.fake_store import FakeStore
from tournament.event.problem import Problem, Refused
from tournament.event.role import EventRole
from tournament.language import ENGLISH, mark
from tournament.ledger.entry import Record
from tournament.sharing.keys import read_key
from tournament.storage.postgres_desks import DESKS, Desk, SharedDatabase, Ticket
from tournament.use_cases import StoreDamaged, StoreUnavailable
from ui.server import database
from ui.server.database import DatabaseSharing, ServedDatabase
from ui.server.served_event import ServedEvent

Moved = frozenset[tuple[str, str]]
QUIET: Moved = frozenset()
GONE = StoreUnavailable(mark("The database is gone."))
NOW = datetime.now(UTC)


class GrowingStore(FakeStore):
    """A store that counts how often it is asked for what is new."""

    asked = 0

    def after(self, position: int) -> Sequence[Record]:
        self.asked += 1
        return self.records[position:]


class FakeDatabase:
    """Events, tickets and desks in memory. Each wait returns, or raises, the next of `moves`; then it ends the worker.

    Whatever is read is counted in `read`.
    """

    place = "memory"

    def __init__(self, *events: str) -> None:
        self.stores = {event: self._new() for event in events}
        self.kept: dict[str, Ticket] = {}
        self.rows: dict[str, tuple[Desk, ...]] = {}
        self.states: dict[str, str] = {}
        self.seen: dict[str, datetime] = {}
        self.moves = deque[Moved | Exception | None]()
        self.read: list[str] = []
        self.closed = False

    def _new(self) -> GrowingStore:
        store = FakeStore()
        drawn(store)
        return GrowingStore(store.records)

    def add(self, event: str) -> None:
        self.stores[event] = self._new()

    def events(self) -> tuple[str, ...]:
        self.read.append("events")
        return tuple(self.stores)

    def store(self, event: str) -> GrowingStore:
        return self.stores[event]

    def begin(self, event: str, ticket: Ticket, now: datetime, *, new: bool) -> None:
        assert abs(now - datetime.now(UTC)) < timedelta(hours=3)  # NOW is the time at which the tests were read
        kept = self.kept.get(event)
        self.kept[event] = ticket if kept is None or new else replace(kept, expires=ticket.expires)

    def tickets(self) -> Mapping[str, Ticket]:
        return self.kept

    def desks(self, event: str) -> tuple[Desk, ...]:
        return self.rows.get(event, ())

    def event_of(self, id: str) -> str | None:
        self.read.append(f"desk {id[:1]}")
        return next((event for event, rows in self.rows.items() if any(row[0] == id for row in rows)), None)

    def kept_key(self, made: str) -> str:
        assert read_key(made) is not None
        return key_of("host").pem

    @contextmanager
    def changing(self, event: str) -> Iterator[SimpleNamespace]:
        yield SimpleNamespace(desks=self.desks(event), write=lambda rows: self.rows.update({event: tuple(rows)}))

    def joining(self, event: str) -> str:
        return self.states.get(event, "")

    @contextmanager
    def changing_joining(self, event: str) -> Iterator[SimpleNamespace]:
        yield (row := SimpleNamespace(state=self.joining(event)))
        self.states[event] = row.state

    def see_worker(self, addresses: Sequence[str], now: datetime) -> None:
        self.seen |= dict.fromkeys(addresses, now)

    def forget_worker(self, addresses: Sequence[str]) -> None:
        for each in addresses:
            self.seen.pop(each, None)

    def workers(self, now: datetime) -> tuple[str, ...]:
        return tuple(sorted(address for address, seen in self.seen.items() if seen <= now))

    def hear(self, desks: Sequence[Desk]) -> None:
        self.read.append("heard " + " ".join(desk[1] for desk in desks))

    def wait(self, timeout: float) -> Moved | None:
        assert timeout == database._PAUSE
        if not self.moves:
            raise SystemExit
        move = self.moves.popleft()
        if isinstance(move, Exception):
            raise move
        return move

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUATRE_VENTS_HOME", str(tmp_path))
    monkeypatch.setattr(database, "_PAUSE", 0.001)


EVENTS = ("0" * 31 + "1", "0" * 31 + "2")
"""Their ids, as the database names them."""


@contextmanager
def worker(found: FakeDatabase, sharing: DatabaseSharing | None = None, **how: Any) -> Iterator[ServedDatabase]:
    faults, remarks = list[Exception](), list[Problem]()
    server = ServedDatabase(
        cast(SharedDatabase, found), sharing or DatabaseSharing(), fault=faults.append, remark=remarks.append, **how
    )
    yield server
    server._close()
    assert not faults
    assert not remarks
    assert found.closed
    assert all(store.closed for store in found.stores.values())


def looks(server: ServedDatabase, found: FakeDatabase, *moves: Moved | Exception | None) -> list[tuple[int, ...]]:
    """For each wait: whether the list of events was read afterwards, and how often each store."""
    seen: list[tuple[int, ...]] = []

    def counts() -> tuple[int, ...]:
        return found.read.count("events"), *(store.asked for store in found.stores.values())

    wait, before = found.wait, counts()

    def counted(timeout: float) -> Moved | None:
        nonlocal before
        now = counts()
        seen.append(tuple(new - old for new, old in zip(now, (*before, *[0] * len(now)), strict=False)))
        before = now
        return wait(timeout)

    found.moves.extend(moves)
    found.wait = counted  # type: ignore[method-assign]
    with pytest.raises(SystemExit):
        asyncio.run(server._look_after())
    found.wait = wait  # type: ignore[method-assign]
    return seen[1:]


def test_only_what_moved_is_read_until_all_is_read_again() -> None:
    one, two = EVENTS
    found = FakeDatabase(*EVENTS)
    with worker(found) as server:
        assert looks(
            server,
            found,
            QUIET,
            frozenset({("9", one)}),
            frozenset({("9", two), ("10", one)}),
            frozenset({(DESKS, two)}),
            frozenset({("1", "0" * 31 + "3")}),
            None,
            *[QUIET] * 3,
            QUIET,  # the tenth
            QUIET,
        ) == [
            (0, 0, 0),
            (0, 1, 0),
            (0, 1, 1),
            (1, 0, 1),
            (1, 0, 0),
            (1, 1, 1),
            *[(0, 0, 0)] * 3,
            (1, 1, 1),
            (0, 0, 0),
        ]  # fmt: skip


def test_after_a_failure_all_is_read_again_once() -> None:
    found = FakeDatabase(*EVENTS)
    with worker(found) as server:
        assert server._reached
        assert looks(server, found, QUIET, GONE, QUIET, QUIET) == [(0, 0, 0), (0, 0, 0), (1, 1, 1), (0, 0, 0)]
        assert server._reached
        looks(server, found, GONE)
        assert not server._reached


def test_an_event_that_comes_later_is_served_too() -> None:
    found = FakeDatabase(EVENTS[0])
    with worker(found) as server:
        assert list(server.invitations) == [EVENTS[0]]
        found.add(EVENTS[1])
        looks(server, found, frozenset({("1", EVENTS[1])}))
        assert list(server.invitations) == list(EVENTS)
        first = server.invitations[EVENTS[0]]
        assert (first.name, first.ticket.hex()) == ("Cup", found.kept[EVENTS[0]].ticket)
        assert first.addresses == (server.address,)
        assert server.public_addresses == ()


def test_when_desks_were_heard_is_stored_at_every_tenth_look() -> None:
    found = FakeDatabase(EVENTS[0])
    with worker(found) as server:
        _, desks = server._events[EVENTS[0]]
        id = desks.admit(
            "north",
            "Ada Sample",
            None,
            "10.0.0.1",
            NOW,
            key=EventRole.ORGANISER,
            certificate=key_of("north").certificate,
        ).id
        assert desks.find(id, "10.0.0.2", NOW + timedelta(seconds=30)) is not None
        looks(server, found, *[QUIET] * 9)
        assert not any(each.startswith("heard") for each in found.read)
        looks(server, found, *[QUIET] * 10)
        assert [each for each in found.read if each.startswith("heard")] == ["heard north"]


def test_a_desk_that_another_worker_ended_is_ended_here() -> None:
    found = FakeDatabase(EVENTS[0])
    with worker(found) as server:
        _, desks = server._events[EVENTS[0]]
        id = desks.admit(
            "north", "Ada Sample", None, "", NOW, key=EventRole.ORGANISER, certificate=key_of("north").certificate
        ).id
        found.rows.clear()
        looks(server, found, frozenset({(DESKS, EVENTS[0])}))
        assert desks.find(id, "", NOW) is None
        assert desks.take_ended() == set()


def test_each_ticket_is_looked_for_in_the_database() -> None:
    """Another worker may have made it, or ended it."""
    found = FakeDatabase(EVENTS[0])
    with worker(found) as server:
        ticket, held = found.kept[EVENTS[0]].ticket, server._events[EVENTS[0]][0]

        async def asked(ticket: str) -> object:
            return await server._asked_for(UUID(EVENTS[0]), bytes.fromhex(ticket))

        reads = found.read.count("events")
        assert asyncio.run(asked("")) is held
        assert found.read.count("events") == reads
        assert asyncio.run(asked(ticket)) is held
        assert found.read.count("events") == reads + 1
        found.kept[EVENTS[0]] = Ticket("ab" * 16, NOW)
        assert asyncio.run(asked("ab" * 16)) is held
        assert held.event.invitation.ticket == b"\xab" * 16
        assert found.read.count("events") == reads + 2


def test_an_invitation_names_the_proxy_and_its_port() -> None:
    found = FakeDatabase(EVENTS[0])
    with worker(found, DatabaseSharing(proxy="hall.example:443")) as server:
        assert server.address == "hall.example:443"
        assert server.invitations[EVENTS[0]].addresses == ("hall.example:443",)
        assert server._ports.desks.one_address
    with worker(FakeDatabase(EVENTS[0])) as server:
        assert server.address.startswith("127.0.0.1:")
        assert not server._ports.desks.one_address


def test_an_earlier_invitation_is_valid_until_a_new_one_is_wanted() -> None:
    found = FakeDatabase(EVENTS[0])
    with worker(found):
        ticket = found.kept[EVENTS[0]].ticket
    found.stores[EVENTS[0]].closed = False
    with worker(found):
        assert found.kept[EVENTS[0]].ticket == ticket
    with worker(found, DatabaseSharing(new_invitation=True)):
        assert found.kept[EVENTS[0]].ticket != ticket


def test_a_database_without_events_is_refused_and_closed() -> None:
    found = FakeDatabase()
    with pytest.raises(Refused) as refused, worker(found):
        pass
    assert [each.code for each in refused.value.problems] == ["database-empty"]
    assert found.closed


def test_a_database_whose_key_is_damaged_is_refused_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = FakeDatabase(*EVENTS)
    monkeypatch.setattr(found, "kept_key", lambda _made: "no key")
    with pytest.raises(StoreDamaged), worker(found):
        pass
    assert found.closed


def test_an_empty_event_is_reported_once_and_the_others_are_served() -> None:
    found, remarks = FakeDatabase(*EVENTS), list[Problem]()
    found.stores[EVENTS[1]] = GrowingStore()
    server = ServedDatabase(cast(SharedDatabase, found), DatabaseSharing(), fault=lambda _: None, remark=remarks.append)
    assert looks(server, found, frozenset({(DESKS, EVENTS[1])})) == [(1, 0, 0)]
    assert list(server.invitations) == [EVENTS[0]]
    assert [(each.code, each.field) for each in remarks] == [("event-unfit", EVENTS[1])]
    assert "contains no event" in ENGLISH.render(remarks[0].text)
    server._close()


def test_every_event_is_notified_its_streams_are_finished_and_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    found, called = FakeDatabase(*EVENTS), list[tuple[str, str]]()

    def noted(name: str, ours: Callable[[ServedEvent], None]) -> Callable[[ServedEvent], None]:
        def call(server: ServedEvent) -> None:
            called.append((name, server.invitation.ticket.hex()))
            ours(server)

        return call

    for name in ("notify", "finish_streams", "close"):
        monkeypatch.setattr(ServedEvent, name, noted(name, getattr(ServedEvent, name)))
    with worker(found) as server:
        tickets = [found.kept[event].ticket for event in EVENTS]
        looks(server, found, frozenset({("9", EVENTS[0])}))
        assert called == []
        looks(server, found, frozenset({(DESKS, EVENTS[0])}))
        assert called == [("notify", ticket) for ticket in tickets]
        server.finish_streams()
        assert called[2:] == [("finish_streams", ticket) for ticket in tickets]
    assert called[4:] == [("close", ticket) for ticket in tickets]


def test_every_event_is_found_by_its_id_and_the_keys_of_its_desks() -> None:
    found = FakeDatabase(*EVENTS)
    with worker(found) as server:
        request = Request({"type": "http", "headers": [], "client": ("10.0.0.1", 1), "path": "/"})
        for event in EVENTS:
            held, desks = server._events[event]
            id = desks.admit(
                "north", "Ada Sample", None, "", NOW, key=EventRole.ORGANISER, certificate=key_of(event).certificate
            ).id
            reads = len(found.read)
            assert asyncio.run(server._of_desk(request, id)) is held
            assert len(found.read) == reads, "the database is not asked"
            ticket = bytes.fromhex(found.kept[event].ticket)
            assert asyncio.run(server._asked_for(UUID(event), ticket)) is held
            assert desks.find(id, "10.0.0.2", NOW + timedelta(seconds=30)) is not None
        server._refresh()
        server._keep()
        assert [each for each in found.read if each.startswith("heard")] == ["heard north"] * 2
