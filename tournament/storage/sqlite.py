"""The store of an event in an SQLite file."""

import os
import sqlite3
import stat
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from sys import intern
from time import monotonic, sleep
from urllib.parse import quote

from tournament.files.writing import ON_WINDOWS, is_impossible, replace, sync_folder
from tournament.language import Text
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import refusals
from tournament.storage.crash_journal import is_left, settle
from tournament.storage.lock import Locked, WriteLock, is_held_here
from tournament.storage.private_table import KnownRows, write_private
from tournament.storage.schema import (
    ADD_ENTRY,
    APPLICATION_ID,
    FIELDS,
    FILE_VERSION,
    FIND_NUMBER,
    MOVE_END,
    PRIVATE_VERSION,
    READ_AFTER,
    READ_END,
    READ_JOURNAL,
    lay_out,
    layout_difference,
)
from tournament.use_cases.chain import chain_problems
from tournament.use_cases.ports import (
    Conflict,
    PrivateConflict,
    PrivateRow,
    StoreBroken,
    StoreChanged,
    StoreDamaged,
    StoreMissing,
    StoreUnavailable,
)

_MAGIC = b"SQLite format 3\0"
_TYPES = (int, str, str, int, str, int, *(str,) * 8)
"""The Python types that the values of each column can have."""
_CHECK = "PRAGMA integrity_check({most})"
"""SQLite's full check, which compares the indexes with the tables. On an event of 19,200 hands it takes 5 % of the time
of opening it."""
_CHECK_WITHOUT_INDEXES = "PRAGMA quick_check({most})"
_MOST_FINDINGS = 20
_values_of = attrgetter(*FIELDS)
_PATIENCE = 2.0
"""How many seconds a reader waits for a program that is writing."""
_LOCK_PATIENCE = 5.0
"""How many seconds SQLite waits for a lock."""
_NO_STAMP = ()
"""A stamp that no file has, so that it differs from that of any file."""


def file_address(path: Path) -> str:
    """The address of a file as SQLite takes it, without options, such as ``file:///events/cup%202.qv``.

    ``Path.as_uri`` imports the clients of HTTP and TLS from Python 3.14 on, and names the server of a shared folder of
    Windows where SQLite allows no name.
    """
    place = path.resolve().as_posix()
    return f"file://{'' if place.startswith('/') else '/'}{quote(os.fsencode(place), safe='/:')}"


