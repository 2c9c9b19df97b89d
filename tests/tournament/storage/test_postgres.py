"""The store in a PostgreSQL database, and everything that can be wrong with one."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread, Timer
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
from msgspec import structs

from tests.postgres_server import ASKED, PostgresServer
from tests.tournament.ledger.writing import follow
from tests.tournament.use_cases.events import BY
from tests.tournament.use_cases.store_contract import record
from tests.waiting import wait_until
from tournament.event.problem import Refused
from tournament.event.settings import Settings
from tournament.language import ENGLISH
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import open_for_reading
from tournament.storage import postgres as module
from tournament.storage.postgres import (
    PostgresStore,
    create_event,
    create_tables,
    list_events,
    open_event,
    put,
    split_address,
)
from tournament.storage.postgres_tables import grants
from tournament.use_cases import Book, carry_out
from tournament.use_cases.chain import chain_problems, fingerprint_of
from tournament.use_cases.commands import ChangeSettings, CreateEvent
from tournament.use_cases.ports import (
    Conflict,
    DatabaseEvent,
    PrivateConflict,
    PrivateRow,
    StoreChanged,
    StoreDamaged,
    StoreMissing,
    StoreUnavailable,
)

pytestmark = pytest.mark.thorough

FIRST = follow([record(1, "event", id="cup"), record(1)])
"""What is in the event of these tests."""
THEN = follow([record(2)], FIRST)
OTHER = follow([record(2, id="other")], FIRST)
"""What somebody else writes instead."""


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """The address of a database without events."""
    url = postgres.new_database()
    create_tables(url)
    return url


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    put(url, FIRST)
    with closing(open_event(url, "cup")) as store:
        assert list(store.read()) == FIRST
        yield store


def said_by(error: pytest.ExceptionInfo[Any]) -> str:
    return ENGLISH.render(error.value.text)


def test_events_are_kept_apart(url: str, store: PostgresStore):
    league = follow([record(1, "event", id="league"), record(1)])
    with closing(create_event(url)) as other:
        other.append(league)
        store.append(THEN)
        assert list(other.read()) == league
    ends = [fingerprint_of(journal) for journal in ([*FIRST, *THEN], league)]
    assert list_events(url) == (DatabaseEvent("cup", ends[0]), DatabaseEvent("league", ends[1]))
    with pytest.raises(StoreMissing) as missing:
        open_event(url, "masters")
    assert "There is no event “masters” in “postgresql://owner@" in said_by(missing)


def test_an_event_begins_once(url: str, store: PostgresStore):
    with closing(create_event(url)) as second, pytest.raises(Conflict):
        second.append(FIRST)
    with closing(create_event(url)) as third, pytest.raises(Conflict):
        third.append(follow([record(2)], [record(1, id="before")]))
    assert [event.id for event in list_events(url)] == ["cup"]


def test_who_comes_second_reads_what_is_new_and_repeats(url: str, store: PostgresStore):
    with closing(open_event(url, "cup")) as other:
        other.append(THEN)
    for _ in range(2):
        with pytest.raises(Conflict) as conflict:
            store.append(OTHER)
        assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", 2)
    assert store.end == fingerprint_of(FIRST)
    assert list(store.after(len(FIRST))) == THEN
    assert store.end == fingerprint_of([*FIRST, *THEN])
    repeated = follow([record(3, id="other")], [*FIRST, *THEN])
    store.append(repeated)
    assert list(store.read()) == [*FIRST, *THEN, *repeated]


def test_two_who_write_at_once_lose_nothing(url: str, store: PostgresStore):
    """Each repeats behind what the other wrote; readers see a whole journal at any time."""
    conflicts = []

    def write(name: str) -> None:
        with closing(open_event(url, "cup")) as own:
            journal = list(own.read())
            for number in range(200):
                stream = f"session-1/table-{2 + number % 2}"
                while True:
                    next = 1 + sum(each.stream == stream for each in journal)
                    entries = follow([record(next, stream, id=f"{name}-{number}")], journal)
                    try:
                        own.append(entries)
                    except Conflict:
                        conflicts.append(name)
                        journal += own.after(len(journal))
                    else:
                        journal += entries
                        break

    threads = [Thread(target=write, args=(name,)) for name in ("left", "right")]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        seen = list(store.read())
        assert store.end == fingerprint_of(seen)
    for thread in threads:
        thread.join()
    written = list(store.read())
    ids = [each.id for each in written]
    assert sorted(ids) == sorted(["cup", FIRST[1].id, *(f"{n}-{k}" for n in ("left", "right") for k in range(200))])
    assert [id for id in ids if id.startswith("left")] == [f"left-{k}" for k in range(200)]
    assert store.end == fingerprint_of(written)
    assert [each.position for each in written] == list(range(1, 403))
    assert conflicts, "nobody came second: this showed nothing"


def test_who_waits_is_woken(url: str, store: PostgresStore):
    assert not store.wait(0.01)
    other = open_event(url, "cup")
    late = Timer(0.2, other.append, [THEN])
    late.start()
    begun = monotonic()
    assert store.wait(20)
    assert monotonic() - begun < 10
    late.join()
    assert store.wait(20), "it was not read yet"
    assert list(store.after(2)) == THEN
    put(url, follow([record(1, "event", id="league")]))  # another event is no news
    more = follow([record(3)], [*FIRST, *THEN])
    store.append(more)  # nor is what it wrote itself
    assert not store.wait(0.05)
    other.close()


def test_the_account_that_writes_can_change_nothing(postgres: PostgresServer, url: str, store: PostgresStore):
    account = 'hall "A"'
    quoted = '"hall ""A"""'
    postgres.run(f"CREATE ROLE {quoted} LOGIN", url=url)
    limited = postgres.url(url.rpartition("/")[2], "hall%20%22A%22")
    with pytest.raises(StoreUnavailable, match="no right"):
        open_event(limited, "cup")
    postgres.run(*grants(account), url=url)
    with closing(open_event(limited, "cup")) as own:
        own.append(THEN)
        assert list(own.read()) == [*FIRST, *THEN]
        assert not own.wait(0.01)
    put(limited, follow([record(1, "event", id="league")]))
    create_tables(limited)  # they are there
    changes = (
        "UPDATE quatre_vents.records SET content = ''",
        "DELETE FROM quatre_vents.records",
        "TRUNCATE quatre_vents.records",
    )
    of_ends = (
        "UPDATE quatre_vents.ends SET event = 'x'",
        "DELETE FROM quatre_vents.ends",
        "DROP TABLE quatre_vents.records",
        "UPDATE quatre_vents.layout SET version = 2",
        "ALTER TABLE quatre_vents.records DISABLE TRIGGER ALL",
    )
    for sql in (*changes, *of_ends):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            postgres.run(sql, url=limited)
    for sql in changes:
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            postgres.run(sql, url=url)
    for sql in ("UPDATE quatre_vents.ends SET entries = entries - 1", "UPDATE quatre_vents.ends SET hash = ''"):
        with pytest.raises(psycopg.errors.RaiseException, match="only grows"):
            postgres.run(sql, url=limited)
    assert list(store.read()) == [*FIRST, *THEN]
    postgres.run(f"DROP OWNED BY {quoted}", f"DROP ROLE {quoted}", url=url)


