"""The table with the data of people that are no result, in an event file.

SQLite overwrites deleted content with zeros (``secure_delete``, set for every connection), and after an erasure the
file is written as a whole, so that nothing of it is left in free space or in pages that were rearranged.
"""

import shutil
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tournament.storage.crash_journal import journal_of
from tournament.storage.schema import (
    DELETE_PRIVATE,
    PRIVATE_VERSION,
    READ_ONE_AFTER_ANOTHER,
    READ_PRIVATE,
    READ_PRIVATE_ROW,
    WRITE_PRIVATE,
    lay_out_private,
)
from tournament.use_cases.ports import PrivateRow


def read_private(connection: sqlite3.Connection) -> tuple[PrivateRow, ...]:
    """Return all rows by id; none if the file has no such table."""
    if not _has_table(connection):
        return ()
    return tuple(PrivateRow(*row) for row in connection.execute(READ_PRIVATE))


class KnownRows:
    """The rows of one open file as they were read last; reading them again is quick while nobody else writes to it.

    A registration desk reads thousands of rows at every key. The caller has the turn at the file, and no transaction of
    another connection can end between :meth:`read` and what it returns.
    """

    def __init__(self) -> None:
        self._rows: tuple[PrivateRow, ...] = ()
        self._connection: sqlite3.Connection | None = None
        self._version = 0
        """SQLite's ``data_version`` when they were read: it changes when another connection writes to the file."""

    def read(self, connection: sqlite3.Connection) -> tuple[PrivateRow, ...]:
        """Return all rows by id, within a transaction of ``connection``."""
        (version,) = connection.execute("PRAGMA data_version").fetchone()
        if self._connection is not connection or self._version != version:
            self._rows = read_private(connection)
            self._connection, self._version = connection, version
        return self._rows

    def forget(self) -> None:
        """Read the rows from the file next time."""
        self._rows, self._connection = (), None

    def note(self, rows: Sequence[PrivateRow]) -> None:
        """Take over ``rows``, which the same connection has written."""
        if self._connection is not None:
            by_id = {row.id: row for row in (*self._rows, *rows)}
            self._rows = tuple(by_id[id] for id in sorted(by_id))


def write_private(
    connection: sqlite3.Connection, rows: Sequence[PrivateRow], *, replacing: bool = False
) -> tuple[PrivateRow, ...]:
    """Write ``rows`` within the current transaction, and create the table if it is missing.

    If the stored version of one of them is not the one before, nothing is written, and those rows are returned as they
    are stored, with version 0 if they are not. If ``replacing``, they replace everything that is stored.
    """
    if not _has_table(connection):
        lay_out_private(connection)
    if replacing:
        connection.execute(DELETE_PRIVATE)
    else:
        stored = [_stored(connection, row.id) for row in rows]
        different = tuple(there for there, row in zip(stored, rows, strict=True) if there.version != row.version - 1)
        if different:
            return different
    connection.executemany(WRITE_PRIVATE, [(row.id, row.version, row.content) for row in rows])
    return ()


def _stored(connection: sqlite3.Connection, id: str) -> PrivateRow:
    found = connection.execute(READ_PRIVATE_ROW, (id,)).fetchone()
    return PrivateRow(*found) if found is not None else PrivateRow(id, 0, "")


def readable_rows(path: Path) -> tuple[PrivateRow, ...]:
    """Return the rows of a damaged event file that can still be read, by id. The file and its journal are only copied.

    SQLite stops at the first damaged page, so it is read from both ends.
    """
    with TemporaryDirectory(prefix="quatre-vents-") as folder:
        copy = Path(folder) / "copy.qv"
        shutil.copyfile(path, copy)
        if journal_of(path).exists():
            shutil.copyfile(journal_of(path), journal_of(copy))
        with closing(sqlite3.connect(copy)) as connection:
            found = [row for statement in READ_ONE_AFTER_ANOTHER for row in _until_damaged(connection, statement)]
    rows = {row.id: row for row in found}
    return tuple(rows[id] for id in sorted(rows))


def _until_damaged(connection: sqlite3.Connection, statement: str) -> Iterator[PrivateRow]:
    try:
        for id, version, content in connection.execute(statement):
            if isinstance(id, str) and isinstance(version, int) and isinstance(content, str):
                yield PrivateRow(id, version, content)
    except (sqlite3.Error, UnicodeDecodeError):  # What was read before it is all that can be read.
        return


def erased_image(image: bytes, ids: Collection[str]) -> bytes | None:
    """Return the event file ``image`` without the content of the rows ``ids``, and nothing left in its free space.

    None if it has no private data. Raise sqlite3.Error if the image is damaged.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(image)
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA temp_store = MEMORY")
        if not _has_table(connection):
            return None
        for row in read_private(connection):
            if row.id in ids and not row.is_erased:
                connection.execute(WRITE_PRIVATE, (row.id, row.version + 1, ""))
        connection.execute("VACUUM")
        return connection.serialize()


def _has_table(connection: sqlite3.Connection) -> bool:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version == PRIVATE_VERSION)