class SqliteStore:
    """An open event file. It has one connection, for one thread at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: WriteLock | None, version: int) -> None:
        self._path = path
        self._connection = connection
        self._version = version
        """The version of the file's layout."""
        self._lock = lock
        self._turn = threading.Lock()
        self._private = KnownRows()
        self._away = False
        """Whether the file was closed so that another one could take its place, and must be opened again."""
        self._end: Fingerprint | None = None
        self.findings: tuple[Text, ...] = ()
        """What is wrong with the file, if it was opened in order to examine it."""
        self._stamp: tuple[int, ...] | None = None
        """The stamp of the file as this process left it."""
        self.notices: tuple[Text, ...] = ()
        """What happened when it was opened and the user must know."""

    @property
    def place(self) -> str:
        """The path of the file."""
        return str(self._path)

    @property
    def writable(self) -> bool:
        """Whether it was opened for writing."""
        return self._lock is not None

    @property
    def end(self) -> Fingerprint | None:
        """The end of the journal that the file stated when it was last read or written. None in the first version."""
        return self._end

    def read(self) -> Iterator[Record]:
        """Yield all records, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""
        last = ""
        try:
            self._open_again()
            with self._turn, _transaction(self._connection, writing=self.writable):
                self._look_at_end()
                for row in self._connection.execute(READ_JOURNAL[self._version]):
                    if tuple(map(type, row)) != _TYPES:
                        raise StoreBroken(self._finding or self._odd(row))
                    (
                        position, id, stream, number, kind, version, author, desk, time,
                        content, previous, before, role, hash,
                    ) = row  # fmt: skip
                    previous = last if previous == last else previous
                    before = last if before == last else before
                    last = hash
                    yield Record(
                        position, id, intern(stream), number, intern(kind), version, intern(author), intern(desk), time,
                        intern(content), previous, before, intern(role), hash,
                    )  # fmt: skip
        except sqlite3.Error as error:
            if str(error).startswith(refusals.NOT_DECODED):
                raise StoreBroken(self._finding or self._undecodable()) from error
            if self._finding is not None:  # For instance a column of this version that the file lacks.
                raise StoreBroken(self._finding) from error
            raise refusals.refusal_of(error, self._path) from error

    @property
    def _finding(self) -> Text | None:
        """The first fault that was found when the file was opened. An opening that does not examine names the same."""
        return next(iter(self.findings), None)

    def _odd(self, row: Sequence[object]) -> Text:
        column = next(name for name, value, kind in zip(FIELDS, row, _TYPES, strict=True) if type(value) is not kind)
        return refusals.odd_entry(self._path, row[0], column)

    def _undecodable(self) -> Text:
        """Return the first text that is not valid UTF-8."""
        self._connection.text_factory = bytes
        for row in self._connection.execute(READ_JOURNAL[self._version]):
            for name, value in zip(FIELDS, row, strict=True):
                if isinstance(value, bytes) and not _is_utf8(value):
                    return refusals.odd_entry(self._path, row[0], name)
        return refusals.damaged(self._path)

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records`` in one transaction, and return when they are on the disk.

        A file of an earlier version is first converted to the current layout (:meth:`_migrate`). Raise StoreChanged if
        another program has changed the file.
        """
        if not self.writable:
            raise StoreUnavailable(refusals.read_only(self._path))
        first, last = records[0], records[-1]
        before, end = Fingerprint(first.position - 1, first.before), Fingerprint(last.position, last.hash)
        self._get_ready()
        try:
            self.write(records, before, end)
        except sqlite3.IntegrityError as error:
            raise self._conflict(records) or refusals.refusal_of(error, self._path) from error
        except sqlite3.Error as error:
            refusal = refusals.refusal_of(error, self._path)
            self._check_place()
            if self._is_written(end):
                return
            if isinstance(refusal, StoreDamaged):  # it was whole when it was opened
                raise StoreChanged(refusals.changed(self._path)) from error
            raise refusal from error
        except OSError as error:
            raise refusals.refusal_of(error, self._path) from error

    def _get_ready(self) -> None:
        """Make sure that the file is open, is still the one that was opened, and has the current layout."""
        try:
            self._open_again()
            self._check_place()
            if self._version < FILE_VERSION:
                self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise refusals.refusal_of(error, self._path) from error

    def write(self, records: Sequence[Record], before: Fingerprint, end: Fingerprint) -> None:
        """Append ``records`` to the journal that ends with ``before``, so that it ends with ``end``.

        They are read back before the commit, since a trigger of another program may have dropped them.
        """
        rows = [_values_of(record) for record in records]
        with self._turn:
            self._forget_what_changed()
            self._write(rows, before, end, records[0])
            self._stamp = self._now()
        self._end = end

    def _write(self, rows: Sequence[tuple[object, ...]], before: Fingerprint, end: Fingerprint, first: Record) -> None:
        with _transaction(self._connection, writing=True):
            self._check_place()
            writings, stamp = self._writings(), self._now()
            stated = self._stated_end()
            if self._end is not None and stated != self._end:
                raise StoreChanged(refusals.changed(self._path))
            if stated != before:
                raise Conflict(first.stream, first.number)
            self._connection.executemany(ADD_ENTRY, rows)
            self._connection.execute(MOVE_END, (end.entries, end.hash))
            kept = self._connection.execute(READ_AFTER, (before.entries,)).fetchall()
            if kept != rows or self._stated_end() != end:
                raise StoreUnavailable(refusals.not_kept(self._path))
            self._check_place()
            # SQLite itself writes to the file only at the commit, so an earlier change is another program's.
            if self._now() != stamp and not self._holds(stated):
                raise StoreChanged(refusals.changed(self._path))
        self._check_place()  # Also while it was committed.
        if writings is not None and self._writings() != (writings + 1) % (1 << 32):
            raise StoreChanged(refusals.changed(self._path))

    def private_rows(self) -> tuple[PrivateRow, ...]:
        """Return the data of people that are beside the journal. Raise StoreDamaged or StoreUnavailable."""
        try:
            self._open_again()
            with self._turn, _transaction(self._connection, writing=False):
                return self._private.read(self._connection)
        except sqlite3.Error as error:
            raise refusals.refusal_of(error, self._path) from error

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write data of people, all ``rows`` or none (:class:`tournament.use_cases.ports.PrivateStore`).

        If some are erased, the file is written as a whole, so that no byte of them is left in its free space.
        """
        if not self.writable:
            raise StoreUnavailable(refusals.read_only(self._path))
        self._get_ready()
        try:
            with self._turn:
                self._forget_what_changed()
                with _transaction(self._connection, writing=True):
                    self._check_place()
                    conflicts = write_private(self._connection, rows)
                    if conflicts:
                        raise PrivateConflict(conflicts)
                self._private.note(rows)
                self._version = PRIVATE_VERSION
                if any(row.is_erased for row in rows):
                    self._write_as_a_whole()
                self._check_place()
                self._stamp = self._now()
        except (sqlite3.Error, OSError) as error:
            self._private.forget()  # The disk may have failed after the commit.
            raise refusals.refusal_of(error, self._path) from error

    def replace_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write ``rows`` in place of all data of people in the file, which a lost host had."""
        self._get_ready()
        try:
            with self._turn:
                self._forget_what_changed()
                self._private.forget()
                with _transaction(self._connection, writing=True):
                    self._check_place()
                    write_private(self._connection, rows, replacing=True)
                self._version = PRIVATE_VERSION
                self._write_as_a_whole()
                self._stamp = self._now()
        except (sqlite3.Error, OSError) as error:
            raise refusals.refusal_of(error, self._path) from error

    def _write_as_a_whole(self) -> None:
        try:
            self._connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise StoreUnavailable(refusals.not_purged(self._path)) from error

    def _is_written(self, end: Fingerprint) -> bool:
        """Return whether the journal ends with ``end`` although writing failed.

        The disk may have failed after the commit. A new connection completes or rolls back what was begun, as the next
        program that opens the file would.
        """
        with self._turn:
            self._connection.close()
            self._stamp = _NO_STAMP  # So that the next call opens the file again.
            try:
                self._connection = _connect(self._path, writing=True)
                if self._stated_end() != end:
                    return False
                self._stamp = self._now()
            except (sqlite3.Error, StoreDamaged):
                if not self._ends_unlocked(end):
                    return False
        self._end = end
        return True

    def _ends_unlocked(self, end: Fingerprint) -> bool:
        """Return whether the file states ``end`` and nothing beside it would undo that. It is read without locks.

        A system may fail to give locks after the commit. Nobody else writes then, since this program holds its own
        lock.
        """
        if os.path.lexists(f"{self._path}-journal"):
            return False
        try:
            with closing(sqlite3.connect(f"{file_address(self._path)}?mode=ro&immutable=1", uri=True)) as found:
                return found.execute(READ_END).fetchall() == [(end.entries, end.hash)]
        except (sqlite3.Error, UnicodeDecodeError):
            return False

    def _look_at_end(self) -> None:
        """Read the end that the file states.

        Raise StoreChanged if it has changed although this process is the only writer.
        """
        stated = self._stated_end()
        if self._lock is not None and self._end not in (None, stated):
            raise StoreChanged(refusals.changed(self._path))
        self._end = stated
        if self._stamp is None:
            self._stamp = self._now()

    def _now(self) -> tuple[int, int, int] | None:
        return self._lock.stamp() if self._lock is not None else None

    def _check_place(self) -> None:
        """Raise StoreChanged if the path now names another file, or none."""
        if self._lock is not None and not self._lock.is_of(self._path):
            raise StoreChanged(refusals.moved(self._path))

    def _writings(self) -> int | None:
        """Return the number of transactions that wrote to the file, as the file counts them."""
        return int.from_bytes(self._lock.head()[24:28], "big") if self._lock is not None else None

    def _holds(self, end: Fingerprint) -> bool:
        """Return whether the file, opened again, is whole and ends with ``end``.

        This matters when the time of the file has changed, since some systems report the time of a write late.
        """
        try:
            with closing(_connect(self._path, writing=False)) as other:
                whole = other.execute(_CHECK.format(most=1)).fetchone() == ("ok",)
                return whole and other.execute(READ_END).fetchall() == [(end.entries, end.hash)]
        except sqlite3.Error:
            return False

    def _forget_what_changed(self) -> None:
        """Open the file again if it has changed since this process wrote it.

        Otherwise SQLite might use pages of another file from its cache.
        """
        if self._now() == self._stamp or self._stamp is None:
            return
        self._connection.close()
        self._connection = _connect(self._path, writing=True)
        if self._connection.execute(_CHECK.format(most=1)).fetchone() != ("ok",):
            raise StoreChanged(refusals.changed(self._path))

    def _stated_end(self) -> Fingerprint | None:
        if self._version < 2:
            return None
        match self._connection.execute(READ_END).fetchall():
            case [(int(entries), str(hash))]:
                return Fingerprint(entries, hash)
            case _:
                raise StoreBroken(self._finding or refusals.damaged(self._path))

    def _migrate(self) -> None:
        """Convert a file of an earlier version to the current layout, on a copy that replaces it when it is whole.

        The entries stay as they are. The lock is held all the time, on the file until it is replaced and on the copy
        from its beginning; on Windows, where an open file cannot be replaced, both are released for that moment. If
        anything fails, the store continues with the file as it was.
        """
        place = self._path.resolve()  # So that a symbolic link is kept.
        records = tuple(self.read())
        end = NO_ENTRIES
        for record in records:
            end = end.with_entry(record)
        copy = _migration_copy(place)
        _clear(copy)
        status = place.stat()
        connection, lock = _make(copy)
        made = SqliteStore(copy, connection, lock, FILE_VERSION)
        try:
            copy.chmod(stat.S_IMODE(status.st_mode))
            if records:
                made.write(records, NO_ENTRIES, end)
            whole = connection.execute(_CHECK.format(most=1)).fetchone() == ("ok",)
            if tuple(made.read()) != records or made.end != end or not whole:
                raise StoreUnavailable(refusals.not_kept(self._path))
            self._check_place()
            connection.close()
            if ON_WINDOWS:
                self._close_meanwhile()
                lock.release()
            replace(copy, place)
        except BaseException:
            made.close()
            # The copy is not needed any more; if it stays, it is deleted when the file is opened again.
            with suppress(OSError):
                _clear(copy)
            self._open_again()
            raise
        self._close_meanwhile()
        self._lock, self._end = lock, end
        self._open_again()
        sync_folder(place.parent)

    def _close_meanwhile(self) -> None:
        """Close the file and release its lock, so that another file can take its place."""
        self._away = True
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _open_again(self) -> None:
        """Lock and open the file again if it was closed. If that fails, the next entry tries it again."""
        if not self._away:
            return
        if self._lock is None or not self._lock.is_held:
            self._lock = _locked(self._path)
        if is_left(self._path):  # Another program wrote meanwhile and crashed.
            raise StoreChanged(refusals.changed(self._path))
        try:
            self._connection, self._version, _ = _connect_checked(self._path, writing=True)
        except StoreDamaged as error:  # It was whole when it was closed.
            raise StoreChanged(refusals.changed(self._path)) from error
        self._away, self._stamp = False, None

    def image(self) -> bytes:
        """Return the database as the bytes of a file."""
        return self._connection.serialize()

    def close(self) -> None:
        """Close the file, then release the lock. May be called again."""
        self._away = False
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def _conflict(self, records: Sequence[Record]) -> Conflict | None:
        with self._turn, _transaction(self._connection, writing=True):
            for record in records:
                if self._connection.execute(FIND_NUMBER, (record.stream, record.number)).fetchone() is not None:
                    return Conflict(record.stream, record.number)
        return None


