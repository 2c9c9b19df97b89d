"""The tables of an event file: the journal and where it ends, and beside it the data of people that are no result.

Rows of the journal are only added; triggers in the database refuse to change or delete them. The table of private data
is created when something is first noted about a person, and its rows are changed and erased. Nothing else in the file
refers to it.
"""

import sqlite3
from collections.abc import Iterable, Sequence

from tournament.ledger.fingerprint import NO_ENTRIES

APPLICATION_ID = 0x51345645
"""Marks the file as an event of Quatre Vents, in its header."""
FILE_VERSION = 3
"""The version of the layout of a new file, in its header.

Files of version 1 have no ``journal_end``, and their entries do not name the hash before them. Files of versions 1 and
2 have no roles (:class:`tournament.ledger.entry.Record`).
"""
PRIVATE_VERSION = 4
"""The version of a file that also has the table of private data, which programs of version 3 cannot read."""

FIELDS = (
    *("position", "id", "stream", "number", "kind", "version", "author", "desk", "time", "content", "previous"),
    *("before", "role", "hash"),
)
"""The columns of the journal, in the order of :class:`tournament.ledger.entry.Record`."""

_JOURNAL = {
    version: (
        "CREATE TABLE journal (\n\t"
        "position INTEGER NOT NULL, \n\t"
        "id TEXT NOT NULL, \n\t"
        "stream TEXT NOT NULL, \n\t"
        "number INTEGER NOT NULL, \n\t"
        "kind TEXT NOT NULL, \n\t"
        "version INTEGER NOT NULL, \n\t"
        "author TEXT NOT NULL, \n\t"
        "desk TEXT NOT NULL, \n\t"
        "time TEXT NOT NULL, \n\t"
        "content TEXT NOT NULL, \n\t"
        "previous TEXT NOT NULL, \n\t"
        f"{since}"
        "hash TEXT NOT NULL, \n\t"
        "PRIMARY KEY (position), \n\t"
        "CONSTRAINT one_entry_a_number UNIQUE (stream, number), \n\t"
        "CONSTRAINT numbers_from_one CHECK (number >= 1), \n\t"
        "UNIQUE (id)\n)"
    )
    for version, since in (
        (1, ""),
        (2, '"before" TEXT NOT NULL, \n\t'),
        (3, '"before" TEXT NOT NULL, \n\trole TEXT NOT NULL, \n\t'),
    )
}
"""The SQL of the journal's table by the version of the file. SQLite stores it as text, so white space in it is part of
the layout."""
_END = "CREATE TABLE journal_end (\n\tentries INTEGER NOT NULL, \n\thash TEXT NOT NULL\n)"
"""A table of one row, which is updated with each entry. If the end of the journal is cut off, it does not agree any
more."""
_REFUSES = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
_GROWS = "BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"

Item = tuple[str, str, str]
"""Kind, name and table of an item in ``sqlite_schema``."""
_OF_JOURNAL: dict[Item, str] = {
    ("index", "sqlite_autoindex_journal_1", "journal"): "",
    ("index", "sqlite_autoindex_journal_2", "journal"): "",
    ("trigger", "journal_refuses_update", "journal"): (
        f"CREATE TRIGGER journal_refuses_update BEFORE UPDATE ON journal {_REFUSES}"
    ),
    ("trigger", "journal_refuses_delete", "journal"): (
        f"CREATE TRIGGER journal_refuses_delete BEFORE DELETE ON journal {_REFUSES}"
    ),
}
_OF_END: dict[Item, str] = {
    ("table", "journal_end", "journal_end"): _END,
    ("trigger", "journal_end_refuses_update", "journal_end"): (
        "CREATE TRIGGER journal_end_refuses_update BEFORE UPDATE ON journal_end "
        f"WHEN NEW.entries <= OLD.entries {_GROWS}"
    ),
    ("trigger", "journal_end_refuses_delete", "journal_end"): (
        f"CREATE TRIGGER journal_end_refuses_delete BEFORE DELETE ON journal_end {_GROWS}"
    ),
    ("trigger", "journal_end_refuses_insert", "journal_end"): (
        "CREATE TRIGGER journal_end_refuses_insert BEFORE INSERT ON journal_end "
        "WHEN EXISTS (SELECT 1 FROM journal_end) BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END"
    ),
}
_PRIVATE = (
    "CREATE TABLE private_data (\n\t"
    "id TEXT NOT NULL, \n\t"
    "version INTEGER NOT NULL, \n\t"
    "content TEXT NOT NULL, \n\t"
    "PRIMARY KEY (id)\n) WITHOUT ROWID"
)
_LAYOUTS: dict[int, dict[Item, str]] = {
    version: {("table", "journal", "journal"): journal, **_OF_JOURNAL, **(_OF_END if version > 1 else {})}
    for version, journal in _JOURNAL.items()
}
_LAYOUTS[PRIVATE_VERSION] = {**_LAYOUTS[FILE_VERSION], ("table", "private_data", "private_data"): _PRIVATE}
"""By the version of the file: all items of ``sqlite_schema`` with their SQL, which is empty for indexes that SQLite
creates."""