def test_a_server_that_is_killed_and_started_again(postgres: PostgresServer, store: PostgresStore):
    assert not store.wait(0.01)
    with ThreadPoolExecutor() as beside:
        waiting = beside.submit(store.wait, 60)
        sleep(0.05)
        postgres.stop()
    try:
        with pytest.raises(StoreUnavailable, match="was lost"):
            waiting.result()
        with pytest.raises(StoreUnavailable) as lost:
            store.append(THEN)
        assert "was lost before it confirmed anything" in said_by(lost)
        with pytest.raises(StoreUnavailable) as away:
            store.append(THEN)
        assert "cannot be reached" in said_by(away)
        for asked in (lambda: store.wait(1), lambda: list(store.read())):
            with pytest.raises(StoreUnavailable):
                asked()
    finally:
        postgres.start()
    store.append(THEN)
    assert list(store.read()) == [*FIRST, *THEN]
    assert not store.wait(0.01)


class _CuttingProxy:
    """Passes everything on until a COMMIT comes: then it cuts the line, before or after it passes that on."""

    def __init__(self, port: int, *, passes: bool, answers_again: bool) -> None:
        self._port, self._passes, self._again = port, passes, answers_again
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                Thread(target=self._pass, args=(server, client), daemon=True).start()
                Thread(target=self._pass, args=(client, server, b"COMMIT"), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, until: bytes | None = None) -> None:
        with suppress(OSError), source, target:
            while data := source.recv(65536):
                if until is not None and until in data:
                    if not self._again:
                        self.close()
                    source.shutdown(socket.SHUT_RDWR)
                    if self._passes:
                        target.sendall(data)
                    target.shutdown(socket.SHUT_RDWR)
                    break
                target.sendall(data)