def event_image(records: Sequence[Record], private: Sequence[PrivateRow] = ()) -> bytes:
    """Return the bytes of an event file with ``records`` and the ``private`` data of people, made in memory."""
    connection = _connect(None, writing=True)
    try:
        with _transaction(connection, writing=True):
            lay_out(connection)
        store = SqliteStore(Path(), connection, None, FILE_VERSION)
        end = NO_ENTRIES
        for record in records:
            end = end.with_entry(record)
        if records:
            store.write(records, NO_ENTRIES, end)
        if private:
            with _transaction(connection, writing=True):
                write_private(connection, private, replacing=True)
        return store.image()
    finally:
        connection.close()


def _make(path: Path) -> tuple[sqlite3.Connection, WriteLock]:
    try:
        path.touch(0o600, exist_ok=False)
    except FileExistsError as error:
        raise StoreDamaged(refusals.exists(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error
    lock = _locked(path)
    try:
        connection = _connect(path, writing=True)
        with _transaction(connection, writing=True):
            lay_out(connection)
    except sqlite3.Error as error:
        lock.release()
        path.unlink()
        raise refusals.refusal_of(error, path) from error
    return connection, lock


def _migration_copy(path: Path) -> Path:
    """Return the path of the copy of ``path`` in the current layout, after deleting one that a crash left there."""
    return path.with_name(f".{path.name}.migration")


def _clear(copy: Path) -> None:
    for left in (copy, copy.with_name(f"{copy.name}-journal")):
        left.unlink(missing_ok=True)


def open_for_writing(path: Path) -> SqliteStore:
    """Open an event file for writing, which one process at a time can do.

    Raise StoreDamaged, or StoreUnavailable if it is read-only or in use.
    """
    _check_header(path)
    if not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise StoreUnavailable(refusals.read_only(path))
    lock = _locked(path)
    try:
        if not os.access(path.resolve().parent, os.W_OK):
            raise StoreUnavailable(refusals.folder_read_only(path))
        _clear(_migration_copy(path.resolve()))
        notices = settle(path, whole_records, lock)
        _check_size(path)
    except OSError as error:
        lock.release()
        raise refusals.refusal_of(error, path) from error
    except (StoreDamaged, StoreUnavailable):
        lock.release()
        raise
    store = _open(path, lock)
    store.notices = notices
    return store


def open_for_reading(path: Path, *, examining: bool = False, indexes: bool = True) -> SqliteStore:
    """Open an event file for reading, even while another process writes. Raise StoreDamaged or StoreUnavailable.

    With ``examining`` a damaged file is only refused if it has no journal; what is wrong with it is in
    :attr:`SqliteStore.findings`. Without ``indexes`` a damaged index is no fault, since the entries are whole.
    """
    if is_held_here(path):
        return _open(path, None, examining=examining, indexes=indexes)
    _check_header(path)
    notices = settle(path, whole_records)
    _check_size(path)
    store = _open(path, None, examining=examining, indexes=indexes)
    store.notices = notices
    return store


def whole_records(path: Path) -> tuple[Record, ...] | None:
    """Return the entries of the event file ``path`` with a journal beside it applied; None if they are not whole."""
    store: SqliteStore | None = None
    try:
        _check_header(path)
        store = _open(path, None, examining=True)
        records = tuple(store.read())
        return None if store.findings or chain_problems(records, store.end) else records
    except (StoreDamaged, StoreUnavailable):
        return None
    finally:
        if store is not None:
            store.close()


def _open(path: Path, lock: WriteLock | None, *, examining: bool = False, indexes: bool = True) -> SqliteStore:
    try:
        connection, version, findings = _connect_checked(
            path, writing=lock is not None, examining=examining, indexes=indexes
        )
    except (StoreDamaged, StoreUnavailable):
        if lock is not None:
            lock.release()
        raise
    store = SqliteStore(path, connection, lock, version)
    store.findings = findings
    return store


def _connect_checked(
    path: Path, *, writing: bool, examining: bool = False, indexes: bool = True
) -> tuple[sqlite3.Connection, int, tuple[Text, ...]]:
    """Return a connection to an event file, the version of its layout, and what is wrong with the file.

    Raise StoreDamaged if anything is wrong; when ``examining``, only if the file has no journal. Without ``indexes``
    they are not compared with the tables.
    """
    connection: sqlite3.Connection | None = None
    findings: list[Text] = []
    try:
        connection = _connect(path, writing=writing)
        with _transaction(connection, writing=writing):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if version not in READ_JOURNAL:  # a damaged header; `_check_header` has refused later versions
                raise StoreBroken(refusals.damaged(path))
            schema = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall()
            different = layout_difference(version, schema)
            if different is not None:
                findings.append(refusals.other_layout(path, different))
            check = _CHECK if indexes else _CHECK_WITHOUT_INDEXES
            for (answer,) in connection.execute(check.format(most=_MOST_FINDINGS)).fetchall():
                if answer != "ok":
                    findings.append(refusals.inconsistent(path, answer))
        if findings and not (examining and _has_journal(schema)):
            raise StoreBroken(findings[0])
    except (sqlite3.Error, StoreDamaged) as error:
        if connection is not None:
            connection.close()
        raise (refusals.refusal_of(error, path) if isinstance(error, sqlite3.Error) else error) from error
    return connection, version, tuple(dict.fromkeys(findings))


def _has_journal(schema: Iterable[Sequence[object]]) -> bool:
    return any(kind == "table" and name == "journal" for kind, name, *_ in schema)


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _locked(path: Path) -> WriteLock:
    try:
        return WriteLock(path)
    except Locked as error:
        raise StoreUnavailable(refusals.in_use(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error


def _check_header(path: Path) -> None:
    """Raise StoreDamaged unless the first hundred bytes are those of an event of this or an earlier version."""
    head = _head(path)
    if not head.startswith(_MAGIC) or (len(head) == 100 and int.from_bytes(head[68:72], "big") != APPLICATION_ID):
        raise StoreDamaged(refusals.no_event(path))
    if len(head) < 100:
        raise StoreBroken(refusals.damaged(path))
    if int.from_bytes(head[60:64], "big") > PRIVATE_VERSION:
        raise StoreDamaged(refusals.newer(path))


def _check_size(path: Path) -> None:
    """Raise StoreDamaged if the file is shorter than it says. Nothing is left to be rolled back at this point.

    A program that is writing writes the first page before the last; then a journal is beside the file, and the check
    waits for it.
    """
    until = monotonic() + _PATIENCE
    while _is_short(path):
        writing = path.with_name(f"{path.name}-journal").exists()
        if monotonic() > until or not (writing or not _is_short(path)):
            raise StoreBroken(refusals.damaged(path))
        sleep(0.01)


def _is_short(path: Path) -> bool:
    head = _head(path)
    page = int.from_bytes(head[16:18], "big")
    return path.stat().st_size < (65536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _head(path: Path) -> bytes:
    if is_impossible(path):
        raise StoreMissing(refusals.missing(path))
    try:
        if not stat.S_ISREG(mode := path.stat().st_mode):  # Opening a pipe would block.
            raise StoreDamaged(refusals.folder(path) if stat.S_ISDIR(mode) else refusals.no_event(path))
        with path.open("rb") as file:
            return file.read(100)
    except FileNotFoundError as error:
        raise StoreMissing(refusals.missing(path)) from error
    except OSError as error:
        raise refusals.refusal_of(error, path) from error


def _connect(path: Path | None, *, writing: bool) -> sqlite3.Connection:
    """Return a connection to the file ``path``, or to a database in memory."""
    name = ":memory:" if path is None else path.absolute()
    connection = sqlite3.connect(name, isolation_level=None, check_same_thread=False, timeout=_LOCK_PATIENCE)
    try:
        for pragma in (
            *("journal_mode = DELETE", "synchronous = EXTRA", "foreign_keys = ON"),
            *("trusted_schema = OFF", "cell_size_check = ON", "cache_spill = OFF"),
            *("secure_delete = ON", "temp_store = MEMORY"),
        ):
            _set(connection, pragma)
        if not writing:
            _set(connection, "query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _set(connection: sqlite3.Connection, pragma: str) -> None:
    try:
        connection.execute(f"PRAGMA {pragma}")
    except UnicodeDecodeError as error:  # SQLite's message repeats the damaged layout, which is not valid text.
        damage = sqlite3.DatabaseError(str(error))
        damage.sqlite_errorname = "SQLITE_CORRUPT"
        raise damage from error


@contextmanager
def _transaction(connection: sqlite3.Connection, *, writing: bool) -> Iterator[None]:
    """Commit the changes of the block, or roll them back if it fails.

    A writer excludes other writers from the beginning of the transaction.
    """
    with connection:
        connection.execute("BEGIN IMMEDIATE" if writing else "BEGIN")
        yield