_COLUMNS = 'position, id, stream, number, kind, version, author, desk, time, content, previous, "before", role, hash'
_WITHOUT_ROLE = _COLUMNS.replace("role", "''")
_WITHOUT_BEFORE = _WITHOUT_ROLE.replace('"before"', "''")
READ_JOURNAL = {
    1: f"SELECT {_WITHOUT_BEFORE} FROM journal ORDER BY position",  # noqa: S608
    2: f"SELECT {_WITHOUT_ROLE} FROM journal ORDER BY position",  # noqa: S608
    3: f"SELECT {_COLUMNS} FROM journal ORDER BY position",  # noqa: S608
    4: f"SELECT {_COLUMNS} FROM journal ORDER BY position",  # noqa: S608
}
"""The SQL that reads the journal, by the version of the file.

All SQL consists of constants of this module, so nothing can be injected.
"""
READ_AFTER = f"SELECT {_COLUMNS} FROM journal WHERE position > ? ORDER BY position"  # noqa: S608
FIND_NUMBER = "SELECT 1 FROM journal WHERE stream = ? AND number = ?"
ADD_ENTRY = f"INSERT INTO journal ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
READ_END = "SELECT entries, hash FROM journal_end"
MOVE_END = "UPDATE journal_end SET entries = ?, hash = ?"
READ_PRIVATE = "SELECT id, version, content FROM private_data ORDER BY id"
READ_ONE_AFTER_ANOTHER = (READ_PRIVATE, f"{READ_PRIVATE} DESC")
READ_PRIVATE_ROW = "SELECT id, version, content FROM private_data WHERE id = ?"
DELETE_PRIVATE = "DELETE FROM private_data"
WRITE_PRIVATE = "INSERT OR REPLACE INTO private_data (id, version, content) VALUES (?, ?, ?)"


def lay_out(connection: sqlite3.Connection) -> None:
    """Create the tables of an event without entries, within the current transaction."""
    for statement in _LAYOUTS[FILE_VERSION].values():
        if statement:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FILE_VERSION}")
    connection.execute("INSERT INTO journal_end (entries, hash) VALUES (?, ?)", (NO_ENTRIES.entries, NO_ENTRIES.hash))


def lay_out_private(connection: sqlite3.Connection) -> None:
    """Add the table of private data to an event of version 3, within the current transaction."""
    connection.execute(_PRIVATE)
    connection.execute(f"PRAGMA user_version = {PRIVATE_VERSION}")


def layout_difference(version: int, found: Iterable[Sequence[object]]) -> str | None:
    """Return what differs in the ``sqlite_schema`` of a file from the layout of ``version``; None if nothing does.

    ``found`` has kind, name, table and SQL of each item. The result, such as ``trigger x``, is additional, missing or
    changed; tables and views are named before triggers.
    """
    expected = {item: _without_blanks(sql) for item, sql in _LAYOUTS.get(version, {}).items()}
    ours = {(_text(kind), _text(name), _text(table)): _without_blanks(_text(sql)) for kind, name, table, sql in found}
    different = [item for item in (*ours, *expected) if ours.get(item) != expected.get(item)]
    different.sort(key=lambda item: item[0] not in ("table", "view"))
    return next((f"{kind} {name}" for kind, name, _ in different), None)


def _text(value: object) -> str:
    """Return a value of ``sqlite_schema`` as text, and never as ours what is stored as something else.

    One changed bit makes a text a BLOB or a number, which SQLite passes on as it is.
    """
    if isinstance(value, bytes):
        return f"BLOB {value.decode('utf-8', 'replace')}"
    return "" if value is None else str(value)


def _without_blanks(sql: str) -> str:
    return " ".join(sql.split())