@pytest.mark.parametrize("passes", [True, False])
@pytest.mark.parametrize("answers_again", [True, False])
def test_the_line_is_cut_while_it_commits(
    postgres: PostgresServer, url: str, store: PostgresStore, passes: bool, answers_again: bool
):
    """It asks again whether it was written; where it cannot, it says so, and the entry is found once it can."""
    through = open_event(url, "cup")
    assert list(through.read()) == FIRST
    through.close()
    with closing(_CuttingProxy(postgres.port, passes=passes, answers_again=answers_again)) as proxy:
        through._address._settings["port"] = proxy.port
        if passes and answers_again:
            through.append(THEN)
            assert through.end == fingerprint_of([*FIRST, *THEN])
        else:
            with pytest.raises(StoreUnavailable) as lost:
                through.append(THEN)
            assert ("was lost before it" if answers_again else "is not known whether") in said_by(lost)
            assert through.end == fingerprint_of(FIRST)
    through.close()
    through._address._settings["port"] = postgres.port
    if passes:
        wait_until(lambda: len(list(store.read())) >= 3)
    assert list(store.read()) == [*FIRST, *(THEN if passes else ())]
    assert list(through.after(2)) == (THEN if passes else [])
    through.close()


def test_what_another_holds_is_not_waited_for_long(url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(module._SETTINGS, "lock_timeout", "50ms")
    store.close()
    with psycopg.connect(url) as other:
        other.execute("SELECT 1 FROM quatre_vents.ends FOR UPDATE")
        with pytest.raises(StoreUnavailable) as late:
            store.append(THEN)
        assert "took too long" in said_by(late)
        assert list(store.read()) == FIRST
    store.append(THEN)


def test_a_commit_waits_for_the_disk_whatever_the_database_is_set_to(postgres: PostgresServer, url: str):
    name = url.rpartition("/")[2]
    postgres.run(
        f"ALTER DATABASE {name} SET synchronous_commit = off",
        f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'",
        f"ALTER DATABASE {name} SET client_encoding = 'LATIN1'",
    )
    with closing(create_event(url)) as store:
        store.append(FIRST)
        shown = ("synchronous_commit", "default_transaction_isolation", "client_encoding")
        connection = store._connected()
        assert [connection.execute(f"SHOW {each}").fetchone() for each in shown] == [
            ("on",),
            ("read committed",),
            ("UTF8",),
        ]


def test_a_trigger_that_swallows_rows_is_noticed(postgres: PostgresServer, url: str, store: PostgresStore):
    postgres.run(
        "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$",
        "CREATE TRIGGER swallow BEFORE INSERT ON quatre_vents.records FOR EACH ROW EXECUTE FUNCTION swallow()",
        url=url,
    )
    with pytest.raises(StoreUnavailable, match="did not store"):
        store.append(THEN)
    assert list(store.read()) == FIRST


def test_a_database_restored_to_an_earlier_state_is_reported(postgres: PostgresServer, url: str, store: PostgresStore):
    """An old backup, or a standby that did not have the last entries: what was confirmed is gone."""
    store.append(THEN)
    cut = (
        "SET session_replication_role = replica",
        "DELETE FROM quatre_vents.records WHERE position > 2",
        f"UPDATE quatre_vents.ends SET entries = 2, hash = '{FIRST[-1].hash}'",  # noqa: S608
    )
    postgres.run(*cut, url=url)
    more = follow([record(3)], [*FIRST, *THEN])
    with pytest.raises(StoreChanged, match="no longer has"):
        store.append(more)
    with closing(open_event(url, "cup")) as other:
        other.append([*OTHER, *follow([record(3)], [*FIRST, *OTHER])])
    with pytest.raises(StoreChanged, match="no longer has"):
        list(store.after(3))


def test_a_backup_is_restored_with_its_triggers(
    postgres: PostgresServer, url: str, store: PostgresStore, tmp_path: Path
):
    backup, restored = tmp_path / "events.dump", postgres.new_database("TEMPLATE template0")
    for words in (
        ("pg_dump", "--format=custom", f"--file={backup}", url),
        ("pg_restore", "--exit-on-error", f"--dbname={restored}", backup),
    ):
        subprocess.run([postgres.programs / words[0], *words[1:]], check=True, timeout=60)
    assert list_events(restored) == list_events(url)
    with closing(open_event(restored, "cup")) as other:
        other.append(THEN)
        assert list(other.read()) == [*FIRST, *THEN]
    with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        postgres.run("DELETE FROM quatre_vents.records", url=restored)


def test_rows_that_were_planted_behind_the_end_are_found(postgres: PostgresServer, url: str, store: PostgresStore):
    postgres.run(
        """INSERT INTO quatre_vents.records SELECT (jsonb_populate_record(r,
        '{"position": 3, "id": "x", "stream": "y", "number": 1}')).* FROM quatre_vents.records r WHERE position = 2""",
        url=url,
    )
    assert chain_problems(list(store.read()), store.end)
    with pytest.raises(StoreUnavailable, match="the database reported"):
        store.append(THEN)


def test_a_journal_is_put_once_and_continued(url: str, monkeypatch: pytest.MonkeyPatch):
    whole = [*FIRST, *THEN]
    assert put(url, FIRST) == (fingerprint_of(FIRST), 2)
    assert put(url, FIRST) == (fingerprint_of(FIRST), 0)
    assert put(url, whole) == (fingerprint_of(whole), 1)
    assert put(url, FIRST) == (fingerprint_of(whole), 0), "an older copy has nothing new"
    before = list_events(url)
    for other in (
        [*FIRST, *OTHER],
        [*FIRST, *OTHER, *follow([record(3)], [*FIRST, *OTHER])],
        [FIRST[0], *follow([record(1, id="other")], FIRST[:1])],
    ):
        with pytest.raises(Refused) as refused:
            put(url, other)
        assert [problem.code for problem in refused.value.problems] == ["event-differs"]
    broken = [*whole, *follow([record(3), structs.replace(record(4), author="\0")], whole)]
    with pytest.raises(StoreUnavailable, match="the database reported"):
        put(url, broken)
    assert list_events(url) == before == (DatabaseEvent("cup", fingerprint_of(whole)),)
    with closing(open_event(url, "cup")) as store:
        assert list(store.read()) == whole


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "files").glob("*.qv")), ids=lambda path: path.stem)
def test_events_of_every_version_are_put_and_read(url: str, path: Path):
    with closing(open_for_reading(path)) as kept:
        records = list(kept.read())
    put(url, records[:5])
    with closing(open_event(url, records[0].id)) as store:
        assert list(store.read()) == records[:5]
        assert put(url, records) == (fingerprint_of(records), len(records) - 5)
        assert store.wait(5)
        assert list(store.after(5)) == records[5:]
        assert not chain_problems(records, store.end)


