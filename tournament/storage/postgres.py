"""The store in a PostgreSQL database: several events, each written by any number of programs.

psycopg is imported when a database is used; if it is missing, the refusal says so. The settings of each connection make
sure that a commit is on the disk, and that no program waits forever for a server or another writer.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from re import fullmatch
from time import monotonic
from typing import TYPE_CHECKING, Any

from tournament.event.problem import Problem, Refused
from tournament.language import Text
from tournament.ledger.entry import Record
from tournament.ledger.fingerprint import NO_ENTRIES, Fingerprint
from tournament.storage import postgres_refusals as refusals
from tournament.storage.postgres_tables import (
    ADD_PRIVATE,
    ADD_RECORD,
    BEGIN_EVENT,
    CHANGE_PRIVATE,
    CHANNEL,
    CLEAR_PRIVATE,
    CREATE,
    CREATE_DESKS,
    CREATE_PRIVATE,
    FIND_NUMBER,
    HAS_DESKS,
    HAS_PRIVATE,
    HAS_SCHEMA,
    LAYOUT,
    LOCK_END,
    LOCK_PRIVATE,
    MOVE_END,
    NOTIFY,
    READ_AFTER,
    READ_BEFORE,
    READ_END,
    READ_ENDS,
    READ_HASH,
    READ_LAYOUT,
    READ_PRIVATE,
    SET,
)
from tournament.storage.schema import FIELDS
from tournament.use_cases.chain import fingerprint_of
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

if TYPE_CHECKING:
    from psycopg import Connection

_SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "30s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "4s",
    "default_transaction_isolation": "read committed",
    "search_path": "pg_catalog",
}
"""The settings of each connection.

