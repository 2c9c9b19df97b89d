"""What the store does when SQLite, the disk or the file answers as they seldom do."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from msgspec import structs

from tests.tournament.ledger.writing import follow
from tests.tournament.storage.test_sqlite import FIRST, record
from tournament.language import ENGLISH
from tournament.storage import create, open_for_reading, open_for_writing, sqlite
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.schema import FIELDS
from tournament.use_cases.ports import StoreChanged, StoreDamaged, StoreUnavailable

THEN = follow([record(3), record(4)], FIRST)
LATER = follow([record(5)], [*FIRST, *THEN])
NUMBERS = ("number", "version")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    store = create(tmp_path / "event.qv")
    store.append(FIRST)
    store.close()
    return tmp_path / "event.qv"


def change_past_the_triggers(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute(statement, values)
        for _, sql in triggers:
            connection.execute(sql)


def said_of(refusal: StoreDamaged | StoreUnavailable) -> str:
    return ENGLISH.render(refusal.text)


@pytest.mark.parametrize("column", FIELDS[1:])
def test_a_value_of_another_type_is_reported_with_its_entry_and_column(event: Path, column: str) -> None:
    value = "many" if column in NUMBERS else b"bytes"
    change_past_the_triggers(event, f'UPDATE journal SET "{column}" = ? WHERE position = 2', value)  # noqa: S608
    with closing(open_for_reading(event)) as store, pytest.raises(StoreDamaged) as refused:
        list(store.read())
    assert f"entry 2 has an impossible value in “{column}”" in said_of(refused.value)


@pytest.mark.parametrize("column", [name for name in FIELDS[1:] if name not in NUMBERS])
def test_a_text_that_cannot_be_decoded_is_reported_with_its_entry_and_column(event: Path, column: str) -> None:
    change_past_the_triggers(event, f'UPDATE journal SET "{column}" = CAST(? AS TEXT) WHERE position = 2', b"a\xff")  # noqa: S608
    with closing(open_for_reading(event)) as store, pytest.raises(StoreDamaged) as refused:
        list(store.read())
    assert f"entry 2 has an impossible value in “{column}”" in said_of(refused.value)


def test_a_column_that_is_missing_is_reported_as_the_other_layout(event: Path) -> None:
    change_past_the_triggers(event, "ALTER TABLE journal DROP COLUMN role")
    with closing(open_for_reading(event, examining=True)) as store, pytest.raises(StoreDamaged) as refused:
        list(store.read())
    assert "its table journal is not that of an event file" in said_of(refused.value)


def test_a_version_that_no_event_has_is_damage(event: Path) -> None:
    with closing(sqlite3.connect(event)) as connection:
        connection.execute("PRAGMA user_version = 0")
    for opening in (open_for_reading, open_for_writing):
        with pytest.raises(StoreDamaged, match="damaged"):
            opening(event)
    WriteLock(event).release()


def test_an_id_that_is_taken_is_no_conflict_about_a_number(event: Path) -> None:
    """Whoever meets a conflict tries the next number, which would not help."""
    with closing(open_for_writing(event)) as store:
        list(store.read())
        with pytest.raises(StoreUnavailable, match="Nothing was written"):
            store.append(follow([structs.replace(record(3), id=FIRST[0].id)], FIRST))
        store.append(THEN)
        assert list(store.read()) == [*FIRST, *THEN]


@pytest.fixture
def disk_error(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """When the next transaction that writes meets an error of the disk: "before" or "after" its commit."""
    whens, ours = list[str](), sqlite._transaction

    @contextmanager
    def transaction(connection: sqlite3.Connection, *, writing: bool) -> Iterator[None]:
        when = whens.pop() if whens and writing else ""
        with ours(connection, writing=writing):
            yield
            if when == "before":
                raise sqlite3.OperationalError("disk I/O error")
        if when == "after":
            raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(sqlite, "_transaction", transaction)
    return whens


@pytest.mark.parametrize("connecting", [True, False])
def test_what_was_committed_although_the_disk_reported_an_error_is_saved(
    event: Path, disk_error: list[str], monkeypatch: pytest.MonkeyPatch, connecting: bool
) -> None:
    """Also if the system gives no more locks, so that the file can only be read without them."""
    with closing(open_for_writing(event)) as store:
        list(store.read())
        disk_error.append("after")
        with monkeypatch.context() as patch:
            if not connecting:
                patch.setattr(sqlite, "_connect", _no_locks)
            store.append(THEN)
        assert store.end is not None
        assert (store.end.entries, store.end.hash) == (4, THEN[-1].hash)
        store.append(LATER)
        assert list(store.read()) == [*FIRST, *THEN, *LATER]


def _no_locks(*_arguments: object, **_more: object) -> None:
    raise sqlite3.OperationalError("locking protocol")


@pytest.mark.parametrize("connecting", [True, False])
def test_what_was_rolled_back_after_an_error_of_the_disk_is_not_saved(
    event: Path, disk_error: list[str], monkeypatch: pytest.MonkeyPatch, connecting: bool
) -> None:
    with closing(open_for_writing(event)) as store:
        list(store.read())
        disk_error.append("before")
        with monkeypatch.context() as patch:
            if not connecting:
                patch.setattr(sqlite, "_connect", _no_locks)
            with pytest.raises(StoreUnavailable, match="Nothing was written"):
                store.append(THEN)
        store.append(THEN)
        assert list(store.read()) == [*FIRST, *THEN]


def test_without_locks_a_journal_means_that_nothing_is_sure(
    event: Path, disk_error: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next program that opens the file would roll the writing back."""
    with closing(open_for_writing(event)) as store:
        list(store.read())
        disk_error.append("after")

        def fail(*_arguments: object, **_more: object) -> None:
            event.with_name("event.qv-journal").write_bytes(b"a journal")
            _no_locks()

        monkeypatch.setattr(sqlite, "_connect", fail)
        with pytest.raises(StoreUnavailable, match="Nothing was written"):
            store.append(THEN)


