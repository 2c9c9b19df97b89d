"""The store on an SQLite file, and everything that can be wrong with one."""

import errno
import multiprocessing
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.ledger.writing import entry_of, follow
from tests.waiting import PATIENCE
from tournament.language import ENGLISH
from tournament.ledger.entry import CHAIN_START, Record
from tournament.ledger.facts import HandRecorded
from tournament.storage import create, open_for_reading, open_for_writing
from tournament.storage.lock import LOCKED_BYTE
from tournament.storage.refusals import refusal_of
from tournament.storage.sqlite import file_address
from tournament.use_cases.ports import Conflict, StoreDamaged, StoreUnavailable


def record(number: int, stream: str = "session-1/table-1") -> Record:
    fact = HandRecorded(number, 0, 1, 8)
    return entry_of(fact, id=f"{stream}-{number}", stream=stream, number=number, previous=CHAIN_START).record


FIRST = follow([record(1), record(2)])
"""The entries of the event in these tests."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Łukasz & Đorđe.qv"


@pytest.fixture
def event(path: Path) -> Path:
    store = create(path)
    store.append(FIRST)
    store.close()
    return path


def test_what_is_written_is_read_back_in_order(event):
    store = open_for_writing(event)
    then = follow([record(3), record(1, "event")], FIRST)
    store.append(then)
    assert list(store.read()) == [*FIRST, *then]
    store.close()


def test_a_taken_number_is_a_conflict_and_nothing_is_written(event):
    store = open_for_writing(event)
    with pytest.raises(Conflict) as conflict:
        store.append(follow([record(3), structs.replace(record(2), id="other")], FIRST))
    assert (conflict.value.stream, conflict.value.number) == ("session-1/table-1", 2)
    assert len(list(store.read())) == 2
    store.close()


def test_the_file_refuses_to_change_or_delete(event):
    connection = sqlite3.connect(event)
    for sql in ("UPDATE journal SET content = ''", "DELETE FROM journal"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(sql)
    connection.close()


def test_a_layout_that_is_no_text_any_more_is_damage(event):
    """What SQLite says of it repeats its bytes: they are none in UTF-8."""
    content = event.read_bytes()
    place = content.index(b"CREATE TRIGGER") + len(b"CREATE ")
    event.write_bytes(content[:place] + b"\xa0" + content[place + 1 :])
    for opening in (open_for_reading, open_for_writing):
        with pytest.raises(StoreDamaged) as refused:
            opening(event)
        assert "is truncated or damaged" in ENGLISH.render(refused.value.text)


def test_the_header_says_what_the_file_is(event):
    connection = sqlite3.connect(event)
    assert connection.execute("PRAGMA application_id").fetchone() == (0x51345645,)
    assert connection.execute("PRAGMA user_version").fetchone() == (3,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()


@pytest.mark.parametrize("opening", [open_for_writing, open_for_reading])
def test_what_sqlite_itself_says_of_the_open_connection(event, opening):
    """A commit waits until the disk has it, the journal of a power cut too; who looks cannot write."""
    store = opening(event)
    said = {
        name: store._connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in (
            *("synchronous", "query_only", "journal_mode", "foreign_keys"),
            *("trusted_schema", "cell_size_check", "cache_spill", "busy_timeout"),
        )
    }
    assert said == {
        "synchronous": 3,  # EXTRA
        "query_only": opening is open_for_reading,
        "journal_mode": "delete",
        "foreign_keys": 1,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "cache_spill": 0,
        "busy_timeout": 5000,
    }
    store.close()


def test_whoever_only_looks_cannot_write_past_the_store(event):
    store = open_for_reading(event)
    with pytest.raises(sqlite3.OperationalError, match="readonly database"):
        store._connection.execute("CREATE TABLE other (name TEXT)")
    store.close()


def test_a_new_event_never_overwrites(event):
    before = event.read_bytes()
    with pytest.raises(StoreDamaged, match="already exists"):
        create(event)
    assert event.read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(StoreUnavailable, match="no folder"):
        create(tmp_path / "nowhere" / "event.qv")


def test_a_second_writer_is_refused_and_a_reader_is_not(event):
    store = open_for_writing(event)
    with pytest.raises(StoreUnavailable, match="open for writing"):
        open_for_writing(event)
    reader = open_for_reading(event)
    store.append(follow([record(3)], FIRST))
    assert len(list(reader.read())) == 3
    with pytest.raises(StoreUnavailable):
        reader.append(follow([record(4)], FIRST))
    reader.close()
    store.close()
    open_for_writing(event).close()


def _hold(path: Path, ready: "multiprocessing.synchronize.Event") -> None:
    open_for_writing(path)
    ready.set()
    os._exit(1)


def test_the_lock_dies_with_its_process(event):
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    process = context.Process(target=_hold, args=(event, ready))
    process.start()
    assert ready.wait(PATIENCE)
    process.join(PATIENCE)
    open_for_writing(event).close()


def test_a_file_marked_read_only_is_read_and_not_written(event):
    event.chmod(0o444)
    with pytest.raises(StoreUnavailable, match="read-only"):
        open_for_writing(event)
    store = open_for_reading(event)
    assert len(list(store.read())) == 2
    store.close()


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.EROFS, "read-only"), (errno.ENOSPC, "is full"), (errno.EACCES, "was denied: choose another folder")],
)
def test_errors_of_the_disk_are_reported_in_words(number, said, path):
    assert said in ENGLISH.render(refusal_of(OSError(number, "answer"), path).text)


@pytest.mark.parametrize("opening", [open_for_reading, open_for_writing])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a Quatre Vents event"),
        (b"\x89PNG\r\n\x1a\n" + bytes(200), "not a Quatre Vents event"),
        (b"SQLite format 3\0" + bytes(200), "not a Quatre Vents event"),
        (b"first_name,last_name\n", "not a Quatre Vents event"),
    ],
    ids=["empty", "picture", "other database", "text"],
)
def test_files_that_are_no_events(path, opening, content, said):
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match=said):
        opening(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("opening", [open_for_reading, open_for_writing])
def test_a_folder_or_nothing(tmp_path, opening):
    with pytest.raises(StoreDamaged, match="is a folder: choose a file"):
        opening(tmp_path)
    with pytest.raises(StoreDamaged, match="no file"):
        opening(tmp_path / "none.qv")


@pytest.mark.parametrize("keep", [99, 100, 512, 4096, 5000, -1])
def test_a_cut_file_is_refused_and_left_alone(event, keep):
    whole = event.read_bytes()
    event.write_bytes(whole[:keep])
    with pytest.raises(StoreDamaged):
        open_for_writing(event)
    assert event.read_bytes() == whole[:keep]


def test_a_file_with_a_broken_page(event):
    content = bytearray(event.read_bytes())
    content[4096:4600] = b"\xff" * 504
    event.write_bytes(bytes(content))
    with pytest.raises(StoreDamaged, match="damaged"):
        open_for_writing(event)


def test_a_file_of_a_newer_program(event):
    connection = sqlite3.connect(event)
    connection.execute("PRAGMA user_version = 5")
    connection.commit()
    connection.close()
    with pytest.raises(StoreDamaged, match="newer version"):
        open_for_writing(event)


def test_a_full_disk_is_reported_and_loses_nothing(event):
    store = open_for_writing(event)
    connection = store._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    many = follow([record(number) for number in range(3, 400)], FIRST)
    with pytest.raises(StoreUnavailable, match="full"):
        store.append(many)
    assert len(list(store.read())) == 2
    store.append(many)  # on another connection, which knows nothing of the limit
    assert len(list(store.read())) == 399
    store.close()


def test_closing_twice_is_allowed(event):
    store = open_for_writing(event)
    store.close()
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="drives that know no locks answer like this on POSIX")
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_a_drive_that_knows_no_locks_is_no_other_program(event, number, monkeypatch):
    def no_locks(*_arguments: object) -> None:
        raise OSError(number, "no locks")

    monkeypatch.setattr("fcntl.flock", no_locks)
    with pytest.raises(StoreUnavailable) as unavailable:
        open_for_writing(event)
    assert "cannot be locked" in ENGLISH.render(unavailable.value.text)


def test_a_file_that_is_open_twice_here_keeps_the_locks_of_sqlite(event):
    """Opening and closing the file directly removes SQLite's locks on it from the whole process."""
    writer = open_for_writing(event)
    list(writer.read())
    with writer._connection:
        writer._connection.execute("BEGIN IMMEDIATE")
        reader = open_for_reading(event)
        assert len(list(reader.read())) == 2
        reader.close()
        code = f"import sqlite3; sqlite3.connect({str(event)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert b"database is locked" in other.stderr
    writer.close()