With “read committed”, a program that waited for the end of a journal sees what was written meanwhile. A program that
stops while it is writing keeps that lock for less time (4 s) than others wait for it (5 s).
"""
_REACHING = {"connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
             "tcp_user_timeout": 20_000, "application_name": "quatre-vents", "client_encoding": "UTF8"}  # fmt: skip
"""Settings of libpq, unless the address contains others, by which it notices within seconds that a server does not
answer."""
_CREATING = 0x51345645
"""The advisory lock that lets one program at a time create tables."""
_values_of = attrgetter(*FIELDS)


class Address:
    """The URL of a database. Only :attr:`place`, which contains no password, may be shown."""

    def __init__(self, url: str) -> None:
        psycopg = _driver()
        try:
            found = psycopg.conninfo.conninfo_to_dict(url) if url.startswith(("postgresql://", "postgres://")) else {}
        except psycopg.Error:
            found = {}
        host, port, name = (str(found.get(each) or "") for each in ("host", "port", "dbname"))
        # The host or the name may then be part of a password, so the refusal does not repeat the address.
        if not found or "@" in host + name or not fullmatch("[0-9,]*", port):
            raise StoreMissing(refusals.bad_address()) from None
        self._settings: dict[str, Any] = {**_REACHING, **found}
        self.has_password = bool(found.get("password"))
        """Whether the URL contains a password."""
        user = f"{found['user']}@" if found.get("user") else ""
        self.place = f"postgresql://{user}{host}{port and f':{port}'}/{name}"

    def connect(self) -> "Connection":
        """Return a connection in which each statement is committed at once, unless a transaction is begun."""
        psycopg = _driver()
        try:
            connection: Connection = psycopg.connect(autocommit=True, **self._settings)
        except psycopg.Error as error:
            raise StoreUnavailable(refusals.unreachable(error, self.place)) from error
        try:
            connection.execute(SET, (list(_SETTINGS), list(_SETTINGS.values())))
        except psycopg.Error as error:
            connection.close()
            raise refusals.refusal_of(error, self.place) from error
        return connection

    @contextmanager
    def connected(self) -> "Iterator[Connection]":
        """Open a connection for some statements in one transaction."""
        with in_words(self.place), self.connect() as connection, connection.transaction():
            yield connection


class PostgresStore:
    """One event of a database, for one thread at a time; only :meth:`wait` may run in another thread meanwhile."""

    def __init__(self, address: Address, event: str | None) -> None:
        self._address = address
        self._event = event
        """The id of its first entry; None until that is written."""
        self._end: Fingerprint | None = None if event else NO_ENTRIES
        self._turn = threading.Lock()
        self._connection: Connection | None = None
        self._listening: Connection | None = None
        self.notices: tuple[Text, ...] = ()

    @property
    def place(self) -> str:
        """The address of the event, without a password."""
        return f"{self._address.place}/{self._event}" if self._event else self._address.place

    @property
    def end(self) -> Fingerprint | None:
        """The end of the journal that the database stated when it was last read or written."""
        return self._end

    def read(self) -> Iterator[Record]:
        """Return all records, oldest first. Raise StoreDamaged or StoreUnavailable if they cannot be read."""
        return iter(self.after(0))

    def after(self, position: int) -> Iterable[Record]:
        """Return the records after ``position``, whoever wrote them; the end of the journal is then known too.

        Raise StoreChanged if the database no longer contains what this store read or wrote.
        """
        if self._event is None:
            return ()
        with self._turn, in_words(self.place):
            connection = self._connected()
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                end = self._looked_at(connection, self._event, READ_END)
                rows = connection.execute(READ_AFTER, (self._event, position)).fetchall()
            self._end = end
        return tuple(Record(*row) for row in rows)

    def append(self, records: Sequence[Record]) -> None:
        """Write ``records`` in one transaction, and return once the server has them on its disk.

        Raise Conflict if another program has written since; :meth:`after` then returns what is new.
        """
        first, last = records[0], records[-1]
        before, end = Fingerprint(first.position - 1, first.before), Fingerprint(last.position, last.hash)
        event = self._event or first.id
        psycopg = _driver()
        committing = False
        with self._turn, in_words(self.place):
            connection = self._connected()
            try:
                with connection.transaction():
                    if self._looked_at(connection, event, LOCK_END, begins=self._event is None) != before:
                        raise Conflict(first.stream, first.number)
                    _write(connection, event, records, end, self.place)
                    committing = True
            except psycopg.errors.UniqueViolation:
                conflict = self._conflict(event, records)
                if conflict is None:
                    raise
                raise conflict from None
            except psycopg.OperationalError:
                if not committing or not self._is_written(event, last):
                    raise
            self._event, self._end = event, end

    def wait(self, timeout: float) -> bool:
        """Return whether another program wrote within ``timeout`` seconds, or since this store last read.

        It may be called by a thread of its own, while another one reads and writes. Raise StoreUnavailable if that
        fails.
        """
        until = monotonic() + timeout
        with in_words(self.place):
            if self._listening is None or self._listening.closed:
                self._listening = self._address.connect()
                self._listening.execute(f"LISTEN {CHANNEL}")
            stated = self._listening.execute(READ_END, (self._event,)).fetchone()
            if stated is not None and self._is_news(stated[0]):
                return True
            while (left := until - monotonic()) > 0:
                for notice in self._listening.notifies(timeout=left, stop_after=1):
                    entries, _, event = notice.payload.partition(" ")
                    if event == self._event and entries.isdecimal() and self._is_news(int(entries)):
                        return True
        return False

    def close(self) -> None:
        """Close the connections. May be called again; a later call of another method connects again."""
        for connection in (self._connection, self._listening):
            if connection is not None:
                connection.close()

    def private_rows(self) -> tuple[PrivateRow, ...]:
        """Return the data of people; none if an earlier version created the tables, or before the first entry."""
        if self._event is None:
            return ()
        with self._turn, in_words(self.place):
            return _private_rows(self._connected(), self._event)

    def write_private(self, rows: Sequence[PrivateRow]) -> None:
        """Write data of people, all ``rows`` or none (:class:`tournament.use_cases.ports.PrivateStore`).

        After an erasure the table is written as a whole, if this account owns it. The write-ahead log and the backups
        of the server are not reached.
        """
        if self._event is None:
            raise StoreMissing(refusals.no_event(self._address.place, ""))
        with self._turn, in_words(self.place):
            connection = self._connected()
            if connection.execute(HAS_PRIVATE).fetchone() is None:
                raise StoreUnavailable(refusals.no_private_table(self._address.place))
            with connection.transaction():
                conflicts = _write_private(connection, self._event, rows)
                if conflicts:
                    raise PrivateConflict(conflicts)
            if any(row.is_erased for row in rows):
                connection.execute(CLEAR_PRIVATE)

    def _is_news(self, entries: int) -> bool:
        return self._end is None or entries > self._end.entries

    def _connected(self) -> "Connection":
        """Return the connection, which is made again if it broke."""
        if self._connection is None or self._connection.closed:
            self._connection = self._address.connect()
        return self._connection

    def _looked_at(self, connection: "Connection", event: str, sql: str, *, begins: bool = False) -> Fingerprint:
        """Return the end of the journal that the database states.

        Raise StoreChanged if it does not continue the known end.
        """
        if begins:
            connection.execute(BEGIN_EVENT, (event, NO_ENTRIES.entries, NO_ENTRIES.hash))
        row = connection.execute(sql, (event,)).fetchone()
        known = self._end
        if row is None:
            raise StoreMissing(refusals.no_event(self._address.place, event))
        end = Fingerprint(*row)
        if known is None or known in (end, NO_ENTRIES):
            return end
        if end.entries > known.entries:
            next = connection.execute(READ_BEFORE, (event, known.entries + 1)).fetchone()
            if next is not None and next[0] in (known.hash, ""):  # Records of the first version name no hash.
                return end
        raise StoreChanged(refusals.went_back(self.place))

    def _conflict(self, event: str, records: Sequence[Record]) -> Conflict | None:
        """Return the conflict about the first number of a stream that is already taken; None if all are free."""
        for record in records:
            if self._connected().execute(FIND_NUMBER, (event, record.stream, record.number)).fetchone() is not None:
                return Conflict(record.stream, record.number)
        return None

    def _is_written(self, event: str, last: Record) -> bool:
        """Whether ``last`` was written although the server did not confirm it.

        Raise StoreUnavailable if that is unknown. The end of the journal is locked for this, which waits as long as the
        server is still committing.
        """
        psycopg = _driver()
        try:
            connection = self._connected()
            with connection.transaction(force_rollback=True):
                connection.execute(BEGIN_EVENT, (event, NO_ENTRIES.entries, NO_ENTRIES.hash))
                connection.execute(LOCK_END, (event,))
                return connection.execute(READ_HASH, (event, last.position)).fetchone() == (last.hash,)
        except (psycopg.Error, StoreUnavailable) as error:
            raise StoreUnavailable(refusals.unknown(self.place)) from error


def split_address(address: str) -> tuple[str, str]:
    """Return the URL of the database and the id of the event in ``URL/EVENT``; the id is empty if there is none."""
    base, mark, query = address.partition("?")
    if base.count("/") > 3:
        base, _, event = base.rpartition("/")
    else:  # The event is after the options of the connection.
        query, _, event = query.rpartition("/")
    return (f"{base}{mark}{query}", event) if (event and query) or not mark else (address, "")


def open_event(url: str, event: str) -> PostgresStore:
    """Return the event whose first entry has the id ``event``. Raise StoreMissing, StoreDamaged or StoreUnavailable."""
    address = Address(url)
    with address.connected() as connection:
        _check_layout(connection, address.place)
        if connection.execute(READ_END, (event,)).fetchone() is None:
            raise StoreMissing(refusals.no_event(address.place, event))
    return PostgresStore(address, event)


def create_event(url: str) -> PostgresStore:
    """Return a store for an event that begins with the first entries appended.

    Raise StoreDamaged or StoreUnavailable.
    """
    address = Address(url)
    with address.connected() as connection:
        _check_layout(connection, address.place)
    return PostgresStore(address, None)


def list_events(url: str) -> tuple[DatabaseEvent, ...]:
    """Return the events of the database, by id. Raise StoreDamaged or StoreUnavailable."""
    address = Address(url)
    with address.connected() as connection:
        _check_layout(connection, address.place)
        return tuple(DatabaseEvent(id, Fingerprint(*end)) for id, *end in connection.execute(READ_ENDS).fetchall())


def create_tables(url: str) -> None:
    """Create the tables that are missing. Raise StoreDamaged if another version created those that exist."""
    address = Address(url)
    with address.connected() as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_CREATING,))
        if connection.execute(HAS_SCHEMA).fetchone() is None:
            (encoding,) = connection.execute("SHOW server_encoding").fetchone() or ("",)
            if encoding != "UTF8":
                raise StoreDamaged(refusals.other_encoding(address.place, encoding))
            for statement in CREATE:
                connection.execute(statement)
        _check_layout(connection, address.place)
        if connection.execute(HAS_DESKS).fetchone() is None:  # An earlier version created the other tables.
            for statement in CREATE_DESKS:
                connection.execute(statement)
        if connection.execute(HAS_PRIVATE).fetchone() is None:
            connection.execute(CREATE_PRIVATE)


def _private_rows(connection: "Connection", event: str) -> tuple[PrivateRow, ...]:
    if connection.execute(HAS_PRIVATE).fetchone() is None:  # An earlier version created the tables.
        return ()
    return tuple(PrivateRow(*row) for row in connection.execute(READ_PRIVATE, (event,)).fetchall())


def _write_private(connection: "Connection", event: str, rows: Sequence[PrivateRow]) -> tuple[PrivateRow, ...]:
    """Write ``rows`` in the current transaction; return those that are stored in another version than the one before
    theirs, after which it must be rolled back.

    Rows are locked in the order of their ids, so that two programs cannot wait for each other.
    """
    conflicts = []
    for row in sorted(rows, key=lambda row: row.id):
        if row.version == 1:
            written = connection.execute(ADD_PRIVATE, (event, row.id, row.version, row.content)).rowcount
        else:
            change = (row.version, row.content, event, row.id, row.version - 1)
            written = connection.execute(CHANGE_PRIVATE, change).rowcount
        if written != 1:
            found = connection.execute(LOCK_PRIVATE, (event, row.id)).fetchone()
            conflicts.append(PrivateRow(*found) if found is not None else PrivateRow(row.id, 0, ""))
    return tuple(conflicts)


def put(url: str, records: Sequence[Record], private: Sequence[PrivateRow] = ()) -> tuple[Fingerprint, int]:
    """Write the journal ``records``, at least one, into the database, all or none, and the data of people beside it.

    Of a person who is there already, the newer version stays, and who was erased in one place is erased.

    Return the end that the journal then has there, and how many records were new. An event that exists is continued; in
    an older copy of it nothing is new. Raise Refused if it has other entries, StoreDamaged or StoreUnavailable if the
    database fails.
    """
    address, event = Address(url), records[0].id
    with address.connected() as connection:
        _check_layout(connection, address.place)
        connection.execute(BEGIN_EVENT, (event, NO_ENTRIES.entries, NO_ENTRIES.hash))
        there = Fingerprint(*(connection.execute(LOCK_END, (event,)).fetchone() or ()))
        if there.entries >= len(records):
            kept = connection.execute(READ_AFTER, (event, 0)).fetchmany(len(records))
            same = kept == [_values_of(record) for record in records]
        else:
            same = fingerprint_of(records[: there.entries]) == there
        if not same:
            text = refusals.other_journal(address.place, event, str(there))
            raise Refused(Problem("event-differs", text, "shared"))
        _merge_private(connection, event, private)
        new = records[there.entries :]
        if not new:
            return there, 0
        end = fingerprint_of(records)
        _write(connection, event, new, end, address.place)
        return end, len(new)


def _merge_private(connection: "Connection", event: str, private: Sequence[PrivateRow]) -> None:
    """Add the ``private`` data of a file to those of the database."""
    there = {row.id: row for row in _private_rows(connection, event)}
    for row in private:
        known = there.get(row.id)
        if known is None:
            connection.execute(ADD_PRIVATE, (event, row.id, row.version, row.content))
        elif not known.is_erased and (row.is_erased or row.version > known.version):
            version = max(row.version, known.version + 1)
            connection.execute(CHANGE_PRIVATE, (version, row.content, event, row.id, known.version))


def _write(connection: "Connection", event: str, records: Sequence[Record], end: Fingerprint, place: str) -> None:
    """Write ``records`` at the end of the journal, which is locked, and move it to ``end``.

    They are read back within the same transaction, since a trigger may have dropped them.
    """
    rows = [_values_of(record) for record in records]
    with connection.cursor() as cursor:
        cursor.executemany(ADD_RECORD, [(event, *row) for row in rows])
    connection.execute(MOVE_END, (end.entries, end.hash, event))
    kept = connection.execute(READ_AFTER, (event, records[0].position - 1)).fetchall()
    if kept != rows or connection.execute(READ_END, (event,)).fetchone() != (end.entries, end.hash):
        raise StoreUnavailable(refusals.not_kept(place))
    connection.execute(NOTIFY, (CHANNEL, f"{end.entries} {event}"))


def _check_layout(connection: "Connection", place: str) -> None:
    match connection.execute(READ_LAYOUT).fetchall():
        case [(int(found),)] if found != LAYOUT:
            raise StoreDamaged(refusals.other_layout(place, found, LAYOUT))
        case [(int(),)]:
            return
        case _:
            raise StoreDamaged(refusals.other_tables(place))


@contextmanager
def in_words(place: str) -> Iterator[None]:
    """Raise errors of the driver as refusals with a text for the user."""
    psycopg = _driver()
    try:
        yield
    except psycopg.Error as error:
        raise refusals.refusal_of(error, place) from error


def _driver() -> Any:
    try:
        import psycopg
        import psycopg.conninfo
    except ImportError as error:  # Also if psycopg is installed without the library of PostgreSQL.
        raise StoreUnavailable(refusals.no_driver()) from error
    return psycopg