@pytest.mark.parametrize("count", [2**8 - 1, 2**31 - 1, 2**32 - 2, 2**32 - 1])
def test_the_count_of_writings_begins_again_after_four_bytes(event: Path, count: int) -> None:
    content = bytearray(event.read_bytes())
    content[24:28] = content[92:96] = count.to_bytes(4, "big")  # the second one says for which count the size is valid
    event.write_bytes(content)
    with closing(open_for_writing(event)) as store:
        list(store.read())
        store.append(THEN)
        store.append(LATER)
    assert int.from_bytes(event.read_bytes()[24:28], "big") == (count + 2) % 2**32


def test_a_folder_that_cannot_be_written_is_named_and_the_lock_is_free(
    event: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: not (path == event.parent and mode == os.W_OK))
        with pytest.raises(StoreUnavailable, match="You cannot write to the folder"):
            open_for_writing(event)
    open_for_writing(event).close()


def test_an_error_while_opening_leaves_the_lock_free(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_copy: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "_clear", fail)
        with pytest.raises(StoreUnavailable, match="Nothing was written"):
            open_for_writing(event)
    open_for_writing(event).close()


def test_a_copy_that_an_interrupted_migration_left_is_deleted(event: Path) -> None:
    left = [event.with_name(f".event.qv.migration{ending}") for ending in ("", "-journal")]
    for each in left:
        each.write_bytes(b"half")
    open_for_reading(event).close()
    assert all(each.exists() for each in left), "whoever reads changes nothing"
    open_for_writing(event).close()
    assert not any(each.exists() for each in left)


def test_a_file_that_was_replaced_before_it_was_locked_is_in_use(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = event.read_bytes()

    def replaced(_handle: int) -> None:
        event.unlink()
        event.write_bytes(content)

    with monkeypatch.context() as patch:
        patch.setattr("tournament.storage.lock._take", replaced)
        with pytest.raises(Locked):
            WriteLock(event)
    WriteLock(event).release()


class Clock:
    """Time passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.time = 100.0
        self.sleeps = 0

    def monotonic(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        assert 0 < seconds < 0.1
        self.time += 0.25
        self.sleeps += 1


@pytest.mark.parametrize(("journal", "short", "sleeps"), [
    (True, [False], 0),
    (True, [True, True, True, False], 3),
    (False, [True, False, False], 1),
])  # fmt: skip
def test_a_reader_waits_while_a_file_is_written(
    event: Path, monkeypatch: pytest.MonkeyPatch, journal: bool, short: list[bool], sleeps: int
) -> None:
    """The journal may be gone, and the file complete, between two looks."""
    clock, answers = Clock(), iter(short)
    if journal:
        event.with_name("event.qv-journal").write_bytes(b"")
    monkeypatch.setattr(sqlite, "monotonic", clock.monotonic)
    monkeypatch.setattr(sqlite, "sleep", clock.sleep)
    monkeypatch.setattr(sqlite, "_is_short", lambda _path: next(answers))
    sqlite._check_size(event)
    assert clock.sleeps == sleeps
    assert next(answers, None) is None


@pytest.mark.parametrize(("journal", "seconds"), [(True, 2.25), (False, 0)])
def test_a_file_that_stays_short_is_damaged_after_two_seconds_or_at_once(
    event: Path, monkeypatch: pytest.MonkeyPatch, journal: bool, seconds: float
) -> None:
    clock = Clock()
    if journal:
        event.with_name("event.qv-journal").write_bytes(b"")
    monkeypatch.setattr(sqlite, "monotonic", clock.monotonic)
    monkeypatch.setattr(sqlite, "sleep", clock.sleep)
    os.truncate(event, event.stat().st_size - 1)
    with pytest.raises(StoreDamaged, match="truncated"):
        sqlite._check_size(event)
    assert clock.time - 100 == seconds


@pytest.mark.parametrize(("stated", "size"), [(1, 65536), (512, 512), (4096, 4096), (0x8000, 0x8000)])
def test_a_file_has_as_many_pages_as_its_head_says(tmp_path: Path, stated: int, size: int) -> None:
    """A page of 65,536 bytes, which two bytes cannot say, is stated as 1; the number of pages has four bytes."""
    path = tmp_path / "event.qv"
    head = bytes(16) + stated.to_bytes(2, "big") + bytes([9] * 10)
    for count in (2, 3):
        path.write_bytes((head + count.to_bytes(4, "big") + b"\x09").ljust(count * size, b"\0"))
        assert not sqlite._is_short(path)
        os.truncate(path, count * size - 1)
        assert sqlite._is_short(path)
    path.write_bytes(head + (1 << 24).to_bytes(4, "big"))
    os.truncate(path, 3 * size)
    assert sqlite._is_short(path)


def test_what_another_program_left_while_the_file_was_closed_is_noticed(event: Path) -> None:
    """The file is only closed for the moment in which a converted copy takes its place."""
    for left, content in (("event.qv-journal", b"a journal"), ("event.qv", event.read_bytes()[:4096])):
        store = open_for_writing(event)
        list(store.read())
        before = event.read_bytes()
        store._close_meanwhile()
        event.with_name(left).write_bytes(content)
        with pytest.raises(StoreChanged):
            store.append(THEN)
        store.close()
        event.with_name("event.qv-journal").unlink(missing_ok=True)
        event.write_bytes(before)
        store = open_for_writing(event)
        store._close_meanwhile()
        assert list(store.read()) == FIRST
        store.close()