def test_tables_are_created_once(postgres: PostgresServer, url: str, store: PostgresStore):
    create_tables(url)
    assert list(store.read()) == FIRST
    postgres.run("UPDATE quatre_vents.layout SET version = 2", url=url)
    for asked in (create_tables, list_events, create_event):
        with pytest.raises(StoreDamaged) as refused:
            asked(url)
        assert "have version 2, and this program knows version 1" in said_by(refused)
    postgres.run("DELETE FROM quatre_vents.layout", url=url)
    with pytest.raises(StoreDamaged, match="changed the tables"):
        open_event(url, "cup")
    postgres.run("ALTER TABLE quatre_vents.records RENAME content TO text", url=url)
    with pytest.raises(StoreDamaged, match="changed the tables"):
        list(store.read())


def test_a_database_without_tables_or_with_few_letters(postgres: PostgresServer):
    with pytest.raises(StoreMissing, match="has no tables"):
        list_events(postgres.new_database())
    few = postgres.new_database("ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(StoreDamaged, match="which does not have every letter"):
        create_tables(few)


def test_a_wrong_address_is_reported_without_its_password(postgres: PostgresServer, url: str):
    postgres.run(f"CREATE ROLE {ASKED} LOGIN PASSWORD 'right'")
    place = f"127.0.0.1:{postgres.port}"
    wrong = {
        f"postgresql://{ASKED}:secret@{place}/postgres": "refused the account or its password",
        f"postgresql://owner:secret@{place}/nothing": "There is no database",
        f"postgresql://nobody:secret@{place}/postgres": "cannot be reached",
        "postgresql://owner:secret@127.0.0.1:1/postgres": "cannot be reached",
        "postgresql://owner:secret@nowhere.invalid/postgres": "cannot be reached",
        f"postgresql://owner:top@secret@{place}/postgres": "not the address of a database",
        f"postgresql://owner:top/secret@{place}/postgres": "not the address of a database",
        f"postgresql://owner:secret%@{place}/postgres": "not the address of a database",
        f"postgresql://owner:secret@{place}/postgres?nonsense=secret": "not the address of a database",
        "host=localhost password=secret": "not the address of a database",
        "cup.qv?secret": "not the address of a database",
    }
    for address, words in wrong.items():
        with pytest.raises((StoreUnavailable, StoreMissing)) as refused:
            list_events(address)
        assert words in said_by(refused), address
        assert "secret" not in f"{said_by(refused)} {refused.value} {refused.value.__cause__}"
    with pytest.raises(StoreMissing) as bare:
        list_events(f"postgresql://{ASKED}:right@{place}/postgres")
    assert f"“postgresql://{ASKED}@{place}/postgres”" in said_by(bare)
    postgres.run(f"DROP ROLE {ASKED}")


def test_without_the_driver_the_package_to_install_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreUnavailable) as refused:
        list_events("postgresql://localhost/events")
    assert "quatre-vents[postgresql]" in said_by(refused)


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("postgresql://u@h:5/db/cup", ("postgresql://u@h:5/db", "cup")),
        ("postgresql://u@h/db/cup?sslmode=require", ("postgresql://u@h/db?sslmode=require", "cup")),
        ("postgresql://u@h/db?sslmode=require/cup", ("postgresql://u@h/db?sslmode=require", "cup")),
        ("postgresql:///db/cup?host=/run/pg", ("postgresql:///db?host=/run/pg", "cup")),
        ("postgresql:///db?host=/run/pg/cup", ("postgresql:///db?host=/run/pg", "cup")),
        ("postgresql://h/db", ("postgresql://h/db", "")),
        ("postgresql://h/db/", ("postgresql://h/db", "")),
        ("postgresql://h/db?sslmode=require", ("postgresql://h/db?sslmode=require", "")),
        ("cup.qv", ("cup.qv", "")),
    ],
)
def test_the_event_is_the_last_part_of_an_address(address: str, parts: tuple[str, str]):
    assert split_address(address) == parts