def test_windows_locks_a_byte_that_no_event_has_and_sqlite_does_not_use():
    """Windows keeps others from reading what is locked; 32 bits with a sign are what every system can seek to."""
    largest_event = 1 << 30
    of_sqlite = range(0x4000_0000, 0x4000_0200)
    assert largest_event < LOCKED_BYTE < (1 << 31) - 1
    assert LOCKED_BYTE not in of_sqlite


@pytest.mark.parametrize("statement", ["DELETE FROM journal_end", "INSERT INTO journal_end VALUES (9, '')"])
def test_an_end_that_was_removed_or_stands_twice_is_noticed(event, statement):
    connection = sqlite3.connect(event)
    triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(statement)
    for _, sql in triggers:
        connection.execute(sql)
    connection.commit()
    connection.close()
    with pytest.raises(StoreDamaged), closing(open_for_reading(event)) as store:
        list(store.read())


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may write a file whose owner may not")
@pytest.mark.parametrize("mode", [0o200, 0o020, 0o002])
def test_a_file_that_somebody_may_write_is_not_marked_read_only(event, mode):
    event.chmod(0o444 | mode)
    open_for_writing(event).close()


def test_a_file_with_another_layout_is_only_read_to_examine_it(event):
    connection = sqlite3.connect(event)
    connection.execute("CREATE TABLE more (number INTEGER)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreDamaged):
        open_for_reading(event)
    store = open_for_reading(event, examining=True)
    assert len(list(store.read())) == 2
    assert len(store.findings) == 1
    store.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such names")
@pytest.mark.parametrize("name", ["cup 100 % #2?mode=rw.qv", "é 麻将 & ;.qv", "a:b.qv"])
def test_the_address_of_a_file_leads_to_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE here (x)")
    with closing(sqlite3.connect(f"{file_address(path)}?mode=ro", uri=True)) as found:
        assert found.execute("SELECT name FROM sqlite_schema").fetchall() == [("here",)]


@pytest.mark.parametrize("column", ["type", "name", "tbl_name", "sql"])
def test_a_layout_stored_as_something_else_is_damage(event, column):
    """One bit changed in a page of SQLite's own table makes a text a BLOB."""
    with closing(sqlite3.connect(event, isolation_level=None)) as connection:
        items = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    assert items > 4
    content = event.read_bytes()
    for item in range(1, items + 1):
        event.write_bytes(content)
        with closing(sqlite3.connect(event, isolation_level=None)) as connection:
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(
                f"UPDATE sqlite_schema SET {column} = CAST({column} AS BLOB) WHERE rowid = ? AND {column} IS NOT NULL",  # noqa: S608
                (item,),
            )
            changed = connection.execute("SELECT changes()").fetchone()[0]
        for opening in (open_for_reading, open_for_writing) if changed else ():
            with pytest.raises(StoreDamaged) as refused:
                opening(event)
            assert str(event) in ENGLISH.render(refused.value.text)
