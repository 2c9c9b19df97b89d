"""The store on an SQLite file."""

import sqlite3
import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from tournament.ledger.entry import Record
from tournament.storage import refusals
from tournament.storage.lock import Locked, WriteLock
from tournament.storage.schema import APPLICATION_ID, FILE_VERSION, journal, metadata
from tournament.use_cases.store import Conflict, StoreDamaged, StoreUnavailable

_MAGIC = b"SQLite format 3\0"
_FIELDS = ("id", "stream", "number", "kind", "version", "author", "desk", "time", "content", "previous", "hash")
_COLUMNS = tuple(journal.c[name] for name in _FIELDS)
_READING = str(select(*_COLUMNS).order_by(journal.c.position).compile(dialect=sqlite.dialect()))
_WRITING = str(journal.insert().compile(dialect=sqlite.dialect(), column_keys=_FIELDS))
_values_of = attrgetter(*_FIELDS)


class SqliteStore:
    """An event file, open. One connection, used by one thread at a time."""

    def __init__(self, path: Path, connection: Connection, lock: WriteLock | None) -> None:
        self._path = path
        self._connection = connection
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        self._driver = driver
        """The same connection: what is written at each hand, and read at each opening, is always put the same way."""
        self._lock = lock
        self._turn = threading.Lock()

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self._path)

    @property
    def writable(self) -> bool:
        """False when it was opened for reading only."""
        return self._lock is not None

    def read(self) -> Iterator[Record]:
        """All records, oldest first. Raises StoreDamaged or StoreUnavailable."""
        intern = sys.intern
        previous = ""
        try:
            with self._turn, self._connection.begin():
                for (  # rows of the driver as they are: there are tens of thousands
                    id,
                    stream,
                    number,
                    kind,
                    version,
                    author,
                    desk,
                    time,
                    content,
                    before,
                    hash,
                ) in self._driver.execute(_READING):
                    before = previous if before == previous else before
                    previous = hash
                    yield Record(
                        id, intern(stream), number, intern(kind), version, intern(author), intern(desk), time, content,
                        before, hash,
                    )  # fmt: skip
        except (DBAPIError, sqlite3.Error) as error:
            raise _refusal(error, self._path) from error

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records`` in one transaction; returns once they are on the disk."""
        if not self.writable:
            raise StoreUnavailable(refusals.read_only(self._path))
        try:
            with self._turn, self._driver:  # commits, or rolls back
                self._driver.execute("BEGIN IMMEDIATE")
                self._driver.executemany(_WRITING, map(_values_of, records))
        except sqlite3.IntegrityError as error:
            raise self._conflict(records) or refusals.refusal_of(error, self._path) from error
        except sqlite3.Error as error:
            raise refusals.refusal_of(error, self._path) from error

    def close(self) -> None:
        """Close the file, then let go of the lock. May be repeated."""
        self._connection.close()
        self._connection.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def _conflict(self, records: Sequence[Record]) -> Conflict | None:
        with self._turn, self._connection.begin():
            for record in records:
                taken = select(journal.c.id).where(journal.c.stream == record.stream, journal.c.number == record.number)
                if self._connection.execute(taken).first() is not None:
                    return Conflict(record.stream, record.number)
        return None


def create(path: Path) -> SqliteStore:
    """Make an empty event file. Raises StoreDamaged when ``path`` exists, StoreUnavailable when it cannot be made."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error
    lock = _locked(path)
    try:
        connection = _connect(path, writing=True)
        with connection.begin():
            metadata.create_all(connection)
            connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
            connection.execute(text(f"PRAGMA user_version = {FILE_VERSION}"))
    except DBAPIError as error:
        lock.release()
        path.unlink()
        raise _refusal(error, path) from error
    return SqliteStore(path, connection, lock)


def open_for_writing(path: Path) -> SqliteStore:
    """Open an event file alone. Raises StoreDamaged or StoreUnavailable (read-only, in use)."""
    _check_header(path)
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise StoreUnavailable(refusals.read_only(path))
    return _open(path, _locked(path))


def open_for_reading(path: Path) -> SqliteStore:
    """Open an event file to look at it, also while another process writes."""
    _check_header(path)
    return _open(path, None)


def _open(path: Path, lock: WriteLock | None) -> SqliteStore:
    connection: Connection | None = None
    try:
        connection = _connect(path, writing=lock is not None)
        with connection.begin():
            answer = connection.execute(text("PRAGMA quick_check(1)")).scalar()
            found = connection.execute(text("SELECT count(*) FROM sqlite_schema WHERE name = 'journal'")).scalar()
        if answer != "ok" or not found:
            raise StoreDamaged(refusals.damaged(path))
    except (DBAPIError, StoreDamaged) as error:
        if connection is not None:
            connection.close()
        if lock is not None:
            lock.release()
        raise (_refusal(error, path) if isinstance(error, DBAPIError) else error) from error
    return SqliteStore(path, connection, lock)


def _locked(path: Path) -> WriteLock:
    try:
        return WriteLock(path)
    except Locked as error:
        raise StoreUnavailable(refusals.in_use(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error


def _check_header(path: Path) -> None:
    """Look at the first hundred bytes: is it an event, whole, and not from the future?"""
    try:
        with path.open("rb") as file:
            head = file.read(100)
        size = path.stat().st_size
    except FileNotFoundError as error:
        raise StoreDamaged(refusals.missing(path)) from error
    except IsADirectoryError as error:
        raise StoreDamaged(refusals.no_event(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error
    if not head.startswith(_MAGIC) or (len(head) == 100 and int.from_bytes(head[68:72], "big") != APPLICATION_ID):
        raise StoreDamaged(refusals.no_event(path))
    page = int.from_bytes(head[16:18], "big")
    whole = (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")
    recovering = path.with_name(path.name + "-journal").exists()
    if len(head) < 100 or (size < whole and not recovering):
        raise StoreDamaged(refusals.damaged(path))
    if int.from_bytes(head[60:64], "big") > FILE_VERSION:
        raise StoreDamaged(refusals.newer(path))


def _connect(path: Path, *, writing: bool) -> Connection:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=NullPool,
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": 5},
    )
    _prepare(engine, writing=writing)
    return engine.connect()


def _prepare(engine: Engine, *, writing: bool) -> None:
    @event.listens_for(engine, "connect")
    def _pragmas(connection: sqlite3.Connection, _record: object) -> None:
        for pragma in ("journal_mode = DELETE", "synchronous = EXTRA", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        if not writing:
            connection.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _refusal(error: DBAPIError | sqlite3.Error, path: Path) -> StoreDamaged | StoreUnavailable:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return refusals.refusal_of(cause if isinstance(cause, sqlite3.Error | OSError) else sqlite3.Error(str(error)), path)
