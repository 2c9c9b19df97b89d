"""Tickets and desks in a database: every program that shares it knows the same ones."""

from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta

import pytest

from tests.postgres_server import PostgresServer
from tests.tournament.ledger.writing import follow
from tests.tournament.use_cases.store_contract import record
from tournament.storage.postgres import create_tables, put
from tournament.storage.postgres_desks import DESKS, Desk, SharedDatabase, Ticket

pytestmark = pytest.mark.thorough

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)
EVENING = Ticket("ab" * 16, NOON + timedelta(hours=8))
FIRST = follow([record(1, "event", id="cup"), record(1)])


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """The address of a database with one event."""
    url = postgres.new_database()
    create_tables(url)
    put(url, FIRST)
    return url


@pytest.fixture
def database(url: str) -> Iterator[SharedDatabase]:
    with closing(SharedDatabase(url)) as database:
        yield database


def desk(name: str, minutes: int = 0) -> Desk:
    """A desk that joined, and was last heard, so many minutes after noon."""
    then = NOON + timedelta(minutes=minutes)
    return (
        f"id of {name}",
        name,
        "Ada",
        "referee",
        then,
        then,
        "192.168.1.20",
        "192.168.1.20:8470",
        b"cd" * 32,
        "",
        "organiser",
        "[]",
    )


def test_events_with_entries_are_there(database: SharedDatabase):
    assert database.events() == ("cup",)
    with closing(database.store("cup")) as store:
        assert list(store.read()) == FIRST


def test_a_valid_ticket_stays_until_it_is_over_or_a_new_one_is_wanted(database: SharedDatabase):
    later = Ticket("cd" * 16, EVENING.expires + timedelta(hours=8))
    database.begin("cup", EVENING, NOON, new=False)
    assert database.tickets() == {"cup": EVENING}
    database.begin("cup", later, NOON, new=False)
    assert database.tickets() == {"cup": Ticket(EVENING.ticket, later.expires)}
    database.begin("cup", later, NOON, new=True)
    assert database.tickets() == {"cup": later}
    over = Ticket("ef" * 16, later.expires + timedelta(hours=8))
    database.begin("cup", over, later.expires, new=False)
    assert database.tickets() == {"cup": over}


def test_desks_are_those_that_were_written_last_in_the_order_in_which_they_joined(url: str, database: SharedDatabase):
    database.begin("cup", EVENING, NOON, new=False)
    assert database.desks("cup") == ()
    with database.changing("cup") as change:
        assert change.desks == ()
        change.write([desk("south", 2), desk("north", 1)])
    assert database.desks("cup") == (desk("north", 1), desk("south", 2))
    assert [database.event_of(f"id of {name}") for name in ("north", "south", "west")] == ["cup", "cup", None]
    with closing(SharedDatabase(url)) as other, other.changing("cup") as change:
        assert change.desks == (desk("north", 1), desk("south", 2))
        change.write([desk("south", 2), desk("west", 3)])
    assert database.desks("cup") == (desk("south", 2), desk("west", 3))


def test_a_change_that_fails_changes_nothing(database: SharedDatabase):
    database.begin("cup", EVENING, NOON, new=False)
    with database.changing("cup") as change:
        change.write([desk("north")])
    with suppress(ZeroDivisionError), database.changing("cup") as change:
        change.write([])
        raise ZeroDivisionError
    assert database.desks("cup") == (desk("north"),)


def test_the_later_word_of_a_desk_stays(database: SharedDatabase):
    database.begin("cup", EVENING, NOON, new=False)
    with database.changing("cup") as change:
        change.write([desk("north", 5), desk("south", 5)])
    early, late = desk("north", 4), desk("south", 6)
    database.hear([early, late])
    heard = {each[1]: each[5] for each in database.desks("cup")}
    assert heard == {"north": NOON + timedelta(minutes=5), "south": NOON + timedelta(minutes=6)}


def test_a_waiting_worker_is_notified_of_changes(url: str, database: SharedDatabase):
    assert database.wait(0) is None, "it begins to listen"
    assert database.wait(0) == frozenset()
    with closing(SharedDatabase(url)) as other:
        other.begin("cup", EVENING, NOON, new=False)
        assert database.wait(5) == frozenset({(DESKS, "cup")})
        with closing(other.store("cup")) as store:
            list(store.read())
            store.append(follow([record(2)], FIRST))
    assert database.wait(5) == frozenset({("3", "cup")})


def test_a_connection_that_was_lost_is_made_again(database: SharedDatabase):
    database.begin("cup", EVENING, NOON, new=False)
    assert database.wait(0) is None
    database.close()
    assert database.tickets() == {"cup": EVENING}
    assert database.wait(0) is None, "what moved meanwhile was not heard"