def test_an_empty_store_ends_nowhere(url: str):
    with closing(create_event(url)) as store:
        assert (store.end, list(store.read())) == (NO_ENTRIES, [])
        store.append(FIRST)
        assert store.end == Fingerprint(2, FIRST[-1].hash)
        assert store.place.endswith("/cup")


def test_the_use_cases_run_on_it(url: str):
    """Two servers with the same event: who did not see the other's entry writes nothing."""
    first = Book(create_event(url))
    carry_out(first, CreateEvent(Settings(name="Spring Cup")), by=BY)
    second = Book(open_event(url, first.view.journal[0].id))
    assert second.view.settings.name == "Spring Cup"
    carry_out(first, ChangeSettings(replace(first.view.settings, place="Hall 1")), by=BY)
    with pytest.raises(Conflict):
        carry_out(second, ChangeSettings(replace(second.view.settings, place="Hall 2")), by=BY)
    for book in (first, second):
        book.close()
    seen = Book(open_event(url, first.view.journal[0].id))
    assert (seen.damage, seen.view.settings.place) == ((), "Hall 1")
    seen.close()


def test_data_of_people_are_changed_and_erased_and_a_second_program_sees_what_is_there(
    url: str, store: PostgresStore
) -> None:
    with closing(open_event(url, "cup")) as other:
        store.write_private([PrivateRow("ada", 1, "ada@example.org"), PrivateRow("ben", 1, "ben@example.org")])
        other.write_private([PrivateRow("ada", 2, "other@example.org")])
        with pytest.raises(PrivateConflict) as conflict:
            store.write_private([PrivateRow("ben", 2, "x"), PrivateRow("ada", 2, "mine"), PrivateRow("new", 2, "x")])
        assert set(conflict.value.rows) == {PrivateRow("ada", 2, "other@example.org"), PrivateRow("new", 0, "")}
        with pytest.raises(PrivateConflict):
            store.write_private([PrivateRow("ben", 1, "new too")])
        assert store.private_rows() == (
            PrivateRow("ada", 2, "other@example.org"), PrivateRow("ben", 1, "ben@example.org"),
        )  # fmt: skip
        store.write_private([PrivateRow("ada", 3, "")])
        assert other.private_rows()[0] == PrivateRow("ada", 3, "")
    assert list(store.read()) == FIRST


def test_a_database_of_an_earlier_version_gets_the_table_when_it_is_prepared(
    url: str, store: PostgresStore, postgres: PostgresServer
) -> None:
    postgres.run("DROP TABLE quatre_vents.private_data", url=url)
    assert store.private_rows() == ()
    with pytest.raises(StoreUnavailable) as refused:
        store.write_private([PrivateRow("ada", 1, "x")])
    assert "shared prepare" in said_by(refused)
    create_tables(url)
    store.write_private([PrivateRow("ada", 1, "x")])
    assert store.private_rows() == (PrivateRow("ada", 1, "x"),)


def test_an_account_that_enters_results_keeps_data_of_people(url: str, postgres: PostgresServer) -> None:
    postgres.run("CREATE ROLE office LOGIN", *grants("office"), url=url)
    put(url, FIRST)
    with closing(open_event(url.replace("owner@", "office@"), "cup")) as store:
        store.write_private([PrivateRow("ada", 1, "x")])
        store.write_private([PrivateRow("ada", 2, "")])
        assert store.private_rows() == (PrivateRow("ada", 2, ""),)
