"""How a program speaks to a database, seen from a connection that answers at once and keeps what it is asked."""

from collections import deque
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from tournament.ledger.fingerprint import Fingerprint
from tournament.storage.postgres import Address as DatabaseAddress
from tournament.storage.postgres import PostgresStore, create_tables
from tournament.storage.postgres_desks import DESKS, SharedDatabase
from tournament.storage.postgres_tables import CHANNEL, FIND_DESK, READ_END
from tournament.use_cases.ports import StoreDamaged

URL = "postgresql://ada@hall/cups"
HASHES = ("a" * 64, "b" * 64)


class Line:
    """A connection to a server that knows the end of one event."""

    def __init__(self, **settings: Any) -> None:
        self.settings, self.closed, self.asked = settings, False, list[tuple[Any, ...]]()
        self.heard = deque[str]()
        self.limits = list[int | None]()

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> SimpleNamespace:
        self.asked.append((sql, *values))
        end = (3, HASHES[0]) if sql == READ_END else None
        return SimpleNamespace(fetchone=lambda: end, fetchall=list)

    def notifies(self, *, timeout: float, stop_after: int | None = None) -> Iterator[SimpleNamespace]:
        """Like psycopg's: until ``stop_after`` have come or the time is over."""
        assert timeout > 0
        self.limits.append(stop_after)
        while self.heard and stop_after != 0:
            yield SimpleNamespace(payload=self.heard.popleft())
            if stop_after is not None:
                stop_after -= 1

    def transaction(self) -> Any:
        return nullcontext()

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[Line]:
    """All connections that were made."""
    made = list[Line]()

    def connect(**settings: Any) -> Line:
        made.append(Line(**settings))
        return made[-1]

    monkeypatch.setattr(psycopg, "connect", connect)
    return made


def test_a_server_that_does_not_answer_is_noticed_within_twenty_seconds(lines: list[Line]) -> None:
    DatabaseAddress(URL).connect()
    settings = lines[0].settings
    assert settings.pop("tcp_user_timeout") == 20_000
    assert settings["connect_timeout"] == 5
    idle, interval, count = (settings[f"keepalives_{each}"] for each in ("idle", "interval", "count"))
    assert (idle, interval, count) == (10, 5, 3)
    assert settings["autocommit"] is True
    assert (settings["application_name"], settings["client_encoding"]) == ("quatre-vents", "UTF8")
    DatabaseAddress(f"{URL}?connect_timeout=60").connect()
    assert lines[1].settings["connect_timeout"] == "60", "what the address says counts"


def test_one_program_at_a_time_creates_tables_in_every_version(lines: list[Line]) -> None:
    with pytest.raises(StoreDamaged):
        create_tables(URL)
    (lock,) = [values for sql, *values in lines[0].asked if "pg_advisory_xact_lock" in sql]
    assert lock == [int.from_bytes(b"Q4VE", "big")]


def test_a_store_waits_for_news_of_its_own_event(lines: list[Line]) -> None:
    store = PostgresStore(DatabaseAddress(URL), "cup")
    assert store.wait(0.01), "it never read, so that all is new"
    store._end = Fingerprint(3, HASHES[0])
    listening = lines[0]
    assert (f"LISTEN {CHANNEL}",) in listening.asked
    for heard, news in (((), False), (("4 other", "desks cup", "3 cup"), False), (("4 cup", "5 cup"), True)):
        listening.heard.extend(heard)
        assert store.wait(0.01) == news, heard
    assert list(listening.heard) == ["5 cup"]
    assert set(listening.limits) == {1}, "each is looked at when it comes"
    assert len(lines) == 1
    listening.closed = True
    assert not store.wait(0.01)
    assert len(lines) == 2, "it listens again"
    store.close()
    assert [line.closed for line in lines] == [True, True]


def test_desks_are_waited_for_from_the_second_time(lines: list[Line]) -> None:
    database = SharedDatabase(URL)
    assert database.wait(0.01) is None, "anything may have changed before"
    assert database.wait(0.01) == frozenset()
    lines[0].heard.extend([f"{DESKS} cup", "4 cup"])
    assert database.wait(0.01) == frozenset({(DESKS, "cup")})
    assert database.wait(0.01) == frozenset({("4", "cup")})
    lines[0].closed = True
    assert database.wait(0.01) is None
    assert len(lines) == 2


def test_a_connection_is_used_until_it_is_closed(lines: list[Line]) -> None:
    database = SharedDatabase(URL)
    for _ in range(2):
        assert database.event_of("hash") is None
    assert len(lines) == 1
    assert lines[0].asked.count((FIND_DESK, "hash")) == 2
    lines[0].closed = True
    assert database.event_of("hash") is None
    assert len(lines) == 2
    database.close()
    assert lines[1].closed
